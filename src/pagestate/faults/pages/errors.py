# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Errors with an honest status: branded, bare, in several languages."""

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, bare, card, document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, html, json_answer

__all__ = ["PAGES"]


def nginx(status: str) -> str:
    """Return the short page that nginx writes of itself."""
    return (
        f"<html>\r\n<head><title>{status}</title></head>\r\n<body>\r\n<center><h1>{status}</h1></center>\r\n"
        "<hr><center>nginx/1.27.4</center>\r\n</body>\r\n</html>\r\n"
    )


def _apache(status: str, text: str) -> str:
    return (
        '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n'
        f"<title>{status}</title>\n</head><body>\n<h1>{status.split(' ', 1)[1]}</h1>\n<p>{text}</p>\n<hr>\n"
        "<address>Apache/2.4.62 (Debian) Server at localhost Port 80</address>\n</body></html>\n"
    )


def _branded(brand: Brand, heading: str, text: str, back: str, status: int) -> Handler:
    main = f"<h1>{heading}</h1><p>{text}</p><p><a class='button' href='/'>{back}</a></p>"
    return always(full(brand, heading, main), status)


def _failing(times: int, status: int, brand: Brand, failed: str) -> Handler:
    def answer(visit: Visit) -> Answer:
        return ordinary(brand) if visit.count > times else html(failed, status)

    return answer


def _recovering(status: int, seconds: float, brand: Brand, failed: str) -> Handler:
    def answer(visit: Visit) -> Answer:
        return ordinary(brand) if visit.elapsed >= seconds else html(failed, status)

    return answer


BIG_NUMBER = card(
    brands.SLATE,
    "404",
    "<p style='font-size:6rem;margin:0;font-weight:800;color:var(--accent)'>404</p><p>This board wandered off.</p>"
    "<p><a class='button' href='/'>Back to my boards</a></p>",
)
SEARCH_404 = full(
    brands.CIVIC,
    "Page not found",
    "<h1>Sorry, we can’t find that page</h1><p>It may have moved when the catalogue was rebuilt.</p>"
    "<form><label><span>Search this site</span><input type='search'></label><button>Search</button></form>"
    "<h2>Popular pages</h2><ul><li><a href='/branches'>Branches</a></li><li><a href='/renew'>Renew a loan</a></li></ul>",
)
UNSTYLED_500 = (
    "<html><body><h2>Something went wrong</h2>We're sorry, but something went wrong on our end. "
    "Error ID: 9b2f44e0</body></html>"
)
BALANCER = (
    "<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n"
)
EDGE_522 = document(
    "saltmarsh-lets | 522: Connection timed out",
    "<h1>Connection timed out <small>Error code 522</small></h1><table><tr><td>You<br>Browser<br><b>Working</b></td>"
    "<td>Frankfurt<br>Edge<br><b>Working</b></td><td>saltmarsh-lets<br>Host<br><b>Error</b></td></tr></table>"
    "<p>The first connection between the edge and the web server took too long.</p>",
    css="body{font:16px system-ui;margin:3rem;max-width:50rem}td{padding:2rem;text-align:center}",
)
NO_ROUTE = "<html><body>upstream connect error or disconnect/reset before headers. reset reason: connection failure</body></html>"
FORBIDDEN_JA = (
    '<html lang="ja"><head><meta charset="utf-8"><title>403 Forbidden</title></head><body style="font-family:sans-serif;'
    'text-align:center;padding:4em"><h1>403 Forbidden</h1><p>このページへのアクセスは許可されていません。</p>'
    "<p>URLをご確認のうえ、サイト管理者にお問い合わせください。</p></body></html>"
)
IMAGE_404 = document(
    "Norrskog Friluft",
    '<svg width="700" height="360" viewBox="0 0 700 360" role="img"><rect width="700" height="360" fill="#e6efe9"/>'
    '<path d="M80 300 L230 90 L380 300Z M260 300 L420 130 L580 300Z" fill="#14532d"/>'
    '<text x="350" y="345" text-anchor="middle" font-size="26" font-family="sans-serif">404 – stigen tar slut här</text></svg>',
    lang="sv",
    css="body{display:grid;place-items:center;min-height:95vh}",
)

PAGES: tuple[FaultPage, ...] = (
    fault("error-404-branded", "library-harrowgate", "error_page.not_found", "404 with a search box",
          "The site's whole dress, a search and popular pages.", always(SEARCH_404, 404), path="/branches/mill-lnae"),
    fault("error-404-bare", "static-pixeldock", "error_page.not_found", "404 of a bare server",
          "nginx's own page.", always(nginx("404 Not Found"), 404), path="/img/17.png.html"),
    fault("error-404-apache", "old-saltmarsh", "error_page.not_found", "404 of another bare server",
          "Apache's own page.", always(_apache("404 Not Found", "The requested URL was not found on this server."), 404,
                                       {"server": "Apache/2.4.62 (Debian)"}), path="/forms/b12.htm"),
    fault("error-404-number", "boards-slatework", "error_page.not_found", "A big number and a joke",
          "404 in a card.", always(BIG_NUMBER, 404), path="/b/none"),
    fault("error-404-picture", "norrskog-friluft", "error_page.not_found", "The message is part of a picture, in Swedish",
          "404; the title is the site's name.", always(IMAGE_404, 404), path="/talt/fjallraven", language="sv"),
    fault("error-404-pl", "lipa-outlet", "error_page.not_found", "404 in Polish", "In the shop's whole dress.",
          _branded(brands.LIPA, "Nie znaleziono strony", "Strona, której szukasz, nie istnieje lub została przeniesiona.",
                   "Wróć na stronę główną", 404), path="/ksiazka/9911", language="pl"),
    fault("error-404-zh", "yunhe-tea", "error_page.not_found", "404 in Chinese", "In the shop's whole dress.",
          _branded(brands.YUNHE, "页面不存在", "抱歉，您访问的页面不存在或已被删除。", "返回首页", 404), path="/tea/longjin",
          language="zh-CN"),
    fault("error-404-tr", "dalga-yayin", "error_page.not_found", "404 in Turkish", "In the shop's whole dress.",
          _branded(brands.DALGA, "Sayfa bulunamadı", "Aradığınız sayfa kaldırılmış ya da adresi değişmiş olabilir.",
                   "Ana sayfaya dön", 404), path="/kitap/77", language="tr"),
    fault("error-404-hi", "sagar-kaleen", "error_page.not_found", "404 in Hindi", "In the shop's whole dress.",
          _branded(brands.SAGAR, "पृष्ठ नहीं मिला", "आप जिस पृष्ठ को ढूँढ रहे हैं वह उपलब्ध नहीं है।", "मुखपृष्ठ पर जाएँ", 404),
          path="/kaleen/12", language="hi"),
    fault("error-404-json", "api-slatework", "error_page.not_found", "404 of an API", "JSON only.",
          lambda _v: json_answer({"error": {"code": 404, "message": "No such card"}}, 404), path="/cards/0"),
    fault("error-404-deploy", "new-marrowpine", "error_page.not_found", "404 until the deploy has arrived",
          "For 20 s after the first visit, then the page: the race that one retry is for.",
          _recovering(404, 20, brands.MARROW, nginx("404 Not Found")), path="/spoons",
          steps="retry_with_longer_delay done", final="content"),
    fault("error-410", "jobs-saltmarsh", "error_page.gone", "410, removed for good", "In the council's dress.",
          _branded(brands.TIDES, "This vacancy has closed", "The post was filled and the advert has been removed. It will not "
                   "come back under this address.", "See all vacancies", 410), path="/vacancy/881"),
    fault("error-410-de", "kornblume-saat", "error_page.gone", "410 in German", "In the shop's dress.",
          _branded(brands.KORNBLUME, "Artikel dauerhaft entfernt", "Dieser Artikel wird nicht mehr angeboten.", "Zum Sortiment", 410),
          path="/saat/0815", language="de"),
    fault("error-403", "files-saltmarsh", "error_page.forbidden", "403 of a bare server", "A directory without an index.",
          always(nginx("403 Forbidden"), 403), path="/minutes/"),
    fault("error-403-ja", "himawari-arc", "error_page.forbidden", "403 in Japanese", "Short and plain.",
          always(FORBIDDEN_JA, 403), path="/admin/", language="ja"),
    fault("error-proxy-denied", "intranet-saltmarsh", "error_page.proxy_denied", "Refused by a proxy on the way",
          "The site was never asked; the proxy names itself in a header.",
          always("<html><head><title>ERROR: The requested URL could not be retrieved</title></head><body><h1>ERROR</h1>"
                 "<h2>The requested URL could not be retrieved</h2><p>This address is not on the list of allowed sites.</p>"
                 "</body></html>", 403, {"X-Squid-Error": "ERR_ACCESS_DENIED 0", "Via": "1.1 gate (squid)"}), path="/tides"),
    fault("error-400", "search-harrowgate", "error_page.client_error", "400 for a parameter", "In the site's dress.",
          _branded(brands.CIVIC, "Bad request", "The parameter `page` has to be a number.", "New search", 400), path="/search"),
    fault("error-500", "shop-ledgerline", "error_page.server_error", "500 without any dress", "Two sentences and an id.",
          always(UNSTYLED_500, 500), path="/checkout"),
    fault("error-500-it", "casanova-ceramiche", "error_page.server_error", "500 in Italian", "In the shop's dress.",
          _branded(brands.CASANOVA, "Si è verificato un errore interno", "I nostri tecnici sono stati avvisati. Riprova più tardi.",
                   "Torna alla home", 500), path="/vasi", language="it"),
    fault("error-500-empty", "hooks-ledgerline", "error_page.server_error", "500 with an empty body",
          "Nothing but the status.", always("", 500), path="/feed"),
    fault("error-500-recovers", "app-aurorarail", "error_page.server_error", "500 that passes",
          "The first two times, then the page.", _failing(2, 500, brands.AURORA, UNSTYLED_500), path="/offers",
          steps="retry_with_longer_delay retry_with_longer_delay done", final="content"),
    fault("error-502", "ledgerline", "error_page.gateway", "502 of a bare proxy", "nginx's own page.",
          always(nginx("502 Bad Gateway"), 502), path="/reports"),
    fault("error-503-balancer", "cluster-slatework", "error_page.gateway", "503 of a load balancer",
          "No server is left in the pool; no word of maintenance.", always(BALANCER, 503, {"server": "haproxy"}), path="/"),
    fault("error-504", "export-slatework", "error_page.gateway", "504 of a bare proxy", "nginx's own page.",
          always(nginx("504 Gateway Time-out"), 504), path="/export.csv"),
    fault("error-522", "saltmarsh-lets", "error_page.gateway", "The edge cannot reach the host", "A picture of where it broke.",
          always(EDGE_522, 522, {"server": "cloudflare", "cf-ray": "8f0a1b2c3d4e5f63-FRA"}), path="/"),
    fault("error-503-mesh", "mesh-slatework", "error_page.gateway", "503 of a service mesh", "One line.",
          always(NO_ROUTE, 503, {"server": "envoy"}), path="/api/boards"),
    fault("error-502-cs", "syrinka", "error_page.gateway", "502 in Czech", "In the shop's dress.",
          _branded(brands.SYRINKA, "Server neodpovídá", "Chyba 502: nadřazený server neposlal platnou odpověď.", "Zkusit znovu", 502),
          path="/fletny", language="cs"),
    fault("error-browser", "offline-tidewater", "error_page.browser_error", "A browser's own error page, saved",
          "What a browser shows when it got nothing, served as a page by a tool in between.",
          bare("shop.tidewater", '<div id="main-frame-error" class="interstitial-wrapper"><div class="icon icon-generic"></div>'
               '<h1>This site can’t be reached</h1><p><b>shop.tidewater</b> refused to connect.</p>'
               '<ul><li>Checking the connection</li><li>Checking the proxy and the firewall</li></ul>'
               '<div class="error-code">ERR_CONNECTION_REFUSED</div></div>'), path="/"),
)  # fmt: skip
