"""Text from pages made fit to be shown: it is hostile until cleaned."""

import re

from pagestate.report.redact import redact_text, redact_url

__all__ = ["clean", "duration", "one_line", "percent", "plural", "show_url"]

# CSI, OSC/DCS/PM/APC strings with their terminators, then two-character escapes.
_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]"
)
# Line and direction controls can make a line read as what it is not.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """Return `text` without terminal escapes, control and direction characters; newlines and tabs stay."""
    text = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def one_line(text: str, limit: int = 200) -> str:
    """Return `text` cleaned, redacted, on one line, with at most `limit` characters."""
    folded = redact_text(_SPACE.sub(" ", clean(text)).strip())
    return folded if len(folded) <= limit else f"{folded[: limit - 1].rstrip()}…"


def show_url(url: str | None, limit: int = 200) -> str:
    """Return an address redacted and cleaned; a long one loses its middle, so that both ends can be read."""
    if not url:
        return ""
    shown = _SPACE.sub("", clean(redact_url(url)))
    if len(shown) <= limit:
        return shown
    tail = limit // 3
    return f"{shown[: limit - tail - 1]}…{shown[-tail:]}"


def percent(probability: float) -> str:
    """Return a probability as whole per cent; certainty is never claimed."""
    if probability > 0.99:
        return ">99 %"
    if probability < 0.01:
        return "<1 %"
    return f"{probability * 100:.0f} %"


def duration(seconds: float) -> str:
    """Return a length of time for a person: `0.4 s`, `28 s`, `2 min 5 s`, `3 h 10 min`, `2 d 4 h`."""
    if seconds < 9.95:
        return f"{max(seconds, 0.0):.1f}".removesuffix(".0") + " s"
    whole = round(seconds)
    for size, name, small, small_name in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if whole >= size:
            rest = whole % size // small
            return f"{whole // size} {name}" + (f" {rest} {small_name}" if rest else "")
    return f"{whole} s"


def plural(number: int, one: str, many: str | None = None) -> str:
    """Return `1 page`, `2 pages`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
