"""Capture to facts: everything that the detectors look at, computed once.

`extract` is the one entry point. A fact makes no claim about what it means.
"""

from pagestate.facts.extraction import extract
from pagestate.facts.model import (
    Block,
    DocumentKind,
    Facts,
    Field,
    Form,
    FrameFact,
    Link,
    Refresh,
    Region,
)
from pagestate.facts.picture import Picture

__all__ = [
    "Block",
    "DocumentKind",
    "Facts",
    "Field",
    "Form",
    "FrameFact",
    "Link",
    "Picture",
    "Refresh",
    "Region",
    "extract",
]
