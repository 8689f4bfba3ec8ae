"""pagestate: did the browser land on the page it meant to, and if not, what now?

    result = await pagestate.check("https://shop.example/cart", expect=['text contains "Your cart"'])
    result.outcome, result.last.verdict.state, result.handover

    verdict = pagestate.classify(html, requested_url="https://shop.example/cart")

Everything is imported when it is first used: `import pagestate` loads no browser driver and no model client.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pagestate.capture.backend import Backend, CaptureRequest, Session
    from pagestate.capture.browser import BrowserBackend
    from pagestate.capture.http import HttpBackend
    from pagestate.decide.model import ComeBack, RunnerUp, Verdict
    from pagestate.detect.model import Finding, Observation
    from pagestate.errors import BackendError, ConfigurationError, InputError, PagestateError
    from pagestate.evidence import Capture
    from pagestate.goal.judge import ModelJudge
    from pagestate.goal.model import ExpectationResult, Goal, GoalResult, JudgeOpinion
    from pagestate.mission.api import check, classify, run_mission
    from pagestate.mission.events import AttemptRecord, Event, Incident, MissionResult, PageResult
    from pagestate.mission.plan import AuthProfile, Mission, MissionFile, Page
    from pagestate.recover.model import Step, Strategies, Strategy
    from pagestate.states import ExitCode, Fixer, Outcome, PageState, RecoveryAction

_HOMES = {
    "capture.backend": ("Backend", "CaptureRequest", "Session"),
    "capture.browser": ("BrowserBackend",),
    "capture.http": ("HttpBackend",),
    "decide.model": ("ComeBack", "RunnerUp", "Verdict"),
    "detect.model": ("Finding", "Observation"),
    "errors": ("BackendError", "ConfigurationError", "InputError", "PagestateError"),
    "evidence": ("Capture",),
    "goal.judge": ("ModelJudge",),
    "goal.model": ("ExpectationResult", "Goal", "GoalResult", "JudgeOpinion"),
    "mission.api": ("check", "classify", "run_mission"),
    "mission.events": ("AttemptRecord", "Event", "Incident", "MissionResult", "PageResult"),
    "mission.plan": ("AuthProfile", "Mission", "MissionFile", "Page"),
    "recover.model": ("Step", "Strategies", "Strategy"),
    "states": ("ExitCode", "Fixer", "Outcome", "PageState", "RecoveryAction"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AttemptRecord",
    "AuthProfile",
    "Backend",
    "BackendError",
    "BrowserBackend",
    "Capture",
    "CaptureRequest",
    "ComeBack",
    "ConfigurationError",
    "Event",
    "ExitCode",
    "ExpectationResult",
    "Finding",
    "Fixer",
    "Goal",
    "GoalResult",
    "HttpBackend",
    "Incident",
    "InputError",
    "JudgeOpinion",
    "Mission",
    "MissionFile",
    "MissionResult",
    "ModelJudge",
    "Observation",
    "Outcome",
    "Page",
    "PageResult",
    "PageState",
    "PagestateError",
    "RecoveryAction",
    "RunnerUp",
    "Session",
    "Step",
    "Strategies",
    "Strategy",
    "Verdict",
    "check",
    "classify",
    "run_mission",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
