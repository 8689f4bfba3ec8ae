"""What a verdict becomes in the light of what a page was like when a person called it right."""

from pathlib import Path

import pytest

from pagestate.capture.bundle import BundleContext, load, save
from pagestate.cli.replay import classified
from pagestate.decide import decide
from pagestate.decide.known_page import held_against
from pagestate.decide.model import Verdict
from pagestate.detect.identity import KnownPage
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Probe
from pagestate.facts import Facts
from pagestate.faults.catalog import by_id
from pagestate.faults.pages.known import PROGRAMME, SERUM, SIGN_IN
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal
from pagestate.states import PageState
from tests.detect.learnt import facts, identity, known, programme


def judged(shown: Facts, learnt: KnownPage, *expect: str) -> Verdict:
    goal = Goal(expectations=tuple(map(parse, expect))) if expect else None
    history = SiteHistory(known=learnt)
    return held_against(decide(shown, goal, history=history), shown, goal, history, 0.75)


def name(verdict: Verdict) -> str:
    return f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)


def test_a_takeover_says_what_changed() -> None:
    verdict = judged(facts(SERUM), known(PROGRAMME))
    assert name(verdict) == "domain_mismatch.takeover"
    assert verdict.confidence >= 0.9
    seen = " ".join(item.what for item in verdict.findings[0].observations)
    assert "“Corn Exchange Hall” stands nowhere on the page" in seen
    assert "Glow Daily" in seen


def test_a_takeover_that_meets_the_expectations_is_no_success() -> None:
    """Words may be copied; the worst error is a false success."""
    verdict = judged(facts(SERUM), known(PROGRAMME), 'text contains "serums"')
    assert name(verdict) == "domain_mismatch.takeover"


def test_a_page_of_another_site_of_ours_is_a_wrong_origin() -> None:
    other = identity(SERUM, url="http://glow.test/serums", name="serums")
    verdict = judged(facts(SERUM), known(PROGRAMME, others=(other,)))
    assert name(verdict) == "domain_mismatch.wrong_origin"
    assert "known as “serums”" in verdict.findings[0].observations[0].what


def test_where_the_start_page_is_still_ours_the_way_to_the_page_is_wrong() -> None:
    probe = Probe(purpose="root", url="http://hall.test/", status=200, html=programme())
    verdict = judged(facts(SERUM, probes=(probe,)), known(PROGRAMME))
    assert name(verdict) == "domain_mismatch.wrong_origin"
    assert "still names “Corn Exchange Hall”" in verdict.findings[0].observations[0].what


def test_the_start_page_in_the_place_of_a_page_is_wrong_content() -> None:
    home = programme(
        "Come in, we are open every day of the week until late.", title="Welcome to the old house of music"
    )
    probe = Probe(purpose="root", url="http://hall.test/", status=200, html=home)
    verdict = judged(facts(home, probes=(probe,)), known(programme()))
    assert name(verdict) == "goal_failed.wrong_content"
    assert any("start page is the very same" in item.what for item in verdict.findings[0].observations)


def test_missed_expectations_on_another_page_are_wrong_content() -> None:
    other = programme("Shears in three sizes, forged by hand.", title="Garden shears")
    assert (
        name(judged(facts(other), known(programme()), 'text contains "Chamber music"')) == "goal_failed.wrong_content"
    )


def test_missed_expectations_on_the_same_page_stay_what_they_are() -> None:
    verdict = judged(facts(programme("Closed for the summer.")), known(programme()), 'text contains "Chamber music"')
    assert name(verdict) == "goal_failed.expectation"


def test_an_expectation_that_is_met_against_another_page_is_undecided() -> None:
    """What a person expects and what a person called right contradict each other."""
    home = programme("Come in.", title="Welcome to the old house")
    other = identity(home, url="http://hall.test/", name="home")
    verdict = judged(facts(home), known(programme(), others=(other,)), 'text contains "Come in"')
    assert name(verdict) == "unexpected.low_confidence"
    assert verdict.runner_up is not None
    assert verdict.runner_up.kind == "wrong_content"


def test_a_change_is_told_as_evidence_that_weighs_nothing() -> None:
    before = judged(facts(programme()), known(programme()))
    after = judged(facts(programme(title="What is on now")), known(programme()))
    assert (after.state, after.kind) == (before.state, before.kind) == (PageState.CONTENT, None)
    assert not [one for one in before.findings if one.detector == "known.drift"]
    (note,) = [one for one in after.findings if one.detector == "known.drift"]
    assert note.weight == 0
    assert note.observations[0].what == (
        "title: was “What is on – Corn Exchange Hall”, now “What is on now – Corn Exchange Hall”"
    )


def test_a_wall_is_a_wall_whatever_stood_there() -> None:
    verdict = judged(facts(SIGN_IN), known(PROGRAMME))
    assert verdict.state is PageState.AUTH_WALL


def test_a_login_page_that_was_called_right_passes_while_it_is_the_same() -> None:
    assert judged(facts(SIGN_IN), known(SIGN_IN, accepted_as="auth_wall.login")).state is PageState.CONTENT
    other = SIGN_IN.replace("Sign in", "Log in to your bank").replace("Anglers of the Lower Weir", "Harborlight Bank")
    assert judged(facts(other), known(SIGN_IN, accepted_as="auth_wall.login")).state is PageState.AUTH_WALL
    assert judged(facts(SIGN_IN), known(SIGN_IN)).state is PageState.AUTH_WALL


def test_nothing_known_changes_nothing() -> None:
    shown = facts(SERUM)
    verdict = decide(shown)
    assert held_against(verdict, shown, None, SiteHistory(), 0.75) is verdict


def test_a_bundle_replays_what_was_known(tmp_path: Path) -> None:
    """The verdict of a saved page does not need the file that it was held against."""
    from dataclasses import asdict

    history = SiteHistory(known=known(PROGRAMME, others=(identity(programme(), name="other"),)))
    folder = save(tmp_path / "1", facts(SERUM).capture, BundleContext(history=asdict(history)))
    bundle = load(folder)
    last = classified(str(folder), bundle.capture, bundle.context, goal=None, threshold=None).last
    assert last is not None
    assert name(last.verdict) == "domain_mismatch.takeover"


@pytest.mark.parametrize("page_id", ["goal-failed-other", "domain-wrong-origin"])
def test_what_takes_the_past_to_be_told_is_not_told_without_it(page_id: str) -> None:
    """The catalogue's verdicts for these pages rest on what was learnt, and on nothing else."""
    known_row, bare_row = by_id(page_id), by_id(f"{page_id}-unknown")
    assert known_row.learnt is not None
    assert bare_row.learnt is None
    assert known_row.kind != bare_row.kind
