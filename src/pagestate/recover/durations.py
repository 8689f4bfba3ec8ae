"""Durations as people write them: `30s`, `2m`, `500ms`."""

import re

__all__ = ["format_duration", "parse_duration"]

_PART = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def parse_duration(value: str | float) -> float:
    """Return `value` in seconds: `500ms`, `30s`, `1m30s`, `2h`, `1d`, or a bare 0.

    Raises:
        ValueError: it has no unit or cannot be read.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{value!r} is not a duration such as 30s, 2m or 500ms")
    text = str(value).strip().lower()
    if text in {"0", "0.0"}:
        return 0.0
    parts = _PART.findall(text)
    if not parts or _PART.sub("", text).strip():
        hint = f'; write "{text}s" if seconds are meant' if re.fullmatch(r"\d+(\.\d+)?", text) else ""
        raise ValueError(f"{value!r} is not a duration such as 30s, 2m or 500ms{hint}")
    return sum(float(number) * _SECONDS[unit] for number, unit in parts)


def format_duration(seconds: float) -> str:
    """Return `seconds` for a person: `500 ms`, `30 s`, `2 min`, `1 h 5 min`."""
    if seconds < 1:
        return f"{round(seconds * 1000)} ms"
    whole = round(seconds)
    if whole < 90:
        return f"{seconds:.1f}".removesuffix(".0") + " s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
        f"{rest} s" if rest and not hours else "",
    ]
    return " ".join(part for part in parts if part)
