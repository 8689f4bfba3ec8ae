"""Signatures of vendors and products, read from data files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import Page
from pagestate.states import PageState

__all__ = ["Signature", "matching", "names_of", "signatures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """What must hold for a product to be recognised, and what that asserts."""

    id: str
    state: PageState
    kind: str | None
    vendor: str | None
    strength: float
    """1 for a mark that only this page of the product has, less for one that others share."""
    when: tuple[tuple[str, tuple[str, ...]], ...]
    """Place and words, all places must hold, any of the words of a place."""
    max_text: int | None
    """The page may show no more characters than this: the mark must be all there is."""
    source: str
    date: str


@lru_cache(maxsize=1)
def signatures() -> tuple[Signature, ...]:
    """Return all signatures of the package; read once."""
    found: list[Signature] = []
    folder = resources.files("pagestate.detect") / "signatures"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if not entry.name.endswith(".json"):
            continue
        data = json.loads(entry.read_text(encoding="utf-8"))
        for row in data["signatures"]:
            found.append(
                Signature(
                    id=row["id"],
                    state=PageState(row["state"]),
                    kind=row.get("kind"),
                    vendor=row.get("vendor"),
                    strength=float(row.get("strength", 1.0)),
                    when=tuple(
                        (place, tuple(str(word).lower() for word in (words if isinstance(words, list) else [words])))
                        for place, words in row["when"].items()
                    ),
                    max_text=row.get("max_text"),
                    source=row["source"],
                    date=row["date"],
                )
            )
    return tuple(found)


class _Places:
    """The searched places of one page, in lower case, made when first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known: dict[str, str] = {}

    def get(self, place: str) -> str:
        text = self.known.get(place)
        if text is None:
            text = self.known[place] = self._make(place).lower()
        return text

    def _make(self, place: str) -> str:
        facts, capture = self.page.facts, self.page.capture
        if place == "title":
            return facts.title
        if place == "heading":
            return "\n".join(facts.headings[:6])
        if place == "text":
            return facts.text[:4000]
        if place == "script_src":
            return "\n".join(facts.script_sources)
        if place == "script":
            return facts.script_text[:60_000]
        if place == "frame":
            return "\n".join([*(frame.src for frame in facts.frames), *(frame.url for frame in capture.frames)])
        if place == "form":
            return "\n".join(form.action for form in facts.forms)
        if place == "id":
            return "\n" + "\n".join(facts.ids) + "\n"
        if place == "generator":
            return facts.meta.get("generator", "")
        if place == "link":
            return "\n".join(link.href for link in facts.links[:400])
        if place == "noscript":
            return facts.noscript_text
        if place == "picture":
            return "\n".join(facts.picture_texts)
        if place == "hidden":
            return facts.hidden_text
        if place == "host":
            return f".{facts.host or ''}"
        if place == "html":
            html = capture.html or ""
            return html if len(html) < 60_000 else f"{html[:45_000]}\n{html[-15_000:]}"
        if place == "status":
            return str(self.page.status or "")
        if place == "cookie":
            return "\n".join(
                [value.split("=", 1)[0] for name, value in capture.headers if name == "set-cookie"]
                + [name for hop in capture.hops for name in hop.cookies_set]
            )
        if place.startswith("header:"):
            return "\n".join(value for name, value in capture.headers if name == place[7:])
        raise ValueError(f"unknown place in a signature: {place}")


def _holds(signature: Signature, places: _Places) -> tuple[Observation, ...]:
    seen: list[Observation] = []
    for place, words in signature.when:
        text = places.get(place)
        if not text and words != ("",):
            return ()
        if place == "status":
            word = text if text in words else None
        elif place == "id":
            word = next((word for word in words if f"\n{word}\n" in text), None)
        elif place == "host":
            word = next((word for word in words if text.endswith(word)), None)
        else:
            word = next((word for word in words if word in text), None)
        if word is None:
            return ()
        seen.append(Observation(what=f"{signature.vendor or signature.id}: {word or 'present'}", where=place))
    return tuple(seen)


def matching(page: Page) -> Iterator[Finding]:
    """Yield a finding for every signature that holds."""
    places = _Places(page)
    shown = len(page.facts.text)
    for signature in signatures():
        if signature.max_text is not None and shown > signature.max_text:
            continue
        seen = _holds(signature, places)
        if seen:
            yield page.finding(
                f"{signature.state}.signature",
                signature.state,
                kind=signature.kind,
                strength=signature.strength,
                seen=seen,
                vendor=signature.vendor,
            )


def names_of(page: Page) -> frozenset[str]:
    """Return the names of the signatures that hold."""
    places = _Places(page)
    shown = len(page.facts.text)
    return frozenset(
        item.id for item in signatures() if (item.max_text is None or shown <= item.max_text) and _holds(item, places)
    )
