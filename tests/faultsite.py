"""The fault site under virtual time: waits pass at once, for the site and for the run alike."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urljoin

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.http import HttpBackend
from pagestate.cli.catalogue import mission_over
from pagestate.evidence import Capture
from pagestate.faults.model import FaultPage
from pagestate.faults.server import FaultServer
from pagestate.mission.clock import Clock
from pagestate.mission.events import PageResult
from pagestate.mission.plan import MissionFile, Page
from pagestate.mission.runner import run

__all__ = ["VirtualTime", "visit_all"]

NEEDS_NETWORK_LOSS = frozenset({"c51"})
"""Pages whose fault lies with the visitor's machine, so that no server can bring it about."""

_TICK_S = 0.005
_QUIET_TICKS = 4


@dataclass(slots=True)
class VirtualTime:
    """Time that goes on as usual while somebody works, and leaps to the next waking when all wait."""

    leapt: float = 0.0
    busy: int = 0
    """Visits under way."""
    wakings: list[float] = field(default_factory=list)

    def now(self) -> float:
        """Unix seconds."""
        return time.time() + self.leapt

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass, at once as soon as nobody has anything else to do."""
        waking = self.now() + seconds
        self.wakings.append(waking)
        try:
            quiet = 0
            while self.now() < waking:
                await asyncio.sleep(_TICK_S)
                quiet = 0 if self.busy else quiet + 1
                if quiet > _QUIET_TICKS and waking <= min(self.wakings):
                    self.leapt += max(0.0, waking - self.now())
        finally:
            self.wakings.remove(waking)

    @property
    def clock(self) -> Clock:
        """This time, as a run takes it."""
        return Clock(now=self.now, sleep=self.sleep)


@dataclass(slots=True)
class _Counted:
    """A backend that tells the time when it is at work."""

    backend: BrowserBackend
    virtual: VirtualTime
    cut_off: bool = False
    """Whether the network of this machine is away during the next visit."""
    name: str = "browser"

    async def capture(self, request: CaptureRequest) -> Capture:
        """Visit once."""
        self.virtual.busy += 1
        try:
            if self.cut_off:
                self.cut_off = False
                return await self._without_network(request)
            return await self.backend.capture(request)
        finally:
            self.virtual.busy -= 1

    async def _without_network(self, request: CaptureRequest) -> Capture:
        await self.backend.capture(request)  # there is a browser to cut off only after a first visit
        rooms = [room for (key, _), room in self.backend._rooms.items() if key == request.site_key]
        for room in rooms:
            await room.context.set_offline(True)
        try:
            return await self.backend.capture(request)
        finally:
            for room in rooms:
                await room.context.set_offline(False)

    def plain(self) -> HttpBackend:
        """Ask by plain HTTP."""
        return self.backend.plain()

    async def aclose(self) -> None:
        """Release what is held."""
        await self.backend.aclose()


def _with_before(mission: MissionFile, batch: tuple[FaultPage, ...]) -> MissionFile:
    """Put what is to be visited before a page in front of it, one after another as one visitor would."""
    if not any(fault.before for fault in batch):
        return mission
    (only,) = mission.missions
    pages: list[Page] = []
    for page, fault in zip(only.pages, batch, strict=True):
        for number, path in enumerate(fault.before, 1):
            pages.append(replace(page, id=f"{page.id}-before-{number}", url=urljoin(page.url, path), goal=None))
        pages.append(page)
    settings = replace(mission.settings, concurrency=1, per_host=1)
    return replace(mission, missions=(replace(only, pages=tuple(pages)),), settings=settings)


async def visit_all(
    batches: Iterable[tuple[FaultPage, ...]], *, output: Path | None = None, workers: int = 5
) -> dict[str, PageResult]:
    """Run each batch of fault pages as a mission of its own and return the results by page id.

    Every worker has a fault server and a virtual time of its own, so that no page's waits shorten
    the windows of another; all share one browser each.
    """
    queue = list(batches)
    queue.reverse()
    results: dict[str, PageResult] = {}

    async def work() -> None:
        virtual = VirtualTime()
        async with FaultServer(clock=virtual.now, wall=virtual.now) as server:
            backend = _Counted(BrowserBackend(args=server.browser_args), virtual)
            try:
                while queue:
                    batch = queue.pop()
                    backend.cut_off = any(page.id in NEEDS_NETWORK_LOSS for page in batch)
                    mission = _with_before(mission_over(batch, server, 1.0, name=batch[0].id), batch)
                    result = await run(mission, backend, clock=virtual.clock, output=output)
                    results.update((page.id, page) for page in result.pages)
            finally:
                await backend.aclose()

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
    return results
