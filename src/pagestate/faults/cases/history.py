# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Field cases that only more than one look can judge."""

import math
from datetime import UTC, datetime

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, card, document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault, html, json_answer, move
from pagestate.faults.pages.errors import nginx

__all__ = ["PAGES"]

SLOW = document(
    "Slow down",
    "<h1>Slow down</h1><p>You have asked for many pages in a short time. Anonymous visitors get sixty an hour; sign in for more.</p>"
    + "<!-- -->" * 80,
)
CODELOFT = Brand(
    name="Codeloft", headline="", story=(), nav=("Explore", "Topics", "Trending"), foot=("Terms",), accent="#1f2328"
)
REPOSITORIES = {
    "/p/1": ("lamp-oil", "Counts the hours that a lighthouse burned and orders oil before it runs out."),
    "/p/2": ("gull-census", "A form for counting birds on a pier, and the sums for the society that asked for them."),
    "/p/3": ("rope-splice", "Drawings of twelve splices with the steps under each, ready for the printer."),
    "/p/4": ("tide-tables", "Reads harbour tables and says when to leave. Forty-one commits, three authors, one tide."),
}
PRIVATE = document("Forbidden", "<h1>This is a private repository</h1><p>Its owner decides who may see it.</p>")


def _throttled(visit: Visit) -> Answer:
    until = visit.memory.get("until")
    if until is not None and visit.elapsed >= until:
        visit.memory.clear()
        until = None
    if until is None:
        visit.memory["seen"] = visit.memory.get("seen", 0) + 1
        if visit.memory["seen"] <= 3:
            name, about = REPOSITORIES[visit.path]
            return full(CODELOFT, name, f"<h1>{name}</h1><p>{about}</p>")
        until = visit.memory["until"] = visit.elapsed + 60
    reset = math.ceil(visit.now + (until - visit.elapsed) * visit.scale)
    return html(SLOW, 403, {"x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": str(reset)})


def _build(version: str) -> str:
    return full(
        Brand(
            name="Agent Weave",
            headline="",
            story=(),
            nav=("Runs", "Agents", "Costs"),
            foot=("Docs",),
            accent="#0e7490",
            layout="sidebar",
        ),
        "Health",
        f"<h1>Everything runs</h1><p>Twelve agents, no queue, last run a minute ago.</p><p class='small'>build {version}</p>",
        head=f'<meta name="build" content="{version}">',
    )


def _alternates(visit: Visit) -> Answer:
    return _build("0.3.1" if visit.elapsed < 20 and visit.count % 2 else "0.3.2")


PORTAL = {
    "/": ("c31", "Welcome", "The portal opens at seven and closes at ten."),
    "/orders": ("c31-orders", "Orders", "Nine orders came in today, most of them rope."),
    "/team": ("c31-team", "Team", "Five people, one dog, two boats."),
    "/help": ("c31-help", "Help", "Write to us, or call between nine and four."),
}
_PORTAL = Brand(
    name="Portal", headline="", story=(), nav=("Orders", "Team", "Help"), foot=("Imprint",), accent="#155e75"
)


def _window(visit: Visit) -> Answer | None:
    left = 90 - visit.elapsed
    # Everyone sees it once, however late: a short window must not be over before the sixth page is asked for.
    if left <= 0 and visit.count > 1:
        return None
    headers = {"x-app-maintenance": "1", "retry-after": str(visit.told(max(left, 1)))}
    until = datetime.fromtimestamp(visit.now + visit.told(max(left, 1)), UTC)
    if visit.path.startswith("/api/"):
        return json_answer({"maintenance": True, "until": f"{until:%Y-%m-%dT%H:%M:%SZ}"}, 503, headers)
    text = f"<h1>Planned maintenance</h1><p>The portal is closed for planned maintenance until {until:%H:%M:%S} UTC. You need not do anything.</p>"
    return html(card(_PORTAL, "Planned maintenance", text), 503, headers)


def _portal(visit: Visit) -> Answer:
    _, heading, text = PORTAL[visit.path]
    return _window(visit) or full(_PORTAL, heading, f"<h1>{heading}</h1><p>{text}</p>")


def _portal_api(visit: Visit) -> Answer:
    return _window(visit) or json_answer({"orders": 9})


def _portal_broken(visit: Visit) -> Answer:
    return _window(visit) or html(
        card(_PORTAL, "Error", "<h1>Something broke</h1><p>The report could not be built. Error 500.</p>"), 500
    )


def _ticket_queue(visit: Visit) -> Answer:
    ticket = visit.cookies.get("__cfwaitingroom")
    key = f"queue {ticket}"
    renewals = visit.memory.get(key, -1.0) + 1 if ticket else 0.0
    ticket = ticket or f"w{visit.count}"
    visit.memory[f"queue {ticket}"] = renewals
    if renewals >= 3:
        return full(
            Brand(
                name="Hall Nine",
                headline="",
                story=(),
                nav=("Concerts", "Hall", "Tickets"),
                foot=("Terms",),
                accent="#831843",
            ),
            "Tickets",
            "<h1>Choose your seats</h1><div id='seatmap' style='height:220px;background:repeating-linear-gradient(90deg,#fbcfe8 0 18px,#fff 18px 26px)'>"
            "Stalls and balcony</div><p>From £18. Children under twelve sit for half the price.</p>",
        )
    if "application/json" in visit.headers.get("accept", "") and "text/html" not in visit.headers.get("accept", ""):
        return json_answer({"waitTime": 2, "refreshIntervalSeconds": 20})
    # Renewing sooner would race the visitor's patience at small scales.
    response = html(
        document("Hall Nine", "<h1>You are in line</h1><p>Estimated wait: 2 minutes. This page renews itself.</p>"), 200,
        {"refresh": str(max(5, visit.told(20)))},
    )  # fmt: skip
    response.set_cookie("__cfwaitingroom", ticket)
    return response


_LINKS = "".join(
    f"<li><a href='http://feed.adfield.test/?q={n}'>{text}</a></li>"
    for n, text in enumerate(
        (
            "Travel Blog",
            "Start a Blog",
            "Blog Hosting",
            "Cheap Flights",
            "Web Design",
            "Photo Books",
            "Journal",
            "Hotels",
            "Cameras",
            "Visa",
        )
    )
)
PARKED = document(
    "old-blog.test",
    f"<h3>old-blog.test</h3><p>Related searches:</p><ul>{_LINKS}</ul><p style='font-size:11px'>The domain old-blog.test may be for sale. Ask about it.</p>",
    head='<meta name="robots" content="index,follow"><script async src="http://feed.adfield.test/park.js"></script>',
)
_BUILD = ("count(\"meta[name=build][content='0.3.2']\") >= 1",)


def _empty(_visit: Visit) -> Answer:
    return Response("", media_type="text/javascript")


PAGES: tuple[FaultPage, ...] = (
    fault("c09", "code.test", "captcha.rate_limited", "403 after three visits, with a quota in the header", "The fourth GET in 60 s is refused until the stated reset.",
          _throttled, path="/p/4", before=("/p/1", "/p/2", "/p/3"), routes={"/p/*": _throttled}, goal="h1 present", expect=('text contains "tide-tables"',),
          steps="wait_for_site done", final="goal_achieved", group="case"),
    fault("c09-twin", "code.test", "error_page.forbidden", "403 at the first visit, without a quota", "A private repository.", always(PRIVATE, 403),
          path="/private", goal="h1 present", expect=('text contains "tide-tables"',), group="case"),
    fault("c28", "rollout.test", "goal_failed.expectation", "A rollout that alternates between two builds", "For 20 s old and new answer in turn, then only the new one.",
          _alternates, path="/", goal="build 0.3.2", expect=_BUILD, settle_for_s=60, steps="retry_with_longer_delay done", final="goal_achieved", group="case"),
    fault("c28-twin", "rollout.test", "goal_failed.expectation", "A deploy that shipped nothing", "The old build for ever, and no window.",
          always(_build("0.3.1")), path="/still", goal="build 0.3.2", expect=_BUILD, group="case"),
    *(fault(case, "portal.test", "maintenance.scheduled", f"A window of 90 s over the whole site: {path}", "503 with a marker, the end of the window and Retry-After.",
            _portal, path=path, goal=heading, expect=(f'text contains "{text[:24]}"',), window="portal", steps="wait_for_site done", final="goal_achieved",
            group="case") for path, (case, heading, text) in PORTAL.items()),
    fault("c31-api", "portal.test", "maintenance.scheduled", "A window of 90 s over the whole site: /api/orders", "503 in JSON.", _portal_api, path="/api/orders",
          expect=('json("orders") == 9',), window="portal", steps="wait_for_site done", final="goal_achieved", group="case"),
    fault("c31-broken", "portal.test", "maintenance.scheduled", "A page that is broken before and after the window", "503 inside it, 500 afterwards.", _portal_broken,
          path="/broken", goal="the report", expect=('text contains "Report"',), window="portal",
          steps="wait_for_site retry_with_longer_delay retry_with_longer_delay mark_as_failed", final="error_page.server_error", group="case"),
    fault("c31-twin", "portal.test", "error_page.gateway", "503 without any word of a window", "A bare proxy's page.", always(nginx("503 Service Temporarily Unavailable"), 503),
          path="/elsewhere", goal="Welcome", expect=('text contains "Welcome"',), group="case"),
    fault("c40", "event.test", "interstitial.waiting_room", "A virtual queue that renews itself", "Three renewals with the same cookie, then the seats.", _ticket_queue,
          path="/tickets", goal="the seat map", expect=('visible("#seatmap")',), steps="wait_for_site wait_for_site wait_for_site done", final="goal_achieved",
          group="case"),
    fault("c41", "old-blog.test", "domain_mismatch.parked", "Parked on a sibling of the same domain", "302 to ww1, then links to an ad host.",
          lambda v: move(v.url("ww1.old-blog", v.path)), path="/blog/11/post", routes={
              "/*": lambda v: move(v.url("ww1.old-blog", v.path)), "ww1.old-blog/*": PARKED, "feed.adfield/park.js": _empty},
          goal="the post", expect=('title ~ "Eleven days in Oulu"',), group="case"),
    fault("c51", "app.test", "capture_failed.network_changed", "A healthy page, while the visitor's network changes",
          "The server cannot bring this about: the test aborts the first request in the browser.", ordinary(brands.AURORA), path="/", goal="h1 present",
          expect=('count("h1") >= 1',), steps="retry_with_longer_delay done", final="goal_achieved", group="case"),
)  # fmt: skip
