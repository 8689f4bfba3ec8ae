"""Durations, read and shown."""

import pytest

from pagestate.recover.durations import format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("500ms", 0.5), ("30s", 30), ("2m", 120), ("1m30s", 90), ("2 h", 7200), ("1d", 86400), ("0", 0), ("1.5s", 1.5)],
)
def test_read(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "30", "-3s", "fast", "30 seconds", "1m x", True, None])
def test_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


def test_a_bare_number_is_told_its_unit() -> None:
    with pytest.raises(ValueError, match='write "30s"'):
        parse_duration(30)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.5, "500 ms"), (2.5, "2.5 s"), (30, "30 s"), (120, "2 min"), (95, "1 min 35 s"), (3900, "1 h 5 min")],
)
def test_shown(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text
