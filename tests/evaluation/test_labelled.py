"""Labelled pages, read and measured."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from pagestate.errors import InputError
from pagestate.evaluation import evaluation_of, judge, read_labelled
from pagestate.evaluation.manifest import BadRow
from pagestate.states import PageState
from tests.decide.captures import NAV, page, prose

GOOD = page("Harbour", NAV + "<main><h1>Harbour</h1>" + prose("the harbour", 8) + "</main>")
GONE = page("Page not found", "<h1>404</h1><p>This page does not exist.</p>")
ROWS = [
    {"id": "a", "file": "pages/a.html", "state": "content", "lang": "en", "split": "learn", "host": "a.test"},
    {
        "id": "b",
        "file": "pages/b.html",
        "state": "error_page",
        "split": "learn",
        "status": 404,
        "headers": {"Server": "x"},
    },
    {"id": "c", "file": "pages/c.html", "state": "maintenance", "also": "error_page"},
    {"id": "d", "file": "pages/d.html", "state": "content"},
    {"id": "e", "file": "pages/e.html", "state": "unexpected"},
]
PAGES = {"a": GOOD, "b": GONE, "c": GONE, "d": GONE, "e": GONE}


@pytest.fixture(params=["folder", "zip"])
def manifest(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "manifest.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS) + "\n", encoding="utf-8")
    if request.param == "zip":
        with ZipFile(tmp_path / "pages.zip", "w") as archive:
            for name, html in PAGES.items():
                archive.writestr(f"pages/{name}.html", html)
    else:
        (tmp_path / "pages").mkdir()
        for name, html in PAGES.items():
            (tmp_path / "pages" / f"{name}.html").write_text(html, encoding="utf-8")
    return path


def test_a_manifest_is_read_from_a_folder_or_a_zip(manifest: Path) -> None:
    read = list(read_labelled(manifest))
    assert [page.id for page, _ in read] == ["a", "b", "c", "d", "e"]
    label, capture = read[1]
    assert (label.state, capture.status, capture.header("server")) == (PageState.ERROR_PAGE, 404, "x")
    assert read[0][1].requested_url == "http://a.test/"
    assert read[2][0].right == {PageState.MAINTENANCE, PageState.ERROR_PAGE}


def test_the_figures_count_what_they_say(manifest: Path) -> None:
    result = evaluation_of(judge(read_labelled(manifest)), threshold=0.75)
    found = result.figures
    assert found.pages == 4
    assert found.right.value == 0.75
    assert found.confusion[PageState.CONTENT][PageState.ERROR_PAGE] == 1
    assert (found.false_success.number, found.false_success.of) == (0, 2)
    assert (found.false_alarm.number, found.false_alarm.of) == (1, 2)
    states = {one.state: one for one in found.states}
    assert states[PageState.ERROR_PAGE].pages == 2
    assert states[PageState.ERROR_PAGE].precision == pytest.approx(2 / 3)
    assert states[PageState.CONTENT].recall == 0.5
    (wrong,) = result.mistakes
    assert (wrong.judged.page.id, wrong.harm) == ("d", result.prices.false_alarm)
    parts = dict(result.parts)
    assert [(part.name, part.figures.pages) for part in parts["split"]] == [("learn", 2), ("not told", 2)]
    assert [part.name for part in parts["status"]] == ["unknown", "known"]
    assert "origin" not in parts  # no row names one


def test_a_split_is_read_alone_and_bad_rows_can_be_kept(manifest: Path) -> None:
    assert [page.id for page, _ in read_labelled(manifest, split="learn")] == ["a", "b"]
    with manifest.open("a", encoding="utf-8") as stream:
        stream.write('{"id": "f", "file": "none.html", "state": "content"}\n{"id": "g"}\n')
    bad: list[BadRow] = []
    assert len(list(read_labelled(manifest, bad=bad))) == 5
    assert [(row.where.rpartition(":")[2], row.reason.split(" ")[0]) for row in bad] == [("6", "there"), ("7", "file:")]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    for line, told in (
        ("{", "m.jsonl:1"),
        ('{"id": "a", "file": "x.html", "state": "fine"}', "m.jsonl:1"),
        ('{"id": "a", "file": "x.html", "state": "content"}', "x.html"),
        ('{"id": "a", "file": "../x.html", "state": "content"}', "x.html"),
    ):
        path.write_text(line, encoding="utf-8")
        with pytest.raises(InputError, match=told):
            list(read_labelled(path))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_labelled(tmp_path / "none.jsonl"))
