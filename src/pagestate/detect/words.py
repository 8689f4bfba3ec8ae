"""Findings from words: one per group and zone, weaker where the page says much besides."""

from collections.abc import Iterator

from pagestate.detect.message import ZONES
from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import Page
from pagestate.states import PageState

__all__ = ["said"]

_SUBJECTS = frozenset({PageState.ERROR_PAGE, PageState.MAINTENANCE, PageState.DOMAIN_MISMATCH, PageState.CAPTCHA})
"""States that people write about, so that a page with a subject may have them as its subject."""
_SPOKEN_OF = 0.6
"""Share of a word's weight that a full subject takes from it; set by hand."""

_QUOTED = 0.85
"""The same for a line below the headings."""


def said(page: Page, state: PageState, groups: dict[str, str | None]) -> Iterator[Finding]:
    """Yield a finding for each zone in which one of `groups` (group → kind) is said.

    The strength counts how much of its line the phrase makes up; in a leading line or the body
    it also falls with everything else that the page has to say, in the title and the main
    heading only partly, since those name the page's subject.
    """
    if state not in page.message.states:
        return
    brevity = page.message.brevity
    # A page that goes on about other things has the words as its subject, and is not what they say.
    other = min(1.0, max(0.0, (page.message.unexplained - 80) / 240))
    matter = 1 - _SPOKEN_OF * page.matter.strength if state in _SUBJECTS else 1.0
    subject = (0.4 + 0.6 * brevity) * (1 - 0.55 * other) * matter
    mention = brevity * (1 - 0.4 * other)
    if state in _SUBJECTS:
        mention *= 1 - _QUOTED * page.matter.strength
        names = [f"{state}.{group}" for group in groups]
        if page.facts.headings and not page.message.says(*names, zones=("title", "heading")):
            # Under a heading of another subject a line counts by how much of all there is to read says so.
            mention *= min(1.0, 0.4 + page.message.share(*names))
    for group, kind in groups.items():
        zones = page.message.hits.get(f"{state}.{group}")
        if not zones:
            continue
        for zone in ZONES:
            hit = zones.get(zone)
            if hit is None:
                continue
            focus = subject if zone in ("title", "heading") else mention
            strength = page.message.strength(f"{state}.{group}", zone) * focus
            yield page.finding(
                f"{state}.{group}.{zone}",
                state,
                kind=kind,
                strength=strength,
                seen=(Observation(what=f"“{hit.text}”", where=zone),),
            )
