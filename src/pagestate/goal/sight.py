"""What an expectation can see in facts: elements, their visible text, a JSON document."""

import json
import re
from typing import TypeAlias

from selectolax.lexbor import LexborNode

from pagestate.facts.model import Facts

__all__ = ["Json", "document", "elements", "fold", "is_hidden", "lookup", "visible_text"]

Json: TypeAlias = "dict[str, Json] | list[Json] | str | float | int | bool | None"

_MARK = "data-pagestate-hidden"
_UNSEEN_TAGS = frozenset({"script", "style", "template", "head", "noframes"})
_UNSEEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)", re.IGNORECASE)
_JSON_LIMIT = 2_000_000
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def fold(text: str) -> str:
    """Return `text` with every run of white space as one space."""
    return " ".join(text.split())


def elements(facts: Facts, selector: str) -> list[LexborNode]:
    """Return what matches in the flattened tree, each element once."""
    if facts.tree is None:
        return []
    # lexbor gives an element once per selector of a list that it matches
    found = {node.mem_id: node for node in facts.tree.css(selector)}
    return [node for node in found.values() if not (node.tag or "").startswith("pagestate-")]


def is_hidden(node: LexborNode, *, measured: bool) -> bool:
    """Return whether a person cannot see `node`.

    `measured`: the browser marked what is hidden, and its marks are all that counts; else what
    the markup alone says is taken.
    """
    current: LexborNode | None = node
    while current is not None:
        attributes = current.attributes
        if _MARK in attributes or current.tag in _UNSEEN_TAGS:
            return True
        if not measured and (
            "hidden" in attributes
            or (current.tag == "input" and (attributes.get("type") or "").lower() == "hidden")
            or (current.tag == "dialog" and "open" not in attributes)
            or _UNSEEN_STYLE.search(attributes.get("style") or "")
        ):
            return True
        current = current.parent
    return False


def visible_text(node: LexborNode, *, measured: bool) -> str:
    """Return the text in `node` that a person can read, white space folded; `alt` stands for pictures."""
    parts: list[str] = []
    for child in node.traverse(include_text=True):
        if child.is_text_node:
            parent = child.parent
            if parent is not None and not is_hidden(parent, measured=measured):
                parts.append(child.text_content or "")
        elif child.tag == "br":
            parts.append(" ")
        elif child.tag == "img" and not is_hidden(child, measured=measured):
            parts.append(f" {child.attributes.get('alt') or ''} ")
    return fold("".join(parts))


def document(facts: Facts) -> tuple[bool, Json]:
    """Return whether the page is a JSON document, and that document."""
    candidates = [facts.capture.served_html, facts.text]
    if facts.tree is not None:
        blocks = facts.tree.css("pre")
        if len(blocks) == 1:
            candidates.insert(1, blocks[0].text())
    for candidate in candidates:
        text = (candidate or "").strip().removeprefix("\ufeff")
        if not text or len(text) > _JSON_LIMIT or text[0] == "<":
            continue
        try:
            value: Json = json.loads(text)
        except (ValueError, RecursionError):
            continue
        return True, value
    return False, None


def lookup(value: Json, path: str) -> tuple[bool, Json]:
    """Return whether `path` (such as `checks.db`, `items[0].id`) leads somewhere, and to what."""
    current = value
    trail = path.strip().removeprefix("$").removeprefix(".")
    for index, name in _STEP.findall(trail):
        key = index or name
        if isinstance(current, dict) and key in current:
            current = current[key]
        elif isinstance(current, list) and key.isdigit() and int(key) < len(current):
            current = current[int(key)]
        else:
            return False, None
    return True, current
