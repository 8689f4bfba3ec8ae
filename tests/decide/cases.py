"""Pages of live visits with the state that a person would name, and the furniture to write them."""

from typing import Any, NamedTuple

from pagestate.evidence import Settling

__all__ = ["QUIET", "Case", "P", "case", "dress"]

QUIET = Settling(settled=True, reason="quiet")


class Case(NamedTuple):
    """A page of a live visit and the state that a person would name."""

    right: str
    html: str
    url: str
    expect: tuple[str, ...]
    fields: dict[str, Any]


def case(right: str, html: str, url: str = "http://app.test/page", expect: tuple[str, ...] = (), **fields: Any) -> Case:
    """Return a case; `fields` are of the capture."""
    return Case(right, html, url, expect, {"settling": QUIET, **fields})


def dress(name: str, links: list[str], main: str, foot: tuple[str, ...] = ("Imprint", "Contact")) -> str:
    """Return `main` in a site's frame."""
    nav = "".join(f"<a href='/{link.lower().replace(' ', '-')}'>{link}</a>" for link in links)
    ends = " ".join(f"<a href='/{link}'>{link}</a>" for link in foot)
    return f"<header><a href='/'>{name}</a><nav>{nav}</nav></header><main>{main}</main><footer>{ends} © {name}</footer>"


def P(*texts: str) -> str:  # noqa: N802
    """Return paragraphs."""
    return "".join(f"<p>{text}</p>" for text in texts)
