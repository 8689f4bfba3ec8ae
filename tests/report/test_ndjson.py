"""The JSON output: its keys, its documentation, its file."""

import io
import json
import re
from pathlib import Path

import pytest

from pagestate.mission.events import MissionFinished, PageFinished, PageResult
from pagestate.report.ndjson import NdjsonFile, NdjsonStream, line_of
from pagestate.report.record import KEYS, page_record
from pagestate.states import PageState, RecoveryAction
from tests.report import samples

DOCS = Path(__file__).parents[2] / "docs" / "json.md"


def documented() -> dict[str, list[str]]:
    """The first column of each table in the documentation, by heading."""
    tables: dict[str, list[str]] = {}
    heading = ""
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip("` ")
            tables[heading] = []
        elif found := re.match(r"\| `(\w+)` \|", line):
            tables[heading].append(found.group(1))
    return tables


def test_documentation_and_output_agree() -> None:
    """Every key stands in docs/json.md, in the order of the output, and no other does."""
    tables = documented()
    record = page_record(samples.maintenance("blog"), with_text=True)
    assert list(record) == tables["A page"]
    for name in ("runner_up", "findings", "steps", "goal", "come_back", "capture"):
        value = record[name]
        first = value[0] if isinstance(value, list) else value
        assert isinstance(first, dict)
        assert list(first) == tables[name], name
    expectation = page_record(samples.unmet())["expectations"]
    assert isinstance(expectation, list)
    assert isinstance(expectation[0], dict)
    assert list(expectation[0]) == tables["expectations"]


@pytest.mark.parametrize("page", samples.few().pages, ids=lambda page: page.id)
def test_keys_are_always_the_same(page: PageResult) -> None:
    """The keys and their order do not depend on what became of the page."""
    assert tuple(json.loads(line_of(page))) == KEYS


def test_never_visited() -> None:
    """A page that was interrupted before its first visit still has its whole line."""
    record = json.loads(line_of(samples.page("late", interrupted=True)))
    assert tuple(record) == KEYS
    assert record["state"] is None
    assert record["capture"] is None
    assert record["interrupted"] is True


def test_values() -> None:
    """Numbers are rounded, waits are seconds, timings milliseconds, addresses redacted."""
    record = json.loads(line_of(samples.failed()))
    assert record["requested_url"] == "https://***@shop.test/orders?token=***&page=2"
    assert record["confidence"] == 0.984
    assert [step["action"] for step in record["steps"]] == [
        "retry_with_longer_delay",
        "retry_with_longer_delay",
        "mark_as_failed",
    ]
    assert record["steps"][0]["wait"] == 30
    assert record["capture"]["timings"]["captured"] == 741.3
    assert "hunter2" not in line_of(samples.failed())


def test_text_only_on_request() -> None:
    """The page's text stands in the record when it was asked for, and only then."""
    assert "text" not in page_record(samples.passed())
    assert page_record(samples.passed(), with_text=True)["text"] == "Shop\nWelcome"


def test_one_line_each_whatever_the_page_says() -> None:
    """Line separators and lone surrogates from a page do not break a line."""
    seen = samples.capture("https://shop.test/x", text="a\u2028b\x85c\ud800d\n")
    page = samples.page("x", samples.attempt(1, seen, samples.verdict(PageState.CONTENT), RecoveryAction.DONE))
    line = line_of(page, with_text=True)
    assert len(line.splitlines()) == 1
    assert json.loads(line)["text"] == "a\u2028b\x85c\ud800d\n"


def test_stream_prints_each_page_once() -> None:
    """A page is printed when it is finished, an interrupted one at the end, none twice."""
    stream = io.StringIO()
    handler = NdjsonStream(stream)
    told = samples.events(samples.few())
    late = samples.page("late", interrupted=True)
    result = samples.mission([*samples.few().pages, late], interrupted=True)
    handler.start()
    for event in [*told[:-1], MissionFinished(result=result)]:
        handler.handle(event)
    handler.finish()
    ids = [json.loads(line)["id"] for line in stream.getvalue().splitlines()]
    assert ids == [page.id for page in result.pages]


def test_file_is_appended(tmp_path: Path) -> None:
    """Lines of earlier runs stay, and a line that was cut off spoils only itself."""
    path = tmp_path / "deep" / "results.ndjson"
    for _ in range(2):
        handler = NdjsonFile(path)
        handler.start()
        for event in samples.events(samples.few()):
            handler.handle(event)
        handler.finish()
    before = path.read_bytes()
    assert len(before.splitlines()) == 20
    path.write_bytes(before + b'{"id": "cut')
    handler = NdjsonFile(path)
    handler.start()
    handler.handle(PageFinished(result=samples.passed()))
    handler.finish()
    lines = path.read_bytes().splitlines()
    assert path.read_bytes().startswith(before)
    assert lines[20] == b'{"id": "cut'
    assert json.loads(lines[21])["id"] == "home"
