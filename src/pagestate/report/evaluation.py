"""The report of an evaluation: one HTML file that stands alone, runs nothing and loads nothing."""

import base64
import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from pagestate import __version__
from pagestate.detect.model import Finding
from pagestate.errors import InputError
from pagestate.evaluation.evaluation import Evaluation, Mistake
from pagestate.evaluation.share import Share
from pagestate.report.html import Templates, part
from pagestate.report.plots import confidence_histogram, confusion_map, reliability_plot, risk_plot
from pagestate.report.text import one_line, percent, plural, show_url
from pagestate.report.words import full_name
from pagestate.states import PageState

__all__ = ["render_evaluation", "write_report"]

_SHOWN = 6
"""Findings of a misjudged page that are listed."""
_PART_WORDS = {
    "split": "Split",
    "language": "Language",
    "kind": "Kind",
    "origin": "Origin",
    "status": "Status of the answer",
    "headers": "Headers",
    "document": "Document",
}
_RISK_ROWS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wrong:
    """A misjudged page as it is shown."""

    mistake: Mistake
    what: str
    tone: str
    said: str
    findings: tuple[Finding, ...]


def write_report(result: Evaluation, path: Path, *, title: str) -> Path:
    """Write the report to `path`, or as `eval.html` into it where that is a folder, and return the file.

    Raises:
        InputError: it cannot be written.
    """
    file = path if path.suffix.lower() in (".html", ".htm") and not path.is_dir() else path / "eval.html"
    temporary = file.with_name(f".{file.name}.part")
    document = render_evaluation(result, title=title)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(document, encoding="utf-8", errors="replace")
        temporary.replace(file)
    except OSError as error:
        raise InputError(f"--report: {file} cannot be written: {error.strerror}.") from None
    return file


def render_evaluation(result: Evaluation, *, title: str) -> str:
    """Return the report as one HTML document."""
    style = part("report.css") + part("evaluation.css")
    environment = Environment(
        loader=Templates(), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(line=one_line, url=show_url, pct=percent, share=_share, interval=_interval)
    environment.globals.update(plural=plural)
    figures = result.figures
    return environment.get_template("evaluation.html.j2").render(
        title=title,
        result=result,
        figures=figures,
        headline=_headline(result),
        tone="failed" if figures.false_success.number else "needs_person" if figures.false_alarm.number else "passed",
        reliability=reliability_plot(figures.reliability, result.threshold),
        risk=risk_plot(figures.risk, result.threshold),
        histogram=confidence_histogram(result.confidences, result.threshold),
        confusion=confusion_map(
            "confusion", "Labels and answers at the threshold", _plain(figures.confusion), doubt=True
        ),
        forced=confusion_map(
            "forced", "Labels and answers when forced to answer", _plain(figures.forced_confusion), doubt=False
        ),
        risk_rows=[one for one in figures.risk if one.threshold in _RISK_ROWS],
        parts=[(name, _PART_WORDS.get(name, name), parts) for name, parts in result.parts],
        wrong=[_wrong(one) for one in result.mistakes],
        bill=_bill(result),
        style=Markup(style),  # noqa: S704  our own file
        policy=_policy(style),
        version=__version__,
    )


def _headline(result: Evaluation) -> str:
    figures = result.figures
    if not figures.false_success.number and not figures.false_alarm.number:
        return "No wall called fine, no good page called broken"
    walls = plural(figures.false_success.number, "wall") if figures.false_success.number else "no wall"
    good = plural(figures.false_alarm.number, "good page") if figures.false_alarm.number else "no good page"
    words = f"{walls} called fine, {good} called broken"
    return words[0].upper() + words[1:]


def _wrong(mistake: Mistake) -> _Wrong:
    judged = mistake.judged
    answer = judged.answer
    if not answer.is_sure:
        what, tone = "In doubt", "quiet"
    elif answer.is_false_success:
        what, tone = "False success", "failed"
    elif answer.is_false_alarm:
        what, tone = "False alarm", "needs_person"
    else:
        what, tone = "Wrong wall", "needs_person"
    told = {answer.forced, answer.right}
    findings = [one for one in judged.verdict.findings if one.state in told]
    return _Wrong(
        mistake=mistake,
        what=what,
        tone=tone,
        said=full_name(answer.forced, judged.kind),
        findings=tuple(findings[:_SHOWN]),
    )


def _bill(result: Evaluation) -> list[tuple[str, int, float]]:
    """Return the mistakes at the threshold: their name, their number, the price of one."""
    figures, prices = result.figures, result.prices
    doubts = figures.pages - figures.answered.number
    wrong = figures.answered.number - figures.right_when_sure.number
    walls = wrong - figures.false_success.number - figures.false_alarm.number
    return [
        ("False success", figures.false_success.number, prices.false_success),
        ("False alarm", figures.false_alarm.number, prices.false_alarm),
        ("Wrong wall", walls, prices.wrong_wall),
        ("No answer", doubts, prices.abstention),
    ]


def _plain(confusion: Mapping[PageState, Counter[PageState]]) -> dict[PageState, dict[PageState, int]]:
    return {label: dict(row) for label, row in confusion.items()}


def _share(value: Share, places: int = 1) -> str:
    return f"{value.value * 100:.{places}f}\u00a0%" if value.of else "–"


def _interval(value: Share) -> str:
    low, high = value.interval
    return f"{low * 100:.1f} to {high * 100:.1f}\u00a0%"


def _policy(style: str) -> str:
    # No script at all, and only this one style: what a page wrote could neither run nor call home.
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
