"""Counts and exit codes."""

import pytest

from pagestate.mission.events import PageResult
from pagestate.report.summary import count, exit_code, sentence
from tests.report import samples


def test_every_page_is_counted_once() -> None:
    """The counts add up to the pages, also after an interruption."""
    counts = count(samples.few().pages)
    assert (counts.passed, counts.failed, counts.needs_person, counts.skipped) == (2, 3, 4, 1)
    assert counts.total == 10
    stopped = samples.page("x", interrupted=True)
    counts = count([samples.passed(), stopped])
    assert counts.passed + counts.failed + counts.needs_person + counts.skipped + counts.unfinished == 2


def test_sentence() -> None:
    """The summary names passed, failed and a person's work, always in this order."""
    assert sentence(count(samples.few().pages)) == "2 passed, 3 failed, 4 need a person, 1 skipped · 1 recovered"
    assert sentence(count([samples.wall()])) == "0 passed, 0 failed, 1 needs a person"


@pytest.mark.parametrize(
    ("pages", "code"),
    [
        ([samples.passed()], 0),
        ([samples.recovered()], 0),
        ([samples.passed(), samples.skipped()], 0),
        ([samples.passed(), samples.wall()], 3),
        ([samples.wall(), samples.failed()], 1),
        ([], 5),
    ],
)
def test_exit_code(pages: list[PageResult], code: int) -> None:
    """A failure outweighs an open question, which outweighs a pass; nothing to check is no pass."""
    assert exit_code(samples.mission(pages)) == code


def test_interruption_outweighs_all() -> None:
    """A run cut short says so, whatever had failed."""
    assert exit_code(samples.mission([samples.failed()], interrupted=True)) == 130


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [({"failed"}, 0), ({"needs_person"}, 3), ({"recovered"}, 1), ({"skipped"}, 1), (set(), 0)],
)
def test_fail_on_narrows(fail_on: set[str], code: int) -> None:
    """Only what is named sets the exit code."""
    pages = [samples.wall(), samples.recovered(), samples.skipped()]
    assert exit_code(samples.mission(pages), fail_on) == code
