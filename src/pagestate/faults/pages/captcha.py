# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Bot checks, refusals by a firewall, and limits of rate."""

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import bare, card, document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, html, json_answer

__all__ = ["PAGES"]

_MIDDLE = "body{margin:12vh auto;max-width:42rem;padding:0 1.5rem;font:17px/1.5 system-ui,sans-serif;color:#313131}"

MANAGED = document(
    "Just a moment...",
    '<div class="main-content"><h1>saltmarsh-homes</h1><h2>Checking that you are not a robot</h2>'
    '<div id="cf-wrapper"><iframe title="security check" src="/cdn-cgi/challenge-platform/h/b/frame" width="300" height="65" '
    'style="border:1px solid #ddd"></iframe></div><p>This site looks at the security of your connection before it goes on.</p>'
    "</div><noscript>Enable JavaScript and cookies to continue</noscript>"
    '<script>window._cf_chl_opt={cvId:"3",cType:"managed",cRay:"8f0a1b2c3d4e5f60"};</script>',
    css=_MIDDLE,
)
FRAME = bare("check", '<label style="font:15px sans-serif"><input type="checkbox"> Verify you are human</label>')
CHECKBOX = card(
    brands.LANTERN,
    "Are you a person or a robot?",
    "<h1>One more step</h1><p>Please tick the box below to go on to The Evening Lantern.</p>"
    '<form method="post" action="/verify"><iframe title="reCAPTCHA" src="https://www.google.com/recaptcha/api2/anchor?k=6Lfault" '
    'width="304" height="78" style="border:1px solid #d3d3d3;background:#f9f9f9"></iframe>'
    '<div class="g-recaptcha" data-sitekey="6Lfault"></div><button>Continue</button></form>',
)
IMAGE_RU = document(
    "Подтвердите, что запросы отправляли вы, а не робот",
    "<h1>Введите символы с картинки</h1><p>Нам жаль, но запросы с вашего устройства похожи на автоматические.</p>"
    '<svg width="220" height="70" role="img"><rect width="220" height="70" fill="#eef"/><text x="20" y="48" font-size="38" '
    'transform="skewX(-18)" fill="#447">к7Жд2</text><path d="M5 40 Q80 5 215 52" stroke="#447" fill="none"/></svg>'
    '<form method="post"><input name="rep" placeholder="Символы" style="font:inherit;padding:.5rem"> <button>Отправить</button></form>',
    lang="ru",
    css=_MIDDLE,
)
SLIDER_ZH = document(
    "安全验证",
    '<div style="text-align:center"><h2>请完成安全验证</h2><p>为保障您的访问安全，请拖动滑块完成拼图</p>'
    '<div id="nc_1_wrapper" style="width:320px;margin:auto"><div style="height:160px;background:linear-gradient(120deg,#9bd,#dfb)"></div>'
    '<div class="nc-lang-cnt" style="background:#e8e8e8;height:40px;line-height:40px"><span class="btn_slide" '
    'style="float:left;width:40px;background:#fff">»</span>向右滑动验证</div></div></div>',
    lang="zh-CN",
)
PUZZLE = document(
    "shop.tidewater.test",
    "<p id='cmsg'>Please enable JS and disable any ad blocker</p><script data-cfasync='false'>var dd={'rt':'c','cid':'AHrlqAAAA',"
    "'hsh':'F0','t':'fe','s':1,'host':'geo.captcha-delivery.com'}</script>"
    '<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=AHrlqAAAA" title="DataDome CAPTCHA" '
    'style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>',
    css="#cmsg{animation:a 1.5s}@keyframes a{0%{opacity:0}99%{opacity:0}to{opacity:1}}body{margin:0}",
)
VENDOR_SLIDER = document(
    "captcha",
    "<main><h1>Slide to the right</h1><p>Slide the piece into its place to show that you are a person.</p><div class='p'><i></i></div>"
    "<div class='t'><b>→</b></div></main>",
    css="body{font:16px system-ui;display:grid;place-items:center;min-height:96vh}main{width:320px;text-align:center}.p{height:150px;"
    "background:linear-gradient(120deg,#bcd,#8ab);position:relative}.p i{position:absolute;left:200px;top:50px;width:48px;height:48px;"
    "background:#0005}.t{background:#eee;height:44px;border-radius:22px;margin-top:1rem;text-align:left}.t b{display:inline-block;width:44px;"
    "line-height:44px;text-align:center;border-radius:22px;background:#28c;color:#fff}",
)
VENDOR_BOX = document(
    "reCAPTCHA",
    "<label><input type='checkbox'> I'm not a robot</label>",
    css="body{font:14px Roboto,sans-serif;margin:24px 14px}",
)
PRESS_HOLD = card(
    brands.MARROW,
    "Access to this page has been denied",
    "<h1>Before we go on…</h1><p>Press &amp; hold to confirm that you are a human (and not a bot).</p>"
    '<div id="px-captcha" style="border:2px solid #37572f;border-radius:40px;padding:1rem;text-align:center">Press &amp; Hold</div>'
    '<p class="small">Reference ID 5c6d3f80-9b1f-11f0-a1ff-0b9a7f2f3c11</p>'
    '<script>window._pxAppId="PXfault0000";</script>',
)


def _clears(visit: Visit) -> Answer:
    if visit.count > 1:
        return ordinary(brands.THALASSA)
    return document(
        "Έλεγχος προγράμματος περιήγησης",
        "<h1>Έλεγχος του προγράμματος περιήγησής σας…</h1><p id='s'>Η διαδικασία είναι αυτόματη. Θα μεταφερθείτε στη σελίδα "
        "σε λίγα δευτερόλεπτα.</p><div class='bar'></div>"
        f"<script>setTimeout(()=>location.reload(),{visit.ms(6000)})</script>",
        lang="el",
        css=_MIDDLE + ".bar{height:6px;background:repeating-linear-gradient(90deg,#1d4ed8 0 30px,#dbe4ff 30px 60px)}",
    )


def _denied(vendor: str, body: str, title: str = "Access Denied", status: int = 403, **headers: str) -> Handler:
    return always(
        document(title, body, css=_MIDDLE), status, {key.replace("_", "-"): value for key, value in headers.items()}
    )


EDGE = _denied(
    "edge",
    '<H1>Access Denied</H1>You don\'t have permission to access "http://fares.tidewater/" on this server.<P>'
    "Reference #18.2d4c2f17.1700000000.1a2b3c4d<P>https://errors.edgesuite.net/18.2d4c2f17.1700000000.1a2b3c4d</P>",
    server="AkamaiGHost",
)
INCIDENT = always(
    '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0;height:100%">'
    '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=7-1-0" frameborder=0 width="100%" height="100%">Request '
    "unsuccessful. Incapsula incident ID: 443000270180-331-94</iframe></body></html>",
    403,
    {"x-iinfo": "7-1-0 0NNN RT(1 2) q(0 -1 -1 1) r(0 -1) B10(4,289,0)"},
)
INCIDENT_FRAME = bare(
    "Error",
    "<p>Error 15</p><p>This request was blocked by our security service.</p><p>Incident ID: 443000270180-331-94</p>",
)
BLOCKED = _denied(
    "cf",
    '<div id="cf-error-details"><h1>Sorry, you have been blocked</h1><h2>You are unable to access saltmarsh-homes</h2>'
    "<p>A rule of the site's owner was triggered by what you just did. You can write to the owner and give them the ID below.</p>"
    "<p>Ray ID: <strong>8f0a1b2c3d4e5f61</strong> · Your IP: 192.0.2.7</p></div>",
    title="Attention Required! | Cloudflare",
    server="cloudflare",
    cf_ray="8f0a1b2c3d4e5f61-FRA",
)
MODSEC_ES = always(
    document(
        "Acceso denegado",
        "<h1>Solicitud rechazada</h1><p>El cortafuegos de esta web ha bloqueado su petición por motivos de seguridad.</p>"
        "<p>Código de soporte: 7291846120388123456. Si cree que es un error, facilítelo al administrador.</p>",
        lang="es",
        css=_MIDDLE,
    ),
    200,
)
SUCURI = _denied(
    "sucuri",
    "<h1>Access Denied - Website Firewall</h1><p>If you own this site, open a ticket and give the details below.</p>"
    "<table><tr><td>Your IP</td><td>192.0.2.7</td></tr><tr><td>URL</td><td>/catalogue</td></tr><tr><td>Block ID</td><td>BV002</td></tr>"
    "</table>",
    title="Website Firewall - Access Denied",
    server="Sucuri/Cloudproxy",
    x_sucuri_id="11005",
)
GEO = _denied(
    "geo",
    "<h1>451</h1><p>Marrow &amp; Pine does not sell to your country yet, so this shop cannot be shown where you are.</p>",
    title="Unavailable in your location",
    status=451,
)
GEO_CF = _denied(
    "cf",
    "<h1>Access denied</h1><p>Error code 1009</p><p>The owner of this website (fares.aurorarail) has banned the country or region "
    "your IP address is in (XX) from accessing this website.</p>",
    title="Access denied | fares.aurorarail",
    server="cloudflare",
    cf_ray="8f0a1b2c3d4e5f62-FRA",
)
GEO_IT = always(
    full(
        brands.CASANOVA,
        "Contenuto non disponibile",
        "<h1>Contenuto non disponibile nel tuo Paese</h1><p>Per motivi di licenza questo video non può essere visto dalla zona in "
        "cui ti trovi.</p>",
    ),
    403,
)


def _limited_seconds(visit: Visit) -> Answer:
    left = 40 - visit.elapsed
    if left <= 0:
        return ordinary(brands.PIXELDOCK)
    return html(
        bare(
            "429 Too Many Requests",
            "<h1>Too Many Requests</h1><p>You have sent too many requests. Try again later.</p>",
        ),
        429,
        {"retry-after": str(visit.told(left))},
    )


def _limited_date(visit: Visit) -> Answer:
    left = 40 - visit.elapsed
    if left <= 0:
        return ordinary(brands.LIPA)
    main = "<h1>Za dużo zapytań</h1><p>Wysłano zbyt wiele zapytań z Twojego adresu. Odczekaj chwilę i spróbuj ponownie.</p>"
    return html(full(brands.LIPA, "Za dużo zapytań", main), 429, {"retry-after": visit.told_date(left)})


def _limited_always(visit: Visit) -> Response:
    return json_answer({"message": "API rate limit exceeded"}, 429, {"retry-after": str(visit.told(20))})


def _carrier(_visit: Visit) -> Answer:
    # Only the header says it: the page itself is as good as blank.
    return html(document("Just a moment...", "<div></div>"), 403, {"cf-mitigated": "challenge", "server": "cloudflare"})


PAGES: tuple[FaultPage, ...] = (
    fault("captcha-header", "saltmarsh-homes", "captcha.challenge", "A challenge that only a header names",
          "403, nearly blank, with the header cf-mitigated.", _carrier, path="/rent"),
    fault("captcha-managed", "rent-saltmarsh-homes", "captcha.challenge", "A gate page with a challenge frame",
          "503, one frame of the challenge's own path, no content.",
          always(MANAGED, 503, {"server": "cloudflare", "cf-mitigated": "challenge"}), path="/flats",
          routes={"/cdn-cgi/challenge-platform/*": FRAME}),
    fault("captcha-clears", "thalassa-ferries", "captcha.challenge", "A check that clears by itself, in Greek",
          "The gate reloads itself after 6 s; the second look is let in.", _clears,
          path="/dromologia", language="el",
          steps="retry_with_longer_delay done", final="content"),
    fault("captcha-checkbox", "evening-lantern", "captcha.interactive", "A box to tick before the article",
          "200, a form with nothing but the widget.", CHECKBOX, path="/city/trams",
          routes={"www.google.com/recaptcha/api2/anchor": VENDOR_BOX}),
    fault("captcha-image-ru", "vyorsty", "captcha.interactive", "Letters to be typed from a picture, in Russian",
          "429 status would be honest; this one says 200.", IMAGE_RU, path="/marshruty", language="ru"),
    fault("captcha-slider-zh", "yunhe-mall", "captcha.interactive", "A slider, in Chinese",
          "200; the whole page is the puzzle.", SLIDER_ZH, path="/item/88", language="zh-CN"),
    fault("captcha-frame", "shop-tidewater", "captcha.interactive", "A vendor's frame over the whole window",
          "403; the vendor's host is this site in a browser that got its arguments, and unknown in others.",
          always(PUZZLE, 403, {"x-datadome": "protected", "x-dd-b": "1"}), path="/boots", routes={"geo.captcha-delivery.com/captcha/": VENDOR_SLIDER}),
    fault("captcha-press", "marrowpine", "captcha.interactive", "Press and hold",
          "403, a button that wants to be held.", always(PRESS_HOLD, 403), path="/boards"),
    fault("captcha-denied-edge", "fares-tidewater", "captcha.access_denied", "Refused at the edge, with a reference",
          "403, short and unstyled.", EDGE, path="/"),
    fault("captcha-denied-frame", "claims-harborlight", "captcha.access_denied", "Refused inside a frame",
          "403; the message stands in a frame of the firewall.", INCIDENT, path="/claims",
          routes={"/_Incapsula_Resource": INCIDENT_FRAME}),
    fault("captcha-denied-blocked", "buy-saltmarsh-homes", "captcha.access_denied", "Blocked by a rule",
          "403 with an id for the owner.", BLOCKED, path="/house/4"),
    fault("captcha-denied-firewall", "catalogue-tidewater", "captcha.access_denied", "A website firewall's table",
          "403 with a block id.", SUCURI, path="/catalogue"),
    fault("captcha-denied-es", "tramites-villaclara", "captcha.access_denied", "Refused with 200, in Spanish",
          "The firewall answers 200 and a support code.", MODSEC_ES, path="/cita", language="es"),
    fault("captcha-geo", "eu-marrowpine", "captcha.geo_blocked", "451, not sold in your country",
          "A legal or commercial refusal by region.", GEO, path="/"),
    fault("captcha-geo-edge", "fares-aurorarail", "captcha.geo_blocked", "The country is banned at the edge",
          "403 with the edge's error number.", GEO_CF, path="/"),
    fault("captcha-geo-it", "video-casanova", "captcha.geo_blocked", "Not available in your country, in Italian",
          "403 in the site's whole dress.", GEO_IT, path="/forno", language="it"),
    fault("captcha-rate-seconds", "cdn-pixeldock", "captcha.rate_limited", "429 with Retry-After in seconds",
          "For 40 s after the first visit, then the page.", _limited_seconds, path="/docs",
          steps="wait_for_site done", final="content"),
    fault("captcha-rate-date", "ksiegarnia-lipa", "captcha.rate_limited", "429 with Retry-After as a date, in Polish",
          "For 40 s after the first visit, then the page.", _limited_date, path="/nowosci", language="pl",
          steps="wait_for_site done", final="content"),
    fault("captcha-rate-endless", "data-pixeldock", "captcha.rate_limited", "429 without end, in JSON",
          "Tells 20 s every time and never lets anyone in.", _limited_always, path="/v2/search"),
)  # fmt: skip
