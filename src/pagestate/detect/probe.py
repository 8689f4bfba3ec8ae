"""What a second request tells: does this site answer every address alike?"""

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from pagestate.detect.lexicon import tokens_of
from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import Page, observed
from pagestate.evidence import Probe
from pagestate.facts.addresses import address_of, path_key
from pagestate.facts.extraction import flattened
from pagestate.facts.model import Facts
from pagestate.facts.walk import walk
from pagestate.states import PageState

__all__ = ["detect", "refused", "shows_start_page"]

_ALIKE = 0.9
"""Share of words that two pages have in common, beyond which they are the same page."""
_ENOUGH = 20
"""Words below which likeness says nothing: two empty shells are always alike."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what the probes tell."""
    asked = address_of(page.capture.requested_url)
    if asked is None or not page.capture.committed or path_key(asked.path) == "/":
        # That unknown addresses show the start page says nothing against the start page.
        return
    for probe in page.capture.probes:
        if probe.purpose == "sibling":
            yield from _sibling(page, probe)
        elif probe.purpose == "root":
            yield from _root(page, probe)


def shows_start_page(facts: Facts) -> Iterator[bool]:
    """Yield, for each look at the site's root, whether this page is the very same."""
    asked = address_of(facts.capture.requested_url)
    if asked is None or path_key(asked.path) == "/":
        return
    for probe in facts.capture.probes:
        if probe.purpose == "root" and probe.html is not None and probe.status is not None and probe.status < 300:
            yield (_share(facts, probe) or 0.0) >= _ALIKE


def refused(facts: Facts, state: PageState) -> Finding | None:
    """Return, as evidence that weighs nothing, why a second request was not made, or None."""
    notes = [note.removeprefix("probe: ") for note in facts.capture.notes if note.startswith("probe: ")]
    if not notes:
        return None
    seen = tuple(Observation(what=note, where="robots.txt") for note in notes)
    return Finding(detector="probe.refused", state=state, weight=0.0, observations=seen)


_SITE_WIDE = (PageState.MAINTENANCE, PageState.DOMAIN_MISMATCH)
_ROOT = 1.2
"""Natural log-odds. A notice that the start page shows as well is the site's; one that it does not show is at
most this page's own matter. An assumption, not fitted: no labelled page comes with its site's root."""


def _root(page: Page, probe: Probe) -> Iterator[Finding]:
    """What the start page shows, where a page speaks of its whole site."""
    if probe.status is None or probe.html is None:
        return
    share = _share(page.facts, probe)
    if share is None:
        return
    if share >= _ALIKE:
        seen = observed(f"the site's start page shows the same ({share:.0%} of the words)", "probe")
        weight = _ROOT
    elif 200 <= probe.status < 300 and share < 0.5:
        seen = observed("the site's start page shows another page", "probe")
        weight = -_ROOT
    else:
        return
    for state in _SITE_WIDE:
        yield Finding(detector=f"{state}.probe_root", state=state, weight=weight, observations=seen)


def _sibling(page: Page, probe: Probe) -> Iterator[Finding]:
    status = page.status
    if status is not None and not 200 <= status < 300:
        return
    if probe.status in (404, 410):
        yield page.finding(
            "content.probe",
            PageState.CONTENT,
            seen=observed(f"an address that cannot exist answers {probe.status}", "probe"),
        )
        return
    if probe.status is None or not 200 <= probe.status < 300 or probe.html is None:
        return
    share = _share(page.facts, probe)
    if share is not None and share >= _ALIKE:
        yield page.finding(
            "error_page.probe",
            PageState.ERROR_PAGE,
            kind="soft_404",
            seen=observed(f"an address that cannot exist shows the same page ({share:.0%} of the words)", "probe"),
        )


def _share(facts: Facts, probe: Probe) -> float | None:
    """Return the share of words that page and answer have in common; None where one has too few."""
    own = facts.capture.served_html
    mine = _words(own) if own is not None else frozenset(tokens_of(facts.text))
    theirs = _words(probe.html or "")
    if min(len(mine), len(theirs)) < _ENOUGH:
        return None
    return len(mine & theirs) / len(mine | theirs)


def _words(html: str) -> frozenset[str]:
    walked = walk(LexborHTMLParser(flattened(html)), rendered=False)
    return frozenset(tokens_of("\n".join(block.text for block in walked.blocks)))
