"""Which evidence a page comes with, and the same page with a part of it taken away."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from pagestate.errors import InputError
from pagestate.evidence import Capture
from pagestate.facts import extract

__all__ = ["EVIDENCE", "Evidence", "evidence_of", "parse_evidence", "without"]

Evidence = Literal["status", "headers", "html"]
EVIDENCE: tuple[Evidence, ...] = ("status", "headers", "html")
"""What can be taken away; without `html` only the title and the text that a person can read are left."""


def parse_evidence(text: str) -> frozenset[Evidence]:
    """Return the parts named in a list with commas.

    Raises:
        InputError: one of them is no such part.
    """
    named = [part.strip() for part in text.split(",") if part.strip()]
    for part in named:
        if part not in EVIDENCE:
            raise InputError(f"evidence {part!r} cannot be taken away: give some of {', '.join(EVIDENCE)}.")
    return frozenset(part for part in EVIDENCE if part in named)


def without(capture: Capture, parts: Collection[Evidence]) -> Capture:
    """Return `capture` as if these parts had never been seen."""
    if "status" in parts:
        capture = replace(capture, status=None)
    if "headers" in parts:
        capture = replace(capture, headers=())
    if "html" in parts and (capture.served_html is not None or capture.rendered_html is not None):
        facts = extract(capture)
        capture = replace(capture, served_html=None, rendered_html=None, text=facts.text, title=facts.title or None)
    return capture


def evidence_of(capture: Capture, *, removed: Collection[Evidence] = ()) -> dict[str, str]:
    """Return what there is to judge by: `status`, `headers` and `document`, each as a short word."""
    if "html" in removed:
        document = "text only"
    elif capture.rendered_html is not None:
        document = "rendered"
    elif capture.served_html is not None:
        document = "raw"
    else:
        document = "picture only" if capture.screenshot is not None else "nothing"
    own = 1 if "html" in removed else 0
    return {
        "status": "known" if capture.status is not None else "unknown",
        "headers": "known" if len(capture.headers) > own else "unknown",
        "document": document,
    }
