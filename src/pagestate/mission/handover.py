"""What to tell a person who has to take over, in full sentences."""

from collections import Counter
from collections.abc import Sequence

from pagestate.decide.model import Verdict
from pagestate.mission.events import AttemptRecord
from pagestate.mission.plan import Page
from pagestate.recover.durations import format_duration
from pagestate.states import PageState, RecoveryAction, kind_of

__all__ = ["handover", "seen_values"]

_TRIED = {
    RecoveryAction.RETRY_WITH_LONGER_DELAY: "looking again",
    RecoveryAction.RETRY_WITH_AUTH: "a fresh session",
    RecoveryAction.DISMISS: "dismissing it",
    RecoveryAction.WAIT_FOR_SITE: "waiting for the site",
}


def handover(page: Page, attempts: Sequence[AttemptRecord], refusal: str | None = None) -> str | None:
    """Return what was found, what was tried and what only a person can do now; None before the first visit."""
    if not attempts:
        return None
    last = attempts[-1]
    verdict = last.verdict
    known = kind_of(verdict.state, verdict.kind)
    meaning = known.meaning if known is not None else str(verdict.state).replace("_", " ")
    name = f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)
    address = last.capture.final_url
    where = f" (which led to {address})" if address and address != page.url else ""
    sentences = [f"{page.url}{where}: {meaning} ({name})."]
    seen = _evidence(verdict)
    if seen:
        sentences.append(f"Seen: {'; '.join(seen)}.")
    if verdict.goal is not None:
        sentences += [
            f"Expected {result.expectation}, seen: {result.seen}."
            for result in verdict.goal.expectations
            if result.outcome != "met"
        ]
    sentences.append(_tried(attempts))
    if refusal:
        sentences.append(f"{refusal[0].upper()}{refusal[1:]}.")
    advice = verdict.hint.rstrip(".")
    if verdict.state is PageState.INTERSTITIAL and any(r.step.action is RecoveryAction.DISMISS for r in attempts):
        advice = f"The answer that the mission gives ({page.consent}) did not remove it: look at the page as a person"
    if advice:
        sentences.append(f"{advice}.")
    if last.bundle is not None:
        sentences.append(f"The evidence lies in {last.bundle}.")
    return " ".join(sentences)


def _evidence(verdict: Verdict) -> list[str]:
    """Return what speaks for the verdict (for its runner-up, where there is none), most telling first."""
    unsure = verdict.state is PageState.UNEXPECTED and verdict.runner_up is not None
    spoken_for = {verdict.state, verdict.runner_up.state} if unsure and verdict.runner_up else {verdict.state}
    return [
        f"{' '.join(observation.what.split())} ({observation.where})"
        for finding in verdict.findings
        if finding.weight >= 0 and finding.state in spoken_for
        for observation in finding.observations[:2]
    ][:4]


def _tried(attempts: Sequence[AttemptRecord]) -> str:
    why = attempts[-1].step.reason.partition(": ")[2] or attempts[-1].step.reason
    tried = Counter(_TRIED[record.step.action] for record in attempts[:-1] if record.step.action in _TRIED)
    if not tried:
        return f"It was visited once: {why}."
    waited = sum(record.step.wait_s for record in attempts[:-1])
    what = ", ".join(f"{name} ({count} times)" if count > 1 else name for name, count in tried.items())
    over = f" over {format_duration(waited)}" if waited >= 1 else ""
    return f"It was visited {len(attempts)} times{over}. Tried: {what}; {why}."


def seen_values(attempts: Sequence[AttemptRecord]) -> str:
    """Return how often which value was seen for expectations that did not always fare alike, or nothing."""
    counts: dict[str, Counter[str]] = {}
    outcomes: dict[str, set[str]] = {}
    for record in attempts:
        for result in record.verdict.goal.expectations if record.verdict.goal is not None else ():
            counts.setdefault(result.expectation, Counter())[result.seen] += 1
            outcomes.setdefault(result.expectation, set()).add(result.outcome)
    told = [
        f"{source}: " + ", ".join(f"saw {seen} {count}x" for seen, count in counts[source].most_common(5))
        for source, found in outcomes.items()
        if len(found) > 1
    ]
    return "; ".join(told)
