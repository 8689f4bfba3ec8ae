"""The data files: their form, and that every entry does what it says."""

from datetime import date

import pytest

from pagestate.decide.scoring import CANDIDATES, calibration
from pagestate.detect.model import SiteHistory
from pagestate.detect.page import Page, weights
from pagestate.detect.signature import Signature, matching, signatures
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.states import PageState, kinds_of


@pytest.mark.parametrize("signature", signatures(), ids=[item.id for item in signatures()])
def test_a_signature_is_complete_and_recognises_its_product(signature: Signature) -> None:
    assert signature.source
    assert date.fromisoformat(signature.date) <= date(2100, 1, 1)
    assert signature.state in CANDIDATES
    if signature.kind is not None:
        assert signature.kind in kinds_of(signature.state)
    page = Page(extract(_example(signature)), None, SiteHistory())
    found = [
        finding for finding in matching(page) if finding.state is signature.state and finding.vendor == signature.vendor
    ]
    assert found
    assert all(finding.observations for finding in found)


def test_signatures_have_names_of_their_own() -> None:
    names = [item.id for item in signatures()]
    assert len(names) == len(set(names))


def test_a_gating_mark_on_a_page_with_other_content_says_nothing() -> None:
    filler = "<p>" + "There is much else to read on this page, and none of it is a check. " * 60 + "</p>"
    for signature in signatures():
        if signature.max_text is not None:
            page = Page(extract(_example(signature, filler)), None, SiteHistory())
            assert not [
                finding for finding in matching(page) if any(signature.id in seen.what for seen in finding.observations)
            ]


def _example(signature: Signature, filler: str = "") -> Capture:
    """A page that has just what the signature asks for."""
    head: list[str] = []
    body: list[str] = []
    headers: list[tuple[str, str]] = []
    host, status = "app.test", None
    for place, words in signature.when:
        word = words[0]
        safe = word.replace("&", "&amp;").replace("<", "&lt;") if place not in ("html", "script") else word
        match place:
            case "title":
                head.append(f"<title>{safe}</title>")
            case "heading":
                body.append(f"<h1>{safe}</h1>")
            case "text" | "hidden":
                body.append(f"<p{' hidden' if place == 'hidden' else ''}>{safe}</p>")
            case "html":
                body.append(word if word.startswith("<") else f"<!-- {word} -->")
            case "script":
                body.append(f"<script>{word}</script>")
            case "script_src":
                body.append(f"<script src='{word}'></script>")
            case "frame":
                body.append(f"<iframe src='https://{word}'></iframe>")
            case "form":
                body.append(f"<form action='{word}'><input name=x></form>")
            case "id":
                body.append(f"<div id='{word}'></div>")
            case "noscript":
                body.append(f"<noscript>{safe}</noscript>")
            case "host":
                host = f"x{word}"
            case "cookie":
                headers.append(("set-cookie", f"{word}=1"))
            case "status":
                status = int(word)
            case _ if place.startswith("header:"):
                headers.append((place[7:], word))
            case _:
                raise AssertionError(place)
    html = f"<html><head>{''.join(head)}</head><body>{''.join(body)}{filler}</body></html>"
    address = f"https://{host}/"
    return Capture(
        source="http",
        requested_url=address,
        final_url=address,
        status=status,
        served_html=html,
        headers=tuple(headers),
    )


def test_every_detector_has_a_weight_and_every_weight_a_state() -> None:
    for name, weight in weights().items():
        assert PageState(name.split(".")[0]) in CANDIDATES, name
        assert weight != 0, name
    assert set(calibration().bias) == set(CANDIDATES)
    assert calibration().temperature > 0
