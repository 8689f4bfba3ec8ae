"""Manifests: many saved pages in one JSON Lines file, the pages beside it or in a zip beside it."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeVar
from zipfile import BadZipFile, ZipFile

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pagestate.capture.saved import load_html, load_picture
from pagestate.errors import InputError
from pagestate.evidence import Capture
from pagestate.states import PageState

__all__ = ["BadRow", "LabelledRow", "ManifestRow", "PageFiles", "capture_of", "read_manifest"]

_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
_MAX_PAGE = 50_000_000
"""Bytes of one page; a zip may hold far more than it seems."""


class ManifestRow(BaseModel):
    """One line of a manifest; keys that are not named here are let through unread."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str = Field(min_length=1)
    file: str = Field(min_length=1)
    """Relative to the manifest."""
    requested_url: str | None = None
    final_url: str | None = None
    host: str | None = None
    """Of the page, where no address is known."""
    status: int | None = Field(None, ge=100, le=999)
    headers: dict[str, str] | list[tuple[str, str]] | None = None
    encoding: str | None = None


class LabelledRow(ManifestRow):
    """One line of a manifest with the right answer."""

    state: PageState
    also: PageState | None = None
    """A second reading that is right as well."""
    detail: str | None = None
    """What exactly the page is, in the labeller's words; see `details`."""
    group: str | None = None
    """Pages of one site or one template share it; no two folds do."""
    template: str | None = None
    """The template behind the page, where it is known."""
    split: str | None = None
    lang: str | None = None
    origin: str | None = None
    """How the page was come by, such as `capture`, `template`, `fixture`."""
    share: float = Field(default=1.0, gt=0, le=10)
    """How much the page counts when one learns from it."""


_Row = TypeVar("_Row", bound=ManifestRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRow:
    """A line that cannot be used; the others are not stopped by it."""

    where: str
    """`file:line`."""
    reason: str


def read_manifest(path: Path, shape: type[_Row]) -> Iterator[tuple[str, _Row] | BadRow]:
    """Yield each line as (`file:line`, row of this shape), or as a bad row. Empty lines are passed over.

    Raises:
        InputError: the manifest cannot be read at all.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: the manifest cannot be read: {error.strerror}.") from None
    seen: dict[str, int] = {}
    with stream:
        for number, raw in enumerate(stream, start=1):
            line = raw.removeprefix(b"\xef\xbb\xbf").strip() if number == 1 else raw.strip()
            if not line:
                continue
            where = f"{path}:{number}"
            try:
                row = shape.model_validate_json(line)
            except ValidationError as error:
                yield BadRow(where=where, reason=_reason(error))
                continue
            if row.id in seen:
                yield BadRow(where=where, reason=f"id {row.id!r} stands in line {seen[row.id]} already")
                continue
            seen[row.id] = number
            yield where, row


def capture_of(row: ManifestRow, data: bytes) -> Capture:
    """Return the capture of a manifest's row.

    Raises:
        InputError: the page is no HTML, or its encoding is unknown.
    """
    requested = row.requested_url or (f"http://{row.host}/" if row.host else None)
    if data.startswith(_PICTURES):
        return load_picture(data, requested_url=requested)
    headers = row.headers.items() if isinstance(row.headers, dict) else row.headers or ()
    try:
        return load_html(
            data,
            requested_url=requested,
            final_url=row.final_url,
            status=row.status,
            headers=tuple((name.lower(), value) for name, value in headers),
            encoding=row.encoding,
        )
    except LookupError:
        raise InputError(f"encoding: {row.encoding!r} is unknown") from None


class PageFiles:
    """The pages of a manifest: files relative to its folder, else members of a zip beside it."""

    def __init__(self, manifest: Path) -> None:
        self._folder = manifest.parent
        self._zips: dict[str, ZipFile] | None = None
        self._open: list[ZipFile] = []

    def read(self, name: str) -> bytes:
        """Return the bytes of a page.

        Raises:
            InputError: there is no such file, it cannot be read, or it lies outside the folder.
        """
        relative = PurePosixPath(name)
        if relative.is_absolute() or ".." in relative.parts:
            raise InputError(f"file {name!r} does not lie under the manifest's folder")
        path = self._folder / relative
        try:
            if path.is_file():
                if not path.resolve().is_relative_to(self._folder.resolve()):
                    raise InputError(f"file {name!r} is a link that leads out of the manifest's folder")
                if path.stat().st_size > _MAX_PAGE:
                    raise InputError(f"file {name!r} is larger than {_MAX_PAGE:,} bytes")
                return path.read_bytes()
            archive = self._members().get(name)
            if archive is None:
                raise InputError(f"there is no file {name!r} beside the manifest, nor in a zip there")
            if archive.getinfo(name).file_size > _MAX_PAGE:
                raise InputError(f"file {name!r} is larger than {_MAX_PAGE:,} bytes")
            return archive.read(name)
        except (OSError, BadZipFile, NotImplementedError, RuntimeError, ValueError, zlib.error) as error:
            raise InputError(f"file {name!r} cannot be read: {error}") from None

    def close(self) -> None:
        """Close the zips."""
        for archive in self._open:
            archive.close()

    def _members(self) -> dict[str, ZipFile]:
        if self._zips is None:
            self._zips = {}
            for path in sorted(self._folder.glob("*.zip")):
                try:
                    archive = ZipFile(path)
                except (OSError, BadZipFile):
                    continue
                self._open.append(archive)
                for name in archive.namelist():
                    self._zips.setdefault(name, archive)
        return self._zips


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    key = ".".join(str(part) for part in first["loc"] if isinstance(part, str) and "[" not in part)
    message = first["msg"]
    if first["type"] == "json_invalid":
        return f"not JSON: {message.removeprefix('Invalid JSON: ')}"
    return f"{key}: {message[0].lower()}{message[1:]}" if key else message
