"""`pagestate eval`, and the scores it prints."""

import json

import pytest

from pagestate.cli.scores import Answer, answer_for, score
from pagestate.decide.model import RunnerUp
from pagestate.states import PageState
from tests.cli.shell import Shell
from tests.cli.site import LOGIN, MISSING, ORDINARY
from tests.report import samples

CONTENT, WALL, ERROR = PageState.CONTENT, PageState.AUTH_WALL, PageState.ERROR_PAGE


def answer(right: PageState, said: PageState, forced: PageState | None = None, also: PageState | None = None) -> Answer:
    """An answer in short."""
    return Answer(page_id="x", right=right, also=also, said=said, forced=forced or said, confidence=0.9)


def test_scores_by_hand() -> None:
    """Six pages counted by hand."""
    scores = score(
        [
            answer(CONTENT, CONTENT),
            answer(CONTENT, ERROR),
            answer(CONTENT, PageState.UNEXPECTED, forced=CONTENT),
            answer(WALL, WALL),
            answer(WALL, CONTENT),
            answer(ERROR, CONTENT, also=CONTENT),
        ]
    )
    assert scores.pages == 6
    assert scores.coverage == pytest.approx(5 / 6)
    assert scores.right == pytest.approx(4 / 6)
    assert scores.right_when_sure == pytest.approx(3 / 5)
    assert scores.walls_called_fine == (1, 2)  # the last may be called content
    assert scores.good_called_broken == (1, 3)  # unsure is no alarm
    by_state = {one.state: one for one in scores.states}
    assert by_state[CONTENT].pages == 4  # the last counts as what it was called
    assert by_state[CONTENT].recall == pytest.approx(2 / 4)
    assert by_state[CONTENT].precision == pytest.approx(2 / 3)
    assert by_state[WALL].f1 == pytest.approx(2 / 3)
    assert scores.macro_f1 == pytest.approx((by_state[CONTENT].f1 + by_state[WALL].f1) / 2)


def test_unsure_verdict() -> None:
    """A verdict under the threshold is no answer; what it would have said counts when forced."""
    unsure = samples.verdict(
        PageState.UNEXPECTED,
        "low_confidence",
        0.6,
        runner_up=RunnerUp(state=PageState.GOAL_ACHIEVED, kind=None, confidence=0.6),
    )
    made = answer_for("x", CONTENT, None, unsure)
    assert (made.said, made.forced, made.is_sure, made.is_right) == (PageState.UNEXPECTED, CONTENT, False, True)


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
