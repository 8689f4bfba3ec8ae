"""The catalogue: every page of the fault site with the verdict it should get."""

from pagestate.faults.cases import calls, history, reading, wire
from pagestate.faults.model import FaultPage
from pagestate.faults.pages import (
    auth,
    captcha,
    crash,
    domain,
    empty,
    errors,
    goals,
    incident,
    interstitial,
    known,
    loading,
    maintenance,
    network,
    redirects,
    soft404,
    traps,
)
from pagestate.faults.timed_suite import PAGES as TIMED_PAGES

__all__ = ["DEMO", "DEMO_SCALE", "NOT_PRODUCIBLE", "PAGES", "FaultPage", "by_group", "by_id", "find"]

PAGES: tuple[FaultPage, ...] = (
    *goals.PAGES,
    *auth.PAGES,
    *captcha.PAGES,
    *errors.PAGES,
    *soft404.PAGES,
    *crash.PAGES,
    *maintenance.PAGES,
    *domain.PAGES,
    *redirects.PAGES,
    *loading.PAGES,
    *empty.PAGES,
    *interstitial.PAGES,
    *known.PAGES,
    *network.PAGES,
    *traps.PAGES,
    *incident.PAGES,
    *TIMED_PAGES,
    *wire.PAGES,
    *reading.PAGES,
    *calls.PAGES,
    *history.PAGES,
)

NOT_PRODUCIBLE: dict[str, str] = {
    "capture_failed.network_changed": "happens on the visitor's machine",
    "capture_failed.browser_crash": "happens on the visitor's machine",
    "capture_failed.backend": "is our own way of looking, not the site",
}
"""Kinds that no web server can bring about, and why. A page that bears one needs the visitor to play its part."""

_BY_ID = {page.id: page for page in PAGES}

DEMO_SCALE = 0.1
"""At this scale the recoverable pages of the demo recover within ten seconds of their first visit."""
DEMO: tuple[str, ...] = (
    "goal-achieved",
    "goal-achieved-json",
    "goal-failed",
    "goal-failed-contradiction",
    "trap-article-404",
    "trap-header-login",
    "auth-login",
    "auth-sso",
    "auth-recovers",
    "captcha-managed",
    "captcha-rate-seconds",
    "captcha-denied-blocked",
    "error-404-pl",
    "soft404-ja",
    "error-500-recovers",
    "crash-python",
    "chunk-recovers",
    "maintenance-ends",
    "maintenance-scheduled",
    "incident-ends-home",
    "incident-ends-shop",
    "incident-ends-cart",
    "incident-ends-account",
    "incident-ends-contact",
    "domain-parked",
    "domain-off",
    "redirect-loop",
    "redirect-home",
    "loading-spinner-resolves",
    "loading-cut-once",
    "empty-blank",
    "empty-recovers",
    "gate-consent-reject",
    "gate-queue",
    "network-dns",
    "network-reset-recovers",
    "unexpected-goal",
)
"""The ids of a tour through all states; none of them needs any browser argument."""


def find(page_id: str) -> FaultPage | None:
    """Return the page with this id, or None."""
    return _BY_ID.get(page_id)


def by_id(page_id: str) -> FaultPage:
    """Return the page with this id.

    Raises:
        KeyError: there is none.
    """
    return _BY_ID[page_id]


def by_group(group: str) -> tuple[FaultPage, ...]:
    """Return the pages of a group: state, content, trap, incident, timed or case."""
    return tuple(page for page in PAGES if page.group == group)
