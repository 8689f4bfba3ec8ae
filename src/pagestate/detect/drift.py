"""Holding a page against the look it is known by: is it the same site, the same page, and what changed.

Two questions, each answered by log-odds that add up: whether the page is of the site that was learnt, and
whether it is the page. What differed between two sightings is not held against a third: every part is
compared with the sighting that is most like it, and words count only where all sightings share them.

The weights were set by hand, not fitted: there are no pairs of pages from before and after a takeover to fit
them on. How far they tell pages of one site from pages of another was measured, see docs/decisions/020.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from pagestate.detect.identity import Identity, KnownPage, Look, bits_apart, likeness, look_of
from pagestate.detect.model import Observation
from pagestate.detect.ownership import names_alike, plain_words
from pagestate.facts.addresses import address_of, host_of, path_key, registrable_domain
from pagestate.facts.model import Facts

__all__ = ["Drift", "Evidence", "changes", "compare", "names_on", "nearest", "page_likeness"]

_SITE_PRIOR = 2.0
"""Log-odds that an address still shows the site that it showed: seven to one before anything is seen."""
_PAGE_PRIOR = 5.0
"""The same for the page: whole new words under an address are content more often than a mistake."""
_UNNAMED = 0.6
"""The most that is believed of another site as long as nothing says whose the page is: a redesign looks the same."""
_NAMING = frozenset({"brand", "owner", "account", "own address"})
_FEW_WORDS = 12
"""Words on a page below which the absence of a name says nothing."""
_COMMONPLACE = frozenset({"./js", "./css", "./images", "./img", "./static", "./assets", "./scripts", "./wp-includes"})
_ALIKE_PAGE = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One part that was compared."""

    part: str
    weight: float
    """Log-odds for (above 0) or against sameness."""
    observation: Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How a page stands to what it is known by."""

    other_site: float
    """Probability that this is no page of the site that was learnt."""
    other_page: float
    """Probability that it is another page of that site."""
    site: tuple[Evidence, ...]
    page: tuple[Evidence, ...]
    changed: tuple[Observation, ...]
    """What is not as it was, whatever it means."""
    shown: Identity | None = None
    """The other learnt page that this is."""
    foreign_host: str | None = None
    """Another site's host, where the page calls an address there its own."""


def compare(known: KnownPage, facts: Facts, *, goal_missed: bool = False, start_page_alike: bool = False) -> Drift:
    """Return how the page that `facts` tell of stands to `known`.

    `goal_missed`: whether an expectation of its content does not hold. `start_page_alike`: whether the site
    shows the same at its root.
    """
    now = look_of(facts)
    looks = known.page.looks
    site = _site_evidence(looks, now, facts)
    shown = _shown(known, now)
    page = _page_evidence(looks, now, goal_missed=goal_missed, start_page_alike=start_page_alike)
    foreign = _foreign_host(looks, now)
    own = page_likeness(looks, now)
    other_page = 1 - _share(_PAGE_PRIOR + sum(item.weight for item in page))
    if shown is not None and page_likeness(shown.looks, now) > own + 0.15:
        other_page = max(other_page, 0.95)
    else:
        shown = None
    other_site = 1 - _share(_SITE_PRIOR + sum(item.weight for item in site))
    if not any(item.part in _NAMING and item.weight < 0 for item in site):
        other_site = min(other_site, _UNNAMED)
    return Drift(
        other_site=other_site,
        other_page=other_page,
        site=site,
        page=page,
        changed=changes(looks, now),
        shown=shown,
        foreign_host=foreign,
    )


def nearest(identities: Iterable[Identity], facts: Facts, *, most: int = 2) -> tuple[Identity, ...]:
    """Return those of `identities` that look most like what is shown, most alike first; none that is not alike."""
    now = look_of(facts)
    ranked = sorted(((page_likeness(item.looks, now), item) for item in identities), key=lambda pair: -pair[0])
    return tuple(item for alike, item in ranked[:most] if alike >= _ALIKE_PAGE)


def names_on(looks: Sequence[Look], html: str) -> str | None:
    """Return the first of the learnt names of site and owner that stands in `html`, or None."""
    words = plain_words(re.sub(r"<[^>]*>", " ", html[:200_000]))
    names = (*_union(looks, lambda look: look.brands), *_union(looks, lambda look: look.owners))
    return next((name for name in names if _stands_in(name, words)), None)


def page_likeness(looks: Sequence[Look], now: Look) -> float:
    """Return how much `now` is like the page of `looks`, 0 to 1: words of title and headings, then its shape."""

    def one(look: Look) -> float:
        parts = [
            (3.0, _overlap(plain_words(look.title), plain_words(now.title))),
            (3.0, _overlap(_words(look.headings), _words(now.headings))),
            (1.0, likeness(look.shape, now.shape) if look.rendered == now.rendered else None),
        ]
        known = [(weight, value) for weight, value in parts if value is not None]
        return sum(weight * value for weight, value in known) / sum(weight for weight, _ in known) if known else 0.0

    return max(map(one, looks))


def changes(looks: Sequence[Look], now: Look) -> tuple[Observation, ...]:
    """Return what is not as in any of `looks`, each with what it was and is."""
    last = looks[-1]
    told: list[Observation] = []

    def note(part: str, was: str, new: str) -> None:
        told.append(Observation(what=f"{part}: was {was or 'none'}, now {new or 'none'}", where=part))

    if all(plain_words(now.title) != plain_words(look.title) for look in looks):
        note("title", _quoted(last.title), _quoted(now.title))
    if now.headings != last.headings and all(now.headings != look.headings for look in looks):
        seen = {_folded(heading) for look in looks for heading in look.headings}
        gone = [item for item in last.headings if _folded(item) not in {_folded(new) for new in now.headings}]
        new = [item for item in now.headings if _folded(item) not in seen]
        if gone or new:
            note("headings", _quoted(*gone[:2]), _quoted(*new[:2]))
    for part, before, after in (
        ("brand", _union(looks, lambda look: look.brands), now.brands),
        ("owner", _union(looks, lambda look: look.owners), now.owners),
    ):
        if bool(before) != bool(after) or (before and after and not _share_a_name(before, after)):
            note(part, _quoted(*before[:2]), _quoted(*after[:2]))
    if now.language and last.language and all(now.language != look.language for look in looks):
        note("language", last.language, now.language)
    if now.status is not None and last.status is not None and all(now.status != look.status for look in looks):
        note("status", str(last.status), str(now.status))
    if now.forms != last.forms and all(now.forms != look.forms for look in looks):
        note("forms", _quoted(*last.forms[:2]), _quoted(*now.forms[:2]))
    shape = _best(likeness(look.shape, now.shape) for look in looks if look.rendered == now.rendered)
    if shape is not None and shape < 0.6:
        told.append(Observation(what=f"document: {shape:.0%} of its structure as it was", where="document"))
    apart = _least(bits_apart(look.picture, now.picture) for look in looks)
    if apart is not None and apart > 16:
        told.append(Observation(what=f"picture: {apart} of 64 bits of its hash differ", where="screenshot"))
    path, before_path = _own_path(now), {_own_path(look) for look in looks}
    if path is not None and path not in before_path and None not in before_path:
        note("own address", _own_path(last) or "", path)
    return tuple(told)


def _site_evidence(looks: Sequence[Look], now: Look, facts: Facts) -> tuple[Evidence, ...]:
    found: list[Evidence] = []

    def add(part: str, weight: float, what: str) -> None:
        if weight:
            where = _WHERE.get(part, part)
            found.append(Evidence(part=part, weight=weight, observation=Observation(what=what, where=where)))

    owners, brands = _union(looks, lambda look: look.owners), _union(looks, lambda look: look.brands)
    names = (*brands, *owners)
    own_names = (*now.brands, *now.owners)
    words = plain_words(_all_text(facts))
    if names:
        told = plain_words(" ".join((now.title, *own_names)))
        claimed = next((name for name in names if _stands_in(name, told)), None)
        named = claimed or next((name for name in names if _stands_in(name, words)), None)
        if named is not None:
            # a mention proves less than a claim: who takes a name over may speak of who had it
            add("brand", 3.5 if claimed else 2.0, f"the page names “{named}”, as it did")
        elif len(words) >= _FEW_WORDS or own_names:
            add("brand", -2.5, f"“{names[0]}” stands nowhere on the page any more")
    if owners and now.owners:
        if _share_a_name(owners, now.owners):
            add("owner", 1.5, f"it says that it belongs to “{now.owners[0]}”, as it did")
        elif not _share_a_name(names, own_names):
            add("owner", -2.0, f"owner: was “{owners[0]}”, now “{now.owners[0]}”")
    elif names and now.brands and not _share_a_name(names, own_names):
        add("owner", -1.5, f"it calls itself “{now.brands[0]}”; it was “{names[0]}”")
    accounts = _union(looks, lambda look: look.accounts)
    if accounts and now.accounts:
        shared = set(accounts) & set(now.accounts)
        what = "is measured by the same account" if shared else "is measured by other accounts"
        add("account", 3.0 if shared else -1.0, f"it {what} ({', '.join(sorted(shared or set(now.accounts)))[:60]})")
    comparable = [look for look in looks if look.rendered == now.rendered]
    for part, strength, against, low, values in (
        ("furniture", 3.0, 1.5, 0.03, [likeness(look.furniture, now.furniture) for look in comparable]),
        ("dress", 2.5, 1.0, 0.05, [likeness(look.dress, now.dress) for look in comparable]),
        ("shape", 1.5, 0.8, 0.2, [likeness(look.shape, now.shape) for look in comparable]),
    ):
        alike = _best(values)
        if alike is None:
            continue
        what = f"{_PARTS[part]}: {alike:.0%} as it was"
        if alike <= low:
            add(part, -against, what)
        elif alike >= 0.25:
            add(part, strength * min(1.0, alike / 0.6), what)
    places, own_places = set(_union(looks, lambda look: look.origins)), set(now.origins)
    mine = {place for place in places if place.startswith("./")} - _COMMONPLACE
    if places and own_places:
        shared_places = mine & own_places
        if shared_places:
            add("origins", 2.5, f"its files come from {', '.join(sorted(shared_places)[:2])}, as they did")
        elif not places & own_places:
            add("origins", -0.7, "its scripts, styles and pictures come from other places than they did")
    titles = {word for look in looks for word in plain_words(look.title)}
    if titles and now.title:
        common = titles & set(plain_words(now.title))
        if not common:
            add("title", -0.8, f"title: was {_quoted(looks[-1].title)}, now {_quoted(now.title)}")
        elif len(common) >= 0.5 * len(set(plain_words(now.title))):
            add("title", 1.0, f"the title is {_quoted(now.title)}")
    foreign = _foreign_host(looks, now)
    if foreign:
        add("own address", -1.5, f"the page calls {foreign} its own host")
    languages = {look.language for look in looks if look.language}
    if languages and now.language and now.language not in languages:
        add("language", -0.4, f"language: was {looks[-1].language}, now {now.language}")
    apart = _least(bits_apart(look.picture, now.picture) for look in looks)
    if apart is not None and apart <= 8:
        add("picture", 1.0, f"the picture looks as it did ({apart} of 64 bits differ)")
    return tuple(sorted(found, key=lambda item: -abs(item.weight)))


def _page_evidence(
    looks: Sequence[Look], now: Look, *, goal_missed: bool, start_page_alike: bool
) -> tuple[Evidence, ...]:
    found: list[Evidence] = []

    def add(part: str, weight: float, what: str) -> None:
        found.append(Evidence(part=part, weight=weight, observation=Observation(what=what, where=part)))

    translated = bool(now.language) and all(look.language and look.language != now.language for look in looks)
    brand_words = {
        word for look in (*looks, now) for name in (*look.brands, *look.owners) for word in plain_words(name)
    }
    title = _steady([set(plain_words(look.title)) - brand_words for look in looks])
    own_title = set(plain_words(now.title)) - brand_words
    other_title = bool(title and own_title) and not title & own_title
    headings = _steady([set(_words(look.headings)) - brand_words for look in looks])
    own_headings = set(_words(now.headings)) - brand_words
    other_headings = bool(headings and own_headings) and not headings & own_headings
    if not translated:
        if other_title:
            add("title", -2.2, f"title: was {_quoted(looks[-1].title)}, now {_quoted(now.title)}")
        if other_headings:
            add(
                "headings", -1.8, f"headings: were {_quoted(*looks[-1].headings[:2])}, now {_quoted(*now.headings[:2])}"
            )
        if goal_missed and (other_title or other_headings):
            add("expectation", -2.5, "what was expected of the page is not there")
    path, paths = _own_path(now), {_own_path(look) for look in looks}
    if path is not None and None not in paths and path not in paths:
        add("own address", -1.5, f"the page calls {path} its own address; it was {_own_path(looks[-1])}")
    shape = _best(likeness(look.shape, now.shape) for look in looks if look.rendered == now.rendered)
    if shape is not None and shape < 0.4:
        add("document", -1.0, f"document: {shape:.0%} of its structure as it was")
    if start_page_alike and (other_title or other_headings):
        add("start page", -3.5, "the site's start page is the very same")
    return tuple(sorted(found, key=lambda item: item.weight))


_PARTS = {
    "furniture": "addresses in header, navigation and footer",
    "dress": "class names",
    "shape": "structure of the document",
}
_WHERE = {"furniture": "links", "dress": "classes", "shape": "document", "account": "scripts", "origins": "assets"}


def _shown(known: KnownPage, now: Look) -> Identity | None:
    """Return the other learnt page that is shown, if that page can be told from this one at all."""
    alike = [
        (page_likeness(item.looks, now), item)
        for item in known.others
        if item.id != known.page.id and max(page_likeness(known.page.looks, look) for look in item.looks) < _ALIKE_PAGE
    ]
    best = max(alike, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= _ALIKE_PAGE else None


def _foreign_host(looks: Sequence[Look], now: Look) -> str | None:
    host = host_of(now.canonical)
    if host is None:
        return None
    ours = {registrable_domain(host_of(url)) for look in (*looks, now) for url in (look.address,)}
    ours |= {registrable_domain(host_of(look.canonical)) for look in looks}
    return host if registrable_domain(host) not in ours else None


def _own_path(look: Look) -> str | None:
    """The path that a page calls its own, else the one at which the visit ended."""
    address = address_of(look.canonical)
    if address is not None:
        return path_key(address.path)
    if look.canonical and look.canonical.startswith("/"):
        return path_key(look.canonical)
    ended = address_of(look.address)
    return path_key(ended.path) if ended is not None else None


def _all_text(facts: Facts) -> str:
    meta = [
        facts.meta.get(key, "") for key in ("og:site_name", "og:title", "description", "application-name", "author")
    ]
    return "\n".join(
        (facts.title, *meta, *facts.picture_texts, facts.text[:60_000], facts.hidden_text[:4_000], facts.noscript_text)
    )


def _stands_in(name: str, words: Sequence[str]) -> bool:
    wanted = plain_words(name)
    text = " ".join(words)
    joined = " ".join(wanted)
    if f" {joined} " in f" {text} ":
        return True
    # scripts without spaces between words
    return any(ord(char) > 0x2E7F for char in joined) and joined.replace(" ", "") in text.replace(" ", "")


def _share_a_name(one: Iterable[str], other: Sequence[str]) -> bool:
    return any(names_alike(first, second) for first in one for second in other)


def _union(looks: Sequence[Look], part: Callable[[Look], tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for look in reversed(looks) for item in part(look)))


def _steady(sets: Sequence[set[str]]) -> set[str]:
    return reduce(set.__and__, sets)


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return plain_words(" ".join(texts))


def _overlap(one: Sequence[str], other: Sequence[str]) -> float | None:
    first, second = set(one), set(other)
    return len(first & second) / len(first | second) if first or second else None


def _best(values: Iterable[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _least(values: Iterable[int | None]) -> int | None:
    return min((value for value in values if value is not None), default=None)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _quoted(*texts: str) -> str:
    return ", ".join(f"“{text[:70]}”" for text in texts if text)


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
