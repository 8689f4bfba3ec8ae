# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Gates, offers, unfinished and empty pages told by their build, in several tongues."""

import pytest

from pagestate.decide import classify
from pagestate.evidence import Capture, CaptureFailure, Hop, Settling
from tests.decide.captures import fetch, live, page
from tests.decide.cases import QUIET, Case, P, case, dress

GATES = [
    case(
        "interstitial",
        page(
            "The harbour wall – The Tide",
            dress(
                "The Tide",
                ["News", "Sport", "Opinion"],
                "<h1>The harbour wall is moving</h1><p>Engineers have measured the old wall for ten years, and for ten years it stood still. In spring it began to lean.</p><div class='offer'><h2>To continue reading, subscribe</h2><p>First month for £1, then £6 a month.</p><a href='/subscribe'>Subscribe now</a><p>Already a subscriber? <a href='/login'>Log in</a></p></div>",
            ),
        ),
    ),
    case(
        "interstitial",
        page(
            "Le pont – Le Courrier du Fleuve",
            dress(
                "Le Courrier du Fleuve",
                ["Ville", "Région", "Culture"],
                "<h1>Le pont coûtera plus cher</h1><p>Le conseil a débattu hier soir du supplément demandé par les entreprises. Auparavant, les ingénieurs avaient…</p><section><h2>Article réservé aux abonnés</h2><p>Il vous reste 85% de cet article à lire. Abonnez-vous à partir de 1 € par mois.</p><button>Je m’abonne</button></section>",
            ),
            lang="fr",
        ),
    ),
    case(
        "interstitial",
        page(
            "El puente – Diario del Río",
            dress(
                "Diario del Río",
                ["Ciudad", "Cultura", "Deportes"],
                "<h1>El puente costará más</h1><p>El pleno debatió anoche el suplemento que piden las empresas. Antes, los técnicos habían explicado…</p><div><h3>Contenido exclusivo para suscriptores</h3><p>Suscríbete por 1 € al mes para seguir leyendo.</p><button>Suscribirme</button><p>¿Ya eres suscriptor? <a href='/login'>Inicia sesión</a></p></div>",
            ),
            lang="es",
        ),
    ),
    case(
        "content",
        page(
            "The harbour wall – The Tide",
            dress(
                "The Tide",
                ["News", "Sport", "Opinion"],
                "<h1>The harbour wall is moving</h1>"
                + P(
                    *[
                        "Engineers have measured the old wall for ten years, and for ten years it stood still; in spring it began to lean towards the boats, a finger’s breadth a month."
                    ]
                    * 8
                )
                + "<aside><h3>Our newsletter</h3><p>Subscribe to the morning letter. It is free.</p><input type=email><button>Subscribe now</button></aside>",
            ),
        ),
    ),
    case(
        "interstitial",
        page(
            "Bienvenue / Welkom",
            "<h1>Choisissez votre langue / Kies uw taal</h1><ul><li><a href='/fr/'>Français</a></li><li><a href='/nl/'>Nederlands</a></li><li><a href='/de/'>Deutsch</a></li></ul>",
            lang="fr",
        ),
    ),
    case(
        "interstitial",
        page(
            "Brill Shoes",
            "<h2>Where should we ship?</h2><ul><li><a href='/at/'>Austria</a></li><li><a href='/be/'>Belgium</a></li><li><a href='/dk/'>Denmark</a></li><li><a href='/fi/'>Finland</a></li></ul>",
        ),
    ),
    case(
        "interstitial",
        page(
            "Open in app",
            "<div><h1>This story is better in the app</h1><p>Open it in our app to read on.</p><a href='https://apps.apple.com/app/id1'>Get the app</a><a href='?view=web'>Continue in browser</a></div>",
        ),
    ),
    case(
        "interstitial",
        page(
            "앱에서 보기",
            "<div><h1>앱에서 더 편하게 보세요</h1><p>계속 보려면 앱을 설치해 주세요.</p><button>앱 열기</button><a href='?web=1'>브라우저로 계속</a></div>",
            lang="ko",
        ),
    ),
    case(
        "content",
        page(
            "Visitas – Oliva",
            dress(
                "Oliva",
                ["Aceites", "Visitas", "Tienda"],
                "<h1>Visitas a la almazara</h1><p>Todos los sábados a las once enseñamos el molino y catamos tres aceites.</p><p>Doce personas como mucho.</p>",
            )
            + "<div class='bar' id='cookies'>Usamos cookies. <button>Rechazar todo</button><button>Aceptar todo</button></div>",
            lang="es",
        ),
    ),
    case(
        "loading_timeout",
        page(
            "Inbox",
            "<header><a href='/'>Mailroom</a><nav><a href='/in'>Inbox</a><a href='/out'>Sent</a></nav></header><main aria-busy='true'>"
            + "<div class='row-shimmer'></div>" * 6
            + "</main>",
        ),
    ),
    case(
        "loading_timeout",
        page(
            "Mes commandes",
            "<div id='app'>"
            + "<div class='placeholder-card'><span class='placeholder-line'></span><span class='placeholder-line'></span></div>"
            * 4
            + "</div>",
            lang="fr",
        ),
    ),
    case(
        "loading_timeout",
        page(
            "Konto",
            "<app-root><header><a href='/'>Bankhaus</a><nav><a href='/konto'>Konto</a><a href='/depot'>Depot</a><a href='/abmelden'>Abmelden</a></nav></header><main></main></app-root>",
            lang="de",
        ),
    ),
    case("empty_page", page("", "undefined")),
    case("empty_page", page("", "[object Object]")),
]


@pytest.mark.parametrize("one", GATES, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_the_build_of_a_page_tells(one: Case) -> None:
    """What asks, stops or stands in for content is no content, in whatever words."""
    assert str(classify(live(one.html, requested_url=one.url, **one.fields)).state) == one.right


def named(capture: Capture) -> str:
    verdict = classify(capture)
    return f"{verdict.state}.{verdict.kind}"


@pytest.mark.parametrize(("places", "kind"), [(("/a", "/b"), "loop"), (("/a", "/a"), "reloading")])
def test_a_circle_of_several_addresses_is_a_loop(places: tuple[str, ...], kind: str) -> None:
    """Pages that send each other on by script go round, a page that loads itself anew reloads."""
    capture = Capture(
        source="browser",
        committed=False,
        requested_url="http://app.test/a",
        final_url=f"http://app.test{places[-1]}",
        hops=tuple(Hop(url=f"http://app.test{place}", via="script") for place in places),
        failure=CaptureFailure(kind="reloading", detail="8 documents in a row"),
    )
    assert named(capture) == f"redirect_loop.{kind}"


@pytest.mark.parametrize(
    ("status", "title", "text"),
    [
        (400, "400 No required SSL certificate was sent", "No required SSL certificate was sent"),
        (403, "Forbidden", "This service requires a client certificate."),
        (496, "Error", "Sorry."),
    ],
)
def test_a_server_that_wants_a_certificate(status: int, title: str, text: str) -> None:
    html = page(title, f"<center><h1>{title}</h1></center><center>{text}</center><hr><center>nginx</center>")
    assert named(live(html, status=status)) == "auth_wall.client_certificate"


def test_a_refusal_at_the_first_request_for_the_visitor_is_a_login_where_a_form_asks() -> None:
    """Nobody was signed in: the page's own question who is there is answered 401, and it asks to log in."""
    form = "<form><label>E-mail<input name=email></label><label>Password<input type=password name=pw></label><button>Log in</button></form>"
    capture = live(page("Log in", f"<h1>Log in</h1>{form}"), exchanges=(fetch("http://app.test/api/me", 401),))
    assert named(capture) == "auth_wall.login"


def test_a_place_that_is_not_served() -> None:
    """The look-up of the country says so: the site's own gate, and no block on the way to it."""
    html = page("Pass", "<h1>The pass is not available in your region</h1><p>It is sold to residents only.</p>")
    call = fetch("http://app.test/api/geo", 200, body='{"country": "FR", "allowed": false}')
    assert named(live(html, exchanges=(call,), settling=QUIET)) == "interstitial.region"
    assert named(live(html, status=403)) == "captcha.geo_blocked"


@pytest.mark.parametrize("title", ["", "Board"])
def test_a_page_with_its_rows_is_read_though_something_goes_on(title: str) -> None:
    """What ticks behind a page that stands does not make it one that is loading."""
    rows = "".join(f"<tr><td>web-{number}</td><td>up</td></tr>" for number in range(3))
    html = page(
        title,
        f"<main><h1>Hosts</h1><p>{'All of them answer within a tenth of a second, as they should. ' * 2}</p><table>{rows}</table></main>",
    )
    assert str(classify(live(html, settling=Settling(settled=False, reason="the page is changing"))).state) == "content"
