"""The look of a picture as a whole."""

import io

from PIL import Image, ImageDraw

from pagestate.facts.picture import look_at


def png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def test_one_colour_is_told_from_a_single_word() -> None:
    plain = Image.new("RGB", (1280, 800), (30, 60, 90))
    look = look_at(png(plain))
    assert look is not None
    assert look.one_colour
    assert look.colour == (30, 60, 90)
    ImageDraw.Draw(plain).text((20, 20), "not found", fill="white")
    marked = look_at(png(plain))
    assert marked is not None
    assert not marked.one_colour
    assert marked.flat > 0.99


def test_what_is_no_picture_is_none() -> None:
    assert look_at(b"") is None
    assert look_at(b"\x89PNG\r\n\x1a\nrubbish") is None
    assert look_at(png(Image.new("RGB", (10, 10)))[:40]) is None
