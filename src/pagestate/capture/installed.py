"""Finding, checking and installing a browser."""

import asyncio
import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pagestate.errors import BackendError

__all__ = ["BROWSER_VARIABLE", "BrowserCheck", "FoundBrowser", "check", "find_browser", "install"]

BROWSER_VARIABLE = "PAGESTATE_BROWSER"
"""Names the browser to use; `none` means to act as if there were none."""

BrowserKind = Literal["headless_shell", "chromium", "chrome", "edge", "named"]

_NAMES: tuple[tuple[BrowserKind, tuple[str, ...]], ...] = (
    ("headless_shell", ("chromium-headless-shell", "chrome-headless-shell", "headless_shell")),
    ("chromium", ("chromium", "chromium-browser")),
    ("chrome", ("google-chrome", "google-chrome-stable", "chrome")),
    ("edge", ("microsoft-edge", "microsoft-edge-stable", "msedge")),
)
_PLACES: dict[str, tuple[tuple[BrowserKind, str], ...]] = {
    "linux": (
        ("headless_shell", "/usr/bin/chromium-headless-shell"),
        ("chromium", "/usr/bin/chromium"),
        ("chromium", "/usr/bin/chromium-browser"),
        ("chromium", "/usr/lib/chromium/chromium"),
        ("chromium", "/snap/bin/chromium"),
        ("chrome", "/opt/google/chrome/chrome"),
        ("edge", "/opt/microsoft/msedge/msedge"),
    ),
    "darwin": (
        ("chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
        ("chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("edge", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    ),
    "win32": (
        ("chrome", r"{PROGRAMFILES}\Google\Chrome\Application\chrome.exe"),
        ("chrome", r"{PROGRAMFILES(X86)}\Google\Chrome\Application\chrome.exe"),
        ("chrome", r"{LOCALAPPDATA}\Google\Chrome\Application\chrome.exe"),
        ("chromium", r"{LOCALAPPDATA}\Chromium\Application\chrome.exe"),
        ("edge", r"{PROGRAMFILES(X86)}\Microsoft\Edge\Application\msedge.exe"),
        ("edge", r"{PROGRAMFILES}\Microsoft\Edge\Application\msedge.exe"),
    ),
}
_SHELL_FILES = ("chrome-headless-shell", "headless_shell", "chrome-headless-shell.exe", "headless_shell.exe")
_FULL_FILES = ("chrome", "chrome.exe", "Chromium", "Google Chrome for Testing")
_INSTALL_TIMEOUT_S = 240.0
_CAUSE = re.compile(r"\b(error|failed|cannot|unable|denied|not found)\b", re.IGNORECASE)
"""A line that tells why an installer failed; what it writes after that is where in its own code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBrowser:
    """A browser on this machine."""

    path: Path
    kind: BrowserKind
    source: str
    """Where it was found: `PAGESTATE_BROWSER`, `PATH`, `usual place`, `playwright`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserCheck:
    """Whether a browser can be used."""

    starts: bool
    version: str | None = None
    problem: str | None = None


def find_browser(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> FoundBrowser | None:
    """Return the browser to use, or None.

    Headless shells come first, since they are the fastest. A path in `PAGESTATE_BROWSER` is
    taken as it is.

    Raises:
        BackendError: `PAGESTATE_BROWSER` names a file that does not exist.
    """
    env = os.environ if environment is None else environment
    named = env.get(BROWSER_VARIABLE, "").strip()
    if named.lower() == "none":
        return None
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            on_path = shutil.which(named, path=env.get("PATH"))
            if on_path is None:
                raise BackendError(f"{BROWSER_VARIABLE}={named}: there is no such file")
            path = Path(on_path)
        return FoundBrowser(path=path, kind="named", source=BROWSER_VARIABLE)
    order: tuple[BrowserKind, ...] = ("headless_shell", "chromium", "chrome", "edge")
    candidates = list(_candidates(env, platform))
    for kind in order:
        for candidate in candidates:
            if candidate.kind == kind:
                return candidate
    return None


def _candidates(env: Mapping[str, str], platform: str) -> Iterator[FoundBrowser]:
    for kind, names in _NAMES:
        for name in names:
            found = shutil.which(name, path=env.get("PATH"))
            if found:
                yield FoundBrowser(path=Path(found), kind=kind, source="PATH")
    yield from _from_playwright(env, platform)
    for kind, place in _PLACES.get("linux" if platform.startswith("linux") else platform, ()):
        with contextlib.suppress(KeyError, OSError):
            path = Path(re.sub(r"\{([^}]+)\}", lambda match: env[match[1]], place))
            if path.is_file():
                yield FoundBrowser(path=path, kind=kind, source="usual place")


def _from_playwright(env: Mapping[str, str], platform: str) -> Iterator[FoundBrowser]:
    """Browsers that Playwright downloaded; the newest first."""
    named = env.get("PLAYWRIGHT_BROWSERS_PATH", "")
    if named and named != "0":
        registry = Path(named)
    elif platform == "darwin":
        registry = Path(env.get("HOME", "~")).expanduser() / "Library/Caches/ms-playwright"
    elif platform == "win32":
        registry = Path(env.get("LOCALAPPDATA", "~")).expanduser() / "ms-playwright"
    else:
        cache = env.get("XDG_CACHE_HOME") or str(Path(env.get("HOME", "~")).expanduser() / ".cache")
        registry = Path(cache) / "ms-playwright"
    if not registry.is_dir():
        return
    folders = sorted(registry.iterdir(), key=lambda folder: _revision(folder.name), reverse=True)
    kinds: tuple[tuple[BrowserKind, str, tuple[str, ...]], ...] = (
        ("headless_shell", "chromium_headless_shell-", _SHELL_FILES),
        ("chromium", "chromium-", _FULL_FILES),
    )
    for kind, prefix, names in kinds:
        for folder in folders:
            if not folder.name.startswith(prefix) or not (folder / "INSTALLATION_COMPLETE").exists():
                continue
            for name in names:
                for path in folder.rglob(name):
                    if path.is_file():
                        yield FoundBrowser(path=path, kind=kind, source="playwright")
                        break


def _revision(name: str) -> int:
    digits = name.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


async def check(browser: FoundBrowser, timeout_s: float = 20.0) -> BrowserCheck:
    """Start `browser` once, and say which version it is or why it does not start."""
    from pagestate.capture.browser import BrowserBackend

    backend = BrowserBackend(executable=browser.path)
    try:
        async with asyncio.timeout(timeout_s):
            return BrowserCheck(starts=True, version=await backend.version())
    except TimeoutError:
        return BrowserCheck(starts=False, problem=f"no answer within {timeout_s:g} s")
    except BackendError as error:
        return BrowserCheck(starts=False, problem=str(error))
    finally:
        await backend.aclose()


async def install(progress: Callable[[str], None] = lambda _line: None) -> FoundBrowser:
    """Install a browser: Playwright's own download, else the system's package as root.

    Raises:
        BackendError: neither worked; the message says what to do.
    """
    if os.environ.get(BROWSER_VARIABLE, "").strip().lower() == "none":
        raise BackendError(
            f"{BROWSER_VARIABLE}=none asks to act as if there were no browser, so none was looked for or installed. "
            "Unset it, or look without a browser: pagestate URL --capture http"
        )
    problems: list[str] = []
    for title, commands in _ways():
        progress(title)
        for command in commands:
            problem = await _run(command, progress)
            if problem is not None:
                problems.append(f"{' '.join(command)}: {problem}")
                break
        else:
            found = find_browser()
            if found is not None:
                return found
            problems.append(f"{title}: it ended well, yet no browser was found")
    raise BackendError(
        "no browser could be installed. Install Chromium, Chrome or Edge in the way of your system; if it is not "
        "found then, name it: PAGESTATE_BROWSER=/path/to/chromium. Or look without a browser: "
        "pagestate URL --capture http. What was tried: " + "; ".join(problems)
    )


def _ways() -> Iterator[tuple[str, list[list[str]]]]:
    yield (
        "downloading a headless Chromium with Playwright",
        [[sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]],
    )
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not root:
        return
    if shutil.which("apt-get"):
        update = ["apt-get", "update", "-qq"]
        for package in ("chromium-headless-shell", "chromium"):
            yield (
                f"installing {package} with apt-get",
                [update, ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]],
            )
    elif shutil.which("dnf"):
        yield "installing chromium-headless with dnf", [["dnf", "install", "-y", "-q", "chromium-headless"]]
    elif shutil.which("apk"):
        yield "installing chromium with apk", [["apk", "add", "--no-progress", "chromium"]]


async def _run(command: list[str], progress: Callable[[str], None]) -> str | None:
    """Run `command`; return None when it went well, else why not."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        process = await asyncio.create_subprocess_exec(
            *command, env=env, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
    except OSError as error:
        return str(error)
    last = cause = ""
    try:
        async with asyncio.timeout(_INSTALL_TIMEOUT_S):
            if process.stdout is not None:
                while chunk := await process.stdout.read(4096):
                    lines = re.split(r"[\r\n]+", chunk.decode(errors="replace"))
                    for line in filter(None, (line.strip() for line in lines)):
                        last = line
                        if _CAUSE.search(line):
                            cause = cause or line
                        progress(line)
            code = await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        return f"not done within {_INSTALL_TIMEOUT_S:g} s"
    return None if code == 0 else ((cause or last)[:200] or f"exit code {code}")
