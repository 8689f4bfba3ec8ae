"""How a goal fares on facts, and what that tells about the state of the page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import weights
from pagestate.detect.requests import failed_data_calls, failed_writes, shows_success
from pagestate.evidence import Exchange
from pagestate.facts.model import Facts
from pagestate.goal.expectations import evaluate, is_positive
from pagestate.goal.model import Expectation, ExpectationResult, Goal, GoalResult, JudgeOpinion
from pagestate.states import PageState, kind_of

__all__ = ["GoalCheck", "check_goal"]

_MOOT = frozenset({"error_page.probe", "empty_page.near_blank", "empty_page.one_colour", "error_page.terse"})
"""Detectors that a page with the wanted content on it proves wrong."""
_LOUD = 1.5
"""Log-odds from which a sign of anything but an ordinary page keeps a met expectation from adding more."""
_MOJIBAKE = 0.08
"""Share of replacement characters beyond which a text is not the one that was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalCheck:
    """A goal held against facts."""

    goal: Goal | None
    results: tuple[tuple[Expectation, ExpectationResult], ...]
    opinion: JudgeOpinion | None
    failed_calls: tuple[Exchange, ...]
    failed_writes: tuple[Exchange, ...]
    garbled: bool
    says_done: bool
    findings: tuple[Finding, ...]
    """What bears on the goal alone."""

    def adjusted(self, findings: Sequence[Finding], *, landed: bool = False) -> list[Finding]:
        """Return `findings` in the light of the goal.

        `landed`: whether the visit itself went as it should, see `Page.landed`.

        Evidence that was asked for is none against the page: whoever expects status 404 and gets it
        has the page wanted. Met expectations on content speak for content.
        """
        asked = self._asked_for()
        kept = [finding for finding in findings if not asked(finding)]
        if len(kept) < len(findings):
            asked_seen = (Observation(what="the goal asks for just this", where="expectation"),)
            weight = weights().get("content.asked", 4.5)
            kept.append(
                Finding(detector="content.asked", state=PageState.CONTENT, weight=weight, observations=asked_seen)
            )
        met = [pair for pair in self.results if is_positive(pair[0]) and pair[1].outcome == "met"]
        if met:
            # What is wanted is there: then it does not matter that unknown addresses look the same.
            kept = [finding for finding in kept if finding.detector not in _MOOT]
            strength = min(1.5, 0.5 + 0.5 * len(met))
            quiet = _quiet(kept)
            if (
                landed
                and quiet
                and len(met) + sum(result.outcome == "met" for item, result in self.results if not is_positive(item))
                == len(self.results)
            ):
                # All of it holds on a page that came as it should: what was wanted is what was found.
                strength += 0.75
            seen = tuple(
                Observation(what=f"{result.expectation}: {result.seen}"[:160], where="expectation")
                for _, result in met[:5]
            )
            kept.append(
                Finding(
                    detector="content.expectation",
                    state=PageState.CONTENT,
                    weight=weights().get("content.expectation", 2.0) * strength,
                    observations=seen,
                )
            )
        return kept

    def _asked_for(self) -> "_AskedFor":
        return _AskedFor(self.results)

    def outcome(self) -> tuple[PageState, str | None]:
        """Return the state of an ordinary page in the light of the goal."""
        goal, opinion = self.goal, self.opinion
        if goal is None or (not goal.expectations and not goal.text):
            return PageState.CONTENT, None
        if self.garbled and self._outcomes("unmet"):
            return PageState.GOAL_FAILED, "wrong_content"
        if self.failed_writes and self.says_done:
            return PageState.GOAL_FAILED, "contradiction"
        if self._outcomes("unmet"):
            return PageState.GOAL_FAILED, "app_error_banner" if self.failed_calls else "expectation"
        if self._outcomes("unknown"):
            return PageState.UNEXPECTED, "goal_unverified"
        if goal.expectations:
            return PageState.GOAL_ACHIEVED, None
        if opinion is None or opinion.error is not None or opinion.goal_met is None:
            return PageState.UNEXPECTED, "goal_unverified"
        if not opinion.goal_met:
            return PageState.GOAL_FAILED, "wrong_content"
        if self.failed_calls or self.garbled:
            return PageState.UNEXPECTED, "goal_unverified"
        return PageState.GOAL_ACHIEVED, None

    def _outcomes(self, outcome: str) -> bool:
        return any(result.outcome == outcome for _, result in self.results)

    def result(self) -> GoalResult | None:
        """Return how the goal fared, or None when none was given."""
        state, kind = self.outcome()
        if state is PageState.CONTENT:
            return None
        return GoalResult(
            outcome="met"
            if state is PageState.GOAL_ACHIEVED
            else "unmet"
            if state is PageState.GOAL_FAILED
            else "unverified",
            expectations=tuple(result for _, result in self.results),
            opinion=self.opinion,
            reason=self._reason(state, kind),
        )

    def _reason(self, state: PageState, kind: str | None) -> str:
        first = next((result for _, result in self.results if result.outcome != "met"), None)
        if kind == "contradiction":
            call = self.failed_writes[0]
            return f"the page says that it is done, {call.method} {call.url} failed ({call.failure or call.status})"
        if kind == "app_error_banner":
            call = self.failed_calls[0]
            return f"{call.url} failed ({call.failure or call.status})"
        if kind == "wrong_content" and self.garbled:
            return "the text is garbled: the declared encoding and the bytes disagree"
        if state is not PageState.GOAL_ACHIEVED and first is not None:
            return f"{first.expectation}: saw {first.seen}"
        if self.opinion is not None and self.opinion.error:
            return f"no opinion: {self.opinion.error}"
        if self.opinion is not None and self.opinion.reason:
            return self.opinion.reason
        return "nothing could check it" if state is PageState.UNEXPECTED else "every expectation holds"

    def hint(self) -> str | None:
        """Return a better hint than the kind's own, if there is one."""
        state, kind = self.outcome()
        if state is PageState.UNEXPECTED and kind == "goal_unverified":
            unknown = next((result for _, result in self.results if result.outcome == "unknown"), None)
            if unknown is not None:
                return (
                    f"`{unknown.expectation}` could not be checked: {unknown.seen}. Look at the page with a "
                    "browser, or expect something that this capture shows."
                )
            known = kind_of(state, kind)
            reason = f" ({self.opinion.error})" if self.opinion is not None and self.opinion.error else ""
            return f"{known.advice}{reason}" if known else None
        if kind == "wrong_content" and self.garbled:
            return "Make the charset in the header agree with the bytes that are sent."
        return None


def _quiet(findings: Sequence[Finding]) -> bool:
    """Whether next to nothing speaks for a wall, an error or an empty page."""
    total: dict[PageState, float] = {}
    for finding in findings:
        if finding.state not in (PageState.CONTENT, PageState.UNEXPECTED):
            total[finding.state] = total.get(finding.state, 0.0) + finding.weight
    return all(weight < _LOUD for weight in total.values())


class _AskedFor:
    """Whether a finding rests on nothing but evidence that the goal asks for."""

    def __init__(self, results: Sequence[tuple[Expectation, ExpectationResult]]) -> None:
        self.statuses: set[int] = set()
        self.download = False
        for expectation, result in results:
            if result.outcome != "met":
                continue
            if (
                expectation.subject == "status"
                and expectation.operator == "=="
                and isinstance(expectation.operand, float | int)
            ):
                self.statuses.add(int(expectation.operand))
            if expectation.subject == "header" and (expectation.argument or "").lower() in (
                "content-type",
                "content-disposition",
            ):
                self.download = True

    def __call__(self, finding: Finding) -> bool:
        if self.download and finding.state is PageState.CAPTURE_FAILED and finding.kind == "download":
            return True
        for status in self.statuses:
            if status in (204, 205) and finding.state is PageState.EMPTY_PAGE:
                return True
            if status in (401, 407) and finding.detector in ("auth_wall.status", "auth_wall.failure"):
                return True
            if status == 429 and finding.detector == "captcha.status_429":
                return True
            if status >= 400 and finding.state is PageState.ERROR_PAGE:
                return True
            if status == 503 and finding.state is PageState.MAINTENANCE:
                return True
        return False


def check_goal(facts: Facts, goal: Goal | None, opinion: JudgeOpinion | None) -> GoalCheck:
    """Return how `goal` fares on `facts`."""
    results = tuple((item, evaluate(item, facts)) for item in goal.expectations) if goal else ()
    findings: list[Finding] = []
    for _, result in results:
        if result.outcome != "met":
            state = PageState.GOAL_FAILED if result.outcome == "unmet" else PageState.UNEXPECTED
            findings.append(
                Finding(
                    detector="goal.expectation",
                    state=state,
                    kind="expectation" if result.outcome == "unmet" else "goal_unverified",
                    weight=1.0,
                    observations=(Observation(what=f"{result.expectation}: {result.seen}"[:200], where="expectation"),),
                )
            )
    calls = failed_data_calls(facts)
    writes = failed_writes(facts)
    for call in (*calls, *writes):
        findings.append(
            Finding(
                detector="goal.failed_call",
                state=PageState.GOAL_FAILED,
                kind="app_error_banner",
                weight=1.0,
                observations=(
                    Observation(
                        what=f"{call.method} {call.url} failed ({call.failure or call.status})"[:200], where="request"
                    ),
                ),
            )
        )
    text = facts.text[:20_000]
    broken = text.count("\ufffd")
    garbled = broken > 0 and broken / max(1, len(re.sub(r"\s", "", text))) > _MOJIBAKE
    return GoalCheck(
        goal=goal,
        results=results,
        opinion=opinion,
        failed_calls=calls,
        failed_writes=writes,
        garbled=garbled,
        says_done=bool(writes) and shows_success(facts),
        findings=tuple(findings),
    )
