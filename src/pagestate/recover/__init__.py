"""What to do about a state: strategies as data, and the next step as a pure function."""

from typing import TYPE_CHECKING

from pagestate.recover.model import MAX_ATTEMPTS, Attempt, Limits, Step, Strategies, Strategy
from pagestate.recover.next_step import next_step

if TYPE_CHECKING:
    from pagestate.recover.spec import load_strategies

__all__ = [
    "MAX_ATTEMPTS",
    "Attempt",
    "Limits",
    "Step",
    "Strategies",
    "Strategy",
    "load_strategies",
    "next_step",
]


def __getattr__(name: str) -> object:
    # reading YAML costs an import that deciding a step does not need
    if name == "load_strategies":
        from pagestate.recover.spec import load_strategies

        return load_strategies
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
