"""The word files: their form and cover, that phrases say what their group means, and nothing else."""

import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pagestate.decide import classify
from pagestate.detect.lexicon import Lexicon, lexicon, tokens_of
from pagestate.states import PageState
from tests.detect.wording_pages import WORDINGS, article, forced, wall

WORDS: list[tuple[str, dict[str, Any]]] = sorted(
    (entry.name.removesuffix(".json"), json.loads(entry.read_text(encoding="utf-8")))
    for entry in (resources.files("pagestate.detect") / "words").iterdir()
    if entry.name.endswith(".json")
)
SCHEMA = json.loads(Path(__file__).with_name("words.schema.json").read_text(encoding="utf-8"))
_FIRST = "en de fr es pt it nl pl ru uk tr ja zh-Hans zh-Hant ko ar fa he hi id vi cs hu sv da no fi el ro bg"
WANTED = frozenset(_FIRST.split(" "))
INCOMPLETE: frozenset[tuple[str, str]] = frozenset()
"""(group, language) pairs in which no native wording is known."""
_SOFT = frozenset(
    {
        "domain_mismatch.hosting",
        "error_page.generic",
        "error_page.way_out",
        "captcha.reference",
        "goal_failed.done",
        "auth_wall.known",
        "auth_wall.logout",
        "auth_wall.forgot",
    }
)
"""Groups that name no state by themselves: they help others that stand beside them."""
OVERLAPS = frozenset(
    {
        # A refusal is one in whoever's name: who refuses is told by the page around it.
        ("auth_wall.permission", "error_page.refused"),
        ("captcha.blocked", "error_page.denied"),
        ("captcha.blocked", "error_page.refused"),
        ("captcha.blocked", "domain_mismatch.suspended"),
        ("auth_wall.required", "error_page.denied"),
        ("auth_wall.required", "error_page.refused"),
        # A site that is down may be down on purpose.
        ("error_page.unavailable", "maintenance.closed_now"),
        ("error_page.not_found", "maintenance.closed_now"),
        ("error_page.failure", "maintenance.closed_now"),
        ("domain_mismatch.suspended", "maintenance.closed_now"),
        ("interstitial.waiting_room", "maintenance.closed_now"),
        ("captcha.geo", "maintenance.closed_now"),
        ("captcha.blocked", "maintenance.closed_now"),
        ("captcha.blocked", "error_page.unavailable"),
        ("captcha.rate", "error_page.crash"),
        ("error_page.not_found", "interstitial.unsupported_browser"),
        ("auth_wall.mfa", "captcha.human"),
        # A place that does not exist is not found.
        ("domain_mismatch.unclaimed", "error_page.not_found"),
        ("captcha.geo", "error_page.not_found"),
        ("auth_wall.expired", "error_page.not_found"),
        ("domain_mismatch.expired", "error_page.not_found"),
        ("domain_mismatch.unclaimed", "error_page.failure"),
        ("domain_mismatch.unclaimed", "maintenance.closed_now"),
        # The country is asked by the way and refused by the block, in the same words.
        ("captcha.geo", "interstitial.region"),
        # Both ask to wait.
        ("captcha.checking", "loading_timeout.loading"),
        ("captcha.checking", "maintenance.back_soon"),
        ("loading_timeout.loading", "maintenance.deploying"),
        # A browser is checked, and found too old or without its scripts.
        ("captcha.checking", "interstitial.unsupported_browser"),
        ("interstitial.unsupported_browser", "loading_timeout.loading"),
        ("domain_mismatch.suspended", "interstitial.unsupported_browser"),
        # A paywall asks to sign in or up.
        ("auth_wall.signup", "interstitial.paywall"),
        ("auth_wall.login", "interstitial.paywall"),
        ("auth_wall.required", "interstitial.paywall"),
        # Sites come soon on reserved domains.
        ("domain_mismatch.default", "maintenance.coming_soon"),
        ("domain_mismatch.parked", "maintenance.coming_soon"),
        # One word in these languages: access, connection, registration, session.
        ("auth_wall.login", "captcha.blocked"),
        ("auth_wall.login", "captcha.checking"),
        ("auth_wall.login", "error_page.denied"),
        ("auth_wall.login", "error_page.failure"),
        ("auth_wall.login", "error_page.refused"),
        ("auth_wall.login", "interstitial.notice"),
        ("auth_wall.signup", "domain_mismatch.parked"),
        ("auth_wall.signup", "domain_mismatch.expired"),
        ("auth_wall.expired", "error_page.failure"),
        ("domain_mismatch.default", "maintenance.closed_now"),
    }
)
"""Pairs of groups of two states that share wordings, and why."""


def _phrases() -> Iterator[tuple[str, str, str, str]]:
    for state, groups in WORDS:
        for group, entries in groups.items():
            if group != "about":
                for language, phrases in entries.items():
                    for phrase in phrases:
                        yield state, group, language, phrase


def _flaws(value: Any, schema: dict[str, Any], where: str) -> Iterator[str]:
    """Yield where `value` breaks the few keywords of JSON Schema that words.schema.json uses."""
    kinds: dict[type, str] = {dict: "object", list: "array", str: "string"}
    if schema["type"] != kinds.get(type(value)):
        yield f"{where}: no {schema['type']}"
    elif isinstance(value, dict):
        yield from (f"{where}: no {name}" for name in schema.get("required", ()) if name not in value)
        for name, item in value.items():
            if not re.search(schema.get("propertyNames", {}).get("pattern", ""), name):
                yield f"{where}: name {name}"
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            yield from _flaws(item, inner, f"{where}.{name}")
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield f"{where}: empty"
        if schema.get("uniqueItems") and len(set(value)) < len(value):
            yield f"{where}: {sorted(item for item in value if value.count(item) > 1)[0]} twice"
        for item in value:
            yield from _flaws(item, schema["items"], where)
    elif not (
        schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1000)
        and re.search(schema.get("pattern", ""), value)
    ):
        yield f"{where}: {value!r}"


@pytest.mark.parametrize(("state", "groups"), WORDS, ids=[name for name, _ in WORDS])
def test_word_files_have_the_form_of_the_schema(state: str, groups: dict[str, Any]) -> None:
    assert not list(_flaws(groups, SCHEMA, state))


@pytest.mark.parametrize(("state", "groups"), WORDS, ids=[name for name, _ in WORDS])
def test_every_group_speaks_every_language(state: str, groups: dict[str, Any]) -> None:
    assert state in set(PageState)
    missing = {
        (f"{state}.{group}", language)
        for group, entries in groups.items()
        if group != "about"
        for language in WANTED - set(entries)
    }
    assert missing <= INCOMPLETE


def test_phrases_keep_the_notation() -> None:
    for _, _, language, phrase in _phrases():
        words = phrase.split()
        assert phrase == " ".join(words), phrase
        assert words[0] != "…", phrase
        assert words[-1] != "…", phrase
        assert tokens_of(phrase.replace("…", " ")), (language, phrase)
        assert all(word.find("*") in (-1, len(word) - 1) for word in words), phrase
        assert not words[0].endswith("*") or len(tokens_of(words[0])[-1]) >= 3, phrase


def test_every_phrase_is_found_where_it_stands() -> None:
    words = lexicon()
    for state, group, _, phrase in _phrases():
        spoken = phrase.replace("…", "xx").replace("*", "")
        found = {match.group for match in words.matches(tokens_of(f"Zz {spoken} zz"))}
        assert f"{state}.{group}" in found, phrase


def test_a_phrase_is_matched_without_regard_to_case_accents_and_endings() -> None:
    words = Lexicon.read({"error_page": {"not_found": {"xx": ["página … encontrad*", "не найден*", "見つかりません"]}}})
    for text in ("PAGINA no fue encontrada", "Страница НЕ НАЙДЕНА", "ページが見つかりませんでした"):
        assert [match.group for match in words.matches(tokens_of(text))] == ["error_page.not_found"], text
    assert not list(words.matches(tokens_of("pagina uno dos tres cuatro cinco seis siete encontrada")))


def test_no_phrase_of_one_state_is_mostly_one_of_another() -> None:
    """What two states share makes neither; the pairs of groups that do share wordings are listed with a reason."""
    words = lexicon()
    clashes: dict[tuple[str, str], str] = {}
    for state, group, _, phrase in _phrases():
        name = f"{state}.{group}"
        tokens = tokens_of(phrase.replace("…", "xx").replace("*", ""))
        for match in words.matches(tokens):
            other = match.group
            if "content" in (state, other.split(".")[0]):
                continue  # What is written about a wall has the wall's words in it.
            if other.split(".")[0] == state or match.length < 0.6 * len(tokens) or {name, other} & _SOFT:
                continue
            clashes.setdefault((min(name, other), max(name, other)), phrase)
    assert {pair: phrase for pair, phrase in clashes.items() if pair not in OVERLAPS} == {}


MISREAD = frozenset(
    {
        "404エラーの意味とリンク切れの直し方",
        "404错误是什么意思，怎样修复失效链接",
        "404錯誤是什麼意思，怎樣修復失效連結",
    }
)
"""Headings still taken for an error: texts in Han letters are short, and weigh little against the number."""


@pytest.mark.parametrize("language", WORDINGS["ordinary"])
def test_ordinary_pages_are_no_walls(language: str) -> None:
    """News, shops, help pages, recipes and status pages speak of walls in passing."""
    headings = WORDINGS["ordinary"][language]
    assert len(headings) >= 8
    for index, heading in enumerate(headings):
        verdict = classify(article(language, heading, headings[index + 1 :] + headings[:index]))
        assert forced(verdict) is PageState.CONTENT or verdict.confidence < 0.75 or heading in MISREAD, (
            heading,
            verdict.state,
        )


WALLS = [
    (state, group, language, sentence)
    for state, groups in WORDINGS["walls"].items()
    for group, languages in groups.items()
    for language, sentence in languages.items()
]


def test_wordings_cover_every_language() -> None:
    for groups in WORDINGS["walls"].values():
        for group, languages in groups.items():
            assert set(languages) == WANTED, group


@pytest.mark.parametrize("language", sorted(WANTED))
def test_short_walls_are_told_in_every_language(language: str) -> None:
    """At least seven of ten sentences that people would write are told, whatever the weights."""
    told = [
        str(forced(classify(wall(group, tongue, sentence)))) == state
        for state, group, tongue, sentence in WALLS
        if tongue == language
    ]
    assert sum(told) >= 0.7 * len(told)
