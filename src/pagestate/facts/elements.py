"""Kinds of nodes: how each element bears on what a page shows."""

from enum import IntEnum
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser

__all__ = ["Kind", "kinds"]


class Kind(IntEnum):
    """What a node is to the walk."""

    TEXT = 0
    PLAIN = 1
    """Elements that change nothing about their text and whose attributes cannot matter."""
    BOX = 2
    """`div` and `section`: blocks that applications are mounted in."""
    BLOCK = 3
    PARAGRAPH = 4
    ITEM = 5
    ROW = 6
    HEADER_CELL = 7
    SAMPLE = 8
    """`pre`."""
    INLINE = 9
    LINK = 10
    BREAK = 11
    SKIP = 12
    """Elements that are skipped with all that is in them."""
    HEADING = 13
    REGION = 14
    OTHER = 15


_ELEMENTS: dict[Kind, str] = {
    Kind.PLAIN: (
        "b i em strong font u small big code s sup sub abbr cite time tbody thead tfoot colgroup col picture wbr mark "
        "kbd var nobr"
    ),
    Kind.BOX: "div section",
    Kind.BLOCK: (
        "address article blockquote center dd dl dt fieldset figcaption figure hr legend ol table td ul details "
        "summary menu caption listing dir hgroup search"
    ),
    Kind.PARAGRAPH: "p",
    Kind.ITEM: "li",
    Kind.ROW: "tr",
    Kind.HEADER_CELL: "th",
    Kind.SAMPLE: "pre",
    Kind.INLINE: "span ins del q bdi bdo data output ruby rt",
    Kind.LINK: "a",
    Kind.BREAK: "br",
    Kind.SKIP: "template datalist param source track area map rp style",
    Kind.HEADING: "h1 h2 h3 h4 h5 h6",
    Kind.REGION: "header nav footer aside main dialog",
    Kind.OTHER: (
        "form input script noscript img canvas video audio embed object applet iframe frame select button label title "
        "meta link svg textarea noframes frameset head html body"
    ),
}


@lru_cache(maxsize=1)
def kinds() -> dict[int | None, tuple[int, str]]:
    """Return kind and name of each known node by lexbor's numeric tag."""
    parser = LexborHTMLParser("<body>x<!--x-->")
    known: dict[int | None, tuple[int, str]] = {
        parser.create_node(name).tag_id: (int(kind), name)
        for kind, names in _ELEMENTS.items()
        for name in names.split()
    }
    body = parser.body
    text = body.first_child if body is not None else None
    comment = text.next if text is not None else None
    known[text.tag_id if text is not None else 2] = (int(Kind.TEXT), "-text")
    known[comment.tag_id if comment is not None else 4] = (int(Kind.SKIP), "-comment")
    return known
