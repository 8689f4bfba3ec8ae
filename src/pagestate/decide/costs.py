"""What a wrong answer costs, and a missing one: data, in units of one abstention.

An answer is worth giving while its expected cost is below that of saying nothing. A wrong wall at
four abstentions makes that point 0.75, the user's threshold; what is dearer asks for more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pagestate.decide.scoring import table
from pagestate.states import PageState

__all__ = ["Costs", "costs"]

_GOOD = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The price of each mistake."""

    false_success: float
    """A page that is not ordinary, called ordinary: nobody looks again."""
    false_alarm: float
    """An ordinary page called anything else: somebody looks for nothing."""
    wrong_wall: float
    """One wall, error or gate called another: the wrong person is asked to do the wrong thing."""
    abstention: float
    """No answer: a person has to look."""

    def of(self, label: PageState, said: PageState) -> float:
        """Return the cost of saying `said` of a page that is `label`; `unexpected` is no answer."""
        good, called_good = label in _GOOD, said in _GOOD
        if said is label or (good and called_good):
            return 0.0
        if said is PageState.UNEXPECTED:
            return self.abstention
        if called_good:
            return self.false_success
        return self.false_alarm if good else self.wrong_wall

    def expected(self, said: PageState, chances: Mapping[PageState, float]) -> float:
        """Return the expected cost of saying `said` of a page with these probabilities."""
        return sum(chance * self.of(state, said) for state, chance in chances.items())


def costs() -> Costs:
    """Return the package's costs."""
    rows = table()["costs"]
    return Costs(
        false_success=float(rows["false_success"]["value"]),
        false_alarm=float(rows["false_alarm"]["value"]),
        wrong_wall=float(rows["wrong_wall"]["value"]),
        abstention=float(rows["abstention"]["value"]),
    )
