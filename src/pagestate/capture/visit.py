"""One visit: navigate, follow where it leads, wait until the page rests, gather the evidence."""

import asyncio
import contextlib
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.dismiss import dismiss
from pagestate.capture.documents import Document
from pagestate.capture.failures import failure_of_error, net_error, redirect_failure
from pagestate.capture.hosts import Resolver
from pagestate.capture.look import LOOK_TIMEOUT_S, Look, look
from pagestate.capture.moment import Sample
from pagestate.capture.peek import listens, wants_certificate
from pagestate.capture.record import Outcome, Outlook, write_down
from pagestate.capture.redact import redact_url
from pagestate.capture.rest import Rest
from pagestate.capture.sampling import sample_page, without_query
from pagestate.capture.screenshot import take
from pagestate.capture.watch import DIALOG_LIMIT, MAX_BODY_BYTES, Watch
from pagestate.errors import InputError
from pagestate.evidence import Capture, CaptureFailure, Download, Settling

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

__all__ = ["Outlook", "Visit"]

_POLL_S = 0.06
_ANSWER_S = 0.03
"""A page that takes longer to answer is busy."""
_SAMPLE_TIMEOUT_S = 1.5
_MAX_RELOADS = 6
"""A page may set a cookie and reload, or retry a few times; this often is for ever."""
_MAX_DOCUMENTS = 15


class Visit:
    """One navigation in one tab that nothing else uses meanwhile."""

    def __init__(
        self, page: "Page", cdp: "CDPSession", request: CaptureRequest, outlook: Outlook, resolver: Resolver
    ) -> None:
        """Take a blank tab."""
        self.resolver = resolver
        self.page = page
        self.cdp = cdp
        self.request = request
        self.outlook = outlook
        self.watch = Watch(page, cdp)
        self.notes: list[str] = []
        self.failure: CaptureFailure | None = None
        self.settling: Settling | None = None
        self.settled_at: float | None = None
        self._answered: float | None = None
        """When a gate was dismissed, from which on patience counts."""
        self._captured_at = ""
        self._wall = 0.0
        self._rest = Rest(self.watch, cdp, self._read)
        self._lag: list[float] = []
        self._silent = False
        """Whether the page did not answer when last asked."""

    async def go_on(self, request: CaptureRequest) -> Capture:
        """Wait on, on the page of a visit that was not ready, and return what is seen now."""
        self.request = request
        self.notes = ["document: waited on, on the page of the visit before"]
        self.settled_at = None
        self._rest.begin_again()
        return await self._watched(committed=True)

    def is_worth_waiting(self) -> bool:
        """Tell whether the page itself is still at work on what it lacks, so that loading it anew could only cost."""
        settling, document = self.settling, self.watch.current
        if self.failure is not None or settling is None or settling.settled or document is None or not document.shown:
            return False
        return self._rest.is_worth_waiting

    async def stop(self) -> None:
        """Let nothing of this visit run on."""
        await self.watch.stop()

    async def run(self) -> Capture:
        """Visit and return what was seen; the visit has to be stopped afterwards."""
        await self.watch.start()
        self._captured_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._wall = time.time() * 1000
        self.watch.started = time.monotonic()
        return await self._watched(committed=await self._navigate())

    async def _watched(self, *, committed: bool) -> Capture:
        seen: Look | None = None
        picture: bytes | None = None
        if committed:
            seen, picture = await self._rest_and_look()
        if self.settling is not None:
            more = self.is_worth_waiting()
            self.settling = replace(self.settling, more_to_come=more, phases=self._rest.phases)
        return await self._write_down(seen, picture, self.notes)

    async def _write_down(self, seen: Look | None, picture: bytes | None, notes: list[str]) -> Capture:
        outcome = Outcome(
            failure=self.failure,
            settling=self.settling,
            settled_at=self.settled_at,
            look=seen,
            picture=picture,
            captured_at=self._captured_at,
            wall_ms=self._wall,
        )
        return await write_down(self.watch, self.request, self.outlook, outcome, notes)

    # Getting there.

    async def _navigate(self) -> bool:
        """Navigate; return whether a document was committed, else set the failure."""
        watch = self.watch
        navigation = asyncio.ensure_future(self.cdp.send("Page.navigate", {"url": self.request.url}))
        deadline = watch.started + self.request.timeout_s
        result: dict[str, Any] | None = None
        try:
            while not navigation.done():
                left = deadline - time.monotonic()
                if left <= 0 or watch.crashed or watch.dialog_count > DIALOG_LIMIT:
                    break
                await self._event(min(left, 1.0), navigation)
            if navigation.done():
                result = navigation.result()
        except Exception as error:
            if "invalid URL" in str(error):
                raise InputError(f"{self.request.url}: not an address that a browser can open") from error
            if not watch.crashed:
                self.failure = CaptureFailure(kind="backend", detail=str(error).splitlines()[0][:500])
                return False
        finally:
            if not navigation.done():
                navigation.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await navigation
        if self._crashed():
            return False
        if result is None:
            if self._dialog_storm():
                return watch.current is not None
            await self._stop_loading()
            answered = " (an answer began)" if watch.answer() else ""
            self.failure = CaptureFailure(
                kind="timeout", detail=f"no document within {self.request.timeout_s:g} s{answered}"
            )
            return False
        return await self._judge_navigation(result)

    async def _judge_navigation(self, result: dict[str, Any]) -> bool:
        watch = self.watch
        text = result.get("errorText")
        if not text:
            for _ in range(50):
                if watch.current is not None:
                    return True
                await self._event(0.1)
            self.failure = CaptureFailure(kind="backend", detail="the browser did not say which document it shows")
            return False
        answer = watch.answer()
        name = net_error(text)
        if result.get("isDownload"):
            await self._event_until(lambda: bool(watch.downloads), 1.0)
            self._download_failure()
            return False
        if name == "ERR_ABORTED" and answer is not None:
            if answer.status in (204, 205):
                self.failure = CaptureFailure(kind="no_content", detail=f"HTTP status {answer.status}")
                return False
            await self._event_until(lambda: bool(watch.downloads) or watch.current is not None, 1.0)
            if watch.downloads:
                self._download_failure()
                return False
        if name == "ERR_ABORTED":
            # Another navigation may have taken over.
            await self._event_until(lambda: watch.current is not None, 0.5)
            if watch.current is not None and watch.current.shown:
                return True
        await self._navigation_failure(text)
        return self.failure is None

    async def _navigation_failure(self, text: str) -> None:
        failure = failure_of_error(text)
        if failure.kind == "too_many":
            failure = redirect_failure(self.watch.hops(), text)
        answer = self.watch.answer()
        if failure.kind == "no_content" and answer is not None and answer.status >= 400:
            # An error status without a body: the browser shows a page of its own instead.
            self.notes.append("document: the answer had no body, the browser showed its own error page")
            self.settling = Settling(settled=True, why="quiet", reason="an answer without a body")
            return
        if net_error(text) == "ERR_UNSAFE_PORT" and not await self._listens():
            failure = CaptureFailure(kind="refused", detail=f"{text}, and nothing listens there")
        if failure.kind == "reset" and await self._wants_certificate():
            failure = CaptureFailure(kind="client_certificate", detail=text)
        self.failure = failure

    async def _listens(self) -> bool:
        """Whether anything takes connections where the browser refuses to go."""
        parts = urlsplit(self.request.url)
        return await listens(self.resolver, parts.hostname or "", parts.port or 80)

    async def _wants_certificate(self) -> bool:
        """Whether a connection that ended without a word did so for want of a client certificate."""
        answer = self.watch.answer()
        last = answer.url if answer else self.request.url
        if self.watch.current is not None or urlsplit(last).scheme != "https":
            return False
        parts = urlsplit(last)
        return await wants_certificate(self.resolver, parts.hostname or "", parts.port or 443)

    def _download_failure(self) -> None:
        answer = self.watch.answer()
        headers = dict(self.watch.headers())
        mime = answer.mime if answer else None
        size = headers.get("content-length", "")
        previous = self.watch.downloads[:1]
        self.watch.downloads[:1] = [
            Download(
                url=redact_url(answer.url if answer else self.request.url),
                filename=previous[0].filename if previous else None,
                mime=mime or None,
                size=int(size) if size.isdigit() else None,
            )
        ]
        self.failure = CaptureFailure(kind="download", detail=f"a download of type {mime or 'unknown'}")

    # Being there.

    async def _rest_and_look(self) -> tuple[Look | None, bytes | None]:
        for _ in range(4):
            if self.settling is not None and self.watch.current is not None and not self.watch.current.shown:
                return None, None
            await self._settle()
            await self._answer_gate()
            if self.failure is not None and self.failure.kind in {"browser_crash", "dialogs"}:
                return None, None
            document = self.watch.current
            if document is None or not document.shown:
                return None, None
            try:
                seen = await self._look(document)
            except Exception as error:
                if self._crashed():
                    return None, None
                if self.watch.current is not document and self.failure is None:
                    continue
                reason = "no answer in time" if isinstance(error, TimeoutError) else str(error).splitlines()[0][:200]
                self.notes.append(f"document: could not be read: {reason}")
                self.settling = Settling(
                    settled=False,
                    why="script",
                    reason="the page's scripts leave no room to look",
                    pending=self.settling.pending if self.settling else (),
                )
                return None, None
            picture = await self._picture()
            if self.watch.current is document or self.failure is not None:
                self.notes.extend(seen.notes)
                return seen, picture
        self.notes.append("document: it went away while it was read, several times")
        return None, None

    async def _look(self, document: Document) -> Look:
        return self._rest.take_seen(document) or await look(
            self.page,
            selectors=self.request.selectors,
            statuses=self.watch.frame_status,
            timeout_s=1.5 if self._silent or self.failure is not None else LOOK_TIMEOUT_S,
        )

    async def _answer_gate(self) -> None:
        """Dismiss a gate as the visitor said to; the page then comes to rest anew."""
        answer = self.request.dismiss
        if answer is None or self._answered is not None or self.failure is not None or self.watch.current is None:
            return
        pressed = await dismiss(self.page, answer)
        if pressed is None:
            self.notes.append(f"dismiss: nothing to press that would {answer}")
            return
        self._answered = time.monotonic()
        self.notes.append(f"dismiss: pressed {pressed!r}")
        await self._settle()

    async def _settle(self) -> None:
        watch = self.watch
        latest = max(watch.started + self.request.timeout_s, time.monotonic()) + 2 * self.request.patience_s
        self.settling = None
        while True:
            watch.changed.clear()
            document = watch.current
            if document is None:
                return
            if self._crashed() or self._dialog_storm():
                return
            if not document.shown:
                await self._landed_on_error()
                return
            if await self._goes_round():
                return
            sample = await self._sample()
            if watch.current is not document:
                continue
            settling = await self._rest.judge(document, sample, self.request, self._answered)
            if watch.current is not document:
                continue
            if settling is None and time.monotonic() > latest:
                settling = Settling(settled=False, why="patience", reason="the visit took too long")
            if len(document.body) >= MAX_BODY_BYTES or document.body_dropped:
                await self._stop_loading()
                settling = Settling(
                    settled=False, why="document", reason=f"the document is larger than {MAX_BODY_BYTES:,} bytes"
                )
            if settling is not None:
                if self._crashed() or self._dialog_storm():
                    return
                self.settling = settling
                self.settled_at = time.monotonic()
                return
            await self._event(_POLL_S)

    async def _read(self) -> tuple[Look, Capture]:
        seen = await look(
            self.page,
            selectors=self.request.selectors,
            statuses=self.watch.frame_status,
            timeout_s=_SAMPLE_TIMEOUT_S,
        )
        return seen, await self._write_down(seen, None, [])

    async def _sample(self) -> Sample | None:
        document = self.watch.current
        began = time.monotonic()
        asking = asyncio.ensure_future(sample_page(self.page, self.outlook.viewport))
        end = time.monotonic() + _SAMPLE_TIMEOUT_S
        while not asking.done() and time.monotonic() < end and self.watch.current is document:
            await self._event(max(0.01, end - time.monotonic()), asking)
        self._silent = not asking.done()
        try:
            if self._silent:
                raise TimeoutError
            sample = asking.result()
            self._lag = [*self._lag[-2:], max(0.0, time.monotonic() - began - _ANSWER_S)]
            return replace(sample, lag_s=min(self._lag))
        except Exception:
            # Between two documents, or a script that never yields.
            asking.cancel()
            asking.add_done_callback(_forget)
            self._silent = True
            return None

    async def _goes_round(self) -> bool:
        watch = self.watch
        if watch.reloads() < _MAX_RELOADS and len(watch.commits) < _MAX_DOCUMENTS:
            return False
        # The documents would go on to replace each other while they are read.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.cdp.send("Emulation.setScriptExecutionDisabled", {"value": True}), 1.0)
        await self._stop_loading()
        await asyncio.sleep(0.1)
        addresses = {without_query(url) for url in watch.commits}
        loaded = f"{len(watch.commits)} documents in a row"
        if watch.reloads() >= _MAX_RELOADS:
            # The server answers each time: what goes round is in the pages, not in its redirects.
            names = ", ".join(sorted(redact_url(url) for url in addresses)[:3])
            self.failure = CaptureFailure(kind="reloading", detail=f"{loaded}, again and again {names}"[:500])
        else:
            self.failure = CaptureFailure(kind="too_many", detail=loaded)
        self.settling = Settling(settled=False, why="navigation", reason="the page goes on to load itself or others")
        self.settled_at = time.monotonic()
        return True

    async def _landed_on_error(self) -> None:
        failed = [doc for doc in self.watch.documents.values() if doc.error is not None]
        text = failed[-1].error if failed else None
        if text is None:
            # The browser's own error page without a named cause: the network changed under it.
            self.failure = CaptureFailure(kind="network_changed", detail="interrupted by chrome-error://")
        else:
            await self._navigation_failure(text)

    def _crashed(self) -> bool:
        if self.watch.crashed:
            self.failure = CaptureFailure(kind="browser_crash", detail="the page's process crashed")
        return self.watch.crashed

    def _dialog_storm(self) -> bool:
        if self.watch.dialog_count <= DIALOG_LIMIT:
            return False
        self.failure = CaptureFailure(kind="dialogs", detail=f"more than {DIALOG_LIMIT} dialogs")
        self.settling = Settling(settled=False, why="dialogs", reason="the page opens dialogs without end")
        return True

    async def _picture(self) -> bytes | None:
        if not self.request.screenshot:
            return None
        picture, note = await take(self.page, self.cdp)
        if note:
            self.notes.append(note)
        return picture

    async def _stop_loading(self) -> None:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.cdp.send("Page.stopLoading"), 1.0)

    async def _event(self, seconds: float, task: "asyncio.Future[Any] | None" = None) -> None:
        """Wait until something happens, at most `seconds`."""
        waiter = asyncio.ensure_future(self.watch.changed.wait())
        try:
            await asyncio.wait(
                {waiter, task} if task is not None else {waiter},
                timeout=seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            waiter.cancel()
        self.watch.changed.clear()

    async def _event_until(self, condition: Any, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            await self._event(max(0.01, end - time.monotonic()))


def _forget(task: "asyncio.Future[Any]") -> None:
    """Take note of how an abandoned task ended, so that nobody is told that it was not noted."""
    if not task.cancelled():
        task.exception()
