"""Facts: what parsing a capture yields, computed once and shared by all detectors."""

import json
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, overload

from selectolax.lexbor import LexborHTMLParser

from pagestate.evidence import Capture
from pagestate.facts.language import language_of
from pagestate.facts.lazy import lazy
from pagestate.facts.picture import Picture, look_at

__all__ = ["Block", "DocumentKind", "Facts", "Field", "Form", "FrameFact", "Link", "Refresh", "Region"]

Region = Literal["main", "header", "footer", "aside", "nav", "dialog"]
"""The part of a page something stands in; `main` is everything that is none of the others."""

DocumentKind = Literal["html", "frameset", "json", "xml", "text", "none"]
"""What the document is: `none` where there was no body at all to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An input of a form, or a button in it (`type` "submit" or "button")."""

    name: str
    type: str
    visible: bool
    label: str = ""
    """What a person reads beside or in it: its label, placeholder, or a button's words."""
    autocomplete: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form, or a group of inputs outside any form."""

    where: str
    """A CSS-like path."""
    action: str
    method: str
    fields: tuple[Field, ...]
    text: str
    """Visible text in it, shortened."""
    region: str
    """`main`, `header`, `footer`, `aside`, `nav`, `dialog`."""
    visible: bool


class Block(NamedTuple):
    """A run of visible text between two block borders, whitespace folded.

    A named tuple, since a page has thousands: it is made three times as fast as a frozen dataclass.
    """

    text: str
    region: Region
    heading: int = 0
    """1 to 6 inside a heading, else 0."""
    link_length: int = 0
    """How many of its characters are link text."""


class Link(NamedTuple):
    """A visible link."""

    href: str
    text: str
    region: Region


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameFact:
    """A frame named by the document."""

    src: str
    visible: bool
    frameset: bool = False
    """Whether it is a frame of a frameset, which shows nothing but its frames."""
    identifier: str = ""
    """Its id, name and title, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """A refresh by meta element or header."""

    delay_s: float
    url: str | None
    """None: the page itself."""
    where: Literal["meta", "noscript", "header"]


class _Language:
    """The language of a page, recognised when it is first asked for, unless it was given."""

    @overload
    def __get__(self, facts: None, owner: type) -> None: ...
    @overload
    def __get__(self, facts: "Facts", owner: type) -> str | None: ...
    def __get__(self, facts: "Facts | None", owner: type) -> str | None:
        if facts is None:
            return None
        known: str | None = facts.__dict__.get("_language")
        if known is None and "_asked" not in facts.__dict__:
            known = language_of(facts.declared_language, f"{facts.title}\n{facts.text[:4000]}")
            facts.__dict__["_language"] = known
            facts.__dict__["_asked"] = True
        return known

    def __set__(self, facts: "Facts", value: str | None) -> None:
        facts.__dict__["_language"] = value


@dataclass(frozen=True, kw_only=True, eq=False)
class Facts:
    """What a capture shows, without any claim about what it means."""

    capture: Capture
    tree: LexborHTMLParser | None
    """The parsed document (rendered if there is one, else served); None without HTML."""
    rendered: bool
    """Whether scripts had run in the document that was parsed."""
    title: str
    headings: tuple[str, ...]
    """Visible h1 and h2 texts, h1 first."""
    text: str
    """What a person can read, whitespace folded within lines."""
    main_text: str
    """The same without header, navigation, footer, asides and dialogs."""
    forms: tuple[Form, ...]
    host: str | None
    """Of the final address, lower case, without port."""
    registrable: str | None
    """Registrable domain of the final address by the public suffix list; the host itself for
    addresses by number and for names that have none."""

    language: _Language = _Language()
    """BCP 47 primary tag: declared, else recognised from the text; None if neither tells."""
    document: DocumentKind = "html"
    only_text: bool = False
    """Whether the visible text is all that was kept of the page: what forms and scripts it had is unknown."""
    source_length: int = 0
    """Characters of the document that was parsed."""
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    link_length: int = 0
    """Characters of visible text inside links."""
    hidden_text: str = ""
    """Text that stands in the document and is not shown, shortened."""
    hidden_length: int = 0
    noscript_text: str = ""
    """Text of noscript elements, shortened."""
    noframes_text: str = ""
    frames: tuple[FrameFact, ...] = ()
    refresh: Refresh | None = None
    """The refresh that is about to happen (never one inside noscript where scripts run)."""
    noscript_refresh: Refresh | None = None
    meta: dict[str, str] = field(default_factory=dict)
    """Meta elements by lower-case name, property or http-equiv; the first of each counts."""
    declared_language: str | None = None
    script_sources: tuple[str, ...] = ()
    script_text: str = ""
    """Inline scripts, joined by newlines, at most 200,000 characters."""
    script_length: int = 0
    """Characters of all inline scripts that a browser would run."""
    stylesheets: int = 0
    elements: int = 0
    paragraphs: int = 0
    """Visible p elements of the main region with at least 80 characters outside links."""
    pictures: int = 0
    media: int = 0
    """Visible canvas, video, audio, embed and object elements."""
    drawings: int = 0
    """Visible svg elements."""
    rows: int = 0
    items: int = 0
    header_cells: int = 0
    """Cells of tables that head a column or row, hidden ones included."""
    samples: int = 0
    """Elements of preformatted text, without those that a browser's snapshot marks as hidden."""
    ids: frozenset[str] = frozenset()
    """Identifiers of elements."""
    names: frozenset[str] = frozenset()
    """Class attributes of visible elements, lower case, as written."""
    body_names: str = ""
    """Identifier and classes of the html and body elements, lower case."""
    assets: tuple[str, ...] = ()
    """Addresses of style sheets and pictures, the first 60."""
    linked_data: bool = False
    """Whether there is structured data for search engines (JSON-LD) or a feed."""
    mount: str | None = None
    """The empty element that a framework would fill, as a CSS-like path."""
    picture_texts: tuple[str, ...] = ()
    """Alternative texts and file names of pictures in the main region, the first 20."""
    landmarks: frozenset[str] = frozenset()
    """Regions that are present."""
    canonical: str | None = None
    truncated: bool = False
    """Whether the document's body is cut before its closing tags or known to be cut."""
    closed: bool = False
    """Whether the source ends in its closing html tag."""

    @lazy
    def picture(self) -> Picture | None:
        """What the screenshot looks like; None without one, or with one that cannot be read."""
        return look_at(self.capture.screenshot) if self.capture.screenshot else None

    @lazy
    def json(self) -> object | None:
        """The document's value when it is JSON, else None (which is also the value of `null`)."""
        if self.document != "json":
            return None
        source = self.capture.served_html or self.text
        try:
            value: object = json.loads(source)
        except (ValueError, RecursionError):
            try:
                value = json.loads(self.text)
            except (ValueError, RecursionError):
                return None
        return value
