"""What it means that other addresses show the very same page."""

from dataclasses import replace
from urllib.parse import urlsplit

from pagestate.decide.model import RunnerUp, Verdict
from pagestate.detect.model import Finding, Observation, SiteHistory
from pagestate.facts.model import Facts
from pagestate.goal.expectations import is_positive
from pagestate.goal.model import Goal
from pagestate.states import OUTCOMES, Fixer, Outcome, PageState

__all__ = ["told_apart"]

_NAMED = 10


def told_apart(verdict: Verdict, facts: Facts, goal: Goal | None, history: SiteHistory) -> Verdict:
    """Return `verdict`, unless it passes a page that nothing tells apart from others of the site.

    Most of several addresses that show one page show the wrong one, and nothing says which is right:
    even odds, hence no verdict. A start page that shows what was expected is itself, whatever the site
    serves elsewhere.
    """
    others = history.same_page_urls
    if not others or OUTCOMES[verdict.state].outcome is not Outcome.PASSED or _is_proven_start(verdict, facts, goal):
        return verdict
    finding = Finding(
        detector="history.same_page",
        state=PageState.UNEXPECTED,
        weight=0.0,
        observations=tuple(
            Observation(what="another address shows the very same page", where=url) for url in others[:_NAMED]
        ),
    )
    return replace(
        verdict,
        state=PageState.UNEXPECTED,
        kind="low_confidence",
        confidence=0.5,
        runner_up=RunnerUp(state=verdict.state, kind=verdict.kind, confidence=0.5),
        findings=(finding, *verdict.findings),
        fixer=Fixer.VISITOR,
        hint=f"{len(others) + 1} addresses show the very same page. Look at the picture and decide whether it is "
        "the right one; give each page an expectation that only it meets.",
    )


def _is_proven_start(verdict: Verdict, facts: Facts, goal: Goal | None) -> bool:
    parts = urlsplit(facts.capture.requested_url or "")
    if goal is None or verdict.goal is None or parts.path not in {"", "/"} or parts.query:
        return False
    met = {result.expectation for result in verdict.goal.expectations if result.outcome == "met"}
    return any(is_positive(item) and item.source in met for item in goal.expectations)
