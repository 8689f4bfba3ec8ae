"""Verdicts on labelled pages: how often right, how sure, and which mistakes.

A labelled manifest is a JSON Lines file with one page a line: `id`, `file` (a path relative to the
manifest, in a folder or in a zip beside it), `state`, and where known `also` (a second state that is
right too), `split`, `lang`, `requested_url`, `final_url`, `host`, `status`, `headers`, `encoding`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile

from pagestate.capture.saved import load_html, load_picture
from pagestate.decide import THRESHOLD, Verdict, classify
from pagestate.errors import InputError
from pagestate.evidence import Capture
from pagestate.states import PageState

__all__ = ["Evaluation", "Judged", "LabelledPage", "Scores", "evaluate", "judge", "read_labelled"]

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_UNSCORED = frozenset({PageState.UNEXPECTED})
"""States that a label may name and that no figure counts: there is nothing right to say."""
_PASSES = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED})
_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPage:
    """A line of the manifest."""

    id: str
    file: str
    state: PageState
    also: PageState | None = None
    split: str | None = None
    language: str | None = None
    requested_url: str | None = None
    final_url: str | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    encoding: str | None = None
    row: Mapping[str, Any] = ()  # type: ignore[assignment]
    """The whole line."""

    @property
    def right(self) -> frozenset[PageState]:
        """The states that count as right."""
        return frozenset({self.state} if self.also is None else {self.state, self.also})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A labelled page and what was said of it."""

    page: LabelledPage
    verdict: Verdict

    @property
    def sure(self) -> bool:
        """Whether a state was named, and not a doubt."""
        return not (self.verdict.state is PageState.UNEXPECTED and self.verdict.kind == "low_confidence")

    @property
    def forced(self) -> PageState:
        """The state that was named, or would have been: the answer when forced to answer."""
        if self.sure or self.verdict.runner_up is None:
            return self.verdict.state
        return self.verdict.runner_up.state

    @property
    def confidence(self) -> float:
        """Of the forced answer."""
        return self.verdict.confidence

    @property
    def hit(self) -> bool:
        """Whether the forced answer is right."""
        return self.forced in self.page.right

    @property
    def label(self) -> PageState:
        """The label this page counts under: the second one where that was the answer."""
        return self.forced if self.hit else self.page.state


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How one state fared at the threshold."""

    count: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """Figures over labelled pages. Shares are 0 to 1."""

    pages: int
    confusion: Mapping[tuple[PageState, PageState], int]
    """(label, forced answer) to count."""
    doubts: Mapping[PageState, int]
    """Label to the pages on which no state was named."""
    states: Mapping[PageState, Scores]
    forced_accuracy: float
    macro_f1: float
    coverage: float
    """Share of pages on which a state was named."""
    walls: int
    false_success: int
    """Pages that are not content and were named content."""
    contents: int
    false_alarms: int
    """Content pages that were named anything else."""
    calibration_error: float
    """Expected calibration error of the forced answers over ten bins."""
    risk: tuple[tuple[float, float, float], ...]
    """(threshold, coverage, share of wrong answers among those given) for a range of thresholds."""

    @property
    def false_success_rate(self) -> float:
        """Share of pages that are not content and were named content."""
        return self.false_success / self.walls if self.walls else 0.0

    @property
    def false_alarm_rate(self) -> float:
        """Share of content pages that were named anything else."""
        return self.false_alarms / self.contents if self.contents else 0.0


def read_labelled(manifest: Path) -> Iterator[tuple[LabelledPage, Capture]]:
    """Yield each page of a labelled manifest with its capture.

    Raises:
        InputError: the manifest or a page cannot be read, or a label is no state.
    """
    files = _Files(manifest)
    try:
        lines = manifest.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError(f"{manifest}: the manifest cannot be read: {error.strerror}.") from None
    for number, line in enumerate(lines, start=1):
        if line.strip():
            page = _page(line, f"{manifest}:{number}")
            yield page, _capture(page, files.read(page.file))


def _page(line: str, where: str) -> LabelledPage:
    try:
        row = json.loads(line)
        headers = row.get("headers") or {}
        pairs = headers.items() if isinstance(headers, dict) else headers
        host = row.get("host")
        return LabelledPage(
            id=str(row["id"]),
            file=str(row["file"]),
            state=PageState(row["state"]),
            also=PageState(row["also"]) if row.get("also") else None,
            split=row.get("split"),
            language=row.get("lang"),
            requested_url=row.get("requested_url") or (f"https://{host}/" if host else None),
            final_url=row.get("final_url"),
            status=int(row["status"]) if row.get("status") is not None else None,
            headers=tuple((str(name).lower(), str(value)) for name, value in pairs),
            encoding=row.get("encoding"),
            row=row,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{where}: no labelled page: {error}") from None


def _capture(page: LabelledPage, data: bytes) -> Capture:
    if data.startswith(_PICTURES):
        return load_picture(data, requested_url=page.requested_url)
    try:
        return load_html(
            data,
            requested_url=page.requested_url,
            final_url=page.final_url,
            status=page.status,
            headers=page.headers,
            encoding=page.encoding,
        )
    except LookupError:
        raise InputError(f"{page.id}: encoding {page.encoding!r} is unknown") from None


class _Files:
    """Files beside a manifest, or in a zip beside it."""

    def __init__(self, manifest: Path) -> None:
        self._folder = manifest.parent
        self._zips: list[ZipFile] | None = None

    def read(self, name: str) -> bytes:
        relative = PurePosixPath(name)
        if relative.is_absolute() or ".." in relative.parts:
            raise InputError(f"file {name!r} does not lie under the manifest's folder")
        path = self._folder / relative
        try:
            if path.is_file():
                return path.read_bytes()
            if self._zips is None:
                self._zips = [ZipFile(item) for item in sorted(self._folder.glob("*.zip"))]
            for archive in self._zips:
                for member in (name, relative.name):
                    if member in archive.NameToInfo:
                        return archive.read(member)
        except (OSError, BadZipFile) as error:
            raise InputError(f"file {name!r} cannot be read: {error}") from None
        raise InputError(f"there is no file {name!r} beside the manifest, nor in a zip there")


def judge(pages: Iterable[tuple[LabelledPage, Capture]], *, threshold: float = THRESHOLD) -> Iterator[Judged]:
    """Yield the verdict on each page."""
    for page, capture in pages:
        yield Judged(page=page, verdict=classify(capture, threshold=threshold))


def evaluate(judged: Iterable[Judged]) -> Evaluation:
    """Return the figures over `judged`; pages labelled `unexpected` are not counted."""
    scored = [item for item in judged if item.page.state not in _UNSCORED]
    labels = Counter(item.label for item in scored)
    named: Counter[PageState] = Counter(item.forced for item in scored if item.sure)
    right: Counter[PageState] = Counter(item.forced for item in scored if item.sure and item.hit)
    states: dict[PageState, Scores] = {}
    for state, count in labels.items():
        precision = right[state] / named[state] if named[state] else 0.0
        recall = right[state] / count
        both = precision + recall
        states[state] = Scores(
            count=count, precision=precision, recall=recall, f1=2 * precision * recall / both if both else 0.0
        )
    walls = [item for item in scored if PageState.CONTENT not in item.page.right]
    contents = [item for item in scored if item.page.state is PageState.CONTENT]
    total = max(1, len(scored))
    return Evaluation(
        pages=len(scored),
        confusion=Counter((item.label, item.forced) for item in scored),
        doubts=Counter(item.label for item in scored if not item.sure),
        states=states,
        forced_accuracy=sum(item.hit for item in scored) / total,
        macro_f1=sum(score.f1 for score in states.values()) / max(1, len(states)),
        coverage=sum(item.sure for item in scored) / total,
        walls=len(walls),
        false_success=sum(item.sure and item.forced in _PASSES for item in walls),
        contents=len(contents),
        false_alarms=sum(item.sure and not item.hit for item in contents),
        calibration_error=_calibration_error(scored),
        risk=tuple(_risk(scored, step / 20) for step in range(20)),
    )


def _calibration_error(scored: list[Judged]) -> float:
    bins: dict[int, list[Judged]] = {}
    for item in scored:
        bins.setdefault(min(_BINS - 1, int(item.confidence * _BINS)), []).append(item)
    gaps = (abs(sum(item.hit for item in group) - sum(item.confidence for item in group)) for group in bins.values())
    return sum(gaps) / max(1, len(scored))


def _risk(scored: list[Judged], threshold: float) -> tuple[float, float, float]:
    given = [item for item in scored if item.confidence >= threshold]
    wrong = sum(not item.hit for item in given)
    return threshold, len(given) / max(1, len(scored)), wrong / len(given) if given else 0.0
