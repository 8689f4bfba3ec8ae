"""Facts of a small page, built without the extractor, so that goals are tested on their own."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser

from pagestate.evidence import Capture
from pagestate.facts.model import Facts


def facts(html: str | None = None, *, text: str = "", language: str | None = None, **capture: Any) -> Facts:
    """Return the facts of a rendered page; `capture` gives further fields of the capture."""
    fields: dict[str, Any] = {
        "source": "browser",
        "rendered_html": html,
        "text": text,
        "final_url": "http://shop.test/",
    }
    fields.update(capture)
    tree = LexborHTMLParser(html) if html is not None else None
    title = tree.css_first("title") if tree is not None else None
    return Facts(
        capture=Capture(**fields),
        tree=tree,
        rendered=html is not None,
        title=title.text() if title is not None else "",
        headings=(),
        text=text,
        main_text=text,
        language=language,
        forms=(),
        host=None,
        registrable=None,
    )
