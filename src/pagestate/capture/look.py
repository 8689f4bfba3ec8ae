"""Reading the page: the flattened document, the visible text, what covers it, its frames."""

import asyncio
import re
import secrets
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pagestate.evidence import Cover, Frame

if TYPE_CHECKING:
    from playwright.async_api import Frame as PlaywrightFrame
    from playwright.async_api import Page

__all__ = ["LOOK_TIMEOUT_S", "Look", "look", "script"]

MAX_HTML = 5_000_000
MAX_TEXT = 1_000_000
MAX_FRAMES = 40
LOOK_TIMEOUT_S = 8.0
FRAME_TIMEOUT_S = 3.0

_LINE_SPACE = re.compile(r"[ \t\f\v ]+")
_BREAKS = re.compile(r"(?<!\s)\s*\n\s*")


@cache
def script(name: str) -> str:
    """Return one of the scripts that run inside a page."""
    source = files("pagestate.capture").joinpath("scripts", f"{name}.js").read_text(encoding="utf-8")
    return "\n".join(line for line in source.splitlines() if not line.lstrip().startswith("//"))


@dataclass(slots=True, kw_only=True)
class Look:
    """What one look at the page gave."""

    html: str
    text: str
    title: str
    url: str
    encoding: str
    mime: str
    covers: tuple[Cover, ...]
    frames: tuple[Frame, ...]
    origin: float
    """The document's time origin, in Unix milliseconds."""
    timing: dict[str, float] | None
    agent: str
    languages: tuple[str, ...]
    zone: str
    notes: list[str] = field(default_factory=list)


async def look(
    page: "Page",
    *,
    selectors: tuple[str, ...],
    statuses: "dict[PlaywrightFrame, tuple[int | None, str | None]]",
    timeout_s: float = LOOK_TIMEOUT_S,
) -> Look:
    """Read the page as it stands.

    Raises:
        playwright.async_api.Error: the document went away meanwhile.
        TimeoutError: the page does not answer.
    """
    token = f"\ue000{secrets.token_hex(4)}:"
    notes: list[str] = []
    raw, children = await _look_at(page.main_frame, token, selectors, notes, depth=0, timeout_s=timeout_s)
    html, text = raw["html"], raw["text"]
    frames: list[Frame] = []
    html, text, inner = _fill(raw, children, token, statuses, frames)
    covers = tuple(
        Cover(
            share=round(cover["share"], 4),
            where=cover["where"],
            text=tidy(_tokens(cover["text"], token, inner))[:2000],
            scroll_locked=bool(cover["locked"]),
        )
        for cover in _with_backdrops(raw["covers"])
    )
    if len(page.frames) - 1 > MAX_FRAMES:
        notes.append(f"frames: only {MAX_FRAMES} of {len(page.frames) - 1} were read")
    return Look(
        html=html[: MAX_HTML + 1_000_000],
        text=tidy(text)[:MAX_TEXT],
        title=raw["title"],
        url=raw["url"],
        encoding=raw["encoding"],
        mime=raw["type"],
        covers=covers,
        frames=tuple(frames),
        origin=raw["origin"],
        timing=raw["timing"],
        agent=raw["agent"],
        languages=tuple(raw["languages"]),
        zone=raw["zone"],
        notes=[*notes, *raw["notes"]],
    )


_Child = tuple["PlaywrightFrame", dict[str, Any] | None, list[Any]]


async def _look_at(
    frame: "PlaywrightFrame", token: str, selectors: tuple[str, ...], notes: list[str], *, depth: int, timeout_s: float
) -> tuple[dict[str, Any], list[_Child]]:
    children = [child for child in frame.child_frames if not child.is_detached()][:MAX_FRAMES] if depth < 5 else []
    if children:
        await asyncio.gather(*(_name_owner(child, place) for place, child in enumerate(children)))
    options = {
        "token": token,
        "selectors": list(selectors),
        "covers": depth == 0,
        "nested": depth > 0,
        "maxHtml": MAX_HTML if depth == 0 else MAX_HTML // 5,
        "maxText": MAX_TEXT,
        "budget": 2500 if depth == 0 else 1000,
    }
    raw: dict[str, Any] = await asyncio.wait_for(frame.evaluate(script("look"), options), timeout_s)

    async def descend(child: "PlaywrightFrame") -> _Child:
        try:
            inner, below = await _look_at(child, token, selectors, notes, depth=depth + 1, timeout_s=FRAME_TIMEOUT_S)
        except Exception as error:
            notes.append(f"frame {child.url[:200]}: {str(error).splitlines()[0][:200] if str(error) else 'no answer'}")
            return child, None, []
        return child, inner, list(below)

    return raw, list(await asyncio.gather(*(descend(child) for child in children)))


async def _name_owner(child: "PlaywrightFrame", place: int) -> None:
    """Tell the parent's document which element holds this frame; closed shadow roots included."""
    try:
        owner = await asyncio.wait_for(child.frame_element(), 1.0)
        await asyncio.wait_for(
            owner.evaluate(
                """(el, place) => {
                  const memory = window[Symbol.for("pagestate")];
                  if (!memory) return;
                  if (!memory.frames) memory.frames = [];
                  memory.frames[place] = el;
                }""",
                place,
            ),
            1.0,
        )
    except Exception:
        return  # The frame went away, or its page is busy: it will be missing, which is noted.


def _fill(
    raw: dict[str, Any],
    children: list[_Child],
    token: str,
    statuses: "dict[PlaywrightFrame, tuple[int | None, str | None]]",
    frames: list[Frame],
) -> tuple[str, str, dict[int, str]]:
    """Put the documents and texts of the frames where their tokens stand."""
    documents: dict[int, str] = {}
    texts: dict[int, str] = {}
    for place, (frame, inner, below) in enumerate(children):
        status, failure = statuses.get(frame, (None, None))
        html = text = ""
        own: list[Frame] = []
        if inner is not None and not inner["url"].startswith("chrome-error:"):
            html, text, _ = _fill(inner, below, token, statuses, own)
        documents[place], texts[place] = _body_of(html), text
        area = raw["boxes"][place] if place < len(raw["boxes"]) else 0.0
        url = inner["url"] if inner is not None else frame.url
        if url.startswith("chrome-error:"):
            url = frame.url if not frame.url.startswith("chrome-error:") else ""
        shown = f"{token}{place};" in raw["text"]
        frames.append(
            Frame(
                url=url,
                area=round(area, 4),
                status=status,
                failure=failure,
                text_length=len(tidy(text)) if shown else 0,
            )
        )
        frames.extend(own)
    return _tokens(raw["html"], token, documents), _tokens(raw["text"], token, texts), texts


def _tokens(source: str, token: str, values: dict[int, str]) -> str:
    if token not in source:
        return source
    return re.sub(re.escape(token) + r"(\d+);", lambda found: values.get(int(found[1]), ""), source)


def _body_of(html: str) -> str:
    """A document inside a document: only its doctype has to go, a parser drops the rest."""
    return re.sub(r"^<!DOCTYPE[^>]*>", "", html)


def _with_backdrops(covers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A backdrop without words belongs to the dialog that lies on it."""
    spoken = [cover for cover in covers if cover["text"].strip()]
    silent = [cover for cover in covers if not cover["text"].strip()]
    if spoken and silent:
        main = max(spoken, key=lambda cover: cover["share"])
        main["share"] = min(1.0, main["share"] + sum(cover["share"] for cover in silent))
        return sorted(spoken, key=lambda cover: -cover["share"])
    return covers


def tidy(text: str) -> str:
    """Fold the spaces of every line and drop empty lines."""
    return _BREAKS.sub("\n", _LINE_SPACE.sub(" ", text)).strip()
