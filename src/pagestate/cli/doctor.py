"""`pagestate doctor`: what is installed, what is missing, and the next command to run."""

import asyncio
import json
import os
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from pagestate import __version__
from pagestate.cli.consoles import stdout_console
from pagestate.cli.options import OutputOptions
from pagestate.errors import BackendError
from pagestate.report.redact import redact_url
from pagestate.report.text import one_line
from pagestate.states import ExitCode

__all__ = ["Examined", "doctor"]

_SIGNS = {"ok": ("✓", "green"), "optional": ("–", "dim"), "warning": ("!", "yellow"), "missing": ("✗", "red")}
_ANSWER_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One thing that was looked at."""

    name: str
    status: Literal["ok", "optional", "warning", "missing"]
    """`optional`: not there, not needed; `warning`: something will not work; `missing`: the main job cannot be done."""
    detail: str
    next: str = ""
    """The next command to run."""


def doctor(
    *,
    install: Annotated[bool, Parameter(help="Install a browser if none can be used.")] = False,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Tell only what is wrong.")] = False,
    as_json: Annotated[bool, Parameter(name="--json", help="Print one JSON line per thing looked at.")] = False,
) -> int:
    """Show what is installed, what is missing, and the next command to run.

    Ends with 4 when no browser can be used; `--capture http` works without one.

    - pagestate doctor
    - pagestate doctor --install
    """
    found = asyncio.run(_examine(install=install, quiet=quiet))
    if as_json:
        for one in found:
            sys.stdout.write(json.dumps(asdict(one)) + "\n")
    else:
        _print([one for one in found if not quiet or one.status in ("warning", "missing")])
    return ExitCode.OWN_FAILURE if any(one.status == "missing" for one in found) else ExitCode.PASSED


async def _examine(*, install: bool, quiet: bool) -> list[Examined]:
    return [
        _python(),
        _package("Playwright", "playwright", "python -m pip install playwright"),
        await _browser(install=install, quiet=quiet),
        _faults(),
        await _model(),
        *_folders(Path.cwd()),
    ]


def _python() -> Examined:
    running = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    return Examined(name="pagestate", status="ok", detail=f"{__version__} on Python {running}")


def _package(name: str, package: str, command: str) -> Examined:
    try:
        return Examined(name=name, status="ok", detail=version(package))
    except PackageNotFoundError:
        return Examined(name=name, status="missing", detail="not installed", next=command)


async def _browser(*, install: bool, quiet: bool) -> Examined:
    from pagestate.capture.installed import check, find_browser
    from pagestate.capture.installed import install as install_browser

    problem = "none found"
    try:
        found = find_browser()
        if found is not None:
            checked = await check(found)
            if checked.starts:
                return Examined(
                    name="browser", status="ok", detail=f"{checked.version} at {found.path} ({found.source})"
                )
            problem = f"{found.path} does not start: {one_line(checked.problem or 'no reason given', 300)}"
    except BackendError as error:
        problem = str(error)
    if not install:
        return Examined(
            name="browser",
            status="missing",
            detail=problem,
            next="pagestate doctor --install   (or look without one: pagestate URL --capture http)",
        )

    def progress(line: str) -> None:
        if not quiet or line.startswith(("downloading", "installing")):
            sys.stderr.write(f"{one_line(line, 160)}\n")

    try:
        found = await install_browser(progress)
        checked = await check(found)
    except BackendError as error:
        return Examined(name="browser", status="missing", detail=str(error))
    if checked.starts:
        return Examined(name="browser", status="ok", detail=f"{checked.version} at {found.path} (just installed)")
    return Examined(
        name="browser",
        status="missing",
        detail=f"{found.path} was installed and does not start: {one_line(checked.problem or '', 300)}",
    )


def _faults() -> Examined:
    if missing := [name for name in ("starlette", "uvicorn", "trustme") if find_spec(name) is None]:
        return Examined(
            name="fault site",
            status="optional",
            detail=f"{', '.join(missing)} not installed; needed for `pagestate demo` and `faults`",
            next="python -m pip install 'pagestate[faults]'",
        )
    return Examined(name="fault site", status="ok", detail="ready: pagestate demo")


async def _model() -> Examined:
    model, url = os.environ.get("PAGESTATE_MODEL"), os.environ.get("PAGESTATE_MODEL_URL")
    if not model:
        return Examined(
            name="model", status="optional", detail="not configured; goals in plain words need expectations beside them"
        )
    if find_spec("pydantic_ai") is None:
        return Examined(
            name="model",
            status="warning",
            detail=f"{model} is configured, but the package for it is not installed",
            next="python -m pip install 'pagestate[llm]'",
        )
    if not url:
        return Examined(name="model", status="ok", detail=f"{model} at its usual endpoint (not asked)")
    return await _endpoint(model, url)


async def _endpoint(model: str, url: str) -> Examined:
    import httpx2

    shown = redact_url(url)
    key = os.environ.get("PAGESTATE_MODEL_KEY")
    try:
        async with httpx2.AsyncClient(timeout=_ANSWER_TIMEOUT_S) as client:
            answer = await client.get(
                url.rstrip("/") + "/models", headers={"authorization": f"Bearer {key}"} if key else {}
            )
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return Examined(
            name="model",
            status="warning",
            detail=f"{model}: no answer from {shown}: {one_line(str(error) or type(error).__name__, 160)}",
            next="correct PAGESTATE_MODEL_URL, or start the endpoint",
        )
    if answer.status_code in (401, 403):
        return Examined(
            name="model",
            status="warning",
            detail=f"{model}: {shown} refuses the key (status {answer.status_code})",
            next="put the right key into PAGESTATE_MODEL_KEY",
        )
    if answer.status_code >= 500:
        return Examined(name="model", status="warning", detail=f"{model}: {shown} answers {answer.status_code}")
    return Examined(name="model", status="ok", detail=f"{model} at {shown}")


def _folders(base: Path) -> list[Examined]:
    found = []
    for name, purpose in (("pagestate-report", "reports"), (".pagestate", "sessions")):
        folder = base / name
        place = folder if folder.exists() else base
        writable = os.access(place, os.W_OK | os.X_OK) and (not folder.exists() or folder.is_dir())
        detail = f"{folder}" if writable else f"{folder} cannot be written"
        found.append(
            Examined(
                name=purpose,
                status="ok" if writable else "warning",
                detail=detail,
                next="" if writable else "run pagestate in a folder that you may write, or name one with --output",
            )
        )
    return found


def _print(found: list[Examined]) -> None:
    console = stdout_console(OutputOptions())
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for one in found:
        sign, style = _SIGNS[one.status]
        text = Text(one.detail)
        if one.next:
            text.append(f"\nnext: {one.next}", style="bold" if one.status != "optional" else "dim")
        table.add_row(Text(sign, style=style), one.name, text)
    if found:
        console.print(table)
