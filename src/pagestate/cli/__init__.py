"""The command line: parse, call, print."""

__all__ = ["main"]


def main() -> int:
    """Run the command line and return its exit code."""
    raise NotImplementedError
