"""Secrets stay out of what is shown."""

import html
import io
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.report.redact import Scrubbed, redact_text, redact_url, scrub


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:hunter2@shop.test/a", "https://***@shop.test/a"),
        ("https://shop.test/a?token=abc&page=2", "https://shop.test/a?token=***&page=2"),
        ("https://shop.test/a?access_token=abc", "https://shop.test/a?access_token=***"),
        ("https://shop.test/a?accessToken=abc", "https://shop.test/a?accessToken=***"),
        ("https://shop.test/cb#id_token=abc&state=1", "https://shop.test/cb#id_token=***&state=1"),
        ("https://shop.test/a?X-Amz-Signature=abc", "https://shop.test/a?X-Amz-Signature=***"),
        ("https://shop.test/a?keyword=shoes&monkey=1", "https://shop.test/a?keyword=shoes&monkey=1"),
        ("https://shop.test/a?q=a%20b#top", "https://shop.test/a?q=a%20b#top"),
        ("https://[bad/a?token=abc", "https://[bad/a"),
        ("", ""),
    ],
)
def test_url(url: str, shown: str) -> None:
    """Credentials and secret-looking values go; everything else stays as it was."""
    assert redact_url(url) == shown


def test_text() -> None:
    """Addresses and bearer tokens inside other text are redacted, too."""
    text = 'GET https://a:b@x.test/?sid=1 with "Authorization: Bearer abcdefgh12345" failed'
    assert redact_text(text) == 'GET https://***@x.test/?sid=*** with "Authorization: Bearer ***" failed'


@given(st.text())
def test_any_text_is_redacted_without_an_error(text: str) -> None:
    """Whatever a page holds, redaction neither fails nor changes its mind the second time."""
    once = redact_text(text)
    assert redact_text(once) == once
    redact_url(text)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=6))
def test_password_never_survives(secret: str) -> None:
    """A password in front of the host is gone, whatever it is made of."""
    assert redact_url(f"https://me:{secret}@z.test/") == "https://***@z.test/"


@given(st.text(min_size=6).filter(lambda text: "*" not in text))
def test_a_known_secret_is_found_in_every_writing(secret: str) -> None:
    """A value from the environment is hidden as it is, in JSON, in HTML and in an address."""
    written = "|".join(("a", secret, json.dumps(secret), html.escape(secret), quote(secret.encode("utf-8", "replace"))))
    assert secret not in scrub(written, [secret])


def test_short_values_are_no_secrets() -> None:
    """A value such as `1` or `prod` is not hidden everywhere."""
    assert scrub("production 1", ["1", "prod", ""]) == "production 1"


def test_scrubbed_stream() -> None:
    """What is printed goes through the same filter."""
    out = io.StringIO()
    print("token s3cr3t-token!", file=Scrubbed(out, ["s3cr3t-token"]))
    assert out.getvalue() == "token ***!\n"
