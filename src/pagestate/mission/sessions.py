"""Sessions: tried once per site and profile, proven by the profile's own check."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.session import unreadable
from pagestate.evidence import Capture
from pagestate.facts.model import Facts
from pagestate.goal.expectations import evaluate, selectors
from pagestate.goal.model import Expectation
from pagestate.mission.hosts import site_of
from pagestate.mission.plan import AuthProfile, Page

__all__ = ["Sessions", "worn"]

Visit = Callable[[str, str, CaptureRequest], Awaitable[Capture]]
"""Visits politely: site, page id, request."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Standing:
    """How a profile fares on a site."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    proven: bool = False
    refusal: str | None = None
    tester: str | None = None
    """The page that tries it on for all, where the profile has no check."""


def worn(base: Session | None, profile: Session) -> Session:
    """Return `profile` worn over what a page wears anyway (an environment's headers)."""
    if base is None:
        return profile
    return replace(
        profile,
        hosts=tuple(dict.fromkeys((*base.hosts, *profile.hosts))),
        headers={**base.headers, **profile.headers},
    )


class Sessions:
    """What is known of every profile on every site of a run."""

    def __init__(self, visit: Visit, extract: Callable[[Capture], Facts]) -> None:
        self._visit = visit
        self._extract = extract
        self._standing: dict[tuple[str, str], _Standing] = defaultdict(_Standing)

    def at_first(self, page: Page) -> Session | None:
        """Return what `page` wears on its first visit."""
        if page.auth is None or not (page.auth.when == "always" or self._of(page).proven):
            return page.session
        standing = self._of(page)
        standing.refusal = standing.refusal or _no_state(page.auth)
        return page.session if standing.refusal else worn(page.session, page.auth.session)

    def can_try(self, page: Page, wearing: Session | None) -> bool:
        """Return whether trying the page's profile may still help."""
        if page.auth is None:
            return False
        standing = self._of(page)
        if standing.proven and wearing is not None and wearing.name == page.auth.session.name:
            return False
        return standing.refusal is None

    def refusal(self, page: Page) -> str | None:
        """Return why the page's profile is no longer tried."""
        return self._of(page).refusal if page.auth is not None else None

    async def try_on(self, page: Page) -> str | None:
        """Make the page's profile ready; return why it does not help, or None to go on with it.

        A profile without a check is tried by one page at first; the others wait for `settle`.
        """
        auth = page.auth
        if auth is None:
            return "there is no auth profile"
        standing = self._of(page)
        await standing.lock.acquire()
        if standing.proven or standing.refusal is not None:
            standing.lock.release()
            return standing.refusal
        standing.refusal = _no_state(auth)
        if standing.refusal is not None:
            standing.lock.release()
            return standing.refusal
        if auth.check is None:
            standing.tester = page.id
            return None
        try:
            standing.refusal = await self._prove(page, auth, auth.check)
            standing.proven = standing.refusal is None
            return standing.refusal
        finally:
            standing.lock.release()

    def settle(self, page: Page, *, walled: bool | None) -> None:
        """Tell how the page that tried a profile on fared: walled again, let in, or (None) unknown."""
        if page.auth is None:
            return
        standing = self._of(page)
        if standing.tester != page.id:
            return
        standing.tester = None
        if walled is not None:
            standing.proven = not walled
            if walled:
                standing.refusal = f'the session "{page.auth.session.name}" was tried on {page.url} and did not help'
        standing.lock.release()

    def _of(self, page: Page) -> _Standing:
        name = page.auth.session.name if page.auth is not None else ""
        return self._standing[site_of(page.url), name]

    async def _prove(self, page: Page, auth: AuthProfile, check: Expectation) -> str | None:
        url = auth.check_url or page.url
        request = CaptureRequest(
            url=url,
            patience_s=page.patience_s,
            timeout_s=page.timeout_s,
            session=worn(page.session, auth.session),
            fresh=True,
            site_key=f"{page.mission}|{site_of(page.url)}",
            selectors=selectors([check]),
            screenshot=False,
        )
        capture = await self._visit(site_of(url), page.id, request)
        result = evaluate(check, self._extract(capture))
        if result.outcome == "met":
            return None
        return (
            f'the session "{auth.session.name}" was applied and its check does not hold at {url}: '
            f"{result.expectation} (seen: {result.seen})"
        )


def _no_state(auth: AuthProfile) -> str | None:
    """Why the profile's saved state cannot be worn: a person has to save it first."""
    why = unreadable(auth.session)
    return None if why is None else f'the session "{auth.session.name}" cannot be used: {why}'
