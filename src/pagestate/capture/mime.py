"""What a browser takes an answer for, and whether it shows it or saves it."""

import re

__all__ = ["is_text", "shown_type"]

_SHOWN = re.compile(
    r"^(text/.*|image/.*|audio/.*|video/.*|application/(xhtml\+xml|xml|json|javascript|x-javascript|ecmascript|"
    r"[\w.-]+\+(xml|json)))$"
)
_TEXTUAL = re.compile(r"^(text/.*|image/svg\+xml|application/(xhtml\+xml|xml|json|.*javascript|[\w.-]+\+(xml|json)))$")


def is_text(mime: str) -> bool:
    """Tell whether a document of this type can be read as text."""
    return bool(_TEXTUAL.match(mime))


def shown_type(content_type: str | None, disposition: str | None, first: bytes) -> tuple[str, bool]:
    """Return the type a browser takes the answer for, and whether it shows it in the tab."""
    mime = (content_type or "").partition(";")[0].strip().lower()
    if "/" not in mime:
        mime = _sniffed(first)
    attached = (disposition or "").partition(";")[0].strip().lower() == "attachment"
    return mime, bool(_SHOWN.match(mime)) and not attached


def _sniffed(first: bytes) -> str:
    """The type of an answer that names none (after the MIME Sniffing standard, section 7.1)."""
    start = first.lstrip(b"\t\n\x0c\r ")[:20].lower()
    marks = (
        b"<!doctype",
        b"<html",
        b"<head",
        b"<body",
        b"<script",
        b"<title",
        b"<h1",
        b"<div",
        b"<p",
        b"<table",
        b"<!--",
    )
    if start.startswith(marks):
        return "text/html"
    if start.startswith(b"<?xml"):
        return "text/xml"
    if start.startswith(b"%pdf-"):
        return "application/pdf"
    if any(byte < 0x20 and byte not in (0x09, 0x0A, 0x0C, 0x0D, 0x1B) for byte in first[:1445]):
        return "application/octet-stream"
    return "text/plain"
