"""pagestate and the peers that can be installed, on the same labelled pages, in one run, on one core.

    python benchmarks/comparison.py MANIFEST [--split check] [--json] [--httpx-sentences FILE]

pagestate is judged by the interpreter that runs this; the peers run in an environment of their own, made
from `peers.lock` on first use (`--peers FOLDER`, by default `.venv-peers` beside this repository's files).
httpx's page types take part where `--httpx-sentences` names the `dataset.txt` of its
`common/pagetypeclassifier` (MIT), which no package carries.

What is counted: `walls called fine`, pages that are not content and were taken for it; `fine called
broken`, content pages that were taken for anything else; `no answer`, pages on which nothing was said.
Times are processor time per page, the least of two runs, from decoded text to answer, beside what
selectolax takes to parse the same page and give its text.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from pagestate.decide import THRESHOLD, classify
from pagestate.evaluation import LabelledPage, read_labelled
from pagestate.evidence import Capture
from pagestate.states import PageState

HERE = Path(__file__).parent
LOCK = HERE / "peers.lock"
OURS = "pagestate"
REPEATS = 2
FINE = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED})
QUESTIONS: Mapping[str, frozenset[PageState]] = {
    "bot wall": frozenset({PageState.CAPTCHA}),
    "login": frozenset({PageState.AUTH_WALL}),
    "error": frozenset({PageState.ERROR_PAGE, PageState.MAINTENANCE}),
}
OWN: Mapping[str, Mapping[str, frozenset[str]]] = {
    OURS: {question: frozenset(str(state) for state in states) for question, states in QUESTIONS.items()},
    "render-quality": {
        "bot wall": frozenset({"anti_bot_challenge", "bot_detection"}),
        "login": frozenset({"login_wall"}),
        "error": frozenset({"soft_404", "http_error"}),
    },
    "anti-bot-detector": {"bot wall": frozenset({"fingerprint", "challenge", "blocked"})},
    "Formasaurus": {"login": frozenset({"login", "registration"})},
    "httpx page type": {"login": frozenset({"login"}), "error": frozenset({"error"})},
    "httpx, in logarithms": {"login": frozenset({"login"}), "error": frozenset({"error"})},
}
"""The questions a tool answers, and by which of its words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one tool said of one page."""

    said: str
    means: str
    seconds: float


def pin() -> None:
    """Keep this process on one core, where the system lets it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def ours(pages: Iterable[tuple[LabelledPage, Capture]]) -> tuple[dict[str, Answer], dict[str, float]]:
    """Return pagestate's answers, and what parsing and text alone take, by page."""
    answers: dict[str, Answer] = {}
    parsing: dict[str, float] = {}
    for page, capture in pages:
        html = capture.served_html or ""
        times, parses = [], []
        for _ in range(REPEATS):
            start = time.process_time()
            verdict = classify(capture, threshold=THRESHOLD)
            times.append(time.process_time() - start)
            start = time.process_time()
            LexborHTMLParser(html).text()
            parses.append(time.process_time() - start)
        parsing[page.id] = min(parses)
        doubt = verdict.kind == "low_confidence"
        means = "nothing" if doubt else "fine" if verdict.state in FINE else "broken"
        answers[page.id] = Answer(said="" if doubt else str(verdict.state), means=means, seconds=min(times))
    return answers, parsing


def environment(folder: Path) -> Path:
    """Return the interpreter of the peers' environment, which is made where it is missing or outdated."""
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = folder / ".locked"
    wanted = LOCK.read_text(encoding="utf-8")
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(folder, with_pip=True, clear=folder.exists())
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
        subprocess.run([python, *install, "-r", LOCK], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python


def theirs(
    python: Path, pages: Iterable[tuple[LabelledPage, Capture]], sentences: Path | None
) -> dict[str, dict[str, Answer]]:
    """Return the peers' answers: peer → page → answer."""
    lines = [
        json.dumps(
            {
                "id": page.id,
                "html": capture.served_html or "",
                "url": capture.final_url or capture.requested_url,
                "status": capture.status,
                "headers": dict(capture.headers),
            }
        )
        for page, capture in pages
    ]
    command = [str(python), str(HERE / "peers.py"), "--repeats", str(REPEATS)]
    if sentences is not None:
        command += ["--httpx-sentences", str(sentences)]
    done = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"The peers could not be asked:\n{done.stderr}")
    answers: dict[str, dict[str, Answer]] = {}
    for line in done.stdout.splitlines():
        row = json.loads(line)
        answer = Answer(said=row["said"], means=row["means"], seconds=row["seconds"])
        answers.setdefault(row["peer"], {})[row["id"]] = answer
    return answers


def scored(name: str, answers: Mapping[str, Answer], pages: Sequence[LabelledPage], parse: float) -> dict[str, Any]:
    """Return the figures of one tool over `pages`; `parse` is the seconds that parsing alone takes."""
    walls = [page for page in pages if PageState.CONTENT not in page.right]
    contents = [page for page in pages if page.state is PageState.CONTENT]
    times = [answers[page.id].seconds for page in pages]
    own: dict[str, Any] = {}
    for question, words in OWN.get(name, {"bot wall": frozenset()}).items():
        states = QUESTIONS[question]

        def says(page: LabelledPage, words: frozenset[str] = words) -> bool:
            answer = answers[page.id]
            return answer.means == "broken" and (not words or bool(words & set(answer.said.split())))

        asked = [page for page in walls if page.right & states]
        own[question] = {
            "asked": len(asked),
            "found": sum(map(says, asked)),
            "contents": len(contents),
            "alarms": sum(says(page) and not page.right & states for page in contents),
        }
    return {
        "pages": len(pages),
        "walls": len(walls),
        "walls_called_fine": sum(answers[page.id].means == "fine" for page in walls),
        "contents": len(contents),
        "fine_called_broken": sum(
            answers[page.id].means == "broken" and (name != OURS or answers[page.id].said not in map(str, page.right))
            for page in contents
        ),
        "no_answer": sum(answers[page.id].means == "nothing" for page in pages),
        "median_ms": 1000 * median(times),
        "total_s": sum(times),
        "ratio": sum(times) / parse,
        "own": own,
    }


def share(count: int, of: int) -> str:
    """Return `count` with its share of `of`."""
    return f"{count} ({100 * count / max(1, of):.1f}%)"


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures for a person."""
    first = next(iter(results.values()))
    lines = [
        f"{first['pages']} pages: {first['walls']} walls, {first['contents']} content",
        f"{'':22}{'walls called fine':>19}{'fine called broken':>20}{'no answer':>14}{'ms':>8}{'s':>8}{'x parse':>9}",
    ]
    for name, item in results.items():
        lines.append(
            f"{name:22}{share(item['walls_called_fine'], item['walls']):>19}"
            f"{share(item['fine_called_broken'], item['contents']):>20}{share(item['no_answer'], item['pages']):>14}"
            f"{item['median_ms']:8.2f}{item['total_s']:8.2f}{item['ratio']:9.1f}"
        )
    lines.append("Each asked only what it knows:")
    for question in QUESTIONS:
        for name, item in results.items():
            told = item["own"].get(question)
            if told:
                lines.append(
                    f"  {question:10}{name:22}found {share(told['found'], told['asked'])} of {told['asked']}, "
                    f"on content {share(told['alarms'], told['contents'])}"
                )
    return "\n".join(lines)


def main() -> None:
    """Run all tools and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("manifest", type=Path)
    parser.add_argument("--split", help="only pages of this split; otherwise all, and each split by itself")
    parser.add_argument("--peers", type=Path, default=HERE.parent / ".venv-peers", help="the peers' environment")
    parser.add_argument("--httpx-sentences", type=Path, help="dataset.txt of httpx's common/pagetypeclassifier")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    python = environment(options.peers)
    pin()
    pages = [
        (page, capture)
        for page, capture in read_labelled(options.manifest)
        if page.state is not PageState.UNEXPECTED
        and capture.served_html is not None
        and options.split in (None, page.split)
    ]
    if not pages:
        raise SystemExit("No such pages.")
    classify(pages[0][1])
    mine, parsing = ours(pages)
    answers = {OURS: mine, **theirs(python, pages, options.httpx_sentences)}
    groups = {"all": [page for page, _ in pages]}
    for split in sorted({page.split for page, _ in pages if page.split}):
        groups[split] = [page for page, _ in pages if page.split == split]
    if len(groups) == 2:
        del groups["all"]
    results = {
        group: {
            name: scored(name, told, chosen, sum(parsing[page.id] for page in chosen)) for name, told in answers.items()
        }
        for group, chosen in groups.items()
    }
    if options.json:
        sys.stdout.write(json.dumps(results, indent=1) + "\n")
        return
    for group, figures in results.items():
        sys.stdout.write(f"\n== {group}: {table(figures)}\n")


if __name__ == "__main__":
    main()
