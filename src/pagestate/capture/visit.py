"""One visit: navigate, follow where it leads, wait until the page rests, gather the evidence."""

import asyncio
import base64
import contextlib
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urlsplit

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.dismiss import dismiss
from pagestate.capture.encoding import decode, decode_as, encoding_of
from pagestate.capture.evidence_of import exchanges_of
from pagestate.capture.failures import CUT_BODIES, failure_of_error, net_error, redirect_failure
from pagestate.capture.hosts import Resolver, host_of
from pagestate.capture.look import LOOK_TIMEOUT_S, Look, look, script
from pagestate.capture.peek import listens, wants_certificate
from pagestate.capture.readiness import Moment, OpenRequest, Sample, judge
from pagestate.capture.redact import redact_url
from pagestate.capture.screenshot import take
from pagestate.capture.watch import DIALOG_LIMIT, MAX_BODY_BYTES, Document, Watch
from pagestate.errors import InputError
from pagestate.evidence import Capture, CaptureFailure, Download, Settling, Timings, Visitor

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Frame, Page

__all__ = ["Outlook", "Visit"]

_POLL_S = 0.09
_SAMPLE_TIMEOUT_S = 1.5
_MAX_RELOADS = 6
"""A page may set a cookie and reload, or retry a few times; this often is for ever."""
_MAX_DOCUMENTS = 15
_MAX_CHARACTERS = 5_000_000
_FRAME_SHARE = 0.15
_MAX_FRAMES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """How this visitor looks to sites, as far as the backend decides it."""

    agent: str | None
    locale: str | None
    viewport: tuple[int, int]


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
        self._silent = False
        """Whether the page did not answer when last asked."""

    async def run(self) -> Capture:
        """Visit and return what was seen."""
        await self.watch.start()
        captured_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        wall = time.time() * 1000
        self.watch.started = time.monotonic()
        try:
            committed = await self._navigate()
            seen: Look | None = None
            picture: bytes | None = None
            if committed:
                seen, picture = await self._rest_and_look()
            return await self._capture(seen, picture, captured_at, wall)
        finally:
            await self.watch.stop()

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
            if watch.current is not None and not self._error_page(watch.current):
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
            self.settling = Settling(settled=True, reason="an answer without a body")
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
            if self.settling is not None and self.watch.current is not None and self._error_page(self.watch.current):
                return None, None
            await self._settle()
            await self._answer_gate()
            if self.failure is not None and self.failure.kind in {"browser_crash", "dialogs"}:
                return None, None
            document = self.watch.current
            if document is None or self._error_page(document):
                return None, None
            try:
                seen = await look(
                    self.page,
                    selectors=self.request.selectors,
                    statuses=self.watch.frame_status,
                    timeout_s=1.5 if self._silent or self.failure is not None else LOOK_TIMEOUT_S,
                )
            except Exception as error:
                if self._crashed():
                    return None, None
                if self.watch.current is not document and self.failure is None:
                    continue
                reason = "no answer in time" if isinstance(error, TimeoutError) else str(error).splitlines()[0][:200]
                self.notes.append(f"document: could not be read: {reason}")
                self.settling = Settling(
                    settled=False,
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
        latest = watch.started + self.request.timeout_s + 2 * self.request.patience_s
        self.settling = None
        while True:
            watch.changed.clear()
            document = watch.current
            if document is None:
                return
            if self._crashed() or self._dialog_storm():
                return
            if self._error_page(document):
                await self._landed_on_error()
                return
            if await self._goes_round():
                return
            sample = await self._sample()
            if watch.current is not document:
                continue
            moment = self._moment(document, sample)
            settling = judge(moment)
            if settling is None and time.monotonic() > latest:
                settling = Settling(settled=False, reason="the visit took too long")
            if len(document.body) >= MAX_BODY_BYTES or document.body_dropped:
                await self._stop_loading()
                settling = Settling(settled=False, reason=f"the document is larger than {MAX_BODY_BYTES:,} bytes")
            if settling is not None:
                if self._crashed() or self._dialog_storm():
                    return
                self.settling = settling
                self.settled_at = time.monotonic()
                return
            await self._event(_POLL_S)

    async def _sample(self) -> Sample | None:
        document = self.watch.current
        asking = asyncio.ensure_future(self._ask_all())
        end = time.monotonic() + _SAMPLE_TIMEOUT_S
        while not asking.done() and time.monotonic() < end and self.watch.current is document:
            await self._event(max(0.01, end - time.monotonic()), asking)
        try:
            if not asking.done():
                raise TimeoutError
            raw, *inner = asking.result()
        except Exception:
            # Between two documents, or a script that never yields.
            asking.cancel()
            asking.add_done_callback(_forget)
            self._silent = True
            return None
        self._silent = False
        self._grown = float(raw["grew"]) / 1000
        self._page_now = float(raw["now"]) / 1000
        # A frame that fills a good part of the window is part of the page; a small one is not.
        width, height = self.outlook.viewport
        frames = [frame for frame in inner if frame["area"] >= _FRAME_SHARE * width * height]
        every = [raw, *frames]
        empty = [item for one in every for item in one["empty"]]
        return Sample(
            changed_s=max(0.0, min((one["now"] - one["changed"]) / 1000 for one in every)),
            text=sum(int(one["text"]) for one in every),
            scripts=sum(int(one["scripts"]) for one in every),
            busy=tuple(item for one in every for item in one["busy"]),
            mounts=tuple(item.removeprefix("mount ") for item in empty if item.startswith("mount ")),
            lists=tuple(item.removeprefix("list ") for item in empty if item.startswith("list ")),
        )

    async def _ask_all(self) -> list[dict[str, Any]]:
        """Sample the page, then its frames; a frame that does not answer is left out."""
        main = self.page.main_frame
        raw: dict[str, Any] = await main.evaluate(script("sample"))

        async def ask(frame: "Frame") -> dict[str, Any] | None:
            try:
                answer: dict[str, Any] = await asyncio.wait_for(frame.evaluate(script("sample")), 0.3)
            except Exception:
                return None
            return answer

        frames = [frame for frame in main.child_frames if not frame.is_detached()][:_MAX_FRAMES]
        return [raw, *filter(None, await asyncio.gather(*(ask(frame) for frame in frames)))]

    _grown: float = 0.0
    _page_now: float = 0.0

    def _moment(self, document: Document, sample: Sample | None) -> Moment:
        now = time.monotonic()
        watch = self.watch
        cut = net_error(document.error) if document.error else None
        if cut is not None and cut not in CUT_BODIES:
            cut = None if cut == "ERR_ABORTED" else cut
        site = host_of(document.committed_url or document.url)
        data = [
            seen
            for seen in watch.seen.values()
            if seen.resource in {"fetch", "xhr"} and seen.started >= document.started and seen.answered is not None
        ]
        first_data = min((seen.answered for seen in data if seen.answered is not None), default=None)
        grown_at = now - (self._page_now - self._grown) if self._grown else None
        filled = first_data is not None and grown_at is not None and grown_at >= first_data - 0.02
        paths = Counter(_path(seen.url) for seen in data)
        requests = tuple(
            OpenRequest(
                url=seen.url,
                method=seen.method,
                resource=seen.resource,
                age_s=now - seen.started,
                answered_s=None if seen.answered is None else now - seen.answered,
                same_site=_same_site(host_of(seen.url), site),
                first=first_data is None or seen.started <= first_data,
                repeats=paths[_path(seen.url)],
            )
            for seen in watch.open_requests()
        )
        ended = [
            seen.finished
            for seen in watch.seen.values()
            if seen.finished is not None
            and seen.started >= document.started
            and (seen.resource == "script" or (seen.resource in {"fetch", "xhr"} and paths[_path(seen.url)] < 3))
        ]
        refresh_in = None
        if watch.refresh is not None:
            delay, target, scheduled = watch.refresh
            if urldefrag(target).url != urldefrag(document.committed_url or document.url).url:
                refresh_in = delay - (now - scheduled)
        pending = watch.pending
        committed = document.committed or now
        return Moment(
            since_commit_s=now - committed,
            since_content_s=self._since(document.content_loaded, now),
            since_load_s=self._since(document.loaded, now),
            patience_s=self.request.patience_s,
            body_open=document.ended is None,
            cut=cut,
            navigating_to=pending.url if pending is not None else None,
            refresh_in_s=refresh_in,
            sample=sample,
            requests=requests,
            network_quiet_s=now - max(ended) if ended else 9.9,
            filled=filled,
        )

    def _since(self, event: float | None, now: float) -> float | None:
        """Seconds since `event`, or since a gate was dismissed if that came later."""
        return None if event is None else now - max(event, self._answered or 0.0)

    async def _goes_round(self) -> bool:
        watch = self.watch
        if watch.reloads() < _MAX_RELOADS and len(watch.commits) < _MAX_DOCUMENTS:
            return False
        # The documents would go on to replace each other while they are read.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.cdp.send("Emulation.setScriptExecutionDisabled", {"value": True}), 1.0)
        await self._stop_loading()
        await asyncio.sleep(0.1)
        addresses = {_path(url) for url in watch.commits}
        loaded = f"{len(watch.commits)} documents in a row"
        if watch.reloads() >= _MAX_RELOADS:
            # The server answers each time: what goes round is in the pages, not in its redirects.
            names = ", ".join(sorted(redact_url(url) for url in addresses)[:3])
            self.failure = CaptureFailure(kind="reloading", detail=f"{loaded}, again and again {names}"[:500])
        else:
            self.failure = CaptureFailure(kind="too_many", detail=loaded)
        self.settling = Settling(settled=False, reason="the page goes on to load itself or others")
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
        self.settling = Settling(settled=False, reason="the page opens dialogs without end")
        return True

    @staticmethod
    def _error_page(document: Document) -> bool:
        return (document.committed_url or document.url).startswith("chrome-error:")

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

    # Writing it down.

    async def _capture(self, seen: Look | None, picture: bytes | None, captured_at: str, wall: float) -> Capture:
        watch = self.watch
        now = time.monotonic()
        document = watch.current
        answer = watch.answer()
        failed = self.failure
        # An error status without a body counts as an answer, though the browser showed a page of its own.
        bodiless = failed is None and document is not None and self._error_page(document)
        there = document is not None and not self._error_page(document) and not self._left_behind()
        committed = there or bodiless
        served, encoding, truncated = None, None, False
        if document is not None and there:
            served, encoding, size = await self._served(document, seen.encoding if seen else None)
            cut = document.error is not None and net_error(document.error) in CUT_BODIES
            truncated = cut or document.body_dropped or (document.ended is None and not self._whole(size))
        elif bodiless:
            served = ""
        final_url = None
        if there and document is not None:
            moved = [move for move in watch.moves if move[2] >= (document.committed or 0)]
            final_url = moved[-1][1] if moved else document.committed_url
        elif answer is not None:
            final_url = answer.url
        return Capture(
            source="browser",
            requested_url=redact_url(self.request.url),
            final_url=redact_url(final_url) if final_url else None,
            hops=watch.hops(),
            committed=committed,
            failure=failed,
            status=answer.status if answer and not (failed and not there and 300 <= answer.status < 400) else None,
            headers=watch.headers(),
            served_html=served,
            rendered_html=seen.html if seen else ("" if bodiless else None),
            text=seen.text if seen else ("" if bodiless else None),
            title=seen.title if seen else None,
            encoding=encoding or (encoding_of(seen.encoding) if seen else None),
            truncated=truncated,
            screenshot=picture,
            frames=seen.frames if seen else (),
            covers=seen.covers if seen else (),
            exchanges=await exchanges_of(watch),
            console=tuple(watch.console),
            dialogs=tuple(watch.dialogs),
            downloads=tuple(watch.downloads),
            popups=tuple(watch.popups),
            settling=self.settling,
            timings=self._timings(seen, document, wall, now),
            visitor=Visitor(
                agent=seen.agent if seen else self.outlook.agent,
                languages=seen.languages if seen else (),
                locale=self.outlook.locale,
                timezone=seen.zone if seen else None,
                viewport=self.outlook.viewport,
            ),
            captured_at=captured_at,
            notes=tuple(self.notes + watch.notes),
        )

    def _left_behind(self) -> bool:
        """Whether the visit failed before any document came."""
        return self.failure is not None and self.watch.current is None

    def _whole(self, size: int) -> bool:
        """Whether all that was announced has come, though a busy page has not taken note of it."""
        headers = dict(self.watch.headers())
        return "content-encoding" not in headers and headers.get("content-length") == str(size)

    async def _served(self, document: Document, label: str | None) -> tuple[str | None, str | None, int]:
        """The main document as served, its encoding and its bytes; `label` is what the page says it is."""
        if not document.answers:
            return None, encoding_of(label) if label else None, 0
        body = await self._body(document)
        if body is None:
            self.notes.append("document: what the server sent could not be read")
            return None, encoding_of(label) if label else None, 0
        if document.body_dropped:
            self.notes.append(f"document: only the first {MAX_BODY_BYTES:,} bytes were kept")
        content_type = dict(document.merged()[-1].headers).get("content-type")
        text, used = decode_as(body, label) if label else decode(body, content_type)
        return text[:_MAX_CHARACTERS], used, len(body)

    async def _body(self, document: Document) -> bytes | None:
        streamed = bytes(document.body) if document.streaming else None
        if document.body_dropped:
            return streamed
        try:
            answer = await asyncio.wait_for(
                self.cdp.send("Network.getResponseBody", {"requestId": document.loader}), 2.0
            )
        except Exception:
            return streamed
        # What is valid UTF-8 comes as text, whatever the page is in; encoded again it is what was sent.
        body = (
            base64.b64decode(answer["body"])
            if answer.get("base64Encoded")
            else answer["body"].encode("utf-8", "replace")
        )
        return streamed if streamed is not None and len(streamed) > len(body) else body

    def _timings(self, seen: Look | None, document: Document | None, wall: float, now: float) -> Timings:
        started = self.watch.started

        def since(moment: float | None) -> float | None:
            return None if moment is None else round(max(0.0, (moment - started) * 1000), 1)

        first = content = load = None
        if document is not None:
            content, load = since(document.content_loaded), since(document.loaded)
        if seen is not None and seen.timing is not None:
            offset = seen.origin - wall
            # The clocks of a browser elsewhere may differ: then only what we saw ourselves counts.
            if -50 <= offset <= (now - started) * 1000 + 50:
                offset = max(0.0, offset)
                timing = seen.timing
                first = round(offset + timing["first"], 1) if timing["first"] else None
                content = round(offset + timing["content"], 1) if timing["content"] else content
                load = round(offset + timing["load"], 1) if timing["load"] else load
        return Timings(
            first_byte=first,
            dom_content_loaded=content,
            load=load,
            settled=since(self.settled_at) if self.settling is not None and self.settling.settled else None,
            captured=since(now),
        )


def _forget(task: "asyncio.Future[Any]") -> None:
    """Take note of how an abandoned task ended, so that nobody is told that it was not noted."""
    if not task.cancelled():
        task.exception()


def _path(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


def _same_site(one: str, other: str) -> bool:
    return one == other or (one.split(".")[-2:] == other.split(".")[-2:] and "." in one)
