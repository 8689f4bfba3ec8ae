"""What a walk gathers on its way: text by block, forms with their fields, pictures, frames."""

from dataclasses import dataclass, field
from typing import TypeAlias

from pagestate.facts.model import Block, Field, Form, FrameFact, Link, Refresh, Region

__all__ = ["Attributes", "Gathering", "OpenForm", "Walked"]

Attributes: TypeAlias = dict[str, str | None]


@dataclass(slots=True)
class OpenForm:
    """A form that is being read."""

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
    header_cells: int = 0
    samples: int = 0
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


_block = tuple.__new__


class Gathering:
    """What is gathered, and what changes on the way down and is restored on the way up."""

    __slots__ = (
        "block_link",
        "buffer",
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
        "special",
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
        self.form: OpenForm | None = None
        self.orphans: dict[str, OpenForm] = {}
        self.href: str | None = None
        self.link_text: list[str] = []
        self.label_text: list[str] | None = None
        self.label_for: str | None = None
        self.labels: dict[str, str] = {}
        self.script_kept = 0
        self.special = False
        """Whether text is hidden, or belongs to a link, a label or a form; kept by `note`."""

    def note(self) -> None:
        """Take note of what was entered or left."""
        self.special = self.hidden > 0 or self.href is not None or self.form is not None or self.label_text is not None

    def flush(self) -> None:
        """End the block that is being gathered."""
        buffer = self.buffer
        text = buffer[0] if len(buffer) == 1 else "".join(buffer)
        buffer.clear()
        if text != " ":
            text = " ".join(text.split())
            if text:
                link = self.block_link
                if link:
                    length = len(text)
                    self.out.blocks.append(Block(text, self.region, self.heading, link if link < length else length))
                else:
                    self.out.blocks.append(_block(Block, (text, self.region, self.heading, 0)))
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

    def enter_region(self, region: str) -> None:
        """Enter a part of the page, unless it stands in one that holds whatever is in it."""
        if region == "header" and self.region == "main" and "main" in self.out.landmarks:
            return
        if not self.hidden:
            self.out.landmarks.add(region)
        if self.region in ("dialog", "footer", "nav") and region != "dialog":
            return
        self.region = region  # type: ignore[assignment]

    def take_field(self, attributes: Attributes, shown: bool) -> None:
        """Take an input element."""
        kind = (attributes.get("type") or "text").strip().lower()
        if kind in ("submit", "button", "image", "reset"):
            label = attributes.get("value") or attributes.get("alt") or attributes.get("title") or ""
            self.add_field(attributes, "submit" if kind == "image" else kind, shown, label=label[:60])
            if shown and self.form is not None and label:
                self.form.text.append(f" {label} ")
        else:
            self.add_field(attributes, kind, shown and kind != "hidden")

    def add_field(self, attributes: Attributes, kind: str, shown: bool, *, label: str | None = None) -> None:
        """Take a field or button into its form, or into the group of those outside forms."""
        form = self.form
        if form is None:
            key = self.region if shown else "hidden"
            form = self.orphans.get(key)
            if form is None:
                form = OpenForm(where="inputs outside forms", action="", method="", region=self.region, visible=shown)
                self.orphans[key] = form
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

    def close_form(self, form: OpenForm) -> None:
        """End a form: labels that stood elsewhere come to their fields."""
        labels = self.labels
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
        self.out.forms.append(
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

    def take_picture(self, attributes: Attributes, shown: bool) -> None:
        """Take an img element."""
        out = self.out
        self.buffer.append(" ")
        if not shown or any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height")):
            return
        out.pictures += 1
        source = attributes.get("src") or ""
        if len(out.assets) < 60:
            out.assets.append(source[:200])
        if self.region == "main" and len(out.picture_texts) < 20:
            out.picture_texts.append(f"{attributes.get('alt') or ''} {source.rsplit('/', 1)[-1][:60]}".strip())

    def take_frame(self, name: str, attributes: Attributes, shown: bool) -> None:
        """Take a frame of either kind."""
        words = (attributes.get("id"), attributes.get("name"), attributes.get("title"))
        small = any((attributes.get(side) or "").strip() in ("0", "1") for side in ("width", "height"))
        self.out.frames.append(
            FrameFact(
                src=attributes.get("src") or "",
                visible=shown and not small,
                frameset=name == "frame",
                identifier=" ".join(word for word in words if word)[:120],
            )
        )
