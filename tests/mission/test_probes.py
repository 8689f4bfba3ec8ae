# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Asking a site for one more page: only where the verdict is close, once, and as its robots.txt allows."""

import re
from dataclasses import replace

import pytest

from pagestate.capture.http import HttpBackend
from pagestate.detect.identity import Identity, look_of
from pagestate.mission.events import PageResult
from pagestate.mission.plan import Mission, MissionFile, Page, Settings
from pagestate.mission.runner import run
from pagestate.states import PageState
from tests.detect.learnt import facts, programme
from tests.loopback import Site, serving
from tests.mission.world import page

LONG = programme(
    *(f"Evening number {number} brings music, and a talk about the music before it." for number in range(30))
)
SHORT = (
    "<!doctype html><html lang=en><title>Chairs</title><body><h1>Chairs</h1>"
    "<p>All about chairs, told with care and at the right length for those who like to sit down now and then.</p></body></html>"
)
"""Little enough to be taken for a notice, so that the verdict is close."""
NOTICE = SHORT.replace(
    "All about chairs", "This part of the site is down for maintenance, please come back later. Of tables and beds"
)
"""As likely as not a notice."""


async def visit(*pages: Page) -> tuple[PageResult, ...]:
    backend = HttpBackend()
    try:
        plan = MissionFile(name="m", missions=(Mission(name="m", pages=pages),), settings=Settings(gap_s=0.0))
        return (await run(plan, backend)).pages
    finally:
        await backend.aclose()


async def test_a_close_verdict_asks_for_a_page_beside_it_and_believes_the_answer() -> None:
    with serving(Site({"/rooms/a": SHORT}, everything=SHORT)) as site:
        (result,) = await visit(page(f"{site.url}/rooms/a", on={"error_page": {"retries": 0}}))
        robots, nonsense = site.extra
    assert robots == "/robots.txt"
    assert re.fullmatch(r"/rooms/[0-9a-f]{8}-[0-9a-f]{6}", nonsense)
    assert result.last is not None
    assert result.last.verdict.kind == "soft_404"


async def test_a_sure_verdict_asks_for_nothing() -> None:
    with serving(Site({"/rooms/a": LONG})) as site:
        (result,) = await visit(page(f"{site.url}/rooms/a"))
        assert site.extra == []
    assert result.last is not None
    assert result.last.verdict.state is PageState.CONTENT


async def test_a_page_can_forbid_it() -> None:
    with serving(Site({"/rooms/a": SHORT}, everything=SHORT)) as site:
        await visit(replace(page(f"{site.url}/rooms/a"), probe=False))
        assert site.extra == []


async def test_what_robots_may_not_see_is_not_asked_for_and_that_is_said() -> None:
    with serving(Site({"/rooms/a": SHORT}, robots="User-agent: *\nDisallow: /rooms/", everything=SHORT)) as site:
        (result,) = await visit(page(f"{site.url}/rooms/a"))
        assert site.extra == ["/robots.txt"]
    assert result.last is not None
    (said,) = [one for one in result.last.verdict.findings if one.detector == "probe.refused"]
    assert said.weight == 0
    assert said.observations[0].what == "not asked for a page beside this one: robots.txt forbids /rooms/"
    assert result.last.capture.notes[-1].startswith("probe: not asked")


async def test_a_folder_is_asked_once_in_a_run_and_robots_once_per_host() -> None:
    pages = {f"/rooms/{name}": SHORT.replace("Chairs", f"Chairs of kind {name}") for name in "abcd"}
    with serving(Site(pages)) as site:
        await visit(*(page(f"{site.url}{path}") for path in pages))
        assert len(site.extra) == 2, site.extra
        assert site.extra.count("/robots.txt") == 1


async def test_a_crawl_delay_slows_the_host_down() -> None:
    """Time itself would be slow to watch: what the host's turns are told is enough."""
    from pagestate.mission.clock import Clock
    from pagestate.mission.hosts import Hosts
    from tests.mission.world import T0, JumpingTime

    time = JumpingTime()
    hosts = Hosts(Settings(gap_s=0.25), Clock(now=lambda: time.at, sleep=time.sleep))
    starts: list[float] = []

    async def turns() -> None:
        for number in range(4):
            if number == 2:
                hosts.slow_down("shop.test", 5.0)
            async with hosts.slot("shop.test", "a"):
                starts.append(time.at - T0)

    await time.let(turns())
    assert starts == pytest.approx([0.0, 0.25, 5.25, 10.25])


async def test_the_root_is_looked_at_where_a_page_speaks_of_its_site() -> None:
    """A start page that shows something else makes the notice this page's own matter."""
    with serving(Site({"/rooms/a": NOTICE, "/": LONG})) as site:
        (result,) = await visit(page(f"{site.url}/rooms/a"))
        assert site.asked.count("/") == 1
    assert result.last is not None
    assert [probe.purpose for probe in result.last.capture.probes].count("root") == 1
    told = [one for one in result.attempts[0].verdict.findings if one.detector.endswith("probe_root")]
    assert all(one.weight < 0 for one in told)


async def test_a_page_that_is_as_it_was_learnt_needs_no_probe() -> None:
    with serving(Site({"/rooms/a": SHORT}, everything=SHORT)) as site:
        url = f"{site.url}/rooms/a"
        learnt = Identity(id="a", url=url, looks=(look_of(facts(SHORT, url=url)),))
        (result,) = await visit(replace(page(url), known=learnt))
        assert site.extra == []
    assert result.last is not None
    assert result.last.verdict.state is PageState.CONTENT


async def test_a_taken_page_on_a_site_that_is_still_ours_is_a_wrong_origin() -> None:
    """The root is looked at to tell a name that was lost from a way that leads astray."""
    from pagestate.faults.pages.known import SERUM

    learnt = programme()
    with serving(Site({"/programme": SERUM, "/": LONG})) as site:
        url = f"{site.url}/programme"
        known = Identity(id="programme", url=url, looks=(look_of(facts(learnt, url=url)),))
        (result,) = await visit(replace(page(url), known=known))
        assert site.asked.count("/") == 1
    assert result.last is not None
    assert (result.last.verdict.state, result.last.verdict.kind) == (PageState.DOMAIN_MISMATCH, "wrong_origin")
