"""Whose page it is by its own words: brand names, named owners, accounts at measuring services."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin, urlsplit

from pagestate.facts.model import Facts

__all__ = ["accounts_of", "brands_of", "common_part", "names_alike", "owners_of", "plain_words", "title_parts"]

_MOST = 6
_LONGEST = 80
_SEPARATORS = re.compile(r"\s+[-–—|·•:»«›/~]+\s+|\s*[|»·•]\s*|:\s+|\s+[—–]\s*")
_GENERIC = frozenset(
    word
    for line in (
        "home start startseite homepage menu logo index welcome willkommen bienvenue accueil inicio blog news main",
        "page site website shop store login sign up top untitled document title web official skip to content contact",
        "about us all rights reserved and the of de la le by powered www com download policy privacy terms",
    )
    for word in line.split()
)
_LEGAL_FORM = (
    r"GmbH(?:\s*&\s*Co\.?\s*KG)?|AG|KG|UG|e\.\s?V\.|Ltd\.?|Limited|LLC|L\.L\.C\.|Inc\.?|Corp\.?|Corporation|PLC|plc|"
    r"S\.?A\.?S?|SARL|S\.?L\.?U?|S\.?p\.?A\.?|S\.?r\.?l\.?|B\.?V\.?|N\.?V\.?|Oy|AB|A/S|ApS|AS|"
    r"Sp\.\s?z\s?o\.\s?o\.|s\.\s?r\.\s?o\.|a\.\s?s\.|Kft\.?|Zrt\.?|Ltda\.?|Pty|Pte|K\.K\."
)
_FORMS_ONLY = re.compile(rf"(?:{_LEGAL_FORM})(?![\w])")
_COMPANY = re.compile(rf"((?:[A-ZÀ-ÞА-Я0-9][\w&.'’+-]*\s+){{1,5}}(?:{_LEGAL_FORM}))(?![\w])")
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright(?:\s*©)?|&copy;)\s*(?:copyright\s*)?(?:(?:19|20)\d\d(?:\s*[-–—/,]\s*(?:(?:19|20)\d\d|now|present))?)?"
    r"\s*,?\s*(?:by\s+)?([^\n|•·©]{2,70})",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"\s*(?:[,.;|–—-]|\b(?:all|alle|tous|todos|tutti|wszelkie|powered|made|designed|version|v\d)\b|(?:19|20)\d\d).*$",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"(?<![\w-])(UA-\d{5,10}|G-(?=[A-Z0-9]*\d)[A-Z0-9]{8,12}|GTM-[A-Z0-9]{5,9}|AW-\d{8,12}|ca-pub-\d{10,18})(?![\w])"
)
_ORGANISATIONS = re.compile(
    r"Organi[sz]ation|Corporation|LocalBusiness|Store|Restaurant|Hotel|WebSite|Brand|NGO|Government|School|University",
)
_LD_LIMIT = 100_000


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of `text` as they are compared: case and width folded, no marks, no numbers alone."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return tuple(word for word in re.findall(r"\w+", folded) if not word.isdigit())


def names_alike(one: str, other: str) -> bool:
    """Whether two names are of the same body: the words of one stand in the other, legal forms aside."""
    first, second = _telling(one), _telling(other)
    return bool(first and second) and (first <= second or second <= first)


def _telling(name: str) -> frozenset[str]:
    words = plain_words(_FORMS_ONLY.sub(" ", name))
    return frozenset(word for word in words if word not in _GENERIC) or frozenset(words)


def title_parts(title: str) -> tuple[str, ...]:
    """Return the parts of a title between its separators."""
    return tuple(part for piece in _SEPARATORS.split(title) if (part := piece.strip()))


def common_part(titles: Iterable[str]) -> str | None:
    """Return the part that stands in all of `titles` (two different ones at least), such as the site's name."""
    different = list(dict.fromkeys(title for title in titles if title))
    if len(different) < 2:
        return None
    shared = set(title_parts(different[0]))
    for title in different[1:]:
        shared &= set(title_parts(title))
    named = [part for part in shared if _is_name(part)]
    return max(named, key=len) if named else None


def brands_of(facts: Facts) -> tuple[str, ...]:
    """Return the names that the page gives its site: declared, in its logo, or at the end of its title.

    A part of the title counts when something else on the page says the same: the declared name, the link to
    the start page, the line of copyright, or the host.
    """
    declared = [facts.meta.get(key, "") for key in ("og:site_name", "application-name", "apple-mobile-web-app-title")]
    logos = [
        link.text for link in facts.links if link.region in ("header", "nav", "main") and _is_root(link.href, facts)
    ]
    told = [name for name in (*declared, *logos[:2]) if _is_name(name)]
    host = re.sub(r"[^a-z0-9]", "", (facts.registrable or "").partition(".")[0])
    for part in title_parts(facts.title):
        if not _is_name(part):
            continue
        joined = "".join(plain_words(part))
        if any(names_alike(part, name) for name in (*told, *owners_of(facts))) or (len(host) > 3 and host in joined):
            told.append(part)
    return _distinct(told)


def owners_of(facts: Facts) -> tuple[str, ...]:
    """Return who the page says it belongs to: line of copyright, structured data, companies named in the footer."""
    found: list[str] = []
    for block in facts.blocks[-80:] if facts.blocks else ():
        if len(block.text) <= 400:
            found += (_TRAILING.sub("", name).strip(" .:") for name in _COPYRIGHT.findall(block.text))
        if block.region == "footer" and len(block.text) <= 400:
            found += (" ".join(name.split()) for name in _COMPANY.findall(block.text))
    found += _organisations(facts)
    return _distinct(name for name in found if _is_name(name))


def accounts_of(facts: Facts) -> tuple[str, ...]:
    """Return the public identifiers of accounts that measure the page or place its advertisements."""
    sources = "\n".join((*facts.script_sources, facts.script_text[:_LD_LIMIT]))
    declared = facts.meta.get("google-site-verification")
    found = sorted(dict.fromkeys(_ACCOUNT.findall(sources)))[:_MOST]
    return (*found, f"verified {declared[:60]}") if declared else tuple(found)


def _organisations(facts: Facts) -> Iterator[str]:
    if facts.tree is None or not facts.linked_data:
        return
    for node in facts.tree.css('script[type="application/ld+json"]')[:8]:
        try:
            value: object = json.loads((node.text() or "")[:_LD_LIMIT])
        except (ValueError, RecursionError):
            continue
        yield from _named(value, 0)


def _named(value: object, depth: int) -> Iterator[str]:
    if depth > 4:
        return
    if isinstance(value, list):
        for item in value[:20]:
            yield from _named(item, depth + 1)
    elif isinstance(value, dict):
        kinds = value.get("@type")
        if _ORGANISATIONS.search(kinds if isinstance(kinds, str) else " ".join(map(str, kinds or ()))):
            yield from (name for key in ("name", "legalName") if isinstance(name := value.get(key), str))
        for key in ("@graph", "publisher", "isPartOf", "mainEntity"):
            if key in value:
                yield from _named(value[key], depth + 1)


def _is_root(href: str, facts: Facts) -> bool:
    base = facts.capture.final_url or facts.capture.requested_url or ""
    try:
        target = urlsplit(urljoin(base, href))
        own = urlsplit(base)
    except ValueError:
        return False
    if target.query or target.fragment or target.scheme not in ("", "http", "https"):
        return False
    return target.path in ("", "/") and (not own.hostname or target.hostname in (None, own.hostname))


def _is_name(text: str) -> bool:
    words = plain_words(text)
    if not words or len(text) > _LONGEST or len(words) > 8 or set(words) <= _GENERIC:
        return False
    return sum(3 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if char.isalpha()) >= 3


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    seen: dict[tuple[str, ...], str] = {}
    for name in names:
        seen.setdefault(plain_words(name), " ".join(name.split())[:_LONGEST])
    return tuple(seen.values())[:_MOST]
