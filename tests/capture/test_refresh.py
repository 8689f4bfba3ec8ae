"""Refreshes as a browser with scripts reads them."""

import pytest

from pagestate.capture.refresh import refresh_of


@pytest.mark.parametrize(
    ("html", "headers", "expected"),
    [
        ("<meta http-equiv='refresh' content='5; URL=/x'>", (), (5.0, "/x")),
        ('<META HTTP-EQUIV="Refresh" CONTENT="0;url=\'/a?b=1&amp;c=2\'">', (), (0.0, "/a?b=1&c=2")),
        ("<meta http-equiv=refresh content=30>", (), (30.0, "")),
        ("<meta http-equiv=refresh content='.5,/y'>", (), (0.5, "/y")),
        ("<p>none", (("refresh", "3;url=/h"),), (3.0, "/h")),
        ("<noscript><meta http-equiv=refresh content='0;url=/n'></noscript>", (), None),
        ("<!-- <meta http-equiv=refresh content='0;url=/n'> -->", (), None),
        ("<script>'<meta http-equiv=refresh content=0>'</script>", (), None),
        ("<meta name=refresh content='0;url=/n'>", (), None),
        (None, (), None),
    ],
)
def test_refresh(html: str | None, headers: tuple[tuple[str, str], ...], expected: tuple[float, str] | None) -> None:
    assert refresh_of(html, headers) == expected
