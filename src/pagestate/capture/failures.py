"""What a failed navigation means, from the words of the browser or of the HTTP client."""

import re
import ssl
from collections.abc import Iterable

from pagestate.evidence import CaptureFailure, FailureKind, Hop

__all__ = ["CUT_BODIES", "failure_of_error", "failure_of_exception", "net_error", "redirect_failure"]

CUT_BODIES = frozenset(
    {
        "ERR_INCOMPLETE_CHUNKED_ENCODING",
        "ERR_CONTENT_LENGTH_MISMATCH",
        "ERR_CONNECTION_RESET",
        "ERR_CONNECTION_CLOSED",
        "ERR_HTTP2_PROTOCOL_ERROR",
        "ERR_QUIC_PROTOCOL_ERROR",
        "ERR_CONTENT_DECODING_FAILED",
    }
)
"""Errors that end a body after its document was committed (Chromium's net_error_list.h)."""

_NET_ERROR = re.compile(r"\bERR_[A-Z0-9_]+")

_EXACT: dict[str, FailureKind] = {
    "ERR_NAME_NOT_RESOLVED": "dns",
    "ERR_NAME_RESOLUTION_FAILED": "dns",
    "ERR_DNS_TIMED_OUT": "dns",
    "ERR_ICANN_NAME_COLLISION": "dns",
    "ERR_CONNECTION_REFUSED": "refused",
    "ERR_ADDRESS_UNREACHABLE": "refused",
    "ERR_ADDRESS_INVALID": "refused",
    "ERR_CONNECTION_FAILED": "refused",
    "ERR_CONNECTION_RESET": "reset",
    "ERR_CONNECTION_CLOSED": "reset",
    "ERR_CONNECTION_ABORTED": "reset",
    "ERR_EMPTY_RESPONSE": "reset",
    "ERR_SOCKET_NOT_CONNECTED": "reset",
    "ERR_INVALID_HTTP_RESPONSE": "reset",
    "ERR_INVALID_RESPONSE": "reset",
    "ERR_INCOMPLETE_CHUNKED_ENCODING": "reset",
    "ERR_CONTENT_LENGTH_MISMATCH": "reset",
    "ERR_CONTENT_DECODING_FAILED": "reset",
    "ERR_CONTENT_DECODING_INIT_FAILED": "reset",
    "ERR_INVALID_CHUNKED_ENCODING": "reset",
    "ERR_HTTP2_PROTOCOL_ERROR": "reset",
    "ERR_HTTP2_SERVER_REFUSED_STREAM": "reset",
    "ERR_HTTP2_STREAM_CLOSED": "reset",
    "ERR_HTTP2_PING_FAILED": "reset",
    "ERR_QUIC_PROTOCOL_ERROR": "reset",
    "ERR_INVALID_REDIRECT": "reset",
    "ERR_UNSAFE_REDIRECT": "reset",
    "ERR_TIMED_OUT": "timeout",
    "ERR_CONNECTION_TIMED_OUT": "timeout",
    "ERR_TOO_MANY_REDIRECTS": "too_many",
    "ERR_SSL_CLIENT_AUTH_CERT_NEEDED": "client_certificate",
    "ERR_BAD_SSL_CLIENT_AUTH_CERT": "client_certificate",
    "ERR_SSL_CLIENT_AUTH_SIGNATURE_FAILED": "client_certificate",
    "ERR_SSL_CLIENT_AUTH_NO_COMMON_ALGORITHMS": "client_certificate",
    "ERR_INVALID_AUTH_CREDENTIALS": "http_auth",
    "ERR_MISSING_AUTH_CREDENTIALS": "http_auth",
    "ERR_TOO_MANY_RETRIES": "http_auth",
    "ERR_NETWORK_CHANGED": "network_changed",
    "ERR_INTERNET_DISCONNECTED": "network_changed",
    "ERR_NETWORK_IO_SUSPENDED": "network_changed",
    "ERR_NETWORK_ACCESS_DENIED": "network_changed",
    "ERR_HTTP_RESPONSE_CODE_FAILURE": "no_content",
}

_PREFIXES: tuple[tuple[str, FailureKind], ...] = (
    ("ERR_CERT", "tls"),
    ("ERR_SSL", "tls"),
    ("ERR_TLS", "tls"),
    ("ERR_ECH", "tls"),
    ("ERR_DNS", "dns"),
    ("ERR_RESPONSE_HEADERS", "reset"),
    ("ERR_HTTP2", "reset"),
    ("ERR_QUIC", "reset"),
)


def net_error(text: str) -> str | None:
    """Return Chromium's name of the error in `text` without `net::`, or None."""
    found = _NET_ERROR.search(text)
    return found[0] if found else None


def failure_of_error(text: str) -> CaptureFailure:
    """Return what `text`, in the browser's words, means. Unknown errors are our own trouble."""
    name = net_error(text) or ""
    fallback: FailureKind = next((kind for prefix, kind in _PREFIXES if name.startswith(prefix)), "backend")
    return CaptureFailure(kind=_EXACT.get(name, fallback), detail=text[:500])


def redirect_failure(hops: Iterable[Hop], detail: str) -> CaptureFailure:
    """Return `loop` when the way revisits an address, else `too_many`."""
    seen: set[str] = set()
    for hop in hops:
        address = hop.url.partition("#")[0]
        if address in seen:
            return CaptureFailure(kind="loop", detail=detail)
        seen.add(address)
    return CaptureFailure(kind="too_many", detail=detail)


def failure_of_exception(error: BaseException) -> CaptureFailure:
    """Return what an exception of the HTTP client means, in the kinds of the browser."""
    causes: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in causes:
        causes.append(current)
        current = current.__cause__ or current.__context__
    names = [type(cause).__name__ for cause in causes]
    words = " ".join(str(cause) for cause in causes).lower()
    detail = f"{names[0]}: {error}"[:500].rstrip(": ")
    return CaptureFailure(kind=_kind_of_exception(causes, names, words), detail=detail)


def _kind_of_exception(causes: list[BaseException], names: list[str], words: str) -> FailureKind:
    if "certificate required" in words or "certificate_required" in words:
        return "client_certificate"
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "[ssl" in words:
        if "unexpected_eof" in words or "eof occurred" in words:
            return "reset"
        return "tls"
    if any(name == "gaierror" for name in names) or "name or service not known" in words:
        return "dns"
    if any("Timeout" in name for name in names):
        return "timeout"
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return "refused"
    if "all connection attempts failed" in words or "connection refused" in words:
        return "refused"
    if any(isinstance(cause, ConnectionError) for cause in causes):
        return "reset"
    if any(name in {"RemoteProtocolError", "ReadError", "WriteError", "DecodingError", "CloseError"} for name in names):
        return "reset"
    if "ConnectError" in names:
        return "refused"
    return "backend"
