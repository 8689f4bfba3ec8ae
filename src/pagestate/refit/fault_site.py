"""The fault site as training pages, seen with a browser.

It teaches what saved pages cannot: status, headers, settling.
"""

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.browser import BrowserBackend
from pagestate.facts import Facts, extract
from pagestate.faults.catalog import PAGES
from pagestate.faults.model import FaultPage
from pagestate.faults.server import FaultServer
from pagestate.states import PageState

__all__ = ["from_fault_site", "teaches"]

_AS_CONTENT = frozenset({PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED, PageState.CONTENT})
_UNTEACHABLE = frozenset({"takeover", "wrong_origin"})
"""Kinds that no single page shows."""


def teaches(page: FaultPage) -> bool:
    """Whether a fault page shows its state by itself, and not only against what was asked of it."""
    asked = page.state is PageState.GOAL_ACHIEVED and any(one.startswith(("status", "header")) for one in page.expect)
    return not (
        page.xfail or page.group == "case" or page.aliases or asked
        or page.state is PageState.UNEXPECTED or page.kind in _UNTEACHABLE
    )  # fmt: skip


async def from_fault_site() -> list[tuple[str, PageState, Facts]]:
    """Return the pages that teach something: their name, state and facts.

    Raises:
        BackendError: there is no browser.
    """
    made: list[tuple[str, PageState, Facts]] = []
    async with FaultServer(scale=0.1, pace=0.3) as server, BrowserBackend(args=server.browser_args) as browser:
        for page in filter(teaches, PAGES):
            request = CaptureRequest(url=server.url_of(page), site_key=page.id, timeout_s=page.timeout_s or 12)
            facts = extract(await browser.capture(request))
            made.append((page.id, PageState.CONTENT if page.state in _AS_CONTENT else page.state, facts))
    return made
