"""What a page waits for: holds, and which open requests are among them. Pure."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Hold", "OpenRequest", "holds_page", "is_poll"]

OLD_REQUEST_S = 2.0
"""A request older than this is held open by its server on purpose, or hangs."""
LATER_REQUEST_S = 1.0
"""The same once the page has shown its data."""
LATER_REQUEST_OF_THIN_S = 1.3
SPOKEN_S = 0.3
"""A poll, by its name or by its repetition, is given this long."""
NAMED_S = 0.8
"""The first of its name on a page that seems to lack nothing, or one of a frame of another site."""
FONT_S = 1.5
IMAGE_S = 1.0
IMAGE_OF_THIN_S = 1.8
SHOWN_STREAM_S = 1.0
STREAM_S = 2.5
"""An answer whose body is still open and of which nothing shows is waited for this long."""

_STREAMS = frozenset({"websocket", "eventsource", "ping", "media", "manifest", "texttrack", "other", "preflight"})
_HELD = re.compile(
    r"(?<![a-z])(long-?poll|poll|polling|stream|streaming|events?|subscribe|subscriptions?|listen|sse|socket\.?io|sockjs|"
    r"signalr|comet|push|heartbeat|ping|keep-?alive|beacon|collect|telemetry|analytics|metrics|logs?|track|tracking|"
    r"notifications?|presence|live|updates?|changes|wait|watch|pixel)(?![a-z])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Something that is waited for."""

    phase: str
    """Of what kind it is: `document`, `navigation`, `request`, `busy`, `timer`, `change` …"""
    what: str
    """In words."""
    soft: bool = False
    """Whether it could not take back what the page shows."""
    brief: bool = False
    """Whether it is over in a moment, so that the end of patience is no reason to leave before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequest:
    """A request without an end yet."""

    url: str
    method: str = "GET"
    resource: str = "fetch"
    age_s: float = 0.0
    answered_s: float | None = None
    """Seconds since its headers came; the body is still open."""
    same_site: bool = True
    foreign: bool = False
    """Whether a frame of another site sent it."""
    first: bool = True
    """Whether it was sent before any request for data was answered."""
    repeats: int = 0
    """Requests to the same path that were already answered."""


def is_poll(url: str) -> bool:
    """Tell whether an address is named after something that goes on for ever."""
    return bool(_HELD.search(_path(url)))


def holds_page(request: OpenRequest, *, filled: bool, waits_for_it: bool, grown_s: float | None, thin: bool) -> bool:
    """Tell whether an open request is one that the page waits for.

    Args:
        request: the request.
        filled: whether the page has shown data that it asked for.
        waits_for_it: whether something on the page is visibly empty or busy.
        grown_s: seconds since the visible text last grew.
        thin: whether there is little on the page.
    """
    resource = request.resource
    if resource in _STREAMS:
        return False
    if resource == "font":
        return request.age_s < FONT_S
    poll = is_poll(request.url)
    if resource == "image":
        return not poll and request.repeats < 2 and request.age_s < (IMAGE_OF_THIN_S if thin else IMAGE_S)
    if resource not in {"fetch", "xhr"}:
        # A script of the page's own may be all that a page of few words waits for.
        return request.age_s < OLD_REQUEST_S or (thin and request.same_site and not request.foreign and not poll)
    if request.repeats >= 3:
        return False
    if (poll and (filled or not request.first)) or request.repeats == 2:
        return request.age_s < SPOKEN_S
    if (poll or request.foreign) and not waits_for_it and request.age_s > NAMED_S:
        return False
    if request.answered_s is not None and request.answered_s > SPOKEN_S:
        # What has come shows already: the rest is a stream, or nobody reads it.
        if grown_s is not None and grown_s <= request.answered_s:
            return False
        return request.answered_s < (SHOWN_STREAM_S if filled else STREAM_S)
    if filled and not request.first and not waits_for_it:
        return request.age_s < (LATER_REQUEST_OF_THIN_S if thin else LATER_REQUEST_S)
    if request.age_s < OLD_REQUEST_S:
        return True
    if not request.same_site or poll:
        return False
    # The page got nothing yet but asked for this: it is what the page waits for.
    return (not filled and (request.first or thin)) or waits_for_it


def _path(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.path}?{parts.query}"
