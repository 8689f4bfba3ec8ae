"""What a person cannot see, judged from markup alone where no browser measured it."""

import re
from collections.abc import Mapping
from functools import lru_cache

__all__ = ["hidden_by_classes", "hidden_by_style", "region_of", "rules_that_hide"]

_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

_HIDING = frozenset(
    {
        "hidden",
        "hide",
        "d-none",
        "is-hidden",
        "display-none",
        "displaynone",
        "dn",
        "none",
        "invisible",
        "w-hidden",
        "mfp-hide",
        "visuallyhidden",
        "visually-hidden",
        "sr-only",
        "screen-reader-text",
        "element-invisible",
        "reveal-modal",
        "uk-hidden",
        "u-hidden",
        "js-hidden",
        "ng-hide",
        "hiddenstructure",
        "offscreen",
        "screenreader-text",
        "noscript",
        "no-display",
        "element-hidden",
        "is-invisible",
        "usa-sr-only",
        "off-screen",
        "uk-modal",
        "remodal",
        "webform-hidden",
        "jquery-modal",
        "fancybox-hidden",
        "assistive-text",
        "v-cloak",
        "hidden-accessible",
        "a11y-hidden",
    }
)
"""Class names that frameworks and themes use for what is not shown at first."""

_MODAL = frozenset({"modal", "dialog", "popup", "lightbox", "overlay", "modal-dialog", "offcanvas", "dropdown-menu"})
_SHOWN = frozenset({"in", "show", "open", "is-open", "visible", "is-visible", "active", "is-active", "opened"})

_REGION_WORDS: dict[str, str] = {
    **dict.fromkeys(
        (
            "header",
            "masthead",
            "head",
            "topbar",
            "top",
            "toolbar",
            "banner",
            "branding",
            "userbar",
            "toplinks",
            "loginbar",
        ),
        "header",
    ),
    **dict.fromkeys(
        ("sidebar", "side", "aside", "sidenav", "rightcol", "rightcolumn", "leftcolumn", "leftcol"), "aside"
    ),
    **dict.fromkeys(
        (
            "nav",
            "navbar",
            "navi",
            "navigation",
            "menu",
            "mainmenu",
            "topmenu",
            "breadcrumb",
            "breadcrumbs",
            "topnav",
            "mainnav",
            "sitenav",
            "menubar",
            "megamenu",
            "navlinks",
            "skiplink",
        ),
        "nav",
    ),
    **dict.fromkeys(
        (
            "modal",
            "popup",
            "lightbox",
            "cookie",
            "cookies",
            "cookiebar",
            "cookiebanner",
            "cookieconsent",
            "consent",
            "gdpr",
        ),
        "dialog",
    ),
    **dict.fromkeys(("footer", "foot", "bottom", "colophon", "copyright", "sitefooter", "pagefooter"), "footer"),
}
"""Words of identifiers and classes that name a region; where several stand together, the last kind wins."""
_RANK = {"header": 0, "aside": 1, "nav": 2, "dialog": 3, "footer": 4}
_WORD = re.compile(r"[a-z0-9]+")
_ROLES = {
    "banner": "header",
    "navigation": "nav",
    "contentinfo": "footer",
    "complementary": "aside",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "main": "main",
    "menu": "nav",
    "menubar": "nav",
}


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
    return _region_named(attributes.get("id"), attributes.get("class"))


@lru_cache(maxsize=16_384)
def _region_named(identifier: str | None, names: str | None) -> str | None:
    words = f"{identifier or ''} {names or ''}"
    if len(words) < 4 or len(words) > 120:
        return None
    found = [region for word in _WORD.findall(words.lower()) if (region := _REGION_WORDS.get(word)) is not None]
    return max(found, key=_RANK.__getitem__) if found else None


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
