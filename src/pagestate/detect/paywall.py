"""Articles that stop at an offer: the first lines, then what the rest of them costs."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pagestate.detect.matter import read_length
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.facts.model import Block
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.INTERSTITIAL
_NAMES = (
    "paywall",
    "pay-wall",
    "metered",
    "subscription-wall",
    "subscribe-wall",
    "subscription-gate",
    "regwall",
    "piano-",
    "tp-modal",
    "premium-content",
    "paid-content",
    "abo-gate",
    "gate--",
    "plus-article",
    "is-premium",
    "locked-content",
    "paid-barrier",
    "content-gate",
)
"""Pieces of names that publishers give to what stands before the rest of an article."""
_LINE = 60
"""Characters from which a block is a line of an article."""
_PLAIN_SIGNS = ("a price", "the last line breaks off", "the text fades out", "a way in for subscribers")
"""Signs besides the words, one of which an offer has: a headline about members has none."""
_FIRST = 80
"""Blocks among which an offer begins."""
_OFFER_BLOCKS = 7
"""Blocks that an offer takes up: heading, reason, price, button, a way in for subscribers."""
_RATE = re.compile(
    r"(?:[$€£¥₩₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥₩₹]|EUR|USD|zł|kr\b|руб|円|元|원|TL|Kč|Ft|lei|лв))", re.IGNORECASE
)
_FADE = re.compile(
    r"linear-gradient\(\s*(?:to \w+\s*,\s*|180deg\s*,\s*)?"
    r"(?:transparent|rgba\([^)]*,\s*0(?:\.0+)?\)|hsla\([^)]*,\s*0\))",
    re.IGNORECASE,
)


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a paywall."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    marked = page.message.prose < 3500 and any(piece in page.joined_names for piece in _NAMES)
    ends = _cut_off(page) if marked else None
    hit = page.message.hits.get("interstitial.paywall")
    if ends:
        yield page.finding(
            "interstitial.paywall", _STATE, kind="paywall", seen=observed(f"“{ends}” ends the text", "main")
        )
    elif (
        hit is not None
        and "heading" in hit
        and hit["heading"].coverage >= 0.4
        and page.message.prose < 2500
        and not _goes_on(page)
    ):
        yield page.finding(
            "interstitial.paywall_heading",
            _STATE,
            kind="paywall",
            seen=observed(f"“{hit['heading'].text}”", "heading"),
        )
    elif hit and page.message.prose < 1500:
        zone = next(iter(hit))
        yield page.finding(
            "interstitial.paywall_words",
            _STATE,
            kind="paywall",
            strength=page.message.brevity + 0.2,
            seen=observed(f"“{hit[zone].text}”", zone),
        )
    yield from _stops(page)


def _offers(page: Page, blocks: Sequence[Block]) -> set[int]:
    """The numbers of the short blocks that offer the rest for money."""
    return page.knowledge.offers.among([block.text[:300] if len(block.text) < 400 else "" for block in blocks])


def _goes_on(page: Page) -> bool:
    """Whether there is writing to read below the last heading that offers to sell it."""
    blocks = [block for block in page.facts.blocks if block.region in ("main", "dialog", "aside")]
    offers = _offers(page, blocks)
    last = max((number for number in offers if blocks[number].heading), default=None)
    if last is None:
        return False
    below = (
        read_length(block.text)
        for number, block in enumerate(blocks[last + 1 :], last + 1)
        if block.link_length < 40 and read_length(block.text) >= 80 and number not in offers
    )
    return sum(below) > 200


def _cut_off(page: Page) -> str | None:
    """The offer that follows the first lines of an article, if one does."""
    prose = 0
    blocks = page.message.blocks[:80]
    offers = _offers(page, blocks)
    if not offers:
        return None
    for number, block in enumerate(blocks):
        if len(block.text) >= 80:
            prose += len(block.text)
        if prose and number in offers:
            return block.text[:100]
        if prose > 3500:
            return None
    return None


def _stops(page: Page) -> Iterator[Finding]:
    """The text ends where an offer stands: several signs of an offer, and nothing to read after it."""
    if page.message.size < _LINE:
        return
    read = (block for block in page.facts.blocks if block.region in ("main", "dialog", "aside"))
    blocks = list(islice(read, _FIRST))
    offers = _offers(page, blocks)
    start = min((number for number in offers if blocks[number].heading != 1), default=None)
    if start is None:
        return
    blocks += read
    before = blocks[:start]
    prose = sum(len(block.text) for block in before if len(block.text) >= _LINE and block.heading == 0)
    if not prose or prose > 4000:
        return
    # The heading of an offer, and a price in front of the words that are known, belong to it.
    while before and (before[-1].heading or (len(before[-1].text) < 160 and _RATE.search(before[-1].text))):
        start -= 1
        before = before[:-1]
    offer = blocks[start : start + _OFFER_BLOCKS]
    after = blocks[start + _OFFER_BLOCKS :]
    offered = _offers(page, after)
    rest = sum(
        read_length(block.text)
        for number, block in enumerate(after)
        if read_length(block.text) >= 80 and block.link_length < len(block.text) / 2 and number not in offered
    )
    if rest > 400:
        return
    signs = _signs(page, before, offer, _offers(page, offer))
    telling = any(sign in _PLAIN_SIGNS for sign in signs)
    if len(signs) < 2 or not (telling or len(signs) >= 4):
        return
    yield page.finding(
        "interstitial.stops",
        _STATE,
        kind="paywall",
        strength=min(1.3, 0.25 + 0.25 * len(signs)) / (1 + (prose / 2500) ** 2),
        seen=observed(f"the text stops after {prose} characters at an offer: {', '.join(signs)}", "main"),
    )


def _signs(page: Page, before: list[Block], offer: list[Block], offers: set[int]) -> list[str]:
    signs: list[str] = []
    said = [offer[number].text for number in sorted(offers)]
    if said:
        signs.append(f"“{said[0][:60]}”")
    if len(said) >= 2:
        signs.append(f"“{said[1][:60]}”")
    if said and any(offer[number].heading in (2, 3, 4) for number in offers) and len(offer) > 1:
        signs.append("it has a heading of its own")
    if any(_RATE.search(block.text) for block in offer):
        signs.append("a price")
    last = next((block.text for block in reversed(before) if len(block.text) >= _LINE), "")
    if last.rstrip().endswith(("…", "...", "[…]", "[...]")):
        signs.append("the last line breaks off")
    source = page.capture.html or ""
    if len(source) < 2_000_000 and _FADE.search(source):
        signs.append("the text fades out")
    ways = ("/login", "/signin", "/sign-in", "/subscribe", "/abo", "/account", "/register", "/plans", "/pricing")
    if any(
        link.region in ("main", "aside", "dialog") and any(way in link.href.lower() for way in ways)
        for link in page.facts.links
    ):
        signs.append("a way in for subscribers")
    return signs
