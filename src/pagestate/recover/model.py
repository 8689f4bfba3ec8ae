"""Values of recovery: strategies, attempts, and the step decided after each."""

from dataclasses import dataclass, field

from pagestate.states import PageState, RecoveryAction

__all__ = ["MAX_ATTEMPTS", "Attempt", "Limits", "Step", "Strategies", "Strategy"]

MAX_ATTEMPTS = 10
"""No page is visited more often in one mission, whatever a strategy says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """What to do about one state (or one kind of it). All durations are seconds."""

    action: RecoveryAction
    max_retries: int = 0
    """How often `action` is taken in this state; 0 means never. Final actions ignore it."""
    wait_s: float = 0.0
    """Before the next attempt, unless the site states a time."""
    first_wait_s: float | None = None
    """Before the first retry in this state, where that one need not wait as long."""
    wait_factor: float = 1.0
    """By which the wait grows with every retry in this state."""
    patience_s: float | None = None
    """Where given, every retry in this state lets the page settle twice as long as the attempt
    before, at least twice `patience_s` (2 s, 4 s, 8 s)."""
    then: RecoveryAction = RecoveryAction.ALERT_HUMAN
    """The final action once the retries are used up."""
    settle_for_s: float = 0.0
    """A deploy window, counted from the first attempt: as long as it is open the page is looked at
    again, even past max_retries and where `action` is final."""
    hits_in_a_row: int = 1
    """For states that pass: how many consecutive successes prove success."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategies:
    """A strategy for every state, some for single kinds."""

    by_key: dict[str, Strategy] = field(default_factory=dict)
    """Keyed by `state` or `state.kind`."""

    def of(self, state: PageState, kind: str | None) -> Strategy:
        """Return the strategy for `state.kind`, else for `state`, else: ask a person."""
        found = self.by_key.get(f"{state}.{kind}") if kind else None
        if found is None:
            found = self.by_key.get(str(state))
        return found if found is not None else Strategy(action=RecoveryAction.ALERT_HUMAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One capture and its verdict, as far as recovery needs to know. Times are Unix seconds."""

    state: PageState
    kind: str | None
    started_at: float
    captured_at: float
    come_back_after_s: float | None = None
    patience_s: float = 2.0
    used_auth: bool = False
    """Whether this attempt came with a freshly applied session."""
    dismissed: bool = False
    """Whether this attempt dismissed an interstitial first."""
    at_work: bool = False
    """Whether the page was not at rest, and what it lacks on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What recovery must keep to on this page."""

    deadline_at: float | None = None
    """Unix seconds after which no attempt may start."""
    has_auth: bool = False
    """Whether the page has an auth profile that can be applied."""
    may_dismiss: bool = False
    """Whether the mission says how to answer consent and notices."""
    max_attempts: int = MAX_ATTEMPTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do next. The same attempts give the same step, however often it is asked."""

    action: RecoveryAction
    not_before: float | None = None
    """Unix seconds before which the next attempt must not start; None for a final step."""
    wait_s: float = 0.0
    """The wait from the end of the last attempt."""
    patience_s: float = 2.0
    reason: str
    """In words for a person, such as `maintenance: retry 1 of 3, the site said 90 s`."""
    shared: bool = False
    """Whether the wait is one for all pages of the same site."""
