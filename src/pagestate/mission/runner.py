"""Run missions: all pages side by side, polite to every host, each of them in the result."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from pagestate.capture.backend import Backend
from pagestate.detect.identity import Identity
from pagestate.evidence import Capture
from pagestate.facts.model import Facts
from pagestate.mission.clock import Clock
from pagestate.mission.defaults import default_classify, default_extract, default_prober, saver
from pagestate.mission.events import (
    Event,
    Incident,
    IncidentOpened,
    MissionFinished,
    MissionResult,
    MissionStarted,
    PageFinished,
    PageResult,
)
from pagestate.mission.hosts import Hosts
from pagestate.mission.incidents import Incidents
from pagestate.mission.judging import Bench, Classify, Judge, Prober
from pagestate.mission.plan import Mission, MissionFile, Page, Settings
from pagestate.mission.registry import Registry
from pagestate.mission.robots import Robots
from pagestate.mission.sessions import Sessions
from pagestate.mission.visit import Save, Shared, Visit, polite_capture
from pagestate.states import OUTCOMES, Outcome, PageState, RecoveryAction

__all__ = ["run"]


async def run(
    missions: MissionFile | Sequence[Mission],
    backend: Backend,
    *,
    on_event: Callable[[Event], None] | None = None,
    output: Path | None = None,
    settings: Settings | None = None,
    concurrency: int | None = None,
    per_host: int | None = None,
    deadline_s: float | None = None,
    threshold: float | None = None,
    judge: Judge | None = None,
    prober: Prober | Literal["plain", "never"] = "plain",
    clock: Clock | None = None,
    extract: Callable[[Capture], Facts] = default_extract,
    classify: Classify = default_classify,
    save: Save | None = None,
) -> MissionResult:
    """Run `missions` and return what became of every page.

    Cancelling the task that runs this (Ctrl-C under `asyncio.run`) ends the run: it then returns what is
    known, with `interrupted` set, instead of raising.

    Args:
        missions: what to do; a mission file brings its own settings.
        backend: how to look; it stays open.
        on_event: told everything while it happens, in order.
        output: a folder under which every attempt's evidence is saved (`bundles/<page>/<attempt>`).
        settings: in place of the file's; `concurrency` and `per_host` win over either.
        concurrency: visits at the same time.
        per_host: visits of one host at the same time.
        deadline_s: seconds from now after which no attempt starts.
        threshold: in place of each page's own.
        judge: a second reader for goals that expectations cannot decide.
        prober: asks a site what it says to an address that cannot exist: `plain` by plain HTTP as far as
            its robots.txt allows, `never` not at all. A page can forbid it for itself (`Page.probe`).
        clock: time, for tests.
        extract: capture to facts.
        classify: facts to a verdict.
        save: keeps the evidence of an attempt; by default as bundles under `output`.

    Raises:
        PagestateError: the backend cannot be used at all.
    """
    if isinstance(missions, MissionFile):
        name, chosen, base, secrets = missions.name, missions.missions, missions.settings, missions.secrets
    else:
        chosen = tuple(missions)
        name, base, secrets = chosen[0].name if len(chosen) == 1 else "run", Settings(), ()
    base = settings or base
    base = replace(base, concurrency=concurrency or base.concurrency, per_host=per_host or base.per_host)
    known = missions.known if isinstance(missions, MissionFile) else ()
    running = _Run(name, chosen, backend, on_event or _ignore, base, clock or Clock(), threshold)
    asker = default_prober(backend) if prober == "plain" else None if prober == "never" else prober
    keep = save or saver(output, secrets)
    running.prepare(deadline_s, judge, asker, extract, classify, keep, known, polite=prober == "plain")
    return await running.go()


class _Run:
    def __init__(
        self,
        name: str,
        missions: Sequence[Mission],
        backend: Backend,
        tell: Callable[[Event], None],
        settings: Settings,
        clock: Clock,
        threshold: float | None,
    ) -> None:
        self.name = name
        self.missions = missions
        self.backend = backend
        self.tell = tell
        self.settings = settings
        self.clock = clock
        self.started = clock.now()
        self.pages = _told_apart(missions, threshold)
        self.incidents = Incidents(self._incident)
        self.results: dict[str, PageResult] = {}
        self.visits: dict[str, Visit] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.aborted: dict[str, str] = {}
        """Missions that were given up, and why."""

    def prepare(
        self,
        deadline_s: float | None,
        judge: Judge | None,
        prober: Prober | None,
        extract: Callable[[Capture], Facts],
        classify: Classify,
        save: Save,
        known: tuple[Identity, ...],
        *,
        polite: bool,
    ) -> None:
        hosts = Hosts(self.settings, self.clock)
        bench = Bench(
            extract=extract,
            classify=classify,
            registry=Registry(self.pages),
            hosts=hosts,
            judge=judge,
            prober=prober,
            robots=Robots(prober) if prober is not None and polite else None,
            known=known or tuple(page.known for page in self.pages if page.known is not None),
        )
        self.shared = Shared(
            backend=self.backend,
            bench=bench,
            hosts=hosts,
            sessions=Sessions(partial(polite_capture, self.backend, hosts), extract),
            incidents=self.incidents,
            clock=self.clock,
            tell=self.tell,
            save=save,
            deadlines=self._deadlines(deadline_s),
        )

    def _deadlines(self, overall: float | None) -> dict[str, float | None]:
        found: dict[str, float | None] = {}
        for mission in self.missions:
            given = [seconds for seconds in (mission.deadline_s, overall) if seconds is not None]
            found[mission.name] = self.started + min(given) if given else None
        return found

    async def go(self) -> MissionResult:
        self.tell(
            MissionStarted(
                name=self.name,
                page_ids=tuple(page.id for page in self.pages),
                urls=tuple(page.url for page in self.pages),
            )
        )
        interrupted = False
        try:
            async with asyncio.TaskGroup() as group:
                for page in self.pages:
                    self.visits[page.id] = Visit(page, self.shared)
                    self.tasks[page.id] = group.create_task(self._page(page), name=f"visit {page.id}")
        except asyncio.CancelledError:
            interrupted = True
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
        except BaseExceptionGroup as group_error:
            # what a visit raises is a failure of ours that concerns the whole run; the first says it all
            raise group_error.exceptions[0] from None
        result = self._result(interrupted=interrupted)
        self.tell(MissionFinished(result=result))
        return result

    async def _page(self, page: Page) -> None:
        visit = self.visits[page.id]
        if page.mission in self.aborted:
            return
        try:
            result = await visit.go()
        except asyncio.CancelledError:
            if page.mission not in self.aborted:
                raise
            return
        self._finished(result)
        last = result.last
        if last is not None and last.step.action is RecoveryAction.ABORT_MISSION:
            self._abort(page, f"the mission was given up after {page.url}: {last.step.reason}")

    def _abort(self, culprit: Page, reason: str) -> None:
        self.aborted.setdefault(culprit.mission, reason)
        for page in self.pages:
            task = self.tasks.get(page.id)
            if page.mission == culprit.mission and page.id != culprit.id and task is not None:
                task.cancel()
                # a task that never started cannot say so itself, and others may wait to hear it
                self.shared.bench.registry.finished(page)

    def _finished(self, result: PageResult) -> None:
        self.results[result.id] = result
        self.tell(PageFinished(result=result))

    def _incident(self, incident: Incident) -> None:
        self.tell(IncidentOpened(incident=incident))

    def _result(self, *, interrupted: bool) -> MissionResult:
        """Every page stands in the result, also those that were never finished."""
        for page in self.pages:
            if page.id not in self.results:
                reason = self.aborted.get(page.mission)
                unfinished = self.visits[page.id].result(interrupted=reason is None, note=reason or "")
                if reason is not None and not unfinished.attempts:
                    unfinished = replace(unfinished, reporting=_SKIPPED)
                self._finished(unfinished)
        return MissionResult(
            name=self.name,
            pages=tuple(replace(self.results[page.id], incident=self.incidents.of(page.id)) for page in self.pages),
            incidents=self.incidents.all(),
            started_at=self.clock.stamp(self.started),
            duration_s=self.clock.now() - self.started,
            interrupted=interrupted,
        )


def _told_apart(missions: Sequence[Mission], threshold: float | None) -> tuple[Page, ...]:
    """Return all pages under the names of their missions, each with an id of its own, so that none is lost."""
    pages: dict[str, Page] = {}
    for mission in missions:
        for page in mission.pages:
            name, number = page.id, 2
            while name in pages:
                name, number = f"{page.id}-{number}", number + 1
            pages[name] = replace(
                page, id=name, mission=mission.name, threshold=page.threshold if threshold is None else threshold
            )
    return tuple(pages.values())


_SKIPPED = replace(
    OUTCOMES[PageState.UNEXPECTED], outcome=Outcome.SKIPPED, exit_code=0, junit="skipped", ctrf="skipped"
)


def _ignore(event: Event) -> None:
    """Tell nobody."""
