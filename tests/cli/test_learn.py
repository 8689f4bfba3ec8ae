"""`pagestate learn` as a whole, and what `run`, `check` and `classify` make of it, with a real browser."""

import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pagestate.faults.pages.known import (
    APPLES,
    LOAVES,
    NURSERY,
    PROGRAMME,
    REDESIGNED,
    SERUM,
    SIGN_IN,
    TODAY,
    YESTERDAY,
)
from tests.cli.shell import SOURCE, Shell
from tests.loopback import Site, serving

MISSION = """\
known: pagestate-known.json
defaults: {on: {error_page: {retries: 0}}}
missions:
  - name: town
    pages:
      - {id: hall, url: "SITE/hall", tags: [smoke]}
      - {id: bread, url: "SITE/bread"}
      - {id: news, url: "SITE/news"}
      - {id: members, url: "SITE/members"}
"""
PAGES = {"/hall": PROGRAMME, "/bread": LOAVES, "/news": YESTERDAY, "/members": SIGN_IN}


@pytest.fixture
def town() -> Iterator[Site]:
    """A site whose pages a test may change."""
    with serving(Site(dict(PAGES))) as site:
        yield site


def written(shell: Shell, site: Site, text: str = MISSION) -> Path:
    (shell.folder / "pagestate.yaml").write_text(text.replace("SITE", site.url))
    return shell.folder / "pagestate-known.json"


def states(out: str) -> dict[str, str]:
    rows = [json.loads(line) for line in out.splitlines()]
    return {row["id"]: f"{row['state']}.{row['kind']}" if row["kind"] else row["state"] for row in rows}


@pytest.mark.browser
def test_what_was_learnt_tells_a_takeover_from_a_change(shell: Shell, town: Site) -> None:
    """Learn, let a name be taken, a page be redesigned and the news change; run, and replay the bundle."""
    known = written(shell, town)
    learnt = shell("learn", "--yes", "--accept", "members", timeout=120)
    assert learnt.code == 0, learnt.out + learnt.err
    assert "brand      Corn Exchange Hall" in learnt.out
    assert "4 pages known to be right" in learnt.out
    pictures = [line.split()[-1] for line in learnt.out.splitlines() if line.strip().startswith("picture")]
    assert len(pictures) == 4
    assert all((shell.folder / one).is_file() for one in pictures)
    pages = json.loads(known.read_text())["pages"]
    assert pages["members"]["accepted_as"] == "auth_wall.login"
    assert all(len(page["looks"][0]["picture"]) == 16 for page in pages.values())

    town.pages = PAGES | {"/hall": SERUM, "/bread": REDESIGNED, "/news": TODAY}
    ran = shell("run", "--json", timeout=120)
    assert ran.code == 1, ran.out + ran.err
    assert states(ran.out) == {
        "hall": "domain_mismatch.takeover",
        "bread": "content",
        "news": "content",
        "members": "content",
    }
    lines = {row["id"]: row for row in map(json.loads, ran.out.splitlines())}
    drift = [one for one in lines["bread"]["findings"] if one["detector"] == "known.drift"]
    assert any(seen["what"].startswith("headings: was “Our bread”") for seen in drift[0]["observations"])
    again = shell("classify", lines["hall"]["bundle"], "--json")
    assert states(again.out) == {lines["hall"]["bundle"]: "domain_mismatch.takeover"}


def test_nothing_is_learnt_that_nobody_called_right(shell: Shell, town: Site) -> None:
    """Without a terminal, --yes or --accept nothing is written, and the exit code asks for a person."""
    known = written(shell, town)
    called = shell("learn", "--capture", "http")
    assert called.code == 3
    assert not known.exists()
    assert "nobody said that it is right" in called.out
    assert "if it is right, add --accept members" in called.out


def test_a_wall_is_not_learnt_by_yes(shell: Shell, town: Site) -> None:
    known = written(shell, town)
    called = shell("learn", "--capture", "http", "--yes")
    assert called.code == 3
    assert set(json.loads(known.read_text())["pages"]) == {"hall", "bread", "news"}
    assert "3 pages known to be right, 1 not remembered" in called.out


def test_a_takeover_is_not_learnt_by_yes(shell: Shell, town: Site) -> None:
    """Learning again in good faith must not overwrite what is right with what is not."""
    known = written(shell, town)
    shell("learn", "--capture", "http", "--yes", "-k", "hall")
    before = known.read_text()
    town.pages = PAGES | {"/hall": SERUM}
    called = shell("learn", "--capture", "http", "--yes", "--update", "-k", "hall")
    assert called.code == 3
    assert "domain_mismatch.takeover" in called.out
    assert "title: was “What is on – Corn Exchange Hall”" in " ".join(called.out.split())
    assert known.read_text() == before
    accepted = shell("learn", "--capture", "http", "--accept", "hall", "--update", "-k", "hall")
    assert accepted.code == 0
    assert json.loads(known.read_text())["pages"]["hall"]["looks"][0]["title"].endswith("Glow Daily")


def test_a_second_sighting_stands_beside_the_first_and_update_replaces_it(shell: Shell, town: Site) -> None:
    known = written(shell, town)

    def looks() -> list[Any]:
        return list(json.loads(known.read_text())["pages"]["news"]["looks"])

    assert shell("learn", "--capture", "http", "-y", "-k", "news").code == 0
    again = shell("learn", "--capture", "http", "-y", "-k", "news")
    assert "known already" in again.out
    assert len(looks()) == 1
    town.pages = PAGES | {"/news": TODAY}
    assert "remembered as look 2 of it" in shell("learn", "--capture", "http", "-y", "-k", "news").out
    assert len(looks()) == 2
    assert "in the place of what was known" in shell("learn", "--capture", "http", "-y", "--update", "-k", "news").out
    assert [look["headings"][1] for look in looks()] == ["Council votes for a second ferry"]


def test_pages_are_learnt_from_an_earlier_run(shell: Shell, town: Site) -> None:
    """The file can come from saved evidence, without a visit and without the mission."""
    written(shell, town)
    shell("run", "--capture", "http")
    asked = len(town.asked)
    called = shell("learn", "--from", "pagestate-report", "--yes", "-k", "hall", "-k", "bread")
    assert called.code == 0, called.out + called.err
    assert len(town.asked) == asked
    (shell.folder / "pagestate.yaml").unlink()
    other = shell("learn", "--from", "pagestate-report", "--yes", "--out", "other.json")
    assert other.code == 3
    assert set(json.loads((shell.folder / "other.json").read_text())["pages"]) == {"hall", "bread", "news"}
    assert shell("learn", "--from", ".", "-k", "nothing", "--yes").code == 2


def test_every_page_shows_the_start_page(shell: Shell, town: Site) -> None:
    """`check` and `run` take the file by --known; a learnt page in the place of another is named."""
    text = (
        "missions:\n  - name: garden\n    pages:\n"
        '      - {id: start, url: "SITE/"}\n      - {id: apples, url: "SITE/apples"}\n'
    )
    town.pages = {"/": NURSERY, "/apples": APPLES}
    written(shell, town, text)
    called = shell("learn", "--capture", "http", "--yes")
    assert "Put `known: pagestate-known.json` at the top of pagestate.yaml" in called.out
    town.pages = {"/": NURSERY, "/apples": NURSERY}
    ran = shell("run", "--capture", "http", "--json", "--known", "pagestate-known.json")
    assert states(ran.out) == {"start": "content", "apples": "goal_failed.wrong_content"}
    checked = shell("check", f"{town.url}/apples", "--capture", "http", "--known", "pagestate-known.json")
    assert checked.code == 1
    assert "this is the page known as “start”" in checked.out
    (shell.folder / "page.html").write_text(NURSERY)
    saved = shell(
        "classify", "page.html", "--url", f"{town.url}/apples", "--status", "200", "--known", "pagestate-known.json"
    )
    assert "goal_failed.wrong_content" in saved.out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "not JSON"),
        ('{"schema": 9, "pages": {}}', '"schema": 1'),
        ('{"schema": 1, "pages": {"hall": {"url": "http://x/", "looks": []}}}', "there is no look"),
        ('{"schema": 1, "pages": {"hall": {"url": "http://x/", "looks": [{"shape": "zz"}]}}}', "damaged"),
        ('{"schema": 1, "pages": {"hall": {"looks": [{}]}}}', "pages.hall.url"),
    ],
)
def test_a_damaged_file_is_named(shell: Shell, town: Site, content: str, reason: str) -> None:
    written(shell, town).write_text(content)
    called = shell("run", "--capture", "http")
    assert called.code == 2
    assert "pagestate-known.json" in called.err
    assert reason in called.err


def test_a_file_that_is_not_there_yet_is_no_error_for_run(shell: Shell, town: Site) -> None:
    written(shell, town)
    called = shell("run", "--capture", "http", "--tag", "smoke")
    assert called.code == 0
    assert "pagestate-known.json is not there yet; `pagestate learn pagestate.yaml` writes it" in called.err
    assert shell("run", "--capture", "http", "--known", "lost.json").code == 2


def test_secrets_stay_out_of_the_file(shell: Shell, town: Site) -> None:
    known = written(shell, town, MISSION.replace("SITE/hall", "SITE/hall?key=${KEY}"))
    town.pages = PAGES | {"/hall?key=w0rd-from-env": PROGRAMME.replace("<h1>", "<h1>w0rd-from-env ")}
    called = shell("learn", "--capture", "http", "--yes", "-k", "hall", KEY="w0rd-from-env")
    assert called.code == 0, called.out
    assert "w0rd-from-env" not in known.read_text() + called.out + called.err
    assert json.loads(known.read_text())["pages"]["hall"]["url"].endswith("/hall?key=…")


def test_json_and_unknown_names(shell: Shell, town: Site) -> None:
    written(shell, town)
    called = shell("learn", "--capture", "http", "--yes", "--json")
    rows = [json.loads(line) for line in called.out.splitlines()]
    assert {row["id"]: row["remembered"] for row in rows} == {
        "hall": True,
        "bread": True,
        "news": True,
        "members": False,
    }
    wrong = shell("learn", "--capture", "http", "--accept", "memebrs")
    assert wrong.code == 2
    assert "memebrs" in wrong.err
    assert "members" in wrong.err


def test_a_person_at_a_terminal_is_asked(shell: Shell, town: Site) -> None:
    """No to the first, yes to the second, stop at the third; the wall is not asked for."""
    known = written(shell, town)
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pagestate", "learn", "--capture", "http"],
        cwd=shell.folder,
        env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm", "COLUMNS": "100", "CI": ""},
        stdin=follower,
        stdout=follower,
        stderr=subprocess.DEVNULL,
    )
    os.close(follower)
    shown = b""
    for answer in (b"n\n", b"y\n", b"q\n"):
        asked = shown.count(b"q stop  > ")
        while shown.count(b"q stop  > ") == asked:
            assert select.select([leader], [], [], 30)[0], shown.decode()
            shown += os.read(leader, 4096)
        os.write(leader, answer)
    try:
        while chunk := os.read(leader, 4096):
            shown += chunk
    except OSError:
        pass  # the other end was closed
    assert process.wait(timeout=30) == 3
    os.close(leader)
    assert set(json.loads(known.read_text())["pages"]) == {"bread"}
    assert shown.count(b"Is this page right?") == 3
