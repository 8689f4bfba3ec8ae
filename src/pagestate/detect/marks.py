"""Marks of vendors and products: the signatures that hold on a page."""

from collections.abc import Iterator

from pagestate.detect.message import segments, unquoted
from pagestate.detect.model import Finding, Observation
from pagestate.detect.page import Page
from pagestate.detect.signature import SHORT, Anchor, Signature
from pagestate.states import PageState

__all__ = ["detect", "holding", "matching"]

_FEW = 5
"""Words up to which a source is searched faster word by word than all at once."""
_SIGNATURE: dict[PageState, str] = {state: f"{state}.signature" for state in PageState}


_NONE: set[str] = set()


class _Places:
    """The searched places of one page, in lower case, made when first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known: dict[str, str] = {}

    def get(self, place: str) -> str:
        text = self.known.get(place)
        if text is None:
            text = self.known[place] = self.as_written(place).lower()
        return text

    def as_written(self, place: str) -> str:
        """Return what stands in `place`."""
        facts, capture = self.page.facts, self.page.capture
        match place:
            case "title":
                return facts.title
            case "heading":
                return "\n".join(facts.headings[:6])
            case "text":
                return facts.text[:4000]
            case "script_src":
                return "\n".join(facts.script_sources)
            case "script":
                return facts.script_text[:60_000]
            case "frame":
                return "\n".join([*(frame.src for frame in facts.frames), *(frame.url for frame in capture.frames)])
            case "form":
                return "\n".join([form.action for form in facts.forms])
            case "id":
                return "\n" + "\n".join(facts.ids) + "\n"
            case "generator":
                return facts.meta.get("generator", "")
            case "link":
                return "\n".join(link.href for link in facts.links[:400])
            case "noscript":
                return facts.noscript_text
            case "picture":
                return "\n".join(facts.picture_texts)
            case "hidden":
                return facts.hidden_text
            case "host":
                return f".{facts.host or ''}"
            case "html":
                html = capture.html or ""
                return html if len(html) < 60_000 else f"{html[:45_000]}\n{html[-15_000:]}"
            case "status":
                return str(self.page.status or "")
            case "cookie":
                return "\n".join(
                    [value.split("=", 1)[0] for name, value in capture.headers if name == "set-cookie"]
                    + [name for hop in capture.hops for name in hop.cookies_set]
                )
            case _ if place.startswith("header:"):
                return "\n".join(value for name, value in capture.headers if name == place[7:])
            case _:
                raise ValueError(f"unknown place in a signature: {place}")

    def seen(self, anchor: Anchor) -> set[str]:
        """Return the words of `anchor` that its place holds."""
        facts = self.page.facts
        match anchor.place:
            case "":
                text = "\n".join(filter(None, map(self.as_written, SHORT)))
                return anchor.seen_in(text.lower()) if text else _NONE
            case "html":
                wanted = anchor.wanted(len(facts.text))
                if wanted > _FEW:
                    return anchor.seen_in_source(self.as_written("html"))
                return anchor.seen_in(self.get("html")) if wanted else _NONE
            case "id":
                return {name.lower() for name in facts.ids} & anchor.of.keys() if facts.ids else _NONE
            case "status":
                return {self.get("status")} & anchor.of.keys() if self.page.status else _NONE
            case "host":
                host = self.get("host")
                if not facts.host or not host.endswith(anchor.words):
                    return _NONE
                return {word for word in anchor.words if host.endswith(word)}
            case "link" if not facts.links:
                return _NONE
            case place:
                text = self.get(place)
                return anchor.seen_in(text) if text else _NONE


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


def holding(page: Page) -> Iterator[tuple[Signature, tuple[Observation, ...]]]:
    """Yield every signature that holds, with what was seen of it."""
    places = _Places(page)
    index = page.knowledge.signatures
    shown = len(page.facts.text)
    numbers = set(index.always)
    for anchor in index.anchors:
        for word in places.seen(anchor):
            numbers.update(anchor.of[word])
    if index.headers:
        for name in {name for name, _ in page.capture.headers} & index.headers.keys():
            anchor = index.headers[name]
            for word in places.seen(anchor):
                numbers.update(anchor.of[word])
    for number in sorted(numbers):
        signature = index.signatures[number]
        if signature.max_text is not None and shown > signature.max_text:
            continue
        seen = _holds(signature, places)
        if seen:
            yield signature, seen


_WORDS = frozenset({"title", "heading", "text"})
_QUOTED = 0.1
_IN_PASSING = 0.35
"""What is left of a mark that is quoted, or of one in a longer title; set by hand."""


def _meant(page: Page, signature: Signature) -> float:
    """How far a product's own wording is what a page says, and not what somebody writes about.

    1 for signatures that rest on more than words.
    """
    if not _WORDS.issuperset(place for place, _ in signature.when):
        return 1.0
    meant = 1.0
    for place, words in signature.when:
        if place == "text":
            said = unquoted(page.facts.text[:4000]).lower()
            if not any(word in said for word in words):
                return _QUOTED
            continue
        lines = [page.facts.title] if place == "title" else page.facts.headings[:6]
        parts = [part for line in lines for part in segments(unquoted(line).lower())]
        found = max(((len(word), part) for word in words for part in parts if word in part), default=None)
        if found is None:
            # What a title says across its parts is the product's own title, and no phrase of a writer.
            if not any(word in unquoted(line).lower() for word in words for line in lines):
                return _QUOTED
        elif found[0] < 0.4 * len(found[1].strip()):
            meant = min(meant, _IN_PASSING)
    if signature.max_text is None:
        meant *= (0.3 + 0.7 * page.message.brevity) * (1 - 0.8 * page.matter.strength)
    return meant


def matching(page: Page) -> Iterator[Finding]:
    """Yield a finding for every signature that holds."""
    for signature, seen in holding(page):
        yield page.finding(
            _SIGNATURE[signature.state],
            signature.state,
            kind=signature.kind,
            strength=signature.strength * _meant(page, signature),
            seen=seen,
            vendor=signature.vendor,
        )


def detect(page: Page) -> tuple[Finding, ...]:
    """Return the findings of all signatures that hold; looked for once a page."""
    if page.marks is None:
        page.marks = tuple(matching(page))
    return page.marks
