"""`pagestate schema`: print the JSON Schema of mission files."""

import json
import sys

from pagestate.states import ExitCode

__all__ = ["schema"]


def schema() -> int:
    """Print the JSON Schema of mission files.

    Editors complete and check a mission file that begins with
    `# yaml-language-server: $schema=pagestate.schema.json`.

    - pagestate schema > pagestate.schema.json
    """
    from pagestate.mission.file import schema as mission_schema

    sys.stdout.write(json.dumps(mission_schema(), indent=2) + "\n")
    return ExitCode.PASSED
