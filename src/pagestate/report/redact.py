"""Keeping secrets out of everything that is shown or written."""

import html
import io
import json
import re
from collections.abc import Iterable
from typing import TextIO
from urllib.parse import quote, urlsplit, urlunsplit

from pagestate.capture.redact import REDACTED

__all__ = ["HIDDEN", "Scrubbed", "redact_text", "redact_url", "scrub"]

HIDDEN = REDACTED

_TRAILING = re.compile(r"(?<![ \t])[ \t]+\n")
_SHORTEST_SECRET = 6
"""Characters; a shorter value stands in too many innocent words to be hidden everywhere."""

_SECRET_NAME = re.compile(
    r"(?:^|[_.-])(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|jwt|saml(?:request|response)?|credentials?"
    r"|signature|sig|auth|authorization|api[_-]?key|access[_-]?key|private[_-]?key|key|otp|pin|code"
    r"|session(?:[_-]?id)?|sid|assertion|ticket|client[_-]?secret|invite|magic|nonce)(?:$|[_.-])",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PAIR = re.compile(r"([?&;#]|^)([^=&;#?]+)=([^&;#]*)")
_URL_IN_TEXT = re.compile(r"\b[a-z][a-z0-9+.-]{0,40}://[^\s\"'<>`{}|\\^]+", re.IGNORECASE)
_BEARER = re.compile(r"\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE)
_JWT = re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*")


def redact_url(url: str) -> str:
    """Return `url` without user name, password and the values of secret-looking parameters.

    Parameters of the query and of the fragment count alike, since single sign-on hands tokens
    back in either. What cannot be parsed is cut at its first `?` or `#`.
    """
    try:
        parts = urlsplit(url)
        host = parts.netloc
    except ValueError:
        head = re.split(r"[?#]", url, maxsplit=1)[0]
        return re.sub(r"//[^/@]*@", f"//{HIDDEN}@", head)
    if "@" in host:
        host = f"{HIDDEN}@{host.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=host, query=_pairs(parts.query), fragment=_pairs(parts.fragment)))


def redact_text(text: str) -> str:
    """Return `text` with every address in it redacted, and bearer tokens hidden."""
    text = _URL_IN_TEXT.sub(lambda found: redact_url(found.group()), text)
    text = _BEARER.sub(lambda found: f"{found.group(1)} {HIDDEN}", text)
    return _JWT.sub(HIDDEN, text)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return `text` without any of `secrets`, as they are or as JSON, HTML and addresses write them."""
    for secret in secrets:
        if len(secret) < _SHORTEST_SECRET:
            continue
        forms = {secret, json.dumps(secret)[1:-1], html.escape(secret), quote(secret, safe="", errors="replace")}
        for form in sorted(forms, key=len, reverse=True):
            text = text.replace(form, HIDDEN)
    return text


class Scrubbed(io.TextIOBase):
    """A stream to write to, on which no secret appears, nor white space at the end of a line."""

    def __init__(self, stream: TextIO, secrets: Iterable[str]) -> None:
        self._stream = stream
        self._secrets = tuple(secrets)

    def write(self, text: str) -> int:
        """Write `text` without the secrets."""
        self._stream.write(_TRAILING.sub("\n", scrub(text, self._secrets)))
        return len(text)

    def flush(self) -> None:
        """Flush the stream beneath."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether the stream beneath is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The file descriptor beneath."""
        return self._stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream beneath."""
        return self._stream.encoding


def _pairs(part: str) -> str:
    if "=" not in part:
        return part
    return _PAIR.sub(_hide_if_secret, part)


def _hide_if_secret(found: re.Match[str]) -> str:
    before, name, value = found.groups()
    if value and _SECRET_NAME.search(_CAMEL.sub("_", name)):
        value = HIDDEN
    return f"{before}{name}={value}"
