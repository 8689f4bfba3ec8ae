"""Findings to one verdict.

`classify` judges a capture, `decide` facts that were extracted already.
"""

from pagestate.decide.decision import THRESHOLD, classify, decide
from pagestate.decide.model import ComeBack, RunnerUp, Verdict

__all__ = ["THRESHOLD", "ComeBack", "RunnerUp", "Verdict", "classify", "decide"]
