"""The report of an evaluation: complete, escaped, and alone."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from pagestate.detect.model import Finding, Observation
from pagestate.errors import InputError
from pagestate.evaluation import Judged, LabelledPage, evaluation_of
from pagestate.evaluation.evaluation import Evaluation
from pagestate.report.evaluation import render_evaluation, write_report
from pagestate.states import PageState
from tests.report import samples

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>\x1b[31m"


def judged(name: str, label: PageState, said: PageState, confidence: float = 0.97) -> Judged:
    """A page with this label, called that, with a finding that quotes a hostile page."""
    seen = Observation(what=f"title {HOSTILE}", where=HOSTILE)
    finding = Finding(detector="error_page.title", state=said, kind=None, weight=2.0, observations=(seen,))
    return Judged(
        page=LabelledPage(
            id=name,
            file="a.html",
            state=label,
            detail=HOSTILE,
            language=HOSTILE,
            origin="capture",
            requested_url=f"https://a.test/{HOSTILE}",
            row={},
        ),
        verdict=samples.verdict(said, None, confidence, findings=(finding,)),
        evidence={"status": "known", "headers": "unknown", "document": "raw"},
    )


def evaluation() -> Evaluation:
    """Five pages: a false success, a false alarm, and three that are right."""
    return evaluation_of(
        [
            judged("fine", PageState.CONTENT, PageState.CONTENT),
            judged("alarm", PageState.CONTENT, PageState.ERROR_PAGE, 0.8),
            judged(HOSTILE, PageState.CAPTCHA, PageState.CONTENT, 0.9),
            judged("gone", PageState.ERROR_PAGE, PageState.ERROR_PAGE),
            judged("wall", PageState.AUTH_WALL, PageState.AUTH_WALL),
        ],
        threshold=0.75,
        removed=("status",),
    )


def test_nothing_a_page_says_is_markup() -> None:
    """Texts of pages are shown, never run; nothing is loaded; terminal escapes are gone."""
    document = render_evaluation(evaluation(), title=HOSTILE)
    assert "<script" not in document
    assert "<img" not in document
    assert "&lt;img src=x" in document
    assert "\x1b" not in document
    assert not re.search(r"(?:src|href|action)=[\"']?(?:https?:)?//", document)
    assert "javascript:" not in document
    assert " style=" not in document  # the policy would refuse it


def test_the_policy_allows_its_own_style_and_nothing_else() -> None:
    """The digest fits the style that stands in the file."""
    document = render_evaluation(evaluation(), title="t")
    style = document.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src &#39;none&#39;; style-src &#39;sha256-{digest}&#39;" in document
    assert "script-src" not in document


def test_the_outcome_comes_first_and_the_most_harmful_page_leads() -> None:
    """A false success is told before a false alarm."""
    document = render_evaluation(evaluation(), title="pages.jsonl")
    assert '<h1 class="failed">1 wall called fine, 1 good page called broken</h1>' in document
    assert "judged without status" in document
    assert document.index("False success</span>") < document.index("False alarm</span>")
    assert document.count("<svg") == 5
    assert document.count("aria-labelledby=") >= 5


def test_all_right_reads_so() -> None:
    """Without a mistake the headline says so, and the list is empty."""
    result = evaluation_of([judged("fine", PageState.CONTENT, PageState.CONTENT)], threshold=0.75)
    document = render_evaluation(result, title="t")
    assert '<h1 class="passed">No wall called fine, no good page called broken</h1>' in document
    assert "0 misjudged pages" in document


def test_every_reference_inside_the_page_leads_somewhere() -> None:
    """Links to sections and the names of regions and plots exist, each once."""
    document = render_evaluation(evaluation(), title="t")
    names = re.findall(r' id="([^"]+)"', document)
    assert len(names) == len(set(names))
    wanted = set(re.findall(r'href="#([^"]+)"', document))
    for labels in re.findall(r'aria-labelledby="([^"]+)"', document):
        wanted |= set(labels.split())
    assert wanted <= set(names)


def test_the_report_is_written_to_a_file_or_into_a_folder(tmp_path: Path) -> None:
    """A name with .html is a file, any other a folder that is made if need be."""
    assert write_report(evaluation(), tmp_path / "a" / "x.html", title="t").name == "x.html"
    assert write_report(evaluation(), tmp_path / "b", title="t") == tmp_path / "b" / "eval.html"
    assert sorted(one.name for one in tmp_path.rglob("*") if one.is_file()) == ["eval.html", "x.html"]
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(evaluation(), tmp_path / "file" / "x.html", title="t")
