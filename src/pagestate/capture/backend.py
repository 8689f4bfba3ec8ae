"""What it takes to look at a page: the request, the session, and the protocol of a backend."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from pagestate.evidence import Capture
from pagestate.goal.model import Expectation

if TYPE_CHECKING:
    from pagestate.capture.http import HttpBackend

__all__ = ["Backend", "CaptureRequest", "LooksPlainly", "Session"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """How a visitor proves who it is. Sent only to `hosts`."""

    name: str
    hosts: tuple[str, ...] = ()
    """Host names (a leading `*.` for all below); cookies, headers and credentials go nowhere else.
    Empty: the host of the page alone."""
    storage_state: Path | None = None
    """A browser state saved by Playwright."""
    cookies: tuple[Mapping[str, Any], ...] = ()
    """In Playwright's form (`name`, `value`, and `domain` or `url` …)."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    """For HTTP authentication."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureRequest:
    """One visit. Durations are seconds."""

    url: str
    patience_s: float = 2.0
    """How long the page may settle once it has loaded."""
    timeout_s: float = 30.0
    """How long the navigation may take."""
    session: Session | None = None
    fresh: bool = False
    """Whether to go past the cache, and over a new connection, so that another instance may answer.

    A browser keeps its connections per context: the visit gets a new one, with the cookies and the local storage
    of the old. While another visit is under way in that context it is shared, connections and all."""
    go_on: bool = False
    """Whether to go on waiting on the page of the visit before, if that was kept for it; else it is loaded anew."""
    may_go_on: bool = False
    """Whether a visit that asks to go on may follow at once, so that a page that is not ready is kept for it."""
    site_key: str = ""
    """Visits with the same key and the same session share cookies; different keys share nothing."""
    expectations: tuple[Expectation, ...] = ()
    """What the visitor wants to be true of the page: while one does not hold, the page is watched for longer."""
    selectors: tuple[str, ...] = ()
    """CSS selectors that expectations ask about; their matches are kept even in a huge page."""
    screenshot: bool = True
    dismiss: Literal["reject", "accept"] | None = None
    """How to answer a consent gate or notice before the page is captured; None leaves it alone."""


class Backend(Protocol):
    """A way of looking at pages. Never raises for what a site does; that is a `CaptureFailure`."""

    name: str

    async def capture(self, request: CaptureRequest) -> Capture:
        """Visit once.

        Raises:
            BackendError: this way of looking cannot be used at all (no browser installed …).
        """
        ...

    async def aclose(self) -> None:
        """Release what is held; safe to call twice."""
        ...


@runtime_checkable
class LooksPlainly(Protocol):
    """A backend that can also ask by plain HTTP, reaching the same hosts under the same name."""

    def plain(self) -> "HttpBackend":
        """Return it; it keeps no session of the visits."""
        ...
