"""Everything that happens in one tab during a visit, written down as it happens."""

import asyncio
import base64
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pagestate.capture.documents import Answer, Document, Move, Via, answer_of, dict_headers, raw_headers, way
from pagestate.capture.lines import Lines
from pagestate.capture.redact import redact_headers, redact_url
from pagestate.evidence import Console, Dialog, Download, Hop

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, ConsoleMessage, Error, Frame, Page, Request, Response, WebSocket
    from playwright.async_api import Dialog as PlaywrightDialog
    from playwright.async_api import Download as PlaywrightDownload

__all__ = ["DIALOG_LIMIT", "MAX_BODY_BYTES", "Seen", "Watch"]

DIALOG_LIMIT = 20
"""A page that opens more dialogs than this will not stop by itself."""
MAX_BODY_BYTES = 20_000_000
"""Of the main document; what is beyond is not kept."""

_MAX_SEEN = 3000
_MAX_CONSOLE = 100


@dataclass(slots=True, kw_only=True)
class Seen:
    """A request of the page, as far as it is known."""

    request: "Request"
    url: str
    method: str
    resource: str
    started: float
    """Seconds of the monotonic clock, as are all times here."""
    navigates: bool = False
    frame: "Frame | None" = None
    response: "Response | None" = None
    answered: float | None = None
    finished: float | None = None
    failure: str | None = None


class Watch:
    """Listens to one tab. `changed` is set whenever something of the main document happens."""

    def __init__(self, page: "Page", cdp: "CDPSession") -> None:
        """Take the tab and an open DevTools session to it."""
        self.page = page
        self.cdp = cdp
        self.changed = asyncio.Event()
        self.started = time.monotonic()
        self.main_frame_id: str | None = None
        self.documents: dict[str, Document] = {}
        self.current: Document | None = None
        self.commits: list[str] = []
        self.moves: list[Move] = []
        self.refresh: tuple[float, str, float] | None = None
        """A refresh the browser has scheduled: delay in seconds, target, when scheduled."""
        self.seen: dict[Request, Seen] = {}
        self.sockets: list[tuple[str, float, str | None]] = []
        self.lines = Lines()
        self.frame_status: dict[Frame, tuple[int | None, str | None]] = {}
        self.console: list[Console] = []
        self.dialogs: list[Dialog] = []
        self.dialog_count = 0
        self.downloads: list[Download] = []
        self.popups: list[str] = []
        self.crashed = False
        self.notes: list[str] = []
        self._reasons: dict[str, Via] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unclaimed: dict[str, list[tuple[int, tuple[tuple[str, str], ...]]]] = {}

    async def start(self) -> None:
        """Begin to listen."""
        page, cdp = self.page, self.cdp
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_finished)
        page.on("requestfailed", self._on_failed)
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("dialog", self._on_dialog)
        page.on("download", self._on_download)
        page.on("popup", self._on_popup)
        page.on("crash", self._on_crash)
        page.on("websocket", self._on_socket)
        for name, handler in (
            ("Page.frameNavigated", self._on_frame_navigated),
            ("Page.lifecycleEvent", self._on_lifecycle),
            ("Page.frameScheduledNavigation", self._on_scheduled),
            ("Page.frameClearedScheduledNavigation", self._on_cleared),
            ("Page.frameRequestedNavigation", self._on_requested),
            ("Page.navigatedWithinDocument", self._on_within),
            ("Network.requestWillBeSent", self._on_will_be_sent),
            ("Network.responseReceived", self._on_received),
            ("Network.responseReceivedExtraInfo", self._on_extra),
            ("Network.dataReceived", self._on_data),
            ("Network.eventSourceMessageReceived", self.lines.on_event),
            ("Network.loadingFinished", self._on_loading_finished),
            ("Network.loadingFailed", self._on_loading_failed),
        ):
            cdp.on(name, handler)
        answers = await asyncio.gather(
            cdp.send("Page.getFrameTree"),
            cdp.send("Page.enable"),
            cdp.send("Page.setLifecycleEventsEnabled", {"enabled": True}),
            cdp.send(
                "Network.enable",
                # Durable: bodies lie outside the page's process, which may be busy, gone or crashed.
                {"maxTotalBufferSize": 60_000_000, "maxResourceBufferSize": 25_000_000, "enableDurableMessages": True},
            ),
        )
        self.main_frame_id = answers[0]["frameTree"]["frame"]["id"]

    async def stop(self) -> None:
        """Let nothing of this visit run on."""
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task

    @property
    def pending(self) -> Document | None:
        """A navigation of the tab that has begun and neither committed nor failed."""
        for document in reversed(self.documents.values()):
            if document is self.current:
                return None
            if document.committed is None and document.ended is None:
                return document
        return None

    def open_requests(self) -> list[Seen]:
        """Requests of the present document that are still open, without its own."""
        since = self.current.started if self.current else 0.0
        return [
            seen
            for seen in self.seen.values()
            if seen.finished is None
            and seen.started >= since
            and not (seen.navigates and seen.frame == self.page.main_frame)
        ]

    def hops(self) -> tuple[Hop, ...]:
        """The way to the present address, without the final answer."""
        return way(self.documents.values(), self.moves)

    def answer(self) -> Answer | None:
        """The final answer for the main document."""
        document = self.current or self.attempt
        if document is None:
            return None
        answers = document.merged()
        return answers[-1] if answers else None

    def headers(self) -> tuple[tuple[str, str], ...]:
        """The final answer's headers, without secrets."""
        answer = self.answer()
        return redact_headers(answer.headers) if answer else ()

    def reloads(self) -> int:
        """How often the most frequent address (without query) was committed."""
        counts = Counter(url.partition("#")[0].partition("?")[0] for url in self.commits)
        return max(counts.values(), default=0)

    @property
    def attempt(self) -> Document | None:
        """The last attempt to bring a document into the tab, whether it did or not."""
        return next(reversed(self.documents.values()), None)

    def _go(self, work: Awaitable[object]) -> None:
        async def run() -> None:
            # The tab may be gone by the time this runs; that is told elsewhere.
            with contextlib.suppress(Exception):
                await work

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Playwright's events: all frames, also those in processes of their own.

    def _on_request(self, request: "Request") -> None:
        if len(self.seen) >= _MAX_SEEN:
            return
        frame: Frame | None = None
        with contextlib.suppress(Exception):
            frame = request.frame
        self.seen[request] = Seen(
            request=request,
            url=request.url,
            method=request.method,
            resource=request.resource_type,
            started=time.monotonic(),
            navigates=request.is_navigation_request(),
            frame=frame,
        )

    def _on_response(self, response: "Response") -> None:
        seen = self.seen.get(response.request)
        if seen is not None:
            seen.response = response
            seen.answered = time.monotonic()
            if seen.navigates and seen.frame is not None:
                self.frame_status[seen.frame] = (response.status, None)

    def _on_finished(self, request: "Request") -> None:
        seen = self.seen.get(request)
        if seen is not None:
            seen.finished = time.monotonic()

    def _on_failed(self, request: "Request") -> None:
        seen = self.seen.get(request)
        if seen is None:
            return
        seen.finished = time.monotonic()
        seen.failure = request.failure
        if seen.navigates and seen.frame is not None:
            status = self.frame_status.get(seen.frame, (None, None))[0]
            self.frame_status[seen.frame] = (status, request.failure)

    def _on_console(self, message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning", "assert"} and len(self.console) < _MAX_CONSOLE:
            self.console.append(
                Console(level=message.type, text=message.text[:1000], url=message.location.get("url") or None)
            )

    def _on_page_error(self, error: "Error") -> None:
        if len(self.console) < _MAX_CONSOLE:
            self.console.append(Console(level="exception", text=str(error)[:1000]))

    def _on_dialog(self, dialog: "PlaywrightDialog") -> None:
        self.dialog_count += 1
        if len(self.dialogs) < DIALOG_LIMIT:
            self.dialogs.append(Dialog(type=dialog.type, message=dialog.message[:500]))
        if self.dialog_count <= DIALOG_LIMIT:
            self._go(dialog.dismiss())
        else:
            # Left open, the last one stops the script that opens them.
            self.changed.set()

    def _on_download(self, download: "PlaywrightDownload") -> None:
        if len(self.downloads) < 20:
            self.downloads.append(Download(url=redact_url(download.url), filename=download.suggested_filename or None))
        self._go(download.cancel())
        self.changed.set()

    def _on_popup(self, popup: "Page") -> None:
        async def close() -> None:
            if popup.url in ("", "about:blank"):
                with contextlib.suppress(Exception):
                    await popup.wait_for_event("framenavigated", timeout=300)
            if len(self.popups) < 20:
                self.popups.append(redact_url(popup.url))
            await popup.close()

        self._go(close())

    def _on_crash(self, _page: "Page") -> None:
        self.crashed = True
        self.changed.set()

    def _on_socket(self, socket: "WebSocket") -> None:
        if len(self.sockets) < 50:
            place = len(self.sockets)
            self.sockets.append((socket.url, time.monotonic(), None))

            def failed(error: str) -> None:
                url, started, _ = self.sockets[place]
                self.sockets[place] = (url, started, error)

            self.lines.follow(socket)
            socket.on("socketerror", failed)

    # DevTools events: the main document.

    def _is_main(self, event: dict[str, Any]) -> bool:
        return self.main_frame_id is not None and event.get("frameId") == self.main_frame_id

    def _on_will_be_sent(self, event: dict[str, Any]) -> None:
        if event.get("type") == "EventSource":
            self.lines.open(event)
            return
        if event.get("type") != "Document" or not self._is_main(event) or event["requestId"] != event["loaderId"]:
            return
        loader = event["loaderId"]
        document = self.documents.get(loader)
        if document is None:
            url = event["request"]["url"]
            document = Document(loader=loader, url=url, started=time.monotonic(), via=self._reason(url))
            document.extras = self._unclaimed.pop(loader, [])
            self.documents[loader] = document
        document.asked = event["request"]["url"]
        redirect = event.get("redirectResponse")
        if redirect is not None:
            document.answers.append(answer_of(redirect, has_extra=bool(event.get("redirectHasExtraInfo"))))
        self.changed.set()

    def _reason(self, url: str) -> Via:
        return self._reasons.pop(url.partition("#")[0], "script")

    def _on_received(self, event: dict[str, Any]) -> None:
        document = self.documents.get(event["requestId"])
        if document is None:
            return
        document.answers.append(answer_of(event["response"], has_extra=bool(event.get("hasExtraInfo"))))
        self._go(self._stream(document))
        self.changed.set()

    async def _stream(self, document: Document) -> None:
        # Older browsers drop the body of a document that was cut; parts kept as they come remain.
        answer = await self.cdp.send("Network.streamResourceContent", {"requestId": document.loader})
        document.streaming = True
        document.body[:0] = base64.b64decode(answer.get("bufferedData", ""))

    def _on_extra(self, event: dict[str, Any]) -> None:
        text = event.get("headersText")
        headers = raw_headers(text) if text else dict_headers(event.get("headers", {}))
        entry = (int(event.get("statusCode", 0)), headers)
        document = self.documents.get(event["requestId"])
        if document is not None:
            document.extras.append(entry)
        elif len(self._unclaimed) < 2000:
            self._unclaimed.setdefault(event["requestId"], []).append(entry)

    def _on_data(self, event: dict[str, Any]) -> None:
        document = self.documents.get(event["requestId"])
        if document is None:
            return
        document.received = time.monotonic()
        data = event.get("data")
        if data and len(document.body) < MAX_BODY_BYTES:
            document.body += base64.b64decode(data)
        elif data:
            document.body_dropped = True
            self.changed.set()

    def _on_loading_finished(self, event: dict[str, Any]) -> None:
        self.lines.on_end(event)
        document = self.documents.get(event["requestId"])
        if document is not None:
            document.ended = time.monotonic()
            self.changed.set()

    def _on_loading_failed(self, event: dict[str, Any]) -> None:
        self.lines.on_end(event)
        document = self.documents.get(event["requestId"])
        if document is not None:
            document.ended = time.monotonic()
            document.error = event.get("errorText") or "failed"
            self.changed.set()

    def _on_frame_navigated(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        if frame.get("parentId") or frame["id"] != self.main_frame_id:
            return
        loader = frame["loaderId"]
        document = self.documents.get(loader)
        if document is None:
            # No request was seen: about:blank, a page out of the cache of pages, an error page.
            document = Document(loader=loader, url=frame["url"], started=time.monotonic())
            document.ended = document.started
            self.documents[loader] = document
        document.committed = time.monotonic()
        document.committed_url = frame["url"] + frame.get("urlFragment", "")
        document.mime = frame.get("mimeType")
        self.current = document
        self.commits.append(frame["url"])
        self.refresh = None
        self.changed.set()

    def _on_lifecycle(self, event: dict[str, Any]) -> None:
        if not self._is_main(event):
            return
        document = self.documents.get(event["loaderId"])
        if document is None:
            return
        if event["name"] == "DOMContentLoaded" and document.content_loaded is None:
            document.content_loaded = time.monotonic()
            self.changed.set()
        elif event["name"] == "load" and document.loaded is None:
            document.loaded = time.monotonic()
            self.changed.set()

    def _on_scheduled(self, event: dict[str, Any]) -> None:
        if self._is_main(event):
            if event.get("reason") in {"metaTagRefresh", "httpHeaderRefresh"}:
                self._reasons[event["url"].partition("#")[0]] = "meta"
            self.refresh = (float(event.get("delay", 0)), event.get("url", ""), time.monotonic())
            self.changed.set()

    def _on_cleared(self, event: dict[str, Any]) -> None:
        if self._is_main(event):
            self.refresh = None

    def _on_requested(self, event: dict[str, Any]) -> None:
        if self._is_main(event):
            refreshes = event.get("reason") in {"metaTagRefresh", "httpHeaderRefresh"}
            self._reasons[event["url"].partition("#")[0]] = "meta" if refreshes else "script"

    def _on_within(self, event: dict[str, Any]) -> None:
        if not self._is_main(event) or self.current is None:
            return
        before = self.moves[-1][1] if self.moves and self.moves[-1][2] >= (self.current.committed or 0) else None
        before = before or self.current.committed_url or self.current.url
        if event["url"] != before and len(self.moves) < 200:
            self.moves.append((before, event["url"], time.monotonic()))
