"""What the requests of a page tell that the page itself does not."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from pagestate.detect.lexicon import lexicon, tokens_of
from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import Page, observed
from pagestate.evidence import Exchange
from pagestate.facts.addresses import host_of, same_site
from pagestate.facts.model import Facts
from pagestate.states import PageState

__all__ = ["detect", "failed_data_calls", "failed_writes", "shows_success"]

_DATA = frozenset({"fetch", "xhr"})
_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_ASIDE = re.compile(
    r"analytics|telemetry|beacon|collect|/track|metrics|sentry|/log(?:s|ging)?\b|pixel|stats|doubleclick|"
    r"adservice|hotjar|segment\.io|/rum\b|/csp-report|bugsnag|amplitude|mixpanel",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r"/(?:me|session|whoami|self|current[-_]?user|userinfo|identity|auth/(?:me|status|user|session)|account|"
    r"profile|users?/(?:me|current|self))(?:[/?.]|$)",
    re.IGNORECASE,
)
_SUCCESS_SHARE = 4000


def _failed(call: Exchange) -> bool:
    if call.failure is not None:
        return "ABORTED" not in call.failure and "BLOCKED_BY_CLIENT" not in call.failure
    if call.status is not None and call.status >= 400:
        return True
    return call.resource in _DATA and bool(_errors_in(call))


def _errors_in(call: Exchange) -> str | None:
    """The error that a 200 answer to a request for data carries in its body (GraphQL, JSON-RPC)."""
    if not call.body or call.body.lstrip()[:1] != "{":
        return None
    try:
        value = json.loads(call.body)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    errors = value.get("errors")
    if isinstance(errors, list) and errors and not any(value.get("data") or ()):
        first = errors[0]
        return str(first.get("message", "error")) if isinstance(first, dict) else str(first)
    return None


def failed_data_calls(facts: Facts) -> tuple[Exchange, ...]:
    """Return the page's own failed requests for data, without measuring and logging."""
    return tuple(
        call
        for call in facts.capture.exchanges
        if call.resource in _DATA
        and call.method.upper() not in _WRITES - {"POST"}
        and _failed(call)
        and not _ASIDE.search(call.url)
        and same_site(host_of(call.url), facts.host)
    )


def failed_writes(facts: Facts) -> tuple[Exchange, ...]:
    """Return the page's own failed requests that should have stored something."""
    return tuple(
        call
        for call in facts.capture.exchanges
        if call.resource in _DATA
        and call.method.upper() in _WRITES
        and not _ASIDE.search(call.url)
        and not re.search(r"graphql", call.url, re.IGNORECASE)
        and _failed(call)
        and same_site(host_of(call.url), facts.host)
    )


def shows_success(facts: Facts) -> bool:
    """Whether the page says that something was done, in a short line."""
    lines = [block.text for block in facts.blocks if len(block.text) < 160][:80] or facts.text.splitlines()[:80]
    words = lexicon()
    return any(match.group == "goal_failed.done" for line in lines for match in words.matches(tokens_of(line)))


def detect(page: Page) -> Iterator[Finding]:
    """Yield what failed requests say of the page."""
    if not page.capture.exchanges or not page.capture.committed:
        return
    yield from _scripts(page)
    yield from _data(page)
    yield from _session(page)
    yield from _challenge(page)


def _scripts(page: Page) -> Iterator[Finding]:
    for number, call in enumerate(page.capture.exchanges, start=1):
        if call.resource not in ("script", "stylesheet") or not same_site(host_of(call.url), page.facts.host):
            continue
        wrong = call.resource == "script" and (call.mime or "").startswith("text/html") and (call.status or 200) < 400
        missing = call.status in (404, 410, 500, 502, 503, 504) or (
            call.failure is not None and "ABORTED" not in call.failure
        )
        if not (wrong or missing):
            continue
        thin = page.message.size < 200
        says = page.message.says("error_page.crash", "error_page.failure", zones=("title", "heading", "lead", "body"))
        if call.resource == "script" and (thin or says):
            what = "a script answered with a page" if wrong else f"a script that failed ({call.failure or call.status})"
            yield page.finding(
                "error_page.chunk_load",
                PageState.ERROR_PAGE,
                kind="chunk_load",
                seen=observed(f"{what}: {call.url[:120]}", f"request {number}"),
            )
            return
    broken = next((entry for entry in page.capture.console if _CHUNK.search(entry.text)), None)
    if broken is not None and page.message.size < 300:
        yield page.finding(
            "error_page.chunk_load",
            PageState.ERROR_PAGE,
            kind="chunk_load",
            seen=observed(broken.text[:160], "console"),
        )


_CHUNK = re.compile(
    r"ChunkLoadError|Loading (?:CSS )?chunk \S+ failed|Failed to fetch dynamically imported module|"
    r"error loading dynamically imported module|Failed to load module script"
)


def _data(page: Page) -> Iterator[Finding]:
    failed = [
        call
        for call in failed_data_calls(page.facts)
        if call not in failed_writes(page.facts) and not (call.status in (401, 403, 404, 419) and call.failure is None)
    ]
    if not failed:
        return
    call = failed[0]
    why = call.failure or (str(call.status) if call.status and call.status >= 400 else _errors_in(call) or "error")
    seen = (Observation(what=f"{call.method} {call.url[:120]} failed ({why})", where="request"),)
    message = page.message.says(
        "error_page.not_found",
        "error_page.failure",
        "error_page.unavailable",
        "error_page.generic",
        "captcha.geo",
        "interstitial.region",
        zones=("title", "heading", "lead", "body"),
    )
    heads = page.message.says(
        "error_page.not_found",
        "error_page.failure",
        "error_page.unavailable",
        "error_page.generic",
        "captcha.geo",
        "interstitial.region",
        "maintenance.closed_now",
        "error_page.refused",
        zones=("title", "heading"),
    )
    if message is not None and heads is None and page.facts.headings:
        # The page has its subject and reports trouble in a part of it: its own banner, no error page.
        return
    moved = any(hop.via == "history" for hop in page.capture.hops)
    if message and page.message.size < 900 and (page.status is None or page.status < 400):
        yield page.finding(
            "error_page.data_call",
            PageState.ERROR_PAGE,
            kind="server_error",
            seen=(
                *seen,
                Observation(what=f"“{message.text}”", where=message.zone),
                *(observed("the address was changed by script", "url") if moved else ()),
            ),
        )
    elif page.message.size < 120:
        yield page.finding("error_page.data_call", PageState.ERROR_PAGE, kind="server_error", strength=0.8, seen=seen)


def _session(page: Page) -> Iterator[Finding]:
    """A session that ended shows in the page's own identity request, not in any other refusal."""
    for call in page.capture.exchanges:
        if call.resource in _DATA and call.status is not None and 200 <= call.status < 300 and _is_identity(page, call):
            yield page.finding(
                "content.identity",
                PageState.CONTENT,
                seen=observed(f"{call.url[:120]} answered {call.status}: the session is good", "request"),
            )
            return
    for call in page.capture.exchanges:
        if (
            call.resource in _DATA
            and call.status in (401, 419, 440)
            and same_site(host_of(call.url), page.facts.host)
            and _IDENTITY.search(urlsplit(call.url).path)
        ):
            yield page.finding(
                "auth_wall.identity_call",
                PageState.AUTH_WALL,
                kind="login" if _asks_to_log_in(page) else "session_expired",
                strength=1.0 if page.message.size < 600 else 0.5,
                seen=observed(f"{call.url[:120]} answered {call.status}", "request"),
            )
            return


def _asks_to_log_in(page: Page) -> bool:
    """Whether the page shows a form to log in and does not say that there was a session."""
    return any(page.forms("login", "username")) and not page.message.says(
        "auth_wall.expired", zones=("title", "heading", "lead", "body")
    )


def _is_identity(page: Page, call: Exchange) -> bool:
    return same_site(host_of(call.url), page.facts.host) and _IDENTITY.search(urlsplit(call.url).path) is not None


def _challenge(page: Page) -> Iterator[Finding]:
    for call in page.capture.exchanges:
        if call.resource in _DATA and (call.headers.get("cf-mitigated") == "challenge"):
            yield page.finding(
                "captcha.challenged_call",
                PageState.CAPTCHA,
                kind="challenge",
                vendor="Cloudflare",
                strength=1.0 if page.message.size < 400 else 0.4,
                seen=observed(f"{call.url[:120]} was met with a challenge", "request"),
            )
            return
