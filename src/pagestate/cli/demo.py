"""`pagestate demo`: a mission over the fault site, from the first visit to the report."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pagestate.cli.consoles import stderr_console, stdout_console
from pagestate.cli.execute import Job, run_job
from pagestate.cli.faults import import_faults
from pagestate.cli.options import LookOptions, ModelOptions, OutputOptions, ReportFolder
from pagestate.report.summary import FAIL_ON_DEFAULT, exit_code
from pagestate.report.text import plural
from pagestate.states import ExitCode, RecoveryAction

if TYPE_CHECKING:
    from pagestate.cli.catalogue import Comparison

__all__ = ["demo"]

_SHORT: dict[RecoveryAction, str] = {
    RecoveryAction.DONE: "done",
    RecoveryAction.RETRY_WITH_LONGER_DELAY: "again",
    RecoveryAction.RETRY_WITH_AUTH: "log in",
    RecoveryAction.DISMISS: "dismiss",
    RecoveryAction.WAIT_FOR_SITE: "wait",
    RecoveryAction.SKIP_PAGE: "skip",
    RecoveryAction.ABORT_MISSION: "abort",
    RecoveryAction.ALERT_HUMAN: "person",
    RecoveryAction.MARK_AS_FAILED: "fail",
}


def demo(
    *,
    output: ReportFolder = Path("pagestate-report"),
    look: LookOptions = LookOptions(),  # noqa: B008
    out: OutputOptions = OutputOptions(),  # noqa: B008
) -> int:
    """Run a mission over the fault site and write its report.

    The site shows every state on purpose, with its minutes sped up. What can be recovered is
    recovered; the report says what a person must do about the rest. Ends with 0 when every page came
    out as the site intends.

    - pagestate demo
    - pagestate demo --output /tmp/report -v
    """
    import_faults()
    from pagestate.cli.catalogue import compare, mission_over
    from pagestate.faults.catalog import DEMO, DEMO_SCALE, by_id
    from pagestate.faults.server import serve

    rows = [by_id(one) for one in DEMO]
    with serve(scale=DEMO_SCALE) as server:
        plan = mission_over(rows, server, DEMO_SCALE, name="the fault site")
        job = Job(
            plan=plan,
            look=look,
            model=ModelOptions(),
            out=out,
            folder=output,
            fail_on=FAIL_ON_DEFAULT,
            browser_args=server.browser_args,
        )
        result, problems = run_job(job)
    for problem in problems:
        sys.stderr.write(f"pagestate: {problem}\n")
    by_page = {page.id: page for page in result.pages}
    comparisons = [compare(row, by_page[row.id]) for row in rows if row.id in by_page]
    console = stderr_console(out) if out.json else stdout_console(out)
    if result.interrupted:
        return ExitCode.INTERRUPTED
    if not out.quiet:
        _print(console, comparisons)
    wrong = sum(not one.as_intended for one in comparisons)
    console.print()
    if wrong:
        console.print(f"{wrong} of {plural(len(comparisons), 'page')} did not come out as intended.", style="bold red")
    else:
        console.print(f"All {plural(len(comparisons), 'page')} came out as intended.", style="bold green")
    console.print(
        f"For pages of your own this run would have ended with exit code {exit_code(result)}. "
        "Try them: pagestate init, then pagestate run pagestate.yaml",
        style="dim",
        soft_wrap=True,
    )
    return ExitCode.FAILED if wrong else ExitCode.PASSED


def _print(console: Console, comparisons: "list[Comparison]") -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("page", no_wrap=True, overflow="ellipsis", max_width=28)
    table.add_column("intended and found")
    table.add_column("steps")
    for one in comparisons:
        state = Text(one.found)
        if one.found != one.intended:
            state = Text.assemble((one.found, "red"), "\n", (f"intended: {one.intended}", "dim"))
        steps = Text(_steps(one.found_steps))
        if one.found_steps != one.intended_steps:
            steps = Text.assemble(
                (_steps(one.found_steps), "red"), "\n", (f"intended: {_steps(one.intended_steps)}", "dim")
            )
        sign = Text("✓", style="green") if one.as_intended else Text("✗", style="bold red")
        table.add_row(sign, Text(one.page_id), state, steps)
    console.print()
    console.print(Text("As the fault site intends?", style="bold"))
    console.print(table)


def _steps(steps: tuple[RecoveryAction, ...]) -> str:
    """Return steps in short, equal ones in a row counted: `wait ×3, person`."""
    parts: list[tuple[str, int]] = []
    for step in steps:
        word = _SHORT[step]
        if parts and parts[-1][0] == word:
            parts[-1] = (word, parts[-1][1] + 1)
        else:
            parts.append((word, 1))
    return ", ".join(word if number == 1 else f"{word} ×{number}" for word, number in parts)
