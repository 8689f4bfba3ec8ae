"""Sites that are down on purpose."""

import re
from collections.abc import Iterator

from pagestate.detect.forms import FormRole
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.words import said
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.MAINTENANCE


def _for_mail(role: FormRole) -> bool:
    return role.role == "newsletter" or any(field.type == "email" and field.visible for field in role.form.fields)


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for maintenance."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    capture = page.capture
    kind = "maintenance"
    if page.message.says("maintenance.coming_soon", zones=("title", "heading", "lead")) and not page.message.says(
        "maintenance.maintenance"
    ):
        kind = "coming_soon"
    yield from said(
        page,
        _STATE,
        {
            "maintenance": "maintenance",
            "closed_now": "maintenance",
            "back_soon": None,
            "coming_soon": "coming_soon",
            "deploying": "deploying",
        },
    )
    if page.message.size < 700 and not page.facts.forms and len(page.facts.links) < 15:
        hit = page.message.says("maintenance.closed_now", "error_page.unavailable", zones=("title", "heading", "lead"))
        if hit and page.message.says(
            "maintenance.back_soon", "maintenance.maintenance", zones=("title", "heading", "lead", "body")
        ):
            yield page.finding(
                "maintenance.unavailable",
                _STATE,
                kind=kind,
                strength=max(0.0, 1 - 2 * page.matter.strength),
                seen=observed(f"“{hit.text}”", hit.zone),
            )
    soon = page.message.says("maintenance.back_soon", zones=("title", "heading"))
    if soon is not None and soon.coverage >= 0.5 and page.message.size < 500 and len(page.facts.links) < 10:
        yield page.finding("maintenance.back_alone", _STATE, kind=kind, seen=observed(f"“{soon.text}”", soon.zone))
    opens = page.message.says("maintenance.coming_soon", zones=("title", "heading", "lead"))
    asks = next(iter(page.forms("newsletter")), None) or next(
        (role for role in page.forms("other") if role.inputs == 1), None
    )
    alone = (
        asks is not None and page.message.size < 200 and len(page.facts.links) <= 2 and page.facts.document == "html"
    )
    if opens is None and alone and asks is not None and _for_mail(asks) and "nav" not in page.facts.landmarks:
        # Nothing but a place for an address: a page that waits for something, whatever the words.
        yield page.finding(
            "maintenance.not_open",
            _STATE,
            kind="coming_soon",
            seen=observed("a field for an address and next to nothing else", asks.form.where),
        )
    if opens is not None and opens.coverage >= 0.5 and page.message.size < 500 and page.matter.strength < 0.4:
        yield page.finding(
            "maintenance.not_open",
            _STATE,
            kind="coming_soon",
            strength=1.0 if asks is not None else 0.6,
            seen=observed(f"“{opens.text}”, {'an address to be told at' if asks else 'and little else'}", opens.zone),
        )
    if (
        page.matter.goods >= 2
        and page.status != 503
        and any(name.startswith("maintenance.") for name in page.message.hits)
    ):
        yield page.finding(
            "maintenance.goods", _STATE, seen=observed(f"{page.matter.goods} prices: it is open", "main")
        )
    text = " ".join(page.facts.picture_texts).lower()
    if page.message.size < 120 and re.search(
        r"maintenance|wartung|mantenimiento|manutenc|coming.?soon|unavailable|be.?back", text
    ):
        yield page.finding("maintenance.picture", _STATE, kind=kind, seen=observed(f"picture “{text[:80]}”", "picture"))
    marker = next((name for name, _ in capture.headers if "maintenance" in name), None)
    if marker and (capture.header(marker) or "").strip().lower() not in ("", "0", "false", "off", "no"):
        yield page.finding(
            "maintenance.header",
            _STATE,
            kind=None,
            seen=observed(f"{marker}: {capture.header(marker)}", f"header {marker}"),
        )
    if page.status == 503:
        words = page.message.says(
            "maintenance.maintenance",
            "maintenance.back_soon",
            "maintenance.deploying",
            zones=("title", "heading", "lead", "body"),
        )
        if words:
            yield page.finding(
                "maintenance.status", _STATE, kind=None, seen=observed("status 503 and words of maintenance", "status")
            )
        if capture.header("retry-after") and (words or marker):
            yield page.finding(
                "maintenance.retry_after",
                _STATE,
                kind=None,
                seen=observed(f"retry-after: {capture.header('retry-after')}", "header retry-after"),
            )
    if page.message.brevity < 0.3:
        yield page.finding(
            "maintenance.long",
            _STATE,
            strength=1 - page.message.brevity / 0.3,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )
