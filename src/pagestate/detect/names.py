"""What the authors of a page called its parts: identifiers, classes, style sheets, pictures.

Names do not depend on the language that the page is written in. They count for more on the page
as a whole (its body element) than on any part of it, and only in their usual, unmistakable forms:
`error` alone marks form fields everywhere.
"""

import re
from collections.abc import Iterator

from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.states import PageState

__all__ = ["detect"]

_PATTERNS: tuple[tuple[PageState, str | None, re.Pattern[str]], ...] = (
    (PageState.ERROR_PAGE, "not_found", re.compile(
        r"(?:^|[\s/_.-])(?:error-?_?404|e?404(?:-?page|_page|-error|error)?|page-?404|not-?_?found|notfound|page-?not-?found|error-?_?page|page-?error|http-?error|error-?_?50[03]|"
        r"error-?(?:wrap(?:per)?|container|content|code|box|template|main|body|section|text|title|heading|description|info|details|inner|area|view|screen|layout)|errorpage|errorcontainer|errorcode|fourohfour|cf-error-\w+)(?=$|[\s/_.-])")),
    (PageState.AUTH_WALL, "login", re.compile(
        r"(?:^|[\s/_.-])(?:login-?_?(?:page|form|container|wrap(?:per)?|box|body|main|view|screen|layout|card|content)|page-?_?login|log-?in-?page|sign-?in-?(?:page|form|container|box|wrapper|card)|signinform|loginform|loginpage|loginbox|"
        r"authorization|auth-?(?:page|form|container|wrapper|box|layout)|page-?(?:user-?login|signin|register|registration)|user-?login|account-?login|customer-account-login|sso-\w+|register-?page|signup-?(?:page|form))(?=$|[\s/_.-])")),
    (PageState.MAINTENANCE, "maintenance", re.compile(r"(?:^|[\s/_.-])(?:maintenance|maintenance-?_?(?:mode|page)|coming-?_?soon|comingsoon|under-?construction|underconstruction|site-?offline|wartung|downtime|offline-?page)(?=$|[\s/_.-])")),
    (PageState.CAPTCHA, "challenge", re.compile(r"(?:^|[\s/_.-])(?:captcha-?(?:page|container|box|wrapper|form|body)|challenge-?(?:form|page|container|running|stage|body|wrapper)|px-captcha|cf-(?:challenge|captcha|browser-verification|im-under-attack)[\w-]*|block(?:ed)?-?page|access-?denied|bot-?(?:check|protection|detection)|waf-\w+|h-captcha|robot-?check|human-?(?:verification|check))(?=$|[\s/_.-])")),
    (PageState.DOMAIN_MISMATCH, "parked", re.compile(r"(?:^|[\s/_.-])(?:parking|parked|domain-?(?:name|for-?sale|sale|parking|parked|info|search)|for-?sale|buybox|related-?links|relatedlinks|sedo\w*|default-?page|lander)(?=$|[\s/_.-])")),
    (PageState.INTERSTITIAL, None, re.compile(r"(?:^|[\s/_.-])(?:age-?_?(?:gate|verification|check|verify|restriction)|agegate|paywall|pay-?wall|metered|regwall|waiting-?room|queue-?(?:page|container)|unsupported-?browser|browser-?(?:upgrade|not-?supported|unsupported)|interstitial|cookie-?wall|consent-?(?:page|wall)|splash-?page)(?=$|[\s/_.-])")),
    (PageState.LOADING_TIMEOUT, "spinner", re.compile(r"(?:^|[\s/_.-])(?:preloader|page-?loader|app-?loading|loading-?(?:screen|page|spinner|indicator|overlay)|spinner|splash-?screen|skeleton)(?=$|[\s/_.-])")),
)  # fmt: skip


def detect(page: Page) -> Iterator[Finding]:
    """Yield what the names of the page's parts tell."""
    facts = page.facts
    if page.capture.source == "picture" or not page.capture.committed:
        return
    parts = "\n".join(facts.names) + "\n" + "\n".join(name.lower() for name in facts.ids)
    files = "\n".join(item.rsplit("/", 1)[-1] for item in facts.assets).lower() + "\n" + "\n".join(facts.assets).lower()
    thin = page.message.brevity
    for state, kind, pattern in _PATTERNS:
        found = pattern.search(facts.body_names)
        if found:
            yield page.finding(f"{state}.named_body", state, kind=kind, seen=observed(f"body named {found[0].strip()}", "body"))
        if len(parts) < 60_000:
            found = pattern.search(parts)
            if found:
                yield page.finding(f"{state}.named_part", state, kind=kind, strength=thin, seen=observed(f"a part named {found[0].strip()}", "document"))
        found = pattern.search(files)
        if found:
            yield page.finding(f"{state}.named_file", state, kind=kind, strength=thin, seen=observed(f"a file named {found[0].strip()}", "document"))
