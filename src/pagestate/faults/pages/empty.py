# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages with nothing on them."""

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import document, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault, html

__all__ = ["PAGES"]

BROKEN = document(
    "Tally", '<div id="root"></div><script>document.getElementById("rooot").innerHTML="<h1>Tally</h1>"</script>'
)
HIDDEN = document("Offers", '<div style="display:none"><h1>Offers</h1><p>All of them.</p></div>')
WHITE_ON_WHITE = document(
    "Kampagne", '<div style="height:100vh;background:#7c2d12"></div>', lang="de", css="body{margin:0}"
)
CANVAS = document(
    "Map",
    '<canvas id="map" width="1400" height="900"></canvas><script>const c=document.getElementById("map").getContext("2d");'
    'c.fillStyle="#dbeafe";c.fillRect(0,0,1400,900)</script>',
    css="body{margin:0;background:#dbeafe}",
)


def _frame(visit: Visit) -> Answer:
    to = visit.url("maps.saltmarsh-gis", "/bins")
    return document(
        "Collection map",
        f'<iframe src="{to}" title="Map" width="100%" height="640" style="border:0"></iframe>',
        css="body{margin:0}",
    )


def _late(visit: Visit) -> Answer:
    return ordinary(brands.FJORD) if visit.count > 1 else html("")


PAGES: tuple[FaultPage, ...] = (
    fault("empty-blank", "void-ledgerline", "empty_page.blank", "An empty body", "200, no byte.", always(""), path="/report"),
    fault("empty-blank-document", "page-ledgerline", "empty_page.blank", "A document without content", "200, html and a title.",
          document("Report", ""), path="/report"),
    fault("empty-blank-script", "poll-wexbridge", "empty_page.blank", "A script that throws before it draws", "200, console error.",
          BROKEN, path="/"),
    fault("empty-blank-hidden", "offers-aurorarail", "empty_page.blank", "All of it hidden", "200, display: none.", HIDDEN,
          path="/offers"),
    fault("empty-near-blank", "tmp-ledgerline", "empty_page.near_blank", "Three characters", "200.", "<html><body>n/a</body></html>",
          path="/x"),
    fault("empty-near-blank-null", "null-ledgerline", "empty_page.near_blank", "The word null", "200 from a template.",
          document("", "null"), path="/customer"),
    fault("empty-colour", "kampagne-kornblume", "empty_page.one_colour", "One colour over the whole window", "200, brown.",
          WHITE_ON_WHITE, path="/herbst", language="de"),
    fault("empty-colour-canvas", "map-saltmarsh", "empty_page.one_colour", "A map without tiles", "200, a canvas of one colour.",
          CANVAS, path="/map"),
    fault("empty-204", "ack-ledgerline", "empty_page.no_content", "204", "No content on purpose.",
          lambda _v: Response(status_code=204), path="/ack"),
    fault("empty-205", "reset-ledgerline", "empty_page.no_content", "205", "Reset content.",
          lambda _v: Response(status_code=205), path="/ack"),
    fault("empty-204-expected", "beacon-ledgerline", "goal_achieved", "204, as expected", "The only expectation is the status.",
          lambda _v: Response(status_code=204), path="/beacon", expect=("status == 204",), group="trap"),
    fault("empty-frame", "recycling-saltmarsh", "empty_page.blocked_frame", "The content's frame refuses to be framed",
          "200; the framed host sends X-Frame-Options.", _frame, path="/map",
          routes={"maps.saltmarsh-gis/bins": always(ordinary(brands.TIDES), 200, {"x-frame-options": "DENY"})}),
    fault("empty-recovers", "saimaan-sauna", "empty_page.blank", "Blank the first time only", "Then the page, in Finnish.",
          _late, path="/kiukaat", language="fi", steps="retry_with_longer_delay done", final="content"),
)  # fmt: skip
