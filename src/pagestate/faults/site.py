"""The fault site as an ASGI application: host and path to page, time and counters per page."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from email.utils import formatdate

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from pagestate.faults import catalog
from pagestate.faults.index import catalog_json, index_html
from pagestate.faults.model import LEARNT_HEADER, FaultPage, Handler, Ports, Visit, always, base_name
from pagestate.faults.transport import WireResponse

__all__ = ["INDEX_HOSTS", "create_app"]

INDEX_HOSTS = frozenset({"127.0.0.1", "localhost", "faults", "[::1]", "testserver", ""})
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]

_MISSING = (
    "<!doctype html><html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center>"
    "<hr><center>nginx</center></body></html>"
)


@dataclass(slots=True)
class _Memory:
    """What the site remembers of one page."""

    started: float
    counts: dict[str, int] = field(default_factory=dict)
    first_at: dict[str, float] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)


class _Site:
    def __init__(
        self,
        pages: Iterable[FaultPage],
        *,
        scale: float,
        pace: float,
        clock: Callable[[], float],
        wall: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]],
        ports: Ports | None,
    ) -> None:
        self.ports = ports
        self.pages = tuple(pages)
        self.scale, self.pace = scale, pace
        self.clock, self.wall, self.sleep = clock, wall, sleep
        self.memories: dict[str, _Memory] = {}
        self.exact: dict[str, tuple[FaultPage, Handler]] = {}
        self.below: dict[str, tuple[FaultPage, Handler]] = {}
        for page in self.pages:
            for key, handler in page.routes.items():
                full = key if not key.startswith("/") else f"{base_name(page.host or '')}{key}"
                table = self.below if full.endswith("*") else self.exact
                table.setdefault(full.removesuffix("*"), (page, handler))

    def find(self, name: str, path: str) -> tuple[FaultPage, Handler] | None:
        full = f"{name}{path}"
        if found := self.exact.get(full):
            return found
        prefixes = [prefix for prefix in self.below if full.startswith(prefix)]
        return self.below[max(prefixes, key=len)] if prefixes else None

    def visit(self, page: FaultPage, request: Request) -> Visit:
        now = self.clock()
        memory = self.memories.setdefault(page.window or page.id, _Memory(started=now))
        where = f"{request.url.hostname}{request.url.path}"
        memory.counts[where] = memory.counts.get(where, 0) + 1
        since = now - memory.started
        here = now - memory.first_at.setdefault(where, now)
        return Visit(
            request=request,
            count=memory.counts[where],
            elapsed=since / self.scale,
            elapsed_here=here / self.scale,
            in_page=since / self.pace,
            scale=self.scale,
            pace=self.pace,
            now=self.wall(),
            memory=memory.values,
            sleep=self.sleep,
        )

    async def answer(self, request: Request) -> Response:
        name = base_name(request.headers.get("host", ""))
        path = request.url.path
        if path == "/__reset" and request.method == "POST":
            return self.reset(request.query_params.get("page"))
        if name in INDEX_HOSTS:
            return self.own(request)
        found = self.find(name, path)
        if found is None:
            return self.finish(HTMLResponse(_MISSING, status_code=404))
        page, handler = found
        if page.learnt is not None and path == page.path.partition("?")[0] and LEARNT_HEADER in request.headers:
            handler = always(page.learnt)
        answer = handler(self.visit(page, request))
        if inspect.isawaitable(answer):
            answer = await answer
        return self.finish(HTMLResponse(answer) if isinstance(answer, str) else answer)

    def finish(self, response: Response) -> Response:
        if not isinstance(response, WireResponse):
            response.headers.setdefault("date", formatdate(self.wall(), usegmt=True))
            response.headers.setdefault("server", "nginx")
            response.headers.setdefault("cache-control", "no-store")
        return response

    def own(self, request: Request) -> Response:
        ports = self.ports or Ports(port=request.url.port or 80)
        if request.url.path == "/":
            return HTMLResponse(index_html(self.pages, ports=ports, scale=self.scale))
        if request.url.path == "/catalog.json":
            return JSONResponse(catalog_json(self.pages, ports=ports, scale=self.scale))
        return PlainTextResponse("There is no such page; the list of all pages stands at /.\n", status_code=404)

    def reset(self, page_id: str | None) -> Response:
        if page_id is None:
            self.memories.clear()
        else:
            page = catalog.find(page_id)
            if page is None:
                return PlainTextResponse(f"There is no page {page_id!r}.\n", status_code=404)
            self.memories.pop(page.window or page.id, None)
        return Response(status_code=204)


def create_app(
    *,
    scale: float = 1.0,
    pace: float = 1.0,
    clock: Callable[[], float] = time.monotonic,
    wall: Callable[[], float] = time.time,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ports: Ports | None = None,
) -> ASGIApp:
    """Return the fault site.

    Args:
        scale: Multiplies the site's own times (how long a maintenance lasts, what Retry-After
            tells); 0.1 turns 90 s into 9 s.
        pace: Multiplies what happens inside a page (when a spinner resolves, how slowly a body
            arrives). It races the visitor's patience, so leave it at 1 unless that is scaled too.
        clock: Monotonic seconds, from which all windows are measured.
        wall: Unix seconds, for dates in headers.
        sleep: Waits real seconds.
        ports: Where the site is served, for the addresses on the index; by default as asked.

    What the site remembers lives in the application; `POST /__reset` forgets it all,
    `POST /__reset?page=ID` forgets one page.
    """
    site = _Site(catalog.PAGES, scale=scale, pace=pace, clock=clock, wall=wall, sleep=sleep, ports=ports)
    return Starlette(routes=[Route("/{path:path}", site.answer, methods=METHODS)])
