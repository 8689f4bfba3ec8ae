"""A run in numbers: the counts, the sentence, the exit code."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pagestate.mission.events import MissionResult, PageResult
from pagestate.states import ExitCode, Outcome

__all__ = ["FAIL_ON", "FAIL_ON_DEFAULT", "Counts", "count", "exit_code", "sentence"]

FAIL_ON = ("failed", "needs_person", "recovered", "skipped")
"""What `--fail-on` can name."""
FAIL_ON_DEFAULT = frozenset({"failed", "needs_person"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many pages ended how. The first five add up to `total`: no page vanishes."""

    total: int
    passed: int
    failed: int
    needs_person: int
    skipped: int
    unfinished: int
    """Interrupted before they were decided; counted here alone."""
    recovered: int
    """Of those that passed."""


def count(pages: Sequence[PageResult]) -> Counts:
    """Count the pages of a run, or of as much of it as there is."""

    def of(outcome: Outcome) -> int:
        return sum(1 for page in pages if page.outcome is outcome and not page.interrupted)

    return Counts(
        total=len(pages),
        passed=of(Outcome.PASSED),
        failed=of(Outcome.FAILED),
        needs_person=of(Outcome.NEEDS_PERSON),
        skipped=of(Outcome.SKIPPED),
        unfinished=sum(1 for page in pages if page.interrupted),
        recovered=sum(1 for page in pages if page.recovered and page.outcome is Outcome.PASSED),
    )


def sentence(counts: Counts) -> str:
    """Return `N passed, N failed, N need a person`, and what else there is to say."""
    parts = [
        f"{counts.passed} passed",
        f"{counts.failed} failed",
        f"{counts.needs_person} {'needs' if counts.needs_person == 1 else 'need'} a person",
    ]
    if counts.skipped:
        parts.append(f"{counts.skipped} skipped")
    if counts.unfinished:
        parts.append(f"{counts.unfinished} not finished")
    return ", ".join(parts) + (f" · {counts.recovered} recovered" if counts.recovered else "")


def exit_code(result: MissionResult, fail_on: Collection[str] = FAIL_ON_DEFAULT) -> int:
    """Return the exit code of a run.

    Interrupted: 130. No pages: 5. Else 1 if a page failed, else 3 if one needs a person, else 0;
    `fail_on` says which of these (and of `recovered`, `skipped`, both 1) count.
    """
    if result.interrupted:
        return ExitCode.INTERRUPTED
    if not result.pages:
        return ExitCode.NOTHING_TO_CHECK
    codes = {page.reporting.exit_code for page in result.pages}
    counts = count(result.pages)
    if "failed" in fail_on and ExitCode.FAILED in codes:
        return ExitCode.FAILED
    if ("recovered" in fail_on and counts.recovered) or ("skipped" in fail_on and counts.skipped):
        return ExitCode.FAILED
    if "needs_person" in fail_on and ExitCode.UNDECIDED in codes:
        return ExitCode.UNDECIDED
    return ExitCode.PASSED
