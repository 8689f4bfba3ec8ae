"""The signature files: their form, their sources, and that every row recognises its product and nothing less."""

import json
import re
from collections import Counter, defaultdict
from datetime import date
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pagestate.decide.scoring import CANDIDATES
from pagestate.detect.marks import holding
from pagestate.detect.model import SiteHistory
from pagestate.detect.page import Page
from pagestate.detect.signature import Signature, signatures
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.states import kinds_of

FOLDER = resources.files("pagestate.detect") / "signatures"
SCHEMA = json.loads(Path(__file__).with_name("signatures.schema.json").read_text(encoding="utf-8"))
FILES = {
    entry.name: json.loads(entry.read_text(encoding="utf-8"))
    for entry in sorted(FOLDER.iterdir(), key=lambda item: item.name)
    if entry.name.endswith(".json")
}
ROWS = signatures()
FILLER = "<p>" + "There is much else to read on this page, and none of it is a check. " * 60 + "</p>"
SOURCES = (
    r"[\w.-]+/[\w.-]+ \S+",  # a repository and a path in it
    r"[\w.-]+/[\w.-]+#\d+",  # a thread of a repository
    r"Debian package [a-z0-9.+-]+ \S+",
    r"npm package (@[\w.-]+/)?[\w.-]+ \S+",
    r"[\w. ]+ documentation [\w.-]+/[\w./-]+",
    r"seen on saved pages of the product",
    # One page is enough where the mark is the product's own: its template is the same for every customer.
    r"seen on a saved page of the product",
    # The index of public code gives the excerpt and no path; the exact string is what can be looked up.
    r"public code found by the string itself: \S.+\S",
)
FOUND = "public code found by the string itself: "


@pytest.mark.parametrize("name", FILES)
def test_a_file_follows_the_schema(name: str) -> None:
    assert list(_faults(FILES[name], SCHEMA, name)) == []


def test_the_schema_refuses_what_the_notation_does_not_have() -> None:
    """Guards the little validator below: a schema that accepts everything would pass every file."""
    good = FILES["gates.json"]["signatures"][0]
    changes: tuple[dict[str, object], ...] = (
        {"when": {}},
        {"when": {"titel": ["x"]}},
        {"when": {"title": ["Upper"]}},
        {"when": {"title": []}},
        {"state": "lost"},
        {"strength": 9},
        {"max_text": 0},
        {"date": "30.11.2026"},
        {"more": 1},
    )
    for change in changes:
        assert list(_faults({"about": "x", "signatures": [good | change]}, SCHEMA, "")), change
    assert not list(_faults({"about": "x", "signatures": [good]}, SCHEMA, ""))


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_one_row_a_line_sorted_by_vendor(name: str) -> None:
    rows = FILES[name]["signatures"]
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line.strip().rstrip(",")) for line in lines if line.startswith("    {")] == rows
    order = [((row["vendor"] or "").casefold(), row["id"]) for row in rows]
    assert order == sorted(order)


def test_every_row_has_a_name_of_its_own() -> None:
    assert [name for name, times in Counter(row.id for row in ROWS).items() if times > 1] == []


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_names_a_source_that_can_be_looked_up(row: Signature) -> None:
    assert any(re.fullmatch(pattern, row.source) for pattern in SOURCES), row.source
    assert date(2026, 1, 1) <= date.fromisoformat(row.date) <= date(2100, 1, 1)


@pytest.mark.parametrize("row", [row for row in ROWS if row.source.startswith(FOUND)], ids=lambda row: row.id)
def test_a_string_given_as_a_source_is_a_mark_of_its_row(row: Signature) -> None:
    string = row.source.removeprefix(FOUND).lower()
    assert any(word.strip(".") in string or string in word for _, words in row.when for word in words), string


@pytest.mark.parametrize("row", [row for row in ROWS if " saved page" in row.source], ids=lambda row: row.id)
def test_a_mark_seen_on_a_saved_page_is_that_of_a_product(row: Signature) -> None:
    """A page that was saved shows a site as well: without a product named, its mark may be that of the site."""
    assert row.vendor is not None


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_asserts_a_kind_that_its_state_has(row: Signature) -> None:
    assert row.state in CANDIDATES
    assert row.kind is None or row.kind in kinds_of(row.state)


def test_a_vendor_has_one_spelling() -> None:
    spellings: dict[str, set[str]] = defaultdict(set)
    for row in ROWS:
        if row.vendor is not None:
            assert not re.search(r"[,;/]| or ", row.vendor), f"{row.vendor}: one vendor a row"
            spellings[re.sub(r"[\W_]", "", row.vendor.casefold())].add(row.vendor)
    assert [names for names in spellings.values() if len(names) > 1] == []


def test_no_row_is_implied_by_another() -> None:
    """Where a row holds, a weaker one of the same product that asserts the same adds nothing."""
    groups: dict[tuple[object, ...], list[Signature]] = defaultdict(list)
    for row in ROWS:
        groups[row.state, row.kind, row.vendor].append(row)
    found = [
        f"{narrow.id} is implied by {wide.id}"
        for rows in groups.values()
        for one, other in combinations(rows, 2)
        for narrow, wide in ((one, other), (other, one))
        if _implies(narrow, wide)
    ]
    assert found == []


def test_no_word_of_a_place_contains_another() -> None:
    found = [
        f"{row.id}, {place}: {word} holds {inner}"
        for row in ROWS
        for place, words in row.when
        if place not in ("id", "status")
        for word in words
        for inner in words
        if word != inner and inner in word
    ]
    assert found == []


def test_a_script_alone_never_asserts_a_wall() -> None:
    """A passive script or style link is on ordinary pages too: the page must show little else."""
    passive = {"script_src", "script", "html", "link", "cookie"}
    for row in ROWS:
        if row.state in ("captcha", "interstitial", "domain_mismatch") and {place for place, _ in row.when} <= passive:
            assert row.max_text is not None, row.id


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_recognises_its_product(row: Signature) -> None:
    assert _holds(row, example(row))


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_needs_every_place_it_names(row: Signature) -> None:
    for place, _ in row.when:
        assert not _holds(row, example(row, without=place)), place


@pytest.mark.parametrize("row", [row for row in ROWS if row.max_text is not None], ids=lambda row: row.id)
def test_a_mark_on_a_page_with_other_content_says_nothing(row: Signature) -> None:
    assert not _holds(row, example(row, filler=FILLER))


def _holds(row: Signature, capture: Capture) -> bool:
    page = Page(extract(capture), None, SiteHistory())
    return any(signature.id == row.id and len(seen) == len(row.when) for signature, seen in holding(page))


def _implies(narrow: Signature, wide: Signature) -> bool:
    if wide.strength < narrow.strength:
        return False
    if wide.max_text is not None and (narrow.max_text is None or narrow.max_text > wide.max_text):
        return False
    given = dict(narrow.when)
    return all(
        place in given and all(any(word in longer for word in words) for longer in given[place])
        for place, words in wide.when
    )


def example(row: Signature, *, without: str | None = None, filler: str = "") -> Capture:
    """A page that has just what the row asks for, or all of it but one place."""
    head: list[str] = []
    body: list[str] = []
    headers: list[tuple[str, str]] = []
    host, status = "app.test", None
    for place, words in row.when:
        if place == without:
            continue
        word = words[0]
        safe = word.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
        match place:
            case "title":
                head.append(f"<title>{safe}</title>")
            case "generator":
                head.append(f"<meta name=generator content='{safe}'>")
            case "heading":
                body.append(f"<h1>{safe}</h1>")
            case "text" | "hidden":
                body.append(f"<p{' hidden' if place == 'hidden' else ''}>{safe}</p>")
            case "html":
                body.append(word if word.startswith("<") and not word.startswith("<title") else f"<!-- {word} -->")
            case "script":
                body.append(f"<script>{word}</script>")
            case "script_src":
                body.append(f"<script src='{safe}'></script>")
            case "frame":
                body.append(f"<iframe src='https://x{safe}'></iframe>")
            case "form":
                body.append(f"<form action='{safe}'><input name=x></form>")
            case "link":
                body.append(f"<a href='{safe}'>x</a>")
            case "id":
                body.append(f"<div id='{safe}'></div>")
            case "noscript":
                body.append(f"<noscript>{safe}</noscript>")
            case "picture":
                body.append(f"<img alt='{safe}' src='a.png'>")
            case "host":
                host = f"x{word}"
            case "cookie":
                headers.append(("set-cookie", f"{word}=1"))
            case "status":
                status = int(word)
            case _ if place.startswith("header:"):
                headers.append((place[7:], word))
            case _:
                raise AssertionError(place)
    address = f"https://{host}/"
    return Capture(
        source="http",
        requested_url=address,
        final_url=address,
        status=status,
        served_html=f"<html><head>{''.join(head)}</head><body>{''.join(body)}{filler}</body></html>",
        headers=tuple(headers),
    )


def _faults(value: object, schema: dict[str, Any], where: str) -> list[str]:
    """What in `value` breaks `schema`: the part of JSON Schema that the file uses, no more."""
    faults: list[str] = []
    kinds: dict[str, type | tuple[type, ...]] = {
        "object": dict,
        "array": list,
        "string": str,
        "integer": int,
        "number": (int, float),
        "null": type(None),
    }
    types = schema.get("type")
    if types is not None:
        names = types if isinstance(types, list) else [types]
        if not any(isinstance(value, kinds[name]) and not isinstance(value, bool) for name in names):
            return [f"{where}: not {types}"]
    if "enum" in schema and value not in schema["enum"]:
        faults.append(f"{where}: {value!r} is none of the values")
    if isinstance(value, str) and not re.search(str(schema.get("pattern", "")), value):
        faults.append(f"{where}: {value!r} is not of the form")
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        faults.append(f"{where}: {value} is out of bounds")
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            faults.append(f"{where}: too few")
        if schema.get("uniqueItems") and len({json.dumps(item) for item in value}) < len(value):
            faults.append(f"{where}: one is there twice")
        for number, item in enumerate(value):
            faults += _faults(item, schema.get("items", {}), f"{where}[{number}]")
    if isinstance(value, dict):
        faults += [f"{where}: {name} is missing" for name in schema.get("required", []) if name not in value]
        if len(value) < schema.get("minProperties", 0):
            faults.append(f"{where}: empty")
        known = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        for name, item in value.items():
            rules = (
                [known[name]] if name in known else [rule for form, rule in patterns.items() if re.search(form, name)]
            )
            if not rules and schema.get("additionalProperties") is False:
                faults.append(f"{where}: {name} is unknown")
            for rule in rules:
                faults += _faults(item, rule, f"{where}.{name}")
    return faults
