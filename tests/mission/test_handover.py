"""What a person is told: what was found, what was tried, what to do now."""

from pagestate.decide.model import RunnerUp, Verdict
from pagestate.detect.model import Finding, Observation
from pagestate.evidence import Capture
from pagestate.goal.model import ExpectationResult, GoalResult
from pagestate.mission.events import AttemptRecord
from pagestate.mission.handover import handover, seen_values
from pagestate.recover.model import Step
from pagestate.states import Fixer, PageState, RecoveryAction
from tests.mission.world import page

A, S = RecoveryAction, PageState
PAGE = page("http://shop.test/orders")


def record(
    state: PageState,
    kind: str | None,
    action: RecoveryAction,
    reason: str,
    *,
    wait: float = 0.0,
    final: str = "http://shop.test/orders",
    findings: tuple[Finding, ...] = (),
    goal: GoalResult | None = None,
    runner_up: RunnerUp | None = None,
) -> AttemptRecord:
    verdict = Verdict(
        state=state,
        kind=kind,
        confidence=0.9,
        runner_up=runner_up,
        findings=findings,
        hint="Log in as a person.",
        fixer=Fixer.VISITOR,
        goal=goal,
    )
    step = Step(action=action, wait_s=wait, reason=reason)
    return AttemptRecord(
        number=1, capture=Capture(source="browser", final_url=final), verdict=verdict, step=step, started_at=""
    )


def finding(state: PageState, what: str, weight: float = 1.0) -> Finding:
    return Finding(detector="x", state=state, weight=weight, observations=(Observation(what=what, where="form"),))


def test_a_wall_met_at_once() -> None:
    found = (
        finding(S.AUTH_WALL, "a password\n field"),
        finding(S.CONTENT, "9 links"),
        finding(S.AUTH_WALL, "no", -1.0),
    )
    told = handover(
        PAGE,
        [
            record(
                S.AUTH_WALL,
                "login",
                A.ALERT_HUMAN,
                "auth_wall.login: there is no session to try",
                final="http://shop.test/login",
                findings=found,
            )
        ],
    )
    assert told == (
        "http://shop.test/orders (which led to http://shop.test/login): asks for a login first (auth_wall.login). "
        "Seen: a password field (form). It was visited once: there is no session to try. Log in as a person."
    )


def test_what_was_tried_is_counted() -> None:
    told = handover(
        PAGE,
        [
            record(S.ERROR_PAGE, "gateway", A.RETRY_WITH_LONGER_DELAY, "", wait=30),
            record(S.ERROR_PAGE, "gateway", A.RETRY_WITH_LONGER_DELAY, "", wait=90),
            record(S.ERROR_PAGE, "gateway", A.MARK_AS_FAILED, "error_page.gateway: still so after 2 retries"),
        ],
    )
    assert told is not None
    assert "It was visited 3 times over 2 min. Tried: looking again (2 times); still so after 2 retries." in told


def test_every_expectation_that_does_not_hold_is_named_with_the_value_seen() -> None:
    goal = GoalResult(
        outcome="unmet",
        expectations=(
            ExpectationResult(expectation="h1 == Cart", outcome="unmet", seen="Shop"),
            ExpectationResult(expectation="status == 200", outcome="met", seen="200"),
        ),
    )
    told = handover(PAGE, [record(S.GOAL_FAILED, "expectation", A.MARK_AS_FAILED, "a: b", goal=goal)])
    assert told is not None
    assert "Expected h1 == Cart, seen: Shop." in told
    assert "status == 200" not in told


def test_an_unsure_verdict_shows_what_speaks_for_the_runner_up() -> None:
    unsure = record(
        S.UNEXPECTED,
        "low_confidence",
        A.ALERT_HUMAN,
        "a: b",
        findings=(finding(S.ERROR_PAGE, "words of an error"), finding(S.CONTENT, "9 links")),
        runner_up=RunnerUp(state=S.ERROR_PAGE, kind="soft_404", confidence=0.7),
    )
    told = handover(PAGE, [unsure])
    assert told is not None
    assert "Seen: words of an error (form)." in told


def test_a_gate_that_was_dismissed_in_vain_is_not_told_to_be_dismissed() -> None:
    told = handover(
        page("http://shop.test/orders", consent="reject"),
        [
            record(S.INTERSTITIAL, "consent", A.DISMISS, ""),
            record(S.INTERSTITIAL, "consent", A.ALERT_HUMAN, "interstitial.consent: it is still there"),
        ],
    )
    assert told is not None
    assert "The answer that the mission gives (reject) did not remove it" in told
    assert "Log in" not in told


def test_nothing_is_told_of_a_page_that_was_not_visited() -> None:
    assert handover(PAGE, []) is None


def test_values_that_differ_between_visits_are_counted() -> None:
    def seen(value: str, outcome: str) -> AttemptRecord:
        result = ExpectationResult(expectation="meta(build) == 2", outcome=outcome, seen=value)  # type: ignore[arg-type]
        goal = GoalResult(outcome="unmet", expectations=(result,))
        return record(S.GOAL_FAILED, "expectation", A.MARK_AS_FAILED, "", goal=goal)

    assert seen_values([seen("1", "unmet"), seen("1", "unmet")]) == ""
    assert (
        seen_values([seen("1", "unmet"), seen("2", "met"), seen("1", "unmet")])
        == "meta(build) == 2: saw 1 2x, saw 2 1x"
    )
