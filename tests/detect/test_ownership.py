"""Whose page it is by its own words."""

import pytest

from pagestate.detect.ownership import accounts_of, brands_of, common_part, names_alike, owners_of
from tests.detect.learnt import facts


def page(body: str, *, title: str = "Prices", head: str = "") -> str:
    main = "<main><h1>Prices</h1><p>What a tin of it costs.</p></main>"
    return f"<!doctype html><title>{title}</title>{head}<body>{main}{body}"


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("© 2026 Lindqvist Tea. All rights reserved.", "Lindqvist Tea"),
        ("Copyright © 2019–2026 by Brook Street Bakery", "Brook Street Bakery"),
        ("(c) 2024 Rosenhof Baumschule | Impressum", "Rosenhof Baumschule"),
        ("© Fährlinie Nordsund 2026", "Fährlinie Nordsund"),
        ("© 2026 ひまわり文具", "ひまわり文具"),
    ],
)
def test_the_line_of_copyright_names_the_owner(line: str, owner: str) -> None:
    assert owners_of(facts(page(f"<footer><p>{line}</p></footer>"))) == (owner,)


def test_companies_in_the_footer_and_in_structured_data_are_owners() -> None:
    data = '{"@graph":[{"@type":"Organization","name":"Quay Courier","legalName":"Quay Press Ltd"}]}'
    html = page(
        "<footer><p>Responsible: Weststrand Verlag GmbH, Kai 4</p></footer>",
        head=f'<script type="application/ld+json">{data}</script>',
    )
    assert owners_of(facts(html)) == ("Weststrand Verlag GmbH", "Quay Courier", "Quay Press Ltd")


def test_a_company_in_the_text_is_no_owner() -> None:
    """A page may write about anybody."""
    assert owners_of(facts(page("<p>We buy our tins from Blechwerk Nord GmbH, a family firm.</p>"))) == ()


def test_the_brand_is_declared_or_said_twice() -> None:
    """A part of the title is a name when the logo, the copyright or the host says the same."""
    logo = '<header><a href="/">Lindqvist Tea</a></header>'
    assert brands_of(facts(page(logo, title="Prices | Lindqvist Tea"))) == ("Lindqvist Tea",)
    assert brands_of(facts(page("", title="Prices | Lindqvist Tea"))) == ()
    assert brands_of(facts(page("", title="Prices | Lindqvist Tea"), url="http://lindqvist.test/")) == (
        "Lindqvist Tea",
    )
    declared = '<meta property="og:site_name" content="Lindqvist">'
    assert brands_of(facts(page("", head=declared)))[0] == "Lindqvist"


def test_a_link_home_is_not_a_brand() -> None:
    assert brands_of(facts(page('<header><a href="/">Home</a><a href="/">Startseite</a></header>'))) == ()


def test_names_are_alike_whatever_the_legal_form() -> None:
    assert names_alike("Rosenhof Baumschule GmbH", "Rosenhof Baumschule")
    assert names_alike("Vox", "Vox Media")
    assert not names_alike("Rosenhof Baumschule GmbH", "Lindqvist Tea GmbH")
    assert not names_alike("", "Lindqvist")


def test_the_common_part_of_titles_is_the_site() -> None:
    assert common_part(("Prices – Lindqvist Tea", "Pots – Lindqvist Tea", "Lindqvist Tea")) == "Lindqvist Tea"
    assert common_part(("Prices – Lindqvist Tea", "Prices – Lindqvist Tea")) is None
    assert common_part(("Home | Prices", "Home | Pots")) is None


def test_accounts_are_public_identifiers() -> None:
    script = "<script>gtag('config','G-AB12CD34EF');ga('create','UA-1234567-8')</script>"
    assert accounts_of(facts(page(script))) == ("G-AB12CD34EF", "UA-1234567")
    assert accounts_of(facts(page("<p>Model G-STRING and UA-1</p>"))) == ()
