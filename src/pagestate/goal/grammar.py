r"""The grammar of expectations: from what a person wrote to an `Expectation`.

    expectation := ["not"] FLAG "(" css ")"              visible("nav") · not exists(".error")
                 | SUBJECT ["(" arguments ")"] OPERATOR operand

Operands are quoted with `"` or `'`, or bare to the end of the line. Inside quotes a backslash
escapes only the quote itself, so that regular expressions are written as they are: `text ~ "\d+"`.
"""

import difflib
import re
from dataclasses import dataclass
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from pagestate.errors import InputError
from pagestate.goal.model import Expectation

__all__ = ["OPERATORS", "SUBJECTS", "Subject", "parse"]

_TEXT = ("==", "!=", "~", "!~", "contains", "not contains")
_ORDER = ("==", "!=", "<", "<=", ">", ">=", "in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A fact that an expectation can speak of."""

    type: Literal["text", "number", "duration", "flag", "either"]
    arguments: tuple[Literal["css", "name", "path"], ...] = ()
    optional: bool = False
    """Whether it may also stand without parentheses."""

    @property
    def operators(self) -> tuple[str, ...]:
        """What may follow it."""
        match self.type:
            case "text":
                return _TEXT
            case "number" | "duration":
                return _ORDER
            case "either":
                return tuple(dict.fromkeys(_TEXT + _ORDER))
            case "flag":
                return ()


SUBJECTS: dict[str, Subject] = {
    "text": Subject(type="text", arguments=("css",), optional=True),
    "title": Subject(type="text"),
    "h1": Subject(type="text"),
    "url": Subject(type="text"),
    "url.host": Subject(type="text"),
    "url.path": Subject(type="text"),
    "url.query": Subject(type="text"),
    "language": Subject(type="text"),
    "status": Subject(type="number"),
    "duration": Subject(type="duration"),
    "count": Subject(type="number", arguments=("css",)),
    "visible": Subject(type="flag", arguments=("css",)),
    "exists": Subject(type="flag", arguments=("css",)),
    "attr": Subject(type="either", arguments=("css", "name")),
    "meta": Subject(type="either", arguments=("name",)),
    "header": Subject(type="either", arguments=("name",)),
    "json": Subject(type="either", arguments=("path",)),
}
"""Every subject by name."""

OPERATORS = ("==", "!=", "<", "<=", ">", ">=", "in", "~", "!~", "contains", "not contains")
"""Every operator."""

_MEANT = {
    "=": "==", "===": "==", "is": "==", "equals": "==", "<>": "!=", "!==": "!=", "is not": "!=",
    "=~": "~", "~=": "~", "matches": "~", "has": "contains", "includes": "contains", "=>": ">=", "=<": "<=",
}  # fmt: skip
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_WORD_OPERATOR = re.compile(r"(not\s+contains|contains|is\s+not|in)(?![A-Za-z])|[A-Za-z]+")
_SIGN_OPERATOR = re.compile(r"[=!<>~]+")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?$")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)\s*\.\.\s*(\d+(?:\.\d+)?)$")
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
# One repeated atom inside a repeated group, as in (a+)+: takes time exponential in the text.
_RUNAWAY = re.compile(r"\((?:\?:)?(?:\\.|\[[^\]]*\]|[^()\\\[\]])[+*]\??\)[+*{]")
_EMPTY = LexborHTMLParser("<html></html>")


class _Reader:
    """What was written and how far it has been read."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def fail(self, reason: str, at: int | None = None) -> InputError:
        column = self.at if at is None else at
        line = self.source.replace("\n", " ").replace("\t", " ")
        return InputError(f"expectation: {reason} (column {column + 1})\n  {line}\n  {' ' * column}^")

    def skip(self) -> None:
        while self.at < len(self.source) and self.source[self.at].isspace():
            self.at += 1

    def ended(self) -> bool:
        self.skip()
        return self.at >= len(self.source)

    def take(self, token: str) -> bool:
        self.skip()
        if self.source.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> str | None:
        self.skip()
        found = pattern.match(self.source, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def quoted(self) -> str | None:
        """Read a quoted string, or nothing."""
        self.skip()
        start = self.at
        if start >= len(self.source) or self.source[start] not in "\"'":
            return None
        out: list[str] = []
        quote, i = self.source[start], start + 1
        while i < len(self.source):
            char = self.source[i]
            if char == quote:
                self.at = i + 1
                return "".join(out)
            if char == "\\" and i + 1 < len(self.source):
                following = self.source[i + 1]
                out.append(following if following == quote else char + following)
                i += 2
                continue
            out.append(char)
            i += 1
        raise self.fail(f"this quote {quote} is never closed", start)


def parse(source: str) -> Expectation:
    """Return the expectation that `source` states.

    Raises:
        InputError: it cannot be read; the message points at the column and names the nearest valid word.
    """
    reader = _Reader(source.strip())
    if reader.ended():
        raise reader.fail('it is empty; write one such as text contains "Order"')
    negated = _negated(reader)
    start = reader.at
    name = reader.match(_NAME)
    if name is None:
        raise reader.fail(f"it must start with one of {', '.join(SUBJECTS)}")
    subject = SUBJECTS.get(name)
    if subject is None:
        raise reader.fail(f'unknown subject "{name}"{_nearest(name, tuple(SUBJECTS))}', start)
    argument, attribute = _arguments(reader, name, subject)
    if subject.type == "flag":
        if not reader.ended():
            raise reader.fail(f"nothing may follow {name}(…)")
        return Expectation(
            source=reader.source, subject=name, argument=argument, operator="not holds" if negated else "holds"
        )
    if negated:
        raise reader.fail('"not" goes before visible(…) and exists(…) only; use != or !~ or not contains', 0)
    operator, at = _operator(reader, name, subject)
    return Expectation(
        source=reader.source,
        subject=name,
        argument=argument,
        attribute=attribute,
        operator=operator,
        operand=_operand(reader, subject, operator, at),
    )


def _negated(reader: _Reader) -> bool:
    found = re.match(r"not\s+(?=\w+\s*\()", reader.source)
    if found is None:
        return False
    reader.at = found.end()
    return True


def _arguments(reader: _Reader, name: str, subject: Subject) -> tuple[str | None, str | None]:
    if not subject.arguments:
        if reader.take("("):
            raise reader.fail(f"{name} takes nothing in parentheses", reader.at - 1)
        return None, None
    shape = f"{name}({', '.join(repr(kind) for kind in subject.arguments)})".replace("'", '"')
    if not reader.take("("):
        if subject.optional:
            return None, None
        raise reader.fail(f"write {shape}")
    values: list[str] = []
    for kind in subject.arguments:
        if values and not reader.take(","):
            raise reader.fail(f"write {shape}")
        reader.skip()
        at = reader.at
        value = reader.quoted()
        if value is None:
            bare = reader.match(re.compile(r"[^,()]+" if len(subject.arguments) > 1 else r"[^()]+"))
            value = (bare or "").strip()
        if not value and kind != "path":
            raise reader.fail(f"write {shape}", at)
        if kind == "css":
            _check_selector(reader, value, at)
        values.append(value)
    if not reader.take(")"):
        raise reader.fail(f'a ")" is missing; quote what contains parentheses: {shape}')
    return values[0], values[1] if len(values) > 1 else None


def _check_selector(reader: _Reader, selector: str, at: int) -> None:
    try:
        _EMPTY.css(selector)
    except SelectolaxError:
        raise reader.fail(f"{selector!r} is not a CSS selector", at) from None


def _operator(reader: _Reader, name: str, subject: Subject) -> tuple[str, int]:
    reader.skip()
    at = reader.at
    allowed = subject.operators
    written = reader.match(_SIGN_OPERATOR) or reader.match(_WORD_OPERATOR)
    if written is None:
        raise reader.fail(f"an operator must follow {name}: one of {', '.join(allowed)}")
    operator = " ".join(written.split())
    if operator == "not" and "not contains" in allowed:
        raise reader.fail('"not" must be followed by "contains"; did you mean "not contains"?', at)
    if operator in allowed:
        return operator, reader.at
    if operator in OPERATORS:
        raise reader.fail(f'{name} cannot be compared by "{operator}"; use one of {", ".join(allowed)}', at)
    raise reader.fail(f'unknown operator "{operator}"{_nearest(operator, allowed)}', at)


def _operand(reader: _Reader, subject: Subject, operator: str, after: int) -> str | float | tuple[float, float]:
    reader.skip()
    at = reader.at
    value = reader.quoted()
    was_quoted = value is not None
    if value is None:
        value = reader.source[reader.at :].strip()
        reader.at = len(reader.source)
    if not reader.ended():
        raise reader.fail("nothing may follow the value; give every expectation on its own")
    if not value and not was_quoted:
        raise reader.fail(f'a value must follow "{operator}"', after)
    if operator == "in":
        return _range(reader, value, at)
    if subject.type == "duration":
        return _duration(reader, value, at)
    if subject.type == "number" or operator in {"<", "<=", ">", ">="}:
        if not _NUMBER.match(value):
            raise reader.fail(f"{value!r} is not a number", at)
        return float(value)
    if operator in {"~", "!~"}:
        _check_pattern(reader, value, at)
    elif operator in {"contains", "not contains"} and not value.strip():
        raise reader.fail("nothing is contained in everything; write the words to look for", at)
    return value


def _range(reader: _Reader, value: str, at: int) -> tuple[float, float]:
    found = _RANGE.match(value)
    if found is None:
        raise reader.fail(f"{value!r} is not a range such as 200..299", at)
    low, high = float(found[1]), float(found[2])
    if low > high:
        raise reader.fail(f"the range {value!r} runs backwards", at)
    return low, high


def _duration(reader: _Reader, value: str, at: int) -> float:
    found = _DURATION.match(value)
    if found is None:
        raise reader.fail(f"{value!r} is not a duration such as 5s or 800ms", at)
    return float(found[1]) * _SECONDS[found[2] or "s"]


def _check_pattern(reader: _Reader, pattern: str, at: int) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        offset = at + 1 + (error.pos or 0)
        raise reader.fail(f"not a regular expression: {error.msg}", min(offset, len(reader.source))) from None
    if _RUNAWAY.search(pattern):
        raise reader.fail("a repeated repetition such as (a+)+ may run for ever; write a+ instead", at)


def _nearest(word: str, valid: tuple[str, ...]) -> str:
    meant = _MEANT.get(word)
    if meant in valid:
        return f'; did you mean "{meant}"?'
    close = difflib.get_close_matches(word.lower(), valid, n=1, cutoff=0.5)
    return f'; did you mean "{close[0]}"?' if close else f"; use one of {', '.join(valid)}"
