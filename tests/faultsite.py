"""The fault site under virtual time: waits pass at once, for the site and for the run alike."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pagestate.capture.browser import BrowserBackend
from pagestate.cli.catalogue import mission_over
from pagestate.faults.model import FaultPage
from pagestate.faults.server import FaultServer
from pagestate.mission.clock import Clock
from pagestate.mission.events import PageResult
from pagestate.mission.runner import run

__all__ = ["VirtualTime", "visit_all"]


@dataclass(slots=True)
class VirtualTime:
    """Time that goes on as usual and leaps over every wait of a run."""

    leapt: float = 0.0
    waits: list[float] = field(default_factory=list)

    def now(self) -> float:
        """Unix seconds."""
        return time.time() + self.leapt

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self.leapt += max(0.0, seconds)
        self.waits.append(seconds)
        await asyncio.sleep(0)

    @property
    def clock(self) -> Clock:
        """This time, as a run takes it."""
        return Clock(now=self.now, sleep=self.sleep)


async def visit_all(
    batches: Iterable[tuple[FaultPage, ...]], *, output: Path | None = None, workers: int = 3
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
            backend = BrowserBackend(args=server.browser_args)
            try:
                while queue:
                    batch = queue.pop()
                    mission = mission_over(batch, server, 1.0, name=batch[0].id)
                    result = await run(mission, backend, clock=virtual.clock, output=output)
                    results.update((page.id, page) for page in result.pages)
            finally:
                await backend.aclose()

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
    return results
