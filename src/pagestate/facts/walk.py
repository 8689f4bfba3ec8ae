"""One walk over the document: visible text by block and region, forms, links, carriers.

The walk visits each node once. It is a plain loop over first child and next sibling, with the
state to restore on the way up on a stack: the recursion-free form that stays linear and safe on
documents nested a hundred thousand deep.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagestate.facts.model import Block, Field, Form, FrameFact, Link, Refresh
from pagestate.facts.visibility import hidden_by_classes, hidden_by_style, region_of, rules_that_hide

__all__ = ["Walked", "refresh_of", "walk"]

(
    _INLINE, _TEXT, _SKIP, _BLOCK, _HEADING, _LINK, _FORM, _FIELD, _SCRIPT, _STYLE, _NOSCRIPT, _REGION,
    _PICTURE, _MEDIA, _FRAME, _SELECT, _BUTTON, _LABEL, _TITLE, _META, _LINKTAG, _BREAK, _SVG, _DIALOG,
    _TEXTAREA, _NOFRAMES, _FRAMESET, _PARAGRAPH, _ROW, _ITEM, _HEAD, _GENERIC, _SVGTEXT, _HTML, _INLINED, _BODY,
) = range(36)  # fmt: skip

_CLASSES: dict[str, int] = {
    **dict.fromkeys(("template", "datalist", "param", "source", "track", "area", "map", "rp"), _SKIP),
    **dict.fromkeys(
        ("address", "article", "blockquote", "center", "dd", "dl", "dt", "fieldset", "figcaption", "figure", "hr",
         "legend", "ol", "pre", "table", "tbody", "td", "th", "thead", "tfoot", "ul", "details", "summary",
         "menu", "caption", "listing", "dir", "hgroup", "search"),
        _BLOCK,
    ),
    "div": _GENERIC, "section": _GENERIC, "p": _PARAGRAPH, "tr": _ROW, "li": _ITEM,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _HEADING),
    "a": _LINK, "form": _FORM, "input": _FIELD, "script": _SCRIPT, "style": _STYLE, "noscript": _NOSCRIPT,
    "header": _REGION, "nav": _REGION, "footer": _REGION, "aside": _REGION, "main": _REGION, "dialog": _DIALOG,
    "img": _PICTURE, "picture": _INLINE, "canvas": _MEDIA, "video": _MEDIA, "audio": _MEDIA, "embed": _MEDIA,
    "object": _MEDIA, "applet": _MEDIA, "iframe": _FRAME, "frame": _FRAME, "select": _SELECT, "button": _BUTTON,
    "label": _LABEL, "title": _TITLE, "meta": _META, "link": _LINKTAG, "br": _BREAK, "svg": _SVG,
    "textarea": _TEXTAREA, "noframes": _NOFRAMES, "frameset": _FRAMESET, "head": _HEAD, "html": _HTML,
    "body": _BODY,
}  # fmt: skip

_TRANSPARENT = frozenset({_INLINE, _TEXT, _LABEL, _BREAK, _PICTURE})
_HEAVY = 200_000
_MOUNTS = re.compile(
    r"^(?:root|app|application|__next|__nuxt|___gatsby|react-?root|app-?root|main-?app|svelte|ember-?app|mount|"
    r"react-?app|vue-?app|page-?root|single-spa-.*|app-?container|app-?mount|react-?container|container|main|"
    r"content|wrapper|page|bolt-?root|q-app|layout)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _codes() -> dict[int, tuple[int, str]]:
    """Return the class and name of each known element by lexbor's numeric tag."""
    known: dict[int, tuple[int, str]] = {}
    for name, code in _CLASSES.items():
        known[LexborHTMLParser("").create_node(name).tag_id or 0] = (code, name)
    for name in ("span", "b", "i", "em", "strong", "font", "u", "small", "big", "code", "img", "s", "time"):
        known.setdefault(LexborHTMLParser("").create_node(name).tag_id or 0, (_INLINE, name))
    text = LexborHTMLParser("<body>x").css_first("body").first_child  # type: ignore[union-attr]
    known[text.tag_id if text is not None and text.tag_id is not None else 2] = (_TEXT, "-text")
    comment = LexborHTMLParser("<body><!--x-->").css_first("body").first_child  # type: ignore[union-attr]
    known[comment.tag_id if comment is not None and comment.tag_id is not None else 4] = (_SKIP, "-comment")
    return known


def refresh_of(content: str, where: str) -> Refresh | None:
    """Return the refresh that `content` (of a meta element or header) asks for, or None."""
    found = re.match(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:[;,]?\s*(?:url\s*=\s*)?(.*))?$", content, re.IGNORECASE | re.DOTALL)
    if not found:
        return None
    url = (found[2] or "").strip().strip("'\"").strip() or None
    kind = "header" if where == "header" else "noscript" if where == "noscript" else "meta"
    return Refresh(delay_s=min(float(found[1]), 1e9), url=url, where=kind)  # type: ignore[arg-type]


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


class _Walker:
    """The state of one walk."""

    __slots__ = (
        "block_heading", "block_link", "block_region", "buffer", "classes", "depth_hidden", "extra", "extra_ids",
        "form", "form_stack", "heading", "href", "label_for", "label_text", "labels", "link_text", "orphans", "out",
        "paragraph_start", "region", "rendered", "scripts_run", "script_kept",
    )  # fmt: skip

    def __init__(self, *, rendered: bool, scripts_run: bool) -> None:
        self.out = Walked()
        self.rendered = rendered
        self.scripts_run = scripts_run
        self.buffer: list[str] = []
        self.block_link = 0
        self.region = "main"
        self.heading = 0
        self.depth_hidden = 0
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
        if not self.buffer:
            return
        text = " ".join("".join(self.buffer).split())
        self.buffer.clear()
        if text:
            self.out.blocks.append(
                Block(
                    text=text,
                    region=self.region,  # type: ignore[arg-type]
                    heading=self.heading,
                    link_length=min(self.block_link, len(text)),
                )
            )
        self.block_link = 0

    def take(self, text: str) -> None:
        """Take a text node."""
        if self.depth_hidden:
            if not text.isspace():
                self.out.hidden_length += len(text)
                if len(self.out.hidden) < 200:
                    self.out.hidden.append(text[:500])
            if self.label_text is not None:
                self.label_text.append(text)
            return
        self.buffer.append(text)
        if text.isspace():
            return
        if self.href is not None:
            self.link_text.append(text)
            self.block_link += len(text)
            self.out.link_length += len(text)
        if self.label_text is not None:
            self.label_text.append(text)
        if self.form is not None and self.form.length < 1500:
            self.form.text.append(text)
            self.form.length += len(text)


def _hides(walker: _Walker, attributes: dict[str, str | None]) -> bool:
    if walker.rendered:
        return "data-pagestate-hidden" in attributes
    if "hidden" in attributes and attributes["hidden"] != "until-found":
        return True
    if "data-pagestate-hidden" in attributes:
        return True
    style = attributes.get("style")
    if style and hidden_by_style(style):
        return True
    names = attributes.get("class")
    if names:
        known = walker.classes.get(names)
        if known is None:
            known = hidden_by_classes(names.lower().split(), walker.extra)
            walker.classes[names] = known
        if known:
            return True
    identifier = attributes.get("id")
    if identifier and identifier.lower() in walker.extra_ids:
        return True
    return attributes.get("aria-hidden") == "true" and (
        attributes.get("role") in ("dialog", "alertdialog") or "modal" in (names or "")
    )


def _where(name: str, attributes: dict[str, str | None]) -> str:
    identifier = attributes.get("id")
    if identifier:
        return f"{name}#{identifier}"
    names = (attributes.get("class") or "").split()
    return f"{name}.{names[0]}" if names else name


def walk(tree: LexborHTMLParser, *, rendered: bool, scripts_run: bool = True) -> Walked:
    """Walk `tree` once and return what it shows."""
    walker = _Walker(rendered=rendered, scripts_run=scripts_run)
    node: LexborNode | None = tree.root
    if node is None:
        return walker.out
    if not rendered:
        _read_styles(walker, tree)
    codes = _codes()
    out = walker.out
    stack: list[tuple[LexborNode, object]] = []
    while node is not None:
        code, name = codes.get(node.tag_id or 0) or (_INLINE, "")
        descend = True
        undo: object = None
        if code == _TEXT:
            walker.take(node.text_content or "")
            descend = False
        elif code == _SKIP:
            descend = False
        else:
            out.elements += 1
            undo, descend = _enter(walker, node, code, name)
        child = node.first_child if descend else None
        if child is not None:
            stack.append((node, undo))
            node = child
            continue
        if undo is not None:
            _leave(walker, undo)
        while True:
            following = node.next
            if following is not None:
                node = following
                break
            if not stack:
                node = None
                break
            node, undo = stack.pop()
            if undo is not None:
                _leave(walker, undo)
    walker.flush()
    for orphan in walker.orphans.values():
        _close_form(walker, orphan)
    return out


def _read_styles(walker: _Walker, tree: LexborHTMLParser) -> None:
    classes: set[str] = set()
    ids: set[str] = set()
    for sheet in tree.css("style"):
        media = (sheet.attributes.get("media") or "").lower()
        if media in ("", "all", "screen"):
            more_classes, more_ids = rules_that_hide(sheet.text() or "")
            classes |= more_classes
            ids |= more_ids
    walker.extra, walker.extra_ids = frozenset(classes), frozenset(ids)


def _enter(walker: _Walker, node: LexborNode, code: int, name: str) -> tuple[object, bool]:
    """Take an element; return how to undo its effect when it ends, and whether to go into it."""
    out = walker.out
    attributes: dict[str, str | None] = node.attributes
    hidden = bool(attributes) and _hides(walker, attributes)
    if attributes:
        identifier = attributes.get("id")
        if identifier:
            out.ids.add(identifier)
        names = attributes.get("class")
        if names and not hidden and walker.depth_hidden == 0:
            out.names.add(names)
    if code == _INLINE:
        if not hidden:
            if not name:
                # Custom elements: their borders are borders of blocks, and frames and shadow trees come as such.
                if "-" in (node.tag or ""):
                    walker.flush()
                    _note_mount(walker, node, node.tag or "", attributes)
                    return ("flush",), True
            return None, True
        walker.depth_hidden += 1
        return ("hidden",), True
    if code in (_SCRIPT, _STYLE, _META, _LINKTAG, _NOSCRIPT, _TITLE, _NOFRAMES, _HEAD, _HTML, _BODY, _FRAMESET):
        return _enter_machinery(walker, node, code, attributes)
    before = (walker.region, walker.heading, walker.form, walker.href)
    if hidden:
        walker.depth_hidden += 1
    shown = walker.depth_hidden == 0
    if code in (_GENERIC, _REGION, _DIALOG, _BLOCK, _PARAGRAPH, _ROW, _ITEM, _HEADING, _FORM, _FRAME, _SELECT, _SVG):
        walker.flush()
    if code in (_GENERIC, _BLOCK, _ITEM, _FORM):
        if attributes:
            _enter_region(walker, region_of(attributes))
            if code == _GENERIC:
                _note_mount(walker, node, name, attributes)
    elif code == _REGION:
        role = attributes.get("role")
        _enter_region(walker, "main" if role == "main" else name)
    elif code == _DIALOG:
        _enter_region(walker, "dialog")
        if "open" not in attributes and not walker.rendered and not hidden:
            walker.depth_hidden += 1
            hidden = True
            shown = False
    elif code == _HEADING:
        walker.heading = int(name[1])
    elif code == _LINK:
        href = attributes.get("href")
        if href is not None and shown:
            walker.href = href
            walker.link_text = []
    if code == _PARAGRAPH:
        return ("restore", before, hidden, len(out.blocks)), True
    if code == _ROW:
        out.rows += shown
    elif code == _ITEM:
        out.items += shown
    elif code == _FORM:
        walker.form = _OpenForm(
            where=_where("form", attributes),
            action=attributes.get("action") or "",
            method=(attributes.get("method") or "get").lower(),
            region=walker.region,
            visible=shown,
        )
    elif code == _FIELD:
        _take_field(walker, attributes, shown)
    elif code == _TEXTAREA:
        _add_field(walker, attributes, "textarea", shown)
        return ("restore", before, hidden, None) if hidden else None, False
    elif code == _SELECT:
        _add_field(walker, attributes, "select", shown)
        return ("restore", before, hidden, None) if hidden else None, False
    elif code == _BUTTON:
        kind = (attributes.get("type") or "submit").lower()
        text = " ".join((node.text() or "").split())[:60] or attributes.get("aria-label") or ""
        _add_field(walker, attributes, kind, shown, label=text)
    elif code == _LABEL:
        walker.label_text = []
        walker.label_for = attributes.get("for")
        return ("label", before, hidden), True
    elif code == _PICTURE:
        if shown and not _is_speck(attributes):
            out.pictures += 1
            if len(out.assets) < 60:
                out.assets.append((attributes.get("src") or "")[:200])
            if walker.region == "main" and len(out.picture_texts) < 20:
                name_of_file = (attributes.get("src") or "").rsplit("/", 1)[-1][:60]
                out.picture_texts.append(f"{attributes.get('alt') or ''} {name_of_file}".strip())
        walker.buffer.append(" ")
        return ("restore", before, hidden, None) if hidden else None, False
    elif code == _MEDIA:
        out.media += shown
        return ("restore", before, hidden, None) if hidden else None, False
    elif code == _SVG:
        out.drawings += shown
        _take_drawing(walker, node)
        return ("restore", before, hidden, None) if hidden else None, False
    elif code == _BREAK:
        walker.flush()
        return None, False
    elif code == _FRAME:
        _take_frame(walker, name, attributes, shown)
        return ("restore", before, hidden, None) if hidden else None, False
    return ("restore", before, hidden, None), True


def _enter_machinery(
    walker: _Walker, node: LexborNode, code: int, attributes: dict[str, str | None]
) -> tuple[object, bool]:
    out = walker.out
    if code == _SCRIPT:
        _take_script(walker, node, attributes)
        return None, False
    if code == _STYLE:
        out.stylesheets += 1
        return None, False
    if code == _META:
        _take_meta(walker, attributes, "meta")
        return None, False
    if code == _LINKTAG:
        relation = (attributes.get("rel") or "").lower()
        if "stylesheet" in relation:
            out.stylesheets += 1
            if len(out.assets) < 60:
                out.assets.append((attributes.get("href") or "")[:200])
        elif relation == "canonical":
            out.canonical = attributes.get("href")
        elif relation == "alternate" and "rss" in (attributes.get("type") or ""):
            out.linked_data = True
        return None, False
    if code == _TITLE:
        if not out.title and walker.depth_hidden == 0:
            out.title = " ".join((node.text() or "").split())
        return None, False
    if code == _NOSCRIPT:
        for meta in node.css("meta"):
            if (meta.attributes.get("http-equiv") or "").lower() == "refresh":
                found = refresh_of(meta.attributes.get("content") or "", "noscript")
                out.noscript_refresh = out.noscript_refresh or found
        if walker.scripts_run:
            if len(out.noscript) < 2000:
                inner = " ".join((node.text(separator=" ") or "").split())
                if "<" in inner:
                    inner = " ".join((LexborHTMLParser(inner).text(separator=" ") or "").split())
                out.noscript = f"{out.noscript}\n{inner}".strip()[:2000]
            return None, False
        if out.refresh is None and out.noscript_refresh is not None:
            out.refresh = Refresh(
                delay_s=out.noscript_refresh.delay_s, url=out.noscript_refresh.url, where="noscript"
            )
        return None, True
    if code == _NOFRAMES:
        out.noframes = " ".join(re.sub(r"<[^>]*>", " ", node.text() or "").split())[:2000]
        return None, False
    if code == _FRAMESET:
        out.frameset = True
    elif code == _HTML and out.language is None:
        out.body_names = f"{attributes.get('id') or ''} {attributes.get('class') or ''}".strip().lower()[:400]
        out.language = attributes.get("lang") or attributes.get("xml:lang") or None
    elif code == _BODY:
        out.body_names += f" {attributes.get('id') or ''} {attributes.get('class') or ''}".lower()[:600]
    if code == _BODY and not walker.rendered and hidden_by_style(attributes.get("style") or ""):
        # A body hidden until its scripts run is how flicker is avoided; it is read as it will show.
        return None, True
    return None, True


def _leave(walker: _Walker, undo: object) -> None:
    assert isinstance(undo, tuple)
    what = undo[0]
    if what == "hidden":
        walker.depth_hidden -= 1
        return
    if what == "flush":
        walker.flush()
        return
    region, heading, form, href = undo[1]
    hidden = undo[2]
    if what == "label":
        if walker.label_text is not None:
            text = " ".join("".join(walker.label_text).split())[:80]
            if walker.label_for and text:
                walker.labels[walker.label_for] = text
        walker.label_text = None
        walker.label_for = None
    if walker.href is not None and href is not walker.href:
        if len(walker.out.links) < 5000:
            text = " ".join("".join(walker.link_text).split())[:120]
            walker.out.links.append(Link(href=walker.href, text=text, region=walker.region))  # type: ignore[arg-type]
    elif what == "restore":
        walker.flush()
        start = undo[3]
        if isinstance(start, int) and region == "main":
            length = sum(len(block.text) - block.link_length for block in walker.out.blocks[start:])
            walker.out.paragraphs += length >= 80
    if walker.form is not None and walker.form is not form:
        _close_form(walker, walker.form)
    walker.region, walker.heading, walker.form, walker.href = region, heading, form, href
    if hidden:
        walker.depth_hidden -= 1


def _enter_region(walker: _Walker, region: str | None) -> None:
    if region is None:
        return
    out = walker.out
    if region == "header" and (walker.region == "main" and "main" in out.landmarks):
        return
    if walker.depth_hidden == 0:
        out.landmarks.add(region)
    if walker.region in ("dialog", "footer", "nav") and region != "dialog":
        return
    walker.region = region


def _note_mount(walker: _Walker, node: LexborNode, name: str, attributes: dict[str, str | None]) -> None:
    if walker.out.mount is not None:
        return
    identifier = attributes.get("id") or ""
    custom = "-" in name and not name.startswith("pagestate-")
    if not custom and not _MOUNTS.match(identifier):
        return
    child = node.first_child
    while child is not None:
        if child.is_element_node or (child.text_content or "").strip():
            return
        child = child.next
    walker.out.mount = f"{name}#{identifier}" if identifier else name


def _is_speck(attributes: dict[str, str | None]) -> bool:
    return any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height"))


def _take_field(walker: _Walker, attributes: dict[str, str | None], shown: bool) -> None:
    kind = (attributes.get("type") or "text").strip().lower()
    if kind in ("submit", "button", "image", "reset"):
        label = attributes.get("value") or attributes.get("alt") or attributes.get("title") or ""
        _add_field(walker, attributes, "submit" if kind == "image" else kind, shown, label=label[:60])
        if shown and walker.form is not None and label:
            walker.form.text.append(f" {label} ")
    else:
        _add_field(walker, attributes, kind, shown and kind != "hidden")


def _add_field(
    walker: _Walker, attributes: dict[str, str | None], kind: str, shown: bool, *, label: str | None = None
) -> None:
    form = walker.form
    if form is None:
        key = walker.region if shown else "hidden"
        form = walker.orphans.get(key)
        if form is None:
            form = _OpenForm(where="inputs outside forms", action="", method="", region=walker.region, visible=shown)
            walker.orphans[key] = form
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


def _close_form(walker: _Walker, form: _OpenForm) -> None:
    fields = tuple(
        Field(
            name=item.name,
            type=item.type,
            visible=item.visible,
            label=item.label or walker.labels.get(item.id, ""),
            autocomplete=item.autocomplete,
            id=item.id,
        )
        if item.id in walker.labels and not item.label
        else item
        for item in form.fields
    )
    walker.out.forms.append(
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


def _take_script(walker: _Walker, node: LexborNode, attributes: dict[str, str | None]) -> None:
    kind = (attributes.get("type") or "").strip().lower()
    source = attributes.get("src")
    if kind == "application/ld+json":
        walker.out.linked_data = True
    if kind and "javascript" not in kind and kind not in ("module", "text/ecmascript", "text/jscript"):
        return
    if source:
        walker.out.script_sources.append(source)
        return
    text = node.text() or ""
    walker.out.script_length += len(text)
    if walker.script_kept < _HEAVY:
        walker.out.scripts.append(text[: _HEAVY - walker.script_kept])
        walker.script_kept += len(text)


def _take_meta(walker: _Walker, attributes: dict[str, str | None], where: str) -> None:
    content = attributes.get("content") or ""
    key = (attributes.get("name") or attributes.get("property") or attributes.get("http-equiv") or "").strip().lower()
    if not key:
        return
    if key == "refresh" and walker.out.refresh is None:
        walker.out.refresh = refresh_of(content, where)
    walker.out.meta.setdefault(key, content[:1000])


def _take_drawing(walker: _Walker, node: LexborNode) -> None:
    for piece in node.css("text"):
        text = piece.text() or ""
        if text.strip():
            walker.take(f" {text} ")


def _take_frame(walker: _Walker, name: str, attributes: dict[str, str | None], shown: bool) -> None:
    source = attributes.get("src") or ""
    words = (attributes.get("id"), attributes.get("name"), attributes.get("title"))
    small = any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height"))
    walker.out.frames.append(
        FrameFact(
            src=source,
            visible=shown and not small,
            frameset=name == "frame",
            identifier=" ".join(word for word in words if word)[:120],
        )
    )
