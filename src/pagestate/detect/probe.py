"""What a second request tells: does this site answer every address alike?"""

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from pagestate.detect.lexicon import tokens_of
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.evidence import Probe
from pagestate.facts.addresses import address_of, path_key
from pagestate.facts.extraction import flattened
from pagestate.facts.walk import walk
from pagestate.states import PageState

__all__ = ["detect"]

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
    own = page.capture.served_html
    mine = _words(own) if own is not None else frozenset(tokens_of(page.facts.text))
    theirs = _words(probe.html)
    if min(len(mine), len(theirs)) < _ENOUGH:
        return
    share = len(mine & theirs) / len(mine | theirs)
    if share >= _ALIKE:
        yield page.finding(
            "error_page.probe",
            PageState.ERROR_PAGE,
            kind="soft_404",
            seen=observed(f"an address that cannot exist shows the same page ({share:.0%} of the words)", "probe"),
        )


def _words(html: str) -> frozenset[str]:
    walked = walk(LexborHTMLParser(flattened(html)), rendered=False)
    return frozenset(tokens_of("\n".join(block.text for block in walked.blocks)))
