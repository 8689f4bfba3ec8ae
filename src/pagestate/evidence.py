"""A capture: everything that was observed on one visit, as one frozen value.

Captures are made at the edges (`pagestate.capture`), judged by the pure core, and saved to
and replayed from bundles. Nothing in here is a judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "Capture",
    "CaptureFailure",
    "CaptureSource",
    "Console",
    "Cover",
    "Dialog",
    "Download",
    "Exchange",
    "FailureKind",
    "Frame",
    "Hop",
    "Phase",
    "Probe",
    "Settling",
    "Timings",
    "Visitor",
]

CaptureSource = Literal["browser", "http", "html", "picture"]
"""How the page was looked at: a browser, a plain HTTP request, a saved page, a saved picture."""

FailureKind = Literal[
    "dns",
    "tls",
    "refused",
    "reset",
    "timeout",
    "download",
    "dialogs",
    "network_changed",
    "browser_crash",
    "backend",
    "loop",
    "too_many",
    "reloading",
    "client_certificate",
    "http_auth",
    "no_content",
]
"""Why no page was committed. Most are kinds of `capture_failed`; `loop`, `too_many` and
`reloading` are kinds of `redirect_loop`, `client_certificate` and `http_auth` of `auth_wall`,
`no_content` of `empty_page`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One step on the way from the requested to the final address."""

    url: str
    status: int | None = None
    location: str | None = None
    """Where it pointed, as an absolute URL."""
    via: Literal["http", "meta", "script", "history"] = "http"
    """What moved the visitor on: a redirect answer, a meta or header refresh, a navigation by
    script, or the history API (which changes the address with no request)."""
    cookies_set: tuple[str, ...] = ()
    """Names (never values) of the cookies this answer set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request the page made for something else than its own document.

    Kept are requests for data (fetch, xhr), and all that failed, were answered with 4xx or 5xx,
    or were answered with another type than asked for.
    """

    url: str
    method: str = "GET"
    resource: str = "other"
    """What it was for, in the browser's words: `script`, `stylesheet`, `image`, `fetch`, `xhr`,
    `document` (a frame), `websocket`, `eventsource`, `ping`, `other` …"""
    status: int | None = None
    mime: str | None = None
    failure: str | None = None
    """The browser's name of the network error, such as `net::ERR_CONNECTION_RESET`."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Response headers that say something about the answer (lower-case names)."""
    body: str | None = None
    """The first 4,096 characters of a JSON or text answer to a request for data."""
    started_ms: float | None = None
    finished_ms: float | None = None
    """From the start of the navigation; None while it was still open at the capture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """A message in the page's console, or an uncaught error (`level` "exception")."""

    level: str
    text: str
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialog:
    """A dialog that the page opened; all are dismissed."""

    type: Literal["alert", "confirm", "prompt", "beforeunload"] | str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that was offered instead of, or from, the page; all are refused."""

    url: str
    filename: str | None = None
    mime: str | None = None
    size: int | None = None
    """In bytes, as announced."""
    first_bytes: str | None = None
    """Up to 16 bytes in hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A frame inside the page. Its document stands inline in `Capture.rendered_html`."""

    url: str
    area: float = 0.0
    """Share of the viewport that it covers, 0 to 1."""
    status: int | None = None
    failure: str | None = None
    text_length: int = 0
    """Characters of visible text in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Something that lies over the page, found by asking what is at the points of a grid."""

    share: float
    """Share of the grid's points at which it is on top, 0 to 1."""
    where: str
    """A CSS-like path to it."""
    text: str = ""
    """Its visible text, the first 2,000 characters."""
    scroll_locked: bool = False
    """Whether the page beneath cannot be scrolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A second, plain request to the same site that tells what its answers mean."""

    purpose: Literal["sibling", "root"]
    """`sibling`: a random address beside the requested one, which cannot exist; `root`: the start page."""
    url: str
    status: int | None = None
    final_url: str | None = None
    html: str | None = None
    """At most 200,000 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Something that was waited for."""

    name: str
    """`commit` (until the document came), then as `Settling.why`; `goal` while only an expectation did not hold."""
    ms: float
    """For how long, in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """Whether the page had come to rest when it was captured, and why that was said."""

    settled: bool
    reason: str
    pending: tuple[str, ...] = ()
    """What was still going on: open requests, spinners, changes of the page, expectations not met yet."""
    why: str | None = None
    """The reason in one word: `quiet` or `goal` (all that was expected holds) for a settled page, else what
    held it: `document`, `navigation`, `script`, `request`, `channel`, `busy`, `mount`,
    `list`, `blank`, `image`, `animation`, `picture`, `worker`, `timer`, `load`, `change`, `cut` …"""
    more_to_come: bool = False
    """Whether what an unsettled page lacks is on its way, so that more time on the same page may bring it."""
    phases: tuple[Phase, ...] = ()
    """What was waited for, in the order in which it began; together they are the whole wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Milliseconds from the start of the navigation; None where it did not happen."""

    first_byte: float | None = None
    dom_content_loaded: float | None = None
    load: float | None = None
    settled: float | None = None
    captured: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """How the visitor looked to the site."""

    agent: str | None = None
    languages: tuple[str, ...] = ()
    locale: str | None = None
    timezone: str | None = None
    viewport: tuple[int, int] | None = None
    javascript: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureFailure:
    """Why this navigation brought no page."""

    kind: FailureKind
    detail: str
    """In the words of the part that failed, such as `net::ERR_NAME_NOT_RESOLVED`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """Everything observed on one visit.

    Whatever could not be observed is None or empty, which is not the same as observed to be
    nothing: `status` is None for a saved page, `text` is None where nothing measured what a
    person sees.
    """

    source: CaptureSource
    requested_url: str | None = None
    final_url: str | None = None
    hops: tuple[Hop, ...] = ()
    """The way from `requested_url` to `final_url`, without the final answer itself."""
    committed: bool = True
    """Whether this navigation brought a document into the tab. After a 204, a download or a
    failure the tab still shows the page before; nothing of that stands in here."""
    failure: CaptureFailure | None = None

    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    """Of the main document's answer, names in lower case, in the order received."""
    served_html: str | None = None
    """The main document as served, decoded as a browser decodes it (at most 5,000,000 characters)."""
    rendered_html: str | None = None
    """The document as it stood at the capture: one flattened tree, shadow roots and frames
    inlined, elements that a person cannot see marked with the attribute `data-pagestate-hidden`.
    A shadow root is `<pagestate-shadow>` inside its host, a frame's document is
    `<pagestate-frame src="…">` after its frame element."""
    text: str | None = None
    """What a person can read: visible text of all frames and shadow trees, in reading order,
    blocks separated by newlines."""
    title: str | None = None
    encoding: str | None = None
    truncated: bool = False
    """Whether the main document's body is known to be cut, or still streamed at the capture."""
    screenshot: bytes | None = None
    """The viewport as PNG or JPEG."""

    frames: tuple[Frame, ...] = ()
    covers: tuple[Cover, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    console: tuple[Console, ...] = ()
    dialogs: tuple[Dialog, ...] = ()
    downloads: tuple[Download, ...] = ()
    popups: tuple[str, ...] = ()
    """Addresses of windows that the page opened; all are closed."""

    probes: tuple[Probe, ...] = ()
    settling: Settling | None = None
    timings: Timings = Timings()
    visitor: Visitor | None = None
    captured_at: str | None = None
    """When, as ISO 8601 in UTC."""
    notes: tuple[str, ...] = ()
    """What could not be observed and why, such as "screenshot: no answer within 5 s"."""

    def header(self, name: str) -> str | None:
        """Return the first header called `name` (any case), or None."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), None)

    @property
    def html(self) -> str | None:
        """The best document there is: as rendered, else as served."""
        return self.rendered_html if self.rendered_html is not None else self.served_html
