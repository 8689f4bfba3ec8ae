"""One banner under five addresses, all answering 200: over real HTTP, judged by the real core."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pagestate.capture.bundle import load as load_bundle
from pagestate.capture.http import HttpBackend
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
    if expect and expect[0] != "status == 200":
        outcomes.pop("start")  # a start page that shows what was expected is itself
    assert "passed" not in outcomes.values()
    assert max(len(incident.page_ids) for incident in result.incidents) >= 4
    assert all(page.handover for page in result.pages if page.outcome == "needs_person")


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
