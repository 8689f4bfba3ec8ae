"""What the detectors know besides the page: phrases, signatures, weights."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from pagestate.detect.lexicon import Lexicon, lexicon, plain, tokens_in
from pagestate.detect.sieve import Sieve
from pagestate.detect.signature import SignatureIndex, signatures

__all__ = ["Knowledge", "Offers", "knowledge", "priors", "weights"]


class Offers:
    """The phrases by which the rest of an article is offered for money."""

    def __init__(self, words: Lexicon) -> None:
        self._words = words.kept(lambda phrase: phrase.group == "interstitial.paywall")
        self._sieve = Sieve(self._words.rarest())

    def among(self, lines: Sequence[str]) -> set[int]:
        """Return the numbers of the lines that hold an offer."""
        folded = plain("\n".join(lines)).split("\n")
        likely = self._sieve.lines(folded)
        if not likely:
            return set()
        found = self._words.search([tokens_in(folded[number]) for number in likely])
        return {number for number, matches in zip(likely, found, strict=True) if matches}


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Phrases, signatures and weights by which pages are judged."""

    lexicon: Lexicon
    signatures: SignatureIndex
    weights: Mapping[str, float]
    """Of every detector, in natural log-odds at full strength."""
    offers: Offers


@lru_cache(maxsize=1)
def knowledge() -> Knowledge:
    """Return what the package's own data files say; read once."""
    words = lexicon()
    return Knowledge(lexicon=words, offers=Offers(words), signatures=SignatureIndex(signatures()), weights=weights())


@lru_cache(maxsize=1)
def weights() -> dict[str, float]:
    """Return the weight of every detector, in natural log-odds at full strength."""
    return _column("weight")


def priors() -> dict[str, float]:
    """Return the weights as they were set by hand, to which fitting keeps."""
    return _column("prior")


def _column(name: str) -> dict[str, float]:
    data = json.loads((resources.files("pagestate.detect") / "weights.json").read_text(encoding="utf-8"))
    return {detector: float(entry[name]) for detector, entry in data["weights"].items()}
