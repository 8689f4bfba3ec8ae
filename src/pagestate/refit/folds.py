"""Folds that share nothing: neither a group, nor a site, nor a template."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pagestate.errors import InputError
from pagestate.facts.addresses import host_of, registrable_domain

__all__ = ["Kin", "families", "folds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """What may tie a page to another."""

    id: str
    group: str | None = None
    url: str | None = None
    """Its address; pages of one registrable domain are of one site."""
    template: str | None = None


def families(pages: Sequence[Kin]) -> list[int]:
    """Return a number for each page; pages that share a group, a site or a template, even through
    others, have the same.
    """
    parent = list(range(len(pages)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    first: dict[tuple[str, str], int] = {}
    for index, page in enumerate(pages):
        site = registrable_domain(host_of(page.url)) if page.url else None
        for tie in (("group", page.group), ("site", site), ("template", page.template)):
            name, value = tie
            if value:
                parent[root(index)] = root(first.setdefault((name, value), index))
    return [root(index) for index in range(len(pages))]


def folds(pages: Sequence[Kin], number: int, *, seed: int = 1) -> list[int]:
    """Return the fold, 0 to `number` - 1, of each page: families stay together, folds are about as large.

    Raises:
        InputError: there are fewer families than folds.
    """
    family = families(pages)
    members: dict[int, list[int]] = {}
    for index, name in enumerate(family):
        members.setdefault(name, []).append(index)
    if len(members) < number:
        raise InputError(
            f"{number} folds need at least {number} families of pages that share no group, site or template; "
            f"there {'is only one' if len(members) == 1 else f'are only {len(members)}'}."
        )
    order = sorted(members)
    random.Random(seed).shuffle(order)  # noqa: S311
    # The large ones first, or the last of them would make its fold twice as large as the others.
    order.sort(key=lambda name: -len(members[name]))
    size = [0] * number
    found = [0] * len(pages)
    for name in order:
        fold = size.index(min(size))
        size[fold] += len(members[name])
        for index in members[name]:
            found[index] = fold
    return found
