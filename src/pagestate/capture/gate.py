"""Lets a session's headers and credentials through to its hosts, and to no others.

Every request of the tab, each redirect included, is stopped and asked for its host. The usual
ways of adding headers go on to wherever a redirect leads.
"""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from pagestate.capture.backend import Session
from pagestate.capture.hosts import host_matches, host_of
from pagestate.capture.session import allowed_hosts

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

__all__ = ["SessionGate"]


class SessionGate:
    """Holds every request of one tab until its headers are right."""

    def __init__(self, cdp: "CDPSession", session: Session, url: str) -> None:
        """Prepare for a visit of `url`."""
        self._cdp = cdp
        self._session = session
        self._hosts = allowed_hosts(session, url)
        self._own = {name.lower() for name in session.headers}
        self._tried: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin."""
        self._cdp.on("Fetch.requestPaused", self._on_paused)
        self._cdp.on("Fetch.authRequired", self._on_auth)
        await self._cdp.send(
            "Fetch.enable",
            {"patterns": [{"urlPattern": "*"}], "handleAuthRequests": self._session.username is not None},
        )

    def close(self) -> None:
        """Answer nothing more."""
        for task in list(self._tasks):
            task.cancel()

    def _go(self, work: Awaitable[object]) -> None:
        async def run() -> None:
            # A request may be gone before it is let through.
            with contextlib.suppress(Exception):
                await work

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_paused(self, event: dict[str, Any]) -> None:
        self._go(self._cdp.send("Fetch.continueRequest", self.passage(event)))

    def passage(self, event: dict[str, Any]) -> dict[str, Any]:
        """Return how the paused request of `event` goes on."""
        answer: dict[str, Any] = {"requestId": event["requestId"]}
        if not self._session.headers:
            return answer
        present: dict[str, str] = event["request"].get("headers", {})
        headers = {name: value for name, value in present.items() if name.lower() not in self._own}
        if host_matches(host_of(event["request"]["url"]), self._hosts):
            headers.update(self._session.headers)
        if headers != present:
            answer["headers"] = [{"name": name, "value": value} for name, value in headers.items()]
        return answer

    def _on_auth(self, event: dict[str, Any]) -> None:
        challenge = event.get("authChallenge", {})
        url = event["request"]["url"]
        first = event["requestId"] not in self._tried
        self._tried.add(event["requestId"])
        ours = challenge.get("source") != "Proxy" and host_matches(host_of(url), self._hosts)
        response: dict[str, str] = {"response": "CancelAuth"}
        if ours and first:
            response = {
                "response": "ProvideCredentials",
                "username": self._session.username or "",
                "password": self._session.password or "",
            }
        self._go(
            self._cdp.send(
                "Fetch.continueWithAuth", {"requestId": event["requestId"], "authChallengeResponse": response}
            )
        )
