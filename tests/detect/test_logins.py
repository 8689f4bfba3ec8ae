"""Login walls and sign-up pages against pages that have a login beside their own matter."""

import pytest

from pagestate.decide import classify
from pagestate.detect.forms import role_of
from pagestate.detect.ways_in import asks_itself, is_front, newcomer, own_page, path_of, way_in
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.states import PageState
from tests.decide.captures import NAV, page, prose

LOGIN = (
    '<form method="post" action="{action}"><label>Brugerkode <input name="user"></label>'
    '<label>Kode <input type="password" name="pw"></label><button>Videre</button></form>'
)
ACCOUNT = (
    '<form method="post" action="{action}"><input name="first_name"><input name="last_name"><input name="email">'
    '<input type="password" name="pw"><input type="password" name="pw2"><button>OK</button></form>'
)
MANY_LINKS = "<nav>" + "".join(f'<a href="/c/{number}">Goods {number}</a> ' for number in range(200)) + "</nav>"


def saved(html: str, url: str) -> Capture:
    return Capture(source="html", requested_url=url, final_url=url, served_html=html)


def state_of(html: str, url: str) -> PageState:
    verdict = classify(saved(html, url))
    return PageState.UNEXPECTED if verdict.kind == "low_confidence" else verdict.state


@pytest.mark.parametrize(
    ("path", "found", "new"),
    [
        ("/user/login.php", True, False),
        ("/createaccount.aspx?checkout=False", True, True),
        ("/customer/account/create/", True, True),
        ("/nouveau-membre.php", True, True),
        ("/index.php?content=register2", True, True),
        ("/?P=register", True, True),
        ("/shop.asp?mode=login", True, False),
        ("/news/new-member-countries-join-the-treaty", False, False),
        ("/blog/how-to-create-user-stories-that-last", False, False),
        ("/p?next=%2Flogin", False, False),
        ("/p?ref=login", False, False),
        ("/about", False, False),
    ],
)
def test_an_address_says_that_one_logs_in_there(path: str, found: bool, new: bool) -> None:
    words = way_in(path_of(f"https://shop.example{path}"))
    assert (words is not None) is found
    assert (words is not None and newcomer(words)) is new


def test_what_is_a_visitors_own() -> None:
    assert own_page(path_of("https://a.example/kundenkonto?x=1"))
    assert own_page(path_of("https://a.example/my-account/"))
    assert own_page(path_of("https://a.example/user"))
    assert not own_page(path_of("https://a.example/user/ada/posts"))
    assert is_front("https://a.example/")
    assert is_front("https://a.example/index.php?x=1")
    assert is_front("")
    assert not is_front("https://a.example/join")


@pytest.mark.parametrize(
    ("url", "action", "own"),
    [
        ("https://a.example/enter.php", "", True),
        ("https://a.example/enter.php?back=/x", "enter.php", True),
        ("https://a.example/Enter.aspx", "./enter.aspx", True),
        ("https://a.example/enter.php", "/do/enter", False),
        ("https://a.example/enter.php", "https://b.example/enter.php", False),
        ("https://a.example/", "", False),
        ("https://a.example/index.php", "", False),
        ("https://a.example/index.php?p=7", "index.php?p=enter", False),
        ("https://a.example/index.php?p=enter", "index.php?p=enter", True),
        ("https://a.example/enter", "http://[broken", False),
    ],
)
def test_a_form_that_is_sent_to_its_own_address(url: str, action: str, own: bool) -> None:
    assert asks_itself(url, action) is own


def test_a_login_in_unknown_words_is_told_by_where_its_form_is_sent() -> None:
    html = page("Butik", f"{MANY_LINKS}<main><h1>Butik</h1>{LOGIN.format(action='')}</main>")
    assert state_of(html, "https://shop.example/ind") is PageState.AUTH_WALL


def test_the_same_form_beside_a_sites_content_is_furniture() -> None:
    form = LOGIN.format(action="/ind")
    html = page("Butik", f"{NAV}<main><h1>Butik</h1>{prose('boats', 12)}{form}</main>")
    assert state_of(html, "https://shop.example/nyt/7") is not PageState.AUTH_WALL


def test_a_form_that_opens_an_account_needs_no_words() -> None:
    html = page("Butik", f"{MANY_LINKS}<main>{ACCOUNT.format(action='/x')}</main>")
    assert state_of(html, "https://shop.example/ny") is PageState.AUTH_WALL


def test_the_rules_one_signs_up_to_are_part_of_signing_up() -> None:
    html = page("Register - Forum", f"<main><h1>Register</h1>{ACCOUNT.format(action='/x')}{prose('boats', 30)}</main>")
    assert state_of(html, "https://forum.example/x.php?a=3") is PageState.AUTH_WALL


def test_an_offer_to_join_on_a_front_page_is_no_wall() -> None:
    html = page(
        "Atlas", f"{NAV}<main><h1>Maps of every town</h1>{prose('boats', 10)}{ACCOUNT.format(action='/x')}</main>"
    )
    assert state_of(html, "https://atlas.example/") is not PageState.AUTH_WALL


def test_a_name_two_passwords_and_a_field_named_current_open_an_account() -> None:
    html = page(
        "Sign up",
        '<main><form><input name="username"><input type="email" name="email">'
        '<input type="password" name="password" id="inputCurrentPassword">'
        '<input type="password" name="again"></form></main>',
    )
    (form,) = extract(saved(html, "https://a.example/x")).forms
    assert role_of(form).role == "signup"


def test_a_password_is_changed_by_the_old_one_and_the_new_one() -> None:
    html = page(
        "Password",
        '<main><form><input type="password" name="old_password">'
        '<input type="password" name="new_password"></form></main>',
    )
    (form,) = extract(saved(html, "https://a.example/x")).forms
    assert role_of(form).role == "change_password"
