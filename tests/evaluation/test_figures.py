"""The figures of an evaluation: counted by hand, and what holds of all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.decide.costs import costs
from pagestate.evaluation.figures import Answer, measure
from pagestate.states import PageState

CONTENT, WALL, ERROR = PageState.CONTENT, PageState.AUTH_WALL, PageState.ERROR_PAGE
STATES = (CONTENT, WALL, ERROR, PageState.CAPTCHA)


def answer(
    right: PageState,
    said: PageState,
    forced: PageState | None = None,
    also: PageState | None = None,
    confidence: float = 0.9,
    kind: str | None = None,
    kinds: tuple[str, ...] = (),
) -> Answer:
    """An answer in short."""
    return Answer(
        page_id="x", right=right, also=also, said=said, forced=forced or said, confidence=confidence, kind=kind,
        kinds=kinds,
    )  # fmt: skip


def test_figures_by_hand() -> None:
    """Six pages counted by hand."""
    figures = measure(
        [
            answer(CONTENT, CONTENT),
            answer(CONTENT, ERROR),
            answer(CONTENT, PageState.UNEXPECTED, forced=CONTENT),
            answer(WALL, WALL),
            answer(WALL, CONTENT),
            answer(ERROR, CONTENT, also=CONTENT),
        ]
    )
    assert figures.pages == 6
    assert figures.coverage == pytest.approx(5 / 6)
    assert figures.right.value == pytest.approx(4 / 6)
    assert (figures.right_when_sure.number, figures.right_when_sure.of) == (3, 5)
    assert (figures.false_success.number, figures.false_success.of) == (1, 2)  # the last may be called content
    assert (figures.false_alarm.number, figures.false_alarm.of) == (1, 3)  # unsure is no alarm
    by_state = {one.state: one for one in figures.states}
    assert by_state[CONTENT].pages == 4  # the last counts as what it was called
    assert by_state[CONTENT].recall == pytest.approx(2 / 4)
    assert by_state[CONTENT].precision == pytest.approx(2 / 3)
    assert by_state[WALL].f1 == pytest.approx(2 / 3)
    assert figures.macro_f1 == pytest.approx((by_state[CONTENT].f1 + by_state[WALL].f1) / 2)
    assert figures.confusion[CONTENT][PageState.UNEXPECTED] == 1
    assert figures.forced_confusion[CONTENT][CONTENT] == 3
    price = costs()
    assert figures.cost == pytest.approx((price.false_alarm + price.abstention + price.false_success) / 6)


def test_calibration_by_hand() -> None:
    """Four answers of 0.8, two of them right, lie 0.3 from the truth."""
    figures = measure([answer(WALL, said, confidence=0.8) for said in (WALL, WALL, ERROR, ERROR)])
    assert figures.calibration_error == pytest.approx(0.3)
    (only,) = figures.reliability
    assert (only.low, only.high, only.right.number, only.right.of) == (0.8, 0.9, 2, 4)


def test_kinds_are_scored_where_state_and_home_are_known() -> None:
    """A wrong state says nothing of the kind, nor does a page whose kind nobody named."""
    figures = measure(
        [
            answer(ERROR, ERROR, kind="gateway", kinds=("server_error", "gateway")),
            answer(ERROR, ERROR, kind="not_found", kinds=("server_error",)),
            answer(ERROR, WALL, kind="login", kinds=("server_error",)),
            answer(ERROR, ERROR, kind="not_found"),
        ]
    )
    assert (figures.kind_right.number, figures.kind_right.of) == (1, 2)
    (only,) = figures.kinds
    assert (only.state, only.kind) == (ERROR, "server_error")


def test_pages_without_a_right_answer_are_not_counted() -> None:
    """`unexpected` is no label to be right about."""
    assert measure([answer(PageState.UNEXPECTED, CONTENT), answer(WALL, WALL)]).pages == 1
    with pytest.raises(ValueError, match="nothing to score"):
        measure([answer(PageState.UNEXPECTED, CONTENT)])


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Any answer that a verdict can come to."""
    forced, confidence = draw(st.sampled_from(STATES)), draw(st.floats(0, 1))
    return answer(
        draw(st.sampled_from(STATES)),
        forced if confidence >= 0.75 else PageState.UNEXPECTED,
        forced=forced,
        also=draw(st.sampled_from((None, *STATES))),
        confidence=confidence,
    )


@given(st.lists(answers(), min_size=1, max_size=60))
def test_what_holds_of_all_figures(made: list[Answer]) -> None:
    """Coverage falls as the threshold rises, shares and errors lie in their bounds, every page stands in the counts."""
    figures = measure(made)
    coverage = [point.answered.number for point in figures.risk]
    assert coverage == sorted(coverage, reverse=True)
    assert coverage[0] == len(made)
    assert figures.risk[0].wrong.value == pytest.approx(1 - figures.right.value)
    assert figures.risk[75].answered.number == figures.answered.number
    assert 0 <= figures.calibration_error <= 1
    assert 0 <= figures.macro_f1 <= 1
    assert sum(one.right.of for one in figures.reliability) == len(made)
    assert sum(row.total() for row in figures.confusion.values()) == len(made)
    assert sum(row.total() for row in figures.forced_confusion.values()) == len(made)
    assert 0 <= figures.cost <= costs().false_success
