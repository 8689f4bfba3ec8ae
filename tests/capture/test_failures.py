"""The kinds of failure, from the words of the browser and of the HTTP client."""

import socket
import ssl

import httpx2
import pytest

from pagestate.capture.failures import failure_of_error, failure_of_exception, redirect_failure
from pagestate.evidence import Hop


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("net::ERR_NAME_NOT_RESOLVED", "dns"),
        ("net::ERR_DNS_SERVER_FAILED", "dns"),
        ("net::ERR_CERT_DATE_INVALID", "tls"),
        ("net::ERR_CERT_AUTHORITY_INVALID", "tls"),
        ("net::ERR_SSL_PROTOCOL_ERROR", "tls"),
        ("net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED", "client_certificate"),
        ("net::ERR_BAD_SSL_CLIENT_AUTH_CERT", "client_certificate"),
        ("net::ERR_CONNECTION_REFUSED", "refused"),
        ("net::ERR_ADDRESS_UNREACHABLE", "refused"),
        ("net::ERR_CONNECTION_RESET", "reset"),
        ("net::ERR_EMPTY_RESPONSE", "reset"),
        ("net::ERR_HTTP2_PROTOCOL_ERROR", "reset"),
        ("net::ERR_TIMED_OUT", "timeout"),
        ("net::ERR_TOO_MANY_REDIRECTS", "too_many"),
        ("net::ERR_INVALID_AUTH_CREDENTIALS", "http_auth"),
        ("net::ERR_NETWORK_CHANGED at http://x.test/", "network_changed"),
        ("net::ERR_INTERNET_DISCONNECTED", "network_changed"),
        ("net::ERR_SOMETHING_NEW", "backend"),
        ("what is this", "backend"),
    ],
)
def test_words_of_the_browser(text: str, kind: str) -> None:
    failure = failure_of_error(text)
    assert (failure.kind, failure.detail) == (kind, text)


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (caused(httpx2.ConnectError("x"), socket.gaierror(-2, "Name or service not known")), "dns"),
        (caused(httpx2.ConnectError("x"), ConnectionRefusedError()), "refused"),
        (caused(httpx2.ConnectError("x"), ssl.SSLCertVerificationError("self-signed")), "tls"),
        (
            caused(httpx2.ReadError("x"), ssl.SSLError("TLSV13_ALERT_CERTIFICATE_REQUIRED certificate required")),
            "client_certificate",
        ),
        (httpx2.ReadTimeout("x"), "timeout"),
        (httpx2.ConnectTimeout("x"), "timeout"),
        (httpx2.RemoteProtocolError("x"), "reset"),
        (caused(httpx2.ReadError(""), ConnectionResetError()), "reset"),
        (httpx2.DecodingError("x"), "reset"),
        (ValueError("x"), "backend"),
    ],
)
def test_exceptions_of_the_client(error: Exception, kind: str) -> None:
    assert failure_of_exception(error).kind == kind


def test_a_way_that_revisits_an_address_is_a_loop() -> None:
    def way(*urls: str) -> tuple[Hop, ...]:
        return tuple(Hop(url=url) for url in urls)

    assert redirect_failure(way("http://a/", "http://b/", "http://a/#x"), "d").kind == "loop"
    assert redirect_failure(way("http://a/", "http://b/", "http://c/"), "d").kind == "too_many"
