"""The shape of a mission file, as it is written."""

import difflib
import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from pagestate.recover.spec import Duration, StrategySpec
from pagestate.states import PageState, kinds_of

__all__ = [
    "STRATEGY_KEYS",
    "AuthSpec",
    "DefaultsSpec",
    "EnvironmentSpec",
    "FileSpec",
    "MissionSpec",
    "PageSpec",
    "Rules",
]

STRATEGY_KEYS = tuple(
    key for state in PageState for key in (str(state), *(f"{state}.{kind}" for kind in kinds_of(state)))
)
"""What may stand under `on:`."""


def _strategy_key(key: str) -> str:
    known = key in STRATEGY_KEYS
    # kinds are an open list, but one that nearly is a known kind is a slip
    if not known and (
        key.partition(".")[0] not in set(PageState) or difflib.get_close_matches(key, STRATEGY_KEYS, 1, 0.8)
    ):
        raise ValueError(f'unknown state "{key}"')
    return key


def _one_or_many(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _strings(**more: object) -> dict[str, object]:
    return {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], **more}


def _header(name: str) -> str:
    if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
        raise ValueError(f"{name!r} is no name of a header")
    return name


def _header_value(value: str) -> str:
    if re.search(r"[\x00\r\n]", value):
        raise ValueError("a header's value has no line breaks")
    return value


Headers = dict[Annotated[str, AfterValidator(_header)], Annotated[str, AfterValidator(_header_value)]]
Strings = Annotated[list[str], BeforeValidator(_one_or_many), WithJsonSchema(_strings())]
Consent = Literal["leave", "reject", "accept"]
StateKey = Annotated[str, AfterValidator(_strategy_key)]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Rules(_Spec):
    """What defaults, missions and pages can all say; the nearer to the page wins."""

    aliases: Strings = Field(default=[], description="Other hosts on which the page may end.")
    auth: str | None = Field(default=None, description="The auth profile to use when a wall asks for it.")
    consent: Consent | None = Field(default=None, description="How to answer a consent gate; `leave` asks a person.")
    settle_for: Duration | None = Field(
        default=None, description="A deploy window: misses inside it are looked at again."
    )
    hits_in_a_row: int | None = Field(default=None, ge=1, le=9, description="Consecutive successes that prove success.")
    timeout: Duration | None = Field(default=None, gt=0, description="How long a navigation may take.")
    patience: Duration | None = Field(default=None, description="How long a loaded page may settle.")
    deadline: Duration | None = Field(
        default=None, description="No attempt starts later than this after the first one."
    )
    threshold: float | None = Field(
        default=None, ge=0.5, le=1, description="Confidence under which a verdict is no verdict."
    )
    probe: bool | None = Field(
        default=None,
        description="Whether the site may be asked for one more page where the verdict is close, as its robots.txt "
        "allows; true by default.",
    )
    on: dict[StateKey, StrategySpec] = Field(default={}, description="What to do about a `state` or `state.kind`.")


class DefaultsSpec(Rules):
    """What holds unless a mission or a page says otherwise."""

    environment: str | None = Field(
        default=None, description="The environment to visit where none is chosen; the only one, where there is one."
    )
    concurrency: int | None = Field(default=None, ge=1, le=64, description="Visits at the same time.")
    per_host: int | None = Field(default=None, ge=1, le=16, description="Visits of one host at the same time.")
    gap: Duration | None = Field(default=None, description="Between the starts of two visits of one host.")


class EnvironmentSpec(_Spec):
    """Where the pages are."""

    base_url: str = Field(description="What relative addresses are joined to.")
    auth: str | None = Field(default=None, description="The auth profile of pages that name none.")
    headers: Headers = Field(
        default={}, description="Sent with every request to the host of base_url, and to no other."
    )


class AuthSpec(_Spec):
    """How to be somebody. Secrets come from the environment: `${SHOP_PASSWORD}`."""

    state: str | None = Field(default=None, description="A browser state saved by Playwright, relative to this file.")
    cookies: list[dict[str, Any]] | dict[str, str] = Field(
        {}, description="Names with values, or Playwright's cookies."
    )
    headers: Headers = Field(default={}, description="Request headers.")
    username: str | None = Field(default=None, description="For HTTP authentication.")
    password: str | None = Field(default=None, description="For HTTP authentication.")
    hosts: Strings = Field(default=[], description="Hosts that may see any of it; by default the page's own.")
    check: str | None = Field(default=None, description="An expectation that holds only when it worked.")
    check_url: str | None = Field(default=None, description="Where `check` is looked at.")
    when: Literal["wall", "always"] = Field(default="wall", description="On a wall, or from the first visit on.")


class PageSpec(Rules):
    """One page."""

    id: str | None = Field(
        default=None, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", description="Unique; names its folder."
    )
    url: str | None = Field(default=None, description="Absolute, or relative to base_url.")
    open: str | None = Field(default=None, description="The same as url.")
    goal: str | None = Field(default=None, description="What should be true of it, in words.")
    expect: Strings = Field(default=[], description='Expectations, such as `text contains "Order"`.')
    tags: Strings = Field(default=[])

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: object) -> object:
        return {"url": data} if isinstance(data, str) else data

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "string"}, handler(schema)]}


class MissionSpec(Rules):
    """Pages that are checked together."""

    name: str = Field(min_length=1)
    tags: Strings = Field(default=[])
    deadline: Duration | None = Field(
        default=None, description="For all of its pages together, from the start of the run."
    )
    pages: list[PageSpec] = Field(default=[])


class FileSpec(_Spec):
    """A pagestate mission file."""

    name: str | None = Field(default=None, description="Of the run; the file's name by default.")
    known: str | None = Field(
        default=None, description="What `pagestate learn` remembered of the pages, relative to this file."
    )
    defaults: DefaultsSpec = Field(default_factory=DefaultsSpec)
    environments: dict[str, EnvironmentSpec] = Field(default={})
    auth: dict[str, AuthSpec] = Field(default={})
    missions: list[MissionSpec] = Field(default=[])
