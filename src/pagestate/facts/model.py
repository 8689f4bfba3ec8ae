"""Facts: what parsing a capture yields, computed once and shared by all detectors."""

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from pagestate.evidence import Capture

__all__ = ["Facts", "Field", "Form"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An input of a form."""

    name: str
    type: str
    visible: bool
    label: str = ""
    autocomplete: str = ""


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
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
    language: str | None
    """BCP 47 primary tag: declared, else recognised from the text."""
    forms: tuple[Form, ...]
    host: str | None
    """Of the final address, lower case, without port."""
    registrable: str | None
    """Registrable domain of the final address by the public suffix list; the host itself for
    addresses by number and for names that have none."""
