"""Labelled pages to fitted numbers, and their figures on pages that the fit has not seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pagestate.decide import THRESHOLD
from pagestate.decide.costs import costs
from pagestate.decide.scoring import calibration
from pagestate.detect.page import priors
from pagestate.evaluation.figures import Answer, Figures, measure
from pagestate.facts import Facts
from pagestate.refit.folds import Kin, families, folds
from pagestate.refit.temperature import chances_at, fit_temperature
from pagestate.states import PageState
from pagestate.training import Example, Fit, examples, fit, unfamiliar

__all__ = ["Refit", "Teaching", "refit"]

_PLAIN, _UNKNOWN = "as they are", "as if their wordings were unknown"
_STRANGE = 0.3
"""How much a page counts as it looks to one who never met its group."""
_FAULT = 0.4
"""How much a page of the fault site counts: there are many, and they are ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """A page to learn from."""

    kin: Kin
    state: PageState
    also: PageState | None = None
    facts: Facts
    share: float = 1.0
    """How much the page counts."""

    @property
    def right(self) -> frozenset[PageState]:
        """The states that count as right."""
        return frozenset({self.state} if self.also is None else {self.state, self.also})


@dataclass(frozen=True, slots=True, kw_only=True)
class Refit:
    """Fitted numbers, and what they are worth."""

    fit: Fit
    temperature: float
    figures: tuple[tuple[str, Figures], ...]
    """Out of fold, by how the pages were looked at."""
    pages: int
    families: int
    folds: int
    fitted_on: str
    """In words, for the data files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A page's log-odds by a fit that has not seen it."""

    teaching: Teaching
    total: Mapping[PageState, float]


def refit(
    pages: Sequence[Teaching],
    *,
    number: int = 5,
    faults: Sequence[tuple[str, PageState, Facts]] = (),
    rounds: int = 4,
    steps: int = 500,
) -> Refit:
    """Fit weights, biases and temperature to `pages`.

    Every page is learned from as it is, `rounds` times with a part of all phrases and signatures
    forgotten, and once with all unknown that no other family bears. The temperature is fitted out of
    fold on the first and the last of these, as they count in the fit: a page to come is not as well known as the ones
    that the words were gathered from, and not as strange as one of which no word is.
    Pages that are not ordinary weigh more, by the fifth root of what calling them ordinary costs more
    than a false alarm: on pages that the fit had not seen that lowered the false successes by half or
    more; the cube root gained little beyond and lost coverage.

    Args:
        pages: labelled pages.
        number: how many folds.
        faults: pages of the fault site: name, state, facts.
        rounds: how often a part is forgotten.
        steps: of the descent; the folds take three fifths of them.

    Raises:
        InputError: there are fewer families of pages than folds.
    """
    kin = [page.kin for page in pages]
    fold = folds(kin, number)
    family = families(kin)
    known = {page.kin.id: page for page in pages}
    fold_of = {page.kin.id: which for page, which in zip(pages, fold, strict=True)}
    labelled = [(page.kin.id, str(name), page.right, page.facts) for page, name in zip(pages, family, strict=True)]
    share = {page.kin.id: page.share for page in pages}
    plain = _weighed(examples(labelled, rounds=rounds), share)
    strange = _weighed(unfamiliar(labelled, share=_STRANGE), share)
    seen = [(f"fault {name}", f"fault {name}", frozenset({state}), facts) for name, state, facts in faults]
    ours = [replace(one, share=_FAULT) for one in examples(seen, rounds=0)]
    prior, bias = priors(), calibration().prior_bias
    held: dict[str, list[_Held]] = {_PLAIN: [], _UNKNOWN: []}
    for which in range(number):
        rest = [one for one in (*plain, *strange) if fold_of[one.id] != which]
        found = fit([*rest, *ours], prior, bias, steps=steps * 3 // 5)
        for name, group in ((_PLAIN, plain[: len(pages)]), (_UNKNOWN, strange)):
            held[name] += [
                _Held(teaching=known[one.id], total=_log_odds(found, one)) for one in group if fold_of[one.id] == which
            ]
    temperature = fit_temperature(
        [
            (one.total, one.teaching.right, _STRANGE if name == _UNKNOWN else 1.0)
            for name, group in held.items()
            for one in group
        ]
    )
    return Refit(
        fit=fit([*plain, *strange, *ours], prior, bias, steps=steps),
        temperature=temperature,
        figures=tuple((name, measure(_answer(one, temperature) for one in group)) for name, group in held.items()),
        pages=len(pages),
        families=len(set(family)),
        folds=number,
        fitted_on=_in_words(len(pages), rounds, faults=bool(faults)),
    )


def _weighed(made: Sequence[Example], share: Mapping[str, float]) -> list[Example]:
    prices = costs()
    wall = (prices.false_success / prices.false_alarm) ** (1 / 5)
    return [
        replace(one, share=one.share * share[one.id] * (1.0 if PageState.CONTENT in one.right else wall))
        for one in made
    ]


def _log_odds(found: Fit, example: Example) -> dict[PageState, float]:
    total = dict(found.bias)
    for name, strength in example.features.items():
        total[PageState(name.split(".")[0])] += found.weights.get(name, 0.0) * strength
    return total


def _answer(held: _Held, temperature: float) -> Answer:
    chances = chances_at(held.total, temperature, calibration().ceiling)
    best = max(chances, key=lambda state: chances[state])
    return Answer(
        page_id=held.teaching.kin.id,
        right=held.teaching.state,
        also=held.teaching.also,
        said=best if chances[best] >= THRESHOLD else PageState.UNEXPECTED,
        forced=best,
        confidence=chances[best],
    )


def _in_words(pages: int, rounds: int, *, faults: bool) -> str:
    words = (
        f"{pages} labelled pages, each also {rounds} times with a part of the phrases and signatures forgotten, "
        f"and at {_STRANGE} with all unknown that only its own site bears"
    )
    return f"{words}; fault site at {_FAULT}" if faults else words
