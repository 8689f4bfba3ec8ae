"""The word and weight files: their form, and that every entry does what it says."""

import json
import re
from importlib import resources

import pytest

from pagestate.decide.scoring import CANDIDATES, calibration
from pagestate.detect.lexicon import Lexicon, lexicon, tokens_of
from pagestate.detect.page import weights
from pagestate.states import PageState

WORDS = sorted(
    (entry.name.removesuffix(".json"), json.loads(entry.read_text(encoding="utf-8")))
    for entry in (resources.files("pagestate.detect") / "words").iterdir()
    if entry.name.endswith(".json")
)
_FIRST = "en de fr es pt it nl pl ru uk tr ja zh-Hans zh-Hant ko ar fa he hi id vi cs hu sv da no fi el ro bg"
WANTED = frozenset(_FIRST.split(" "))


@pytest.mark.parametrize(("state", "groups"), WORDS, ids=[name for name, _ in WORDS])
def test_words_cover_their_languages_and_keep_the_notation(state: str, groups: dict[str, dict[str, list[str]]]) -> None:
    assert state in set(PageState)
    languages: set[str] = set()
    for group, entries in groups.items():
        if group == "about":
            continue
        languages |= set(entries)
        for language, phrases in entries.items():
            assert re.fullmatch(r"[a-z]{2}(-Han[st])?", language)
            for phrase in phrases:
                assert phrase == phrase.strip(), phrase
                words = phrase.split()
                assert words[0] != "…", phrase
                assert words[-1] != "…", phrase
                assert tokens_of(phrase.replace("…", " ")), phrase
                assert "*" not in phrase or all(word.find("*") in (-1, len(word) - 1) for word in words), phrase
                assert not words[0].endswith("*") or len(tokens_of(words[0])[-1]) >= 3, phrase
    assert languages >= WANTED


@pytest.mark.parametrize(("state", "groups"), WORDS, ids=[name for name, _ in WORDS])
def test_every_phrase_is_found_where_it_stands(state: str, groups: dict[str, dict[str, list[str]]]) -> None:
    words = lexicon()
    for group, entries in groups.items():
        if group == "about":
            continue
        for phrases in entries.values():
            for phrase in phrases:
                spoken = phrase.replace("…", "xx").replace("*", "")
                found = {match.group for match in words.matches(tokens_of(f"Zz {spoken} zz"))}
                assert f"{state}.{group}" in found, phrase


def test_a_phrase_is_matched_without_regard_to_case_accents_and_endings() -> None:
    words = Lexicon({"error_page": {"not_found": {"xx": ["página … encontrad*", "не найден*", "見つかりません"]}}})
    for text in ("PAGINA no fue encontrada", "Страница НЕ НАЙДЕНА", "ページが見つかりませんでした"):
        assert [match.group for match in words.matches(tokens_of(text))] == ["error_page.not_found"], text
    assert not list(words.matches(tokens_of("pagina uno dos tres cuatro cinco seis siete encontrada")))


def test_every_detector_has_a_weight_and_every_weight_a_state() -> None:
    for name, weight in weights().items():
        assert PageState(name.split(".")[0]) in CANDIDATES, name
        assert weight != 0, name
    assert set(calibration().bias) == set(CANDIDATES)
    assert calibration().temperature > 0
