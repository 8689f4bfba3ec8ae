"""`pagestate run`: visit the pages of a mission file."""

import os
import sys
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from pagestate.cli.execute import Job, execute
from pagestate.cli.options import (
    LOOKING,
    OUTPUT,
    Duration,
    LookOptions,
    ModelOptions,
    OutputOptions,
    check_threshold,
    check_timeout,
    parse_fail_on,
    with_retries,
)
from pagestate.errors import InputError

if TYPE_CHECKING:
    from pagestate.mission.plan import MissionFile, Page

__all__ = ["run"]


def run(
    mission: Annotated[
        Path, Parameter(env_var="PAGESTATE_MISSION", help="Mission file [pagestate.yaml]; `pagestate init` writes one.")
    ] = Path("pagestate.yaml"),
    *,
    name: Annotated[
        tuple[str, ...],
        Parameter(name=("--name", "-k"), help="Only pages and missions whose name has this in it; repeatable."),
    ] = (),
    tag: Annotated[tuple[str, ...], Parameter(name=("--tag", "-t"), help="Only what bears this tag; repeatable.")] = (),
    env: Annotated[
        str | None,
        Parameter(
            env_var="PAGESTATE_ENV", help="Which environment of the mission file to visit [its defaults: environment]."
        ),
    ] = None,
    workers: Annotated[
        int | None, Parameter(name=("--workers", "-n"), env_var="PAGESTATE_WORKERS", help="Visits at the same time.")
    ] = None,
    retries: Annotated[
        int | None, Parameter(env_var="PAGESTATE_RETRIES", help="Retries per state, instead of the mission's own.")
    ] = None,
    no_retry: Annotated[bool, Parameter(name="--no-retry", help="Look once; the same as --retries 0.")] = False,
    deadline: Annotated[
        Duration | None, Parameter(env_var="PAGESTATE_DEADLINE", help="No attempt starts later than this into the run.")
    ] = None,
    threshold: Annotated[
        float | None, Parameter(env_var="PAGESTATE_THRESHOLD", help="Confidence under which a verdict is none.")
    ] = None,
    timeout: Annotated[
        Duration | None, Parameter(env_var="PAGESTATE_TIMEOUT", group=LOOKING, help="Limit of a navigation.")
    ] = None,
    patience: Annotated[
        Duration | None, Parameter(env_var="PAGESTATE_PATIENCE", group=LOOKING, help="How long a page may settle.")
    ] = None,
    known: Annotated[
        Path | None,
        Parameter(
            env_var="PAGESTATE_KNOWN",
            help="What `pagestate learn` remembered of the pages [the mission's `known:`].",
        ),
    ] = None,
    probe: Annotated[
        bool,
        Parameter(
            name="--probe",
            negative="--no-probe",
            env_var="PAGESTATE_PROBE",
            group=LOOKING,
            help="Where a verdict is close, ask the site for one more page, as its robots.txt allows [--probe].",
        ),
    ] = True,
    output: Annotated[
        Path,
        Parameter(
            name=("--output", "-o"),
            env_var="PAGESTATE_OUTPUT",
            group=OUTPUT,
            help="Folder of the report [pagestate-report].",
        ),
    ] = Path("pagestate-report"),
    fail_on: Annotated[
        str | None,
        Parameter(env_var="PAGESTATE_FAIL_ON", help="Which outcomes fail: failed,needs_person,recovered,skipped."),
    ] = None,
    look: LookOptions = LookOptions(),  # noqa: B008
    model: ModelOptions = ModelOptions(),  # noqa: B008
    out: OutputOptions = OutputOptions(),  # noqa: B008
) -> int:
    """Visit the pages of a mission file, recover what can be recovered, write a report.

    Pages are visited side by side; one that waits holds nobody up. Ctrl-C ends the run with what is
    known by then.

    - pagestate run pagestate.yaml
    - pagestate run pagestate.yaml -k checkout --env staging
    - pagestate run pagestate.yaml --tag smoke --json
    """
    from pagestate.mission.file import load
    from pagestate.mission.known import load_known, with_known

    if not mission.is_file():
        raise InputError(f"there is no mission file {mission}; `pagestate init {mission}` writes one to start from.")
    plan = load(mission, environment=env, env=os.environ)
    if known is not None:
        plan = with_known(plan, load_known(known), known)
    elif plan.known_path is not None and not plan.known_path.is_file() and not out.quiet:
        sys.stderr.write(f"{plan.known_path} is not there yet; `pagestate learn {mission}` writes it\n")
    whole = len(plan.pages)
    plan = named(plan.tagged(tag), name)
    if workers is not None:
        if workers < 1:
            raise InputError(f"--workers: {workers} is less than 1.")
        plan = replace(plan, settings=replace(plan.settings, concurrency=workers))
    check_timeout(timeout)
    if threshold is not None:
        check_threshold(threshold)
    number = 0 if no_retry else retries

    def overridden(page: "Page") -> "Page":
        return replace(
            page,
            strategies=with_retries(page.strategies, number),
            threshold=page.threshold if threshold is None else threshold,
            timeout_s=page.timeout_s if timeout is None else timeout,
            patience_s=page.patience_s if patience is None else patience,
            probe=page.probe and probe,
        )

    plan = replace(
        plan,
        missions=tuple(replace(one, pages=tuple(map(overridden, one.pages))) for one in plan.missions),
    )
    nothing = (
        f"{mission}: no page bears that name or tag; it has {whole} under other ones."
        if whole
        else f"{mission}: there is no page in it. Add one under missions: … pages:; `pagestate init` shows how."
    )
    return execute(
        Job(
            plan=plan,
            look=look,
            model=model,
            out=out,
            folder=output,
            fail_on=parse_fail_on(fail_on),
            deadline_s=deadline,
            nothing=nothing,
        )
    )


def named(plan: "MissionFile", names: tuple[str, ...]) -> "MissionFile":
    """Return the pages of which the id, or the mission's name, contains one of `names` (or fits it as a pattern)."""
    if not names:
        return plan

    def fits(page: "Page") -> bool:
        texts = (page.id.casefold(), page.mission.casefold())
        return any(one.casefold() in text or fnmatchcase(text, one.casefold()) for one in names for text in texts)

    missions = tuple(replace(one, pages=tuple(page for page in one.pages if fits(page))) for one in plan.missions)
    return replace(plan, missions=tuple(one for one in missions if one.pages))
