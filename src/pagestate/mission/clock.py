"""Time as a run sees it, so that tests need not wait."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime

__all__ = ["Clock", "jitter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time now (Unix seconds), and a way to let it pass."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def until(self, moment: float) -> None:
        """Sleep until `moment`."""
        seconds = moment - self.now()
        if seconds > 0:
            await self.sleep(seconds)

    async def event(self, event: asyncio.Event, *, by: float | None) -> bool:
        """Wait for `event`, at the longest until `by`; return whether it came."""
        if by is None or event.is_set():
            await event.wait()
            return True
        waiting = {asyncio.ensure_future(event.wait()), asyncio.ensure_future(self.until(by))}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        return event.is_set()

    def stamp(self, moment: float | None = None) -> str:
        """Return `moment`, or now, as ISO 8601 in UTC."""
        seconds = self.now() if moment is None else moment
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def jitter(page_id: str, attempt: int, wait_s: float) -> float:
    """Return a little extra wait, so that pages do not come back in step: up to a twentieth, at most 3 s.

    The same page and attempt get the same, so that a run can be told apart from another only by its pages.
    """
    spread = random.Random(f"{page_id}/{attempt}").random()  # noqa: S311  not for secrets
    return spread * min(wait_s * 0.05, 3.0)
