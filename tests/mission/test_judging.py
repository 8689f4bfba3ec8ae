"""From capture to verdict by the real core: when the site and the model are asked, and what that may change."""

from collections.abc import Sequence

from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture, Probe
from pagestate.facts.model import Facts
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.clock import Clock
from pagestate.mission.defaults import default_classify, default_extract
from pagestate.mission.hosts import Hosts
from pagestate.mission.judging import Bench, Judge, Judged, Prober
from pagestate.mission.plan import Page, Settings
from pagestate.mission.registry import Registry
from pagestate.states import PageState
from tests.mission.world import page

SHOP = "http://shop.test"
WORDS = "<p>Everything about chairs, told at some length and with care for the reader.</p>" * 20
ARTICLE = f"<title>Chairs</title><main><h1>Chairs</h1>{WORDS}</main>"
SHORT_TEXT = "Chairs\nEverything about chairs, told at some length and with care for the reader."
SHORT = "<title>Chairs</title><main><h1>Chairs</h1><p>Everything about chairs, told at some length.</p></main>"
"""Little enough to be taken for a notice: 92 % sure."""
LOGIN = (
    "<title>Sign in</title><main><h1>Sign in to continue</h1><form action=/session method=post>"
    "<label>Email <input type=email name=email></label><label>Password <input type=password name=password></label>"
    "<button>Sign in</button></form></main>"
)


def capture(html: str, *, url: str = f"{SHOP}/chairs/oak", final: str | None = None, text: str = "") -> Capture:
    return Capture(
        source="browser",
        requested_url=url,
        final_url=final or url,
        status=200,
        headers=(("content-type", "text/html"),),
        served_html=html,
        rendered_html=html,
        text=text or "Chairs\nEverything about chairs, told at some length and with care for the reader.\n" * 10,
    )


class Scripted:
    """A judge that says what it is told to and remembers what it was asked."""

    def __init__(self, opinion: JudgeOpinion) -> None:
        self.opinion = opinion
        self.findings: list[str] = []

    async def ask(self, facts: Facts, goal: Goal | None, finding: str) -> JudgeOpinion:
        self.findings.append(finding)
        return self.opinion


YES = JudgeOpinion(goal_met=True, state=PageState.CONTENT, quotes=("Everything about chairs",), model="reader")


def bench(pages: Sequence[Page], judge: Judge | None = None, prober: Prober | None = None) -> Bench:
    return Bench(
        extract=default_extract,
        classify=default_classify,
        registry=Registry(pages),
        hosts=Hosts(Settings(gap_s=0.0), Clock()),
        judge=judge,
        prober=prober,
    )


async def look(html: str, found: Page, judge: Judge | None = None, **more: str) -> Judged:
    return await bench([found], judge).look(found, capture(html, url=found.url, **more), "")


WISH = page(f"{SHOP}/chairs/oak", text="It is about chairs")


async def test_a_goal_in_words_is_met_only_by_an_opinion() -> None:
    assert (await look(ARTICLE, WISH)).verdict.kind == "goal_unverified"
    judge = Scripted(YES)
    assert (await look(ARTICLE, WISH, judge)).verdict.state is PageState.GOAL_ACHIEVED
    assert judge.findings[0].startswith("unexpected.goal_unverified")


async def test_an_opinion_that_failed_is_no_success() -> None:
    failed = Scripted(JudgeOpinion(goal_met=None, state=None, error="the endpoint was down"))
    judged = await look(ARTICLE, WISH, failed)
    assert (judged.verdict.state, judged.verdict.kind) == (PageState.UNEXPECTED, "goal_unverified")
    assert judged.opinion is failed.opinion


async def test_a_wall_is_not_put_before_the_model() -> None:
    judge = Scripted(YES)
    judged = await look(
        LOGIN, WISH, judge, final=f"{SHOP}/login?next=/chairs/oak", text="Sign in to continue\nEmail\nPassword\nSign in"
    )
    assert judged.verdict.state is PageState.AUTH_WALL
    assert judge.findings == []


async def test_what_expectations_decide_is_not_put_before_the_model() -> None:
    judge = Scripted(YES)
    both = page(f"{SHOP}/chairs/oak", "h1 == Tables", text="It is about chairs")
    assert (await look(ARTICLE, both, judge)).verdict.state is PageState.GOAL_FAILED
    assert judge.findings == []


async def test_what_the_site_says_to_nonsense_goes_with_the_capture() -> None:
    """It is part of what was observed, so that the bundle holds it and replay finds it."""

    async def everything_alike(url: str) -> Probe:
        return Probe(purpose="sibling", url=url, status=200, final_url=url, html=ARTICLE)

    found = page(f"{SHOP}/chairs/oak")
    judged = await bench([found], prober=everything_alike).look(found, capture(SHORT, text=SHORT_TEXT), "")
    assert [probe.status for probe in judged.capture.probes] == [200]
    assert judged.facts.capture is judged.capture


async def test_the_history_that_a_verdict_rested_on_is_kept_with_it() -> None:
    pages = [page(f"{SHOP}/{name}", id=name) for name in ("a", "b", "c")]
    where = bench(pages)
    looks = [await where.look(found, capture(ARTICLE, url=found.url), "") for found in pages]
    assert looks[0].history == SiteHistory()
    judged = where.compare(pages[0], looks[0], "")
    assert judged.history.same_page_urls == (f"{SHOP}/b", f"{SHOP}/c")
    assert judged.verdict.state is PageState.UNEXPECTED
