"""Facts to findings: one module per state, each a few small functions.

`detect` is the one entry point. A finding never rests on a word alone: words count where they
are the page's message, and together with what the page's structure, its answer and the way to
it tell.
"""

from pagestate.detect import (
    auth_wall,
    captcha,
    content,
    domain_mismatch,
    empty_page,
    error_page,
    interstitial,
    journey,
    loading_timeout,
    maintenance,
    marks,
    names,
    paywall,
    probe,
    requests,
    whole,
)
from pagestate.detect.model import Asked, Finding, Observation, SiteHistory
from pagestate.detect.page import Page
from pagestate.facts.model import Facts

__all__ = ["Finding", "Observation", "Page", "SiteHistory", "detect", "findings_of"]

_NOTHING_BEFORE = SiteHistory()
_DETECTORS = (
    journey.detect,
    requests.detect,
    content.detect,
    auth_wall.detect,
    captcha.detect,
    error_page.detect,
    maintenance.detect,
    domain_mismatch.detect,
    loading_timeout.detect,
    empty_page.detect,
    interstitial.detect,
    paywall.detect,
    names.detect,
    whole.detect,
    probe.detect,
    marks.detect,
)


def detect(facts: Facts, *, goal: Asked | None = None, history: SiteHistory = _NOTHING_BEFORE) -> tuple[Finding, ...]:
    """Return all findings on `facts`, strongest first."""
    return tuple(sorted(findings_of(Page(facts, goal, history)), key=lambda finding: -abs(finding.weight)))


def findings_of(page: Page) -> list[Finding]:
    """Return all findings on a page in the detectors' order."""
    return [finding for detector in _DETECTORS for finding in detector(page)]
