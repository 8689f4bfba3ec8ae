"""Missions over the fault site: its catalogue as pages to visit, with waits on the site's own scale."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pagestate.capture.backend import Session
from pagestate.detect.identity import Identity, look_of
from pagestate.evidence import Capture
from pagestate.facts import extract
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal
from pagestate.mission.events import PageResult
from pagestate.mission.plan import AuthProfile, Mission, MissionFile, Page, Settings
from pagestate.recover.model import Strategies
from pagestate.recover.spec import StrategySpec, load_strategies, overlay
from pagestate.report.words import full_name, state_of
from pagestate.states import RecoveryAction

if TYPE_CHECKING:
    from pagestate.faults.model import FaultPage
    from pagestate.faults.server import FaultServer

__all__ = ["Comparison", "compare", "mission_over", "page_for", "scaled_strategies"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What the catalogue intends for a page, and what came out."""

    page_id: str
    intended: str
    """`state.kind` of the first attempt, and of the last where it differs."""
    found: str
    intended_steps: tuple[RecoveryAction, ...]
    found_steps: tuple[RecoveryAction, ...]

    @property
    def as_intended(self) -> bool:
        """Whether state, kind and every step came out as the catalogue says."""
        return self.intended == self.found and self.intended_steps == self.found_steps


def scaled_strategies(scale: float, settle_for_s: float | None = None) -> Strategies:
    """Return the default strategies with all waits times `scale`; patience and budgets stay."""
    return Strategies(
        by_key={
            key: replace(
                one,
                wait_s=one.wait_s * scale,
                first_wait_s=None if one.first_wait_s is None else one.first_wait_s * scale,
                settle_for_s=settle_for_s * scale if settle_for_s and key.startswith("goal_failed") else 0.0,
            )
            for key, one in load_strategies().by_key.items()
        }
    )


def page_for(fault: "FaultPage", url: str, scale: float) -> Page:
    """Return a page to visit for a row of the catalogue that is served at `url`."""
    goal = Goal(
        text=None if fault.expect else fault.goal,
        expectations=tuple(parse(one) for one in fault.expect),
        aliases=fault.aliases,
    )
    page = Page(
        id=fault.id,
        url=url,
        mission="fault site",
        goal=goal if goal != Goal() else None,
        strategies=overlay(
            scaled_strategies(scale, fault.settle_for_s),
            {
                key: StrategySpec.model_validate({"retries": retries, "wait": f"{wait * scale}s"})
                for key, (retries, wait) in fault.on.items()
            },
        ),
        consent=fault.consent or "leave",
        auth=_auth(fault),
        known=learnt[0] if (learnt := _learnt(fault, url)) else None,
    )
    return page if fault.timeout_s is None else replace(page, timeout_s=fault.timeout_s)


def mission_over(faults: Iterable["FaultPage"], server: "FaultServer", scale: float, *, name: str) -> MissionFile:
    """Return a mission over `faults` as `server` serves them."""
    faults = tuple(faults)
    pages = tuple(replace(page_for(one, server.url_of(one), scale), mission=name) for one in faults)
    return MissionFile(
        name=name,
        missions=(Mission(name=name, pages=pages),),
        settings=Settings(concurrency=4, per_host=10, gap_s=0.0),
        known=tuple(identity for one in faults for identity in _learnt(one, server.url_of(one))),
    )


def compare(fault: "FaultPage", result: PageResult) -> Comparison:
    """Hold a result against what the catalogue intends."""
    first = full_name(fault.state, fault.kind)
    last = full_name(*fault.ends_as)
    begun = result.attempts[0].verdict if result.attempts else None
    found_first = full_name(begun.state, begun.kind) if begun else "not visited"
    return Comparison(
        page_id=fault.id,
        intended=_way(first, last),
        found=_way(found_first, state_of(result)),
        intended_steps=fault.steps,
        found_steps=tuple(one.step.action for one in result.attempts),
    )


def _learnt(fault: "FaultPage", url: str) -> tuple[Identity, ...]:
    """Return what a person taught of a page before it changed, that page first."""
    if fault.learnt is None:
        return ()
    address = urlsplit(url)

    def of(name: str, where: str, html: str, accepted_as: str | None = None) -> Identity:
        capture = Capture(source="browser", requested_url=where, final_url=where, status=200, rendered_html=html)
        return Identity(id=name, url=where, accepted_as=accepted_as, looks=(look_of(extract(capture)),))

    beside = []
    for key, html in fault.learnt_beside.items():
        name, _, path = key.partition("/")
        suffix = (address.hostname or "").rpartition(".")[2]
        netloc = address.netloc.replace(address.hostname or "", f"{name}.{suffix}") if name else address.netloc
        beside.append(of(f"{fault.id} beside {key}", f"{address.scheme}://{netloc}/{path}", html))
    return (of(fault.id, url, fault.learnt, fault.learnt_as), *beside)


def _way(first: str, last: str) -> str:
    return first if first == last else f"{first} → {last}"


def _auth(fault: "FaultPage") -> AuthProfile | None:
    given = fault.session
    if given is None:
        return None
    host = (fault.host or "").partition(":")[0]
    return AuthProfile(
        session=Session(
            name=f"{fault.id}-visitor",
            hosts=(host,),
            cookies=tuple(
                {"name": name, "value": value, "domain": host, "path": "/"} for name, value in given.cookies.items()
            ),
            headers=given.headers,
            username=given.username,
            password=given.password,
        ),
        check=parse(given.check) if given.check else None,
    )
