"""The command line: parse, call, print."""

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; `arguments` are those after the program's name."""
    # The parser is loaded here, so that importing the package costs nothing.
    from pagestate.cli.app import run

    return run(arguments)
