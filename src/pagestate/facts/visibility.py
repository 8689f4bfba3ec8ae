"""What a person cannot see, judged from markup alone where no browser measured it."""

import re
from collections.abc import Mapping

__all__ = ["hidden_by_classes", "hidden_by_style", "region_of", "rules_that_hide"]

_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

_HIDING = frozenset(
    {
        "hidden", "hide", "d-none", "is-hidden", "display-none", "displaynone", "dn", "none", "invisible",
        "w-hidden", "mfp-hide", "visuallyhidden", "visually-hidden", "sr-only", "screen-reader-text",
        "element-invisible", "reveal-modal", "uk-hidden", "u-hidden", "js-hidden", "ng-hide", "hiddenstructure",
        "offscreen", "screenreader-text", "noscript", "no-display", "element-hidden", "is-invisible",
        "usa-sr-only", "off-screen", "uk-modal", "remodal", "webform-hidden", "jquery-modal", "fancybox-hidden",
        "assistive-text", "v-cloak", "hidden-accessible", "a11y-hidden",
    }
)  # fmt: skip
"""Class names that frameworks and themes use for what is not shown at first."""

_MODAL = frozenset({"modal", "dialog", "popup", "lightbox", "overlay", "modal-dialog", "offcanvas", "dropdown-menu"})
_SHOWN = frozenset({"in", "show", "open", "is-open", "visible", "is-visible", "active", "is-active", "opened"})

_REGION_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("footer", re.compile(r"(?:^|[\s_-])(?:site|page|global|main|sub|bottom)?-?_?(?:foot|footer|bottom|colophon|copyright)(?:$|[\s_-])")),
    ("dialog", re.compile(r"(?:^|[\s_-])(?:modal|popup|lightbox|cookie(?:s|bar|-?banner|-?notice|-?consent|-?law)?|consent|gdpr)(?:$|[\s_-])")),
    ("nav", re.compile(r"(?:^|[\s_-])(?:nav|navbar|navi|navigation|menu|mainmenu|topmenu|breadcrumbs?|topnav|mainnav|sitenav|menubar|megamenu|navlinks|skip-?link)(?:$|[\s_-])")),
    ("aside", re.compile(r"(?:^|[\s_-])(?:sidebar|side|aside|sidenav|widget-?area|right-?col|rightcolumn|leftcolumn|left-?col)(?:$|[\s_-])")),
    ("header", re.compile(r"(?:^|[\s_-])(?:header|masthead|head|topbar|top|toolbar|banner|site-?branding|userbar|toplinks|login-?bar)(?:$|[\s_-])")),
)  # fmt: skip
_ROLES = {
    "banner": "header", "navigation": "nav", "contentinfo": "footer", "complementary": "aside",
    "dialog": "dialog", "alertdialog": "dialog", "main": "main", "menu": "nav", "menubar": "nav",
}  # fmt: skip


def hidden_by_style(style: str) -> bool:
    """Whether an inline style takes the element out of sight."""
    return _STYLE.search(style) is not None


def hidden_by_classes(tokens: list[str], extra: frozenset[str]) -> bool:
    """Whether class names (lower case) say that the element is out of sight at first.

    `extra` are class names that the page's own style sheet hides.
    """
    names = set(tokens)
    if names & _HIDING or names & extra:
        return True
    return bool(names & _MODAL and names & {"fade", "modal", "hide"} and not names & _SHOWN)


def region_of(attributes: Mapping[str, str | None]) -> str | None:
    """Return the region that role, id and class of a generic element name, or None."""
    role = attributes.get("role")
    if role and role in _ROLES:
        return _ROLES[role]
    words = f"{attributes.get('id') or ''} {attributes.get('class') or ''}".strip().lower()
    if not words or len(words) > 120:
        return None
    for region, pattern in _REGION_WORDS:
        if pattern.search(words):
            return region
    return None


_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}?|\}")
_SIMPLE = re.compile(r"^[a-z0-9]*([.#])([A-Za-z][\w-]*)$")


def rules_that_hide(sheet: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the classes and ids that a page's own style sheet hides outright.

    Only plain rules count (`.name { display: none }`), and none inside a media query, which
    may be for print or for small screens.
    """
    classes: set[str] = set()
    ids: set[str] = set()
    if "none" not in sheet and "hidden" not in sheet:
        return frozenset(), frozenset()
    sheet = re.sub(r"/\*.*?\*/", "", sheet[:200_000], flags=re.DOTALL)
    depth = 0
    position = 0
    for mark in re.finditer(r"[{}]", sheet):
        if mark[0] == "{":
            selector = sheet[position : mark.start()].strip()
            depth += 1
            if depth == 1 and not selector.startswith("@"):
                end = sheet.find("}", mark.end())
                body = sheet[mark.end() : end if end >= 0 else len(sheet)]
                if hidden_by_style(body):
                    for part in selector.split(","):
                        simple = _SIMPLE.match(part.strip())
                        if simple:
                            (classes if simple[1] == "." else ids).add(simple[2].lower())
        else:
            depth = max(0, depth - 1)
        position = mark.end()
    return frozenset(classes), frozenset(ids)
