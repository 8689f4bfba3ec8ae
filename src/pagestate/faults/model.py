"""What a fault page is: the catalogue's row, the request it answers, and how answers are made."""

import math
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Literal

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from pagestate.states import PageState, RecoveryAction

__all__ = [
    "LEARNT_HEADER",
    "Address",
    "Answer",
    "FaultPage",
    "FaultSession",
    "Handler",
    "Ports",
    "Visit",
    "always",
    "base_name",
    "default_steps",
    "fault",
    "html",
    "json_answer",
    "move",
]

LEARNT_HEADER = "x-fault-learnt"
"""With it, a page that has changed since it was learnt shows what it was."""
SUFFIXES = (".localhost", ".test")

Address = Literal["http", "https", "plain_on_tls", "closed", "unresolvable"]
"""Where a page is found: a listener of the fault server, a port where nothing listens, or no host at all."""

Group = Literal["state", "content", "trap", "incident", "timed", "case"]


def base_name(host: str) -> str:
    """Return a host name without its port and without `.localhost` or `.test`."""
    name = host.rsplit(":", 1)[0].rstrip(".").lower()
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return name.removesuffix(suffix)
    return name


@dataclass(slots=True, kw_only=True)
class Visit:
    """One request to a fault page, and what the site remembers of earlier ones."""

    request: Request
    count: int
    """How often this path was asked for, this request included."""
    elapsed: float
    """The site's own seconds since the first visit to any path of the page (or of its window)."""
    elapsed_here: float
    """The site's own seconds since the first visit to this path."""
    in_page: float
    """Seconds since the first visit on the clock of things that happen inside the page (spinners)."""
    scale: float
    pace: float
    now: float
    """Unix seconds."""
    memory: MutableMapping[str, float]
    """Kept for the page until it is reset."""
    sleep: Callable[[float], Awaitable[None]]

    @property
    def path(self) -> str:
        """The path asked for."""
        return self.request.url.path

    @property
    def query(self) -> Mapping[str, str]:
        """The query's parameters."""
        return self.request.query_params

    @property
    def cookies(self) -> Mapping[str, str]:
        """The cookies sent."""
        return self.request.cookies

    @property
    def headers(self) -> Mapping[str, str]:
        """The request's headers."""
        return self.request.headers

    def told(self, seconds: float) -> int:
        """Return the site's own seconds as whole real seconds, as told in Retry-After."""
        return max(1, math.ceil(seconds * self.scale))

    def told_date(self, seconds: float) -> str:
        """Return a moment `seconds` of the site's own from now, as an HTTP date."""
        return formatdate(math.ceil(self.now + seconds * self.scale), usegmt=True)

    def ms(self, milliseconds: float) -> int:
        """Return milliseconds inside the page as real ones, for timers in scripts."""
        return max(1, round(milliseconds * self.pace))

    async def pause(self, seconds: float) -> None:
        """Let `seconds` of the clock inside the page pass."""
        await self.sleep(seconds * self.pace)

    def url(self, name: str, path: str = "/", *, scheme: str | None = None) -> str:
        """Return the address of another fault host, under the suffix and port of this request."""
        netloc = self.request.headers.get("host", "localhost")
        host, _, port = netloc.partition(":")
        suffix = next((suffix for suffix in SUFFIXES if host.endswith(suffix)), ".localhost")
        own = self.request.url.scheme
        return f"{scheme or own}://{name}{suffix}{f':{port}' if port and scheme in (None, own) else ''}{path}"


Answer = Response | str
"""A string is an HTML page with status 200."""
Handler = Callable[[Visit], Answer | Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultSession:
    """How a visitor proves who it is to a page that has an account (all made up)."""

    cookies: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    username: str | None = None
    password: str | None = None
    check: str = ""
    """An expectation that holds once the session works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPage:
    """A page that shows one state on purpose, and the verdict it should get."""

    id: str
    title: str
    about: str
    """What the page does, for people."""
    host: str | None
    """`NAME.localhost` or `NAME.test`; the site answers both. None: the address is no host of the site."""
    path: str
    state: PageState
    """Of the first attempt."""
    kind: str | None
    steps: tuple[RecoveryAction, ...]
    """The steps with the default strategies, the last included. Inside a deploy window how often
    a step is repeated depends on the pace of the looks; it stands here once."""
    language: str
    """BCP 47."""
    goal: str | None = None
    expect: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """Paths to visit first, in the same tab."""
    consent: Literal["reject", "accept"] | None = None
    """How the mission should answer a consent dialog; None: it does not say."""
    session: FaultSession | None = None
    timeout_s: float | None = None
    """A limit for the navigation that spares the visitor a long wait."""
    settle_for_s: float | None = None
    """A deploy window, in the site's own seconds."""
    on: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """Retries, and the wait between them in the site's own seconds, that the mission asks for, by state."""
    final_state: PageState | None = None
    """Where recovery changes the state: the state of the last attempt."""
    final_kind: str | None = None
    learnt: str | None = field(default=None, repr=False, compare=False)
    """What stood at `path` when a person called it right. A request with the header `x-fault-learnt` still gets
    it, so that it can be learnt; the verdict is that of a visitor who has."""
    learnt_beside: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Other pages that were learnt with it, by path or `name/path`."""
    learnt_as: str | None = None
    """`state.kind` of what was learnt, where that is a wall that a person called right."""
    xfail: str | None = None
    """Why deeper capture or sessions are needed for the right verdict."""
    group: Group = "state"
    address: Address = "http"
    window: str | None = None
    """Pages with the same window share their memory: what began for one began for all."""
    routes: Mapping[str, Handler] = field(default_factory=dict, repr=False, compare=False)
    """Answers by path, or by `name/path` for another host name; a trailing `*` takes all below."""

    @property
    def verdict(self) -> str:
        """`state.kind`, or the state alone."""
        return f"{self.state}.{self.kind}" if self.kind else str(self.state)

    @property
    def ends_as(self) -> tuple[PageState, str | None]:
        """State and kind of the last attempt."""
        return (self.final_state, self.final_kind) if self.final_state else (self.state, self.kind)


@dataclass(slots=True, kw_only=True)
class Ports:
    """Where the site is served."""

    port: int
    tls_port: int = 443
    closed_port: int = 1

    def url_of(self, page: FaultPage) -> str:
        """Return the address at which a visitor finds `page`.

        A `.localhost` name carries the port and needs nothing but a browser; a `.test` name has
        none and needs Chromium to be started with the server's `browser_args`.
        """
        host, path = page.host or "127.0.0.1", page.path
        if page.address == "unresolvable":
            return f"http://{host}{path}"
        if page.address == "closed":
            return f"http://{host}:{self.closed_port}{path}"
        if page.address == "plain_on_tls":
            return f"https://{host}:{self.port}{path}"
        if host.endswith(".test"):
            return f"{page.address}://{host}{path}"
        return f"{page.address}://{host}:{self.tls_port if page.address == 'https' else self.port}{path}"


_RETRY = RecoveryAction.RETRY_WITH_LONGER_DELAY
_WAIT = RecoveryAction.WAIT_FOR_SITE
_FAIL = RecoveryAction.MARK_AS_FAILED
_HUMAN = RecoveryAction.ALERT_HUMAN
_STEPS: dict[str, tuple[RecoveryAction, ...]] = {
    "goal_achieved": (RecoveryAction.DONE,),
    "content": (RecoveryAction.DONE,),
    "goal_failed": (_FAIL,),
    "auth_wall": (_HUMAN,),
    "captcha": (_HUMAN,),
    "captcha.challenge": (_RETRY, _HUMAN),
    "captcha.rate_limited": (_WAIT, _WAIT, _WAIT, _HUMAN),
    "error_page": (_RETRY, _RETRY, _FAIL),
    "error_page.not_found": (_RETRY, _FAIL),
    "error_page.soft_404": (_RETRY, _FAIL),
    "error_page.gone": (_RETRY, _FAIL),
    "error_page.forbidden": (_RETRY, _FAIL),
    "error_page.chunk_load": (_RETRY, _RETRY, _RETRY, _FAIL),
    "maintenance": (_WAIT, _WAIT, _WAIT, _HUMAN),
    "domain_mismatch": (_HUMAN,),
    "redirect_loop": (_HUMAN,),
    "loading_timeout": (_RETRY, _RETRY, _FAIL),
    "empty_page": (_RETRY, _FAIL),
    "interstitial": (_HUMAN,),
    "interstitial.waiting_room": (*[_WAIT] * 9, _HUMAN),
    "capture_failed": (_RETRY, _RETRY, _FAIL),
    "capture_failed.dns": (_FAIL,),
    "capture_failed.tls": (_FAIL,),
    "capture_failed.download": (_FAIL,),
    "capture_failed.dialogs": (_FAIL,),
    "capture_failed.network_changed": (_RETRY, _RETRY, _HUMAN),
    "unexpected": (_HUMAN,),
}


def default_steps(state: PageState, kind: str | None) -> tuple[RecoveryAction, ...]:
    """Return the steps of the default strategies for a page that stays as it is."""
    return _STEPS.get(f"{state}.{kind}") or _STEPS[str(state)]


def _split(verdict: str) -> tuple[PageState, str | None]:
    state, _, kind = verdict.partition(".")
    return PageState(state), kind or None


def fault(
    id: str,  # noqa: A002
    host: str | None,
    verdict: str,
    title: str,
    about: str,
    answer: Handler | str | None = None,
    *,
    path: str = "/",
    language: str = "en",
    routes: Mapping[str, Handler | str] | None = None,
    steps: str | None = None,
    final: str | None = None,
    goal: str | None = None,
    expect: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    before: tuple[str, ...] = (),
    consent: Literal["reject", "accept"] | None = None,
    session: FaultSession | None = None,
    timeout_s: float | None = None,
    settle_for_s: float | None = None,
    on: Mapping[str, tuple[int, float]] | None = None,
    learnt: str | None = None,
    learnt_beside: Mapping[str, str] | None = None,
    learnt_as: str | None = None,
    xfail: str | None = None,
    group: Group = "state",
    address: Address = "http",
    window: str | None = None,
) -> FaultPage:
    """Make a row of the catalogue from short forms.

    `verdict` and `final` are `state.kind`; `steps` are action names separated by spaces, by
    default those of the default strategies; `host` without a suffix gets `.localhost`;
    `answer` is what stands at `path`.
    """
    state, kind = _split(verdict)
    final_state, final_kind = _split(final) if final else (None, None)
    own: dict[str, Handler | str] = dict(routes or {})
    if answer is not None:
        own[path.partition("?")[0]] = answer
    if host is not None and not host.endswith(SUFFIXES) and address != "unresolvable":
        host += SUFFIXES[0]
    return FaultPage(
        id=id,
        title=title,
        about=about,
        host=host,
        path=path,
        state=state,
        kind=kind,
        steps=tuple(map(RecoveryAction, steps.split())) if steps else default_steps(state, kind),
        language=language,
        goal=goal,
        expect=expect,
        aliases=aliases,
        before=before,
        consent=consent,
        session=session,
        timeout_s=timeout_s,
        settle_for_s=settle_for_s,
        on=on or {},
        learnt=learnt,
        learnt_beside=learnt_beside or {},
        learnt_as=learnt_as,
        final_state=final_state,
        final_kind=final_kind,
        xfail=xfail,
        group=group,
        address=address,
        window=window,
        routes={key: always(value) if isinstance(value, str) else value for key, value in own.items()},
    )


def html(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an HTML answer in UTF-8."""
    return HTMLResponse(body, status_code=status, headers=headers)


def json_answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer."""
    return JSONResponse(data, status_code=status, headers=headers)


def move(to: str, status: int = 302, headers: Mapping[str, str] | None = None) -> Response:
    """Return a redirect to `to`, written as it stands."""
    return Response(status_code=status, headers={"location": to, **(headers or {})})


def always(
    body: str | bytes, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str | None = None
) -> Handler:
    """Return a handler that always gives this answer."""

    def answer(_visit: Visit) -> Answer:
        return Response(body, status_code=status, headers=headers, media_type=media_type or "text/html")

    return answer
