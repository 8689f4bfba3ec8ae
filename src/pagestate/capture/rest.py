"""Waiting until one page rests: what is drawn, what is expected, and how long each phase took."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.documents import Document
from pagestate.capture.drawn import Drawn
from pagestate.capture.look import Look
from pagestate.capture.moment import Moment, Sample
from pagestate.capture.readiness import holds, is_under_way, judge, may_stop
from pagestate.capture.sampling import moment_of
from pagestate.capture.watch import Watch
from pagestate.evidence import Capture, Phase, Settling
from pagestate.facts import extract
from pagestate.goal.expectations import evaluate, is_positive

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

__all__ = ["Read", "Rest"]

GOAL_POLL_S = 0.25
"""How often a page is read in full to see whether what is expected holds."""

Read = Callable[[], Awaitable[tuple[Look, Capture]]]
"""Reads the page as it stands, and writes down what is known of the visit so far."""


class Rest:
    """Judges one look after another."""

    def __init__(self, watch: Watch, cdp: "CDPSession", read: Read) -> None:
        """Take what listens to the tab, and a way to read the page."""
        self._watch = watch
        self._read = read
        self._drawn = Drawn(cdp)
        self._took: dict[str, float] = {}
        self._marked: float | None = None
        self._moment: Moment | None = None
        self._unmet: tuple[str, ...] | None = None
        self._asked = 0.0
        self._for_goal: Document | None = None
        """The document that was at rest and is watched on for what is expected of it."""
        self._seen: tuple[Document, Look] | None = None

    @property
    def phases(self) -> tuple[Phase, ...]:
        """What was waited for so far."""
        return tuple(Phase(name=name, ms=round(1000 * took, 1)) for name, took in self._took.items())

    @property
    def is_worth_waiting(self) -> bool:
        """Whether the page was at work on what it lacks when it was last looked at."""
        return self._moment is not None and is_under_way(self._moment)

    def begin_again(self) -> None:
        """Forget what was read; what is waited for may have changed."""
        self._unmet = self._seen = None

    def take_seen(self, document: Document) -> Look | None:
        """Return the reading by which waiting ended, so that the page is not read twice; only once."""
        seen, self._seen = self._seen, None
        return seen[1] if seen is not None and seen[0] is document else None

    async def judge(
        self, document: Document, sample: Sample | None, request: CaptureRequest, anew: float | None
    ) -> Settling | None:
        """Return the judgement, or None while it is worth waiting. Patience counts from `anew` if that is later."""
        moment = moment_of(self._watch, document, sample, patience_s=request.patience_s, anew=anew)
        moment = replace(await self._with_picture(moment), for_goal=self._for_goal is document)
        self._moment = moment
        settling = judge(moment)
        if request.expectations:
            settling = await self._in_view_of_the_goal(document, moment, settling, request)
        self._mark(moment, settling)
        return settling

    def _mark(self, moment: Moment, settling: Settling | None) -> None:
        """Put the time since the last look down to what was waited for."""
        now = time.monotonic()
        current = self._watch.current
        if not self._took and current is not None and current.committed is not None:
            self._took["commit"] = current.committed - self._watch.started
            self._marked = current.committed
        holding, _ = holds(moment)
        name = holding[0].phase if holding else "goal" if self._unmet and settling is None else "quiet"
        self._took[name] = self._took.get(name, 0.0) + now - (self._marked if self._marked is not None else now)
        self._marked = now

    async def _with_picture(self, moment: Moment) -> Moment:
        """Look at what is drawn, once the rest of the page allows to."""
        sample = moment.sample
        if sample is None or not sample.boxes or moment.body_open or moment.since_content_s is None:
            return moment
        await self._drawn.look(sample.boxes)
        if self._drawn.changed is None:
            return moment
        return replace(moment, picture_s=time.monotonic() - self._drawn.changed, drawn_blank=self._drawn.blank)

    async def _in_view_of_the_goal(
        self, document: Document, moment: Moment, settling: Settling | None, request: CaptureRequest
    ) -> Settling | None:
        """Watch on while an expectation does not hold; stop as soon as all do and nothing speaks against it."""
        settled = settling is not None and settling.settled
        proves = any(map(is_positive, request.expectations))
        early = settling is None and proves and may_stop(moment)
        if not (settled or early):
            return settling
        if time.monotonic() - self._asked >= GOAL_POLL_S or self._unmet is None or (settled and not self._unmet):
            self._unmet = await self._ask(document, request)
            self._asked = time.monotonic()
        if self._unmet is None:
            return settling
        if self._unmet:
            self._seen = None
            if not settled:
                return settling
            self._for_goal = document
            return judge(replace(moment, unmet=self._unmet))
        if settled:
            return settling
        holding, other = holds(moment)
        pending = (*(hold.what for hold in holding), *other)
        return Settling(settled=True, why="goal", reason="all that is expected holds", pending=pending)

    async def _ask(self, document: Document, request: CaptureRequest) -> tuple[str, ...] | None:
        """Read the page and return what does not hold; None if it could not be read."""
        try:
            seen, capture = await self._read()
            facts = extract(capture)
        except Exception:
            # It is busy, or on its way to another document: the next look will tell.
            return None
        self._seen = (document, seen)
        results = ((one.source, evaluate(one, facts)) for one in request.expectations)
        return tuple(source for source, result in results if result.outcome == "unmet")
