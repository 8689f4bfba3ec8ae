"""What canvases and films show, of which the document does not tell: whether it still changes."""

import asyncio
import base64
import io
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

__all__ = ["Drawn"]

EVERY_S = 0.12
TIMEOUT_S = 0.7
_SIDE = 48
_NOISE = 6
"""Of 255; two pictures of the same thing differ by less after JPEG."""

Box = tuple[float, float, float, float]


class Drawn:
    """Compares what lies in some boxes of the window from one look to the next."""

    def __init__(self, cdp: "CDPSession") -> None:
        """Take a DevTools session to the tab."""
        self._cdp = cdp
        self._last: list[bytes] | None = None
        self._looked = 0.0
        self.changed: float | None = None
        """When the picture was last seen to change, in seconds of the monotonic clock; None before the first."""
        self.blank = False
        """Whether every box is of one colour."""

    async def look(self, boxes: tuple[Box, ...]) -> None:
        """Look again, unless that was just done."""
        if not boxes or time.monotonic() - self._looked < EVERY_S:
            return
        try:
            answer = await asyncio.wait_for(
                self._cdp.send("Page.captureScreenshot", {"format": "jpeg", "quality": 50, "optimizeForSpeed": True}),
                TIMEOUT_S,
            )
            seen = _shrunk(base64.b64decode(answer["data"]), boxes)
        except Exception:
            # No picture, no word on it; what else is known has to do.
            self._looked = time.monotonic()
            return
        self._looked = time.monotonic()
        if self._last is None or not _alike(self._last, seen):
            self.changed = self._looked
        self._last = seen
        self.blank = all(max(one) - min(one) <= _NOISE for one in seen)


def _shrunk(picture: bytes, boxes: tuple[Box, ...]) -> list[bytes]:
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        grey = image.convert("L")
        return [
            # The border of a box is not what is drawn in it.
            grey.crop(
                (int(x) + 2, int(y) + 2, max(int(x) + 4, int(x + width) - 2), max(int(y) + 4, int(y + height) - 2))
            )
            .resize((_SIDE, _SIDE))
            .tobytes()
            for x, y, width, height in boxes
        ]


def _alike(one: list[bytes], other: list[bytes]) -> bool:
    return len(one) == len(other) and all(
        max(abs(a - b) for a, b in zip(left, right, strict=True)) <= _NOISE
        for left, right in zip(one, other, strict=True)
    )
