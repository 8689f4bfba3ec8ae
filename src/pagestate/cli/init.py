"""`pagestate init`: write a commented mission file to start from."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pagestate.errors import InputError
from pagestate.states import ExitCode

__all__ = ["init"]

_IGNORED = (".pagestate/", "pagestate-report/")


def init(
    path: Annotated[Path, Parameter(help="Where to write it [pagestate.yaml].")] = Path("pagestate.yaml"),
) -> int:
    """Write a commented mission file to start from.

    An existing file is never overwritten. Inside a git repository the folders with sessions and
    reports are added to .gitignore.
    """
    from pagestate.mission.file import EXAMPLE

    target = path / "pagestate.yaml" if path.is_dir() else path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as file:
            file.write(EXAMPLE)
    except FileExistsError:
        raise InputError(
            f"{target} exists already and was left as it is; give another name: pagestate init other.yaml"
        ) from None
    except OSError as error:
        raise InputError(f"{target} cannot be written: {error.strerror}.") from None
    sys.stdout.write(f"wrote {target}\n")
    root = _repository(target.resolve().parent)
    if root is not None and (added := _ignore(root / ".gitignore")):
        sys.stdout.write(f"added {' and '.join(added)} to {root / '.gitignore'}\n")
    sys.stdout.write(f"Change its addresses, then: pagestate run {target}\n")
    return ExitCode.PASSED


def _repository(folder: Path) -> Path | None:
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)


def _ignore(path: Path) -> list[str]:
    """Add what is missing to a .gitignore and return it."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    present = {line.strip().strip("/") for line in before.splitlines()}
    missing = [one for one in _IGNORED if one.strip("/") not in present]
    if missing:
        gap = "" if not before or before.endswith("\n") else "\n"
        path.write_text(before + gap + "".join(f"{one}\n" for one in missing), encoding="utf-8")
    return missing
