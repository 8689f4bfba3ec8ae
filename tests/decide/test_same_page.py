"""A page that nothing tells apart from others of its site does not pass."""

from pagestate.decide import Verdict, decide
from pagestate.decide.same_page import told_apart
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.goal.expectations import evaluate, parse
from pagestate.goal.model import Goal, GoalResult
from pagestate.states import Fixer, PageState
from tests.goal.facts import facts

SHOP = "http://shop.test"
OTHERS = SiteHistory(same_page_urls=(f"{SHOP}/a", f"{SHOP}/b"))


def judged(state: PageState, *expect: str, url: str = f"{SHOP}/c", history: SiteHistory = OTHERS) -> Verdict:
    page = facts("<h1>Shop</h1>", text="Shop", requested_url=url)
    goal = Goal(expectations=tuple(parse(item) for item in expect)) if expect else None
    results = tuple(evaluate(item, page) for item in goal.expectations) if goal else ()
    verdict = Verdict(
        state=state,
        kind=None,
        confidence=0.99,
        runner_up=None,
        findings=(),
        hint="",
        fixer=Fixer.NOBODY,
        goal=GoalResult(outcome="met", expectations=results) if goal else None,
    )
    return told_apart(verdict, page, goal, history, 0.75)


def test_content_and_achieved_goals_become_no_verdict_with_the_others_as_evidence() -> None:
    for state, expect in ((PageState.CONTENT, ()), (PageState.GOAL_ACHIEVED, ("exists(h1)",))):
        found = judged(state, *expect)
        assert (found.state, found.kind, found.confidence) == (PageState.UNEXPECTED, "low_confidence", 0.5)
        assert found.runner_up is not None
        assert found.runner_up.state is state
        assert [seen.where for seen in found.findings[0].observations] == [f"{SHOP}/a", f"{SHOP}/b"]
        assert "3 addresses" in found.hint


def test_without_others_nothing_changes() -> None:
    assert judged(PageState.CONTENT, history=SiteHistory()).state is PageState.CONTENT


def test_a_verdict_that_does_not_pass_stays() -> None:
    assert judged(PageState.MAINTENANCE).state is PageState.MAINTENANCE


def test_a_start_page_is_not_itself_for_an_expectation_that_a_banner_meets_as_well() -> None:
    assert judged(PageState.GOAL_ACHIEVED, "exists(h1)", url=f"{SHOP}/").state is PageState.UNEXPECTED
    assert judged(PageState.CONTENT, url=f"{SHOP}/").state is PageState.UNEXPECTED


def banner(text: str, addresses: int) -> Verdict:
    """The real core's verdict on a page that `addresses` further ones show as well."""
    html = f"<title>Shop</title><main><h1>{text}</h1><p>Thank you.</p></main>"
    capture = Capture(
        source="browser",
        requested_url=f"{SHOP}/c",
        final_url=f"{SHOP}/c",
        status=200,
        rendered_html=html,
        text=f"{text}\nThank you.",
        title="Shop",
    )
    history = SiteHistory(same_page_urls=tuple(f"{SHOP}/{number}" for number in range(addresses)))
    page = extract(capture)
    return told_apart(decide(page, history=history), page, None, history, 0.75)


def test_words_that_hint_at_maintenance_are_believed_under_several_addresses() -> None:
    found = banner("Everything will be restored: thanks for your patience with the shop", 4)
    assert found.state is PageState.MAINTENANCE
    assert found.confidence >= 0.75
    assert any(item.detector == "history.same_page" and item.weight > 0 for item in found.findings)


def test_words_that_hint_at_nothing_stay_undecided() -> None:
    assert banner("Nobody minds the till", 4).state is PageState.UNEXPECTED
