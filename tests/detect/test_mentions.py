# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages that write about trouble, and pages in trouble that are dressed like them."""

import pytest

from pagestate.decide import classify
from tests.decide.captures import live, page
from tests.decide.cases import Case, P, case, dress

MENTIONS = [
    case(
        "content",
        page(
            "Why we wrote a better 500 page – Northline Engineering",
            dress(
                "Northline Engineering",
                ["Posts", "Talks", "Jobs"],
                "<article><h1>Why we wrote a better “500 Internal Server Error” page</h1><p>By Ada Moore, 12 March 2026</p>"
                + P(
                    "For years our users were greeted by a plain white page whenever a worker crashed, and support had to guess what they had been doing when it happened to them.",
                    "The new page shows an identifier that support can look up, and it tells people whether it makes sense to try again. We also write the identifier to the log.",
                    "In the first month the number of tickets fell by a third; people seem to trust a page that admits that something went wrong.",
                )
                + "</article>",
            ),
        ),
        "http://app.test/blog/better-500-page",
    ),
    case(
        "content",
        page(
            "Wartung & Reparatur | Rad-Werkstatt Blum",
            dress(
                "Rad-Werkstatt Blum",
                ["Wartung", "Reparatur", "Preise", "Über uns"],
                "<h1>Wartung</h1><p>Wir warten Fahrräder aller Marken, meist am selben Tag.</p><ul><li>Kleine Wartung 39 €</li><li>Große Wartung 79 €</li><li>E-Bike 99 €</li></ul>",
                ("Impressum", "Datenschutz"),
            ),
            lang="de",
        ),
        "http://app.test/wartung",
    ),
    case(
        "content",
        page(
            "Mantenimiento de piscinas – AguaClara",
            dress(
                "AguaClara",
                ["Mantenimiento", "Construcción", "Tienda"],
                "<h1>Mantenimiento</h1><p>Cuidamos su piscina todo el año: limpieza, filtros y cloro.</p><h2>Planes</h2><p>Plan mensual 45 € · Plan de verano 160 €</p>",
            ),
            lang="es",
        ),
        "http://app.test/mantenimiento",
    ),
    case(
        "content",
        page(
            "HTTP status codes – Relay docs",
            dress(
                "Relay docs",
                ["Guide", "Reference", "Changelog"],
                "<h1>Errors</h1><p>The API uses conventional status codes.</p><table><tr><th>Code</th><th>Meaning</th></tr><tr><td>400</td><td>Bad request</td></tr><tr><td>401</td><td>Unauthorized</td></tr><tr><td>404</td><td>Not found</td></tr><tr><td>500</td><td>Internal server error</td></tr></table>",
            ),
        ),
        "http://app.test/docs/errors",
    ),
    case(
        "content",
        page(
            "Premium-Domains kaufen – NamenMarkt",
            dress(
                "NamenMarkt",
                ["Domains kaufen", "Verkaufen", "Hilfe"],
                "<h1>Domains zum Verkauf</h1><table><tr><th>Name</th><th>Preis</th></tr><tr><td>apfel.example</td><td>900 €</td></tr><tr><td>birne.example</td><td>1.200 €</td></tr><tr><td>kirsche.example</td><td>400 €</td></tr><tr><td>pflaume.example</td><td>350 €</td></tr></table>",
            ),
            lang="de",
        ),
        "http://app.test/domains",
    ),
    case(
        "content",
        page(
            "Qu’est-ce qu’un captcha ? – Guide numérique",
            dress(
                "Guide numérique",
                ["Guides", "Ateliers", "Lexique"],
                "<h1>Qu’est-ce qu’un captcha ?</h1>"
                + P(
                    "Un captcha est un petit test qui sert à distinguer une personne d’un programme : cocher une case, choisir des images, recopier des lettres déformées.",
                    "On le rencontre surtout au moment de créer un compte ou d’acheter des billets très demandés ; il agace, mais il protège aussi.",
                    "Nos ateliers du mardi montrent comment s’en sortir au clavier.",
                ),
            ),
            lang="fr",
        ),
        "http://app.test/lexique/captcha",
    ),
    case(
        "content",
        page(
            "Access denied: a novel by R. Quill – Hill Books",
            dress(
                "Hill Books",
                ["New", "Fiction", "Poetry"],
                "<h1>Access Denied</h1><p>A novel by R. Quill. Paperback, 312 pages.</p><p><b>£9.99</b></p><button>Add to basket</button><p>When Mara finds a door that no key fits, she starts to ask who locked it and why; a quiet thriller about a town that forgets.</p>",
            ),
        ),
        "http://app.test/books/access-denied",
    ),
    case(
        "content",
        page(
            "ページが見つかりません、と言われたら – パソコン教室",
            dress(
                "パソコン教室",
                ["講座", "ブログ", "アクセス"],
                "<h1>「ページが見つかりません」と言われたら</h1>"
                + P(
                    "ホームページを開いたときに「404 Not Found」と表示されることがあります。これは、アドレスに当たるページがサーバーにないという意味です。",
                    "まずアドレスの打ち間違いがないか確かめましょう。次に、サイトの入り口から探し直すと、引っ越したページが見つかることがあります。",
                ),
            ),
            lang="ja",
        ),
        "http://app.test/blog/404",
    ),
    case(
        "content",
        page(
            "Tickets for “Under Construction” – City Theatre",
            dress(
                "City Theatre",
                ["Programme", "Tickets", "Visit"],
                "<h1>Under Construction</h1><p>A dance evening by the Lindqvist company. 14 to 22 May, 19:30.</p><table><tr><th>Date</th><th>Seats</th><th>Price</th></tr><tr><td>14 May</td><td>few</td><td>€24</td></tr><tr><td>15 May</td><td>many</td><td>€24</td></tr><tr><td>16 May</td><td>many</td><td>€28</td></tr></table>",
            ),
        ),
        "http://app.test/programme/under-construction",
    ),
    case(
        "content",
        page(
            "Q: nginx 502 Bad Gateway after upgrade – Sysfolk",
            dress(
                "Sysfolk",
                ["Questions", "Tags", "Users"],
                "<h1>nginx 502 Bad Gateway after upgrade</h1><p>Since I upgraded to 24.04 every request ends in a 502. The error log says:</p><pre>connect() failed (111: Connection refused) while connecting to upstream</pre><h2>2 answers</h2><p>Your socket path has changed with the new package; look into the pool file and adapt the upstream block to it.</p><p>Same here, restarting php-fpm was enough.</p>",
            ),
        ),
        "http://app.test/q/8812/nginx-502-bad-gateway-after-upgrade",
    ),
]
MESSAGES = [
    case(
        "error_page",
        page(
            "Seite nicht gefunden",
            dress(
                "Rad-Werkstatt Blum",
                ["Wartung", "Reparatur", "Preise"],
                "<h1>Seite nicht gefunden</h1><p>Die Seite gibt es nicht (mehr).</p>",
            ),
            lang="de",
        ),
    ),
    case(
        "maintenance",
        page(
            "Maintenance",
            dress(
                "Rad-Werkstatt Blum",
                ["Räder", "Reparatur", "Preise"],
                "<h1>Maintenance</h1><p>We are carrying out scheduled maintenance and will be back shortly.</p>",
            ),
        ),
    ),
    case(
        "maintenance",
        page(
            "Wartung",
            "<h1>Wartungsarbeiten</h1><p>Unser Shop wird gerade überarbeitet. Bitte versuchen Sie es später noch einmal.</p>",
            lang="de",
        ),
    ),
    case(
        "captcha",
        page(
            "Access denied",
            "<h1>Access denied</h1><p>Your request was blocked for security reasons.</p><p>Reference: 9a8b7c6d5e4f3a2b1c</p>",
        ),
        status=403,
    ),
    case(
        "captcha",
        page(
            "Zugriff verweigert",
            "<h1>Zugriff verweigert</h1><p>Ihre Anfrage wurde von der Firewall blockiert.</p><p>Vorgangsnummer 83920184756201</p>",
            lang="de",
        ),
        status=403,
    ),
    case(
        "captcha",
        page("Not available", "<h1>This content is not available in your country</h1><p>Sorry for that.</p>"),
        status=403,
    ),
    case(
        "captcha",
        page(
            "Checking your browser",
            "<h1>Checking your browser before accessing the shop</h1><p>This process is automatic.</p><script>setTimeout(function(){location.reload()},5000)</script>",
        ),
    ),
    case(
        "domain_mismatch",
        page(
            "harbour-jazz.test",
            "<h1>harbour-jazz.test is for sale</h1><p>Price: $1,950. Contact the owner.</p><form><input name='offer'><button>Send offer</button></form>",
        ),
        "http://harbour-jazz.test/",
    ),
    case(
        "domain_mismatch",
        page(
            "Congratulations",
            "<h1>Your hosting account is ready</h1><p>Upload your files to the public_html folder and delete this index.html.</p>",
        ),
    ),
    case(
        "auth_wall",
        page(
            "400 The SSL certificate error",
            "<center><h1>400 Bad Request</h1></center><center>The SSL certificate error</center><hr><center>nginx</center>",
        ),
        status=400,
    ),
    case(
        "auth_wall",
        page(
            "403 - Forbidden: Access is denied.",
            "<h1>Server Error</h1><h2>403.7 - Forbidden: SSL client certificate is required.</h2><p>The page you are attempting to access requires your browser to have a SSL client certificate.</p>",
        ),
        status=403,
    ),
    case(
        "domain_mismatch",
        page(
            "No such site",
            "<h1>404</h1><p>There is no site configured at this address.</p><p>If you own this domain, add it to your project.</p>",
        ),
        status=404,
    ),
]
DOUBTFUL = [
    case(
        "content",
        page(
            "Release notes 5.1 – Mosaic",
            dress(
                "Mosaic",
                ["Docs", "Releases", "Community"],
                "<h1>Release notes 5.1</h1><ul><li>Pages that are not found now keep the navigation.</li><li>Session expired dialogs remember where you were.</li><li>Fixed: 503 errors during maintenance windows were cached.</li><li>Rate limits are told in the Retry-After header.</li></ul>",
            ),
        ),
        "http://app.test/releases/5.1",
    ),
]


def found(one: Case) -> str:
    return str(classify(live(one.html, requested_url=one.url, **one.fields)).state)


@pytest.mark.parametrize("one", MENTIONS, ids=lambda one: one.url)
def test_a_page_about_trouble_is_content(one: Case) -> None:
    """The words stand in title and heading; paragraphs, tables, goods or the menu show a subject."""
    assert found(one) == one.right


@pytest.mark.parametrize("one", MESSAGES, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_a_message_of_trouble_stays_one(one: Case) -> None:
    """The same words where they are all that the page has to say."""
    assert found(one) == one.right


@pytest.mark.parametrize("one", DOUBTFUL, ids=lambda one: one.url)
def test_a_list_of_mentions_is_at_worst_a_doubt(one: Case) -> None:
    """Release notes name errors in every line: that must not make an error of them."""
    assert found(one) in (one.right, "unexpected")
