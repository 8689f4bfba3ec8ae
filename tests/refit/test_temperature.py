"""The temperature."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.refit.temperature import chances_at, fit_temperature
from pagestate.states import PageState

A, B = PageState.CONTENT, PageState.CAPTCHA


@pytest.mark.parametrize("true", [0.5, 1.0, 2.5])
def test_a_known_temperature_is_found_again(true: float) -> None:
    """Labels drawn at a temperature give that temperature back."""
    chance = random.Random(3)
    held = []
    for _ in range(6000):
        total = {A: chance.uniform(-4, 4), B: 0.0}
        label = A if chance.random() < chances_at(total, true)[A] else B
        held.append((total, frozenset({label}), 1.0))
    assert fit_temperature(held) == pytest.approx(true, rel=0.1)


def test_what_counts_more_decides() -> None:
    """Pages that are right however sure pull down, pages that are wrong pull up, each by its share."""
    good, bad = ({A: 2.0, B: 0.0}, frozenset({A})), ({A: 2.0, B: 0.0}, frozenset({B}))
    assert fit_temperature([(*good, 9.0), (*bad, 1.0)]) < fit_temperature([(*good, 3.0), (*bad, 1.0)])


@given(st.dictionaries(st.sampled_from(list(PageState)), st.floats(-50, 50), min_size=2), st.floats(0.3, 4))
def test_probabilities_add_up_and_keep_their_order(total: dict[PageState, float], temperature: float) -> None:
    """A temperature changes how sure an answer is, never which it is."""
    chances = chances_at(total, temperature)
    assert math.isclose(sum(chances.values()), 1.0)
    best = max(total, key=lambda state: total[state])
    assert chances[best] == max(chances.values())
    assert max(chances_at(total, temperature, 0.9).values()) <= 0.9
