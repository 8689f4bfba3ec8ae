"""Judging what was saved: a capture to the result that a run would have given for this one visit."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from pagestate.capture.bundle import BundleContext
from pagestate.decide.model import Verdict
from pagestate.detect.drift import nearest
from pagestate.detect.identity import Identity, KnownPage
from pagestate.detect.model import SiteHistory
from pagestate.errors import InputError
from pagestate.evidence import Capture
from pagestate.facts.model import Facts
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.events import AttemptRecord, PageResult
from pagestate.recover.model import Attempt, Limits
from pagestate.recover.next_step import next_step
from pagestate.recover.spec import load_strategies
from pagestate.report.words import full_name
from pagestate.states import PageState, outcome_of

_Value = TypeVar("_Value")
Ask = Callable[[Facts, Goal | None, str], JudgeOpinion]
"""Asks a model: the facts, the goal, and in words what was found without it."""

__all__ = ["Ask", "classified", "with_known"]


def with_known(
    capture: Capture,
    *,
    url: str | None,
    final_url: str | None,
    status: int | None,
    headers: tuple[tuple[str, str], ...],
) -> Capture:
    """Return `capture` with what else is known of it in the place of what it says itself."""
    if headers:
        capture = replace(capture, headers=tuple((name.lower(), value) for name, value in headers))
    if status is not None:
        capture = replace(capture, status=status)
    if url is not None:
        capture = replace(capture, requested_url=url, final_url=capture.final_url or url)
    if final_url is not None:
        capture = replace(capture, final_url=final_url)
    return capture


def classified(
    name: str,
    capture: Capture,
    context: BundleContext | None,
    *,
    goal: Goal | None,
    threshold: float | None,
    ask: Ask | None = None,
    known: Sequence[Identity] = (),
) -> PageResult:
    """Return the result for a capture: its verdict, and the step that the default strategies would take next.

    `goal` and `threshold` win over what a bundle says was asked. `ask` is the second reader for what stays
    undecided; where a bundle holds an opinion it is not asked again. `known` is what was learnt of pages,
    in the place of what a bundle says was known.
    """
    from pagestate.decide import THRESHOLD
    from pagestate.facts import extract
    from pagestate.mission.defaults import default_classify
    from pagestate.mission.known import known_as

    context = context or BundleContext()
    goal = goal or _goal_of(context)
    facts, history, opinion = extract(capture), _history_of(context), _opinion_of(context)
    page = known_as(name, capture.requested_url, known) if capture.requested_url else None
    if page is not None:
        others = nearest((item for item in known if item.id != page.id), facts)
        history = replace(history, known=KnownPage(page=page, others=others))
    sure = threshold or context.threshold or THRESHOLD
    verdict = default_classify(facts, goal, history=history, opinion=opinion, threshold=sure)
    if ask is not None and opinion is None and verdict.state is PageState.UNEXPECTED:
        opinion = ask(facts, goal, _in_words(verdict))
        verdict = default_classify(facts, goal, history=history, opinion=opinion, threshold=sure)
    attempt = Attempt(
        state=verdict.state,
        kind=verdict.kind,
        started_at=0.0,
        captured_at=0.0,
        come_back_after_s=verdict.come_back.after_s if verdict.come_back else None,
    )
    step = next_step([attempt], load_strategies(), Limits(), now=0.0)
    bundle = Path(name) if Path(name).is_dir() else None
    record = AttemptRecord(
        number=1, capture=capture, verdict=verdict, step=step, started_at=capture.captured_at or "", bundle=bundle
    )
    wish = goal.text or "; ".join(one.source for one in goal.expectations) if goal else None
    return PageResult(
        id=name,
        mission="classify",
        requested_url=capture.requested_url or "",
        goal=wish or None,
        attempts=(record,),
        reporting=outcome_of(verdict.state, verdict.kind, step.action if step.action.is_final else None),
        recovered=False,
    )


def _in_words(verdict: Verdict) -> str:
    seen = "; ".join(one.what for finding in verdict.findings[:6] for one in finding.observations[:1])
    runner_up = verdict.runner_up
    perhaps = f", or {full_name(runner_up.state, runner_up.kind)}" if runner_up else ""
    return f"{full_name(verdict.state, verdict.kind)}{perhaps}. {seen}"


def _goal_of(context: BundleContext) -> Goal | None:
    goal = Goal(
        text=context.goal,
        expectations=tuple(parse(one) for one in context.expectations),
        aliases=context.aliases,
    )
    return None if goal == Goal() else goal


def _history_of(context: BundleContext) -> SiteHistory:
    if context.history is None:
        return SiteHistory()
    return _read(TypeAdapter(SiteHistory), context.history, "history")


def _opinion_of(context: BundleContext) -> JudgeOpinion | None:
    if context.opinion is None:
        return None
    return _read(TypeAdapter(JudgeOpinion), context.opinion, "opinion")


def _read(adapter: TypeAdapter[_Value], data: object, name: str) -> _Value:
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise InputError(f"context.json: {name}: {error.errors(include_url=False)[0]['msg']}") from None
