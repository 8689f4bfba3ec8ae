"""Small pages of every state in many tongues, and pages that come near one without being it."""

import pytest

from pagestate.decide import classify
from pagestate.evidence import Capture
from pagestate.states import PageState
from tests.decide.captures import NAV, page, prose, saved


def state_of(html: str, **fields: object) -> str:
    """The state of a saved page, or `?` where it is not sure enough."""
    verdict = classify(saved(html, **fields))
    return "?" if verdict.state is PageState.UNEXPECTED else str(verdict.state)


def message(title: str, heading: str, text: str, extra: str = "") -> str:
    return page(title, f"<main><h1>{heading}</h1><p>{text}</p>{extra}</main>")


ERRORS = [
    ("Page not found", "404", "The page you are looking for does not exist."),
    ("Seite nicht gefunden", "Fehler 404", "Die angeforderte Seite existiert nicht."),
    ("Page introuvable", "Erreur 404", "La page demandée n'existe pas."),
    ("Página no encontrada", "Error 404", "La página que busca no existe."),
    ("Página não encontrada", "Erro 404", "A página que procura não existe."),
    ("Pagina non trovata", "Errore 404", "La pagina richiesta non esiste."),
    ("Pagina niet gevonden", "Fout 404", "Deze pagina bestaat niet."),
    ("Nie znaleziono strony", "Błąd 404", "Strona nie istnieje."),
    ("Страница не найдена", "Ошибка 404", "Такой страницы не существует."),
    ("Сторінку не знайдено", "Помилка 404", "Такої сторінки немає."),
    ("Sayfa bulunamadı", "Hata 404", "Aradığınız sayfa mevcut değil."),
    ("ページが見つかりません", "404エラー", "お探しのページは存在しません。"),
    ("页面不存在", "错误 404", "找不到您访问的页面。"),
    ("找不到頁面", "錯誤 404", "您要找的頁面不存在。"),
    ("페이지를 찾을 수 없습니다", "오류 404", "요청하신 페이지가 존재하지 않습니다."),
    ("الصفحة غير موجودة", "خطأ 404", "لم يتم العثور على الصفحة."),
    ("صفحه یافت نشد", "خطا 404", "صفحه مورد نظر وجود ندارد."),
    ("הדף לא נמצא", "שגיאה 404", "הדף אינו קיים."),
    ("पेज नहीं मिला", "त्रुटि 404", "पेज मौजूद नहीं है।"),
    ("Halaman tidak ditemukan", "Kesalahan 404", "Halaman ini tidak ada."),
    ("Không tìm thấy trang", "Lỗi 404", "Trang không tồn tại."),
    ("Stránka nenalezena", "Chyba 404", "Tato stránka neexistuje."),
    ("Az oldal nem található", "Hiba 404", "A keresett oldal nem létezik."),
    ("Sidan hittades inte", "Fel 404", "Sidan finns inte längre."),
    ("Siden blev ikke fundet", "Fejl 404", "Siden findes ikke."),
    ("Siden ble ikke funnet", "Feil 404", "Siden finnes ikke."),
    ("Sivua ei löydy", "Virhe 404", "Sivua ei ole olemassa."),
    ("Η σελίδα δεν βρέθηκε", "Σφάλμα 404", "Η σελίδα δεν υπάρχει."),
    ("Pagina nu a fost găsită", "Eroare 404", "Pagina nu există."),
    ("Страницата не е намерена", "Грешка 404", "Страницата не съществува."),
]


@pytest.mark.parametrize(("title", "heading", "text"), ERRORS)
def test_a_missing_page_in_every_language(title: str, heading: str, text: str) -> None:
    assert state_of(message(title, heading, text)) == "error_page"


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Down for maintenance", "We will be back soon."),
        ("Wartungsarbeiten", "Wir sind bald wieder für Sie da."),
        ("Site en maintenance", "Nous revenons bientôt."),
        ("Sitio en mantenimiento", "Volveremos pronto."),
        ("Técnicas prace konserwacyjne", "Wkrótce wrócimy."),
        ("Технические работы", "Скоро вернёмся."),
        ("Bakım çalışması", "Kısa süre sonra yeniden buradayız."),
        ("メンテナンス中", "ご不便をおかけします。"),
        ("系统维护中", "敬请谅解。"),
        ("시스템 점검 중", "이용에 불편을 드려 죄송합니다."),
        ("Probíhá údržba", "Brzy jsme zpět."),
        ("Karbantartás", "Hamarosan visszatérünk."),
        ("Coming soon", "Our new website is coming."),
    ],
)
def test_a_site_down_on_purpose(title: str, text: str) -> None:
    assert state_of(message(title, title, text)) == "maintenance"


FIELDS = "<input name=user><input type=password name=password><button>OK</button>"


@pytest.mark.parametrize(
    "title",
    [
        "Log in",
        *(
            "Anmelden",
            "Connexion",
            "Iniciar sesión",
            "Entrar",
            "Accedi",
            "Inloggen",
            "Zaloguj się",
            "Вход",
            "Giriş yap",
        ),
        *("ログイン", "登录", "로그인", "تسجيل الدخول", "ورود", "התחברות", "Đăng nhập", "Přihlášení", "Bejelentkezés"),
        *("Logga in", "Log ind", "Logg inn", "Kirjaudu sisään"),
    ],
)
def test_a_login_in_many_languages(title: str) -> None:
    html = message(title, title, "", f"<form method=post action=/session>{FIELDS}</form>")
    assert state_of(html) == "auth_wall"


def test_a_login_by_name_first_and_one_by_code() -> None:
    first = "<form action=/signin><input type=email name=email><button>Next</button></form>"
    assert state_of(message("Sign in", "Sign in", "Use your account", first)) == "auth_wall"
    code = "<form action=/mfa><input name=otp autocomplete=one-time-code><button>Verify</button></form>"
    assert (
        state_of(message("Two-step verification", "Enter the code", "We sent a verification code.", code))
        == "auth_wall"
    )


ARTICLE = prose("the old harbour", 10)
CONTACT = (
    "<script src='https://www.google.com/recaptcha/api.js'></script>"
    "<form action=/contact><input name=name><input name=email><textarea name=message></textarea>"
    "<div class=g-recaptcha></div><button>Send</button></form>"
)
TAGS = (
    "<script src='https://js.datadome.co/tags.js'></script>"
    "<script src='https://client.perimeterx.net/x/main.min.js'></script>"
)
CHALLENGE = (
    "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"
    "<form action='/x?__cf_chl_f_tk=1' id=challenge-form></form><h1>shop.test</h1><p>Verify you are human</p>"
)


@pytest.mark.parametrize(
    "furniture",
    [
        f"<header><form action=/login>{FIELDS}</form></header>",
        f"<div class=modal style='display:none'><h2>Log in</h2><form action=/login>{FIELDS}</form></div>",
        CONTACT,
        TAGS,
        "<div class=cookie-bar>We use cookies. <button>Accept all</button></div>",
        "<p hidden>Error 404: page not found. Access denied. Down for maintenance.</p>",
        "<footer><a href=/login>Log in</a><a href=/register>Sign up</a></footer>",
    ],
)
def test_furniture_does_not_turn_an_article_into_a_wall(furniture: str) -> None:
    assert (
        state_of(page("The old harbour", NAV + furniture + f"<main><h1>The old harbour</h1>{ARTICLE}</main>"))
        == "content"
    )


STUFFING = (
    "<p>404 page not found. 500 internal server error. Please log in. Verify you are human. Access denied. You "
    "have been blocked. "
    "Down for maintenance, back soon. This domain is for sale. Are you over 18? You are in line. Loading, "
    "please wait.</p>"
)


@pytest.mark.parametrize("place", ["first", "last", "both"])
def test_a_page_stuffed_with_every_walls_words_is_never_called_a_wall(place: str) -> None:
    before = STUFFING if place in ("first", "both") else ""
    after = STUFFING if place in ("last", "both") else ""
    html = page("The old harbour", NAV + f"<main><h1>The old harbour</h1>{before}{ARTICLE}{after}</main>")
    assert state_of(html) in ("content", "?")


@pytest.mark.parametrize(
    "wall",
    [
        CHALLENGE,
        f"<title>Log in</title><h1>Log in</h1><form action=/login>{FIELDS}</form>",
        "<title>Page not found</title><h1>404</h1><p>This page does not exist.</p>",
    ],
)
def test_a_wall_with_kind_words_and_links_is_never_called_content(wall: str) -> None:
    links = "<ul><li><a href=/a>Boats</a><li><a href=/b>Tides</a><li><a href=/c>Fish</a></ul>"
    kind = f"<p>Welcome to the harbour, where the boats come in.</p>{links}"
    assert state_of(f"<html><body>{wall}{kind}</body></html>") != "content"


@pytest.mark.parametrize(
    ("title", "h1", "state"),
    [
        ("A short history of the error 404", "A short history of the error 404", "content"),
        ("How to fix a 502 bad gateway", "How to fix a 502 bad gateway in five steps", "content"),
        ("Authentication – API docs", "Authentication", "content"),
        ("Status of our services", "All systems operational", "content"),
    ],
)
def test_a_text_about_walls_is_no_wall(title: str, h1: str, state: str) -> None:
    html = page(title, NAV + f"<main><h1>{h1}</h1>" + prose("requests, answers and their numbers", 14) + "</main>")
    assert state_of(html) in (state, "?")


def test_pages_of_few_words_are_not_errors() -> None:
    for body in (
        "<h1>Whales</h1><p>You found our page on whales, well done!</p>",
        "<h1>Pictures</h1><img src=whale.jpg alt='A whale'>",
    ):
        assert state_of(page("Whales", body)) in ("content", "?")


def test_raw_shells_empty_pages_and_traces() -> None:
    assert (
        state_of(
            page(
                "App", "<div id=root></div><script src=/static/main.js></script><script src=/static/vendor.js></script>"
            )
        )
        == "loading_timeout"
    )
    assert state_of("<html><head></head><body></body></html>") == "empty_page"
    assert (
        state_of("<pre>Traceback (most recent call last):\n  File 'app.py', line 3\nKeyError: 'x'</pre>")
        == "error_page"
    )


def test_parked_default_and_unclaimed_pages() -> None:
    assert (
        state_of(message("example.test", "example.test", "This domain is for sale. Buy this domain."))
        == "domain_mismatch"
    )
    assert (
        state_of(
            message(
                "Welcome to nginx!",
                "Welcome to nginx!",
                "If you see this page, the nginx web server is successfully installed.",
            )
        )
        == "domain_mismatch"
    )


def test_gates() -> None:
    assert (
        state_of(
            message(
                "Age check", "Are you over 18?", "You must be of legal age.", "<button>Yes</button><button>No</button>"
            )
        )
        == "interstitial"
    )
    assert (
        state_of(message("You are in line", "You are now in line", "Your estimated wait is 6 minutes."))
        == "interstitial"
    )


def test_a_picture_alone_tells_only_whether_it_is_blank() -> None:
    import io

    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (400, 300), (20, 20, 20)).save(stream, "PNG")
    blank = classify(Capture(source="picture", screenshot=stream.getvalue()))
    assert (blank.state, blank.kind) == (PageState.EMPTY_PAGE, "one_colour")
    noise = Image.effect_noise((400, 300), 80)
    stream = io.BytesIO()
    noise.save(stream, "PNG")
    shown = classify(Capture(source="picture", screenshot=stream.getvalue()))
    assert (shown.state, shown.kind) == (PageState.UNEXPECTED, "low_confidence")
