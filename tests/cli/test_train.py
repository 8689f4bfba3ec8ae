"""`pagestate train`: what it prints, what it writes, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.cli.site import LOGIN, MISSING, ORDINARY


def manifest(shell: Shell, sites: str = "abc", *more: str) -> str:
    """Three pages of each of these sites."""
    rows = []
    for site in sites:
        for body, state in ((ORDINARY, "content"), (LOGIN, "auth_wall"), (MISSING, "error_page")):
            name = f"{site}-{state}"
            (shell.folder / f"{name}.html").write_text(body)
            rows.append(
                json.dumps({"id": name, "file": f"{name}.html", "state": state, "split": "learn", "group": site})
            )
    (shell.folder / "m.jsonl").write_text("\n".join([*rows, *more]) + "\n")
    return "m.jsonl"


def test_figures_and_files(shell: Shell) -> None:
    """The figures fit into 100 columns; the files stand where they were asked for, with their date."""
    called = shell("train", manifest(shell), "--folds", "3", "--out", "fitted", "--date", "2020-02-02")
    assert called.code == 0, called.err
    assert "9 pages, 3 families" in called.out
    assert "walls called fine" in called.out
    assert "calibration error" in called.out
    assert "temperature" in called.out
    for name in ("weights.json", "calibration.json"):
        assert json.loads((shell.folder / "fitted" / name).read_text())["fitted_at"] == "2020-02-02"
        assert f"written  fitted/{name}" in called.err.replace("\\", "/")


def test_nothing_is_written_unasked(shell: Shell) -> None:
    """Without --out and --in-place the figures are all."""
    called = shell("train", manifest(shell), "--folds", "2", "--split", "all")
    assert called.code == 0, called.err
    assert "nothing was written" in called.err
    assert not list(shell.folder.glob("**/weights.json"))


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 2, "give a labelled manifest"),
        (["none.jsonl"], 2, "cannot be read"),
        (["m.jsonl", "--folds", "1"], 2, "--folds: 1 is too few"),
        (["m.jsonl", "--folds", "4"], 2, "4 folds need at least 4 families"),
        (["m.jsonl", "--split", "none"], 5, "no labelled page with split 'none'"),
        (["m.jsonl", "m.jsonl"], 2, "stands in m.jsonl:1 already"),
        (["m.jsonl", "--out", "x", "--in-place"], 2, "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_said(shell: Shell, arguments: list[str], code: int, told: str) -> None:
    """Each with its exit code."""
    manifest(shell)
    called = shell("train", *arguments)
    assert (called.code, told in called.err) == (code, True), called.err


def test_one_group_and_bad_rows(shell: Shell) -> None:
    """One group cannot be folded; a bad row is named and stops the fit, since a fit must not lose pages unseen."""
    called = shell("train", manifest(shell, "a"))
    assert (called.code, "there is only one" in called.err) == (2, True)
    called = shell("train", manifest(shell, "ab", json.dumps({"id": "z", "file": "no.html", "state": "fine"})))
    assert called.code == 2
    assert "m.jsonl:7: state: " in called.err


@pytest.mark.parametrize(
    ("package", "arguments", "told"),
    [("numpy", [], "pip install numpy"), ("uvicorn", ["--fault-site"], "pip install 'pagestate[faults]'")],
)
def test_a_missing_package_is_named(shell: Shell, package: str, arguments: list[str], told: str) -> None:
    """numpy is needed here alone, a server for the fault site only; their absence is told in a sentence."""
    hidden = Path(shell.folder / "hidden" / package)
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text(f"raise ModuleNotFoundError('not there', name='{package}')")
    source = Path(__file__).parents[2] / "src"
    called = shell("train", manifest(shell), "--folds", "3", *arguments, PYTHONPATH=f"{hidden.parent}:{source}")
    assert called.code == 4, called.err
    assert told in called.err
