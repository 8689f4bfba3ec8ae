"""`pagestate demo`, `pagestate faults`, and holding results against the catalogue."""

import os
import signal
import subprocess
import sys
import urllib.request
from dataclasses import replace

import pytest

from pagestate.cli.catalogue import compare, page_for, scaled_strategies
from pagestate.cli.demo import _steps
from pagestate.faults.catalog import DEMO, PAGES, by_id
from pagestate.states import PageState, RecoveryAction
from tests.cli.shell import SOURCE, Shell
from tests.report import samples


def test_demo_shows_every_state() -> None:
    """Every state occurs in the demo, as the first or the last of a page."""
    rows = [by_id(one) for one in DEMO]
    assert {row.state for row in rows} | {row.ends_as[0] for row in rows} == set(PageState)


@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.id)
def test_every_row_of_the_catalogue_can_be_visited(row: object) -> None:
    """Goals, expectations and sessions of all rows make a page to visit."""
    fault = by_id(row.id)  # type: ignore[attr-defined]
    page = page_for(fault, "http://x.localhost/", 0.1)
    assert page.id == fault.id
    assert (page.auth is None) == (fault.session is None)


def test_waits_are_scaled_and_budgets_stay() -> None:
    """The demo waits a tenth as long, and tries as often."""
    whole, tenth = scaled_strategies(1.0), scaled_strategies(0.1)
    for key, one in whole.by_key.items():
        assert tenth.by_key[key].wait_s == pytest.approx(one.wait_s * 0.1)
        assert tenth.by_key[key].max_retries == one.max_retries


def test_comparison() -> None:
    """State, kind, and every step have to come out as intended."""
    fault = next(row for row in PAGES if row.state is PageState.ERROR_PAGE and row.kind == "server_error")
    fault = replace(
        fault,
        final_state=None,
        final_kind=None,
        steps=(
            RecoveryAction.RETRY_WITH_LONGER_DELAY,
            RecoveryAction.RETRY_WITH_LONGER_DELAY,
            RecoveryAction.MARK_AS_FAILED,
        ),
    )
    assert compare(fault, samples.failed()).as_intended
    assert not compare(replace(fault, kind="gateway"), samples.failed()).as_intended
    assert not compare(replace(fault, steps=(RecoveryAction.MARK_AS_FAILED,)), samples.failed()).as_intended
    again = replace(fault, final_state=PageState.GOAL_ACHIEVED)
    assert compare(again, samples.failed()).intended == "error_page.server_error → goal_achieved"


def test_steps_in_short() -> None:
    """Equal steps in a row are counted."""
    wait, person = RecoveryAction.WAIT_FOR_SITE, RecoveryAction.ALERT_HUMAN
    assert _steps((wait, wait, wait, person)) == "wait ×3, person"


def test_faults_serves_its_index(shell: Shell) -> None:
    """The fault site tells its address and the browser arguments, and ends on Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pagestate", "faults", "--port", "0"],
        cwd=shell.folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    url = first.split()[-1]
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert b"auth_wall" in answer.read()
    process.send_signal(signal.SIGINT)
    assert "PAGESTATE_BROWSER_ARGS" in process.stdout.read()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=20) == 0
    process.stdout.close()
    process.stderr.close()


def test_port_in_use(shell: Shell) -> None:
    """A port that is taken gives 2 and the way round it."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        called = shell("faults", "--port", str(taken.getsockname()[1]))
    assert called.code == 2
    assert "--port 0" in called.err


@pytest.mark.browser
def test_demo(shell: Shell) -> None:
    """The demo ends with 0, every page as intended and the report at hand; it says what a run would end with."""
    called = shell("demo", timeout=240)
    assert called.code == 0, called.out
    assert f"All {len(DEMO)} pages came out as intended" in called.out
    assert "exit code 1" in called.out
    assert "pagestate-report/report.html" in called.out
    assert (shell.folder / "pagestate-report" / "report.html").exists()
