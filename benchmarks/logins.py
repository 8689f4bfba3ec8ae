"""How well login walls are told from pages with a login at the side, on the data that Formasaurus ships.

Get the data with `pip download --no-deps formasaurus==0.10.0`, then run
`python benchmarks/logins.py formasaurus-0.10.0-py2.py3-none-any.whl` (or give the folder that holds its
`index.json`). `login_purpose.json` beside this file says what each page with a login or registration form
is for, and how that was told.

Domains are split into two halves by a hash of their name; the wording and the rules may be tuned on
`tune` alone, so its errors can be listed (`--errors`) and those of `test` cannot. Two readings of a
verdict: `forced`, the state named or the one that would have been; `sure`, a state named at 0.75.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from pagestate.capture.saved import load_html
from pagestate.decide import Verdict, classify
from pagestate.facts.addresses import host_of, registrable_domain
from pagestate.states import PageState

LABELS = Path(__file__).with_name("login_purpose.json")
FOLDER = "formasaurus/data/"
HALVES = ("tune", "test")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A labelled page and the verdict on it."""

    number: int
    url: str
    half: str
    purpose: str
    """`purpose`, `furniture`, or `without` (no login or registration form, by Formasaurus' labels)."""
    verdict: Verdict

    @property
    def forced(self) -> PageState:
        """The state named, or the one that would have been."""
        runner_up = self.verdict.runner_up
        if self.verdict.kind == "low_confidence" and runner_up is not None:
            return runner_up.state
        return self.verdict.state


def half_of(url: str) -> str:
    """Return the half that a page's domain belongs to."""
    host = host_of(url) or url
    digest = hashlib.sha256((registrable_domain(host) or host).encode()).digest()
    return HALVES[digest[0] % 2]


def read(data: Path) -> Iterator[tuple[int, str, str, bytes]]:
    """Yield number, address, what it is for, and source of each page that is scored."""
    labels = json.loads(LABELS.read_text(encoding="utf-8"))
    archive = ZipFile(data) if data.is_file() else None

    def content(name: str) -> bytes:
        return archive.read(FOLDER + name) if archive else (data / name).read_bytes()

    told = {number: name for name in ("purpose", "furniture", "not_scored") for number in labels[name]}
    for name, entry in json.loads(content("index.json")).items():
        number = int(Path(name).stem)
        forms = set(entry["forms"])
        if number in told:
            purpose = told[number]
        elif "p" in forms or "X" in forms or "-" in forms:
            continue  # a recovery page, or one with forms that nobody labelled
        else:
            purpose = "without"
        if purpose != "not_scored":
            yield number, entry["url"], purpose, content(name)


def judge(data: Path) -> list[Page]:
    """Return every scored page with its verdict. The sources are UTF-8 whatever they declare."""
    return [
        Page(
            number=number,
            url=url,
            half=half_of(url),
            purpose=purpose,
            verdict=classify(load_html(source, requested_url=url, final_url=url, encoding="utf-8")),
        )
        for number, url, purpose, source in read(data)
    ]


def row(pages: list[Page], *, forced: bool) -> str:
    """Return a line with the figures over `pages`."""
    walls = [page for page in pages if (page.forced if forced else page.verdict.state) is PageState.AUTH_WALL]
    asked = [page for page in pages if page.purpose == "purpose"]
    right = sum(page.purpose == "purpose" for page in walls)
    beside = [page for page in walls if page.purpose == "furniture"]
    without = [page for page in walls if page.purpose == "without"]
    named = right + len(beside)
    return (
        f"{right / max(1, named):10.3f}{right / max(1, named + len(without)):12.3f}{right / max(1, len(asked)):9.3f}"
        f"{len(asked) - right:8}{len(beside):11}{len(without):9}"
    )


def main() -> None:
    """Print precision and recall on both halves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path, help="Formasaurus' wheel, or the folder with its index.json")
    parser.add_argument("--errors", action="store_true", help="list the pages of the half `tune` that are misjudged")
    options = parser.parse_args()
    pages = judge(options.data)
    out = sys.stdout
    out.write(f"{'':28}{'precision':>10}{'on all':>12}{'recall':>9}{'missed':>8}{'furniture':>11}{'without':>9}\n")
    for half in HALVES:
        chosen = [page for page in pages if page.half == half]
        counts = " ".join(
            f"{sum(page.purpose == name for page in chosen)} {name}" for name in ("purpose", "furniture", "without")
        )
        out.write(
            f"{half}: {counts}, {len({registrable_domain(host_of(page.url) or '') for page in chosen})} domains\n"
        )
        for name, forced in (("forced", True), ("sure, 0.75", False)):
            out.write(f"  {name:26}{row(chosen, forced=forced)}\n")
        firm = sum(page.verdict.kind != "low_confidence" for page in chosen)
        out.write(f"  {'answered':26}{firm / max(1, len(chosen)):10.3f}\n")
    if options.errors:
        for page in pages:
            wrong = (page.purpose == "purpose") != (page.verdict.state is PageState.AUTH_WALL)
            if page.half == "tune" and wrong and (page.purpose == "purpose" or page.forced is PageState.AUTH_WALL):
                out.write(
                    f"{page.number} {page.purpose} {page.verdict.state.value}.{page.verdict.kind} "
                    f"{page.verdict.confidence:.2f} {page.forced.value} {page.url[:90]}\n"
                )
                for finding in page.verdict.findings[:9]:
                    seen = finding.observations[0].what[:70] if finding.observations else ""
                    out.write(f"      {finding.weight:+.2f} {finding.state.value} {finding.detector}: {seen}\n")


if __name__ == "__main__":
    main()
