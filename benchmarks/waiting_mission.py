"""How long a mission takes when a third of its pages wait: side by side against one after another.

Thirty real pages on loopback, ten of which answer 503 with a `Retry-After` for a while. One after another
(visit, sleep, retry, next page) a run takes the sum of all waits. Side by side it should take little more than
the longest single chain of waits. Run it with `python benchmarks/waiting_mission.py`; it takes about two minutes.
"""

import argparse
import asyncio
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pagestate.capture.backend import Backend
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.http import HttpBackend
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal
from pagestate.mission.plan import Mission, Page
from pagestate.mission.runner import run
from pagestate.recover import load_strategies
from pagestate.states import Outcome

PAGES = 30
CHAINS = {16: (15, 15), **dict.fromkeys((1, 4, 7, 10, 13, 19, 22, 25, 28), (5,))}
"""Page to the waits that it asks for, in seconds; the longest chain stands in the middle of the list."""
TARGET = 1.3


class Site(ThreadingHTTPServer):
    """Serves the pages; those of `CHAINS` only once they were waited for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.visits: Counter[int] = Counter()
        self.open_at: dict[int, float] = {}


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        name = self.path.strip("/")
        if not name.isdigit():
            self._answer(404, "<title>Not found</title><h1>Not found</h1>")
            return
        number = int(name)
        waits = CHAINS.get(number, ())
        seen = self.server.visits[number]
        if time.monotonic() >= self.server.open_at.get(number, 0.0):
            self.server.visits[number] += 1
            if seen < len(waits):
                self.server.open_at[number] = time.monotonic() + waits[seen]
        if self.server.visits[number] <= len(waits):
            self._answer(
                503, "<title>503</title><h1>Service unavailable</h1>", retry_after=waits[min(seen, len(waits) - 1)]
            )
            return
        words = f"Chapter {number} of a long book about the weather. " * 40
        self._answer(200, f"<title>Chapter {number}</title><h1>Chapter {number}</h1><p>{words}</p>")

    def _answer(self, status: int, html: str, *, retry_after: int | None = None) -> None:
        body = f"<!doctype html><html lang=en>{html}</html>".encode()
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        if retry_after is not None:
            self.send_header("retry-after", str(retry_after))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def pages_of(site: Site) -> tuple[Page, ...]:
    return tuple(
        Page(
            id=str(number),
            url=f"http://127.0.0.1:{site.server_port}/{number}",
            goal=Goal(expectations=(parse(f'h1 == "Chapter {number}"'),)),
            strategies=load_strategies(),
        )
        for number in range(PAGES)
    )


async def side_by_side(backend: Backend, pages: tuple[Page, ...]) -> Counter[str]:
    result = await run([Mission(name="together", pages=pages)], backend)
    return Counter(str(page.outcome) for page in result.pages)


async def one_after_another(backend: Backend, pages: tuple[Page, ...]) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    for page in pages:
        result = await run([Mission(name="alone", pages=(page,))], backend)
        outcomes[str(result.pages[0].outcome)] += 1
    return outcomes


async def measure(capture: str, *, alone: bool) -> tuple[float, Counter[str]]:
    """Return seconds and outcomes of one run over a fresh site, the start of the browser not counted."""
    site = Site()
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    backend: Backend = HttpBackend() if capture == "http" else BrowserBackend()
    try:
        if isinstance(backend, BrowserBackend):
            await backend.version()
        pages = pages_of(site)
        start = time.perf_counter()
        outcomes = await (one_after_another if alone else side_by_side)(backend, pages)
        return time.perf_counter() - start, outcomes
    finally:
        await backend.aclose()
        site.shutdown()
        site.server_close()
        thread.join()


def main() -> int:
    """Print both times and their relation to the longest chain of waits; 1 if the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--capture", choices=("browser", "http"), default="browser")
    parser.add_argument("--quick", action="store_true", help="only the run side by side")
    options = parser.parse_args()
    longest = max(sum(waits) for waits in CHAINS.values())
    everything = sum(sum(waits) for waits in CHAINS.values())
    print(f"{PAGES} pages, {len(CHAINS)} of them wait: longest chain {longest} s, all waits {everything} s")
    together, outcomes = asyncio.run(measure(options.capture, alone=False))
    ratio = together / longest
    print(
        f"side by side:      {together:6.1f} s = {ratio:.2f} x the longest chain (target: {TARGET}), {dict(outcomes)}"
    )
    if not options.quick:
        alone, alone_outcomes = asyncio.run(measure(options.capture, alone=True))
        print(f"one after another: {alone:6.1f} s = {alone / longest:.2f} x the longest chain, {dict(alone_outcomes)}")
        print(f"side by side is {alone / together:.1f} times as fast")
    return 0 if ratio <= TARGET and outcomes[str(Outcome.PASSED)] == PAGES else 1


if __name__ == "__main__":
    raise SystemExit(main())
