"""What it means that a page is not, or is, as a person once called it right."""

from dataclasses import replace

from pagestate.decide.goal_check import check_goal
from pagestate.decide.model import RunnerUp, Verdict
from pagestate.detect.drift import Drift, compare, names_on, page_likeness
from pagestate.detect.identity import KnownPage, look_of
from pagestate.detect.model import Finding, Observation, SiteHistory
from pagestate.detect.probe import shows_start_page
from pagestate.facts.addresses import host_of
from pagestate.facts.model import Facts
from pagestate.goal.expectations import is_positive
from pagestate.goal.model import Goal
from pagestate.states import Fixer, PageState, kind_of

__all__ = ["held_against"]

_HELD = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED, PageState.UNEXPECTED})
"""States of a page that came; a wall or an error is what it is, whatever stood there before."""
_OWN_REASON = frozenset({"app_error_banner", "contradiction"})
_DOUBT = 0.4
"""Probability of another page or site from which a pass is withheld."""
_CEILING = 0.97
_SAME = 0.9


def held_against(verdict: Verdict, facts: Facts, goal: Goal | None, history: SiteHistory, threshold: float) -> Verdict:
    """Return `verdict` in the light of what the page is known by (`history.known`).

    Another owner, brand and build under the address is `domain_mismatch.takeover`, or `wrong_origin` where it
    is the page of another site of ours or names another host as its own; another page of the same site is
    `goal_failed.wrong_content`. Whatever else changed is told as evidence of weight 0 and changes nothing.
    """
    known = history.known
    if known is None or not facts.capture.committed or facts.capture.source == "picture":
        return verdict
    if verdict.state not in _HELD:
        return _accepted(verdict, facts, goal, known)
    drift = compare(known, facts, goal_missed=_missed(verdict), start_page_alike=any(shows_start_page(facts)))
    shown_host = host_of(drift.shown.url) if drift.shown else None
    elsewhere = shown_host is not None and shown_host != host_of(known.page.url)
    if drift.other_site >= threshold or (elsewhere and drift.other_page >= threshold):
        return _another_site(verdict, facts, known, drift, elsewhere=elsewhere)
    proven = _proven(verdict, goal)
    if drift.other_site >= _DOUBT and not proven:
        return _undecided(verdict, drift, PageState.DOMAIN_MISMATCH, "takeover", drift.other_site)
    if drift.other_page >= threshold and not (verdict.state is PageState.GOAL_FAILED and verdict.kind in _OWN_REASON):
        if not proven:
            return _another_page(verdict, drift)
        return _undecided(verdict, drift, PageState.GOAL_FAILED, "wrong_content", 0.5)
    if drift.other_page >= _DOUBT and not proven and verdict.state is PageState.CONTENT:
        return _undecided(verdict, drift, PageState.GOAL_FAILED, "wrong_content", drift.other_page)
    return _noted(verdict, drift.changed)


def _accepted(verdict: Verdict, facts: Facts, goal: Goal | None, known: KnownPage) -> Verdict:
    """A wall that a person called right, such as the page whose purpose is to log in, is right while it is the same."""
    name = f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)
    if known.page.accepted_as != name:
        return verdict
    drift = compare(known, facts)
    alike = page_likeness(known.page.looks, look_of(facts))
    if alike < _SAME or drift.other_site >= 0.1:
        return _noted(verdict, drift.changed)
    check = check_goal(facts, goal, None)
    state, kind = check.outcome()
    seen = (Observation(what=f"a person called this right on {known.page.learned or 'an earlier day'}", where="known"),)
    said = kind_of(state, kind)
    return replace(
        verdict,
        state=state,
        kind=kind,
        findings=(Finding(detector="known.accepted", state=state, weight=3.0, observations=seen), *verdict.findings),
        runner_up=RunnerUp(state=verdict.state, kind=verdict.kind, confidence=1 - verdict.confidence),
        hint=check.hint() or (said.advice if said else "Nothing to do."),
        fixer=said.fixer if said else Fixer.NOBODY,
        goal=check.result(),
    )


def _another_site(verdict: Verdict, facts: Facts, known: KnownPage, drift: Drift, *, elsewhere: bool) -> Verdict:
    seen = [item.observation for item in drift.site if item.weight < 0]
    kind = "takeover"
    claimed = any(item.kind == "takeover" and item.weight > 0 for item in verdict.findings)
    start_page = next((probe for probe in facts.capture.probes if probe.purpose == "root" and probe.html), None)
    still_ours = names_on(known.page.looks, start_page.html or "") if start_page is not None else None
    if elsewhere and drift.shown is not None:
        kind = "wrong_origin"
        seen.insert(
            0, Observation(what=f"this is the page known as “{drift.shown.id}” of {drift.shown.url}", where="known")
        )
    elif still_ours is not None and start_page is not None:
        kind = "wrong_origin"
        seen.insert(0, Observation(what=f"the site's start page still names “{still_ours}”", where=start_page.url))
    elif drift.foreign_host is not None and not claimed:
        kind = "wrong_origin"
    confidence = min(_CEILING, max(drift.other_site, drift.other_page if elsewhere else 0.0))
    return _said(verdict, PageState.DOMAIN_MISMATCH, kind, confidence, seen, drift)


def _another_page(verdict: Verdict, drift: Drift) -> Verdict:
    seen = [item.observation for item in drift.page if item.weight < 0]
    if drift.shown is not None:
        seen.insert(0, Observation(what=f"this is the page known as “{drift.shown.id}”", where="known"))
    kept = _said(verdict, PageState.GOAL_FAILED, "wrong_content", min(_CEILING, drift.other_page), seen, drift)
    return replace(kept, goal=verdict.goal)


def _said(
    verdict: Verdict, state: PageState, kind: str, confidence: float, seen: list[Observation], drift: Drift
) -> Verdict:
    known = kind_of(state, kind)
    finding = Finding(
        detector=f"known.{kind}", state=state, kind=kind, weight=5.0, observations=_distinct(seen, drift.changed)
    )
    return replace(
        verdict,
        state=state,
        kind=kind,
        confidence=confidence,
        runner_up=RunnerUp(state=verdict.state, kind=verdict.kind, confidence=1 - confidence),
        findings=(finding, *verdict.findings),
        vendor=None,
        hint=known.advice if known else verdict.hint,
        fixer=known.fixer if known else Fixer.SITE_OWNER,
        come_back=None,
        goal=None,
    )


def _undecided(verdict: Verdict, drift: Drift, state: PageState, kind: str, chance: float) -> Verdict:
    against = drift.site if state is PageState.DOMAIN_MISMATCH else drift.page
    seen = _distinct([item.observation for item in against if item.weight < 0], drift.changed)
    finding = Finding(detector=f"known.{kind}", state=state, kind=kind, weight=1.0, observations=seen)
    return replace(
        verdict,
        state=PageState.UNEXPECTED,
        kind="low_confidence",
        confidence=max(chance, 1 - chance),
        runner_up=RunnerUp(state=state, kind=kind, confidence=chance),
        findings=(finding, *verdict.findings),
        fixer=Fixer.VISITOR,
        hint="The page is not as it was when it was learnt. Look at the picture; if it is right, learn it anew "
        "with `pagestate learn`.",
    )


def _noted(verdict: Verdict, changed: tuple[Observation, ...]) -> Verdict:
    if not changed:
        return verdict
    note = Finding(detector="known.drift", state=verdict.state, weight=0.0, observations=changed)
    return replace(verdict, findings=(*verdict.findings, note))


def _distinct(first: list[Observation], then: tuple[Observation, ...]) -> tuple[Observation, ...]:
    """Return observations with each place told once."""
    kept: dict[str, Observation] = {}
    for item in (*first, *then):
        kept.setdefault(item.where, item)
    return tuple(kept.values())[:10]


def _missed(verdict: Verdict) -> bool:
    return verdict.goal is not None and any(item.outcome == "unmet" for item in verdict.goal.expectations)


def _proven(verdict: Verdict, goal: Goal | None) -> bool:
    """Whether what was wanted of the page's own content is there."""
    if verdict.state is not PageState.GOAL_ACHIEVED or goal is None:
        return False
    met = {item.expectation for item in verdict.goal.expectations if item.outcome == "met"} if verdict.goal else set()
    return any(is_positive(item) and item.source in met for item in goal.expectations)
