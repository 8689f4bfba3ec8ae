"""The homes of label details."""

import json
from importlib import resources

from pagestate.evaluation.details import homeless, homes, kinds_for
from pagestate.evaluation.labelled import LabelledPage
from pagestate.states import KINDS, PageState


def labelled(state: PageState, detail: str | None) -> LabelledPage:
    """A page with this label."""
    return LabelledPage(id="x", file="x.html", state=state, detail=detail, row={})


def test_every_home_is_a_kind_of_its_state() -> None:
    """A detail must not be sent to a kind that does not exist."""
    for (state, detail), kinds in homes().items():
        assert detail
        known = {kind.name for kind in KINDS[state]}
        assert set(kinds) <= known, (state, detail)


def test_no_detail_stands_twice_under_a_kind() -> None:
    """And no list is empty."""
    data = json.loads((resources.files("pagestate.evaluation") / "details.json").read_text(encoding="utf-8"))
    for kinds in data["homes"].values():
        for details in kinds.values():
            assert details
            assert sorted(set(details)) == details


def test_unknown_details_are_named_and_ordinary_pages_need_none() -> None:
    """A labeller's own words are no error; the name of a kind is its own home."""
    pages = [
        labelled(PageState.ERROR_PAGE, "never heard of"),
        labelled(PageState.ERROR_PAGE, "gateway"),
        labelled(PageState.ERROR_PAGE, None),
        labelled(PageState.CONTENT, "never heard of"),
    ]
    assert homeless(pages) == ("error_page: never heard of",)
    assert kinds_for(PageState.ERROR_PAGE, "gateway") == ("gateway",)
    assert kinds_for(PageState.ERROR_PAGE, "branded_404") == ("not_found",)
    assert kinds_for(PageState.CAPTCHA, "branded_404") == ()
