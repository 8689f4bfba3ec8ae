"""Saved pages, pictures and bundles, and files that are none of these."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pagestate.capture import bundle, saved
from pagestate.capture.bundle import BundleContext
from pagestate.errors import InputError
from pagestate.evidence import Capture


def picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (20, 10), "white").save(out, kind)
    return out.getvalue()


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_an_html_file(tmp_path: Path) -> None:
    capture = saved.load(write(tmp_path, "a.html", "<h1>Grüße</h1>".encode())).capture
    assert (capture.source, capture.served_html, capture.status) == ("html", "<h1>Grüße</h1>", None)
    assert capture.text is None
    assert capture.settling is None


def test_what_is_known_of_a_saved_page_is_kept() -> None:
    capture = saved.load_html(
        "<h1>Привет</h1>".encode("cp1251"),
        requested_url="http://a.test/",
        status=503,
        headers=(("Content-Type", "text/html; charset=windows-1251"), ("Retry-After", "9")),
    )
    assert capture.served_html == "<h1>Привет</h1>"
    assert (capture.status, capture.header("retry-after"), capture.final_url) == (503, "9", "http://a.test/")
    assert saved.load_html("<h1>é".encode(), encoding="utf-8").served_html == "<h1>é"


@pytest.mark.parametrize(
    "data", [b'{"waitTime": 2}', b"Forbidden", b"", b"BM and MZ are words", b"ID3 tags, BZh and Co"]
)
def test_text_and_json_are_pages(tmp_path: Path, data: bytes) -> None:
    assert saved.load(write(tmp_path, "a", data)).capture.served_html == data.decode()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture(tmp_path: Path, kind: str) -> None:
    data = picture(kind)
    capture = saved.load(write(tmp_path, "shot", data)).capture
    assert (capture.source, capture.screenshot, capture.html) == ("picture", data, None)
    assert saved.load_picture(data) == capture


def test_a_bundle_folder_and_its_file(tmp_path: Path) -> None:
    place = bundle.save(tmp_path / "b", Capture(source="browser", text="hi"), BundleContext(goal="g"))
    for path in (place, place / "capture.json"):
        read = saved.load(path)
        assert (read.capture.text, read.context.goal) == ("hi", "g")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(b"<p>piped")

    monkeypatch.setattr("sys.stdin", Stdin())
    read = saved.load("-")
    assert (read.capture.served_html, read.source) == ("<p>piped", "-")


@pytest.mark.parametrize(
    ("data", "looks"),
    [
        (b"PK\x03\x04rest of it", "zip"),
        (b"\x7fELF\x02\x01", "program"),
        (b"MZ\x90\x00\x03\x00\x00\x00", "program"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"SQLite format 3\x00", "SQLite"),
        (b"GIF89a", "GIF"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP"),
        (b"\x00\x00\x00\x18ftypmp42", "video"),
        (b"x" * 257 + b"ustar\x00", "tar"),
        (b"\x00\x01\x02\x03" * 100, "binary"),
    ],
)
def test_other_files_are_named_with_what_is_accepted(tmp_path: Path, data: bytes, looks: str) -> None:
    with pytest.raises(InputError) as caught:
        saved.load(write(tmp_path, "thing", data))
    assert looks in str(caught.value)
    assert "accepted are HTML" in str(caught.value)
    assert "thing" in str(caught.value)


def test_a_broken_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="broken PNG"):
        saved.load(write(tmp_path, "shot.png", picture("PNG")[:50]))
    with pytest.raises(InputError, match="neither"):
        saved.load_picture(b"<html>")


def test_a_missing_file_and_a_folder_that_is_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        saved.load(tmp_path / "gone.html")
    with pytest.raises(InputError, match="not a bundle"):
        saved.load(tmp_path)


def test_a_huge_page_is_cut_and_says_so() -> None:
    capture = saved.load_html(b"x" * 5_000_001)
    assert len(capture.served_html or "") == 5_000_000
    assert capture.notes


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved, "MAX_BYTES", 10_000)
    with pytest.raises(InputError, match="/dev/zero: larger than 10,000 bytes"):
        saved.load("/dev/zero")
