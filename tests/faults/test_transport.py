"""Answers below HTTP, read from the socket as they stand."""

import asyncio
import socket

import httpx2
import pytest

from pagestate.faults.catalog import PAGES, by_id
from pagestate.faults.server import FaultServer
from pagestate.faults.site import create_app
from pagestate.faults.transport import head


async def no_sleep(_seconds: float) -> None:
    """Let pauses pass at once; what matters here is the bytes."""
    await asyncio.sleep(0)


async def read(server: FaultServer, page_id: str, *, limit: int | None = None) -> tuple[bytes, bool]:
    """Return what a page sends up to `limit` bytes, and whether the connection ended by a reset."""
    page = by_id(page_id)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(f"GET {page.path} HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode())
        got = b""
        try:
            while (piece := await asyncio.wait_for(reader.read(65536), 5)) and (limit is None or len(got) < limit):
                got += piece
        except ConnectionResetError:
            return got, True
        return got, False
    finally:
        writer.close()


@pytest.mark.parametrize("page_id", ["network-reset", "network-reset-recovers"])
async def test_a_reset_before_the_first_byte(page_id: str) -> None:
    async with FaultServer(pace=0.01) as server:
        assert await read(server, page_id) == (b"", True)


async def test_a_reset_inside_the_header() -> None:
    async with FaultServer() as server:
        got, reset = await read(server, "network-reset-middle")
    assert reset
    assert got in (b"", b"HTTP/1.1 200 OK\r\ncontent-ty")


async def test_an_empty_reply_ends_in_good_order() -> None:
    async with FaultServer() as server:
        assert await read(server, "network-empty-reply") == (b"", False)


async def test_a_status_with_a_reason_of_its_own() -> None:
    async with FaultServer() as server:
        got, reset = await read(server, "c13")
    assert got.startswith(b"HTTP/1.1 999 Request denied\r\n")
    assert b"password" not in got
    assert 900 <= len(got.partition(b"\r\n\r\n")[2]) <= 1100
    assert not reset


@pytest.mark.parametrize("page_id", ["network-early-hints", "c06-103"])
async def test_early_hints_come_before_the_answer(page_id: str) -> None:
    async with FaultServer() as server:
        got, _ = await read(server, page_id)
    assert got.startswith(b"HTTP/1.1 103 Early Hints\r\n")
    assert b"\r\n\r\nHTTP/1.1 200 OK\r\n" in got
    assert got.rstrip().endswith(b"</html>")


@pytest.mark.parametrize("page_id", ["loading-cut", "loading-cut-once", "c33", "c33-heading"])
async def test_a_chunked_body_is_cut(page_id: str) -> None:
    """No last chunk, no closing tag: a reader can know that it did not arrive whole."""
    async with FaultServer(pace=0.01) as server:
        got, reset = await read(server, page_id)
    assert b"transfer-encoding: chunked" in got
    assert b"</title>" in got
    assert not got.endswith(b"0\r\n\r\n")
    assert b"</html>" not in got
    assert not reset


@pytest.mark.parametrize("page_id", ["loading-cut-once", "c33", "c33-heading"])
async def test_the_second_answer_is_whole(page_id: str) -> None:
    async with FaultServer(pace=0.01) as server:
        await read(server, page_id)
        page = by_id(page_id)
        async with httpx2.AsyncClient() as client:
            answer = await client.get(f"http://127.0.0.1:{server.port}{page.path}", headers={"host": page.host or ""})
    assert answer.text.rstrip().endswith("</html>")
    assert answer.text.count("<tr>") >= 40


@pytest.mark.parametrize(
    ("page_id", "whole"), [("loading-short", False), ("c33-twin", True), ("network-headers-only", False)]
)
async def test_a_content_length_that_is_too_large(page_id: str, whole: bool) -> None:
    async with FaultServer() as server:
        got, _ = await read(server, page_id)
    top, _, body = got.partition(b"\r\n\r\n")
    told = next(int(line.split(b":")[1]) for line in top.split(b"\r\n") if line.lower().startswith(b"content-length"))
    assert len(body) < told
    assert body.rstrip().endswith(b"</html>") == whole


async def test_bytes_that_are_no_http() -> None:
    async with FaultServer() as server:
        got, _ = await read(server, "network-garbage")
    assert not got.startswith(b"HTTP/")


async def test_binary_bytes_without_a_type() -> None:
    async with FaultServer() as server:
        got, _ = await read(server, "c34-untyped")
    assert b"content-type" not in got.partition(b"\r\n\r\n")[0].lower()
    assert b"\x00\x01\x02" in got


@pytest.mark.parametrize("page_id", ["network-timeout", "network-timeout-header"])
async def test_silence_lasts_until_the_visitor_goes(page_id: str) -> None:
    page = by_id(page_id)
    async with FaultServer() as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET {page.path} HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 0.15)
        writer.close()


async def test_an_endless_body_goes_on_and_stops_with_the_visitor() -> None:
    async with FaultServer(sleep=no_sleep) as server:
        got, _ = await read(server, "loading-endless", limit=50_000)
    assert got.count(b"compiling module") > 1000


async def test_a_slow_body_comes_in_pieces() -> None:
    pauses: list[float] = []

    async def note(seconds: float) -> None:
        pauses.append(seconds)

    page = by_id("loading-slow")
    async with FaultServer(sleep=note, pace=0.5) as server, httpx2.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{server.port}{page.path}", headers={"host": page.host or ""})
    assert answer.text.rstrip().endswith("</html>")
    assert len(pauses) >= 8
    assert set(pauses) == {0.15 * 0.5}


async def test_a_visitor_that_goes_early_does_no_harm() -> None:
    """The server must go on serving others after a visitor hung up on every kind of answer."""
    async with FaultServer(pace=0.01) as server:
        for page in PAGES:
            if page.address == "http" and page.id.startswith(("network", "loading")):
                with socket.create_connection(("127.0.0.1", server.port)) as raw:
                    raw.sendall(f"GET {page.path} HTTP/1.1\r\nHost: {page.host}\r\n\r\n".encode())
        async with httpx2.AsyncClient() as client:
            assert (await client.get(server.url)).status_code == 200


async def test_without_the_server_such_pages_say_what_they_need() -> None:
    app = create_app()
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app)) as client:
        with pytest.raises(RuntimeError, match="FaultServer"):
            await client.get("http://flaky-tidewater.localhost/boats")


def test_a_head_is_what_stands_before_a_body() -> None:
    assert head("200 OK", "a: b") == b"HTTP/1.1 200 OK\r\na: b\r\nconnection: close\r\n\r\n"
