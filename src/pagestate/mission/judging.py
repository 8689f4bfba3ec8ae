"""From a capture to a verdict: facts, the local decision, then whatever else can be asked."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Protocol
from urllib.parse import urlsplit

from pagestate.decide.model import Verdict
from pagestate.detect.drift import nearest, page_likeness
from pagestate.detect.identity import Identity, KnownPage, look_of
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture, Probe
from pagestate.facts.model import Facts
from pagestate.goal.expectations import is_positive
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.hosts import Hosts, site_of
from pagestate.mission.plan import Page
from pagestate.mission.registry import Registry
from pagestate.mission.robots import MOST_DELAY_S, Robots, Rules
from pagestate.mission.same_page import path_of
from pagestate.states import OUTCOMES, Fixer, Outcome, PageState

_MAY_BE_ANY_PAGE = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED, PageState.UNEXPECTED})
_OF_THE_SITE = frozenset({PageState.MAINTENANCE, PageState.DOMAIN_MISMATCH})
"""States that a whole site is in, as a rule."""
_SURE = 0.97
_HINT = 0.5
_AS_LEARNT = 0.9

__all__ = ["Bench", "Classify", "Judge", "Judged", "Prober", "passes"]

Prober = Callable[[str], Awaitable[Probe]]
"""Asks once, plainly, for an address that cannot exist and says what the site answers."""


class Classify(Protocol):
    """The pure core: facts to a verdict."""

    def __call__(
        self,
        facts: Facts,
        goal: Goal | None,
        *,
        history: SiteHistory,
        opinion: JudgeOpinion | None,
        threshold: float,
    ) -> Verdict:
        """Return the verdict on `facts`."""
        ...


class Judge(Protocol):
    """A second reader."""

    async def ask(self, facts: Facts, goal: Goal | None, finding: str) -> JudgeOpinion:
        """Return an opinion; one with `error` set rather than an exception."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A capture and what was made of it."""

    capture: Capture
    facts: Facts
    verdict: Verdict
    history: SiteHistory = field(default_factory=SiteHistory)
    """What was known of the site when the verdict was reached."""
    opinion: JudgeOpinion | None = None


def passes(verdict: Verdict) -> bool:
    """Return whether `verdict` is of a state that passes."""
    return OUTCOMES[verdict.state].outcome is Outcome.PASSED


@dataclass(slots=True, kw_only=True)
class Bench:
    """Judges captures with all that the run knows."""

    extract: Callable[[Capture], Facts]
    classify: Classify
    registry: Registry
    hosts: Hosts
    judge: Judge | None = None
    prober: Prober | None = None
    known: tuple[Identity, ...] = ()
    """All that was learnt of the mission's pages."""
    robots: Robots | None = None
    _probes: dict[str, Probe | str] = field(default_factory=dict)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def look(self, page: Page, capture: Capture, session: str) -> Judged:
        """Return the verdict on `capture` by itself, asking the site and the model where that may help."""
        facts = self.extract(capture)
        self.registry.add(page, facts)
        judged = self._decide(page, Judged(capture=capture, facts=facts, verdict=_NO_VERDICT), session)
        if self.prober is not None and page.probe:
            judged = await self._with_probes(self.prober, page, judged, session)
        if self.judge is not None and _wants_opinion(page, judged.verdict):
            opinion = await self.judge.ask(judged.facts, page.goal, _in_words(judged.verdict))
            judged = self._decide(page, replace(judged, opinion=opinion), session)
        self.registry.judged(page, _met(judged.verdict), passes=passes(judged.verdict))
        if self.must_compare(page, judged):
            # what others showed before is known at once, so that the page that looks again for all can tell
            again = self.compare(page, judged, session)
            if again.verdict.state is PageState.MAINTENANCE:
                return again
        return judged

    def must_compare(self, page: Page, judged: Judged) -> bool:
        """Return whether the site's other pages may yet change the verdict.

        A pass may turn out to be what the site shows at every address; an unsure verdict may become sure.
        """
        verdict = judged.verdict
        if passes(verdict):
            return True
        return (verdict.state, verdict.kind) == (PageState.UNEXPECTED, "low_confidence") and any(
            finding.state is PageState.MAINTENANCE and finding.weight > 0 for finding in verdict.findings
        )

    def compare(self, page: Page, judged: Judged, session: str) -> Judged:
        """Judge a pass again in the light of what the site's other pages showed."""
        history = self.registry.history(page, judged.facts, self.hosts.pages_ok[site_of(page.url), session])
        if not history.same_page_urls or self._is_itself(page, judged, history):
            return judged
        return self._decide(page, judged, session, history)

    def is_distinct(self, page: Page, judged: Judged) -> bool:
        """Return whether it is enough that the site's other pages were looked at once."""
        return passes(judged.verdict) and self.registry.is_distinct(page, _met(judged.verdict))

    def _is_itself(self, page: Page, judged: Judged, history: SiteHistory) -> bool:
        hinted = sum(item.weight for item in judged.verdict.findings if item.state is PageState.MAINTENANCE)
        return hinted <= 0 and (
            _is_as_learnt(page, judged.facts)
            or self.registry.is_itself(page, judged.facts, _met(judged.verdict), history.same_page_urls)
        )

    def _decide(self, page: Page, judged: Judged, session: str, history: SiteHistory | None = None) -> Judged:
        known = history or SiteHistory(pages_ok=self.hosts.pages_ok[site_of(page.url), session])
        if page.known is not None:
            others = nearest((item for item in self.known if item.id != page.known.id), judged.facts)
            known = replace(known, known=KnownPage(page=page.known, others=others))
        verdict = self.classify(
            judged.facts, page.goal, history=known, opinion=judged.opinion, threshold=page.threshold
        )
        return replace(judged, verdict=verdict, history=known)

    async def _with_probes(self, prober: Prober, page: Page, judged: Judged, session: str) -> Judged:
        """Ask the site for more where that may change the verdict, and judge again with what it says."""
        if _wants_sibling(page, judged):
            folder, name = _sibling(page.url)
            asked = await self._probe(prober, page, folder, folder.replace("*", name))
            judged = self._decide(page, _with(judged, asked), session)
        if _wants_root(page, judged):
            root = _root(page.url)
            asked = await self._probe(prober, page, root, root)
            if isinstance(asked, Probe):
                asked = replace(asked, purpose="root")
            judged = self._decide(page, _with(judged, asked), session)
        return judged

    async def _probe(self, prober: Prober, page: Page, key: str, url: str) -> Probe | str:
        """Ask once per folder and root of a site, in turn with all other visits; returns why it was not asked."""
        if key not in self._probes and self.robots is not None:
            rules = await self._rules(self.robots, page, url)
            if 0 < rules.delay_s <= MOST_DELAY_S:
                self.hosts.slow_down(site_of(page.url), rules.delay_s)
            if (refusal := rules.forbids(url)) is not None:
                self._probes[key] = f"not asked for {'its root' if key == url else 'a page beside this one'}: {refusal}"
        if key not in self._probes:
            async with self.hosts.slot(site_of(page.url), page.id), self._asking:
                if key not in self._probes:
                    self._probes[key] = await prober(url)
        return self._probes[key]

    async def _rules(self, robots: Robots, page: Page, url: str) -> Rules:
        """Return what the host asks of robots. Nobody who waits for a turn holds what another waits for."""
        rules = robots.known(url)
        if rules is None:
            async with self.hosts.slot(site_of(page.url), page.id), self._asking:
                rules = await robots.learn(url)
        return rules


def _with(judged: Judged, asked: Probe | str) -> Judged:
    capture = judged.capture
    if isinstance(asked, Probe):
        capture = replace(capture, probes=(*capture.probes, asked))
    else:
        capture = replace(capture, notes=(*capture.notes, f"probe: {asked}"))
    return replace(judged, capture=capture, facts=replace(judged.facts, capture=capture))


def _wants_sibling(page: Page, judged: Judged) -> bool:
    """A page that nearly seems fine, or misses its goal, may be what the site says to every address.

    Near is under 97 %: of the ordinary pages at hand a sixth are, and so are all errors taken for one.
    """
    capture, verdict = judged.capture, judged.verdict
    if not _may_ask(page, capture) or (capture.status or 200) >= 300 or verdict.state not in _MAY_BE_ANY_PAGE:
        return False
    missed = verdict.state is PageState.GOAL_FAILED
    if not (missed or _is_close(verdict, PageState.ERROR_PAGE)) or _is_as_learnt(page, judged.facts):
        return False
    met = _met(verdict)
    return page.goal is None or not any(is_positive(item) and item.source in met for item in page.goal.expectations)


def _wants_root(page: Page, judged: Judged) -> bool:
    """Whether the start page may tell a notice of the whole site, or another site, from this page's own matter."""
    verdict = judged.verdict
    if not _may_ask(page, judged.capture):
        return False
    if any(finding.detector.startswith("known.") and finding.kind is not None for finding in verdict.findings):
        return verdict.runner_up is not None
    hinted = {item.state for item in verdict.findings if item.weight > 0.5} & _OF_THE_SITE
    return bool(hinted) and verdict.state in _MAY_BE_ANY_PAGE and _is_close(verdict, *_OF_THE_SITE)


def _may_ask(page: Page, capture: Capture) -> bool:
    return capture.source in {"browser", "http"} and capture.committed and path_of(page.url) != "/"


def _is_close(verdict: Verdict, *rivals: PageState) -> bool:
    if verdict.state is PageState.UNEXPECTED or verdict.confidence < _SURE:
        return True
    return sum(item.weight for item in verdict.findings if item.state in rivals and item.weight > 0) >= _HINT


def _is_as_learnt(page: Page, facts: Facts) -> bool:
    return page.known is not None and page_likeness(page.known.looks, look_of(facts)) >= _AS_LEARNT


def _root(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def _sibling(url: str) -> tuple[str, str]:
    """Return the pattern of the addresses beside `url`, with a star, and a name that no page can have."""
    parts = urlsplit(url)
    folder, _, last = parts.path.rstrip("/").rpartition("/")
    ending = "/" if parts.path.endswith("/") else PurePosixPath(last).suffix
    return f"{parts.scheme}://{parts.netloc}{folder}/*{ending}", f"{secrets.token_hex(4)}-{secrets.token_hex(3)}"


def _wants_opinion(page: Page, verdict: Verdict) -> bool:
    if verdict.state is not PageState.UNEXPECTED:
        return False
    if verdict.kind == "goal_unverified":
        return page.goal is not None and page.goal.text is not None
    return verdict.kind == "low_confidence"


def _in_words(verdict: Verdict) -> str:
    seen = "; ".join(
        f"{observation.what} ({observation.where})"
        for finding in verdict.findings[:6]
        for observation in finding.observations[:1]
    )
    likely = f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)
    runner_up = f", or {verdict.runner_up.state}" if verdict.runner_up is not None else ""
    return f"{likely}{runner_up}. {seen}".strip()


def _met(verdict: Verdict) -> set[str]:
    results = verdict.goal.expectations if verdict.goal is not None else ()
    return {result.expectation for result in results if result.outcome == "met"}


_NO_VERDICT = Verdict(
    state=PageState.UNEXPECTED,
    kind="other",
    confidence=0.0,
    runner_up=None,
    findings=(),
    hint="",
    fixer=Fixer.OURSELVES,
)
