"""Sockets and event streams of a page, and when they last said something."""

import time
from dataclasses import dataclass

__all__ = ["Line"]


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
