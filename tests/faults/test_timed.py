"""Timed pages: their ready time is known, and nothing that waits may read it."""

from importlib.resources import files

import pytest

from pagestate.faults.catalog import by_group
from pagestate.faults.timed import LAST, Timed
from pagestate.faults.timed_suite import TIMED
from pagestate.goal.expectations import parse
from pagestate.states import PageState

from .site import visiting


def _each(timed: Timed) -> str:
    return timed.page.id


def test_all_timed_pages_are_in_the_catalogue() -> None:
    assert [one.page for one in TIMED] == list(by_group("timed"))


def test_there_are_pages_of_every_sort() -> None:
    """Signs, silence, unrest and a page that is never ready: a rule for one sort must not pass for all."""
    assert len(TIMED) >= 45
    assert sum(not one.sign for one in TIMED) >= 5
    assert sum(not one.quiet for one in TIMED) >= 10
    assert [one.page.state for one in TIMED if not one.ready] == [PageState.LOADING_TIMEOUT]


@pytest.mark.parametrize("timed", TIMED, ids=_each)
def test_what_is_expected_is_in_the_grammar_and_asked_for_where_nothing_gives_a_sign(timed: Timed) -> None:
    assert parse(timed.expect).source == timed.expect
    assert bool(timed.page.expect) == (not timed.sign)


@pytest.mark.parametrize("timed", [one for one in TIMED if one.after_s > 0.5 and one.ready], ids=_each)
async def test_a_late_page_is_not_ready_as_served_with_its_stamp(timed: Timed) -> None:
    async with visiting() as visitor:
        answer = await visitor.get(timed.page)
    assert "data-ready-at=" not in answer.text
    assert LAST in answer.text or timed.page.routes


def test_nothing_that_waits_knows_of_the_stamp() -> None:
    """Readiness that reads it would measure itself."""
    for folder in ("capture", "facts", "detect", "decide"):
        for file in files(f"pagestate.{folder}").iterdir():
            if file.name.endswith((".py", ".js")):
                assert "ready-at" not in file.read_text(encoding="utf-8"), file.name
    for file in files("pagestate.capture").joinpath("scripts").iterdir():
        assert "ready-at" not in file.read_text(encoding="utf-8"), file.name
