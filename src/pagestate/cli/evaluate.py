"""`pagestate eval`: measure the verdicts on labelled pages."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pagestate.cli.consoles import stdout_console
from pagestate.cli.manifest import BadRow, LabelledRow, PageFiles, read_manifest
from pagestate.cli.options import OutputOptions
from pagestate.errors import InputError
from pagestate.report.text import plural
from pagestate.states import ExitCode, PageState

if TYPE_CHECKING:
    from pagestate.cli.scores import Answer, Scores

__all__ = ["evaluate"]

_SHORT: dict[PageState, str] = {
    PageState.CONTENT: "fine",
    PageState.AUTH_WALL: "auth",
    PageState.CAPTCHA: "capt",
    PageState.ERROR_PAGE: "err",
    PageState.MAINTENANCE: "maint",
    PageState.DOMAIN_MISMATCH: "dom",
    PageState.REDIRECT_LOOP: "redir",
    PageState.LOADING_TIMEOUT: "load",
    PageState.EMPTY_PAGE: "empty",
    PageState.INTERSTITIAL: "gate",
    PageState.CAPTURE_FAILED: "none",
    PageState.UNEXPECTED: "?",
}


def evaluate(
    manifest: Annotated[Path, Parameter(help="JSON Lines: id, file, state, and what else is known; see classify.")],
    *,
    split: Annotated[str | None, Parameter(help="Only rows with this `split`.")] = None,
    threshold: Annotated[
        float, Parameter(env_var="PAGESTATE_THRESHOLD", help="Confidence under which a verdict is none [0.75].")
    ] = 0.75,
    wrong: Annotated[bool, Parameter(help="Also list the pages that were judged wrongly.")] = False,
    as_json: Annotated[bool, Parameter(name="--json", help="Print one JSON object.")] = False,
) -> int:
    """Measure the verdicts on labelled pages.

    Prints who was taken for whom, precision and recall of each state, and the two rates that matter
    most: walls called fine (false successes) and good pages called broken (false alarms). Rows
    labelled `unexpected` are not scored; where a row names a second state under `also`, either is
    right.

    - pagestate eval pages/manifest.jsonl
    - pagestate eval pages/manifest.jsonl --split check --json
    """
    from pagestate.cli.scores import score

    bad: list[BadRow] = []
    began = time.perf_counter()
    answers = list(_answers(manifest, split, threshold, bad))
    seconds = time.perf_counter() - began
    for row in bad:
        sys.stderr.write(f"{row.where}: {row.reason}\n")
    if not answers:
        chosen = f" with split {split!r}" if split else ""
        sys.stderr.write(f"pagestate: {manifest}: there is no labelled page{chosen} to score.\n")
        return ExitCode.USAGE if bad else ExitCode.NOTHING_TO_CHECK
    scores = score(answers)
    if as_json:
        sys.stdout.write(json.dumps(_as_data(scores, len(bad), seconds, answers if wrong else [])) + "\n")
    else:
        console = stdout_console(OutputOptions())
        _print(console, scores, seconds, threshold)
        if wrong:
            _print_wrong(console, answers)
    if bad:
        sys.stderr.write(f"pagestate: {plural(len(bad), 'row')} could not be used; {len(answers)} were scored.\n")
    return ExitCode.USAGE if bad else ExitCode.PASSED


def _answers(manifest: Path, split: str | None, threshold: float, bad: list[BadRow]) -> "Iterator[Answer]":
    from pagestate.cli.replay import from_row
    from pagestate.cli.scores import answer_for
    from pagestate.decide import classify

    pages = PageFiles(manifest)
    try:
        for row in read_manifest(manifest, LabelledRow):
            if isinstance(row, BadRow):
                bad.append(row)
                continue
            where, entry = row
            if (split is not None and entry.split != split) or entry.state is PageState.UNEXPECTED:
                continue
            try:
                capture = from_row(entry, pages.read(entry.file))
            except InputError as error:
                bad.append(BadRow(where=where, reason=str(error)))
                continue
            yield answer_for(entry.id, entry.state, entry.also, classify(capture, threshold=threshold))
    finally:
        pages.close()


def _print(console: Console, scores: "Scores", seconds: float, threshold: float) -> None:
    said = [state for state in _SHORT if any(row[state] for row in scores.confusion.values())]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("label", no_wrap=True)
    table.add_column("pages", justify="right")
    for state in said:
        table.add_column(_SHORT[state], justify="right")
    for name in ("prec", "rec", "F1"):
        table.add_column(name, justify="right", style="bold")
    for one in scores.states:
        row = scores.confusion[one.state]
        table.add_row(
            str(one.state),
            str(one.pages),
            *(_cell(row[state], right=state is one.state, silent=state is PageState.UNEXPECTED) for state in said),
            "–" if one.precision is None else f"{one.precision:.2f}",
            f"{one.recall:.2f}",
            f"{one.f1:.2f}",
        )
    console.print(table)
    console.print()
    lines = [
        ("walls called fine", _rate(scores.walls_called_fine), "false successes"),
        ("good called broken", _rate(scores.good_called_broken), "false alarms"),
        ("coverage", f"{scores.coverage:.1%}", f"answers at {threshold} or above; ? is the rest"),
        ("right when sure", f"{scores.right_when_sure:.1%}", "of those answers"),
        ("right when forced", f"{scores.right:.1%}", "of all pages, without a threshold"),
        ("macro-F1", f"{scores.macro_f1:.3f}", "mean over the states, at the threshold"),
        ("time", f"{1000 * seconds / scores.pages:.0f} ms", f"a page; {scores.pages} pages in {seconds:.1f} s"),
    ]
    summary = Table.grid(padding=(0, 2, 0, 0))
    for name, value, note in lines:
        summary.add_row(name, Text(value, style="bold"), Text(note, style="dim"))
    console.print(summary)


def _cell(number: int, *, right: bool, silent: bool) -> Text:
    if not number:
        return Text("·", style="dim")
    return Text(str(number), style="green" if right else "yellow" if silent else "bold red")


def _print_wrong(console: Console, answers: "list[Answer]") -> None:
    console.print()
    for one in answers:
        if not one.is_right:
            line = f"{one.page_id}  {one.right}, said {one.said}"
            if one.said is not one.forced:
                line += f", else {one.forced}"
            console.print(Text(f"{line} ({one.confidence:.2f})"))


def _rate(counted: tuple[int, int]) -> str:
    number, total = counted
    return f"{number} of {total}" + (f" ({number / total:.1%})" if total else "")


def _as_data(scores: "Scores", bad: int, seconds: float, wrong: "list[Answer]") -> dict[str, object]:
    data: dict[str, object] = {
        "pages": scores.pages,
        "bad_rows": bad,
        "walls_called_fine": dict(zip(("number", "of"), scores.walls_called_fine, strict=True)),
        "good_called_broken": dict(zip(("number", "of"), scores.good_called_broken, strict=True)),
        "coverage": round(scores.coverage, 4),
        "right_when_sure": round(scores.right_when_sure, 4),
        "right_when_forced": round(scores.right, 4),
        "macro_f1": round(scores.macro_f1, 4),
        "states": {
            str(one.state): {
                "pages": one.pages,
                "precision": None if one.precision is None else round(one.precision, 4),
                "recall": round(one.recall, 4),
                "f1": round(one.f1, 4),
            }
            for one in scores.states
        },
        "confusion": {
            str(label): {str(said): number for said, number in row.items()} for label, row in scores.confusion.items()
        },
        "seconds": round(seconds, 3),
    }
    if wrong:
        data["wrong"] = [
            {"id": one.page_id, "label": str(one.right), "said": str(one.said), "forced": str(one.forced)}
            for one in wrong
            if not one.is_right
        ]
    return data
