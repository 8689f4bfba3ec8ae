"""The parts that a run uses unless it is told otherwise, loaded when they are first needed."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path

from pagestate.capture.backend import Backend, LooksPlainly
from pagestate.decide.model import Verdict
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture, Probe
from pagestate.facts.model import Facts
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.judging import Judged, Prober
from pagestate.mission.plan import Page
from pagestate.mission.visit import Save

__all__ = ["default_classify", "default_extract", "default_prober", "saver"]


def default_extract(capture: Capture) -> Facts:
    """Return the facts of `capture`."""
    from pagestate.facts import extract

    return extract(capture)


def default_classify(
    facts: Facts, goal: Goal | None, *, history: SiteHistory, opinion: JudgeOpinion | None, threshold: float
) -> Verdict:
    """Return the verdict on `facts`."""
    from pagestate.decide import decide
    from pagestate.decide.known_page import held_against
    from pagestate.decide.same_page import told_apart
    from pagestate.detect.probe import refused

    verdict = decide(facts, goal, history=history, opinion=opinion, threshold=threshold)
    verdict = held_against(verdict, facts, goal, history, threshold)
    verdict = told_apart(verdict, facts, goal, history, threshold)
    unasked = refused(facts, verdict.state)
    return verdict if unasked is None else replace(verdict, findings=(*verdict.findings, unasked))


def default_prober(backend: Backend) -> Prober:
    """Return what asks a site by plain HTTP for an address that cannot exist, as `backend` would reach it."""
    from pagestate.capture.http import HttpBackend, fetch_probe

    async def ask(url: str) -> Probe:
        # Only now, since a browser has no name to be called by before it was started.
        plain = backend.plain() if isinstance(backend, LooksPlainly) else HttpBackend()
        return await fetch_probe(url, purpose="sibling", backend=plain)

    return ask


def saver(output: Path | None, secrets: Iterable[str] = ()) -> Save:
    """Return what keeps the evidence of attempts as bundles under `output`; nothing is kept without one."""
    hidden = tuple(secrets)

    def save(page: Page, number: int, judged: Judged) -> Path | None:
        if output is None:
            return None
        from pagestate.capture.bundle import BundleContext
        from pagestate.capture.bundle import save as save_bundle

        goal = page.goal or Goal()
        context = BundleContext(
            goal=goal.text,
            expectations=tuple(item.source for item in goal.expectations),
            aliases=goal.aliases,
            threshold=page.threshold,
            history=asdict(judged.history),
            opinion=asdict(judged.opinion) if judged.opinion is not None else None,
            verdict={
                "state": str(judged.verdict.state),
                "kind": judged.verdict.kind,
                "confidence": judged.verdict.confidence,
            },
        )
        return save_bundle(output / "bundles" / page.id / str(number), judged.capture, context, secrets=hidden)

    return save
