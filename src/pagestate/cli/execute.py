"""Running a plan: the way of looking, the reports, the exit code."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from pagestate.cli.consoles import progress, stdout_console
from pagestate.cli.options import LookOptions, ModelOptions, OutputOptions, make_folder
from pagestate.errors import BackendError
from pagestate.mission.events import MissionResult
from pagestate.mission.plan import MissionFile
from pagestate.report.handler import Handler, Handlers
from pagestate.report.summary import exit_code
from pagestate.states import ExitCode

if TYPE_CHECKING:
    from pagestate.capture.backend import Backend
    from pagestate.mission.judging import Judge

__all__ = ["NO_BROWSER", "Job", "execute", "judge_for", "run_job"]

NO_BROWSER = (
    "no browser was found on this machine. Install one with `pagestate doctor --install`, name one in "
    "PAGESTATE_BROWSER, or look without one: add `--capture http`, which runs no scripts and sees no picture."
)
_HTTP_NOTE = (
    "looking by plain HTTP: scripts are not run and there is no picture, so a page that builds itself in the "
    "browser, a challenge that scripts carry out, or an error that shows only there is not seen\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a command wants to be run and told."""

    plan: MissionFile
    look: LookOptions
    model: ModelOptions
    out: OutputOptions
    folder: Path | None
    """Where report, results and bundles go; None: nothing is written."""
    fail_on: AbstractSet[str]
    browser_args: tuple[str, ...] = ()
    """Besides those of `look`."""
    deadline_s: float | None = None
    """Seconds into the run after which no attempt starts."""
    single: bool = False
    """Whether it is one page, told without a list."""
    nothing: str = "there is no page to check."
    """What to say when the plan is empty."""


def execute(job: Job) -> int:
    """Run it, tell it, and return the exit code.

    Raises:
        BackendError: the way of looking cannot be used.
    """
    if not job.plan.pages:
        sys.stderr.write(f"pagestate: {job.nothing}\n")
        return ExitCode.NOTHING_TO_CHECK
    result, problems = run_job(job)
    code = exit_code(result, job.fail_on)
    for problem in problems:
        sys.stderr.write(f"pagestate: {problem}\n")
    return ExitCode.OWN_FAILURE if problems and code == ExitCode.PASSED else code


def run_job(job: Job, handlers: Handlers | None = None) -> tuple[MissionResult, list[str]]:
    """Run it and tell it (by `handlers`, in place of the usual reports); return it and what went wrong in telling.

    Raises:
        BackendError: the way of looking cannot be used.
        InputError: the folder for the report cannot be made or written.
    """
    if job.look.capture == "browser":
        _require_browser()
    elif job.out.verbosity >= 0:
        sys.stderr.write(_HTTP_NOTE)
    if job.folder is not None:
        make_folder(job.folder)
    handlers = handlers or Handlers(_handlers(job))
    return asyncio.run(_run(job, handlers)), handlers.problems


async def _run(job: Job, handlers: Handlers) -> MissionResult:
    from pagestate.mission.runner import run

    backend = _backend(job)
    handlers.start()
    _end_cleanly_on_termination()
    try:
        return await run(
            job.plan,
            backend,
            on_event=handlers.handle,
            output=job.folder,
            judge=judge_for(job.model),
            deadline_s=job.deadline_s,
        )
    finally:
        handlers.finish()
        await backend.aclose()


def _end_cleanly_on_termination() -> None:
    """Let SIGTERM and SIGHUP end the run as Ctrl-C does: a cancelled job of a CI tells what it knows as well."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task is None or threading.current_thread() is not threading.main_thread():
        return
    told: list[bool] = []

    def end() -> None:
        # Once: a second one must not reach the closing of the browser, which is bounded anyway.
        if not told:
            told.append(True)
            task.cancel()

    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
            if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                loop.add_signal_handler(getattr(signal, name), end)


def _require_browser() -> None:
    from pagestate.capture.installed import find_browser

    if find_browser() is None:
        raise BackendError(NO_BROWSER)


def _backend(job: Job) -> "Backend":
    args = (*job.browser_args, *job.look.browser_arg)
    if job.look.capture == "http":
        from pagestate.capture.http import HttpBackend

        return HttpBackend(args=args, ignore_tls_errors=job.look.ignore_tls_errors)
    from pagestate.capture.browser import BrowserBackend

    return BrowserBackend(
        args=args,
        headless=not job.look.headed,
        ignore_tls_errors=job.look.ignore_tls_errors,
        max_pages=max(job.plan.settings.concurrency, 1),
    )


def judge_for(options: ModelOptions) -> "Judge | None":
    """Return the second reader that options or environment name, or None.

    Raises:
        BackendError: one is named and the client for it is not installed.
    """
    if options.model is None:
        return None
    from pagestate.goal.judge import configured

    return configured(options.model, options.model_url, env=os.environ)


def _handlers(job: Job) -> list[Handler]:
    from pagestate.report.ndjson import NdjsonFile, NdjsonStream
    from pagestate.report.terminal import Results

    out, secrets = job.out, job.plan.secrets
    shown = progress(out, secrets, single=job.single)
    handlers = list(shown)
    written: list[tuple[str, Path]] = []
    if job.folder is not None:
        from pagestate.report.html import HtmlReport

        report = job.folder / "report.html"
        handlers += [
            NdjsonFile(job.folder / "results.ndjson", with_text=out.text, secrets=secrets),
            HtmlReport(report, secrets=secrets),
        ]
        written.append(("report", report))
    if out.json:
        handlers.append(NdjsonStream(cast("TextIO", sys.stdout), with_text=out.text, secrets=secrets))
    else:
        listed = bool(shown) and _draws(shown[0]) and sys.stdout.isatty()
        handlers.append(
            Results(
                stdout_console(out, secrets),
                verbosity=max(out.verbosity, 1) if job.single and out.verbosity >= 0 else out.verbosity,
                list_passed=not listed,
                written=written,
            )
        )
    return handlers


def _draws(handler: Handler) -> bool:
    from pagestate.report.live import LiveView

    return isinstance(handler, LiveView)
