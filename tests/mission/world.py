"""A world for runs: pages that change over time, a clock that jumps, a reader that takes them at their word."""

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from pagestate.capture.backend import CaptureRequest
from pagestate.decide.model import ComeBack, Verdict
from pagestate.decide.same_page import told_apart
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture
from pagestate.facts.model import Facts
from pagestate.goal.expectations import evaluate, parse
from pagestate.goal.model import Goal, GoalResult, JudgeOpinion
from pagestate.mission.clock import Clock
from pagestate.mission.events import Event, MissionResult, PageResult
from pagestate.mission.plan import AuthProfile, Mission, Page, Settings
from pagestate.mission.runner import run
from pagestate.recover import load_strategies
from pagestate.recover.spec import StrategySpec, overlay
from pagestate.states import Fixer, PageState
from tests.goal.facts import facts as facts_of

T0 = 1_800_000_000.0
T = TypeVar("T")


class JumpingTime:
    """Time that stands still while anything can happen, and jumps to the next moment somebody waits for."""

    def __init__(self) -> None:
        self.at = T0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.at, sleep=self.sleep)

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (self.at + seconds, self._count, future))
        await future

    async def let(self, coroutine: Coroutine[Any, Any, T], *, stop_at: float | None = None) -> T:
        """Run `coroutine` to its end; `stop_at` seconds after the start it is cancelled."""
        task = asyncio.ensure_future(coroutine)
        while not task.done():
            for _ in range(100):
                await asyncio.sleep(0)
            if task.done():
                break
            while self._sleepers and self._sleepers[0][2].cancelled():
                heapq.heappop(self._sleepers)
            if not self._sleepers:
                task.cancel()
                raise AssertionError("everybody waits for somebody else")
            if stop_at is not None and self._sleepers[0][0] > T0 + stop_at:
                self.at, stop_at = T0 + stop_at, None
                task.cancel()
                continue
            moment, _, future = heapq.heappop(self._sleepers)
            self.at = max(self.at, moment)
            future.set_result(None)
        return await task


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What an address shows."""

    state: str = ""
    """`state.kind` as the reader will say; by default it looks at the goal."""
    text: str = "An ordinary page with words of its own"
    title: str = ""
    come_back: float | None = None
    takes: float = 0.1
    final_url: str | None = None
    more: dict[str, Any] = field(default_factory=dict)


Script = Scene | Sequence[Scene] | Callable[[CaptureRequest, float], Scene]


class World:
    """Addresses and what they show: one scene, one after the other, or as a function of request and time."""

    name = "world"

    def __init__(self, pages: Mapping[str, Script], time: JumpingTime) -> None:
        self.pages = pages
        self.time = time
        self.visits: list[tuple[float, CaptureRequest]] = []
        self.at_once = 0
        self.most_at_once: dict[str, int] = {}
        self._now: dict[str, int] = {}

    def visited(self, url: str) -> list[CaptureRequest]:
        return [request for _, request in self.visits if request.url == url]

    def times(self, url: str) -> list[float]:
        return [moment - T0 for moment, request in self.visits if request.url == url]

    async def capture(self, request: CaptureRequest) -> Capture:
        seen = len(self.visited(request.url))
        self.visits.append((self.time.at, request))
        host = urlsplit(request.url).netloc
        for key in (host, "*"):
            self._now[key] = self._now.get(key, 0) + 1
            self.most_at_once[key] = max(self.most_at_once.get(key, 0), self._now[key])
        try:
            script = self.pages[request.url]
            if isinstance(script, Scene):
                scene = script
            elif callable(script):
                scene = script(request, self.time.at - T0)
            else:
                scene = script[min(seen, len(script) - 1)]
            await self.time.sleep(scene.takes)
        finally:
            for key in (host, "*"):
                self._now[key] -= 1
        headers = (("x-state", scene.state), ("x-come-back", str(scene.come_back or "")))
        html = f"<title>{scene.title}</title><body><h1>{scene.title}</h1><p>{scene.text}</p></body>"
        return Capture(
            source="browser",
            requested_url=request.url,
            final_url=scene.final_url or request.url,
            status=200,
            headers=headers,
            rendered_html=html,
            text=f"{scene.title}\n{scene.text}",
            **scene.more,
        )

    async def aclose(self) -> None:
        """Nothing to release."""


def extract(capture: Capture) -> Facts:
    return replace(facts_of(capture.rendered_html, text=capture.text or ""), capture=capture)


def classify(
    facts: Facts, goal: Goal | None, *, history: SiteHistory, opinion: JudgeOpinion | None, threshold: float
) -> Verdict:
    """Take the page at its word; a page that says "maintenance" under several addresses is believed to mean it."""
    state, _, kind = (facts.capture.header("x-state") or "").partition(".")
    results = [evaluate(item, facts) for item in goal.expectations] if goal is not None else []
    outcome = None
    if not state:
        if history.same_page_urls and "maintenance" in facts.text:
            state, kind = "maintenance", "maintenance"
        elif goal is None:
            state = "content"
        elif not results:
            met = opinion is not None and opinion.goal_met
            state, kind = ("goal_achieved", "") if met else ("unexpected", "goal_unverified")
        elif all(result.outcome == "met" for result in results):
            state = "goal_achieved"
        else:
            state, kind = "goal_failed", "expectation"
        outcome = GoalResult(outcome="met" if state == "goal_achieved" else "unmet", expectations=tuple(results))
    come_back = facts.capture.header("x-come-back")
    verdict = Verdict(
        state=PageState(state),
        kind=kind or None,
        confidence=0.9,
        runner_up=None,
        findings=(),
        hint="Do what has to be done.",
        fixer=Fixer.OURSELVES if kind in {"backend", "browser_crash"} else Fixer.SITE_OWNER,
        come_back=ComeBack(after_s=float(come_back), source="header retry-after") if come_back else None,
        goal=outcome,
    )
    return told_apart(verdict, facts, goal, history, threshold)


def page(url: str, *expect: str, on: dict[str, Any] | None = None, text: str | None = None, **more: Any) -> Page:
    specs = {key: StrategySpec.model_validate(value) for key, value in (on or {}).items()}
    goal = Goal(text=text, expectations=tuple(parse(item) for item in expect)) if expect or text else None
    fields: dict[str, Any] = {"id": url.partition("//")[2].replace("/", "-").strip("-"), "mission": "m"} | more
    return Page(url=url, goal=goal, strategies=overlay(load_strategies(), specs), **fields)


@dataclass(kw_only=True)
class Told:
    """What a run came to."""

    result: MissionResult
    events: list[Event]
    world: World

    def __getitem__(self, page_id: str) -> PageResult:
        return next(item for item in self.result.pages if item.id == page_id)

    def steps(self, page_id: str) -> list[str]:
        return [str(record.step.action) for record in self[page_id].attempts]

    def states(self, page_id: str) -> list[str]:
        return [str(record.verdict.state) for record in self[page_id].attempts]

    @property
    def outcomes(self) -> dict[str, str]:
        return {item.id: str(item.outcome) for item in self.result.pages}


async def play(
    pages: Mapping[str, Script],
    plan: Sequence[Page] | Sequence[Mission],
    *,
    stop_at: float | None = None,
    **options: Any,
) -> Told:
    """Run `plan` over a world of `pages`."""
    time = JumpingTime()
    world = World(pages, time)
    events: list[Event] = []
    missions = [item for item in plan if isinstance(item, Mission)]
    loose = tuple(item for item in plan if isinstance(item, Page))
    chosen: dict[str, Any] = {
        "prober": "never",
        "settings": Settings(gap_s=0.0),
        "clock": time.clock,
        "classify": classify,
    } | options
    coroutine = run(
        missions or [Mission(name="m", pages=loose)],
        world,
        on_event=events.append,
        extract=extract,
        **chosen,
    )
    return Told(result=await time.let(coroutine, stop_at=stop_at), events=events, world=world)


__all__ = ["T0", "AuthProfile", "JumpingTime", "Scene", "Told", "World", "classify", "extract", "page", "play"]
