"""The commands, and what their failures mean to the shell."""

import asyncio
import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter

from pagestate import __version__
from pagestate.cli.addresses import STANDARD_INPUT, verbless
from pagestate.errors import InputError, PagestateError
from pagestate.states import ExitCode

__all__ = ["COMMANDS", "make_app", "run"]

COMMANDS: dict[str, str] = {
    "check": "pagestate.cli.check:check",
    "run": "pagestate.cli.run:run",
    "learn": "pagestate.cli.learn:learn",
    "classify": "pagestate.cli.classify:classify",
    "eval": "pagestate.cli.evaluate:evaluate",
    "train": "pagestate.cli.train:train",
    "faults": "pagestate.cli.faults:faults",
    "init": "pagestate.cli.init:init",
    "doctor": "pagestate.cli.doctor:doctor",
    "schema": "pagestate.cli.schema:schema",
    "demo": "pagestate.cli.demo:demo",
}
"""Commands by name; each module is loaded when its command is called."""

_WELCOME = """\
pagestate says whether a browser landed on the page it meant to, and if not, what now.

  pagestate https://example.com "The page explains the domain"     check one page
  pagestate init; pagestate run pagestate.yaml                     check many, with a report
  pagestate demo                                                   see every state there is

All commands: pagestate --help. What is installed: pagestate doctor.
"""

_EPILOGUE = """\
Exit codes: 0 all passed, 1 a page failed, 2 usage or mission file, 3 a person is needed,
4 our own failure, 5 nothing to check, 130 interrupted.
"""


def make_app(*, whole: bool = False) -> App:
    """Return the parser of all commands.

    A command's module is loaded when it is called; `whole` loads them all, since an overview of
    the commands takes its words from them.
    """
    app = App(
        name="pagestate",
        help="Did the browser land on the page it meant to, and if not, what now?\n\n"
        "`pagestate URL` alone is `pagestate check URL`.",
        help_epilogue=_EPILOGUE,
        help_format="markdown",
        version=__version__,
        default_parameter=Parameter(negative=(), show_default=False),
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for order, (name, path) in enumerate(COMMANDS.items()):
        module, _, function = path.partition(":")
        target = getattr(import_module(module), function) if whole else path
        app.command(target, name=name, sort_key=order)
    return app


def run(arguments: Sequence[str] | None = None) -> int:
    """Parse, call, and turn every failure into one message and an exit code."""
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    # Whoever closed a stream does not want to read it.
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that knows no ✓ gets a ?, not an error.
            stream.reconfigure(errors="replace")
    debug = "--debug" in tokens or os.environ.get("PAGESTATE_DEBUG", "") not in ("", "0")
    tokens = [one for one in tokens if one != "--debug"]
    if not tokens:
        sys.stdout.write(_WELCOME)
        return ExitCode.PASSED
    if tokens == ["--version"]:
        sys.stdout.write(f"{__version__}\n")
        return ExitCode.PASSED
    try:
        code = _call(tokens, debug=debug)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) has seen enough; Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.PASSED
    return code


def _call(tokens: list[str], *, debug: bool) -> int:
    try:
        tokens = [STANDARD_INPUT if one == "-" else one for one in verbless(tokens, COMMANDS)]
        result = make_app(whole=tokens[0] not in COMMANDS)(tokens)
        return result if isinstance(result, int) else ExitCode.PASSED
    except CycloptsError as error:
        return _tell(_parse_message(error, tokens), ExitCode.USAGE, debug=debug)
    except InputError as error:
        return _tell(str(error), ExitCode.USAGE, debug=debug)
    except PagestateError as error:
        return _tell(str(error), ExitCode.OWN_FAILURE, debug=debug)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return _tell("interrupted", ExitCode.INTERRUPTED, debug=False)
    except BrokenPipeError:
        raise
    except Exception as error:
        message = (
            f"pagestate itself failed: {type(error).__name__}: {error}\n"
            "Run it again with --debug to see where, and please report it with that output."
        )
        return _tell(message, ExitCode.OWN_FAILURE, debug=debug)


def _tell(message: str, code: int, *, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    with contextlib.suppress(OSError):
        sys.stderr.write(f"pagestate: {message.strip()}\n")
    return code


def _parse_message(error: CycloptsError, tokens: Sequence[str]) -> str:
    command = next((token for token in tokens if token in COMMANDS), None)
    help_call = f"pagestate {command} --help" if command else "pagestate --help"
    return f"{str(error).strip()}\nSee {help_call}."
