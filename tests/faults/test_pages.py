"""Every page answers as its row in the catalogue says, at the level of HTTP."""

import re

import httpx2
import pytest

from pagestate.faults.catalog import PAGES, FaultPage, by_group, by_id
from pagestate.faults.server import FOREIGN
from pagestate.states import PageState

from .site import visiting

STATUSES: dict[str, set[int]] = {
    "goal_achieved": {200, 204, 999},
    "goal_failed": {200},
    "content": {200},
    "auth_wall": {200, 400, 401, 403, 999},
    "auth_wall.http_auth": {401},
    "captcha": {200, 403, 405, 418, 420, 451, 503, 999},
    "captcha.rate_limited": {403, 429},
    "error_page.not_found": {200, 404},
    "error_page.gone": {410},
    "error_page.forbidden": {403},
    "error_page.proxy_denied": {403},
    "error_page.server_error": {200, 500},
    "error_page.gateway": {502, 503, 504, 522},
    "error_page.app_crash": {200, 500},
    "error_page.soft_404": {200},
    "error_page.chunk_load": {200},
    "error_page.browser_error": {200},
    "error_page.client_error": {400},
    "maintenance": {200, 503},
    "domain_mismatch": {200, 403, 404},
    "redirect_loop": {200},
    "loading_timeout": {200},
    "empty_page": {200, 204, 205},
    "interstitial": {200},
    "capture_failed": {200},
    "unexpected": {200, 218},
}
"""What the page answers in the end, by state and kind."""

BELOW_HTTP = (
    *("loading-cut", "loading-cut-once", "loading-short", "network-reset", "network-reset-middle"),
    *("network-reset-recovers", "network-empty-reply", "network-timeout", "network-timeout-header", "network-garbage"),
    *("network-headers-only", "network-early-hints", "c06-103", "c13", "c13-twin", "c33", "c33-heading", "c33-twin"),
    "c34-untyped",
)
"""What these send is read from the socket in test_transport."""
ROUND = ("redirect-loop", "redirect-loop-www", "redirect-loop-cookie", "redirect-too-many", "c12")
ENDLESS = "loading-endless"

SERVED = [page for page in PAGES if page.address in ("http", "https") and page.id not in (*BELOW_HTTP, *ROUND, ENDLESS)]


_ANSWERS: dict[str, httpx2.Response] = {}


async def first_answer(page: FaultPage) -> httpx2.Response:
    """What a site that has just started answers; each page is asked once for all tests."""
    if page.id not in _ANSWERS:
        async with visiting() as visitor:
            for path in page.before:
                await visitor.get(page, path)
            _ANSWERS[page.id] = await visitor.get(page)
    return _ANSWERS[page.id]


@pytest.mark.parametrize("page", SERVED, ids=lambda page: page.id)
async def test_a_page_answers_with_the_status_of_its_state(page: FaultPage) -> None:
    answer = await first_answer(page)
    assert answer.status_code in STATUSES.get(page.verdict, STATUSES.get(str(page.state), set()))
    assert answer.headers["date"].endswith("GMT")


@pytest.mark.parametrize("page_id", BELOW_HTTP)
async def test_a_page_below_http_needs_the_server(page_id: str) -> None:
    async with visiting() as visitor:
        with pytest.raises(RuntimeError, match="FaultServer"):
            await visitor.get(page_id)


@pytest.mark.parametrize("page_id", ROUND)
async def test_a_loop_never_arrives(page_id: str) -> None:
    assert by_id(page_id).state is PageState.REDIRECT_LOOP
    async with visiting() as visitor:
        with pytest.raises(httpx2.TooManyRedirects):
            await visitor.get(page_id)


@pytest.mark.parametrize(
    "page", [page for page in SERVED if page.group != "case" and page.language != "en"], ids=lambda page: page.id
)
async def test_a_page_is_in_its_language(page: FaultPage) -> None:
    """A row that says Japanese over a page in English would test nothing."""
    answer = await first_answer(page)
    found = re.search(r'<html[^>]* lang="([^"]+)"', answer.text)
    if found:
        assert found[1].partition("-")[0] == page.language.partition("-")[0]


@pytest.mark.parametrize("page", SERVED, ids=lambda page: page.id)
async def test_a_page_loads_nothing_from_real_sites(page: FaultPage) -> None:
    """Pages are whole by themselves; a vendor's host may stand there as a mark only."""
    answer = await first_answer(page)
    hosts = re.findall(r"""(?:src|href)=["']https?://([^/"':]+)""", answer.text)
    assert {host for host in hosts if not host.endswith((".test", ".localhost", ".example"))} <= set(FOREIGN)


@pytest.mark.parametrize(
    ("page_id", "ends_at"),
    [
        ("auth-login", "http://app-slatework.localhost:8765/login?next=/boards/48"),
        ("auth-sso", "http://id.kestrel-accounts.localhost:8765/oauth2/authorize"),
        ("domain-off", "http://bello-mieze.localhost:8765/hunde"),
        ("domain-off-group", "http://www.aurora-travelgroup.localhost:8765/"),
        ("domain-alias", "http://library-of-harrowgate.localhost:8765/events"),
        ("redirect-home", "http://move-marrowpine.localhost:8765/"),
        ("redirect-harmless", "http://trails-vyorsty.localhost:8765/trails/"),
        ("redirect-locale", "http://intl-casanova.localhost:8765/it/"),
        ("c12-twin", "http://gov.localhost:8765/shop"),
        ("c18-off", "http://shop.test.evil.localhost:8765/d"),
        ("c23-signup", "http://admin.localhost:8765/join?from=orders"),
        ("c41", "http://ww1.old-blog.localhost:8765/blog/11/post"),
    ],
)
async def test_a_redirect_ends_where_it_should(page_id: str, ends_at: str) -> None:
    async with visiting() as visitor:
        answer = await visitor.get(page_id)
    assert str(answer.url).startswith(ends_at)
    assert answer.status_code == 200


async def test_test_names_go_through_https_to_www() -> None:
    """The chain of c18: http, https with the port written out, www with a slash."""
    async with visiting() as visitor:
        answer = await visitor.client.get("http://shop.test/a?ref=1")
    hops = [(hop.status_code, hop.headers["location"]) for hop in answer.history]
    assert hops == [(301, "https://shop.test:443/a"), (308, "https://www.shop.test/a/")]
    assert answer.status_code == 200
    assert "strict-transport-security" in answer.headers
    assert 'rel="canonical" href="https://www.shop.test/a/"' in answer.text


async def test_the_incident_shows_one_page_under_five_addresses() -> None:
    async with visiting() as visitor:
        bodies = {(await visitor.get(page)).text for page in by_group("incident") if not page.final_state}
    assert len(bodies) == 1


async def test_a_specification_of_44_kilobytes_hides_the_phrase_deep() -> None:
    async with visiting() as visitor:
        text = (await visitor.get("c02")).text
    assert len(text) > 40_000
    assert text.index("has been removed") > 0.75 * len(text)


async def test_the_huge_page_is_huge() -> None:
    assert len((await first_answer(by_id("trap-huge"))).content) > 5_000_000


async def test_encodings_are_what_their_pages_say() -> None:
    async with visiting() as visitor:
        assert "Żółta łódź".encode("iso-8859-2") in (await visitor.get("trap-encoding-pl")).content
        honest, wrong, bare = [await visitor.get(one) for one in ("c47", "c47-wrong", "c47-sjis")]
    assert honest.headers["content-type"] == "text/html"
    assert wrong.headers["content-type"] == "text/html; charset=utf-8"
    assert honest.content == wrong.content
    assert "湖の便り" in bare.content.decode("shift_jis")
    assert b"charset" not in bare.content
