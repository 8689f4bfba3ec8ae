"""Captures from what was saved: a page, a picture, a bundle, or standard input."""

import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pagestate.capture import bundle
from pagestate.capture.bundle import Bundle, BundleContext
from pagestate.capture.encoding import decode, decode_as
from pagestate.errors import InputError
from pagestate.evidence import Capture

__all__ = ["Saved", "load", "load_html", "load_picture"]

MAX_CHARACTERS = 5_000_000
MAX_BYTES = 100_000_000
"""Of a file or of standard input; some, such as devices, have no end."""
_ACCEPTED = "accepted are HTML, text or JSON, PNG or JPEG pictures, and bundle folders"
_PICTURES = {b"\x89PNG\r\n\x1a\n": "PNG", b"\xff\xd8\xff": "JPEG"}
_FOREIGN: tuple[tuple[int, bytes, str], ...] = (
    (0, b"PK\x03\x04", "a zip archive (or a document in one)"),
    (0, b"PK\x05\x06", "an empty zip archive"),
    (0, b"\x7fELF", "a program (ELF)"),
    (0, b"MZ", "a program (Windows)"),
    (0, b"\xcf\xfa\xed\xfe", "a program (macOS)"),
    (0, b"%PDF-", "a PDF document"),
    (0, b"\x1f\x8b", "a gzip archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"BZh", "a bzip2 archive"),
    (0, b"\xfd7zXZ\x00", "an xz archive"),
    (0, b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (0, b"SQLite format 3\x00", "an SQLite database"),
    (0, b"GIF8", "a GIF picture"),
    (8, b"WEBP", "a WebP picture"),
    (4, b"ftypavif", "an AVIF picture"),
    (4, b"ftyp", "a video (MP4)"),
    (0, b"\x1aE\xdf\xa3", "a video (Matroska or WebM)"),
    (0, b"OggS", "a sound or video (Ogg)"),
    (0, b"ID3", "a sound (MP3)"),
    (0, b"wOFF", "a font (WOFF)"),
    (0, b"wOF2", "a font (WOFF2)"),
    (0, b"BM", "a bitmap (BMP)"),
    (257, b"ustar", "a tar archive"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A capture from a file, with what was asked of it when it came from a bundle."""

    capture: Capture
    context: BundleContext
    source: str
    """The path, or `-`."""


def load(path: Path | str) -> Saved:
    """Read an HTML, text or JSON file, a PNG or JPEG, a bundle folder, or `-` for standard input.

    Raises:
        InputError: there is no such file, or it is none of these; the message says what it
            looks like.
    """
    if str(path) == "-":
        return Saved(
            capture=_from_bytes(_bounded(sys.stdin.buffer, "standard input"), "standard input"),
            context=BundleContext(),
            source="-",
        )
    place = Path(path)
    if place.is_dir():
        return _from_folder(place)
    if place.name == "capture.json" and bundle.is_bundle(place.parent):
        return _from_folder(place.parent)
    return Saved(capture=_from_bytes(_read(place), str(place)), context=BundleContext(), source=str(place))


def load_html(
    source: bytes | Path,
    *,
    requested_url: str | None = None,
    final_url: str | None = None,
    status: int | None = None,
    headers: tuple[tuple[str, str], ...] = (),
    encoding: str | None = None,
) -> Capture:
    """Return a saved page as a capture. `encoding` wins over what header and page declare.

    Raises:
        InputError: the file cannot be read.
    """
    body = _read(source) if isinstance(source, Path) else source
    content_type = next((value for name, value in headers if name.lower() == "content-type"), None)
    text, used = decode_as(body, encoding) if encoding else _decode_saved(body, content_type)
    notes = []
    if len(text) > MAX_CHARACTERS:
        notes.append(f"document: cut after {MAX_CHARACTERS:,} of {len(text):,} characters")
    return Capture(
        source="html",
        requested_url=requested_url,
        final_url=final_url if final_url is not None else requested_url,
        status=status,
        headers=tuple((name.lower(), value) for name, value in headers),
        served_html=text[:MAX_CHARACTERS],
        encoding=used,
        notes=tuple(notes),
    )


def load_picture(source: bytes | Path, *, requested_url: str | None = None) -> Capture:
    """Return a saved screenshot (PNG or JPEG) as a capture.

    Raises:
        InputError: it is no such picture, or a broken one.
    """
    data = _read(source) if isinstance(source, Path) else source
    name = str(source) if isinstance(source, Path) else "picture"
    if _picture(data) is None:
        raise InputError(f"{name}: {_looks_like(data) or 'neither a PNG nor a JPEG picture'}; {_ACCEPTED}")
    _check_picture(data, name)
    return Capture(source="picture", requested_url=requested_url, final_url=requested_url, screenshot=data)


def _from_folder(folder: Path) -> Saved:
    if not bundle.is_bundle(folder):
        raise InputError(f"{folder}: not a bundle: there is no capture.json in it; {_ACCEPTED}")
    read: Bundle = bundle.load(folder)
    return Saved(capture=read.capture, context=read.context, source=str(folder))


def _from_bytes(data: bytes, name: str) -> Capture:
    if _picture(data) is not None:
        _check_picture(data, name)
        return Capture(source="picture", screenshot=data)
    foreign = _looks_like(data)
    if foreign is not None:
        raise InputError(f"{name}: this looks like {foreign}; {_ACCEPTED}")
    return load_html(data)


def _decode_saved(body: bytes, content_type: str | None) -> tuple[str, str]:
    """A file lacks the header that a server would send; unlike on the web UTF-8 is then likely."""
    if content_type is None:
        text, used = decode(body, None)
        if used == "windows-1252":
            try:
                return body.decode("utf-8"), "utf-8"
            except UnicodeDecodeError:
                return text, used
        return text, used
    return decode(body, content_type)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return _bounded(file, str(path))
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


def _bounded(file: BinaryIO, name: str) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than {MAX_BYTES:,} bytes")
    return data


def _picture(data: bytes) -> str | None:
    return next((name for mark, name in _PICTURES.items() if data.startswith(mark)), None)


def _check_picture(data: bytes, name: str) -> None:
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(data)) as picture:
            picture.load()
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        struct.error,
        Image.DecompressionBombError,
    ) as error:
        why = "" if isinstance(error, UnidentifiedImageError) else f": {error}"
        raise InputError(f"{name}: a broken {_picture(data)} picture{why}") from error


def _looks_like(data: bytes) -> str | None:
    sample = data[:4096]
    controls = sum(byte < 0x20 and byte not in (0x09, 0x0A, 0x0C, 0x0D, 0x1B) for byte in sample)
    for offset, mark, name in _FOREIGN:
        # A text may begin with the same few letters.
        if data[offset : offset + len(mark)] == mark and (controls or len(mark) > 3 or not mark.isalnum()):
            return name
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    return "binary data" if controls > len(sample) * 0.01 and b"\x00" in sample else None
