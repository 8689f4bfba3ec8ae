"""How good verdicts are, on pages of which the right state is known."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pagestate.decide.model import Verdict
from pagestate.states import PageState

__all__ = ["Answer", "Scores", "StateScore", "answer_for", "score"]

_ORDINARY = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A verdict held against the label of its page."""

    page_id: str
    right: PageState
    also: PageState | None
    said: PageState
    """`unexpected` where it was not sure enough."""
    forced: PageState
    """What it would have said without a threshold."""
    confidence: float
    """In `forced`."""

    @property
    def truth(self) -> PageState:
        """The label; where two are right, the one that was given."""
        return self.forced if self.is_right else self.right

    @property
    def is_right(self) -> bool:
        """Whether it is right when it has to answer."""
        return self.forced in (self.right, self.also)

    @property
    def is_sure(self) -> bool:
        """Whether it answers at all."""
        return self.said is not PageState.UNEXPECTED


@dataclass(frozen=True, slots=True, kw_only=True)
class StateScore:
    """One state: how many pages are in it, and how well they are found at the threshold."""

    state: PageState
    pages: int
    precision: float | None
    """None when it was never said."""
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The whole of an evaluation. Shares are 0 to 1."""

    pages: int
    coverage: float
    """Share of pages with an answer at the threshold."""
    right: float
    """Share that is right when forced to answer."""
    right_when_sure: float
    """Share of the answers at the threshold that are right."""
    macro_f1: float
    """Mean over the states of F1 at the threshold."""
    walls_called_fine: tuple[int, int]
    """False successes: pages that are not ordinary and are called so at the threshold, of how many."""
    good_called_broken: tuple[int, int]
    """False alarms: ordinary pages called anything else at the threshold, of how many."""
    states: tuple[StateScore, ...]
    confusion: dict[PageState, Counter[PageState]]
    """Label to what was said at the threshold."""


def answer_for(page_id: str, right: PageState, also: PageState | None, verdict: Verdict) -> Answer:
    """Hold `verdict` against a label; a page whose goal was judged counts as ordinary."""
    unsure = verdict.kind == "low_confidence" and verdict.runner_up is not None
    forced = verdict.runner_up.state if unsure and verdict.runner_up else verdict.state
    confidence = verdict.runner_up.confidence if unsure and verdict.runner_up else verdict.confidence
    return Answer(
        page_id=page_id,
        right=right,
        also=also,
        said=PageState.UNEXPECTED if unsure else _plain(verdict.state),
        forced=_plain(forced),
        confidence=confidence,
    )


def score(answers: Iterable[Answer]) -> Scores:
    """Return the scores of at least one answer.

    Raises:
        ValueError: there is none.
    """
    given = list(answers)
    if not given:
        raise ValueError("there is nothing to score")
    sure = [one for one in given if one.is_sure]
    walls = [one for one in given if PageState.CONTENT not in (one.right, one.also)]
    good = [one for one in given if one.right is PageState.CONTENT]
    confusion: dict[PageState, Counter[PageState]] = {}
    for one in given:
        confusion.setdefault(one.truth, Counter())[one.said] += 1
    states = tuple(_state_score(state, confusion) for state in PageState if state in confusion)
    return Scores(
        pages=len(given),
        coverage=len(sure) / len(given),
        right=sum(one.is_right for one in given) / len(given),
        right_when_sure=sum(one.is_right for one in sure) / len(sure) if sure else 0.0,
        macro_f1=sum(one.f1 for one in states) / len(states),
        walls_called_fine=(sum(one.said is PageState.CONTENT for one in walls), len(walls)),
        good_called_broken=(sum(one.is_sure and not one.is_right for one in good), len(good)),
        states=states,
        confusion=confusion,
    )


def _state_score(state: PageState, confusion: dict[PageState, Counter[PageState]]) -> StateScore:
    pages = confusion[state].total()
    hits = confusion[state][state]
    said = sum(row[state] for row in confusion.values())
    precision = hits / said if said else None
    recall = hits / pages
    f1 = 2 * hits / (said + pages)
    return StateScore(state=state, pages=pages, precision=precision, recall=recall, f1=f1)


def _plain(state: PageState) -> PageState:
    return PageState.CONTENT if state in _ORDINARY else state
