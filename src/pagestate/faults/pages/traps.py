# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Ordinary pages that look like trouble to a hasty reader. Every one of them is content."""

import struct
import zlib
from collections.abc import Mapping
from html import escape

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import SERIF, Brand, bare, document, full, ordinary, paragraphs
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, json_answer

__all__ = ["PAGES"]

HEADER_LOGIN = ordinary(
    brands.AURORA,
    css=".quick{display:flex;gap:.4rem;align-items:center}.quick input{width:9rem}.top .account{display:none}",
).replace(
    "</header>",
    '<form class="quick" method="post" action="/login"><input name="user" placeholder="E-mail" aria-label="E-mail"><input type="password" '
    'name="password" placeholder="Password" aria-label="Password"><button>Log in</button><a class="small" href="/forgot">Forgot?</a></form></header>',
)
CONTACT = full(
    brands.MARROW,
    "Contact",
    "<h1>Write to us</h1><p>We answer within two working days, and on Saturdays if the kettle is on.</p>"
    '<form method="post" style="max-width:34rem"><label><span>Your name</span><input name="name"></label><label><span>E-mail</span><input '
    'type="email" name="mail"></label><label><span>Message</span><textarea rows="6" name="text"></textarea></label>'
    '<div class="g-recaptcha" data-sitekey="6Lfault" style="width:304px;height:78px;border:1px solid #d3d3d3;background:#f9f9f9;padding:1.4rem">'
    "☐ I’m not a robot</div><p><button>Send</button></p></form>"
    "<h2>Visit the workshop</h2><p>Old Mill, Lower Yard. Open Thursday to Saturday, ten to four.</p>",
    head='<script async src="http://widgets.adfield.test/recaptcha/api.js"></script>',
)
ARTICLE_404 = full(
    Brand(name="Server Room Stories", headline="", story=(), nav=("Essays", "Tools", "Archive"), foot=("About", "RSS"), font=SERIF,
          layout="magazine", accent="#334155"),
    "A short history of “404 Not Found”",
    "<h1>A short history of “404 Not Found”</h1>"
    + paragraphs(
        "Few error messages have become household words. “404 Not Found” has, and most people who say it have never read the paper in "
        "which the number first appeared.",
        "The status came with the first drafts of the protocol, between 403 Forbidden and 405 Method Not Allowed. The page you are "
        "looking for does not exist: that is all it says, and it leaves open whether the page ever did.",
        "Designers soon found that a dead end is also a stage. There were lost astronauts, sad robots and poems. A good error page, most of "
        "them agreed, says what happened, offers a search and keeps the navigation in place.",
        "The opposite is the soft 404, which says “page not found” and means 200 OK. Crawlers have learned to distrust it, and "
        "people never noticed.",
    ),
)  # fmt: skip
DOCS_AUTH = full(
    brands.PIXELDOCK,
    "Authentication errors",
    "<h1>Authentication errors</h1><p>Every request to the API carries a token. When it does not, or when the token is wrong, the answer is "
    "one of these.</p><table><tr><th>Status</th><th>Message</th><th>What to do</th></tr><tr><td>401</td><td>Unauthorized: please sign in</td>"
    "<td>Send the token in the Authorization header.</td></tr><tr><td>401</td><td>Your session has expired</td><td>Ask for a new token; they live for an "
    "hour.</td></tr><tr><td>403</td><td>Access denied</td><td>The token lacks the scope.</td></tr><tr><td>429</td><td>Too many requests</td><td>"
    "Wait for the seconds in Retry-After.</td></tr></table><h2>Example</h2><pre>HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer\n\n"
    '{"error": "login required"}</pre><h2>Two-factor codes</h2><p>Interactive log-ins ask for a verification code. Tokens never do.</p>',
)
STATUS_PAGE = full(
    Brand(
        name="Slatework status",
        headline="",
        story=(),
        nav=("Current", "History", "Subscribe"),
        foot=("slatework",),
        accent="#15803d",
    ),
    "Status",
    "<h1>All systems operational</h1><table>"
    + "".join(f"<tr><td>{part}</td><td>Operational</td></tr>" for part in ("Boards", "Search", "Mail", "Imports"))
    + "</table><h2>Scheduled maintenance</h2><p>Database maintenance, 14 December, 02:00 to 04:00 UTC. During maintenance boards are read-only.</p>"
    "<h2>Past incidents</h2><ul><li>21 November: emergency maintenance of the mail queue. Completed.</li><li>9 November: scheduled maintenance. "
    "The service was temporarily unavailable for four minutes. Completed.</li><li>2 November: 502 Bad Gateway for some boards. Resolved.</li></ul>",
)
HIDDEN_MODAL = ordinary(
    brands.HARBOR,
    after='<div class="modal" role="dialog" style="display:none"><h2>Your session has expired</h2><p>Please log in again.</p><form><input '
    'type="password"><button>Log in</button></form></div><template><h1>Access denied</h1></template>',
)
FOOTER_LINKS = full(
    brands.LANTERN,
    brands.LANTERN.headline,
    f"<h1>{brands.LANTERN.headline}</h1>{paragraphs(*brands.LANTERN.story)}"
    "<aside class='small'><a href='/signin'>Sign in</a> / <a href='/signup'>Sign up</a> · Create an account to follow writers · Log in to comment</aside>",
)
THREE_LINES = "<html><head><title>uptime</title></head><body><p>web-3</p><p>up 41 days, 3:12</p><p>load 0.12 0.20 0.18</p></body></html>"
CHANGE_PASSWORD = full(
    brands.LEDGER,
    "Change password",
    "<h1>Change your password</h1><form style='max-width:22rem'><label><span>Current password</span><input type='password'></label><label><span>New "
    "password</span><input type='password'></label><label><span>Repeat it</span><input type='password'></label><button>Save</button></form>",
)
BOILERS = full(
    Brand(
        name="Brightwell Boilers",
        headline="",
        story=(),
        nav=("Maintenance", "Repairs", "Prices"),
        foot=("Contact",),
        accent="#9a3412",
    ),
    "Maintenance",
    "<h1>Maintenance</h1><p>We maintain boilers of every make. Scheduled maintenance takes an hour and keeps the warranty alive.</p><p>Is your "
    "heating down? Call us; most faults are mended the same day.</p><ul class='grid'><li>Yearly maintenance<br>£85</li><li>Maintenance plan<br>£9 a month</li></ul>",
)
BROKER = full(
    Brand(
        name="Namehall",
        headline="",
        story=(),
        nav=("Domains for sale", "Sell", "Appraisal"),
        foot=("Escrow", "Terms"),
        accent="#4c1d95",
    ),
    "Domains for sale",
    "<h1>Domains for sale this week</h1><p>Every name is held in escrow until the transfer is through.</p><table><tr><th>Domain</th><th>Price</th></tr>"
    + "".join(
        f"<tr><td>{name}</td><td>€{price}</td></tr>"
        for name, price in (("pumpkin.example", 900), ("harbour.example", 4200), ("oak.example", 7000))
    )
    + "</table>",
)
JEANS = full(
    Brand(
        name="Denim Nord",
        headline="",
        story=(),
        nav=("Jeans", "Jacken", "Sale"),
        foot=("Impressum",),
        lang="de",
        accent="#1e3a8a",
    ),
    "Modell 404",
    "<h1>Modell 404 – schmal, mittlere Leibhöhe</h1><p>Nicht gefunden, was passt? Unser Schneider kürzt jede Hose in zwei Tagen.</p>"
    "<p><b>89,00 €</b></p><button>In den Warenkorb</button><h2>Auch beliebt</h2><ul class='grid'><li>Modell 403</li><li>Modell 500</li></ul>",
)
GLOSSARY = full(
    brands.CIVIC,
    "What is a CAPTCHA?",
    "<h1>What is a CAPTCHA?</h1>"
    + paragraphs(
        "A CAPTCHA is a small test that asks you to prove you are not a robot: to tick a box, to pick out pictures of traffic lights, or to type letters.",
        "Our computer course on Tuesdays shows what to do when a site says “verify you are human”, and when not to trust it.",
        "You do not need one to borrow books.",
    ),
)
FRAMESET = (
    "<!DOCTYPE html><html><head><title>Saltmarsh Rowing Club</title></head><frameset cols='180,*'><frame src='/menu' name='menu'>"
    "<frame src='/home' name='main'><noframes>Your browser does not support frames.</noframes></frameset></html>"
)
SHADOW = document(
    "Tide table",
    "<tide-table></tide-table><script>customElements.define('tide-table',class extends HTMLElement{connectedCallback(){const r=this.attachShadow({mode:"
    "'open'});r.innerHTML='<h1>Tide table</h1><table><tr><th>High</th><td>05:12</td><td>17:40</td></tr><tr><th>Low</th><td>11:20</td><td>23:55"
    "</td></tr></table><p>Saltmarsh, Monday. Heights in metres above chart datum.</p>'}})</script>",
)
POLISH = "<html><head><title>Kronika</title></head><body><h1>Kronika miasteczka</h1><p>Żółta łódź zacumowała przy młynie w piątek rano.</p><p>Zgłoszenia do gazetki przyjmuje sołtys.</p></body></html>"
OUTAGE_ES = full(
    Brand(name="La Gaceta del Puerto", headline="", story=(), nav=("Local", "Economía", "Deportes"), foot=("Aviso legal",), lang="es", font=SERIF,
          layout="magazine", accent="#7f1d1d"),
    "La web del banco vuelve tras el mantenimiento",
    "<h1>La web del banco vuelve tras seis horas de mantenimiento</h1>"
    + paragraphs(
        "Miles de clientes vieron ayer el mensaje «Estamos en mantenimiento, vuelva más tarde» al intentar iniciar sesión.",
        "La entidad explica que una actualización del sistema duró más de lo previsto. El servicio no estuvo disponible entre las dos y las ocho.",
        "El error 503 apareció también en la aplicación, según los usuarios.",
    ),
)  # fmt: skip
DARK = document(
    "Lamp test",
    "<p style='position:absolute;left:12%;top:40%;font:22px Georgia'>A dark room, and one lamp in it. The exhibition opens at eight and closes when "
    "the candle is down.</p>",
    css="body{background:#0b0b0d;color:#77705f;margin:0}",
)
LIVE = ordinary(
    brands.SLATE,
    extra="<p>Online now: <b id='n'>3</b></p>",
    after="<script>setInterval(()=>{fetch('/presence');document.getElementById('n').textContent=2+Date.now()%3},700)</script>",
)
WAITLIST = full(
    brands.AURORA,
    "Coming soon",
    "<h1>Routes coming soon</h1><p>Four new lines open this year. You can book all others today.</p><ul class='grid'><li>Lofoten, from May</li><li>Gdańsk, "
    "from June</li><li>Oulu, from June</li><li>Stavanger, from September</li></ul><h2>On sale now</h2><ul class='grid'><li>Narvik, from €49</li><li>Luleå, from €44</li></ul>",
)
NEWSLETTER = ordinary(
    brands.LUMIERE,
    css=".pop{position:fixed;right:1.2rem;bottom:1.2rem;width:290px;background:#fff;border:1px solid #0002;border-radius:10px;padding:1rem}",
    after="<div class='pop'><b>−10 % sur votre première commande</b><p>Inscrivez-vous à la lettre.</p><input type='email'><button>Je m’inscris</button></div>",
)
AGE_ARTICLE = full(
    brands.TIDES,
    "Alcohol licences",
    "<h1>Alcohol licences</h1><p>You must be 18 or over to apply. Shops have to ask for proof of age: “Are you over 18?” is not enough.</p><p>Applications "
    "take 28 days. The fee depends on the size of the premises.</p><h2>How to apply</h2><p>Fill in form L4 and send it with a plan of the shop.</p>",
)


def _huge(_visit: Visit) -> Answer:
    line = "Sold a coil of rope, four cleats and a tin of varnish to the ferry; paid in part, the rest by the end of the month. "
    text = "".join(f"<p>{number}. {line * 7}</p>\n" for number in range(6_500))
    return full(brands.LEDGER, "All bookings", f"<h1>All bookings since 2009</h1>{text}")


def _picture(_visit: Visit) -> Answer:
    width, height = 320, 200
    rows = b"".join(b"\0" + bytes((x * 3 + y) % 256 for x in range(width) for _ in range(3)) for y in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    png = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    return Response(png, media_type="image/png")


def _trap(
    name: str,
    host: str,
    title: str,
    about: str,
    answer: Handler | str,
    path: str = "/",
    language: str = "en",
    routes: Mapping[str, Handler | str] | None = None,
) -> FaultPage:
    return fault(
        f"trap-{name}", host, "content", title, about, answer, path=path, language=language, group="trap", routes=routes
    )


PAGES: tuple[FaultPage, ...] = (
    _trap("header-login", "travel-aurorarail", "A login box in the header", "Two fields above an ordinary page.", HEADER_LOGIN),
    _trap("contact-captcha", "workshop-marrowpine", "A captcha widget in a contact form", "The widget guards the form, not the page.", CONTACT, "/contact"),
    _trap("article-404", "serverroom-stories", "An article about 404s", "“Not found” in the title and in every paragraph.", ARTICLE_404, "/404-history"),
    _trap("docs-auth", "manual-pixeldock", "Documentation of authentication errors", "401, 403 and 429 in a table.", DOCS_AUTH, "/api/errors"),
    _trap("status-page", "status-slatework", "A status page full of maintenance", "All systems operational.", STATUS_PAGE),
    _trap("hidden-modal", "cards-harborlight", "A hidden dialog: session expired", "In the source, never shown.", HIDDEN_MODAL, "/cards"),
    _trap("footer-links", "paper-evening-lantern", "Sign in / sign up below an article", "Links only.", FOOTER_LINKS, "/city"),
    _trap("json-health", "api-harrowgate", "A health endpoint", "JSON, four words.", lambda _v: json_answer({"status": "ok", "error": None, "uptime_s": 812}), "/health"),
    _trap("three-lines", "web3-saltmarsh", "A page of three lines", "Short, and all there is.", THREE_LINES),
    _trap("change-password", "me-ledgerline", "A form to change the password", "Three password fields, signed in.", CHANGE_PASSWORD, "/security"),
    _trap("boilers", "brightwell-boilers", "A firm that sells maintenance", "The word is its trade.", BOILERS, "/maintenance"),
    _trap("domain-broker", "namehall", "A shop that sells domains", "“For sale” is its trade.", BROKER, "/domains"),
    _trap("model-404", "denim-nord", "Jeans named 404, in German", "Numbers and “nicht gefunden” in a product text.", JEANS, "/jeans/404", "de"),
    _trap("captcha-article", "learn-harrowgate", "What is a CAPTCHA?", "An explanation.", GLOSSARY, "/glossary/captcha"),
    _trap("outage-news-es", "gaceta-puerto", "News about a bank's maintenance, in Spanish", "An article.", OUTAGE_ES, "/economia/banco", "es"),
    _trap("frameset", "rowing-saltmarsh", "A frameset", "The document has no text of its own.", FRAMESET, "/", routes={
        "/menu": bare("Menu", "<p><a href='/home'>Home</a></p><p><a href='/boats'>Boats</a></p>"),
        "/home": bare("Home", "<h1>Saltmarsh Rowing Club</h1><p>We row on Tuesdays at six, from the old slipway. Newcomers are welcome, boots are not.</p>")}),
    _trap("shadow", "tides-saltmarsh", "Content in a shadow tree", "The body has no text of its own.", SHADOW, "/tides"),
    _trap("encoding-pl", "kronika", "A page in an older encoding, in Polish", "ISO 8859-2, named in the header.", always(POLISH.encode("iso-8859-2"), 200, None, "text/html; charset=iso-8859-2"), "/kronika", "pl"),
    _trap("plain-text", "pixeldock", "Plain text", "text/plain, five lines.", always("Pixeldock 4.2\n\n* faster thumbnails\n* error pages can be styled\n* retries on 503\n", 200, None, "text/plain"), "/CHANGES.txt"),
    _trap("xml", "feed-evening-lantern", "An RSS feed", "XML, shown by the browser as a tree.", always(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>The Evening Lantern</title><item><title>River trams return</title></item></channel></rss>', 200, None, "application/xml"), "/rss"),
    _trap("picture", "pics-tidewater", "A picture by itself", "image/png.", _picture, "/gradient.png"),
    _trap("huge", "ledger-wexbridge", "A huge page", "More than 5 MB of text.", _huge, "/bookings"),
    _trap("dark", "lamp-tidewater", "A dark page with little text", "Nearly one colour.", DARK, "/exhibition"),
    _trap("live", "live-wexbridge", "A page that never stops asking", "Polls every 0.7 s.", LIVE, "/", routes={"/presence": always("{}", 200, None, "application/json")}),
    _trap("coming-soon-list", "routes-aurorarail", "Routes coming soon", "A part of the offer is not open yet; the page is.", WAITLIST, "/routes"),
    _trap("newsletter", "lettre-lumiere", "A newsletter box in the corner, in French", "Covers a corner.", NEWSLETTER, "/lampes", "fr"),
    _trap("age-article", "licences-saltmarsh", "A page about proof of age", "Asks nobody for it.", AGE_ARTICLE, "/licences"),
    _trap("plain-he", "nesher", "An ordinary page in Hebrew", "Right to left, with a login link.", ordinary(brands.NESHER), "/", "he"),
    _trap("plain-uk", "verba-sad", "An ordinary page in Ukrainian", "In the shop's dress.", ordinary(brands.VERBA), "/", "uk"),
    _trap("plain-hi", "sagar-craft", "An ordinary page in Hindi", "In the shop's dress.", ordinary(brands.SAGAR), "/", "hi"),
    _trap("plain-ko", "hana-studio", "An ordinary page in Korean", "In the studio's dress.", ordinary(brands.HANA), "/", "ko"),
    _trap("plain-cs", "syrinka-flute", "An ordinary page in Czech", "In the shop's dress.", ordinary(brands.SYRINKA), "/", "cs"),
    _trap("quotes", "forum-pixeldock", "A forum thread that quotes errors", "Stack traces and 502s in quotations.", full(
        brands.PIXELDOCK, "Uploads fail behind a proxy",
        "<h1>Uploads fail behind a proxy</h1><p><b>mara</b> wrote: since the update I get this.</p><pre>" + escape(
            'Traceback (most recent call last):\n  File "up.py", line 3, in <module>\nConnectionError: 502 Bad Gateway') +
        "</pre><p><b>joss</b> wrote: raise the body size in the proxy, the default is one megabyte. It says “Internal Server Error” in the log, but it is a 413.</p>"
        "<p><b>mara</b> wrote: that was it, thank you.</p>"), "/t/311"),
)  # fmt: skip
