"""The prices of mistakes."""

import pytest

from pagestate.decide import THRESHOLD
from pagestate.decide.costs import costs
from pagestate.states import PageState


def test_the_order_of_harm() -> None:
    """A false success costs most, then a false alarm, then a wrong wall, then no answer; a right one nothing."""
    price = costs()
    assert price.false_success > price.false_alarm > price.wrong_wall > price.abstention > 0
    assert price.of(PageState.CAPTCHA, PageState.CONTENT) == price.false_success
    assert price.of(PageState.CONTENT, PageState.CAPTCHA) == price.false_alarm
    assert price.of(PageState.AUTH_WALL, PageState.CAPTCHA) == price.wrong_wall
    assert price.of(PageState.CONTENT, PageState.UNEXPECTED) == price.abstention
    assert price.of(PageState.CONTENT, PageState.GOAL_ACHIEVED) == 0
    assert price.of(PageState.CAPTCHA, PageState.CAPTCHA) == 0


def test_a_wrong_wall_breaks_even_at_the_threshold() -> None:
    """Between two walls, answering costs as much as not answering where one is exactly 75 % sure."""
    price = costs()
    chances = {PageState.CAPTCHA: THRESHOLD, PageState.ERROR_PAGE: 1 - THRESHOLD}
    assert price.expected(PageState.CAPTCHA, chances) == pytest.approx(price.abstention)
