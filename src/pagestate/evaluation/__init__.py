"""Verdicts on labelled pages: how often right, how sure, which mistakes, and what they cost.

A labelled manifest is a JSON Lines file with one page a line: `id`, `file` (a path relative to the
manifest, in a folder or in a zip beside it), `state`, and where known `also` (a second state that is
right too), `detail`, `group`, `template`, `split`, `lang`, `origin`, `requested_url`, `final_url`,
`host`, `status`, `headers`, `encoding`.
"""

from pagestate.evaluation.ablation import EVIDENCE, evidence_of, without
from pagestate.evaluation.evaluation import Evaluation, evaluation_of
from pagestate.evaluation.figures import Answer, Figures, measure
from pagestate.evaluation.judging import Judged, judge
from pagestate.evaluation.labelled import LabelledPage, read_labelled

__all__ = [
    "EVIDENCE",
    "Answer",
    "Evaluation",
    "Figures",
    "Judged",
    "LabelledPage",
    "evaluation_of",
    "evidence_of",
    "judge",
    "measure",
    "read_labelled",
    "without",
]
