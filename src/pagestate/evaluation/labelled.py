"""Pages of which the right answer is known."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagestate.errors import InputError
from pagestate.evaluation.manifest import BadRow, LabelledRow, PageFiles, capture_of, read_manifest
from pagestate.evidence import Capture
from pagestate.states import PageState

__all__ = ["LabelledPage", "read_labelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPage:
    """A page of a labelled manifest."""

    id: str
    file: str
    state: PageState
    where: str = ""
    """`file:line` of its row."""
    also: PageState | None = None
    detail: str | None = None
    group: str | None = None
    template: str | None = None
    split: str | None = None
    language: str | None = None
    origin: str | None = None
    requested_url: str | None = None
    final_url: str | None = None
    status: int | None = None
    headers: tuple[tuple[str, str], ...] = ()
    share: float = 1.0
    """How much the page counts when one learns from it."""
    row: Mapping[str, object]
    """All that stands in its line and is read."""

    @property
    def right(self) -> frozenset[PageState]:
        """The states that count as right."""
        return frozenset({self.state} if self.also is None else {self.state, self.also})


def read_labelled(
    manifest: Path, *, split: str | None = None, bad: list[BadRow] | None = None
) -> Iterator[tuple[LabelledPage, Capture]]:
    """Yield each page of a labelled manifest (of one `split` of it) with its capture.

    Args:
        manifest: the JSON Lines file.
        split: only rows with this `split`.
        bad: takes the rows that cannot be used; without it the first one ends the reading.

    Raises:
        InputError: the manifest cannot be read, or, without `bad`, a row of it (`file:line: reason`).
    """
    files = PageFiles(manifest)
    try:
        for read in read_manifest(manifest, LabelledRow):
            problem = read if isinstance(read, BadRow) else None
            if not isinstance(read, BadRow):
                where, row = read
                if split is not None and row.split != split:
                    continue
                try:
                    capture = capture_of(row, files.read(row.file))
                except InputError as error:
                    problem = BadRow(where=where, reason=str(error))
                else:
                    yield _page(where, row, capture), capture
            if problem is not None:
                if bad is None:
                    raise InputError(f"{problem.where}: {problem.reason}")
                bad.append(problem)
    finally:
        files.close()


def _page(where: str, row: LabelledRow, capture: Capture) -> LabelledPage:
    return LabelledPage(
        id=row.id,
        file=row.file,
        state=row.state,
        where=where,
        also=row.also,
        detail=row.detail,
        group=row.group,
        template=row.template,
        split=row.split,
        language=row.lang,
        origin=row.origin,
        requested_url=capture.requested_url,
        final_url=row.final_url,
        status=capture.status,
        headers=capture.headers,
        share=row.share,
        row=json.loads(row.model_dump_json(exclude_none=True)),
    )
