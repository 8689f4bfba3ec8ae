"""Expectations as people write them, right and wrong."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.errors import InputError
from pagestate.goal.grammar import SUBJECTS, parse


def complaint(source: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(source)
    return str(caught.value)


def test_quotes_are_optional_and_keep_backslashes() -> None:
    assert parse(r'text ~ "\d+ \"x\" it\'s"').operand == r'\d+ "x" it\'s'
    assert parse(r"text ~ '\d+ it\'s'").operand == r"\d+ it's"
    assert parse("title == Project Seven ").operand == "Project Seven"
    assert parse("  count( table.orders > tr )>=3").argument == "table.orders > tr"


def test_values_have_the_type_of_their_subject() -> None:
    assert parse("duration < 800ms").operand == 0.8
    assert parse("duration < 2m").operand == 120.0
    assert parse("status in 200..299").operand == (200.0, 299.0)
    assert parse("status == 204").operand == 204.0
    assert parse('meta("build") == 0.3').operand == "0.3"
    assert parse('meta("build") >= 3').operand == 3.0


def test_not_goes_with_flags_and_contains() -> None:
    assert parse('not  visible("a")').operator == "not holds"
    assert parse("text not  contains a").operator == "not contains"
    assert '"not" goes before visible' in complaint('not count("a") > 1')


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "it is empty"),
        ("titel == x", 'unknown subject "titel"; did you mean "title"?'),
        ("url_host == x", 'did you mean "url.host"?'),
        ("title = x", 'unknown operator "="; did you mean "=="?'),
        ("title contians x", 'did you mean "contains"?'),
        ("text matches x", 'did you mean "~"?'),
        ("status ~ 2", 'status cannot be compared by "~"'),
        ("title", "an operator must follow title"),
        ("title ==", 'a value must follow "=="'),
        ('title == "a', 'this quote " is never closed'),
        ('title == "a" b', "nothing may follow the value"),
        ('text ~ "a("', "not a regular expression"),
        ('text ~ "(a+)+$"', "may run for ever"),
        ('count("tr >") > 1', "is not a CSS selector"),
        ("count > 1", 'write count("css")'),
        ('attr("a") == 1', 'write attr("css", "name")'),
        ('status("a") == 1', "takes nothing in parentheses"),
        ("status == ok", "'ok' is not a number"),
        ("status in 200", "is not a range"),
        ("status in 300..200", "runs backwards"),
        ("duration < fast", "is not a duration"),
        ('text contains " "', "nothing is contained in everything"),
        ('visible("a") == 1', "nothing may follow visible"),
        ('visible("a"', 'a ")" is missing'),
    ],
)
def test_a_mistake_is_named_with_the_way_out(source: str, reason: str) -> None:
    assert reason in complaint(source)


@pytest.mark.parametrize(
    ("source", "column"), [("titel == x", 0), ("status ~ 2", 7), ('text ~ "ab("', 10), ('count("tr >") > 1', 6)]
)
def test_the_caret_stands_under_the_mistake(source: str, column: int) -> None:
    _, line, caret = complaint(source).splitlines()
    assert line[2:] == source
    assert caret == " " * (column + 2) + "^"


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(source: str) -> None:
    """Whatever is written gives an expectation or an InputError."""
    with contextlib.suppress(InputError):
        assert parse(source).subject in SUBJECTS


@given(st.text(alphabet=st.characters(blacklist_characters='"\\', blacklist_categories=["Cs"]), min_size=1))
def test_a_quoted_value_comes_back_as_written(value: str) -> None:
    assert parse(f'title == "{value}"').operand == value
