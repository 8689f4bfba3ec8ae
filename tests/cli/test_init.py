"""`pagestate init` and `pagestate schema`."""

import json
from pathlib import Path

from tests.cli.shell import Shell


def test_writes_a_file_that_can_be_run(shell: Shell) -> None:
    """The file it writes is one that `run` accepts."""
    called = shell("init")
    assert called.code == 0
    assert "pagestate run pagestate.yaml\n" in called.out
    nothing = shell("run", "pagestate.yaml", "-k", "no such page", "--env", "staging")
    assert nothing.code == 5
    assert "no page bears that name" in nothing.err


def test_never_overwrites(shell: Shell) -> None:
    """A file that is there stays as it is."""
    path = shell.folder / "pagestate.yaml"
    path.write_text("mine")
    called = shell("init")
    assert called.code == 2
    assert "exists already" in called.err
    assert path.read_text() == "mine"


def test_ignored_by_git(shell: Shell) -> None:
    """In a repository the folders with sessions and reports are ignored, each named once."""
    (shell.folder / ".git").mkdir()
    ignore = shell.folder / ".gitignore"
    ignore.write_text("node_modules/\n.pagestate")
    (shell.folder / "checks").mkdir()
    assert shell("init", "checks/shop.yaml").code == 0
    assert ignore.read_text() == "node_modules/\n.pagestate\npagestate-report/\n"
    assert shell("init", "checks/again.yaml").code == 0
    assert ignore.read_text().count("pagestate-report/") == 1


def test_outside_a_repository(shell: Shell, tmp_path: Path) -> None:
    """Without a repository nothing but the file is written."""
    shell("init")
    assert [path.name for path in tmp_path.iterdir()] == ["pagestate.yaml"]


def test_schema(shell: Shell) -> None:
    """The schema is JSON Schema and knows the words of a mission file."""
    called = shell("schema")
    assert called.code == 0
    assert {"defaults", "environments", "missions", "auth"} <= set(json.loads(called.out)["properties"])
