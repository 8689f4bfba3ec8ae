"""The word files, and finding their phrases in one pass over a text.

A phrase is matched token by token: letters without case and accents, one token per Han or kana
letter, so that no language needs its own splitter. All phrases are looked for at once by an
Aho-Corasick automaton (Aho and Corasick 1975) over what each begins with, so that the cost grows
with the text and not with the number of phrases; the few that begin somewhere are then followed
token by token.
"""

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from operator import itemgetter

from ahocorasick_rs import AhoCorasick, Implementation

__all__ = ["GAP", "Lexicon", "Match", "Phrase", "lexicon", "lines_in", "plain", "tokens_in", "tokens_of"]

GAP = 6
"""How many tokens `…` may stand for."""
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0670\u0640\u200c\u200d\u3099\u309a]")
_TOKEN = re.compile(
    r"[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|"
    r"[^\W_\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+(?:\.[^\W_]+(?=\.))?"
)
_TOKEN_OR_BORDER = re.compile(f"{_TOKEN.pattern}|\n")
_BORDER = "\n"
"""What stands between two pieces that are searched together; no token contains it."""


def plain(text: str) -> str:
    """Return `text` without case, accents and other differences of spelling."""
    text = text.casefold()
    if text.isascii():
        return text
    text = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    for letter, letters in _LATIN:
        text = text.replace(letter, letters)
    return text.translate(_SPELLINGS) if _SPELT.search(text) else text


_LATIN = (("ı", "i"), ("ł", "l"), ("đ", "d"), ("ø", "o"), ("æ", "ae"), ("œ", "oe"))
"""Letters that are a letter with a stroke, or two, and no composition of Unicode."""
_SPELT = re.compile("[\u0600-\u06ff\u0900-\u097f]")
_SPELLINGS = {
    # Arabic and Persian keyboards have letters and digits of their own for the same.
    **dict(zip(range(0x0660, 0x066A), "0123456789", strict=True)),
    **dict(zip(range(0x06F0, 0x06FA), "0123456789", strict=True)),
    0x0649: "\u064a",
    0x06CC: "\u064a",
    0x06A9: "\u0643",
    0x06C0: "\u0647",
    0x06D5: "\u0647",
    # Devanagari vowel signs are no letters to a regular expression; the vowels themselves are.
    **dict(zip(range(0x0966, 0x0970), "0123456789", strict=True)),
    **dict(zip(range(0x093E, 0x0945), "आइईउऊऋॠ", strict=True)),
    0x0945: "ऍ", 0x0946: "ऎ", 0x0947: "ए", 0x0948: "ऐ", 0x0949: "ऑ", 0x094A: "ऒ", 0x094B: "ओ", 0x094C: "औ",
    0x0901: "ङ", 0x0902: "ङ", 0x0903: "ह", 0x093C: "", 0x094D: "",
}  # fmt: skip
"""One spelling of letters that are written in several ways."""


def tokens_in(text: str) -> list[str]:
    """Return the tokens of a text that `plain` gave."""
    return _TOKEN.findall(text)


def lines_in(text: str) -> list[str]:
    """Return the tokens of a text of several lines that `plain` gave, with a border between lines."""
    return _TOKEN_OR_BORDER.findall(text)


def tokens_of(text: str) -> list[str]:
    """Return the tokens of `text`, folded."""
    return _TOKEN.findall(plain(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A phrase found in a list of tokens."""

    group: str
    """Such as `error_page.not_found`."""
    language: str
    start: int
    length: int
    """In tokens, gaps included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """A phrase of the word files, taken apart."""

    group: str
    language: str
    parts: tuple[str | None, ...]
    """Its tokens; None is a gap, a trailing `*` stands for any ending. The first is no gap."""


class Lexicon:
    """Phrases, and the automaton that finds them."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)
        heads: dict[str, list[tuple[int, int, tuple[str | None, ...], Phrase]]] = {}
        for order, phrase in enumerate(sorted(self.phrases, key=_opens_with_ending)):
            length, head = _head(phrase.parts)
            heads.setdefault(head, []).append((order, length, phrase.parts[length:], phrase))
        self._heads = list(heads.values())
        self._automaton = AhoCorasick(list(heads), implementation=Implementation.ContiguousNFA)

    @classmethod
    def read(cls, files: dict[str, dict[str, dict[str, list[str]]]]) -> "Lexicon":
        """Return the phrases of files: state → group → language → phrases as written."""
        return cls(
            Phrase(group=f"{state}.{group}", language=language, parts=parts)
            for state, groups in files.items()
            for group, languages in groups.items()
            for language, phrases in languages.items()
            for phrase in phrases
            if (parts := _parts(phrase))
        )

    def kept(self, keep: Callable[[Phrase], bool]) -> "Lexicon":
        """Return the part of the phrases that `keep` accepts."""
        return Lexicon(phrase for phrase in self.phrases if keep(phrase))

    def rarest(self) -> set[str]:
        """Return for each phrase its longest token: where none of them stands, no phrase does."""
        return {
            max((part.removesuffix("*") for part in phrase.parts if part is not None), key=len)
            for phrase in self.phrases
        }

    def matches(self, tokens: list[str]) -> list[Match]:
        """Return every phrase in `tokens`, by position."""
        return self.search([tokens])[0]

    def search(self, pieces: Sequence[list[str]]) -> list[list[Match]]:
        """Return every phrase in each of `pieces` (lists of tokens), by position; no phrase spans two."""
        flat: list[str] = []
        for tokens in pieces:
            flat += tokens
            flat.append(_BORDER)
        return self.search_lines(flat[:-1])

    def search_lines(self, tokens: list[str]) -> list[list[Match]]:
        """Return every phrase in each of the lines that `lines_in` divides by borders, by position."""
        text = f" {' '.join(tokens)} "
        starts = [0]
        while True:
            try:
                starts.append(tokens.index(_BORDER, starts[-1]) + 1)
            except ValueError:
                break
        found: list[list[Match]] = [[] for _ in starts]
        hits = self._automaton.find_matches_as_indexes(text, overlapping=True)
        if not hits:
            return found
        hits.sort(key=_start_of)
        heads = self._heads
        position = token = 0
        seen: list[tuple[int, int, int, Phrase]] = []
        for head, start, _ in hits:
            if start != position:
                token += text.count(" ", position, start)
                position = start
            for order, length, rest, phrase in heads[head]:
                end = _rest(rest, tokens, token + length) if rest else token + length
                if end:
                    seen.append((token, order, end - token, phrase))
        seen.sort(key=_by_start)
        for token, _, length, phrase in seen:
            which = bisect_right(starts, token) - 1
            found[which].append(
                Match(group=phrase.group, language=phrase.language, start=token - starts[which], length=length)
            )
        return found


_by_start = itemgetter(0, 1)
_start_of = itemgetter(1)


def _opens_with_ending(phrase: Phrase) -> bool:
    return (phrase.parts[0] or "").endswith("*")


def _parts(phrase: str) -> tuple[str | None, ...]:
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
    return tuple(parts) if parts and parts[0] is not None else ()


def _head(parts: tuple[str | None, ...]) -> tuple[int, str]:
    """Return how many parts stand in front of the first ending or gap left open, and their text."""
    pieces: list[str] = []
    for part in parts:
        if part is None:
            break
        if part.endswith("*"):
            return len(pieces) + 1, f" {' '.join((*pieces, part[:-1]))}"
        pieces.append(part)
    return len(pieces), f" {' '.join(pieces)} "


def _fits(part: str, token: str) -> bool:
    return token.startswith(part[:-1]) if part.endswith("*") else token == part


def _rest(parts: Sequence[str | None], tokens: list[str], index: int) -> int:
    """Return the index after the phrase's remaining parts from `index`, or 0 if they do not follow."""
    count = len(tokens)
    for position, part in enumerate(parts):
        if part is None:
            following, remaining = parts[position + 1], parts[position + 2 :]
            if following is None:
                return _rest(parts[position + 1 :], tokens, index)
            for start in range(index, min(index + GAP + 1, count)):
                if tokens[start] == _BORDER:
                    return 0
                if _fits(following, tokens[start]):
                    end = _rest(remaining, tokens, start + 1) if remaining else start + 1
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
    return Lexicon.read(files)
