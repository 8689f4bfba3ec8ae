"""States, outcomes and steps in words for a person."""

from pagestate.mission.events import AttemptRecord, PageResult
from pagestate.states import Fixer, Outcome, PageState, RecoveryAction, kind_of

__all__ = [
    "ACTION_WORDS",
    "FIXER_WORDS",
    "MARKS",
    "OUTCOME_WORDS",
    "STATE_WORDS",
    "calls_for_person",
    "full_name",
    "in_words",
    "outcome_of",
    "reason_of",
    "state_of",
]

STATE_WORDS: dict[PageState, str] = {
    PageState.GOAL_ACHIEVED: "the right page, and the goal holds",
    PageState.GOAL_FAILED: "the right page, but the goal does not hold",
    PageState.CONTENT: "an ordinary page that loaded",
    PageState.AUTH_WALL: "asks to log in first",
    PageState.CAPTCHA: "asks whether the visitor is human",
    PageState.ERROR_PAGE: "an error instead of the page",
    PageState.MAINTENANCE: "down on purpose",
    PageState.DOMAIN_MISMATCH: "another site than the one asked for",
    PageState.REDIRECT_LOOP: "it never arrives",
    PageState.LOADING_TIMEOUT: "still loading",
    PageState.EMPTY_PAGE: "nothing there",
    PageState.INTERSTITIAL: "a gate before the page",
    PageState.CAPTURE_FAILED: "the browser got nothing",
    PageState.UNEXPECTED: "none of the known states",
}

ACTION_WORDS: dict[RecoveryAction, str] = {
    RecoveryAction.DONE: "done",
    RecoveryAction.RETRY_WITH_LONGER_DELAY: "look again",
    RecoveryAction.RETRY_WITH_AUTH: "look again, logged in",
    RecoveryAction.DISMISS: "dismiss the gate",
    RecoveryAction.WAIT_FOR_SITE: "wait for the site",
    RecoveryAction.SKIP_PAGE: "skip this page",
    RecoveryAction.ABORT_MISSION: "abort the mission",
    RecoveryAction.ALERT_HUMAN: "ask a person",
    RecoveryAction.MARK_AS_FAILED: "count as failed",
}

OUTCOME_WORDS: dict[Outcome, str] = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "failed",
    Outcome.NEEDS_PERSON: "needs a person",
    Outcome.SKIPPED: "skipped",
}

MARKS: dict[Outcome, str] = {
    Outcome.PASSED: "✓",
    Outcome.FAILED: "✗",
    Outcome.NEEDS_PERSON: "!",
    Outcome.SKIPPED: "–",
}

FIXER_WORDS: dict[Fixer, str] = {
    Fixer.VISITOR: "you",
    Fixer.SITE_OWNER: "the site's owner",
    Fixer.NETWORK: "whoever runs the network",
    Fixer.OURSELVES: "this machine",
    Fixer.NOBODY: "nobody; it takes time",
}


def full_name(state: PageState, kind: str | None) -> str:
    """Return `state.kind`, or `state` alone."""
    return f"{state}.{kind}" if kind else str(state)


def in_words(state: PageState, kind: str | None) -> str:
    """Return what the state means, as a clause without a capital."""
    known = kind_of(state, kind)
    return known.meaning if known else STATE_WORDS[state]


def reason_of(attempt: AttemptRecord) -> str:
    """Return why the step was decided, without the state that stands beside it anyway."""
    verdict, reason = attempt.verdict, attempt.step.reason
    for name in (full_name(verdict.state, verdict.kind), str(verdict.state)):
        if reason.startswith(f"{name}: "):
            return reason.removeprefix(f"{name}: ")
    return reason


def state_of(page: PageResult) -> str:
    """Return the page's last `state.kind`, or what stands for one that was never visited."""
    last = page.last
    if last is None:
        return "not visited"
    return full_name(last.verdict.state, last.verdict.kind)


def calls_for_person(page: PageResult) -> bool:
    """Return whether the run handed the page to a person, which not every page that failed is."""
    if page.interrupted or page.outcome in (Outcome.PASSED, Outcome.SKIPPED):
        return False
    last = page.last
    return page.outcome is Outcome.NEEDS_PERSON or (last is not None and last.step.action is RecoveryAction.ALERT_HUMAN)


def outcome_of(page: PageResult) -> str:
    """Return what the page counts as, in words."""
    return "not finished" if page.interrupted else OUTCOME_WORDS[page.outcome]
