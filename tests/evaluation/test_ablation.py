"""Judging with a part of the evidence taken away."""

import pytest

from pagestate.capture.saved import load_html
from pagestate.decide import classify
from pagestate.errors import InputError
from pagestate.evaluation.ablation import evidence_of, parse_evidence, without
from pagestate.facts import extract
from pagestate.states import PageState
from tests.decide.captures import page

GONE = load_html(
    page("Page not found", "<h1>404</h1><p>This page does not exist.</p><script>var x = 1</script>").encode(),
    requested_url="https://a.test/x",
    status=404,
    headers=(("Server", "x"), ("Content-Type", "text/html")),
)


def test_each_part_goes_and_the_rest_stays() -> None:
    """What is taken away is gone, nothing else is."""
    assert evidence_of(GONE) == {"status": "known", "headers": "known", "document": "raw"}
    assert without(GONE, {"status"}).status is None
    assert without(GONE, {"headers"}).headers == ()
    assert without(GONE, {"headers"}).status == 404
    assert without(GONE, ()) == GONE


def test_without_html_the_readable_text_is_left() -> None:
    """Title and visible text are what a person reads; markup and scripts are gone."""
    left = without(GONE, {"html", "headers"})
    facts = extract(left)
    assert facts.title == "Page not found"
    assert "This page does not exist." in facts.text
    assert "var x" not in facts.text
    assert facts.document == "text"
    assert evidence_of(left, removed={"html", "headers"}) == {
        "status": "known",
        "headers": "unknown",
        "document": "text only",
    }


def test_less_evidence_makes_less_sure() -> None:
    """A page that its status gives away is told with less confidence without it."""
    broken = load_html(page("Shop", "<p>Please come again, we are open all day.</p>").encode(), status=500)
    whole, less = classify(broken), classify(without(broken, {"status", "headers", "html"}))
    assert whole.state is PageState.ERROR_PAGE
    assert whole.confidence > 0.9
    assert less.state is not PageState.ERROR_PAGE or less.confidence < whole.confidence


def test_a_wrong_word_is_named() -> None:
    """Such as a part that does not exist."""
    assert parse_evidence(" status, html ") == {"status", "html"}
    assert parse_evidence("") == frozenset()
    with pytest.raises(InputError, match=r"'cookies'.*status, headers, html"):
        parse_evidence("cookies")
