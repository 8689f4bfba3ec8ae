"""What a verdict costs, against what parsing a page and taking its text costs.

Run it with `python benchmarks/speed.py MANIFEST [ROUNDS]`. It prints, for all pages that have HTML, the
seconds of `LexborHTMLParser(html).text()` (the yardstick), of `extract` (which parses), of the
detectors and of the decision (which runs the detectors), the ratio of `extract` + `decide` to the
yardstick in total and on the median page, and by size of page the median and worst ratio. Below
stands how the cost of one verdict grows from a page of 50 KB to one of 5 MB.

Protocol: one process, one thread, one warm-up round; then every round measures each page once with
each of the four, one after another, and the fastest round of each page and measure counts. All rounds
go over the whole corpus, so that nothing is measured on a page that was the last one looked at.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from pagestate.decide import classify, decide
from pagestate.detect import detect
from pagestate.evaluation import read_labelled
from pagestate.evidence import Capture
from pagestate.facts import extract

SIZES = ((2_000, "under 2 KB"), (10_000, "2 to 10 KB"), (50_000, "10 to 50 KB"), (200_000, "50 to 200 KB"))
PIECE = (
    '<div class="row"><h2 id="s">A section</h2><p class="text">A line that is long enough to be read as running '
    'text, with <a href="/x?y=z">a link</a> in it.</p><ul><li>One</li><li>Two</li></ul></div>\n'
)


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measured(capture: Capture) -> tuple[float, float, float, float]:
    """Return the seconds of parse and text, facts, detectors, and decision with detectors."""
    html = capture.html or ""
    facts = extract(capture)
    return (
        seconds(lambda: LexborHTMLParser(html).text()),
        seconds(lambda: extract(capture)),
        seconds(lambda: detect(facts)),
        seconds(lambda: decide(facts)),
    )


def growth() -> str:
    """Return the cost of one verdict for pages of growing size, per megabyte."""
    costs: list[str] = []
    for size in (50_000, 500_000, 5_000_000):
        html = f"<!doctype html><title>A page</title><h1>A page</h1>{PIECE * (size // len(PIECE))}"
        capture = Capture(source="html", served_html=html)
        fastest = min(seconds(lambda: classify(capture)) for _ in range(3))  # noqa: B023
        costs.append(
            f"{len(html) / 1e6:.2f} MB {fastest * 1000:.1f} ms ({fastest * 1e9 / len(html):.0f} ns a character)"
        )
    return ", ".join(costs)


def main() -> None:
    """Print the figures for the manifest named on the command line."""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    captures = [capture for _, capture in read_labelled(Path(sys.argv[1])) if capture.html]
    for capture in captures:
        measured(capture)
    runs = [[measured(capture) for capture in captures] for _ in range(rounds)]
    best = [tuple(min(column) for column in zip(*page, strict=True)) for page in zip(*runs, strict=True)]
    base, facts, found, decided = (sum(column) for column in zip(*best, strict=True))
    ratios = [(page[1] + page[3]) / page[0] for page in best]
    say = sys.stdout.write
    say(f"{len(captures)} pages, {sum(len(capture.html or '') for capture in captures) / 1e6:.1f} M characters\n")
    say(
        f"parse + text {base:.3f} s\nextract      {facts:.3f} s\n"
        f"detect       {found:.3f} s\ndecide       {decided:.3f} s\n"
    )
    say(f"ratio in total {(facts + decided) / base:.2f}, on the median page {statistics.median(ratios):.2f}\n")
    smallest = 0
    for limit, name in (*SIZES, (10**12, "above")):
        chosen = [
            ratio
            for ratio, capture in zip(ratios, captures, strict=True)
            if smallest <= len(capture.html or "") < limit
        ]
        smallest = limit
        if chosen:
            say(
                f"{name:>13}: {len(chosen):3} pages, median {statistics.median(chosen):5.2f}, "
                f"worst {max(chosen):6.2f}\n"
            )
    say(f"growth: {growth()}\n")


if __name__ == "__main__":
    main()
