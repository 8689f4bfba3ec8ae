"""A refit on a handful of pages."""

import json
from pathlib import Path

import pytest

from pagestate.capture.saved import load_html
from pagestate.decide.scoring import table
from pagestate.errors import InputError
from pagestate.facts import extract
from pagestate.refit.files import package_folder, write_into
from pagestate.refit.fitting import Refit, Teaching, refit
from pagestate.refit.folds import Kin
from pagestate.states import PageState
from tests.decide.captures import NAV, page, prose

GOOD = page("Harbour", NAV + "<main><h1>Harbour</h1>" + prose("the harbour", 8) + "</main>")
GONE = page("Page not found", "<h1>404</h1><p>This page does not exist.</p>")
LOGIN = page("Log in", "<h1>Log in</h1><form><input name=user><input type=password><button>Log in</button></form>")


def teaching() -> list[Teaching]:
    """Four sites, each with a good page, an error and a log-in."""
    return [
        Teaching(
            kin=Kin(id=f"{site}{number}", group=site),
            state=state,
            facts=extract(load_html(html.encode(), requested_url=f"http://{site}.example/")),
        )
        for site in "abcd"
        for number, (html, state) in enumerate(
            ((GOOD, PageState.CONTENT), (GONE, PageState.ERROR_PAGE), (LOGIN, PageState.AUTH_WALL))
        )
    ]


@pytest.fixture(scope="module")
def found() -> Refit:
    """A small fit."""
    return refit(teaching(), number=2, rounds=1, steps=60)


def test_every_page_is_held_out_once_in_each_way(found: Refit) -> None:
    """The figures are over all pages, each judged by a fit that has not seen its site."""
    assert (found.pages, found.families, found.folds) == (12, 4, 2)
    assert [(name, figures.pages) for name, figures in found.figures] == [
        ("as they are", 12),
        ("as if their wordings were unknown", 12),
    ]
    assert found.figures[0][1].right.value == 1.0
    assert 0.3 <= found.temperature <= 4.0


def test_the_files_are_the_packages_own_with_new_numbers(found: Refit, tmp_path: Path) -> None:
    """What is not fitted (priors, costs, meanings) stays; names stay; the date and the source are told."""
    weights, calibration = write_into(found, tmp_path / "fitted", fitted_at="2020-02-02")
    written, own = json.loads(calibration.read_text()), table()
    assert written["fitted_at"] == "2020-02-02"
    assert "12 labelled pages" in written["fitted_on"]
    assert written["costs"] == own["costs"]
    assert written["bias"].keys() == own["bias"].keys()
    assert written["temperature"] == round(found.temperature, 3)
    new = json.loads(weights.read_text())["weights"]
    old = json.loads((package_folder() / "detect" / "weights.json").read_text())["weights"]
    assert new.keys() == old.keys()
    for name, entry in new.items():
        assert entry["prior"] == old[name]["prior"]
        assert entry["weight"] == round(found.fit.weights[name], 3)
        assert entry["weight"] * entry["prior"] >= 0  # a sign for something never becomes one against it


def test_the_package_is_not_overwritten_by_the_way(found: Refit, tmp_path: Path) -> None:
    """Only `--in-place` may; and a place that cannot be written to is named."""
    with pytest.raises(InputError, match="--in-place"):
        write_into(found, package_folder() / "detect", fitted_at="x")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_into(found, tmp_path / "file", fitted_at="x")
