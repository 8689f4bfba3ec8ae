"""The vocabulary holds together: every state has kinds, an outcome and advice."""

import pytest

from pagestate.states import KINDS, OUTCOMES, ExitCode, Fixer, Outcome, PageState, RecoveryAction, kind_of, outcome_of


def test_every_state_has_an_outcome_and_a_list_of_kinds() -> None:
    assert set(OUTCOMES) == set(PageState) == set(KINDS)


def test_only_success_states_exit_with_zero() -> None:
    passing = {state for state, reporting in OUTCOMES.items() if reporting.exit_code == ExitCode.PASSED}
    assert passing == {PageState.GOAL_ACHIEVED, PageState.CONTENT}


@pytest.mark.parametrize("state", PageState)
@pytest.mark.parametrize("action", RecoveryAction)
def test_no_action_turns_another_state_into_a_pass(state: PageState, action: RecoveryAction) -> None:
    for kind in (None, *(kind.name for kind in KINDS[state])):
        passed = outcome_of(state, kind, action).outcome is Outcome.PASSED
        assert passed == (state in {PageState.GOAL_ACHIEVED, PageState.CONTENT})


def test_a_failure_of_our_own_side_is_never_counted_against_the_site() -> None:
    for kind in ("backend", "browser_crash", "network_changed"):
        reporting = outcome_of(PageState.CAPTURE_FAILED, kind, RecoveryAction.MARK_AS_FAILED)
        assert reporting.exit_code == ExitCode.UNDECIDED


def test_a_mission_can_decide_that_a_wall_is_a_failure() -> None:
    assert outcome_of(PageState.CAPTCHA, "interactive", RecoveryAction.MARK_AS_FAILED).exit_code == ExitCode.FAILED


def test_kinds_are_unique_and_say_what_to_do() -> None:
    for state, kinds in KINDS.items():
        assert len({kind.name for kind in kinds}) == len(kinds)
        for kind in kinds:
            assert kind.state is state
            assert kind.meaning
            assert kind.advice.endswith(".")
            assert kind.fixer in Fixer
            assert kind_of(state, kind.name) is kind
    assert kind_of(PageState.CAPTCHA, "no_such_kind") is None


def test_no_two_kinds_mean_or_advise_the_same() -> None:
    """A person who reads the advice must learn something that fits this kind alone."""
    kinds = [kind for kinds in KINDS.values() for kind in kinds]
    assert len({kind.meaning for kind in kinds}) == len(kinds)
    assert len({kind.advice for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert len(kind.advice.split()) >= 3, kind.name


def test_every_fixer_has_something_to_do() -> None:
    """A fixer that no kind names would be a word without a use; nobody can hasten a queue."""
    assert {kind.fixer for kinds in KINDS.values() for kind in kinds} == set(Fixer)
