"""The file of known pages: what goes in comes out, in one order, and pages are found in it."""

import json
from pathlib import Path

import pytest

from pagestate.errors import ConfigurationError
from pagestate.mission.file import load
from pagestate.mission.known import known_as, load_known, plain_address, save_known
from tests.detect.learnt import identity, programme

HALL = identity(programme(), programme(title="Tonight"), url="http://hall.test/programme", name="hall")
DOOR = identity(programme(title="Come in"), url="http://hall.test/", name="door", accepted_as="auth_wall.login")


def test_what_is_written_is_read_and_the_order_is_steady(tmp_path: Path) -> None:
    """A file that is committed must not change unless what is known does."""
    path = tmp_path / "kept" / "known.json"
    save_known(path, (HALL, DOOR))
    first = path.read_bytes()
    assert load_known(path) == (DOOR, HALL)
    save_known(path, load_known(path))
    assert path.read_bytes() == first
    assert [one.name for one in path.parent.iterdir()] == ["known.json"]


def test_what_is_empty_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    save_known(path, (HALL,))
    (page,) = json.loads(path.read_text())["pages"].values()
    assert "accepted_as" not in page
    assert "canonical" not in page["looks"][0]


def test_a_page_is_found_by_its_id_on_any_host_and_else_by_its_address() -> None:
    known = (HALL, DOOR)
    assert known_as("hall", "https://staging.hall.test/programme?day=2", known) is HALL
    assert known_as("check", "http://HALL.test/programme", known) is HALL
    assert known_as("check", "http://other.test/programme", known) is None
    assert known_as("hall", "http://hall.test/", known) is DOOR, "the id was given to another page since"


def test_addresses_lose_what_may_be_secret() -> None:
    assert plain_address("http://me:pw@Hall.test/a?token=1&b=#c") == "http://hall.test/a?token=…&b=…"


def test_a_mission_finds_its_file_beside_itself(tmp_path: Path) -> None:
    save_known(tmp_path / "kept.json", (HALL,))
    mission = tmp_path / "pagestate.yaml"
    mission.write_text(
        "known: kept.json\nenvironments: {live: {base_url: 'http://hall.test'}}\n"
        "missions:\n  - name: m\n    probe: false\n    pages:\n"
        "      - {id: hall, url: 'http://hall.test/programme'}\n      - {id: new, url: /new, probe: true}\n"
    )
    plan = load(mission, env={})
    assert {page.id: page.known for page in plan.pages} == {"hall": HALL, "new": None}
    assert {page.id: page.probe for page in plan.pages} == {"hall": False, "new": True}
    assert plan.tagged(("none",)).known == (HALL,)


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        save_known(tmp_path / "file" / "known.json", (HALL,))
