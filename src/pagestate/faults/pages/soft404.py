# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages that say there is no such page while their status says that all is well."""

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, card, document, full
from pagestate.faults.model import FaultPage, Handler, always, fault

__all__ = ["PAGES"]


def _soft(brand: Brand, heading: str, text: str, more: str = "") -> Handler:
    return always(full(brand, heading, f"<h1>{heading}</h1><p>{text}</p>{more}"))


_SIMILAR = "<h2>You might like</h2><ul class='grid'><li>Ash spoon<br>£9</li><li>Bread board<br>£31</li><li>Pine bowl<br>£24</li></ul>"
TITLE_ONLY = document(
    "Page not found | Pixeldock",
    '<div style="max-width:34rem;margin:18vh auto;font:18px system-ui"><svg width="90" height="90"><circle cx="45" cy="45" r="40" '
    'fill="none" stroke="#0f766e" stroke-width="6"/><path d="M30 62 Q45 48 60 62" stroke="#0f766e" stroke-width="5" fill="none"/>'
    '<circle cx="33" cy="38" r="4"/><circle cx="57" cy="38" r="4"/></svg><p><a href="/">Go to the start</a></p></div>',
)
SCRIPTED = full(
    brands.SLATE,
    "",
    "<div id='root'></div>",
    after="<script>setTimeout(()=>{document.title='Not found';document.getElementById('root').innerHTML="
    "'<h1>We couldn’t find this board</h1><p>It was deleted, or the link is wrong.</p>'},80)</script>",
)

PAGES: tuple[FaultPage, ...] = (
    fault("soft404-shop", "shop-marrowpine", "error_page.soft_404", "A product that is no more, among others that are",
          "200, with similar products below.",
          _soft(brands.MARROW, "We couldn’t find that product", "It may be sold out for good, or the link may be old.", _SIMILAR),
          path="/p/juniper-ladle"),
    fault("soft404-title", "guide-pixeldock", "error_page.soft_404", "Only the title says it", "200 with a sad face.",
          TITLE_ONLY, path="/guide/zoom"),
    fault("soft404-script", "teams-slatework", "error_page.soft_404", "Said by a script", "200 shell; the message comes after 80 ms.",
          SCRIPTED, path="/boards/4711"),
    fault("soft404-card", "profiles-wexbridge", "error_page.soft_404", "A user that does not exist", "200, one box.",
          card(brands.KESTREL, "Wexbridge", "<h1>This account doesn’t exist</h1><p>Try searching for another.</p>"), path="/u/nn"),
    fault("soft404-de", "kornblume-versand", "error_page.soft_404", "In German", "200, in the shop's dress.",
          _soft(brands.KORNBLUME, "Seite nicht gefunden", "Die angeforderte Seite existiert leider nicht mehr."),
          path="/stauden/astilbe-alt", language="de"),
    fault("soft404-fr", "lumiere-ateliers", "error_page.soft_404", "In French", "200, in the shop's dress.",
          _soft(brands.LUMIERE, "Oups ! Page introuvable", "La page que vous cherchez a été déplacée ou n’existe plus."),
          path="/lampes/ancienne", language="fr"),
    fault("soft404-es", "oliva-tienda", "error_page.soft_404", "In Spanish", "200, in the shop's dress.",
          _soft(brands.OLIVA, "Página no encontrada", "Lo sentimos, el contenido que buscas ya no está disponible."),
          path="/aceites/arbequina-2019", language="es"),
    fault("soft404-ja", "himawari-shop", "error_page.soft_404", "In Japanese", "200, in the shop's dress.",
          _soft(brands.HIMAWARI, "お探しのページは見つかりません", "ページが削除されたか、URLが変更された可能性があります。"),
          path="/ink/042", language="ja"),
    fault("soft404-nl", "werfzuid", "error_page.soft_404", "In Dutch", "200, in the yard's dress.",
          _soft(brands.WERF, "Deze pagina bestaat niet", "Controleer het adres of ga terug naar de beginpagina."),
          path="/tarieven/2021", language="nl"),
    fault("soft404-ar", "jasmin-maktaba", "error_page.soft_404", "In Arabic", "200, right to left.",
          _soft(brands.JASMIN, "الصفحة غير موجودة", "عذرًا، الصفحة التي تبحث عنها غير متوفرة أو تم حذفها."),
          path="/novel/3", language="ar"),
    fault("soft404-hu", "paprika-piac", "error_page.soft_404", "In Hungarian", "200, in the market's dress.",
          _soft(brands.PAPRIKA, "Az oldal nem található", "A keresett oldal megszűnt vagy átkerült máshová."),
          path="/sajt/kecske", language="hu"),
)  # fmt: skip
