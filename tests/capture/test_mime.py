"""What is shown and what is saved."""

import pytest

from pagestate.capture.mime import is_text, shown_type


@pytest.mark.parametrize(
    ("kind", "disposition", "first", "expected"),
    [
        ("text/html; charset=x", None, b"", ("text/html", True)),
        ("text/html", "attachment; filename=a", b"", ("text/html", False)),
        ("text/html", "inline", b"", ("text/html", True)),
        ("application/pdf", None, b"", ("application/pdf", False)),
        ("application/octet-stream", None, b"<html>", ("application/octet-stream", False)),
        ("application/json", None, b"{}", ("application/json", True)),
        ("image/png", None, b"", ("image/png", True)),
        (None, None, b"\n <!DOCTYPE html>", ("text/html", True)),
        (None, None, b"plain words", ("text/plain", True)),
        (None, None, b"\x00\x01\x02", ("application/octet-stream", False)),
        ("", None, b"%PDF-1.4", ("application/pdf", False)),
    ],
)
def test_what_is_shown_and_what_is_saved(
    kind: str | None, disposition: str | None, first: bytes, expected: tuple[str, bool]
) -> None:
    assert shown_type(kind, disposition, first) == expected


def test_which_documents_are_text() -> None:
    texts = ["text/html", "application/ld+json", "image/svg+xml"]
    assert [mime for mime in (*texts, "image/png", "video/mp4", "application/pdf") if is_text(mime)] == texts
