"""The home of every label detail: which of our kinds a labeller's words stand for."""

import json
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources

from pagestate.evaluation.labelled import LabelledPage
from pagestate.states import KINDS, PageState

__all__ = ["homeless", "homes", "kinds_for"]


@lru_cache(maxsize=1)
def homes() -> dict[tuple[PageState, str], tuple[str, ...]]:
    """Return (state, detail) to the kinds that are right for it."""
    data = json.loads((resources.files("pagestate.evaluation") / "details.json").read_text(encoding="utf-8"))
    found: dict[tuple[PageState, str], tuple[str, ...]] = {}
    for state, kinds in data["homes"].items():
        for kind, details in kinds.items():
            for detail in details:
                key = PageState(state), str(detail)
                found[key] = (*found.get(key, ()), str(kind))
    return found


def kinds_for(state: PageState, detail: str | None) -> tuple[str, ...]:
    """Return the kinds that are right for a page labelled so; none where the detail has no home.

    A detail that is the name of a kind needs no entry.
    """
    if detail is None:
        return ()
    known = homes().get((state, detail))
    if known is not None:
        return known
    return (detail,) if any(kind.name == detail for kind in KINDS[state]) else ()


def homeless(pages: Iterable[LabelledPage]) -> tuple[str, ...]:
    """Return the details, as `state: detail`, that no kind is known for; ordinary pages need none."""
    lost = {
        f"{page.state}: {page.detail}"
        for page in pages
        if page.detail is not None and KINDS[page.state] and not kinds_for(page.state, page.detail)
    }
    return tuple(sorted(lost))
