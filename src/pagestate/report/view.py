"""What the HTML report shows of a run, arranged for reading."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagestate.detect.model import Finding
from pagestate.evidence import Capture, Console, Exchange
from pagestate.mission.events import AttemptRecord, Incident, MissionResult, PageResult
from pagestate.report.pictures import Album, Picture
from pagestate.report.redact import redact_url
from pagestate.report.summary import Counts, count
from pagestate.report.text import plural
from pagestate.report.words import (
    ACTION_WORDS,
    FIXER_WORDS,
    calls_for_person,
    full_name,
    in_words,
    outcome_of,
    reason_of,
    state_of,
)
from pagestate.states import Outcome, PageState

__all__ = ["AttemptView", "IncidentView", "PageView", "Segment", "Task", "View", "view_of"]

_ORDER = (Outcome.FAILED, Outcome.NEEDS_PERSON, Outcome.SKIPPED, Outcome.PASSED)
_OPEN_AT_MOST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A part of the bar over the counts, in per cent of its width."""

    name: str
    start: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptView:
    """One attempt in the timeline."""

    record: AttemptRecord
    name: str
    step: str
    reason: str
    thumbnail: Picture | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """A page's card."""

    anchor: str
    page: PageResult
    outcome: str
    """For style sheets: `passed`, `failed`, `needs_person`, `skipped`, `unfinished`."""
    label: str
    state: str
    words: str
    open: bool
    link: str | None
    """The address, where it can be followed as it is."""
    picture: Picture | None
    picture_note: str
    full_picture: str | None
    bundle: str | None
    attempts: tuple[AttemptView, ...]
    findings: tuple[Finding, ...]
    """In favour of the verdict, strongest first."""
    others: tuple[Finding, ...]
    """For something else, or against."""
    advice: str
    fixer: str
    failed_requests: tuple[Exchange, ...]
    console: tuple[Console, ...]

    @property
    def capture(self) -> Capture | None:
        """What the deciding attempt saw."""
        return self.page.last.capture if self.page.last else None


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentView:
    """An incident with the cards of its pages."""

    incident: Incident
    name: str
    pages: tuple[PageView, ...]

    @property
    def tone(self) -> str:
        """The worst outcome of its pages."""
        outcomes = [one.outcome for one in self.pages]
        return next((one for one in ("failed", "needs_person", "unfinished") if one in outcomes), "passed")

    @property
    def is_over(self) -> bool:
        """Whether all of its pages recovered."""
        return self.tone == "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something to be done, for one page or several alike."""

    text: str
    who: str
    outcome: str
    pages: tuple[PageView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All of a report."""

    result: MissionResult
    counts: Counts
    verdict: str
    tone: str
    segments: tuple[Segment, ...]
    incidents: tuple[IncidentView, ...]
    tasks: tuple[Task, ...]
    """For a person, before the run can say more."""
    repairs: tuple[Task, ...]
    """Of what failed for certain: for whoever looks after the pages."""
    pages: tuple[PageView, ...]
    pictures_left_out: int


def view_of(result: MissionResult, folder: Path, *, budget: int = 12_000_000) -> View:
    """Arrange a result for a report that will lie in `folder`; `budget` is bytes of pictures."""
    counts = count(result.pages)
    album = Album(len(result.pages), budget)
    ordered = sorted(enumerate(result.pages), key=lambda pair: (_ORDER.index(pair[1].outcome), pair[0]))
    wanting = sum(1 for page in result.pages if page.outcome in (Outcome.FAILED, Outcome.NEEDS_PERSON))
    pages = tuple(
        _page(page, f"page-{number + 1}", album, folder, opened=wanting <= _OPEN_AT_MOST) for number, page in ordered
    )
    by_id = {one.page.id: one for one in pages}
    return View(
        result=result,
        counts=counts,
        verdict=_verdict(counts, result),
        tone=_tone(counts, result),
        segments=_segments(counts),
        incidents=tuple(
            IncidentView(
                incident=one,
                name=f"{one.state}.{one.kind}" if one.kind else one.state,
                pages=tuple(by_id[page_id] for page_id in one.page_ids if page_id in by_id),
            )
            for one in result.incidents
        ),
        tasks=_tasks([one for one in pages if calls_for_person(one.page)]),
        repairs=_tasks([one for one in pages if not calls_for_person(one.page)]),
        pages=pages,
        pictures_left_out=album.left_out,
    )


def _verdict(counts: Counts, result: MissionResult) -> str:
    if not counts.total:
        return "Nothing was checked."
    all_pages = plural(counts.total, "page")
    parts = []
    if counts.failed:
        parts.append(f"{counts.failed} failed")
    if counts.needs_person:
        parts.append(f"{counts.needs_person} {'needs' if counts.needs_person == 1 else 'need'} a person")
    if counts.unfinished:
        parts.append(f"{counts.unfinished} not finished")
    if parts:
        sentence = f"Of {all_pages}, {' and '.join(parts) if len(parts) < 3 else ', '.join(parts)}."
        if counts.total == 1:
            sentence = f"The page {parts[0].removeprefix('1 ').replace('not finished', 'was not finished')}."
    elif counts.skipped == counts.total:
        sentence = "Everything was skipped."
    elif counts.total == 1:
        sentence = "The page passed."
    else:
        sentence = f"All {counts.passed} passed." if not counts.skipped else f"{counts.passed} of {all_pages} passed."
    return f"Interrupted. {sentence}" if result.interrupted else sentence


def _tone(counts: Counts, result: MissionResult) -> str:
    if counts.failed:
        return "failed"
    if counts.needs_person or counts.unfinished or result.interrupted:
        return "needs_person"
    return "passed" if counts.passed else "skipped"


def _segments(counts: Counts) -> tuple[Segment, ...]:
    segments = []
    start = 0.0
    for name in ("failed", "needs_person", "unfinished", "skipped", "passed"):
        number: int = getattr(counts, name)
        if number:
            width = 100 * number / counts.total
            segments.append(Segment(name=name, start=round(start, 3), width=round(width, 3)))
            start += width
    return tuple(segments)


def _tasks(pages: Sequence[PageView]) -> tuple[Task, ...]:
    grouped: dict[tuple[str, str, str], list[PageView]] = {}
    for one in pages:
        if one.advice and one.outcome in ("failed", "needs_person"):
            grouped.setdefault((one.advice, one.fixer, one.outcome), []).append(one)
    tasks = [
        Task(text=text, who=who, outcome=outcome, pages=tuple(members))
        for (text, who, outcome), members in grouped.items()
    ]
    return tuple(sorted(tasks, key=lambda task: task.outcome != "needs_person"))


def _page(page: PageResult, anchor: str, album: Album, folder: Path, *, opened: bool) -> PageView:
    last = page.last
    outcome = "unfinished" if page.interrupted else str(page.outcome)
    wanting = outcome in ("failed", "needs_person")
    verdict = last.verdict if last else None
    capture = last.capture if last else None
    bundle = _relative(last.bundle, folder) if last else None
    shot = capture.screenshot if capture else None
    picture = album.take(shot)
    supporting, others = _sorted_findings(last)
    return PageView(
        anchor=anchor,
        page=page,
        outcome=outcome,
        label=outcome_of(page),
        state=state_of(page),
        words=in_words(verdict.state, verdict.kind) if verdict else (page.note or "never visited"),
        open=wanting and opened,
        link=_link(page.requested_url),
        picture=picture,
        picture_note="" if picture else _no_picture(capture),
        full_picture=_full_picture(last, folder),
        bundle=bundle,
        attempts=tuple(
            AttemptView(
                record=one,
                name=full_name(one.verdict.state, one.verdict.kind),
                step=ACTION_WORDS[one.step.action],
                reason=reason_of(one),
                thumbnail=album.take(one.capture.screenshot, small=True) if one is not last else None,
            )
            for one in page.attempts
        ),
        findings=supporting,
        others=others,
        advice=((verdict.hint if verdict else "") or page.handover or "") if wanting else "",
        fixer=FIXER_WORDS[verdict.fixer] if verdict else "",
        failed_requests=_failed_requests(capture),
        console=tuple(one for one in capture.console if one.level in ("error", "exception", "assert"))[:20]
        if capture
        else (),
    )


def _sorted_findings(last: AttemptRecord | None) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    if last is None:
        return (), ()
    verdict = last.verdict
    state = verdict.state
    if state is PageState.UNEXPECTED and verdict.runner_up is not None:
        state = verdict.runner_up.state
    ranked = sorted(verdict.findings, key=lambda one: -one.weight)
    supporting = [one for one in ranked if one.state is state and one.weight > 0]
    others = [one for one in ranked if one not in supporting]
    return tuple(_once(supporting)), tuple(others)


def _once(findings: list[Finding]) -> Iterator[Finding]:
    """Leave out what a stronger finding showed already: the same words in title and heading are one thing."""
    seen: set[str] = set()
    for finding in findings:
        fresh = tuple(one for one in finding.observations if one.what not in seen)
        seen.update(one.what for one in fresh)
        if fresh or not finding.observations:
            yield replace(finding, observations=fresh)


def _failed_requests(capture: Capture | None) -> tuple[Exchange, ...]:
    if capture is None:
        return ()
    bad = [one for one in capture.exchanges if one.failure or (one.status or 0) >= 400]
    return tuple(bad[:30])


def _no_picture(capture: Capture | None) -> str:
    if capture is None:
        return "never visited"
    if capture.screenshot:
        return "picture left out"
    if not capture.committed:
        return "nothing was loaded"
    return {"browser": "no picture could be taken", "picture": "picture not readable"}.get(
        capture.source, "no picture: looked at without a browser"
    )


def _link(url: str) -> str | None:
    # Only what a click can follow unchanged, and never another scheme.
    return url if url.startswith(("http://", "https://")) and redact_url(url) == url else None


def _relative(path: Path | None, folder: Path) -> str | None:
    if path is None:
        return None
    try:
        return path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return path.as_posix()


def _full_picture(last: AttemptRecord | None, folder: Path) -> str | None:
    if last is None or last.bundle is None:
        return None
    for name in ("screenshot.png", "screenshot.jpg", "screenshot.jpeg"):
        path = last.bundle / name
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            return path.resolve().relative_to(folder.resolve()).as_posix()
    return None
