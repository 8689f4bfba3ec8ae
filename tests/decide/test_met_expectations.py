# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""What a met expectation is worth: much on a page that came as it should, nothing over a wall."""

from typing import Any, NamedTuple

import pytest

from pagestate.decide import classify
from pagestate.evidence import Settling
from tests.decide.captures import goal, live, page

QUIET = Settling(settled=True, reason="quiet")


class Case(NamedTuple):
    """A page of a live visit and the state that a person would name."""

    right: str
    html: str
    url: str
    expect: tuple[str, ...]
    fields: dict[str, Any]


def case(right: str, html: str, url: str = "http://app.test/page", expect: tuple[str, ...] = (), **fields: Any) -> Case:
    """Return a case; `fields` are of the capture."""
    return Case(right, html, url, expect, {"settling": QUIET, **fields})


def dress(name: str, links: list[str], main: str, foot: tuple[str, ...] = ("Imprint", "Contact")) -> str:
    """Return `main` in a site's frame."""
    nav = "".join(f"<a href='/{link.lower().replace(' ', '-')}'>{link}</a>" for link in links)
    ends = " ".join(f"<a href='/{link}'>{link}</a>" for link in foot)
    return f"<header><a href='/'>{name}</a><nav>{nav}</nav></header><main>{main}</main><footer>{ends} © {name}</footer>"


def P(*texts: str) -> str:  # noqa: N802
    """Return paragraphs."""
    return "".join(f"<p>{text}</p>" for text in texts)


GOALS = [
    case(
        "goal_achieved",
        page("", "<pre>pong</pre>"),
        expect=('text contains "pong"', "status == 200"),
        headers=(("content-type", "text/plain"),),
    ),
    case(
        "goal_achieved",
        page(
            "Ordrer",
            dress(
                "Bådhuset",
                ["Ordrer", "Varer", "Kunder"],
                "<h1>Ordrer</h1><table><tr><th>Nr</th><th>Sum</th></tr><tr><td>1</td><td>40 kr</td></tr></table>",
            ),
            lang="da",
        ),
        expect=('text contains "Ordrer"',),
    ),
    case(
        "auth_wall",
        page(
            "Orders",
            "<h1>Sign in to see your orders</h1><form><label>E-mail<input name=email></label><label>Password<input type=password name=pw></label><button>Sign in</button></form>",
        ),
        expect=('text contains "orders"',),
    ),
    case(
        "interstitial",
        page(
            "Le pont – Le Courrier",
            dress(
                "Le Courrier",
                ["Ville", "Région", "Culture"],
                "<h1>Le pont coûtera plus cher</h1><p>Le conseil a débattu hier soir du supplément demandé par les entreprises…</p><section><h2>Article réservé aux abonnés</h2><p>Abonnez-vous à partir de 1 € par mois pour lire la suite.</p><button>Je m’abonne</button></section>",
            ),
            lang="fr",
        ),
        expect=('text contains "Le pont"',),
    ),
]
NEVER = [
    case(
        "maintenance",
        page(
            "Bådhuset",
            "<h1>Bådhuset</h1><p>Vi er snart tilbage. Siden er lukket på grund af vedligeholdelse.</p>",
            lang="da",
        ),
        expect=('text contains "Bådhuset"',),
    ),
]


@pytest.mark.parametrize("one", GOALS, ids=lambda one: f"{one.right}-{len(one.html)}")
def test_a_met_expectation(one: Case) -> None:
    """It proves a page that arrived, and no gate, wall or cut text."""
    verdict = classify(live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect))
    assert str(verdict.state) == one.right
    assert verdict.confidence >= 0.8


@pytest.mark.parametrize("one", NEVER, ids=lambda one: one.html[:60])
def test_a_name_on_a_closed_door_is_no_success(one: Case) -> None:
    """The site's name, asked for, stands above a line that says it is closed."""
    verdict = classify(live(one.html, requested_url=one.url, **one.fields), goal=goal(*one.expect))
    assert str(verdict.state) != "goal_achieved"


def test_a_short_answer_that_was_asked_for() -> None:
    """A health page says OK and nothing else; that is what was wanted."""
    capture = live(
        "OK",
        rendered_html="<html><body><pre>OK</pre></body></html>",
        headers=(("content-type", "text/plain"),),
        settling=QUIET,
    )
    verdict = classify(capture, goal=goal('text contains "OK"', "status == 200"))
    assert str(verdict.state) == "goal_achieved"


def test_an_unsettled_page_gets_no_more_for_what_is_met() -> None:
    """What is still loading has not come as it should."""
    html = page("Orders", "<div id='app'><p>Loading…</p></div>")
    settled, busy = (
        classify(live(html, settling=Settling(settled=calm, reason="")), goal=goal('title contains "Orders"'))
        for calm in (True, False)
    )
    assert str(busy.state) != "goal_achieved"
    assert str(settled.state) != "goal_achieved"
