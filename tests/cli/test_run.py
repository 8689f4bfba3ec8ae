"""`pagestate run` as a whole: exit codes, messages, files."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.cli.shell import SOURCE, Shell

MISSION = """\
defaults: {on: {error_page: {retries: 0}}}
missions:
  - name: shop
    pages:
      - {id: home, url: "SITE/", expect: ['text contains "joiner"'], tags: [smoke]}
      - {id: account, url: "SITE/login"}
      - {id: old, url: "SITE/missing"}
"""


def written(shell: Shell, text: str, site: str = "") -> str:
    """A mission file over the site."""
    (shell.folder / "pagestate.yaml").write_text(text.replace("SITE", site))
    return "pagestate.yaml"


def test_whole_run(shell: Shell, site: str) -> None:
    """Every page is told, the report and the lines are written, the worst outcome is the exit code."""
    called = shell("run", written(shell, MISSION, site), "--capture", "http")
    assert called.code == 1, called.out + called.err
    assert "1 passed, 1 failed, 1 needs a person" in called.out
    folder = shell.folder / "pagestate-report"
    rows = [json.loads(line) for line in (folder / "results.ndjson").read_text().splitlines()]
    assert {row["id"]: row["outcome"] for row in rows} == {"home": "passed", "account": "needs_person", "old": "failed"}
    report = LexborHTMLParser((folder / "report.html").read_text(encoding="utf-8"))
    assert len(report.css(".page")) == 3
    again = shell("run", "--capture", "http", "--json", "-k", "home")
    assert again.code == 0
    assert [json.loads(line)["id"] for line in again.out.splitlines()] == ["home"]
    assert len((folder / "results.ndjson").read_text().splitlines()) == 4


def test_selection(shell: Shell, site: str) -> None:
    """Names and tags select pages."""
    written(shell, MISSION, site)
    assert "1 passed, 0 failed" in shell("run", "--capture", "http", "--tag", "smoke").out
    nothing = shell("run", "--capture", "http", "--tag", "nightly")
    assert nothing.code == 5
    assert "no page bears that name or tag" in nothing.err


def test_flags_win_over_the_file(shell: Shell, site: str) -> None:
    """A flag goes before what the mission file says."""
    text = MISSION.replace("retries: 0", "retries: 3, wait: 60s")
    called = shell("run", written(shell, text, site), "--capture", "http", "--no-retry", "-k", "old", "--json")
    assert len(json.loads(called.out)["steps"]) == 1
    late = shell("run", "--capture", "http", "--deadline", "5s", "-k", "old", "--json")
    (step,) = json.loads(late.out)["steps"]
    assert "deadline" in step["reason"]


def test_empty_mission(shell: Shell) -> None:
    """A mission without pages is not a success: 5, and how to add one."""
    for text in ("missions: []\n", "missions:\n  - name: shop\n    pages: []\n", ""):
        called = shell("run", written(shell, text), "--capture", "http")
        assert called.code == 5, text + called.err
        assert "no page" in called.err


def test_misspelt_key(shell: Shell, site: str) -> None:
    """A misspelt key gives 2, file and line, and the nearest key."""
    called = shell("run", written(shell, MISSION.replace("expect:", "expct:"), site))
    assert called.code == 2
    assert "pagestate.yaml:5" in called.err
    assert "expct" in called.err
    assert "expect" in called.err.replace("expct", "")


def test_no_browser(shell: Shell, site: str) -> None:
    """Without a browser it ends with 4, before anything is written."""
    called = shell("run", written(shell, MISSION, site), PAGESTATE_BROWSER="none")
    assert called.code == 4
    assert "pagestate doctor --install" in called.err
    assert "--capture http" in called.err
    assert not (shell.folder / "pagestate-report").exists()


def test_secrets_stay_out(shell: Shell, site: str) -> None:
    """A value from the environment stands neither in the output nor in any file."""
    text = MISSION.replace("SITE/login", "SITE/login?who=${ACCOUNT}")
    called = shell("run", written(shell, text, site), "--capture", "http", ACCOUNT="s3cr3t-name")
    assert called.code == 1
    assert "s3cr3t-name" not in called.out + called.err
    for path in (shell.folder / "pagestate-report").rglob("*"):
        if path.is_file():
            assert b"s3cr3t-name" not in path.read_bytes(), path


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_interruption(shell: Shell, site: str, name: str) -> None:
    """Ctrl-C and what a CI sends end with 130; what is known is told and written, and every page is counted."""
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip("started so that this signal is ignored, which is passed on to children")
    text = MISSION.replace("retries: 0", "retries: 3, wait: 60s")
    written(shell, text, site)
    process = subprocess.Popen(
        [sys.executable, "-m", "pagestate", "run", "--capture", "http"],
        cwd=shell.folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that starts this in the background would have it ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    results = shell.folder / "pagestate-report" / "results.ndjson"
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and len(_lines(results)) < 2:
        time.sleep(0.1)
    process.send_signal(getattr(signal, name))
    if name != "SIGINT":
        process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, out + err
    assert "Traceback" not in err
    assert "interrupted: 1 passed, 0 failed, 1 needs a person, 1 not finished" in out
    rows = [json.loads(line) for line in _lines(results)]
    assert {row["id"]: row["interrupted"] for row in rows} == {"home": False, "account": False, "old": True}
    assert (results.parent / "report.html").exists()


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []
