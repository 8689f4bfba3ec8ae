"""The figures over answers of which the right one is known."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pagestate.decide.costs import Costs, costs
from pagestate.evaluation.share import Share
from pagestate.states import PageState

__all__ = ["Answer", "Bin", "Figures", "KindScore", "RiskPoint", "StateScore", "measure"]

_BINS = 10
_THRESHOLDS = tuple(step / 100 for step in range(101))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was said of a page, held against its label."""

    page_id: str
    right: PageState
    also: PageState | None = None
    """A second state that is right as well."""
    said: PageState
    """`unexpected` where it was not sure enough."""
    forced: PageState
    """What it would have said without a threshold."""
    confidence: float
    """In `forced`."""
    kind: str | None = None
    """Of `forced`."""
    kinds: tuple[str, ...] = ()
    """The kinds that are right; none where that is not known."""

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

    @property
    def is_wall(self) -> bool:
        """Whether the page may not be called ordinary."""
        return PageState.CONTENT not in (self.right, self.also)

    @property
    def is_false_success(self) -> bool:
        """Whether a page that is not ordinary is called so at the threshold."""
        return self.is_wall and self.said is PageState.CONTENT

    @property
    def is_false_alarm(self) -> bool:
        """Whether an ordinary page is called anything else at the threshold."""
        return self.right is PageState.CONTENT and self.is_sure and not self.is_right

    def cost(self, prices: Costs) -> float:
        """What the answer at the threshold costs."""
        return prices.of(self.truth, self.said)

    def harm(self, prices: Costs) -> float:
        """What the forced answer costs where it is given, weighed by how sure it was where it is not."""
        price = prices.of(self.truth, self.forced)
        return price if self.is_sure else min(price, prices.abstention) * self.confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class StateScore:
    """One state: how many pages are in it, and how well they are found at the threshold."""

    state: PageState
    pages: int
    said: int
    precision: float | None
    """None when it was never said."""
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """The forced answers with a confidence from `low` to under `high`."""

    low: float
    high: float
    right: Share
    confidence: float
    """Their mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskPoint:
    """What a threshold would give."""

    threshold: float
    answered: Share
    wrong: Share
    """Of the answers given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindScore:
    """The kinds of one state, over the pages whose state was told right and whose kind is known."""

    state: PageState
    kind: str
    """The first of those that are right."""
    right: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The whole of an evaluation. Shares are 0 to 1."""

    pages: int
    answered: Share
    """Pages with an answer at the threshold: the coverage."""
    right: Share
    """Right when forced to answer."""
    right_when_sure: Share
    false_success: Share
    """Pages that are not ordinary, called so at the threshold."""
    false_alarm: Share
    """Ordinary pages, called anything else at the threshold."""
    macro_f1: float
    """Mean over the states of F1 at the threshold."""
    states: tuple[StateScore, ...]
    confusion: Mapping[PageState, Counter[PageState]]
    """Label to what was said at the threshold; `unexpected` holds the doubts."""
    forced_confusion: Mapping[PageState, Counter[PageState]]
    """Label to what was said when forced to answer."""
    reliability: tuple[Bin, ...]
    calibration_error: float
    """Expected calibration error over ten bins of equal width (Naeini and others 2015)."""
    risk: tuple[RiskPoint, ...]
    """Of every threshold from 0 to 1 in hundredths."""
    cost: float
    """Mean cost of a page, in abstentions."""
    kinds: tuple[KindScore, ...]
    kind_right: Share

    @property
    def coverage(self) -> float:
        """Share of pages with an answer at the threshold."""
        return self.answered.value


def measure(answers: Iterable[Answer], *, prices: Costs | None = None) -> Figures:
    """Return the figures; pages labelled `unexpected` are not counted, since nothing is right of them.

    Raises:
        ValueError: there is no page to count.
    """
    given = [one for one in answers if one.right is not PageState.UNEXPECTED]
    if not given:
        raise ValueError("there is nothing to score")
    prices = prices or costs()
    sure = [one for one in given if one.is_sure]
    confusion = _confusion((one.truth, one.said) for one in given)
    states = tuple(_state_score(state, confusion) for state in PageState if state in confusion)
    bins = _bins(given)
    kinds = _kinds(given)
    return Figures(
        pages=len(given),
        answered=Share(len(sure), len(given)),
        right=Share(sum(one.is_right for one in given), len(given)),
        right_when_sure=Share(sum(one.is_right for one in sure), len(sure)),
        false_success=Share(sum(one.is_false_success for one in given), sum(one.is_wall for one in given)),
        false_alarm=Share(
            sum(one.is_false_alarm for one in given), sum(one.right is PageState.CONTENT for one in given)
        ),
        macro_f1=sum(one.f1 for one in states) / len(states),
        states=states,
        confusion=confusion,
        forced_confusion=_confusion((one.truth, one.forced) for one in given),
        reliability=bins,
        calibration_error=sum(abs(one.right.number - one.confidence * one.right.of) for one in bins) / len(given),
        risk=_risk(given),
        cost=sum(one.cost(prices) for one in given) / len(given),
        kinds=kinds,
        kind_right=Share(sum(one.right.number for one in kinds), sum(one.right.of for one in kinds)),
    )


def _confusion(pairs: Iterable[tuple[PageState, PageState]]) -> dict[PageState, Counter[PageState]]:
    table: dict[PageState, Counter[PageState]] = {}
    for label, said in pairs:
        table.setdefault(label, Counter())[said] += 1
    return {state: table[state] for state in PageState if state in table}


def _state_score(state: PageState, confusion: Mapping[PageState, Counter[PageState]]) -> StateScore:
    pages = confusion[state].total()
    hits = confusion[state][state]
    said = sum(row[state] for row in confusion.values())
    return StateScore(
        state=state,
        pages=pages,
        said=said,
        precision=hits / said if said else None,
        recall=hits / pages,
        f1=2 * hits / (said + pages),
    )


def _bins(given: Sequence[Answer]) -> tuple[Bin, ...]:
    made: dict[int, list[Answer]] = {}
    for one in given:
        made.setdefault(min(_BINS - 1, int(one.confidence * _BINS)), []).append(one)
    return tuple(
        Bin(
            low=number / _BINS,
            high=(number + 1) / _BINS,
            right=Share(sum(one.is_right for one in group), len(group)),
            confidence=sum(one.confidence for one in group) / len(group),
        )
        for number, group in sorted(made.items())
    )


def _risk(given: Sequence[Answer]) -> tuple[RiskPoint, ...]:
    points = []
    for threshold in _THRESHOLDS:
        answered = [one for one in given if one.confidence >= threshold]
        wrong = sum(not one.is_right for one in answered)
        points.append(
            RiskPoint(
                threshold=threshold,
                answered=Share(len(answered), len(given)),
                wrong=Share(wrong, len(answered)),
            )
        )
    return tuple(points)


def _kinds(given: Iterable[Answer]) -> tuple[KindScore, ...]:
    counts: dict[tuple[PageState, str], list[bool]] = {}
    for one in given:
        if one.forced is one.right and one.kinds:
            counts.setdefault((one.right, one.kinds[0]), []).append(one.kind in one.kinds)
    return tuple(
        KindScore(state=state, kind=kind, right=Share(sum(hits), len(hits)))
        for (state, kind), hits in sorted(
            counts.items(), key=lambda item: (list(PageState).index(item[0][0]), item[0][1])
        )
    )
