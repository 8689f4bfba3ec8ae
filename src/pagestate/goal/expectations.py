"""Expectations: deterministic conditions on what a page shows, each told with the value seen.

How values compare:

- `~` and `!~` search a regular expression, case-sensitive unless it starts with `(?i)`, in at most
  the first 200,000 characters.
- `contains` folds white space and ignores case.
- `==` and `!=` fold white space and heed case. `url.host` ignores case and a leading `www.`, `language`
  compares primary tags, `url` knows default ports and the empty path.
- `text("css")`, `h1`, `header`, `meta`, `attr`: one match is enough for a positive operator, no match may
  break a negative one. An element, header or field that is not there fails every operator.
- What the capture lacks is `unknown`, never met. So is an absence on a page that did not arrive whole.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from pagestate.facts.model import Facts
from pagestate.goal.allowance import PATTERN_SECONDS, TooSlow, allowance
from pagestate.goal.grammar import parse
from pagestate.goal.model import Expectation, ExpectationResult
from pagestate.goal.sight import Json, document, elements, fold, is_hidden, lookup, visible_text

__all__ = ["evaluate", "is_positive", "parse", "selectors"]

_TEXT_LIMIT = 200_000
_SEEN_LIMIT = 160
_NEGATIVE = frozenset({"!=", "!~", "not contains", "not holds"})
_CONTENT = frozenset({"text", "title", "h1", "count", "visible", "exists", "attr", "meta", "json"})

_Outcome = Literal["met", "unmet", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """Values found for a subject; None when the capture lacks what is needed."""

    values: tuple[str | float, ...] | None
    absent: str = ""
    """What to say when nothing was found, or could not be looked for."""


def is_positive(expectation: Expectation) -> bool:
    """Return whether meeting `expectation` proves that wanted content is there.

    `text contains "Orders"` does; `status == 200`, `not visible(".error")` and `count("tr") < 5` do
    not, since many another page meets them as well.
    """
    if expectation.subject not in _CONTENT or expectation.operator in _NEGATIVE:
        return False
    if expectation.subject != "count":
        return True
    operand = expectation.operand
    match expectation.operator:
        case "==" | ">=":
            return isinstance(operand, float) and operand > 0
        case ">":
            return isinstance(operand, float) and operand >= 0
        case "in":
            return isinstance(operand, tuple) and operand[0] > 0
        case _:
            return False


def selectors(expectations: Iterable[Expectation]) -> tuple[str, ...]:
    """Return the CSS selectors that `expectations` ask about, each once."""
    found = (
        item.argument
        for item in expectations
        if item.argument and item.subject in {"text", "count", "visible", "exists", "attr"}
    )
    return tuple(dict.fromkeys(found))


def evaluate(expectation: Expectation, facts: Facts) -> ExpectationResult:
    """Return how `expectation` fares on `facts`, with the value seen."""
    seen = _look(expectation, facts)
    outcome: _Outcome
    if seen.values is None:
        outcome, told = "unknown", seen.absent
    elif not seen.values:
        outcome, told = "unmet", seen.absent
    elif expectation.operator in {"~", "!~"}:
        try:
            with allowance():
                outcome, told = _judge(expectation, seen.values)
        except TooSlow:
            outcome, told = "unknown", f"the pattern was not through with it after {PATTERN_SECONDS:g} s"
    else:
        outcome, told = _judge(expectation, seen.values)
    if outcome == "met" and _rests_on_absence(expectation) and facts.capture.truncated:
        outcome, told = "unknown", f"{told} (the page did not arrive whole)"
    return ExpectationResult(expectation=expectation.source, outcome=outcome, seen=_shorten(told))


def _rests_on_absence(expectation: Expectation) -> bool:
    if expectation.subject not in _CONTENT:
        return False
    if expectation.operator in _NEGATIVE:
        return True
    return expectation.subject == "count" and expectation.operator in {"<", "<=", "==", "in"}


def _look(expectation: Expectation, facts: Facts) -> _Seen:
    capture = facts.capture
    argument = expectation.argument or ""
    arrived = capture.committed and capture.failure is None
    match expectation.subject:
        case "status":
            return _one(None if capture.status is None else float(capture.status), "no status in this capture")
        case "header":
            if capture.status is None and not capture.headers:
                return _Seen(values=None, absent="no headers in this capture")
            name = argument.lower()
            return _Seen(values=tuple(v for k, v in capture.headers if k == name), absent=f"no header {name}")
        case "url" | "url.host" | "url.path" | "url.query":
            reached = arrived or (capture.failure is not None and capture.failure.kind in {"download", "no_content"})
            return _one(_address(expectation.subject, capture.final_url) if reached else None, "no page was reached")
        case _ if not arrived:
            return _Seen(values=None, absent="no page was reached")
        case "duration":
            timings = capture.timings
            milliseconds = timings.load if timings.load is not None else timings.settled
            return _one(None if milliseconds is None else milliseconds / 1000, "no timings in this capture")
        case "title":
            known = facts.tree is not None or capture.title is not None
            return _one(facts.title if known else None, "no document in this capture")
        case "language":
            return _one(facts.language, "the language could not be told")
        case "text" if expectation.argument is None:
            known = facts.tree is not None or capture.text is not None
            return _one(facts.text if known else None, "no text in this capture")
        case "json":
            return _json(facts, argument)
        case _ if facts.tree is None:
            return _Seen(values=None, absent="no document in this capture")
        case "meta":
            return _meta(facts, argument)
        case _:
            return _elements(expectation, facts)


def _one(value: str | float | None, absent: str) -> _Seen:
    return _Seen(values=None if value is None else (value,), absent=absent)


def _address(subject: str, url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return None
    match subject:
        case "url.host":
            return host
        case "url.path":
            return parts.path or "/"
        case "url.query":
            return parts.query
        case _:
            return url


def _json(facts: Facts, path: str) -> _Seen:
    if facts.tree is None and facts.capture.text is None and facts.capture.served_html is None:
        return _Seen(values=None, absent="no document in this capture")
    is_json, value = document(facts)
    if not is_json:
        return _Seen(values=(), absent="the page is not a JSON document")
    found, leaf = lookup(value, path)
    return _Seen(values=(_scalar(leaf),) if found else (), absent=f"nothing at {path} in the JSON document")


def _scalar(value: Json) -> str | float:
    match value:
        case str():
            return value
        case bool() | None | dict() | list():
            return json.dumps(value, ensure_ascii=False)
        case int():
            return str(value)  # exact, however long
        case _:
            return value


def _meta(facts: Facts, name: str) -> _Seen:
    wanted = name.lower()
    values = tuple(
        node.attributes.get("content") or ""
        for node in elements(facts, "meta")
        if wanted
        in {(node.attributes.get(key) or "").lower() for key in ("name", "property", "http-equiv", "itemprop")}
    )
    return _Seen(values=values, absent=f"no meta element named {name}")


def _elements(expectation: Expectation, facts: Facts) -> _Seen:
    measured = facts.capture.rendered_html is not None
    selector = "h1" if expectation.subject == "h1" else expectation.argument or ""
    found = elements(facts, selector)
    match expectation.subject:
        case "count":
            return _Seen(values=(float(len(found)),))
        case "exists":
            return _Seen(values=(_plural(len(found), "match"),) if found else ("no match",))
        case "visible":
            shown = sum(not is_hidden(node, measured=measured) for node in found)
            if not measured and (shown or expectation.operator == "not holds"):
                absent = f"{_plural(len(found), 'match')}; only a browser can tell what is visible"
                return _Seen(values=None, absent=absent)
            hidden = f", {len(found) - shown} hidden" if len(found) > shown else ""
            return _Seen(values=(f"{shown} visible{hidden}" if shown else f"no visible match{hidden}",))
        case "attr":
            name = expectation.attribute or ""
            values = tuple(node.attributes[name] or "" for node in found if name in node.attributes)
            absent = f"no {name} on {_plural(len(found), 'match')}" if found else f"nothing matches {selector}"
            return _Seen(values=values, absent=absent)
        case _:
            texts = tuple(
                visible_text(node, measured=measured) for node in found if not is_hidden(node, measured=measured)
            )
            absent = f"{_plural(len(found), 'match')}, none visible" if found else f"nothing matches {selector}"
            return _Seen(values=texts, absent=absent)


def _judge(expectation: Expectation, values: Sequence[str | float]) -> tuple[_Outcome, str]:
    operator = expectation.operator
    if operator in {"holds", "not holds"}:
        told = str(values[0])
        return ("met" if (not told.startswith("no ")) == (operator == "holds") else "unmet"), told
    results = [(_compare(expectation, value), value) for value in values]
    negative = operator in _NEGATIVE
    deciding = next((r for r in results if (r[0] == "unmet" if negative else r[0] == "met")), None)
    if deciding is None:
        deciding = next((r for r in results if r[0] == "unknown"), results[0])
    outcome, value = deciding
    told = _excerpt(expectation, value, outcome)
    more = len(values) - 1
    return outcome, f"{told} (and {more} more)" if more and outcome != "met" else told


def _compare(expectation: Expectation, value: str | float) -> _Outcome:
    operator, operand = expectation.operator, expectation.operand
    if isinstance(operand, float | tuple):
        number = _number(value)
        if number is None:
            return "unmet"
        return "met" if _in_order(number, operator, operand) else "unmet"
    wanted, text = str(operand), value if isinstance(value, str) else _plain(value)
    match operator:
        case "==" | "!=":
            # the number 3.0 is 3, while the string "1.10" is not "1.1"
            same = value == _number(wanted) if isinstance(value, float) else _equal(expectation.subject, text, wanted)
            return "met" if same == (operator == "==") else "unmet"
        case "contains" | "not contains":
            inside = fold(wanted).casefold() in fold(text).casefold()
            return "met" if inside == (operator == "contains") else "unmet"
        case _:
            found = re.search(wanted, text[:_TEXT_LIMIT]) is not None
            if not found and len(text) > _TEXT_LIMIT:
                return "unknown"
            return "met" if found == (operator == "~") else "unmet"


def _in_order(number: float, operator: str, operand: float | tuple[float, float]) -> bool:
    if isinstance(operand, tuple):
        return operand[0] <= number <= operand[1]
    match operator:
        case "==":
            return number == operand
        case "!=":
            return number != operand
        case "<":
            return number < operand
        case "<=":
            return number <= operand
        case ">":
            return number > operand
        case _:
            return number >= operand


def _number(value: str | float) -> float | None:
    if isinstance(value, float):
        return value
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number == number else None


def _equal(subject: str, seen: str, wanted: str) -> bool:
    match subject:
        case "url.host":
            return _host(seen) == _host(wanted)
        case "language":
            return _primary(seen) == _primary(wanted)
        case "url":
            return _normal(seen) == _normal(wanted)
        case _:
            return fold(seen) == fold(wanted)


def _host(name: str) -> str:
    return name.lower().rstrip(".").removeprefix("www.")


def _primary(tag: str) -> str:
    return re.split(r"[-_]", tag.strip().lower(), maxsplit=1)[0]


def _normal(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return url
    shown = "" if port is None or port == {"http": 80, "https": 443}.get(parts.scheme) else f":{port}"
    return parts._replace(netloc=f"{parts.hostname or ''}{shown}", path=parts.path or "/").geturl()


def _excerpt(expectation: Expectation, value: str | float, outcome: _Outcome) -> str:
    if isinstance(value, float):
        unit = " s" if expectation.subject == "duration" else ""
        return f"{_plain(value)}{unit}"
    at = None
    if expectation.operator in {"~", "!~"}:
        match = re.search(str(expectation.operand), value[:_TEXT_LIMIT])
        at = match.start() if match else None
    elif expectation.operator in {"contains", "not contains"}:
        value = fold(value)
        index = value.casefold().find(fold(str(expectation.operand)).casefold())
        at = index if index >= 0 else None
    if outcome == "unknown":
        return f"not in the first {_TEXT_LIMIT:,} characters"
    if not value.strip():
        return "nothing"
    start = max(0, (at or 0) - 30)
    return f"{'…' if start else ''}{value[start : start + 2 * _SEEN_LIMIT]}"


def _plain(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 'es'}"


def _shorten(text: str) -> str:
    folded = fold(text)
    return folded if len(folded) <= _SEEN_LIMIT else f"{folded[: _SEEN_LIMIT - 1]}…"
