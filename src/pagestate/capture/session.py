"""Keeping a session to its hosts: which cookies, storage and headers may go where."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pagestate.capture.backend import Session
from pagestate.capture.hosts import host_matches, host_of
from pagestate.errors import InputError

__all__ = ["allowed_hosts", "fingerprint", "scoped_cookies", "scoped_storage", "unreadable"]


def allowed_hosts(session: Session, url: str) -> tuple[str, ...]:
    """Return the hosts that may learn of `session` on a visit of `url`."""
    return session.hosts or (host_of(url),)


def fingerprint(session: Session | None) -> str:
    """Return a key that differs whenever anything of the session does, without telling it."""
    if session is None:
        return ""
    state = b""
    if session.storage_state is not None:
        try:
            state = session.storage_state.read_bytes()
        except OSError as error:
            raise InputError(f"{session.storage_state}: the saved browser state cannot be read: {error}") from error
    parts = [
        session.name,
        list(session.hosts),
        [dict(cookie) for cookie in session.cookies],
        dict(session.headers),
        session.username,
        session.password,
        hashlib.sha256(state).hexdigest(),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def unreadable(session: Session) -> str | None:
    """Return why the session's saved state cannot be used, or None."""
    try:
        _saved(session)
    except InputError as error:
        return str(error)
    return None


def scoped_cookies(session: Session, url: str) -> list[dict[str, Any]]:
    """Return the session's cookies, those of its saved state included, that belong to its hosts."""
    hosts = allowed_hosts(session, url)
    kept: list[dict[str, Any]] = []
    for cookie in [*_saved(session).get("cookies", []), *session.cookies]:
        entry = dict(cookie)
        if "domain" not in entry and "url" not in entry:
            entry["url"] = f"{url.partition('://')[0]}://{host_of(url)}/"
        kept.extend(_narrowed(entry, hosts))
    return kept


def scoped_storage(session: Session, url: str) -> dict[str, Any] | None:
    """Return the saved state in Playwright's form, without what belongs to other hosts."""
    if session.storage_state is None:
        return None
    hosts = allowed_hosts(session, url)
    origins = [
        origin
        for origin in _saved(session).get("origins", [])
        if host_matches(host_of(origin.get("origin", "")), hosts)
    ]
    return {"cookies": [], "origins": origins}


def _narrowed(cookie: dict[str, Any], hosts: tuple[str, ...]) -> list[dict[str, Any]]:
    """A cookie for a whole domain becomes one for each of the session's hosts in that domain."""
    domain = str(cookie.get("domain") or "").lower()
    if not domain:
        return [cookie] if host_matches(host_of(str(cookie.get("url", ""))), hosts) else []
    name = domain.lstrip(".")
    if not domain.startswith("."):
        return [cookie] if host_matches(name, hosts) else []
    if f"*.{name}" in hosts:
        return [cookie]
    narrowed = []
    for host in hosts:
        plain = host.lower().removeprefix("*.")
        if plain == name or plain.endswith("." + name):
            narrowed.append({**cookie, "domain": f".{plain}" if host.startswith("*.") else plain})
    return narrowed


def _saved(session: Session) -> Mapping[str, Any]:
    path = session.storage_state
    if path is None:
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a saved browser state: {error}") from error
    if not isinstance(data, dict):
        raise InputError(f"{path}: not a saved browser state: an object with `cookies` and `origins` was expected")
    return data
