"""Host names: which belong to a session, and where a resolver rule sends them."""

import ipaddress
import os
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

__all__ = [
    "BROWSER_ARGS_VARIABLE",
    "Resolver",
    "browser_args_from_environment",
    "host_matches",
    "host_of",
    "is_loopback",
]

BROWSER_ARGS_VARIABLE = "PAGESTATE_BROWSER_ARGS"
_RULES = "--host-resolver-rules="


def browser_args_from_environment(environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the extra browser arguments of `PAGESTATE_BROWSER_ARGS`, split as a shell does.

    The quotes of `--host-resolver-rules="MAP *.test 127.0.0.1:8000"` may thus stay.
    """
    value = (os.environ if environment is None else environment).get(BROWSER_ARGS_VARIABLE, "")
    return tuple(shlex.split(value))


def host_of(url: str) -> str:
    """Return the host of `url` in lower case without port, or an empty string."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def host_matches(host: str, patterns: Iterable[str]) -> bool:
    """Tell whether `host` is one of `patterns`; `*.example.org` means all below example.org."""
    name = host.lower().rstrip(".")
    for pattern in patterns:
        wanted = pattern.lower().rstrip(".")
        if wanted.startswith("*."):
            if name.endswith(wanted[1:]) and len(name) > len(wanted) - 1:
                return True
        elif name == wanted and name:
            return True
    return False


def is_loopback(host: str) -> bool:
    """Tell whether browsers take `host` for this machine without asking DNS (RFC 6761, 6.3)."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Resolver:
    """Where names lead, as the browser's `--host-resolver-rules` tell it."""

    rules: tuple[tuple[str, str], ...] = ()
    """Pairs of a pattern and `host`, `host:port` or `~NOTFOUND`; the first that fits wins."""
    excluded: tuple[str, ...] = ()

    @classmethod
    def of(cls, resolve: Mapping[str, str], browser_args: Iterable[str] = ()) -> "Resolver":
        """Build it from a map, then from the MAP and EXCLUDE rules among browser arguments."""
        rules = [(pattern.lower(), target) for pattern, target in resolve.items()]
        excluded: list[str] = []
        for argument in browser_args:
            if not argument.startswith(_RULES):
                continue
            for rule in argument[len(_RULES) :].strip("\"'").split(","):
                words = rule.split()
                if len(words) == 3 and words[0].upper() == "MAP":
                    rules.append((words[1].lower(), words[2]))
                elif len(words) == 2 and words[0].upper() == "EXCLUDE":
                    excluded.append(words[1].lower())
        return cls(tuple(rules), tuple(excluded))

    def lookup(self, host: str, port: int) -> tuple[str, int] | None:
        """Return the host and port to connect to, or None where the name must not resolve."""
        name = host.lower().rstrip(".")
        if not any(_fits(name, port, pattern) for pattern in self.excluded):
            for pattern, target in self.rules:
                if not _fits(name, port, pattern):
                    continue
                if target.upper() in {"~NOTFOUND", "^NOTFOUND"}:
                    return None
                new_host, new_port = _split_port(target)
                return new_host, new_port or port
        if name == "localhost" or name.endswith(".localhost"):
            return "127.0.0.1", port
        return host, port


def _fits(name: str, port: int, pattern: str) -> bool:
    host, wanted_port = _split_port(pattern)
    return fnmatchcase(name, host) and wanted_port in (None, port)


def _split_port(address: str) -> tuple[str, int | None]:
    if address.startswith("["):
        host, _, rest = address[1:].partition("]")
        return host, int(rest[1:]) if rest[1:].isdigit() else None
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit() and ":" not in host:
        return host, int(port)
    return address, None
