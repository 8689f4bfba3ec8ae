"""Asking the page how far it is, and joining the answer with what the network showed."""

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from pagestate.capture.documents import Document
from pagestate.capture.failures import net_error
from pagestate.capture.hosts import host_of
from pagestate.capture.look import script
from pagestate.capture.readiness import Moment, OpenRequest, Sample
from pagestate.capture.watch import Watch

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

__all__ = ["moment_of", "sample_page", "without_query"]

FRAME_SHARE = 0.15
"""A frame that fills this share of the window is part of the page; a smaller one is not."""
MAX_FRAMES = 6
_FRAME_TIMEOUT_S = 0.3
_POLLED = 3
"""So many answers from one path are a poll, which never ends."""


async def sample_page(page: "Page", viewport: tuple[int, int]) -> Sample:
    """Ask the page, then its frames; a frame that does not answer is left out.

    Raises:
        playwright.async_api.Error: the document went away meanwhile.
    """
    main = page.main_frame
    raw: dict[str, Any] = await main.evaluate(script("sample"))

    async def ask(frame: "Frame") -> dict[str, Any] | None:
        try:
            answer: dict[str, Any] = await asyncio.wait_for(frame.evaluate(script("sample")), _FRAME_TIMEOUT_S)
        except Exception:
            return None
        return answer if answer["area"] >= FRAME_SHARE * viewport[0] * viewport[1] else None

    frames = [frame for frame in main.child_frames if not frame.is_detached()][:MAX_FRAMES]
    every = [raw, *filter(None, await asyncio.gather(*(ask(frame) for frame in frames)))]
    empty = [item for one in every for item in one["empty"]]
    return Sample(
        changed_s=max(0.0, min((one["now"] - one["changed"]) / 1000 for one in every)),
        grown_s=min(((one["now"] - one["grew"]) / 1000 for one in every if one["grew"]), default=None),
        text=sum(int(one["text"]) for one in every),
        scripts=sum(int(one["scripts"]) for one in every),
        busy=tuple(item for one in every for item in one["busy"]),
        mounts=tuple(item.removeprefix("mount ") for item in empty if item.startswith("mount ")),
        lists=tuple(item.removeprefix("list ") for item in empty if item.startswith("list ")),
    )


def moment_of(
    watch: Watch, document: Document, sample: Sample | None, *, patience_s: float, anew: float | None = None
) -> Moment:
    """Return all that is known now. Patience counts from `anew` (monotonic seconds) if that came later."""
    now = time.monotonic()
    cut = net_error(document.error) if document.error else None
    site = host_of(document.committed_url or document.url)
    own = [seen for seen in watch.seen.values() if seen.started >= document.started]
    data = [seen for seen in own if seen.resource in {"fetch", "xhr"} and seen.answered is not None]
    first_data = min((seen.answered for seen in data if seen.answered is not None), default=None)
    grown_at = now - sample.grown_s if sample is not None and sample.grown_s is not None else None
    paths = Counter(without_query(seen.url) for seen in data)
    ended = [
        seen.finished
        for seen in own
        if seen.finished is not None
        and (
            seen.resource == "script"
            or (seen.resource in {"fetch", "xhr"} and paths[without_query(seen.url)] < _POLLED)
        )
    ]
    pending = watch.pending

    def since(event: float | None) -> float | None:
        return None if event is None else now - max(event, anew or 0.0)

    return Moment(
        since_commit_s=now - (document.committed or now),
        since_content_s=since(document.content_loaded),
        since_load_s=since(document.loaded),
        patience_s=patience_s,
        body_open=document.ended is None,
        cut=None if cut == "ERR_ABORTED" else cut,
        navigating_to=pending.url if pending is not None else None,
        refresh_in_s=_refresh_in(watch, document, now),
        sample=sample,
        requests=tuple(
            OpenRequest(
                url=seen.url,
                method=seen.method,
                resource=seen.resource,
                age_s=now - seen.started,
                answered_s=None if seen.answered is None else now - seen.answered,
                same_site=_same_site(host_of(seen.url), site),
                first=first_data is None or seen.started <= first_data,
                repeats=paths[without_query(seen.url)],
            )
            for seen in watch.open_requests()
        ),
        network_quiet_s=now - max(ended) if ended else float("inf"),
        # A render may come a moment before we hear of the answer.
        filled=first_data is not None and grown_at is not None and grown_at >= first_data - 0.02,
    )


def _refresh_in(watch: Watch, document: Document, now: float) -> float | None:
    """Seconds until a refresh to another address; one to the same address is no way to elsewhere."""
    if watch.refresh is None:
        return None
    delay, target, scheduled = watch.refresh
    if urldefrag(target).url == urldefrag(document.committed_url or document.url).url:
        return None
    return delay - (now - scheduled)


def without_query(url: str) -> str:
    """Return the address without its query and fragment."""
    return url.partition("#")[0].partition("?")[0]


def _same_site(one: str, other: str) -> bool:
    return one == other or (one.split(".")[-2:] == other.split(".")[-2:] and "." in one)
