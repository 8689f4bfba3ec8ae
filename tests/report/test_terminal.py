"""The results and the progress on a terminal."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from pagestate.mission.events import MissionResult, PageStarted
from pagestate.report.handler import Handlers
from pagestate.report.lines import PlainLines
from pagestate.report.live import LiveView
from pagestate.report.terminal import Results
from pagestate.report.text import one_line
from pagestate.report.words import FIXER_WORDS
from pagestate.states import KINDS, PageState, RecoveryAction
from tests.report import samples

EXPECTED = Path(__file__).parent / "results_few.txt"


def shown(result: MissionResult, verbosity: int = 0, *, list_passed: bool = True, width: int = 100) -> str:
    """The results as printed without colour."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    written = [("report", Path("pagestate-report/report.html"))]
    Results(console, verbosity=verbosity, list_passed=list_passed, written=written).show(result)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines()) + "\n"


def test_results_are_as_designed() -> None:
    """The whole text, as a person reads it (write the file anew when a change of it is meant)."""
    assert shown(samples.few()) == EXPECTED.read_text(encoding="utf-8")


def test_nothing_hostile_reaches_the_terminal() -> None:
    """Escapes and secrets of a page do not reach the terminal."""
    text = shown(samples.few(), verbosity=1)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "hunter2" not in text
    assert "s3cr3t" not in text


def test_markup_of_a_page_is_not_obeyed() -> None:
    """Square brackets from a page are text, not colours."""
    page = samples.page(
        "[red]x[/red]",
        samples.attempt(
            1,
            samples.capture("https://shop.test/"),
            samples.verdict(PageState.AUTH_WALL, "login"),
            RecoveryAction.ALERT_HUMAN,
        ),
    )
    assert "[red]x[/red]" in shown(samples.mission([page]))


def test_quiet_and_verbose() -> None:
    """Quiet leaves the summary alone; verbose tells of every page in full."""
    assert shown(samples.few(), verbosity=-1).splitlines() == [
        "2 passed, 3 failed, 4 need a person, 1 skipped · 1 recovered  (10 pages in 1 min 23 s)",
        "report  pagestate-report/report.html",
    ]
    verbose = shown(samples.few(), verbosity=1)
    assert all(page.id in verbose for page in samples.few().pages)
    assert "loading_timeout.spinner → look again  (retry 1 of 2, at once)" in verbose


def test_a_long_run_stays_readable() -> None:
    """Thirty pages take a line each, and no line is wider than the terminal."""
    text = shown(samples.many(30), width=80)
    assert sum(line.startswith("✓") for line in text.splitlines()) == 22
    assert max(len(line) for line in text.splitlines()) <= 80
    assert sum(line.startswith("✓") for line in shown(samples.many(30), list_passed=False).splitlines()) == 0


def test_incident_that_is_over() -> None:
    """An incident from which all pages recovered is told as such, with what was seen while it lasted."""
    again = samples.attempt(
        2, samples.capture("https://shop.test/"), samples.verdict(PageState.GOAL_ACHIEVED), RecoveryAction.DONE
    )
    pages = [
        samples.page(one.id, one.attempts[0], again, incident="i1")
        for one in (samples.maintenance("blog"), samples.maintenance("news"))
    ]
    text = shown(samples.mission(pages, (samples.incident(pages),)))
    assert "✓ 2 pages of shop.test: maintenance.scheduled, over by now" in text
    assert "We are back at 14:30 UTC" in text
    assert "to be mended" not in text


def test_interrupted_run_says_so() -> None:
    """What was not finished is counted and named."""
    late = samples.page("late", interrupted=True, note="interrupted before its first visit")
    text = shown(samples.mission([samples.passed(), late], interrupted=True))
    assert "interrupted: 1 passed, 0 failed, 0 need a person, 1 not finished" in text
    assert "·  late  not visited" in text


def test_live_view() -> None:
    """Pages in flight show their address, waiting ones count down with the reason, finished ones scroll up."""
    now = 0.0
    out = io.StringIO()
    console = Console(file=out, width=100, height=30, color_system=None, force_terminal=True)
    view = LiveView(console, lambda: now)
    told = samples.events(samples.few())
    for event in told[:7]:  # home is done, the first attempt at orders has been judged and waits
        view.handle(event)
    assert "✓ home" in out.getvalue()

    def drawn() -> str:
        with console.capture() as capture:
            console.print(view.render())
        return capture.get()

    assert "orders" in drawn()
    assert "30 s" in drawn()
    assert "retry 1 of 2, after 30 s" in drawn()
    now = 12.0
    assert "18 s" in drawn()
    view.handle(told[7])
    assert "attempt 2" in drawn()
    assert "https://***@shop.test/orders?token=***&page=2" in drawn()
    assert "1 of 10 pages" in drawn()


def test_live_view_keeps_to_the_screen() -> None:
    """However many pages are under way, the view is no taller than the terminal."""
    console = Console(file=io.StringIO(), width=80, height=20, color_system=None, force_terminal=True)
    view = LiveView(console, lambda: 0.0)
    for number in range(50):
        view.handle(PageStarted(page_id=f"p{number}", url="https://shop.test/", attempt=1))
    with console.capture() as capture:
        console.print(view.render())
    lines = capture.get().splitlines()
    assert len(lines) < 20
    assert any("and 36 more under way" in line for line in lines)


def test_plain_lines() -> None:
    """In a log each line says when, which page, and what."""
    stream = io.StringIO()
    lines = PlainLines(stream, lambda: 0.0)
    lines.start()
    for event in samples.events(samples.few()):
        lines.handle(event)
    lines.finish()
    text = stream.getvalue()
    assert "    0.0 s  orders: error_page.server_error (98 %), look again (retry 1 of 2, after 30 s)" in text
    assert "    0.0 s  stock: passed (goal_achieved, recovered at attempt 2)" in text
    assert "\x1b" not in text


class _Broken:
    def start(self) -> None:
        raise PermissionError(13, "Permission denied", "report.html")

    def handle(self, event: object) -> None:
        raise AssertionError("not asked again")

    def finish(self) -> None:
        raise AssertionError("not asked again")


def test_one_broken_report_does_not_take_the_others_along() -> None:
    """A report that cannot be written is named; the rest goes on."""
    stream = io.StringIO()
    handlers = Handlers([_Broken(), PlainLines(stream, lambda: 0.0)])
    handlers.start()
    for event in samples.events(samples.few()):
        handlers.handle(event)
    handlers.finish()
    assert handlers.problems == ["report.html: Permission denied; this report was not written."]
    assert "home: passed" in stream.getvalue()


@pytest.mark.parametrize("state", KINDS)
def test_every_kind_says_what_to_do_and_who(state: PageState) -> None:
    """A page that did not pass always comes with its kind's advice and the one who can act on it."""
    for kind in KINDS[state]:
        page = samples.page(
            "x",
            samples.attempt(
                1,
                samples.capture("https://shop.test/"),
                samples.verdict(kind.state, kind.name),
                RecoveryAction.ALERT_HUMAN,
            ),
        )
        text = " ".join(shown(samples.mission([page])).split())
        assert f"do {one_line(kind.advice, 500)} who {FIXER_WORDS[kind.fixer]} " in text
