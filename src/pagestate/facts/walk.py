"""One walk over the document: visible text by block and region, forms, links, carriers.

The walk visits each node once. It is a plain loop over first child and next sibling, with what to
restore on the way up on a stack: free of recursion, so that a document nested a hundred thousand
deep is safe, and linear in its size. The common nodes (text, plain blocks, inline elements) are
handled in the loop itself: a call for each would double the cost of the whole judgement.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagestate.facts.model import Block, Field, Form, FrameFact, Link, Refresh, Region
from pagestate.facts.visibility import hidden_by_classes, hidden_by_style, region_of, rules_that_hide

__all__ = ["Walked", "refresh_of", "walk"]

Attributes: TypeAlias = dict[str, str | None]

(
    _TEXT,
    _PLAIN,
    _INLINE,
    _BLOCK,
    _SKIP,
    _BREAK,
    _LINK,
    _HEADING,
    _REGION,
    _OTHER,
) = range(10)
"""Classes of nodes: text; elements that cannot matter; inline; blocks; skipped with all in them; …"""

_CLASSES: dict[str, int] = {
    **dict.fromkeys(("template", "datalist", "param", "source", "track", "area", "map", "rp", "style"), _SKIP),
    **dict.fromkeys(
        (
            "b",
            "i",
            "em",
            "strong",
            "font",
            "u",
            "small",
            "big",
            "code",
            "s",
            "sup",
            "sub",
            "abbr",
            "cite",
            "time",
            "tbody",
            "thead",
            "tfoot",
            "colgroup",
            "col",
            "picture",
            "wbr",
            "mark",
            "kbd",
            "var",
            "nobr",
        ),
        _PLAIN,
    ),
    **dict.fromkeys(
        (
            "address",
            "article",
            "blockquote",
            "center",
            "dd",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "hr",
            "legend",
            "ol",
            "pre",
            "table",
            "td",
            "th",
            "ul",
            "details",
            "summary",
            "menu",
            "caption",
            "listing",
            "dir",
            "hgroup",
            "search",
            "div",
            "section",
            "p",
            "tr",
            "li",
        ),
        _BLOCK,
    ),
    **dict.fromkeys(("span", "ins", "del", "q", "bdi", "bdo", "data", "output", "ruby", "rt"), _INLINE),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _HEADING),
    **dict.fromkeys(("header", "nav", "footer", "aside", "main", "dialog"), _REGION),
    **dict.fromkeys(
        (
            "form",
            "input",
            "script",
            "noscript",
            "img",
            "canvas",
            "video",
            "audio",
            "embed",
            "object",
            "applet",
            "iframe",
            "frame",
            "select",
            "button",
            "label",
            "title",
            "meta",
            "link",
            "svg",
            "textarea",
            "noframes",
            "frameset",
            "head",
            "html",
            "body",
        ),
        _OTHER,
    ),
    "a": _LINK,
    "br": _BREAK,
}

_HEAVY = 200_000
_MOUNTS = re.compile(
    r"^(?:root|app|application|__next|__nuxt|___gatsby|svelte|mount|q-app|"
    r"(?:react|vue|ember|page|main|bolt|app)-?(?:root|app|container|mount)|single-spa-.*|"
    r"container|main|content|wrapper|page|layout)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _codes() -> dict[int, tuple[int, str]]:
    """Return the class and name of each known node by lexbor's numeric tag."""
    parser = LexborHTMLParser("<body>x<!--x-->")
    known: dict[int, tuple[int, str]] = {}
    for name, code in _CLASSES.items():
        known[parser.create_node(name).tag_id or 0] = (code, name)
    body = parser.body
    text = body.first_child if body is not None else None
    comment = text.next if text is not None else None
    known[(text.tag_id if text is not None else None) or 2] = (_TEXT, "-text")
    known[(comment.tag_id if comment is not None else None) or 4] = (_SKIP, "-comment")
    return known


def refresh_of(content: str, where: str) -> Refresh | None:
    """Return the refresh that `content` (of a meta element or header) asks for, or None."""
    found = re.match(
        r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:[;,]?\s*(?:url\s*=\s*)?(.*))?$", content, re.IGNORECASE | re.DOTALL
    )
    if not found:
        return None
    url = (found[2] or "").strip().strip("'\"").strip() or None
    if where == "header":
        return Refresh(delay_s=min(float(found[1]), 1e9), url=url, where="header")
    return Refresh(delay_s=min(float(found[1]), 1e9), url=url, where="noscript" if where == "noscript" else "meta")


@dataclass(slots=True)
class _OpenForm:
    where: str
    action: str
    method: str
    region: str
    visible: bool
    fields: list[Field] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    length: int = 0


@dataclass(slots=True)
class Walked:
    """What one walk gathers."""

    title: str = ""
    blocks: list[Block] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    link_length: int = 0
    hidden: list[str] = field(default_factory=list)
    hidden_length: int = 0
    noscript: str = ""
    noframes: str = ""
    frames: list[FrameFact] = field(default_factory=list)
    refresh: Refresh | None = None
    noscript_refresh: Refresh | None = None
    meta: dict[str, str] = field(default_factory=dict)
    language: str | None = None
    script_sources: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    script_length: int = 0
    stylesheets: int = 0
    elements: int = 0
    paragraphs: int = 0
    pictures: int = 0
    media: int = 0
    drawings: int = 0
    rows: int = 0
    items: int = 0
    ids: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    body_names: str = ""
    assets: list[str] = field(default_factory=list)
    linked_data: bool = False
    mount: str | None = None
    picture_texts: list[str] = field(default_factory=list)
    landmarks: set[str] = field(default_factory=set)
    canonical: str | None = None
    frameset: bool = False
    forms: list[Form] = field(default_factory=list)


class _State:
    """What changes on the way down and is restored on the way up."""

    __slots__ = (
        "block_link",
        "buffer",
        "classes",
        "extra",
        "extra_ids",
        "form",
        "heading",
        "hidden",
        "href",
        "label_for",
        "label_text",
        "labels",
        "link_text",
        "orphans",
        "out",
        "region",
        "rendered",
        "script_kept",
        "scripts_run",
    )

    def __init__(self, *, rendered: bool, scripts_run: bool) -> None:
        self.out = Walked()
        self.rendered = rendered
        self.scripts_run = scripts_run
        self.buffer: list[str] = []
        self.block_link = 0
        self.region: Region = "main"
        self.heading = 0
        self.hidden = 0
        self.form: _OpenForm | None = None
        self.orphans: dict[str, _OpenForm] = {}
        self.href: str | None = None
        self.link_text: list[str] = []
        self.label_text: list[str] | None = None
        self.label_for: str | None = None
        self.labels: dict[str, str] = {}
        self.classes: dict[str, bool] = {}
        self.extra: frozenset[str] = frozenset()
        self.extra_ids: frozenset[str] = frozenset()
        self.script_kept = 0

    def flush(self) -> None:
        """End the block that is being gathered."""
        buffer = self.buffer
        text = buffer[0] if len(buffer) == 1 else "".join(buffer)
        buffer.clear()
        if text != " ":
            text = " ".join(text.split())
            if text:
                link = self.block_link
                length = len(text)
                self.out.blocks.append(Block(text, self.region, self.heading, link if link < length else length))
        self.block_link = 0

    def take_special(self, text: str) -> None:
        """Take text inside a hidden element, a link, a label or a form."""
        if self.hidden:
            self.out.hidden_length += len(text)
            if len(self.out.hidden) < 200:
                self.out.hidden.append(text[:500])
            if self.label_text is not None:
                self.label_text.append(text)
            return
        self.buffer.append(text)
        if self.href is not None:
            self.link_text.append(text)
            self.block_link += len(text)
            self.out.link_length += len(text)
        if self.label_text is not None:
            self.label_text.append(text)
        form = self.form
        if form is not None and form.length < 1500:
            form.text.append(text)
            form.length += len(text)


def _hides(state: _State, attributes: Attributes) -> bool:
    if state.rendered:
        return "data-pagestate-hidden" in attributes
    names = attributes.get("class")
    if names:
        known = state.classes.get(names)
        if known is None:
            known = state.classes[names] = hidden_by_classes(names.lower().split(), state.extra)
        if known:
            return True
    style = attributes.get("style")
    if style and hidden_by_style(style):
        return True
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    if "data-pagestate-hidden" in attributes:
        return True
    if state.extra_ids and (attributes.get("id") or "").lower() in state.extra_ids:
        return True
    return attributes.get("aria-hidden") == "true" and (
        attributes.get("role") in ("dialog", "alertdialog") or "modal" in (names or "")
    )


def _where(name: str, attributes: Attributes) -> str:
    identifier = attributes.get("id")
    if identifier:
        return f"{name}#{identifier}"
    names = (attributes.get("class") or "").split()
    return f"{name}.{names[0]}" if names else name


_Undo: TypeAlias = "tuple[int, Region, int, _OpenForm | None, str | None, int] | None"
_FLUSH: _Undo = (0, "main", 0, None, None, -1)
"""What to undo after a block that changed nothing: its end is a border all the same."""


def walk(tree: LexborHTMLParser, *, rendered: bool, scripts_run: bool = True) -> Walked:
    """Walk `tree` once and return what it shows."""
    state = _State(rendered=rendered, scripts_run=scripts_run)
    out = state.out
    node: LexborNode | None = tree.root
    if node is None:
        return out
    if not rendered:
        _read_styles(state, tree)
    known = _codes().get
    buffer = state.buffer
    names = out.names
    ids = out.ids
    elements = 0
    stack: list[tuple[LexborNode, _Undo]] = []
    unknown = (_OTHER, "")
    while node is not None:
        code, name = known(node.tag_id or 0, unknown)
        undo: _Undo = None
        child: LexborNode | None = None
        if code == _TEXT:
            text = node.text_content or ""
            if text.isspace():
                if buffer:
                    buffer.append(" ")
            elif state.hidden or state.href is not None or state.form is not None or state.label_text is not None:
                state.take_special(text)
            else:
                buffer.append(text)
        elif code == _PLAIN:
            elements += 1
            child = node.first_child
        elif code == _BREAK:
            if buffer:
                state.flush()
        elif code != _SKIP:
            elements += 1
            attributes: Attributes = node.attributes
            hidden = False
            if attributes:
                hidden = _hides(state, attributes)
                identifier = attributes.get("id")
                if identifier:
                    ids.add(identifier)
                label = attributes.get("class")
                if label and not hidden and not state.hidden:
                    names.add(label)
            if code == _INLINE:
                if hidden:
                    undo = (1, state.region, state.heading, state.form, state.href, -2)
                    state.hidden += 1
                child = node.first_child
            elif code == _BLOCK:
                if buffer:
                    state.flush()
                undo = _FLUSH if not attributes and name != "p" else _enter_block(state, node, name, attributes, hidden)
                if not attributes and not state.hidden:
                    if name == "li":
                        out.items += 1
                    elif name == "tr":
                        out.rows += 1
                child = node.first_child
            elif code == _LINK:
                undo = (int(hidden), state.region, state.heading, state.form, state.href, -3)
                state.hidden += hidden
                href = attributes.get("href")
                if href is not None and not state.hidden:
                    state.href = href
                    state.link_text = []
                child = node.first_child
            else:
                undo, descend = _enter(state, node, code, name, attributes, hidden)
                if descend:
                    child = node.first_child
        if child is not None:
            stack.append((node, undo))
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
            node, undo = stack.pop()
            if undo is _FLUSH:
                if buffer:
                    state.flush()
            elif undo is not None:
                _leave(state, undo)
    state.flush()
    out.elements = elements
    for orphan in state.orphans.values():
        _close_form(state, orphan)
    return out


def _read_styles(state: _State, tree: LexborHTMLParser) -> None:
    classes: set[str] = set()
    ids: set[str] = set()
    for sheet in tree.css("style"):
        state.out.stylesheets += 1
        if (sheet.attributes.get("media") or "").lower() in ("", "all", "screen"):
            more_classes, more_ids = rules_that_hide(sheet.text() or "")
            classes |= more_classes
            ids |= more_ids
    state.extra, state.extra_ids = frozenset(classes), frozenset(ids)


def _enter_block(state: _State, node: LexborNode, name: str, attributes: Attributes, hidden: bool) -> _Undo:
    """Take a block with attributes, or a paragraph."""
    out = state.out
    start = len(out.blocks) if name == "p" else -1
    undo: _Undo = (int(hidden), state.region, state.heading, state.form, state.href, start)
    if hidden:
        state.hidden += 1
    if not state.hidden and attributes:
        if name == "li":
            out.items += 1
        elif name == "tr":
            out.rows += 1
    if "class" in attributes or "id" in attributes or "role" in attributes:
        region = region_of(attributes)
        if region is not None:
            _enter_region(state, region)
        if out.mount is None and (name == "div" or name == "section"):
            _note_mount(state, node, name, attributes)
    return undo


def _enter(
    state: _State, node: LexborNode, code: int, name: str, attributes: Attributes, hidden: bool
) -> tuple[_Undo, bool]:
    """Take one of the rarer elements; return what to undo at its end, and whether to go into it."""
    out = state.out
    machinery = _MACHINERY.get(name)
    if machinery is not None:
        return None, machinery(state, node, attributes)
    undo: _Undo = (int(hidden), state.region, state.heading, state.form, state.href, -1)
    state.hidden += hidden
    shown = state.hidden == 0
    if name in ("button", "img", "input", "label"):
        undo = (int(hidden), state.region, state.heading, state.form, state.href, -2)
    elif state.buffer:
        state.flush()
    if code == _HEADING:
        state.heading = int(name[1])
        return undo, True
    if code == _REGION:
        if name == "dialog" and "open" not in attributes and not state.rendered and not hidden:
            state.hidden += 1
            undo = (1, state.region, state.heading, state.form, state.href, -1)
        _enter_region(state, "main" if attributes.get("role") == "main" else name)
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
                _enter_region(state, region)
            state.form = _OpenForm(
                where=_where("form", attributes),
                action=attributes.get("action") or "",
                method=(attributes.get("method") or "get").lower(),
                region=state.region,
                visible=shown,
            )
            return undo, True
        case "input":
            _take_field(state, attributes, shown)
        case "textarea" | "select":
            _add_field(state, attributes, name, shown)
        case "button":
            text = " ".join((node.text() or "").split())[:60] or attributes.get("aria-label") or ""
            _add_field(state, attributes, (attributes.get("type") or "submit").lower(), shown, label=text)
            return undo, True
        case "label":
            state.label_text = []
            state.label_for = attributes.get("for")
            return (int(hidden), state.region, state.heading, state.form, state.href, -4), True
        case "img":
            _take_picture(state, attributes, shown)
        case "canvas" | "video" | "audio" | "embed" | "object" | "applet":
            out.media += shown
        case "svg":
            out.drawings += shown
            _take_drawing(state, node)
        case "iframe" | "frame":
            _take_frame(state, name, attributes, shown)
        case _:
            return undo, True
    return undo, False


def _leave(state: _State, undo: "tuple[int, Region, int, _OpenForm | None, str | None, int]") -> None:
    hidden, region, heading, form, href, mark = undo
    if mark == -4:
        if state.label_text is not None:
            text = " ".join("".join(state.label_text).split())[:80]
            if state.label_for and text:
                state.labels[state.label_for] = text
        state.label_text = None
        state.label_for = None
    elif mark == -3:
        if state.href is not None and state.href is not href:
            if len(state.out.links) < 5000:
                text = " ".join("".join(state.link_text).split())[:120]
                state.out.links.append(Link(state.href, text, state.region))
            state.href = href
    elif mark != -2:
        if state.buffer:
            state.flush()
        if mark >= 0 and region == "main":
            length = sum(len(block.text) - block.link_length for block in state.out.blocks[mark:])
            state.out.paragraphs += length >= 80
        if state.form is not None and state.form is not form:
            _close_form(state, state.form)
        state.region, state.heading, state.form = region, heading, form
    state.hidden -= hidden


def _enter_region(state: _State, region: str) -> None:
    if region == "header" and state.region == "main" and "main" in state.out.landmarks:
        return
    if not state.hidden:
        state.out.landmarks.add(region)
    if state.region in ("dialog", "footer", "nav") and region != "dialog":
        return
    state.region = region  # type: ignore[assignment]


def _note_mount(state: _State, node: LexborNode, name: str, attributes: Attributes) -> None:
    identifier = attributes.get("id") or ""
    custom = "-" in name and not name.startswith("pagestate-")
    if not custom and not (identifier and _MOUNTS.match(identifier)):
        return
    child = node.first_child
    while child is not None:
        if child.is_element_node or (child.text_content or "").strip():
            return
        child = child.next
    state.out.mount = f"{name}#{identifier}" if identifier else name


def _in_script(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    kind = (attributes.get("type") or "").strip().lower()
    if kind == "application/ld+json":
        out.linked_data = True
    if kind and "javascript" not in kind and kind not in ("module", "text/ecmascript", "text/jscript"):
        return False
    source = attributes.get("src")
    if source:
        out.script_sources.append(source)
        return False
    text = node.text() or ""
    out.script_length += len(text)
    if state.script_kept < _HEAVY:
        out.scripts.append(text[: _HEAVY - state.script_kept])
        state.script_kept += len(text)
    return False


def _in_meta(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    content = attributes.get("content") or ""
    key = (attributes.get("name") or attributes.get("property") or attributes.get("http-equiv") or "").strip().lower()
    if key:
        if key == "refresh" and state.out.refresh is None:
            state.out.refresh = refresh_of(content, "meta")
        state.out.meta.setdefault(key, content[:1000])
    return False


def _in_link(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    relation = (attributes.get("rel") or "").lower()
    if "stylesheet" in relation:
        out.stylesheets += 1
        if len(out.assets) < 60:
            out.assets.append((attributes.get("href") or "")[:200])
    elif relation == "canonical":
        out.canonical = attributes.get("href")
    elif relation == "alternate" and "rss" in (attributes.get("type") or ""):
        out.linked_data = True
    return False


def _in_title(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    if not state.out.title and not state.hidden:
        state.out.title = " ".join((node.text() or "").split())
    return False


def _in_noscript(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    for meta in node.css("meta"):
        if (meta.attributes.get("http-equiv") or "").lower() == "refresh":
            found = refresh_of(meta.attributes.get("content") or "", "noscript")
            out.noscript_refresh = out.noscript_refresh or found
    if state.scripts_run:
        if len(out.noscript) < 2000:
            inner = " ".join((node.text(separator=" ") or "").split())
            if "<" in inner:
                inner = " ".join((LexborHTMLParser(inner[:20_000]).text(separator=" ") or "").split())
            out.noscript = f"{out.noscript}\n{inner}".strip()[:2000]
        return False
    if out.refresh is None and out.noscript_refresh is not None:
        out.refresh = out.noscript_refresh
    return True


def _in_noframes(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    state.out.noframes = " ".join(re.sub(r"<[^>]*>", " ", node.text() or "").split())[:2000]
    return False


def _in_frameset(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    state.out.frameset = True
    return True


def _in_root(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    # A body hidden until its scripts run is how flicker is avoided; it is read as it will show.
    out = state.out
    out.language = out.language or attributes.get("lang") or attributes.get("xml:lang") or None
    out.body_names += f" {attributes.get('id') or ''} {attributes.get('class') or ''}".lower()[:600]
    return True


def _in_head(state: _State, node: LexborNode, attributes: Attributes) -> bool:
    return True


_MACHINERY = {
    "script": _in_script,
    "meta": _in_meta,
    "link": _in_link,
    "title": _in_title,
    "noscript": _in_noscript,
    "noframes": _in_noframes,
    "frameset": _in_frameset,
    "html": _in_root,
    "body": _in_root,
    "head": _in_head,
}
"""Elements that show nothing themselves."""


def _take_field(state: _State, attributes: Attributes, shown: bool) -> None:
    kind = (attributes.get("type") or "text").strip().lower()
    if kind in ("submit", "button", "image", "reset"):
        label = attributes.get("value") or attributes.get("alt") or attributes.get("title") or ""
        _add_field(state, attributes, "submit" if kind == "image" else kind, shown, label=label[:60])
        if shown and state.form is not None and label:
            state.form.text.append(f" {label} ")
    else:
        _add_field(state, attributes, kind, shown and kind != "hidden")


def _add_field(state: _State, attributes: Attributes, kind: str, shown: bool, *, label: str | None = None) -> None:
    form = state.form
    if form is None:
        key = state.region if shown else "hidden"
        form = state.orphans.get(key)
        if form is None:
            form = _OpenForm(where="inputs outside forms", action="", method="", region=state.region, visible=shown)
            state.orphans[key] = form
    if len(form.fields) >= 200:
        return
    if label is None:
        label = attributes.get("placeholder") or attributes.get("aria-label") or attributes.get("title") or ""
    form.fields.append(
        Field(
            name=attributes.get("name") or "",
            type=kind,
            visible=shown,
            label=label[:80],
            autocomplete=(attributes.get("autocomplete") or "").lower(),
            id=attributes.get("id") or "",
        )
    )


def _close_form(state: _State, form: _OpenForm) -> None:
    labels = state.labels
    fields = tuple(
        Field(
            name=item.name,
            type=item.type,
            visible=item.visible,
            label=labels[item.id],
            autocomplete=item.autocomplete,
            id=item.id,
        )
        if not item.label and item.id in labels
        else item
        for item in form.fields
    )
    state.out.forms.append(
        Form(
            where=form.where,
            action=form.action,
            method=form.method,
            fields=fields,
            text=" ".join("".join(form.text).split())[:800],
            region=form.region,
            visible=form.visible,
        )
    )


def _take_picture(state: _State, attributes: Attributes, shown: bool) -> None:
    out = state.out
    state.buffer.append(" ")
    if not shown or any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height")):
        return
    out.pictures += 1
    source = attributes.get("src") or ""
    if len(out.assets) < 60:
        out.assets.append(source[:200])
    if state.region == "main" and len(out.picture_texts) < 20:
        out.picture_texts.append(f"{attributes.get('alt') or ''} {source.rsplit('/', 1)[-1][:60]}".strip())


def _take_drawing(state: _State, node: LexborNode) -> None:
    for piece in node.css("text"):
        text = piece.text() or ""
        if text.strip():
            state.take_special(f" {text} ")


def _take_frame(state: _State, name: str, attributes: Attributes, shown: bool) -> None:
    words = (attributes.get("id"), attributes.get("name"), attributes.get("title"))
    small = any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height"))
    state.out.frames.append(
        FrameFact(
            src=attributes.get("src") or "",
            visible=shown and not small,
            frameset=name == "frame",
            identifier=" ".join(word for word in words if word)[:120],
        )
    )
