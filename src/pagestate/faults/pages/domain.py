# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Names that show another site than the one asked for."""

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, card, document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault, move

__all__ = ["PAGES"]

_ADS = "".join(
    f'<a style="display:block;padding:.8rem;margin:.5rem 0;background:#eef3ff" href="http://click.adfield.test/?k={n}">{text}</a>'
    for n, text in enumerate(
        ("Boat Insurance", "Cheap Rowing Boats", "Yacht Charter Deals", "Sailing School", "Used Outboard Motors")
    )
)
PARKED = document(
    "boatmarkt.localhost",
    f"<h2>boatmarkt</h2><p>Related searches</p>{_ADS}<p style='font-size:11px'>The owner of this domain parks it here. "
    "The links are sponsored. Privacy Policy</p>",
    head="<script async src='http://click.adfield.test/caf.js'></script>",
    css="body{font:18px Arial;max-width:520px;margin:2rem auto}",
)
PARKED_JA = document(
    "このドメインは駐車中です",
    f"<h1>tegami-club</h1><p>このドメインは現在パーキング中です。</p><h3>関連リンク</h3>{_ADS}", lang="ja",
)  # fmt: skip
FOR_SALE = document(
    "lighthouse-tours is for sale",
    "<main><h1>lighthouse-tours</h1><p class='big'>This domain is for sale</p><p>Buy now for <b>€2,490</b> or make an offer.</p>"
    "<form><input placeholder='Your offer in EUR'><input type='email' placeholder='E-mail'><button>Make an offer</button></form>"
    "<p>Secure transfer · Answer within 24 hours</p></main>",
    css="body{margin:0;font:17px system-ui;background:#0f172a;color:#fff;text-align:center;padding:14vh 1rem}.big{font-size:1.6rem}"
    "input,button{font:inherit;padding:.6rem;margin:.2rem}",
)
FOR_SALE_DE = document(
    "altstadtkino – Domain zu verkaufen",
    "<h1>altstadtkino</h1><p>Diese Domain steht zum Verkauf!</p><p>Preis: 890 EUR. Sind Sie interessiert? "
    "<a href='http://haendler.adfield.test/altstadtkino'>Angebot anfordern</a></p>",
    lang="de",
)
EXPIRED = document(
    "Domain expired",
    "<div style='border:1px solid #ccc;max-width:40rem;margin:10vh auto;padding:2rem;font-family:Arial'><h1>This domain has expired"
    "</h1><p>The registration of riverside-choir ran out on 11 November 2026.</p><p>Is it yours? Renew it at your registrar within the "
    "grace period.</p></div>",
)
EXPIRED_ES = document(
    "Dominio caducado",
    "<h1>El dominio corovillaclara ha caducado</h1><p>Si usted es el titular, renuévelo en su panel de cliente.</p>",
    lang="es",
)
SUSPENDED = document(
    "Account Suspended",
    "<center style='margin-top:12vh;font-family:Arial'><h1>This Account has been suspended.</h1><p>Contact your hosting provider for "
    "more information.</p></center>",
)
SUSPENDED_RU = document(
    "Сайт отключён",
    "<h1>Работа сайта приостановлена</h1><p>Хостинг-аккаунт заблокирован за неуплату. Владельцу следует обратиться в службу поддержки.</p>",
    lang="ru",
)
WELCOME = (
    "<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n<style>body{width:35em;margin:0 auto;font-family:Tahoma,Verdana,"
    "Arial,sans-serif}</style>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n<p>The web server is installed and runs; it still has to be "
    "set up.</p>\n<p><em>Thank you for using nginx.</em></p>\n</body>\n</html>\n"
)
IT_WORKS = "<html><body><h1>It works!</h1></body></html>\n"
PANEL = document(
    "Default Web Site Page",
    "<h1>Sorry!</h1><p>If you are the owner of this website, please contact your hosting provider. The server has no site for this name "
    "yet, its IP address has changed, or the site was moved to another server.</p>",
)
HOSTING_FR = document(
    "Félicitations ! Votre hébergement est actif",
    "<h1>Félicitations !</h1><p>Votre domaine est bien installé chez l’hébergeur. Remplacez ce fichier index.html par votre site.</p>",
    lang="fr",
)
UNCLAIMED = document(
    "Site not found · Pages",
    "<h1>404</h1><p><strong>There isn't a GitHub Pages site here.</strong></p><p>If you're trying to publish one, read the documentation to "
    "learn how to set up a site for your repository or organization.</p>",
    css="body{background:#f1f1f1;font-family:sans-serif;text-align:center;padding-top:10vh}",
)
NO_BUCKET = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message>'
    "<BucketName>saltmarsh-assets</BucketName><RequestId>7C1B9E0F</RequestId></Error>"
)
NO_APP = document(
    "No such app",
    "<h1>There's nothing here, yet.</h1><p>There is no app configured at that hostname. Perhaps the app owner has renamed it.</p>",
)
GRAFANA = full(
    Brand(name="Rackview", headline="Hosts", story=(), nav=("Dashboards", "Alerts", "Explore"), foot=("Docs",), layout="sidebar",
          accent="#1f2937"),
    "Hosts",
    "<h1>Hosts</h1><table><tr><th>Host</th><th>Load</th></tr><tr><td>edge-1</td><td>0.4</td></tr><tr><td>edge-2</td><td>0.7</td></tr>"
    "</table>",
)  # fmt: skip
WOOL = full(
    Brand(name="Harrowgate Crafts", headline="Wool", story=(), nav=("Wool", "Needles", "Patterns", "Classes"),
          foot=("Delivery", "Contact"), accent="#7c3f58"),
    "Wool",
    "<h1>Wool</h1><p>Spun from the fleeces of the four farms around the town, dyed with woad, weld and madder.</p>"
    "<ul class='grid'><li>Harebell blue<br>£7.40</li><li>Moss<br>£7.40</li><li>Brick<br>£7.90</li></ul>",
)  # fmt: skip
CASINO = document(
    "SLOT GACOR 777 | Situs Judi Online Terpercaya",
    "<h1>Slot Gacor Hari Ini</h1><p>Daftar sekarang dan dapatkan bonus new member 100%. Deposit pulsa tanpa potongan.</p>"
    "<p><a href='http://daftar.adfield.test/'>DAFTAR</a> <a href='http://daftar.adfield.test/login'>LOGIN</a></p>",
    lang="id",
    css="body{background:#120024;color:#ffd84d;text-align:center;font-family:Arial}a{background:#d00;color:#fff;padding:1rem 2rem}",
)
TAKEN_OVER = document(
    "Subdomain takeover",
    "<h1>This subdomain was claimed by a security researcher</h1><p>The record of help.tidewater pointed to a name that anyone could "
    "take. Please remove it. Contact: finder@example.org</p>",
)
PETFOOD = full(
    Brand(name="Bello & Mieze", headline="Hundefutter", story=(), nav=("Hunde", "Katzen", "Vögel"), foot=("Impressum",), lang="de",
          accent="#c2410c"),
    "Hundefutter",
    "<h1>Trockenfutter für große Hunde</h1><p>Ab 24,90 € je Sack, versandfrei ab zwei Säcken.</p>",
)  # fmt: skip


def _sold(visit: Visit) -> Answer:
    return move(visit.url("bello-mieze", "/hunde"), 301)


def _group(visit: Visit) -> Answer:
    return move(visit.url("www.aurora-travelgroup", "/"), 302)


def _script_away(visit: Visit) -> Answer:
    return document("…", f"<script>location.replace('{visit.url('promo.adfield', '/win')}')</script>")


PRIZE = card(
    Brand(name="Lucky Visitor", headline="", story=(), nav=(), foot=(), accent="#be123c"),
    "Congratulations!",
    "<h1>You are today’s lucky visitor</h1><p>Answer three questions and choose your prize.</p><button>Start</button>",
)


def _moved(visit: Visit) -> Answer:
    return move(visit.url("library-of-harrowgate", "/events"), 301)


PAGES: tuple[FaultPage, ...] = (
    fault("domain-off", "waldi-futterhaus", "domain_mismatch.off_domain", "Moved to another shop",
          "301 to a shop of another name on another host.", _sold, path="/futter", language="de",
          routes={"bello-mieze/hunde": PETFOOD}),
    fault("domain-off-group", "aurora-cabins", "domain_mismatch.off_domain", "Sent to the parent company's start page",
          "302 to another domain, path dropped.", _group, path="/cabins/offers",
          routes={"www.aurora-travelgroup/": ordinary(brands.AURORA)}),
    fault("domain-off-script", "riverside-news", "domain_mismatch.off_domain", "Sent away by a script",
          "200 with a script that moves to an advert's host.", _script_away, path="/local/bridge",
          routes={"promo.adfield/win": PRIZE}),
    fault("domain-alias", "events-harrowgate", "content", "Moved to a declared alias",
          "301 to another domain, which the mission names as an alias.", _moved, path="/events",
          aliases=("library-of-harrowgate.localhost", "library-of-harrowgate.test"),
          routes={"library-of-harrowgate/events": ordinary(brands.CIVIC)}),
    fault("domain-parked", "boatmarkt", "domain_mismatch.parked", "Parked, with sponsored links",
          "200; the links lead to an ad host.", PARKED, path="/listings/44", routes={"/*": PARKED}),
    fault("domain-parked-ja", "tegami-club", "domain_mismatch.parked", "Parked, in Japanese", "200, any path.",
          PARKED_JA, path="/about", language="ja", routes={"/*": PARKED_JA}),
    fault("domain-for-sale", "lighthouse-tours", "domain_mismatch.for_sale", "Offered for sale, with a price", "200, any path.",
          FOR_SALE, path="/tickets", routes={"/*": FOR_SALE}),
    fault("domain-for-sale-de", "altstadtkino", "domain_mismatch.for_sale", "Offered for sale, in German", "200, any path.",
          FOR_SALE_DE, path="/programm", language="de", routes={"/*": FOR_SALE_DE}),
    fault("domain-expired", "riverside-choir", "domain_mismatch.expired", "The registration has run out", "200, any path.",
          EXPIRED, path="/rehearsals", routes={"/*": EXPIRED}),
    fault("domain-expired-es", "corovillaclara", "domain_mismatch.expired", "Expired, in Spanish", "200, any path.",
          EXPIRED_ES, path="/ensayos", language="es", routes={"/*": EXPIRED_ES}),
    fault("domain-suspended", "bella-nails", "domain_mismatch.suspended", "Suspended by the host", "200, any path.",
          SUSPENDED, path="/book", routes={"/*": SUSPENDED}),
    fault("domain-suspended-ru", "dacha-market", "domain_mismatch.suspended", "Suspended, in Russian", "403, any path.",
          always(SUSPENDED_RU, 403), path="/", language="ru"),
    fault("domain-default", "new-saltmarsh", "domain_mismatch.hosting_default", "The web server's first page", "200.",
          WELCOME, path="/"),
    fault("domain-default-works", "wexbridge", "domain_mismatch.hosting_default", "It works!", "200, two words.", IT_WORKS,
          path="/"),
    fault("domain-default-panel", "choir-saltmarsh", "domain_mismatch.hosting_default", "A control panel's default page", "200.",
          PANEL, path="/"),
    fault("domain-default-fr", "atelier-brume", "domain_mismatch.hosting_default", "A host's first page, in French", "200.",
          HOSTING_FR, path="/", language="fr"),
    fault("domain-unclaimed", "docs-tidewater", "domain_mismatch.unclaimed", "No site under this name at a pages host", "404.",
          always(UNCLAIMED, 404, {"server": "GitHub.com"}), path="/"),
    fault("domain-unclaimed-bucket", "assets-saltmarsh", "domain_mismatch.unclaimed", "No such bucket", "404 in XML.",
          always(NO_BUCKET, 404, {"server": "AmazonS3"}, "application/xml"), path="/"),
    fault("domain-unclaimed-app", "crew-tidewater", "domain_mismatch.unclaimed", "No such app at a platform", "404.",
          always(NO_APP, 404, {"x-platform": "router"}), path="/"),
    fault("domain-wrong-origin", "shop-harrowgate-crafts", "domain_mismatch.wrong_origin", "The proxy sends it to another backend",
          "200; a monitoring tool answers where a craft shop should.", GRAFANA, path="/wool",
          goal="the craft shop's page about wool", expect=('title ~ "Harrowgate Crafts"', 'text contains "wool"'),
          learnt=WOOL, learnt_beside={"rackview-harrowgate/hosts": GRAFANA}),
    fault("domain-wrong-origin-unknown", "yarn-harrowgate-crafts", "goal_failed.expectation", "The same, where nothing was learnt",
          "Nothing on the page says whose it is; only its own past tells another origin from missed expectations.", GRAFANA,
          path="/wool", goal="the craft shop's page about wool", expect=('title ~ "Harrowgate Crafts"', 'text contains "wool"')),
    fault("domain-takeover", "help-tidewater", "domain_mismatch.takeover", "Somebody took the name and says so", "200.",
          TAKEN_OVER, path="/"),
    fault("domain-takeover-spam", "library-saltmarsh", "domain_mismatch.takeover", "A council's name full of gambling, in Indonesian",
          "200; the asked page was about a library.", CASINO, path="/opening-hours", language="id",
          goal="the opening hours of Saltmarsh library", expect=('text contains "opening hours"',)),
)  # fmt: skip
