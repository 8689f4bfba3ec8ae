"""Sockets and event streams of a page, and when they last said something."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.async_api import WebSocket

__all__ = ["Line", "Lines"]

_MOST = 50


@dataclass(slots=True, kw_only=True)
class Line:
    """A WebSocket or an EventSource."""

    url: str
    started: float
    spoke: float | None = None
    messages: int = 0
    closed: bool = False

    def hear(self) -> None:
        """Take note of a message."""
        self.spoke = time.monotonic()
        self.messages += 1

    def close(self) -> None:
        """Take note of its end."""
        self.closed = True


class Lines:
    """All of them, in the order in which they were opened."""

    def __init__(self) -> None:
        self._all: list[Line] = []
        self._streams: dict[str, Line] = {}

    def __iter__(self) -> Iterator[Line]:
        return iter(self._all)

    def follow(self, socket: "WebSocket") -> None:
        """Listen to a socket."""
        line = Line(url=socket.url, started=time.monotonic())
        self._all.append(line)
        socket.on("framereceived", lambda _frame: line.hear())
        socket.on("close", lambda _socket: line.close())

    def open(self, event: dict[str, Any]) -> None:
        """Take note of an event stream, as DevTools tells of its request."""
        if len(self._streams) < _MOST:
            line = Line(url=event["request"]["url"], started=time.monotonic())
            self._streams[event["requestId"]] = line
            self._all.append(line)

    def on_event(self, event: dict[str, Any]) -> None:
        """Take note of a message in an event stream."""
        if event["requestId"] in self._streams:
            self._streams[event["requestId"]].hear()

    def on_end(self, event: dict[str, Any]) -> None:
        """Take note of the end of a request, which may be an event stream's."""
        if event["requestId"] in self._streams:
            self._streams[event["requestId"]].close()
