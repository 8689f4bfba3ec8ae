"""How often waiting ends too early, and how long it goes on too long: pagestate beside the usual ways.

The timed pages of the fault site stamp the moment at which the last of their true content stands. Each way of
waiting visits each page several times; a visit that ends before the stamp was taken too early, and counts as an
error if it was called settled. For all other visits the time from the stamp to the end of waiting is kept.

All ways with 20 visits of each page take more than an hour with `--parallel 3`, most of it for the usual ways;
`--ways pagestate "pagestate with a goal" --parallel 3` took 17 minutes on two busy cores. `--runs 3` and `--pages
chain font` make it shorter. `--json FILE` keeps every visit.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright
from rich.console import Console
from rich.table import Table

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.installed import find_browser
from pagestate.evidence import Settling
from pagestate.faults.server import FaultServer
from pagestate.faults.timed import Timed
from pagestate.faults.timed_suite import TIMED
from pagestate.goal.expectations import parse

_STAMP = re.compile(r'data-ready-at="(\d+)"')
_PATIENCE = (2.0, 4.0, 8.0)
_LIMIT_MS = 15_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One visit. Times are milliseconds."""

    page: str
    way: str
    settled: bool
    """Whether the way of waiting called the page ready."""
    early: bool
    """Whether the true content was not there yet."""
    over: float | None
    """From the true ready time to the end of waiting; None if it was taken too early."""
    took: float
    """From the start to the end of waiting."""
    returned: float
    """From the start until the evidence was in hand."""
    reason: str = ""


Way = Callable[["Bench", Timed], Awaitable[Run]]


@dataclass(slots=True, kw_only=True)
class Bench:
    """What the ways of waiting use together."""

    server: FaultServer
    backend: BrowserBackend
    browser: Browser
    count: int = 0


async def _pagestate(bench: Bench, timed: Timed, *, goal: bool, patience: Sequence[float] = (2.0,)) -> Run:
    bench.count += 1
    started = time.time() * 1000
    way = "pagestate" + (" with a goal" if goal else "") + ("" if len(patience) == 1 else " 2-4-8 s")
    for number, seconds in enumerate(patience):
        request = CaptureRequest(
            url=bench.server.url_of(timed.page),
            patience_s=seconds,
            site_key=f"run {bench.count}",
            expectations=(parse(timed.expect),) if goal else (),
            go_on=number > 0,
            may_go_on=number + 1 < len(patience),
        )
        begun = time.time() * 1000
        capture = await bench.backend.capture(request)
        if capture.settling is not None and capture.settling.settled:
            break
    returned = time.time() * 1000
    settling = capture.settling
    settled = settling is not None and settling.settled
    begun = datetime.fromisoformat(capture.captured_at).timestamp() * 1000 if capture.captured_at else begun
    ended = begun + capture.timings.settled if capture.timings.settled is not None else returned
    stamps = [int(found) for found in _STAMP.findall(capture.rendered_html or "")]
    return Run(
        page=timed.page.id,
        way=way,
        settled=settled,
        early=not stamps,
        over=max(0.0, ended - max(stamps)) if stamps else None,
        took=ended - started,
        returned=returned - started,
        reason=_told(settling),
    )


def _told(settling: Settling | None) -> str:
    if settling is None:
        return ""
    phases = ", ".join(f"{phase.name} {phase.ms:.0f}" for phase in settling.phases)
    return f"{settling.reason} ({phases})"


async def _with_playwright(bench: Bench, timed: Timed, way: str, wait: Callable[[Page, str], Awaitable[bool]]) -> Run:
    started = time.time() * 1000
    context = await bench.browser.new_context()
    try:
        page = await context.new_page()
        try:
            settled = await wait(page, bench.server.url_of(timed.page))
            reason = ""
        except Exception as error:
            settled, reason = False, str(error).splitlines()[0][:100]
        ended = time.time() * 1000
        stamps: list[int] = []
        for frame in page.frames:
            try:
                asking = frame.evaluate("document.documentElement.getAttribute('data-ready-at')")
                stamp = await asyncio.wait_for(asking, 2)
            except Exception:
                stamp = None
            stamps += [int(stamp)] if stamp else []
        # What came between the end of waiting and this look was not there when waiting ended.
        stamps = [stamp for stamp in stamps if stamp <= ended]
        await page.screenshot(timeout=5_000)
        returned = time.time() * 1000
    except Exception as error:
        ended = returned = time.time() * 1000
        settled, stamps, reason = False, [], str(error).splitlines()[0][:100]
    finally:
        await context.close()
    return Run(
        page=timed.page.id,
        way=way,
        settled=settled,
        early=not stamps,
        over=max(0.0, ended - max(stamps)) if stamps else None,
        took=ended - started,
        returned=returned - started,
        reason=reason,
    )


async def _load(page: Page, url: str) -> bool:
    await page.goto(url, wait_until="load", timeout=_LIMIT_MS)
    return True


async def _idle(page: Page, url: str) -> bool:
    await page.goto(url, wait_until="networkidle", timeout=_LIMIT_MS)
    return True


async def _fixed(page: Page, url: str) -> bool:
    await page.goto(url, wait_until="load", timeout=_LIMIT_MS)
    await asyncio.sleep(2)
    return True


async def _schedule(page: Page, url: str) -> bool:
    """Load, sleep 2 s, and again with 4 s and 8 s while the page has no words or seems to load."""
    for seconds in _PATIENCE:
        await page.goto(url, wait_until="load", timeout=_LIMIT_MS)
        await asyncio.sleep(seconds)
        if await page.evaluate(
            "document.body.innerText.trim().length>40&&!document.querySelector('[aria-busy=true],[class*=spin],[class*=skel]')"
        ):
            return True
    return False


def _ways() -> dict[str, Way]:
    def usual(name: str, wait: Callable[[Page, str], Awaitable[bool]]) -> Way:
        return lambda bench, timed: _with_playwright(bench, timed, name, wait)

    return {
        "pagestate": lambda bench, timed: _pagestate(bench, timed, goal=False),
        "pagestate with a goal": lambda bench, timed: _pagestate(bench, timed, goal=True),
        "pagestate 2-4-8 s": lambda bench, timed: _pagestate(bench, timed, goal=False, patience=_PATIENCE),
        "load": usual("load", _load),
        "networkidle": usual("networkidle", _idle),
        "fixed 2 s": usual("fixed 2 s", _fixed),
        "2-4-8 s": usual("2-4-8 s", _schedule),
    }


WAYS = _ways()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one way of waiting comes to over some pages. Times are milliseconds."""

    way: str
    visits: int
    early: int
    """Called settled before the true content was there."""
    unsettled: int
    """Not called settled: an honest "not yet", or a time-out."""
    median: float | None
    p90: float | None
    took: float | None
    """Median of a whole visit."""


def row_of(way: str, runs: Iterable[Run]) -> Row:
    """Return the figures of one way of waiting."""
    own = [run for run in runs if run.way == way]
    over = sorted(run.over for run in own if run.over is not None and run.settled)
    return Row(
        way=way,
        visits=len(own),
        early=sum(run.early and run.settled for run in own),
        unsettled=sum(not run.settled for run in own),
        median=statistics.median(over) if over else None,
        p90=over[min(len(over) - 1, int(0.9 * len(over)))] if over else None,
        took=statistics.median(run.returned for run in own) if own else None,
    )


def table_of(title: str, runs: Sequence[Run], ways: Sequence[str]) -> Table:
    """Return the figures side by side."""
    table = Table(title=title, title_justify="left")
    table.add_column("waiting")
    for name in ("visits", "too early", "not settled", "median over", "p90 over", "whole visit"):
        table.add_column(name, justify="right")
    for way in ways:
        row = row_of(way, runs)
        if row.visits:
            table.add_row(
                way,
                str(row.visits),
                f"{row.early} ({row.early / row.visits:.0%})",
                str(row.unsettled),
                _ms(row.median),
                _ms(row.p90),
                _ms(row.took),
            )
    return table


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f} ms"


async def measure(
    pages: Sequence[Timed], ways: Sequence[str], runs: int, parallel: int, *, browser_path: Path
) -> list[Run]:
    """Visit every page `runs` times in each way, and return the visits."""
    done: list[Run] = []
    todo = [(number, way, timed) for number in range(runs) for timed in pages for way in ways]
    todo.reverse()
    total, began = len(todo), time.monotonic()
    rounds = "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-quic"
    async with FaultServer() as server, async_playwright() as playwright:
        backend = BrowserBackend(args=server.browser_args, max_pages=parallel)
        browser = await playwright.chromium.launch(
            executable_path=browser_path, args=[*server.browser_args, *rounds], headless=True
        )
        bench = Bench(server=server, backend=backend, browser=browser)

        async def work() -> None:
            while todo:
                _, way, timed = todo.pop()
                done.append(await WAYS[way](bench, timed))
                left = (time.monotonic() - began) / len(done) * (total - len(done))
                text = f"{len(done)} of {total}, {left / 60:.0f} min left, load {os.getloadavg()[0]:.1f}  "
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{text}")
                elif len(done) % 100 == 0:
                    sys.stderr.write(f"{text}\n")
                sys.stderr.flush()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(parallel):
                    group.create_task(work())
        finally:
            await backend.aclose()
            await browser.close()
    return done


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=20, help="visits of each page in each way")
    parser.add_argument("--pages", nargs="*", help="only these, without `timed-`")
    parser.add_argument("--ways", nargs="*", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--parallel", type=int, default=1, help="visits at once")
    parser.add_argument("--each", action="store_true", help="a line for every page as well")
    parser.add_argument("--json", type=Path, help="where to keep every visit")
    options = parser.parse_args()
    found = find_browser()
    if found is None:
        raise SystemExit("no browser was found: `pagestate doctor --install` installs one")
    pages = [one for one in TIMED if not options.pages or one.page.id.removeprefix("timed-") in options.pages]
    before = os.getloadavg()
    runs = asyncio.run(measure(pages, options.ways, options.runs, options.parallel, browser_path=found.path))
    console = Console(width=120)
    groups = {
        "Pages that give a sign of more to come": [one for one in pages if one.ready and one.sign],
        "… of these, pages that never go quiet": [one for one in pages if one.ready and not one.quiet],
        "Pages that give no sign": [one for one in pages if one.ready and not one.sign],
        "Pages that are never ready": [one for one in pages if not one.ready],
        "All pages that are ready at some time": [one for one in pages if one.ready],
    }
    summary = {}
    for title, some in groups.items():
        names = {one.page.id for one in some}
        own = [run for run in runs if run.page in names]
        if own:
            console.print(table_of(f"{title} ({len(names)})", own, options.ways))
            summary[title] = [asdict(row_of(way, own)) for way in options.ways]
    if options.each:
        for one in pages:
            own = [run for run in runs if run.page == one.page.id]
            console.print(table_of(f"{one.page.id}: {one.page.title}", own, options.ways))
    after = os.getloadavg()
    console.print(f"Load average {before[0]:.1f} before, {after[0]:.1f} after, on {os.cpu_count()} cores.")
    if options.json:
        options.json.write_text(
            json.dumps({"load": [before, after], "summary": summary, "visits": [asdict(run) for run in runs]}, indent=1)
        )


if __name__ == "__main__":
    main()
