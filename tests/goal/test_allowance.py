"""A pattern may search for so long and no longer."""

import re
import signal
import threading

import pytest

from pagestate.goal.allowance import TooSlow, allowance
from pagestate.goal.expectations import evaluate, parse
from tests.goal.facts import facts

ENDLESS = "(?:ab|a|b)*c"
TEXT = "ab" * 40 + "d"


def test_a_search_without_end_is_ended() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TooSlow), allowance(0.05):
        re.search(ENDLESS, TEXT)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_is_quick_is_left_alone() -> None:
    with allowance(60.0):
        assert re.search("a+b", TEXT)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_other_threads_and_the_timers_of_others_are_left_alone() -> None:
    """A signal reaches the main thread alone, and there is but one timer."""
    seen: list[float] = []

    def work() -> None:
        with allowance(0.01):
            seen.append(signal.getitimer(signal.ITIMER_REAL)[0])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [0.0]
    signal.setitimer(signal.ITIMER_REAL, 60.0)
    try:
        with allowance(0.01):
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 1
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.mark.parametrize("operator", ["~", "!~"])
def test_a_pattern_that_is_not_through_decides_nothing(operator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the two operators may be met by a search that was given up."""
    monkeypatch.setattr("pagestate.goal.expectations.allowance", lambda: allowance(0.05))
    result = evaluate(parse(f'text {operator} "{ENDLESS}"'), facts(f"<p>{TEXT}</p>", text=TEXT))
    assert result.outcome == "unknown"
    assert "not through" in result.seen
