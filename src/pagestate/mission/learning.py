"""Learning what pages are like when they are right: from a visit, or a saved one, to an entry in the known file."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagestate.decide.known_page import held_against
from pagestate.decide.model import Verdict
from pagestate.detect.drift import changes, nearest
from pagestate.detect.identity import Identity, KnownPage, Look, look_of
from pagestate.detect.model import Observation, SiteHistory
from pagestate.detect.ownership import common_part
from pagestate.evidence import Capture
from pagestate.facts.model import Facts
from pagestate.mission.hosts import site_of
from pagestate.mission.known import plain_address
from pagestate.states import OUTCOMES, Outcome, PageState

__all__ = ["Lesson", "Seen", "lessons"]

_MOST_LOOKS = 5
"""Variants kept of a page; the oldest goes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A page as it was seen, to be shown to a person."""

    id: str
    url: str
    facts: Facts
    verdict: Verdict
    folder: Path | None = None
    """Where its evidence lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What would be remembered of a page, if a person says that it is right."""

    seen: Seen
    look: Look
    identity: Identity
    """The entry as it would be kept."""
    before: Identity | None
    changed: tuple[Observation, ...]
    """Against `before`."""
    verdict: Verdict
    """In the light of what was known before."""

    @property
    def passes(self) -> bool:
        """Whether it may be learnt without being named: a page that passes, also as far as it was known."""
        return OUTCOMES[self.verdict.state].outcome is Outcome.PASSED

    @property
    def is_page(self) -> bool:
        """Whether there is a page at all."""
        capture: Capture = self.seen.facts.capture
        return capture.committed and capture.html is not None

    @property
    def is_news(self) -> bool:
        """Whether it differs from what is known already."""
        return self.before is None or bool(self.changed)


def lessons(seen: Sequence[Seen], known: Mapping[str, Identity], *, update: bool, day: str) -> tuple[Lesson, ...]:
    """Return what is to be learnt of each of `seen`.

    `known` holds the earlier entries by id. A page that is known gets one more look, so that what
    differs between them is not held against it; `update` puts the new one in the place of all. `day` is an
    ISO date. The part that the titles of a site's pages have in common counts as its name.
    """
    names = _site_names(seen)
    made = []
    for one in seen:
        look = look_of(one.facts, taken=day)
        name = names.get(site_of(one.url))
        if name is not None and name not in look.brands:
            look = replace(look, brands=(*look.brands, name))
        before = known.get(one.id)
        looks = (look,) if update or before is None else (*before.looks[1 - _MOST_LOOKS :], look)
        passes = OUTCOMES[one.verdict.state].outcome is Outcome.PASSED
        identity = Identity(
            id=one.id,
            url=plain_address(one.url),
            learned=day,
            accepted_as=None if passes else _full_name(one.verdict),
            looks=looks,
        )
        made.append(
            Lesson(
                seen=one,
                look=look,
                identity=identity,
                before=before,
                changed=changes(before.looks, look) if before is not None else (),
                verdict=_as_known(one, before, known.values()),
            )
        )
    return tuple(made)


def _as_known(seen: Seen, before: Identity | None, known: Iterable[Identity]) -> Verdict:
    if before is None or seen.verdict.state is PageState.CAPTURE_FAILED:
        return seen.verdict
    others = nearest((item for item in known if item.id != before.id), seen.facts)
    history = SiteHistory(known=KnownPage(page=before, others=others))
    return held_against(seen.verdict, seen.facts, None, history, 0.75)


def _site_names(seen: Iterable[Seen]) -> dict[str, str]:
    titles: dict[str, list[str]] = defaultdict(list)
    for one in seen:
        if OUTCOMES[one.verdict.state].outcome is Outcome.PASSED:
            titles[site_of(one.url)].append(one.facts.title)
    return {site: name for site, found in titles.items() if (name := common_part(found)) is not None}


def _full_name(verdict: Verdict) -> str:
    return f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)
