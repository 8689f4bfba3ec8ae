"""The progress of a run in plain lines, for logs and CI: nothing moves, nothing is redrawn."""

from collections.abc import Callable
from typing import TextIO

from pagestate.mission.events import (
    AttemptMade,
    Event,
    IncidentOpened,
    MissionFinished,
    MissionStarted,
    PageFinished,
    PageStarted,
    Waiting,
)
from pagestate.report.summary import count, sentence
from pagestate.report.text import one_line, percent, plural
from pagestate.report.words import ACTION_WORDS, full_name, outcome_of, reason_of, state_of

__all__ = ["PlainLines"]


class PlainLines:
    """Writes a line for each thing that happens, with the seconds since the start.

    Args:
        stream: usually stderr.
        clock: seconds that only grow.
        verbosity: below 0 nothing, above 0 each visit, too.
        waits_only: tell nothing but what makes the reader wait.
    """

    def __init__(
        self, stream: TextIO, clock: Callable[[], float], *, verbosity: int = 0, waits_only: bool = False
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._verbosity = verbosity
        self._waits_only = waits_only
        self._began = clock()
        self._incidents: set[str] = set()

    def start(self) -> None:
        """Begin to count."""
        self._began = self._clock()

    def finish(self) -> None:
        """Flush."""
        self._stream.flush()

    def handle(self, event: Event) -> None:
        """Write the line of one event."""
        if self._verbosity < 0 or (self._waits_only and not isinstance(event, AttemptMade)):
            return
        match event:
            case MissionStarted():
                self._write(f"{one_line(event.name, 60)}: {plural(len(event.page_ids), 'page')}")
            case PageStarted():
                if self._verbosity > 0:
                    self._write(f"{one_line(event.page_id, 60)}: attempt {event.attempt}")
            case AttemptMade():
                verdict, step = event.attempt.verdict, event.attempt.step
                if not step.action.is_final:
                    found = f"{full_name(verdict.state, verdict.kind)} ({percent(verdict.confidence)})"
                    why = one_line(reason_of(event.attempt), 120)
                    self._write(f"{one_line(event.page_id, 60)}: {found}, {ACTION_WORDS[step.action]} ({why})")
            case Waiting():
                pass
            case IncidentOpened():
                if event.incident.id in self._incidents:
                    return
                self._incidents.add(event.incident.id)
                self._write(f"incident: {one_line(event.incident.summary, 200)}")
            case PageFinished():
                page = event.result
                more = f", recovered at attempt {len(page.attempts)}" if page.recovered else ""
                self._write(f"{one_line(page.id, 60)}: {outcome_of(page)} ({state_of(page)}{more})")
            case MissionFinished():
                self._write(sentence(count(event.result.pages)))

    def _write(self, text: str) -> None:
        self._stream.write(f"{self._clock() - self._began:7.1f} s  {text}\n")
        self._stream.flush()
