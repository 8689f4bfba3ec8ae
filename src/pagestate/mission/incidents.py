"""Incidents: the same trouble on several pages of a site, told once."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pagestate.decide.model import Verdict
from pagestate.facts.model import Facts
from pagestate.mission.events import Incident
from pagestate.mission.hosts import site_of
from pagestate.mission.plan import Page
from pagestate.mission.same_page import Sketch, alike, sketch
from pagestate.states import OUTCOMES, Fixer, Outcome, PageState, kind_of

__all__ = ["Incidents"]

_PER_PAGE = frozenset({PageState.GOAL_FAILED, PageState.UNEXPECTED, PageState.INTERSTITIAL, PageState.LOADING_TIMEOUT})
"""States that pages may share without sharing a cause, unless they show the same page."""
_FEWEST = 2


@dataclass(slots=True, kw_only=True)
class _Group:
    id: str
    site: str
    state: PageState
    kind: str | None
    headline: str
    trouble: str
    sketch: Sketch | None
    """What the pages show, where that is what makes them one trouble."""
    pages: dict[str, str] = field(default_factory=dict)
    """Page id to requested address."""


class Incidents:
    """Groups the verdicts of a run as they come in."""

    def __init__(self, opened: Callable[[Incident], None]) -> None:
        self._opened = opened
        self._groups: list[_Group] = []

    def note(self, page: Page, verdict: Verdict, facts: Facts) -> None:
        """Take `verdict` on `page` into account; tells when an incident opens or grows."""
        if OUTCOMES[verdict.state].outcome is Outcome.PASSED or verdict.fixer is Fixer.OURSELVES:
            return
        group = self._group(site_of(page.url), verdict, facts)
        if group is not None and page.id not in group.pages:
            group.pages[page.id] = page.url
            if len(group.pages) >= _FEWEST:
                self._opened(_incident(group))

    def _group(self, site: str, verdict: Verdict, facts: Facts) -> _Group | None:
        shown = sketch(facts) if verdict.state in _PER_PAGE else None
        if shown is None and verdict.state in _PER_PAGE:
            return None
        trouble = _trouble(verdict)
        for group in self._groups:
            if (group.site, group.trouble) == (site, trouble) and (
                shown is None or (group.sketch is not None and alike(group.sketch, shown))
            ):
                return group
        name = re.sub(r"[^a-z0-9]+", "-", f"{site}-{verdict.state}-{verdict.kind or ''}".lower()).strip("-")
        group = _Group(
            id=f"{name}-{len(self._groups) + 1}",
            site=site,
            state=verdict.state,
            kind=verdict.kind,
            headline=next((text for text in (*facts.headings, facts.title) if text), ""),
            trouble=trouble,
            sketch=shown,
        )
        self._groups.append(group)
        return group

    def of(self, page_id: str) -> str | None:
        """Return the id of the last incident that a page belongs to."""
        found = [incident.id for incident in self.all() if page_id in incident.page_ids]
        return found[-1] if found else None

    def all(self) -> tuple[Incident, ...]:
        """Return all incidents, in the order in which their first page was seen."""
        return tuple(_incident(group) for group in self._groups if len(group.pages) >= _FEWEST)


def _trouble(verdict: Verdict) -> str:
    """Return what makes two pages share a trouble."""
    if verdict.state in {PageState.MAINTENANCE, PageState.DOMAIN_MISMATCH}:
        # one page of a site may state when it ends while the next does not
        return str(verdict.state)
    return f"{verdict.state}.{verdict.kind} {verdict.vendor or ''}"


def _incident(group: _Group) -> Incident:
    known = kind_of(group.state, group.kind)
    what = known.meaning if known is not None else str(group.state).replace("_", " ")
    said = f' ("{group.headline[:80]}")' if group.headline else ""
    return Incident(
        id=group.id,
        site=group.site,
        state=str(group.state),
        kind=group.kind,
        summary=f"{len(group.pages)} pages of {group.site}: {what}{said}",
        page_ids=tuple(group.pages),
        urls=tuple(group.pages.values()),
    )
