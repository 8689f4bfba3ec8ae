"""One walk over the document: visible text by block and region, forms, links, carriers.

The walk visits each node once. It is a plain loop over first child and next sibling, with what to
restore on the way up on a stack: free of recursion, so that a document nested a hundred thousand
deep is safe, and linear in its size. The common nodes (text, plain blocks, inline elements) are
handled in the loop itself: a call for each would double the cost of the whole judgement.
"""

from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagestate.facts.elements import Kind, kinds
from pagestate.facts.gathering import Attributes, Gathering, OpenForm, Walked
from pagestate.facts.machinery import MACHINERY
from pagestate.facts.model import Link, Region
from pagestate.facts.visibility import MARKED, Visibility, region_named, region_of

__all__ = ["Walked", "walk"]

_TEXT, _PLAIN, _BOX, _SAMPLE = int(Kind.TEXT), int(Kind.PLAIN), int(Kind.BOX), int(Kind.SAMPLE)
_PARAGRAPH, _ITEM, _ROW, _HEADER_CELL = int(Kind.PARAGRAPH), int(Kind.ITEM), int(Kind.ROW), int(Kind.HEADER_CELL)
_INLINE, _LINK, _BREAK, _SKIP = int(Kind.INLINE), int(Kind.LINK), int(Kind.BREAK), int(Kind.SKIP)
_HEADING, _REGION, _OTHER = int(Kind.HEADING), int(Kind.REGION), int(Kind.OTHER)

_PLAIN_MOUNTS = (
    "root app application __next __nuxt ___gatsby svelte mount q-app container main content wrapper page layout"
)
_MOUNTS = frozenset(_PLAIN_MOUNTS.split()) | {
    f"{maker}{dash}{part}"
    for maker in ("react", "vue", "ember", "page", "main", "bolt", "app")
    for dash in ("-", "")
    for part in ("root", "app", "container", "mount")
}
"""Identifiers of elements that applications are mounted in."""
_BORDER, _WITHIN, _LINKED, _LABELLED = -1, -2, -3, -4
"""What the end of an element is: a border of blocks, none, the end of a link, of a label."""

_Saved: TypeAlias = tuple[bool, Region, int, OpenForm | None, str | None, int]
_Undo: TypeAlias = _Saved | int | None
"""What to do at the end of an element: restore what it changed; only end a block (`_BORDER`); end a
paragraph (the number of blocks in front of it); end a link that stood in no other (`_LINKED`); nothing."""


def walk(tree: LexborHTMLParser, *, rendered: bool, scripts_run: bool = True) -> Walked:
    """Walk `tree` once and return what it shows."""
    state = Gathering(rendered=rendered, scripts_run=scripts_run)
    out = state.out
    node: LexborNode | None = tree.root
    if node is None:
        return out
    visibility = Visibility()
    if not rendered:
        out.stylesheets += visibility.read(tree)
    known = kinds().get
    buffer = state.buffer
    flush = state.flush
    blocks, links = out.blocks, out.links
    new = tuple.__new__
    add_name = out.names.add
    add_id = out.ids.add
    by_classes, hides_more, telling = visibility.by_classes, visibility.hides_more, visibility.telling
    elements = 0
    stack: list[tuple[LexborNode, _Undo]] = []
    push, pop = stack.append, stack.pop
    unknown = (_OTHER, "")
    while node is not None:
        code, name = known(node.tag_id, unknown)
        undo: _Undo = None
        child: LexborNode | None = None
        if code == _TEXT:
            text = node.text_content or ""
            if text.isspace():
                if buffer:
                    buffer.append(" ")
            elif state.special:
                state.take_special(text)
            else:
                buffer.append(text)
        elif code == _PLAIN:
            elements += 1
            child = node.first_child
        elif code == _BREAK:
            if buffer:
                flush()
        elif code != _SKIP:
            elements += 1
            attributes: Attributes = node.attributes
            hidden = False
            if attributes:
                label = attributes.get("class")
                if rendered:
                    hidden = MARKED in attributes
                else:
                    hidden = by_classes[label]
                    if not hidden and not telling.isdisjoint(attributes):
                        hidden = hides_more(attributes)
                identifier = attributes.get("id")
                if identifier:
                    add_id(identifier)
                if label and not hidden and not state.hidden:
                    add_name(label)
            if code == _INLINE:
                if hidden:
                    undo = (True, state.region, state.heading, state.form, state.href, _WITHIN)
                    state.hidden += 1
                    state.special = True
                child = node.first_child
            elif code < _INLINE:
                if buffer:
                    flush()
                undo = _BORDER
                if attributes:
                    if hidden:
                        undo = (True, state.region, state.heading, state.form, state.href, _BORDER)
                        state.hidden += 1
                        state.special = True
                    if identifier or label or "role" in attributes:
                        region = region_of(attributes) if "role" in attributes else region_named(identifier, label)
                        if region is not None:
                            before = state.region
                            state.enter_region(region)
                            if before is not state.region and undo == _BORDER:
                                undo = (False, before, state.heading, state.form, state.href, _BORDER)
                        if identifier and code == _BOX and out.mount is None:
                            _note_mount(state, node, name, attributes)
                if code > _BOX:
                    if code == _PARAGRAPH:
                        undo = (*undo[:5], len(blocks)) if isinstance(undo, tuple) else len(blocks)
                    elif code == _SAMPLE:
                        out.samples += MARKED not in attributes
                    elif code == _HEADER_CELL:
                        out.header_cells += 1
                    elif not state.hidden:
                        if code == _ITEM:
                            out.items += 1
                        elif code == _ROW:
                            out.rows += 1
                child = node.first_child
            elif code == _LINK:
                child = node.first_child
                if hidden or state.hidden:
                    undo = (hidden, state.region, state.heading, state.form, state.href, _LINKED)
                    state.hidden += hidden
                    state.special = True
                elif (href := attributes.get("href")) is not None:
                    undo = _LINKED if state.href is None else (False, "main", 0, None, state.href, _LINKED)
                    state.href = href
                    state.link_text.clear()
                    state.special = True
            else:
                undo, descend = _enter(state, node, code, name, attributes, hidden)
                if descend:
                    state.note()
                    child = node.first_child
        if child is not None:
            push((node, undo))
            node = child
            continue
        if undo is not None:
            _leave(state, undo)
        while True:
            following = node.next
            if following is not None:
                node = following
                break
            if not stack:
                node = None
                break
            node, undo = pop()
            if undo is not None:
                if undo == _BORDER:
                    if buffer:
                        flush()
                elif undo == _LINKED:
                    if state.href is not None:
                        if len(links) < 5000:
                            text = " ".join("".join(state.link_text).split())[:120]
                            links.append(new(Link, (state.href, text, state.region)))
                        state.href = None
                        state.special = state.hidden > 0 or state.form is not None or state.label_text is not None
                else:
                    _leave(state, undo)
    flush()
    out.elements = elements
    for orphan in state.orphans.values():
        state.close_form(orphan)
    return out


def _enter(
    state: Gathering, node: LexborNode, code: int, name: str, attributes: Attributes, hidden: bool
) -> tuple[_Undo, bool]:
    """Take one of the rarer elements; return what to undo at its end, and whether to go into it."""
    out = state.out
    machinery = MACHINERY.get(name)
    if machinery is not None:
        return None, machinery(state, node, attributes)
    end = _BORDER
    if name in ("button", "img", "input", "label"):
        end = _LABELLED if name == "label" else _WITHIN
    elif state.buffer:
        state.flush()
    if name == "dialog" and not hidden and not state.rendered and "open" not in attributes:
        hidden = True
    undo: _Undo = (hidden, state.region, state.heading, state.form, state.href, end)
    state.hidden += hidden
    shown = state.hidden == 0
    if code == _HEADING:
        state.heading = int(name[1])
        return undo, True
    if code == _REGION:
        state.enter_region("main" if attributes.get("role") == "main" else name)
        return undo, True
    if not name:
        # Custom elements are borders of blocks: frames and shadow trees come as such.
        tag = node.tag or ""
        if "-" in tag and out.mount is None:
            _note_mount(state, node, tag, attributes)
        return undo, True
    match name:
        case "form":
            region = region_of(attributes)
            if region is not None:
                state.enter_region(region)
            state.form = OpenForm(
                where=_where("form", attributes),
                action=attributes.get("action") or "",
                method=(attributes.get("method") or "get").lower(),
                region=state.region,
                visible=shown,
            )
            return undo, True
        case "input":
            state.take_field(attributes, shown)
        case "textarea" | "select":
            state.add_field(attributes, name, shown)
        case "button":
            text = " ".join((node.text() or "").split())[:60] or attributes.get("aria-label") or ""
            state.add_field(attributes, (attributes.get("type") or "submit").lower(), shown, label=text)
            return undo, True
        case "label":
            state.label_text = []
            state.label_for = attributes.get("for")
            return undo, True
        case "img":
            state.take_picture(attributes, shown)
        case "canvas" | "video" | "audio" | "embed" | "object" | "applet":
            out.media += shown
        case "svg":
            out.drawings += shown
            if node.first_child is not None:
                state.note()
                _take_drawing(state, node)
        case "iframe" | "frame":
            state.take_frame(name, attributes, shown)
        case _:
            return undo, True
    return undo, False


def _leave(state: Gathering, undo: _Undo) -> None:
    """End an element: restore what it changed."""
    if undo == _LINKED:
        saved: _Saved = (False, "main", 0, None, None, _LINKED)
    elif isinstance(undo, tuple):
        saved = undo
    else:
        if state.buffer:
            state.flush()
        if undo is not None and undo >= 0 and state.region == "main":
            _end_paragraph(state, undo)
        return
    hidden, region, heading, form, href, mark = saved
    if mark == _LABELLED:
        if state.label_text is not None:
            text = " ".join("".join(state.label_text).split())[:80]
            if state.label_for and text:
                state.labels[state.label_for] = text
        state.label_text = None
        state.label_for = None
    elif mark == _LINKED:
        if state.href is not None and state.href is not href:
            if len(state.out.links) < 5000:
                text = " ".join("".join(state.link_text).split())[:120]
                state.out.links.append(Link(state.href, text, state.region))
            state.href = href
    elif mark != _WITHIN:
        if state.buffer:
            state.flush()
        if mark >= 0 and region == "main":
            _end_paragraph(state, mark)
        if state.form is not None and state.form is not form:
            state.close_form(state.form)
        state.region, state.heading, state.form = region, heading, form
    state.hidden -= hidden
    state.note()


def _end_paragraph(state: Gathering, start: int) -> None:
    if len(state.out.blocks) == start:
        return
    length = 0
    for block in state.out.blocks[start:]:
        length += len(block.text) - block.link_length
    state.out.paragraphs += length >= 80


def _where(name: str, attributes: Attributes) -> str:
    identifier = attributes.get("id")
    if identifier:
        return f"{name}#{identifier}"
    names = (attributes.get("class") or "").split()
    return f"{name}.{names[0]}" if names else name


def _is_mount(identifier: str) -> bool:
    identifier = identifier.lower()
    return identifier in _MOUNTS or identifier.startswith("single-spa-")


def _note_mount(state: Gathering, node: LexborNode, name: str, attributes: Attributes) -> None:
    identifier = attributes.get("id") or ""
    custom = "-" in name and not name.startswith("pagestate-")
    if not custom and not (identifier and _is_mount(identifier)):
        return
    child = node.first_child
    while child is not None:
        if child.is_element_node or (child.text_content or "").strip():
            return
        child = child.next
    state.out.mount = f"{name}#{identifier}" if identifier else name


def _take_drawing(state: Gathering, node: LexborNode) -> None:
    for piece in node.css("text"):
        text = piece.text() or ""
        if text.strip():
            state.take_special(f" {text} ")
