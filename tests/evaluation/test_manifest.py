"""Manifests of saved pages."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from pagestate.errors import InputError
from pagestate.evaluation.manifest import BadRow, ManifestRow, PageFiles, read_manifest


def written(path: Path, *lines: object) -> Path:
    """A manifest with these lines."""
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), encoding="utf-8"
    )
    return path


def test_bad_rows_do_not_stop_the_others(tmp_path: Path) -> None:
    """Each bad line is named with its number and the reason; the rest is read."""
    path = written(
        tmp_path / "m.jsonl",
        {"id": "a", "file": "a.html", "label": "not read"},
        "{not json",
        {"id": "b"},
        "",
        {"id": "c", "file": "c.html", "status": "many"},
        {"id": "a", "file": "again.html"},
        {"id": "d", "file": "d.html", "headers": {"Server": "x"}, "status": 503},
    )
    rows = list(read_manifest(path, ManifestRow))
    good = [row[1].id for row in rows if not isinstance(row, BadRow)]
    bad = [(row.where.rpartition(":")[2], row.reason) for row in rows if isinstance(row, BadRow)]
    assert good == ["a", "d"]
    assert [line for line, _ in bad] == ["2", "3", "5", "6"]
    assert bad[0][1].startswith("not JSON")
    assert bad[1][1] == "file: field required"
    assert bad[2][1].startswith("status: ")
    assert bad[3][1] == "id 'a' stands in line 1 already"


def test_no_manifest(tmp_path: Path) -> None:
    """A manifest that is not there is an error of its own."""
    with pytest.raises(InputError, match=r"none\.jsonl: the manifest cannot be read"):
        list(read_manifest(tmp_path / "none.jsonl", ManifestRow))


def test_no_page_from_outside_the_folder(tmp_path: Path) -> None:
    """Neither by its path nor by a link."""
    (tmp_path / "in").mkdir()
    (tmp_path / "secret.html").write_text("secret")
    (tmp_path / "in" / "link.html").symlink_to(tmp_path / "secret.html")
    (tmp_path / "in" / "up").symlink_to(tmp_path)
    pages = PageFiles(tmp_path / "in" / "m.jsonl")
    for name in ("../secret.html", str(tmp_path / "secret.html"), "link.html", "up/secret.html", "a\0b"):
        with pytest.raises(InputError):
            pages.read(name)


def test_pages_from_files_and_zips(tmp_path: Path) -> None:
    """A page is read from beside the manifest, else from a zip there."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.html").write_bytes(b"file")
    with ZipFile(tmp_path / "pages.zip", "w") as archive:
        archive.writestr("pages/a.html", "zipped")
        archive.writestr("pages/b.html", "zipped too")
    (tmp_path / "broken.zip").write_bytes(b"PK no")
    pages = PageFiles(tmp_path / "m.jsonl")
    assert pages.read("pages/a.html") == b"file"
    assert pages.read("pages/b.html") == b"zipped too"
    with pytest.raises(InputError, match="there is no file"):
        pages.read("pages/c.html")
    pages.close()


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "pages/../../secret"])
def test_nothing_outside_the_folder(tmp_path: Path, name: str) -> None:
    """A manifest from somebody else reads nothing but its own folder."""
    (tmp_path / "secret").write_text("x")
    folder = tmp_path / "m"
    folder.mkdir()
    with pytest.raises(InputError, match="does not lie under"):
        PageFiles(folder / "m.jsonl").read(name)
