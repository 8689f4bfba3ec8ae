"""Decide the next step: a pure function over the attempts so far.

Nothing is remembered between calls. Every budget is counted from the attempts, so that deciding
twice, on another machine or after a restart gives the same step.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagestate.recover.model import MAX_ATTEMPTS, Attempt, Limits, Step, Strategies, Strategy
from pagestate.states import OUTCOMES, Outcome, PageState, RecoveryAction

__all__ = ["MAX_PATIENCE_S", "next_step"]

MAX_PATIENCE_S = 60.0
"""No page is given longer to settle, however often its patience doubled."""

MAX_LONGER_LOOKS = 2
"""How often a page that is still at work is given twice the time before it is judged as it stands."""

_MAY_BE_HALF_A_PAGE = frozenset({PageState.CONTENT, PageState.GOAL_FAILED, PageState.UNEXPECTED})
"""What half a page may look like; a wall or an error does not turn into one by waiting."""
_SHORTEST_LOOK_S = 1.0
_A = RecoveryAction


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """The last attempt, what came before it in the same state, and the rules for it."""

    attempts: Sequence[Attempt]
    last: Attempt
    strategy: Strategy
    limits: Limits
    retries: int
    """Attempts before the last one in the same state: each of them was followed by a retry."""
    now: float

    @property
    def max_attempts(self) -> int:
        return max(1, min(self.limits.max_attempts, MAX_ATTEMPTS))

    @property
    def attempts_left(self) -> int:
        return self.max_attempts - len(self.attempts)

    @property
    def window_left_s(self) -> float:
        """Seconds until the deploy window closes, counted at the last capture."""
        return self.attempts[0].started_at + self.strategy.settle_for_s - self.last.captured_at

    @property
    def name(self) -> str:
        kind = f".{self.last.kind}" if self.last.kind else ""
        return f"{self.last.state}{kind}"


def next_step(attempts: Sequence[Attempt], strategies: Strategies, limits: Limits, *, now: float) -> Step:
    """Return what to do after `attempts` (in order, at least one).

    `now` is in Unix seconds and only says whether the deadline has passed.

    Raises:
        ValueError: there is no attempt yet.
    """
    if not attempts:
        raise ValueError("there is nothing to decide before the first attempt")
    last = attempts[-1]
    case = _Case(
        attempts=attempts,
        last=last,
        strategy=strategies.of(last.state, last.kind),
        limits=limits,
        retries=sum(attempt.state is last.state for attempt in attempts[:-1]),
        now=now,
    )
    if last.at_work and last.state in _MAY_BE_HALF_A_PAGE:
        looks = sum(attempt.at_work for attempt in attempts[:-1])
        if looks < MAX_LONGER_LOOKS and case.attempts_left > 0:
            return _look_longer(case)
    if OUTCOMES[last.state].outcome is Outcome.PASSED:
        return _prove(case)
    if case.strategy.settle_for_s > 0 and case.window_left_s >= _SHORTEST_LOOK_S:
        return _look_again(case)
    if case.strategy.action.is_final:
        return _finish(case, case.strategy.action, _plain_reason(case))
    return _recover(case)


def _recover(case: _Case) -> Step:
    strategy, retries = case.strategy, case.retries
    if case.strategy.action is _A.RETRY_WITH_AUTH:
        if not case.limits.has_auth:
            return _finish(case, strategy.then, f"{case.name}: there is no session to try")
        if any(attempt.used_auth for attempt in case.attempts):
            return _finish(case, strategy.then, f"{case.name}: a fresh session was tried and did not help")
    if case.strategy.action is _A.DISMISS:
        if not case.limits.may_dismiss:
            return _finish(case, strategy.then, f"{case.name}: the mission does not say how to answer it")
        if any(attempt.dismissed for attempt in case.attempts):
            return _finish(case, strategy.then, f"{case.name}: it was dismissed once and is still there")
    if strategy.max_retries == 0:
        return _finish(case, strategy.then, f"{case.name}: no retries are allowed")
    if retries >= strategy.max_retries:
        tried = f"{strategy.max_retries} {'retry' if strategy.max_retries == 1 else 'retries'}"
        return _finish(case, strategy.then, f"{case.name}: still so after {tried}")
    wait, told = _wait(case)
    reason = f"{case.name}: {_verb(strategy.action)} {retries + 1} of {strategy.max_retries}, {told}"
    return _go_on(case, strategy.action, wait, reason)


def _prove(case: _Case) -> Step:
    """Ask for several hits in a row where one may come from an instance on its way out."""
    wanted = case.strategy.hits_in_a_row
    hits = 0
    for attempt in reversed(case.attempts):
        if attempt.state is not case.last.state:
            break
        hits += 1
    if hits >= wanted:
        return Step(
            action=_A.DONE,
            patience_s=case.last.patience_s,
            reason=f"{case.name}: {wanted} hits in a row" if wanted > 1 else f"{case.name}: done",
        )
    wait = case.strategy.wait_s
    return _go_on(
        case,
        _A.RETRY_WITH_LONGER_DELAY,
        wait,
        f"{case.name}: hit {hits} of {wanted} in a row, look again in {_seconds(wait)}",
        otherwise=_A.ALERT_HUMAN,
    )


def _look_longer(case: _Case) -> Step:
    """Give a page twice the time: what it lacks is on its way."""
    patience = min(2 * case.last.patience_s, MAX_PATIENCE_S)
    reason = f"{case.name}: the page is still at work, wait on for up to {_seconds(patience)}"
    step = _go_on(case, _A.RETRY_WITH_LONGER_DELAY, 0.0, reason)
    return step if step.action.is_final else replace(step, patience_s=patience)


def _look_again(case: _Case) -> Step:
    """Look again inside the deploy window, spread so that the attempts last until it closes."""
    left = case.window_left_s
    looks = max(1, case.attempts_left - case.strategy.hits_in_a_row)
    wait = min(max(case.strategy.wait_s, left / looks), left)
    reason = f"{case.name}: the deploy window is open for {_seconds(left)}, look again in {_seconds(wait)}"
    return _go_on(case, _A.RETRY_WITH_LONGER_DELAY, wait, reason)


def _wait(case: _Case) -> tuple[float, str]:
    stated = case.last.come_back_after_s
    if stated is not None and math.isfinite(stated) and stated > 0:
        return stated, f"the site said {_seconds(stated)}"
    strategy = case.strategy
    if strategy.first_wait_s is not None:
        if case.retries == 0:
            return strategy.first_wait_s, _after(strategy.first_wait_s)
        wait = strategy.wait_s * strategy.wait_factor ** (case.retries - 1)
    else:
        wait = strategy.wait_s * strategy.wait_factor**case.retries
    return wait, _after(wait)


def _go_on(
    case: _Case, action: RecoveryAction, wait: float, reason: str, *, otherwise: RecoveryAction | None = None
) -> Step:
    final = otherwise if otherwise is not None else _last_resort(case.strategy)
    if case.attempts_left <= 0:
        return _finish(case, final, f"{reason.split(':', 1)[0]}: all {case.max_attempts} attempts were used")
    not_before = case.last.captured_at + wait
    deadline = case.limits.deadline_at
    if deadline is not None and max(not_before, case.now) > deadline:
        told = f"waiting {_seconds(wait)} would end after the deadline" if wait > 0 else "the deadline has passed"
        return _finish(case, final, f"{case.name}: {told}")
    patience = case.last.patience_s
    if case.strategy.patience_s is not None:
        patience = min(2 * max(patience, case.strategy.patience_s), MAX_PATIENCE_S)
    return Step(
        action=action,
        not_before=not_before,
        wait_s=wait,
        patience_s=patience,
        reason=reason,
        shared=action is _A.WAIT_FOR_SITE,
    )


def _finish(case: _Case, action: RecoveryAction, reason: str) -> Step:
    return Step(action=action, patience_s=case.last.patience_s, reason=reason)


def _last_resort(strategy: Strategy) -> RecoveryAction:
    return strategy.action if strategy.action.is_final else strategy.then


def _plain_reason(case: _Case) -> str:
    match case.strategy.action:
        case _A.ALERT_HUMAN:
            return f"{case.name}: only a person can decide this"
        case _A.MARK_AS_FAILED:
            return f"{case.name}: another look would not help"
        case action:
            return f"{case.name}: {str(action).replace('_', ' ')}, as the mission says"


def _verb(action: RecoveryAction) -> str:
    match action:
        case _A.RETRY_WITH_AUTH:
            return "try with a fresh session,"
        case _A.DISMISS:
            return "dismiss it,"
        case _A.WAIT_FOR_SITE:
            return "wait"
        case _:
            return "retry"


def _after(wait: float) -> str:
    return f"after {_seconds(wait)}" if wait > 0 else "at once"


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}".removesuffix(".0") + " s"
