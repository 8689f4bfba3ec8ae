"""A page's result as plain data: the stable JSON output that docs/json.md documents."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pagestate.decide.model import RunnerUp, Verdict
from pagestate.detect.model import Finding
from pagestate.evidence import Capture
from pagestate.goal.model import GoalResult
from pagestate.mission.events import AttemptRecord, PageResult
from pagestate.report.redact import redact_text, redact_url

__all__ = ["KEYS", "Json", "page_record"]

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What a record is made of."""

KEYS = (
    "id",
    "mission",
    "requested_url",
    "final_url",
    "status",
    "state",
    "kind",
    "confidence",
    "runner_up",
    "findings",
    "outcome",
    "steps",
    "expectations",
    "goal",
    "vendor",
    "hint",
    "fixer",
    "come_back",
    "recovered",
    "incident",
    "handover",
    "interrupted",
    "note",
    "capture",
    "bundle",
)
"""The keys of a record in their order; `text` follows `capture` when it is asked for."""


def page_record(page: PageResult, *, with_text: bool = False) -> dict[str, Json]:
    """Return the record of a page: the keys of `KEYS` in their order, whatever the page came to.

    Addresses are redacted. A page that was never visited has null where a capture or a verdict
    would speak.
    """
    last = page.last
    verdict = last.verdict if last else None
    capture = last.capture if last else None
    record: dict[str, Json] = {
        "id": redact_text(page.id),
        "mission": page.mission,
        "requested_url": redact_url(page.requested_url),
        "final_url": _url(capture.final_url) if capture else None,
        "status": capture.status if capture else None,
        "state": str(verdict.state) if verdict else None,
        "kind": verdict.kind if verdict else None,
        "confidence": round(verdict.confidence, 4) if verdict else None,
        "runner_up": _runner_up(verdict.runner_up) if verdict else None,
        "findings": [_finding(finding) for finding in verdict.findings] if verdict else [],
        "outcome": str(page.outcome),
        "steps": [_step(attempt) for attempt in page.attempts],
        "expectations": _expectations(verdict),
        "goal": _goal(page.goal, verdict.goal if verdict else None),
        "vendor": verdict.vendor if verdict else None,
        "hint": redact_text(verdict.hint) if verdict else None,
        "fixer": str(verdict.fixer) if verdict else None,
        "come_back": _come_back(verdict),
        "recovered": page.recovered,
        "incident": page.incident,
        "handover": redact_text(page.handover) if page.handover else None,
        "interrupted": page.interrupted,
        "note": redact_text(page.note) or None,
        "capture": _capture(capture) if capture else None,
    }
    if with_text:
        record["text"] = _text(capture) if capture else None
    record["bundle"] = _path(last.bundle) if last else None
    return record


def _runner_up(runner_up: RunnerUp | None) -> Json:
    if runner_up is None:
        return None
    return {
        "state": str(runner_up.state),
        "kind": runner_up.kind,
        "confidence": round(runner_up.confidence, 4),
    }


def _finding(finding: Finding) -> Json:
    return {
        "detector": finding.detector,
        "state": str(finding.state),
        "kind": finding.kind,
        "weight": round(finding.weight, 4),
        "vendor": finding.vendor,
        "observations": [
            {"what": redact_text(seen.what), "where": redact_text(seen.where)} for seen in finding.observations
        ],
    }


def _step(attempt: AttemptRecord) -> Json:
    verdict, step = attempt.verdict, attempt.step
    return {
        "attempt": attempt.number,
        "started_at": attempt.started_at or None,
        "state": str(verdict.state),
        "kind": verdict.kind,
        "confidence": round(verdict.confidence, 4),
        "action": str(step.action),
        "wait": round(step.wait_s, 3),
        "reason": redact_text(step.reason),
        "shared": step.shared,
        "bundle": _path(attempt.bundle),
    }


def _expectations(verdict: Verdict | None) -> Json:
    if verdict is None or verdict.goal is None:
        return []
    return [
        {"expectation": result.expectation, "outcome": result.outcome, "seen": redact_text(result.seen)}
        for result in verdict.goal.expectations
    ]


def _goal(text: str | None, result: GoalResult | None) -> Json:
    if text is None and result is None:
        return None
    opinion = result.opinion if result else None
    return {
        "text": text,
        "outcome": result.outcome if result else None,
        "reason": redact_text(result.reason) if result else None,
        "opinion": None
        if opinion is None
        else {
            "model": opinion.model,
            "goal_met": opinion.goal_met,
            "state": str(opinion.state) if opinion.state else None,
            "kind": opinion.kind,
            "reason": redact_text(opinion.reason),
            "error": redact_text(opinion.error) if opinion.error else None,
        },
    }


def _come_back(verdict: Verdict | None) -> Json:
    if verdict is None or verdict.come_back is None:
        return None
    return {"after": verdict.come_back.after_s, "source": redact_text(verdict.come_back.source)}


def _capture(capture: Capture) -> Json:
    settling, timings = capture.settling, capture.timings
    return {
        "source": capture.source,
        "settled": settling.settled if settling else None,
        "reason": redact_text(settling.reason) if settling else None,
        "pending": [redact_text(item) for item in settling.pending] if settling else [],
        "failure": {"kind": capture.failure.kind, "detail": redact_text(capture.failure.detail)}
        if capture.failure
        else None,
        "timings": {
            "first_byte": _ms(timings.first_byte),
            "dom_content_loaded": _ms(timings.dom_content_loaded),
            "load": _ms(timings.load),
            "settled": _ms(timings.settled),
            "captured": _ms(timings.captured),
        },
    }


def _text(capture: Capture) -> str | None:
    """What a person can read: as the browser measured it, else as far as the document tells."""
    if capture.text is not None:
        return redact_text(capture.text)
    if capture.html is None:
        return None
    from pagestate.facts import extract

    return redact_text(extract(capture).text)


def _ms(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _url(url: str | None) -> str | None:
    return None if url is None else redact_url(url)


def _path(path: Path | None) -> str | None:
    return None if path is None else path.as_posix()
