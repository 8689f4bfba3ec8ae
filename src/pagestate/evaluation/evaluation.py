"""A whole evaluation: the figures, the same for parts of the pages, and what went wrong."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pagestate.decide.costs import Costs, costs
from pagestate.evaluation.ablation import Evidence
from pagestate.evaluation.details import homeless, kinds_for
from pagestate.evaluation.figures import Figures, measure
from pagestate.evaluation.judging import Judged
from pagestate.states import PageState

__all__ = ["Evaluation", "Mistake", "Part", "evaluation_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The figures of the pages that have `name` in common."""

    name: str
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """A page on which the forced answer is wrong."""

    judged: Judged
    harm: float
    """In abstentions; see `Answer.harm`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What a manifest's pages came to."""

    figures: Figures
    parts: tuple[tuple[str, tuple[Part, ...]], ...]
    """By what the pages are told apart (`split`, `language` …), and each part, the largest first."""
    mistakes: tuple[Mistake, ...]
    """The most harmful first."""
    homeless: tuple[str, ...]
    """Label details that no kind is known for."""
    confidences: tuple[tuple[float, bool], ...]
    """Of every page: confidence of the forced answer, and whether it is right."""
    threshold: float
    removed: frozenset[Evidence]
    prices: Costs


_PARTS: tuple[tuple[str, Callable[[Judged], str | None]], ...] = (
    ("split", lambda one: one.page.split),
    ("language", lambda one: one.page.language),
    ("kind", lambda one: _kind_name(one)),
    ("origin", lambda one: one.page.origin),
    ("status", lambda one: one.evidence["status"]),
    ("headers", lambda one: one.evidence["headers"]),
    ("document", lambda one: one.evidence["document"]),
)


def evaluation_of(
    judged: Iterable[Judged], *, threshold: float, removed: Iterable[Evidence] = (), prices: Costs | None = None
) -> Evaluation:
    """Return the evaluation of judged pages; those labelled `unexpected` are not counted.

    Raises:
        ValueError: there is no page to count.
    """
    given = [one for one in judged if one.page.state is not PageState.UNEXPECTED]
    prices = prices or costs()
    wrong = [Mistake(judged=one, harm=one.answer.harm(prices)) for one in given if not one.answer.is_right]
    return Evaluation(
        figures=measure((one.answer for one in given), prices=prices),
        parts=tuple((name, parts) for name, key in _PARTS if (parts := _split(given, key, prices))),
        mistakes=tuple(sorted(wrong, key=lambda one: (-one.harm, -one.judged.confidence, one.judged.page.id))),
        homeless=homeless(one.page for one in given),
        confidences=tuple((one.confidence, one.answer.is_right) for one in given),
        threshold=threshold,
        removed=frozenset(removed),
        prices=prices,
    )


def _kind_name(one: Judged) -> str | None:
    kinds = kinds_for(one.page.state, one.page.detail)
    if kinds:
        return f"{one.page.state}.{kinds[0]}"
    return str(one.page.state)


def _split(given: Sequence[Judged], key: Callable[[Judged], str | None], prices: Costs) -> tuple[Part, ...]:
    groups: dict[str, list[Judged]] = {}
    for one in given:
        groups.setdefault(key(one) or "not told", []).append(one)
    if set(groups) == {"not told"}:
        return ()
    return tuple(
        Part(name=name, figures=measure((one.answer for one in group), prices=prices))
        for name, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    )
