"""What a robots.txt allows to a request that nobody asked for."""

import pytest

from pagestate.evidence import Probe
from pagestate.mission.robots import MOST_DELAY_S, Robots, rules_of

SHOP = "http://shop.test"


@pytest.mark.parametrize(
    ("text", "path", "forbidden"),
    [
        ("User-agent: *\nDisallow: /rooms/\n", "/rooms/x1", True),
        ("User-agent: *\nDisallow: /rooms/\n", "/tables/x1", False),
        ("User-agent: *\nDisallow:\n", "/rooms/x1", False),
        ("User-agent: pagestate\nDisallow: /\n\nUser-agent: *\nDisallow:\n", "/rooms/x1", True),
        ("User-agent: otherbot\nDisallow: /\n", "/rooms/x1", False),
        ("User-agent: *\nDisallow: /*/private\n", "/rooms/private", True),
        ("User-agent: *\nDisallow: /*/private\n", "/rooms/public", False),
        ("User-agent: *\nDisallow: /*.pdf$\n", "/rooms/plan.pdf", True),
        ("User-agent: *\nDisallow: /*.pdf$\n", "/rooms/plan.pdf.html", False),
        ("User-agent: a\nUser-agent: *\nCrawl-delay: 60\n", "/rooms/x1", True),
        ("User-agent: *\nCrawl-delay: 2\n", "/rooms/x1", False),
        ("<!doctype html><title>Shop</title>Disallow: /", "/rooms/x1", False),
        ("", "/rooms/x1", False),
    ],
)
def test_what_is_forbidden(text: str, path: str, forbidden: bool) -> None:
    refusal = rules_of(200, text).forbids(f"{SHOP}{path}")
    assert (refusal is not None) == forbidden
    assert refusal is None or refusal.startswith("robots.txt")


@pytest.mark.parametrize(
    ("status", "forbidden"), [(404, False), (403, False), (500, True), (503, True), (429, True), (None, True)]
)
def test_a_missing_file_forbids_nothing_and_a_failing_server_all(status: int | None, forbidden: bool) -> None:
    """RFC 9309: unavailable is not unreachable."""
    assert (rules_of(status, None).forbids(f"{SHOP}/rooms/x1") is not None) == forbidden


def test_a_crawl_delay_that_can_be_kept_is_told() -> None:
    assert rules_of(200, "User-agent: *\nCrawl-delay: 3\n").delay_s == 3
    assert MOST_DELAY_S > 3


async def test_each_host_is_asked_once() -> None:
    asked: list[str] = []

    async def fetch(url: str) -> Probe:
        asked.append(url)
        return Probe(purpose="sibling", url=url, status=200, html="User-agent: *\nDisallow: /rooms/")

    robots = Robots(fetch)
    assert robots.known(f"{SHOP}/rooms/a") is None
    for path in ("/rooms/a", "/rooms/b", "/"):
        await robots.learn(f"{SHOP}{path}")
    assert robots.known("http://user:word@SHOP.test/rooms/a") is not None
    await robots.learn("http://other.test/")
    assert asked == [f"{SHOP}/robots.txt", "http://other.test/robots.txt"]
