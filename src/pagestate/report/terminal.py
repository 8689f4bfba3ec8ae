"""The results at the end of a run, on stdout: what passed, what did not and why, what a person must do."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pagestate.detect.model import Observation
from pagestate.mission.events import AttemptRecord, Event, Incident, MissionFinished, MissionResult, PageResult
from pagestate.report.summary import count, sentence
from pagestate.report.text import duration, one_line, percent, plural, show_url
from pagestate.report.words import (
    ACTION_WORDS,
    FIXER_WORDS,
    MARKS,
    OUTCOME_WORDS,
    calls_for_person,
    full_name,
    in_words,
    reason_of,
    state_of,
)
from pagestate.states import Outcome, PageState, RecoveryAction

__all__ = ["STYLES", "Results", "mark", "print_page", "strongest"]

STYLES: dict[Outcome, str] = {
    Outcome.PASSED: "green",
    Outcome.FAILED: "red",
    Outcome.NEEDS_PERSON: "yellow",
    Outcome.SKIPPED: "dim",
}
_ORDER = (Outcome.PASSED, Outcome.SKIPPED, Outcome.NEEDS_PERSON, Outcome.FAILED)
_PERSON = "What a person must do"
_REPAIR = "What failed and is to be mended"
_CALM = (Outcome.PASSED, Outcome.SKIPPED)
_LABEL_WIDTH = 9


class Results:
    """Prints the results once the run is over.

    Args:
        console: on stdout.
        verbosity: below 0 the summary alone, above 0 details of the pages that passed, too.
        list_passed: whether pages that passed get their line (a live view has shown them already).
        written: files to point at under the summary, with a word for each.
    """

    def __init__(
        self,
        console: Console,
        *,
        verbosity: int = 0,
        list_passed: bool = True,
        written: Iterable[tuple[str, Path]] = (),
    ) -> None:
        self._console = console
        self._verbosity = verbosity
        self._list_passed = list_passed
        self._written = tuple(written)

    def start(self) -> None:
        """Nothing to get ready."""

    def handle(self, event: Event) -> None:
        """Print all when the run is over."""
        if isinstance(event, MissionFinished):
            self.show(event.result)

    def finish(self) -> None:
        """Nothing is left."""

    def show(self, result: MissionResult) -> None:
        """Print a whole result."""
        if self._verbosity >= 0:
            self._pages(result)
        self._summary(result)

    def _pages(self, result: MissionResult) -> None:
        in_incidents = {page_id for incident in result.incidents for page_id in incident.page_ids}
        finished = [page for page in result.pages if not page.interrupted]
        ordered = sorted(finished, key=lambda page: _ORDER.index(page.outcome))
        calm = [page for page in ordered if page.outcome in _CALM]
        if self._verbosity <= 0 and self._list_passed:
            self._lines(calm)
        if self._verbosity > 0:
            self._blocks("", calm)
        alone = [page for page in ordered if page not in calm and (self._verbosity > 0 or page.id not in in_incidents)]
        by_id = {page.id: page for page in result.pages}
        together = [(one, [by_id[name] for name in one.page_ids if name in by_id]) for one in result.incidents]
        for incident, members in together:
            if all(page.outcome in _CALM for page in members):
                self._incident(incident, members)
        together = [one for one in together if any(page.outcome not in _CALM for page in one[1])]
        for title, handed_over in ((_PERSON, True), (_REPAIR, False)):
            pages = [page for page in alone if calls_for_person(page) is handed_over]
            groups = [one for one in together if any(map(calls_for_person, one[1])) is handed_over]
            self._blocks(title if len(result.pages) > 1 and (pages or groups) else "", pages)
            for incident, members in groups:
                self._incident(incident, members)
        if unfinished := [page for page in result.pages if page.interrupted]:
            self._console.print()
            self._lines(unfinished)

    def _blocks(self, title: str, pages: list[PageResult]) -> None:
        if title:
            self._console.print()
            self._console.print(Text(title, style="bold underline"))
        for page in pages:
            print_page(self._console, page)

    def _lines(self, pages: list[PageResult]) -> None:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis", max_width=32)
        table.add_column(no_wrap=True, overflow="ellipsis")
        table.add_column(no_wrap=True, overflow="ellipsis", style="dim")
        for page in pages:
            note = ""
            if page.interrupted:
                note = "not finished"
            elif page.recovered:
                note = f"recovered at attempt {len(page.attempts)}"
            elif page.outcome is Outcome.SKIPPED:
                note = one_line(page.note or (page.last.step.reason if page.last else ""), 80)
            sign = Text("·", style="dim") if page.interrupted else mark(page.outcome)
            table.add_row(sign, Text(one_line(page.id, 60)), Text(state_of(page)), Text(note))
        self._console.print(table)

    def _incident(self, incident: Incident, pages: list[PageResult]) -> None:
        outcomes = [page.outcome for page in pages]
        outcome = next((one for one in (Outcome.FAILED, Outcome.NEEDS_PERSON) if one in outcomes), Outcome.PASSED)
        self._console.print()
        head = mark(outcome)
        head.append(" ")
        head.append(f"{plural(len(incident.urls), 'page')} of {one_line(incident.site, 60)}: ", style="bold")
        state = f"{incident.state}.{incident.kind}" if incident.kind else incident.state
        head.append(state, style=f"bold {STYLES[outcome]}")
        if outcome is Outcome.PASSED:
            head.append(", over by now", style="dim")
        self._console.print(head, no_wrap=True, overflow="ellipsis", crop=True)
        rows: list[tuple[str, Text]] = [("incident", Text(one_line(incident.summary, 400)))]
        rows += [("pages" if number == 0 else "", _page_in_incident(page)) for number, page in enumerate(pages)]
        showing = (made for page in pages for made in page.attempts if made.verdict.state == incident.state)
        first = next(showing, None)
        if first is not None:
            rows += _seen_rows(first)
        hints = dict.fromkeys(page.last.verdict.hint for page in pages if page.last and page.outcome not in _CALM)
        rows += [("do", Text(one_line(text, 500))) for text in hints if text]
        _print_rows(self._console, rows)

    def _summary(self, result: MissionResult) -> None:
        counts = count(result.pages)
        if self._verbosity >= 0 and result.pages:
            self._console.print()
        line = Text()
        if result.interrupted:
            line.append("interrupted: ", style="bold yellow")
        style = "bold red" if counts.failed else "bold yellow" if counts.needs_person else "bold green"
        line.append(sentence(counts), style=style)
        line.append(f"  ({plural(counts.total, 'page')} in {duration(result.duration_s)})", style="dim")
        self._console.print(line)
        for name, path in self._written:
            self._console.print(Text.assemble((f"{name}  ", "dim"), str(path)), soft_wrap=True)


def mark(outcome: Outcome) -> Text:
    """Return the sign of an outcome, coloured."""
    return Text(MARKS[outcome], style=f"bold {STYLES[outcome]}".replace("bold dim", "dim"))


def print_page(console: Console, page: PageResult) -> None:
    """Print all there is to say of a page in a block of labelled lines."""
    last = page.last
    console.print()
    head = mark(page.outcome)
    head.append(" ")
    head.append(one_line(page.id, 60), style="bold")
    url = show_url(page.requested_url, max(24, console.width - 4 - len(one_line(page.id, 60))))
    if url != one_line(page.id, 60):
        head.append("  ")
        head.append(url, style="dim")
    console.print(head, no_wrap=True, overflow="ellipsis", crop=True)
    rows: list[tuple[str, Text]] = []
    if last is None:
        rows.append(("state", Text(one_line(page.note) or "not visited")))
    else:
        rows += _verdict_rows(page, last)
        rows += _seen_rows(last)
        rows += _drift_rows(last)
        rows += _goal_rows(last)
        rows += _step_rows(page)
        if page.note:
            rows.append(("note", Text(one_line(page.note, 300))))
    if page.outcome is not Outcome.PASSED:
        advice = (last.verdict.hint if last else "") or page.handover or ""
        if advice:
            rows.append(("do", Text(one_line(advice, 500))))
            if last and last.verdict.hint:
                rows.append(("who", Text(FIXER_WORDS[last.verdict.fixer])))
    if last and last.bundle:
        rows.append(("bundle", Text(str(last.bundle), style="dim")))
    _print_rows(console, rows)


def strongest(attempt: AttemptRecord, limit: int = 3) -> list[Observation]:
    """Return the observations that speak most for the verdict, without repetition.

    Below the threshold that is what speaks for the runner-up, since the verdict itself says
    only that it is not sure.
    """
    verdict = attempt.verdict
    state = verdict.state
    if state is PageState.UNEXPECTED and verdict.runner_up is not None:
        state = verdict.runner_up.state
    ranked = sorted((one for one in verdict.findings if one.weight > 0), key=lambda one: -one.weight)
    chosen = [one for one in ranked if one.state is state] or ranked
    seen: dict[str, Observation] = {}
    for observation in (one for finding in chosen for one in finding.observations):
        # The same words in title, heading and text are one thing to a person.
        seen.setdefault(observation.what, observation)
    return list(seen.values())[:limit]


def _verdict_rows(page: PageResult, last: AttemptRecord) -> list[tuple[str, Text]]:
    verdict = last.verdict
    line = Text()
    line.append(full_name(verdict.state, verdict.kind), style=f"bold {STYLES[page.outcome]}")
    line.append(f"  {percent(verdict.confidence)} sure", style="dim")
    line.append(f"  {in_words(verdict.state, verdict.kind)}")
    if verdict.vendor:
        line.append(f" ({one_line(verdict.vendor, 40)})")
    rows = [(OUTCOME_WORDS[page.outcome].removeprefix("needs a "), line)]
    runner_up = verdict.runner_up
    if runner_up is not None and verdict.kind == "low_confidence":
        text = f"{full_name(runner_up.state, runner_up.kind)}  {percent(runner_up.confidence)}"
        rows.append(("perhaps", Text(text)))
    final = last.capture.final_url
    if final and show_url(final) != show_url(page.requested_url):
        rows.append(("ended at", Text(show_url(final, 160))))
    return rows


def _seen_rows(last: AttemptRecord) -> list[tuple[str, Text]]:
    rows = []
    for number, seen in enumerate(strongest(last)):
        line = Text(one_line(seen.what, 160))
        line.append(f"  ({one_line(seen.where, 80)})", style="dim")
        rows.append(("saw" if number == 0 else "", line))
    return rows


def _drift_rows(last: AttemptRecord) -> list[tuple[str, Text]]:
    """What is not as it was when the page was learnt, and changes nothing."""
    seen = [
        one for finding in last.verdict.findings if finding.detector == "known.drift" for one in finding.observations
    ]
    rows = [("changed" if number == 0 else "", Text(one_line(one.what, 160))) for number, one in enumerate(seen[:5])]
    return [*rows, ("", Text("since it was learnt; no alarm", style="dim"))] if rows else []


def _goal_rows(last: AttemptRecord) -> list[tuple[str, Text]]:
    goal = last.verdict.goal
    if goal is None:
        return []
    rows = []
    signs = {"met": ("✓", "green"), "unmet": ("✗", "red"), "unknown": ("?", "yellow")}
    for number, result in enumerate(goal.expectations):
        sign, style = signs[result.outcome]
        line = Text.assemble((sign, style), " ", one_line(result.expectation, 120))
        if result.outcome != "met":
            line.append(f"  (saw {one_line(result.seen, 120)})", style="dim")
        rows.append(("expected" if number == 0 else "", line))
    if goal.outcome != "met" and goal.reason and not any(one.outcome == "unmet" for one in goal.expectations):
        rows.append(("goal", Text(one_line(goal.reason, 300))))
    return rows


def _step_rows(page: PageResult) -> list[tuple[str, Text]]:
    if len(page.attempts) == 1 and page.attempts[0].step.action.is_final:
        only = page.attempts[0]
        # Why a session that is named was not worn says more than the advice to have one.
        tried = only.verdict.state is PageState.AUTH_WALL and "the session" in only.step.reason
        return [("session", Text(one_line(reason_of(only), 300)))] if tried else []
    rows: list[tuple[str, Text]] = []
    for (name, action), group in groupby(page.attempts, key=_name_and_action):
        alike = list(group)
        first, last = alike[0].number, alike[-1].number
        line = Text(f"{first if first == last else f'{first}–{last}'}  {name} → {ACTION_WORDS[action]}")
        why = one_line(reason_of(alike[-1]), 120)
        if why != ACTION_WORDS[action]:
            line.append(f"  ({why})", style="dim")
        rows.append(("steps" if not rows else "", line))
    return rows


def _name_and_action(attempt: AttemptRecord) -> tuple[str, RecoveryAction]:
    return full_name(attempt.verdict.state, attempt.verdict.kind), attempt.step.action


def _page_in_incident(page: PageResult) -> Text:
    line = mark(page.outcome)
    line.append(f" {one_line(page.id, 40)}")
    line.append(f"  {show_url(page.requested_url, 80)}", style="dim")
    return line


def _print_rows(console: Console, rows: list[tuple[str, Text]]) -> None:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=_LABEL_WIDTH, no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for label, value in rows:
        table.add_row(label, value)
    console.print(Padding(table, (0, 0, 0, 2), expand=False))
