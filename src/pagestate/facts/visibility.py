"""What a person cannot see, judged from markup alone where no browser measured it."""

import re
from collections.abc import Mapping
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser

__all__ = [
    "MARKED",
    "Visibility",
    "hidden_by_classes",
    "hidden_by_style",
    "region_named",
    "region_of",
    "rules_that_hide",
]

MARKED = "data-pagestate-hidden"
"""The attribute by which a browser's snapshot marks what it did not show."""

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
_FOLDED = frozenset({"fade", "modal", "hide"})
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
_REGIONS = frozenset(_REGION_WORDS)
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
    if not _HIDING.isdisjoint(tokens) or not extra.isdisjoint(tokens):
        return True
    return not _MODAL.isdisjoint(tokens) and not _FOLDED.isdisjoint(tokens) and _SHOWN.isdisjoint(tokens)


def region_of(attributes: Mapping[str, str | None]) -> str | None:
    """Return the region that role, id and class of a generic element name, or None."""
    role = attributes.get("role")
    if role and role in _ROLES:
        return _ROLES[role]
    return region_named(attributes.get("id"), attributes.get("class"))


@lru_cache(maxsize=16_384)
def region_named(identifier: str | None, names: str | None) -> str | None:
    """Return the region that id and class name, or None."""
    words = f"{identifier or ''} {names or ''}"
    if len(words) < 4 or len(words) > 120:
        return None
    parts = _WORD.findall(words.lower())
    if _REGIONS.isdisjoint(parts):
        return None
    found = [region for word in parts if (region := _REGION_WORDS.get(word)) is not None]
    return max(found, key=_RANK.__getitem__)


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
    sheet = sheet[:200_000]
    if "/*" in sheet:
        sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    depth = counted = 0
    last = -1
    for hiding in _STYLE.finditer(sheet):
        start = sheet.rfind("{", 0, hiding.start())
        if start <= last or sheet.find("}", start, hiding.start()) >= 0:
            continue
        last = start
        depth = max(0, depth + sheet.count("{", counted, start) - sheet.count("}", counted, start))
        counted = start
        if depth:
            continue
        selector = sheet[max(sheet.rfind("}", 0, start), sheet.rfind("{", 0, start)) + 1 : start].strip()
        if not selector.startswith("@"):
            for part in selector.split(","):
                simple = _SIMPLE.match(part.strip())
                if simple:
                    (classes if simple[1] == "." else ids).add(simple[2].lower())
    return frozenset(classes), frozenset(ids)


class _ByClasses(dict[str | None, bool]):
    """Whether a class attribute hides its element, told once for each."""

    def __init__(self) -> None:
        super().__init__({None: False, "": False})
        self.extra: frozenset[str] = frozenset()

    def __missing__(self, names: str | None) -> bool:
        known = self[names] = hidden_by_classes((names or "").lower().split(), self.extra)
        return known


class Visibility:
    """What hides elements of one page that no browser has rendered."""

    def __init__(self) -> None:
        self.by_classes: dict[str | None, bool] = _ByClasses()
        """Whether a class attribute hides its element."""
        self.telling: frozenset[str] = frozenset({"style", "hidden", MARKED, "aria-hidden"})
        """Attributes besides the class for which `hides_more` is to be asked."""
        self._ids: frozenset[str] = frozenset()
        self._styles: dict[str, bool] = {}

    def read(self, tree: LexborHTMLParser) -> int:
        """Take the rules of the page's own style sheets into account; return how many there are."""
        sheets = tree.css("style")
        classes: set[str] = set()
        ids: set[str] = set()
        for sheet in sheets:
            if (sheet.attributes.get("media") or "").lower() in ("", "all", "screen"):
                more_classes, more_ids = rules_that_hide(sheet.text() or "")
                classes |= more_classes
                ids |= more_ids
        names = _ByClasses()
        names.extra = frozenset(classes)
        self.by_classes = names
        if ids:
            self._ids = frozenset(ids)
            self.telling |= {"id"}
        return len(sheets)

    def hides_more(self, attributes: Mapping[str, str | None]) -> bool:
        """Whether another attribute than the class hides its element."""
        style = attributes.get("style")
        if style:
            known = self._styles.get(style)
            if known is None:
                known = self._styles[style] = hidden_by_style(style)
            if known:
                return True
        if "hidden" in attributes and attributes["hidden"] != "until-found":
            return True
        if MARKED in attributes:
            return True
        if self._ids and (attributes.get("id") or "").lower() in self._ids:
            return True
        return attributes.get("aria-hidden") == "true" and (
            attributes.get("role") in ("dialog", "alertdialog") or "modal" in (attributes.get("class") or "")
        )
