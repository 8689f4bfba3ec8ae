"""The file in which known-good pages are kept: one for a mission, made to be read, diffed and committed."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from pydantic import TypeAdapter, ValidationError

from pagestate.capture.redact import REDACTED
from pagestate.detect.identity import Identity, Look
from pagestate.errors import ConfigurationError
from pagestate.mission.plan import MissionFile

__all__ = ["DEFAULT_NAME", "FORMAT", "known_as", "load_known", "plain_address", "save_known", "with_known"]

FORMAT = 1
DEFAULT_NAME = "pagestate-known.json"
_ABOUT = "Pages as a person called them right. Written by `pagestate learn`; sketches are hashes."
_Plan = TypeVar("_Plan", bound=MissionFile)


@cache
def _identities() -> TypeAdapter[Identity]:
    return TypeAdapter(Identity)


def plain_address(url: str) -> str:
    """Return `url` without credentials and fragment, and with the names alone of what its query holds."""
    parts = urlsplit(url)
    names = "&".join(f"{name}=…" for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    host = parts.netloc.rpartition("@")[2].lower()
    return f"{parts.scheme.lower()}://{host}{parts.path or '/'}{f'?{names}' if names else ''}"


def load_known(path: Path) -> tuple[Identity, ...]:
    """Return the pages that the file at `path` holds, in its order.

    Raises:
        ConfigurationError: it cannot be read, or is of another format.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigurationError(f"{path}: there is no such file; `pagestate learn` writes it.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from None
    except json.JSONDecodeError as error:
        raise ConfigurationError(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise ConfigurationError(f"{path}: not read: nested too deep") from None
    if not isinstance(data, dict) or data.get("schema") != FORMAT or not isinstance(data.get("pages"), dict):
        raise ConfigurationError(f'{path}: this version reads {{"schema": {FORMAT}, "pages": {{…}}}}')
    found = []
    for name, page in data["pages"].items():
        try:
            identity = _identities().validate_python({"id": name, **page} if isinstance(page, dict) else page)
        except (ValidationError, TypeError) as error:
            first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else None
            where = ".".join(map(str, first["loc"])) if first else ""
            raise ConfigurationError(f"{path}: pages.{name}.{where}: {first['msg'] if first else error}") from None
        if not identity.looks or not all(map(_is_sound, identity.looks)):
            raise ConfigurationError(f"{path}: pages.{name}.looks: a sketch or hash is damaged, or there is no look")
        found.append(identity)
    return tuple(found)


def save_known(path: Path, identities: Iterable[Identity], *, secrets: Iterable[str] = ()) -> None:
    """Write `identities` to `path`, sorted by id; what is empty is left out, and none of `secrets` is written.

    Raises:
        ConfigurationError: it cannot be written.
    """
    pages = {item.id: _brief(asdict(item)) for item in sorted(identities, key=lambda item: item.id)}
    for page in pages.values():
        page.pop("id")
    text = json.dumps({"schema": FORMAT, "about": _ABOUT, "pages": pages}, ensure_ascii=False, indent=2) + "\n"
    for secret in sorted({secret for secret in secrets if len(secret) >= 4}, key=len, reverse=True):
        text = text.replace(json.dumps(secret, ensure_ascii=False)[1:-1], REDACTED)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.new")
        partial.write_text(text, encoding="utf-8", errors="replace")
        partial.replace(path)
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be written: {error.strerror or error}") from None


def known_as(page_id: str, url: str, known: Iterable[Identity]) -> Identity | None:
    """Return what was learnt of a page: under its id, else the only entry with its address.

    The host does not matter where the id agrees: what was learnt in production holds in staging as well.
    """
    entries = tuple(known)
    named = next((item for item in entries if item.id == page_id), None)
    if named is not None and urlsplit(named.url).path == urlsplit(plain_address(url)).path:
        return named
    there = [item for item in entries if item.url == plain_address(url)]
    return there[0] if len(there) == 1 else named


def with_known(plan: _Plan, known: tuple[Identity, ...], path: Path | None = None) -> _Plan:
    """Return `plan` with each page told what was learnt of it."""
    missions = tuple(
        replace(one, pages=tuple(replace(page, known=known_as(page.id, page.url, known)) for page in one.pages))
        for one in plan.missions
    )
    return replace(plan, missions=missions, known=known, known_path=path)


def _is_sound(look: Look) -> bool:
    try:
        for digits in (look.shape, look.dress, look.furniture, look.picture or ""):
            bytes.fromhex(digits)
    except ValueError:
        return False
    return True


def _brief(value: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, item in value.items():
        if isinstance(item, (list, tuple)):
            item = [_brief(one) if isinstance(one, Mapping) else one for one in item]
        if item is not None and item != "" and item != []:
            kept[key] = item
    return kept
