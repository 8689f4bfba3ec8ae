"""Writing a visit down as a capture."""

import asyncio
import base64
import time
from dataclasses import dataclass

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.documents import Document
from pagestate.capture.encoding import decode, decode_as, encoding_of
from pagestate.capture.evidence_of import exchanges_of
from pagestate.capture.failures import CUT_BODIES, net_error
from pagestate.capture.look import Look
from pagestate.capture.redact import redact_url
from pagestate.capture.watch import MAX_BODY_BYTES, Watch
from pagestate.evidence import Capture, CaptureFailure, Settling, Timings, Visitor

__all__ = ["Outcome", "Outlook", "write_down"]

MAX_CHARACTERS = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """How this visitor looks to sites, as far as the backend decides it."""

    agent: str | None
    locale: str | None
    viewport: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a visit went, beside what was watched."""

    failure: CaptureFailure | None
    settling: Settling | None
    settled_at: float | None
    look: Look | None
    picture: bytes | None
    captured_at: str
    wall_ms: float
    """Unix milliseconds of the start, for the page's own clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Served:
    """The main document as the server sent it."""

    html: str | None = None
    encoding: str | None = None
    truncated: bool = False


async def write_down(
    watch: Watch, request: CaptureRequest, outlook: Outlook, outcome: Outcome, notes: list[str]
) -> Capture:
    """Return the capture. Nothing of a page that this navigation did not bring stands in it."""
    now = time.monotonic()
    document, answer, seen, failure = watch.current, watch.answer(), outcome.look, outcome.failure
    there = document is not None and document.shown
    # An error status without a body is an answer, though the browser shows a page of its own instead.
    bodiless = failure is None and document is not None and not document.shown
    served = _Served(html="" if bodiless else None)
    final_url = None
    if document is not None and there:
        served = await _served(watch, document, seen.encoding if seen else None, notes)
        moved = [move for move in watch.moves if move[2] >= (document.committed or 0)]
        final_url = moved[-1][1] if moved else document.committed_url
    elif watch.attempt is not None:
        final_url = watch.attempt.asked or watch.attempt.url
    redirected = failure is not None and not there and answer is not None and 300 <= answer.status < 400
    return Capture(
        source="browser",
        requested_url=redact_url(request.url),
        final_url=redact_url(final_url) if final_url else None,
        hops=watch.hops(),
        committed=there or bodiless,
        failure=failure,
        status=answer.status if answer and not redirected else None,
        headers=watch.headers(),
        served_html=served.html,
        rendered_html=seen.html if seen else ("" if bodiless else None),
        text=seen.text if seen else ("" if bodiless else None),
        title=seen.title if seen else None,
        encoding=served.encoding or (encoding_of(seen.encoding) if seen else None),
        truncated=served.truncated,
        screenshot=outcome.picture,
        frames=seen.frames if seen else (),
        covers=seen.covers if seen else (),
        exchanges=await exchanges_of(watch),
        console=tuple(watch.console),
        dialogs=tuple(watch.dialogs),
        downloads=tuple(watch.downloads),
        popups=tuple(watch.popups),
        settling=outcome.settling,
        timings=_timings(watch, outcome, now),
        visitor=Visitor(
            agent=seen.agent if seen else outlook.agent,
            languages=seen.languages if seen else (),
            locale=outlook.locale,
            timezone=seen.zone if seen else None,
            viewport=outlook.viewport,
        ),
        captured_at=outcome.captured_at,
        notes=(*notes, *watch.notes),
    )


async def _served(watch: Watch, document: Document, label: str | None, notes: list[str]) -> _Served:
    """Read the document as served; `label` is the encoding that the page says it is in."""
    cut = document.error is not None and net_error(document.error) in CUT_BODIES
    encoding = encoding_of(label) if label else None
    if not document.answers:
        return _Served(encoding=encoding, truncated=cut)
    body = await _body(watch, document)
    if body is None:
        notes.append("document: what the server sent could not be read")
        return _Served(encoding=encoding, truncated=cut)
    if document.body_dropped:
        notes.append(f"document: only the first {MAX_BODY_BYTES:,} bytes were kept")
    headers = dict(document.merged()[-1].headers)
    # A busy page may not have taken note that all has come.
    whole = "content-encoding" not in headers and headers.get("content-length") == str(len(body))
    text, used = decode_as(body, label) if label else decode(body, headers.get("content-type"))
    return _Served(
        html=text[:MAX_CHARACTERS],
        encoding=used,
        truncated=cut or document.body_dropped or (document.ended is None and not whole),
    )


async def _body(watch: Watch, document: Document) -> bytes | None:
    streamed = bytes(document.body) if document.streaming else None
    if document.body_dropped:
        return streamed
    try:
        answer = await asyncio.wait_for(watch.cdp.send("Network.getResponseBody", {"requestId": document.loader}), 2.0)
    except Exception:
        return streamed
    if answer.get("base64Encoded"):
        body = base64.b64decode(answer["body"])
    else:
        # What is valid UTF-8 comes as text, whatever the page is in; encoded again it is what was sent.
        body = answer["body"].encode("utf-8", "replace")
    return streamed if streamed is not None and len(streamed) > len(body) else body


def _timings(watch: Watch, outcome: Outcome, now: float) -> Timings:
    document, seen = watch.current, outcome.look

    def since(moment: float | None) -> float | None:
        return None if moment is None else round(max(0.0, (moment - watch.started) * 1000), 1)

    first = content = load = None
    if document is not None:
        content, load = since(document.content_loaded), since(document.loaded)
    if seen is not None and seen.timing is not None:
        offset = seen.origin - outcome.wall_ms
        # The clocks of a browser elsewhere may differ: then only what we saw ourselves counts.
        if -50 <= offset <= (now - watch.started) * 1000 + 50:
            offset = max(0.0, offset)
            timing = seen.timing
            first = round(offset + timing["first"], 1) if timing["first"] else None
            content = round(offset + timing["content"], 1) if timing["content"] else content
            load = round(offset + timing["load"], 1) if timing["load"] else load
    settled = outcome.settling is not None and outcome.settling.settled
    return Timings(
        first_byte=first,
        dom_content_loaded=content,
        load=load,
        settled=since(outcome.settled_at) if settled else None,
        captured=since(now),
    )
