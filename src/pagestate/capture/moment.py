"""What is known of a page at one moment of a visit."""

from dataclasses import dataclass

from pagestate.capture.pending import OpenRequest

__all__ = ["Channel", "Moment", "Sample", "Timer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """Something put off by a script, and still to come. Seconds."""

    due_s: float
    delay_s: float
    recurs: bool = False
    """Whether the same was put off by the same delay before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """An open socket or event stream. Seconds."""

    url: str
    age_s: float
    spoke_s: float | None = None
    """Since its last message; None if there was none."""
    messages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """What the page itself shows. Seconds."""

    changed_s: float = 0.0
    """Since the last change that says something."""
    stirred_s: float = float("inf")
    """Since the last change of any kind."""
    shifted_s: float = float("inf")
    """Since the layout last shifted."""
    fired_s: float = float("inf")
    """Since a timer that does not recur fired, or a worker gave its first answer."""
    changes: int = 0
    """Changes that say something in the last second."""
    grown_s: float | None = None
    """Since the visible text last grew beyond its longest; None if it never did."""
    growing: bool = False
    """Whether a good part of the text came within the last 0.7 s."""
    text: int = 0
    """Characters of visible text."""
    blank: bool = False
    """Whether there is neither text nor anything that could be seen."""
    scripts: int = 1
    busy: tuple[str, ...] = ()
    """Visible spinners, skeletons, parts marked busy."""
    mounts: tuple[str, ...] = ()
    """Where a framework will render, still empty."""
    lists: tuple[str, ...] = ()
    """Visible lists and tables without an entry."""
    images: tuple[tuple[str, float], ...] = ()
    """Visible images that are not there yet, and since when that is known."""
    moving_s: float = 0.0
    """Until the last of the finite animations of large parts ends."""
    timers: tuple[Timer, ...] = ()
    ticking: tuple[tuple[float, float], ...] = ()
    """Timers that tick for ever: their periods, and for how long they have."""
    painting_s: float = 0.0
    """For how long a script has asked for one frame after another, without a pause."""
    workers: tuple[tuple[str, float], ...] = ()
    """Workers that have not answered yet, and for how long."""
    drawn: tuple[str, ...] = ()
    """Visible canvases and films, of which the document does not tell what they show."""
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    """Where these stand: left, top, width and height in the window."""
    frames: tuple[str, ...] = ()
    """Addresses of the frames that are part of the page; small ones of other sites are not."""
    lag_s: float = 0.0
    """How much longer than usual the page takes to answer."""


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
    asked_s: float = float("inf")
    """Since the last request of the page began."""
    channels: tuple[Channel, ...] = ()
    network_quiet_s: float = float("inf")
    """Since a request that may change the page ended."""
    filled: bool = False
    """Whether text grew after a request for data was answered."""
    answered_s: float | None = None
    """Since a request for data was first answered; None if none was."""
    picture_s: float | None = None
    """Since the picture of what is drawn last changed; None where nothing is drawn or nothing was compared."""
    drawn_blank: bool = False
    """Whether what should be drawn is of one colour."""
    unmet: tuple[str, ...] | None = None
    """Expectations that do not hold; None where nothing is expected, or it was not looked at now."""
    for_goal: bool = False
    """Whether the page was at rest before, and was watched on for what is expected of it."""
