"""Bot checks and refusals: carriers that gate the page, never a mere script or word."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.words import said
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.CAPTCHA
_GROUPS: dict[str, str | None] = {
    "human": "interactive",
    "checking": "challenge",
    "blocked": "access_denied",
    "rate": "rate_limited",
    "geo": "geo_blocked",
    "reference": None,
}
_REFUSALS = frozenset({418, 420, 444, 999})
_WIDGETS = (
    "recaptcha",
    "hcaptcha",
    "turnstile",
    "challenges.cloudflare",
    "funcaptcha",
    "arkoselabs",
    "geetest",
    "captcha-delivery",
    "datadome",
    "friendlycaptcha",
    "captcha",
)
_QUOTA = ("x-ratelimit-remaining", "ratelimit-remaining", "x-rate-limit-remaining", "ratelimit")


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a bot check or a refusal."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _by_status(page)
    yield from _by_header(page)
    yield from _said(page)
    yield from _refused(page)
    yield from _clearing(page)
    yield from _widget(page)
    yield from _interrupting(page)
    if page.message.brevity < 0.3:
        yield page.finding(
            "captcha.long",
            _STATE,
            strength=1 - page.message.brevity / 0.3,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )


def _said(page: Page) -> Iterator[Finding]:
    for finding in said(page, _STATE, _GROUPS):
        if finding.kind == "geo_blocked" and page.landed:
            # With an answer of success it is the site's own offer that ends here, not the way to it.
            finding = replace(finding, weight=0.3 * finding.weight)
        yield finding


_NUMBER = re.compile(
    r"(?<![\w/.-])(?!\d{4}-\d\d-\d\d\b)(?=[\w-]*\d[\w-]*\d)(?:[0-9a-f]{4,}(?:-[0-9a-f]{2,}){2,}|[0-9a-f]{12,}|\d{10,}(?:-\d+)*)",
    re.IGNORECASE,
)
_REFUSING = frozenset({403, 406, 429, 451, 503})


def _refused(page: Page) -> Iterator[Finding]:
    """A short page that says no, and a number to quote or a status that says no too."""
    message = page.message
    hit = message.says(
        "captcha.blocked",
        "captcha.geo",
        "captcha.human",
        "captcha.checking",
        "captcha.rate",
        zones=("title", "heading", "lead"),
    )
    if hit is None or message.size > 900:
        return
    kinds = {"captcha.blocked": "access_denied", "captcha.geo": "geo_blocked", "captcha.rate": "rate_limited"}
    if page.status in _REFUSING and (hit.coverage >= 0.25 or hit.zone != "lead"):
        yield page.finding(
            "captcha.refused",
            _STATE,
            kind=kinds.get(hit.group),
            strength=1.0 if hit.zone != "lead" else 0.7,
            seen=observed(f"status {page.status} and “{hit.text}”", hit.zone),
        )
    if message.says("captcha.blocked", zones=("title", "heading")):
        number = next((found for block in message.lead if (found := _NUMBER.search(block.text[:400]))), None)
        if number is not None:
            yield page.finding(
                "captcha.case_number",
                _STATE,
                kind="access_denied",
                seen=observed(f"a number to quote: {number[0][:40]}", "lead"),
            )


_RELOADS = re.compile(r"location\.reload\s*\(|location\s*=\s*location|location\.href\s*=\s*(?:window\.)?location")


def _clearing(page: Page) -> Iterator[Finding]:
    """A check that lets the visitor in by loading the page anew."""
    hit = page.message.says("captcha.checking", "captcha.human", zones=("title", "heading", "lead"))
    if hit is None or page.message.size > 600 or any(role.inputs for role in page.roles):
        return
    refresh = page.facts.refresh
    script = _RELOADS.search(page.facts.script_text[:60_000])
    if script or (refresh is not None and refresh.url is None):
        yield page.finding(
            "captcha.clearing",
            _STATE,
            kind="challenge",
            seen=observed(f"“{hit.text}”, and the page loads itself anew", hit.zone),
        )


def _exhausted(page: Page) -> str | None:
    for name in _QUOTA:
        value = page.capture.header(name)
        if value is not None and re.match(r"\s*(?:0\s*(?:,|;|$)|.*\bremaining=0\b|.*\br=0\b)", value):
            return name
    return None


def _by_status(page: Page) -> Iterator[Finding]:
    status = page.status
    if status is None:
        return
    where = observed(f"status {status}", "status")
    if status == 451:
        yield page.finding("captcha.status_451", _STATE, kind="geo_blocked", seen=where)
    if status == 429:
        yield page.finding("captcha.status_429", _STATE, kind="rate_limited", seen=where)
    elif status in _REFUSALS or status >= 600:
        yield page.finding("captcha.status_refusal", _STATE, kind="access_denied", seen=where)
    elif status == 405 and not page.capture.hops:
        yield page.finding(
            "captcha.status_405", _STATE, kind="access_denied", seen=observed("status 405 to a plain GET", "status")
        )
    elif status == 403:
        quota = _exhausted(page)
        if quota:
            yield page.finding(
                "captcha.quota",
                _STATE,
                kind="rate_limited",
                seen=observed("403 with an exhausted quota", f"header {quota}"),
            )
        if page.history.pages_ok >= 2 and (
            quota or page.message.says("captcha.rate", zones=("title", "heading", "lead", "body"))
        ):
            yield page.finding(
                "captcha.after_success",
                _STATE,
                kind="rate_limited",
                seen=observed(f"{page.history.pages_ok} pages of this host were fine before", "history"),
            )
    elif status == 503 and _exhausted(page):
        yield page.finding(
            "captcha.quota",
            _STATE,
            kind="rate_limited",
            strength=0.7,
            seen=observed("503 with an exhausted quota", "headers"),
        )


def _by_header(page: Page) -> Iterator[Finding]:
    capture = page.capture
    if (capture.header("cf-mitigated") or "").lower() == "challenge":
        yield page.finding(
            "captcha.carrier",
            _STATE,
            kind="challenge",
            vendor="Cloudflare",
            seen=observed("cf-mitigated: challenge", "header cf-mitigated"),
        )
    action = capture.header("x-amzn-waf-action")
    if action:
        kind = "interactive" if "captcha" in action.lower() else "challenge"
        yield page.finding(
            "captcha.carrier",
            _STATE,
            kind=kind,
            vendor="AWS WAF",
            seen=observed(f"x-amzn-waf-action: {action}", "header x-amzn-waf-action"),
        )
    if page.status in (403, 429) and (capture.header("x-datadome") or capture.header("x-dd-b")):
        yield page.finding(
            "captcha.carrier",
            _STATE,
            kind="interactive",
            vendor="DataDome",
            seen=observed("x-datadome", "header x-datadome"),
        )


_PROBING = re.compile(
    r"challenge|captcha|fingerprint|webdriver|document\.cookie\s*=|location\.reload|_waf|botd?etect|"
    r"navigator\.(?:plugins|languages)|turnstile|proof.?of.?work|\bnonce\b.{0,80}sha",
    re.IGNORECASE | re.DOTALL,
)


def _interrupting(page: Page) -> Iterator[Finding]:
    """A script and nothing else: no text, no subject, nothing to fill."""
    facts = page.facts
    if not page.wordless or facts.mount or facts.rendered or facts.stylesheets > 1 or facts.elements > 25:
        return
    scripts = len(facts.script_sources) + (1 if facts.script_length else 0)
    if not scripts or scripts > 3:
        return
    probing = _PROBING.search(facts.script_text[:60_000]) or _PROBING.search("\n".join(facts.script_sources))
    if probing:
        yield page.finding(
            "captcha.interrupting",
            _STATE,
            kind="challenge",
            seen=observed(f"a script and nothing else: {probing[0][:60]}", "script"),
        )
    elif not facts.title and "noindex" in facts.meta.get("robots", "").lower():
        yield page.finding(
            "captcha.interrupting",
            _STATE,
            kind="challenge",
            strength=0.8,
            seen=observed("a script and nothing else, not to be indexed", "document"),
        )
    if page.status in (202, 403, 405, 429, 503):
        yield page.finding(
            "captcha.interrupting_status",
            _STATE,
            kind="challenge",
            seen=observed(f"status {page.status} with a script and nothing else", "status"),
        )


_PICTURED = re.compile(
    r"captcha|securimage|verif(?:y|ication)?[-_]?(?:code|image|img)|validat\w*[-_]?code|vcode|checkcode|authimg|"
    r"rand(?:om)?[-_]?(?:code|image)|imgcode|codeimg|yzm",
    re.IGNORECASE,
)
"""Names of pictures whose letters are to be typed; from components such as captcha, Securimage, kaptcha."""


def _sited(page: Page) -> bool:
    """Whether the place of a visible check stands in the page itself, and not only its script."""
    return any(name in _SITES for name in page.names)


_SITES = frozenset({"g-recaptcha", "h-captcha", "cf-turnstile", "frc-captcha", "smart-captcha", "altcha-widget"})
"""Classes by which the makers of checks say where one is to be drawn."""


def _is_widget(text: str) -> bool:
    text = text.lower()
    return any(word in text for word in _WIDGETS)


def _widget(page: Page) -> Iterator[Finding]:
    facts, message = page.facts, page.message
    role = next((role for role in page.roles if role.role == "captcha"), None)
    named = None
    if "captcha" in page.joined_names or "turnstile" in page.joined_names:
        named = next((name for name in sorted(page.names) if "captcha" in name or "turnstile" in name), None)
    carried = next((word for word in _WIDGETS if word in page.carriers), None)
    frame = script = None
    if carried:
        frame = next((frame for frame in facts.frames if _is_widget(f"{frame.src} {frame.identifier}")), None)
        script = next((src for src in facts.script_sources if _is_widget(src)), None)
    pictured = None
    if role is None and sum(role.inputs for role in page.roles if role.role != "search") == 1:
        pictured = next((text for text in facts.picture_texts if _PICTURED.search(text)), None)
    carrier = frame or role or script or named or pictured
    if carrier is None:
        return
    fields = sum(role.inputs for role in page.roles if role.role not in ("captcha", "search"))
    alone = message.size < 900 and message.prose < 700 and len(facts.links) < 12 and fields <= 1
    where = (
        frame.src[:80]
        if frame
        else role.form.where
        if role
        else script[:80]
        if script
        else f"#{named}"
        if named
        else f"picture {pictured}"
    )
    if (
        alone
        and (frame or role or named or pictured)
        and (
            page.wordless
            # A check that guards no other field guards the page.
            or (message.size < 400 and bool(pictured))
            or (message.size < 400 and not facts.rows and fields == 0 and bool(role or _sited(page)))
            or message.says(
                "captcha.human", "captcha.checking", "captcha.blocked", zones=("title", "heading", "lead", "body")
            )
        )
    ):
        yield page.finding(
            "captcha.gate", _STATE, kind="interactive", seen=observed("a captcha and nothing else", where)
        )
    elif (
        alone
        and script
        and page.wordless
        and not facts.mount
        and len(facts.script_sources) <= 2
        and facts.elements < 25
    ):
        yield page.finding(
            "captcha.gate",
            _STATE,
            kind="challenge",
            strength=0.7,
            seen=observed("a challenge script and nothing else", where),
        )
    elif not alone:
        yield page.finding("captcha.furniture", _STATE, seen=observed("a captcha on a page with other content", where))
