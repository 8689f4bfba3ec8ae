"""The served site: listeners, certificates, names, and a clean end."""

import socket
import ssl
import threading

import httpx2
import pytest

from pagestate.faults.catalog import by_id
from pagestate.faults.server import FOREIGN, FaultServer, serve

EXPIRED, WRONG_NAME, SELF_SIGNED, NO_ISSUER = 10, 62, 19, 20
"""OpenSSL's X509_V_ERR codes."""


def handshake(server: FaultServer, host: str) -> None:
    """Connect as a client that trusts the site's authority."""
    context = ssl.create_default_context()
    server.certificates.trust(context)
    with (
        socket.create_connection(("127.0.0.1", server.tls_port), timeout=5) as raw,
        context.wrap_socket(raw, server_hostname=host) as encrypted,
    ):
        encrypted.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert encrypted.recv(9) == b"HTTP/1.1 "


@pytest.mark.parametrize("host", ["localhost", "www.shop.test", "shop.test"])
def test_good_names_have_a_good_certificate(host: str) -> None:
    with serve() as server:
        handshake(server, host)


@pytest.mark.parametrize(
    ("page_id", "codes"),
    [
        ("network-tls-expired", {EXPIRED}),
        ("network-tls-name", {WRONG_NAME}),
        ("network-tls-untrusted", {SELF_SIGNED, NO_ISSUER}),
    ],
)
def test_bad_certificates_are_bad_for_the_reason_given(page_id: str, codes: set[int]) -> None:
    with serve() as server, pytest.raises(ssl.SSLCertVerificationError) as failure:
        handshake(server, by_id(page_id).host or "")
    assert failure.value.verify_code in codes


def test_tls_on_the_plain_port_fails() -> None:
    with serve() as server, socket.create_connection(("127.0.0.1", server.port), timeout=5) as raw:
        context = ssl.create_default_context()
        with pytest.raises(ssl.SSLError):
            context.wrap_socket(raw, server_hostname="plain-tidewater.localhost")


def test_the_closed_port_refuses() -> None:
    with serve() as server, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.closed_port), timeout=5)


def test_the_arguments_bring_test_names_here_and_keep_real_hosts_out() -> None:
    with serve() as server:
        rules, trusted = server.browser_args
    assert rules == f"--host-resolver-rules={server.host_rules}"
    assert f"MAP *.test:80 127.0.0.1:{server.port}" in rules
    assert f"MAP *.test:443 127.0.0.1:{server.tls_port}" in rules
    assert all(f"MAP {host}:443 127.0.0.1:{server.tls_port}" in rules for host in FOREIGN)
    assert trusted.startswith("--ignore-certificate-errors-spki-list=")
    assert len(trusted.partition("=")[2]) == 44


def test_the_thread_serves_at_the_scale_given_and_ends() -> None:
    with serve(scale=0.25) as server:
        data = httpx2.get(server.url + "catalog.json").json()
        assert data["scale"] == 0.25
        assert any(one["url"] == f"http://ledgerline.localhost:{server.port}/reports" for one in data["pages"])
        port = server.port
    assert not any(thread.name == "fault-site" for thread in threading.enumerate())
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_a_port_that_is_taken_is_an_error_of_the_caller() -> None:
    with serve() as server, pytest.raises(OSError, match="address already in use"), serve(port=server.port):
        pass


async def test_two_sites_share_nothing() -> None:
    async with FaultServer() as one, FaultServer() as other, httpx2.AsyncClient() as client:
        for server, status in ((one, 500), (one, 500), (one, 200), (other, 500)):
            headers = {"host": "app-aurorarail.localhost"}
            assert (await client.get(server.url + "offers", headers=headers)).status_code == status


async def test_an_open_answer_does_not_hold_up_the_end(caplog: pytest.LogCaptureFixture) -> None:
    """A page that never answers must not keep the demo from ending, nor fill the terminal."""
    async with FaultServer() as server:
        raw = socket.create_connection(("127.0.0.1", server.port))
        raw.sendall(b"GET /boats HTTP/1.1\r\nHost: deep-tidewater.localhost\r\n\r\n")
        async with httpx2.AsyncClient() as client:
            await client.get(server.url)
    raw.close()
    assert caplog.text == "" or "HTTP Request" in caplog.text
