# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Telling a change of content from a change of owner, page or site."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pagestate.detect.drift import compare, nearest
from pagestate.detect.identity import KnownPage
from pagestate.detect.ownership import names_alike, plain_words
from pagestate.faults.furniture import Brand, document, paragraphs
from tests.detect.learnt import HALL, facts, identity, known, programme

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüéñ"
WORD = st.text(LETTERS, min_size=3, max_size=11)
SENTENCES = st.lists(st.lists(WORD, min_size=4, max_size=14).map(" ".join), min_size=1, max_size=8)
NAMES = st.lists(WORD.filter(lambda word: len(word) > 4).map(str.title), min_size=2, max_size=3).map(" ".join)


@settings(max_examples=40, deadline=None)
@given(story=SENTENCES)
def test_other_text_below_the_headings_is_no_other_page(story: list[str]) -> None:
    """Tomorrow's news stands under the same headings."""
    drift = compare(known(programme()), facts(programme(*story)))
    assert drift.other_site < 0.1
    assert drift.other_page < 0.1


@settings(max_examples=40, deadline=None)
@given(name=NAMES, title=st.lists(WORD, min_size=2, max_size=5).map(" ".join), story=SENTENCES)
def test_another_name_title_and_build_are_another_site(name: str, title: str, story: list[str]) -> None:
    assume(
        not names_alike(name, HALL.name) and not set(plain_words(title)) & set(plain_words(f"What is on {HALL.name}"))
    )
    html = document(
        f"{title} | {name}",
        f"<div class='outer'><div class='masthead'><a href='/'>{name}</a></div><section class='post'><h1>{title}</h1>"
        f"{paragraphs(*story, 'A closing line of some length so that there is something to read at all here.')}</section>"
        f"<div class='bottom'>© 2026 {name}</div></div>",
    )
    assert compare(known(programme()), facts(html)).other_site >= 0.9


@settings(max_examples=30, deadline=None)
@given(title=st.lists(WORD, min_size=1, max_size=4).map(" ".join), story=SENTENCES)
def test_a_redesign_that_keeps_the_name_is_no_other_site(title: str, story: list[str]) -> None:
    html = document(
        f"{title} · {HALL.name}",
        f"<div class='v2'><section class='hero'><h1>{title}</h1></section>{paragraphs(*story)}<p>© 2026 {HALL.name}</p></div>",
    )
    assert compare(known(programme()), facts(html)).other_site < 0.4


def test_a_new_name_in_the_old_build_is_no_other_site() -> None:
    """An owner may rename itself; links, classes and structure stay."""
    renamed = Brand(name="Old Granary", headline="", story=(), nav=HALL.nav, foot=HALL.foot)
    drift = compare(known(programme()), facts(programme(brand=renamed)))
    assert drift.other_site < 0.4
    assert any("brand: was “Corn Exchange Hall”, now “Old Granary”" in item.what for item in drift.changed)


def test_a_nameless_page_in_another_build_is_suspected_at_most() -> None:
    """Without a name before, a redesign and a takeover look the same."""
    before = "<title>Tides</title><div class='a'><h1>Tides</h1><p>High water at five, low water at eleven, and so on.</p></div>"
    after = "<title>Loans</title><table><tr><td><h2>Cheap loans</h2><p>Money at once, for whoever needs it, with no questions.</p></table>"
    assert compare(known(before), facts(after)).other_site <= 0.6


def test_what_differed_between_two_looks_is_not_held_against_a_third() -> None:
    """A page with the article of the day was seen on two days."""
    days = [programme("Words.", title=title) for title in ("The crane returns", "A choir wins by two points")]
    third = facts(programme("Words.", title="Seal enters boating lake"))
    once, twice = compare(known(days[0]), third), compare(known(*days), third)
    assert once.other_page > twice.other_page
    assert twice.other_page < 0.05


def test_a_learnt_page_that_is_shown_in_the_place_of_another_is_named() -> None:
    home = programme("Come in.", title="Welcome to the hall")
    other = identity(home, url="http://hall.test/", name="home")
    drift = compare(known(programme(), others=(other,)), facts(home))
    assert drift.shown is not None
    assert drift.shown.id == "home"
    assert drift.other_page >= 0.9
    assert nearest((other,), facts(home)) == (other,)
    assert nearest((other,), facts(programme())) == ()


def test_pages_that_were_alike_when_learnt_are_never_taken_for_one_another() -> None:
    """Nothing tells them apart, so nothing is wrong when one looks like the other."""
    twin = identity(programme(), url="http://hall.test/copy", name="copy")
    assert compare(known(programme(), others=(twin,)), facts(programme())).shown is None


def test_another_language_is_told_and_not_held_against_the_page() -> None:
    german = programme("Kammermusik am Donnerstag, Filme am Freitag, Bücher am Sonntag.", title="Was läuft", brand=HALL)
    drift = compare(known(programme()), facts(german.replace('lang="en"', 'lang="de"')))
    assert drift.other_page < 0.1
    assert any(item.what == "language: was en, now de" for item in drift.changed)


def test_a_host_that_the_page_calls_its_own_is_named() -> None:
    head = '<link rel="canonical" href="https://www.quay-courier.example/front">'
    drift = compare(known(programme()), facts(programme(head=head)))
    assert drift.foreign_host == "www.quay-courier.example"


def test_a_page_seen_without_scripts_is_not_compared_by_its_build() -> None:
    """Plain HTTP brings the served document, of which scripts make another."""
    before = known(programme())
    unrendered = KnownPage(
        page=replace(before.page, looks=tuple(replace(look, rendered=False) for look in before.page.looks))
    )
    parts = {item.part for item in compare(unrendered, facts(programme())).site}
    assert parts.isdisjoint({"shape", "dress", "furniture"})
