"""A verdict held against a label."""

from pagestate.decide.model import RunnerUp
from pagestate.evaluation.judging import Judged
from pagestate.evaluation.labelled import LabelledPage
from pagestate.states import PageState
from tests.report import samples


def test_an_unsure_verdict_is_no_answer() -> None:
    """What it would have said counts when forced, and a judged goal counts as an ordinary page."""
    unsure = samples.verdict(
        PageState.UNEXPECTED,
        "low_confidence",
        0.6,
        runner_up=RunnerUp(state=PageState.GOAL_ACHIEVED, kind=None, confidence=0.6),
    )
    page = LabelledPage(id="x", file="x.html", state=PageState.CONTENT, row={})
    made = Judged(page=page, verdict=unsure, evidence={}).answer
    assert (made.said, made.forced, made.is_sure, made.is_right) == (
        PageState.UNEXPECTED,
        PageState.CONTENT,
        False,
        True,
    )
