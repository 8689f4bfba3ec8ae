"""`pagestate eval`: measure the verdicts on labelled pages."""

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pagestate.cli.consoles import stdout_console
from pagestate.cli.options import OutputOptions
from pagestate.errors import InputError
from pagestate.report.text import one_line, plural
from pagestate.states import ExitCode, PageState

if TYPE_CHECKING:
    from pagestate.evaluation.evaluation import Evaluation, Mistake
    from pagestate.evaluation.figures import Figures
    from pagestate.evaluation.manifest import BadRow
    from pagestate.evaluation.share import Share

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
    without: Annotated[
        str,
        Parameter(help="Judge the pages without some of their evidence: status, headers, html, with commas between."),
    ] = "",
    report: Annotated[
        Path | None, Parameter(help="Write an HTML report: a file that ends in .html, or a folder for eval.html.")
    ] = None,
    wrong: Annotated[bool, Parameter(help="Also list the pages that were judged wrongly, most harmful first.")] = False,
    as_json: Annotated[bool, Parameter(name="--json", help="Print one JSON object.")] = False,
) -> int:
    """Measure the verdicts on labelled pages.

    Prints who was taken for whom, precision and recall of each state, and the two rates that matter
    most: walls called fine (false successes) and good pages called broken (false alarms). The report
    adds how far a confidence can be trusted, what another threshold would give, and the same figures
    by language, kind, origin and evidence. Rows labelled `unexpected` are not scored; where a row
    names a second state under `also`, either is right.

    - pagestate eval pages/manifest.jsonl
    - pagestate eval pages/manifest.jsonl --split check --report eval.html
    - pagestate eval pages/manifest.jsonl --without status,headers
    """
    from pagestate.evaluation import evaluation_of, judge, read_labelled
    from pagestate.evaluation.ablation import parse_evidence
    from pagestate.report.evaluation import write_report

    if not 0 <= threshold <= 1:
        raise InputError(f"--threshold: {threshold} is not between 0 and 1.")
    removed = parse_evidence(without)
    bad: list[BadRow] = []
    began = time.perf_counter()
    judged = [
        one
        for one in judge(read_labelled(manifest, split=split, bad=bad), threshold=threshold, removed=removed)
        if one.page.state is not PageState.UNEXPECTED
    ]
    seconds = time.perf_counter() - began
    for row in bad:
        sys.stderr.write(f"{row.where}: {row.reason}\n")
    if not judged:
        chosen = f" with split {split!r}" if split else ""
        sys.stderr.write(f"pagestate: {manifest}: there is no labelled page{chosen} to score.\n")
        return ExitCode.USAGE if bad else ExitCode.NOTHING_TO_CHECK
    result = evaluation_of(judged, threshold=threshold, removed=removed)
    for detail in result.homeless:
        sys.stderr.write(f"pagestate: no kind is known for the detail {one_line(detail)}; its kind is not scored.\n")
    written = None
    if report is not None:
        title = manifest.name if split is None else f"{manifest.name}, split {split}"
        written = write_report(result, report, title=title)
    if as_json:
        sys.stdout.write(json.dumps(_as_data(result, len(bad), seconds, wrong=wrong)) + "\n")
    else:
        console = stdout_console(OutputOptions())
        _print(console, result, seconds)
        if wrong:
            _print_wrong(console, result.mistakes)
    if written is not None:
        sys.stderr.write(f"report  {written}\n")
    if bad:
        sys.stderr.write(f"pagestate: {plural(len(bad), 'row')} could not be used; {len(judged)} were scored.\n")
    return ExitCode.USAGE if bad else ExitCode.PASSED


def _print(console: Console, result: "Evaluation", seconds: float) -> None:
    scores = result.figures
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
        ("walls called fine", _rate(scores.false_success), f"false successes; 95 % {_interval(scores.false_success)}"),
        ("good called broken", _rate(scores.false_alarm), f"false alarms; 95 % {_interval(scores.false_alarm)}"),
        ("coverage", f"{scores.coverage:.1%}", f"answers at {result.threshold} or above; ? is the rest"),
        ("right when sure", f"{scores.right_when_sure.value:.1%}", "of those answers"),
        ("right when forced", f"{scores.right.value:.1%}", "of all pages, without a threshold"),
        ("macro-F1", f"{scores.macro_f1:.3f}", "mean over the states, at the threshold"),
        ("calibration error", f"{scores.calibration_error:.3f}", "how far confidence and truth lie apart"),
        ("cost", f"{scores.cost:.3f}", "a page, in abstentions"),
    ]
    if scores.kind_right.of:
        lines.append(("right kind", _rate(scores.kind_right), "where the state is right"))
    lines.append(
        ("time", f"{1000 * seconds / scores.pages:.0f} ms", f"a page; {scores.pages} pages in {seconds:.1f} s")
    )
    if result.removed:
        lines.append(("without", ", ".join(sorted(result.removed)), "taken away before judging"))
    summary = Table.grid(padding=(0, 2, 0, 0))
    for name, value, note in lines:
        summary.add_row(name, Text(value, style="bold"), Text(note, style="dim"))
    console.print(summary)


def _cell(number: int, *, right: bool, silent: bool) -> Text:
    if not number:
        return Text("·", style="dim")
    return Text(str(number), style="green" if right else "yellow" if silent else "bold red")


def _print_wrong(console: Console, mistakes: "tuple[Mistake, ...]") -> None:
    console.print()
    for mistake in mistakes:
        one = mistake.judged.answer
        line = f"{one_line(one.page_id)}  {one.right}, said {one.said}"
        if one.said is not one.forced:
            line += f", else {one.forced}"
        console.print(Text(f"{line} ({one.confidence:.2f}), harm {mistake.harm:.1f}"))


def _rate(share: "Share") -> str:
    return f"{share.number} of {share.of}" + (f" ({share.value:.1%})" if share.of else "")


def _interval(share: "Share") -> str:
    low, high = share.interval
    return f"{low * 100:.1f} to {high * 100:.1f} %"


def _as_data(result: "Evaluation", bad: int, seconds: float, *, wrong: bool) -> dict[str, object]:
    scores = result.figures
    data: dict[str, object] = {
        "pages": scores.pages,
        "bad_rows": bad,
        "threshold": result.threshold,
        "without": sorted(result.removed),
        **_figures(scores),
        "states": {
            str(one.state): {
                "pages": one.pages,
                "said": one.said,
                "precision": None if one.precision is None else round(one.precision, 4),
                "recall": round(one.recall, 4),
                "f1": round(one.f1, 4),
            }
            for one in scores.states
        },
        "confusion": _table(scores.confusion),
        "forced_confusion": _table(scores.forced_confusion),
        "reliability": [
            {"from": one.low, "to": one.high, "confidence": round(one.confidence, 4), **_share(one.right)}
            for one in scores.reliability
        ],
        "risk": [
            {
                "threshold": one.threshold,
                "coverage": round(one.answered.value, 4),
                "risk": round(one.wrong.value, 4),
                "answered": one.answered.number,
                "wrong": one.wrong.number,
            }
            for one in scores.risk
        ],
        "kinds": {f"{one.state}.{one.kind}": _share(one.right) for one in scores.kinds},
        "by": {
            name: {part.name: {"pages": part.figures.pages, **_figures(part.figures)} for part in parts}
            for name, parts in result.parts
        },
        "details_without_kind": list(result.homeless),
        "seconds": round(seconds, 3),
    }
    if wrong:
        data["wrong"] = [
            {
                "id": one.judged.page.id,
                "label": str(one.judged.page.state),
                "said": str(one.judged.answer.said),
                "forced": str(one.judged.forced),
                "confidence": round(one.judged.confidence, 4),
                "harm": round(one.harm, 3),
            }
            for one in result.mistakes
        ]
    return data


def _figures(scores: "Figures") -> dict[str, object]:
    return {
        "walls_called_fine": _share(scores.false_success),
        "good_called_broken": _share(scores.false_alarm),
        "coverage": round(scores.coverage, 4),
        "right_when_sure": round(scores.right_when_sure.value, 4),
        "right_when_forced": round(scores.right.value, 4),
        "macro_f1": round(scores.macro_f1, 4),
        "calibration_error": round(scores.calibration_error, 4),
        "cost": round(scores.cost, 4),
        "right_kind": _share(scores.kind_right),
    }


def _share(share: "Share") -> dict[str, object]:
    low, high = share.interval
    return {"number": share.number, "of": share.of, "low": round(low, 4), "high": round(high, 4)}


def _table(confusion: Mapping[PageState, Counter[PageState]]) -> dict[str, dict[str, int]]:
    return {str(label): {str(said): number for said, number in row.items()} for label, row in confusion.items()}
