# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Journeys that never arrive, or end at the start page."""

from pagestate.faults import brands
from pagestate.faults.furniture import document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, fault, html, move

__all__ = ["PAGES"]


def _long(visit: Visit) -> Answer:
    step = int(visit.query.get("step", "0"))
    return move(f"/journey?step={step + 1}")


def _reload(visit: Visit) -> Answer:
    body = "<div id='root'><p>Preparing your workspace…</p></div>"
    return document("Weave", body + f"<script>setTimeout(()=>location.reload(),{visit.ms(250)})</script>")


def _ping(visit: Visit) -> Answer:
    to = "/b" if visit.path.endswith("/a") else "/a"
    return document(
        "…",
        f"<p>Weiterleitung …</p><script>setTimeout(()=>location.href='/cockpit{to}',{visit.ms(150)})</script>",
        lang="de",
    )


def _refresh(_visit: Visit) -> Answer:
    return html(full(brands.TIDES, "Please wait", "<p>Loading your account…</p>"), 200, {"refresh": "0"})


def _hash_home(_visit: Visit) -> Answer:
    return document("Marrow & Pine", "<script>location.replace('/')</script>")


def _cookie_wall(visit: Visit) -> Answer:
    return move("/check", 302, {"set-cookie": f"probe={visit.count}; Path=/elsewhere"})


PAGES: tuple[FaultPage, ...] = (
    fault("redirect-loop", "round-saltmarsh", "redirect_loop.loop", "Two addresses that send to each other", "302 to and fro.",
          lambda _v: move("/pay"), path="/rent", routes={"/pay": lambda _v: move("/rent")}),
    fault("redirect-loop-www", "loops", "redirect_loop.loop", "With www and without, each sends to the other", "301 across hosts.",
          lambda v: move(v.url("www.loops", "/"), 301), path="/", routes={"www.loops/": lambda v: move(v.url("loops", "/"), 301)}),
    fault("redirect-loop-cookie", "shop-saltmarsh", "redirect_loop.loop", "A cookie check that can never pass",
          "Sets a cookie for a path that is never asked for, and sends back.", _cookie_wall, path="/check"),
    fault("redirect-too-many", "far-aurorarail", "redirect_loop.too_many", "More hops than a browser follows",
          "Every address sends on to the next number.", _long, path="/journey"),
    fault("redirect-home", "move-marrowpine", "redirect_loop.bounced_home", "Sent to the start page instead",
          "302 to /, which is a healthy page.", lambda _v: move("/"), path="/boards/walnut-xl",
          routes={"/": ordinary(brands.MARROW)}),
    fault("redirect-home-script", "spa-marrowpine", "redirect_loop.bounced_home", "Sent to the start page by a script",
          "200 with a script that replaces the address.", _hash_home, path="/spoons/tasting",
          routes={"/": ordinary(brands.MARROW)}),
    fault("redirect-home-nl", "stadspas-molen", "redirect_loop.bounced_home", "Sent to the start page, in Dutch",
          "301 to /.", lambda _v: move("/", 301), path="/kortingen/zwembad", language="nl", routes={"/": ordinary(brands.MOLEN)}),
    fault("redirect-reload", "loop-weave", "redirect_loop.reloading", "Reloads itself four times a second", "By a script.",
          _reload, path="/"),
    fault("redirect-loop-script", "cockpit-stadtverbund", "redirect_loop.loop", "Two pages that send to each other by script",
          "200 each; a script moves on.", _ping, path="/cockpit/a", language="de", routes={"/cockpit/*": _ping}),
    fault("redirect-reload-header", "account-saltmarsh", "redirect_loop.reloading", "Reloads itself by a header",
          "200 with `Refresh: 0`.", _refresh, path="/account"),
    fault("redirect-harmless", "trails-vyorsty", "content", "A harmless redirect", "301 to the same path with a slash.",
          lambda _v: move("/trails/", 301), path="/trails", language="ru", group="trap", routes={"/trails/": ordinary(brands.RASTRO)}),
    fault("redirect-locale", "intl-casanova", "content", "Sent to the language of the visitor", "302 from / to /it/.",
          lambda _v: move("/it/"), path="/", language="it", group="trap", routes={"/it/": ordinary(brands.CASANOVA)}),
)  # fmt: skip
