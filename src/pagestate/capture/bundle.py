"""Bundles: a capture in a folder, with all that it takes to reach its verdict again.

`capture.json` holds the capture without its large parts, which lie beside it as `served.html`,
`rendered.html`, `text.txt` and `screenshot.png` or `.jpg`; `context.json` holds what was asked
(goal, expectations, threshold, history …).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pagestate.capture.redact import REDACTED, redact_headers, redact_url
from pagestate.errors import InputError
from pagestate.evidence import Capture

__all__ = ["FORMAT", "Bundle", "BundleContext", "is_bundle", "load", "save"]

FORMAT = 1
_CAPTURE = "capture.json"
_CONTEXT = "context.json"
_PARTS = (("served_html", "served.html"), ("rendered_html", "rendered.html"), ("text", "text.txt"))
_PICTURES = ("screenshot.png", "screenshot.jpg", "screenshot.bin")

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleContext:
    """What was asked of the page, and what else the verdict rested on."""

    goal: str | None = None
    """The goal's free text."""
    expectations: tuple[str, ...] = ()
    """As written."""
    aliases: tuple[str, ...] = ()
    """Hosts besides the requested one on which the page may end."""
    threshold: float | None = None
    history: Mapping[str, Any] | None = None
    """What was known of earlier visits, in JSON values."""
    opinion: Mapping[str, Any] | None = None
    """What a model said, in JSON values, so that replay needs no model."""
    verdict: Mapping[str, Any] | None = None
    """What was decided, for people; replay decides anew."""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A bundle read back."""

    folder: Path
    capture: Capture
    context: BundleContext


@cache
def _captures() -> TypeAdapter[Capture]:
    return TypeAdapter(Capture)


@cache
def _contexts() -> TypeAdapter[BundleContext]:
    return TypeAdapter(BundleContext)


def is_bundle(folder: Path) -> bool:
    """Tell whether `folder` looks like a bundle."""
    return (folder / _CAPTURE).is_file()


def save(folder: Path, capture: Capture, context: BundleContext | None = None, *, secrets: Iterable[str] = ()) -> Path:
    """Write a bundle and return its folder.

    A folder that already holds something is left alone: `name-2`, `name-3` … is taken instead.
    Values of cookies and of headers that carry credentials are never written, nor is any of
    `secrets` (four characters or more), wherever it stands.
    """
    place = _free(folder)
    hide = sorted({secret for secret in secrets if len(secret) >= 4}, key=len, reverse=True)
    clean = _clean(capture)
    document = _captures().dump_python(
        replace(clean, served_html=None, rendered_html=None, text=None, screenshot=None), mode="json"
    )
    files = []
    for name, file in _PARTS:
        value: str | None = getattr(clean, name)
        if value is not None:
            _write(place / file, _without(value, hide))
            files.append(file)
    if clean.screenshot is not None:
        file = _picture_name(clean.screenshot)
        (place / file).write_bytes(clean.screenshot)
        files.append(file)
    asked = _contexts().dump_python(context or BundleContext(), mode="json")
    _write(place / _CONTEXT, _without(_json({"format": FORMAT, **asked}), hide))
    # Last, so that a folder with this file is whole.
    _write(place / _CAPTURE, _without(_json({"format": FORMAT, "files": files, "capture": document}), hide))
    return place


def load(folder: Path) -> Bundle:
    """Read a bundle back.

    Raises:
        InputError: it is broken; the message names the file and the reason.
    """
    head = _read_json(folder / _CAPTURE)
    version = head.get("format")
    if version != FORMAT:
        raise InputError(f"{folder / _CAPTURE}: bundle format {version!r} is not known (this version reads {FORMAT})")
    document = head.get("capture")
    listed = head.get("files")
    if not isinstance(document, dict) or not isinstance(listed, list):
        raise InputError(f"{folder / _CAPTURE}: `capture` or `files` is missing")
    for name, file in _PARTS:
        document[name] = _read(folder / file) if file in listed else None
    picture = next((file for file in _PICTURES if file in listed), None)
    document["screenshot"] = _read_bytes(folder / picture) if picture is not None else None
    try:
        capture = _captures().validate_python(document)
    except ValidationError as error:
        raise InputError(f"{folder / _CAPTURE}: {_first(error)}") from error
    asked = _read_json(folder / _CONTEXT) if (folder / _CONTEXT).exists() else {}
    asked.pop("format", None)
    try:
        context = _contexts().validate_python(asked)
    except ValidationError as error:
        raise InputError(f"{folder / _CONTEXT}: {_first(error)}") from error
    return Bundle(folder=folder, capture=capture, context=context)


def _clean(capture: Capture) -> Capture:
    return replace(
        capture,
        headers=redact_headers(capture.headers),
        requested_url=redact_url(capture.requested_url) if capture.requested_url else capture.requested_url,
        final_url=redact_url(capture.final_url) if capture.final_url else capture.final_url,
    )


def _free(folder: Path) -> Path:
    place, number = folder, 1
    while True:
        try:
            place.mkdir(parents=True, exist_ok=False)
        except FileExistsError:
            if place.is_dir() and not any(place.iterdir()):
                return place
            number += 1
            place = folder.with_name(f"{folder.name}-{number}")
        else:
            return place


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, indent=1) + "\n"


def _without(text: str, hide: list[str]) -> str:
    for secret in hide:
        text = text.replace(secret, REDACTED)
    return text


def _write(path: Path, text: str) -> None:
    # Lone surrogates occur in pages; line ends must survive.
    path.write_bytes(text.encode("utf-8", "surrogatepass"))


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


def _read(path: Path) -> str:
    try:
        return _read_bytes(path).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from error


def _read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(_read(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not JSON: {error.msg}") from error
    except RecursionError:
        raise InputError(f"{path}: not read: nested too deep") from None
    if not isinstance(value, dict):
        raise InputError(f"{path}: a JSON object was expected")
    return value


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in problem["loc"])
    return f"{where}: {problem['msg']}"


def _picture_name(picture: bytes) -> str:
    if picture.startswith(b"\x89PNG"):
        return _PICTURES[0]
    return _PICTURES[1] if picture.startswith(b"\xff\xd8\xff") else _PICTURES[2]
