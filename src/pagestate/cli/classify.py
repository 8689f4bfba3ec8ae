"""`pagestate classify`: say what saved pages are."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.cells import set_cell_size
from rich.text import Text

from pagestate.cli.addresses import STANDARD_INPUT
from pagestate.cli.consoles import stdout_console
from pagestate.cli.execute import judge_for
from pagestate.cli.options import OUTPUT, ModelOptions, OutputOptions, parse_fail_on, parse_header
from pagestate.errors import InputError
from pagestate.evaluation.manifest import BadRow, ManifestRow, PageFiles, capture_of, read_manifest
from pagestate.report.summary import count, exit_code, sentence
from pagestate.report.terminal import STYLES, mark
from pagestate.report.text import one_line, percent, plural
from pagestate.report.words import full_name
from pagestate.states import ExitCode

if TYPE_CHECKING:
    from pagestate.cli.replay import Ask
    from pagestate.mission.events import PageResult

__all__ = ["classify"]

_ID_WIDTH = 28
_STATE_WIDTH = 32


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known of a saved page besides its file; wins over what a bundle says."""

    url: Annotated[str | None, Parameter(help="The address that was asked for.")] = None
    final_url: Annotated[str | None, Parameter(help="Where the visit ended [--url].")] = None
    status: Annotated[int | None, Parameter(help="HTTP status of the page.")] = None
    header: Annotated[tuple[str, ...], Parameter(help='"Name: value" of the answer; repeatable.')] = ()
    known: Annotated[
        Path | None,
        Parameter(
            env_var="PAGESTATE_KNOWN", help="What `pagestate learn` remembered; pages are found by their address."
        ),
    ] = None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked of a saved page; wins over what a bundle says."""

    goal: Annotated[str | None, Parameter(help="What should be true of the page, in plain words.")] = None
    expect: Annotated[tuple[str, ...], Parameter(name=("--expect", "-e"), help="A condition; repeatable.")] = ()
    alias: Annotated[tuple[str, ...], Parameter(help="Another host on which the page may end; repeatable.")] = ()
    threshold: Annotated[
        float | None, Parameter(env_var="PAGESTATE_THRESHOLD", help="Confidence under which a verdict is none [0.75].")
    ] = None


def classify(
    *files: Annotated[str, Parameter(help="HTML, PNG or JPEG files, bundle folders, or - for standard input.")],
    manifest: Annotated[
        Path | None,
        Parameter(help="JSON Lines of id, file, requested_url, final_url, host, status, headers, encoding."),
    ] = None,
    known: Known = Known(),
    asked: Asked = Asked(),
    fail_on: Annotated[
        str | None,
        Parameter(env_var="PAGESTATE_FAIL_ON", help="Which outcomes fail: failed,needs_person,recovered,skipped."),
    ] = None,
    model: ModelOptions = ModelOptions(),  # noqa: B008
    out: Annotated[OutputOptions, Parameter(group=OUTPUT)] = OutputOptions(),  # noqa: B008
) -> int:
    """Say what saved pages are; visits nothing.

    A bundle gives the verdict that the run gave when it was saved. Paths in a manifest are relative
    to it; pages are also found in a zip beside it. A row that cannot be read is named and passed
    over, and the command ends with 2.

    - pagestate classify page.html --url https://shop.example/cart --status 200
    - curl -s https://shop.example/ | pagestate classify - --expect 'title contains "Shop"'
    - pagestate classify pagestate-report/bundles/cart-1 --json
    - pagestate classify --manifest pages.jsonl --json > verdicts.ndjson
    """
    failing = parse_fail_on(fail_on)
    if not files and manifest is None:
        raise InputError("there is nothing to classify: give files, bundle folders, - or --manifest FILE.jsonl.")
    bad: list[BadRow] = []
    with _second_reader(model) as ask:
        results = _results(files, manifest, known, asked, ask, bad)
        pages = _tell(results, out, compact=manifest is not None or len(files) > 1)
    for row in bad:
        sys.stderr.write(f"{row.where}: {row.reason}\n")
    if bad:
        lost = plural(len(bad), "row" if manifest else "input")
        sys.stderr.write(f"pagestate: {lost} could not be classified; {len(pages)} were.\n")
        return ExitCode.USAGE
    if not pages:
        sys.stderr.write(f"pagestate: {manifest}: there is no page in it to classify.\n")
    return _exit_code(pages, failing)


@contextmanager
def _second_reader(model: ModelOptions) -> Iterator["Ask | None"]:
    """Yield a way to ask the configured model without an event loop of one's own, or None."""
    judge = judge_for(model)
    if judge is None:
        yield None
        return
    with asyncio.Runner() as runner:
        yield lambda facts, goal, finding: runner.run(judge.ask(facts, goal, finding))


def _results(
    files: Iterable[str],
    manifest: Path | None,
    known: Known,
    asked: Asked,
    ask: "Ask | None",
    bad: list[BadRow],
) -> Iterator["PageResult"]:
    from pagestate.capture.saved import load
    from pagestate.cli.replay import classified, with_known
    from pagestate.goal.expectations import parse
    from pagestate.goal.model import Goal
    from pagestate.mission.known import load_known

    headers = tuple(parse_header(one) for one in known.header)
    learnt = load_known(known.known) if known.known is not None else ()
    given = Goal(text=asked.goal, expectations=tuple(parse(one) for one in asked.expect), aliases=asked.alias)
    goal = None if given == Goal() else given
    for file in files:
        name = "-" if file == STANDARD_INPUT else file
        try:
            saved = load(name)
            capture = with_known(
                saved.capture, url=known.url, final_url=known.final_url, status=known.status, headers=headers
            )
            yield classified(name, capture, saved.context, goal=goal, threshold=asked.threshold, ask=ask, known=learnt)
        except InputError as error:
            bad.append(BadRow(where=name, reason=str(error).removeprefix(f"{name}: ")))
    if manifest is None:
        return
    pages = PageFiles(manifest)
    try:
        for row in read_manifest(manifest, ManifestRow):
            if isinstance(row, BadRow):
                bad.append(row)
                continue
            where, entry = row
            try:
                capture = capture_of(entry, pages.read(entry.file))
                yield classified(entry.id, capture, None, goal=goal, threshold=asked.threshold, ask=ask, known=learnt)
            except InputError as error:
                bad.append(BadRow(where=where, reason=str(error)))
    finally:
        pages.close()


def _tell(results: Iterable["PageResult"], out: OutputOptions, *, compact: bool) -> "list[PageResult]":
    """Print each page as soon as it is judged; return them without their captures, which can be many."""
    from pagestate.report.ndjson import line_of
    from pagestate.report.terminal import print_page

    console = stdout_console(out)
    light = []
    for page in results:
        if out.json:
            sys.stdout.write(line_of(page, with_text=out.text) + "\n")
            sys.stdout.flush()
        elif out.quiet:
            pass
        elif compact and not out.verbose:
            console.print(_row(page), no_wrap=True, overflow="ellipsis", crop=True)
        else:
            print_page(console, page)
        light.append(replace(page, attempts=()))
    if light and not out.json and (compact or out.quiet):
        console.print()
        console.print(sentence(count(light)))
    return light


def _row(page: "PageResult") -> Text:
    line = mark(page.outcome)
    line.append(f" {set_cell_size(one_line(page.id, 60), _ID_WIDTH)} ")
    if page.last is not None:
        verdict = page.last.verdict
        name = full_name(verdict.state, verdict.kind)
        line.append(f"{name:<{_STATE_WIDTH}} {percent(verdict.confidence):>5}", style=STYLES[page.outcome])
        if verdict.runner_up is not None:
            runner_up = verdict.runner_up
            line.append(f"  else {full_name(runner_up.state, runner_up.kind)}", style="dim")
    return line


def _exit_code(pages: "list[PageResult]", fail_on: AbstractSet[str]) -> int:
    from pagestate.mission.events import MissionResult

    result = MissionResult(name="classify", pages=tuple(pages), incidents=(), started_at="", duration_s=0.0)
    return exit_code(result, fail_on)
