# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Gates that ask neither who the visitor is nor whether it is human."""

from pagestate.faults import brands
from pagestate.faults.furniture import SERIF, Brand, card, document, full, ordinary, paragraphs
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, fault, html, move

__all__ = ["PAGES", "consent_dialog"]

_VEIL = (
    ".veil{position:fixed;inset:0;background:#000a;display:grid;place-items:center;z-index:99}.veil>div{background:#fff;color:#222;"
    "padding:2rem;border-radius:12px;width:min(560px,94vw)}.veil button{margin:.3rem}"
)


def consent_dialog(heading: str, text: str, reject: str, accept: str, settings: str = "") -> str:
    """Return a consent dialog over the whole window that goes away once answered, for good."""
    more = f'<button class="quiet" id="cmp-settings">{settings}</button>' if settings else ""
    return (
        f'<div class="veil" id="consent" role="dialog" aria-modal="true" aria-label="{heading}"><div><h2>{heading}</h2><p>{text}</p>'
        f'<button class="quiet" id="cmp-reject" data-answer="reject">{reject}</button>'
        f'<button id="cmp-accept" data-answer="accept">{accept}</button>{more}</div></div>'
        "<script>document.documentElement.style.overflow='hidden';document.querySelectorAll('[data-answer]').forEach(b=>b.onclick=()=>{"
        "document.cookie='consent='+b.dataset.answer+';path=/;max-age=9999';document.documentElement.style.overflow='';"
        "document.getElementById('consent').remove()})</script>"
    )


def _asks(brand: Brand, dialog: str) -> Handler:
    def answer(visit: Visit) -> Answer:
        return ordinary(brand) if "consent" in visit.cookies else ordinary(brand, css=_VEIL, after=dialog)

    return answer


EN = consent_dialog(
    "We value your privacy",
    "We and our 214 partners store and read information on your device, such as cookies, to show you adverts that fit.",
    "Reject all", "Accept all", "Manage options",
)  # fmt: skip
DE = consent_dialog(
    "Wir brauchen Ihre Einwilligung",
    "Wir verwenden Cookies und ähnliche Techniken, um Inhalte und Anzeigen zu personalisieren. Ihre Auswahl gilt für diese Seite.",
    "Alle ablehnen", "Alle akzeptieren", "Einstellungen",
)  # fmt: skip
FR = consent_dialog(
    "Votre vie privée nous importe",
    "Avec votre accord, nos partenaires et nous utilisons des cookies pour mesurer l’audience.",
    "Continuer sans accepter", "Tout accepter",
)  # fmt: skip


def _consent_page(visit: Visit) -> Answer:
    if "ok" in visit.cookies:
        return ordinary(brands.CASANOVA)
    return card(
        brands.CASANOVA,
        "Prima di continuare",
        "<h1>Prima di continuare</h1><p>Usiamo i cookie e i dati per fornire e migliorare i nostri servizi.</p>"
        '<form action="/consenso"><button name="scelta" value="no">Rifiuta tutto</button> '
        '<button name="scelta" value="si">Accetta tutto</button></form>',
    )


def _consent_given(visit: Visit) -> Answer:
    return move("/vasi", 303, {"set-cookie": f"ok={visit.query.get('scelta', 'no')}; Path=/"})


BAR = ordinary(
    brands.OLIVA,
    css=".bar{position:fixed;bottom:0;left:0;right:0;background:#222;color:#fff;padding:.8rem 1.2rem;display:flex;gap:1rem}",
    after='<div class="bar" id="cookie-bar"><span style="flex:1">Usamos cookies propias y de terceros.</span>'
    "<button>Rechazar</button><button>Aceptar</button></div>",
)
AGE = document(
    "Are you of legal age?",
    "<main><p class='brand'>TIDEWATER GIN</p><h1>Are you 18 or older?</h1><p>You must be of legal drinking age in your country to enter."
    "</p><p><button>Yes, I am</button> <button>No</button></p><p class='s'>Please drink with care.</p></main>",
    css="body{margin:0;background:#0b2a30;color:#f0e8d0;min-height:100vh;display:grid;place-items:center;text-align:center;"
    f"font:18px {SERIF}}}button{{font:inherit;padding:.7rem 2rem;background:none;color:inherit;border:1px solid}}.s{{font-size:.8rem}}",
)
AGE_DE = full(
    Brand(name="Kellerei Horn", headline="Rotweine", story=(), nav=("Weine", "Sekt"), foot=("Impressum",), lang="de", accent="#6b1030"),
    "Altersprüfung",
    "<h1>Altersprüfung</h1><p>Unser Angebot richtet sich an Personen ab 18 Jahren. Bitte geben Sie Ihr Geburtsdatum ein.</p><form>"
    "<label><span>Tag</span><input inputmode='numeric'></label><label><span>Monat</span><input inputmode='numeric'></label>"
    "<label><span>Jahr</span><input inputmode='numeric'></label><button>Eintreten</button></form>",
)  # fmt: skip
REGION = document(
    "Choose your country or region – Norrskog",
    "<h1>Choose your country or region</h1><ul>"
    + "".join(f"<li><a href='/{code}'>{name}</a></li>" for code, name in
              (("se", "Sverige"), ("no", "Norge"), ("fi", "Suomi"), ("de", "Deutschland"), ("uk", "United Kingdom"), ("us", "United States")))
    + "</ul>",
    css="body{font:18px system-ui;margin:3rem auto;max-width:40rem}ul{columns:2;list-style:none;padding:0}li{margin:.6rem 0}",
)  # fmt: skip
REGION_SORRY = full(
    brands.AURORA,
    "Not available in your region",
    "<h1>Aurora Pass is not available in your region</h1><p>The pass is sold to residents of the Nordic countries. You can choose "
    "another region below.</p><select><option>Select a region</option><option>Norway</option><option>Sweden</option></select>",
)
LANGUAGE = document(
    "Saltmarsh Harbour",
    "<p><a href='/en/'>English</a></p><p><a href='/cy/'>Cymraeg</a></p><p><a href='/fr/'>Français</a></p><p><a href='/pl/'>Polski</a></p>"
    "<h1 style='font-size:1rem'>Choose a language / Dewiswch iaith / Choisissez la langue</h1>",
    css="body{font:20px Georgia;text-align:center;padding-top:16vh}",
)
PAYWALL = full(
    brands.LANTERN,
    "River trams return",
    f"<h1>{brands.LANTERN.headline}</h1>{paragraphs(brands.LANTERN.story[0])}"
    "<div style='height:6rem;margin-top:-5rem;background:linear-gradient(transparent,#fffdf8);position:relative'></div>"
    "<section style='border:2px solid #8a1c1c;padding:2rem;text-align:center'><h2>Subscribe to keep reading</h2><p>You have read your "
    "three free articles this month. Unlimited reading for £1 a week.</p><button>Subscribe now</button><p class='small'>Already a "
    "subscriber? <a href='/login'>Sign in</a></p></section>",
)
PAYWALL_DE = full(
    Brand(name="Der Hafenbote", headline="", story=(), nav=("Stadt", "Land", "Kultur"), foot=("Impressum",), lang="de", font=SERIF,
          layout="magazine", accent="#0f4c5c", account="Anmelden"),
    "Die neue Brücke",
    "<h1>Die neue Brücke wird teurer</h1><p>Der Rat hat am Abend über den Nachtrag beraten. Zuvor hatten die Planer …</p>"
    "<section class='notice'><h2>Weiterlesen mit H+</h2><p>Dieser Artikel ist Abonnenten vorbehalten. Jetzt vier Wochen für 1 € testen."
    "</p><button>Jetzt testen</button></section>",
)  # fmt: skip


def _queue(visit: Visit) -> Answer:
    turns = int(visit.cookies.get("queue", "0"))
    if turns >= 2:
        return ordinary(brands.AURORA)
    answer = card(
        brands.AURORA,
        "You are in the queue",
        f"<h1>You are now in line</h1><p>Many people want night trains today. Your estimated wait is {2 - turns} minutes. This page "
        "refreshes by itself; please keep it open.</p><progress style='width:100%'></progress>",
    )
    # Renewing sooner would race the visitor's patience at small scales.
    every = max(5, visit.told(20))
    response = html(answer, 200, {"refresh": str(every), "retry-after": str(every)})
    response.set_cookie("queue", str(turns + 1))
    return response


QUEUE_ES = card(
    brands.OLIVA,
    "Sala de espera",
    "<h1>Estás en la cola virtual</h1><p>Hay mucha demanda. Tu número en la cola es el 4 812. No cierres esta ventana: entrarás "
    "automáticamente cuando llegue tu turno.</p>",
)
OLD_BROWSER = card(
    brands.HARBOR,
    "Browser not supported",
    "<h1>Your browser is not supported</h1><p>Online banking needs a current version of one of these browsers.</p>"
    "<ul><li>Chrome 150 or later</li><li>Firefox 152 or later</li><li>Safari 26 or later</li></ul>",
)
OLD_BROWSER_ZH = document(
    "浏览器版本过低",
    "<h1>您的浏览器版本过低</h1><p>为了获得更好的体验，请升级浏览器后再访问本站。</p>",
    lang="zh-CN",
)
NOTICE = ordinary(
    brands.TIDES,
    css=_VEIL,
    after='<div class="veil" id="n" role="dialog" aria-modal="true"><div><h2>Important notice</h2><p>The civic centre is closed to '
    "visitors this week. Please read the notice before you go on.</p><button onclick=\"document.cookie='seen=1;path=/';"
    "document.getElementById('n').remove()\">Continue to the site</button></div></div>",
)


def _notice(visit: Visit) -> Answer:
    return ordinary(brands.TIDES) if "seen" in visit.cookies else NOTICE


APP_JA = document(
    "アプリのご案内",
    "<div style='text-align:center;padding:14vh 1rem;font-family:sans-serif'><h1>アプリならもっと便利</h1><p>続きを読むにはアプリを開いてください。"
    "</p><p><button>アプリで開く</button></p><p><a href='?web=1'>ブラウザで続ける</a></p></div>",
    lang="ja",
)

PAGES: tuple[FaultPage, ...] = (
    fault("gate-consent", "trams-evening-lantern", "interstitial.consent", "A consent dialog over the whole window",
          "Scrolling is locked; the mission does not say how to answer.", _asks(brands.LANTERN, EN), path="/"),
    fault("gate-consent-reject", "kornblume-garten", "interstitial.consent", "A consent dialog in German, to be rejected",
          "The mission says: reject.", _asks(brands.KORNBLUME, DE), path="/zwiebeln", language="de", consent="reject",
          steps="dismiss done", final="content"),
    fault("gate-consent-accept", "lumiere-paris", "interstitial.consent", "A consent dialog in French, to be accepted",
          "The mission says: accept.", _asks(brands.LUMIERE, FR), path="/conseils", language="fr", consent="accept",
          steps="dismiss done", final="content"),
    fault("gate-consent-page", "negozio-casanova", "interstitial.consent", "A consent page before the page, in Italian",
          "A page of its own; the answer is a form that sets a cookie.", _consent_page, path="/vasi", language="it",
          routes={"/consenso": _consent_given}, consent="reject", steps="dismiss done", final="content"),
    fault("gate-consent-bar", "oliva-campo", "content", "A small cookie bar that gates nothing", "At the foot, the page stays usable.",
          BAR, path="/visitas", language="es", group="trap"),
    fault("gate-age", "gin-tidewater", "interstitial.age", "Are you old enough?", "Two buttons, nothing else.", AGE, path="/"),
    fault("gate-age-de", "kellerei-horn", "interstitial.age", "A date of birth, in German", "A form of three fields.", AGE_DE,
          path="/rotweine", language="de"),
    fault("gate-region", "norrskog", "interstitial.region", "Choose your country", "A list of countries.", REGION, path="/"),
    fault("gate-region-sorry", "pass-aurorarail", "interstitial.region", "Not available in your region", "With a choice of others.",
          REGION_SORRY, path="/pass"),
    fault("gate-language", "harbour-saltmarsh", "interstitial.language", "Choose a language", "Four links.", LANGUAGE, path="/"),
    fault("gate-paywall", "read-evening-lantern", "interstitial.paywall", "Subscribe to keep reading", "One paragraph, then the offer.",
          PAYWALL, path="/city/river-trams"),
    fault("gate-paywall-de", "hafenbote", "interstitial.paywall", "Reserved for subscribers, in German", "Half a sentence, then the offer.",
          PAYWALL_DE, path="/stadt/bruecke", language="de"),
    fault("gate-queue", "tickets-aurorarail", "interstitial.waiting_room", "A queue that ends",
          "The place in line is a cookie; the third look with it gets in. Renews itself every 20 s.", _queue, path="/night-trains",
          steps="wait_for_site wait_for_site done", final="content"),
    fault("gate-queue-es", "cola-almazara", "interstitial.waiting_room", "A queue that does not end, in Spanish",
          "No time is told.", QUEUE_ES, path="/cosecha", language="es"),
    fault("gate-browser", "my-harborlight", "interstitial.unsupported_browser", "Refuses this browser", "A list of others.", OLD_BROWSER,
          path="/"),
    fault("gate-browser-zh", "yunhe-vip", "interstitial.unsupported_browser", "Refuses this browser, in Chinese", "Two lines.",
          OLD_BROWSER_ZH, path="/vip", language="zh-CN"),
    fault("gate-notice", "saltmarsh", "interstitial.notice", "A notice before the page", "A dialog with one button; a cookie keeps it away.",
          _notice, path="/bins", consent="accept", steps="dismiss done", final="content"),
    fault("gate-notice-app-ja", "m-himawari", "interstitial.notice", "Open it in the app, in Japanese", "A page of its own.", APP_JA,
          path="/article/7", language="ja"),
)  # fmt: skip
