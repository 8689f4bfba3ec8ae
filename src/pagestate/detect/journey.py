"""How the visit went: failures, loops, and ending somewhere else than asked."""

from collections.abc import Iterator

from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.facts.addresses import address_of, path_key, same_site
from pagestate.states import PageState

__all__ = ["detect"]

_LOOPS = frozenset({"loop", "too_many", "reloading"})
_BOT_COOKIES = (
    "tspd",
    "ts01",
    "incap_ses",
    "visid_incap",
    "__cf_bm",
    "ak_bmsc",
    "bm_sz",
    "bm_sv",
    "_abck",
    "datadome",
    "_px",
    "reese84",
    "kp_",
)
_AUTH = frozenset({"client_certificate", "http_auth"})


def detect(page: Page) -> Iterator[Finding]:
    """Yield what the way to the page tells."""
    yield from _failure(page)
    yield from _bounced(page)
    yield from _stub(page)
    yield from _strange(page)


_SUCCESSES = frozenset({200, 201, 202, 203, 204, 205, 206, 207, 208, 226})


def _strange(page: Page) -> Iterator[Finding]:
    """A status of success that nobody has registered, on a page that names no subject."""
    status = page.status
    if status is None or not page.capture.committed or not 200 <= status < 300 or status in _SUCCESSES:
        return
    named = bool(page.facts.title or page.facts.headings)
    yield page.finding(
        "unexpected.status",
        PageState.UNEXPECTED,
        kind="other",
        strength=page.message.brevity * (0.3 if named else 1.0),
        seen=observed(f"status {status}, which means nothing", "status"),
    )


def _failure(page: Page) -> Iterator[Finding]:
    failure = page.capture.failure
    if failure is None:
        if not page.capture.committed and page.capture.downloads:
            download = page.capture.downloads[0]
            yield page.finding(
                "capture_failed.failure",
                PageState.CAPTURE_FAILED,
                kind="download",
                seen=observed(f"a download of {download.mime or 'unknown type'}", "downloads"),
            )
        return
    seen = observed(failure.detail, "navigation")
    if failure.kind in _LOOPS:
        # Several addresses that send each other on are a circle, whoever moves the visitor.
        places = {hop.url.partition("?")[0].partition("#")[0] for hop in page.capture.hops}
        if page.capture.final_url:
            places.add(page.capture.final_url.partition("?")[0].partition("#")[0])
        kind = "loop" if failure.kind == "reloading" and len(places) > 1 else failure.kind
        yield page.finding("redirect_loop.failure", PageState.REDIRECT_LOOP, kind=kind, seen=seen)
        cookie = next(
            (name for hop in page.capture.hops for name in hop.cookies_set if name.lower().startswith(_BOT_COOKIES)),
            None,
        )
        if cookie:
            yield page.finding(
                "captcha.loop_cookie",
                PageState.CAPTCHA,
                kind="challenge",
                seen=observed(f"each hop sets the bot manager's cookie {cookie}", "hops"),
            )
    elif failure.kind in _AUTH:
        yield page.finding("auth_wall.failure", PageState.AUTH_WALL, kind=failure.kind, seen=seen)
    elif failure.kind == "no_content":
        yield page.finding("empty_page.failure", PageState.EMPTY_PAGE, kind="no_content", seen=seen)
    else:
        yield page.finding("capture_failed.failure", PageState.CAPTURE_FAILED, kind=failure.kind, seen=seen)


def _bounced(page: Page) -> Iterator[Finding]:
    asked, arrived = address_of(page.capture.requested_url), address_of(page.capture.final_url)
    if asked is None or arrived is None or not page.capture.committed:
        return
    if not same_site(asked.host, arrived.host):
        return
    if (
        path_key(asked.path) != "/"
        and path_key(arrived.path) == "/"
        and not asked.path.lower().startswith(("/login", "/index"))
    ):
        yield page.finding(
            "redirect_loop.bounced_home",
            PageState.REDIRECT_LOOP,
            kind="bounced_home",
            seen=observed(f"{asked.path} led to the start page", "url"),
        )


def _stub(page: Page) -> Iterator[Finding]:
    facts = page.facts
    if page.capture.source == "picture" or not page.capture.committed or facts.rendered:
        return
    if (
        len(facts.text) < 60
        and facts.elements < 30
        and len(facts.script_sources) <= 1
        and page.redirects_by_script
        and facts.mount is None
    ):
        yield page.finding(
            "unexpected.redirect_stub",
            PageState.UNEXPECTED,
            kind="other",
            seen=observed(page.redirects_by_script, "script"),
        )
    if len(facts.text) < 120 and any(
        "samlresponse" in field.name.lower() or "samlrequest" in field.name.lower()
        for form in facts.forms
        for field in form.fields
    ):
        yield page.finding(
            "unexpected.auto_post",
            PageState.UNEXPECTED,
            kind="other",
            seen=observed("a form that posts itself on", "form"),
        )
