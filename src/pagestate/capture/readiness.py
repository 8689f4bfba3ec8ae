"""Whether a page has come to rest. Pure: what is observed goes in, a judgement comes out."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagestate.capture.refresh import REFRESH_S
from pagestate.evidence import Settling

__all__ = ["Moment", "OpenRequest", "Sample", "judge"]

QUIET_S = 0.45
"""Without a change for this long, a page with scripts counts as at rest."""
QUIET_WITHOUT_SCRIPTS_S = 0.08
LIST_QUIET_S = 1.2
"""An empty list may stay empty; until then it is expected to be filled."""
NETWORK_QUIET_S = 0.3
"""An answer is worked on for a while before it shows."""
OLD_REQUEST_S = 2.0
"""A request older than this is held open by its server on purpose, or hangs."""

_STREAMS = frozenset(
    {"websocket", "eventsource", "ping", "media", "image", "manifest", "texttrack", "other", "preflight"}
)
_HELD = re.compile(
    r"(?<![a-z])(long-?poll|poll|polling|stream|streaming|events?|subscribe|subscriptions?|listen|sse|socket\.?io|sockjs|"
    r"signalr|comet|push|heartbeat|ping|keep-?alive|beacon|collect|telemetry|analytics|metrics|logs?|track|tracking|"
    r"notifications?|presence|live)(?![a-z])",
    re.IGNORECASE,
)


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
    first: bool = True
    """Whether it was sent before any request for data was answered."""
    repeats: int = 0
    """Requests to the same path that were already answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What the page itself shows. Seconds."""

    changed_s: float = 0.0
    """Since the last change that says something."""
    grown_s: float | None = None
    """Since the visible text last grew beyond its longest; None if it never did."""
    text: int = 0
    """Characters of visible text."""
    scripts: int = 1
    busy: tuple[str, ...] = ()
    """Visible spinners, skeletons, parts marked busy."""
    mounts: tuple[str, ...] = ()
    """Where a framework will render, still empty."""
    lists: tuple[str, ...] = ()
    """Visible lists and tables without an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """All that is known at one moment of a visit."""

    since_commit_s: float
    since_content_s: float | None
    """Since DOMContentLoaded; None before."""
    since_load_s: float | None = None
    patience_s: float = 2.0
    body_open: bool = False
    cut: str | None = None
    """The error that cut the main document."""
    navigating_to: str | None = None
    refresh_in_s: float | None = None
    """Until a refresh to another address fires."""
    sample: Sample | None = None
    """None while the page does not answer."""
    requests: tuple[OpenRequest, ...] = ()
    network_quiet_s: float = float("inf")
    """Since a request that may change the page ended."""
    filled: bool = False
    """Whether text grew after a request for data was answered."""


def judge(moment: Moment) -> Settling | None:
    """Return the judgement, or None while it is worth waiting."""
    holding, other = _pending(moment)
    pending = (*holding, *other)
    if moment.cut is not None:
        # No more of the document will come; only what its scripts fetched may still be drawn.
        if holding and _time_left(moment) > 0:
            return None
        return Settling(settled=False, reason=f"the document was cut: {moment.cut}", pending=pending)
    if not holding:
        return Settling(settled=True, reason=_rest(moment), pending=pending)
    if _time_left(moment) > 0:
        return None
    return Settling(settled=False, reason=f"patience ended: {holding[0]}", pending=pending)


def _rest(moment: Moment) -> str:
    sample = moment.sample
    if sample is not None and sample.scripts == 0:
        return "nothing more to come: a page without scripts"
    return f"quiet for {round((sample.changed_s if sample else 0) * 1000)} ms"


def _time_left(moment: Moment) -> float:
    if moment.since_content_s is None:
        # The parser waits for a script or for the rest of the document.
        left = 2 * moment.patience_s - moment.since_commit_s
    else:
        left = moment.patience_s - moment.since_content_s
    if moment.refresh_in_s is not None and moment.refresh_in_s <= REFRESH_S:
        left = max(left, moment.refresh_in_s + 0.5)
    if moment.navigating_to is not None:
        left = max(left, 0.5)
    return left


def _pending(moment: Moment) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What holds the page, and what is going on without holding it."""
    holding: list[str] = []
    other: list[str] = []
    sample = moment.sample
    if moment.cut is None:
        if moment.body_open:
            holding.append("the document is still arriving")
        elif moment.since_content_s is None:
            holding.append("the document is not parsed to its end")
    if moment.navigating_to is not None:
        holding.append(f"navigation to {moment.navigating_to[:200]}")
    if moment.refresh_in_s is not None:
        due = f"refresh due in {max(0.0, moment.refresh_in_s):.1f} s"
        (holding if moment.refresh_in_s <= REFRESH_S else other).append(due)
    if sample is None:
        holding.append("the page's scripts leave no room to look")
    elif sample is not None:
        holding.extend(sample.busy)
        if sample.text < 200:
            holding.extend(f"empty {mount}" for mount in sample.mounts)
        else:
            other.extend(f"empty {mount}" for mount in sample.mounts)
        quiet = QUIET_WITHOUT_SCRIPTS_S if sample.scripts == 0 else QUIET_S
        if sample.changed_s < quiet or (moment.since_content_s is not None and moment.since_content_s < quiet):
            holding.append("the page is changing")
        waits = sample.changed_s < LIST_QUIET_S and sample.scripts > 0
        (holding if waits else other).extend(f"empty {name}" for name in sample.lists)
    if moment.network_quiet_s < NETWORK_QUIET_S:
        holding.append("a request has just ended")
    for request in moment.requests:
        line = f"{request.resource} {request.method} {request.url[:200]} open for {request.age_s:.1f} s"
        (holding if _holds(request, moment) else other).append(line)
    return tuple(holding[:20]), tuple(other[:20])


def _holds(request: OpenRequest, moment: Moment) -> bool:
    resource = request.resource
    if resource in _STREAMS:
        return False
    if resource == "font":
        return request.age_s < 1.0
    if resource not in {"fetch", "xhr"}:
        return request.age_s < OLD_REQUEST_S
    if request.answered_s is not None and request.answered_s > 1.0:
        return False  # its answer streams
    settled_pattern = bool(_HELD.search(_path(request.url)))
    if (settled_pattern and (moment.filled or not request.first)) or request.repeats >= 2:
        return request.age_s < 0.3
    if request.age_s < OLD_REQUEST_S:
        return True
    if not request.same_site or settled_pattern or not request.first:
        return False
    # The page got nothing yet but asked for this: it is what the page waits for.
    return not moment.filled or bool(moment.sample and (moment.sample.lists or moment.sample.mounts))


def _path(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return f"{parts.path}?{parts.query}"
