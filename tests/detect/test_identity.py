"""Looks: what is taken of a page, that it is the same on every machine, and that sketches estimate what they should."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from pagestate.detect.identity import _sketch, bits_apart, likeness, look_of, picture_hash
from tests.detect.learnt import facts, programme


def test_a_look_holds_what_tells_the_page_and_no_other_text() -> None:
    """Title, headings and names stand in it, the words below them do not."""
    look = look_of(facts(programme("A secret sentence that nobody should find in a file.")), taken="2026-11-30")
    assert look.title == "What is on – Corn Exchange Hall"
    assert look.headings == ("What is on",)
    assert look.brands == ("Corn Exchange Hall",)
    assert look.owners == ("Corn Exchange Hall",)
    assert look.language == "en"
    assert look.landmarks == ("footer", "header", "main", "nav")
    assert look.address == "http://hall.test/programme"
    assert "secret" not in repr(look)


def test_an_address_is_kept_without_its_query() -> None:
    look = look_of(facts(programme(), url="http://someone:word@hall.test/programme?token=abc"))
    assert look.address == "http://hall.test/programme"


def test_forms_are_told_by_role_and_fields() -> None:
    html = programme().replace(
        "</main>",
        "<form><input type=email name=email><input type=password name=password><button>Go</button></form></main>",
    )
    assert look_of(facts(html)).forms == ("login: email, password, submit",)


def test_class_names_that_a_build_made_are_left_out() -> None:
    """They are others after the next deploy, though nobody changed anything."""
    one, other = (
        programme().replace("<main>", f'<main class="page {made}"><div class="{made} list">')
        for made in ("css-1q2w3e x9Zk2 Card__a1", "css-9o8i7u p4Tq1 Card__b7")
    )
    assert look_of(facts(one)).dress == look_of(facts(other)).dress


def test_the_sketch_of_a_set_is_the_same_on_every_machine() -> None:
    """It stands in files that are compared years later."""
    assert _sketch(["body>main>h1", "body>main>p"])[:32] == GOLDEN
    assert _sketch([]) == ""


GOLDEN = "d04d7d987cc2f6a3c2a8676842402705"


@settings(max_examples=40, deadline=None)
@given(shared=st.integers(0, 150), one=st.integers(1, 150), other=st.integers(1, 150))
def test_sketches_estimate_the_jaccard_index(shared: int, one: int, other: int) -> None:
    """Within four standard errors of what the sets themselves say."""
    common = {f"common {number}" for number in range(shared)}
    first = common | {f"one {number}" for number in range(one)}
    second = common | {f"other {number}" for number in range(other)}
    exact = len(first & second) / len(first | second)
    estimate = likeness(_sketch(first), _sketch(second))
    assert estimate is not None
    assert abs(estimate - exact) <= 0.27


def _picture(width: int, *, line: int) -> bytes:
    image = Image.new("RGB", (width, width * 3 // 4), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, width, width // 8), fill="navy")
    pen.rectangle((width // 10, width // 5, width // 2, width // 5 + line), fill="gray")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_pictures_of_the_same_look_are_near_and_others_far() -> None:
    apart = bits_apart(picture_hash(_picture(1280, line=300)), picture_hash(_picture(640, line=150)))
    assert apart is not None
    assert apart <= 4
    turned = io.BytesIO()
    Image.open(io.BytesIO(_picture(1280, line=300))).rotate(180).save(turned, "PNG")
    far = bits_apart(picture_hash(_picture(1280, line=300)), picture_hash(turned.getvalue()))
    assert far is not None
    assert far > 8


def test_a_blank_picture_and_no_picture_have_no_hash() -> None:
    """The hash of one colour would be chance."""
    buffer = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(buffer, "PNG")
    assert picture_hash(buffer.getvalue()) is None
    assert picture_hash(b"<html>") is None
    assert bits_apart(None, "00") is None
