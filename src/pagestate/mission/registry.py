"""What every page of a run showed, and which of them showed the same."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagestate.detect.model import SiteHistory
from pagestate.facts.model import Facts
from pagestate.goal.expectations import is_positive
from pagestate.mission.hosts import site_of
from pagestate.mission.plan import Page
from pagestate.mission.same_page import Sketch, alike, canonical_of, is_substantial, path_of, sketch

__all__ = ["Registry"]

_TRACKING = re.compile(r"(?:utm_\w+|gclid|dclid|fbclid|msclkid|mc_[ce]id|_ga|yclid|igshid)=", re.IGNORECASE)
"""Query parameters that name where a visitor came from, never another page."""
_FEWEST_REDIRECTED = 3
"""That many addresses must end at one that nobody asked for before it is suspicious: two may be old names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    page_id: str
    url: str
    final_url: str
    canonical: str | None
    sketch: Sketch


class Registry:
    """Keeps the looks of all pages, and lets a pass wait until its site's other pages were seen."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._looks: dict[str, dict[str, list[_Look]]] = defaultdict(lambda: defaultdict(list))
        self._busy: dict[str, set[str]] = defaultdict(set)
        self._held: dict[str, dict[str, asyncio.Event]] = defaultdict(dict)
        self._asked: dict[str, set[str]] = defaultdict(set)
        self._claims: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._claimed: dict[str, set[str]] = defaultdict(set)
        self._unseen: dict[str, set[str]] = defaultdict(set)
        self._all_seen: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        for page in pages:
            site = site_of(page.url)
            self._busy[site].add(page.id)
            self._unseen[site].add(page.id)
            self._asked[site].add(_plain(page.url))
            for source in _positive(page):
                self._claims[site][source].add(page.id)

    def add(self, page: Page, facts: Facts) -> None:
        """Keep what `page` shows now."""
        found = sketch(facts)
        if found is None:
            return
        self._looks[site_of(page.url)][found.head].append(
            _Look(
                page_id=page.id,
                url=page.url,
                final_url=facts.capture.final_url or page.url,
                canonical=canonical_of(facts),
                sketch=found,
            )
        )

    def judged(self, page: Page, met: Iterable[str], *, passes: bool) -> None:
        """Note that `page` was looked at, and whether it passes for an expectation that speaks for its content."""
        site = site_of(page.url)
        if passes and not _positive(page).isdisjoint(met):
            self._claimed[site].add(page.url)
        else:
            self._claimed[site].discard(page.url)
        self._seen(page)

    def _seen(self, page: Page) -> None:
        site = site_of(page.url)
        self._unseen[site].discard(page.id)
        if not self._unseen[site]:
            self._all_seen[site].set()

    def finished(self, page: Page) -> None:
        """Note that `page` will not be looked at again."""
        self._seen(page)
        site = site_of(page.url)
        self._busy[site].discard(page.id)
        self._release(site)

    def is_quiet_but_for(self, page: Page, *, at_first: bool = False) -> bool:
        """Return whether no other page of the same site is still on its way (`at_first`: to its first look)."""
        site = site_of(page.url)
        return not self._unseen[site] - {page.id} if at_first else self._busy[site] <= {page.id}

    async def quiet(self, page: Page, *, at_first: bool = False) -> None:
        """Wait until every other page of the same site has ended or waits here as well.

        `at_first`: only until each was looked at once.
        """
        site = site_of(page.url)
        if at_first:
            await self._all_seen[site].wait()
            return
        self._busy[site].discard(page.id)
        self._held[site][page.id] = released = asyncio.Event()
        try:
            self._release(site)
            await released.wait()
        finally:
            self._held[site].pop(page.id, None)
            self._busy[site].add(page.id)

    def _release(self, site: str) -> None:
        if self._busy[site]:
            return
        for page_id, released in self._held[site].items():
            # it may turn out to need another visit, for which the next who waits here must wait too
            self._busy[site].add(page_id)
            released.set()

    def is_distinct(self, page: Page, met: Iterable[str]) -> bool:
        """Return whether one of the expectations `met` speaks for content that no other page was asked for."""
        claims = self._claims[site_of(page.url)]
        positive = _positive(page)
        return any(source in positive and claims[source] == {page.id} for source in met)

    def is_itself(self, page: Page, facts: Facts, met: Iterable[str], others: Sequence[str]) -> bool:
        """Return whether `page` is the page it was asked for although `others` show the very same.

        Many a site answers every unknown address with its start page, which makes the start page no worse. It
        has to be a substantial page that meets an expectation of its own content; a page elsewhere has in
        addition to be the only one that claims what is shown, and to be shown under one other address at most.
        """
        if _positive(page).isdisjoint(met) or not is_substantial(facts):
            return False
        if _is_root(page.url):
            return True
        return len(others) == 1 and others[0] not in self._claimed[site_of(page.url)]

    def history(self, page: Page, facts: Facts, pages_ok: int) -> SiteHistory:
        """Return what is known of the site of `page` beside it."""
        mine = sketch(facts)
        if mine is None:
            return SiteHistory(pages_ok=pages_ok)
        site = site_of(page.url)
        final, canonical = facts.capture.final_url or page.url, canonical_of(facts)
        same: dict[str, _Look] = {}
        redirected = 0
        for look in self._looks[site][mine.head]:
            if look.page_id == page.id or _plain(look.url) == _plain(page.url) or not alike(look.sketch, mine):
                continue
            if _on_purpose(look, page.url, canonical):
                continue
            if _plain(look.final_url) == _plain(final):
                if _plain(final) in self._asked[site]:
                    continue
                redirected += 1
            same[look.page_id] = look
        if redirected and redirected == len(same) and redirected + 1 < _FEWEST_REDIRECTED:
            return SiteHistory(pages_ok=pages_ok)
        urls = tuple(dict.fromkeys(look.url for look in same.values()))
        kept = any(_is_root(look.url) or _plain(look.final_url) == _plain(page.url) for look in same.values())
        return SiteHistory(pages_ok=pages_ok, same_page_urls=urls, same_page_kept=kept)


def _positive(page: Page) -> set[str]:
    goal = page.goal
    return {item.source for item in goal.expectations if is_positive(item)} if goal is not None else set()


def _on_purpose(look: _Look, url: str, canonical: str | None) -> bool:
    """Whether two addresses are variants of one that the page itself names."""
    return canonical is not None and canonical == look.canonical and path_of(url) == path_of(look.url)


def _is_root(url: str) -> bool:
    parts = urlsplit(url)
    return path_of(url) == "/" and not parts.query


def _plain(url: str) -> str:
    """Return `url` without what never names another page."""
    parts = urlsplit(url)
    host = (parts.netloc.rpartition("@")[2]).lower().removeprefix("www.")
    fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    asked = "&".join(item for item in parts.query.split("&") if not _TRACKING.match(item))
    return f"{host}{path_of(url)}?{asked}#{fragment}"
