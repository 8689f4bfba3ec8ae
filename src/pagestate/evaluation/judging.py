"""A labelled page and what was said of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pagestate.decide import THRESHOLD, Verdict, classify
from pagestate.evaluation.ablation import Evidence, evidence_of, without
from pagestate.evaluation.details import kinds_for
from pagestate.evaluation.figures import Answer
from pagestate.evaluation.labelled import LabelledPage
from pagestate.evidence import Capture
from pagestate.states import PageState

__all__ = ["Judged", "judge"]

_ORDINARY = frozenset({PageState.CONTENT, PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A labelled page and the verdict on it."""

    page: LabelledPage
    verdict: Verdict
    evidence: Mapping[str, str]
    """What there was to judge by; see `evidence_of`."""

    @property
    def sure(self) -> bool:
        """Whether a state was named, and not a doubt."""
        return not (self.verdict.state is PageState.UNEXPECTED and self.verdict.kind == "low_confidence")

    @property
    def forced(self) -> PageState:
        """The state that was named, or would have been: the answer when forced to answer."""
        unsure = not self.sure and self.verdict.runner_up is not None
        state = self.verdict.runner_up.state if unsure and self.verdict.runner_up else self.verdict.state
        return PageState.CONTENT if state in _ORDINARY else state

    @property
    def confidence(self) -> float:
        """In the forced answer."""
        if not self.sure and self.verdict.runner_up is not None:
            return self.verdict.runner_up.confidence
        return self.verdict.confidence

    @property
    def kind(self) -> str | None:
        """Of the forced answer."""
        if not self.sure and self.verdict.runner_up is not None:
            return self.verdict.runner_up.kind
        return self.verdict.kind

    @property
    def answer(self) -> Answer:
        """The verdict as the figures take it."""
        return Answer(
            page_id=self.page.id,
            right=self.page.state,
            also=self.page.also,
            said=self.forced if self.sure else PageState.UNEXPECTED,
            forced=self.forced,
            confidence=self.confidence,
            kind=self.kind,
            kinds=kinds_for(self.page.state, self.page.detail),
        )


def judge(
    pages: Iterable[tuple[LabelledPage, Capture]],
    *,
    threshold: float = THRESHOLD,
    removed: Collection[Evidence] = (),
) -> Iterator[Judged]:
    """Yield the verdict on each page, judged with this evidence taken away."""
    for page, capture in pages:
        left = without(capture, removed)
        yield Judged(
            page=page,
            verdict=classify(left, threshold=threshold),
            evidence=evidence_of(left, removed=removed),
        )
