"""One number that makes probabilities mean what they say (temperature scaling, Guo and others 2017)."""

import math
from collections.abc import Mapping, Sequence

from pagestate.states import PageState

__all__ = ["chances_at", "fit_temperature"]

_LOWEST, _HIGHEST = 0.3, 4.0
_GOLDEN = (math.sqrt(5) - 1) / 2


def chances_at(total: Mapping[PageState, float], temperature: float, ceiling: float = 1.0) -> dict[PageState, float]:
    """Return the probability of each state for its log-odds."""
    highest = max(total.values())
    powers = {state: math.exp((value - highest) / temperature) for state, value in total.items()}
    whole = sum(powers.values())
    return {state: min(ceiling, power / whole) for state, power in powers.items()}


def fit_temperature(held: Sequence[tuple[Mapping[PageState, float], frozenset[PageState], float]]) -> float:
    """Return the temperature at which the held-out labels are likeliest, by golden-section search.

    Args:
        held: log-odds of a page by a model that has not seen it, the states that are right, and how
            much it counts.
    """

    def loss(logarithm: float) -> float:
        temperature = math.exp(logarithm)
        whole = 0.0
        for total, right, share in held:
            chances = chances_at(total, temperature)
            whole -= share * math.log(max(1e-12, sum(chances.get(state, 0.0) for state in right)))
        return whole

    low, high = math.log(_LOWEST), math.log(_HIGHEST)
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = loss(left), loss(right)
    while high - low > 1e-3:
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = loss(right)
    return math.exp((low + high) / 2)
