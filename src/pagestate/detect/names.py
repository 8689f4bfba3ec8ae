"""What the authors of a page called its parts: identifiers, classes, style sheets, pictures.

Names do not depend on the language that the page is written in. They count for more on the page
as a whole (its body element) than on any part of it, and only in their usual, unmistakable forms:
`error` alone marks form fields everywhere.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import product

from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.sieve import Sieve
from pagestate.states import PageState

__all__ = ["detect"]

_PARTS = (
    "page",
    "wrap",
    "wrapper",
    "container",
    "content",
    "code",
    "box",
    "template",
    "main",
    "body",
    "section",
    "text",
    "title",
    "heading",
    "description",
    "info",
    "details",
    "inner",
    "area",
    "view",
    "screen",
    "layout",
    "card",
    "form",
)


def _forms(stems: str, parts: tuple[str, ...] = ()) -> set[str]:
    names = set(stems.split())
    for stem, part in product(stems.split(), parts):
        names |= {f"{stem}-{part}", f"{stem}{part}", f"{part}-{stem}"}
    return names


_NAMES: dict[str, tuple[PageState, str | None]] = {}
for _state, _kind, _names in (
    (
        PageState.ERROR_PAGE,
        "not_found",
        (
            _forms("error", _PARTS)
            | _forms(
                "error404 error-404 e404 404 not-found notfound page-not-found http-error error-500 error-503 "
                "error-403 "
                "fourohfour error500 error403 404-error 404error",
                ("page", "wrapper", "container", "content", "text"),
            )
        )
        - {
            "error",
            "error-text",
            "errortext",
            "text-error",
            "form-error",
            "error-form",
            "error-info",
            "title-error",
            "error-title",
        },
    ),
    (
        PageState.AUTH_WALL,
        "login",
        (
            _forms(
                "login signin sign-in log-in register signup",
                (
                    "page",
                    "form",
                    "container",
                    "wrap",
                    "wrapper",
                    "box",
                    "body",
                    "main",
                    "view",
                    "screen",
                    "layout",
                    "card",
                    "content",
                ),
            )
            | _forms("auth", ("page", "form", "container", "wrapper", "box", "layout"))
            | {"user-login", "account-login", "customer-account-login", "page-user-login", "authorization"}
        )
        - {"login", "signin", "sign-in", "log-in", "register", "signup", "auth", "main-login", "content-login"},
    ),
    (
        PageState.MAINTENANCE,
        "maintenance",
        _forms(
            "maintenance coming-soon comingsoon under-construction underconstruction site-offline downtime wartung",
            ("mode", "page", "container", "wrapper", "content"),
        ),
    ),
    (
        PageState.CAPTCHA,
        "challenge",
        (
            _forms("captcha challenge", ("page", "container", "box", "wrapper", "form", "body", "running", "stage"))
            | _forms("block blocked", ("page",))
            | {
                "px-captcha",
                "access-denied",
                "bot-check",
                "bot-protection",
                "h-captcha",
                "robot-check",
                "human-verification",
                "human-check",
                "cf-im-under-attack",
                "cf-browser-verification",
                "cf-challenge",
                "cf-captcha-container",
            }
        )
        - {"captcha", "challenge", "block", "blocked"},
    ),
    (
        PageState.DOMAIN_MISMATCH,
        "parked",
        _forms(
            "parking parked for-sale forsale buybox relatedlinks related-links lander domain-for-sale "
            "domainname domain-name domain-parking default-page",
            ("page", "container"),
        ),
    ),
    (
        PageState.INTERSTITIAL,
        None,
        _forms(
            "age-gate agegate age-verification age-check age-verify paywall pay-wall regwall waiting-room "
            "interstitial cookie-wall splash-page "
            "unsupported-browser browser-unsupported browser-upgrade",
            ("page", "container", "wrapper", "form", "modal", "overlay"),
        ),
    ),
    (
        PageState.LOADING_TIMEOUT,
        "spinner",
        _forms("preloader page-loader app-loading spinner splash-screen skeleton", ("container", "wrapper", "overlay"))
        | {"loading-screen", "loading-page", "loading-spinner", "loading-indicator", "loading-overlay", "loader"},
    ),
):
    for _name in _names:
        _NAMES.setdefault(_name, (_state, _kind))

_SPLIT = re.compile(r"[\s/]+")
_FILE = re.compile(r"([^/?#]+?)(?:[.-][\da-f]{6,})?(?:\.min)?\.(?:css|png|jpe?g|gif|svg|webp|js)(?:$|[?#])")


_KNOWN = Sieve(_NAMES)


def _known(words: Iterable[str]) -> dict[PageState, tuple[str, str | None]]:
    found: dict[PageState, tuple[str, str | None]] = {}
    for word in words:
        entry = _NAMES.get(word)
        if entry is not None:
            found.setdefault(entry[0], (word, entry[1]))
    return found


def _files(assets: tuple[str, ...]) -> Iterator[str]:
    """The names of files that hold a known name."""
    lines = [item.lower().replace("_", "-").replace("\n", "") for item in assets]
    for number in _KNOWN.lines(lines):
        match = _FILE.search(assets[number].lower())
        if match:
            yield match[1].replace("_", "-")


def detect(page: Page) -> Iterator[Finding]:
    """Yield what the names of the page's parts tell."""
    facts = page.facts
    if page.capture.source == "picture" or not page.capture.committed:
        return
    thin = page.message.brevity
    body = _known(facts.body_names.replace("_", "-").split())
    for state, (word, kind) in body.items():
        yield page.finding(f"{state}.named_body", state, kind=kind, seen=observed(f"body named {word}", "body"))
    for state, (word, kind) in _known(sorted(page.names & _NAMES.keys())).items():
        yield page.finding(
            f"{state}.named_part", state, kind=kind, strength=thin, seen=observed(f"a part named {word}", "document")
        )
    for state, (word, kind) in _known(_files(facts.assets)).items():
        yield page.finding(
            f"{state}.named_file", state, kind=kind, strength=thin, seen=observed(f"a file named {word}", "document")
        )
