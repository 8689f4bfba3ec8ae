# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages that are still loading, or will be for ever."""

from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from pagestate.faults import brands
from pagestate.faults.furniture import document, full, header, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault, json_answer
from pagestate.faults.transport import WireResponse, head

__all__ = ["PAGES"]

_SPIN = ".spin{width:46px;height:46px;border:5px solid #0002;border-top-color:#4338ca;border-radius:50%;animation:r 1s linear infinite;"
_SPIN += "margin:20vh auto 1rem}@keyframes r{to{transform:rotate(1turn)}}body{font-family:system-ui;text-align:center}"
FOR_EVER = document(
    "Sprint 48", '<div id="root"><div class="spin" role="progressbar"></div><p>Loading…</p></div>', css=_SPIN
)
FOR_EVER_JA = document(
    "マイページ",
    '<div id="app"><div class="spin"></div><p>読み込み中です。しばらくお待ちください</p></div>',
    lang="ja",
    css=_SPIN,
)
BAR_PT = full(
    brands.BRISA, "Reservas", '<h1>Reservas</h1><p aria-busy="true">Carregando…</p><progress style="width:100%"></progress>'
)  # fmt: skip


def _spinner(visit: Visit) -> Answer:
    """Ask until the data is ready, as a page does that shows a job's result."""
    visit.memory["looks"] = visit.count
    rows = "<tr><td>Search rewrite</td><td>Review</td></tr><tr><td>Print sheet</td><td>Waiting</td></tr>"
    return full(
        brands.SLATE,
        "Sprint 48",
        '<div id="root"><div class="spin" role="progressbar" aria-label="Loading"></div><p>Loading cards…</p></div>',
        css=_SPIN.replace("body{font-family:system-ui;text-align:center}", ""),
        after="<script>const t=setInterval(async()=>{const r=await (await fetch('/cards')).json();if(!r.ready)return;clearInterval(t);"
        f"document.getElementById('root').innerHTML='<h1>Sprint 48</h1><table>{rows}</table>'}},{visit.ms(200)})</script>",
    )


def _ready(visit: Visit) -> Answer:
    return json_answer({"ready": visit.in_page >= 3 and visit.memory.get("looks", 0) > 1})


async def _hang(visit: Visit) -> Answer:
    return WireResponse(head("200 OK", "content-type: application/json", "transfer-encoding: chunked"), end="hold")


_BONES = (
    ".bone{background:linear-gradient(90deg,#e5e7eb,#f3f4f6,#e5e7eb);border-radius:6px;height:1.1rem;margin:.7rem 0;}"
)
_BONES += ".bone.big{height:9rem}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}"
SKELETON = full(
    brands.MARROW,
    "Boards",
    '<div class="grid" aria-busy="true">'
    + '<div><div class="bone big"></div><div class="bone"></div><div class="bone" style="width:60%"></div></div>' * 6
    + "</div>",
    css=_BONES,
    after="<script>fetch('/api/products').then(r=>r.json()).then(()=>document.querySelector('main').innerHTML='<h1>Boards</h1>')</script>",
)
SKELETON_PLAIN = document(
    "Feed",
    '<div class="skeleton"><div class="bone" style="width:40%"></div>'
    + '<div class="bone big"></div><div class="bone"></div>' * 3
    + "</div>",
    css=_BONES + "body{max-width:560px;margin:2rem auto}",
)


def _skeleton_resolves(visit: Visit) -> Answer:
    visit.memory["looks"] = visit.count
    return full(
        brands.YUNHE,
        "春茶",
        '<div id="list" aria-busy="true">' + '<div class="bone big"></div><div class="bone"></div>' * 3 + "</div>",
        css=_BONES,
        after="<script>const t=setInterval(async()=>{if(!(await (await fetch('/api/teas')).json()).ready)return;clearInterval(t);"
        "document.getElementById('list').removeAttribute('aria-busy');document.getElementById('list').innerHTML="
        f"'<h1>今年的春茶</h1><p>龙井 一百二十元</p><p>碧螺春 一百元</p><p>安吉白茶 九十元</p>'}},{visit.ms(200)})</script>",
    )


SHELL = document(
    "Tally",
    '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
    head='<script defer src="/static/js/runtime.js"></script>',
)
SHELL_DRESSED = document(
    "Ledgerline",
    f'<app-root>{header(brands.LEDGER)}<main id="outlet"></main></app-root>',
    css="header{padding:1rem}nav a{margin:1rem}",
)

_TABLE = "<table>" + "".join(f"<tr><td>{n}</td><td>Tidewater Boats</td><td>£{n * 17}</td></tr>" for n in range(1, 41))
_WHOLE = full(brands.LEDGER, "Statement", f"<h1>Statement for October</h1>{_TABLE}</table>").encode()


def _cut(_visit: Visit) -> Answer:
    part = _WHOLE[: len(_WHOLE) // 2]
    return WireResponse(
        head("200 OK", "content-type: text/html; charset=utf-8", "transfer-encoding: chunked"),
        f"{len(part):x}\r\n".encode() + part + b"\r\n",
        0.05,
    )


def _short(_visit: Visit) -> Answer:
    part = _WHOLE[: len(_WHOLE) // 2]
    return WireResponse(
        head("200 OK", "content-type: text/html; charset=utf-8", f"content-length: {len(_WHOLE)}"), part, 0.05
    )


def _cut_once(visit: Visit) -> Answer:
    return _cut(visit) if visit.count == 1 else _WHOLE.decode()


def _slow(visit: Visit) -> Answer:
    whole = ordinary(brands.NORDIC).encode()

    async def trickle() -> AsyncIterator[bytes]:
        for start in range(0, len(whole), len(whole) // 8):
            yield whole[start : start + len(whole) // 8]
            await visit.pause(0.15)

    return StreamingResponse(trickle(), media_type="text/html")


def _endless(visit: Visit) -> Answer:
    async def log() -> AsyncIterator[bytes]:
        yield b"<!doctype html><title>Build 2281</title><h1>Build 2281</h1><pre>"
        for line in range(6000):
            yield f"[{line:05d}] compiling module {line % 97}\n".encode()
            await visit.pause(0.1)

    return StreamingResponse(log(), media_type="text/html")


PAGES: tuple[FaultPage, ...] = (
    fault("loading-spinner", "sprint-slatework", "loading_timeout.spinner", "A spinner that never resolves",
          "200; its data call stays open for ever.", FOR_EVER.replace("</body>", "<script>fetch('/data')</script></body>"),
          path="/sprint/48", routes={"/data": _hang}),
    fault("loading-spinner-resolves", "cards-slatework", "loading_timeout.spinner", "A spinner that resolves after 3 s",
          "The data is ready 3 s after the first visit, at the second look (on the clock inside the page).", _spinner, path="/sprint/48",
          routes={"/cards": _ready}, steps="retry_with_longer_delay done", final="content"),
    fault("loading-spinner-ja", "himawari-mypage", "loading_timeout.spinner", "A spinner in Japanese", "200, no request at all.",
          FOR_EVER_JA, path="/mypage", language="ja"),
    fault("loading-bar-pt", "brisa-reservas", "loading_timeout.spinner", "A bar that never fills, in Portuguese",
          "200, in the site's dress.", BAR_PT, path="/reservas", language="pt-BR"),
    fault("loading-skeleton", "lists-marrowpine", "loading_timeout.skeleton", "Grey placeholders in the shop's dress",
          "The call for the products stays open.", SKELETON, path="/boards", routes={"/api/products": _hang}),
    fault("loading-skeleton-plain", "feed-wexbridge", "loading_timeout.skeleton", "Nothing but placeholders", "200, no text.",
          SKELETON_PLAIN, path="/feed"),
    fault("loading-skeleton-resolves", "yunhe-spring", "loading_timeout.skeleton", "Placeholders that fill after 3 s, in Chinese",
          "The data is ready 3 s after the first visit, at the second look (on the clock inside the page).", _skeleton_resolves, path="/spring",
          language="zh-CN", routes={"/api/teas": _ready}, steps="retry_with_longer_delay done", final="content"),
    fault("loading-shell", "vote-wexbridge", "loading_timeout.shell", "An application that never starts",
          "An empty root; the script is served and does nothing.", SHELL, path="/", routes={
              "/static/js/runtime.js": always("self.webpackChunktally=self.webpackChunktally||[];", 200, None, "text/javascript")}),
    fault("loading-shell-dressed", "next-ledgerline", "loading_timeout.shell", "A header, and nothing rendered below", "200.",
          SHELL_DRESSED, path="/overview"),
    fault("loading-cut", "statements-ledgerline", "loading_timeout.partial", "The body is cut off", "Chunked, closed in the middle.",
          _cut, path="/october"),
    fault("loading-short", "archive-ledgerline", "loading_timeout.partial", "Shorter than its Content-Length", "Closed half-way.",
          _short, path="/october"),
    fault("loading-cut-once", "mirror-ledgerline", "loading_timeout.partial", "Cut off the first time only", "Then whole.",
          _cut_once, path="/october", steps="retry_with_longer_delay done", final="content"),
    fault("loading-endless", "ci-weave", "loading_timeout.partial", "A body without end", "One line every tenth of a second.",
          _endless, path="/builds/2281", timeout_s=5.0),
    fault("loading-slow", "slow-norrskog", "content", "A slow body that arrives", "Trickles in for about a second.", _slow,
          path="/talt", language="sv", group="trap"),
)  # fmt: skip
