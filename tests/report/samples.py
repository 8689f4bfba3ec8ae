"""Results made by hand, of every outcome, for the tests of the reports."""

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from pagestate.decide.model import ComeBack, RunnerUp, Verdict
from pagestate.detect.model import Finding, Observation
from pagestate.evidence import Capture, CaptureFailure, Console, Exchange, Hop, Settling, Timings
from pagestate.goal.model import ExpectationResult, GoalResult
from pagestate.mission.events import (
    AttemptMade,
    AttemptRecord,
    Event,
    Incident,
    IncidentOpened,
    MissionFinished,
    MissionResult,
    MissionStarted,
    PageFinished,
    PageResult,
    PageStarted,
    Waiting,
)
from pagestate.recover.model import Step
from pagestate.states import Fixer, PageState, RecoveryAction, kind_of, outcome_of

HOSTILE = "<script>alert(1)</script>\"'&\x1b[31mred\x1b[0m\u202egnp.exe"
_AGAIN = RecoveryAction.RETRY_WITH_LONGER_DELAY
AT = "2026-11-30T12:00:00Z"


def picture(colour: str = "#eef2f7", text: str = "Shop") -> bytes:
    """A small page-like picture as PNG."""
    image = Image.new("RGB", (1280, 800), "#ffffff")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 1280, 90), fill=colour)
    draw.text((40, 30), text, fill="#222222", font_size=32)
    for row in range(5):
        draw.rectangle((40, 140 + row * 120, 1240, 230 + row * 120), fill="#f3f4f6")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def capture(url: str, status: int | None = 200, **changes: object) -> Capture:
    """An ordinary capture, with `changes`."""
    values: dict[str, object] = {
        "source": "browser",
        "requested_url": url,
        "final_url": url,
        "status": status,
        "headers": (("content-type", "text/html"),),
        "text": "Shop\nWelcome",
        "title": "Shop",
        "settling": Settling(settled=True, reason="quiet for 500 ms"),
        "timings": Timings(first_byte=41.27, dom_content_loaded=102.0, load=160.0, settled=702.0, captured=741.333),
        "captured_at": AT,
    }
    return Capture(**(values | changes))  # type: ignore[arg-type]


def finding(state: PageState, kind: str | None, weight: float, *seen: tuple[str, str]) -> Finding:
    """A finding that rests on what was seen."""
    return Finding(
        detector=f"{state}.test",
        state=state,
        kind=kind,
        weight=weight,
        observations=tuple(Observation(what=what, where=where) for what, where in seen),
    )


def verdict(state: PageState, kind: str | None = None, confidence: float = 0.97, **changes: object) -> Verdict:
    """A verdict with the advice that belongs to its kind."""
    known = kind_of(state, kind)
    values: dict[str, object] = {
        "state": state,
        "kind": kind,
        "confidence": confidence,
        "runner_up": RunnerUp(state=PageState.CONTENT, kind=None, confidence=round(1 - confidence, 4)),
        "findings": (finding(state, kind, 4.2, ("status 200", "status")),),
        "hint": known.advice if known else "Nothing to do.",
        "fixer": known.fixer if known else Fixer.NOBODY,
    }
    return Verdict(**(values | changes))  # type: ignore[arg-type]


def attempt(number: int, seen: Capture, judged: Verdict, action: RecoveryAction, **step: object) -> AttemptRecord:
    """An attempt with the step decided after it."""
    values: dict[str, object] = {"action": action, "reason": f"{judged.state}: as the mission says"}
    return AttemptRecord(
        number=number,
        capture=seen,
        verdict=judged,
        step=Step(**(values | step)),  # type: ignore[arg-type]
        started_at=AT,
        bundle=Path(f"pagestate-report/bundles/page/{number}"),
    )


def page(page_id: str, *attempts: AttemptRecord, url: str | None = None, **changes: object) -> PageResult:
    """A page's result, reported as its last attempt says."""
    last = attempts[-1] if attempts else None
    state = last.verdict.state if last else PageState.UNEXPECTED
    kind = last.verdict.kind if last else None
    action = last.step.action if last else RecoveryAction.ALERT_HUMAN
    values: dict[str, object] = {
        "id": page_id,
        "mission": "shop after a deploy",
        "requested_url": url or f"https://shop.test/{page_id}",
        "goal": "The page shows the shop",
        "attempts": attempts,
        "reporting": outcome_of(state, kind, action),
        "recovered": len(attempts) > 1 and state is PageState.GOAL_ACHIEVED,
    }
    return PageResult(**(values | changes))  # type: ignore[arg-type]


def passed(page_id: str = "home", with_picture: bool = False) -> PageResult:
    """A page that passed at once."""
    goal = GoalResult(
        outcome="met",
        expectations=(
            ExpectationResult(expectation='text contains "Welcome"', outcome="met", seen="… Welcome to the shop …"),
        ),
    )
    url = f"https://shop.test/{page_id}"
    seen = capture(url, screenshot=picture() if with_picture else None)
    return page(page_id, attempt(1, seen, verdict(PageState.GOAL_ACHIEVED, goal=goal), RecoveryAction.DONE))


def failed(page_id: str = "orders", with_picture: bool = False) -> PageResult:
    """A page whose server failed three times."""
    url = f"https://user:hunter2@shop.test/{page_id}?token=abc123&page=2"
    judged = verdict(
        PageState.ERROR_PAGE,
        "server_error",
        0.984,
        findings=(
            finding(PageState.ERROR_PAGE, "server_error", 5.1, ("status 500", "status")),
            finding(PageState.ERROR_PAGE, "server_error", 2.0, ("“Internal Server Error”", "h1")),
            finding(PageState.CONTENT, None, 0.4, ("4 links", "nav")),
        ),
    )
    seen = capture(
        url,
        500,
        screenshot=picture("#fee2e2", "500 Internal Server Error") if with_picture else None,
        hops=(Hop(url="https://shop.test/o", status=301, location=url),),
        exchanges=(Exchange(url="https://shop.test/api/orders", resource="fetch", status=502),),
        console=(Console(level="exception", text=f"TypeError: x is undefined {HOSTILE}"),),
    )
    again = RecoveryAction.RETRY_WITH_LONGER_DELAY
    return page(
        page_id,
        attempt(1, seen, judged, again, wait_s=30.0, reason="error_page.server_error: retry 1 of 2, after 30 s"),
        attempt(2, seen, judged, again, wait_s=30.0, reason="error_page.server_error: retry 2 of 2, after 30 s"),
        attempt(
            3, seen, judged, RecoveryAction.MARK_AS_FAILED, reason="error_page.server_error: still so after 2 retries"
        ),
        url=url,
    )


def unmet(page_id: str = "cart", with_picture: bool = False) -> PageResult:
    """The right page, where one of two expectations does not hold."""
    goal = GoalResult(
        outcome="unmet",
        expectations=(
            ExpectationResult(expectation="status == 200", outcome="met", seen="200"),
            ExpectationResult(expectation='count("tr.item") >= 1', outcome="unmet", seen="0"),
        ),
        reason="1 of 2 expectations does not hold",
    )
    seen = capture(f"https://shop.test/{page_id}", screenshot=picture(text="Your cart") if with_picture else None)
    judged = verdict(PageState.GOAL_FAILED, "expectation", 0.995, goal=goal)
    return page(page_id, attempt(1, seen, judged, RecoveryAction.MARK_AS_FAILED))


def wall(page_id: str = "account", with_picture: bool = False) -> PageResult:
    """A page behind a login."""
    seen = capture(
        f"https://shop.test/{page_id}",
        final_url="https://login.shop.test/?return=%2Faccount&session_id=s3cr3t",
        screenshot=picture("#dbeafe", "Log in") if with_picture else None,
    )
    judged = verdict(
        PageState.AUTH_WALL,
        "login",
        0.991,
        findings=(
            finding(
                PageState.AUTH_WALL,
                "login",
                4.8,
                ("password field in the page's only form", "form#login input[type=password]"),
                ("“Log in to go on”", "h1"),
            ),
        ),
    )
    return page(
        page_id,
        attempt(1, seen, judged, RecoveryAction.ALERT_HUMAN, reason="auth_wall.login: there is no session to try"),
        handover="Log in to shop.test as a person, save the session and name it as the auth profile of this page.",
    )


def recovered(page_id: str = "stock", with_picture: bool = False) -> PageResult:
    """A page that was still loading and passed at the second look."""
    url = f"https://shop.test/{page_id}"
    slow = capture(
        url,
        settling=Settling(settled=False, reason="a spinner was still shown", pending=("GET /api/stock",)),
        screenshot=picture("#f5f5f5", "Loading …") if with_picture else None,
    )
    spinner = verdict(PageState.LOADING_TIMEOUT, "spinner", 0.93)
    good = capture(url, screenshot=picture(text="Stock") if with_picture else None)
    return page(
        page_id,
        attempt(
            1,
            slow,
            spinner,
            RecoveryAction.RETRY_WITH_LONGER_DELAY,
            patience_s=4.0,
            reason="loading_timeout.spinner: retry 1 of 2, at once",
        ),
        attempt(2, good, verdict(PageState.GOAL_ACHIEVED), RecoveryAction.DONE),
    )


def maintenance(page_id: str, incident: str | None = "i1", with_picture: bool = False) -> PageResult:
    """A page that is down on purpose."""
    seen = capture(
        f"https://shop.test/{page_id}",
        screenshot=picture("#fef3c7", "Back soon") if with_picture else None,
    )
    judged = verdict(
        PageState.MAINTENANCE,
        "scheduled",
        0.96,
        come_back=ComeBack(after_s=5400, source="text: back at 14:30 UTC"),
        findings=(finding(PageState.MAINTENANCE, "scheduled", 4.0, ("“We are back at 14:30 UTC”", "main p")),),
    )
    return page(
        page_id,
        attempt(
            1,
            seen,
            judged,
            RecoveryAction.ALERT_HUMAN,
            reason="maintenance.scheduled: waiting 5400 s would end after the deadline",
        ),
        incident=incident,
        handover="Check shop.test again at 14:30 UTC.",
    )


def no_answer(page_id: str = "api") -> PageResult:
    """A page whose host does not resolve; its capture holds next to nothing."""
    url = f"https://nowhere.test/{page_id}"
    seen = Capture(
        source="browser",
        requested_url=url,
        committed=False,
        failure=CaptureFailure(kind="dns", detail="net::ERR_NAME_NOT_RESOLVED"),
        notes=("screenshot: nothing was loaded",),
    )
    judged = verdict(
        PageState.CAPTURE_FAILED,
        "dns",
        0.999,
        runner_up=None,
        findings=(finding(PageState.CAPTURE_FAILED, "dns", 7.0, ("net::ERR_NAME_NOT_RESOLVED", "navigation")),),
    )
    return page(page_id, attempt(1, seen, judged, RecoveryAction.MARK_AS_FAILED), url=url)


def unsure(page_id: str = "help", with_picture: bool = False) -> PageResult:
    """A page whose verdict stayed under the threshold."""
    seen = capture(f"https://shop.test/{page_id}", screenshot=picture(text=HOSTILE[:20]) if with_picture else None)
    judged = verdict(
        PageState.UNEXPECTED,
        "low_confidence",
        0.58,
        runner_up=RunnerUp(state=PageState.ERROR_PAGE, kind="soft_404", confidence=0.58),
        findings=(finding(PageState.ERROR_PAGE, "soft_404", 1.1, (f"“{HOSTILE}”", "title")),),
    )
    return page(page_id, attempt(1, seen, judged, RecoveryAction.ALERT_HUMAN), handover="Look at the picture.")


def skipped(page_id: str = "beta") -> PageResult:
    """A page that the mission skips when it is not there."""
    seen = capture(f"https://shop.test/{page_id}", 404)
    judged = verdict(PageState.ERROR_PAGE, "not_found")
    return page(page_id, attempt(1, seen, judged, RecoveryAction.SKIP_PAGE))


def mission(
    pages: Sequence[PageResult], incidents: tuple[Incident, ...] = (), *, interrupted: bool = False
) -> MissionResult:
    """A result over `pages`."""
    return MissionResult(
        name="shop after a deploy",
        pages=tuple(pages),
        incidents=incidents,
        started_at=AT,
        duration_s=83.4,
        interrupted=interrupted,
    )


def incident(pages: Sequence[PageResult]) -> Incident:
    """One incident over `pages`."""
    return Incident(
        id="i1",
        site="shop.test",
        state="maintenance",
        kind="scheduled",
        summary=f"{len(pages)} addresses of shop.test show the same maintenance page",
        page_ids=tuple(one.id for one in pages),
        urls=tuple(one.requested_url for one in pages),
    )


def few(with_picture: bool = False) -> MissionResult:
    """A run with one page of every outcome and an incident of two."""
    down = [maintenance("blog", with_picture=with_picture), maintenance("news", with_picture=with_picture)]
    pages = [
        passed(with_picture=with_picture),
        failed(with_picture=with_picture),
        unmet(with_picture=with_picture),
        wall(with_picture=with_picture),
        recovered(with_picture=with_picture),
        *down,
        no_answer(),
        unsure(with_picture=with_picture),
        skipped(),
    ]
    return mission(pages, (incident(down),))


def many(number: int = 40, with_picture: bool = False) -> MissionResult:
    """A run of many pages, most of them fine."""
    first = few(with_picture)
    more = [passed(f"product-{index}", with_picture=with_picture) for index in range(number - len(first.pages))]
    return mission([*first.pages, *more], first.incidents)


def events(result: MissionResult) -> list[Event]:
    """The events that a run with this result tells."""
    told: list[Event] = [
        MissionStarted(
            name=result.name,
            page_ids=tuple(one.id for one in result.pages),
            urls=tuple(one.requested_url for one in result.pages),
        )
    ]
    for one in result.pages:
        for made in one.attempts:
            told.append(PageStarted(page_id=one.id, url=one.requested_url, attempt=made.number))
            told.append(AttemptMade(page_id=one.id, url=one.requested_url, attempt=made))
            if not made.step.action.is_final:
                told.append(
                    Waiting(page_id=one.id, url=one.requested_url, seconds=made.step.wait_s, reason=made.step.reason)
                )
        told.append(PageFinished(result=one))
    told += [IncidentOpened(incident=one) for one in result.incidents]
    told.append(MissionFinished(result=result))
    return told
