# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Timed pages on which the picture tells more than the document: images, fonts, canvas, video, animation."""

import base64
from functools import cache

from starlette.responses import Response

from pagestate.faults.model import Answer, Handler, Visit
from pagestate.faults.timed import HELLO, PARTS, RICH, Timed, dressed, late, script, timed

__all__ = ["TIMED"]

FONT = base64.b64decode(
    "AAEAAAAKAIAAAwAgT1MvMkT/RmYAAAEoAAAAYGNtYXAAXwG+AAABkAAAAPJnbHlmj2mPZwAAAowAAAA0aGVhZDEBlNAAAACsAAAANmhoZWEGpg"
    "MOAAAA5AAAACRobXR4A9QAUAAAAYgAAAAGbG9jYQAaAA0AAAKEAAAABm1heHAABAAGAAABCAAAACBuYW1l4ZcMmQAAAsAAAABdcG9zdAADAAAA"
    "AAMgAAAAIAABAAAAAQAAwaGgEF8PPPUAAwPoAAAAAOczqJoAAAAA5zOomgBQAAADNAK8AAAAAwACAAAAAAAAAAEAAAMg/zgAAAOEAFAAUAM0AA"
    "EAAAAAAAAAAAAAAAAAAAABAAEAAAACAAQAAQAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAwOEAZAABQAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAPz8/PwAAACAAfgMgAAAAAAMgAMgAAAAAAAAAAAAAAAAAAAAgAAADhABQAFAAAAAAAAIAAAADAAAAFA"
    "ADAAEAAAAUAAQA3gAAAAQABAABAAAAfv//AAAAIP//AAAAAQAEAAAAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEA"
    "AQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAA"
    "EAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAAAAAANABoAAAABAFAAAAM0"
    "ArwAAwAAMxEhEVAC5AK8/UQAAAEAUAAAAzQCvAADAAAzESERUALkArz9RAAAAAAEADYAAQAAAAAAAQAGAAAAAQAAAAAAAgAHAAYAAwABBAkAAQ"
    "AMAA0AAwABBAkAAgAOABlCbG9ja3NSZWd1bGFyAEIAbABvAGMAawBzAFIAZQBnAHUAbABhAHIAAAAAAwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAA=="
)
"""A TrueType font of one glyph, a block, for every letter; made for this site."""


@cache
def _drawing() -> bytes:
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360"><rect width="640" height="360" fill="#cfe5ea"/>'
        b'<path d="M0 250 Q160 210 320 250 T640 250 V360 H0Z" fill="#0e5a6d"/><circle cx="480" cy="90" r="42" fill="#f2c14e"/></svg>'
    )


def _after(seconds: float, body: bytes, media_type: str) -> Handler:
    async def answer(visit: Visit) -> Response:
        return await late(visit, seconds, body, media_type)

    return answer


def _image(seconds: float) -> Handler:
    return _after(seconds, _drawing(), "image/svg+xml")


def _canvas(visit: Visit) -> Answer:
    draw = "const c=document.querySelector('canvas').getContext('2d');c.fillStyle='#0e5a6d';for(let i=0;i<12;i++)c.fillRect(20+50*i,300-20*i,36,20*i+20);ready()"
    return dressed(
        HELLO + PARTS + "<canvas width='640' height='340'></canvas>",
        script(f"fetch('/tides.json').then(()=>setTimeout(()=>{{{draw}}},{visit.ms(500)}))"),
    )


def _fade(visit: Visit) -> Answer:
    css = f"#all{{opacity:0;animation:in {visit.ms(900)}ms ease-in forwards}}@keyframes in{{to{{opacity:1}}}}"
    return dressed(
        f"<div id='all'>{HELLO}{PARTS}</div>", script("document.querySelector('#all').onanimationend=ready"), css=css
    )


_TURNS = ".sail{width:90px;height:60px;background:#f2c14e;animation:s 3s linear infinite}@keyframes s{50%{transform:translateX(300px) rotate(20deg)}}"
_FACE = "@font-face{font-family:Blocks;src:url(/blocks.ttf);font-display:swap}h1,p,td{font-family:Blocks,sans-serif}"
_POSTER = "new PerformanceObserver(l=>{if(l.getEntriesByName(new URL('/poster.svg',location.href).href).length)ready()}).observe({type:'resource',buffered:true})"
_LOADED = "const all=[...document.images];Promise.all(all.map(i=>i.complete?0:new Promise(r=>i.onload=r))).then(ready)"

TIMED: tuple[Timed, ...] = (
    timed("animation", "mistral-quay-one", "An endless animation", "All is there; a yellow shape goes to and fro.", dressed(HELLO + RICH + PARTS + "<div class='sail'></div>", script("ready()"), css=_TURNS), after=0.1, quiet=False),
    timed("images", "mistral-quay-two", "Lazy images", "Three in the window, which take 700 ms, and more below.",
          dressed(HELLO + PARTS + "".join(f"<img src='/p{n}.svg' width='300' height='170' loading='lazy' alt='' style='margin:4px'>" for n in range(3)) + "<div style='height:5000px'></div><img src='/far.svg' loading='lazy' width='300' height='170' alt=''>",
                  script("const near=[...document.images].slice(0,3);Promise.all(near.map(i=>i.complete?0:new Promise(r=>i.onload=r))).then(ready)")), after=0.9,
          routes={**{f"/p{n}.svg": _image(0.7) for n in range(3)}, "/far.svg": _image(0.7)}),
    timed("picture", "mistral-quay-three", "Little but a picture", "It comes after 900 ms.", dressed("<figure><img src='/chart.svg' alt='' style='max-width:100%'><figcaption>The bay, seen from the mole. Berth 12 is free from noon</figcaption></figure>", script(_LOADED)), after=1.0, routes={"/chart.svg": _image(0.9)}),
    timed("font", "mistral-quay-four", "A web font that comes late", "The words stand at once and change their face after 800 ms.", dressed(HELLO + PARTS, script("document.fonts.load('16px Blocks').then(ready)"), css=_FACE), after=1.0,
          routes={"/blocks.ttf": _after(0.8, FONT, "font/ttf")}),
    timed("canvas", "mistral-quay-five", "A chart that is drawn late", "A call, half a second of thought, and then the drawing.", _canvas, after=1.0, routes={"/tides.json": _after(0.4, b"{}", "application/json")}),
    timed("poster", "mistral-quay-six", "A film's poster", "The still picture comes after 800 ms.", dressed(HELLO + PARTS + "<video poster='/poster.svg' width='640' height='360' preload='none'></video>", script(_POSTER)), after=0.9,
          routes={"/poster.svg": _image(0.8)}),
    timed("fade", "mistral-quay-seven", "Content that fades in", "It stands in the document from the start and is seen after 900 ms.", _fade, after=1.0),
    timed("style", "mistral-quay-eight", "A style sheet that comes late", "Nothing is painted before it comes, after 700 ms.", dressed(HELLO + PARTS, script("addEventListener('load',ready)"), head="<link rel='stylesheet' href='/late.css'>"), after=0.9,
          routes={"/late.css": _after(0.7, b"h1{letter-spacing:.02em}", "text/css")}),
    timed("plain", "mistral-quay-nine", "An ordinary page", "Nothing is late here.", dressed(HELLO + RICH + PARTS, script("ready()")), after=0.1),
    timed("background", "mistral-quay-ten", "A picture behind the words", "A large background comes after 800 ms.",
          dressed(f"<section style=\"background:#eef5f6 url(/bay.svg) center/cover;min-height:420px\">{HELLO}{PARTS}</section>", script(_POSTER.replace('poster', 'bay'))), after=0.9, routes={"/bay.svg": _image(0.8)}),
)  # fmt: skip
