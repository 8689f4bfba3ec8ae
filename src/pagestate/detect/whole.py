"""Pages that say one thing and nothing else: what they say is their message."""

from collections.abc import Iterator, Mapping

from pagestate.detect.message import Hit
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.states import PageState

__all__ = ["detect"]

_GROUPS: Mapping[PageState, Mapping[str, str]] = {
    PageState.ERROR_PAGE: {
        "not_found": "not_found",
        "gone": "gone",
        "failure": "server_error",
        "crash": "app_crash",
        "gateway": "gateway",
        "unavailable": "server_error",
        "refused": "forbidden",
    },
    PageState.MAINTENANCE: {
        "maintenance": "maintenance",
        "closed_now": "maintenance",
        "back_soon": "maintenance",
        "coming_soon": "coming_soon",
        "deploying": "deploying",
    },
    PageState.CAPTCHA: {
        "human": "interactive",
        "checking": "challenge",
        "blocked": "access_denied",
        "rate": "rate_limited",
        "geo": "geo_blocked",
    },
    PageState.DOMAIN_MISMATCH: {
        "parked": "parked",
        "for_sale": "for_sale",
        "expired": "expired",
        "suspended": "suspended",
        "default": "hosting_default",
        "unclaimed": "unclaimed",
        "takeover": "takeover",
    },
    PageState.AUTH_WALL: {
        "required": "login",
        "expired": "session_expired",
        "mfa": "mfa",
        "permission": "permission",
    },
    PageState.INTERSTITIAL: {
        "consent": "consent",
        "age": "age",
        "paywall": "paywall",
        "waiting_room": "waiting_room",
        "unsupported_browser": "unsupported_browser",
        "notice": "notice",
    },
}
"""Groups of words that make a message by themselves, and the kind each speaks for."""
_POLITE = frozenset({"maintenance.back_soon", "maintenance.closed_now", "error_page.unavailable"})
"""What is said of many things besides: thanks for patience, sold out."""
_SHORT = 420
"""Characters up to which a page can be one message."""
_HALF = 0.45
"""Share of what there is to read from which it is the message."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what a page says when it says nothing besides, and what its title and its opening both say."""
    yield from _agreed(page)
    yield from _whole(page)


_SPOKEN = frozenset({PageState.ERROR_PAGE, PageState.MAINTENANCE, PageState.CAPTCHA, PageState.DOMAIN_MISMATCH})
"""States whose pages are named after what they say; a login's title is on its furniture too."""
_FRAMED = frozenset({PageState.AUTH_WALL, PageState.INTERSTITIAL})
_AGREED = 0.4
"""Share of a line that has to be the message for the line to agree; set by hand."""


def _agreed(page: Page) -> Iterator[Finding]:
    """A title and a heading or opening line that are both mostly the same state's message.

    That holds on pages of any length: menus, offers and addresses below do not make them the subject.
    """
    if page.capture.source == "picture" or not page.capture.committed or page.matter.strength > 0.6:
        return
    hits = page.message.hits
    if "title" in hits.get("content.written_about", {}):
        return
    for state, groups in _GROUPS.items():
        if state not in _SPOKEN:
            continue
        best: dict[str, Hit] = {}
        for name in groups:
            if f"{state}.{name}" in _POLITE:
                continue
            for zone, hit in hits.get(f"{state}.{name}", {}).items():
                if zone not in best or hit.coverage > best[zone].coverage:
                    best[zone] = hit
        title, heading, lead = (best.get(zone) for zone in ("title", "heading", "lead"))
        opening = heading if heading is not None and heading.coverage >= _AGREED else lead
        if title is None or opening is None or min(title.coverage, opening.coverage) < _AGREED:
            continue
        if opening.text.endswith(("?", "？")) or title.text.endswith(("?", "？")):
            continue
        yield page.finding(
            f"{state}.agreed",
            state,
            kind=groups[opening.group.split(".")[1]],
            strength=min(1.0, title.coverage + opening.coverage - 0.2) * (1 - page.matter.strength),
            seen=observed(f"“{title.text}” and “{opening.text}”", f"title and {opening.zone}"),
        )


def _whole(page: Page) -> Iterator[Finding]:
    if page.capture.source == "picture" or not page.capture.committed:
        return
    message = page.message
    if message.size > _SHORT or page.matter.strength > 0.3 or message.unexplained > 90:
        return
    if any(role.inputs for role in page.roles if role.role not in ("search", "captcha", "newsletter")):
        return
    for state, groups in _GROUPS.items():
        names = [f"{state}.{name}" for name in groups]
        share = message.share(*names)
        if share < _HALF:
            continue
        hit = message.says(*names, zones=("heading", "lead"))
        if hit is not None and hit.group == "captcha.geo" and page.landed:
            # With an answer of success it is the site's own offer that ends here: a gate, and no block.
            continue
        if hit is None or hit.text.endswith(("?", "？", "yet.", "yet")):
            continue
        if state in _FRAMED and page.facts.headings and not page.message.says(*names, zones=("heading",)):
            # Under a heading of another subject an offer to log in or to subscribe is beside the point.
            continue
        said = {name for name in names if {"heading", "lead"} & message.hits.get(name, {}).keys()}
        yield page.finding(
            f"{state}.whole",
            state,
            kind=groups[hit.group.split(".")[1]],
            strength=min(1.0, share) * (1.0 if said - _POLITE else 0.5),
            seen=observed(f"“{hit.text}” and little else: {share:.0%} of what there is to read", hit.zone),
        )
