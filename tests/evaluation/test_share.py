"""A share and its interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.evaluation.share import Share


def test_the_interval_of_a_known_case() -> None:
    """3 of 113, worked out by hand with Wilson's formula."""
    low, high = Share(3, 113).interval
    assert low == pytest.approx(0.00907, abs=1e-4)
    assert high == pytest.approx(0.07514, abs=1e-4)


def test_nothing_counted_means_nothing_known() -> None:
    """The interval of none is everything."""
    assert Share(0, 0).value == 0
    assert Share(0, 0).interval == (0, 1)


@given(st.integers(1, 10_000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_contains_the_share_and_narrows(counts: tuple[int, int]) -> None:
    """It lies in 0 to 1, holds the share itself, and ten times the pages make it narrower."""
    number, of = counts
    low, high = Share(number, of).interval
    assert 0 <= low <= number / of <= high <= 1
    more = Share(number * 10, of * 10).interval
    assert more[1] - more[0] < high - low
