"""The peers' side of `comparison.py`: reads pages, asks each peer, writes what it said and how long it took.

Runs with the interpreter of an environment made from `peers.lock`, not with pagestate's. Pages come as
JSON lines on standard input (`id`, `html`, `url`, `status`, `headers`), answers go to standard output.
Every answer has the peer's own word for it (`said`) and what that comes to (`means`: fine, broken, or
nothing, where the peer does not know).
"""

import argparse
import importlib
import importlib.util
import json
import math
import os
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLOCKS = "p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, br, tr, table, section, article, form"
SKIPPED = ["script", "style", "title", "noscript", "iframe", "frame", "frameset", "object", "noframes", "noembed"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a peer said of a page."""

    said: str
    means: str
    """`fine`, `broken` or `nothing`."""


Page = dict[str, Any]
Peer = Callable[[Page], Answer]


def pin() -> None:
    """Keep this process on one core, where the system lets it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def render_quality() -> Peer:
    """`render-quality`: under its own floor of 0.40 a page is broken."""
    module = importlib.import_module("render_quality")

    def ask(page: Page) -> Answer:
        verdict = module.score(page["html"], status_code=page["status"])
        broken = verdict.render_quality < module.QUALITY_FLOOR
        return Answer(" ".join(verdict.deductions) or "clean", "broken" if broken else "fine")

    return ask


def anti_bot_detector() -> Peer:
    """`anti-bot-detector`: by its manual a page is safe where the action it recommends is `proceed`."""
    module = importlib.import_module("anti_bot_detector")
    engine = module.AntiBotEngine()

    def ask(page: Page) -> Answer:
        response = module.FetchResponse(
            url=page["url"] or "", status_code=page["status"] or 200, headers=page["headers"], body=page["html"]
        )
        result = engine.detect_response(response)
        proceed = result.recommended_action.value == "proceed"
        return Answer(str(result.bot_level.value), "fine" if proceed else "broken")

    return ask


def crawl4ai() -> Peer:
    """crawl4ai's `antibot_detector`, loaded by itself: the rest of the package is not needed for it."""
    package = importlib.util.find_spec("crawl4ai")
    folders = package.submodule_search_locations if package else None
    if not folders:
        raise ImportError("crawl4ai is not installed")
    spec = importlib.util.spec_from_file_location("antibot_detector", Path(folders[0]) / "antibot_detector.py")
    if spec is None or spec.loader is None:
        raise ImportError("crawl4ai has no antibot_detector")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def ask(page: Page) -> Answer:
        blocked, reason = module.is_blocked(page["status"], page["html"])
        return Answer(str(reason) or "not blocked", "broken" if blocked else "fine")

    return ask


def formasaurus() -> Peer:
    """Formasaurus: only whether a form logs in or registers; of a page without one it knows nothing."""
    module = importlib.import_module("formasaurus")

    def ask(page: Page) -> Answer:
        try:
            forms = module.extract_forms(page["html"], fields=False)
        except Exception as error:  # lxml raises on empty and odd documents
            return Answer(f"failed: {type(error).__name__}", "nothing")
        kinds = {info["form"] for _, info in forms}
        entry = sorted(kinds & {"login", "registration"})
        return Answer(" ".join(entry) or "no such form", "broken" if entry else "nothing")

    return ask


class NaiveBayes:
    """The classifier of httpx's page types, after its published description, trained on its sentences.

    Words without English stop words, stemmed; add-one counts over the words of a category; the best
    category counts if it is `ratio` times as likely as the next, else the answer is `other`. The original
    multiplies plain floating-point numbers, which a page of a few hundred words drives to zero;
    `logarithms` says whether to do better.
    """

    def __init__(self, sentences: Path, *, ratio: float = 1.1, logarithms: bool = False) -> None:
        self.stem = importlib.import_module("snowballstemmer").stemmer("english").stemWord
        self.stop = importlib.import_module("sklearn.feature_extraction.text").ENGLISH_STOP_WORDS
        self.ratio = ratio
        self.logarithms = logarithms
        self.words: dict[str, Counter[str]] = defaultdict(Counter)
        self.documents: Counter[str] = Counter()
        for line in sentences.read_text(encoding="utf-8").splitlines():
            text, mark, label = line.rpartition("||")
            if mark:
                self.words[label].update(self.counted(text))
                self.documents[label] += 1
        self.sizes = {label: counts.total() for label, counts in self.words.items()}

    def counted(self, text: str) -> Counter[str]:
        """Return the stems of `text` with their number."""
        cleaned = re.sub(r"[^A-Za-z0-9_\s]", "", text)
        return Counter(self.stem(word.lower()) for word in cleaned.split(" ") if word not in self.stop)

    def label(self, text: str) -> str:
        """Return the category of `text`, or `other`."""
        stems = [self.stem(stem) for stem in self.counted(text)]
        total = self.documents.total()
        scores: dict[str, float] = {}
        for label, counts in self.words.items():
            chances = [(counts[stem] + 1) / self.sizes[label] for stem in stems]
            chances.append(self.documents[label] / total)
            scores[label] = sum(map(math.log, chances)) if self.logarithms else math.prod(chances)
        best, second = sorted(scores, key=lambda label: -scores[label])[:2]
        if self.logarithms:
            return best if scores[best] - scores[second] > math.log(self.ratio) else "other"
        if scores[second] == 0:
            return best if scores[best] > 0 else "other"
        return best if scores[best] / scores[second] > self.ratio else "other"


def httpx(sentences: Path, *, logarithms: bool) -> Peer:
    """httpx's page types on a page's text: `error` and `login` are broken, `other` is no answer."""
    classifier = NaiveBayes(sentences, logarithms=logarithms)
    parser = importlib.import_module("selectolax.lexbor").LexborHTMLParser

    def ask(page: Page) -> Answer:
        tree = parser(page["html"])
        tree.strip_tags(SKIPPED)
        for node in tree.css(BLOCKS):
            node.insert_before("\n\n")
        label = classifier.label(re.sub(r"[ \t]+", " ", tree.text()).strip())
        return Answer(label, {"error": "broken", "login": "broken", "nonerror": "fine"}.get(label, "nothing"))

    return ask


def peers(sentences: Path | None) -> dict[str, Peer]:
    """Return the peers by name."""
    made = {
        "render-quality": render_quality(),
        "anti-bot-detector": anti_bot_detector(),
        "crawl4ai antibot": crawl4ai(),
        "Formasaurus": formasaurus(),
    }
    if sentences is not None:
        made["httpx page type"] = httpx(sentences, logarithms=False)
        made["httpx, in logarithms"] = httpx(sentences, logarithms=True)
    return made


def main() -> None:
    """Answer every page on standard input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--httpx-sentences", type=Path)
    parser.add_argument("--repeats", type=int, default=2)
    options = parser.parse_args()
    pin()
    asked = peers(options.httpx_sentences)
    pages = [json.loads(line) for line in sys.stdin]
    for name, ask in asked.items():
        ask(pages[0])
        for page in pages:
            least = math.inf
            answer = Answer("", "nothing")
            for _ in range(options.repeats):
                start = time.process_time()
                answer = ask(page)
                least = min(least, time.process_time() - start)
            row = {"id": page["id"], "peer": name, "said": answer.said, "means": answer.means, "seconds": least}
            sys.stdout.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
