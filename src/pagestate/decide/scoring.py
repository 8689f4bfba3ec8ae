"""Findings to probabilities: log-odds add up per state, one softmax over the states.

A state starts from its bias, the log of how common it is when nothing is seen; each finding adds
its weight to its state. Weights, biases and the temperature were fitted on labelled pages
(multinomial logistic regression with priors; see the data files).
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from pagestate.detect.model import Finding
from pagestate.states import PageState

__all__ = ["CANDIDATES", "Calibration", "calibration", "probabilities", "scores", "table"]

CANDIDATES: tuple[PageState, ...] = (
    PageState.CONTENT,
    PageState.AUTH_WALL,
    PageState.CAPTCHA,
    PageState.ERROR_PAGE,
    PageState.MAINTENANCE,
    PageState.DOMAIN_MISMATCH,
    PageState.REDIRECT_LOOP,
    PageState.LOADING_TIMEOUT,
    PageState.EMPTY_PAGE,
    PageState.INTERSTITIAL,
    PageState.CAPTURE_FAILED,
    PageState.UNEXPECTED,
)
"""The states that findings can speak for; the two of a goal are decided from `content` afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Fitted numbers of the decision."""

    bias: Mapping[PageState, float]
    prior_bias: Mapping[PageState, float]
    """The same as set by hand."""
    temperature: float
    ceiling: float
    """No probability is said to be higher: the share of pages on which two readers agree sets it."""
    opinion: float
    """Log-odds that a model's opinion adds to a state."""


@lru_cache(maxsize=1)
def table() -> dict[str, Any]:
    """Return `calibration.json`; read once."""
    text = (resources.files("pagestate.decide") / "calibration.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    """Return the package's calibration."""
    data = table()
    return Calibration(
        bias={PageState(name): float(entry["value"]) for name, entry in data["bias"].items()},
        prior_bias={PageState(name): float(entry["prior"]) for name, entry in data["bias"].items()},
        temperature=float(data["temperature"]),
        ceiling=float(data.get("ceiling", 0.995)),
        opinion=float(data.get("opinion", 2.5)),
    )


def scores(findings: Iterable[Finding]) -> dict[PageState, float]:
    """Return the log-odds of each candidate."""
    known = calibration()
    total = {state: known.bias.get(state, -4.0) for state in CANDIDATES}
    for finding in findings:
        if finding.state in total:
            total[finding.state] += finding.weight
    return total


def probabilities(total: Mapping[PageState, float]) -> dict[PageState, float]:
    """Return the probability of each state for its log-odds."""
    temperature = calibration().temperature
    highest = max(total.values())
    powers = {state: math.exp((value - highest) / temperature) for state, value in total.items()}
    whole = sum(powers.values())
    ceiling = calibration().ceiling
    return {state: min(ceiling, power / whole) for state, power in powers.items()}
