"""The language of a page: declared, told by its letters, or recognised."""

import pytest

from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.facts.language import language_of, script_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ページが見つかりません", "ja"),
        ("页面不存在", "zh"),
        ("페이지를 찾을 수 없습니다", "ko"),
        ("Страница не найдена", "ru"),
        ("Сторінку не знайдено, її", "uk"),
        ("الصفحة غير موجودة", "ar"),
        ("صفحه پیدا نشد", "fa"),
        ("הדף לא נמצא", "he"),
        ("Η σελίδα δεν βρέθηκε", "el"),
        ("Page not found", None),
        ("404 – 12.50 €", None),
    ],
)
def test_letters_give_a_language_away(text: str, language: str | None) -> None:
    assert script_language(text) == language


def test_a_declaration_holds_unless_the_letters_contradict_it() -> None:
    assert language_of("de-AT", "Guten Tag") == "de"
    assert language_of("en", "ページが見つかりません") == "ja"
    assert language_of("bg", "Страницата не е намерена") == "bg"
    assert language_of("nb_NO", "Hei") == "no"


def test_undeclared_latin_text_is_recognised_when_there_is_enough_of_it() -> None:
    text = "Die Seite, die Sie suchen, gibt es nicht mehr, weil wir sie im letzten Jahr gelöscht haben."
    assert extract(Capture(source="html", served_html=f"<p>{text}</p>")).language == "de"
    assert extract(Capture(source="html", served_html="<p>Hallo</p>")).language is None
