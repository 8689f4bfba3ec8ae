"""Tabs whose page was not ready yet, kept open for a moment so that a retry can go on waiting in them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from pagestate.capture.visit import Visit

__all__ = ["HELD_S", "Held", "HeldTabs"]

HELD_S = 3.0
"""A retry that is to go on waiting begins at once; nobody comes after this."""
MAX_HELD = 4

RoomT = TypeVar("RoomT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Generic[RoomT]):
    """A tab with its visit, and what has to be released with it."""

    visit: "Visit"
    room: RoomT
    release: Callable[[], Awaitable[None]]


class HeldTabs(Generic[RoomT]):
    """The tabs that are kept, by what a retry asks for."""

    def __init__(self) -> None:
        self._tabs: OrderedDict[tuple[str, ...], tuple[Held[RoomT], asyncio.TimerHandle]] = OrderedDict()
        self._releasing: set[asyncio.Task[None]] = set()

    def keep(self, key: tuple[str, ...], held: Held[RoomT]) -> None:
        """Keep a tab for a moment; the oldest has to go if there are too many."""
        self._drop(key)
        while len(self._tabs) >= MAX_HELD:
            self._drop(next(iter(self._tabs)))
        timer = asyncio.get_running_loop().call_later(HELD_S, self._drop, key)
        self._tabs[key] = (held, timer)

    def take(self, key: tuple[str, ...]) -> Held[RoomT] | None:
        """Return the tab for `key`, which the caller releases from now on, or None."""
        found = self._tabs.pop(key, None)
        if found is None:
            return None
        found[1].cancel()
        return found[0]

    def _drop(self, key: tuple[str, ...]) -> None:
        held = self.take(key)
        if held is not None:
            task = asyncio.ensure_future(_released(held))
            self._releasing.add(task)
            task.add_done_callback(self._releasing.discard)

    async def release_all(self) -> None:
        """Let go of every tab, and wait until that is done."""
        for key in list(self._tabs):
            self._drop(key)
        await asyncio.gather(*self._releasing, return_exceptions=True)


async def _released(held: Held[RoomT]) -> None:
    await held.release()
