"""How the cost of facts, detectors and decision grows with a page: ten times the size against the time.

Run it with `python benchmarks/size.py`; it takes a few seconds.
"""

import sys
import time

from pagestate.decide import classify
from pagestate.evidence import Capture

ENTRY = "<li><a href='/x'>An entry of a list</a> with a line beside it</li>"


def seconds(entries: int) -> float:
    """Return the processor time of one verdict on a list of `entries`."""
    capture = Capture(source="html", served_html=f"<h1>A list</h1><ul>{ENTRY * entries}</ul>")
    start = time.process_time()
    classify(capture)
    return time.process_time() - start


def main() -> None:
    """Print sizes, times and their ratio."""
    seconds(1000)
    small, large = (min(seconds(entries) for _ in range(3)) for entries in (8_000, 80_000))
    sys.stdout.write(
        f"{8_000 * len(ENTRY) / 1e6:.1f} MB in {small:.2f} s, {80_000 * len(ENTRY) / 1e6:.1f} MB in {large:.2f} s: "
        f"{large / small:.1f} times the time for 10 times the size\n"
    )


if __name__ == "__main__":
    main()
