"""Mission files: from YAML to pages that are ready to be visited."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pagestate.capture.backend import Session
from pagestate.errors import InputError
from pagestate.goal.grammar import parse
from pagestate.goal.model import Expectation, Goal
from pagestate.mission.example import EXAMPLE
from pagestate.mission.known import load_known, with_known
from pagestate.mission.plan import AuthProfile, Mission, MissionFile, Page, Settings
from pagestate.mission.schema import (
    STRATEGY_KEYS,
    AuthSpec,
    DefaultsSpec,
    EnvironmentSpec,
    FileSpec,
    MissionSpec,
    PageSpec,
    Rules,
)
from pagestate.mission.yaml_source import Place, Source, read
from pagestate.recover.model import Strategies
from pagestate.recover.spec import StrategySpec, load_strategies, overlay

__all__ = ["EXAMPLE", "load", "rules_for_one_page", "schema"]

_HTTP = ("http", "https")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of mission files."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **FileSpec.model_json_schema()}


def load(path: Path, *, environment: str | None = None, env: Mapping[str, str]) -> MissionFile:
    """Return the missions of the file at `path`, its pages resolved for `environment`.

    `env` holds the values for `${NAME}`. A file without pages is returned as such: whether that is an
    error is for the caller to say.

    Raises:
        ConfigurationError: one line per problem, `file:line: reason; did you mean "…"?`, all at once.
    """
    source = read(Path(path), env)
    source.check()
    try:
        spec = FileSpec.model_validate({} if source.data is None else source.data)
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            _report(source, problem)
        source.check()
        raise
    resolved = _Resolver(source, spec, environment).file()
    source.check()
    return _with_known(resolved, spec, source)


def rules_for_one_page(**changes: object) -> Page:
    """Return a page with the defaults of a mission file and `changes`, for checks without a file."""
    page = Page(id="page", url="", strategies=load_strategies())
    return replace(page, **changes)  # type: ignore[arg-type]


def _with_known(plan: MissionFile, spec: FileSpec, source: Source) -> MissionFile:
    """A file that is named and not there yet is for `learn` to write, and for `run` to name."""
    if spec.known is None:
        return plan
    path = source.path.parent / Path(spec.known).expanduser()
    return with_known(plan, load_known(path) if path.is_file() else (), path)


class _Resolver:
    """Joins what defaults, environment, missions and pages say."""

    def __init__(self, source: Source, spec: FileSpec, environment: str | None) -> None:
        self.source = source
        self.spec = spec
        self.misnamed = False
        """Whether the environment that is wanted does not exist, which alone is told then."""
        self.environment = self._environment(environment)
        self.ids: set[str] = set()
        self.given = {page.id for item in spec.missions for page in item.pages if page.id}

    def file(self) -> MissionFile:
        for name, profile in self.spec.auth.items():
            if profile.check:
                self._expectation(profile.check, ("auth", name, "check"))
        missions = tuple(self._mission(mission, index) for index, mission in enumerate(self.spec.missions))
        passwords = [item.password for item in self.spec.auth.values() if item.password]
        headers = [value for item in self.spec.auth.values() for value in item.headers.values()]
        return MissionFile(
            name=self.spec.name or self.source.path.stem,
            missions=missions,
            settings=_settings(self.spec.defaults),
            path=self.source.path,
            secrets=tuple(dict.fromkeys(value for value in (*self.source.secrets, *passwords, *headers) if value)),
        )

    def _environment(self, wanted: str | None) -> EnvironmentSpec | None:
        known = self.spec.environments
        for name, item in known.items():
            if not _is_address(item.base_url):
                self.source.report(
                    ("environments", name, "base_url"), f'"{item.base_url}" is not an http or https address'
                )
        usual = self.spec.defaults.environment
        if usual is not None and usual not in known:
            where: Place = ("defaults", "environment")
            self.source.report(where, f'there is no environment "{usual}"{_nearest(usual, known)}')
        if wanted is None and usual is None:
            return next(iter(known.values())) if len(known) == 1 else None
        chosen = usual if wanted is None else wanted
        if wanted is not None and wanted not in known:
            self.source.report(("environments",), f'there is no environment "{wanted}"{_nearest(wanted, known)}')
        self.misnamed = chosen not in known
        return known.get(chosen or "")

    def _mission(self, spec: MissionSpec, index: int) -> Mission:
        place: Place = ("missions", index)
        pages = tuple(self._page(page, spec, (*place, "pages", number)) for number, page in enumerate(spec.pages))
        return Mission(
            name=spec.name, tags=tuple(spec.tags), deadline_s=spec.deadline, pages=tuple(p for p in pages if p)
        )

    def _page(self, spec: PageSpec, mission: MissionSpec, place: Place) -> Page | None:
        address = self._address(spec, place)
        layers: tuple[Rules, ...] = (self.spec.defaults, mission, spec)
        auth = self._auth(layers, address or "", place)
        goal = self._goal(spec, layers, place)
        if address is None:
            return None
        found = Page(
            id=self._id(spec, mission, address, place),
            url=address,
            mission=mission.name,
            goal=goal,
            strategies=_strategies(layers),
            consent=_last(layers, "consent", "leave"),
            auth=auth,
            session=self._headers(address),
            timeout_s=_last(layers, "timeout", 30.0),
            patience_s=_last(layers, "patience", 2.0),
            # a mission's own deadline is for all of its pages, see Mission.deadline_s
            deadline_s=_last((self.spec.defaults, spec), "deadline", 900.0),
            threshold=_last(layers, "threshold", 0.75),
            tags=tuple(dict.fromkeys((*mission.tags, *spec.tags))),
            probe=_last(layers, "probe", True),
        )
        self._check_merge(found, place)
        return found

    def _address(self, spec: PageSpec, place: Place) -> str | None:
        if (spec.url is None) == (spec.open is None):
            why = 'the key "url" is missing' if spec.url is None else '"url" and "open" are the same; keep one'
            self.source.report(place, why)
            return None
        written = (spec.url if spec.url is not None else spec.open or "").strip()
        where = (*place, "url" if spec.url is not None else "open")
        return self._join(written, where)

    def _join(self, written: str, where: Place) -> str | None:
        base = self.environment.base_url if self.environment is not None else None
        if _is_address(written):
            return written
        if re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", written, re.IGNORECASE):
            self.source.report(where, f'"{written}" is not an http or https address')
        elif base is None:
            known = ", ".join(self.spec.environments)
            choose = f"choose one with --env ({known}), or name the usual one under `defaults: environment:`"
            hint = choose if known else 'add an environment with a "base_url"'
            if not self.misnamed:
                self.source.report(where, f'"{written}" is relative and there is no base_url; {hint}')
        else:
            # base_url may have a path of its own, under which all pages lie
            return urljoin(base.rstrip("/") + "/", written.lstrip("/"))
        return None

    def _id(self, spec: PageSpec, mission: MissionSpec, address: str, place: Place) -> str:
        if spec.id is not None:
            if spec.id in self.ids:
                self.source.report((*place, "id"), f'the id "{spec.id}" stands twice')
            self.ids.add(spec.id)
            return spec.id
        parts = urlsplit(address)
        stem = _slug(f"{mission.name}-{parts.path}-{parts.query}") or "page"
        chosen, number = stem, 2
        while chosen in self.ids or chosen in self.given:
            chosen, number = f"{stem}-{number}", number + 1
        self.ids.add(chosen)
        return chosen

    def _goal(self, spec: PageSpec, layers: tuple[Rules, ...], place: Place) -> Goal | None:
        expectations = [self._expectation(text, (*place, "expect", i)) for i, text in enumerate(spec.expect)]
        aliases = tuple(dict.fromkeys(alias.lower() for layer in layers for alias in layer.aliases))
        kept = tuple(item for item in expectations if item is not None)
        text = (spec.goal or "").strip() or None
        return Goal(text=text, expectations=kept, aliases=aliases) if text or kept or aliases else None

    def _expectation(self, text: str, place: Place) -> Expectation | None:
        try:
            return parse(text)
        except InputError as error:
            hint = (
                "; YAML takes ` #` for a comment, so put single quotes around all of it"
                if "closed" in str(error)
                else ""
            )
            reason, _, rest = str(error).partition("\n")
            self.source.report(place, f"{reason}{hint}\n{rest}")
            return None

    def _headers(self, address: str) -> Session | None:
        environment = self.environment
        if environment is None or not environment.headers:
            return None
        host = urlsplit(environment.base_url).hostname or ""
        if urlsplit(address).hostname != host:
            return None
        return Session(name="environment", hosts=(host,), headers=dict(environment.headers))

    def _auth(self, layers: tuple[Rules, ...], address: str, place: Place) -> AuthProfile | None:
        name = _last(layers, "auth", None) or (self.environment.auth if self.environment is not None else None)
        if name is None:
            return None
        if name not in self.spec.auth:
            self.source.report((*place, "auth"), f'there is no auth profile "{name}"{_nearest(name, self.spec.auth)}')
            return None
        spec = self.spec.auth[name]
        where: Place = ("auth", name)
        check = self._expectation(spec.check, (*where, "check")) if spec.check else None
        return AuthProfile(
            session=Session(
                name=name,
                hosts=tuple(host.lower() for host in spec.hosts),
                storage_state=self._state(spec),
                cookies=_cookies(spec, address),
                headers=dict(spec.headers),
                username=spec.username,
                password=spec.password,
            ),
            check=check,
            check_url=self._join(spec.check_url, (*where, "check_url")) if spec.check_url else None,
            when=spec.when,
        )

    def _state(self, spec: AuthSpec) -> Path | None:
        if spec.state is None:
            return None
        return (self.source.path.parent / Path(spec.state).expanduser()).resolve()

    def _check_merge(self, page: Page, place: Place) -> None:
        """An environment's headers and a profile's go out together only where both may be seen."""
        if page.session is None or page.auth is None:
            return
        foreign = set(page.auth.session.hosts) - set(page.session.hosts)
        if foreign:
            self.source.report(
                (*place, "auth"),
                f"the environment's headers must not go to {', '.join(sorted(foreign))}, which the profile "
                f'"{page.auth.session.name}" names; put the headers into the profile instead',
            )


def _settings(spec: DefaultsSpec) -> Settings:
    base = Settings()
    return Settings(
        concurrency=spec.concurrency or base.concurrency,
        per_host=spec.per_host or base.per_host,
        gap_s=base.gap_s if spec.gap is None else spec.gap,
    )


def _strategies(layers: Iterable[Rules]) -> Strategies:
    layers = tuple(layers)
    rules = reduce(lambda base, layer: overlay(base, layer.on), layers, load_strategies())
    settle_for = _last(layers, "settle_for", 0.0)
    hits = _last(layers, "hits_in_a_row", 1)
    by_key = {
        key: replace(
            strategy,
            settle_for_s=settle_for if key.startswith("goal_failed") else 0.0,
            hits_in_a_row=hits if key.startswith(("goal_achieved", "goal_failed", "content")) else 1,
        )
        for key, strategy in rules.by_key.items()
    }
    return Strategies(by_key=by_key)


def _last(layers: Iterable[Rules], name: str, default: Any) -> Any:
    given = [value for layer in layers if (value := getattr(layer, name)) is not None]
    return given[-1] if given else default


def _cookies(spec: AuthSpec, address: str) -> tuple[Mapping[str, Any], ...]:
    if isinstance(spec.cookies, list):
        return tuple(spec.cookies)
    hosts = [host for host in spec.hosts if not host.startswith("*.")] or [urlsplit(address).hostname or ""]
    return tuple(
        {"name": name, "value": value, "domain": host, "path": "/"}
        for host in hosts
        for name, value in spec.cookies.items()
    )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme.lower() in _HTTP and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:80].strip("-")


def _report(source: Source, problem: ErrorDetails) -> None:
    """Say in a person's words, with the line, what pydantic found."""
    place: Place = tuple(problem["loc"])
    kind, context = problem["type"], problem.get("ctx", {})
    if place and place[-1] == "[key]":
        place = place[:-1]
        key = str(place[-1])
        if "on" not in place:
            source.report(place, str(context.get("error", problem["msg"])))
            return
        source.report(place, f'unknown state or kind "{key}"{_nearest(key, STRATEGY_KEYS)}')
        return
    name = str(place[-1]) if place else ""
    match kind:
        case "extra_forbidden":
            source.report(place, f'unknown key "{name}"{_nearest(name, _keys_at(place[:-1]))}')
        case "missing":
            source.report(place[:-1], f'the key "{name}" is missing')
        case "enum" | "literal_error":
            choices = re.findall(r"'([^']+)'", str(context.get("expected", "")))
            source.report(
                place, f'"{problem["input"]}" is not possible for {name}{_nearest(str(problem["input"]), choices)}'
            )
        case "value_error":
            source.report(place, f"{name}: {context['error']}")
        case "model_type" | "dict_type" | "model_attributes_type":
            source.report(place, f"{name or 'the file'} must hold keys with values")
        case _:
            message = problem["msg"].replace("Input should be", "must be")
            source.report(place, f"{name}: {message}")


def _keys_at(place: Place) -> tuple[str, ...]:
    """Return the keys that are valid inside the mapping at `place`."""
    model: type[BaseModel] = FileSpec
    match place:
        case ("defaults",):
            model = DefaultsSpec
        case ("environments", _):
            model = EnvironmentSpec
        case ("auth", _):
            model = AuthSpec
        case (*_, "on", _):
            model = StrategySpec
        case ("missions", _, "pages", _):
            model = PageSpec
        case ("missions", _):
            model = MissionSpec
    return tuple(model.model_fields)


def _nearest(word: str, valid: Iterable[str]) -> str:
    choices = tuple(valid)
    close = difflib.get_close_matches(word.lower(), choices, n=1, cutoff=0.5)
    if close:
        return f'; did you mean "{close[0]}"?'
    return f"; there {'is' if len(choices) == 1 else 'are'} {', '.join(choices)}" if 0 < len(choices) <= 24 else ""
