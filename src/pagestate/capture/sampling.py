"""Asking the page how far it is, and joining the answer with what the network showed."""

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from pagestate.capture.documents import Document
from pagestate.capture.failures import net_error
from pagestate.capture.hosts import host_of
from pagestate.capture.look import script
from pagestate.capture.moment import Channel, Moment, Sample, Timer
from pagestate.capture.pending import OpenRequest
from pagestate.capture.readiness import THIN
from pagestate.capture.watch import Seen, Watch

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

__all__ = ["moment_of", "sample_page", "without_query"]

FRAME_SHARE = 0.15
"""A frame of another site that fills this share of the window is part of the page; a smaller one is not."""
SMALL_FRAME_SHARE = 0.02
"""The same for a frame of the page's own site, and for all on a page with little else."""
MAX_FRAMES = 10
_MAX_DEPTH = 4
_FRAME_TIMEOUT_S = 0.3
_SHORT_ANSWER = 65_536
"""In bytes; as much is underway as one piece."""
_ARRIVAL_S = 0.1
_POLLED = 3
"""So many answers to the same question are a poll, which never ends."""
_SAME_PATH = 2
"""A page may ask one path for several things; only beyond this does that count as the same question."""

Raw = dict[str, Any]


async def sample_page(page: "Page", viewport: tuple[int, int]) -> Sample:
    """Ask the page, then its frames; a frame that does not answer is left out.

    Raises:
        playwright.async_api.Error: the document went away meanwhile.
    """
    main = page.main_frame
    raw: Raw = await main.evaluate(script("sample"))
    frames = _frames_of(main)
    answers = await asyncio.gather(*(_ask(frame) for frame in frames))
    every, hidden, part = [raw], [], []
    thin = raw["text"] < THIN
    host = host_of(main.url)
    for frame, answer in zip(frames, answers, strict=True):
        if answer is None:
            continue
        own = not frame.url.startswith("http") or _same_site(host_of(frame.url), host)
        share = answer["area"] / (viewport[0] * viewport[1])
        if share >= (SMALL_FRAME_SHARE if own or thin else FRAME_SHARE):
            every.append(answer)
            part.append(frame.url)
        elif own:
            hidden.append(answer)
    return replace(_joined(every, hidden), frames=tuple(part))


def _frames_of(main: "Frame") -> list["Frame"]:
    found: list[Frame] = []
    level = [main]
    for _ in range(_MAX_DEPTH):
        level = [child for frame in level for child in frame.child_frames if not child.is_detached()]
        found += level
    return found[:MAX_FRAMES]


async def _ask(frame: "Frame") -> Raw | None:
    try:
        answer: Raw = await asyncio.wait_for(frame.evaluate(script("sample")), _FRAME_TIMEOUT_S)
    except Exception:
        return None
    return answer


def _joined(every: list[Raw], hidden: list[Raw]) -> Sample:
    """Join what the frames say; of `hidden` ones, only what they have put off."""

    def since(name: str, among: list[Raw]) -> float:
        return min(
            (max(0.0, (one["now"] - one[name]) / 1000) for one in among if one[name]),
            default=float("inf"),
        )

    def named(prefix: str) -> tuple[str, ...]:
        found = (item for one in every for item in one["empty"])
        return tuple(item.removeprefix(prefix) for item in found if item.startswith(prefix))

    at_work = [*every, *hidden]
    grown = since("grew", every)
    main = every[0]
    return Sample(
        changed_s=max(0.0, min((one["now"] - one["changed"]) / 1000 for one in every)),
        stirred_s=since("stirred", every),
        shifted_s=since("shifted", every),
        fired_s=since("fired", at_work),
        changes=sum(int(one["often"]) for one in every),
        grown_s=None if grown == float("inf") else grown,
        growing=any(one["growing"] for one in every),
        text=sum(int(one["text"]) for one in every),
        blank=all(one["blank"] for one in every) or bool(main["blank"] and len(every) == 1),
        scripts=sum(int(one["scripts"]) for one in every),
        busy=tuple(item for one in every for item in one["busy"]),
        mounts=named("mount "),
        lists=named("list "),
        images=tuple((item["name"], item["age"] / 1000) for one in every for item in one["images"]),
        moving_s=max(one["moving"] for one in every) / 1000,
        timers=tuple(
            Timer(due_s=item["due"] / 1000, delay_s=item["delay"] / 1000, recurs=bool(item["recurs"]))
            for one in at_work
            for item in one["timers"]
        ),
        ticking=tuple((item["period"] / 1000, item["age"] / 1000) for one in every for item in one["ticking"]),
        painting_s=max(one["painting"] for one in every) / 1000,
        workers=tuple((item["what"], item["age"] / 1000) for one in at_work for item in one["waits"]),
        drawn=tuple(item["name"] for item in main["drawn"]),
        boxes=tuple((item["x"], item["y"], item["width"], item["height"]) for item in main["drawn"]),
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
    answers = _Answers(data)
    ended = [
        over
        for seen in own
        if (over := _ended(seen, now)) is not None
        and (
            seen.resource in {"script", "stylesheet", "font", "document"}
            or (seen.resource in {"fetch", "xhr"} and answers.of(seen) < _POLLED)
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
                foreign=_is_foreign(seen, site, sample.frames if sample is not None else ()),
                first=first_data is None or seen.started <= first_data,
                repeats=answers.of(seen),
            )
            for seen in watch.open_requests()
            if _ended(seen, now) is None
        ),
        network_quiet_s=now - max(ended) if ended else float("inf"),
        asked_s=min((now - seen.started for seen in own if not seen.navigates), default=float("inf")),
        channels=tuple(
            Channel(
                url=line.url,
                age_s=now - line.started,
                spoke_s=None if line.spoke is None else now - line.spoke,
                messages=line.messages,
            )
            for line in watch.lines
            if not line.closed and line.started >= document.started
        ),
        answered_s=None if first_data is None else now - first_data,
        # A render may come a moment before we hear of the answer.
        filled=first_data is not None and grown_at is not None and grown_at >= first_data - 0.02,
    )


class _Answers:
    """How often the same was asked for and answered."""

    def __init__(self, data: list[Seen]) -> None:
        self._whole = Counter(self._question(seen) for seen in data)
        self._paths = Counter(without_query(seen.url) for seen in data if seen.method == "GET")

    @staticmethod
    def _question(seen: Seen) -> tuple[str, str, str | None]:
        body = None
        if seen.method != "GET":
            with contextlib.suppress(Exception):
                body = seen.request.post_data
        return seen.method, seen.url, body

    def of(self, seen: Seen) -> int:
        """Return how often what `seen` asks for was answered."""
        paths = self._paths[without_query(seen.url)] - _SAME_PATH if seen.method == "GET" else 0
        return max(self._whole[self._question(seen)], paths)


def _is_foreign(seen: Seen, site: str, part: tuple[str, ...]) -> bool:
    """Whether a frame of another site asked that is no `part` of the page."""
    frame = seen.frame
    if frame is None or frame.parent_frame is None or not frame.url.startswith("http") or frame.url in part:
        return False
    return not seen.navigates and not _same_site(host_of(frame.url), site)


def _ended(seen: Seen, now: float) -> float | None:
    """When a request ended. One whose short answer nobody reads never does, as the browser sees it."""
    if seen.finished is not None or seen.answered is None or seen.response is None:
        return seen.finished
    length = seen.response.headers.get("content-length", "")
    if length.isdigit() and int(length) <= _SHORT_ANSWER and now - seen.answered > _ARRIVAL_S:
        return seen.answered
    return None


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
