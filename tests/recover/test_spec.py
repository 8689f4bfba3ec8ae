"""Strategies as written, and how a mission's words lie over the defaults."""

import pytest
from pydantic import ValidationError

from pagestate.recover import Strategies, Strategy, load_strategies
from pagestate.recover.spec import StrategySpec, overlay
from pagestate.states import PageState, RecoveryAction

A, S = RecoveryAction, PageState


def lay(**specs: object) -> Strategies:
    named = {key.replace("__", "."): StrategySpec.model_validate(spec) for key, spec in specs.items()}
    return overlay(load_strategies(), named)


def test_what_is_said_of_a_state_holds_for_its_kinds() -> None:
    """`captcha: skip_page` must not be outlived by the default for captcha.challenge."""
    rules = lay(captcha="skip_page")
    assert {rules.of(S.CAPTCHA, kind).action for kind in (None, "challenge", "rate_limited", "new")} == {A.SKIP_PAGE}


def test_a_kind_wins_over_its_state_whatever_the_order() -> None:
    rules = lay(error_page__not_found={"retries": 5}, error_page={"retries": 0})
    assert rules.of(S.ERROR_PAGE, "not_found").max_retries == 5
    assert rules.of(S.ERROR_PAGE, "server_error").max_retries == 0


def test_fields_left_out_stay() -> None:
    before, after = load_strategies().of(S.MAINTENANCE, None), lay(maintenance={"wait": "1m"}).of(S.MAINTENANCE, None)
    assert (after.wait_s, after.max_retries, after.action) == (60.0, before.max_retries, before.action)


def test_a_given_wait_speaks_for_the_first_retry_too() -> None:
    assert lay(error_page__chunk_load={"wait": "5s"}).of(S.ERROR_PAGE, "chunk_load").first_wait_s is None


def test_asking_for_retries_where_nothing_is_retried_retries() -> None:
    strategy = lay(goal_failed={"retries": 2, "wait": "30s"}).of(S.GOAL_FAILED, "expectation")
    assert (strategy.action, strategy.max_retries, strategy.then) == (A.RETRY_WITH_LONGER_DELAY, 2, A.MARK_AS_FAILED)
    assert lay(unexpected="retry_with_longer_delay").of(S.UNEXPECTED, "other").max_retries == 1


def test_the_defaults_are_left_alone() -> None:
    lay(captcha="skip_page")
    assert load_strategies().of(S.CAPTCHA, None).action is A.ALERT_HUMAN


def test_a_state_without_a_strategy_asks_a_person() -> None:
    assert Strategies().of(S.ERROR_PAGE, "gone") == Strategy(action=A.ALERT_HUMAN)


@pytest.mark.parametrize(
    "spec",
    [{"then": "retry_with_auth"}, {"then": "done"}, {"retries": 10}, {"retries": -1}, {"wait": "30"}, {"wait": -1},
     {"factor": 0.5}, {"action": "restart"}, {"retry": 2}],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(spec: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        StrategySpec.model_validate(spec)
