"""What the site remembers: windows that begin with the first visit, counters, and forgetting."""

import httpx2
import pytest

from pagestate.faults.catalog import by_group, by_id

from .site import NOON, Visitor, retry_after, visiting


@pytest.mark.parametrize("scale", [1.0, 0.1, 0.02])
@pytest.mark.parametrize(
    ("page_id", "status", "lasts_s"),
    [
        ("maintenance-ends", 503, 90),
        ("maintenance-scheduled", 503, 90),
        ("maintenance-deploying", 503, 45),
        ("captcha-rate-seconds", 429, 40),
        ("captcha-rate-date", 429, 40),
        ("incident-ends-shop", 200, 60),
        ("c14", 429, 40),
        ("c31-orders", 503, 90),
    ],
)
async def test_a_window_ends_when_its_retry_after_says(page_id: str, status: int, lasts_s: float, scale: float) -> None:
    """Whoever waits as told comes back to the page, at every scale."""
    async with visiting(scale=scale) as visitor:
        visitor.clock.seconds = 777.25
        first = await visitor.get(page_id)
        assert first.status_code == status
        told = retry_after(first)
        assert lasts_s * scale <= told <= lasts_s * scale + 2
        visitor.clock.seconds += lasts_s * scale * 0.9
        assert (await visitor.get(page_id)).text[:200] == first.text[:200]
        visitor.clock.seconds = 777.25 + told
        last = await visitor.get(page_id)
    assert last.status_code == 200
    assert last.text != first.text
    assert "retry-after" not in last.headers


@pytest.mark.parametrize(
    ("page_id", "status", "lasts_s"),
    [
        ("maintenance-ends-untold", 503, 90),
        ("error-404-deploy", 404, 20),
        ("crash-recovers", 500, 25),
        ("c14-word", 503, 5),
    ],
)
async def test_a_window_that_tells_nothing_ends_too(page_id: str, status: int, lasts_s: float) -> None:
    async with visiting(scale=0.5) as visitor:
        assert (await visitor.get(page_id)).status_code == status
        visitor.clock.seconds += lasts_s * 0.5 - 0.1
        assert (await visitor.get(page_id)).status_code == status
        visitor.clock.seconds += 0.2
        assert (await visitor.get(page_id)).status_code == 200


@pytest.mark.parametrize(
    ("page_id", "looks", "status"),
    [
        ("error-500-recovers", 2, 500),
        ("captcha-clears", 1, 200),
        ("empty-recovers", 1, 200),
        ("chunk-recovers", 2, 200),
        ("c30", 1, 200),
    ],
)
async def test_a_page_recovers_after_as_many_looks_as_it_says(page_id: str, looks: int, status: int) -> None:
    async with visiting() as visitor:
        bad = [await visitor.get(page_id) for _ in range(looks)]
        good = [await visitor.get(page_id) for _ in range(2)]
    assert {one.status_code for one in bad} == {status}
    assert {one.text for one in good}.isdisjoint({one.text for one in bad})
    assert {one.status_code for one in good} == {200}


async def test_pages_of_a_window_share_its_beginning() -> None:
    """The site is down, not the page: the other addresses do not start windows of their own."""
    pages = [page for page in by_group("incident") if page.final_state]
    async with visiting() as visitor:
        await visitor.get(pages[0])
        visitor.clock.seconds += 50
        assert {retry_after(await visitor.get(page)) for page in pages} == {10}
        visitor.clock.seconds += 10
        texts = [(await visitor.get(page)).text for page in pages]
    assert "right back" not in " ".join(texts)
    assert len(set(texts)) == 5


async def test_everyone_sees_the_banner_once_however_late() -> None:
    """At a small scale the window is over before a busy visitor comes to the fifth page."""
    async with visiting(scale=0.001) as visitor:
        for page in by_group("incident"):
            visitor.clock.seconds += 1
            assert "right back" in (await visitor.get(page)).text
        for page in by_group("incident"):
            assert ("right back" in (await visitor.get(page)).text) == (page.final_state is None)


async def test_other_pages_have_windows_of_their_own() -> None:
    async with visiting() as visitor:
        await visitor.get("maintenance-ends")
        visitor.clock.seconds += 100
        assert (await visitor.get("maintenance-ends")).status_code == 200
        assert (await visitor.get("maintenance-deploying")).status_code == 503


async def test_a_spinner_resolves_for_the_patient_on_the_clock_inside_the_page() -> None:
    """It races the visitor's patience, so the scale of waits does not touch it."""
    page = by_id("loading-spinner-resolves")
    async with visiting(scale=0.01) as visitor:
        await visitor.get(page)
        visitor.clock.seconds += 3.1
        assert (await visitor.get(page, "/cards")).json() == {"ready": False}
        await visitor.get(page)
        assert (await visitor.get(page, "/cards")).json() == {"ready": True}


async def _queue(visitor: Visitor, page_id: str) -> list[httpx2.Response]:
    return [await visitor.get(page_id) for _ in range(5)]


@pytest.mark.parametrize(("page_id", "waits", "inside"), [("gate-queue", 2, "Night trains"), ("c40", 3, "seatmap")])
async def test_the_place_in_line_hangs_on_the_cookie(page_id: str, waits: int, inside: str) -> None:
    async with visiting() as visitor:
        kept = await _queue(visitor, page_id)
        visitor.client.cookies.clear()
        fresh = []
        for _ in range(5):
            fresh.append(await visitor.get(page_id))
            visitor.client.cookies.clear()
    assert [inside in one.text for one in kept] == [number >= waits for number in range(5)]
    assert [inside in one.text for one in fresh] == [False] * 5
    assert {one.headers["refresh"] for one in kept[:waits]} == {"20"}


async def test_the_queue_speaks_json_to_programs() -> None:
    async with visiting() as visitor:
        answer = await visitor.get("c40", accept="application/json")
    assert answer.json() == {"waitTime": 2, "refreshIntervalSeconds": 20}


async def test_the_fourth_visit_is_throttled_until_the_stated_reset() -> None:
    """c09: 403 without Retry-After, the end of the quota stands in a header."""
    async with visiting(scale=0.1) as visitor:
        assert [(await visitor.get("c09", f"/p/{n}")).status_code for n in (1, 2, 3)] == [200, 200, 200]
        refused = await visitor.get("c09")
        assert refused.status_code == 403
        assert refused.headers["x-ratelimit-remaining"] == "0"
        assert "retry-after" not in refused.headers
        visitor.clock.seconds = float(refused.headers["x-ratelimit-reset"]) - NOON - 1.5
        assert (await visitor.get("c09")).status_code == 403
        visitor.clock.seconds += 1.5
        assert (await visitor.get("c09")).status_code == 200
        assert (await visitor.get("c09-twin")).headers.get("x-ratelimit-remaining") is None


@pytest.mark.parametrize(("page_id", "told"), [("c14-fraction", "0.493"), ("c14-word", "soon"), ("c14-day", "86400")])
async def test_retry_after_comes_in_every_form(page_id: str, told: str) -> None:
    async with visiting() as visitor:
        assert (await visitor.get(page_id)).headers["retry-after"] == told


async def test_retry_after_may_lie_in_the_past() -> None:
    async with visiting() as visitor:
        assert retry_after(await visitor.get("c14-past")) < -3600


async def test_a_rollout_alternates_and_then_settles() -> None:
    async with visiting() as visitor:
        early = [("0.3.2" in (await visitor.get("c28")).text) for _ in range(4)]
        visitor.clock.seconds += 20
        late = [("0.3.2" in (await visitor.get("c28")).text) for _ in range(3)]
    assert early == [False, True, False, True]
    assert late == [True, True, True]


async def test_the_maintenance_window_covers_a_page_that_was_broken_before() -> None:
    """c31: /broken is excused while the window lasts, and broken again afterwards."""
    async with visiting() as visitor:
        answers = [await visitor.get(one) for one in ("c31", "c31-api", "c31-broken")]
        assert {one.status_code for one in answers} == {503}
        assert {one.headers["x-app-maintenance"] for one in answers} == {"1"}
        assert answers[1].json()["maintenance"] is True
        visitor.clock.seconds += 91
        assert [(await visitor.get(one)).status_code for one in ("c31", "c31-api", "c31-broken")] == [200, 200, 500]


async def test_sessions_open_what_they_should() -> None:
    for page_id in ("auth-recovers", "auth-http-recovers", "c26-twin"):
        session = by_id(page_id).session
        assert session is not None
        async with visiting() as visitor:
            closed = await visitor.get(page_id)
            url = visitor.url_of(by_id(page_id))
            if session.username and session.password:
                opened = await visitor.client.get(url, auth=(session.username, session.password))
            else:
                cookies = "; ".join(f"{name}={value}" for name, value in session.cookies.items())
                opened = await visitor.client.get(url, headers={"cookie": cookies})
        assert closed.status_code == 401 or closed.url.path == "/login"
        assert opened.status_code == 200
        assert opened.url.path == by_id(page_id).path


async def test_wrong_credentials_are_refused_again() -> None:
    session = by_id("c26-wrong").session
    assert session is not None
    async with visiting() as visitor:
        url = visitor.url_of(by_id("c26-wrong"))
        answer = await visitor.client.get(url, auth=(session.username or "", session.password or ""))
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Basic realm="staging"'


@pytest.mark.parametrize("page_id", ["gate-consent-reject", "gate-notice", "c56-dialog"])
async def test_an_answered_gate_stays_away(page_id: str) -> None:
    async with visiting() as visitor:
        asked = await visitor.get(page_id)
        answered = await visitor.get(page_id, cookie="consent=reject; seen=1")
    assert 'class="veil"' in asked.text
    assert 'class="veil"' not in answered.text


async def test_the_consent_page_takes_its_answer_by_form() -> None:
    async with visiting() as visitor:
        assert "Rifiuta" in (await visitor.get("gate-consent-page")).text
        answer = await visitor.get("gate-consent-page", "/consenso?scelta=no")
    assert answer.url.path == "/vasi"
    assert "Rifiuta" not in answer.text


async def test_a_conditional_request_gets_304() -> None:
    async with visiting() as visitor:
        first = await visitor.get("network-304")
        again = await visitor.get("network-304", if_none_match=first.headers["etag"])
    assert (first.status_code, again.status_code) == (200, 304)


@pytest.mark.parametrize("which", ["", "?page=maintenance-ends"])
async def test_the_site_forgets_when_told(which: str) -> None:
    async with visiting() as visitor:
        await visitor.get("maintenance-ends")
        visitor.clock.seconds += 100
        assert (await visitor.get("maintenance-ends")).status_code == 200
        reset = await visitor.client.post(f"http://127.0.0.1:8765/__reset{which}")
        assert reset.status_code == 204
        assert (await visitor.get("maintenance-ends")).status_code == 503


async def test_one_page_is_forgotten_without_the_others() -> None:
    async with visiting() as visitor:
        for page_id in ("maintenance-ends", "incident-ends-home"):
            await visitor.get(page_id)
        visitor.clock.seconds += 100
        await visitor.client.post("http://127.0.0.1:8765/__reset?page=incident-ends-cart")
        assert (await visitor.get("maintenance-ends")).status_code == 200
        assert "right back" in (await visitor.get("incident-ends-home")).text


async def test_an_unknown_page_cannot_be_forgotten() -> None:
    async with visiting() as visitor:
        answer = await visitor.client.post("http://127.0.0.1:8765/__reset?page=nothing")
    assert answer.status_code == 404
    assert "nothing" in answer.text


async def test_names_end_in_localhost_or_test() -> None:
    async with visiting() as visitor:
        both = [
            await visitor.client.get(url)
            for url in ("http://hotel.test/", "http://hotel.localhost:8765/", "http://HOTEL.test.:80/")
        ]
    assert {one.status_code for one in both} == {200}
    assert len({one.text for one in both}) == 1


async def test_an_unknown_path_is_not_found_and_an_unknown_host_too() -> None:
    async with visiting() as visitor:
        for url in ("http://haldenbank.localhost:8765/none", "http://who.localhost:8765/"):
            assert (await visitor.client.get(url)).status_code == 404
