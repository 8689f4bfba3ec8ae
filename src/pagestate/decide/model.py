"""The verdict on one capture."""

from dataclasses import dataclass

from pagestate.detect.model import Finding
from pagestate.goal.model import GoalResult
from pagestate.states import Fixer, PageState

__all__ = ["ComeBack", "RunnerUp", "Verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerUp:
    """What the page would have been otherwise."""

    state: PageState
    kind: str | None
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """When the site asks to be visited again."""

    after_s: float
    """Seconds after the capture, rounded up, at least 1."""
    source: str
    """Such as `header retry-after` or `text: back at 14:30 UTC`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Which state a page is in, how sure that is, and what it rests on."""

    state: PageState
    kind: str | None
    confidence: float
    """The probability, 0 to 1, that `state` is right."""
    runner_up: RunnerUp | None
    findings: tuple[Finding, ...]
    """For and against `state` and the runner-up, strongest first."""
    vendor: str | None = None
    hint: str
    """What to do next, in a sentence for a person."""
    fixer: Fixer
    come_back: ComeBack | None = None
    goal: GoalResult | None = None
    """How the goal fared; None when none was given or the page was not fit to be asked."""
