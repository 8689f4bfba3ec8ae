"""One page from its first visit to its result: capture, judge, decide, wait, and again."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pagestate.capture.backend import Backend, CaptureRequest, Session
from pagestate.errors import PagestateError
from pagestate.evidence import Capture, CaptureFailure
from pagestate.goal.expectations import selectors
from pagestate.mission.clock import Clock, jitter
from pagestate.mission.events import AttemptMade, AttemptRecord, Event, PageResult, PageStarted, Waiting
from pagestate.mission.handover import handover, seen_values
from pagestate.mission.hosts import Hosts, SiteWait, site_of
from pagestate.mission.incidents import Incidents
from pagestate.mission.judging import Bench, Judged, passes
from pagestate.mission.plan import Page
from pagestate.mission.sessions import Sessions, worn
from pagestate.recover.model import Attempt, Limits, Step
from pagestate.recover.next_step import next_step
from pagestate.states import OUTCOMES, Outcome, PageState, RecoveryAction, Reporting, outcome_of

__all__ = ["Save", "Shared", "Visit", "polite_capture"]

Save = Callable[[Page, int, Judged], Path | None]
"""Keeps the evidence of an attempt; returns where."""

_TOO_LATE = "the deadline came before the site did"
_GRACE_S = 90.0
"""Beyond its own timeouts, after which a backend that does not answer counts as failed."""


@dataclass(slots=True, kw_only=True)
class Shared:
    """What all visits of a run use together."""

    backend: Backend
    bench: Bench
    hosts: Hosts
    sessions: Sessions
    incidents: Incidents
    clock: Clock
    tell: Callable[[Event], None]
    save: Save
    deadlines: dict[str, float | None] = field(default_factory=dict)
    """By mission: Unix seconds after which no attempt may start."""


async def polite_capture(backend: Backend, hosts: Hosts, site: str, page_id: str, request: CaptureRequest) -> Capture:
    """Visit once, when it is this page's turn.

    Raises:
        PagestateError: this way of looking cannot be used at all.
    """
    async with hosts.slot(site, page_id):
        return await _bounded(backend, request)


async def _bounded(backend: Backend, request: CaptureRequest) -> Capture:
    """What our own side gets wrong is a capture that failed, so that one mishap leaves the other pages alone."""
    try:
        async with asyncio.timeout(request.timeout_s + request.patience_s + _GRACE_S):
            return await backend.capture(request)
    except PagestateError:
        raise
    except Exception as error:
        failure = CaptureFailure(kind="backend", detail=f"{type(error).__name__}: {error}"[:500])
    return Capture(source="browser", requested_url=request.url, committed=False, failure=failure)


class Visit:
    """A page on its way through its attempts."""

    def __init__(self, page: Page, shared: Shared) -> None:
        self.page = page
        self.site = site_of(page.url)
        self.records: list[AttemptRecord] = []
        self._shared = shared
        self._attempts: list[Attempt] = []
        self._session: Session | None = None
        self._gate: SiteWait | None = None
        self._dismiss = False
        self._refusal: str | None = None
        self._unsaved = ""

    async def go(self) -> PageResult:
        """Visit until a final step, and return the result."""
        shared, page = self._shared, self.page
        step: Step | None = None
        try:
            if self._too_late(shared.clock.now()):
                return self.result(note="the mission's deadline passed before the first visit")
            while step is None or not step.action.is_final:
                if step is not None:
                    step = await self._wait(step) or step
                    if step.action.is_final:
                        self._amend(step)
                        break
                step = await self._attempt(step)
            return self.result()
        finally:
            shared.bench.registry.finished(page)
            shared.sessions.settle(page, walled=None)
            led = shared.hosts.led_by(page.id)
            if led is not None:
                shared.hosts.end(led, in_vain=False)

    async def _attempt(self, before: Step | None) -> Step:
        shared, page = self._shared, self.page
        number = len(self._attempts) + 1
        used_auth = before is not None and before.action is RecoveryAction.RETRY_WITH_AUTH
        dismissed = before is not None and before.action is RecoveryAction.DISMISS
        self._dismiss = self._dismiss or dismissed
        if used_auth and page.auth is not None:
            self._session = worn(page.session, page.auth.session)
        elif number == 1:
            self._session = shared.sessions.at_first(page)
        patience = before.patience_s if before is not None else page.patience_s
        capture, started = await self._capture(number, patience, before)
        captured = shared.clock.now()
        judged = await shared.bench.look(page, capture, self._visitor)
        if used_auth:
            shared.sessions.settle(page, walled=judged.verdict.state is PageState.AUTH_WALL)
        self._leave_gate(judged.verdict.state)
        # counted before it may be held: that the site served it is known already
        shared.hosts.pages_ok[self.site, self._visitor] += passes(judged.verdict)
        self._attempts.append(
            Attempt(
                state=judged.verdict.state,
                kind=judged.verdict.kind,
                started_at=started,
                captured_at=captured,
                come_back_after_s=_come_back(judged),
                patience_s=patience,
                used_auth=used_auth,
                dismissed=dismissed,
                at_work=capture.settling is not None and capture.settling.more_to_come,
            )
        )
        step = await self._decide()
        if step.action.is_final and shared.bench.must_compare(page, judged):
            judged = await self._compare(judged)
            step = await self._decide()
        self._record(judged, step)
        return step

    async def _compare(self, judged: Judged) -> Judged:
        """Hold a pass until the site's other pages were seen, then judge it in their light."""
        shared, page = self._shared, self.page
        at_first = shared.bench.is_distinct(page, judged)
        if not shared.bench.registry.is_quiet_but_for(page, at_first=at_first):
            reason = f"held until the other pages of {self.site} were seen"
            shared.tell(Waiting(page_id=page.id, url=page.url, seconds=0.0, reason=reason))
        try:
            await shared.bench.registry.quiet(page, at_first=at_first)
        except asyncio.CancelledError:
            # what is known by now is all there will be
            judged = self._in_their_light(judged)
            self._record(judged, self._next(has_auth=False))
            raise
        return self._in_their_light(judged)

    def _in_their_light(self, judged: Judged) -> Judged:
        seemed_fine = passes(judged.verdict)
        judged = self._shared.bench.compare(self.page, judged, self._visitor)
        verdict = judged.verdict
        self._shared.hosts.pages_ok[self.site, self._visitor] -= seemed_fine and not passes(verdict)
        self._attempts[-1] = replace(
            self._attempts[-1], state=verdict.state, kind=verdict.kind, come_back_after_s=_come_back(judged)
        )
        return judged

    def _record(self, judged: Judged, step: Step) -> None:
        shared, page = self._shared, self.page
        self._enter_gate(step)
        shared.incidents.note(page, judged.verdict, judged.facts)
        number = len(self._attempts)
        bundle = None
        try:
            bundle = shared.save(page, number, judged)
        except OSError as error:
            # a full disk takes the evidence, not the verdict
            self._unsaved = f"its evidence could not be saved: {error.strerror or error}"
        record = AttemptRecord(
            number=number,
            capture=judged.capture,
            verdict=judged.verdict,
            step=step,
            started_at=shared.clock.stamp(self._attempts[-1].started_at),
            bundle=bundle,
        )
        self.records.append(record)
        shared.tell(AttemptMade(page_id=page.id, url=page.url, attempt=record))

    @property
    def _visitor(self) -> str:
        return self._session.name if self._session is not None else ""

    async def _capture(self, number: int, patience: float, before: Step | None) -> tuple[Capture, float]:
        page, shared = self.page, self._shared
        request = CaptureRequest(
            url=page.url,
            patience_s=patience,
            timeout_s=page.timeout_s,
            session=self._session,
            fresh=number > 1,
            go_on=before is not None and before.action is RecoveryAction.RETRY_WITH_LONGER_DELAY and before.wait_s == 0,
            may_go_on=True,
            site_key=f"{page.mission}|{self.site}",
            expectations=page.goal.expectations if page.goal is not None else (),
            selectors=selectors(page.goal.expectations) if page.goal is not None else (),
            dismiss=page.consent if self._dismiss and page.consent != "leave" else None,
        )
        async with shared.hosts.slot(self.site, page.id):
            shared.tell(PageStarted(page_id=page.id, url=page.url, attempt=number))
            started = shared.clock.now()
            capture = await _bounded(shared.backend, request)
        return capture, started

    async def _decide(self) -> Step:
        """Return the next step; for a session, once it is ready to be worn."""
        shared, page = self._shared, self.page
        step = self._next(has_auth=shared.sessions.can_try(page, self._session))
        if step.action is RecoveryAction.RETRY_WITH_AUTH:
            self._refusal = await shared.sessions.try_on(page)
            if self._refusal is not None:
                step = replace(self._next(has_auth=False), reason=f"{self._name()}: {self._refusal}")
        elif self._attempts[-1].state is PageState.AUTH_WALL and step.action.is_final:
            self._refusal = shared.sessions.refusal(page)
            if self._refusal is not None:
                step = replace(step, reason=f"{self._name()}: {self._refusal}")
        return step

    def _next(self, *, has_auth: bool) -> Step:
        limits = Limits(
            deadline_at=self._deadline(self._attempts[0].started_at),
            has_auth=has_auth,
            may_dismiss=self.page.consent != "leave",
        )
        step = next_step(self._attempts, self.page.strategies, limits, now=self._shared.clock.now())
        gate = self._gate
        in_vain = gate is not None and gate.in_vain and gate.state is self._attempts[-1].state
        if step.action is RecoveryAction.WAIT_FOR_SITE and in_vain:
            return self._give_up(step, "still so after the site's pages waited for it together")
        return step

    def _name(self) -> str:
        last = self._attempts[-1]
        return f"{last.state}.{last.kind}" if last.kind else str(last.state)

    def _deadline(self, first_start: float) -> float:
        own = first_start + self.page.deadline_s
        shared = self._shared.deadlines.get(self.page.mission)
        return own if shared is None else min(own, shared)

    def _too_late(self, now: float) -> bool:
        shared = self._shared.deadlines.get(self.page.mission)
        return shared is not None and now > shared

    def _enter_gate(self, step: Step) -> None:
        """Join the site's wait before anybody else is told that this page waits."""
        if step.action is RecoveryAction.WAIT_FOR_SITE and step.not_before is not None:
            last = self._attempts[-1]
            self._gate = self._shared.hosts.join(
                self.site, last.state, self.page.id, step.not_before, stated=last.come_back_after_s is not None
            )
            return
        led = self._shared.hosts.led_by(self.page.id)
        if led is not None:
            self._shared.hosts.end(led, in_vain=led.state is self._attempts[-1].state)

    def _leave_gate(self, state: PageState) -> None:
        """End the wait that this page leads, as soon as it is known that the state is over."""
        led = self._shared.hosts.led_by(self.page.id)
        if led is not None and led.state is not state:
            self._shared.hosts.end(led, in_vain=False)

    async def _wait(self, step: Step) -> Step | None:
        """Wait as `step` says, holding nothing; returns a final step if the deadline comes first."""
        shared, page = self._shared, self.page
        not_before = step.not_before if step.not_before is not None else shared.clock.now()
        deadline = self._deadline(self._attempts[0].started_at)
        gate = self._gate if step.action is RecoveryAction.WAIT_FOR_SITE else None
        if gate is not None:
            not_before = max(not_before, gate.until) if gate.leader == page.id else gate.until
        seconds = not_before - shared.clock.now()
        if seconds > 0:
            shared.tell(Waiting(page_id=page.id, url=page.url, seconds=seconds, reason=step.reason, shared=step.shared))
        if gate is not None and gate.leader != page.id:
            if await shared.clock.event(gate.over, by=deadline):
                return None
            return self._give_up(step, _TOO_LATE)
        not_before += jitter(page.id, len(self._attempts), max(seconds, 0.0))
        await shared.clock.until(min(not_before, deadline))
        while gate is not None and gate.until > shared.clock.now():
            # a page that came later learnt that the site needs longer
            if gate.until > deadline:
                return self._give_up(step, _TOO_LATE)
            await shared.clock.until(gate.until)
        return None

    def _give_up(self, step: Step, reason: str) -> Step:
        last = self._attempts[-1]
        strategy = self.page.strategies.of(last.state, last.kind)
        action = strategy.action if strategy.action.is_final else strategy.then
        return Step(action=action, patience_s=step.patience_s, reason=f"{self._name()}: {reason}")

    def _amend(self, step: Step) -> None:
        """Put `step` in the place of a wait that came to nothing."""
        self.records[-1] = replace(self.records[-1], step=step)
        led = self._shared.hosts.led_by(self.page.id)
        if led is not None:
            self._shared.hosts.end(led, in_vain=True)
        self._shared.tell(AttemptMade(page_id=self.page.id, url=self.page.url, attempt=self.records[-1]))

    def result(self, *, interrupted: bool = False, note: str = "") -> PageResult:
        """Return the page's result as far as it is known."""
        page = self.page
        last = self.records[-1] if self.records else None
        interrupted = interrupted and (last is None or not last.step.action.is_final)
        reporting = _reporting(last, interrupted=interrupted)
        passed = reporting.outcome is Outcome.PASSED
        needs_word = not passed and reporting.outcome is not Outcome.SKIPPED
        return PageResult(
            id=page.id,
            mission=page.mission,
            requested_url=page.url,
            goal=page.wish,
            attempts=tuple(self.records),
            reporting=reporting,
            recovered=passed and any(not passes(record.verdict) for record in self.records[:-1]),
            incident=self._shared.incidents.of(page.id),
            handover=handover(page, self.records, self._refusal) if needs_word else None,
            interrupted=interrupted,
            note="; ".join(filter(None, (note or seen_values(self.records), self._unsaved))),
        )


def _come_back(judged: Judged) -> float | None:
    stated = judged.verdict.come_back
    return stated.after_s if stated is not None else None


def _reporting(last: AttemptRecord | None, *, interrupted: bool) -> Reporting:
    """A page passes only if its last step says so: neither unfinished hits nor an interruption pass."""
    undecided = OUTCOMES[PageState.UNEXPECTED]
    if last is None:
        return undecided
    if last.step.action is not RecoveryAction.DONE and (interrupted or passes(last.verdict)):
        return undecided
    return outcome_of(last.verdict.state, last.verdict.kind, last.step.action)
