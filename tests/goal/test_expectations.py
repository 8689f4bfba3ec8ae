"""What each expectation says of a page, and above all when it must not be met."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.evidence import CaptureFailure, Timings
from pagestate.goal.expectations import evaluate, is_positive, parse, selectors
from tests.goal.facts import facts

HIDDEN = "data-pagestate-hidden"
PAGE = f"""<html lang="en"><head><title>Orders  –
Shop</title><meta name="build" content="0.3.2"><meta property="og:type" content="website"></head><body>
<h1 {HIDDEN}>Old</h1><h1>Your <b>orders</b></h1>
<table class="orders"><tr><td>1</td></tr><tr><td>2</td></tr><tr><td>3</td></tr></table>
<div {HIDDEN}><p class="error">Payment failed</p></div>
<a id="next" href="/page/2" rel="next">Next</a><a class="x">A</a><a class="x">B</a>
<div><pagestate-shadow><span class="total">12.50 EUR</span></pagestate-shadow></div>
</body></html>"""
TEXT = "Your orders\n1 2 3\nOrder #4711 placed\nNext"


def outcome(source: str, html: str | None = PAGE, **kwargs: object) -> str:
    kwargs.setdefault("text", TEXT)
    return evaluate(parse(source), facts(html, **kwargs)).outcome  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "source",
    [
        r'text ~ "Order #\d+"',
        "text ~ '(?i)order #\\d+ PLACED'",
        'text !~ "Exception"',
        'text contains "your   ORDERS"',
        "text contains placed",
        'text not contains "error"',
        'title == "Orders – Shop"',
        "title contains shop",
        "title != Shop",
        'h1 == "Your orders"',
        'count("table.orders tr") >= 3',
        "count(table.orders tr) == 3",
        'count(".error") <= 1',
        'count("tr") in 1..3',
        'visible("#next")',
        'not visible(".error")',
        'exists(".error")',
        'not exists(".captcha")',
        'text(".x") == B',
        'text(".total") ~ "EUR$"',
        'attr("#next", "href") == "/page/2"',
        "attr(#next, rel) != prev",
        'meta("build") == "0.3.2"',
        "meta(og:type) == website",
    ],
)
def test_met_on_the_page_it_was_written_for(source: str) -> None:
    assert outcome(source) == "met"


@pytest.mark.parametrize(
    "source",
    [
        'text ~ "order #"',
        'text contains "Payment failed"',
        'text not contains "orders"',
        'h1 == "Old"',
        'count("tr") > 3',
        'count("tr") in 4..9',
        'visible(".error")',
        'visible(".captcha")',
        'not visible("#next")',
        'not exists("h1")',
        'text(".error") contains "Payment"',
        'text(".captcha") !~ "x"',
        'attr(".x", "href") != "/"',
        'text(".x") != B',
        'meta("build") == "0.3.1"',
        'meta("version") != "1"',
    ],
)
def test_unmet_though_something_like_it_is_there(source: str) -> None:
    """A hidden element, an element that is missing, or one match that breaks a negative never counts."""
    assert outcome(source) == "unmet"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("url.host == shop.test", "met"),
        ("url.host == SHOP.test", "met"),
        ("url.host == test", "unmet"),
        ("url.path == /a/", "met"),
        ("url.query contains ref=1", "met"),
        ('url == "https://www.shop.test/a/?ref=1"', "met"),
        ('url ~ "^https:"', "met"),
    ],
)
def test_addresses_tolerate_only_www_and_the_default_port(source: str, expected: str) -> None:
    assert outcome(source, final_url="https://www.shop.test:443/a/?ref=1") == expected


def test_a_host_that_only_begins_like_the_expected_one_is_another_host() -> None:
    assert outcome("url.host == shop.test", final_url="http://shop.test.evil.test/") == "unmet"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("status == 200", "met"),
        ("status in 200..299", "met"),
        ("status < 200", "unmet"),
        ('header("Content-Type") ~ "html"', "met"),
        ('header("x-build") == 1', "unmet"),
        ("duration < 5s", "met"),
        ("duration < 800ms", "unmet"),
        ("language == de-AT", "met"),
    ],
)
def test_answers_headers_times_and_language(source: str, expected: str) -> None:
    page = facts(
        PAGE,
        status=200,
        headers=(("content-type", "text/html"),),
        timings=Timings(load=1250.0),
        language="de",
    )
    assert evaluate(parse(source), page).outcome == expected


@pytest.mark.parametrize(
    "source",
    [
        "status == 200",
        'header("a") == b',
        "duration < 1h",
        "language != en",
    ],
)
def test_what_a_capture_lacks_is_unknown(source: str) -> None:
    assert outcome(source) == "unknown"


@pytest.mark.parametrize(
    "source",
    ['text not contains "x"', "title != x", 'not visible("x")', 'count("x") == 0', "h1 != x", 'json("a") != b'],
)
def test_a_picture_alone_proves_no_absence(source: str) -> None:
    page = facts(None, source="picture")
    page = replace(page, capture=replace(page.capture, text=None))
    assert evaluate(parse(source), page).outcome == "unknown"


@pytest.mark.parametrize(
    "source", ['text contains "orders"', "title contains Orders", "url.host == shop.test", "h1 ~ ."]
)
def test_nothing_is_known_of_a_page_that_was_never_reached(source: str) -> None:
    """A tab that still shows the page before must not lend it to this one."""
    failure = CaptureFailure(kind="refused", detail="net::ERR_CONNECTION_REFUSED")
    assert outcome(source, committed=False, failure=failure) == "unknown"


def test_a_download_and_an_empty_answer_can_be_expected() -> None:
    """The answer of a navigation that brought no page is still evidence."""
    download = CaptureFailure(kind="download", detail="net::ERR_ABORTED")
    common = {"committed": False, "status": 200, "headers": (("content-type", "application/pdf"),)}
    assert outcome('header("content-type") ~ pdf', None, failure=download, **common) == "met"
    empty = CaptureFailure(kind="no_content", detail="net::ERR_ABORTED")
    assert outcome("status == 204", None, failure=empty, committed=False, status=204) == "met"


@pytest.mark.parametrize("source", ['text not contains "failed"', 'not visible(".captcha")', 'count("tr") <= 3'])
def test_a_cut_page_proves_presence_but_no_absence(source: str) -> None:
    assert outcome(source, truncated=True) == "unknown"
    assert outcome('count("tr") >= 3', truncated=True) == "met"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('json("status") == "ok"', "unmet"),
        ("json(status) == critical", "met"),
        ('json("checks.db") == "down"', "met"),
        ('json("items[1].id") == 12345678901234567890', "met"),
        ('json("items.0.id") >= 7', "met"),
        ('json("version") == "1.1"', "unmet"),
        ('json("ratio") == 0.50', "met"),
        ('json("fine") == true', "met"),
        ('json("none") == null', "met"),
        ('json("missing") != "x"', "unmet"),
    ],
)
def test_a_json_document_is_read_as_data(source: str, expected: str) -> None:
    body = (
        '{"status":"critical","checks":{"db":"down"},"items":[{"id":7},{"id":12345678901234567890}],'
        '"version":"1.10","ratio":0.5,"fine":true,"none":null}'
    )
    shown = f"<html><body><pre>{body}</pre></body></html>"
    assert outcome(source, shown, text=body) == expected
    assert outcome(source, shown, served_html=body) == expected


def test_an_ordinary_page_is_no_json_document() -> None:
    result = evaluate(parse('json("status") == "ok"'), facts(PAGE, text=TEXT))
    assert (result.outcome, result.seen) == ("unmet", "the page is not a JSON document")


def test_unmarked_pages_are_judged_by_their_markup() -> None:
    html = "<div hidden><p>a</p></div><p style='display: none'>b</p><dialog><p>c</p></dialog><p id=d>d</p>"
    page = facts(html, rendered_html=None, served_html=html, source="http")
    assert evaluate(parse('text("p") ~ "[abc]"'), page).outcome == "unmet"
    assert evaluate(parse("visible(dialog)"), page).outcome == "unmet"


def test_only_a_browser_can_tell_that_something_is_visible() -> None:
    """A stylesheet or a script may hide, or show, what stands in the markup."""
    html = "<p id=d>d</p><p hidden id=e>e</p>"
    page = facts(html, rendered_html=None, served_html=html, source="http")
    for source in ("visible(#d)", "not visible(#d)", "not visible(#e)", "not visible(#f)"):
        assert evaluate(parse(source), page).outcome == "unknown", source


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ('count("tr") >= 10', "3"),
        ('text ~ "#4711"', "Your orders 1 2 3 Order #4711 placed Next"),
        ('visible(".error")', "no visible match, 1 hidden"),
        ('text(".captcha") ~ x', "nothing matches .captcha"),
        ('text(".x") == C', "A (and 1 more)"),
        ('meta("build") == "0.3.1"', "0.3.2"),
        ("status == 200", "no status in this capture"),
    ],
)
def test_every_result_tells_the_value_seen(source: str, seen: str) -> None:
    assert evaluate(parse(source), facts(PAGE, text=TEXT)).seen == seen


def test_a_long_value_is_shortened() -> None:
    assert len(evaluate(parse("text contains zzz"), facts("<p>", text="word " * 1000)).seen) == 160


def test_a_pattern_is_searched_in_a_bounded_text() -> None:
    """What lies beyond the bound is not known, in either direction."""
    page = facts("<p>", text="x" * 200_001 + "needle")
    assert evaluate(parse("text ~ needle"), page).outcome == "unknown"
    assert evaluate(parse("text !~ needle"), page).outcome == "unknown"
    assert evaluate(parse("text contains needle"), page).outcome == "met"


def test_positive_means_that_content_is_proven() -> None:
    positive = ['text contains "a"', 'count("a") >= 1', 'count("a") > 0', "visible(a)", "h1 == a", 'json("a") == b']
    weak = ["status == 200", 'count("a") >= 0', 'count("a") < 5', "not visible(a)", "text !~ a", "duration < 1s"]
    assert all(is_positive(parse(source)) for source in positive)
    assert not any(is_positive(parse(source)) for source in weak)


def test_selectors_are_told_to_the_capture() -> None:
    asked = [parse(s) for s in ('count("tr")  > 1', "visible(nav)", 'attr("nav", "id") == x', "meta(build) == 1")]
    assert selectors(asked) == ("tr", "nav")


@given(st.text(max_size=200))
def test_a_negative_is_the_opposite_of_its_positive(text: str) -> None:
    page = facts("<p>", text=text)
    outcomes = [evaluate(parse(source), page).outcome for source in ("text contains a", "text not contains a")]
    assert sorted(outcomes) == ["met", "unmet"]
