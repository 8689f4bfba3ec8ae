# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Timed pages that change by themselves: timers, workers, redirects, clocks."""

from starlette.responses import Response

from pagestate.faults.model import Answer, Handler, Visit
from pagestate.faults.timed import (
    HELLO,
    LAST,
    PARTS,
    RICH,
    TURNS,
    Timed,
    answer_after,
    bare_page,
    dressed,
    fill,
    script,
    timed,
)

__all__ = ["TIMED"]

SLOT = "<div id='slot'></div>"


def _carousel(visit: Visit) -> Answer:
    slides = "['Low water at six','The crane is back','Fees for winter','A seal on the mole']"
    return dressed(
        HELLO + RICH + PARTS + "<div id='slide' style='height:5rem'>Low water at six</div>",
        script(f"let n=0;const s={slides};setInterval(()=>{{slide.innerHTML='<b>'+s[++n%4]+'</b>'}},{visit.ms(700)});ready()"),
    )  # fmt: skip


def _clock(visit: Visit) -> Answer:
    return bare_page(
        HELLO + PARTS + "<p>It is <time id='t'></time></p>"
        + script(f"const tick=()=>{{t.textContent=new Date().toISOString()}};tick();setInterval(tick,{visit.ms(250)});ready()")
    )  # fmt: skip


def _slow_clock(visit: Visit) -> Answer:
    return dressed(
        HELLO + PARTS + "<p>It is <time id='t'></time></p>",
        script(f"function tick(){{t.textContent=new Date().toLocaleTimeString();setTimeout(tick,{visit.ms(1000)})}}tick();ready()"),
    )  # fmt: skip


def _ticker(visit: Visit) -> Answer:
    return dressed(
        HELLO + RICH + PARTS + "<h2>Radio</h2><ol id='log'></ol>",
        script(f"let n=0;setInterval(()=>{{const l=document.createElement('li');l.textContent='Call '+(++n)+' on channel nine';log.append(l)}},{visit.ms(300)});ready()"),
    )  # fmt: skip


def _gauges(visit: Visit) -> Answer:
    return dressed(
        HELLO + PARTS + "<div id='g' style='display:grid;grid-template-columns:repeat(8,1fr)'></div>",
        script("for(let i=0;i<64;i++){const d=document.createElement('span');d.textContent=100+i;g.append(d)}ready();"
               f"setInterval(()=>{{for(let i=0;i<9;i++)g.children[Math.random()*64|0].textContent=100+(Math.random()*899|0)}},{visit.ms(90)})"),
    )  # fmt: skip


def _timer(ms: int, then: str, body: str = HELLO + RICH + SLOT) -> Handler:
    def answer(visit: Visit) -> Answer:
        return dressed(body, script(f"setTimeout(()=>{{{then}}},{visit.ms(ms)})"))

    return answer


def _redirect(visit: Visit) -> Answer:
    return bare_page(
        "<h1>Harbour office</h1><p>We have moved next door.</p>"
        + script(f"setTimeout(()=>location.replace('/new/berths'),{visit.ms(1100)})")
    )


def _blank(visit: Visit) -> Answer:
    return bare_page(
        "<div id='slot'></div>" + script(f"setTimeout(()=>{{{fill(content=HELLO + PARTS)}}},{visit.ms(5000)})")
    )


def _written(visit: Visit) -> Answer:
    whole = bare_page(HELLO + PARTS + "<script>ready()<\\/script>").replace("</script>", "<\\/script>").replace("`", "")
    return bare_page(
        "<p>Harbour office</p>"
        + script(f"setTimeout(()=>{{document.open();document.write(`{whole}`);document.close()}},{visit.ms(700)})")
    )


def _task(visit: Visit) -> Answer:
    busy = f"const end=performance.now()+{visit.ms(1200)};while(performance.now()<end);{fill()}"
    return dressed(HELLO + SLOT, script(f"setTimeout(()=>{{{busy}}},{visit.ms(120)})"))


def _worker(_visit: Visit) -> Answer:
    return dressed(HELLO + RICH + SLOT, script(f"new Worker('/sum.js').onmessage=()=>{{{fill()}}}"))


def _sum(visit: Visit) -> Answer:
    return Response(f"setTimeout(()=>postMessage(1),{visit.ms(1000)})", media_type="text/javascript")


def _counting(visit: Visit) -> Answer:
    return dressed(
        HELLO + RICH + SLOT,
        script(f"let n=0;const i=setInterval(()=>{{if(++n===4){{clearInterval(i);{fill()}}}}},{visit.ms(300)})"),
    )


def _frames(_visit: Visit) -> Answer:
    return dressed(
        HELLO + RICH + SLOT,
        script(f"let n=0;(function step(){{if(++n===70){{{fill()}}}else requestAnimationFrame(step)}})()"),
    )


def _whisper(visit: Visit) -> Answer:
    inner = f"<script>setTimeout(()=>parent.postMessage(1,'*'),{visit.ms(1100)})</script>"
    return dressed(HELLO + RICH + SLOT + f"<iframe srcdoc=\"{inner}\" style='position:absolute;width:1px;height:1px;border:0'></iframe>",
                   script(f"addEventListener('message',()=>{{{fill()}}})"))  # fmt: skip


def _rows(visit: Visit) -> Answer:
    add = "const r=document.createElement('li');r.textContent='Berth '+(++n)+', with water and current at the post';list.append(r);"
    run = f"let n=0;(function more(){{{add}if(n<24)setTimeout(more,{visit.ms(60)});else{{list.insertAdjacentHTML('afterend','<p>{LAST}</p>');ready()}}}})()"
    return dressed(HELLO + "<ol id='list'></ol>", script(run))


def _shadow(_visit: Visit) -> Answer:
    make = f"customElements.define('berth-list',class extends HTMLElement{{connectedCallback(){{const s=this.attachShadow({{mode:'closed'}});fetch('/berths.json').then(()=>{{s.innerHTML='{PARTS.replace(chr(39), '')}';ready()}})}}}})"
    return dressed(HELLO + "<berth-list></berth-list>", script(make))


TIMED: tuple[Timed, ...] = (
    timed("carousel", "tidewick-one", "A carousel", "All is there; a slide changes every 700 ms.", _carousel, after=0.1, quiet=False),
    timed("clock", "tidewick-two", "A clock", "All is there; its time is written four times a second.", _clock, after=0.1, quiet=False),
    timed("slow-clock", "tidewick-three", "A clock that sets its own timer", "All is there; each tick sets the next a second ahead.", _slow_clock, after=0.1, quiet=False),
    timed("ticker", "tidewick-four", "A log that grows for ever", "All is there; a short line comes every 300 ms.", _ticker, after=0.1, quiet=False),
    timed("gauges", "tidewick-five", "Sixty-four gauges", "All is there; nine of them change every 90 ms.", _gauges, after=0.1, quiet=False),
    timed("timer", "tidewick-six", "A late timer", "Looks finished; more rows come after 1.3 s, and only a timer knows.", _timer(1300, fill()), after=1.4, sign=False),
    timed("redirect", "tidewick-seven", "A late redirect by script", "A few words, and after 1.1 s another page.", _redirect, after=1.3, routes={"/new/berths": dressed(HELLO + PARTS, script("ready()"))}),
    timed("refresh", "tidewick-eight", "A meta refresh", "After a second another page.", bare_page("<p>One harbour office for both towns.</p>", head="<meta http-equiv='refresh' content='1;url=/new/berths'>"),
          after=1.2, routes={"/new/berths": dressed(HELLO + PARTS, script("ready()"))}),
    timed("blank", "tidewick-nine", "Nothing for 5 s", "A white page that a timer fills.", _blank, after=5.1, verdict="loading_timeout.shell", steps="retry_with_longer_delay done", final="content"),
    timed("write", "tidewick-ten", "Written anew by script", "After 700 ms document.write puts another document in its place.", _written, after=0.8),
    timed("turning", "tidewick-eleven", "Turns for ever", "A ring that turns; nothing else is under way.", dressed("<h1>Berths</h1><div class='turn' role='presentation'></div>", css=TURNS), after=0.0,
          quiet=False, verdict="loading_timeout.spinner"),
    timed("task", "tidewick-twelve", "A long task", "A script keeps the page busy for 1.2 s.", _task, after=1.4),
    timed("worker", "tidewick-thirteen", "A worker", "Looks finished; a worker sends its answer after a second.", _worker, after=1.1, sign=False, routes={"/sum.js": _sum}),
    timed("counting", "tidewick-fourteen", "The fourth tick", "Looks finished; the fourth tick of a timer brings the rows after 1.2 s.", _counting, after=1.3, sign=False),
    timed("painting", "tidewick-fifteen", "The seventieth frame", "Looks finished; rows come after seventy frames, more than a second.", _frames, after=1.2, sign=False),
    timed("whisper", "tidewick-sixteen", "A message from a hidden frame", "Looks finished; a frame that nobody sees sends a message after 1.1 s.", _whisper, after=1.2, sign=False),
    timed("rows", "tidewick-seventeen", "Rows, one by one", "Twenty-four rows, each 60 ms after the last.", _rows, after=1.7),
    timed("shadow", "tidewick-eighteen", "Content in a closed shadow tree", "A call of 900 ms fills it.", _shadow, after=1.0, routes={"/berths.json": answer_after(0.9)}),
    timed("busy", "tidewick-nineteen", "Marked busy", "A region says that it is busy, until a timer fills it after 1.2 s.",
          _timer(1200, fill() + "document.querySelector('#slot').removeAttribute('aria-busy')", HELLO + RICH + "<div id='slot' aria-busy='true' style='min-height:6rem'></div>"), after=1.3),
    timed("slow-timer", "tidewick-twenty", "A very late timer", "A few words that look finished; more rows come after 2.6 s, and only a timer knows.", _timer(2600, fill(), HELLO + SLOT), after=2.7, sign=False),
    timed("slow-refresh", "tidewick-twentyone", "A slow meta refresh", "After three seconds another page.", bare_page("<p>One harbour office for both towns.</p>", head="<meta http-equiv='refresh' content='3;url=/new/berths'>"),
          after=3.2, routes={"/new/berths": dressed(HELLO + PARTS, script("ready()"))}),
)  # fmt: skip
