"""A site on loopback that serves, byte by byte, what a test wants, and backends that look at it."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
import pytest_asyncio
import trustme

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.http import HttpBackend
from pagestate.capture.installed import find_browser
from pagestate.evidence import Capture
from pagestate.goal.expectations import parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A request as it came in."""

    host: str
    path: str
    query: str
    headers: dict[str, str]
    number: int
    """Which request for this path it is, from 1."""


Handler = Callable[[Ask, asyncio.StreamWriter], Awaitable[bytes | None]]


def page(body: str | bytes, status: str = "200 OK", kind: str | None = "text/html; charset=utf-8", *more: str) -> bytes:
    """A whole answer."""
    content = body if isinstance(body, bytes) else body.encode()
    lines = [f"HTTP/1.1 {status}", *more]
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def redirect(target: str, status: str = "302 Found", *more: str) -> bytes:
    """A redirect."""
    return page("", status, None, f"Location: {target}", *more)


@dataclass(slots=True)
class Site:
    """Answers for every host that is mapped to it."""

    port: int = 0
    tls_port: int = 0
    answers: dict[str, bytes | Handler] = field(default_factory=dict)
    asked: list[Ask] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def put(self, where: str, answer: "bytes | str | Handler") -> None:
        """Serve `answer` at `/path` or `host/path`."""
        self.answers[where] = page(answer) if isinstance(answer, str) else answer

    def asks(self, path: str) -> list[Ask]:
        """The requests for `path`."""
        return [ask for ask in self.asked if ask.path == path]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            while await self._one(reader, writer):
                pass
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError):
            pass
        finally:
            self.tasks.discard(task)
            with contextlib.suppress(Exception):
                writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first = await reader.read(1)
        if first == b"\x16":  # somebody speaks TLS to the plain port
            writer.write(page("", "400 Bad Request"))
            return False
        line = (first + await reader.readline()).decode("latin-1")
        if not line.strip():
            return False
        headers: dict[str, str] = {}
        while (header := (await reader.readline()).decode("latin-1").strip()) != "":
            name, _, value = header.partition(":")
            headers[name.strip().lower()] = value.strip()
        target = line.split()[1]
        path, _, query = target.partition("?")
        host = headers.get("host", "").partition(":")[0]
        number = len([ask for ask in self.asked if ask.path == path and ask.host == host]) + 1
        ask = Ask(host=host, path=path, query=query, headers=headers, number=number)
        self.asked.append(ask)
        answer = self.answers.get(host + path) or self.answers.get(path) or page("none here", "404 Not Found")
        data = answer if isinstance(answer, bytes) else await answer(ask, writer)
        if data is None:
            return False
        writer.write(data)
        await writer.drain()
        return True


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    """A certificate authority that nobody trusts."""
    return trustme.CA()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server(authority: trustme.CA) -> AsyncIterator[Site]:
    """The site, listening."""
    site = Site()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("app.test").configure_cert(context)
    plain = await asyncio.start_server(site.serve, "127.0.0.1", 0)
    secure = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=context)
    site.port = plain.sockets[0].getsockname()[1]
    site.tls_port = secure.sockets[0].getsockname()[1]
    yield site
    plain.close()
    secure.close()
    for task in list(site.tasks):
        task.cancel()
    await asyncio.gather(*site.tasks, return_exceptions=True)


@pytest.fixture
def site(server: Site) -> Site:
    """The site without a page."""
    server.answers.clear()
    server.asked.clear()
    return server


def rules(site: Site) -> str:
    """Every name below .test leads to the site."""
    return f"MAP *.test:443 127.0.0.1:{site.tls_port},MAP *.test 127.0.0.1:{site.port}"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_browser(server: Site) -> AsyncIterator[BrowserBackend]:
    """One browser for all tests that do not break it."""
    if find_browser() is None:
        pytest.skip("no browser on this machine")
    async with BrowserBackend(args=(f"--host-resolver-rules={rules(server)}",)) as backend:
        yield backend


class Looker:
    """A backend with short words for tests. Every test has a site key of its own."""

    def __init__(self, backend: BrowserBackend | HttpBackend, key: str) -> None:
        self.backend = backend
        self.key = key

    async def __call__(
        self,
        url: str,
        *,
        patience: float = 2.0,
        limit: float = 10.0,
        key: str | None = None,
        session: Session | None = None,
        screenshot: bool = False,
        fresh: bool = False,
        expect: str | None = None,
        go_on: bool = False,
        may_go_on: bool = False,
    ) -> Capture:
        return await self.backend.capture(
            CaptureRequest(
                url=url if "://" in url else f"http://app.test{url}",
                patience_s=patience,
                timeout_s=limit,
                site_key=self.key if key is None else key,
                session=session,
                screenshot=screenshot,
                fresh=fresh,
                expectations=(parse(expect),) if expect else (),
                go_on=go_on,
                may_go_on=may_go_on,
            )
        )


@pytest.fixture
def look(shared_browser: BrowserBackend, request: pytest.FixtureRequest) -> Looker:
    """Look with the browser."""
    return Looker(shared_browser, request.node.nodeid)


@pytest_asyncio.fixture(loop_scope="session")
async def plain(site: Site, request: pytest.FixtureRequest) -> AsyncIterator[Looker]:
    """Look by plain HTTP."""
    async with HttpBackend(args=(f"--host-resolver-rules={rules(site)}",)) as backend:
        yield Looker(backend, request.node.nodeid)
