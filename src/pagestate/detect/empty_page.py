"""Nothing to see."""

from collections.abc import Iterator

from pagestate.detect import marks
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.EMPTY_PAGE
_NOTHINGS = frozenset(
    {
        "null",
        "none",
        "undefined",
        "(null)",
        "(empty)",
        "n/a",
        "nan",
        "nil",
        "[]",
        "{}",
        "false",
        "empty",
        "no data",
        "[object object]",
    }
)
"""What programs print for want of a value."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for an empty page."""
    facts, capture = page.facts, page.capture
    picture = facts.picture
    if capture.source == "picture":
        if picture is not None and picture.one_colour:
            yield page.finding(
                "empty_page.one_colour",
                _STATE,
                kind="one_colour",
                seen=observed(f"one colour {picture.colour}", "picture"),
            )
        return
    if capture.status in (204, 205):
        yield page.finding(
            "empty_page.no_content", _STATE, kind="no_content", seen=observed(f"status {capture.status}", "status")
        )
        return
    if not capture.committed:
        return
    shows = facts.pictures or facts.media or facts.drawings or facts.frames
    fields = any(field.visible for form in facts.forms for field in form.fields)
    length = len(facts.text.strip())
    if length == 0 and not shows and not fields:
        scripts = len(facts.script_sources) + bool(facts.script_length > 200)
        strength = 1.0 if not scripts else 0.5 if facts.rendered else 0.2
        if facts.only_text or any(mark.state is PageState.CAPTCHA for mark in marks.detect(page)):
            # What is there besides is not known, or is a check that draws nothing yet.
            strength *= 0.3
        if capture.status is not None and capture.status >= 400:
            # An answer of refusal or failure needs no body.
            strength *= 0.2
        yield page.finding(
            "empty_page.blank",
            _STATE,
            kind="blank",
            strength=strength,
            seen=observed("no text, picture, frame or field", "document"),
        )
    elif length <= 15 and not shows and not fields and not facts.links:
        yield page.finding(
            "empty_page.near_blank",
            _STATE,
            kind="near_blank",
            strength=1.0 if length <= 3 or facts.text.strip().lower() in _NOTHINGS else 0.5,
            seen=observed(f"nothing but “{facts.text.strip()}”", "text"),
        )
    if picture is not None and picture.one_colour and length == 0:
        white = min(picture.colour) >= 245
        yield page.finding(
            "empty_page.one_colour",
            _STATE,
            kind=None if white and not facts.media else "one_colour",
            # An application that has not begun to draw is of one colour too.
            strength=0.75 if facts.mount and (facts.script_sources or facts.script_length > 200) else 1.0,
            seen=observed(f"one colour {picture.colour}", "picture"),
        )
    blocked = next((frame for frame in capture.frames if frame.failure and frame.area >= 0.3), None)
    if blocked is not None and length < 25:
        yield page.finding(
            "empty_page.blocked_frame",
            _STATE,
            kind="blocked_frame",
            seen=observed(f"a frame of {blocked.area:.0%} of the window failed: {blocked.failure}", "frame"),
        )
