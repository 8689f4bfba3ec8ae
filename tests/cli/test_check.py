"""`pagestate check` as a whole: exit codes, messages, output."""

import json
from pathlib import Path

import pytest

from pagestate.report.record import KEYS
from tests.cli.shell import Shell

LOOKS = [pytest.param("http", id="http"), pytest.param("browser", id="browser", marks=pytest.mark.browser)]


@pytest.mark.parametrize("capture", LOOKS)
def test_ordinary_page_passes(shell: Shell, site: str, capture: str) -> None:
    """Without a goal and without a verb an ordinary page passes; nothing is written."""
    called = shell(site, "--capture", capture)
    assert called.code == 0, called.out + called.err
    assert "content" in called.out
    assert "1 passed, 0 failed, 0 need a person" in called.out
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize("capture", LOOKS)
def test_expectations(shell: Shell, site: str, capture: str) -> None:
    """Expectations that hold make the goal achieved, one that does not makes it fail, with the value seen."""
    good = shell(site, "--capture", capture, "-e", 'text contains "joiner"', "-e", "status == 200")
    assert good.code == 0, good.out + good.err
    assert "goal_achieved" in good.out
    bad = shell(site, "--capture", capture, "--no-retry", "-e", 'h1 contains "Boats"')
    assert bad.code == 1
    assert "goal_failed.expectation" in bad.out
    assert "Furniture by hand" in bad.out


@pytest.mark.parametrize("capture", LOOKS)
@pytest.mark.parametrize(
    ("address", "code", "state", "advice"),
    [
        ("http://127.0.0.1:9", 1, "capture_failed.refused", "Start the server"),
        ("http://nowhere.invalid/", 1, "capture_failed.dns", "Check the spelling"),
        ("/missing", 1, "error_page.not_found", "Correct the address"),
        ("/login", 3, "auth_wall.login", "Log in"),
        ("/file", 1, "capture_failed.download", "header("),
    ],
)
def test_what_a_person_can_act_on(
    shell: Shell, site: str, capture: str, address: str, code: int, state: str, advice: str
) -> None:
    """Each trouble gives its exit code, its state, and what to do about it."""
    url = site + address if address.startswith("/") else address
    called = shell("check", url, "--no-retry", "--capture", capture)
    assert called.code == code, called.out + called.err
    assert state in called.out
    assert advice in " ".join(called.out.split())


@pytest.mark.parametrize("capture", LOOKS)
def test_json(shell: Shell, site: str, capture: str) -> None:
    """With --json stdout is one documented line and nothing else."""
    called = shell(f"{site}/?token=abc", "--json", "--text", "--capture", capture)
    assert called.code == 0
    (line,) = called.out.splitlines()
    record = json.loads(line)
    assert set(record) == {*KEYS, "text"}
    assert record["state"] == "content"
    assert record["requested_url"] == f"{site}/?token=***"
    assert "Furniture by hand" in record["text"]
    assert record["capture"]["source"] == capture


def test_no_browser(shell: Shell, site: str) -> None:
    """Without a browser it ends with 4 and names both ways on."""
    called = shell(site, PAGESTATE_BROWSER="none")
    assert called.code == 4
    assert called.out == ""
    assert "pagestate doctor --install" in called.err
    assert "--capture http" in called.err


def test_http_needs_no_browser_and_says_what_it_cannot_see(shell: Shell, site: str) -> None:
    """Plain HTTP works on any machine, and says what it leaves out."""
    called = shell(site, "--capture", "http", PAGESTATE_BROWSER="none")
    assert called.code == 0
    assert "scripts" in called.err


def test_model_that_is_down(shell: Shell, site: str) -> None:
    """A goal that only a model could judge is never a success when the model does not answer."""
    called = shell(
        site, "The shop sells lamps", "--capture", "http", "--model", "m", "--model-url", "http://127.0.0.1:9/v1",
        PAGESTATE_MODEL_KEY="k",
    )  # fmt: skip
    assert called.code == 3, called.out + called.err
    assert "unexpected.goal_unverified" in called.out
    assert "--expect" in called.out or "expectation" in called.out
    assert "127.0.0.1:9" in called.out or "no answer" in called.out or "model" in called.out


def test_goal_without_a_judge(shell: Shell, site: str) -> None:
    """A goal in plain words that nothing can check needs a person, and the way to make it checkable is told."""
    called = shell(site, "The shop sells lamps", "--capture", "http")
    assert called.code == 3
    assert "unexpected.goal_unverified" in called.out
    assert "expectation" in called.out


def test_fail_on(shell: Shell, site: str) -> None:
    """--fail-on says which outcomes set the exit code."""
    assert shell(f"{site}/login", "--capture", "http", "--fail-on", "failed").code == 0
    assert shell(f"{site}/missing", "--capture", "http", "--no-retry", "--fail-on", "none").code == 0


@pytest.mark.browser
def test_output_folder(shell: Shell, site: str) -> None:
    """With --output the report, the line and the bundle are kept, and the bundle replays to the same verdict."""
    called = shell(f"{site}/login", "--output", "kept")
    assert called.code == 3
    folder = shell.folder / "kept"
    assert (folder / "report.html").read_text(encoding="utf-8").endswith("</html>")
    record = json.loads((folder / "results.ndjson").read_text())
    bundle = Path(record["bundle"])
    again = shell("classify", str(bundle), "--json")
    replayed = json.loads(again.out)
    assert [replayed[key] for key in ("state", "kind", "confidence")] == [
        record[key] for key in ("state", "kind", "confidence")
    ]


def test_environment_and_flag(shell: Shell, site: str) -> None:
    """A flag goes before the environment, the environment before the default."""
    assert json.loads(shell(site, "--json", PAGESTATE_CAPTURE="http").out)["capture"]["source"] == "http"
    assert shell(site, "--capture", "http", PAGESTATE_CAPTURE="nonsense").code == 0


def test_what_could_not_be_done_is_refused_before_anything_is_visited(shell: Shell, site: str) -> None:
    """A report that could not be written, a header that splits in two, a limit that leaves no time."""
    (shell.folder / "file").touch()
    for option, says in (
        (("--output", "file"), "file is a file"),
        (("--output", "file/below"), "lies under one"),
        (("--output", "/proc/nowhere"), "cannot be made"),
        (("--header", "A: b\r\nCookie: c"), "no header"),
        (("--header", "A b: c"), "no header"),
        (("--timeout", "0"), "needs some time"),
    ):
        called = shell("check", site, "--capture", "http", *option)
        assert called.code == 2, called.err
        assert says in called.err
        assert called.out == ""


def test_quiet(shell: Shell, site: str) -> None:
    """Quiet prints the summary alone, and nothing on stderr."""
    called = shell(site, "--capture", "http", "-q")
    assert len(called.out.splitlines()) == 1
    assert called.err == ""
