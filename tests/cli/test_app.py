"""The command line as a whole: help, version, errors."""

import subprocess
import sys

import pytest

from pagestate import __version__
from pagestate.cli.app import COMMANDS
from tests.cli.shell import SOURCE, Shell


def test_alone(shell: Shell) -> None:
    """Without arguments it says what it is for and names the three most useful commands."""
    called = shell()
    assert called.code == 0
    assert "pagestate https://example.com" in called.out
    assert "pagestate init" in called.out
    assert "pagestate demo" in called.out


def test_version(shell: Shell) -> None:
    """The version alone, on stdout."""
    called = shell("--version")
    assert (called.code, called.out.strip(), called.err) == (0, __version__, "")


def test_help(shell: Shell) -> None:
    """The help lists every command and what the exit codes mean."""
    called = shell("--help")
    assert called.code == 0
    assert all(f" {name} " in called.out for name in COMMANDS)
    assert "Exit codes" in called.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(shell: Shell, command: str) -> None:
    """Every command explains itself."""
    called = shell(command, "--help")
    assert called.code == 0
    assert f"pagestate {command}" in called.out


@pytest.mark.parametrize(
    ("arguments", "unloaded"),
    [
        (["--version"], ["playwright", "pydantic_ai", "openai", "pydantic", "selectolax", "jinja2", "PIL"]),
        ([], ["playwright", "pydantic_ai", "openai", "pydantic", "selectolax", "jinja2", "PIL"]),
        (["--help"], ["playwright", "pydantic_ai", "openai", "jinja2", "PIL", "httpx2", "uvicorn"]),
        (["schema"], ["playwright", "pydantic_ai", "openai", "jinja2", "PIL", "httpx2", "uvicorn"]),
    ],
)
def test_quick_start(arguments: list[str], unloaded: list[str]) -> None:
    """What needs no browser and no model loads neither."""
    code = (
        f"import sys; from pagestate.cli import main; main({arguments!r});"
        f"print([name for name in {unloaded!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chekc", "https://example.com"], ['Unknown command "chekc"', 'Did you mean "check"']),
        (["check"], ["requires an argument", "pagestate check --help"]),
        (["example.com", "--timeout", "3"], ["--timeout", "3s", "pagestate check --help"]),
        (["example.com", "--expct", "x"], ["Unknown option: --expct", "--expect"]),
        (["example.com", "--capture", "eyes"], ["--capture", "browser"]),
        (["example.com", "--retries", "12"], ["--retries: 12"]),
        (["example.com", "--threshold", "0.2"], ["--threshold"]),
        (["example.com", "--fail-on", "everything"], ["--fail-on", "needs_person"]),
        (["example.com", "--header", "nonsense"], ["--header", "Name: value"]),
        (["example.com", "--auth-state", "none.json"], ["--auth-state", "none.json"]),
        (["ftp://example.com"], ["only http and https"]),
        (["run", "none.yaml"], ["there is no mission file none.yaml", "pagestate init none.yaml"]),
    ],
)
def test_usage_errors(shell: Shell, arguments: list[str], words: list[str]) -> None:
    """A mistake in the call gives 2 and one message that says what to do, on stderr."""
    called = shell(*arguments)
    assert called.code == 2
    assert called.out == ""
    for word in words:
        assert word in called.err


def test_bad_expectation_points_at_the_place(shell: Shell) -> None:
    """An expectation that cannot be read is shown with a caret under the place."""
    called = shell("example.com", "--expect", 'text containz "x"')
    assert called.code == 2
    lines = called.err.splitlines()
    caret = next(number for number, line in enumerate(lines) if line.strip() == "^")
    assert lines[caret - 1].strip() == 'text containz "x"'
    assert lines[caret].index("^") == lines[caret - 1].index("containz")


def test_poor_terminal(shell: Shell, site: str) -> None:
    """Where the terminal knows ASCII alone, signs are replaced and nothing fails."""
    called = shell(site, "--capture", "http", PYTHONUTF8="0", PYTHONIOENCODING="ascii:strict")
    assert called.code == 0
    assert "? " in called.out


def test_reader_that_has_seen_enough(shell: Shell, site: str) -> None:
    """A closed pipe (`| head`) is no error, and nobody complains."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pagestate", site, "--capture", "http", "--json", "--quiet"],
        env={"PYTHONPATH": str(SOURCE)},
        cwd=shell.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


def test_debug_shows_where() -> None:
    """Only --debug brings a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "pagestate", "--debug", "run", "none.yaml"],
        env={"PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(shell: Shell, site: str, closed: str) -> None:
    """Who wants to read nothing still gets the exit code."""
    call = f'"{sys.executable}" -m pagestate "{site}" --capture http {closed}'
    done = subprocess.run(
        ["sh", "-c", call],
        env={"PYTHONPATH": str(SOURCE)},
        cwd=shell.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
