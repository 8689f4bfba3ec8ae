"""What a run tells while it goes on, and the results it ends with."""

from dataclasses import dataclass
from pathlib import Path

from pagestate.decide.model import Verdict
from pagestate.evidence import Capture
from pagestate.recover.model import Step
from pagestate.states import Outcome, Reporting

__all__ = [
    "AttemptMade",
    "AttemptRecord",
    "Event",
    "Incident",
    "IncidentOpened",
    "MissionFinished",
    "MissionResult",
    "MissionStarted",
    "PageFinished",
    "PageResult",
    "PageStarted",
    "Waiting",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptRecord:
    """One attempt as kept in the result."""

    number: int
    capture: Capture
    verdict: Verdict
    step: Step
    started_at: str
    """ISO 8601, UTC."""
    bundle: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageResult:
    """A page at the end of its attempts."""

    id: str
    mission: str
    requested_url: str
    goal: str | None
    """For people: the goal's text, else its expectations."""
    attempts: tuple[AttemptRecord, ...]
    """At least one, unless the page was skipped or interrupted before its first visit."""
    reporting: Reporting
    recovered: bool
    """Whether it passed after a strategy was applied."""
    incident: str | None = None
    """The id of the incident that this page belongs to."""
    handover: str | None = None
    """What only a person can do now, in full sentences."""
    interrupted: bool = False
    note: str = ""

    @property
    def outcome(self) -> Outcome:
        """What the page counts as."""
        return self.reporting.outcome

    @property
    def last(self) -> AttemptRecord | None:
        """The attempt that decided."""
        return self.attempts[-1] if self.attempts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """The same trouble on several pages of a site."""

    id: str
    site: str
    state: str
    kind: str | None
    summary: str
    page_ids: tuple[str, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionResult:
    """All of a run. Every page of the mission stands in it, visited or not."""

    name: str
    pages: tuple[PageResult, ...]
    incidents: tuple[Incident, ...]
    started_at: str
    duration_s: float
    interrupted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionStarted:
    """A run begins."""

    name: str
    page_ids: tuple[str, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageStarted:
    """A visit begins."""

    page_id: str
    url: str
    attempt: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptMade:
    """A visit was judged and a step decided."""

    page_id: str
    url: str
    attempt: AttemptRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A page waits; it holds no browser."""

    page_id: str
    url: str
    seconds: float
    reason: str
    shared: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentOpened:
    """Several pages turned out to share one trouble (told again when it grows)."""

    incident: Incident


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinished:
    """A page has its result."""

    result: PageResult


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionFinished:
    """The run is over."""

    result: MissionResult


Event = MissionStarted | PageStarted | AttemptMade | Waiting | IncidentOpened | PageFinished | MissionFinished
