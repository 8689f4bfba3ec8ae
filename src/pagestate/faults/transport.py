"""Answers below HTTP: bytes as they stand, and connections that end badly.

uvicorn's protocol is extended by one thing: the ASGI scope carries the connection's transport,
and a `WireResponse` writes to it past the HTTP machinery.
"""

import asyncio
import logging
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Literal, cast

import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

__all__ = ["WIRE", "WireProtocol", "WireResponse", "head"]

WIRE = "pagestate.wire"
"""The name of the ASGI extension; its value holds the asyncio transport under `transport`."""

_LOGGER = logging.getLogger(__name__)
_LOGGER.addHandler(logging.NullHandler())

End = Literal["close", "reset", "hold"]


class WireProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol, with the transport within reach of the application."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        # Broken requests are the point of some pages and nothing to tell the user of.
        self.logger = _LOGGER

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Note the transport before the first request is read."""
        super().connection_made(transport)
        app = cast("ASGIApp", self.app)

        async def with_wire(scope: Scope, receive: Receive, send: Send) -> None:
            extensions = {**scope.get("extensions", {}), WIRE: {"transport": transport}}
            try:
                await app({**scope, "extensions": extensions}, receive, send)
            except asyncio.CancelledError:
                # Only the server's end cancels an answer; uvicorn would log it as an error of the application.
                if not transport.is_closing():
                    raise

        self.app = cast("Any", with_wire)


class WireResponse(Response):
    """Writes `pieces` as they stand and then ends the connection as told.

    A piece is bytes, or a number of real seconds to wait. `close` ends it in good order (which
    with no piece is an empty reply), `reset` by a TCP reset, `hold` leaves it open until the
    visitor goes.
    """

    def __init__(
        self, *pieces: bytes | float, end: End = "close", sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        super().__init__()
        self.pieces = pieces
        self.end = end
        self.sleep = sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer.

        Raises:
            RuntimeError: the application is not served by `FaultServer`.
        """
        wire = scope.get("extensions", {}).get(WIRE)
        if wire is None:
            raise RuntimeError("This page answers below HTTP; it has to be served by FaultServer.")
        transport: asyncio.Transport = wire["transport"]
        gone = asyncio.ensure_future(_disconnect(receive))
        try:
            for piece in self.pieces:
                if transport.is_closing() or gone.done():
                    return
                if isinstance(piece, bytes):
                    transport.write(piece)
                else:
                    await self.sleep(piece)
            if self.end == "close":
                transport.close()
            elif self.end == "reset":
                _reset(transport)
            await gone
        finally:
            gone.cancel()


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _reset(transport: asyncio.Transport) -> None:
    # Without lingering the kernel answers with RST in place of FIN.
    sock = transport.get_extra_info("socket")
    linger = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    transport.abort()


def head(status: str, *headers: str) -> bytes:
    """Return a response's head, such as `head("999 Request denied", "content-type: text/html")`."""
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "connection: close", "", ""]).encode("latin-1")
