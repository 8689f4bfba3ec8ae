"""Serves the fault site on loopback: plain, encrypted, and a port where nothing listens."""

import asyncio
import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from types import TracebackType
from typing import Self

import uvicorn
from uvicorn.server import ServerState

from pagestate.faults.certificates import Certificates
from pagestate.faults.model import FaultPage, Ports
from pagestate.faults.site import create_app
from pagestate.faults.transport import WireProtocol

__all__ = ["FaultServer", "serve"]

LOOPBACK = "127.0.0.1"
FOREIGN = ("www.google.com", "geo.captcha-delivery.com")
"""Real hosts of which a page frames something; in a browser that got its arguments they are this site."""


class FaultServer:
    """The fault site, served while the context is open.

    Args:
        port: Of the plain listener; 0 takes a free one.
        tls_port: Of the encrypted listener; 0 takes a free one.
        scale, pace, clock, wall, sleep: As for `create_app`.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        tls_port: int = 0,
        scale: float = 1.0,
        pace: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._ports = Ports(port=port, tls_port=tls_port, closed_port=0)
        self.certificates = Certificates()
        self._app = create_app(scale=scale, pace=pace, clock=clock, wall=wall, sleep=sleep, ports=self._ports)
        self._state = ServerState()
        self._servers: list[asyncio.Server] = []
        self._reserved: socket.socket | None = None

    @property
    def port(self) -> int:
        """Of the plain listener."""
        return self._ports.port

    @property
    def tls_port(self) -> int:
        """Of the encrypted listener."""
        return self._ports.tls_port

    @property
    def closed_port(self) -> int:
        """Reserved for the run and never listened on: connecting to it is refused."""
        return self._ports.closed_port

    @property
    def url(self) -> str:
        """The index of all pages."""
        return f"http://{LOOPBACK}:{self.port}/"

    def url_of(self, page: FaultPage) -> str:
        """Return the address at which a visitor finds `page`.

        A `.localhost` name carries the port and needs nothing but a browser; a `.test` name has
        none and needs `browser_args`.
        """
        return self._ports.url_of(page)

    @property
    def host_rules(self) -> str:
        """The value of Chromium's `--host-resolver-rules` that brings `.test` names here."""
        return ",".join(
            [
                f"MAP *.test:80 {LOOPBACK}:{self.port}",
                f"MAP *.test:443 {LOOPBACK}:{self.tls_port}",
                f"MAP *.localhost {LOOPBACK}",
                *(f"MAP {host}:443 {LOOPBACK}:{self.tls_port}" for host in FOREIGN),
            ]
        )

    @property
    def browser_args(self) -> tuple[str, ...]:
        """What Chromium needs to find `.test` names here and to trust the good certificates."""
        return (
            f"--host-resolver-rules={self.host_rules}",
            f"--ignore-certificate-errors-spki-list={self.certificates.spki}",
        )

    async def __aenter__(self) -> Self:
        """Listen."""
        self._reserved = socket.socket()
        try:
            self._reserved.bind((LOOPBACK, 0))
            self._ports.closed_port = self._reserved.getsockname()[1]
            config = uvicorn.Config(self._app, lifespan="off", log_config=None, ws="none")
            config.load()
            self._ports.port = await self._listen(config, self.port, None)
            self._ports.tls_port = await self._listen(config, self.tls_port, self.certificates.context)
        except BaseException:
            await self._close()
            raise
        return self

    async def _listen(self, config: uvicorn.Config, port: int, context: ssl.SSLContext | None) -> int:
        server = await asyncio.get_running_loop().create_server(
            lambda: WireProtocol(config=config, server_state=self._state, app_state={}),
            host=LOOPBACK,
            port=port,
            ssl=context,
        )
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop at once: open answers are dropped."""
        await self._close()

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        for connection in list(self._state.connections):
            if connection.transport is not None:
                connection.transport.abort()
        # One turn of the loop lets the aborted transports say goodbye.
        await asyncio.sleep(0)
        tasks = list(self._state.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._servers.clear()
        if self._reserved is not None:
            self._reserved.close()


@contextlib.contextmanager
def serve(*, port: int = 0, tls_port: int = 0, scale: float = 1.0, pace: float = 1.0) -> Iterator[FaultServer]:
    """Serve the fault site from a thread of its own while the context is open.

    Raises:
        OSError: the port is taken.
    """
    server = FaultServer(port=port, tls_port=tls_port, scale=scale, pace=pace)
    ready, stop = threading.Event(), threading.Event()
    failure: list[BaseException] = []

    async def run() -> None:
        try:
            async with server:
                ready.set()
                while not stop.is_set():  # noqa: ASYNC110 - the one who stops us lives in another thread
                    await asyncio.sleep(0.05)
        except OSError as error:
            failure.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="fault-site", daemon=True)
    thread.start()
    ready.wait()
    if failure:
        raise failure[0]
    try:
        yield server
    finally:
        stop.set()
        thread.join()
