"""What holds of every verdict, whatever page, goal and opinion it rests on."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pagestate.decide import classify
from pagestate.evidence import Capture, CaptureFailure, Cover
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.states import KINDS, PageState

from .captures import NAV, live, page, prose

TITLES = st.sampled_from(
    [
        "Orders",
        "Page not found",
        "Log in",
        "Down for maintenance",
        "Just a moment...",
        "",
        "Domain for sale",
        "Access denied",
    ]
)
BODIES = st.sampled_from(
    [
        "",
        "<h1>Orders</h1>",
        NAV + "<main><h1>Orders</h1>" + prose("orders", 4) + "</main>",
        "<h1>404</h1><p>This page does not exist.</p>",
        "<form action=/login><input name=user><input type=password name=pw><button>Log in</button></form>",
        "<h1>We will be back soon</h1>",
        "<div id=root></div><script src=/a.js></script>",
        "<h1>Verify you are human</h1><iframe src='https://challenges.cloudflare.com/turnstile'></iframe>",
    ]
)
CAPTURES = st.builds(
    lambda title, body, status, truncated, covered: live(
        page(title, body),
        status=status,
        truncated=truncated,
        covers=(Cover(share=1.0, where="div", text="We use cookies. Accept all", scroll_locked=True),)
        if covered
        else (),
    ),
    TITLES,
    BODIES,
    st.sampled_from([None, 200, 204, 401, 403, 404, 429, 500, 503, 999]),
    st.booleans(),
    st.booleans(),
)
EXPECTATIONS = st.lists(
    st.sampled_from(
        [
            'h1 == "Orders"',
            'text contains "orders"',
            "status == 200",
            "status == 404",
            'count("p") >= 1',
            "duration < 5s",
        ]
    ),
    max_size=3,
).map(lambda sources: Goal(text="the orders", expectations=tuple(parse(one) for one in sources)))
OPINIONS = st.one_of(
    st.none(),
    st.builds(
        JudgeOpinion,
        goal_met=st.sampled_from([True, False, None]),
        state=st.sampled_from([None, *PageState]),
        error=st.sampled_from([None, "timed out"]),
    ),
)
THRESHOLDS = st.floats(min_value=0.0, max_value=1.0)


@settings(max_examples=150, deadline=None)
@given(CAPTURES, st.one_of(st.none(), EXPECTATIONS), OPINIONS, THRESHOLDS)
def test_success_is_never_more_than_what_was_seen(
    capture: Capture, goal: Goal | None, opinion: JudgeOpinion | None, threshold: float
) -> None:
    verdict = classify(capture, goal=goal, opinion=opinion, threshold=threshold)
    assert 0.0 <= verdict.confidence <= 1.0
    assert verdict.hint
    assert verdict.kind is None or verdict.kind in {kind.name for kind in KINDS[verdict.state]}
    if verdict.state is not PageState.UNEXPECTED or verdict.kind != "low_confidence":
        assert verdict.confidence >= threshold
    if verdict.state is PageState.GOAL_ACHIEVED:
        assert goal is not None
        assert verdict.goal is not None
        assert verdict.goal.outcome == "met"
        assert all(result.outcome == "met" for result in verdict.goal.expectations)
        if not goal.expectations:
            assert opinion is not None
            assert opinion.error is None
            assert opinion.goal_met is True
    if verdict.state is PageState.CONTENT:
        assert goal is None


@settings(max_examples=60, deadline=None)
@given(CAPTURES, EXPECTATIONS, THRESHOLDS, THRESHOLDS)
def test_a_higher_threshold_only_turns_verdicts_into_doubts(
    capture: Capture, goal: Goal, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    loose, strict = classify(capture, goal=goal, threshold=low), classify(capture, goal=goal, threshold=high)
    assert strict.state is loose.state or (strict.state, strict.kind) == (PageState.UNEXPECTED, "low_confidence")


@settings(max_examples=60, deadline=None)
@given(CAPTURES, EXPECTATIONS, OPINIONS)
def test_the_same_arguments_give_the_same_verdict(capture: Capture, goal: Goal, opinion: JudgeOpinion | None) -> None:
    assert classify(capture, goal=goal, opinion=opinion) == classify(capture, goal=goal, opinion=opinion)


@settings(max_examples=60, deadline=None)
@given(
    CAPTURES, st.sampled_from(["dns", "tls", "reset", "timeout", "loop", "http_auth", "backend", "dialogs"]), OPINIONS
)
def test_nothing_succeeds_without_a_document(capture: Capture, kind: str, opinion: JudgeOpinion | None) -> None:
    failed = replace(
        capture, committed=False, status=None, served_html=None, rendered_html=None,
        failure=CaptureFailure(kind=kind, detail=kind),  # type: ignore[arg-type]
    )  # fmt: skip
    verdict = classify(failed, goal=Goal(text="the orders"), opinion=opinion)
    assert verdict.state not in (PageState.GOAL_ACHIEVED, PageState.CONTENT)


def test_a_failed_judge_is_never_success() -> None:
    capture = live(page("Orders", NAV + "<main><h1>Orders</h1>" + prose("orders", 4) + "</main>"))
    goal = Goal(text="the orders are listed")
    silent = classify(capture, goal=goal)
    assert (silent.state, silent.kind) == (PageState.UNEXPECTED, "goal_unverified")
    assert "expectation" in silent.hint
    broken = classify(capture, goal=goal, opinion=JudgeOpinion(goal_met=True, state=None, error="no answer"))
    assert (broken.state, broken.kind) == (PageState.UNEXPECTED, "goal_unverified")
    yes = classify(capture, goal=goal, opinion=JudgeOpinion(goal_met=True, state=PageState.CONTENT))
    assert yes.state is PageState.GOAL_ACHIEVED
    no = classify(capture, goal=goal, opinion=JudgeOpinion(goal_met=False, state=PageState.CONTENT))
    assert no.state is PageState.GOAL_FAILED


def test_an_opinion_does_not_overrule_a_wall_that_was_seen() -> None:
    capture = live(page("Not found", "<h1>404</h1><p>This page does not exist.</p>"), status=404)
    opinion = JudgeOpinion(goal_met=True, state=PageState.CONTENT)
    assert classify(capture, goal=Goal(text="the orders"), opinion=opinion).state is PageState.ERROR_PAGE
