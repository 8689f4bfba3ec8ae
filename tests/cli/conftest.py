"""What the tests of the command line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.cli.site import serve


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """`pagestate` in an empty folder."""
    return Shell(tmp_path)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Address of a small site on loopback."""
    with serve() as url:
        yield url
