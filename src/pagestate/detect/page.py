"""What the detectors of one capture share: its facts, its message, its forms, the goal asked for."""

import re
from collections.abc import Iterable

from pagestate.detect.forms import FormRole, role_of
from pagestate.detect.knowledge import Knowledge, knowledge, priors, weights
from pagestate.detect.matter import Matter, matter_of
from pagestate.detect.message import Message
from pagestate.detect.model import Asked, Finding, Observation, SiteHistory
from pagestate.facts.lazy import lazy
from pagestate.facts.model import Facts
from pagestate.states import PageState

__all__ = ["Page", "observed", "priors", "weights"]


def observed(what: str, where: str) -> tuple[Observation, ...]:
    """Return one observation as a tuple."""
    return (Observation(what=what, where=where),)


class Page:
    """A capture's facts, with what several detectors need, computed once."""

    def __init__(
        self, facts: Facts, goal: Asked | None, history: SiteHistory, *, known: Knowledge | None = None
    ) -> None:
        self.facts = facts
        self.capture = facts.capture
        self.goal = goal
        self.history = history
        self.knowledge = knowledge() if known is None else known
        self.message = Message(facts, self.knowledge.lexicon)
        self.status = facts.capture.status
        """The status of the main document."""
        self.judged = facts.capture.committed and facts.capture.source != "picture"
        """Whether there is a document of this visit to judge."""
        self.marks: tuple[Finding, ...] | None = None
        """Signatures that hold, once they were looked for."""
        self._weight = self.knowledge.weights.get

    def finding(
        self,
        detector: str,
        state: PageState,
        *,
        kind: str | None = None,
        strength: float = 1.0,
        seen: tuple[Observation, ...] = (),
        vendor: str | None = None,
    ) -> Finding:
        """Return a finding with the detector's weight times `strength`."""
        return Finding(
            detector=detector,
            state=state,
            kind=kind,
            weight=self._weight(detector, 0.0) * strength,
            observations=seen,
            vendor=vendor,
        )

    @lazy
    def roles(self) -> tuple[FormRole, ...]:
        """The role of every form."""
        return tuple(role_of(form) for form in self.facts.forms if form.fields)

    def forms(self, *roles: str) -> Iterable[FormRole]:
        """The visible forms with one of `roles`."""
        return [role for role in self.roles if role.role in roles and role.form.visible]

    @lazy
    def matter(self) -> Matter:
        """What the page is about, besides its message."""
        return matter_of(self.facts, self.message, self.knowledge.lexicon)

    @lazy
    def landed(self) -> bool:
        """Whether a live visit went as it should: asked for, answered with success, and come to rest.

        That is so of many walls too; it rules out only what shows in an answer or on the way.
        """
        capture = self.capture
        return (
            capture.source in ("browser", "http")
            and capture.committed
            and capture.failure is None
            and capture.status is not None
            and 200 <= capture.status < 207
            and (capture.settling is None or capture.settling.settled)
            and not capture.truncated
        )

    @lazy
    def wordless(self) -> bool:
        """Whether a person can read next to nothing."""
        text = self.facts.text
        return len(text) + 2 * sum(letter > "\u2e7f" for letter in text[:40]) < 25

    @lazy
    def bare(self) -> bool:
        """Whether the page shows nothing but one message: little text, few links, no forms with fields."""
        return self.message.size < 1500 and self.message.prose < 1200

    @lazy
    def names(self) -> frozenset[str]:
        """Identifiers and single class names of the page's parts, in lower case, with hyphens."""
        words = " ".join((*self.facts.names, *self.facts.ids)).lower().replace("_", "-")
        return frozenset(words.split())

    @lazy
    def joined_names(self) -> str:
        """The same, joined by spaces, to search for pieces of names."""
        return " ".join(self.names)

    @lazy
    def carriers(self) -> str:
        """Addresses of scripts and frames with the frames' names, one a line, in lower case."""
        frames = (f"{frame.src} {frame.identifier}" for frame in self.facts.frames)
        return "\n".join((*self.facts.script_sources, *frames)).lower()

    @lazy
    def hrefs(self) -> str:
        """Addresses of the first 300 links, one a line, in lower case."""
        return "\n".join(link.href for link in self.facts.links[:300]).lower()

    @lazy
    def address(self) -> str:
        """The final address, else the requested one, in lower case."""
        return (self.capture.final_url or self.capture.requested_url or "").lower()

    @lazy
    def redirects_by_script(self) -> str | None:
        """The statement by which an inline script moves on at once, if there is one."""
        found = re.search(
            r"(?:window\.|document\.|top\.|self\.|parent\.)?location(?:\.href)?\s*(?:=(?!=)|\.(?:replace|"
            r"assign)\s*\()\s*[^;\n]{0,120}",
            self.facts.script_text[:20_000],
        )
        return found[0][:120] if found else None
