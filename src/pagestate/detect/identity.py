"""What a page is known by: the look of it that a person called right, and how to take one.

A look holds what tells the page, its site and its owner, and of the text nothing but title, headings and
names. Three sketches stand for what is too long to keep or to read: 64 minima of random permutations, of
which eight bits each are kept (min-wise hashing, Broder 1997; b-bit, Li and König 2010), so that the share
of equal bytes estimates the Jaccard index of the sets with a standard error of about 0.06.
"""

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit
from zlib import crc32

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagestate.detect.forms import role_of
from pagestate.detect.ownership import accounts_of, brands_of, owners_of
from pagestate.facts.addresses import host_of, registrable_domain
from pagestate.facts.model import Facts

__all__ = ["Identity", "KnownPage", "Look", "bits_apart", "likeness", "look_of", "picture_hash"]

_PERMUTATIONS = 64
_PRIME = (1 << 61) - 1
_MOST_SHINGLES = 4_000
_MOST_ELEMENTS = 20_000
_PATH = 4
_HEADINGS = 12
_LONGEST = 160
_UNSEEN = frozenset({"script", "style", "noscript", "template", "head", "link", "meta"})
_CHANGING = re.compile(r"[0-9a-f]{6,}|\d+(?:[._-]\d+)*|[\w-]*\d[\w-]*", re.IGNORECASE)
_BUILT = re.compile(r"\d|__|^(?:css|sc|jsx|svelte)-|^[a-zA-Z]{1,2}$")
"""Class names that a build tool made, which the next build makes anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One sighting of a page."""

    taken: str | None = None
    """Date, ISO 8601."""
    address: str | None = None
    """Where the visit ended, without its query."""
    canonical: str | None = None
    """The address that the page declares to be its own."""
    status: int | None = None
    title: str = ""
    headings: tuple[str, ...] = ()
    """h1 and h2, the first twelve."""
    brands: tuple[str, ...] = ()
    """What the page calls its site."""
    owners: tuple[str, ...] = ()
    """Who the page says it belongs to."""
    accounts: tuple[str, ...] = ()
    """Public identifiers of accounts at measuring and advertising services."""
    language: str | None = None
    landmarks: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    """Each form's role with the types of its fields, such as `login: email, password`."""
    origins: tuple[str, ...] = ()
    """Folders that scripts, style sheets and pictures come from; `.` is the page's own site."""
    shape: str = ""
    """Sketch of the paths of four tags that occur in the document."""
    dress: str = ""
    """Sketch of the class names."""
    furniture: str = ""
    """Sketch of the addresses that header, navigation and footer lead to."""
    picture: str | None = None
    """Difference hash of the screenshot, 64 bits as hexadecimal digits."""
    rendered: bool = True
    """Whether scripts had run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A page as a person called it right, in as many variants as were seen."""

    id: str
    url: str
    """As it was asked for, without credentials and query values."""
    learned: str | None = None
    """Date, ISO 8601."""
    accepted_as: str | None = None
    """`state.kind`, where a page that would not pass by itself was called right."""
    looks: tuple[Look, ...]
    """At least one; the last is the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPage:
    """What was learnt of one page, and of those it may be mistaken for."""

    page: Identity
    others: tuple[Identity, ...] = ()
    """Other learnt pages that look most like what is shown now."""


def look_of(facts: Facts, *, taken: str | None = None) -> Look:
    """Return the look of the page that `facts` tell of."""
    capture = facts.capture
    address = capture.final_url or capture.requested_url
    paths, names, landmarks = _walk(facts.tree)
    furniture = {
        key
        for link in facts.links
        if link.region in ("header", "nav", "footer") and (key := _target(link.href, address)) is not None
    }
    return Look(
        taken=taken or (capture.captured_at or "")[:10] or None,
        address=_without_query(address),
        canonical=_without_query(facts.canonical),
        status=capture.status,
        title=_short(facts.title),
        headings=tuple(_short(heading) for heading in facts.headings[:_HEADINGS]),
        brands=brands_of(facts),
        owners=owners_of(facts),
        accounts=accounts_of(facts),
        language=facts.language,
        landmarks=tuple(sorted(landmarks)),
        forms=_forms(facts),
        origins=_origins(facts, address),
        shape=_sketch(paths),
        dress=_sketch(names),
        furniture=_sketch(furniture) if len(furniture) >= 3 else "",
        picture=picture_hash(capture.screenshot) if capture.screenshot else None,
        rendered=facts.rendered,
    )


def likeness(one: str, other: str) -> float | None:
    """Return the estimated Jaccard index of two sketches, 0 to 1; None where one is missing."""
    if not one or not other or len(one) != len(other):
        return None
    first, second = bytes.fromhex(one), bytes.fromhex(other)
    equal = sum(a == b for a, b in zip(first, second, strict=True)) / len(first)
    by_chance = 1 / 256
    return max(0.0, (equal - by_chance) / (1 - by_chance))


def picture_hash(data: bytes) -> str | None:
    """Return the difference hash of a picture (Krawetz 2013): which of 9 by 8 grey cells is darker than the next.

    None for what is no picture, and for one of a single colour, of which every hash is chance.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image:
            small = image.convert("L").resize((9, 8), Image.Resampling.BOX)
            cells = list(small.tobytes())
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
    if max(cells) - min(cells) < 4:
        return None
    bits = 0
    for row in range(8):
        for column in range(8):
            bits = bits << 1 | (cells[row * 9 + column] > cells[row * 9 + column + 1])
    return f"{bits:016x}"


def bits_apart(one: str | None, other: str | None) -> int | None:
    """Return in how many of 64 bits two picture hashes differ; None where one is missing."""
    if not one or not other:
        return None
    return (int(one, 16) ^ int(other, 16)).bit_count()


def _sketch(items: Iterable[str]) -> str:
    hashes = sorted({crc32(item.encode("utf-8", "surrogatepass")) for item in items})[:_MOST_SHINGLES]
    if not hashes:
        return ""
    return bytes(min((a * item + b) % _PRIME for item in hashes) & 0xFF for a, b in _FUNCTIONS).hex()


def _functions() -> tuple[tuple[int, int], ...]:
    """Linear permutations modulo a prime, the same on every machine."""
    state, made = 0x9E3779B97F4A7C15, []
    for _ in range(2 * _PERMUTATIONS):
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        made.append((state >> 3) % _PRIME or 1)
    return tuple(zip(made[::2], made[1::2], strict=True))


_FUNCTIONS = _functions()
_LANDMARKS = {
    "main": "main",
    "header": "header",
    "footer": "footer",
    "nav": "nav",
    "aside": "aside",
    "search": "search",
}
_ROLES = {"banner": "header", "contentinfo": "footer", "navigation": "nav", "complementary": "aside"} | {
    name: name for name in ("main", "search", "dialog")
}


def _walk(tree: LexborHTMLParser | None) -> tuple[set[str], set[str], set[str]]:
    """Return the tag paths, class names and landmarks of all elements that may be seen, in one pass."""
    paths: set[str] = set()
    names: set[str] = set()
    landmarks: set[str] = set()
    body = tree.body if tree is not None else None
    waiting: list[tuple[LexborNode, tuple[str, ...]]] = [(body, ())] if body is not None else []
    for _ in range(_MOST_ELEMENTS):
        if not waiting:
            break
        node, above = waiting.pop()
        tag = node.tag or ""
        attributes = node.attributes
        if tag in _UNSEEN or "data-pagestate-hidden" in attributes:
            continue
        path = (*above[1 - _PATH :], tag)
        paths.add(">".join(path))
        names.update(name for name in (attributes.get("class") or "").split() if not _BUILT.search(name))
        place = _ROLES.get(attributes.get("role") or "") or _LANDMARKS.get(tag)
        if place:
            landmarks.add(place)
        if tag == "svg":
            continue
        child = node.first_child
        while child is not None:
            if child.is_element_node:
                waiting.append((child, path))
            child = child.next
    return paths, names, landmarks


def _forms(facts: Facts) -> tuple[str, ...]:
    told = []
    for form in facts.forms:
        fields = sorted({field.type for field in form.fields if field.visible and field.type != "hidden"})
        if form.visible and fields:
            told.append(f"{role_of(form).role}: {', '.join(fields)}")
    return tuple(sorted(dict.fromkeys(told)))[:8]


def _origins(facts: Facts, address: str | None) -> tuple[str, ...]:
    own = registrable_domain(host_of(address))
    found: set[str] = set()
    for source in (*facts.script_sources, *facts.assets):
        try:
            parts = urlsplit(urljoin(address or "", source))
        except ValueError:
            continue
        if parts.scheme not in ("http", "https", ""):
            continue
        site = registrable_domain(parts.hostname)
        place = "." if site is None or site == own else site
        folders = [folder for folder in parts.path.split("/")[1:-1] if folder][:3]
        kept = [folder for folder in folders if not _CHANGING.fullmatch(folder)] if place == "." else []
        found.add("/".join((place, *kept)))
    return tuple(sorted(found - {"."}))[:24]


def _target(href: str, address: str | None) -> str | None:
    try:
        parts = urlsplit(urljoin(address or "", href))
    except ValueError:
        return None
    if parts.scheme not in ("http", "https", ""):
        return None
    host = parts.hostname or ""
    own = host_of(address) or ""
    place = "" if registrable_domain(host) == registrable_domain(own) or not host else host
    return f"{place}{parts.path.rstrip('/').lower() or '/'}"


def _without_query(url: str | None) -> str | None:
    if not url:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" if host else parts.path or None


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]
