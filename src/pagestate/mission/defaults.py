"""The parts that a run uses unless it is told otherwise, loaded when they are first needed."""

from pathlib import Path

from pagestate.decide.model import Verdict
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture, Probe
from pagestate.facts.model import Facts
from pagestate.goal.model import Goal, JudgeOpinion
from pagestate.mission.judging import Judged
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

    return decide(facts, goal, history=history, opinion=opinion, threshold=threshold)


async def default_prober(url: str) -> Probe:
    """Ask for an address beside `url` that cannot exist."""
    from pagestate.capture.http import fetch_probe

    return await fetch_probe(url)


def saver(output: Path | None) -> Save:
    """Return what keeps the evidence of attempts as bundles under `output`; nothing is kept without one."""

    def save(page: Page, number: int, judged: Judged) -> Path | None:
        if output is None:
            return None
        from pagestate.capture.bundle import save as save_bundle

        folder = output / "bundles" / page.id / str(number)
        save_bundle(judged.capture, folder)
        return folder

    return save
