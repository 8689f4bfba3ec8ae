"""`pagestate train`: refit the decision to labelled pages."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pagestate.cli.consoles import stdout_console
from pagestate.cli.options import OutputOptions
from pagestate.errors import BackendError, InputError
from pagestate.report.text import plural
from pagestate.states import ExitCode, PageState

if TYPE_CHECKING:
    from pagestate.evaluation.figures import Figures
    from pagestate.evaluation.manifest import BadRow
    from pagestate.facts import Facts
    from pagestate.refit.fitting import Refit, Teaching

__all__ = ["train"]


def train(
    *manifests: Annotated[Path, Parameter(help="Labelled manifests, as `eval` reads them; repeatable.")],
    out: Annotated[Path | None, Parameter(help="Folder for weights.json and calibration.json.")] = None,
    in_place: Annotated[
        bool, Parameter(name="--in-place", help="Overwrite the numbers of the pagestate in use.")
    ] = False,
    folds: Annotated[int, Parameter(help="Parts that are held out in turn [5].")] = 5,
    split: Annotated[str, Parameter(help="Only rows with this `split`; `all` takes every row [learn].")] = "learn",
    fault_site: Annotated[
        bool,
        Parameter(name="--fault-site", help="Learn from the fault site, too, as a browser sees it: status, settling."),
    ] = False,
    date: Annotated[str | None, Parameter(help="Date to write into the files [today].")] = None,
) -> int:
    """Refit weights, start values and temperature to labelled pages.

    Prints what the fit is worth on pages that it has not seen: folds share no `group`, no site and no
    `template`. Each page counts twice: as it is, and as if the words and products that only its own
    site bears were unknown. Nothing is written without --out or --in-place.

    - pagestate train pages/manifest.jsonl
    - pagestate train pages/manifest.jsonl --split all --out fitted
    """
    if not manifests:
        raise InputError("there is nothing to learn from: give a labelled manifest.")
    if folds < 2:
        raise InputError(f"--folds: {folds} is too few; at least 2 are needed to hold pages out.")
    if out is not None and in_place:
        raise InputError("--out and --in-place exclude each other.")
    try:
        from pagestate.refit.files import write_into
        from pagestate.refit.fitting import refit
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise BackendError("`pagestate train` needs numpy, which is not installed: pip install numpy") from None

    bad: list[BadRow] = []
    pages = _teaching(manifests, None if split == "all" else split, bad)
    for row in bad:
        sys.stderr.write(f"{row.where}: {row.reason}\n")
    if bad:
        raise InputError(f"{plural(len(bad), 'row')} cannot be used; nothing was fitted.")
    if not pages:
        chosen = "" if split == "all" else f" with split {split!r} (--split all takes every row)"
        sys.stderr.write(f"pagestate: there is no labelled page{chosen} to learn from.\n")
        return ExitCode.NOTHING_TO_CHECK
    found = refit(pages, number=folds, faults=_faults() if fault_site else ())
    console = stdout_console(OutputOptions())
    _print(console, found)
    if out is None and not in_place:
        sys.stderr.write("nothing was written: give --out FOLDER, or --in-place to change the pagestate in use.\n")
        return ExitCode.PASSED
    for path in write_into(found, out, fitted_at=date or datetime.now(UTC).date().isoformat()):
        sys.stderr.write(f"written  {path}\n")
    return ExitCode.PASSED


def _teaching(manifests: tuple[Path, ...], split: str | None, bad: "list[BadRow]") -> "list[Teaching]":
    from pagestate.evaluation import read_labelled
    from pagestate.evaluation.manifest import BadRow
    from pagestate.facts import extract
    from pagestate.refit.fitting import Teaching
    from pagestate.refit.folds import Kin

    pages: list[Teaching] = []
    seen: dict[str, str] = {}
    for manifest in manifests:
        for page, capture in read_labelled(manifest, split=split, bad=bad):
            if page.state is PageState.UNEXPECTED:
                continue
            if page.id in seen:
                bad.append(BadRow(where=page.where, reason=f"id {page.id!r} stands in {seen[page.id]} already"))
                continue
            seen[page.id] = page.where
            pages.append(
                Teaching(
                    kin=Kin(id=page.id, group=page.group, url=page.requested_url, template=page.template),
                    state=page.state,
                    also=page.also,
                    facts=extract(capture),
                    share=page.share,
                )
            )
    return pages


def _faults() -> "list[tuple[str, PageState, Facts]]":
    try:
        from pagestate.refit.fault_site import from_fault_site
    except ModuleNotFoundError as error:
        raise BackendError(
            f"the fault site needs the package {error.name}, which is not installed; run: "
            "python -m pip install 'pagestate[faults]'"
        ) from None

    return asyncio.run(from_fault_site())


def _print(console: Console, found: "Refit") -> None:
    console.print(
        f"{plural(found.pages, 'page')}, {plural(found.families, 'family', 'families')} that share no group, site or "
        f"template, {found.folds} folds; figures of pages that the fit has not seen",
        soft_wrap=True,
    )
    console.print()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name, _ in found.figures:
        table.add_column(name, justify="right", style="bold")
    for label, *values in _rows([figures for _, figures in found.figures]):
        table.add_row(label, *values)
    console.print(table)
    console.print()
    console.print(Text("how sure → how often right", style="dim"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("confidence")
    for name, _ in found.figures:
        table.add_column(name, justify="right")
    for low in range(10):
        cells = [
            next(
                (
                    f"{one.right.value:.0%} of {one.right.of}"
                    for one in figures.reliability
                    if round(one.low * 10) == low
                ),
                "·",
            )
            for _, figures in found.figures
        ]
        if any(cell != "·" for cell in cells):
            table.add_row(f"{low / 10:.1f} to {(low + 1) / 10:.1f}", *cells)
    console.print(table)
    console.print()
    console.print(f"temperature {found.temperature:.3f}")


def _rows(figures: "list[Figures]") -> list[tuple[str, ...]]:
    return [
        ("right when forced", *(f"{one.right.value:.1%}" for one in figures)),
        ("coverage", *(f"{one.coverage:.1%}" for one in figures)),
        ("right when sure", *(f"{one.right_when_sure.value:.1%}" for one in figures)),
        ("walls called fine", *(f"{one.false_success.number} of {one.false_success.of}" for one in figures)),
        ("good called broken", *(f"{one.false_alarm.number} of {one.false_alarm.of}" for one in figures)),
        ("macro-F1", *(f"{one.macro_f1:.3f}" for one in figures)),
        ("calibration error", *(f"{one.calibration_error:.3f}" for one in figures)),
        ("cost", *(f"{one.cost:.3f}" for one in figures)),
    ]
