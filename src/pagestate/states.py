"""The states a page can be found in, and what each means for the one who asked.

This module is the vocabulary: every other part imports it and it imports nothing.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

__all__ = [
    "KINDS",
    "OUTCOMES",
    "ExitCode",
    "Fixer",
    "Kind",
    "Outcome",
    "PageState",
    "RecoveryAction",
    "Reporting",
    "kind_of",
    "kinds_of",
    "outcome_of",
]


class PageState(StrEnum):
    """What a browser found; every verdict names exactly one."""

    GOAL_ACHIEVED = "goal_achieved"
    GOAL_FAILED = "goal_failed"
    CONTENT = "content"
    AUTH_WALL = "auth_wall"
    CAPTCHA = "captcha"
    ERROR_PAGE = "error_page"
    MAINTENANCE = "maintenance"
    DOMAIN_MISMATCH = "domain_mismatch"
    REDIRECT_LOOP = "redirect_loop"
    LOADING_TIMEOUT = "loading_timeout"
    EMPTY_PAGE = "empty_page"
    INTERSTITIAL = "interstitial"
    CAPTURE_FAILED = "capture_failed"
    UNEXPECTED = "unexpected"


class RecoveryAction(StrEnum):
    """What to do after an attempt."""

    DONE = "done"
    RETRY_WITH_LONGER_DELAY = "retry_with_longer_delay"
    RETRY_WITH_AUTH = "retry_with_auth"
    DISMISS = "dismiss"
    WAIT_FOR_SITE = "wait_for_site"
    SKIP_PAGE = "skip_page"
    ABORT_MISSION = "abort_mission"
    ALERT_HUMAN = "alert_human"
    MARK_AS_FAILED = "mark_as_failed"

    @property
    def is_final(self) -> bool:
        """Whether no further attempt follows."""
        return self not in _GOES_ON


_GOES_ON = frozenset(
    {
        RecoveryAction.RETRY_WITH_LONGER_DELAY,
        RecoveryAction.RETRY_WITH_AUTH,
        RecoveryAction.DISMISS,
        RecoveryAction.WAIT_FOR_SITE,
    }
)


class Outcome(StrEnum):
    """What a page counts as in the summary of a run."""

    PASSED = "passed"
    FAILED = "failed"
    NEEDS_PERSON = "needs_person"
    SKIPPED = "skipped"


class Fixer(StrEnum):
    """Who can change the state of affairs."""

    VISITOR = "visitor"
    SITE_OWNER = "site_owner"
    NETWORK = "network"
    OURSELVES = "ourselves"
    NOBODY = "nobody"


class ExitCode:
    """Exit codes of the command line (stable, documented in the README)."""

    PASSED = 0
    FAILED = 1
    USAGE = 2
    UNDECIDED = 3
    OWN_FAILURE = 4
    NOTHING_TO_CHECK = 5
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporting:
    """How an outcome is told to other tools."""

    outcome: Outcome
    exit_code: int
    junit: Literal["failure", "error", "skipped"] | None
    ctrf: Literal["passed", "failed", "skipped", "other"]


_PASSED = Reporting(outcome=Outcome.PASSED, exit_code=ExitCode.PASSED, junit=None, ctrf="passed")
_FAILED = Reporting(outcome=Outcome.FAILED, exit_code=ExitCode.FAILED, junit="failure", ctrf="failed")
_PERSON = Reporting(outcome=Outcome.NEEDS_PERSON, exit_code=ExitCode.UNDECIDED, junit="error", ctrf="other")
_SKIPPED = Reporting(outcome=Outcome.SKIPPED, exit_code=ExitCode.PASSED, junit="skipped", ctrf="skipped")

OUTCOMES: dict[PageState, Reporting] = {
    PageState.GOAL_ACHIEVED: _PASSED,
    PageState.GOAL_FAILED: _FAILED,
    PageState.CONTENT: _PASSED,
    PageState.AUTH_WALL: _PERSON,
    PageState.CAPTCHA: _PERSON,
    PageState.ERROR_PAGE: _FAILED,
    PageState.MAINTENANCE: _PERSON,
    PageState.DOMAIN_MISMATCH: _FAILED,
    PageState.REDIRECT_LOOP: _FAILED,
    PageState.LOADING_TIMEOUT: _FAILED,
    PageState.EMPTY_PAGE: _FAILED,
    PageState.INTERSTITIAL: _PERSON,
    PageState.CAPTURE_FAILED: _FAILED,
    PageState.UNEXPECTED: _PERSON,
}
"""State to outcome, exit code, JUnit element and CTRF status: the one table of it."""

_OUR_SIDE = frozenset({"backend", "browser_crash", "network_changed"})


def outcome_of(state: PageState, kind: str | None = None, final_action: RecoveryAction | None = None) -> Reporting:
    """Return how a page that ended in `state.kind` with `final_action` is reported.

    The last action may override the state, since a mission can decide that (say) a captcha
    is a failure: `mark_as_failed` fails a page, `skip_page` skips it. Neither `done` nor any
    other action turns a state that did not pass into a pass. A capture that failed on our own
    side (browser, network of the machine) says nothing against the site: it is undecided.
    """
    base = OUTCOMES[state]
    if base.outcome is Outcome.PASSED:
        return base
    if final_action is RecoveryAction.SKIP_PAGE:
        return _SKIPPED
    if state is PageState.CAPTURE_FAILED and kind in _OUR_SIDE:
        return _PERSON
    if final_action is RecoveryAction.MARK_AS_FAILED:
        return _FAILED
    return base


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A refinement of a state: what it means, who can fix it, and what to do next."""

    state: PageState
    name: str
    meaning: str
    fixer: Fixer
    advice: str


def _kinds(state: PageState, *rows: tuple[str, str, Fixer, str]) -> tuple[Kind, ...]:
    return tuple(
        Kind(state=state, name=name, meaning=meaning, fixer=fixer, advice=advice)
        for name, meaning, fixer, advice in rows
    )


_V, _O, _N, _US, _X = (
    Fixer.VISITOR,
    Fixer.SITE_OWNER,
    Fixer.NETWORK,
    Fixer.OURSELVES,
    Fixer.NOBODY,
)

KINDS: dict[PageState, tuple[Kind, ...]] = {
    PageState.GOAL_ACHIEVED: (),
    PageState.CONTENT: (),
    PageState.GOAL_FAILED: _kinds(
        PageState.GOAL_FAILED,
        ("expectation", "the page loaded, an expectation does not hold", _O,
         "Compare the value seen with the expectation; one of the two has to change."),
        ("wrong_content", "the page loaded and shows something else than was asked for", _O,
         "Check the address, then the content that is served under it."),
        ("app_error_banner", "the page loaded and reports an error of its own inside", _O,
         "Look at the failed request named in the evidence and mend what it calls."),
        ("contradiction", "the page says that it is done, the network says that it is not", _O,
         "Trust the failed request, not the message; check on the server whether anything was stored."),
    ),
    PageState.AUTH_WALL: _kinds(
        PageState.AUTH_WALL,
        ("login", "asks for a login first", _V,
         "Log in as a person, save the session and name it as the auth profile of this page."),
        ("session_expired", "says that the session has ended", _V,
         "Renew the saved session of the auth profile."),
        ("sso_redirect", "sends the visitor to an identity provider", _V,
         "Log in at the identity provider, save the session and name it as the auth profile."),
        ("mfa", "asks for a second factor", _V,
         "Have the holder of the account confirm the second factor, then save the session."),
        ("http_auth", "asks for credentials by HTTP", _V,
         "Give the auth profile a user name and password, or a header, for this host."),
        ("signup", "asks to create an account first", _V,
         "Create an account as a person, or ask the owner for access."),
        ("permission", "the account may not see this page", _O,
         "Ask the owner to grant this account access, or use another account."),
        ("client_certificate", "asks for a client certificate", _V,
         "Give the auth profile the client certificate of this host."),
    ),
    PageState.CAPTCHA: _kinds(
        PageState.CAPTCHA,
        ("challenge", "checks the browser before it lets it in", _O,
         "Ask the site's owner to let this visitor through, or look at the page as a person."),
        ("interactive", "asks the visitor to prove to be human", _V,
         "A person has to solve it, or the owner has to let this visitor through."),
        ("access_denied", "a firewall refuses this visitor", _O,
         "Ask the site's owner to allow this visitor; give them the reference number shown."),
        ("rate_limited", "too many requests from this visitor", _V,
         "Wait as told and ask less often."),
        ("geo_blocked", "refuses visitors from this region", _O,
         "Ask the owner whether this region is meant to be refused, or look from another one."),
    ),
    PageState.ERROR_PAGE: _kinds(
        PageState.ERROR_PAGE,
        ("not_found", "there is no such page", _O, "Correct the address, or restore the page."),
        ("gone", "the page was removed for good", _O, "Drop the address, or restore the page."),
        ("forbidden", "the server refuses to show this page", _O,
         "Check the permissions of the page on the server."),
        ("server_error", "the server failed", _O, "Look in the server's log at the time of the capture."),
        ("gateway", "a proxy could not reach the server behind it", _O,
         "Check whether the server behind the proxy is up and answers in time."),
        ("app_crash", "the application crashed and shows its error", _O,
         "Mend the error shown, and keep traces from being shown to visitors."),
        ("soft_404", "says that there is no such page, with a status of success", _O,
         "Correct the address; make the site answer 404 for what does not exist."),
        ("chunk_load", "a script or style of this build is missing", _O,
         "Keep the files of the last build during a deploy, or deploy again."),
        ("browser_error", "the browser shows an error of its own", _N,
         "Look at the error named in the evidence."),
        ("client_error", "the server could not accept the request", _O,
         "Check the address and its parameters against what the server expects."),
        ("proxy_denied", "a proxy on the way refuses to fetch the page", _N,
         "Ask whoever runs the proxy of this network to allow the address, or look from another network."),
    ),
    PageState.MAINTENANCE: _kinds(
        PageState.MAINTENANCE,
        ("maintenance", "down on purpose", _O, "Wait until the owner has finished, then check again."),
        ("deploying", "a deploy is in progress", _O, "Wait until the deploy has finished, then check again."),
        ("coming_soon", "not opened yet", _O, "Check again after the opening."),
        ("scheduled", "down on purpose until a stated time", _O, "Check again at the stated time."),
    ),
    PageState.DOMAIN_MISMATCH: _kinds(
        PageState.DOMAIN_MISMATCH,
        ("off_domain", "ended on another site", _O,
         "If the move is right, declare the new host as an alias; if not, mend the redirect."),
        ("parked", "the domain is parked", _O, "Check who holds the domain and where it points."),
        ("for_sale", "the domain is offered for sale", _O, "Check whether the domain was lost."),
        ("expired", "the registration has run out", _O, "Renew the domain at its registrar."),
        ("suspended", "the host has suspended this site", _O, "Ask the hosting company why."),
        ("hosting_default", "the web server's own first page", _O,
         "Deploy the site, or point the host name at it."),
        ("unclaimed", "no site is set up under this name at the host", _O,
         "Claim the name at the hosting platform, or remove the DNS record."),
        ("wrong_origin", "another site answers under this name", _O,
         "Check the routing of this host name (proxy, load balancer, DNS)."),
        ("takeover", "somebody else holds this name now", _O,
         "Treat links to it as hostile until the owner is known."),
    ),
    PageState.REDIRECT_LOOP: _kinds(
        PageState.REDIRECT_LOOP,
        ("loop", "redirects in a circle", _O, "Mend the rule that sends the visitor round; see the hops."),
        ("too_many", "more redirects than a browser follows", _O, "Shorten the chain of redirects."),
        ("bounced_home", "was sent to the start page instead", _O,
         "Check whether the page still exists and whether the redirect drops the path."),
        ("reloading", "the page reloads itself without end", _O,
         "Find the script or refresh that reloads the page."),
    ),
    PageState.LOADING_TIMEOUT: _kinds(
        PageState.LOADING_TIMEOUT,
        ("spinner", "still shows a sign of loading", _O,
         "Look at the requests that were still pending; give the page more patience if it is just slow."),
        ("skeleton", "still shows placeholders for content", _O,
         "Find the request whose data the placeholders wait for; give the page more patience if it is just slow."),
        ("shell", "the application's shell, nothing rendered in it", _O,
         "Look at it in a browser; if it was one, check that its scripts run."),
        ("partial", "the page did not arrive whole", _O,
         "Check why the server or a proxy cut the answer."),
    ),
    PageState.EMPTY_PAGE: _kinds(
        PageState.EMPTY_PAGE,
        ("blank", "nothing to see", _O, "Check what the server sends and whether the page's scripts fail."),
        ("near_blank", "almost nothing to see", _O, "Check whether the little that is shown is all there is."),
        ("one_colour", "a picture of one colour", _O, "Check whether the page's scripts fail."),
        ("no_content", "the server answered with no content on purpose", _O,
         "Nothing to show is the server's answer; expect `status == 204` if that is right."),
        ("blocked_frame", "the content sits in a frame that was refused", _O,
         "Check the framing rules of the framed site."),
    ),
    PageState.INTERSTITIAL: _kinds(
        PageState.INTERSTITIAL,
        ("consent", "asks for consent before it shows the page", _V,
         "State in the mission whether to reject or accept, then the gate is dismissed."),
        ("age", "asks for the visitor's age", _V, "A person has to decide whether to answer."),
        ("region", "asks for, or refuses, the visitor's region", _V, "Choose the region, or ask the owner."),
        ("language", "asks for the visitor's language", _V, "Choose the language in the address, if there is one."),
        ("paywall", "asks for payment or a subscription", _V, "Use an account with a subscription."),
        ("waiting_room", "a queue before the page", _X, "Wait in line; the place hangs on the cookies kept."),
        ("unsupported_browser", "refuses this browser", _US, "Look with a browser that the site supports."),
        ("notice", "a notice stands before the page", _V, "Read and dismiss it, or let the mission do so."),
    ),
    PageState.CAPTURE_FAILED: _kinds(
        PageState.CAPTURE_FAILED,
        ("dns", "the host name does not resolve", _O, "Check the spelling of the host and its DNS records."),
        ("tls", "no trusted encrypted connection", _O, "Check the certificate: its dates, its names, its chain."),
        ("refused", "nothing listens at this address", _O, "Start the server, or correct the port."),
        ("reset", "the connection was closed without an answer", _O,
         "Look in the server's log for a crash or a firewall rule."),
        ("timeout", "no answer in time", _O, "Check whether the server is reachable and how long it takes."),
        ("download", "the address is a file, not a page", _O,
         "Expect the download with `header(\"content-type\")` if a file is right."),
        ("dialogs", "the page opens dialogs without end", _O, "Find the script that opens them."),
        ("network_changed", "this machine's network changed", _US, "Run it again; the site is not at fault."),
        ("browser_crash", "the browser crashed", _US, "Run it again; if it crashes again, look at memory."),
        ("backend", "our own way of looking failed", _US, "Run `pagestate doctor`; the site is not at fault."),
    ),
    PageState.UNEXPECTED: _kinds(
        PageState.UNEXPECTED,
        ("low_confidence", "not sure enough", _V, "Look at the picture and the runner-up, and decide."),
        ("goal_unverified", "the page loaded, the goal was not checked", _V,
         "Make the goal checkable: add an expectation, such as `text contains \"…\"`, or configure a model."),
        ("other", "none of the known states", _V, "Look at the picture, and decide."),
    ),
}  # fmt: skip
"""The kinds of each state. An open list: a verdict may carry a kind that stands in none."""

_BY_NAME = {(kind.state, kind.name): kind for kinds in KINDS.values() for kind in kinds}


def kinds_of(state: PageState) -> tuple[str, ...]:
    """Return the names of the kinds known for `state`."""
    return tuple(kind.name for kind in KINDS[state])


def kind_of(state: PageState, name: str | None) -> Kind | None:
    """Return what is known about `state.name`, or None."""
    return None if name is None else _BY_NAME.get((state, name))
