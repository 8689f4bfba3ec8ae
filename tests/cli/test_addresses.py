"""Addresses as people type them."""

from pathlib import Path

import pytest

from pagestate.cli.addresses import looks_like_address, to_url, verbless
from pagestate.cli.app import COMMANDS
from pagestate.errors import InputError


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.com", "https://example.com"),
        ("example.com/a?b=c", "https://example.com/a?b=c"),
        ("http://example.com", "http://example.com"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("app.localhost", "http://app.localhost"),
        ("127.0.0.1:9", "http://127.0.0.1:9"),
        ("10.0.0.7", "http://10.0.0.7"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("bücher.example", "https://bücher.example"),
    ],
)
def test_to_url(typed: str, url: str) -> None:
    """A bare host means https, on this machine and in private networks http."""
    assert looks_like_address(typed)
    assert to_url(typed) == url


@pytest.mark.parametrize(
    "typed",
    [
        "ftp://example.com/a",
        "http://",
        "https://exa mple.com",
        "http://a:99999/",
        "file:///x",
        "http://a.test/x\r\nX-Y: z",
        "http://a.test/\x1b[2J",
    ],
)
def test_no_web_address(typed: str) -> None:
    """What cannot be visited is refused before any browser starts."""
    with pytest.raises(InputError):
        to_url(typed)


@pytest.mark.parametrize(
    ("tokens", "parsed"),
    [
        (["example.com"], ["check", "example.com"]),
        (["http://127.0.0.1:9"], ["check", "http://127.0.0.1:9"]),
        (["--json", "example.com"], ["check", "--json", "example.com"]),
        (["run", "x.yaml"], ["run", "x.yaml"]),
        (["--help"], ["--help"]),
        (["chekc", "example.com"], ["chekc", "example.com"]),
    ],
)
def test_verbless(tokens: list[str], parsed: list[str]) -> None:
    """The verb may be left out before an address, and only there."""
    assert verbless(tokens, COMMANDS) == parsed


def test_a_file_is_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A saved page given without a verb is answered with the command that was meant."""
    monkeypatch.chdir(tmp_path)
    Path("page.html").touch()
    Path("pagestate.yaml").touch()
    with pytest.raises(InputError, match=r"pagestate classify page\.html"):
        verbless(["page.html"], COMMANDS)
    with pytest.raises(InputError, match=r"pagestate run pagestate\.yaml"):
        verbless(["pagestate.yaml"], COMMANDS)
