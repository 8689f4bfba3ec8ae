"""Page text is made fit to be shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.report.text import clean, duration, one_line, percent, plural, show_url


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]8;;https://evil.test\x07click\x1b]8;;\x07", "click"),
        ("\x1b]0;title\x1b\\text", "text"),
        ("\x9b2Jgone", "gone"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("a\x00b\x08c", "abc"),
        ("one\r\ntwo\ttab", "one\ntwo\ttab"),
        ("日本語 עברית", "日本語 עברית"),
    ],
)
def test_clean(raw: str, cleaned: str) -> None:
    """Terminal escapes, control and direction characters go; words of every script stay."""
    assert clean(raw) == cleaned


@given(st.text())
def test_nothing_that_moves_a_cursor_survives(text: str) -> None:
    """No escape or control character is left, and one line is one line."""
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in one_line(text, 80))
    assert len(one_line(text, 80)) <= 80


def test_show_url_keeps_both_ends() -> None:
    """A long address loses its middle."""
    shown = show_url("https://shop.test/" + "a" * 300 + "/end", 60)
    assert len(shown) == 60
    assert shown.startswith("https://shop.test/")
    assert shown.endswith("/end")


@pytest.mark.parametrize(
    ("value", "words"), [(0.9999, ">99 %"), (0.984, "98 %"), (0.5, "50 %"), (0.001, "<1 %"), (1.0, ">99 %")]
)
def test_percent_never_claims_certainty(value: float, words: str) -> None:
    """Neither 100 % nor 0 % is ever said."""
    assert percent(value) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (0.44, "0.4 s"), (2, "2 s"), (9.97, "10 s"), (28.4, "28 s"), (60, "1 min"), (125, "2 min 5 s"),
     (3600, "1 h"), (11400, "3 h 10 min"), (187200, "2 d 4 h")],
)  # fmt: skip
def test_duration(seconds: float, words: str) -> None:
    """Lengths of time read as a person says them."""
    assert duration(seconds) == words


def test_plural() -> None:
    """One page, two pages."""
    assert plural(1, "page") == "1 page"
    assert plural(2, "page") == "2 pages"
    assert plural(2, "entry", "entries") == "2 entries"
