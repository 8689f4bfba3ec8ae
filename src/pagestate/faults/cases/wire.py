# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Field cases about statuses, redirects, headers and cut answers."""

import base64

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import bare, card, full, ordinary
from pagestate.faults.model import Answer, FaultPage, FaultSession, Handler, Visit, always, fault, html, move
from pagestate.faults.pages.errors import nginx
from pagestate.faults.pages.network import PDF
from pagestate.faults.transport import WireResponse, head

__all__ = ["PAGES"]

OK = full(
    brands.SLATE,
    "Drafts",
    "<h1>Drafts</h1><p>Three drafts wait for you: the minutes, the offer, the farewell speech.</p>",
)


def _calendar(visit: Visit) -> Answer:
    return move(visit.path, 307, {"set-cookie": f"TSPD_101={visit.count:08x}a7; Max-Age=5; Path=/"})


def _plants_cookie(visit: Visit) -> Answer:
    if visit.cookies.get("seen"):
        return full(
            brands.TIDES, "Market stalls", "<h1>Market stalls</h1><p>Forty stalls, every Thursday on the square.</p>"
        )
    return move(visit.path, 302, {"set-cookie": "seen=1; Path=/shop"})


REFUSED = (
    "<html><head><title>Denied</title></head><body><p>Your request was denied.</p>"
    + "<!-- -->" * 108
    + "</body></html>"
)
TO_SIGNUP = "<html><head><title>…</title></head><body><script>location.href='/signup'</script></body></html>"
JOIN = card(
    brands.SLATE,
    "Join to see this profile",
    "<h1>Join to see this profile</h1><p>Make your free account to see who you know.</p><form><label><span>E-mail</span><input type='email'></label>"
    "<label><span>Choose a password</span><input type='password' autocomplete='new-password'></label><button>Agree and join</button></form>",
)


def _raw_999(body: str) -> Handler:
    def answer(_visit: Visit) -> Answer:
        data = body.encode()
        return WireResponse(head("999 Request denied", "content-type: text/html", f"content-length: {len(data)}"), data)

    return answer


SLOW_DOWN = bare("429", "<h1>429</h1><p>Too many requests from your address.</p>")


def _retry(seconds: float, status: int, kind: str, body: str) -> Handler:
    def answer(visit: Visit) -> Answer:
        left = seconds - visit.elapsed
        if left <= 0:
            return bare(
                "Feed", "<h1>Feed</h1><p>ready</p><p>All 31 entries are loaded and the index is up to date.</p>"
            )
        told = {
            "date": visit.told_date(left),
            "past": visit.told_date(-86400 / visit.scale),
            "fraction": "0.493",
            "word": "soon",
            "day": "86400",
        }[kind]
        return html(body, status, {"retry-after": told})

    return answer


def _to(address: str, status: int = 301) -> Handler:
    return lambda _v: move(address, status)


def _page_a(visit: Visit) -> Answer:
    canonical = f"https://www.shop.test{visit.path}"
    body = full(
        brands.MARROW,
        "A",
        "<h1>A</h1><p>Everything that starts with A: aprons, apple corers and the ash spoon.</p>",
        head=f'<link rel="canonical" href="{canonical}">',
    )
    return html(
        body, 200, {"strict-transport-security": "max-age=300"} if visit.request.url.scheme == "https" else None
    )


def _staging(visit: Visit) -> Answer:
    wanted = "Basic " + base64.b64encode(b"review:blue-door").decode()
    if visit.headers.get("authorization") == wanted:
        return ordinary(brands.KORNBLUME)
    return Response(status_code=401, headers={"www-authenticate": 'Basic realm="staging"', "content-length": "0"})


_ROWS = "".join(f"<tr><td>{n}</td><td>Brook Street Bakery</td><td>£{n * 3}</td></tr>" for n in range(1, 51))
REPORT = full(brands.LEDGER, "Orders", f"<h1>Orders</h1><table><tbody>{_ROWS}</tbody></table>")


def _report(visit: Visit) -> Answer:
    if visit.count > 1:
        return REPORT
    part = REPORT[: REPORT.index("</tr>") + 5].encode()
    return WireResponse(
        head("200 OK", "content-type: text/html; charset=utf-8", "transfer-encoding: chunked"),
        f"{len(part):x}\r\n".encode() + part + b"\r\n",
        0.2 * visit.pace,
    )


def _long_header(_visit: Visit) -> Answer:
    data = REPORT.encode()
    return WireResponse(
        head("200 OK", "content-type: text/html; charset=utf-8", f"content-length: {len(data) + 700}"), data, 0.05
    )


def _early(_visit: Visit) -> Answer:
    return WireResponse(
        b"HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload; as=style\r\n\r\n",
        head("200 OK", "content-type: text/html; charset=utf-8"),
        OK.encode(),
    )


def _validated(visit: Visit) -> Answer:
    if visit.headers.get("if-none-match"):
        return Response(status_code=304, headers={"etag": '"d3"'})
    return html(OK, 200, {"etag": '"d3"', "cache-control": "no-cache"})


LIST = full(
    brands.LEDGER,
    "Invoices",
    "<h1>Invoices</h1><ul><li><a href='/invoice/3'>Invoice 3</a></li><li><a href='/invoice/4'>Invoice 4</a></li></ul>",
)
BIG_PDF = PDF + b"%" + b"0" * 30_000 + b"\n"


def _untyped(_visit: Visit) -> Answer:
    data = bytes(range(256)) * 40
    return WireResponse(
        b"HTTP/1.1 200 OK\r\nconnection: close\r\n" + f"content-length: {len(data)}\r\n\r\n".encode(), data
    )


LOGIN_AS_PDF = card(
    brands.LEDGER,
    "Log in",
    "<h1>Log in to see this invoice</h1><form method='post'><label><span>E-mail</span><input type='email'></label><label><span>Password</span>"
    "<input type='password'></label><button>Log in</button></form>",
)
_READY = ('text contains "ready"',)
_DRAFTS = ('text contains "Drafts"',)

PAGES: tuple[FaultPage, ...] = (
    fault("c06", "app.test", "empty_page.no_content", "204 in a tab that showed another page", "First /ok, then /save, which answers 204.",
          lambda _v: Response(status_code=204), path="/save", before=("/ok",), routes={"/ok": OK}, goal="the draft is saved", expect=('text contains "Saved"',), group="case"),
    fault("c06-expected", "app.test", "goal_achieved", "204, and nothing else was expected", "The only expectation is the status.",
          lambda _v: Response(status_code=204), path="/save-quietly", before=("/ok",), expect=("status == 204",), group="case"),
    fault("c06-205", "app.test", "empty_page.no_content", "205 in a tab that showed another page", "First /ok, then 205.",
          lambda _v: Response(status_code=205), path="/reset", before=("/ok",), expect=('text contains "Saved"',), group="case"),
    fault("c06-103", "app.test", "goal_achieved", "Early hints before the 200", "103, then the page.", _early, path="/early", expect=_DRAFTS, group="case"),
    fault("c06-304", "app.test", "goal_achieved", "304 on revalidation", "200 first, 304 when the tab comes back.", _validated, path="/drafts",
          before=("/drafts",), expect=_DRAFTS, group="case"),
    fault("c12", "gov.test", "redirect_loop.loop", "Redirects to itself with an ever new cookie", "307 to the same address, whatever cookie comes back.",
          _calendar, path="/calendar", goal="a table of dates", expect=('count("table tr") >= 2',), group="case"),
    fault("c12-twin", "gov.test", "goal_achieved", "Redirects to itself once, to plant a cookie", "302 with a cookie, 200 when it comes back.",
          _plants_cookie, path="/shop", expect=('text contains "Market stalls"',), group="case"),
    fault("c13", "net.test", "captcha.access_denied", "The made-up status 999", "Every path of the host says 999 Request denied.", _raw_999(REFUSED),
          path="/in/someone", routes={"/*": _raw_999(REFUSED)}, goal="the person's name in the heading", expect=('text contains "Ada Marsh"',), group="case"),
    fault("c13-418", "net.test", "captcha.access_denied", "418 for a visitor that is not wanted", "The same short text under 418.", always(REFUSED, 418),
          path="/in/teapot", group="case"),
    fault("c13-420", "net.test", "captcha.access_denied", "420 for a visitor that is not wanted", "The same short text under 420.", always(REFUSED, 420),
          path="/in/calm", group="case"),
    fault("c13-405", "net.test", "captcha.access_denied", "405 on a plain GET", "The same short text under 405.", always(REFUSED, 405),
          path="/in/method", group="case"),
    fault("c13-twin", "net.test", "auth_wall.signup", "999 whose script moves on to a sign-up wall", "The document shown in the end has status 200.",
          _raw_999(TO_SIGNUP), path="/in/other", routes={"/signup": JOIN}, group="case"),
    fault("c14", "api.test", "captcha.rate_limited", "429, Retry-After a date 40 s ahead", "Until then 429, then `ready`.", _retry(40, 429, "date", SLOW_DOWN),
          path="/a", expect=_READY, steps="wait_for_site done", final="goal_achieved", group="case"),
    fault("c14-fraction", "api.test", "captcha.rate_limited", "429, Retry-After: 0.493", "For 1 s, then `ready`.", _retry(1, 429, "fraction", SLOW_DOWN),
          path="/b", expect=_READY, steps="wait_for_site done", final="goal_achieved", group="case"),
    fault("c14-word", "api.test", "error_page.gateway", "503, Retry-After: soon", "A bare proxy's page for 5 s, then `ready`.",
          _retry(5, 503, "word", nginx("503 Service Temporarily Unavailable")), path="/c", expect=_READY, steps="retry_with_longer_delay done",
          final="goal_achieved", group="case"),
    fault("c14-past", "api.test", "captcha.rate_limited", "429, Retry-After in the past", "For 5 s, then `ready`.", _retry(5, 429, "past", SLOW_DOWN),
          path="/d", expect=_READY, steps="wait_for_site done", final="goal_achieved", group="case"),
    fault("c14-day", "api.test", "captcha.rate_limited", "429, Retry-After a whole day", "Longer than any deadline: ends now, with that reason.",
          _retry(86_400, 429, "day", SLOW_DOWN), path="/e", expect=_READY, steps="alert_human", group="case"),
    fault("c18", "shop.test", "goal_achieved", "http, https, www and a slash: one clean chain", "301 to https with the port written out, 308 to www, 200.",
          lambda v: _to("https://shop.test:443/a")(v) if v.request.url.scheme == "http" else move("https://www.shop.test/a/", 308), path="/a?ref=1",
          routes={"www.shop/a/": _page_a}, goal="h1 A", expect=('visible("h1")', 'text contains "apple corers"', 'url.path == "/a/"'), group="case"),
    fault("c18-home", "shop.test", "redirect_loop.bounced_home", "The same chain, but the path is lost", "Ends at the start page.",
          lambda v: _to("https://shop.test:443/b")(v) if v.request.url.scheme == "http" else move("https://www.shop.test/", 308), path="/b",
          routes={"www.shop/": ordinary(brands.MARROW)}, goal="h1 B", expect=('title ~ "^B"',), group="case"),
    fault("c18-down", "shop.test", "goal_achieved", "The same chain, with http on the last hop", "Achieved, with a note on security.",
          lambda v: _to("https://shop.test:443/c")(v) if v.request.url.scheme == "http" else move("http://shop.test/c/", 308), path="/c",
          routes={"/c/": _page_a}, goal="h1 A", expect=('text contains "apple corers"',), group="case"),
    fault("c18-off", "shop.test", "domain_mismatch.off_domain", "Ends on shop.test.evil.test", "A name that only begins like the one asked for.",
          lambda v: move(v.url("shop.test.evil", "/d")), path="/d", routes={"shop.test.evil/d": _page_a}, goal="h1 A",
          expect=('text contains "apple corers"',), group="case"),
    fault("c26", "stage.test", "auth_wall.http_auth", "401 with Basic and no body", "A blank document in one browser, an exception in another.", _staging,
          path="/staging", goal="h1 present", expect=('count("h1") >= 1',), group="case"),
    fault("c26-twin", "stage.test", "auth_wall.http_auth", "401 with credentials at hand", "User `review`, password `blue-door`.", _staging, path="/staging/in",
          goal="h1 present", expect=('count("h1") >= 1',), session=FaultSession(username="review", password="blue-door", check="status == 200"),  # noqa: S106
          steps="retry_with_auth done", final="goal_achieved", group="case"),
    fault("c26-wrong", "stage.test", "auth_wall.http_auth", "401 again after the credentials were sent", "The profile's check fails, so they are not tried again.", _staging,
          path="/staging/wrong", expect=('count("h1") >= 1',), session=FaultSession(username="review", password="red-door", check="status == 200"),  # noqa: S106
          steps="alert_human", group="case"),
    fault("c33", "app.test", "loading_timeout.partial", "Cut in the middle of a chunked answer", "Title, heading and one row, then the end; whole the next time.",
          _report, path="/report", goal="all orders", expect=('text contains "Orders"', 'count("tbody tr") >= 50'), steps="retry_with_longer_delay done",
          final="goal_achieved", group="case"),
    fault("c33-heading", "app.test", "loading_timeout.partial", "Cut, though what was asked for has arrived", "Only the heading is expected.",
          _report, path="/report/short", goal="h1 Orders", expect=('text contains "Orders"',), steps="retry_with_longer_delay done",
          final="goal_achieved", group="case"),
    fault("c33-twin", "app.test", "goal_achieved", "A Content-Length that is merely wrong", "The body ends in its closing tag and has all 50 rows.", _long_header,
          path="/report/long", goal="all orders", expect=('count("tbody tr") >= 50',), group="case"),
    fault("c34", "app.test", "capture_failed.download", "A PDF after a list, in the same tab", "The tab keeps showing the list.",
          always(BIG_PDF, 200, None, "application/pdf"), path="/invoice/3", before=("/list",), routes={"/list": LIST}, goal="invoice 3 opens",
          expect=('text contains "Invoice 3"',), group="case"),
    fault("c34-attachment", "app.test", "capture_failed.download", "HTML as attachment", "Content-Disposition decides.",
          always(LIST, 200, {"content-disposition": "attachment; filename=invoice.html"}), path="/invoice/4", before=("/list",),
          expect=('text contains "Invoice 3"',), group="case"),
    fault("c34-octets", "app.test", "capture_failed.download", "application/octet-stream", "Bytes of no known type.",
          always(bytes(range(256)) * 100, 200, None, "application/octet-stream"), path="/invoice/5", before=("/list",), group="case"),
    fault("c34-untyped", "app.test", "capture_failed.download", "No Content-Type, binary bytes", "The browser has to guess.", _untyped, path="/invoice/6",
          before=("/list",), group="case"),
    fault("c34-twin", "app.test", "goal_achieved", "A PDF, as expected", "The expectation names its type.", always(BIG_PDF, 200, None, "application/pdf"),
          path="/invoice/7", before=("/list",), expect=('header("content-type") ~ "pdf"',), group="case"),
    fault("c34-login", "app.test", "auth_wall.login", "A login under .pdf", "text/html, judged as a page.", always(LOGIN_AS_PDF), path="/invoice/8.pdf",
          before=("/list",), group="case"),
)  # fmt: skip
