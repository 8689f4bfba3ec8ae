# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""What a met expectation is worth: much on a page that came as it should, nothing over a wall."""

import pytest

from pagestate.decide import classify
from pagestate.evidence import Settling
from tests.decide.captures import goal, live, page
from tests.decide.cases import QUIET, Case, P, case, dress

GOALS = [
    case(
        "goal_achieved",
        page("", "<pre>pong</pre>"),
        expect=('text contains "pong"', "status == 200"),
        headers=(("content-type", "text/plain"),),
    ),
    case(
        "goal_achieved",
        page(
            "Ordrer",
            dress(
                "Bådhuset",
                ["Ordrer", "Varer", "Kunder"],
                "<h1>Ordrer</h1><table><tr><th>Nr</th><th>Sum</th></tr><tr><td>1</td><td>40 kr</td></tr></table>",
            ),
            lang="da",
        ),
        expect=('text contains "Ordrer"',),
    ),
    case(
        "auth_wall",
        page(
            "Orders",
            "<h1>Sign in to see your orders</h1><form><label>E-mail<input name=email></label><label>Password<input type=password name=pw></label><button>Sign in</button></form>",
        ),
        expect=('text contains "orders"',),
    ),
    case(
        "interstitial",
        page(
            "Le pont – Le Courrier",
            dress(
                "Le Courrier",
                ["Ville", "Région", "Culture"],
                "<h1>Le pont coûtera plus cher</h1><p>Le conseil a débattu hier soir du supplément demandé par les entreprises…</p><section><h2>Article réservé aux abonnés</h2><p>Abonnez-vous à partir de 1 € par mois pour lire la suite.</p><button>Je m’abonne</button></section>",
            ),
            lang="fr",
        ),
        expect=('text contains "Le pont"',),
    ),
]
NEVER = [
    case(
        "maintenance",
        page(
            "Bådhuset",
            "<h1>Bådhuset</h1><p>Vi er snart tilbage. Siden er lukket på grund af vedligeholdelse.</p>",
            lang="da",
        ),
        expect=('text contains "Bådhuset"',),
    ),
]


@pytest.mark.parametrize("one", GOALS, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_a_met_expectation(one: Case) -> None:
    """It proves a page that arrived, and no gate, wall or cut text."""
    verdict = classify(live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect))
    assert str(verdict.state) == one.right
    assert verdict.confidence >= 0.8


@pytest.mark.parametrize("one", NEVER, ids=lambda one: one.html[:60])
def test_a_name_on_a_closed_door_is_no_success(one: Case) -> None:
    """The site's name, asked for, stands above a line that says it is closed."""
    verdict = classify(live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect))
    assert str(verdict.state) != "goal_achieved"


def test_a_short_answer_that_was_asked_for() -> None:
    """A health page says OK and nothing else; that is what was wanted."""
    capture = live(
        "OK",
        rendered_html="<html><body><pre>OK</pre></body></html>",
        headers=(("content-type", "text/plain"),),
        settling=QUIET,
    )
    verdict = classify(capture, goal=goal('text contains "OK"', "status == 200"))
    assert str(verdict.state) == "goal_achieved"


def test_an_unsettled_page_gets_no_more_for_what_is_met() -> None:
    """What is still loading has not come as it should."""
    html = page("Orders", "<div id='app'><p>Loading…</p></div>")
    settled, busy = (
        classify(live(html, settling=Settling(settled=calm, reason="")), goal=goal('title contains "Orders"'))
        for calm in (True, False)
    )
    assert str(busy.state) != "goal_achieved"
    assert str(settled.state) != "goal_achieved"


ROUND = [
    case(
        "content",
        page(
            "Geplante Wartung am 14. Dezember – Stadtwerke Nord",
            dress(
                "Stadtwerke Nord",
                ["Strom", "Wasser", "Aktuelles"],
                "<h1>Geplante Wartung am 14. Dezember</h1>"
                + P(
                    "Am 14. Dezember warten wir zwischen 2 und 4 Uhr die Anlage im Kundenportal. In dieser Zeit ist das Portal nicht erreichbar.",
                    "Strom und Wasser sind davon nicht betroffen. Zählerstände können Sie bis zum 20. Dezember melden, am einfachsten telefonisch.",
                ),
            ),
            lang="de",
        ),
        "http://app.test/aktuelles/geplante-wartung",
    ),
    case(
        "content",
        page(
            "Troubleshooting “Too many requests” – Helpdesk",
            dress(
                "Helpdesk",
                ["Guides", "Contact", "Status"],
                "<h1>Troubleshooting “Too many requests”</h1><p>If you see this message, your plan’s limit is used up.</p><ol><li>Open the settings.</li><li>Choose a larger plan, or wait for an hour.</li><li>Try again.</li></ol><p>Was this helpful?</p>",
            ),
        ),
        "http://app.test/guides/too-many-requests",
    ),
    case(
        "content",
        page(
            "Log in to the archive: how it works – Museum",
            dress(
                "Museum",
                ["Visit", "Archive", "Log in"],
                "<h1>How to log in to the archive</h1>"
                + P(
                    "Readers get an account at the desk. Bring a passport, and allow ten minutes for the form to be filled in and signed.",
                    "At home you then type the number on your card and the word that you chose at the desk; the archive opens at once.",
                ),
            ),
        ),
        "http://app.test/archive/how",
    ),
    case(
        "content",
        page(
            "Bestellung 4711 – Kontor",
            dress(
                "Kontor",
                ["Waren", "Bestellungen", "Abmelden"],
                "<h1>Bestellung 4711</h1><p>Vielen Dank für Ihre Geduld. Ihre Bestellung ist unterwegs.</p><table><tr><th>Artikel</th><th>Menge</th></tr><tr><td>Seil</td><td>2</td></tr></table>",
            ),
            lang="de",
        ),
    ),
    case(
        "content",
        page(
            "Sold out – Tern",
            dress(
                "Tern",
                ["Shop", "Cart", "About"],
                "<h1>Rope bowl, blue</h1><p>£24</p><p>Sold out. Back in stock in May.</p><p>Woven by hand from cotton rope, about 20 cm across.</p>",
            ),
        ),
        "http://app.test/p/rope-bowl",
    ),
    case(
        "content",
        page(
            "Search",
            dress(
                "Tern",
                ["Shop", "Cart", "About"],
                "<h1>Search</h1><form><input name=q type=search><button>Search</button></form><p>No results for “juniper”. Try another word.</p>",
            ),
        ),
        "http://app.test/search?q=juniper",
    ),
    case(
        "content",
        page(
            "Orders",
            dress(
                "Tern admin",
                ["Orders", "Stock", "Sign out"],
                "<h1>Orders</h1><p>No orders yet. They will appear here as they come in.</p>",
            ),
        ),
        "http://app.test/orders",
    ),
    case(
        "auth_wall",
        page(
            "Welcome",
            "<h1>Welcome back</h1><form><label>Email<input type=email name=email></label><button>Continue</button></form><a href='/signup'>Create account</a>",
        ),
        "http://app.test/inbox",
    ),
    case(
        "auth_wall",
        page(
            "Anmelden",
            dress(
                "Bank",
                ["Privat", "Firmen"],
                "<h1>Anmelden</h1><form><label>Teilnehmernummer<input name=user></label><label>PIN<input type=password></label><button>Anmelden</button></form>",
            ),
            lang="de",
        ),
    ),
    case(
        "error_page",
        page(
            "Error",
            "<h1>Something went wrong</h1><p>We could not load your data. Please try again.</p><button>Retry</button>",
        ),
    ),
    case(
        "error_page",
        page(
            "Fehler",
            dress(
                "Kontor",
                ["Waren", "Bestellungen"],
                "<h1>Es ist ein Fehler aufgetreten</h1><p>Bitte versuchen Sie es später erneut.</p>",
            ),
            lang="de",
        ),
    ),
    case(
        "captcha",
        page(
            "Robot check",
            "<h1>Are you a robot?</h1><p>Please type the letters you see.</p><img src='/captcha.png' alt='captcha'><form><input name='captcha'><button>Continue</button></form>",
        ),
    ),
    case("captcha", page("429", "<h1>Too many requests</h1><p>Try again later.</p>"), status=429),
    case(
        "maintenance",
        page("Vuelvo pronto", "<h1>Estamos en mantenimiento</h1><p>Volvemos en unos minutos.</p>", lang="es"),
        status=503,
    ),
    case(
        "interstitial",
        page(
            "Gin", "<h1>Sind Sie über 18?</h1><p>Gin-Werkstatt</p><button>Ja</button><button>Nein</button>", lang="de"
        ),
        expect=('text contains "Gin"',),
    ),
    case(
        "goal_achieved",
        page(
            "Order 1042 – Tern",
            dress(
                "Tern",
                ["Shop", "Cart", "Account"],
                "<h1>Thank you for your order</h1><p>Order #1042 is on its way.</p>",
            ),
        ),
        expect=('text ~ "Order #[0-9]+"',),
    ),
    case(
        "goal_achieved",
        page(
            "登录记录 – 控制台",
            dress(
                "控制台",
                ["概览", "登录记录", "退出登录"],
                "<h1>登录记录</h1><table><tr><th>时间</th><th>地点</th></tr><tr><td>10:02</td><td>上海</td></tr><tr><td>11:40</td><td>杭州</td></tr></table>",
            ),
            lang="zh-CN",
        ),
        expect=('count("table tr") >= 2',),
    ),
    case(
        "goal_achieved",
        page(
            "Incidents – Status",
            dress(
                "Status",
                ["Current", "History"],
                "<h1>Incidents</h1><ul><li>502 errors on uploads: resolved</li><li>Scheduled maintenance: done</li></ul>",
            ),
        ),
        expect=('text contains "Incidents"',),
    ),
]
HARD = [
    case(
        "content",
        page(
            "Cookie policy – Marla",
            dress(
                "Marla",
                ["Shop", "About"],
                "<h1>Cookie policy</h1><p>We use cookies to remember your basket. You can accept or reject cookies in the settings.</p><table><tr><th>Name</th><th>Purpose</th></tr><tr><td>cart</td><td>basket</td></tr><tr><td>lang</td><td>language</td></tr><tr><td>ab</td><td>tests</td></tr></table>",
            ),
        ),
        "http://app.test/cookies",
    ),
    case(
        "error_page",
        page(
            "Produit introuvable",
            dress(
                "Atelier",
                ["Lampes", "Tables"],
                "<h1>Ce produit n’existe plus</h1><p>Découvrez nos autres lampes.</p><ul><li>Lune 40 €</li><li>Sol 60 €</li><li>Vent 55 €</li><li>Mer 45 €</li><li>Dune 35 €</li><li>Pré 30 €</li></ul>",
            ),
            lang="fr",
        ),
    ),
    case(
        "maintenance",
        page(
            "Lumière",
            "<h1>Lumière</h1><p>Notre boutique ouvre bientôt.</p><form><input type=email><button>Prévenez-moi</button></form>",
            lang="fr",
        ),
    ),
    case(
        "maintenance",
        page("Shop", "<h1>Shop</h1><p>The shop is closed for maintenance until tomorrow.</p>"),
        expect=('text contains "Shop"', "status == 200"),
    ),
    case(
        "error_page",
        page("Shop", "<h1>Shop</h1><p>Sorry, this page does not exist any more.</p>"),
        expect=('text contains "Shop"',),
    ),
    case(
        "captcha",
        page("Shop", "<h1>Shop</h1><p>Access denied. You have been blocked.</p>"),
        expect=('text contains "Shop"',),
    ),
]


@pytest.mark.parametrize("one", ROUND, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_pages_of_a_working_day(one: Case) -> None:
    """Shops, notices, orders, refusals and doors, with and without something expected of them."""
    verdict = classify(
        live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect) if one.expect else None
    )
    assert str(verdict.state) == one.right


@pytest.mark.parametrize("one", HARD, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_what_cannot_be_told_is_at_worst_a_doubt(one: Case) -> None:
    """A site's name over one line that turns the visitor away is never what was wanted."""
    verdict = classify(
        live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect) if one.expect else None
    )
    assert str(verdict.state) in (one.right, "unexpected")
