"""The live view of a run at a terminal: pages in flight with a spinner, waiting ones with a countdown."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from rich.cells import set_cell_size
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from pagestate.mission.events import (
    AttemptMade,
    Event,
    IncidentOpened,
    MissionFinished,
    MissionStarted,
    PageFinished,
    PageResult,
    PageStarted,
    Waiting,
)
from pagestate.report.summary import count, sentence
from pagestate.report.terminal import STYLES, mark
from pagestate.report.text import duration, one_line, percent, plural, show_url
from pagestate.report.words import state_of

__all__ = ["LiveView"]

_ID_WIDTH = 28


@dataclass(slots=True)
class _Row:
    page_id: str
    url: str
    attempt: int
    ends_at: float | None = None
    reason: str = ""
    shared: bool = False


class LiveView:
    """Draws the run on stderr. What is finished scrolls up as a line; the rest is redrawn in place.

    Args:
        console: on stderr, at a terminal.
        clock: seconds that only grow.
        list_finished: whether finished pages scroll up as lines.
    """

    def __init__(self, console: Console, clock: Callable[[], float], *, list_finished: bool = True) -> None:
        self._console = console
        self._clock = clock
        self._list_finished = list_finished
        self._lock = Lock()
        self._rows: dict[str, _Row] = {}
        self._finished: list[PageResult] = []
        self._incidents: set[str] = set()
        self._total = 0
        self._name = ""
        self._began = clock()
        self._spinner = Spinner("dots", style="cyan")
        self._live = Live(
            get_renderable=self.render,
            console=console,
            transient=True,
            refresh_per_second=8,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def start(self) -> None:
        """Begin to draw."""
        self._began = self._clock()
        self._live.start()

    def finish(self) -> None:
        """Take the drawn region away; the finished lines stay."""
        self._live.stop()

    def handle(self, event: Event) -> None:
        """Take note of one event."""
        with self._lock:
            match event:
                case MissionStarted():
                    self._name = event.name
                    self._total = len(event.page_ids)
                case PageStarted():
                    self._rows[event.page_id] = _Row(event.page_id, event.url, event.attempt)
                case AttemptMade():
                    pass
                case Waiting():
                    row = self._rows.setdefault(event.page_id, _Row(event.page_id, event.url, 1))
                    row.ends_at = self._clock() + event.seconds
                    row.reason, row.shared = event.reason, event.shared
                case PageFinished():
                    self._rows.pop(event.result.id, None)
                    self._finished.append(event.result)
                case IncidentOpened():
                    if event.incident.id in self._incidents:
                        return
                    self._incidents.add(event.incident.id)
                case MissionFinished():
                    self._rows.clear()
        if isinstance(event, PageFinished) and self._list_finished and not event.result.interrupted:
            self._console.print(finished_line(event.result), no_wrap=True, overflow="ellipsis", crop=True)
        elif isinstance(event, MissionFinished):
            # Before anybody prints results to the same terminal.
            self._live.stop()
        elif isinstance(event, IncidentOpened):
            summary = one_line(event.incident.summary, 200)
            self._console.print(
                Text.assemble(("incident ", "bold yellow"), summary), no_wrap=True, overflow="ellipsis", crop=True
            )

    def render(self) -> RenderableType:
        """Return what stands below the finished lines at this moment."""
        with self._lock:
            rows = [_Row(**{name: getattr(row, name) for name in _Row.__slots__}) for row in self._rows.values()]
            finished = list(self._finished)
        now = self._clock()
        visiting = [row for row in rows if row.ends_at is None]
        waiting = sorted((row for row in rows if row.ends_at is not None), key=lambda row: row.ends_at or 0.0)
        room = max(3, self._console.height - 6)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=1)
        table.add_column(no_wrap=True, overflow="ellipsis", max_width=_ID_WIDTH)
        table.add_column(no_wrap=True, justify="right", min_width=9)
        table.add_column(no_wrap=True, overflow="ellipsis", style="dim")
        for row in visiting[:room]:
            again = f"attempt {row.attempt}" if row.attempt > 1 else "visiting"
            table.add_row(self._spinner, Text(one_line(row.page_id, 60)), again, Text(show_url(row.url, 100)))
        left = max(0, room - len(visiting))
        for row in waiting[:left]:
            seconds = max(0.0, (row.ends_at or now) - now)
            reason = one_line(row.reason, 120) + (" (with its site)" if row.shared else "")
            table.add_row(
                Text("◷", style="yellow"), Text(one_line(row.page_id, 60)), duration(round(seconds)), Text(reason)
            )
        hidden = len(visiting[room:]) + len(waiting[left:])
        parts: list[RenderableType] = [table]
        if hidden:
            parts.append(Text(f"  and {hidden} more under way", style="dim"))
        parts.append(self._status(finished, len(visiting), len(waiting), now))
        return Group(*parts)

    def _status(self, finished: list[PageResult], visiting: int, waiting: int, now: float) -> Text:
        counts = count(finished)
        line = Text()
        line.append(one_line(self._name, 40) or "pagestate", style="bold")
        line.append(f"  {counts.total} of {plural(self._total, 'page')}")
        if counts.total:
            line.append(f"  {sentence(counts)}")
        if waiting:
            line.append(f"  {waiting} waiting", style="yellow")
        to_come = self._total - counts.total - visiting - waiting
        if to_come > 0:
            line.append(f"  {to_come} to come", style="dim")
        line.append(f"  {duration(round(now - self._began))}", style="dim")
        line.no_wrap, line.overflow = True, "ellipsis"
        return line


def finished_line(page: PageResult) -> Text:
    """Return a finished page in one line."""
    line = mark(page.outcome)
    line.append(f" {set_cell_size(one_line(page.id, 60), _ID_WIDTH)} ")
    line.append(state_of(page), style=STYLES[page.outcome])
    if page.last:
        line.append(f"  {percent(page.last.verdict.confidence)}", style="dim")
    if page.recovered:
        line.append(f"  recovered at attempt {len(page.attempts)}", style="cyan")
    elif len(page.attempts) > 1:
        line.append(f"  after {len(page.attempts)} attempts", style="dim")
    return line
