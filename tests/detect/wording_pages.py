"""The sentences of wordings.json as pages: short ones that say one thing, and articles with a heading."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from pagestate.decide.model import Verdict
from pagestate.evidence import Capture, Settling
from pagestate.states import PageState
from tests.decide.captures import live, page

__all__ = ["WORDINGS", "article", "forced", "wall"]

WORDINGS: dict[str, Any] = json.loads(Path(__file__).with_name("wordings.json").read_text(encoding="utf-8"))
"""`walls`: state → group → language → sentence; `ordinary`: language → headings."""
_QUIET = Settling(settled=True, reason="quiet")
_STATUS = {"refused": 403, "blocked": 403, "geo": 403, "rate": 429, "unclaimed": 404}
"""Answers with which these come as a rule; all the others stand on a page that came with 200."""
_CONTROLS = {
    "login": "<form><input type='email' name='mail'><button>→</button></form>",
    "signup": "<form><input type='email' name='mail'><input type='password' name='a' autocomplete='new-password'>"
    "<button>→</button></form>",
    "mfa": "<form><input name='code' inputmode='numeric' maxlength='6'><button>→</button></form>",
    "consent": "<button>A</button><button>B</button>",
    "age": "<button>A</button><button>B</button>",
    "region": "<ul><li><a href='/a/'>A</a></li><li><a href='/b/'>B</a></li><li><a href='/c/'>C</a></li></ul>",
    "notice": "<a href='https://elsewhere.test/'>→</a>",
    "paywall": "<button>€ 4</button>",
}
"""What a page of this kind has to press or to fill in, without words."""


def wall(group: str, language: str, sentence: str) -> Capture:
    """Return a page that says `sentence` and nothing besides."""
    heading, _, line = sentence.partition(" | ")
    below = f"<p>{line}</p>" if line else ""
    html = page("Blum", f"<h1>{heading}</h1>{below}{_CONTROLS.get(group, '')}", lang=language)
    return live(
        html,
        requested_url="http://blum.test/",
        status=_STATUS.get(group, 200),
        settling=Settling(settled=False, reason="the page is changing") if group == "loading" else _QUIET,
    )


def article(language: str, heading: str, lines: list[str]) -> Capture:
    """Return an article under `heading` that goes on with `lines`."""
    menu = "".join(f"<a href='/{number}'>{line.split()[0]}</a>" for number, line in enumerate(lines[:4]))
    text = "".join(f"<p>{line}. {other}.</p>" for line, other in pairwise(lines))
    html = page(
        f"{heading} – Blum",
        f"<header><a href='/'>Blum</a><nav>{menu}</nav></header><main><h1>{heading}</h1>{text}</main>"
        "<footer>© Blum</footer>",
        lang=language,
    )
    return live(html, requested_url="http://blum.test/a/1", settling=_QUIET)


def forced(verdict: Verdict) -> PageState:
    """Return the state that was named, or would have been."""
    doubtful = verdict.state is PageState.UNEXPECTED and verdict.kind == "low_confidence"
    return verdict.runner_up.state if doubtful and verdict.runner_up else verdict.state
