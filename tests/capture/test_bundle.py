"""Bundles come back exactly, keep no secret, and never replace older evidence."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pagestate.capture import bundle
from pagestate.capture.bundle import BundleContext
from pagestate.errors import InputError
from pagestate.evidence import (
    Capture,
    CaptureFailure,
    Console,
    Cover,
    Dialog,
    Download,
    Exchange,
    Frame,
    Hop,
    Probe,
    Settling,
    Timings,
    Visitor,
)

words = st.text(max_size=30)
number = st.floats(min_value=0, max_value=1e7, allow_nan=False)
maybe = st.none()


def tuples(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


names = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=12).filter(
    lambda name: (
        name not in {"set-cookie", "cookie", "authorization", "proxy-authorization", "x-api-key", "x-auth-token"}
    )
)
urls = st.one_of(maybe, st.sampled_from(["http://a.test/", "https://b.test/x?q=1#f", "http://ü.test/é"]))
statuses = st.one_of(maybe, st.integers(100, 599))
said = st.one_of(maybe, words)
captures = st.builds(
    Capture,
    source=st.sampled_from(["browser", "http", "html", "picture"]),
    requested_url=urls,
    final_url=urls,
    hops=tuples(st.builds(Hop, url=words, status=statuses, location=said,
                          via=st.sampled_from(["http", "meta", "script", "history"]), cookies_set=tuples(words))),
    committed=st.booleans(),
    failure=st.one_of(maybe, st.builds(CaptureFailure, kind=st.sampled_from(["dns", "tls", "loop"]), detail=words)),
    status=statuses,
    headers=tuples(st.tuples(names, words)),
    served_html=st.one_of(maybe, st.text(max_size=200)),
    rendered_html=said,
    text=said,
    title=said,
    encoding=st.one_of(maybe, st.just("utf-8")),
    truncated=st.booleans(),
    screenshot=st.one_of(maybe, st.binary(max_size=40), st.binary(max_size=9).map(lambda b: b"\x89PNG\r\n" + b),
                         st.binary(max_size=9).map(lambda b: b"\xff\xd8\xff" + b)),
    frames=tuples(st.builds(Frame, url=words, area=number, status=statuses,
                            failure=said, text_length=st.integers(0, 99))),
    covers=tuples(st.builds(Cover, share=number, where=words, text=words, scroll_locked=st.booleans())),
    exchanges=tuples(st.builds(Exchange, url=words, method=words, resource=words, status=statuses,
                               mime=said, failure=said,
                               headers=st.dictionaries(names, words, max_size=3), body=said,
                               started_ms=st.one_of(maybe, number), finished_ms=st.one_of(maybe, number))),
    console=tuples(st.builds(Console, level=words, text=words, url=said)),
    dialogs=tuples(st.builds(Dialog, type=words, message=words)),
    downloads=tuples(st.builds(Download, url=words, filename=said,
                               size=st.one_of(maybe, st.integers(0, 9)))),
    popups=tuples(words),
    probes=tuples(st.builds(Probe, purpose=st.sampled_from(["sibling", "root"]), url=words, html=said)),
    settling=st.one_of(maybe, st.builds(Settling, settled=st.booleans(), reason=words, pending=tuples(words))),
    timings=st.builds(Timings, first_byte=st.one_of(maybe, number), captured=st.one_of(maybe, number)),
    visitor=st.one_of(maybe, st.builds(Visitor, agent=said, languages=tuples(words),
                                       viewport=st.one_of(maybe, st.tuples(st.integers(1, 9), st.integers(1, 9))))),
    captured_at=st.one_of(maybe, st.just("2026-01-02T03:04:05.000+00:00")),
    notes=tuples(words),
)  # fmt: skip
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | words, lambda inner: st.lists(inner, max_size=2), max_leaves=4
)
contexts = st.builds(
    BundleContext,
    goal=said,
    expectations=tuples(words),
    aliases=tuples(words),
    threshold=st.one_of(maybe, st.floats(0, 1)),
    history=st.one_of(maybe, st.dictionaries(words, json_values, max_size=2)),
    opinion=st.one_of(maybe, st.dictionaries(words, json_values, max_size=2)),
    verdict=st.one_of(maybe, st.dictionaries(words, json_values, max_size=2)),
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=60
)
@given(capture=captures, context=contexts)
def test_what_is_saved_comes_back_exactly(tmp_path: Path, capture: Capture, context: BundleContext) -> None:
    place = bundle.save(tmp_path / "b", capture, context)
    read = bundle.load(place)
    assert read.capture == capture
    assert read.context == context


PAGE = Capture(
    source="browser", requested_url="http://a.test/", served_html="<p>a\r\nb</p>", text="a", screenshot=b"\x89PNG...."
)


def test_large_parts_lie_beside_as_files_that_people_can_open(tmp_path: Path) -> None:
    place = bundle.save(tmp_path / "b", PAGE)
    assert {file.name for file in place.iterdir()} == {
        "capture.json",
        "context.json",
        "served.html",
        "text.txt",
        "screenshot.png",
    }
    assert (place / "served.html").read_bytes() == b"<p>a\r\nb</p>"


def test_older_evidence_is_never_replaced(tmp_path: Path) -> None:
    first = bundle.save(tmp_path / "b", PAGE)
    second = bundle.save(tmp_path / "b", replace(PAGE, text="other"))
    third = bundle.save(tmp_path / "b", PAGE)
    assert [place.name for place in (first, second, third)] == ["b", "b-2", "b-3"]
    assert bundle.load(first).capture.text == "a"


def test_secrets_are_not_written(tmp_path: Path) -> None:
    capture = replace(
        PAGE,
        requested_url="http://me:pa55@a.test/",
        headers=(("set-cookie", "sid=deadbeef; Path=/"), ("authorization", "Bearer abc123")),
        rendered_html="<p>key s3cr3t-key</p>",
    )
    place = bundle.save(tmp_path / "b", capture, BundleContext(goal="see s3cr3t-key"), secrets=("s3cr3t-key", "a"))
    written = b"".join(file.read_bytes() for file in place.iterdir())
    assert not [word for word in (b"deadbeef", b"abc123", b"pa55", b"s3cr3t-key") if word in written]
    assert bundle.load(place).capture.headers[0] == ("set-cookie", "sid=***; Path=/")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("capture.json", "{", "capture.json:1: not JSON"),
        ("capture.json", "[]", "an object was expected"),
        ("capture.json", '{"format": 99}', "bundle format 99"),
        ("capture.json", '{"format": 1}', "is missing"),
        ("capture.json", '{"format": 1, "files": [], "capture": {"source": "moon"}}', "source"),
        ("capture.json", '{"format": 1, "files": ["served.html"], "capture": {"source": "html"}}', "served.html"),
        ("context.json", "nonsense", "context.json:1: not JSON"),
        ("context.json", '{"threshold": "high"}', "threshold"),
    ],
)
def test_a_broken_bundle_names_the_file_and_the_reason(tmp_path: Path, name: str, content: str, message: str) -> None:
    place = bundle.save(tmp_path / "b", Capture(source="html", text="a"))
    (place / name).write_text(content)
    with pytest.raises(InputError) as caught:
        bundle.load(place)
    assert message in str(caught.value).replace("a JSON object", "an object")
    assert str(place) in str(caught.value)


def test_a_bundle_is_whole_only_with_its_capture(tmp_path: Path) -> None:
    place = bundle.save(tmp_path / "b", PAGE)
    assert bundle.is_bundle(place)
    (place / "capture.json").unlink()
    assert not bundle.is_bundle(place)
    with pytest.raises(InputError, match="cannot be read"):
        bundle.load(place)


def test_line_ends_and_lone_surrogates_survive(tmp_path: Path) -> None:
    capture = replace(PAGE, served_html="a\r\nb\rc\nd\ud800", text="\x00\x85\u2028")
    read = bundle.load(bundle.save(tmp_path / "b", capture)).capture
    assert (read.served_html, read.text) == (capture.served_html, capture.text)


def test_the_format_is_written(tmp_path: Path) -> None:
    place = bundle.save(tmp_path / "b", PAGE)
    assert json.loads((place / "capture.json").read_text())["format"] == bundle.FORMAT


@pytest.mark.parametrize("name", ["capture.json", "context.json"])
def test_a_bundle_nested_without_end_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "capture.json").write_text('{"format": 1, "files": [], "capture": {"source": "html"}}')
    (tmp_path / name).write_text("[" * 200_000)
    with pytest.raises(InputError, match=f"{name}: not read: nested too deep"):
        bundle.load(tmp_path)
