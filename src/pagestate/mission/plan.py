"""What a run is to do: pages with their goals and rules, ready to be visited."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pagestate.capture.backend import Session
from pagestate.detect.identity import Identity
from pagestate.goal.model import Expectation, Goal
from pagestate.recover.model import Strategies

__all__ = ["AuthProfile", "Mission", "MissionFile", "Page", "Settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthProfile:
    """How to be somebody, and how to tell that it worked."""

    session: Session
    check: Expectation | None = None
    """What must hold once the session is applied; without it the page itself has to show it."""
    check_url: str | None = None
    """Where `check` is looked at; the page itself by default."""
    when: Literal["wall", "always"] = "wall"
    """Whether the session is applied when a wall asks for it, or from the first visit on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page to be visited. All durations are seconds."""

    id: str
    """Unique in the run, fit for a folder's name."""
    url: str
    mission: str = ""
    goal: Goal | None = None
    strategies: Strategies
    consent: Literal["leave", "reject", "accept"] = "leave"
    auth: AuthProfile | None = None
    session: Session | None = None
    """Worn from the first visit on, such as the headers of an environment."""
    timeout_s: float = 30.0
    patience_s: float = 2.0
    deadline_s: float = 900.0
    """From the first visit on; no attempt starts later."""
    threshold: float = 0.75
    tags: tuple[str, ...] = ()
    known: Identity | None = None
    """What it was like when a person called it right."""
    probe: bool = True
    """Whether the site may be asked for one more page where the verdict is close."""

    @property
    def wish(self) -> str | None:
        """The goal in words: its text, else its expectations."""
        if self.goal is None:
            return None
        return self.goal.text or "; ".join(item.source for item in self.goal.expectations) or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """Pages that are checked together."""

    name: str
    pages: tuple[Page, ...]
    tags: tuple[str, ...] = ()
    deadline_s: float | None = None
    """For all of it, from the start of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a run goes about it."""

    concurrency: int = 4
    """Visits at the same time."""
    per_host: int = 2
    """Visits of one host at the same time."""
    gap_s: float = 0.25
    """Between the starts of two visits of one host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionFile:
    """A mission file, checked and resolved."""

    name: str
    missions: tuple[Mission, ...]
    settings: Settings = Settings()
    path: Path | None = None
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """Values that must not be shown or written: credentials and what came from the environment."""
    known: tuple[Identity, ...] = ()
    """All that was learnt, also of pages that are not visited now."""
    known_path: Path | None = None
    """The file that `known:` names, whether or not it is there yet."""

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages of all missions."""
        return tuple(page for mission in self.missions for page in mission.pages)

    def tagged(self, tags: tuple[str, ...]) -> "MissionFile":
        """Return what bears at least one of `tags`; all of it without tags."""
        if not tags:
            return self
        wanted = set(tags)
        kept = tuple(
            Mission(
                name=mission.name,
                tags=mission.tags,
                deadline_s=mission.deadline_s,
                pages=tuple(page for page in mission.pages if wanted & {*mission.tags, *page.tags}),
            )
            for mission in self.missions
        )
        return MissionFile(
            name=self.name,
            missions=tuple(mission for mission in kept if mission.pages),
            settings=self.settings,
            path=self.path,
            secrets=self.secrets,
            known=self.known,
            known_path=self.known_path,
        )
