"""The fault site in this process, on clocks that stand still until they are moved."""

import contextlib
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime

import httpx2

from pagestate.faults.catalog import by_id
from pagestate.faults.model import FaultPage
from pagestate.faults.site import create_app

__all__ = ["Clock", "Visitor", "visiting"]

NOON = 1_900_000_000.0
PORT = 8765


class Clock:
    """Monotonic and Unix seconds that move only when told, and a sleep that moves them."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return NOON + self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class Visitor:
    """A browser without scripts: keeps cookies, follows redirects as far as a browser does."""

    def __init__(self, client: httpx2.AsyncClient, clock: Clock) -> None:
        self.client = client
        self.clock = clock

    def url_of(self, page: FaultPage, path: str | None = None) -> str:
        host = (page.host or "").removesuffix(".localhost").removesuffix(".test")
        scheme = "https" if page.address == "https" else "http"
        return f"{scheme}://{host}.localhost:{PORT}{page.path if path is None else path}"

    async def get(self, page: FaultPage | str, path: str | None = None, **headers: str) -> httpx2.Response:
        found = by_id(page) if isinstance(page, str) else page
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.get(self.url_of(found, path), headers={"accept": "text/html", **given})


@contextlib.asynccontextmanager
async def visiting(*, scale: float = 1.0, pace: float = 1.0, follow: bool = True) -> AsyncIterator[Visitor]:
    """A visitor to a fault site that has just started."""
    clock = Clock()
    app = create_app(scale=scale, pace=pace, clock=clock.monotonic, wall=clock.wall, sleep=clock.sleep)
    client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), follow_redirects=follow, max_redirects=20)
    async with client:
        yield Visitor(client, clock)


def retry_after(answer: httpx2.Response) -> float:
    """Seconds told by Retry-After in either form, measured against the answer's own Date."""
    told = answer.headers["retry-after"]
    if told.isdigit():
        return float(told)
    return (parsedate_to_datetime(told) - parsedate_to_datetime(answer.headers["date"])).total_seconds()
