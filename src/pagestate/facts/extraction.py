"""Capture to facts."""

import re
from itertools import accumulate
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from pagestate.evidence import Capture
from pagestate.facts.addresses import host_of, registrable_domain
from pagestate.facts.machinery import refresh_of
from pagestate.facts.model import Block, DocumentKind, Facts
from pagestate.facts.walk import Walked, walk

__all__ = ["extract"]

_JSON_TYPE: Final = re.compile(r"^(?:application|text)/(?:[\w.+-]+\+)?json\b", re.IGNORECASE)
_XML_TYPE: Final = re.compile(r"^(?:application|text)/(?:[\w.+-]+\+)?xml\b", re.IGNORECASE)
_TAG: Final = re.compile(r"<[a-zA-Z!?/]")


def extract(capture: Capture) -> Facts:
    """Return the facts of `capture`.

    The document is parsed once and walked once; whatever costs more (the picture, recognising
    a language, reading JSON) is computed when first asked for.
    """
    source = capture.html if capture.committed else None
    rendered = capture.committed and capture.rendered_html is not None
    host = host_of(capture.final_url) or host_of(capture.requested_url)
    document = _document_kind(capture, source)
    scripts_run = capture.visitor is None or capture.visitor.javascript
    tree = None
    walked = Walked()
    if document in ("html", "xml") and source:
        tree = LexborHTMLParser(flattened(source))
        walked = walk(tree, rendered=rendered, scripts_run=scripts_run)
        if walked.frameset and not any(block for block in walked.blocks):
            document = "frameset"
    elif document in ("json", "text") and source:
        tree = LexborHTMLParser(source)
        if rendered:
            walked = walk(tree, rendered=True, scripts_run=scripts_run)
        else:
            walked.blocks = _lines(source)
    only_text = source is None and capture.committed and capture.text is not None
    if only_text:
        walked.blocks = _lines(capture.text or "")
    own_text = "\n".join(block.text for block in walked.blocks)
    measured = capture.text if capture.committed else None
    text = _folded(measured) if measured is not None else own_text
    header_refresh = refresh_of(capture.header("refresh") or "", "header")
    served = capture.served_html or ""
    tail = (served or source or "")[-400:].rstrip().lower()
    headings = [block.text for block in walked.blocks if block.heading == 1]
    headings += [block.text for block in walked.blocks if block.heading == 2]
    return Facts(
        capture=capture,
        tree=tree,
        rendered=rendered,
        title=" ".join((capture.title if capture.title and capture.committed else walked.title).split()),
        headings=tuple(heading[:300] for heading in headings[:40]),
        text=text,
        main_text="\n".join(block.text for block in walked.blocks if block.region == "main"),
        forms=tuple(walked.forms),
        host=host,
        registrable=registrable_domain(host),
        document=document,
        only_text=only_text,
        source_length=len(source or ""),
        blocks=tuple(walked.blocks),
        links=tuple(walked.links),
        link_length=walked.link_length,
        hidden_text=" ".join(" ".join(walked.hidden).split())[:4000],
        hidden_length=walked.hidden_length,
        noscript_text=walked.noscript,
        noframes_text=walked.noframes,
        frames=tuple(walked.frames),
        refresh=header_refresh or walked.refresh,
        noscript_refresh=walked.noscript_refresh,
        meta=walked.meta,
        declared_language=walked.language or walked.meta.get("content-language") or capture.header("content-language"),
        script_sources=tuple(walked.script_sources),
        script_text="\n".join(walked.scripts),
        script_length=walked.script_length,
        stylesheets=walked.stylesheets,
        elements=walked.elements,
        paragraphs=walked.paragraphs,
        pictures=walked.pictures,
        media=walked.media,
        drawings=walked.drawings,
        rows=walked.rows,
        items=walked.items,
        header_cells=walked.header_cells,
        samples=walked.samples,
        ids=frozenset(walked.ids),
        names=frozenset(name.lower() for name in walked.names),
        body_names=walked.body_names,
        assets=tuple(walked.assets),
        linked_data=walked.linked_data,
        mount=walked.mount,
        picture_texts=tuple(walked.picture_texts),
        landmarks=frozenset(walked.landmarks),
        canonical=walked.canonical,
        truncated=capture.truncated,
        closed=tail.endswith("</html>") or "</html>" in tail,
    )


def _lines(text: str) -> list[Block]:
    return [Block(text=" ".join(line.split()), region="main") for line in text.splitlines() if line.strip()]


_NESTS: Final = re.compile(
    r"<(/?)(?:div|section|article|center|blockquote|ul|ol|dl|table|main|aside|nav|header|footer|span|b|i|u|s|em|strong|a|"
    r"big|small|font|form|fieldset|details|figure|pre|address|object|button|label|[a-z]\w*-[\w-]+)\b[^>]*>",
    re.IGNORECASE,
)
_DEEPEST: Final = 512
"""The depth at which Chromium stops nesting (its parser limit)."""
_STEPS: Final = {"": 1, "/": -1}


def flattened(source: str) -> str:
    """Return `source` without the tags by which it nests deeper than a browser would.

    The parser takes quadratic time on thousands of open elements; a hostile page must not stop us.
    """
    if len(source) < 12_000 or source.count("<") < 4_000:
        return source
    depths = list(accumulate(map(_STEPS.__getitem__, _NESTS.findall(source))))
    if not depths or max(depths) - min(0, min(depths)) <= _DEEPEST:
        return source
    pieces: list[str] = []
    depth = last = 0
    for found in _NESTS.finditer(source):
        closes = bool(found[1])
        too_deep = depth > _DEEPEST
        depth = max(0, depth - 1) if closes else depth + 1
        if too_deep:
            pieces.append(source[last : found.start()])
            last = found.end()
    pieces.append(source[last:])
    return "".join(pieces)


def _folded(text: str) -> str:
    return "\n".join(line for line in (" ".join(raw.split()) for raw in text.splitlines()) if line)


def _document_kind(capture: Capture, source: str | None) -> DocumentKind:
    if source is None:
        return "none"
    mime = (capture.header("content-type") or "").strip()
    head = (capture.served_html if capture.served_html is not None else source)[:2000].lstrip("\ufeff \t\r\n")
    if _JSON_TYPE.match(mime):
        return "json"
    if mime.lower().startswith("text/plain"):
        return "json" if head[:1] in ("{", "[") else "text"
    if head[:1] in ("{", "[") and not _TAG.search(head[:200]):
        return "json"
    if _XML_TYPE.match(mime) and "<html" not in head.lower():
        return "xml"
    if head.startswith("<?xml") and "<html" not in head.lower() and "<!doctype html" not in head.lower():
        return "xml"
    if not _TAG.search(head):
        return "text" if head else "html"
    return "html"
