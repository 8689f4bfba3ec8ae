"""The catalogue: every page of the fault site with the verdict it should get."""

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
    loading,
    maintenance,
    network,
    redirects,
    soft404,
    traps,
)

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
    *network.PAGES,
    *traps.PAGES,
    *incident.PAGES,
)

NOT_PRODUCIBLE: dict[str, str] = {
    "capture_failed.network_changed": "happens on the visitor's machine",
    "capture_failed.browser_crash": "happens on the visitor's machine",
    "capture_failed.backend": "happens on the visitor's machine",
}
"""Kinds that no web server can bring about, and why."""

_BY_ID = {page.id: page for page in PAGES}

DEMO_SCALE = 0.1
DEMO: tuple[str, ...] = ()


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
    """Return the pages of a group: state, content, trap, incident or case."""
    return tuple(page for page in PAGES if page.group == group)
