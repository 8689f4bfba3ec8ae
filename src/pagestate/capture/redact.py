"""Keeping secrets out of evidence: header values, credentials in addresses."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

__all__ = ["REDACTED", "cookie_names", "redact_header", "redact_headers", "redact_url"]

REDACTED = "***"
"""Stands for a secret in everything that is written or shown; fit for an address as well."""

_SECRET = frozenset({"authorization", "proxy-authorization", "cookie", "x-api-key", "x-auth-token"})
_COOKIE_PAIR = re.compile(r"^([^=;]*)=[^;]*")


def redact_header(name: str, value: str) -> str:
    """Return `value` without its secret. A cookie keeps its name and its attributes."""
    lowered = name.lower()
    if lowered in _SECRET:
        return REDACTED
    if lowered == "set-cookie":
        return _COOKIE_PAIR.sub(lambda found: f"{found[1].strip()}={REDACTED}", value, count=1)
    return value


def redact_headers(headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return headers in their order with lower-case names and no secrets."""
    return tuple((name.lower(), redact_header(name, value)) for name, value in headers)


def cookie_names(headers: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the names of the cookies that `headers` set, in order, each once."""
    names: dict[str, None] = {}
    for name, value in headers:
        if name.lower() == "set-cookie":
            names.setdefault(value.partition(";")[0].partition("=")[0].strip())
    return tuple(names)


def redact_url(url: str) -> str:
    """Return `url` without a user name and password before the host."""
    if "@" not in url:
        return url
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if "@" not in parts.netloc:
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
