"""Plots: what is drawn lies inside the picture, and says its numbers to those who cannot see it."""

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from pagestate.evaluation.figures import Answer, Figures, measure
from pagestate.report.plots import confidence_histogram, confusion_map, reliability_plot, risk_plot
from pagestate.states import PageState

STATES = (PageState.CONTENT, PageState.CAPTCHA, PageState.ERROR_PAGE)


def figures(pairs: list[tuple[PageState, PageState, float]]) -> Figures:
    """The figures of answers (label, said, confidence)."""
    return measure(
        Answer(page_id="x", right=right, said=said, forced=said, confidence=confidence)
        for right, said, confidence in pairs
    )


@given(
    st.lists(st.tuples(st.sampled_from(STATES), st.sampled_from(STATES), st.floats(0, 1)), min_size=1, max_size=30),
    st.floats(0, 1),
)
def test_marks_lie_inside_the_picture(pairs: list[tuple[PageState, PageState, float]], threshold: float) -> None:
    """Whatever the figures: well-formed, within the view box, no number that is none."""
    made = figures(pairs)
    plots = (
        reliability_plot(made.reliability, threshold),
        risk_plot(made.risk, threshold),
        confidence_histogram([(confidence, right is said) for right, said, confidence in pairs], threshold),
        confusion_map("m", "t", {label: dict(row) for label, row in made.confusion.items()}, doubt=True),
    )
    for plot in plots:
        assert "nan" not in plot
        root = ElementTree.fromstring(str(plot))
        width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
        for mark in root.iter():
            for key, limit in (("x", width), ("cx", width), ("x2", width), ("y", height), ("cy", height)):
                if key in mark.attrib:
                    assert -1 <= float(mark.attrib[key]) <= limit + 1, (mark.tag, mark.attrib)
            if mark.tag == "rect":
                assert float(mark.attrib["height"]) >= 0
        assert root.attrib["role"] == "img"
        assert root[0].text
        assert root[1].text


def test_the_reliability_plot_says_its_numbers() -> None:
    """Counts under the axis, and the same in words."""
    made = figures([(PageState.CAPTCHA, PageState.CAPTCHA, 0.95)] * 3 + [(PageState.CAPTCHA, PageState.CONTENT, 0.95)])
    plot = reliability_plot(made.reliability, 0.75)
    assert "95 % sure: 75 % of 4 right" in plot
    assert re.search(r'class="count"[^>]*>4<', plot)


def test_the_map_names_doubt_and_both_sides() -> None:
    """A cell says who was taken for whom; a doubt is no answer."""
    row = {PageState.CONTENT: 1, PageState.CAPTCHA: 2, PageState.UNEXPECTED: 1}
    plot = confusion_map("m", "t", {PageState.CAPTCHA: row}, doubt=True)
    assert "1 of 4 captcha pages: called content" in plot
    assert "1 of 4 captcha pages: no answer" in plot
    assert "in doubt" in plot
