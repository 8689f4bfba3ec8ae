"""When different addresses show the same page, and when that is meant."""

import time
from dataclasses import replace

import pytest

from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.facts.model import Facts
from pagestate.mission.registry import Registry
from pagestate.mission.same_page import alike, is_substantial, path_of, sketch
from tests.goal.facts import facts
from tests.mission.world import page

SHOP = "http://shop.test"


def shown(
    url: str, title: str, text: str, *, heading: str = "", final: str | None = None, canonical: str | None = None
) -> Facts:
    link = f'<link rel="canonical" href="{canonical}">' if canonical else ""
    found = facts(
        f"<title>{title}</title>{link}<h1>{heading}</h1><p>{text}</p>",
        text=f"{heading}\n{text}",
        requested_url=url,
        final_url=final or url,
    )
    return replace(found, headings=(heading,) if heading else ())


def same(one: Facts, other: Facts) -> bool:
    first, second = sketch(one), sketch(other)
    return first is not None and second is not None and alike(first, second)


BANNER = "We are working on the shop and will be back at {time}. Request {id}. See {url} for news."


def test_a_banner_stays_the_same_with_another_time_identifier_and_address() -> None:
    one = shown(f"{SHOP}/a", "Shop", BANNER.format(time="14:30", id="8f3c2a1b-77", url=f"{SHOP}/news?1"))
    other = shown(f"{SHOP}/b", "Shop", BANNER.format(time="14:31:09", id="0d9e77aa-12", url=f"{SHOP}/news?22"))
    assert same(one, other)


def test_a_banner_that_counts_down_or_names_the_path_stays_the_same() -> None:
    one = shown(
        f"{SHOP}/cart", "Shop", "The page /cart is closed. We are back in 12 minutes, we promise.", heading="Closed"
    )
    other = shown(
        f"{SHOP}/help", "Shop", "The page /help is closed. We are back in 9 minutes, we promise.", heading="Closed"
    )
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Chair 1", "A chair of oak, made by hand."), ("Chair 2", "A chair of oak, made by hand.")),
        (("Shop", "A chair of oak, made by hand and oiled."), ("Shop", "A table of ash, made by hand and oiled.")),
        (("", "Item 1 of our catalogue of chairs"), ("", "Item 2 of our catalogue of chairs")),
    ],
)
def test_items_of_one_shop_are_different_pages(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert not same(shown(f"{SHOP}/1", *one), shown(f"{SHOP}/2", *other))


def test_languages_without_spaces_are_told_apart_as_well() -> None:
    assert same(shown(f"{SHOP}/a", "店", "ただいまメンテナンス中です。しばらくお待ちください。"),
                shown(f"{SHOP}/b", "店", "ただいまメンテナンス中です。しばらくお待ちください。"))  # fmt: skip
    assert not same(shown(f"{SHOP}/a", "店", "新しい椅子が入荷しました。ぜひご覧ください。"),
                    shown(f"{SHOP}/b", "店", "お問い合わせは電話でお願いいたします。"))  # fmt: skip


def test_too_little_to_compare_is_nothing_to_compare() -> None:
    assert sketch(shown(f"{SHOP}/a", "", "12 : 30")) is None
    assert (
        sketch(replace(shown(f"{SHOP}/a", "Shop", "words enough"), capture=replace(facts("").capture, committed=False)))
        is None
    )


@pytest.mark.parametrize(
    ("url", "path"),
    [(f"{SHOP}", "/"), (f"{SHOP}/index.html", "/"), (f"{SHOP}/a/", "/a"), (f"{SHOP}/a/index.php?x=1", "/a")],
)
def test_paths_that_never_tell_pages_apart(url: str, path: str) -> None:
    assert path_of(url) == path


def others(*looks: Facts, asked: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Which other addresses the registry says show the page of the last look."""
    urls = [look.capture.requested_url or "" for look in looks] + list(asked)
    pages = [page(url, id=str(number)) for number, url in enumerate(urls)]
    registry = Registry(pages)
    for found, look in zip(pages, looks, strict=False):
        registry.add(found, look)
    return registry.history(pages[len(looks) - 1], looks[-1], 0).same_page_urls


TEXT = "The very same words stand on all of these pages"


def test_two_addresses_with_one_text_are_noticed() -> None:
    assert others(shown(f"{SHOP}/a", "Shop", TEXT), shown(f"{SHOP}/b", "Shop", TEXT)) == (f"{SHOP}/a",)


def test_sites_are_not_compared_with_each_other() -> None:
    assert others(shown("http://a.test/", "Shop", TEXT), shown("http://b.test/", "Shop", TEXT)) == ()


def test_one_address_asked_for_twice_is_one_page() -> None:
    assert others(shown(f"{SHOP}/a", "Shop", TEXT), shown(f"{SHOP}/a/", "Shop", TEXT)) == ()


def test_variants_of_one_canonical_address_are_one_page() -> None:
    a, b = f"{SHOP}/a?ref=1", f"{SHOP}/a?ref=2"
    assert others(shown(a, "Shop", TEXT, canonical="/a"), shown(b, "Shop", TEXT, canonical="/a")) == ()
    assert others(shown(a, "Shop", TEXT), shown(b, "Shop", TEXT)) == (a,)


def test_where_a_visitor_came_from_names_no_other_page() -> None:
    """Parameters of campaigns are no addresses of their own; those of the site are."""
    plain, tracked = f"{SHOP}/a", f"{SHOP}/a?utm_source=mail&gclid=x1"
    assert others(shown(plain, "Shop", TEXT), shown(tracked, "Shop", TEXT)) == ()
    assert others(shown(plain, "Shop", TEXT), shown(f"{SHOP}/a?page=2", "Shop", TEXT)) == (plain,)


def test_a_canonical_address_does_not_excuse_other_paths() -> None:
    """A catch-all that serves the start page names the start page everywhere."""
    looks = [shown(f"{SHOP}/{name}", "Shop", TEXT, canonical="/") for name in ("a", "b")]
    assert others(*looks) == (f"{SHOP}/a",)


def test_an_old_name_that_redirects_to_a_page_that_was_asked_for_is_meant() -> None:
    looks = [shown(f"{SHOP}/old", "Shop", TEXT, final=f"{SHOP}/new"), shown(f"{SHOP}/new", "Shop", TEXT)]
    assert others(*looks) == ()
    assert others(*reversed(looks)) == ()


def test_two_old_names_of_one_page_are_meant_but_a_whole_site_sent_to_one_is_not() -> None:
    looks = [shown(f"{SHOP}/{name}", "Shop", TEXT, final=f"{SHOP}/sorry") for name in ("a", "b", "c")]
    assert others(*looks[:2]) == ()
    assert others(*looks) == (f"{SHOP}/a", f"{SHOP}/b")


def test_routes_in_the_fragment_are_pages_and_anchors_are_not() -> None:
    assert others(shown(f"{SHOP}/#/a", "Shop", TEXT), shown(f"{SHOP}/#/b", "Shop", TEXT)) == (f"{SHOP}/#/a",)
    assert others(shown(f"{SHOP}/#top", "Shop", TEXT), shown(f"{SHOP}/#end", "Shop", TEXT)) == ()


def test_whether_the_start_page_is_among_them_is_told() -> None:
    pages = [page(f"{SHOP}/", id="root"), page(f"{SHOP}/a", id="a")]
    registry = Registry(pages)
    looks = [shown(found.url, "Shop", TEXT) for found in pages]
    for found, look in zip(pages, looks, strict=True):
        registry.add(found, look)
    assert registry.history(pages[1], looks[1], 3).same_page_kept
    assert not registry.history(pages[0], looks[0], 3).same_page_kept
    assert registry.history(pages[0], looks[0], 3).pages_ok == 3


NAV = "".join(f"<a href=/{name}>{name.title()}</a> " for name in ("rooms", "kitchen", "boats", "contact"))


@pytest.mark.parametrize(
    ("body", "substantial"),
    [
        pytest.param(
            f"<nav>{NAV}</nav><main><h1>Inn</h1><p>{'Rooms over the lake. ' * 80}</main>", True, id="much-text"
        ),
        pytest.param(
            f"<nav>{NAV}</nav><main><h1>宿</h1><p>{'湖のほとりの静かな宿です。' * 40}</main>", True, id="ideographs"
        ),
        pytest.param(f"<main><h1>Inn</h1>{NAV}</main>", True, id="teasers"),
        pytest.param(
            f"<nav>{NAV}</nav><main><h1>Inn</h1><p>Wet paint, back at noon.</main>", False, id="framed-banner"
        ),
        pytest.param(f"<main><h1>Inn</h1><p>{'Wet paint, back at noon. ' * 80}</main>", False, id="long-banner"),
        pytest.param(
            f"<main><h1>Inn</h1><p>{'Wet paint. ' * 120}<a href=/>Home</a> <a href=/inn#x>Here</a> "
            "<a href=https://status.example/>Status</a> <a href=mailto:a@b.c>Mail</a> <a href=//[>?</a></main>",
            False,
            id="links-that-lead-nowhere-else",
        ),
    ],
)
def test_a_page_that_a_site_is_made_of_is_told_from_a_notice(body: str, *, substantial: bool) -> None:
    url = "http://inn.test/inn"
    found = extract(Capture(source="html", requested_url=url, final_url=url, status=200, served_html=body))
    assert is_substantial(found) is substantial


def test_only_an_expectation_of_its_own_sets_a_page_apart() -> None:
    shared, own, weak = "exists(h1)", 'h1 == "Cart"', "status == 200"
    pages = [page(f"{SHOP}/a", shared, own, weak, id="a"), page(f"{SHOP}/b", shared, id="b")]
    registry = Registry(pages)
    assert registry.is_distinct(pages[0], [own])
    assert not registry.is_distinct(pages[0], [shared, weak])
    assert not registry.is_distinct(pages[1], [shared])


@pytest.mark.parametrize("word", ["A", "a-", "1-", "9:", "http://", "a.b/"])
def test_a_page_made_to_be_slow_to_compare_is_not(word: str) -> None:
    """One endless word, in title, heading and text; time that grows with its square would be minutes."""
    text = word * (3_000_000 // len(word))
    found = facts(f"<title>{text}</title><h1>x</h1>", text=text, requested_url=f"{SHOP}/a")
    began = time.process_time()
    sketch(replace(found, headings=(text,)))
    assert time.process_time() - began < 2
