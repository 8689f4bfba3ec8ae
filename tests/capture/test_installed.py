"""Finding a browser, checking it, and what is said when there is none."""

import os
import stat
import sys
from pathlib import Path

import pytest

from pagestate.capture import installed
from pagestate.capture.installed import FoundBrowser, check, find_browser
from pagestate.errors import BackendError


def program(folder: Path, name: str, body: str = "exit 0") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_a_headless_shell_is_preferred(tmp_path: Path) -> None:
    program(tmp_path, "chromium")
    program(tmp_path, "google-chrome")
    shell = program(tmp_path, "chromium-headless-shell")
    found = find_browser({"PATH": str(tmp_path)}, platform="plan9")
    assert found == FoundBrowser(path=shell, kind="headless_shell", source="PATH")


def test_chromium_comes_before_chrome_and_edge(tmp_path: Path) -> None:
    for name in ("microsoft-edge", "google-chrome", "chromium"):
        program(tmp_path, name)
    found = find_browser({"PATH": str(tmp_path)}, platform="plan9")
    assert found is not None
    assert found.kind == "chromium"


@pytest.mark.skipif(sys.platform == "win32", reason="paths of another system")
def test_what_playwright_downloaded_is_found_the_newest_whole_one(tmp_path: Path) -> None:
    for revision, whole in (("1000", True), ("1200", True), ("1300", False)):
        folder = tmp_path / f"chromium_headless_shell-{revision}"
        program(folder / "chrome-headless-shell-linux64", "chrome-headless-shell")
        if whole:
            (folder / "INSTALLATION_COMPLETE").touch()
    found = find_browser({"PATH": "", "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}, platform="plan9")
    assert found is not None
    assert found.source == "playwright"
    assert "1200" in str(found.path)


def test_the_variable_names_a_path_a_program_or_none(tmp_path: Path) -> None:
    mine = program(tmp_path, "my-browser")
    assert find_browser({"PAGESTATE_BROWSER": str(mine)}) == FoundBrowser(
        path=mine, kind="named", source="PAGESTATE_BROWSER"
    )
    by_name = find_browser({"PAGESTATE_BROWSER": "my-browser", "PATH": str(tmp_path)})
    assert by_name is not None
    assert by_name.path == mine
    assert find_browser({"PAGESTATE_BROWSER": "none", "PATH": os.environ["PATH"]}) is None
    with pytest.raises(BackendError, match="no such file"):
        find_browser({"PAGESTATE_BROWSER": str(tmp_path / "gone")})


def test_nothing_installed_is_none(tmp_path: Path) -> None:
    assert find_browser({"PATH": str(tmp_path), "HOME": str(tmp_path)}, platform="plan9") is None


@pytest.mark.browser
async def test_a_real_browser_starts_and_tells_its_version() -> None:
    found = find_browser()
    assert found is not None
    checked = await check(found)
    assert checked.starts
    assert checked.version is not None
    assert checked.version[0].isdigit()


@pytest.mark.browser
async def test_a_program_that_is_no_browser_does_not_start(tmp_path: Path) -> None:
    checked = await check(FoundBrowser(path=program(tmp_path, "fake", "exit 3"), kind="named", source="PATH"))
    assert not checked.starts
    assert "cannot be started" in (checked.problem or "")


async def test_installing_tries_one_way_after_the_other_and_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = program(tmp_path, "broken", "echo no network; exit 1")
    monkeypatch.setattr(installed, "_ways", lambda: iter([("one", [[str(broken)]]), ("two", [["/no/such/program"]])]))
    lines: list[str] = []
    with pytest.raises(BackendError) as caught:
        await installed.install(lines.append)
    assert "no network" in str(caught.value)
    assert "capture http" in str(caught.value)
    assert lines == ["one", "no network", "two"]


async def test_nothing_is_installed_where_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could not be found afterwards; the message says what to do instead."""
    monkeypatch.setenv("PAGESTATE_BROWSER", "none")
    monkeypatch.setattr(installed, "_ways", lambda: pytest.fail("nothing may be tried"))
    with pytest.raises(BackendError, match=r"(?s)PAGESTATE_BROWSER=none.*Unset it.*--capture http"):
        await installed.install()


async def test_the_cause_of_a_failed_installer_is_told_and_not_its_stack(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "installer"
    script.write_text("echo 50 %; echo Error: no such host; echo '    at Process.run (file:1:2)'; exit 1\n")
    monkeypatch.setenv("PAGESTATE_BROWSER", "")
    monkeypatch.setattr(installed, "_ways", lambda: iter([("one", [["/bin/sh", str(script)]])]))
    with pytest.raises(BackendError, match="no such host") as caught:
        await installed.install()
    assert "Process.run" not in str(caught.value)


async def test_installing_returns_what_was_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shell = tmp_path / "bin" / "chromium-headless-shell"
    maker = program(tmp_path, "maker", f"mkdir -p {shell.parent}; printf '#!/bin/sh\\n' > {shell}; chmod +x {shell}")
    monkeypatch.setattr(installed, "_ways", lambda: iter([("make", [["/bin/sh", str(maker)]])]))
    monkeypatch.setenv("PATH", f"{shell.parent}:/bin:/usr/bin")
    monkeypatch.delenv("PAGESTATE_BROWSER", raising=False)
    assert (await installed.install()).path == shell
