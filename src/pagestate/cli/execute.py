"""Running a plan: the way of looking, the reports, the exit code."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from pagestate.cli.options import LookOptions, ModelOptions, OutputOptions
from pagestate.mission.plan import MissionFile

__all__ = ["Job", "execute"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a command wants to be run and told."""

    plan: MissionFile
    look: LookOptions
    model: ModelOptions
    out: OutputOptions
    folder: Path | None
    """Where report, results and bundles go; None: nothing is written."""
    fail_on: AbstractSet[str]
    single: bool = False
    """Whether it is one page, told without a list."""
    nothing: str = "there is no page to check."
    """What to say when the plan is empty."""


def execute(job: Job) -> int:
    """Run it and return the exit code."""
    raise NotImplementedError
