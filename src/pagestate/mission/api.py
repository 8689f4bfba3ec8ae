"""The library's three verbs: check a page, classify what was captured, run a mission."""

import os
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pagestate.capture.backend import Backend, Session
from pagestate.decide import THRESHOLD, Verdict
from pagestate.decide import classify as classify_capture
from pagestate.evidence import Capture
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal
from pagestate.mission.events import Event, MissionResult, PageResult
from pagestate.mission.file import load
from pagestate.mission.judging import Judge
from pagestate.mission.known import load_known, with_known
from pagestate.mission.plan import AuthProfile, Mission, MissionFile, Page
from pagestate.mission.runner import run
from pagestate.recover.model import Strategies
from pagestate.recover.spec import load_strategies

__all__ = ["check", "classify", "run_mission"]


async def check(
    url: str,
    goal: str | None = None,
    *,
    expect: Sequence[str] = (),
    aliases: Sequence[str] = (),
    consent: Literal["leave", "reject", "accept"] = "leave",
    auth: AuthProfile | None = None,
    session: Session | None = None,
    strategies: Strategies | None = None,
    timeout_s: float = 30.0,
    patience_s: float = 2.0,
    deadline_s: float = 900.0,
    threshold: float = THRESHOLD,
    backend: Backend | None = None,
    judge: Judge | None = None,
    output: Path | None = None,
    known: Path | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> PageResult:
    """Visit `url`, recover what can be recovered, and return the result with every attempt.

    Args:
        url: an http or https address.
        goal: what should be true of the page, in words; needs a `judge` unless `expect` decides it.
        expect: expectations, such as `text contains "Order"`; all of them have to hold.
        aliases: other hosts on which the page may end.
        consent: how to answer a consent gate; `leave` reports it.
        auth: a session for when a wall asks for it; `session` is worn from the first visit on.
        session: see `auth`.
        strategies: in place of the defaults.
        timeout_s: how long a navigation may take.
        patience_s: how long a loaded page may settle.
        deadline_s: no attempt starts later than this after the first.
        threshold: the confidence under which a verdict is none.
        backend: how to look; a browser that is started for this page alone by default.
        judge: a second reader, such as `pagestate.ModelJudge`.
        output: a folder for the evidence; nothing is written without it.
        known: a file that `pagestate learn` wrote; the page is found in it by its address.
        on_event: told everything while it happens.

    Raises:
        InputError: an expectation that cannot be read, or an address that is none.
        BackendError: no browser can be used on this machine.
    """
    page = Page(
        id=re.sub(r"[^A-Za-z0-9._-]+", "-", url.partition("://")[2].partition("?")[0]).strip("-.")[:60] or "page",
        url=url,
        mission="check",
        goal=_goal(goal, expect, aliases),
        strategies=strategies if strategies is not None else load_strategies(),
        consent=consent,
        auth=auth,
        session=session,
        timeout_s=timeout_s,
        patience_s=patience_s,
        deadline_s=deadline_s,
        threshold=threshold,
    )
    plan = MissionFile(name="check", missions=(Mission(name="check", pages=(page,)),))
    if known is not None:
        plan = with_known(plan, load_known(known), known)
    async with _backend(backend) as looking:
        result = await run(plan, looking, judge=judge, output=output, on_event=on_event)
    return result.pages[0]


def classify(
    source: Capture | str | bytes | Path,
    goal: str | None = None,
    *,
    expect: Sequence[str] = (),
    aliases: Sequence[str] = (),
    requested_url: str | None = None,
    final_url: str | None = None,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
    threshold: float = THRESHOLD,
) -> Verdict:
    """Return the verdict on what was captured before; nothing is visited.

    `source` is a capture, HTML (`str` or `bytes`), or the path of an HTML file, a screenshot or a bundle. What
    else is known of HTML makes the verdict surer: where it was asked for, where it came from in the end,
    its status and headers.

    Raises:
        InputError: an expectation or a file that cannot be read.
    """
    if isinstance(source, Capture):
        capture = source
    elif isinstance(source, Path):
        from pagestate.capture.saved import load as load_saved

        capture = load_saved(source).capture
    else:
        from pagestate.capture.saved import load_html

        capture = load_html(
            source.encode() if isinstance(source, str) else source,
            encoding="utf-8" if isinstance(source, str) else None,
        )
    capture = replace(
        capture,
        requested_url=requested_url or capture.requested_url,
        final_url=final_url or capture.final_url or requested_url,
        status=capture.status if status is None else status,
        headers=tuple((name.lower(), value) for name, value in headers.items()) if headers else capture.headers,
    )
    return classify_capture(capture, goal=_goal(goal, expect, aliases), threshold=threshold)


async def run_mission(
    mission: MissionFile | Path | str,
    *,
    environment: str | None = None,
    backend: Backend | None = None,
    judge: Judge | None = None,
    output: Path | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> MissionResult:
    """Run a mission file, by its path or loaded, and return what became of every page.

    Raises:
        ConfigurationError: the file cannot be used; one line per problem, with file and line.
        BackendError: no browser can be used on this machine.
    """
    plan = mission if isinstance(mission, MissionFile) else load(Path(mission), environment=environment, env=os.environ)
    async with _backend(backend) as looking:
        return await run(plan, looking, judge=judge, output=output, on_event=on_event)


def _goal(text: str | None, expect: Sequence[str], aliases: Sequence[str]) -> Goal | None:
    goal = Goal(text=text or None, expectations=tuple(parse(item) for item in expect), aliases=tuple(aliases))
    return None if goal == Goal() else goal


@asynccontextmanager
async def _backend(given: Backend | None) -> AsyncIterator[Backend]:
    """A backend that was given stays open; one of our own is closed."""
    if given is not None:
        yield given
        return
    from pagestate.capture.browser import BrowserBackend

    own = BrowserBackend()
    try:
        yield own
    finally:
        await own.aclose()
