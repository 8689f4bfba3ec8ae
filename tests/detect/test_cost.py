"""What a judgement costs, in calls made and not in time: it grows with the page, and not with what is known."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

from pagestate.decide import classify
from pagestate.detect import Page, findings_of
from pagestate.detect.knowledge import Knowledge, knowledge
from pagestate.detect.lexicon import Lexicon, Phrase
from pagestate.detect.model import SiteHistory
from pagestate.detect.signature import SignatureIndex
from pagestate.evidence import Capture
from pagestate.facts import extract

ENTRY = '<li class="e"><a href="/x">An entry of a list</a> with a line beside it</li>'


def _capture(entries: int) -> Capture:
    return Capture(source="html", served_html=f"<title>A list</title><h1>A list</h1><ul>{ENTRY * entries}</ul>")


def _calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls, of Python and of C."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    work()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_the_work_grows_no_faster_than_the_page() -> None:
    small, large = _capture(500), _capture(5_000)
    assert _calls(lambda: classify(large)) <= 10.5 * _calls(lambda: classify(small))


def test_the_work_does_not_grow_with_phrases_and_signatures() -> None:
    full = knowledge()
    more = replace(
        full,
        lexicon=Lexicon(
            [
                *full.lexicon.phrases,
                *(
                    Phrase(group="error_page.failure", language="en", parts=(f"qx{number}", "zz"))
                    for number in range(5000)
                ),
            ]
        ),
        signatures=SignatureIndex(
            [
                *full.signatures.signatures,
                *(
                    replace(full.signatures.signatures[0], id=f"qx-{number}", when=(("html", (f"qx{number}zz",)),))
                    for number in range(1000)
                ),
            ]
        ),
    )
    facts = extract(_capture(20))

    def judged(known: Knowledge) -> int:
        return _calls(lambda: findings_of(Page(facts, None, SiteHistory(), known=known)))

    assert judged(more) <= judged(full) + 5
