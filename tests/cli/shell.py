"""Calling the command line as a shell does."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Shell"]

SOURCE = Path(__file__).parents[2] / "src"


@dataclass(frozen=True)
class Called:
    """What a call came to."""

    code: int
    out: str
    err: str


class Shell:
    """Runs `pagestate` in a folder of its own, without the settings of whoever runs the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, stdin: str | bytes = "", timeout: float = 60, **env: str) -> Called:
        """Run `pagestate ARGUMENTS` with these variables in its environment."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PAGESTATE_", "CI"))}
        kept |= {"PYTHONPATH": str(SOURCE), "NO_COLOR": "1", "PYTHONUTF8": "1"} | env
        done = subprocess.run(
            [sys.executable, "-m", "pagestate", *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=self.folder,
            env=kept,
            timeout=timeout,
            check=False,
        )
        called = Called(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())
        assert "Traceback" not in called.err, called.err
        return called
