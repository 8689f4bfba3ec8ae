"""The catalogue as a whole: nothing twice, nothing missing, nothing that contradicts the rest."""

import re
from collections import Counter
from itertools import pairwise

import pytest
from publicsuffixlist import PublicSuffixList

from pagestate.faults.catalog import DEMO, DEMO_SCALE, NOT_PRODUCIBLE, PAGES, FaultPage, by_group, by_id, find
from pagestate.faults.model import base_name, default_steps
from pagestate.goal.expectations import parse
from pagestate.recover.model import Attempt, Limits
from pagestate.recover.next_step import next_step
from pagestate.recover.spec import load_strategies
from pagestate.states import KINDS, PageState, RecoveryAction, kinds_of


def _each(page: FaultPage) -> str:
    return page.id


def test_every_page_has_an_id_and_an_address_of_its_own() -> None:
    """Two pages under one address would share their counters and their windows."""
    assert [one for one, count in Counter(page.id for page in PAGES).items() if count > 1] == []
    assert [one for one, count in Counter((page.host, page.path) for page in PAGES).items() if count > 1] == []


def test_pages_outside_cases_and_incidents_are_sites_of_their_own() -> None:
    """A wait for one site must not hold back another page that merely shares its domain."""
    suffixes = PublicSuffixList()
    sites = Counter(
        suffixes.privatesuffix(page.host) for page in PAGES if page.group not in ("case", "incident") and page.host
    )
    assert [site for site, count in sites.items() if count > 1] == []


def test_every_state_and_every_kind_that_a_server_can_show_is_there() -> None:
    """A kind without a page is a kind that nothing tests."""
    shown = {page.verdict for page in PAGES}
    wanted = {f"{state}.{kind}" if kind else str(state) for state in PageState for kind in kinds_of(state) or (None,)}
    assert wanted - shown - set(NOT_PRODUCIBLE) == set()


def test_only_known_kinds_are_named() -> None:
    """A slip of the pen in a kind would make a page that nobody can satisfy."""
    for page in PAGES:
        for state, kind in ((page.state, page.kind), page.ends_as):
            assert kind is None or kind in kinds_of(state), page.id


def test_what_a_server_cannot_show_is_known_as_a_kind() -> None:
    names = {f"{state}.{kind.name}" for state, kinds in KINDS.items() for kind in kinds}
    assert set(NOT_PRODUCIBLE) <= names


def test_there_are_many_pages_in_many_languages() -> None:
    assert len(PAGES) >= 110
    assert len({page.language for page in PAGES}) >= 15


def test_walls_come_in_several_languages() -> None:
    """A wall in English alone would let a detector pass that knows English alone."""
    for state in (PageState.AUTH_WALL, PageState.MAINTENANCE, PageState.ERROR_PAGE, PageState.INTERSTITIAL):
        assert len({page.language for page in PAGES if page.state is state}) >= 4, state
    assert len({page.language for page in PAGES if page.kind == "soft_404"}) >= 6


@pytest.mark.parametrize("page", PAGES, ids=_each)
def test_the_steps_end_once(page: FaultPage) -> None:
    """Only the last step is final, and success alone is done."""
    *before, last = page.steps
    assert last.is_final
    assert not any(step.is_final for step in before)
    passes = page.ends_as[0] in (PageState.CONTENT, PageState.GOAL_ACHIEVED)
    assert (last is RecoveryAction.DONE) == passes


def test_the_steps_of_lasting_states_are_those_of_the_default_strategies() -> None:
    """The catalogue writes its steps down by itself; the shipped strategies have to agree."""
    strategies = load_strategies()
    for state, kind in {(page.state, page.kind) for page in PAGES}:
        attempts: list[Attempt] = []
        steps: list[RecoveryAction] = []
        at = 0.0
        while not steps or not steps[-1].is_final:
            attempts.append(Attempt(state=state, kind=kind, started_at=at, captured_at=at + 1))
            step = next_step(attempts, strategies, Limits(), now=at + 1)
            steps.append(step.action)
            at = step.not_before or at
        assert tuple(steps) == default_steps(state, kind), f"{state}.{kind}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.expect], ids=_each)
def test_expectations_are_in_the_grammar(page: FaultPage) -> None:
    assert [parse(text).source for text in page.expect] == list(page.expect)


def test_pages_without_a_goal_pass_as_content() -> None:
    """Without anything to check there is nothing to achieve."""
    for page in PAGES:
        if not page.expect and page.goal is None:
            assert PageState.GOAL_ACHIEVED not in (page.state, page.final_state), page.id
            assert page.state is not PageState.GOAL_FAILED or page.learnt is not None, page.id
        if page.expect:
            assert PageState.CONTENT not in (page.state, page.final_state), page.id


def test_traps_pass() -> None:
    """A trap is an ordinary page: anything but a pass would make it something else."""
    for page in by_group("trap"):
        assert page.steps == (RecoveryAction.DONE,), page.id


def test_all_28_field_cases_are_there_and_most_have_a_twin() -> None:
    """A twin looks like its case and means the opposite; without it a detector may say the same to both."""
    cases = {page.id for page in by_group("case") if "-" not in page.id}
    assert len(cases) == 28
    with_twins = {page.id.partition("-")[0] for page in by_group("case") if "-" in page.id}
    assert with_twins <= cases
    assert len(with_twins) >= 20


def test_the_incident_has_five_addresses_on_one_host() -> None:
    for prefix in ("incident", "incident-ends"):
        five = [page for page in by_group("incident") if re.fullmatch(rf"{prefix}-[a-z]+", page.id)]
        assert len(five) == 5
        assert len({page.host for page in five}) == 1
        assert {page.state for page in five} == {PageState.MAINTENANCE}


def test_the_demo_shows_every_state_with_no_browser_argument() -> None:
    pages = [by_id(one) for one in DEMO]
    assert {page.state for page in pages} == set(PageState)
    assert any(page.ends_as[0] is PageState.GOAL_ACHIEVED for page in pages if page.final_state)
    assert all((page.host or "").endswith((".localhost", ".invalid")) for page in pages)
    assert 25 <= len(DEMO) <= 40
    assert 0 < DEMO_SCALE <= 1


def test_the_names_of_pages_that_are_walls_do_not_tell() -> None:
    """A detector that reads the address must not find the answer in the host name."""
    words = re.compile(r"login|captcha|maintenance|error|404|parked|consent|spinner|blank")
    assert [page.id for page in PAGES if words.search(base_name(page.host or ""))] == []


def test_a_page_is_found_by_its_id() -> None:
    assert by_id("auth-login").state is PageState.AUTH_WALL
    assert find("no such page") is None
    with pytest.raises(KeyError):
        by_id("no such page")


def test_groups_stand_together_in_the_catalogue() -> None:
    """The index lists pages in the catalogue's order; a case among the states would be lost there."""
    changes = sum(one.group == "case" and other.group != "case" for one, other in pairwise(PAGES))
    assert changes == 0
