"""`pagestate classify` as a whole."""

import json
from pathlib import Path
from zipfile import ZipFile

from pagestate.report.record import KEYS
from tests.cli.shell import Shell
from tests.cli.site import LOGIN, MISSING, ORDINARY
from tests.report.samples import picture


def test_html_file(shell: Shell) -> None:
    """A saved page is judged with what is known of it besides."""
    (shell.folder / "page.html").write_text(MISSING)
    called = shell("classify", "page.html", "--url", "https://shop.test/x", "--status", "404", "--json")
    assert called.code == 1, called.err
    record = json.loads(called.out)
    assert tuple(record) == KEYS
    assert (record["id"], record["state"], record["kind"]) == ("page.html", "error_page", "not_found")
    assert (record["requested_url"], record["status"]) == ("https://shop.test/x", 404)
    assert record["steps"][0]["action"] == "retry_with_longer_delay"
    assert record["capture"]["source"] == "html"


def test_standard_input_and_expectations(shell: Shell) -> None:
    """A page can come through a pipe; expectations are asked of it."""
    called = shell("classify", "-", "--expect", 'h1 contains "hand"', "--json", stdin=ORDINARY)
    assert called.code == 0, called.err + called.out
    record = json.loads(called.out)
    assert record["state"] == "goal_achieved"
    assert record["expectations"] == [
        {"expectation": 'h1 contains "hand"', "outcome": "met", "seen": record["expectations"][0]["seen"]}
    ]


def test_several_files_make_a_table(shell: Shell) -> None:
    """Several files get a line each and a summary."""
    (shell.folder / "a.html").write_text(ORDINARY)
    (shell.folder / "b.html").write_text(LOGIN)
    called = shell("classify", "a.html", "b.html")
    assert called.code == 3
    lines = called.out.splitlines()
    assert lines[0].startswith("✓ a.html")
    assert "content" in lines[0]
    assert lines[1].startswith("! b.html")
    assert "auth_wall.login" in lines[1]
    assert lines[-1] == "1 passed, 0 failed, 1 needs a person"


def test_what_is_no_page(shell: Shell) -> None:
    """A file that is no page gives 2 and says what it looks like."""
    (shell.folder / "archive.bin").write_bytes(b"PK\x03\x04" + bytes(100))
    called = shell("classify", "archive.bin")
    assert called.code == 2
    assert "archive.bin" in called.err
    assert "zip archive" in called.err
    assert shell("classify", "none.html").code == 2
    assert shell("classify").code == 2


def test_picture(shell: Shell) -> None:
    """A picture alone is judged, and never called a success."""
    (shell.folder / "shot.png").write_bytes(picture())
    called = shell("classify", "shot.png", "--json")
    record = json.loads(called.out)
    assert record["capture"]["source"] == "picture"
    assert record["outcome"] != "passed"


def manifest(folder: Path) -> str:
    """A manifest of four rows, one page in a zip, two rows bad."""
    (folder / "pages").mkdir()
    (folder / "pages" / "a.html").write_text(ORDINARY)
    with ZipFile(folder / "pages.zip", "w") as archive:
        archive.writestr("pages/b.html", LOGIN)
    rows = [
        {"id": "a", "file": "pages/a.html", "requested_url": "https://shop.test/", "status": 200},
        {"id": "b", "file": "pages/b.html", "host": "shop.test", "headers": {"Server": "x"}, "encoding": "utf-8"},
        {"id": "c", "file": "pages/c.html"},
    ]
    (folder / "m.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) + "{broken\n")
    return "m.jsonl"


def test_manifest(shell: Shell) -> None:
    """Good rows are judged, bad ones are named with their line, and the end is 2."""
    called = shell("classify", "--manifest", manifest(shell.folder), "--json")
    assert called.code == 2
    records = [json.loads(line) for line in called.out.splitlines()]
    assert [(one["id"], one["state"]) for one in records] == [("a", "content"), ("b", "auth_wall")]
    assert records[1]["requested_url"] == "http://shop.test/"
    assert "m.jsonl:3: " in called.err
    assert "m.jsonl:4: not JSON" in called.err
    assert "2 rows could not be classified; 2 were" in called.err


def test_manifest_as_a_table(shell: Shell) -> None:
    """Without --json a manifest gives a compact table."""
    called = shell("classify", "--manifest", manifest(shell.folder))
    assert called.out.splitlines()[-1] == "1 passed, 0 failed, 1 needs a person"


def test_model_that_is_down(shell: Shell) -> None:
    """A second reader that does not answer is told, and changes nothing for the better."""
    called = shell(
        "classify", "-", "--goal", "The shop sells lamps", "--json", "--model", "m", "--model-url", "http://127.0.0.1:9/v1",
        stdin=ORDINARY, PAGESTATE_MODEL_KEY="k",
    )  # fmt: skip
    assert called.code == 3, called.err
    record = json.loads(called.out)
    assert (record["state"], record["kind"]) == ("unexpected", "goal_unverified")
    assert record["goal"]["opinion"]["error"]
