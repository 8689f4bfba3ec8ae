"""One banner under five addresses, all answering 200: over real HTTP, judged by the real core."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pagestate.capture.bundle import load as load_bundle
from pagestate.capture.http import HttpBackend
from pagestate.cli.replay import classified
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal
from pagestate.mission.events import MissionResult
from pagestate.mission.plan import Mission, Page, Settings
from pagestate.mission.runner import run
from pagestate.recover import load_strategies
from pagestate.recover.spec import StrategySpec, overlay

FURNITURE = "<header><a href=/>Maple &amp; Sons</a> <a href=/cart>Cart</a></header>"


def article(subject: str) -> str:
    words = f"<p>Everything about {subject}, told at some length and with care for the reader.</p>" * 12
    return f"<!doctype html><html lang=en><title>{subject}</title>{FURNITURE}<main><h1>{subject}</h1>{words}</main>"


def banner(text: str) -> str:
    return f"<!doctype html><html lang=en><title>Maple &amp; Sons</title>{FURNITURE}<main>{text}</main>"


@contextmanager
def served(answer: Callable[[str], str]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = answer(self.path).encode()
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def visit(base: str, expect: dict[str, tuple[str, ...]], output: Path | None = None) -> MissionResult:
    quick = {state: StrategySpec.model_validate({"wait": "0", "retries": 1}) for state in ("maintenance", "error_page")}
    pages = tuple(
        Page(
            id=path.strip("/") or "start",
            url=base + path,
            goal=Goal(expectations=tuple(parse(item) for item in items)) if items else None,
            strategies=overlay(load_strategies(), quick),
        )
        for path, items in expect.items()
    )
    async with HttpBackend() as backend:
        return await run(
            [Mission(name="m", pages=pages)], backend, settings=Settings(gap_s=0.0, per_host=4), output=output
        )


PATHS = ("/", "/cart", "/about", "/orders", "/help")


@pytest.mark.parametrize(
    "text",
    [
        "<h1>We'll be back soon</h1><p>Our shop is down for maintenance. Please check back later.</p>",
        "<h1>A little patience, please</h1><p>We are giving the place a fresh coat of paint and sweep the floors.</p>",
        "<p>Our craftsmen are away at the fair this week, and nobody minds the till in the meantime.</p>",
    ],
)
@pytest.mark.parametrize(
    "expect", [(), ("status == 200",), ("title contains Maple",), ("exists(main)", "status == 200")]
)
async def test_one_banner_under_five_addresses_gives_no_success(text: str, expect: tuple[str, ...]) -> None:
    """Whether or not the banner says what it is, and however weak the goals are that it happens to meet."""
    with served(lambda path: banner(text) if path in PATHS else article("Nothing here")) as base:
        result = await visit(base, dict.fromkeys(PATHS, expect))
    outcomes = {page.id: str(page.outcome) for page in result.pages}
    assert "passed" not in outcomes.values()
    assert max(len(incident.page_ids) for incident in result.incidents) >= 4
    assert all(page.handover for page in result.pages if page.outcome == "needs_person")


@pytest.mark.parametrize(
    "text",
    [
        "<h1>Wir streichen gerade</h1><p>Die Farbe muss noch trocknen, dann lassen wir Sie wieder herein.</p>",
        "<h1>店内を模様替えしています</h1><p>ペンキが乾くまで、しばらくお待ちください。</p>",
        "<h1>Ka hwɔ</h1><p>Mie le nu gbugbɔm le wɔwɔm; miatrɔ ava fifia.</p>",
    ],
)
async def test_weak_expectations_that_differ_give_a_banner_no_success(text: str) -> None:
    """Each address asks for words of its own that the banner's title happens to have; no word of it is known."""
    weak = ("title contains Maple", "title contains Sons", "title ~ Ma", "title ~ Sons$", "exists(main)")
    with served(lambda path: banner(text)) as base:
        result = await visit(base, {path: (one,) for path, one in zip(PATHS, weak, strict=True)})
    assert {str(page.outcome) for page in result.pages}.isdisjoint({"passed"})


def start() -> str:
    teasers = "".join(
        f"<li><a href=/{name}>{name.title()}</a> {name.title()} from the valley, picked by hand and bottled here.</li>"
        for name in ("honey", "syrup", "cider", "jam")
    )
    return (
        "<!doctype html><html lang=en><title>Maple &amp; Sons</title>"
        f"{FURNITURE}<main><h1>Maple &amp; Sons</h1><ul>{teasers}</ul></main>"
    )


async def test_a_start_page_is_itself_on_a_site_that_shows_it_everywhere() -> None:
    """What stands at / is right there, and wrong at every other address, however weak what was expected of it."""
    expect = ("title contains Maple", "count(li) >= 4")
    with served(lambda path: start()) as base:
        result = await visit(base, dict.fromkeys(PATHS, expect))
    assert [page.id for page in result.pages if page.outcome == "passed"] == ["start"]


async def test_a_page_that_others_fall_back_to_is_itself_where_it_alone_claims_what_is_shown() -> None:
    with served(lambda path: start()) as base:
        alone = await visit(base, {"/goods": ("h1 contains Maple",), "/goods/x": ("h1 contains Xylem",)})
        both = await visit(base, {"/goods": ("h1 contains Maple",), "/goods/x": ("title contains Sons",)})
    assert [page.id for page in alone.pages if page.outcome == "passed"] == ["goods"]
    assert [page.id for page in both.pages if page.outcome == "passed"] == []


async def test_a_comparison_replays_from_its_bundle(tmp_path: Path) -> None:
    """What the other addresses showed is part of the verdict, also offline."""
    with served(lambda path: banner("<p>Nobody minds the till today, come back another day.</p>")) as base:
        result = await visit(base, dict.fromkeys(PATHS, ("title contains Maple",)), tmp_path)
    for page in result.pages:
        for attempt in page.attempts:
            assert attempt.bundle is not None
            saved = load_bundle(attempt.bundle)
            again = classified("again", saved.capture, saved.context, goal=None, threshold=None).last
            assert again is not None
            assert again.verdict.state is attempt.verdict.state
            assert again.verdict.kind == attempt.verdict.kind
            assert again.verdict.confidence == pytest.approx(attempt.verdict.confidence, abs=1e-9)


async def test_pages_of_their_own_are_no_incident() -> None:
    with served(lambda path: article(f"Chapter {PATHS.index(path)}" if path in PATHS else "Nothing here")) as base:
        result = await visit(base, dict.fromkeys(PATHS, ()))
    assert {str(page.outcome) for page in result.pages} == {"passed"}
    assert result.incidents == ()


async def test_a_page_that_proves_itself_passes_beside_the_banner() -> None:
    with served(
        lambda path: article("Orders") if path == "/orders" else banner("<p>Nobody minds the till today.</p>")
    ) as base:
        result = await visit(base, {**dict.fromkeys(PATHS, ()), "/orders": ("h1 == Orders",)})
    assert [page.id for page in result.pages if page.outcome == "passed"] == ["orders"]


async def test_bundles_hold_what_the_verdict_rested_on(tmp_path: Path) -> None:
    with served(lambda path: banner("<p>Nobody minds the till today, come back another day.</p>")) as base:
        result = await visit(base, dict.fromkeys(PATHS[1:4], ("status == 200",)), tmp_path)
    for page in result.pages:
        assert page.last is not None
        assert page.last.bundle == tmp_path / "bundles" / page.id / "1"
        saved = load_bundle(page.last.bundle)
        assert saved.context.expectations == ("status == 200",)
        assert saved.context.history is not None
        assert len(saved.context.history["same_page_urls"]) == 2
