"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """`pagestate` in an empty folder."""
    return Shell(tmp_path)
