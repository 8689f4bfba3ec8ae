"""`pagestate doctor`."""

import json

import pytest

from tests.cli.shell import Shell


def test_no_browser(shell: Shell) -> None:
    """Without a browser it ends with 4 and names both ways on."""
    called = shell("doctor", PAGESTATE_BROWSER="none")
    assert called.code == 4
    assert "pagestate doctor --install" in called.out
    assert "--capture http" in called.out


def test_browser_that_does_not_start(shell: Shell) -> None:
    """A browser that is there and does not start is no browser."""
    fake = shell.folder / "chromium"
    fake.write_text("#!/bin/sh\nexit 3\n")
    fake.chmod(0o755)
    called = shell("doctor", PAGESTATE_BROWSER=str(fake))
    assert called.code == 4
    assert "does not start" in called.out


def test_model_that_is_down(shell: Shell) -> None:
    """A model that does not answer is a warning, told even when quiet; the main job works without it."""
    called = shell(
        "doctor",
        "--json",
        PAGESTATE_BROWSER="none",
        PAGESTATE_MODEL="m",
        PAGESTATE_MODEL_URL="http://u:p4ss@127.0.0.1:9/v1",
    )
    rows = {row["name"]: row for row in map(json.loads, called.out.splitlines())}
    assert rows["model"]["status"] == "warning"
    assert "no answer" in rows["model"]["detail"]
    assert "p4ss" not in called.out


@pytest.mark.browser
def test_browser_that_works(shell: Shell) -> None:
    """With a browser all is well, its version is told, and quiet has nothing to say."""
    called = shell("doctor")
    assert called.code == 0
    assert "browser" in called.out
    assert shell("doctor", "--quiet").out == ""
