# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Field cases in which the proof lies in what the page calls."""

from pagestate.faults.furniture import Brand, document, full
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, html, json_answer
from pagestate.faults.transport import WireResponse, head

__all__ = ["PAGES"]

CONSOLE = Brand(
    name="Console",
    headline="",
    story=(),
    nav=("Projects", "Members", "Usage"),
    foot=("Docs",),
    layout="sidebar",
    accent="#1f2937",
)


def _console(endpoint: str) -> str:
    return full(
        CONSOLE,
        "",
        "<div id='app'></div>",
        after=f"<script>window.__endpoint='{endpoint}'</script><script src='/app.js'></script>",
    )


_APP = (
    "fetch(window.__endpoint,{method:'POST',body:'{}'}).then(r=>r.json()).then(r=>{const a=document.getElementById('app');"
    "if(r.data&&r.data.project){document.title=r.data.project;a.innerHTML='<h1>'+r.data.project+'</h1>';return}"
    "history.replaceState({},'','/404');document.title='Page not found';a.innerHTML='<h1>Page not found</h1><p>There is nothing under this address.</p>'})"
)


def _upstream(data: object) -> Handler:
    async def answer(visit: Visit) -> Answer:
        await visit.pause(0.8)
        return json_answer(data)

    return answer


ROLES = full(
    CONSOLE,
    "Roles",
    "<h1>Roles</h1><div id='list'><p>…</p></div>",
    after="<script>fetch('/api/me');fetch('/api/orgs/1');fetch('/api/infra/roles').then(async r=>{if(!r.ok)document.getElementById('list').innerHTML="
    "'<div role=\"alert\" class=\"notice\">The roles could not be fetched from the infra server: '+(await r.json()).error+'</div>'})</script>",
)


def _index(build: str) -> str:
    return document(
        "Orders", '<div id="root"></div>', head=f'<script type="module" src="/assets/Orders-{build}.js"></script>'
    )


def _orders(visit: Visit) -> Answer:
    return _index("OLD" if visit.count == 1 else "NEW")


_RENDER = "document.getElementById('root').innerHTML='<h1>Orders</h1><p>Eleven orders are on their way, and two wait for a courier.</p>'"


def _inbox(calls: str, ready: str = "fetch('/api/mails').then(r=>r.json())") -> Handler:
    def answer(visit: Visit) -> Answer:
        return full(
            Brand(
                name="Postkorb",
                headline="",
                story=(),
                nav=("Inbox", "Sent", "Archive"),
                foot=("Help",),
                layout="sidebar",
                accent="#1e3a8a",
            ),
            "Inbox",
            "<h1>Inbox</h1><ul id='mails' aria-busy='true'><li>Loading mail…</li></ul><p class='small' id='clock'></p>",
            after=f"<script>setInterval(()=>document.getElementById('clock').textContent=new Date().toLocaleTimeString(),{visit.ms(1000)});"
            f"{ready}.then(m=>{{const l=document.getElementById('mails');l.removeAttribute('aria-busy');"
            f"l.innerHTML=m.map(t=>'<li class=mail>'+t+'</li>').join('');{calls}}})</script>",
        )

    return answer


_POLL = "let n=0;(function poll(){fetch('/poll?n='+n++).then(poll,()=>0)})();setInterval(()=>navigator.sendBeacon('/beacon','x'),2000)"
_MAILS = [f"Letter {n} from the harbour office" for n in range(1, 13)]


async def _mails(visit: Visit) -> Answer:
    await visit.pause(0.4)
    return json_answer(_MAILS)


async def _poll(visit: Visit) -> Answer:
    await visit.pause(25)
    return json_answer({"new": 0})


def _never(_visit: Visit) -> Answer:
    return WireResponse(head("200 OK", "content-type: application/json", "transfer-encoding: chunked"), end="hold")


def _from_cache(visit: Visit) -> Answer:
    made = f"new Promise(r=>setTimeout(()=>r(Array.from({{length:12}},(_,i)=>'Letter '+(i+1))),{visit.ms(700)}))"
    answer = _inbox("", made)(visit)
    assert isinstance(answer, str)  # noqa: S101 - a page of ours, always text
    return answer


CITIZEN = full(
    Brand(
        name="Moonrise DAO",
        headline="",
        story=(),
        nav=("Citizens", "Teams", "Votes"),
        foot=("Charter",),
        accent="#4338ca",
    ),
    "Become a citizen",
    "<div id='gate'><p>One moment…</p></div>",
    after='<script>const show=ok=>document.getElementById(\'gate\').innerHTML=ok?\'<h1>Become a citizen</h1><form id="registration"><input name="name" '
    "placeholder=\"Name\"><button>Register</button></form>':'<h1>Not available in your region</h1><p>Citizenship is not offered where you are.</p>';"
    "fetch(location.pathname.replace('/citizen','/api/geo/country')).then(r=>r.ok?r.json():Promise.reject()).then(g=>show(!g.restricted),()=>show(false))</script>",
)


def _geo_fails(visit: Visit) -> Answer:
    if visit.elapsed < 25:
        return json_answer({"error": "lookup unavailable"}, 503)
    return json_answer({"country": "FR", "restricted": False})


async def _geo_hangs(visit: Visit) -> Answer:
    if visit.elapsed < 25:
        await visit.pause(5)
        return json_answer({"error": "timeout"}, 504)
    return json_answer({"country": "FR", "restricted": False})


DOWN = document(
    "Maintenance",
    "<main style='max-width:32rem;margin:18vh auto;font:18px Georgia'><h1>The site is down for maintenance</h1><p>We are working on the database and expect "
    "to be back in a few minutes.</p></main>",
)
_FORM = ('count("#registration") >= 1',)

PAGES: tuple[FaultPage, ...] = (
    fault("c05", "console.test", "error_page.server_error", "Says not found because a query failed", "A 200 with an errors array after 800 ms, then a script moves to /404.",
          _console("/graphql"), path="/project/7", goal="Project Seven", expect=('text contains "Project Seven"',), group="case", routes={
              "/app.js": always(_APP, 200, None, "text/javascript"),
              "/graphql": _upstream({"data": None, "errors": [{"message": "upstream timed out"}]})}),
    fault("c05-twin", "console.test", "error_page.not_found", "Says not found because there is none", "The query is answered: project is null, no errors.",
          _console("/graphql/8"), path="/project/8", goal="Project Eight", expect=('text contains "Project Eight"',), group="case",
          routes={"/graphql/8": _upstream({"data": {"project": None}})}),
    fault("c22", "auto.test", "goal_failed.app_error_banner", "Another server's 401 inside a good session", "The own session's calls answer 200.", ROLES,
          path="/orgs/1/roles", goal="at least one role", expect=('count("#list li") >= 1',), group="case", routes={
              "/api/me": always('{"name":"Priya"}', 200, None, "application/json"), "/api/orgs/1": always('{"name":"Wexbridge"}', 200, None, "application/json"),
              "/api/infra/roles": always('{"error":"remote server rejected our key"}', 401, None, "application/json")}),
    fault("c30", "orders.test", "error_page.chunk_load", "A missing script is answered with the page itself", "White, though every answer is 200; whole after one reload.",
          _orders, path="/", goal="h1 Orders", expect=('text contains "Orders"',), steps="retry_with_longer_delay done", final="goal_achieved", group="case",
          routes={"/assets/Orders-OLD.js": always(_index("OLD")), "/assets/Orders-NEW.js": always(_RENDER, 200, None, "text/javascript")}),
    fault("c30-broken", "orders.test", "error_page.chunk_load", "The same, and no reload helps", "The deploy is broken.",
          _index("GONE"), path="/archive", goal="h1 Orders", expect=('text contains "Orders"',), group="case",
          routes={"/assets/Orders-GONE.js": always(_index("GONE"))}),
    fault("c36", "mail.test", "goal_achieved", "Long polling without end", "The rows come after 400 ms; a held request, a beacon and a clock go on.", _inbox(_POLL),
          path="/inbox", goal="12 rows", expect=('count("li.mail") >= 12',), group="case", routes={
              "/api/mails": _mails, "/poll": _poll, "/beacon": always("", 204)}),
    fault("c36-twin", "mail.test", "loading_timeout.spinner", "The same page, and its list never comes", "The held request is the one the list waits for.",
          _inbox("", "fetch('/api/mails/stuck').then(r=>r.json())"), path="/inbox/stuck", goal="12 rows", expect=('count("li.mail") >= 12',), group="case",
          routes={"/api/mails/stuck": _never}),
    fault("c36-cache", "mail.test", "goal_achieved", "Filled by a timer, without any request", "Idle from the start, ready after 700 ms.", _from_cache,
          path="/inbox/cached", goal="12 rows", expect=('count("li.mail") >= 12',), group="case"),
    fault("c38", "dao.test", "error_page.server_error", "“Not in your region”, because a look-up failed", "The look-up answers 503 for 25 s, then 200.", CITIZEN,
          path="/citizen", goal="the registration form", expect=_FORM, steps="retry_with_longer_delay done", final="goal_achieved", group="case",
          routes={"/api/geo/country": _geo_fails}),
    fault("c38-hangs", "dao.test", "error_page.server_error", "The same, the look-up times out after 5 s", "Then 504; for 25 s.", CITIZEN, path="/slow/citizen",
          goal="the registration form", expect=_FORM, steps="retry_with_longer_delay done", final="goal_achieved", group="case",
          routes={"/slow/api/geo/country": _geo_hangs},
          xfail="The message comes after 5 s; a visitor with two seconds of patience still sees the page loading."),
    fault("c38-twin", "dao.test", "interstitial.region", "Really not in your region", "The look-up says restricted.", CITIZEN, path="/fr/citizen",
          goal="the registration form", expect=_FORM, group="case", routes={"/fr/api/geo/country": always('{"country":"FR","restricted":true}', 200, None, "application/json")}),
    fault("c53", "gateway.test", "goal_failed.expectation", "A health page that says critical with 200", "JSON; the mission asks for two more looks.",
          lambda _v: json_answer({"status": "critical", "checks": {"db": "down"}}), path="/healthcheck", goal="the status is ok",
          expect=('json("status") == "ok"',), on={"goal_failed": (2, 30)},
          steps="retry_with_longer_delay retry_with_longer_delay mark_as_failed", group="case"),
    fault("c53-home", "gateway.test", "maintenance.maintenance", "The site behind that health page", "503 with Retry-After: 300; the third wait would pass the page's deadline.",
          lambda v: html(DOWN, 503, {"retry-after": str(v.told(300))}), path="/", steps="wait_for_site wait_for_site alert_human", group="case"),
    fault("c53-up", "gateway.test", "goal_achieved", "The proxy's own health page", "200 OK throughout.", always("OK", 200, None, "text/plain"), path="/up",
          expect=('text contains "OK"', "status == 200"), group="case"),
)  # fmt: skip
