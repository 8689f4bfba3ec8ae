"""Politeness towards hosts: how many visits at once, how far apart, and one wait for all."""

import asyncio
import math
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pagestate.mission.clock import Clock
from pagestate.mission.plan import Settings
from pagestate.states import PageState

__all__ = ["Hosts", "SiteWait", "site_of"]


def site_of(url: str) -> str:
    """Return the host of `url`, with its port where that is not the default, in lower case."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


@dataclass(slots=True, kw_only=True, eq=False)
class SiteWait:
    """One wait for all pages of a site that are in the same state.

    The page that came first leads: it alone looks again when the time is over, and only when it is
    through do the others go on.
    """

    site: str
    state: PageState
    leader: str
    until: float
    over: asyncio.Event = field(default_factory=asyncio.Event)
    in_vain: bool = False
    """Whether the leader gave up with the state unchanged."""
    followers: int = 0


class Hosts:
    """What all visits of a run must agree on, per host."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._clock = clock
        self._gap = settings.gap_s
        self._browser = asyncio.Semaphore(settings.concurrency)
        self._slots: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(settings.per_host))
        self._last_start: dict[str, float] = {}
        self._gaps: dict[str, float] = {}
        self._waits: dict[tuple[str, PageState], SiteWait] = {}
        self.pages_ok: Counter[tuple[str, str]] = Counter()
        """By site and session: captures judged to be ordinary pages."""

    @asynccontextmanager
    async def slot(self, site: str, page_id: str) -> AsyncIterator[None]:
        """Hold one of the visits allowed at the same time, a polite distance after the last one.

        While the host has asked for fewer requests, only the page that leads that wait may visit it.
        """
        while True:
            await self._allowed(site, page_id)
            async with self._slots[site]:
                if self._throttled(site, page_id) is not None:
                    continue  # the host complained while this page stood in line
                start = max(self._clock.now(), self._last_start.get(site, -math.inf) + self._gaps.get(site, self._gap))
                self._last_start[site] = start
                await self._clock.until(start)
                async with self._browser:
                    yield
                return

    def slow_down(self, site: str, gap_s: float) -> None:
        """Keep at least `gap_s` between the starts of two visits of `site` from now on, as it asks."""
        self._gaps[site] = max(gap_s, self._gaps.get(site, self._gap))

    def _throttled(self, site: str, page_id: str) -> SiteWait | None:
        wait = self._waits.get((site, PageState.CAPTCHA))
        return None if wait is None or wait.leader == page_id else wait

    async def _allowed(self, site: str, page_id: str) -> None:
        while (wait := self._throttled(site, page_id)) is not None:
            await wait.over.wait()

    def join(self, site: str, state: PageState, page_id: str, until: float, *, stated: bool) -> SiteWait:
        """Return the site's wait for `state`, a new one led by this page if there is none.

        A time that the site stated (`stated`) prolongs a wait that is going on; our own guess does not.
        """
        wait = self._waits.get((site, state))
        if wait is None:
            wait = SiteWait(site=site, state=state, leader=page_id, until=until)
            self._waits[site, state] = wait
        elif wait.leader == page_id:
            wait.until = until
        else:
            wait.followers += 1
            if stated:
                wait.until = max(wait.until, until)
        return wait

    def led_by(self, page_id: str) -> SiteWait | None:
        """Return the wait that this page leads."""
        return next((wait for wait in self._waits.values() if wait.leader == page_id), None)

    def end(self, wait: SiteWait, *, in_vain: bool) -> None:
        """End `wait`: all who followed go on."""
        wait.in_vain = in_vain
        self._waits.pop((wait.site, wait.state), None)
        wait.over.set()
