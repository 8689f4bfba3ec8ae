"""Noticing that different addresses show the same page.

Five addresses that all answer 200 with one banner are five successes to a checker that looks at each
page alone. Two pages count as the same when title and headings agree and the text does, once what changes
from one request to the next is taken out: numbers, times, addresses, identifiers.
"""

import heapq
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit
from zlib import crc32

from pagestate.facts.model import Facts

__all__ = ["Sketch", "alike", "canonical_of", "is_substantial", "path_of", "sketch"]

_SHINGLE = 8
_KEPT = 256
_ALIKE = 0.9
_TEXT_LIMIT = 20_000
_FEWEST_LETTERS = 8
_HEAD_LIMIT = 2_000
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|(?<!\S)\S{1,200}@\S+")
_IDENTIFIER = re.compile(r"\b(?=[0-9a-f-]{0,64}\d)[0-9a-f-]{8,}\b", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,4}([:./-]\d{1,4})+|\d{5,}")
_FEWEST_TARGETS = 3
_FEWEST_TEASERS = 3
_MUCH_TEXT = 1_000
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """What is needed to tell whether two pages are the same."""

    head: str
    """Title and headings. Short numbers stay: they tell one item of a shop from the next."""
    body: frozenset[int]
    """The smallest hashes of the text's shingles: a sample that is the same for the same text."""
    exact: int
    """Hash of the text with its short numbers, which decides where there is no head."""


def sketch(facts: Facts) -> Sketch | None:
    """Return the sketch of a page, or None if too little is known of it."""
    if not facts.capture.committed:
        return None
    text = facts.text[:_TEXT_LIMIT]
    if sum(char.isalpha() for char in text) < _FEWEST_LETTERS:
        return None
    own_path = path_of(facts.capture.requested_url or "")
    head = _steady(" | ".join((facts.title[:_HEAD_LIMIT], *facts.headings))[:_HEAD_LIMIT], own_path)
    steady = _steady(text, own_path)
    letters = _NUMBER.sub("", steady)
    shingles = {crc32(letters[at : at + _SHINGLE].encode()) for at in range(max(1, len(letters) - _SHINGLE + 1))}
    return Sketch(head=head.strip(" |"), body=frozenset(heapq.nsmallest(_KEPT, shingles)), exact=crc32(steady.encode()))


def alike(one: Sketch, other: Sketch) -> bool:
    """Return whether two sketches are of the same page."""
    if one.head != other.head:
        return False
    if not one.head:
        return one.exact == other.exact
    return _resemblance(one.body, other.body) >= _ALIKE


def _resemblance(one: frozenset[int], other: frozenset[int]) -> float:
    """Estimate the Jaccard index from two bottom-k samples (Broder 1997)."""
    sample = set(heapq.nsmallest(_KEPT, one | other))
    return len(sample & one & other) / len(sample) if sample else 1.0


def _steady(text: str, own_path: str) -> str:
    """Return `text` without what changes from one request to the next."""
    if len(own_path) > 1:
        text = text.replace(own_path, " ")
    for pattern in (_ADDRESS, _IDENTIFIER, _CLOCK):
        text = pattern.sub(" ", text)
    return " ".join(text.casefold().split())


def is_substantial(facts: Facts) -> bool:
    """Return whether a page is one that a site is made of, and not a notice in the place of one.

    It leads on to at least three other pages of its site, and beside header, navigation and footer there is
    either much to read (1,000 letters; an ideograph counts for three) or at least three of those ways on. A
    banner has neither, in whatever language, even where the site's own header and footer frame it.
    """
    base = facts.capture.final_url or facts.capture.requested_url or ""
    host, own = urlsplit(base).hostname, path_of(base)
    targets: dict[str, set[str]] = {"main": set(), "": set()}
    for link in facts.links:
        try:
            target = urlsplit(urljoin(base, link.href))
        except ValueError:
            continue
        if target.scheme in {"http", "https"} and target.hostname == host and link.text.strip():
            place = path_of(target.geturl()) + (f"?{target.query}" if target.query else "")
            if place != own:
                targets["main" if link.region == "main" else ""].add(place)
    if len(targets["main"] | targets[""]) < _FEWEST_TARGETS:
        return False
    return len(targets["main"]) >= _FEWEST_TEASERS or _letters(facts.main_text[:_TEXT_LIMIT]) >= _MUCH_TEXT


def _letters(text: str) -> int:
    return sum(3 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if char.isalpha())


def path_of(url: str) -> str:
    """Return the path of `url` as far as it tells pages apart: no trailing slash, no index file."""
    path = re.sub(r"/(index|default)\.\w+$", "/", urlsplit(url).path)
    return path.rstrip("/") or "/"


def canonical_of(facts: Facts) -> str | None:
    """Return the address that the page declares to be its own."""
    if facts.tree is None:
        return None
    links: Iterable[str | None] = (node.attributes.get("href") for node in facts.tree.css('link[rel~="canonical"]'))
    return next((link for link in links if link), None)
