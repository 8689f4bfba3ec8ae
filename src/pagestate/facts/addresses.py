"""Addresses: hosts, registrable domains, and which moves between two addresses are harmless."""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

__all__ = ["Address", "address_of", "host_of", "path_key", "registrable_domain", "same_site"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
_LOCALE = re.compile(r"/[a-z]{2}(?:[-_][a-z]{2,4})?(?=/|$)", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default|home)\.[a-z]{3,5}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A URL taken apart; host and scheme in lower case."""

    scheme: str
    host: str
    port: int | None
    path: str
    query: str


@lru_cache(maxsize=1)
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=True)


@lru_cache(maxsize=512)
def address_of(url: str | None) -> Address | None:
    """Return the parts of `url`, or None when it has no host or cannot be read."""
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
        return None
    scheme = parts.scheme.lower()
    return Address(
        scheme=scheme,
        host=_ascii(host.rstrip(".").lower()),
        port=None if port == _DEFAULT_PORTS.get(scheme) else port,
        path=parts.path or "/",
        query=parts.query,
    )


def host_of(url: str | None) -> str | None:
    """Return the host of `url` in lower case (international names in their ASCII form)."""
    address = address_of(url)
    return address.host if address else None


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


@lru_cache(maxsize=4096)
def registrable_domain(host: str | None) -> str | None:
    """Return the part of `host` that somebody registered, by the public suffix list.

    Addresses by number stand for themselves, and so does every name directly below
    `localhost`, which test sites use as if it were a public suffix.
    """
    if not host:
        return None
    host = _ascii(host.strip("[]").rstrip(".").lower())
    try:
        return str(ip_address(host))
    except ValueError:
        pass
    if host == "localhost" or host.endswith(".localhost"):
        return ".".join(host.split(".")[-2:])
    found = _suffixes().privatesuffix(host)
    return found or host


def same_site(one: str | None, other: str | None) -> bool:
    """Whether two hosts belong to one registrable domain."""
    return one is not None and registrable_domain(one) == registrable_domain(other)


@lru_cache(maxsize=512)
def path_key(path: str) -> str:
    """Return `path` without what harmless redirects change.

    Those are the case of escapes, a locale at the front, an index file at the end, a file
    extension for pages, and the trailing slash.
    """
    plain = unquote(path or "/")
    plain = re.sub(r"/{2,}", "/", plain)
    plain = _LOCALE.sub("", plain, count=1) if _LOCALE.match(plain) else plain
    plain = _INDEX.sub("/", plain)
    plain = re.sub(r"\.(?:html?|php|aspx?|jsp)$", "", plain, flags=re.IGNORECASE)
    return plain.rstrip("/").lower() or "/"
