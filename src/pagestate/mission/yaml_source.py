"""YAML with the line of every key, and `${NAME}` filled in from the environment."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from pagestate.errors import ConfigurationError

__all__ = ["Place", "Plain", "Source", "read"]

Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | float | int | bool | None"
Place: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys and indices from the top."""

_TOLD = 40
"""Problems named at once; one slip at the top of a file can make thousands further down."""
_MOST_VALUES = 500_000
_REFERENCE = re.compile(r"\$(\$|\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})")


@dataclass(slots=True, kw_only=True)
class Source:
    """A file's values, where they stand, and what is already known to be wrong."""

    path: Path
    data: Plain
    lines: dict[Place, int] = field(default_factory=dict)
    problems: list[tuple[int, str]] = field(default_factory=list)
    values: int = 0
    """How many were read; aliases count each time they are used."""
    secrets: list[str] = field(default_factory=list)
    """Values that came from the environment."""

    def line(self, place: Place) -> int:
        """Return the line (from 1) of `place`, else of the nearest thing around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)

    def report(self, place: Place, reason: str) -> None:
        """Note a problem at `place`."""
        self.problems.append((self.line(place), reason))

    def check(self) -> None:
        """Raise ConfigurationError with every problem noted so far, in the order of lines."""
        if self.problems:
            told = list(dict.fromkeys(f"{self.path}:{line}: {reason}" for line, reason in sorted(self.problems)))
            if (more := len(told) - _TOLD) > 0:
                told[_TOLD:] = [f"{self.path}: and {more} more problems"]
            raise ConfigurationError("\n".join(told))


def read(path: Path, env: Mapping[str, str]) -> Source:
    """Return the values of the YAML 1.2 file at `path`.

    Raises:
        ConfigurationError: it cannot be read or is not YAML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigurationError(
            f"{path}:1: there is no such file; `pagestate init` writes one to start from"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}:1: cannot be read: {error}") from None
    try:
        loaded = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise ConfigurationError(f"{path}:{line}: not YAML: {error.problem or error.context}") from None
    except YAMLError as error:
        raise ConfigurationError(f"{path}:1: not YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ConfigurationError(f"{path}:1: nested too deep") from None
    source = Source(path=path, data=None)
    try:
        source.data = _plain(loaded, (), source, env)
    except RecursionError:
        raise ConfigurationError(f"{path}:1: nested too deep, or an alias inside its own anchor") from None
    return source


def _plain(value: object, place: Place, source: Source, env: Mapping[str, str]) -> Plain:
    source.values += 1
    if source.values > _MOST_VALUES:
        line = source.line(place)
        raise ConfigurationError(f"{source.path}:{line}: more than {_MOST_VALUES:,} values; do aliases multiply?")
    match value:
        case CommentedMap():
            plain: dict[str, Plain] = {}
            for key, item in value.items():
                name = str(key)
                own = (*place, name)
                _note(source, own, value.lc.key, key)
                plain[name] = _plain(item, own, source, env)
            return plain
        case CommentedSeq():
            items: list[Plain] = []
            for index, item in enumerate(value):
                own = (*place, index)
                _note(source, own, value.lc.item, index)
                items.append(_plain(item, own, source, env))
            return items
        case str():
            return _fill_in(str(value), place, source, env)
        case bool() | None:
            return value
        case int():
            return int(value)
        case float():
            return float(value)
        case date():
            return value.isoformat()
        case _:
            return str(value)


def _note(source: Source, place: Place, find: Callable[[Any], tuple[int, int]], key: object) -> None:
    """Note the line of `place`; what came by a merge key or bears a tag has none of its own."""
    try:
        source.lines[place] = int(find(key)[0]) + 1
    except (KeyError, IndexError, TypeError):
        source.lines[place] = source.line(place[:-1])


def _fill_in(text: str, place: Place, source: Source, env: Mapping[str, str]) -> str:
    def value_of(found: re.Match[str]) -> str:
        if found[1] == "$":
            return "$"
        name: str = found[2]
        fallback: str | None = found[3]
        value = env.get(name, fallback)
        if value is None:
            source.report(
                place, f"the environment variable {name} is not set; set it, or write ${{{name}:-…}} with a default"
            )
            return ""
        if name in env and value:
            source.secrets.append(value)
        return value

    return _REFERENCE.sub(value_of, text)
