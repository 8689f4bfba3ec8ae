# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Timed pages whose content comes over the wire, or whose wire never falls silent."""

import base64
import hashlib
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from pagestate.faults.model import Answer, Handler, Visit
from pagestate.faults.timed import (
    HELLO,
    PARTS,
    RICH,
    TURNS,
    Timed,
    answer_after,
    bare_page,
    dressed,
    fill,
    late,
    script,
    timed,
)
from pagestate.faults.transport import WireResponse

__all__ = ["TIMED"]

SLOT = "<div id='slot'></div>"
_BONES = ".bone{height:1.1rem;margin:.8rem 0;border-radius:6px;background:#e4e8ea;animation:b 1.2s ease-in-out infinite alternate}@keyframes b{to{opacity:.35}}"
_FETCH = f"fetch('/berths.json').then(()=>{{{fill()}}})"


def _chained(visit: Visit) -> Answer:
    pause = f"new Promise(r=>setTimeout(r,{visit.ms(150)}))"
    run = f"(async()=>{{for(const n of [1,2,3]){{await fetch('/part/'+n);await {pause}}}{fill()}}})()"
    return dressed(HELLO + SLOT, script(run))


def _polling(visit: Visit) -> Answer:
    poll = f"(function poll(n){{fetch('/news?n='+n).then(()=>setTimeout(poll,{visit.ms(400)},n+1))}})(0)"
    return dressed(HELLO + SLOT, script(f"fetch('/berths.json').then(()=>{{{fill()}{poll}}})"))


def _ticking_polls(visit: Visit) -> Answer:
    return dressed(HELLO + RICH + PARTS, script(f"ready();setInterval(()=>fetch('/news'),{visit.ms(600)})"))


def _shake(visit: Visit, *frames: bytes | float) -> Answer:
    """Open a WebSocket (RFC 6455) and send `frames` through it; it stays open until the visitor goes."""
    key = visit.headers.get("sec-websocket-key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(key.encode(), usedforsecurity=False).digest()).decode()
    head = f"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: {accept}\r\n\r\n"
    return WireResponse(head.encode(), *frames, end="hold", sleep=visit.pause)


def _silent(visit: Visit) -> Answer:
    return _shake(visit)


def _speaking(visit: Visit) -> Answer:
    return _shake(visit, 0.8, b"\x81\x02ok")


def _speaking_twice(visit: Visit) -> Answer:
    return _shake(visit, 0.1, b"\x81\x02ok", 2.3, b"\x81\x02ok")


def _socket(then: str) -> str:
    return f"const s=new WebSocket('ws://'+location.host+'/socket');s.onmessage=()=>{{{then}}};"


def _events(first_s: float, every_s: float) -> Handler:
    def answer(visit: Visit) -> Answer:
        async def stream() -> AsyncIterator[bytes]:
            yield b": open\n\n"
            await visit.pause(first_s)
            for number in range(6000):
                yield f"data: {number}\n\n".encode()
                await visit.pause(every_s)

        return StreamingResponse(stream(), media_type="text/event-stream")

    return answer


def _streaming(_visit: Visit) -> Answer:
    whole = dressed(HELLO + RICH + PARTS, script("ready()")).encode()

    async def trickle() -> AsyncIterator[bytes]:
        size = len(whole) // 8 + 1
        for start in range(0, len(whole), size):
            yield whole[start : start + size]
            await _visit.pause(0.15)

    return StreamingResponse(trickle(), media_type="text/html")


def _app(visit: Visit) -> str:
    return f"setTimeout(()=>{{{fill('#root', HELLO + PARTS)}}},{visit.ms(250)})"


async def _hydrate(visit: Visit) -> Response:
    return await late(visit, 0.6, _app(visit), "text/javascript")


async def _lazy_chunk(visit: Visit) -> Response:
    return await late(visit, 0.7, f"export default ()=>{{{fill()}}}", "text/javascript")


_WORKER = (
    "self.oninstall=()=>self.skipWaiting();self.onactivate=e=>e.waitUntil(clients.claim());self.onfetch=e=>{"
    "if(e.request.url.endsWith('/from-worker'))e.respondWith(new Promise(r=>setTimeout(()=>r(new Response('{}')),400)))}"
)
_REGISTER = (
    f"const go=()=>fetch('/from-worker').then(()=>{{{fill()}}}),sw=navigator.serviceWorker;"
    "sw.controller?go():sw.addEventListener('controllerchange',go);sw.register('/sw.js')"
)
_READ = f"fetch('/berths.json').then(r=>r.json()).then(()=>{{{fill()}}})"
_RING = "<div id='slot'><div class='turn' role='progressbar' aria-label='Berths'></div></div>"
_INNER = bare_page(SLOT + script(_FETCH))
_SKELETON = "<div aria-busy='true' id='slot'>" + "<div class='bone'></div>" * 6 + "</div>"
_LATE: dict[str, Handler | str] = {"/berths.json": answer_after(0.9)}
_QUICK = answer_after(0.05)


def _js(body: str, after: float = 0.2) -> Handler:
    return answer_after(after, body, "text/javascript")


TIMED: tuple[Timed, ...] = (
    timed("fetch", "saltholm-one", "A late fetch", "The rows come after 900 ms.", dressed(HELLO + SLOT, script(_FETCH)), after=1.0, routes=_LATE),
    timed("chain", "saltholm-two", "Chained fetches", "Three calls of 350 ms with 150 ms between them.", _chained, after=1.6, routes={"/part/*": answer_after(0.35)}),
    timed("skeleton", "saltholm-three", "A skeleton, then content", "Grey bars until a call is answered after 1.1 s.",
          dressed(HELLO + _SKELETON, script(_FETCH + ".then(()=>document.querySelector('#slot').removeAttribute('aria-busy'))"), css=_BONES), after=1.2, routes={"/berths.json": answer_after(1.1)}),
    timed("polling", "saltholm-four", "Polling without end", "The rows come after 300 ms; a poll every 400 ms goes on.", _polling, after=0.4, quiet=False,
          routes={"/berths.json": answer_after(0.3), "/news": answer_after(0.1)}),
    timed("ticking-polls", "saltholm-five", "Polling by a ticking timer", "All is there; a call every 600 ms.", _ticking_polls, after=0.1, quiet=False, routes={"/news": _QUICK}),
    timed("long-poll", "saltholm-six", "A request that is held open", "All is there but news, which may come in 25 s.",
          dressed(HELLO + RICH + SLOT, script(f"fetch('/berths.json').then(()=>{{{fill()}fetch('/updates?since=4')}})")), after=0.4, quiet=False, routes={"/berths.json": answer_after(0.3), "/updates": answer_after(25)}),
    timed("socket", "saltholm-seven", "An open WebSocket", "All is there; the socket never says anything.", dressed(HELLO + RICH + PARTS, script(_socket("") + "ready()")), after=0.1, quiet=False, routes={"/socket": _silent}),
    timed("socket-fills", "saltholm-eight", "Filled through a WebSocket", "The first message comes after 800 ms, and the rows with it.", dressed(HELLO + SLOT, script(_socket(fill()))), after=0.9, routes={"/socket": _speaking}),
    timed("events", "saltholm-nine", "An open EventSource", "All is there; a counter moves every 500 ms.",
          dressed(HELLO + RICH + PARTS + "<p>Lock gates: <span id='n'>0</span></p>", script("new EventSource('/events').onmessage=e=>{n.textContent=e.data};ready()")), after=0.1, quiet=False, routes={"/events": _events(0.2, 0.5)}),
    timed("events-fill", "saltholm-ten", "Filled through an EventSource", "The first event comes after 700 ms, and the rows with it.",
          dressed(HELLO + SLOT, script(f"new EventSource('/events').onmessage=e=>{{if(e.data==='0'){{{fill()}}}}}")), after=0.8, routes={"/events": _events(0.7, 5)}),
    timed("streaming", "saltholm-eleven", "A body that streams", "Eight pieces, one every 150 ms.", _streaming, after=1.2),
    timed("hydration", "saltholm-twelve", "Replaced by its own script", "Full from the server; a script that comes after 600 ms builds it anew.",
          dressed(f"<div id='root'>{HELLO}<ul><li>Berth 3</li><li>Berth 7</li></ul></div>", "<script src='/app.js' async></script>"), after=1.0, routes={"/app.js": _hydrate}),
    timed("frame", "saltholm-thirteen", "Content in a frame", "A frame of the same site, of the usual size, filled after 900 ms.", dressed(HELLO + "<iframe src='/inner'></iframe>"), after=1.1, routes={"/inner": _INNER, **_LATE}),
    timed("frame-cross", "saltholm-fourteen", "Content in a frame of another site", "The same from another host.",
          lambda v: dressed(HELLO + f"<iframe width=800 height=400 src='{v.url('berths-elsewhere', '/inner')}'></iframe>"), after=1.1, routes={"berths-elsewhere/inner": _INNER, "berths-elsewhere/berths.json": answer_after(0.9)}),
    timed("frame-chain", "saltholm-fifteen", "A frame in a frame in a frame", "The innermost is filled after 600 ms.",
          dressed(HELLO + "<iframe width=800 height=400 src='/a'></iframe>"), after=0.9, routes={
              "/a": "<body style='margin:0'><iframe width=780 height=380 src='/b'></iframe>", "/b": "<body style='margin:0'><iframe width=760 height=340 src='/inner'></iframe>",
              "/inner": _INNER, "/berths.json": answer_after(0.6)}),
    timed("service-worker", "saltholm-sixteen", "A service worker", "It takes over, and then answers the call for the rows after 400 ms.", dressed(HELLO + SLOT, script(_REGISTER)), after=0.8, routes={"/sw.js": _js(_WORKER, 0.1)}),
    timed("modules", "saltholm-seventeen", "A graph of modules", "Each of four modules imports the next and takes 200 ms.", dressed(HELLO + SLOT, "<script type='module' src='/m1.js'></script>"), after=1.0, routes={
        "/m1.js": _js("import './m2.js'"), "/m2.js": _js("import './m3.js'"), "/m3.js": _js("import './m4.js'"), "/m4.js": _js(fill())}),
    timed("import", "saltholm-eighteen", "A module imported when there is time", "Asked for when the page is idle; comes after 700 ms.",
          dressed(HELLO + SLOT, script("addEventListener('load',()=>requestIdleCallback(()=>import('/part.js').then(m=>m.default())))")), after=0.9, routes={"/part.js": _lazy_chunk}),
    timed("slow-answer", "saltholm-nineteen", "An answer that arrives in pieces", "Its headers come at once, its end after 1.2 s.",
          dressed(HELLO + SLOT, script(f"fetch('/berths.json').then(r=>r.text()).then(()=>{{{fill()}}})")), after=1.3, routes={"/berths.json": lambda v: StreamingResponse(_pieces(v), media_type="application/json")}),
    timed("slow-fetch", "saltholm-twenty", "A slow fetch", "The rows come after 2.8 s.", dressed("<h1>Berths</h1>" + _RING, script(_READ), css=TURNS), verdict="loading_timeout.spinner", after=2.9, routes={"/berths.json": answer_after(2.8)}, steps="retry_with_longer_delay done", final="content"),
    timed("slow-chain", "saltholm-twentyone", "A slow chain", "Four calls of 800 ms, one after another.", dressed("<h1>Berths</h1>" + _RING, script(f"(async()=>{{for(const n of [1,2,3,4])await(await fetch('/part/'+n)).json();{fill()}}})()"), css=TURNS), verdict="loading_timeout.spinner", after=3.3,
          routes={"/part/*": answer_after(0.8)}, steps="retry_with_longer_delay done", final="content"),
    timed("slow-script", "saltholm-twentytwo", "A slow script", "The script that fills the page comes after 2.5 s.", bare_page("<div id='root'></div><script src='/app.js' async></script>"), verdict="loading_timeout.shell", after=2.6, routes={"/app.js": _js(fill("#root", HELLO + PARTS), 2.5)},
          steps="retry_with_longer_delay done", final="content"),
    timed("slow-socket", "saltholm-twentythree", "A socket that speaks twice", "Looks finished; the second message, after 2.4 s, brings the rows.", dressed(HELLO + RICH + SLOT, script("let n=0;" + _socket(f"if(++n===2){{{fill()}}}"))), after=2.5, sign=False,
          routes={"/socket": _speaking_twice}),
)  # fmt: skip


async def _pieces(visit: Visit) -> AsyncIterator[bytes]:
    yield b"[1"
    for number in range(4):
        await visit.pause(0.3)
        yield f",{number}".encode()
    yield b"]"
