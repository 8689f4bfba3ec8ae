"""Addresses as people type them: a URL, or a host with or without a port and a path."""

import re
from collections.abc import Container
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from pagestate.errors import InputError

__all__ = ["STANDARD_INPUT", "looks_like_address", "to_url", "verbless"]

STANDARD_INPUT = "<standard input>"
"""What a file named `-` is called between parsing and reading, since the parser takes `-` for an option."""

_HOST = re.compile(
    r"(?P<host>localhost|\[[0-9A-Fa-f:.]+\]|[\w-]+(?:\.[\w-]+)+)\.?(?::\d{1,5})?(?:[/?#]\S*)?", re.UNICODE
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_OWN_FLAGS = ("--help", "-h", "--version")


def looks_like_address(text: str) -> bool:
    """Whether `text` is a URL, or a host name with a dot (or `localhost`) with what may follow it."""
    return bool(_SCHEME.match(text) or _HOST.fullmatch(text))


def verbless(tokens: list[str], commands: Container[str]) -> list[str]:
    """Return `tokens` with `check` in front where the command was left out.

    Raises:
        InputError: the first word is neither a command nor an address, but names a file.
    """
    first = tokens[0]
    if first in commands or first in _OWN_FLAGS:
        return tokens
    if first.startswith("-"):
        return ["check", *tokens]
    if not _SCHEME.match(first) and (Path(first).is_file() or (Path(first).is_dir() and not looks_like_address(first))):
        verb = "run" if first.endswith((".yaml", ".yml")) else "classify"
        raise InputError(f"{first} is a file or folder, not an address; use: pagestate {verb} {first}")
    return ["check", *tokens] if looks_like_address(first) else tokens


def to_url(text: str) -> str:
    """Return the URL meant by `text`; without a scheme it is https, on this machine http.

    Raises:
        InputError: it cannot be a web address.
    """
    text = text.strip()
    url = text if _SCHEME.match(text) else f"{'http' if _is_local(text) else 'https'}://{text}"
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(f"{text!r} is not an address: {error}. Give one such as https://example.com/page.") from None
    if parts.scheme.lower() not in ("http", "https"):
        raise InputError(f"{text!r}: only http and https addresses can be visited, not {parts.scheme}.")
    if re.search(r"[\x00-\x1f\x7f]", text):
        raise InputError(f"{text!r} holds control characters, which no address can.")
    if not host or re.search(r"\s", parts.netloc):
        raise InputError(f"{text!r} has no host. Give an address such as https://example.com/page.")
    return url


def _is_local(text: str) -> bool:
    found = _HOST.fullmatch(text)
    host = found.group("host") if found else ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not ip_address(host.strip("[]")).is_global
    except ValueError:
        return False
