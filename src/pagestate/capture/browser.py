"""Looking at pages with a real browser: one process, a context for each site and session."""

import asyncio
import contextlib
import os
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.gate import SessionGate
from pagestate.capture.held import Held, HeldTabs
from pagestate.capture.hosts import Resolver, browser_args_from_environment, host_matches, host_of
from pagestate.capture.installed import find_browser
from pagestate.capture.look import script
from pagestate.capture.record import Outlook
from pagestate.capture.redact import redact_url
from pagestate.capture.session import allowed_hosts, fingerprint, scoped_cookies, scoped_storage
from pagestate.capture.visit import Visit
from pagestate.errors import BackendError, InputError
from pagestate.evidence import Capture, CaptureFailure

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Playwright

    from pagestate.capture.http import HttpBackend

__all__ = ["BrowserBackend"]

_QUIET_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-default-apps",
)
_CLOSE_TIMEOUT_S = 5.0
_GRACE_S = 25.0
"""Beyond its own limits a visit is given up after this; the browser is then replaced."""


@dataclass(slots=True)
class _Room:
    """A context and who is in it."""

    context: "BrowserContext"
    session: Session | None
    users: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class BrowserBackend:
    """Visits pages in one shared Chromium, started on first use.

    Visits with the same `site_key` and session share a context, hence cookies, for as long as
    the backend lives; other visits share nothing with them. After a crash of the browser the
    next capture starts a new one and gives its contexts back the cookies last seen.

    Args:
        executable: the browser; None looks for one (see `pagestate.capture.installed`).
        args: more arguments for it; those in `PAGESTATE_BROWSER_ARGS` come after them.
        locale: also decides the Accept-Language header, which headless Chromium leaves out
            without one.
        max_pages: how many visits go on at once; further ones wait.
        max_contexts: how many contexts are kept open; the cookies of older ones are kept.
    """

    name = "browser"

    def __init__(
        self,
        *,
        executable: Path | None = None,
        args: tuple[str, ...] = (),
        headless: bool = True,
        viewport: tuple[int, int] = (1280, 800),
        ignore_tls_errors: bool = False,
        locale: str | None = "en-US",
        timezone: str | None = None,
        max_pages: int = 6,
        max_contexts: int = 40,
    ) -> None:
        self._executable = executable
        self._args = (*args, *browser_args_from_environment())
        self._resolver = Resolver.of({}, self._args)
        self._headless = headless
        self._viewport = viewport
        self._ignore_tls_errors = ignore_tls_errors
        self._locale = locale
        self._timezone = timezone
        self._max_contexts = max_contexts
        self._slots = asyncio.Semaphore(max_pages)
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()
        self._rooms: OrderedDict[tuple[str, str], _Room] = OrderedDict()
        self._cookies: dict[tuple[str, str], list[Any]] = {}
        self._storage: dict[tuple[str, str], Any] = {}
        """Local storage of contexts that were closed to be opened anew."""
        self._agent: str | None = None
        self._closed = False
        self._held: HeldTabs[_Room] = HeldTabs()

    async def capture(self, request: CaptureRequest) -> Capture:
        """Visit once.

        Raises:
            BackendError: there is no browser, or it cannot be started.
            InputError: the address is none for a browser, or the session cannot be read.
        """
        if urlsplit(request.url).scheme not in {"http", "https"}:
            raise InputError(f"{request.url}: only http and https addresses can be visited")
        async with self._slots:
            return await self._capture(request)

    async def aclose(self) -> None:
        """Close the browser."""
        self._closed = True
        await self._held.release_all()
        await self._drop_browser()
        if self._playwright is not None:
            playwright, self._playwright = self._playwright, None
            with contextlib.suppress(Exception):
                await asyncio.wait_for(playwright.stop(), _CLOSE_TIMEOUT_S)

    def plain(self) -> "HttpBackend":
        """Return what asks by plain HTTP and finds hosts where this browser finds them."""
        from pagestate.capture.http import DEFAULT_AGENT, HttpBackend

        return HttpBackend(
            args=self._args,
            ignore_tls_errors=self._ignore_tls_errors,
            agent=self._agent or DEFAULT_AGENT,
            languages=(self._locale,) if self._locale else ("en-US",),
        )

    async def version(self) -> str:
        """Start the browser if need be and return its version.

        Raises:
            BackendError: there is no browser, or it cannot be started.
        """
        async with self._starting:
            return (await self._running()).version

    async def __aenter__(self) -> "BrowserBackend":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def _go_on(self, request: CaptureRequest) -> Capture | None:
        """Wait on where the visit before left off; None if there is no such page, or it went away."""
        held = self._held.take(_tab_key(request))
        if held is None:
            return None
        try:
            async with asyncio.timeout(request.timeout_s + 3 * request.patience_s + _GRACE_S):
                capture = await held.visit.go_on(request)
        except Exception:
            await held.release()
            return None
        except BaseException:
            await held.release()
            raise
        if request.may_go_on and held.visit.is_worth_waiting():
            self._held.keep(_tab_key(request), held)
        else:
            await held.release()
        return capture

    async def _capture(self, request: CaptureRequest) -> Capture:
        if request.go_on:
            capture = await self._go_on(request)
            if capture is not None:
                return capture
        limit = request.timeout_s + 3 * request.patience_s + _GRACE_S
        key = (request.site_key, fingerprint(request.session))
        try:
            async with asyncio.timeout(limit):
                room = await self._enter(key, request)
        except TimeoutError:
            await self._drop_browser()
            return _gave_up(request, "backend", "the browser did not open a tab in time")
        page: Page | None = None
        gate: SessionGate | None = None
        visit: Visit | None = None
        broken = kept = False

        async def release() -> None:
            if visit is not None:
                await visit.stop()
            if gate is not None:
                gate.close()
            await self._leave(key, room, page, broken=broken)

        try:
            async with asyncio.timeout(limit):
                page = await room.context.new_page()
                cdp = await room.context.new_cdp_session(page)
                if request.fresh:
                    await cdp.send("Network.setCacheDisabled", {"cacheDisabled": True})
                gate = await self._gate(cdp, request)
                outlook = Outlook(agent=self._agent, locale=self._locale, viewport=self._viewport)
                visit = Visit(page, cdp, request, outlook, self._resolver)
                capture = await visit.run()
                if capture.failure is not None and capture.failure.kind == "download":
                    capture = await self._with_first_bytes(capture, room, request)
            broken = capture.failure is not None and capture.failure.kind == "browser_crash"
            if request.may_go_on and visit.is_worth_waiting():
                self._held.keep(_tab_key(request), Held(visit=visit, room=room, release=release))
                kept = True
            return capture
        except TimeoutError:
            broken = True
            return _gave_up(request, "backend", f"the browser gave no result within {limit:g} s")
        except InputError:
            raise
        except Exception as error:
            words = str(error).splitlines()[0][:300] if str(error) else type(error).__name__
            gone = self._browser is None or not self._browser.is_connected()
            broken = True
            return _gave_up(request, "browser_crash" if gone or "crash" in words.lower() else "backend", words)
        finally:
            if not kept:
                await release()

    async def _with_first_bytes(self, capture: Capture, room: _Room, request: CaptureRequest) -> Capture:
        """Ask once more, plainly, for how a refused file begins: the browser does not tell."""
        url = capture.final_url or request.url
        session = request.session
        ours = session is not None and host_matches(host_of(url), allowed_hosts(session, request.url))
        with contextlib.suppress(Exception):
            async with asyncio.timeout(4.0):
                cookies = [dict(cookie) for cookie in await room.context.cookies(url)]
                asking = CaptureRequest(
                    url=url,
                    timeout_s=3.0,
                    session=Session(
                        name="",
                        hosts=(host_of(url),),
                        cookies=tuple(cookies),
                        headers=session.headers if session is not None and ours else {},
                        username=session.username if session is not None and ours else None,
                        password=session.password if session is not None and ours else None,
                    ),
                )
                async with self.plain() as plain:
                    again = await plain.capture(asking)
                if again.downloads and capture.downloads:
                    first = replace(capture.downloads[0], first_bytes=again.downloads[0].first_bytes)
                    return replace(capture, downloads=(first, *capture.downloads[1:]))
        return capture

    async def _gate(self, cdp: "CDPSession", request: CaptureRequest) -> SessionGate | None:
        session = request.session
        if session is None or not (session.headers or session.username is not None):
            return None
        gate = SessionGate(cdp, session, request.url)
        await gate.open()
        return gate

    async def _enter(self, key: tuple[str, str], request: CaptureRequest) -> _Room:
        async with self._starting:
            browser = await self._running()
            room = self._rooms.get(key)
            if room is not None and request.fresh and room.users == 0:
                # Connections belong to a context: only a new one is sure to ask anew.
                await self._empty(key, room)
                room = None
            if room is None:
                room = _Room(await self._new_context(browser, key, request), request.session)
                self._rooms[key] = room
            self._rooms.move_to_end(key)
            room.users += 1
            await self._close_old_rooms()
        return room

    async def _new_context(self, browser: "Browser", key: tuple[str, str], request: CaptureRequest) -> "BrowserContext":
        options: dict[str, Any] = {
            "viewport": {"width": self._viewport[0], "height": self._viewport[1]},
            "accept_downloads": False,
            "ignore_https_errors": self._ignore_tls_errors,
        }
        if self._locale:
            options["locale"] = self._locale
        if self._timezone:
            options["timezone_id"] = self._timezone
        session = request.session
        storage = scoped_storage(session, request.url) if session is not None else None
        storage = self._storage.pop(key, storage)
        if storage is not None:
            options["storage_state"] = storage
        context = await browser.new_context(**options)
        await context.add_init_script(script("watch"))
        cookies = self._cookies.get(key)
        if cookies is None and session is not None:
            cookies = scoped_cookies(session, request.url)
        if cookies:
            await context.add_cookies(cookies)
        return context

    async def _leave(self, key: tuple[str, str], room: _Room, page: "Page | None", *, broken: bool) -> None:
        room.users -= 1
        if not broken:
            with contextlib.suppress(Exception):
                self._cookies[key] = [dict(cookie) for cookie in await asyncio.wait_for(room.context.cookies(), 2.0)]
        if page is not None:
            try:
                await asyncio.wait_for(page.close(), _CLOSE_TIMEOUT_S)
            except Exception:
                broken = True
        if broken:
            await self._check_health()

    async def _empty(self, key: tuple[str, str], room: _Room) -> None:
        """Close a context, and keep what the next one under this key needs to go on as the same visitor."""
        self._rooms.pop(key, None)
        with contextlib.suppress(Exception):
            state = await asyncio.wait_for(room.context.storage_state(), _CLOSE_TIMEOUT_S)
            self._cookies[key] = [dict(cookie) for cookie in state.get("cookies", [])]
            self._storage[key] = {"cookies": [], "origins": state.get("origins", [])}
        with contextlib.suppress(Exception):
            await asyncio.wait_for(room.context.close(), _CLOSE_TIMEOUT_S)

    async def _close_old_rooms(self) -> None:
        for key in [key for key, room in self._rooms.items() if room.users == 0]:
            if len(self._rooms) <= self._max_contexts:
                return
            room = self._rooms.pop(key)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(room.context.close(), _CLOSE_TIMEOUT_S)

    async def _check_health(self) -> None:
        """Replace the browser when it does not open a tab any more."""
        browser = self._browser
        if browser is None:
            return
        try:
            async with asyncio.timeout(_CLOSE_TIMEOUT_S):
                context = await browser.new_context()
                try:
                    page = await context.new_page()
                    await page.evaluate("1")
                finally:
                    await context.close()
        except Exception:
            if browser is self._browser:
                await self._drop_browser()

    async def _running(self) -> "Browser":
        if self._closed:
            raise BackendError("this backend was closed")
        if self._browser is not None and self._browser.is_connected():
            return self._browser
        self._rooms.clear()
        executable = self._executable
        if executable is None:
            found = find_browser()
            if found is None:
                raise BackendError(
                    "no browser was found: `pagestate doctor --install` installs one, PAGESTATE_BROWSER names one, "
                    "and `--capture http` works without"
                )
            executable = found.path
        arguments = [*_QUIET_ARGUMENTS, *self._args]
        if hasattr(os, "geteuid") and os.geteuid() == 0 and "--no-sandbox" not in arguments:
            # Chromium's sandbox refuses to work for root.
            arguments.append("--no-sandbox")
        browser = await self._launch(executable, arguments)
        with contextlib.suppress(Exception):
            session = await browser.new_browser_cdp_session()
            self._agent = (await session.send("Browser.getVersion"))["userAgent"]
            await session.detach()
        self._browser = browser
        return browser

    async def _launch(self, executable: Path, arguments: list[str], *, again: bool = True) -> "Browser":
        from playwright.async_api import async_playwright

        if self._playwright is None:
            self._playwright = await async_playwright().start()
        try:
            return await self._playwright.chromium.launch(
                executable_path=executable,
                args=arguments,
                headless=self._headless,
                timeout=30_000,
                # An interrupted run still has results to write; it closes the browser itself.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Exception as error:
            first = str(error).splitlines()[0][:300] if str(error) else type(error).__name__
            if again and "connection closed" in first.lower():
                # The driver itself is gone.
                self._playwright = None
                return await self._launch(executable, arguments, again=False)
            raise BackendError(f"{executable}: this browser cannot be started: {first}") from error

    async def _drop_browser(self) -> None:
        browser, self._browser = self._browser, None
        self._rooms.clear()
        if browser is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(browser.close(), _CLOSE_TIMEOUT_S)


def _tab_key(request: CaptureRequest) -> tuple[str, ...]:
    return (request.url, request.site_key, fingerprint(request.session))


def _gave_up(request: CaptureRequest, kind: Any, detail: str) -> Capture:
    return Capture(
        source="browser",
        requested_url=redact_url(request.url),
        committed=False,
        failure=CaptureFailure(kind=kind, detail=detail),
        captured_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
