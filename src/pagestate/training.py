"""Fitting the decision's numbers to labelled pages.

The model is multinomial logistic regression in which each detector speaks for its own state only.
Its weights are drawn to the ones set by hand (a Gaussian prior), keep their sign, and are fitted on
every page several times: as it is, with a random part of the phrases and signatures forgotten, and
with all unknown that no page of another site or template bears.
Pages to come use words and products that no file knows; what was fitted without that in mind is too
sure of the pages that nothing was recognised on.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pagestate.decide.scoring import CANDIDATES
from pagestate.detect import Page, findings_of
from pagestate.detect.knowledge import Knowledge, Offers, knowledge
from pagestate.detect.lexicon import Lexicon, tokens_of
from pagestate.detect.marks import holding
from pagestate.detect.model import SiteHistory
from pagestate.detect.signature import SignatureIndex
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


def _forgetful(seed: int, phrases: float, products: float) -> Knowledge:
    """Return the package's knowledge with a part of the phrases and signatures forgotten."""
    chance = random.Random(seed)  # noqa: S311
    full = knowledge()
    return _knowing(
        full.lexicon.kept(lambda _: chance.random() >= phrases),
        full.signatures.kept(lambda _: chance.random() >= products),
    )


def _knowing(words: Lexicon, products: SignatureIndex) -> Knowledge:
    """Return the knowledge of these phrases and signatures, with all weights one."""
    return Knowledge(lexicon=words, signatures=products, weights=_Units(), offers=Offers(words))


def examples(
    labelled: Iterable[tuple[str, str, frozenset[PageState], Facts]],
    *,
    rounds: int = 4,
    phrases: float = 0.35,
    products: float = 0.5,
) -> list[Example]:
    """Return the training examples of labelled facts: (id, group, right states, facts)."""
    pages = list(labelled)
    full = knowledge()
    made = [_example(page, _knowing(full.lexicon, full.signatures), share=1.0) for page in pages]
    for round_ in range(1, rounds + 1):
        part = _forgetful(round_, phrases, products)
        made += [_example(page, part, share=1.0 / rounds) for page in pages]
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
    of_group: dict[str, list[tuple[str, str, frozenset[PageState], Facts]]] = {}
    for page in pages:
        of_group.setdefault(page[1], []).append(page)
    made: list[Example] = []
    for group, members in of_group.items():
        known = supports.without(group)
        made += [_example(page, known, share=share) for page in members]
    return made


def _example(page: tuple[str, str, frozenset[PageState], Facts], known: Knowledge, *, share: float) -> Example:
    identifier, group, right, facts = page
    features: dict[str, float] = {}
    for finding in findings_of(Page(facts, None, SiteHistory(), known=known)):
        if finding.detector in _FIXED:
            continue
        features[finding.detector] = features.get(finding.detector, 0.0) + finding.weight
    return Example(id=identifier, group=group, right=right, features=features, share=share)


class _Supports:
    """Which groups of pages each phrase and each signature was found on."""

    def __init__(self, labelled: Iterable[tuple[str, str, frozenset[PageState], Facts]]) -> None:
        full = knowledge()
        named = Lexicon(replace(phrase, group=str(number)) for number, phrase in enumerate(full.lexicon.phrases))
        self._phrases: dict[int, set[str]] = {}
        self._products: dict[str, set[str]] = {}
        for _, group, _, facts in labelled:
            page = Page(facts, None, SiteHistory())
            pieces = [tokens_of(text) for _, text in page.message.segments]
            for match in (match for matches in named.search(pieces) for match in matches):
                self._phrases.setdefault(int(match.group), set()).add(group)
            for signature, _ in holding(page):
                self._products.setdefault(signature.id, set()).add(group)

    def without(self, group: str) -> Knowledge:
        """Return the knowledge in which what only `group` supports is unknown."""
        full = knowledge()
        alone = {group}
        own = {id(full.lexicon.phrases[number]) for number, groups in self._phrases.items() if groups == alone}
        lost = {product for product, groups in self._products.items() if groups == alone}
        return _knowing(
            full.lexicon.kept(lambda phrase: id(phrase) not in own) if own else full.lexicon,
            full.signatures.kept(lambda signature: signature.id not in lost) if lost else full.signatures,
        )


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
