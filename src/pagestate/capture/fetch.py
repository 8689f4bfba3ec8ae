"""One visit by plain HTTP: asking, following, reading."""

import asyncio
import base64
import re
import ssl
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx2

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.encoding import decode
from pagestate.capture.failures import failure_of_exception, redirect_failure
from pagestate.capture.hosts import host_matches, host_of
from pagestate.capture.mime import is_text, shown_type
from pagestate.capture.peek import wants_certificate
from pagestate.capture.redact import cookie_names, redact_headers, redact_url
from pagestate.capture.refresh import REFRESH_S, refresh_of
from pagestate.capture.session import allowed_hosts
from pagestate.evidence import Capture, CaptureFailure, Download, Hop, Settling, Timings

if TYPE_CHECKING:
    from pagestate.capture.http import HttpBackend

__all__ = ["Fetch", "Jar"]

MAX_BYTES = 20_000_000
MAX_CHARACTERS = 5_000_000
MAX_REDIRECTS = 20
MAX_REFRESHES = 5

_UNSEEN = "plain HTTP: scripts do not run, so what they draw, load or redirect to is not seen; there is no picture"


@dataclass(slots=True, kw_only=True)
class Jar:
    """Cookies of one site and session."""

    cookies: httpx2.Cookies = field(default_factory=httpx2.Cookies)
    own: list[dict[str, object]] = field(default_factory=list)
    """The session's cookies, each for a host."""


@dataclass(slots=True, kw_only=True)
class _Answer:
    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""
    cut: str | None = None
    """Why the body is not whole."""
    shown: bool = True
    mime: str = ""

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key == name), None)


class Fetch:
    """One visit."""

    def __init__(self, backend: "HttpBackend", request: CaptureRequest) -> None:
        self.backend = backend
        self.request = request
        self.jar = backend.jar(request)
        self.url = request.url
        """What is being asked for at present."""
        self.hops: list[Hop] = []
        self.started = time.monotonic()
        self.first_byte: float | None = None
        self.notes: list[str] = [_UNSEEN]
        self.auth_tried: set[str] = set()
        self.auth_hosts: set[str] = set()

    async def run(self) -> Capture:
        captured_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        answer: _Answer | None = None
        failure: CaptureFailure | None = None
        try:
            answer = await self._follow()
        except _Looped as looped:
            answer, failure = looped.answer, looped.failure
        except _NoName as error:
            failure = CaptureFailure(kind="dns", detail=str(error))
        except TimeoutError:
            failure = CaptureFailure(kind="timeout", detail=f"no answer within {self.request.timeout_s:g} s")
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ssl.SSLError) as error:
            failure = failure_of_exception(error)
            if failure.kind == "reset" and await self._wants_certificate():
                failure = replace(failure, kind="client_certificate")
        return self._capture(answer, failure, captured_at)

    async def _wants_certificate(self) -> bool:
        """Whether the connection was closed for want of a client certificate; the word of it may get lost."""
        parts = urlsplit(self.url)
        if parts.scheme != "https":
            return False
        return await wants_certificate(self.backend.resolver, parts.hostname or "", parts.port or 443)

    async def _follow(self) -> _Answer:
        url = self.request.url
        refreshes = 0
        redirects = 0
        deadline = self.started + self.request.timeout_s
        while True:
            async with asyncio.timeout(max(0.01, deadline - time.monotonic()) + 2 * self.request.patience_s):
                answer = await self._ask(url, deadline)
            location = answer.header("location")
            if answer.status in (301, 302, 303, 307, 308) and location:
                target = _joined(answer.url, location)
                self._hop(answer, target, "http")
                redirects += 1
                if redirects > MAX_REDIRECTS:
                    raise _Looped(answer, redirect_failure(self.hops, f"more than {MAX_REDIRECTS} redirects"))
                if not _can_be_visited(target):
                    # Where no browser would go, as with net::ERR_UNSAFE_REDIRECT.
                    raise _Looped(answer, CaptureFailure(kind="reset", detail=f"redirect to {location[:200]}"))
                if not urlsplit(target).fragment:
                    target += f"#{urlsplit(url).fragment}" if urlsplit(url).fragment else ""
                url = target
                continue
            refresh = None
            if answer.shown and answer.status not in (204, 205):
                html = decode(answer.body, answer.header("content-type"))[0] if "html" in answer.mime else None
                refresh = refresh_of(html, answer.headers)
            if refresh is not None and refresh[0] <= REFRESH_S and refreshes < MAX_REFRESHES:
                target = _joined(answer.url, refresh[1])
                if refresh[1] and _can_be_visited(target) and urldefrag(target).url != urldefrag(answer.url).url:
                    self._hop(answer, target, "meta")
                    refreshes += 1
                    url = target
                    continue
            return answer

    def _hop(self, answer: _Answer, target: str, via: Literal["http", "meta"]) -> None:
        self.hops.append(
            Hop(
                url=redact_url(answer.url),
                status=answer.status,
                location=redact_url(target),
                via=via,
                cookies_set=cookie_names(answer.headers),
            )
        )

    async def _ask(self, url: str, deadline: float) -> _Answer:
        self.url = url
        plain = urldefrag(url).url
        parts = urlsplit(plain)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        place = self.backend.resolver.lookup(host, port)
        if place is None:
            raise _NoName(f"{host}: a resolver rule says that this name does not resolve")
        asked = httpx2.Request("GET", plain, headers=self._headers(plain))
        self._add_cookies(asked)
        where = asked.url.copy_with(host=place[0], port=place[1])
        sent = httpx2.Request(
            "GET",
            where,
            headers=[(name, value) for name, value in asked.headers.items() if name.lower() != "host"]
            + [("host", asked.headers["host"])],
            extensions={
                "sni_hostname": host,
                "timeout": dict.fromkeys(("connect", "read", "write", "pool"), self.request.timeout_s),
            },
        )
        # Addresses stand for several hosts here, so no connection may serve a second request.
        transport = httpx2.AsyncHTTPTransport(
            verify=self.backend.tls(), http2=True, limits=httpx2.Limits(max_keepalive_connections=0), trust_env=False
        )
        async with transport:
            async with asyncio.timeout(max(0.01, deadline - time.monotonic())):
                response = await transport.handle_async_request(sent)
            if self.first_byte is None:
                self.first_byte = time.monotonic()
            response.request = asked
            try:
                self.jar.cookies.extract_cookies(response)
                if self._may_authenticate(response, host):
                    self.auth_hosts.add(host)
                    return await self._ask(url, deadline)
                return await self._read(response, url)
            finally:
                await response.aclose()

    def _headers(self, url: str) -> dict[str, str]:
        headers = self.backend.asking(url, fresh=self.request.fresh)
        session = self.request.session
        host = host_of(url)
        if session is not None and host_matches(host, allowed_hosts(session, self.request.url)):
            headers |= dict(session.headers)
            if host in self.auth_hosts:
                pair = f"{session.username or ''}:{session.password or ''}"
                headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        return headers

    def _may_authenticate(self, response: httpx2.Response, host: str) -> bool:
        session: Session | None = self.request.session
        if session is None or session.username is None or response.status_code != 401 or host in self.auth_hosts:
            return False
        basic = response.headers.get("www-authenticate", "").lower().startswith("basic")
        return basic and host_matches(host, allowed_hosts(session, self.request.url))

    def _add_cookies(self, request: httpx2.Request) -> None:
        self.jar.cookies.set_cookie_header(request)
        header = request.headers.get("cookie", "")
        names = {pair.partition("=")[0].strip() for pair in header.split(";")}
        host = request.url.host
        for cookie in self.jar.own:
            domain = str(cookie.get("domain") or host_of(str(cookie.get("url", ""))))
            fits = host == domain or (domain.startswith(".") and f".{host}".endswith(domain))
            secure = bool(cookie.get("secure")) and request.url.scheme != "https"
            path = str(cookie.get("path") or "/")
            if fits and not secure and request.url.path.startswith(path) and cookie["name"] not in names:
                header += f"{'; ' if header else ''}{cookie['name']}={cookie['value']}"
        if header:
            request.headers["cookie"] = header

    async def _read(self, response: httpx2.Response, url: str) -> _Answer:
        headers = tuple(
            (name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in response.headers.raw
        )
        answer = _Answer(url=url, status=response.status_code, headers=headers)
        if response.status_code in (301, 302, 303, 307, 308) and answer.header("location"):
            return answer
        body = bytearray()
        patience = 2 * self.request.patience_s
        decided = False
        try:
            async with asyncio.timeout(patience):
                async for part in response.aiter_bytes():
                    body += part
                    if not decided and len(body) >= 16:
                        decided = True
                        answer.mime, answer.shown = self._shown(answer, bytes(body[:1445]))
                        if not answer.shown:
                            break
                    if len(body) >= MAX_BYTES:
                        answer.cut = f"larger than {MAX_BYTES:,} bytes"
                        break
        except TimeoutError:
            answer.cut = f"still arriving after {patience:g} s"
        except (httpx2.HTTPError, OSError, ssl.SSLError) as error:
            if not body:
                raise
            answer.cut = f"{type(error).__name__}: {error}"
        if not decided:
            answer.mime, answer.shown = self._shown(answer, bytes(body))
        answer.body = bytes(body)
        return answer

    @staticmethod
    def _shown(answer: _Answer, first: bytes) -> tuple[str, bool]:
        return shown_type(answer.header("content-type"), answer.header("content-disposition"), first)

    def _capture(self, answer: _Answer | None, failure: CaptureFailure | None, captured_at: str) -> Capture:
        now = time.monotonic()
        downloads: tuple[Download, ...] = ()
        if failure is None and answer is not None:
            if answer.status in (204, 205):
                failure = CaptureFailure(kind="no_content", detail=f"HTTP status {answer.status}")
            elif not answer.shown:
                downloads = (_download(answer),)
                failure = CaptureFailure(kind="download", detail=f"a download of type {answer.mime or 'unknown'}")
        there = failure is None and answer is not None
        html = encoding = settling = None
        if there and answer is not None:
            if is_text(answer.mime) or not answer.body:
                html, encoding = decode(answer.body, answer.header("content-type"))
                html = html[:MAX_CHARACTERS]
            else:
                self.notes.append(f"document: of type {answer.mime}, which plain HTTP cannot read")
            if answer.cut is not None:
                settling = Settling(settled=False, why="cut", reason=f"the document was cut: {answer.cut}")
            else:
                settling = Settling(
                    settled=True, why="quiet", reason="the whole document was read; its scripts did not run"
                )
        visited = answer is not None and not (failure is not None and 300 <= answer.status < 400)
        milliseconds = round((now - self.started) * 1000, 1)
        return Capture(
            source="http",
            requested_url=redact_url(self.request.url),
            final_url=redact_url(answer.url) if answer is not None else None,
            hops=tuple(self.hops),
            committed=there,
            failure=failure,
            status=answer.status if answer is not None and visited else None,
            headers=redact_headers(answer.headers) if answer is not None else (),
            served_html=html,
            encoding=encoding,
            truncated=bool(there and answer is not None and answer.cut),
            downloads=downloads,
            settling=settling,
            timings=Timings(
                first_byte=round((self.first_byte - self.started) * 1000, 1) if self.first_byte else None,
                captured=milliseconds,
            ),
            visitor=self.backend.visitor,
            captured_at=captured_at,
            notes=tuple(self.notes),
        )


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target)
    except ValueError:
        return target


def _can_be_visited(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


class _Looped(Exception):  # noqa: N818
    """Following came to an end without a document."""

    def __init__(self, answer: _Answer, failure: CaptureFailure) -> None:
        super().__init__(failure.detail)
        self.answer = answer
        self.failure = failure


class _NoName(Exception):  # noqa: N818
    """A name that must not resolve."""


def _download(answer: _Answer) -> Download:
    length = answer.header("content-length") or ""
    name = re.search(r"filename\*?=(?:UTF-8'')?\"?([^\";]+)", answer.header("content-disposition") or "", re.IGNORECASE)
    return Download(
        url=redact_url(answer.url),
        filename=name[1].strip() if name else (urlsplit(answer.url).path.rpartition("/")[2] or None),
        mime=answer.mime or None,
        size=int(length) if length.isdigit() else None,
        first_bytes=answer.body[:16].hex() or None,
    )
