"""The library as others import it."""

import subprocess
import sys
from pathlib import Path

import pytest

import pagestate

SOURCE = str(Path(pagestate.__file__).parents[1])


def python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": SOURCE}
    )
    return done.stdout.strip()


def test_importing_loads_no_browser_driver_and_no_model_client() -> None:
    heavy = ("playwright", "pydantic_ai", "openai", "httpx2", "pydantic", "PIL", "selectolax", "rich", "ruamel.yaml")
    loaded = python(f"import sys, pagestate; print([name for name in {heavy!r} if name in sys.modules])")
    assert loaded == "[]"


def test_importing_is_quick() -> None:
    """Under 0.3 s; the best of three, since the machine may be busy."""
    code = "import time; start = time.perf_counter(); import pagestate; print(time.perf_counter() - start)"
    assert min(float(python(code)) for _ in range(3)) < 0.3


def test_classifying_needs_neither_browser_driver_nor_model_client() -> None:
    code = (
        "import sys, pagestate; verdict = pagestate.classify('<h1>Hello</h1>');"
        "print([name for name in ('playwright', 'pydantic_ai') if name in sys.modules])"
    )
    assert python(code) == "[]"


@pytest.mark.parametrize("name", sorted(pagestate.__all__))
def test_every_name_can_be_had(name: str) -> None:
    assert getattr(pagestate, name) is not None
    assert name in dir(pagestate)


def test_a_name_that_is_none_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = pagestate.nonsense


def test_html_is_classified_with_its_expectations() -> None:
    page = "<title>Orders</title><h1>Your orders</h1>" + "<p>An order of many fine things was placed.</p>" * 30
    verdict = pagestate.classify(page, requested_url="http://shop.test/orders", expect=['h1 == "Your orders"'])
    assert verdict.state == pagestate.PageState.GOAL_ACHIEVED
    verdict = pagestate.classify(page, requested_url="http://shop.test/orders", expect=['h1 == "Your cart"'])
    assert verdict.state == pagestate.PageState.GOAL_FAILED


def test_a_broken_expectation_is_told_before_anything_is_looked_at() -> None:
    with pytest.raises(pagestate.InputError, match="unknown subject"):
        pagestate.classify("<p>", expect=["titel == x"])


async def test_a_page_is_held_against_what_was_learnt_of_it(tmp_path: Path) -> None:
    """`check` finds the page in the file by its address."""
    from pagestate.capture.http import HttpBackend
    from pagestate.faults.pages.known import PROGRAMME, SERUM
    from pagestate.mission.known import save_known
    from tests.detect.learnt import identity
    from tests.loopback import Site, serving

    with serving(Site({"/hall": SERUM})) as site:
        save_known(tmp_path / "known.json", [identity(PROGRAMME, url=f"{site.url}/hall", name="hall")])
        async with HttpBackend() as backend:
            result = await pagestate.check(f"{site.url}/hall", backend=backend, known=tmp_path / "known.json")
    assert result.last is not None
    assert result.last.verdict.kind in ("takeover", "wrong_origin")
