"""Gates that are neither login nor bot check: consent, age, region, paywall, queue, old browser."""

import re
from collections.abc import Iterator

from pagestate.detect.lexicon import lexicon, tokens_of
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.words import said
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.INTERSTITIAL
_GROUPS: dict[str, str | None] = {
    "age": "age",
    "region": "region",
    "language": "language",
    "waiting_room": "waiting_room",
    "unsupported_browser": "unsupported_browser",
    "notice": "notice",
    "consent": "consent",
}
_PAYWALL = (
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
_COVER = 0.6
"""Share of the window beyond which something lies in front of the page and not at its edge."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a gate."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from said(page, _STATE, _GROUPS)
    yield from _buttons(page)
    yield from _covers(page)
    yield from _paywall(page)
    yield from _queue(page)
    if page.message.brevity < 0.3:
        yield page.finding(
            "interstitial.long",
            _STATE,
            strength=1 - page.message.brevity / 0.3,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )


def _buttons(page: Page) -> Iterator[Finding]:
    facts = page.facts
    if page.message.size > 900 or len(facts.links) > 25:
        return
    buttons = [
        field.label
        for form in facts.forms
        for field in form.fields
        if field.visible and field.type in ("submit", "button") and field.label
    ]
    choices = buttons + [link.text for link in facts.links if len(link.text) < 30]
    zones = ("title", "heading", "lead", "body")
    asks = page.message.says("interstitial.age", zones=zones)
    age = next(iter(page.forms("age")), None)
    gate = [label for label in choices if len(label) < 25]
    put = asks is not None and (asks.coverage >= 0.5 or "?" in asks.text or asks.zone in ("title", "heading"))
    if asks is not None and put and len(facts.links) <= 8 and (buttons or age or 1 <= len(gate) <= 6):
        yield page.finding(
            "interstitial.age_gate",
            _STATE,
            kind="age",
            seen=observed(f"“{asks.text}” with {', '.join(choices[:3]) or 'a field'}", asks.zone),
        )
    consent = page.message.says("interstitial.consent", zones=zones)
    if consent and 1 <= len(buttons) <= 6 and page.message.prose < 900:
        yield page.finding(
            "interstitial.consent_gate",
            _STATE,
            kind="consent",
            seen=observed(f"“{consent.text}” with {', '.join(buttons[:3])}", consent.zone),
        )
    notice = page.message.says("interstitial.notice", zones=zones)
    if notice is not None and page.message.size < 400 and len(facts.links) <= 4 and choices:
        yield page.finding(
            "interstitial.notice_gate", _STATE, kind="notice", seen=observed(f"“{notice.text}”", notice.zone)
        )
    region = page.message.says("interstitial.region", "interstitial.language", zones=("title", "heading", "lead"))
    if region and (
        len(facts.links) >= 2 or any(field.type == "select" for form in facts.forms for field in form.fields)
    ):
        yield page.finding(
            "interstitial.region_gate",
            _STATE,
            kind=region.group.split(".")[1],
            seen=observed(f"“{region.text}”", region.zone),
        )


def _covers(page: Page) -> Iterator[Finding]:
    for cover in page.capture.covers:
        if cover.share < _COVER:
            continue
        groups = {match.group for match in lexicon().matches(tokens_of(cover.text[:1500]))}
        kind = next(
            (
                kind
                for kind in ("consent", "age", "paywall", "region", "language", "notice")
                if f"interstitial.{kind}" in groups
            ),
            None,
        )
        login = groups & {"auth_wall.login", "auth_wall.required", "auth_wall.signup"}
        if kind is None and login:
            yield page.finding(
                "auth_wall.cover",
                PageState.AUTH_WALL,
                kind="login",
                seen=observed(f"“{cover.text[:100]}” covers {cover.share:.0%}", cover.where),
            )
        elif kind is not None or cover.scroll_locked:
            yield page.finding(
                "interstitial.cover",
                _STATE,
                kind=kind or "notice",
                strength=1.0 if cover.scroll_locked or cover.share > 0.85 else 0.8,
                seen=observed(f"“{cover.text[:100]}” covers {cover.share:.0%} of the window", cover.where),
            )


def _paywall(page: Page) -> Iterator[Finding]:
    hit = page.message.hits.get("interstitial.paywall")
    marked = page.message.prose < 3500 and any(piece in page.joined_names for piece in _PAYWALL)
    ends = _cut_off(page) if marked else None
    if ends:
        yield page.finding(
            "interstitial.paywall", _STATE, kind="paywall", seen=observed(f"“{ends}” ends the text", "main")
        )
    elif hit is not None and "heading" in hit and hit["heading"].coverage >= 0.4 and page.message.prose < 2500:
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


def _cut_off(page: Page) -> str | None:
    """The offer that follows the first lines of an article, if one does."""
    prose = 0
    words = lexicon()
    for block in page.message.blocks[:80]:
        if len(block.text) >= 80:
            prose += len(block.text)
        offers = prose and len(block.text) < 400
        if offers and any(
            match.group == "interstitial.paywall" for match in words.matches(tokens_of(block.text[:300]))
        ):
            return block.text[:100]
        if prose > 3500:
            return None
    return None


def _queue(page: Page) -> Iterator[Finding]:
    capture = page.capture
    words = page.message.says("interstitial.waiting_room", zones=("title", "heading", "lead", "body"))
    refreshes = capture.header("refresh") is not None or (
        page.facts.refresh is not None and page.facts.refresh.url is None
    )
    cookie = any(
        re.search(r"waiting_?room|queue-?it|queueit", value, re.IGNORECASE)
        for name, value in capture.headers
        if name == "set-cookie"
    )
    if words and (refreshes or cookie) and page.message.size < 1500:
        yield page.finding(
            "interstitial.queue",
            _STATE,
            kind="waiting_room",
            seen=observed(f"“{words.text}” and a refresh", words.zone),
        )
