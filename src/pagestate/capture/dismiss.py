"""Answering consent gates and notices as the visitor said to. Nothing else is ever pressed."""

import asyncio
import contextlib
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from pagestate.capture.look import script

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

__all__ = ["dismiss", "words"]

_FIND_TIMEOUT_S = 1.5
_CLICK_TIMEOUT_MS = 1500.0
_FRAME_SHARE = 0.1
"""Of the window: a smaller frame is no gate."""


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Return the labels of the controls: `reject`, `necessary`, `accept`, `close`."""
    raw = json.loads(files("pagestate.capture").joinpath("consent.json").read_text(encoding="utf-8"))
    return {key: tuple(value) for key, value in raw.items() if key != "about"}


async def dismiss(page: "Page", answer: Literal["reject", "accept"]) -> str | None:
    """Press the control of a gate that gives `answer`; return its label, or None if there is none.

    Rejecting takes a control that refuses, else one that takes only what is needed, else one that
    closes without an answer, and never one that accepts.
    """
    order = ("reject", "necessary", "close") if answer == "reject" else ("accept", "close")
    for frame, whole in await _places(page):
        # In the page itself a "continue" may be anything.
        names = [name for name in order if name != "close" or not (whole and frame is page.main_frame)]
        control = await _find(frame, [list(words()[name]) for name in names], whole=whole)
        if control is not None:
            label = await _press(control)
            if label is not None:
                return label
    return None


async def _places(page: "Page") -> "list[tuple[Frame, bool]]":
    """Overlays of the page first, then frames large enough to be a gate, then the page as a whole."""
    places: list[tuple[Frame, bool]] = [(page.main_frame, False)]
    size = page.viewport_size or {"width": 1280, "height": 800}
    window = size["width"] * size["height"]
    for frame in page.main_frame.child_frames:
        box = None
        # A frame that went away is no gate.
        with contextlib.suppress(Exception):
            owner = await asyncio.wait_for(frame.frame_element(), _FIND_TIMEOUT_S)
            box = await asyncio.wait_for(owner.bounding_box(), _FIND_TIMEOUT_S)
        if box is not None and box["width"] * box["height"] >= _FRAME_SHARE * window:
            places.append((frame, True))
    return [*places, (page.main_frame, True)]


async def _find(frame: "Frame", groups: list[list[str]], *, whole: bool) -> "ElementHandle | None":
    try:
        found = await asyncio.wait_for(
            frame.evaluate_handle(script("dismiss"), {"words": groups, "whole": whole}), _FIND_TIMEOUT_S
        )
    except Exception:
        return None  # the document went away, or does not answer
    return found.as_element()


async def _press(control: "ElementHandle") -> str | None:
    try:
        label = (await asyncio.wait_for(control.inner_text(), _FIND_TIMEOUT_S)).strip()
        await control.click(timeout=_CLICK_TIMEOUT_MS, no_wait_after=True)
    except Exception:
        return None  # it moved away or is covered: nothing was pressed
    return " ".join(label.split())[:80] or "a control without a label"
