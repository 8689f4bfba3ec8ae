"""NDJSON: one line per page, on stdout or appended to `results.ndjson`."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from pagestate.mission.events import Event, MissionFinished, PageFinished, PageResult
from pagestate.report.record import page_record
from pagestate.report.redact import scrub

__all__ = ["NdjsonFile", "NdjsonStream", "line_of"]


def line_of(page: PageResult, *, with_text: bool = False) -> str:
    """Return the record of a page as one line of JSON in ASCII, without the newline.

    ASCII, since a lone surrogate or a line separator from a page must not break the line for a reader.
    """
    return json.dumps(page_record(page, with_text=with_text), allow_nan=False)


class NdjsonStream:
    """Prints each page as soon as it is decided."""

    def __init__(self, stream: TextIO, *, with_text: bool = False, secrets: Iterable[str] = ()) -> None:
        self._stream = stream
        self._secrets = tuple(secrets)
        self._with_text = with_text
        self._told: set[str] = set()

    def start(self) -> None:
        """Nothing to get ready."""

    def handle(self, event: Event) -> None:
        """Print the page that is finished, and at the end those that were interrupted."""
        if isinstance(event, PageFinished):
            self._tell(event.result)
        elif isinstance(event, MissionFinished):
            for page in event.result.pages:
                self._tell(page)

    def finish(self) -> None:
        """Flush."""
        self._stream.flush()

    def _tell(self, page: PageResult) -> None:
        if page.id in self._told:
            return
        self._told.add(page.id)
        self._stream.write(scrub(line_of(page, with_text=self._with_text), self._secrets) + "\n")
        self._stream.flush()


class NdjsonFile:
    """Appends each page to a file; what stands there already stays as it is."""

    def __init__(self, path: Path, *, with_text: bool = False, secrets: Iterable[str] = ()) -> None:
        self._path = path
        self._secrets = tuple(secrets)
        self._with_text = with_text
        self._told: set[str] = set()
        self._fd: int | None = None

    def start(self) -> None:
        """Open the file; a last line that was cut off (a crash, a full disk) is closed first."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._fd = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        size = os.fstat(self._fd).st_size
        if size:
            os.lseek(self._fd, size - 1, os.SEEK_SET)
            if os.read(self._fd, 1) != b"\n":
                os.write(self._fd, b"\n")

    def handle(self, event: Event) -> None:
        """Append the page that is finished, and at the end those that were interrupted."""
        if isinstance(event, PageFinished):
            self._tell(event.result)
        elif isinstance(event, MissionFinished):
            for page in event.result.pages:
                self._tell(page)

    def finish(self) -> None:
        """Close the file."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _tell(self, page: PageResult) -> None:
        if page.id in self._told or self._fd is None:
            return
        self._told.add(page.id)
        data = (scrub(line_of(page, with_text=self._with_text), self._secrets) + "\n").encode("ascii")
        # One write in append mode, so that runs side by side do not cut into each other's lines.
        while data:
            data = data[os.write(self._fd, data) :]
