"""The word files, and finding their phrases in one pass over a text.

A phrase is matched token by token: letters without case and accents, one token per Han or kana
letter, so that no language needs its own splitter. Phrases are found through their first token,
which keeps the cost proportional to the text and not to the number of phrases.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

__all__ = ["GAP", "Lexicon", "Match", "Phrase", "lexicon", "tokens_of"]

GAP = 6
"""How many tokens `…` may stand for."""
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u0640\u200c\u200d\u3099\u309a]")
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|"
    r"[^\W_\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+(?:\.[^\W_]+(?=\.))?"
)
_PREFIX = 3


def _plain(text: str) -> str:
    text = text.casefold()
    if text.isascii():
        return text
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).replace("ı", "i")


def tokens_of(text: str) -> list[str]:
    """Return the tokens of `text`, folded."""
    return _TOKEN.findall(_plain(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A phrase found in a list of tokens."""

    group: str
    """Such as `error_page.not_found`."""
    language: str
    start: int
    length: int
    """In tokens, gaps included."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as it is looked for."""

    group: str
    language: str
    parts: tuple[str | None, ...]
    """Tokens after the first; None is a gap, a trailing `*` stands for any ending."""


class Lexicon:
    """All phrases, indexed by their first token."""

    def __init__(self, files: dict[str, dict[str, dict[str, list[str]]]]) -> None:
        self.exact: dict[str, list[Phrase]] = {}
        self.prefix: dict[str, list[tuple[str, Phrase]]] = {}
        for state, groups in files.items():
            for group, languages in groups.items():
                for language, phrases in languages.items():
                    for phrase in phrases:
                        self._add(f"{state}.{group}", language, phrase)

    def _add(self, group: str, language: str, phrase: str) -> None:
        parts: list[str | None] = []
        for piece in phrase.split():
            if piece == "…":
                parts.append(None)
                continue
            stem = piece.rstrip("*")
            folded = tokens_of(stem)
            if not folded:
                continue
            parts += folded
            if stem != piece:
                parts[-1] = f"{folded[-1]}*"
        first = parts[0] if parts else None
        if first is None:
            return
        entry = Phrase(group, language, tuple(parts[1:]))
        if first.endswith("*"):
            self.prefix.setdefault(first[:_PREFIX], []).append((first[:-1], entry))
        else:
            self.exact.setdefault(first, []).append(entry)

    def matches(self, tokens: list[str]) -> Iterator[Match]:
        """Yield every phrase in `tokens`, by position."""
        exact, prefix = self.exact, self.prefix
        for index, token in enumerate(tokens):
            found = exact.get(token)
            if found is not None:
                for phrase in found:
                    end = _rest(phrase.parts, tokens, index + 1)
                    if end:
                        yield Match(group=phrase.group, language=phrase.language, start=index, length=end - index)
            stems = prefix.get(token[:_PREFIX])
            if stems is not None:
                for stem, phrase in stems:
                    if token.startswith(stem):
                        end = _rest(phrase.parts, tokens, index + 1)
                        if end:
                            yield Match(group=phrase.group, language=phrase.language, start=index, length=end - index)


def _fits(part: str, token: str) -> bool:
    return token.startswith(part[:-1]) if part.endswith("*") else token == part


def _rest(parts: tuple[str | None, ...], tokens: list[str], index: int) -> int:
    """Return the index after the phrase's remaining parts from `index`, or 0 if they do not follow."""
    count = len(tokens)
    for position, part in enumerate(parts):
        if part is None:
            remaining = parts[position + 1 :]
            for skip in range(GAP + 1):
                if index + skip >= count:
                    return 0
                end = _rest(remaining, tokens, index + skip)
                if end:
                    return end
            return 0
        if index >= count or not _fits(part, tokens[index]):
            return 0
        index += 1
    return index


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the package's own phrases; read once."""
    files: dict[str, dict[str, dict[str, list[str]]]] = {}
    folder = resources.files("pagestate.detect") / "words"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".json"):
            data = json.loads(entry.read_text(encoding="utf-8"))
            files[entry.name.removesuffix(".json")] = {
                group: languages for group, languages in data.items() if group != "about"
            }
    return Lexicon(files)
