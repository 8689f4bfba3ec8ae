"""Fitting the decision's numbers to labelled pages.

The model is multinomial logistic regression in which each detector speaks for its own state only.
Its weights are drawn to the ones set by hand (a Gaussian prior), keep their sign, and are fitted on
every page several times: as it is, with a random part of the phrases and signatures forgotten, and
with all unknown that no page of another site or template bears.
Pages to come use words and products that no file knows; what was fitted without that in mind is too
sure of the pages that nothing was recognised on.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from pagestate.decide.scoring import CANDIDATES
from pagestate.detect import Page, findings_of
from pagestate.detect import lexicon as lexicon_module
from pagestate.detect import signature as signature_module
from pagestate.detect.model import SiteHistory
from pagestate.facts.model import Facts
from pagestate.states import PageState

__all__ = ["Example", "Fit", "examples", "fit", "unfamiliar"]

_FIXED = frozenset({"content.no_status"})
"""What labelled pages cannot teach: nearly all of them were saved without their status."""
_DECISIVE = 7.0
"""Prior log-odds from which a weight is kept as it is."""
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A page as the decision sees it."""

    id: str
    group: str
    right: frozenset[PageState]
    features: Mapping[str, float]
    """Detector to the sum of its strengths."""
    share: float
    """How much it counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Fitted numbers."""

    weights: Mapping[str, float]
    bias: Mapping[PageState, float]
    loss: float


def _forgetful(seed: int, phrases: float, products: float) -> ExitStack:
    """Return a context in which a part of the phrases and signatures is forgotten."""
    chance = random.Random(seed)  # noqa: S311
    full = lexicon_module.lexicon()
    part = lexicon_module.Lexicon({})
    part.exact = {
        key: kept
        for key, value in full.exact.items()
        if (kept := [item for item in value if chance.random() >= phrases])
    }
    for key, stems in full.prefix.items():
        left = [item for item in stems if chance.random() >= phrases]
        if left:
            part.prefix[key] = left
    return _knowing(part, tuple(item for item in signature_module.signatures() if chance.random() >= products))


def _knowing(part: lexicon_module.Lexicon, known: tuple[signature_module.Signature, ...]) -> ExitStack:
    """Return a context in which only these phrases and signatures are known."""
    stack = ExitStack()
    for module in ("message", "interstitial", "matter", "paywall", "requests"):
        stack.enter_context(patch(f"pagestate.detect.{module}.lexicon", lambda: part))
    stack.enter_context(patch("pagestate.detect.signature.signatures", lambda: known))
    return stack


def examples(
    labelled: Iterable[tuple[str, str, frozenset[PageState], Facts]],
    *,
    rounds: int = 4,
    phrases: float = 0.35,
    products: float = 0.5,
) -> list[Example]:
    """Return the training examples of labelled facts: (id, group, right states, facts)."""
    pages = list(labelled)
    made: list[Example] = []
    units = _Units()
    with patch("pagestate.detect.page.weights", lambda: units):
        for round_ in range(rounds + 1):
            with ExitStack() if round_ == 0 else _forgetful(round_, phrases, products):
                made += [_example(page, share=1.0 if round_ == 0 else 1.0 / rounds) for page in pages]
    return made


def unfamiliar(
    labelled: Iterable[tuple[str, str, frozenset[PageState], Facts]], *, share: float = 1.0
) -> list[Example]:
    """Return each page as it looks to one who never met its group.

    Phrases and signatures that no page of another group bears are unknown, which stands in for the
    wordings and products of sites that nobody has seen yet.
    """
    pages = list(labelled)
    supports = _Supports(pages)
    units = _Units()
    made: list[Example] = []
    with patch("pagestate.detect.page.weights", lambda: units):
        for page in pages:
            with supports.without(page[1]):
                made.append(_example(page, share=share))
    return made


def _example(page: tuple[str, str, frozenset[PageState], Facts], *, share: float) -> Example:
    identifier, group, right, facts = page
    features: dict[str, float] = {}
    for finding in findings_of(Page(facts, None, SiteHistory())):
        if finding.detector in _FIXED:
            continue
        features[finding.detector] = features.get(finding.detector, 0.0) + finding.weight
    return Example(id=identifier, group=group, right=right, features=features, share=share)


class _Supports:
    """Which groups of pages each phrase and each signature was found on."""

    def __init__(self, labelled: Iterable[tuple[str, str, frozenset[PageState], Facts]]) -> None:
        self.phrases: dict[int, set[str]] = {}
        self.products: dict[str, set[str]] = {}
        self._of_group: dict[str, tuple[set[int], set[str]]] = {}
        full = lexicon_module.lexicon()
        named = lexicon_module.Lexicon({})
        self._numbers = {id(item): number for number, item in enumerate(_phrases(full))}
        number = self._numbers
        named.exact = {key: [_renamed(item, number[id(item)]) for item in value] for key, value in full.exact.items()}
        named.prefix = {
            key: [(stem, _renamed(item, number[id(item)])) for stem, item in value]
            for key, value in full.prefix.items()
        }
        for _, group, _, facts in labelled:
            page = Page(facts, None, SiteHistory())
            phrases, products = self._of_group.setdefault(group, (set(), set()))
            for _, text in page.message.segments:
                phrases |= {int(match.group) for match in named.matches(lexicon_module.tokens_of(text))}
            products |= signature_module.names_of(page)
        for group, (phrases, products) in self._of_group.items():
            for phrase in phrases:
                self.phrases.setdefault(phrase, set()).add(group)
            for product in products:
                self.products.setdefault(product, set()).add(group)

    def without(self, group: str) -> ExitStack:
        """Return a context in which what only `group` supports is unknown."""
        phrases, products = self._of_group[group]
        own = {phrase for phrase in phrases if self.phrases[phrase] == {group}}
        lost = {product for product in products if self.products[product] == {group}}
        number = self._numbers
        full, part = lexicon_module.lexicon(), lexicon_module.Lexicon({})
        part.exact = {key: [item for item in value if number[id(item)] not in own] for key, value in full.exact.items()}
        part.prefix = {
            key: [pair for pair in value if number[id(pair[1])] not in own] for key, value in full.prefix.items()
        }
        return _knowing(part, tuple(item for item in signature_module.signatures() if item.id not in lost))


def _phrases(words: lexicon_module.Lexicon) -> Iterator[lexicon_module.Phrase]:
    for value in words.exact.values():
        yield from value
    for stems in words.prefix.values():
        yield from (item for _, item in stems)


def _renamed(item: lexicon_module.Phrase, number: int) -> lexicon_module.Phrase:
    return lexicon_module.Phrase(str(number), item.language, item.parts)


class _Units(dict[str, float]):
    """Weights of one, so that findings show their strength."""

    def get(self, key: str, default: float = 0.0) -> float:  # type: ignore[override]
        return 1.0


class _Descent:
    """A value on its way down a slope, by Adam (Kingma and Ba 2015)."""

    def __init__(self, start: Matrix) -> None:
        self.value: Matrix = start.copy()
        self._first: Matrix = np.zeros_like(start)
        self._second: Matrix = np.zeros_like(start)
        self._steps = 0

    def go(self, slope: Matrix, rate: float) -> None:
        self._steps += 1
        self._first = 0.9 * self._first + 0.1 * slope
        self._second = 0.99 * self._second + 0.01 * slope**2
        first = self._first / (1 - 0.9**self._steps)
        second = self._second / (1 - 0.99**self._steps)
        self.value = self.value - rate * first / (np.sqrt(second) + 1e-8)


def fit(
    data: Sequence[Example],
    prior: Mapping[str, float],
    prior_bias: Mapping[PageState, float],
    *,
    freedom: float = 0.5,
    steps: int = 600,
) -> Fit:
    """Fit weights by gradient descent (Adam), drawn to `prior`."""
    names = sorted(prior)
    column = {name: index for index, name in enumerate(names)}
    states = list(CANDIDATES)
    owner = np.array([states.index(_state_of(name)) for name in names])
    features = np.zeros((len(data), len(names)))
    right = np.zeros((len(data), len(states)))
    share = np.array([item.share for item in data])
    for row, item in enumerate(data):
        for name, value in item.features.items():
            if name in column:
                features[row, column[name]] = value
        for state in item.right:
            if state in states:
                right[row, states.index(state)] = 1.0
    start = np.array([prior[name] for name in names])
    start_bias = np.array([prior_bias.get(state, -4.0) for state in states])
    spread = np.maximum(0.6, freedom * np.abs(start))
    one_hot = np.zeros((len(names), len(states)))
    one_hot[np.arange(len(names)), owner] = 1.0
    weights, bias = _Descent(start), _Descent(start_bias)
    loss = 0.0
    for step in range(1, steps + 1):
        total = (features * weights.value) @ one_hot + bias.value
        total -= total.max(axis=1, keepdims=True)
        power = np.exp(total)
        chance = power / power.sum(axis=1, keepdims=True)
        good = np.maximum((chance * right).sum(axis=1, keepdims=True), 1e-12)
        error = (chance - chance * right / good) * share[:, None]
        loss = float(-(share * np.log(good[:, 0])).sum())
        rate = 0.05 if step < steps * 0.6 else 0.01
        weights.go(((features.T @ error) * one_hot).sum(axis=1) + (weights.value - start) / spread**2, rate)
        bias.go(error.sum(axis=0) + (bias.value - start_bias), rate)
        # Half of what was set by hand stays: these few pages do not overrule what is known of all.
        weights.value = np.where(start >= 0, np.maximum(weights.value, start / 2), np.minimum(weights.value, start / 2))
        weights.value[[column[name] for name in _FIXED if name in column]] = start[
            [column[name] for name in _FIXED if name in column]
        ]
        # What a plain fact decides (an answer's status, a failed navigation) is not a matter of statistics.
        weights.value = np.where(np.abs(start) >= _DECISIVE, start, weights.value)
    return Fit(
        weights={name: float(weights.value[index]) for name, index in column.items()},
        bias={state: float(bias.value[index]) for index, state in enumerate(states)},
        loss=loss,
    )


def _state_of(detector: str) -> PageState:
    return PageState(detector.split(".")[0])
