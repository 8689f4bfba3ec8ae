"""Pages that have not arrived: shells, spinners, skeletons, cut bodies."""

import re
from collections import Counter
from collections.abc import Iterator

from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.LOADING_TIMEOUT


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a page that is still loading, or never rendered."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _shell(page)
    yield from _spinner(page)
    yield from _skeleton(page)
    yield from _unsettled(page)
    yield from _empty_main(page)
    yield from _partial(page)


def _shell(page: Page) -> Iterator[Finding]:
    facts = page.facts
    scripts = len(facts.script_sources) + (1 if facts.script_length > 200 else 0)
    quiet = (
        len(facts.text) < 60
        and len(facts.links) < 4
        and not facts.headings
        and not facts.media
        and facts.pictures <= 1
        and not facts.frames
    )
    if facts.document != "html" or not quiet or facts.rendered:
        if facts.rendered and quiet and scripts and facts.mount and page.wordless:
            yield page.finding(
                "loading_timeout.mount",
                _STATE,
                kind="shell",
                strength=0.6,
                seen=observed("an empty mount point", facts.mount),
            )
        return
    if scripts and page.wordless:
        yield page.finding(
            "loading_timeout.shell",
            _STATE,
            kind="shell",
            seen=observed(f"no text, {len(facts.script_sources)} scripts; not rendered", "document"),
        )
        if facts.mount:
            yield page.finding(
                "loading_timeout.mount", _STATE, kind="shell", seen=observed("an empty mount point", facts.mount)
            )
        if re.search(r"javascript", facts.noscript_text, re.IGNORECASE):
            yield page.finding(
                "loading_timeout.noscript",
                _STATE,
                kind="shell",
                seen=observed(f"“{facts.noscript_text[:80]}”", "noscript"),
            )
        if len(facts.script_sources) >= 2 or facts.stylesheets:
            yield page.finding(
                "loading_timeout.assets",
                _STATE,
                kind="shell",
                seen=observed(f"{len(facts.script_sources)} scripts, {facts.stylesheets} style sheets", "head"),
            )
    if facts.refresh is not None and facts.refresh.delay_s <= 10 and facts.refresh.url and len(facts.text) < 200:
        yield page.finding(
            "loading_timeout.refresh",
            _STATE,
            kind="shell",
            seen=observed(f"about to move on to {facts.refresh.url[:80]}", "meta refresh"),
        )


def _spinner(page: Page) -> Iterator[Finding]:
    hit = page.message.says("loading_timeout.loading", zones=("title", "heading", "lead", "body"))
    if hit and hit.coverage >= 0.5 and len(page.facts.text) < 300:
        yield page.finding(
            "loading_timeout.words",
            _STATE,
            kind="spinner",
            strength=1.0 if len(page.facts.text) < 60 else 0.5,
            seen=observed(f"“{hit.text}”", hit.zone),
        )
    if len(page.facts.text) < 200 and page.facts.document == "html":
        name = next(
            (
                name
                for name in ("skeleton", "placeholder-glow", "shimmer", "spinner", "loader", "loading")
                if name in page.names
            ),
            None,
        )
        if name:
            skeleton = name in ("skeleton", "placeholder-glow", "shimmer")
            yield page.finding(
                "loading_timeout.spinner",
                _STATE,
                kind="skeleton" if skeleton else "spinner",
                seen=observed(f"an element of class {name}", "document"),
            )


_BONE = re.compile(r"(?:^|[-_])(?:skeleton|bone|shimmer|placeholder|ghost|pulse|content-loader)(?:$|[-_])")
_ENOUGH_BONES = 3


def _bones(page: Page) -> str | None:
    """What stands in for content: empty boxes of one make where text will be."""
    facts = page.facts
    if facts.tree is None or not facts.rendered or len(facts.main_text) > 120:
        return None
    busy = any("data-pagestate-hidden" not in one.attributes for one in facts.tree.css("[aria-busy=true]")[:5])
    makes: Counter[str] = Counter()
    for element in facts.tree.css("div[class]:empty, span[class]:empty, li[class]:empty, p[class]:empty")[:400]:
        if "data-pagestate-hidden" not in element.attributes:
            makes[(element.attributes.get("class") or "").split(" ")[0].lower()] += 1
    if not makes:
        return None
    make, count = makes.most_common(1)[0]
    named = next((name for name in sorted(page.names) if _BONE.search(name)), None)
    if count >= _ENOUGH_BONES and (busy or named):
        return f"{count} empty boxes .{make}{', marked busy' if busy else ''}"
    return None


def _skeleton(page: Page) -> Iterator[Finding]:
    bones = _bones(page)
    if bones:
        yield page.finding("loading_timeout.skeleton", _STATE, kind="skeleton", seen=observed(bones, "document"))


def _unsettled(page: Page) -> Iterator[Finding]:
    settling = page.capture.settling
    if settling is not None and not settling.settled:
        facts = page.facts
        thin = page.message.size < 300 and len(facts.main_text) < 300
        # Headings over rows or paragraphs are there: what goes on does so behind a page that can be read.
        built = bool(facts.headings) and (facts.rows >= 2 or facts.paragraphs >= 1)
        # Next to nothing is there, and the page itself says that more is to come.
        known = settling.why in {"busy", "timer"} or (settling.why == "mount" and settling.more_to_come)
        announced = known and len(facts.main_text) < 60
        blank = settling.why == "timer" and page.wordless
        yield page.finding(
            "loading_timeout.unsettled",
            _STATE,
            kind="skeleton" if _bones(page) else "shell" if blank else None if thin and facts.mount else "spinner",
            strength=2.2 if announced and not built else 0.25 if built and thin else 1.0 if thin else 0.3,
            seen=observed(f"not settled: {settling.reason}", "settling"),
        )


def _empty_main(page: Page) -> Iterator[Finding]:
    """A rendered page whose frame is there and whose middle is not."""
    facts = page.facts
    if not facts.rendered or len(facts.main_text) >= 20 or page.wordless or facts.headings:
        return
    if not facts.landmarks & {"header", "nav", "aside", "footer"} or facts.pictures > 3 or facts.media or facts.frames:
        return
    if any(role.inputs for role in page.roles if role.role not in ("search", "newsletter")):
        return
    skeleton = any(name.startswith(("skeleton", "shimmer", "placeholder", "ghost")) for name in page.names)
    kind = "skeleton" if skeleton else "shell"
    yield page.finding(
        "loading_timeout.empty_main", _STATE, kind=kind, seen=observed("navigation around an empty middle", "main")
    )


def _partial(page: Page) -> Iterator[Finding]:
    if not page.facts.truncated:
        return
    if page.facts.closed:
        return
    yield page.finding(
        "loading_timeout.partial",
        _STATE,
        kind="partial",
        seen=observed("the answer was cut before the document ended", "document"),
    )
