"""Goals, and how they fared."""

from dataclasses import dataclass
from typing import Literal

from pagestate.states import PageState

__all__ = ["Expectation", "ExpectationResult", "Goal", "GoalResult", "JudgeOpinion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """A deterministic condition on a named fact, such as `count("table tr") >= 1`."""

    source: str
    """As written."""
    subject: str
    """`text`, `title`, `url.host`, `count`, `header`, `json` …"""
    argument: str | None = None
    """What stands in the subject's parentheses, such as a CSS selector."""
    attribute: str | None = None
    """The second thing in the parentheses of `attr("css", "name")`."""
    operator: str
    """`==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `~`, `!~`, `contains`, `not contains`, `holds`, `not holds`."""
    operand: str | float | tuple[float, float] | None = None
    """A pair for `in 200..299`; seconds for durations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a visitor wants to be true of a page: free text, expectations, or both."""

    text: str | None = None
    expectations: tuple[Expectation, ...] = ()
    aliases: tuple[str, ...] = ()
    """Hosts or registrable domains besides the requested one on which the page may end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectationResult:
    """One expectation with the value that was seen."""

    expectation: str
    """As written."""
    outcome: Literal["met", "unmet", "unknown"]
    """`unknown`: the capture lacks what is needed, such as a status for a saved page."""
    seen: str
    """The value seen, shortened for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOpinion:
    """What a model said of a page; an opinion, never proof against deterministic evidence."""

    goal_met: bool | None
    """None: it could not tell, or no goal was asked."""
    state: PageState | None
    kind: str | None = None
    reason: str = ""
    quotes: tuple[str, ...] = ()
    """Text that the model says it saw on the page."""
    model: str = ""
    error: str | None = None
    """Why there is no opinion: the endpoint was down, the answer did not fit …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalResult:
    """How a goal fared on one capture."""

    outcome: Literal["met", "unmet", "unverified"]
    """`unverified`: nothing could check it, which is never success."""
    expectations: tuple[ExpectationResult, ...] = ()
    opinion: JudgeOpinion | None = None
    reason: str = ""
