"""What detectors say: observations and the findings that rest on them."""

from dataclasses import dataclass
from typing import Protocol

from pagestate.detect.identity import KnownPage
from pagestate.states import PageState

__all__ = ["Asked", "Finding", "Observation", "SiteHistory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something seen on the page or in its answers, with a pointer to where. Never a guess."""

    what: str
    """In words a person can check, such as `password field in the page's only form`."""
    where: str
    """Such as `header cf-mitigated`, `title`, `form#login input[type=password]`, `request 3`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A detector's claim that a state holds (or, with negative weight, that it does not)."""

    detector: str
    """A stable name, such as `captcha.vendor_challenge`."""
    state: PageState
    kind: str | None = None
    weight: float
    """Evidence in favour, in natural log-odds (0.7 doubles the odds, 4.6 makes them 100 : 1)."""
    observations: tuple[Observation, ...] = ()
    vendor: str | None = None
    """The product behind it, where a signature names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteHistory:
    """What this mission saw of the same host before this capture."""

    pages_ok: int = 0
    """Captures of this host, by the same visitor, that were judged content or goal achieved."""
    same_page_urls: tuple[str, ...] = ()
    """Other requested addresses of this mission that showed the very same page."""
    same_page_kept: bool = False
    """Whether one of those addresses is the site's start page, or redirected to this one."""
    known: KnownPage | None = None
    """What this page was like when a person called it right."""


class Asked(Protocol):
    """What detectors may know of a goal; `pagestate.goal.model.Goal` is one."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Hosts or registrable domains besides the requested one on which the page may end."""
