"""Strategies as written in YAML, and how one layer lies over another."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from ruamel.yaml import YAML

from pagestate.recover.durations import parse_duration
from pagestate.recover.model import Strategies, Strategy
from pagestate.states import PageState, RecoveryAction

__all__ = ["Duration", "StrategySpec", "load_strategies", "overlay"]

_DURATION = {"type": "string", "pattern": r"^((\d+(\.\d+)?\s*(ms|s|m|h|d))+|0)$", "examples": ["500ms", "30s", "2m"]}

Duration = Annotated[float, BeforeValidator(parse_duration), WithJsonSchema(_DURATION)]
"""Seconds inside, `30s` outside."""


class StrategySpec(BaseModel):
    """What to do about a state; every field left out stays as it was."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: RecoveryAction | None = Field(default=None, description="What to do.")
    retries: int | None = Field(default=None, ge=0, le=9, description="How often, per state; 0 means never.")
    wait: Duration | None = Field(default=None, description="Before each retry, unless the site states a time.")
    first_wait: Duration | None = Field(default=None, description="Before the first retry, where it differs.")
    factor: float | None = Field(default=None, ge=1, le=10, description="By which the wait grows with every retry.")
    patience: Duration | None = Field(default=None, description="Settling time that doubles with every retry.")
    then: RecoveryAction | None = Field(default=None, description="The final action once the retries are used up.")

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"action": data} if isinstance(data, str) else data

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"enum": [str(action) for action in RecoveryAction]}, handler(schema)]}

    @field_validator("then")
    @classmethod
    def _then_is_final(cls, value: RecoveryAction | None) -> RecoveryAction | None:
        if value is not None and (not value.is_final or value is RecoveryAction.DONE):
            raise ValueError(
                f'"{value}" does not end a page; use alert_human, mark_as_failed, skip_page or abort_mission'
            )
        return value

    def over(self, base: Strategy) -> Strategy:
        """Return `base` with what is given here in its place."""
        action = self.action
        if action is None:
            asks_for_retries = base.action.is_final and bool(self.retries)
            action = RecoveryAction.RETRY_WITH_LONGER_DELAY if asks_for_retries else base.action
        retries = base.max_retries if self.retries is None else self.retries
        if self.retries is None and not action.is_final and base.action.is_final:
            retries = 1
        # a wait that is given speaks for all retries, unless the first has its own
        first_wait = self.first_wait if self.first_wait is not None or self.wait is not None else base.first_wait_s
        return replace(
            base,
            action=action,
            max_retries=retries,
            wait_s=base.wait_s if self.wait is None else self.wait,
            first_wait_s=first_wait,
            wait_factor=base.wait_factor if self.factor is None else self.factor,
            patience_s=base.patience_s if self.patience is None else self.patience,
            then=self.then or base.then,
        )


@cache
def load_strategies() -> Strategies:
    """Return the strategies that come with pagestate (`strategies.yaml`)."""
    text = files("pagestate.recover").joinpath("strategies.yaml").read_text(encoding="utf-8")
    rows = YAML(typ="safe", pure=True).load(text)
    nothing = Strategy(action=RecoveryAction.ALERT_HUMAN)
    return Strategies(by_key={key: StrategySpec.model_validate(row).over(nothing) for key, row in rows.items()})


def overlay(base: Strategies, specs: Mapping[str, StrategySpec]) -> Strategies:
    """Return `base` with `specs` (keyed by `state` or `state.kind`) laid over it.

    What is said of a state holds for all of its kinds, also where `base` names a kind; what is said
    of a kind in the same layer wins.
    """
    by_key = dict(base.by_key)
    for key in sorted(specs, key=lambda key: "." in key):
        state, _, kind = key.partition(".")
        reached = [key] if kind else [state, *(known for known in by_key if known.startswith(f"{state}."))]
        for target in reached:
            name = target.partition(".")[2] or None
            current = Strategies(by_key=by_key).of(PageState(state), name)
            by_key[target] = specs[key].over(current)
    return Strategies(by_key=by_key)
