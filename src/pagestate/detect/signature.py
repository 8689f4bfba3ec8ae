"""Signatures of vendors and products, read from data files, and the index that tells which can hold.

A signature is looked for by one of its places, the one that is cheapest to search. All words of a
place are looked for at once by an Aho-Corasick automaton, so that the cost grows with the page and
not with the number of signatures; the rest of a signature is read only where its words were seen.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import accumulate

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick, Implementation

from pagestate.states import PageState

__all__ = ["SHORT", "Anchor", "Signature", "SignatureIndex", "signatures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What must hold for a product to be recognised, and what that asserts."""

    id: str
    state: PageState
    kind: str | None
    vendor: str | None
    strength: float
    """1 for a mark that only this page of the product has, less for one that others share."""
    when: tuple[tuple[str, tuple[str, ...]], ...]
    """Place and words, all places must hold, any of the words of a place."""
    max_text: int | None
    """The page may show no more characters than this: the mark must be all there is."""
    source: str
    date: str


@lru_cache(maxsize=1)
def signatures() -> tuple[Signature, ...]:
    """Return all signatures of the package; read once."""
    found: list[Signature] = []
    folder = resources.files("pagestate.detect") / "signatures"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if not entry.name.endswith(".json"):
            continue
        data = json.loads(entry.read_text(encoding="utf-8"))
        for row in data["signatures"]:
            found.append(
                Signature(
                    id=row["id"],
                    state=PageState(row["state"]),
                    kind=row.get("kind"),
                    vendor=row.get("vendor"),
                    strength=float(row.get("strength", 1.0)),
                    when=tuple(
                        (place, tuple(str(word).lower() for word in (words if isinstance(words, list) else [words])))
                        for place, words in row["when"].items()
                    ),
                    max_text=row.get("max_text"),
                    source=row["source"],
                    date=row["date"],
                )
            )
    return tuple(found)


SHORT = (
    "generator",
    "title",
    "form",
    "frame",
    "cookie",
    "noscript",
    "heading",
    "picture",
    "text",
    "script_src",
    "hidden",
)
"""Places so short that they are searched together."""
_CHEAPEST = ("status", "host", "id", *SHORT, "link", "script", "html")
"""Places from the cheapest to the dearest to search; a header is as cheap as the status."""


_HEADER = "header:"


def _cost(place: str) -> int:
    return 0 if place.startswith(_HEADER) else _CHEAPEST.index(place)


class Anchor:
    """The signatures that are looked for by one place, or by the short ones, and how their words are found."""

    def __init__(self, place: str, entries: Iterable[tuple[int, Signature, tuple[str, ...]]]) -> None:
        self.place = place
        """The place; empty for all that are in `SHORT`."""
        self.of: dict[str, list[int]] = {}
        """Numbers of signatures by word."""
        limits: list[tuple[float, int]] = []
        for number, signature, words in entries:
            limits.append((float("inf") if signature.max_text is None else signature.max_text, len(words)))
            for word in words:
                self.of.setdefault(word, []).append(number)
        self.words = tuple(self.of)
        self._ascii = all(word.isascii() for word in self.words)
        limits.sort()
        self._limits = [limit for limit, _ in limits]
        self._sizes = [0, *accumulate(size for _, size in limits)]
        self._text: AhoCorasick | None = None
        self._bytes: BytesAhoCorasick | None = None

    def wanted(self, shown: int) -> int:
        """Return how many words can matter on a page that shows `shown` characters of text."""
        return self._sizes[-1] - self._sizes[bisect_left(self._limits, shown)]

    def seen_in(self, text: str) -> set[str]:
        """Return the words that `text` (lower case) holds."""
        if self._text is None:
            self._text = AhoCorasick(self.words, implementation=Implementation.ContiguousNFA)
        return set(self._text.find_matches_as_strings(text, overlapping=True))

    def seen_in_source(self, source: str) -> set[str]:
        """Return the words that `source` holds, whatever its case."""
        if self._bytes is None:
            self._bytes = BytesAhoCorasick(
                [word.encode() for word in self.words],
                implementation=Implementation.DFA,
            )
        if not self._ascii:
            source = source.lower()
        lower = source.encode("utf-8", "surrogatepass").lower()
        words = self.words
        return {words[number] for number, _, _ in self._bytes.find_matches_as_indexes(lower, overlapping=True)}


class SignatureIndex:
    """Signatures, each under the place by which it is looked for."""

    def __init__(self, known: Iterable[Signature]) -> None:
        self.signatures = tuple(known)
        by_place: dict[str, list[tuple[int, Signature, tuple[str, ...]]]] = {}
        always: list[int] = []
        for number, signature in enumerate(self.signatures):
            places = [place for place, words in signature.when if "" not in words]
            if places:
                place = min(places, key=_cost)
                entry = (number, signature, dict(signature.when)[place])
                by_place.setdefault("" if place in SHORT else place, []).append(entry)
            else:
                always.append(number)
        self.always = tuple(always)
        """Signatures that no word leads to."""
        anchors = [Anchor(place, entries) for place, entries in by_place.items()]
        self.anchors = tuple(anchor for anchor in anchors if not anchor.place.startswith(_HEADER))
        """Those that every page is asked for."""
        self.headers = {
            anchor.place.removeprefix(_HEADER): anchor for anchor in anchors if anchor.place.startswith(_HEADER)
        }
        """Those of a header of the answer, by its name."""

    def kept(self, keep: Callable[[Signature], bool]) -> "SignatureIndex":
        """Return an index of the signatures that `keep` accepts."""
        return SignatureIndex(signature for signature in self.signatures if keep(signature))
