"""Where output goes: results on stdout, progress on stderr, colour only where it can be seen."""

import os
import sys
import time
from collections.abc import Iterable
from typing import TextIO, cast

from rich.console import Console

from pagestate.cli.options import OutputOptions
from pagestate.report.handler import Handler
from pagestate.report.lines import PlainLines
from pagestate.report.live import LiveView
from pagestate.report.redact import Scrubbed

__all__ = ["PIPE_WIDTH", "progress", "stderr_console", "stdout_console"]

PIPE_WIDTH = 120
"""Columns where no terminal says how many there are."""


def stdout_console(options: OutputOptions, secrets: Iterable[str] = ()) -> Console:
    """The console for results, on which none of `secrets` appears."""
    return _console(sys.stdout, options, secrets)


def stderr_console(options: OutputOptions, secrets: Iterable[str] = ()) -> Console:
    """The console for progress."""
    return _console(sys.stderr, options, secrets)


def _console(stream: TextIO, options: OutputOptions, secrets: Iterable[str]) -> Console:
    return Console(
        file=cast("TextIO", Scrubbed(stream, secrets)),
        width=None if stream.isatty() else PIPE_WIDTH,
        no_color=options.no_color or None,
        highlight=False,
    )


def can_draw(options: OutputOptions) -> bool:
    """Whether stderr is a terminal on which lines can be redrawn, and nothing else is printed there meanwhile."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        return False
    return not (options.json and sys.stdout.isatty())


def progress(options: OutputOptions, secrets: Iterable[str] = (), *, single: bool = False) -> list[Handler]:
    """The handlers that tell how a run goes on: a live view at a terminal, else plain lines.

    A single page told in plain lines needs no progress but its waits.
    """
    if options.verbosity < 0:
        return []
    if can_draw(options):
        return [LiveView(stderr_console(options, secrets), time.monotonic, list_finished=not single)]
    stream = cast("TextIO", Scrubbed(sys.stderr, secrets))
    waits_only = single and options.verbosity == 0
    return [PlainLines(stream, time.monotonic, verbosity=options.verbosity, waits_only=waits_only)]
