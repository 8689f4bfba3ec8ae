"""Looking at pages by plain HTTP: what a browser would be sent, and nothing that scripts make of it."""

import asyncio
import ssl
from typing import Literal
from urllib.parse import urlsplit

import httpx2

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.fetch import Fetch, Jar
from pagestate.capture.hosts import Resolver, browser_args_from_environment, host_of, is_loopback
from pagestate.capture.redact import redact_url
from pagestate.capture.session import fingerprint, scoped_cookies
from pagestate.errors import InputError
from pagestate.evidence import Capture, Probe, Visitor

__all__ = ["DEFAULT_AGENT", "HttpBackend", "fetch_probe"]

PROBE_CHARACTERS = 200_000

DEFAULT_AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36"
)
_ACCEPT = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/jxl,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)


class HttpBackend:
    """Visits pages by plain HTTP, asking as the browser would.

    Args:
        resolve: host patterns and where they lead, such as `{"*.test": "127.0.0.1:8000"}`;
            `--host-resolver-rules` in `PAGESTATE_BROWSER_ARGS` or `args` count as well.
        agent: the User-Agent header.
        languages: for Accept-Language, most wanted first.
    """

    name = "http"

    def __init__(
        self,
        *,
        resolve: dict[str, str] | None = None,
        args: tuple[str, ...] = (),
        ignore_tls_errors: bool = False,
        agent: str = DEFAULT_AGENT,
        languages: tuple[str, ...] = ("en-US",),
        max_pages: int = 16,
    ) -> None:
        self.resolver = Resolver.of(resolve or {}, (*args, *browser_args_from_environment()))
        self._ignore_tls_errors = ignore_tls_errors
        self._agent = agent
        self._languages = languages
        self._slots = asyncio.Semaphore(max_pages)
        self._jars: dict[tuple[str, str], Jar] = {}
        self._context: ssl.SSLContext | None = None

    async def __aenter__(self) -> "HttpBackend":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Forget all cookies."""
        self._jars.clear()

    async def capture(self, request: CaptureRequest) -> Capture:
        """Visit once.

        Raises:
            InputError: the address is none for HTTP, or the session cannot be read.
        """
        if urlsplit(request.url).scheme not in {"http", "https"} or not host_of(request.url):
            raise InputError(f"{request.url}: only http and https addresses can be visited")
        async with self._slots:
            return await Fetch(self, request).run()

    def plain(self) -> "HttpBackend":
        """Return itself."""
        return self

    async def probe(
        self, url: str, *, purpose: Literal["sibling", "root"], timeout_s: float = 10.0, site_key: str = ""
    ) -> Probe:
        """Ask for `url` and return what the answer says; a failure leaves `status` None."""
        capture = await self.capture(
            CaptureRequest(url=url, timeout_s=timeout_s, patience_s=timeout_s / 2, site_key=site_key, screenshot=False)
        )
        html = capture.served_html
        return Probe(
            purpose=purpose,
            url=redact_url(url),
            status=capture.status,
            final_url=capture.final_url,
            html=html[:PROBE_CHARACTERS] if html is not None else None,
        )

    def jar(self, request: CaptureRequest) -> Jar:
        """The cookies of this site and session."""
        key = (request.site_key, fingerprint(request.session))
        if key not in self._jars:
            jar = Jar()
            if request.session is not None:
                jar.own = scoped_cookies(request.session, request.url)
            self._jars[key] = jar
        return self._jars[key]

    def tls(self) -> ssl.SSLContext:
        """The TLS settings, made once since reading the certificates takes a while."""
        if self._context is None:
            self._context = httpx2.create_ssl_context()
            if self._ignore_tls_errors:
                self._context.check_hostname = False
                self._context.verify_mode = ssl.CERT_NONE
        return self._context

    def asking(self, url: str, *, fresh: bool) -> dict[str, str]:
        """The headers of a navigation to `url`, as Chromium sends them."""
        trusted = url.startswith("https:") or is_loopback(host_of(url))
        weights = [f"{language};q={max(1, 10 - rank) / 10:g}" for rank, language in enumerate(self._languages)]
        headers = {
            "User-Agent": self._agent,
            "Accept": _ACCEPT,
            "Accept-Language": ",".join([*self._languages[:1], *weights[1:]]),
            "Accept-Encoding": "gzip, deflate, br, zstd" if trusted else "gzip, deflate",
            "Upgrade-Insecure-Requests": "1",
        }
        if trusted:
            headers |= {
                "Sec-Fetch-Site": "none",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-User": "?1",
                "Sec-Fetch-Dest": "document",
            }
        if fresh:
            headers |= {"Cache-Control": "no-cache", "Pragma": "no-cache"}
        return headers

    @property
    def visitor(self) -> Visitor:
        """How this visitor looks to sites."""
        return Visitor(agent=self._agent, languages=self._languages, javascript=False)


async def fetch_probe(
    url: str,
    *,
    purpose: Literal["sibling", "root"],
    backend: HttpBackend | None = None,
    timeout_s: float = 10.0,
) -> Probe:
    """Ask once for `url` by plain HTTP, with no session, and return what the answer says.

    A failure, whatever its kind, leaves `status` None.
    """
    if backend is not None:
        return await backend.probe(url, purpose=purpose, timeout_s=timeout_s)
    async with HttpBackend() as own:
        return await own.probe(url, purpose=purpose, timeout_s=timeout_s)
