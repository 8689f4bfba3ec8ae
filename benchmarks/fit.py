"""Refit the decision: `python benchmarks/fit.py MANIFEST [DATE]`, from the root of the repository.

Fits on the pages of the manifest's `learn` split, each also with a part of the words and products
forgotten, and on the fault site as a browser sees it (which teaches what saved pages cannot: status,
headers, settling). Prints figures of five folds that never share a site, then writes the weights.
"""

import asyncio
import math
import random
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.browser import BrowserBackend
from pagestate.decide.scoring import CANDIDATES, calibration
from pagestate.detect.page import priors
from pagestate.evaluation import read_labelled
from pagestate.facts import Facts, extract
from pagestate.faults.catalog import PAGES
from pagestate.faults.model import FaultPage
from pagestate.faults.server import FaultServer
from pagestate.states import PageState
from pagestate.training import Example, Fit, examples, fit, save

PACKAGE = Path(__file__).parent.parent / "src" / "pagestate"
Labelled = tuple[str, str, frozenset[PageState], Facts]
_AS_CONTENT = frozenset({PageState.GOAL_ACHIEVED, PageState.GOAL_FAILED, PageState.CONTENT})
_UNTEACHABLE = frozenset({"takeover", "wrong_origin"})
"""Kinds that no single page shows."""


def from_manifest(manifest: Path) -> list[Labelled]:
    """Return the pages of the `learn` split."""
    return [
        (page.id, str(page.row.get("group", page.id)), page.right, extract(capture))
        for page, capture in read_labelled(manifest)
        if page.split == "learn"
    ]


def teaches(page: FaultPage) -> bool:
    """Whether a fault page shows its state by itself, and not only against what was asked of it."""
    asked = page.state is PageState.GOAL_ACHIEVED and any(one.startswith(("status", "header")) for one in page.expect)
    return not (
        page.xfail or page.group == "case" or page.aliases or asked
        or page.state is PageState.UNEXPECTED or page.kind in _UNTEACHABLE
    )  # fmt: skip


async def from_fault_site() -> list[Labelled]:
    """Return the pages of the fault site, seen with a browser."""
    made: list[Labelled] = []
    async with FaultServer(scale=0.1, pace=0.3) as server, BrowserBackend(args=server.browser_args) as browser:
        for page in filter(teaches, PAGES):
            request = CaptureRequest(url=server.url_of(page), site_key=page.id, timeout_s=page.timeout_s or 12)
            facts = extract(await browser.capture(request))
            state = PageState.CONTENT if page.state in _AS_CONTENT else page.state
            made.append((page.id, f"fault {page.id}", frozenset({state}), facts))
    return made


def chances(found: Fit, example: Example) -> dict[PageState, float]:
    """Return the probability of each state."""
    total = dict(found.bias)
    for name, strength in example.features.items():
        total[PageState(name.split(".")[0])] += found.weights.get(name, 0.0) * strength
    highest = max(total.values())
    powers = {state: math.exp(value - highest) for state, value in total.items()}
    return {state: power / sum(powers.values()) for state, power in powers.items()}


def figures(name: str, scored: Iterable[tuple[Example, dict[PageState, float]]]) -> str:
    """Return one line of figures."""
    pages = hits = given = walls = fine = 0
    for example, chance in scored:
        best = max(chance, key=lambda state: chance[state])
        sure = chance[best] >= 0.75
        pages += 1
        hits += best in example.right
        given += sure
        if PageState.CONTENT not in example.right:
            walls += 1
            fine += sure and best is PageState.CONTENT
    right, answered = hits / pages, given / pages
    return f"{name}: {pages} pages, right {right:.1%}, answered {answered:.1%}, walls called content {fine}/{walls}"


def main(manifest: Path, date: str) -> None:
    """Fit, tell, and write."""
    labelled = from_manifest(manifest)
    made = examples(labelled)
    made += [replace(one, share=0.4) for one in examples(asyncio.run(from_fault_site()), rounds=0)]
    bias = calibration().prior_bias
    groups = sorted({one.group for one in made})
    random.Random(1).shuffle(groups)
    fold = {group: number % 5 for number, group in enumerate(groups)}
    held: list[tuple[Example, dict[PageState, float]]] = []
    for number in range(5):
        found = fit([one for one in made if fold[one.group] != number], priors(), bias, steps=300)
        held += [(one, chances(found, one)) for one in made if fold[one.group] == number]
    known = {one[0] for one in labelled}
    print(figures("as they are", [pair for pair in held if pair[0].share == 1.0]))
    print(figures("with words forgotten", [pair for pair in held if pair[0].share < 1.0 and pair[0].id in known]))
    print(figures("fault site", [pair for pair in held if pair[0].id not in known]))
    words = (
        f"{len(known)} labelled pages, each also four times with a part of the phrases and signatures forgotten; "
        "fault site at 0.4"
    )
    save(fit(made, priors(), bias, steps=500), PACKAGE, fitted_on=words, fitted_at=date, temperature=1.0)
    assert set(bias) <= set(CANDIDATES)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "undated")
