"""The next step: its budgets, its waits, its deadline, and that nothing is remembered."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pagestate.recover import MAX_ATTEMPTS, Attempt, Limits, Step, Strategies, Strategy, load_strategies, next_step
from pagestate.states import KINDS, OUTCOMES, Outcome, PageState, RecoveryAction, kinds_of

A, S = RecoveryAction, PageState
T0 = 1_800_000_000.0


def attempt(state: PageState, kind: str | None = None, *, at: float = T0, **more: object) -> Attempt:
    return Attempt(state=state, kind=kind, started_at=at, captured_at=at + 1, **more)  # type: ignore[arg-type]


def decide(*attempts: Attempt, strategies: Strategies | None = None, **limits: object) -> Step:
    rules = strategies or load_strategies()
    return next_step(attempts, rules, Limits(**limits), now=attempts[-1].captured_at)  # type: ignore[arg-type]


def walk(
    states: Sequence[tuple[PageState, str | None]],
    strategies: Strategies | None = None,
    limits: Limits | None = None,
    come_back: Sequence[float | None] = (),
) -> list[tuple[Attempt, Step]]:
    """Visit a page that shows `states` one after the other (the last for ever) until a final step."""
    rules, bounds = strategies or load_strategies(), limits or Limits()
    made: list[Attempt] = []
    steps: list[Step] = []
    now = T0
    while True:
        index = len(made)
        state, kind = states[min(index, len(states) - 1)]
        before = steps[-1] if steps else None
        made.append(
            Attempt(
                state=state,
                kind=kind,
                started_at=now,
                captured_at=now + 1,
                come_back_after_s=come_back[index] if index < len(come_back) else None,
                patience_s=before.patience_s if before else 2.0,
                used_auth=before is not None and before.action is A.RETRY_WITH_AUTH,
                dismissed=before is not None and before.action is A.DISMISS,
            )
        )
        step = next_step(made, rules, bounds, now=now + 1)
        steps.append(step)
        if step.action.is_final:
            return list(zip(made, steps, strict=True))
        assert step.not_before is not None
        now = step.not_before


def actions(walked: list[tuple[Attempt, Step]]) -> list[str]:
    return [str(step.action) for _, step in walked]


STATES = st.sampled_from([(state, kind) for state in S for kind in (None, *kinds_of(state))])
FINAL = st.sampled_from([A.ALERT_HUMAN, A.MARK_AS_FAILED, A.SKIP_PAGE, A.ABORT_MISSION])
STRATEGY = st.builds(
    Strategy,
    action=st.sampled_from(list(A)).filter(lambda action: action is not A.DONE),
    max_retries=st.integers(0, 20),
    wait_s=st.floats(0, 500),
    first_wait_s=st.none() | st.floats(0, 500),
    wait_factor=st.floats(1, 4),
    patience_s=st.none() | st.floats(0.5, 30),
    then=FINAL,
    settle_for_s=st.just(0.0) | st.floats(1, 600),
    hits_in_a_row=st.integers(1, 12),
)
RULES = st.one_of(
    st.just(load_strategies()),
    st.builds(Strategies, by_key=st.dictionaries(st.sampled_from([str(state) for state in S]), STRATEGY)),
)
HISTORY = st.lists(STATES, min_size=1, max_size=12)
COME_BACK = st.lists(st.none() | st.floats(-10, 1000) | st.sampled_from([math.nan, math.inf]), max_size=12)


@given(HISTORY, RULES, COME_BACK, st.builds(Limits, has_auth=st.booleans(), may_dismiss=st.booleans()))
def test_a_page_is_never_visited_more_than_ten_times(
    history: list[tuple[PageState, str | None]], rules: Strategies, come_back: list[float | None], limits: Limits
) -> None:
    walked = walk(history, rules, limits, come_back)
    assert len(walked) <= MAX_ATTEMPTS
    assert [step.action.is_final for _, step in walked] == [False] * (len(walked) - 1) + [True]


@given(HISTORY, RULES)
def test_budgets_count_per_state(history: list[tuple[PageState, str | None]], rules: Strategies) -> None:
    """Outside deploy windows and proofs by several hits, no state is retried more often than it may be."""
    walked = walk(history, rules, Limits(has_auth=True, may_dismiss=True))
    retried: dict[PageState, int] = {}
    for made, step in walked:
        strategy = rules.of(made.state, made.kind)
        if step.action.is_final or strategy.settle_for_s or OUTCOMES[made.state].outcome is Outcome.PASSED:
            continue
        retried[made.state] = retried.get(made.state, 0) + 1
        assert retried[made.state] <= strategy.max_retries


@given(HISTORY, RULES, st.floats(0, 2000), COME_BACK)
def test_no_attempt_starts_after_the_deadline(
    history: list[tuple[PageState, str | None]], rules: Strategies, seconds: float, come_back: list[float | None]
) -> None:
    walked = walk(history, rules, Limits(deadline_at=T0 + seconds), come_back)
    assert all(made.started_at <= T0 + seconds for made, _ in walked)


@given(STATES, STRATEGY)
def test_no_retries_means_none(found: tuple[PageState, str | None], strategy: Strategy) -> None:
    assume(OUTCOMES[found[0]].outcome is not Outcome.PASSED)
    none = Strategy(action=strategy.action, max_retries=0, then=strategy.then)
    step = decide(attempt(*found), strategies=Strategies(by_key={str(found[0]): none}), has_auth=True, may_dismiss=True)
    assert step.action.is_final


@given(HISTORY, RULES, COME_BACK, st.floats(0, 100))
def test_deciding_twice_is_the_same(
    history: list[tuple[PageState, str | None]], rules: Strategies, come_back: list[float | None], later: float
) -> None:
    """Nothing is remembered: the steps of a history follow from it alone, also when asked again later."""
    walked = walk(history, rules, None, come_back)
    made = [attempt for attempt, _ in walked]
    for count, (_, step) in enumerate(walked, start=1):
        assert next_step(made[:count], rules, Limits(), now=made[count - 1].captured_at + later) == step


@given(STATES, st.floats(1, 5000))
def test_a_stated_time_takes_the_place_of_the_wait(found: tuple[PageState, str | None], seconds: float) -> None:
    step = decide(attempt(*found, come_back_after_s=seconds), has_auth=True, may_dismiss=True)
    if not step.action.is_final and OUTCOMES[found[0]].outcome is not Outcome.PASSED:
        assert step.wait_s == seconds
        assert step.not_before == T0 + 1 + seconds


@given(STATES, st.sampled_from([math.nan, math.inf, -3.0, 0.0]))
def test_an_unusable_stated_time_counts_as_absent(found: tuple[PageState, str | None], seconds: float) -> None:
    assert decide(attempt(*found, come_back_after_s=seconds)) == decide(attempt(*found))


@given(HISTORY)
def test_a_session_and_a_dismissal_are_tried_once(history: list[tuple[PageState, str | None]]) -> None:
    taken = actions(walk(history, None, Limits(has_auth=True, may_dismiss=True)))
    assert taken.count("retry_with_auth") <= 1
    assert taken.count("dismiss") <= 1


@given(HISTORY, RULES)
def test_only_a_state_that_passes_is_done(history: list[tuple[PageState, str | None]], rules: Strategies) -> None:
    made, step = walk(history, rules)[-1]
    assert (step.action is A.DONE) <= (OUTCOMES[made.state].outcome is Outcome.PASSED)


def test_patience_doubles() -> None:
    walked = walk([(S.LOADING_TIMEOUT, "spinner")])
    assert [made.patience_s for made, _ in walked] == [2.0, 4.0, 8.0]
    assert actions(walked) == ["retry_with_longer_delay"] * 2 + ["mark_as_failed"]


def test_patience_has_an_end() -> None:
    assert decide(attempt(S.LOADING_TIMEOUT, "spinner", patience_s=50.0)).patience_s == 60.0


RETRY, WAIT, PERSON, FAIL = "retry_with_longer_delay", "wait_for_site", "alert_human", "mark_as_failed"


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ("goal_achieved", [("done", 0)]),
        ("content", [("done", 0)]),
        ("goal_failed.expectation", [(FAIL, 0)]),
        ("auth_wall.login", [(PERSON, 0)]),
        ("captcha.access_denied", [(PERSON, 0)]),
        ("captcha.challenge", [(RETRY, 8), (PERSON, 0)]),
        ("captcha.rate_limited", [(WAIT, 30), (WAIT, 60), (WAIT, 120), (PERSON, 0)]),
        ("error_page.server_error", [(RETRY, 30), (RETRY, 30), (FAIL, 0)]),
        ("error_page.not_found", [(RETRY, 30), (FAIL, 0)]),
        ("error_page.soft_404", [(RETRY, 30), (FAIL, 0)]),
        ("error_page.chunk_load", [(RETRY, 0), (RETRY, 30), (RETRY, 30), (FAIL, 0)]),
        ("maintenance.maintenance", [(WAIT, 120), (WAIT, 120), (WAIT, 120), (PERSON, 0)]),
        ("domain_mismatch.parked", [(PERSON, 0)]),
        ("redirect_loop.loop", [(PERSON, 0)]),
        ("loading_timeout.partial", [(RETRY, 0), (RETRY, 5), (FAIL, 0)]),
        ("empty_page.no_content", [(RETRY, 3), (FAIL, 0)]),
        ("interstitial.age", [(PERSON, 0)]),
        ("interstitial.consent", [(PERSON, 0)]),
        ("capture_failed.dns", [(FAIL, 0)]),
        ("capture_failed.download", [(FAIL, 0)]),
        ("capture_failed.reset", [(RETRY, 5), (RETRY, 15), (FAIL, 0)]),
        ("capture_failed.backend", [(RETRY, 2), (RETRY, 6), (PERSON, 0)]),
        ("unexpected.low_confidence", [(PERSON, 0)]),
    ],
)
def test_what_happens_by_default(found: str, expected: list[tuple[str, float]]) -> None:
    state, _, kind = found.partition(".")
    walked = walk([(S(state), kind or None)])
    assert [(str(step.action), step.wait_s) for _, step in walked] == expected


def test_every_known_kind_has_a_strategy() -> None:
    """A kind that is added without a strategy must not silently fall to the default of asking a person."""
    rules = load_strategies()
    known = {str(state) for state in S} | {f"{kind.state}.{kind.name}" for kinds in KINDS.values() for kind in kinds}
    assert {str(state) for state in S} <= set(rules.by_key) <= known


def test_a_session_is_tried_once_and_then_a_person_asked() -> None:
    wall = (S.AUTH_WALL, "login")
    assert actions(walk([wall], None, Limits(has_auth=True))) == ["retry_with_auth", PERSON]
    assert actions(walk([wall, (S.GOAL_ACHIEVED, None)], None, Limits(has_auth=True))) == ["retry_with_auth", "done"]


def test_wrong_credentials_stop_after_two_tries() -> None:
    assert actions(walk([(S.AUTH_WALL, "http_auth")], None, Limits(has_auth=True))) == ["retry_with_auth", PERSON]


def test_consent_is_dismissed_only_as_the_mission_says() -> None:
    gate = (S.INTERSTITIAL, "consent")
    assert actions(walk([gate, (S.GOAL_ACHIEVED, None)], None, Limits(may_dismiss=True))) == ["dismiss", "done"]
    assert actions(walk([gate], None, Limits(may_dismiss=True))) == ["dismiss", PERSON]


def test_a_wait_past_the_deadline_ends_the_page_with_that_reason() -> None:
    step = decide(attempt(S.CAPTCHA, "rate_limited", come_back_after_s=86400.0), deadline_at=T0 + 600)
    assert step.action is A.ALERT_HUMAN
    assert "waiting 86400 s would end after the deadline" in step.reason


def test_a_waiting_room_is_waited_for_until_the_deadline() -> None:
    walked = walk([(S.INTERSTITIAL, "waiting_room")], None, Limits(deadline_at=T0 + 90), [20.0] * 9)
    assert actions(walked) == [WAIT] * 4 + [PERSON]
    assert all(step.shared for _, step in walked[:-1])


def test_the_reason_tells_the_budget_and_what_the_site_said() -> None:
    step = decide(attempt(S.MAINTENANCE, "scheduled", come_back_after_s=90.0))
    assert step.reason == "maintenance.scheduled: wait 1 of 3, the site said 90 s"


def deploy(settle_for: float, hits: int) -> Strategies:
    by_key = dict(load_strategies().by_key)
    for key in ("goal_failed", "goal_achieved"):
        base = by_key[key]
        by_key[key] = Strategy(
            action=base.action,
            wait_s=base.wait_s,
            then=base.then,
            settle_for_s=settle_for if key == "goal_failed" else 0.0,
            hits_in_a_row=hits,
        )
    return Strategies(by_key=by_key)


OLD, NEW = (S.GOAL_FAILED, "expectation"), (S.GOAL_ACHIEVED, None)


def test_a_miss_inside_the_deploy_window_is_looked_at_again_until_it_closes() -> None:
    walked = walk([OLD], deploy(120.0, 3))
    assert actions(walked) == [RETRY] * (len(walked) - 1) + [FAIL]
    last = walked[-1][0]
    assert 119 <= last.started_at - T0 <= 121


def test_one_hit_is_no_proof_while_builds_alternate() -> None:
    walked = walk([OLD, NEW, OLD, NEW, NEW, NEW], deploy(120.0, 3))
    assert actions(walked) == [RETRY] * 5 + ["done"]
    assert walked[-1][1].reason == "goal_achieved: 3 hits in a row"


def test_hits_that_could_not_be_completed_are_no_success() -> None:
    walked = walk([NEW], deploy(120.0, 12))
    assert len(walked) == MAX_ATTEMPTS
    assert walked[-1][1].action is A.ALERT_HUMAN
    assert decide(attempt(*NEW), strategies=deploy(120.0, 3), deadline_at=T0 + 2).action is A.ALERT_HUMAN


def test_nothing_can_be_decided_before_the_first_attempt() -> None:
    with pytest.raises(ValueError, match="before the first attempt"):
        next_step([], load_strategies(), Limits(), now=T0)


def test_a_page_that_is_still_at_work_is_given_twice_the_time_twice() -> None:
    """Half a page may look like content, or like a goal that failed; what it lacks is on its way."""
    for state, then in ((S.CONTENT, A.DONE), (S.GOAL_FAILED, A.MARK_AS_FAILED), (S.UNEXPECTED, A.ALERT_HUMAN)):
        made = [attempt(state, at_work=True)]
        first = decide(*made)
        assert (first.action, first.wait_s, first.patience_s) == (A.RETRY_WITH_LONGER_DELAY, 0.0, 4.0)
        made.append(attempt(state, at=T0 + 2, at_work=True, patience_s=4.0))
        assert decide(*made).patience_s == 8.0
        made.append(attempt(state, at=T0 + 8, at_work=True, patience_s=8.0))
        assert decide(*made).action is then


def test_a_page_at_rest_is_judged_as_it_stands() -> None:
    assert decide(attempt(S.CONTENT)).action is A.DONE
    assert decide(attempt(S.CONTENT, at_work=True), attempt(S.CONTENT, at=T0 + 2)).action is A.DONE


def test_walls_and_proofs_are_not_looked_at_for_longer() -> None:
    """Waiting turns neither into something else."""
    assert decide(attempt(S.GOAL_ACHIEVED, at_work=True)).action is A.DONE
    assert decide(attempt(S.CAPTCHA, "interactive", at_work=True)).action is A.ALERT_HUMAN


def test_a_longer_look_keeps_to_the_deadline_and_the_attempts() -> None:
    assert decide(attempt(S.GOAL_FAILED, at_work=True), deadline_at=T0).action is A.MARK_AS_FAILED
    assert decide(attempt(S.CONTENT, at_work=True), max_attempts=1).action is A.DONE
