"""Options that several commands share. Precedence: flag, then `PAGESTATE_…` environment, then default."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from cyclopts import Group, Parameter, Token

from pagestate.errors import InputError
from pagestate.report.summary import FAIL_ON, FAIL_ON_DEFAULT

__all__ = [
    "Duration",
    "Environment",
    "LookOptions",
    "ModelOptions",
    "Names",
    "OutputOptions",
    "Probe",
    "ReportFolder",
    "Tags",
    "check_threshold",
    "check_timeout",
    "existing_file",
    "make_folder",
    "parse_fail_on",
    "parse_header",
    "with_retries",
]

if TYPE_CHECKING:
    from pagestate.recover.model import Strategies

LOOKING = Group("Looking", sort_key=2)
OUTPUT = Group("Output", sort_key=3)
MODEL = Group("Model", sort_key=4)

Names: TypeAlias = Annotated[
    tuple[str, ...],
    Parameter(name=("--name", "-k"), help="Only pages and missions whose name has this in it; repeatable."),
]
Tags: TypeAlias = Annotated[
    tuple[str, ...], Parameter(name=("--tag", "-t"), help="Only what bears this tag; repeatable.")
]
Environment: TypeAlias = Annotated[
    str | None,
    Parameter(
        env_var="PAGESTATE_ENV", help="Which environment of the mission file to visit [its defaults: environment]."
    ),
]
Probe: TypeAlias = Annotated[
    bool,
    Parameter(
        name="--probe",
        negative="--no-probe",
        env_var="PAGESTATE_PROBE",
        group=LOOKING,
        help="Where a verdict is close, ask the site for one more page, as its robots.txt allows [--probe].",
    ),
]
ReportFolder: TypeAlias = Annotated[
    Path,
    Parameter(
        name=("--output", "-o"),
        env_var="PAGESTATE_OUTPUT",
        group=OUTPUT,
        help="Folder of the report [pagestate-report].",
    ),
]


def _duration(_type: object, tokens: Sequence[Token]) -> "Duration":
    from pagestate.recover.durations import parse_duration

    return Duration(parse_duration(tokens[0].value))


@Parameter(converter=_duration, n_tokens=1, accepts_keys=False)
class Duration(float):
    """Seconds, written `30s`, `2m`, `500ms`."""


@Parameter(name="*", group=OUTPUT)
@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """How results are told."""

    json: Annotated[bool, Parameter(env_var="PAGESTATE_JSON", help="Print one JSON line per page (docs/json.md).")] = (
        False
    )
    text: Annotated[bool, Parameter(help="Put the page's visible text into the JSON.")] = False
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Print the summary alone.")] = False
    verbose: Annotated[int, Parameter(name=("--verbose", "-v"), count=True, help="Tell every page in full.")] = 0
    no_color: Annotated[bool, Parameter(name="--no-color", help="No colour; so does NO_COLOR.")] = False

    @property
    def verbosity(self) -> int:
        """Below 0 quiet, above 0 verbose."""
        return -1 if self.quiet else self.verbose


@Parameter(name="*", group=LOOKING)
@dataclass(frozen=True, kw_only=True)
class LookOptions:
    """How pages are looked at."""

    capture: Annotated[
        Literal["browser", "http"],
        Parameter(
            env_var="PAGESTATE_CAPTURE",
            show_default=True,
            help="By a real browser, or by plain HTTP (runs no scripts, sees no picture).",
        ),
    ] = "browser"
    headed: Annotated[bool, Parameter(help="Show the browser's window.")] = False
    ignore_tls_errors: Annotated[bool, Parameter(help="Accept certificates that are not trusted.")] = False
    browser_arg: Annotated[
        tuple[str, ...],
        Parameter(
            negative=(),
            allow_leading_hyphen=True,
            help="Argument for the browser, --browser-arg=--lang=de; repeatable. More from PAGESTATE_BROWSER_ARGS.",
        ),
    ] = ()


@Parameter(name="*", group=MODEL)
@dataclass(frozen=True, kw_only=True)
class ModelOptions:
    """Which model may be asked. Its key comes from PAGESTATE_MODEL_KEY."""

    model: Annotated[
        str | None, Parameter(env_var="PAGESTATE_MODEL", help="Name of the model that reads goals in free text.")
    ] = None
    model_url: Annotated[
        str | None, Parameter(env_var="PAGESTATE_MODEL_URL", help="An OpenAI-compatible endpoint.")
    ] = None


def parse_fail_on(values: str | None) -> frozenset[str]:
    """Return what `--fail-on failed,needs_person` names.

    Raises:
        InputError: an unknown name.
    """
    if values is None:
        return FAIL_ON_DEFAULT
    names = frozenset(one.strip().replace("-", "_") for one in values.split(",") if one.strip()) - {"none"}
    if unknown := sorted(names - set(FAIL_ON)):
        raise InputError(f"--fail-on: {unknown[0]!r} is unknown; name any of {', '.join(FAIL_ON)}, or none.")
    return names


def parse_header(line: str) -> tuple[str, str]:
    """Return name and value of `Name: value`.

    Raises:
        InputError: there is no colon, no name before it, or a character that no header may have.
    """
    name, colon, value = line.partition(":")
    if not colon or not name.strip():
        raise InputError(f'--header: {line.split("=")[0]!r} is no header; write it as "Name: value".')
    if re.search(r"[\x00\r\n]", line) or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name.strip()):
        raise InputError(
            f"--header: {name.strip()!r} is no header; its name or value has characters that none may have."
        )
    return name.strip(), value.strip()


def existing_file(path: Path, option: str) -> Path:
    """Return `path` if it is a file.

    Raises:
        InputError: it is not.
    """
    if not path.is_file():
        raise InputError(f"{option}: there is no file {path}.")
    return path


def check_timeout(value: float | None) -> None:
    """Make sure that `--timeout` leaves any time at all.

    Raises:
        InputError: it does not.
    """
    if value is not None and value <= 0:
        raise InputError("--timeout: a navigation needs some time; give one such as 30s.")


def make_folder(path: Path) -> None:
    """Make sure that `path` is a folder that can be written.

    Raises:
        InputError: it cannot be made or written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"--output: {path} is a file, or lies under one; name a folder.") from None
    except OSError as error:
        raise InputError(f"--output: {path} cannot be made: {error.strerror or error}.") from None
    if not os.access(path, os.W_OK | os.X_OK):
        raise InputError(f"--output: {path} cannot be written.")


def check_threshold(value: float) -> None:
    """Make sure that `--threshold` means something.

    Raises:
        InputError: it does not.
    """
    if not 0.5 <= value <= 1:
        raise InputError(f"--threshold: {value} is not between 0.5 and 1.")


def with_retries(strategies: "Strategies", retries: int | None) -> "Strategies":
    """Return `strategies` with `retries` for every state that is retried at all.

    Raises:
        InputError: a number that no strategy could keep to.
    """
    if retries is None:
        return strategies
    if not 0 <= retries <= 9:
        raise InputError(f"--retries: {retries} is not between 0 and 9.")
    by_key = {
        key: one if one.action.is_final else replace(one, max_retries=retries) for key, one in strategies.by_key.items()
    }
    return replace(strategies, by_key=by_key)
