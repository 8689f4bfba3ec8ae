"""What it means that other addresses of a site show the very same page."""

from dataclasses import replace

from pagestate.decide.come_back import come_back_of
from pagestate.decide.model import RunnerUp, Verdict
from pagestate.decide.scoring import probabilities, scores
from pagestate.detect import detect
from pagestate.detect.model import Finding, Observation, SiteHistory
from pagestate.facts.model import Facts
from pagestate.goal.model import Goal
from pagestate.states import OUTCOMES, Fixer, Outcome, PageState, kind_of

__all__ = ["told_apart"]

_NAMED = 10
_PER_ADDRESS = 0.7
"""Natural log-odds: every further address with the same words doubles the odds that they are the site's
answer to everything. An assumption, not fitted: there are no labelled missions to fit it on."""
_MOST_ADDRESSES = 4
_SPOKEN_OF = 1.0
"""Log-odds that the page's own words must give to maintenance before other addresses can add to them."""


def told_apart(verdict: Verdict, facts: Facts, goal: Goal | None, history: SiteHistory, threshold: float) -> Verdict:
    """Return `verdict`, unless it passes a page, or is unsure of one, that nothing tells apart from others.

    Words that hint at maintenance are believed when they stand in place of several pages. Otherwise most of
    the addresses show the wrong page and nothing says which: even odds, hence no verdict. Whether the page is
    itself all the same is for the caller to tell (`mission.registry.Registry.is_itself`), who then names no others.
    """
    passes = OUTCOMES[verdict.state].outcome is Outcome.PASSED
    unsure = verdict.state is PageState.UNEXPECTED and verdict.kind == "low_confidence"
    if not history.same_page_urls or not (passes or unsure):
        return verdict
    down = _maintenance(verdict, facts, goal, history, threshold)
    if down is not None:
        return down
    return _undecided(verdict, history) if passes else verdict


def _maintenance(
    verdict: Verdict, facts: Facts, goal: Goal | None, history: SiteHistory, threshold: float
) -> Verdict | None:
    found = detect(facts, goal=goal, history=history)
    spoken = [item for item in found if item.state is PageState.MAINTENANCE and item.weight > 0]
    if sum(item.weight for item in spoken) < _SPOKEN_OF:
        return None
    weight = _PER_ADDRESS * min(len(history.same_page_urls), _MOST_ADDRESSES)
    seen = _observations(history)
    added = (
        Finding(detector="history.same_page", state=PageState.MAINTENANCE, weight=weight, observations=seen),
        Finding(detector="history.same_page", state=PageState.CONTENT, weight=-weight, observations=seen),
    )
    chances = probabilities(scores((*found, *added)))
    second, best = sorted(chances, key=lambda state: chances[state])[-2:]
    if best is not PageState.MAINTENANCE or chances[best] < threshold:
        return None
    come_back = come_back_of(facts, states_time=True, waits=False)
    named = next((item.kind for item in spoken if item.kind is not None), "maintenance")
    stated = come_back is not None and come_back.source.startswith("text")
    kind = "scheduled" if stated and named == "maintenance" else named
    known = kind_of(PageState.MAINTENANCE, kind)
    telling = [item for item in (*added, *found) if item.state in {PageState.MAINTENANCE, PageState.CONTENT}]
    return replace(
        verdict,
        state=PageState.MAINTENANCE,
        kind=kind,
        confidence=chances[best],
        runner_up=RunnerUp(state=second, kind=None, confidence=chances[second]),
        findings=tuple(sorted(telling, key=lambda item: -abs(item.weight))),
        fixer=known.fixer if known is not None else Fixer.SITE_OWNER,
        hint=known.advice if known is not None else verdict.hint,
        come_back=come_back,
        goal=None,
    )


def _undecided(verdict: Verdict, history: SiteHistory) -> Verdict:
    finding = Finding(
        detector="history.same_page", state=PageState.UNEXPECTED, weight=0.0, observations=_observations(history)
    )
    return replace(
        verdict,
        state=PageState.UNEXPECTED,
        kind="low_confidence",
        confidence=0.5,
        runner_up=RunnerUp(state=verdict.state, kind=verdict.kind, confidence=0.5),
        findings=(finding, *verdict.findings),
        fixer=Fixer.VISITOR,
        hint=f"{len(history.same_page_urls) + 1} addresses show the very same page. Look at the picture and decide "
        "whether it is the right one; give each page an expectation that only it meets.",
    )


def _observations(history: SiteHistory) -> tuple[Observation, ...]:
    return tuple(
        Observation(what="another address shows the very same page", where=url)
        for url in history.same_page_urls[:_NAMED]
    )
