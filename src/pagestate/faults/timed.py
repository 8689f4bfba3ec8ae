"""Timed pages: pages whose moment of being ready is known by construction.

A page stamps `data-ready-at` (Unix milliseconds) on its root element when the last of its true content
stands. Nothing that waits for pages reads that stamp; whoever measures waiting finds it in the document, or
finds that it is missing because the page was taken too early.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from pagestate.faults.furniture import Brand, document, full
from pagestate.faults.model import FaultPage, Handler, Visit, fault

__all__ = [
    "HELLO",
    "LAST",
    "PARTS",
    "READY",
    "RICH",
    "TURNS",
    "Timed",
    "answer_after",
    "bare_page",
    "dressed",
    "fill",
    "late",
    "script",
    "timed",
]

READY = "<script>function ready(){document.documentElement.setAttribute('data-ready-at',Date.now())}</script>"
LAST = "Berth 12 is free from noon"
"""Stands on every timed page once it is ready, and not before."""
HELLO = "<h1>Harbour office</h1><p>Which berths are taken today, and which fall free.</p>"
PARTS = (
    "<h2>Today</h2><table><tr><td>Berth 3</td><td>Marigold, until Friday</td></tr><tr><td>Berth 7</td><td>Kittiwake, "
    f"until the tide turns</td></tr><tr><td>{LAST}</td><td>ask at the window</td></tr></table>"
)
RICH = (
    "<p>The harbour office opens at six in summer and at seven from October. Whoever comes by night takes a free berth "
    "and calls on channel nine in the morning; nobody is sent away for coming late.</p>"
    "<p>Water and current are at every post. The key to the showers hangs behind the door and wants to hang there "
    "again. The crane lifts up to four tonnes and needs a day's notice, because its driver has a farm as well.</p>"
    "<p>Fees are by length and by night. They pay for the lights on the mole, which went out for a week in the spring "
    "of last year, and for the boat that fetches what the storm takes.</p>"
)
TURNS = (
    ".turn{width:44px;height:44px;border:4px solid #0002;border-top-color:#0e5a6d;border-radius:50%;"
    "animation:t 1s linear infinite;margin:3rem auto}@keyframes t{to{transform:rotate(1turn)}}"
)
"""The style of a ring that turns."""
BRAND = Brand(
    name="Saltholm",
    headline="Harbour office",
    story=(),
    nav=("Berths", "Tides", "Fees", "Weather"),
    foot=("Contact", "Rules"),
    accent="#0e5a6d",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """A timed page and what is known of it."""

    page: FaultPage
    sign: bool
    """Whether anything on the page, or on its wire, tells a careful onlooker that more is coming."""
    quiet: bool
    """Whether it ever goes quiet; polls, clocks and animations do not."""
    ready: bool
    """Whether it is ever ready."""
    after_s: float
    """About when it is ready, in seconds from the start of the visit on an idle machine."""
    expect: str = f'text contains "{LAST}"'
    """Holds once the page is ready, and not before."""


def timed(
    name: str,
    host: str,
    title: str,
    about: str,
    answer: Handler | str,
    *,
    after: float,
    sign: bool = True,
    quiet: bool = True,
    verdict: str = "content",
    path: str = "/berths",
    routes: Mapping[str, Handler | str] | None = None,
    steps: str | None = None,
    final: str | None = None,
) -> Timed:
    """Make a timed page; without a sign the mission has to say what it expects."""
    ready = (final or verdict) in ("content", "goal_achieved")
    expect = f'text contains "{LAST}"'
    asks = not sign
    return Timed(
        page=fault(
            f"timed-{name}",
            host,
            "goal_achieved" if asks and verdict == "content" else verdict,
            title,
            about,
            answer,
            path=path,
            routes=routes,
            steps=steps,
            final=final,
            expect=(expect,) if asks else (),
            group="timed",
        ),
        sign=sign,
        quiet=quiet,
        ready=ready,
        after_s=after,
    )


def dressed(main: str, after: str = "", *, css: str = "", head: str = "") -> str:
    """Return a page in the site's dress, with `ready()` at hand."""
    return full(BRAND, "Berths", main, head=READY + head, css=css, after=after)


def bare_page(body: str, *, css: str = "", head: str = "") -> str:
    """Return a page without any dress, with `ready()` at hand."""
    return document("Berths", body, head=READY + head, css=css)


def script(source: str) -> str:
    """Return a script element."""
    return f"<script>{source}</script>"


def fill(where: str = "#slot", content: str = PARTS) -> str:
    """Return statements that put `content` in place and say that the page is ready."""
    return f"document.querySelector({json.dumps(where)}).innerHTML={json.dumps(content)};ready();"


async def late(visit: Visit, seconds: float, body: str | bytes, media_type: str = "application/json") -> Response:
    """Answer with `body` after `seconds` of the clock inside the page."""
    await visit.pause(seconds)
    return Response(body, media_type=media_type)


def answer_after(seconds: float, body: str | bytes = "{}", media_type: str = "application/json") -> Handler:
    """Return a handler that answers late."""

    async def answer(visit: Visit) -> Response:
        return await late(visit, seconds, body, media_type)

    return answer
