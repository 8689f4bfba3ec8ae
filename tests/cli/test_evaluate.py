"""`pagestate eval`: the table, the JSON, the report."""

import json

from tests.cli.shell import Shell
from tests.cli.site import LOGIN, MISSING, ORDINARY


def manifest(shell: Shell, *more: str) -> str:
    """Four labelled pages, one of them not to be scored."""
    rows = []
    for name, body, state, split in (
        ("a", ORDINARY, "content", "learn"),
        ("b", LOGIN, "auth_wall", "check"),
        ("c", MISSING, "error_page", "check"),
        ("d", ORDINARY, "unexpected", "check"),
    ):
        (shell.folder / f"{name}.html").write_text(body)
        rows.append(json.dumps({"id": name, "file": f"{name}.html", "state": state, "split": split}))
    (shell.folder / "m.jsonl").write_text("\n".join([*rows, *more]) + "\n")
    return "m.jsonl"


def test_table(shell: Shell) -> None:
    """The table fits into 100 columns and says the rates that matter."""
    called = shell("eval", manifest(shell))
    assert called.code == 0, called.err
    assert max(map(len, called.out.splitlines())) <= 100
    assert "walls called fine" in called.out
    assert "0 of 2" in called.out
    assert "auth_wall" in called.out


def test_json_and_split(shell: Shell) -> None:
    """A split is scored alone; the JSON holds the confusion table."""
    called = shell("eval", manifest(shell), "--split", "check", "--json")
    data = json.loads(called.out)
    assert called.code == 0
    assert data["pages"] == 2
    assert data["confusion"] == {"auth_wall": {"auth_wall": 1}, "error_page": {"error_page": 1}}
    assert shell("eval", "m.jsonl", "--split", "none").code == 5


def test_bad_rows(shell: Shell) -> None:
    """A row without a label or with an unknown state is named; the others are scored; the end is 2."""
    path = manifest(shell, '{"id": "e", "file": "a.html"}', '{"id": "f", "file": "a.html", "state": "fine"}')
    called = shell("eval", path)
    assert called.code == 2
    assert "m.jsonl:5: state: field required" in called.err
    assert "m.jsonl:6: state: " in called.err
    assert "3 were scored" in called.err


def test_report_and_ablation(shell: Shell) -> None:
    """The report stands where it was asked for; what was taken away is said in it and in the JSON."""
    path = manifest(shell)
    called = shell("eval", path, "--report", "out", "--without", "status,html", "--json")
    assert called.code == 0, called.err
    data = json.loads(called.out)
    assert data["without"] == ["html", "status"]
    assert data["by"]["document"]["text only"]["pages"] == 3
    assert len(data["risk"]) == 101
    page = (shell.folder / "out" / "eval.html").read_text(encoding="utf-8")
    assert "judged without html, status" in page
    assert "out/eval.html" in called.err
    assert shell("eval", path, "--report", "one.html").code == 0
    assert (shell.folder / "one.html").is_file()
    (shell.folder / "taken").write_text("")
    assert "--report" in shell("eval", path, "--report", "taken/x.html").err


def test_what_cannot_be_done_is_said(shell: Shell) -> None:
    """Unknown evidence, an impossible threshold, no manifest, an empty one, no zip: each with its exit code."""
    path = manifest(shell)
    assert shell("eval", path, "--without", "cookies").code == 2
    assert shell("eval", path, "--threshold", "7").code == 2
    assert shell("eval", "none.jsonl").code == 2
    (shell.folder / "empty.jsonl").write_text("")
    assert shell("eval", "empty.jsonl").code == 5
    (shell.folder / "zipped.jsonl").write_text(json.dumps({"id": "z", "file": "pages/z.html", "state": "content"}))
    called = shell("eval", "zipped.jsonl")
    assert called.code == 2
    assert "zipped.jsonl:1: there is no file 'pages/z.html' beside the manifest, nor in a zip there" in called.err


def test_an_unknown_detail_is_noted(shell: Shell) -> None:
    """It is scored by its state, and the note says why its kind is not."""
    path = manifest(shell, json.dumps({"id": "k", "file": "c.html", "state": "error_page", "detail": "odd one"}))
    called = shell("eval", path)
    assert called.code == 0
    assert "no kind is known for the detail error_page: odd one" in called.err
