"""Facts, findings, goal and opinion to one verdict."""

from collections.abc import Iterable, Mapping, Sequence

from pagestate.decide.come_back import come_back_of, stated_in_words
from pagestate.decide.goal_check import GoalCheck, check_goal
from pagestate.decide.model import RunnerUp, Verdict
from pagestate.decide.scoring import CANDIDATES, calibration, probabilities, scores
from pagestate.detect import Page, findings_of
from pagestate.detect.model import Finding, SiteHistory
from pagestate.evidence import Capture
from pagestate.facts import Facts, extract
from pagestate.goal.model import Goal, GoalResult, JudgeOpinion
from pagestate.states import KINDS, Fixer, PageState, kind_of

__all__ = ["THRESHOLD", "classify", "decide"]

THRESHOLD = 0.75
_NOTHING_BEFORE = SiteHistory()
_FAITHFUL = frozenset({PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED})
_STATES_TIME = frozenset({PageState.MAINTENANCE, PageState.ERROR_PAGE, PageState.CAPTCHA, PageState.INTERSTITIAL})


def classify(
    capture: Capture,
    *,
    goal: Goal | None = None,
    history: SiteHistory = _NOTHING_BEFORE,
    threshold: float = THRESHOLD,
    opinion: JudgeOpinion | None = None,
) -> Verdict:
    """Return the verdict on `capture`. Pure: the same arguments give the same verdict."""
    return decide(extract(capture), goal, history=history, opinion=opinion, threshold=threshold)


def decide(
    facts: Facts,
    goal: Goal | None = None,
    *,
    history: SiteHistory = _NOTHING_BEFORE,
    opinion: JudgeOpinion | None = None,
    threshold: float = THRESHOLD,
) -> Verdict:
    """Return the verdict on `facts`.

    A wall or an error at `threshold` or above beats everything. An ordinary page is then asked for
    its goal. What stays under `threshold` is `unexpected.low_confidence`, unless a model's opinion
    lifts a state over it; an opinion alone never decides against what was seen.
    """
    page = Page(facts, goal, history)
    findings: list[Finding] = sorted(findings_of(page), key=lambda finding: -abs(finding.weight))
    check = check_goal(facts, goal, opinion)
    findings = check.adjusted(findings, landed=page.landed and not check.failed_calls)
    total = scores(findings)
    chances = probabilities(total)
    if (
        opinion is not None
        and opinion.error is None
        and opinion.state is not None
        and max(chances.values()) < threshold
    ):
        told = PageState.CONTENT if opinion.state in _FAITHFUL else opinion.state
        if told in CANDIDATES:
            total[told] += calibration().opinion
            chances = probabilities(total)
    ranked = sorted(CANDIDATES, key=lambda state: -chances[state])
    best, second = ranked[0], ranked[1]
    confidence = chances[best]
    if confidence < threshold:
        return _verdict(
            facts, PageState.UNEXPECTED, "low_confidence", confidence, findings,
            runner_up=RunnerUp(state=best, kind=_kind(best, findings), confidence=confidence),
            shown=(best, second),
        )  # fmt: skip
    runner_up = (
        RunnerUp(state=second, kind=_kind(second, findings), confidence=chances[second])
        if chances[second] > 0
        else None
    )
    if best is not PageState.CONTENT:
        kind = _kind(best, findings)
        if best is PageState.ERROR_PAGE and kind == "not_found" and _claims_success(facts):
            kind = "soft_404"
        return _verdict(facts, best, kind, confidence, findings, runner_up=runner_up, shown=(best, second))
    return _content(facts, check, confidence, findings, runner_up, second)


def _content(
    facts: Facts,
    check: GoalCheck,
    confidence: float,
    findings: Sequence[Finding],
    runner_up: RunnerUp | None,
    second: PageState,
) -> Verdict:
    state, kind = check.outcome()
    return _verdict(
        facts, state, kind, confidence, [*check.findings, *findings],
        runner_up=runner_up, shown=(state, PageState.CONTENT, second), goal=check.result(), hint=check.hint(),
    )  # fmt: skip


_TELLING: Mapping[PageState, tuple[str, ...]] = {
    PageState.ERROR_PAGE: ("browser_error", "chunk_load", "app_crash", "soft_404"),
    PageState.AUTH_WALL: ("session_expired", "mfa", "sso_redirect", "permission", "http_auth"),
    PageState.MAINTENANCE: ("deploying",),
    PageState.CAPTCHA: ("rate_limited", "geo_blocked"),
    PageState.EMPTY_PAGE: ("no_content", "blocked_frame", "one_colour"),
    PageState.DOMAIN_MISMATCH: ("for_sale", "expired", "parked", "suspended", "off_domain"),
}
"""Kinds that a single clear sign tells, whatever the signs that all kinds share add up to."""


def _kind(state: PageState, findings: Iterable[Finding]) -> str | None:
    """Return the kind that the findings on `state` speak for most."""
    if state is PageState.CONTENT:
        return None
    votes: dict[str, float] = {}
    for finding in findings:
        if finding.state is state and finding.kind is not None and finding.weight > 0:
            votes[finding.kind] = votes.get(finding.kind, 0.0) + finding.weight
    if state is PageState.ERROR_PAGE and any(finding.detector == "error_page.data_call" for finding in findings):
        # What failed is the request behind the page, whatever the page makes of it.
        return "server_error"
    if state is PageState.CAPTCHA and _turned_away(votes, findings):
        return "access_denied"
    telling = next((kind for kind in _TELLING.get(state, ()) if votes.get(kind, 0.0) >= 1.5), None)
    if telling is not None:
        return telling
    status = next(
        (
            finding
            for finding in findings
            if finding.detector.startswith("error_page.status") and finding.state is state
        ),
        None,
    )
    if status is not None and status.kind is not None and status.kind != "server_error":
        return status.kind
    if votes:
        return max(votes, key=lambda kind: votes[kind])
    default = {PageState.ERROR_PAGE: "server_error", PageState.UNEXPECTED: "other"}.get(state)
    return default or (KINDS[state][0].name if KINDS[state] else None)


def _turned_away(votes: Mapping[str, float], findings: Iterable[Finding]) -> bool:
    """Whether a product's mark and its words say that this visitor is refused, and not tested."""
    named = {finding.detector for finding in findings if finding.state is PageState.CAPTCHA and finding.weight > 0}
    refused = any(name.startswith("captcha.blocked.") for name in named)
    quoted = any(name.startswith(("captcha.reference.", "captcha.case_number")) for name in named)
    tested = any(name.startswith(("captcha.checking.", "captcha.human.", "captcha.gate")) for name in named)
    rival = max((votes.get(kind, 0.0) for kind in ("interactive", "rate_limited", "geo_blocked")), default=0.0)
    return refused and quoted and not tested and rival < 1.5


def _claims_success(facts: Facts) -> bool:
    """Whether the server answered the page's own address with a status of success."""
    status = facts.capture.status
    by_script = any(hop.via in ("history", "script") for hop in facts.capture.hops)
    return status is not None and 200 <= status < 300 and not by_script


def _vendor(state: PageState, findings: Iterable[Finding]) -> str | None:
    named = [finding for finding in findings if finding.state is state and finding.vendor]
    return max(named, key=lambda finding: finding.weight).vendor if named else None


def _verdict(
    facts: Facts,
    state: PageState,
    kind: str | None,
    confidence: float,
    findings: Sequence[Finding],
    *,
    runner_up: RunnerUp | None,
    shown: tuple[PageState, ...],
    goal: GoalResult | None = None,
    hint: str | None = None,
) -> Verdict:
    known = kind_of(state, kind)
    telling = [finding for finding in findings if finding.state in shown and finding.weight != 0]
    telling.sort(key=lambda finding: -abs(finding.weight))
    vendor = _vendor(runner_up.state if state is PageState.UNEXPECTED and runner_up else state, findings)
    waiting = state is PageState.INTERSTITIAL and kind == "waiting_room"
    come_back = None
    if state in _STATES_TIME:
        timed = (
            state is PageState.MAINTENANCE
            or waiting
            or (state is PageState.CAPTCHA and kind == "rate_limited")
            or (state is PageState.ERROR_PAGE and kind in ("gateway", "server_error"))
        )
        come_back = (
            come_back_of(facts, states_time=state is PageState.MAINTENANCE or waiting, waits=waiting) if timed else None
        )
    if state is PageState.MAINTENANCE and kind == "maintenance" and stated_in_words(facts):
        kind = "scheduled"
        known = kind_of(state, kind)
    return Verdict(
        state=state,
        kind=kind,
        confidence=confidence,
        runner_up=runner_up,
        findings=tuple(telling[:30]),
        vendor=vendor,
        hint=hint or (known.advice if known else _PLAIN_HINTS.get(state, "Look at the picture, and decide.")),
        fixer=known.fixer if known else _PLAIN_FIXERS.get(state, Fixer.VISITOR),
        come_back=come_back,
        goal=goal,
    )


_PLAIN_HINTS: Mapping[PageState, str] = {
    PageState.GOAL_ACHIEVED: "Nothing to do.",
    PageState.CONTENT: "Nothing to do; state a goal to have more checked than that the page loaded.",
}
_PLAIN_FIXERS: Mapping[PageState, Fixer] = {PageState.GOAL_ACHIEVED: Fixer.NOBODY, PageState.CONTENT: Fixer.NOBODY}
