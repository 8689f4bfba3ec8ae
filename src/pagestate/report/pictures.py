"""Screenshots made small enough to stand inside a report."""

import base64
import io
import warnings
from dataclasses import dataclass

from PIL import Image, UnidentifiedImageError

__all__ = ["Album", "Picture", "shrink"]

_MAX_PIXELS = 40_000_000
_TALLEST = 1.25
"""Height over width of what is kept of a picture, from its top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture ready to stand in a page."""

    src: str
    """A data URL."""
    width: int
    height: int


def shrink(data: bytes, width: int, quality: int = 72) -> Picture | None:
    """Return a PNG or JPEG as JPEG of at most `width` pixels, or None when it cannot be read.

    What is taller than 1.25 times its width loses its lower part.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as opened:
                if opened.width * opened.height > _MAX_PIXELS or not opened.width:
                    return None
                image = opened.convert("RGB")
    except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError, Warning):
        return None
    image = image.crop((0, 0, image.width, min(image.height, round(image.width * _TALLEST))))
    if image.width > width:
        image = image.resize((width, max(1, round(image.height * width / image.width))), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True, progressive=True)
    src = f"data:image/jpeg;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
    return Picture(src=src, width=image.width, height=image.height)


class Album:
    """Hands out pictures until the report would grow too large.

    Args:
        pages: how many pages the report has; the more there are, the smaller each picture.
        budget: bytes that all pictures together may take.
    """

    def __init__(self, pages: int, budget: int = 12_000_000) -> None:
        self._left = budget
        self._width = 960 if pages <= 25 else 720 if pages <= 100 else 480
        self.left_out = 0
        """How many pictures had no room."""

    def take(self, data: bytes | None, *, small: bool = False) -> Picture | None:
        """Return `data` as a picture (`small`: 240 pixels wide), or None if there is none or no room."""
        if not data:
            return None
        if self._left <= 0:
            self.left_out += 1
            return None
        picture = shrink(data, 240, 60) if small else shrink(data, self._width)
        if picture is not None:
            self._left -= len(picture.src)
        return picture
