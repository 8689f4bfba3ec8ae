"""What a screenshot looks like as a whole: blank, nearly blank, or showing something."""

import io
from dataclasses import dataclass

__all__ = ["Picture", "look_at"]

_SIDE = 256
_NEAR = 10
"""Per channel, of 255: what compression and anti-aliasing add to a flat colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """The look of a screenshot."""

    width: int
    height: int
    colour: tuple[int, int, int]
    """The commonest colour."""
    flat: float
    """Share of the picture within a small distance of that colour, 0 to 1."""

    @property
    def one_colour(self) -> bool:
        """Whether there is nothing but one colour."""
        return self.flat >= 0.99997


def look_at(data: bytes) -> Picture | None:
    """Return the look of the PNG, JPEG or WebP in `data`, or None if it cannot be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP", "GIF", "BMP")) as image:
            width, height = image.size
            small = image.convert("RGB")
            if max(small.size) > _SIDE * 4:
                # Reduced by averaging, so that a single letter still leaves a trace.
                small.thumbnail((_SIDE * 4, _SIDE * 4), Image.Resampling.BOX)
            counts = small.getcolors(maxcolors=small.width * small.height) or []
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
    if not counts:
        return None
    total = sum(count for count, _ in counts)
    _, commonest = max(counts, key=lambda entry: entry[0])
    if not isinstance(commonest, tuple):
        return None
    red, green, blue = commonest[:3]
    near = sum(
        count
        for count, colour in counts
        if isinstance(colour, tuple)
        and abs(colour[0] - red) <= _NEAR
        and abs(colour[1] - green) <= _NEAR
        and abs(colour[2] - blue) <= _NEAR
    )
    return Picture(width=width, height=height, colour=(red, green, blue), flat=near / total)
