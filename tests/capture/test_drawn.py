"""Whether what is drawn still changes."""

import base64
import io
from typing import Any

import pytest
from PIL import Image, ImageDraw

from pagestate.capture import drawn
from pagestate.capture.drawn import Drawn

BOX = ((20.0, 20.0, 200.0, 100.0),)


class Pictures:
    """Answers as DevTools do, with one picture after another."""

    def __init__(self, *pictures: Image.Image) -> None:
        self.pictures = list(pictures)

    async def send(self, _method: str, _options: dict[str, Any]) -> dict[str, str]:
        data = io.BytesIO()
        self.pictures.pop(0).save(data, "JPEG", quality=50)
        return {"data": base64.b64encode(data.getvalue()).decode()}


def picture(bars: int, outside: str = "white") -> Image.Image:
    image = Image.new("RGB", (300, 160), outside)
    ImageDraw.Draw(image).rectangle((20, 20, 220, 120), "white")
    for bar in range(bars):
        ImageDraw.Draw(image).rectangle((30 + 20 * bar, 60, 42 + 20 * bar, 110), "navy")
    return image


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "EVERY_S", 0.0)


async def test_a_picture_that_stays_is_not_said_to_change() -> None:
    seen = Drawn(Pictures(picture(3), picture(3, "silver")))  # type: ignore[arg-type]
    await seen.look(BOX)
    first = seen.changed
    await seen.look(BOX)
    assert seen.changed == first is not None
    assert not seen.blank


async def test_a_bar_more_is_a_change() -> None:
    seen = Drawn(Pictures(picture(3), picture(4)))  # type: ignore[arg-type]
    await seen.look(BOX)
    first = seen.changed
    await seen.look(BOX)
    assert seen.changed is not None
    assert first is not None
    assert seen.changed > first


async def test_one_colour_is_blank_whatever_lies_around_it() -> None:
    seen = Drawn(Pictures(picture(0, "navy")))  # type: ignore[arg-type]
    await seen.look(BOX)
    assert seen.blank


async def test_where_no_picture_can_be_taken_nothing_is_said() -> None:
    seen = Drawn(Pictures())  # type: ignore[arg-type]
    await seen.look(BOX)
    assert seen.changed is None
    assert not seen.blank
