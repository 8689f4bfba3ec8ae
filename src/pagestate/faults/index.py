# ruff: noqa: E501 - styles and markup read best unbroken
"""The index: all pages, what each does and the verdict it should get."""

from collections.abc import Iterable
from html import escape
from itertools import groupby

from pagestate.faults.model import FaultPage, Ports
from pagestate.states import PageState

__all__ = ["catalog_json", "index_html"]

_HUES: dict[PageState, str] = {
    PageState.GOAL_ACHIEVED: "#15803d",
    PageState.CONTENT: "#0f766e",
    PageState.GOAL_FAILED: "#b91c1c",
    PageState.AUTH_WALL: "#6d28d9",
    PageState.CAPTCHA: "#a21caf",
    PageState.ERROR_PAGE: "#b91c1c",
    PageState.MAINTENANCE: "#b45309",
    PageState.DOMAIN_MISMATCH: "#be123c",
    PageState.REDIRECT_LOOP: "#c2410c",
    PageState.LOADING_TIMEOUT: "#1d4ed8",
    PageState.EMPTY_PAGE: "#475569",
    PageState.INTERSTITIAL: "#4338ca",
    PageState.CAPTURE_FAILED: "#7f1d1d",
    PageState.UNEXPECTED: "#525252",
}
_SAYS: dict[PageState, str] = {
    PageState.GOAL_ACHIEVED: "this is the page, and the goal holds",
    PageState.CONTENT: "an ordinary page that loaded, traps included",
    PageState.GOAL_FAILED: "the right page, but the goal does not hold",
    PageState.AUTH_WALL: "asks to log in or sign up first",
    PageState.CAPTCHA: "asks whether the visitor is human, or refuses it as a bot",
    PageState.ERROR_PAGE: "an error instead of the page",
    PageState.MAINTENANCE: "down on purpose, come back later",
    PageState.DOMAIN_MISMATCH: "another site than the one asked for",
    PageState.REDIRECT_LOOP: "never arrives, or ends far from where it should",
    PageState.LOADING_TIMEOUT: "still loading",
    PageState.EMPTY_PAGE: "nothing there",
    PageState.INTERSTITIAL: "a gate that is neither login nor bot check",
    PageState.CAPTURE_FAILED: "the browser gets nothing",
    PageState.UNEXPECTED: "none of these, or not sure enough",
}
_ARROWS = {
    "done": "done",
    "retry_with_longer_delay": "retry",
    "retry_with_auth": "with session",
    "wait_for_site": "wait",
    "mark_as_failed": "failed",
    "alert_human": "a person",
}
_CSS = """
:root{--ink:#1b1f24;--soft:#5c6570;--line:#e3e1da;--paper:#fbfaf6;--card:#fff;--link:#14532d}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#a3a8ad;--line:#33373c;--paper:#16181b;--card:#1d2024;--link:#86efac}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,'Segoe UI','Noto Sans',sans-serif}
header{padding:3.2rem 4vw 1.4rem;max-width:1280px;margin:0 auto}h1{font:600 2.5rem/1.1 Georgia,'Noto Serif',serif;margin:0 0 .6rem}
header p{max-width:46rem;color:var(--soft);margin:.4rem 0;font-size:1.02rem}code{font:.92em ui-monospace,'SFMono-Regular',Menlo,monospace}
.bar{position:sticky;top:0;z-index:5;background:var(--paper);border-block:1px solid var(--line)}.bar>div{max-width:1280px;margin:0 auto;
padding:.7rem 4vw;display:flex;gap:.8rem;align-items:center;flex-wrap:wrap}.bar input{flex:1 1 16rem;font:inherit;padding:.5rem .8rem;border-radius:8px;
border:1px solid var(--line);background:var(--card);color:inherit}.bar output{color:var(--soft);min-width:7.5rem}nav{max-width:1280px;margin:0 auto;
padding:1.1rem 4vw 0;display:flex;flex-wrap:wrap;gap:.45rem}nav a{text-decoration:none;color:inherit;border:1px solid var(--line);background:var(--card);
border-radius:99px;padding:.2rem .75rem;font-size:.87rem}nav a b{color:var(--hue);font-weight:600}main{max-width:1280px;margin:0 auto;padding:0 4vw 5rem}
section{margin-top:2.6rem;scroll-margin-top:4.5rem}h2{font:600 1.35rem Georgia,'Noto Serif',serif;margin:0 0 .9rem;display:flex;gap:.7rem;align-items:baseline;
flex-wrap:wrap}h2 i{width:.75rem;height:.75rem;border-radius:3px;background:var(--hue);align-self:center}h2 small{font:400 .92rem system-ui,sans-serif;
color:var(--soft)}ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(355px,1fr));gap:.8rem}
li{background:var(--card);border:1px solid var(--line);border-inline-start:4px solid var(--hue);border-radius:10px;padding:.85rem 1rem;display:flex;
flex-direction:column;gap:.3rem;min-width:0}li a{color:var(--ink);font-weight:600;text-decoration:none}li a:hover{color:var(--link);text-decoration:underline}
li p{margin:0;color:var(--soft);font-size:.91rem}.meta{display:flex;flex-wrap:wrap;gap:.35rem;margin-top:auto;padding-top:.35rem;font-size:.79rem}
.meta span{border:1px solid var(--line);border-radius:6px;padding:.05rem .45rem;color:var(--soft)}.meta .verdict{border-color:transparent;color:#fff;
background:var(--hue)}.meta .end{color:#15803d;border-color:#15803d66}.url{font:.77rem ui-monospace,Menlo,monospace;color:var(--soft);overflow-wrap:anywhere}
header a{color:var(--link)}@media(prefers-color-scheme:dark){nav a b{color:color-mix(in srgb,var(--hue) 55%,#fff)}.meta .end{color:#86efac}}
section.none,li.none{display:none}footer{border-top:1px solid var(--line);padding:1.6rem 4vw;color:var(--soft);text-align:center}
"""
_SCRIPT = """
const box=document.querySelector('input'),out=document.querySelector('output'),rows=[...document.querySelectorAll('li')];
function show(){const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;
for(const row of rows){const hit=words.every(word=>row.dataset.text.includes(word));row.classList.toggle('none',!hit);n+=hit}
for(const part of document.querySelectorAll('section'))part.classList.toggle('none',!part.querySelector('li:not(.none)'));
out.textContent=n+' of '+rows.length+' pages'}
box.addEventListener('input',show);show();
"""


def catalog_json(pages: Iterable[FaultPage], *, ports: Ports, scale: float) -> dict[str, object]:
    """Return the catalogue for programs: a row per page, with its address on this server."""
    rows = [
        {
            "id": page.id,
            "url": ports.url_of(page),
            "title": page.title,
            "about": page.about,
            "group": page.group,
            "state": page.state,
            "kind": page.kind,
            "steps": page.steps,
            "final_state": page.ends_as[0],
            "final_kind": page.ends_as[1],
            "language": page.language,
            "goal": page.goal,
            "expect": page.expect,
            "aliases": page.aliases,
            "before": page.before,
            "consent": page.consent,
            "timeout_s": page.timeout_s,
            "xfail": page.xfail,
        }
        for page in pages
    ]
    return {"scale": scale, "count": len(rows), "pages": rows}


def _steps(page: FaultPage) -> str:
    parts: list[str] = []
    for name, same in groupby(page.steps):
        count = len(list(same))
        parts.append(_ARROWS.get(name, str(name)) + (f" ×{count}" if count > 1 else ""))
    return " → ".join(parts)


def _row(page: FaultPage, url: str) -> str:
    end = f'<span class="end">ends as {page.ends_as[0]}</span>' if page.final_state else ""
    goal = (
        f"<p>Expects {' and '.join(f'<code>{escape(text)}</code>' for text in page.expect)}</p>" if page.expect else ""
    )
    case = f"<span>case {escape(page.id)}</span>" if page.group == "case" else ""
    text = f"{page.id} {page.title} {page.about} {page.verdict} {page.language} {page.group} {url}".lower()
    return (
        f'<li id="{escape(page.id)}" data-text="{escape(text)}"><a href="{escape(url)}">{escape(page.title)}</a>'
        f"<p>{escape(page.about)}</p>{goal}<span class='url'>{escape(url)}</span>"
        f'<div class="meta"><span class="verdict">{escape(page.kind or str(page.state))}</span><span>{escape(_steps(page))}</span>{end}'
        f"<span>{escape(page.language)}</span>{case}</div></li>"
    )


def index_html(pages: Iterable[FaultPage], *, ports: Ports, scale: float) -> str:
    """Return the index page."""
    rows = list(pages)
    by_state = [(state, [page for page in rows if page.state is state]) for state in _HUES]
    nav = "".join(
        f'<a href="#{state}" style="--hue:{_HUES[state]}"><b>{state}</b> {len(found)}</a>' for state, found in by_state
    )
    sections = "".join(
        f'<section id="{state}" style="--hue:{_HUES[state]}"><h2><i></i>{state}<small>{_SAYS[state]}</small></h2><ul>'
        + "".join(_row(page, ports.url_of(page)) for page in found)
        + "</ul></section>"
        for state, found in by_state
    )
    languages = len({page.language for page in rows})
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>pagestate faults</title><style>{_CSS}</style></head><body><header><h1>Every way a page can go wrong</h1>"
        f"<p>{len(rows)} pages in {languages} languages, each in one state on purpose, with the verdict it should get and the steps that "
        "should follow. Point a browser, a monitor or an agent at them and see what it says.</p>"
        f"<p>Times run at {scale:g} × their length. <code>POST /__reset</code> makes the site forget all visits, "
        "<code>POST /__reset?page=ID</code> those of one page. For programs: <a href='/catalog.json'>catalog.json</a>. Addresses that end in "
        "<code>.test</code> need a browser that was told where they are; the server prints how.</p></header>"
        f'<nav>{nav}</nav><p></p><div class="bar"><div><input type="search" placeholder="Find: soft_404 ja, consent, spinner …" '
        f'aria-label="Find pages"><output></output></div></div><main>{sections}</main><footer>Every page here is made up. None belongs to a real '
        f"site.</footer><script>{_SCRIPT}</script></body></html>"
    )
