"""The HTML report: complete, self-contained, safe against the pages it tells of."""

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from pagestate.mission.events import MissionResult
from pagestate.report.html import HtmlReport, render
from pagestate.report.pictures import shrink
from pagestate.states import PageState, RecoveryAction
from tests.report import samples


@pytest.fixture(scope="module")
def document() -> str:
    """The report of a run with one page of every outcome."""
    return render(samples.few(with_picture=True), Path("pagestate-report"))


@pytest.fixture(scope="module")
def tree(document: str) -> LexborHTMLParser:
    """The same, parsed."""
    return LexborHTMLParser(document)


def text(tree: LexborHTMLParser, selector: str) -> str:
    """The text of the first match, folded."""
    node = tree.css_first(selector)
    assert node is not None, selector
    return " ".join(node.text().split())


def test_outcome_comes_first(tree: LexborHTMLParser) -> None:
    """The heading says how the run ended."""
    assert text(tree, "h1") == "Of 10 pages, 3 failed and 4 need a person."
    assert "2 passed" in text(tree, ".counts")


def test_every_page_has_a_card(tree: LexborHTMLParser) -> None:
    """No page vanishes, and those that failed stand first."""
    names = [node.text().strip() for node in tree.css(".page .id")]
    assert sorted(names) == sorted(page.id for page in samples.few().pages)
    assert names[0] == "orders"
    assert names[-1] == "stock"


def test_a_card_says_all(tree: LexborHTMLParser) -> None:
    """State, confidence, evidence, steps, failed requests and advice stand in the card."""
    card = " ".join(tree.css(".page")[0].text().split())
    for part in (
        "error_page.server_error",
        "98 % sure",
        "Internal Server Error",
        "retry 1 of 2, after 30 s",
        "count as failed",
        "502",
        "https://shop.test/api/orders",
        "Look in the server's log",
    ):
        assert part in card
    unmet = " ".join(tree.css(".page")[1].text().split())
    assert 'count("tr.item") >= 1' in unmet
    assert "saw 0" in unmet


def test_handover_stands_in_the_card(tree: LexborHTMLParser) -> None:
    """What the run has to say to the person who takes over stands with the page."""
    wall = tree.css(".page.needs_person")[0]
    assert "Log in to shop.test as a person" in wall.text()


def test_a_person_is_not_sent_after_what_merely_failed(tree: LexborHTMLParser) -> None:
    """What the run handed over to a person stands apart from what its owner must mend, and before it."""
    titles = [node.text() for node in tree.css("h2")]
    assert titles.index("What a person must do") < titles.index("What failed and is to be mended")
    todo, repairs = (
        " ".join(node.text() for node in tree.css(f"section[aria-labelledby={name}] .links a"))
        for name in ("todo", "repairs")
    )
    assert "account auth_wall.login" in todo
    assert "goal_failed" not in todo
    assert "cart goal_failed.expectation" in repairs
    assert "auth_wall" not in repairs


def test_incident_and_tasks(tree: LexborHTMLParser) -> None:
    """An incident names its pages; the same thing to do is said once for all of them."""
    assert len(tree.css(".incident .links a")) == 2
    tasks = [" ".join(node.text().split()) for node in tree.css(".tasks li")]
    assert sum("Check again at the stated time." in task for task in tasks) == 1
    anchors = {node.attributes.get("id") for node in tree.css("[id]")}
    for link in tree.css('a[href^="#"]'):
        assert (link.attributes["href"] or "")[1:] in anchors


def test_pictures_are_inside(tree: LexborHTMLParser) -> None:
    """Pictures stand in the file itself."""
    sources = [node.attributes.get("src") or "" for node in tree.css("img")]
    assert len(sources) >= 8
    assert all(source.startswith("data:image/jpeg;base64,") for source in sources)


def test_nothing_is_fetched(document: str, tree: LexborHTMLParser) -> None:
    """Nothing in the file makes a browser ask for anything."""
    assert not tree.css("link, iframe, object, embed, script[src], img[srcset], base, form")
    assert "@import" not in document
    assert not re.search(r"url\((?!data:)", document)
    policy = tree.css_first('meta[http-equiv="Content-Security-Policy"]')
    assert policy is not None
    assert (policy.attributes["content"] or "").startswith("default-src 'none'; img-src data:;")


def test_hostile_text_is_text(document: str, tree: LexborHTMLParser) -> None:
    """What a page wrote is shown as text: no element, no attribute, no escape of it survives."""
    assert "<script>alert" not in document
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in document
    assert len(tree.css("script")) == 1
    assert "\x1b" not in document
    assert "\u202e" not in document


@pytest.mark.parametrize("field", ["id", "url", "goal", "handover", "name"])
def test_hostile_values_everywhere(field: str) -> None:
    """Names, addresses, goals and advice are no way in, either."""
    evil = '"><img src=x onerror=alert(1)>{{7*7}}'
    if field == "name":
        result = samples.mission([samples.wall()])
        result = type(result)(name=evil, pages=result.pages, incidents=(), started_at=samples.AT, duration_s=1.0)
    else:
        made = samples.attempt(
            1,
            samples.capture("https://shop.test/"),
            samples.verdict(PageState.AUTH_WALL, "login"),
            RecoveryAction.ALERT_HUMAN,
        )
        changes = {"requested_url" if field == "url" else field: evil}
        page = samples.page(changes.pop("id", "account"), made, **changes)
        result = samples.mission([page])
    parsed = LexborHTMLParser(render(result, Path()))
    assert not parsed.css("[onerror], img[src=x]")
    assert "{{7*7}}" in (parsed.html or "")


def test_code_in_advice() -> None:
    """What stands between backticks in our own words is code, and still escaped."""
    made = samples.attempt(
        1,
        samples.capture("https://shop.test/"),
        samples.verdict(PageState.UNEXPECTED, "other", hint="Add `text contains <b>` now."),
        RecoveryAction.ALERT_HUMAN,
    )
    parsed = LexborHTMLParser(render(samples.mission([samples.page("x", made)]), Path()))
    code = parsed.css_first(".tasks code")
    assert code is not None
    assert code.text() == "text contains <b>"


def test_no_script_address_is_linked() -> None:
    """Only ordinary addresses can be clicked."""
    made = samples.attempt(
        1,
        samples.capture("javascript:alert(1)"),
        samples.verdict(PageState.AUTH_WALL, "login"),
        RecoveryAction.ALERT_HUMAN,
    )
    page = samples.page("x", made, url="javascript:alert(1)")
    parsed = LexborHTMLParser(render(samples.mission([page]), Path()))
    assert all(not (link.attributes["href"] or "").startswith("javascript") for link in parsed.css("a"))


def test_secrets_do_not_appear(document: str) -> None:
    """Neither credentials nor session ids stand in the report."""
    assert "hunter2" not in document
    assert "s3cr3t" not in document


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (samples.mission([]), "Nothing was checked."),
        (samples.mission([samples.passed()]), "The page passed."),
        (samples.mission([samples.failed()]), "The page failed."),
        (samples.mission([samples.wall()]), "The page needs a person."),
        (samples.mission([samples.passed("a"), samples.passed("b")]), "All 2 passed."),
        (samples.mission([samples.skipped()]), "Everything was skipped."),
        (
            samples.mission([samples.passed(), samples.page("late", interrupted=True)], interrupted=True),
            "Interrupted. Of 2 pages, 1 not finished.",
        ),
    ],
)
def test_verdict_of_other_runs(result: MissionResult, words: str) -> None:
    """Small, empty and interrupted runs are told as plainly."""
    assert text(LexborHTMLParser(render(result, Path())), "h1") == words


def test_pictures_keep_to_the_budget() -> None:
    """When the pictures would grow too large, those of pages that passed are left out, and it says so."""
    document = render(samples.many(40, with_picture=True), Path(), budget=30_000)
    parsed = LexborHTMLParser(document)
    assert "left out to keep this file small" in text(parsed, "footer")
    assert parsed.css_first(".page.failed img") is not None
    assert parsed.css(".page.passed")[-1].css_first("figure img") is None
    assert len(document) < 500_000


def test_broken_picture() -> None:
    """A picture that cannot be read is no reason to lose the report."""
    assert shrink(b"\x89PNG\r\n\x1a\nbroken", 960) is None
    seen = samples.capture("https://shop.test/", screenshot=b"no picture")
    page = samples.page("x", samples.attempt(1, seen, samples.verdict(PageState.CONTENT), RecoveryAction.DONE))
    assert "picture left out" in render(samples.mission([page]), Path())


def test_file_is_written_whole(tmp_path: Path) -> None:
    """The report appears under its name in one move, in a folder made for it."""
    path = tmp_path / "new" / "report.html"
    handler = HtmlReport(path)
    handler.start()
    for event in samples.events(samples.few()):
        handler.handle(event)
    handler.finish()
    assert path.read_text(encoding="utf-8").endswith("</html>")
    assert [one.name for one in path.parent.iterdir()] == ["report.html"]
