"""Runs: every page counted, waits that hold nobody up, one wait per site, no success by a shared banner."""

import asyncio
import errno
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.decide.model import Verdict
from pagestate.errors import BackendError
from pagestate.evidence import Capture, Probe
from pagestate.facts.model import Facts
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.events import IncidentOpened, MissionFinished, MissionStarted, PageFinished, Waiting
from pagestate.mission.plan import AuthProfile, Mission, Settings
from tests.mission.world import JumpingTime, Scene, World, classify, extract, page, play

SHOP = "http://shop.test"
BANNER = Scene(title="Shop", text="We are down for maintenance and will be back soon")
DOWN = Scene(state="maintenance.maintenance", title="Shop", text="Down for maintenance")


def item(number: int) -> Scene:
    return Scene(
        title=f"Item number {number}", text=f"A fine thing called {'abcdefgh'[number]} that does {number} things"
    )


async def test_pages_that_are_fine_pass_at_once() -> None:
    told = await play({f"{SHOP}/{n}": item(n) for n in range(3)}, [page(f"{SHOP}/{n}") for n in range(3)])
    assert set(told.outcomes.values()) == {"passed"}
    assert [len(found.attempts) for found in told.result.pages] == [1, 1, 1]
    assert told.result.incidents == ()
    assert isinstance(told.events[0], MissionStarted)
    assert isinstance(told.events[-1], MissionFinished)


async def test_a_page_that_recovers_is_told_as_recovered() -> None:
    script = [Scene(state="error_page.server_error"), item(1)]
    told = await play({f"{SHOP}/a": script}, [page(f"{SHOP}/a")])
    found = told["shop.test-a"]
    assert (found.outcome, found.recovered) == ("passed", True)
    assert told.steps("shop.test-a") == ["retry_with_longer_delay", "done"]
    first, second = told.world.times(f"{SHOP}/a")
    assert 30 <= second - first <= 33


async def test_retries_look_past_the_cache() -> None:
    told = await play({f"{SHOP}/a": [Scene(state="error_page.chunk_load"), item(1)]}, [page(f"{SHOP}/a")])
    assert [request.fresh for request in told.world.visited(f"{SHOP}/a")] == [False, True]


async def test_patience_reaches_the_browser() -> None:
    told = await play({f"{SHOP}/a": Scene(state="loading_timeout.spinner")}, [page(f"{SHOP}/a")])
    assert [request.patience_s for request in told.world.visited(f"{SHOP}/a")] == [2.0, 4.0, 8.0]
    assert told["shop.test-a"].outcome == "failed"


async def test_a_page_that_waits_holds_neither_a_browser_nor_its_neighbours() -> None:
    """One browser for all: while the first page waits 120 s, the others are long done."""
    pages = {f"{SHOP}/{n}": item(n) for n in range(5)}
    pages[f"{SHOP}/0"] = [Scene(state="error_page.gateway", come_back=120.0), item(0)]  # type: ignore[assignment]
    told = await play(
        dict(pages), [page(f"{SHOP}/{n}", f'title == "Item number {n}"') for n in range(5)], concurrency=1, per_host=1
    )
    finished = [event.result.id for event in told.events if isinstance(event, PageFinished)]
    assert finished[-1] == "shop.test-0"
    assert max(told.world.times(f"{SHOP}/4")) < 2
    assert set(told.outcomes.values()) == {"passed"}


async def test_hosts_are_visited_politely() -> None:
    hosts = ("http://a.test", "http://b.test")
    urls = [f"{host}/{n}" for host in hosts for n in range(6)]
    told = await play(
        {url: Scene(title=url, text=f"words {url}", takes=1.0) for url in urls},
        [page(url) for url in urls],
        settings=Settings(concurrency=3, per_host=2, gap_s=0.25),
    )
    assert told.world.most_at_once == {"a.test": 2, "b.test": 2, "*": 3}
    starts = sorted(moment for url in urls[:6] for moment in told.world.times(url))
    assert all(later - earlier >= 0.25 for earlier, later in itertools.pairwise(starts))


async def test_one_banner_under_five_addresses_is_no_success() -> None:
    """The opening incident: five answers of 200, no wall, no error, and not one of them is the page."""
    urls = [f"{SHOP}/{name}" for name in ("", "cart", "login", "orders", "help")]
    told = await play(dict.fromkeys(urls, BANNER), [page(url) for url in urls])
    assert "passed" not in told.outcomes.values()
    (incident,) = told.result.incidents
    assert len(incident.page_ids) == 5
    assert {found.incident for found in told.result.pages} == {incident.id}
    waits = {round(event.seconds) for event in told.events if isinstance(event, Waiting) and event.shared}
    assert waits == {120}
    grown = [len(event.incident.page_ids) for event in told.events if isinstance(event, IncidentOpened)]
    assert grown == [2, 3, 4, 5]


async def test_a_maintenance_is_waited_for_once_and_one_page_looks_first() -> None:
    over = 200.0

    def site(number: int):  # type: ignore[no-untyped-def]
        return lambda request, now: DOWN if now < over else item(number)

    urls = [f"{SHOP}/{n}" for n in range(5)]
    told = await play({url: site(n) for n, url in enumerate(urls)}, [page(url) for url in urls])
    assert set(told.outcomes.values()) == {"passed"}
    assert all(found.recovered for found in told.result.pages)
    late = sorted((moment, url) for url in urls for moment in told.world.times(url) if moment > 1)
    leader = late[0][1]
    assert [url for moment, url in late if moment < 200] == [leader], "only one page looks while the site is down"
    assert len(late) == 6
    assert late[2][0] >= late[1][0] + 0.09, "the others go on once the leader is through"
    assert len(told.result.incidents) == 1


async def test_a_maintenance_without_end_asks_a_person_about_every_page() -> None:
    urls = [f"{SHOP}/{n}" for n in range(3)]
    told = await play(dict.fromkeys(urls, DOWN), [page(url) for url in urls])
    assert set(told.outcomes.values()) == {"needs_person"}
    counts = sorted(len(found.attempts) for found in told.result.pages)
    assert counts == [2, 2, 4], "the leader waits three times, the others look once more"
    assert all(found.attempts[-1].step.action == "alert_human" for found in told.result.pages)


async def test_a_page_of_the_site_that_is_fine_is_not_held_by_the_maintenance() -> None:
    pages = {f"{SHOP}/": DOWN, f"{SHOP}/up": Scene(title="OK", text="up and running")}
    told = await play(pages, [page(f"{SHOP}/"), page(f"{SHOP}/up", 'h1 == "OK"')])
    assert told.outcomes == {"shop.test": "needs_person", "shop.test-up": "passed"}
    assert told.world.times(f"{SHOP}/up") == [0.0]


async def test_a_page_that_is_broken_for_itself_keeps_its_own_verdict() -> None:
    def broken(request: CaptureRequest, now: float) -> Scene:
        return DOWN if now < 90 else Scene(state="error_page.server_error", title="Error")

    def fine(request: CaptureRequest, now: float) -> Scene:
        return replace(DOWN, come_back=90 - now) if now < 90 else item(1)

    told = await play({f"{SHOP}/broken": broken, f"{SHOP}/a": fine}, [page(f"{SHOP}/broken"), page(f"{SHOP}/a")])
    assert told.outcomes == {"shop.test-broken": "failed", "shop.test-a": "passed"}
    assert not told["shop.test-broken"].recovered


async def test_a_host_that_asks_for_fewer_requests_is_left_alone_by_all() -> None:
    asked: list[float] = []

    def throttled(request: CaptureRequest, now: float) -> Scene:
        asked.append(now)
        if len(asked) > 3 and now < 60:
            return Scene(state="captcha.rate_limited", come_back=60 - now)
        return Scene(title=f"Item {request.url[-1]}", text="a fine thing")

    urls = [f"{SHOP}/{letter}" for letter in "abcdefghijkl"]
    told = await play(dict.fromkeys(urls, throttled), [page(url) for url in urls])
    assert set(told.outcomes.values()) == {"passed"}
    assert len([moment for moment in asked if moment < 60]) <= 5, "two may have been under way"


async def test_pages_that_were_fine_are_history_for_the_next_even_while_they_are_held() -> None:
    """A quota that is answered with 403 shows only in that the same visitor was served before."""
    known: list[int] = []

    def noting(facts: Facts, goal: Goal | None, **more: Any) -> Verdict:
        known.append(more["history"].pages_ok)
        return classify(facts, goal, **more)

    urls = [f"{SHOP}/{letter}" for letter in "abcd"]
    pages = {url: Scene(title=f"Item {url[-1]}", text="a fine thing") for url in urls}
    told = await play(pages, [page(url) for url in urls], per_host=1, classify=noting)
    assert known[:4] == [0, 1, 2, 3]
    assert set(told.outcomes.values()) == {"passed"}


async def test_pages_of_one_id_are_told_apart() -> None:
    urls = [f"{SHOP}/a", f"{SHOP}/b"]
    told = await play({urls[0]: item(1), urls[1]: item(2)}, [page(url, id="same") for url in urls])
    assert [(found.id, found.requested_url) for found in told.result.pages] == [("same", urls[0]), ("same-2", urls[1])]


async def test_the_deadline_ends_a_page_with_that_reason() -> None:
    told = await play({f"{SHOP}/a": Scene(state="captcha.rate_limited", come_back=86400.0)}, [page(f"{SHOP}/a")])
    assert told.result.duration_s < 1
    assert "after the deadline" in told["shop.test-a"].attempts[-1].step.reason


async def test_a_mission_has_a_deadline_of_its_own() -> None:
    plan = [Mission(name="m", deadline_s=100.0, pages=(page(f"{SHOP}/a"), page(f"{SHOP}/b")))]
    told = await play({f"{SHOP}/a": DOWN, f"{SHOP}/b": replace(DOWN, takes=20.0)}, plan)
    assert told.result.duration_s <= 100
    assert set(told.outcomes.values()) == {"needs_person"}


async def test_a_follower_does_not_wait_past_its_own_deadline() -> None:
    pages = {f"{SHOP}/a": DOWN, f"{SHOP}/b": replace(DOWN, takes=1.0)}
    told = await play(pages, [page(f"{SHOP}/a"), page(f"{SHOP}/b", deadline_s=121.5)])
    found = told["shop.test-b"]
    assert len(found.attempts) <= 2
    assert found.outcome == "needs_person"


async def test_cancelling_returns_what_is_known_with_every_page() -> None:
    pages = {f"{SHOP}/a": item(1), f"{SHOP}/b": DOWN, "http://other.test/c": replace(item(3), takes=500.0)}
    plan = [page(f"{SHOP}/a", 'h1 contains "Item"'), page(f"{SHOP}/b"), page("http://other.test/c")]
    told = await play(pages, plan, stop_at=10.0)
    assert told.result.interrupted
    assert told.outcomes == {"shop.test-a": "passed", "shop.test-b": "needs_person", "other.test-c": "needs_person"}
    assert [found.interrupted for found in told.result.pages] == [False, True, True]
    assert isinstance(told.events[-1], MissionFinished)


async def test_a_pass_that_was_held_is_decided_when_the_run_is_cancelled() -> None:
    """Held for a neighbour that still waits: what is known by then decides."""
    pages = {f"{SHOP}/a": item(1), f"{SHOP}/b": DOWN}
    told = await play(pages, [page(f"{SHOP}/a"), page(f"{SHOP}/b")], stop_at=10.0)
    assert told.outcomes == {"shop.test-a": "passed", "shop.test-b": "needs_person"}


async def test_giving_a_mission_up_skips_what_was_not_visited() -> None:
    pages = {f"{SHOP}/{n}": replace(item(n), takes=5.0) for n in range(4)}
    pages[f"{SHOP}/0"] = Scene(state="domain_mismatch.parked")
    other = page("http://other.test/", mission="n")
    plan = [
        Mission(
            name="m",
            pages=tuple(
                page(f"{SHOP}/{n}", on={"domain_mismatch": "abort_mission"} if n == 0 else None) for n in range(4)
            ),
        ),
        Mission(name="n", pages=(other,)),
    ]
    told = await play(pages | {"http://other.test/": item(7)}, plan, per_host=1)
    assert told.outcomes == {
        "shop.test-0": "failed",
        "shop.test-1": "skipped",
        "shop.test-2": "skipped",
        "shop.test-3": "skipped",
        "other.test": "passed",
    }
    assert "the mission was given up after http://shop.test/0" in told["shop.test-1"].note


@pytest.fixture
def shopper() -> AuthProfile:
    return AuthProfile(
        session=Session(name="shopper", cookies=({"name": "sid", "value": "1"},)),
        check=parse('text contains "Sign out"'),
        check_url=f"{SHOP}/account",
    )


def walled(scene: Scene):  # type: ignore[no-untyped-def]
    wall = Scene(state="auth_wall.login", title="Log in", text="Please log in")
    return lambda request, now: scene if request.session is not None else wall


async def test_a_session_is_proven_once_and_then_worn_by_all(shopper: AuthProfile) -> None:
    urls = [f"{SHOP}/{n}" for n in range(4)]
    pages = {url: walled(item(n)) for n, url in enumerate(urls)}
    pages[f"{SHOP}/account"] = walled(Scene(title="Account", text="Sign out"))
    told = await play(pages, [page(url, "exists(h1)", auth=shopper) for url in urls], per_host=1)
    assert set(told.outcomes.values()) == {"passed"}
    assert len(told.world.visited(f"{SHOP}/account")) == 1
    assert told.steps("shop.test-0") == ["retry_with_auth", "done"]


async def test_a_session_whose_check_does_not_hold_is_not_tried_on_any_page(shopper: AuthProfile) -> None:
    urls = [f"{SHOP}/{n}" for n in range(4)]
    wall = Scene(state="auth_wall.login", title="Log in", text="Please log in")
    pages = dict.fromkeys([*urls, f"{SHOP}/account"], wall)
    told = await play(dict(pages), [page(url, auth=shopper) for url in urls])
    assert set(told.outcomes.values()) == {"needs_person"}
    assert len(told.world.visits) == 5, "four pages and one check"
    found = told["shop.test-2"]
    assert "its check does not hold" in found.attempts[-1].step.reason
    assert found.handover is not None
    assert 'session "shopper" was applied and its check does not hold' in found.handover


@pytest.mark.parametrize("when", ["wall", "always"])
async def test_a_session_that_nobody_saved_yet_costs_its_own_pages_only(
    shopper: AuthProfile, tmp_path: Path, when: Literal["wall", "always"]
) -> None:
    """The run goes on, and a person is told which file is missing."""
    session = replace(shopper.session, storage_state=tmp_path / "none.json")
    profile = replace(shopper, session=session, when=when)
    wall = Scene(state="auth_wall.login", title="Log in", text="Please log in")
    pages = {f"{SHOP}/a": wall, f"{SHOP}/b": item(1)}
    told = await play(pages, [page(f"{SHOP}/a", auth=profile), page(f"{SHOP}/b")])
    assert told.outcomes == {"shop.test-a": "needs_person", "shop.test-b": "passed"}
    assert told.steps("shop.test-a") == ["alert_human"]
    assert "none.json" in (told["shop.test-a"].handover or "")


async def test_a_profile_without_a_check_is_tried_by_one_page_first(shopper: AuthProfile) -> None:
    urls = [f"{SHOP}/{n}" for n in range(4)]
    wall = Scene(state="auth_wall.login", title="Log in", text="Please log in")
    profile = replace(shopper, check=None)
    told = await play(dict.fromkeys(urls, wall), [page(url, auth=profile) for url in urls])
    assert len(told.world.visits) == 5, "four first visits and one with the session"
    assert sorted(told.steps(found.id)[-1] for found in told.result.pages) == ["alert_human"] * 4


async def test_a_wall_without_a_profile_asks_a_person() -> None:
    told = await play({f"{SHOP}/a": Scene(state="auth_wall.login")}, [page(f"{SHOP}/a")])
    assert told.steps("shop.test-a") == ["alert_human"]
    assert told["shop.test-a"].handover is not None


async def test_consent_is_answered_as_the_mission_says() -> None:
    def gate(request: CaptureRequest, now: float) -> Scene:
        return item(1) if request.dismiss == "reject" else Scene(state="interstitial.consent")

    pages = {f"{SHOP}/a": gate}
    told = await play(dict(pages), [page(f"{SHOP}/a", consent="reject")])
    assert told.steps("shop.test-a") == ["dismiss", "done"]
    told = await play(dict(pages), [page(f"{SHOP}/a")])
    assert told.steps("shop.test-a") == ["alert_human"]


async def test_cookies_are_kept_between_the_visits_of_a_waiting_room() -> None:
    script = [Scene(state="interstitial.waiting_room", come_back=20.0)] * 3 + [item(1)]
    told = await play({f"{SHOP}/a": script}, [page(f"{SHOP}/a")])
    assert told.steps("shop.test-a") == ["wait_for_site"] * 3 + ["done"]
    assert len({request.site_key for request in told.world.visited(f"{SHOP}/a")}) == 1


async def test_one_hit_is_no_proof_while_a_deploy_settles() -> None:
    scenes = [Scene(title=title, text=f"build {title}") for title in ("old", "new", "old", "new", "new", "new")]
    found = page(f"{SHOP}/a", "h1 == new")
    by_key = {
        key: replace(value, settle_for_s=120.0, hits_in_a_row=3) if key.startswith("goal_") else value
        for key, value in found.strategies.by_key.items()
    }
    plan = [replace(found, strategies=replace(found.strategies, by_key=by_key))]
    told = await play({f"{SHOP}/a": scenes}, plan)
    assert told.steps("shop.test-a") == ["retry_with_longer_delay"] * 5 + ["done"]
    assert told["shop.test-a"].recovered
    assert told["shop.test-a"].note == "h1 == new: saw new 4x, saw old 2x"


async def test_hits_that_were_not_completed_do_not_pass() -> None:
    found = page(f"{SHOP}/a", "h1 == new", deadline_s=3.0)
    by_key = {key: replace(value, hits_in_a_row=9) for key, value in found.strategies.by_key.items()}
    told = await play(
        {f"{SHOP}/a": Scene(title="new", text="build")},
        [replace(found, strategies=replace(found.strategies, by_key=by_key))],
    )
    assert told.states("shop.test-a")[-1] == "goal_achieved"
    assert told.outcomes == {"shop.test-a": "needs_person"}


async def test_a_backend_that_stumbles_says_nothing_against_the_site() -> None:
    class Stumbling(World):
        async def capture(self, request: CaptureRequest) -> Capture:
            await super().capture(request)
            raise RuntimeError("target closed")

    time = JumpingTime()
    world = Stumbling({f"{SHOP}/a": item(1), f"{SHOP}/b": item(2)}, time)
    from pagestate.mission.runner import run

    def judge_failures(facts: Facts, goal: Goal | None, **more: object) -> object:
        failure = facts.capture.failure
        assert failure is not None
        assert failure.detail == "RuntimeError: target closed"
        scene = replace(facts.capture, headers=(("x-state", f"capture_failed.{failure.kind}"),))
        return classify(replace(facts, capture=scene), goal, **more)  # type: ignore[arg-type]

    plan = [Mission(name="m", pages=(page(f"{SHOP}/a"), page(f"{SHOP}/b")))]
    result = await time.let(
        run(plan, world, clock=time.clock, prober="never", extract=extract, classify=judge_failures)  # type: ignore[arg-type]
    )
    assert {str(found.outcome) for found in result.pages} == {"needs_person"}
    assert result.incidents == ()


async def test_a_backend_that_cannot_be_used_ends_the_run() -> None:
    class Absent(World):
        async def capture(self, request: CaptureRequest) -> Capture:
            raise BackendError("no browser was found")

    time = JumpingTime()
    from pagestate.mission.runner import run

    plan = [Mission(name="m", pages=(page(f"{SHOP}/a"), page(f"{SHOP}/b")))]
    with pytest.raises(BackendError, match="no browser"):
        await time.let(
            run(plan, Absent({}, time), clock=time.clock, prober="never", extract=extract, classify=classify)
        )


async def test_the_site_is_asked_once_per_folder_what_it_says_to_nonsense() -> None:
    asked: list[str] = []

    async def prober(url: str) -> Probe:
        asked.append(url)
        return Probe(purpose="sibling", url=url, status=200)

    urls = [f"{SHOP}/", f"{SHOP}/rooms/a", f"{SHOP}/rooms/b", f"{SHOP}/rooms/c"]
    pages = {url: Scene(title=url, text=f"words {url}") for url in urls}
    plan = [page(urls[0]), page(urls[1]), page(urls[2]), page(urls[3], "exists(h1)")]
    told = await play(dict(pages), plan, prober=prober, per_host=1)
    (nonsense,) = asked
    assert nonsense.startswith(f"{SHOP}/rooms/")
    assert nonsense not in urls
    assert [len(found.attempts[0].capture.probes) for found in told.result.pages] == [0, 1, 1, 0], (
        "not for the start page, nor for one that proved itself"
    )


async def test_a_model_is_asked_only_where_expectations_cannot_decide() -> None:
    asked: list[str | None] = []

    class Yes:
        async def ask(self, facts: Facts, goal: Goal | None, finding: str) -> JudgeOpinion:
            asked.append(facts.capture.requested_url)
            return JudgeOpinion(goal_met=True, state=None)

    urls = [f"{SHOP}/{n}" for n in range(4)]
    pages: dict[str, Scene] = {url: item(n) for n, url in enumerate(urls)}
    pages[urls[2]] = Scene(state="error_page.not_found")
    plan = [
        page(urls[0], text="shows an item"),
        page(urls[1], 'h1 contains "Item"', text="an item"),
        page(urls[2]),
        page(urls[3]),
    ]
    told = await play(dict(pages), plan, judge=Yes())
    assert asked == [urls[0]]
    assert told.outcomes["shop.test-0"] == "passed"


async def test_every_attempt_is_kept(tmp_path: Path) -> None:
    saved: list[Path] = []

    def save(found: object, number: int, judged: object) -> Path:
        saved.append(tmp_path / str(number))
        return saved[-1]

    told = await play({f"{SHOP}/a": Scene(state="empty_page.blank")}, [page(f"{SHOP}/a")], save=save)
    assert [record.bundle for record in told["shop.test-a"].attempts] == saved == [tmp_path / "1", tmp_path / "2"]
    assert f"The evidence lies in {tmp_path / '2'}." in str(told["shop.test-a"].handover)


async def test_a_full_disk_takes_the_evidence_and_not_the_verdicts() -> None:
    def save(found: object, number: int, judged: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    told = await play({f"{SHOP}/a": item(1), f"{SHOP}/b": DOWN}, [page(f"{SHOP}/a"), page(f"{SHOP}/b")], save=save)
    assert told.outcomes == {"shop.test-a": "passed", "shop.test-b": "needs_person"}
    for found in told.result.pages:
        assert "could not be saved: No space left on device" in found.note
        assert all(record.bundle is None for record in found.attempts)


async def test_real_time_is_not_needed() -> None:
    """The clock of the tests is all the time there is: a run of minutes takes none."""
    before = asyncio.get_running_loop().time()
    await play({f"{SHOP}/a": DOWN}, [page(f"{SHOP}/a")])
    assert asyncio.get_running_loop().time() - before < 2
