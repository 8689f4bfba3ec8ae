"""Pages made to cost time: what is worked through grows with the page, and not with its square."""

import time
from collections.abc import Callable

import pytest

from pagestate.capture.encoding import decode
from pagestate.capture.look import _BREAKS
from pagestate.capture.redact import redact_header
from pagestate.capture.refresh import refresh_of
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.facts.extraction import flattened
from pagestate.report.redact import scrub

SIZE = 400_000


def _facts(html: str) -> object:
    return extract(Capture(source="html", served_html=html))


@pytest.mark.parametrize(
    ("work", "hostile"),
    [
        pytest.param(_facts, "<p " + " ".join(f"a{i}" for i in range(SIZE // 8)) + ">x", id="attributes"),
        pytest.param(_facts, "<p " + "".join(f"a{i}=''" for i in range(SIZE // 8)) + ">x", id="attributes-joined"),
        pytest.param(_facts, "<select>" + "<option>x" * (SIZE // 9), id="options"),
        pytest.param(_facts, "<frameset></frameset><noframes>" + "<" * SIZE, id="noframes"),
        pytest.param(_facts, "<style>" + "/* a" * (SIZE // 4) + "display:none</style><p>x", id="style-comments"),
        pytest.param(lambda html: decode(html.encode(), None), "<meta " + "-" * SIZE + "><body>", id="meta-attribute"),
        pytest.param(lambda html: decode(html.encode(), None), "<meta " * (SIZE // 6) + "<body>", id="meta-open"),
        pytest.param(lambda html: refresh_of(html, ()), "<meta " * (SIZE // 6), id="refresh"),
        pytest.param(lambda text: redact_header("set-cookie", text), " " * SIZE + "x", id="cookie"),
        pytest.param(lambda text: _BREAKS.sub("\n", text), "a" + "\u3000" * SIZE + "b", id="wide-spaces"),
        pytest.param(lambda text: scrub(text, ()), "a." * (SIZE // 2), id="almost-an-address"),
    ],
)
def test_a_hostile_page_takes_no_time_to_speak_of(work: Callable[[str], object], hostile: str) -> None:
    """Each took more than ten seconds where something was looked for again from every position."""
    start = time.process_time()
    work(hostile)
    assert time.process_time() - start < 4


def test_long_honest_tags_stay_whole() -> None:
    """A picture within its own address and the path of a drawing are one attribute each."""
    picture = f'<img src="data:image/png;base64,{"A/" * 20_000}" alt="a > b">'
    drawing = f'<path d="{"M10 20 L30 40 " * 4_000}">'
    assert flattened(f"<p>{picture}{drawing}</p>") == f"<p>{picture}{drawing}</p>"


def test_attributes_past_the_first_thousands_are_left_out() -> None:
    """What follows the tag stays, and so do its first attributes."""
    kept = flattened('<div id="first" ' + " ".join(f"a{i}='>'" for i in range(20_000)) + "><p>after</p>")
    assert kept.startswith('<div id="first" a0')
    assert kept.endswith("><p>after</p>")
    assert len(kept) < 60_000
