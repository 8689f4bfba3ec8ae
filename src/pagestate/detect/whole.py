"""Pages that say one thing and nothing else: what they say is their message."""

from collections.abc import Iterator, Mapping

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
    """Yield what a page says when it says nothing besides."""
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
        said = {name for name in names if {"heading", "lead"} & message.hits.get(name, {}).keys()}
        yield page.finding(
            f"{state}.whole",
            state,
            kind=groups[hit.group.split(".")[1]],
            strength=min(1.0, share) * (1.0 if said - _POLITE else 0.5),
            seen=observed(f"“{hit.text}” and little else: {share:.0%} of what there is to read", hit.zone),
        )
