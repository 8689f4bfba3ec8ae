"""The page's message: what its title, headings and leading lines say, against the word files.

A word deep in a long text is furniture. Where it stands, and how much of its line it makes up,
is what tells a message from a mention.
"""

import re
from dataclasses import dataclass

from pagestate.detect.lexicon import Lexicon, lines_in, plain, tokens_in
from pagestate.facts.lazy import lazy
from pagestate.facts.model import Block, Facts

__all__ = ["ZONES", "Hit", "Message", "segments", "unquoted"]

ZONES = ("title", "heading", "lead", "body")
_SEGMENT = re.compile(r"\s+[|\-–—·•:»›<>]+\s+|[|•»›]|::|:\s+|\s+[-–—]\s*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？]|\s[–—/]\s")
_QUOTED = re.compile(
    r"“[^“”]{2,80}”|„[^„“”]{2,80}[“”]|«[^«»]{2,80}»|「[^「」]{2,60}」|『[^『』]{2,60}』|\"[^\"]{2,80}\""
)
_NO_WALL = frozenset({"content.written_about"})
"""Groups that explain nothing of what a page is."""
_LEAD_BLOCKS = 10
_LEAD_LENGTH = 900
_SHORT = 1800
_NOTHING: dict[str, float] = {}
_MESSAGE = 0.22
"""Share of a sentence's tokens from which a phrase is what the sentence says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Phrases of one group found in one zone."""

    group: str
    zone: str
    coverage: float
    """Share of the tokens of the title segment or sentence that the best phrase makes up."""
    text: str
    """The segment it stands in, shortened."""
    language: str


_MARKS = ('"', "“", "„", "«", "「", "『")
_AROUND = frozenset({"nav", "footer", "aside", "dialog"})
_NOWHERE: "dict[str, Hit]" = {}


def segments(title: str) -> list[str]:
    """Return the parts of a title, as separators divide it."""
    return [part for part in _SEGMENT.split(title) if part.strip()]


def unquoted(text: str) -> str:
    """Return `text` without what it quotes: words in quotation marks are spoken of, not said.

    A line that is little more than the quotation is left as it is.
    """
    if not _quotes(text):
        return text
    rest = _QUOTED.sub(" ", text)
    return rest if rest != text and len(tokens_in(plain(rest))) >= 3 else text


def _quotes(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _lengths(tokens: list[str]) -> list[int]:
    """How many tokens each line has."""
    lengths: list[int] = []
    start = 0
    while True:
        try:
            end = tokens.index("\n", start)
        except ValueError:
            lengths.append(len(tokens) - start)
            return lengths
        lengths.append(end - start)
        start = end + 1


class Message:
    """Zones of a page and the phrases in them."""

    prose: int
    """Characters of running text: lines of some length that are not mostly links."""
    size: int
    """Characters of visible text that is neither link nor navigation."""
    brevity: float
    """1 for a page that says next to nothing besides its message, towards 0 for a long one."""

    def __init__(self, facts: Facts, words: Lexicon) -> None:
        self.facts = facts
        self._words = words
        plain_blocks: list[Block] = []
        plain_length = prose = size = 0
        for block in facts.blocks:
            text, region, _, link = block
            length = len(text)
            if region == "main" or region not in _AROUND:
                said = length - link
                size += said
                if link < 0.8 * length:
                    plain_blocks.append(block)
                    plain_length += length
                if said >= 50 and link < 0.5 * length:
                    prose += said
            elif region == "aside":
                said = length - link
                size += said
                if said >= 50 and link < 0.5 * length:
                    prose += said
            elif region == "dialog":
                size += length - link
        if plain_length < 30:
            plain_blocks = [
                block
                for block in facts.blocks
                if block.region != "nav" and not block.link_length >= 0.8 * len(block.text)
            ] or list(facts.blocks)
        self.blocks = plain_blocks
        self.prose = prose
        self.size = size if facts.blocks else len(facts.text)
        self.brevity = 1 / (1 + ((self.size + 2 * prose) / 1500) ** 1.5)

    @lazy
    def lead(self) -> list[Block]:
        """The blocks that open the page: from its first main heading on, else from the top."""
        blocks = self.blocks
        start = 0
        if self.facts.headings:
            start = next((index for index, block in enumerate(blocks) if block.heading == 1), 0)
        chosen: list[Block] = []
        length = 0
        for block in blocks[start : start + _LEAD_BLOCKS]:
            chosen.append(block)
            length += len(block.text)
            if length > _LEAD_LENGTH:
                break
        return chosen

    @lazy
    def segments(self) -> list[tuple[str, str]]:
        """Zone and text of every piece that is searched for phrases."""
        facts = self.facts
        pieces: list[tuple[str, str]] = [("title", part) for part in segments(facts.title[:300])]
        headings: list[str] = []
        if facts.headings:
            headings = [block.text for block in facts.blocks if 0 < block.heading < 3 and block.region != "footer"][:4]
            pieces += [("heading", part) for text in headings for part in _SENTENCE.split(text[:300])]
        lead = self.lead
        for block in lead:
            if block.text not in headings:
                pieces += [("lead", part) for part in _SENTENCE.split(block.text[:600])]
        if len(facts.text) <= _SHORT:
            rest = {id(block) for block in lead}
            for block in facts.blocks:
                if id(block) not in rest and block.text not in headings:
                    pieces += [("body", part) for part in _SENTENCE.split(block.text[:600])]
        return pieces

    @lazy
    def unexplained(self) -> int:
        """Characters of opening and short text in which no phrase of any kind was found: other things to say."""
        return self._searched[1]

    @lazy
    def hits(self) -> dict[str, dict[str, Hit]]:
        """The best hit of every group in every zone: group → zone → hit."""
        return self._searched[0]

    @lazy
    def _searched(self) -> tuple[dict[str, dict[str, Hit]], int, list[tuple[str, int, dict[str, float]]]]:
        unexplained = 0
        said: list[tuple[str, int, dict[str, float]]] = []
        found: dict[str, dict[str, Hit]] = {}
        segments = self.segments
        whole = "\n".join([text for _, text in segments])
        if _quotes(whole):
            whole = "\n".join([unquoted(text) for _, text in segments])
        if not segments:
            return found, 0, said
        tokens = lines_in(plain(whole))
        counts = _lengths(tokens)
        for (zone, text), count, matches in zip(segments, counts, self._words.search_lines(tokens), strict=True):
            if not count:
                continue
            if not matches:
                said.append((zone, len(text), _NOTHING))
                if (zone == "lead" or zone == "body") and count >= 3:
                    unexplained += len(text)
                continue
            groups: dict[str, float] = {}
            for match in matches:
                coverage = match.length / count
                groups[match.group] = max(groups.get(match.group, 0.0), coverage)
                zones = found.setdefault(match.group, {})
                known = zones.get(zone)
                if known is None or coverage > known.coverage:
                    zones[zone] = Hit(
                        group=match.group,
                        zone=zone,
                        coverage=coverage,
                        text=text.strip()[:120],
                        language=match.language,
                    )
            said.append((zone, len(text), groups))
            if groups.keys() <= _NO_WALL and zone in ("lead", "body") and count >= 3:
                unexplained += len(text)
        return found, unexplained, said

    @lazy
    def states(self) -> frozenset[str]:
        """States of which any group of phrases is said."""
        return frozenset([group.partition(".")[0] for group in self.hits])

    def share(self, *groups: str) -> float:
        """How much of headings and opening lines, by length, are sentences that say one of `groups`, 0 to 1.

        0 unless one of them is mostly about it: a word in passing is no message, however short the page.
        """
        if self.hits.keys().isdisjoint(groups):
            return 0.0
        pieces = [(length, said) for zone, length, said in self._searched[2] if zone in ("heading", "lead")]
        whole = sum(length for length, _ in pieces)
        wanted = set(groups)
        if not any(said.get(group, 0.0) >= _MESSAGE for _, said in pieces for group in wanted):
            return 0.0
        return sum(length for length, said in pieces if wanted & said.keys()) / whole if whole else 0.0

    def strength(self, group: str, zone: str) -> float:
        """How strongly `group` is said in `zone`, 0 to 1."""
        hit = self.hits.get(group, {}).get(zone)
        if hit is None:
            return 0.0
        strength = 0.15 + 0.85 * min(1.0, hit.coverage)
        # Below the headings a question is an offer (`Not found what you need?`), no message.
        asks = zone in ("lead", "body") and group.startswith("error_page.") and hit.text.endswith(("?", "？"))
        return 0.5 * strength if asks else strength

    def says(self, *groups: str, zones: tuple[str, ...] = ("title", "heading", "lead")) -> Hit | None:
        """Return the best hit of any of `groups` in `zones`, or None."""
        known = self.hits
        if known.keys().isdisjoint(groups):
            return None
        best: Hit | None = None
        for group in groups:
            for zone, hit in known.get(group, _NOWHERE).items():
                if zone in zones and (best is None or hit.coverage > best.coverage):
                    best = hit
        return best
