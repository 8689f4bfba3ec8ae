"""From what was watched to the exchanges of a capture: only what says something."""

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING

from pagestate.capture.redact import redact_header, redact_url
from pagestate.evidence import Exchange

if TYPE_CHECKING:
    from pagestate.capture.watch import Seen, Watch

__all__ = ["exchanges_of", "telling_headers"]

MAX_EXCHANGES = 200
MAX_BODIES = 60
BODY_CHARACTERS = 4096
MAX_BODY_BYTES = 2_000_000

_DATA = frozenset({"fetch", "xhr"})
_TELLING = re.compile(
    r"^(content-(type|length|disposition|encoding)|location|refresh|retry-after|www-authenticate|proxy-authenticate|"
    r"server|via|x-cache|age|date|set-cookie|access-control-allow-origin|cross-origin-\S+|content-security-policy|"
    r"x-frame-options|x-robots-tag|x-powered-by|ratelimit\S*|x-ratelimit\S*|cf-\S+|x-amz-\S+|x-amzn-\S+|x-datadome\S*|"
    r"x-px\S*|x-akamai\S*|akamai-\S+|x-iinfo|x-cdn|x-sucuri\S*|x-vercel-\S+|x-request-id|x-correlation-id)$"
)


def telling_headers(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers that say something about an answer, without secrets."""
    return {
        name.lower(): redact_header(name, value)[:500]
        for name, value in headers.items()
        if _TELLING.match(name.lower())
    }


async def exchanges_of(watch: "Watch") -> tuple[Exchange, ...]:
    """Return data requests, failures, error answers and answers of the wrong type, in order."""
    kept = [seen for seen in watch.seen.values() if not _is_main(seen, watch) and _says_something(seen)]
    kept = kept[:MAX_EXCHANGES]
    wanted = [seen for seen in kept if _has_words(seen)][:MAX_BODIES]
    bodies: dict[int, str] = {}
    if wanted:
        texts = await asyncio.gather(*(_body(seen) for seen in wanted))
        bodies = {id(seen): text for seen, text in zip(wanted, texts, strict=True) if text is not None}
    exchanges = [_exchange(seen, bodies.get(id(seen)), watch.started) for seen in kept]
    exchanges += [
        Exchange(
            url=redact_url(url),
            resource="websocket",
            failure=error,
            started_ms=round((started - watch.started) * 1000, 1),
        )
        for url, started, error in watch.sockets
    ]
    return tuple(exchanges)


def _is_main(seen: "Seen", watch: "Watch") -> bool:
    return seen.navigates and (seen.frame is None or seen.frame == watch.page.main_frame)


def _mime(seen: "Seen") -> str | None:
    if seen.response is None:
        return None
    return seen.response.headers.get("content-type", "").partition(";")[0].strip().lower() or None


def _wrong_type(seen: "Seen") -> bool:
    return seen.resource in {"script", "stylesheet", "image", "font"} and _mime(seen) == "text/html"


def _says_something(seen: "Seen") -> bool:
    if seen.resource in _DATA or seen.failure is not None:
        return True
    if seen.response is not None and seen.response.status >= 400:
        return True
    return _wrong_type(seen)


def _has_words(seen: "Seen") -> bool:
    if seen.response is None or seen.finished is None or seen.failure is not None:
        return False
    if seen.resource not in _DATA and seen.response.status < 400:
        return False
    if 300 <= seen.response.status < 400 or seen.response.status in (204, 205):
        return False
    length = seen.response.headers.get("content-length", "")
    if length.isdigit() and int(length) > MAX_BODY_BYTES:
        return False
    mime = _mime(seen) or ""
    return mime.startswith("text/") or "json" in mime or "xml" in mime


async def _body(seen: "Seen") -> str | None:
    with contextlib.suppress(Exception):
        if seen.response is not None:
            text = await asyncio.wait_for(seen.response.text(), 1.0)
            return text[:BODY_CHARACTERS]
    return None


def _exchange(seen: "Seen", body: str | None, started: float) -> Exchange:
    response = seen.response
    return Exchange(
        url=redact_url(seen.url),
        method=seen.method,
        resource=seen.resource,
        status=response.status if response else None,
        mime=_mime(seen),
        failure=seen.failure,
        headers=telling_headers(response.headers) if response else {},
        body=body,
        started_ms=round((seen.started - started) * 1000, 1),
        finished_ms=None if seen.finished is None else round((seen.finished - started) * 1000, 1),
    )
