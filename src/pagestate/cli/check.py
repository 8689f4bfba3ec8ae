"""`pagestate check`: visit one page and say what it is."""

import re
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from pagestate.cli.addresses import to_url
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
    existing_file,
    parse_fail_on,
    parse_header,
    with_retries,
)

__all__ = ["check"]


def check(
    url: Annotated[str, Parameter(help="Address to visit; a bare host means https.")],
    goal: Annotated[str | None, Parameter(help="What should be true of the page, in plain words.")] = None,
    *,
    expect: Annotated[
        tuple[str, ...],
        Parameter(name=("--expect", "-e"), help="A condition, such as 'text contains \"Order\"'; repeatable."),
    ] = (),
    alias: Annotated[tuple[str, ...], Parameter(help="Another host on which the page may end; repeatable.")] = (),
    consent: Annotated[
        Literal["leave", "reject", "accept"], Parameter(help="How to answer a consent gate; leave asks a person.")
    ] = "leave",
    timeout: Annotated[
        Duration, Parameter(env_var="PAGESTATE_TIMEOUT", group=LOOKING, help="Limit of a navigation [30s].")
    ] = Duration(30.0),  # noqa: B008
    patience: Annotated[
        Duration, Parameter(env_var="PAGESTATE_PATIENCE", group=LOOKING, help="How long the page may settle [2s].")
    ] = Duration(2.0),  # noqa: B008
    retries: Annotated[
        int | None, Parameter(env_var="PAGESTATE_RETRIES", help="Retries per state, instead of the strategies' own.")
    ] = None,
    no_retry: Annotated[bool, Parameter(name="--no-retry", help="Look once; the same as --retries 0.")] = False,
    deadline: Annotated[
        Duration, Parameter(env_var="PAGESTATE_DEADLINE", help="No attempt starts later than this [15m].")
    ] = Duration(900.0),  # noqa: B008
    threshold: Annotated[
        float, Parameter(env_var="PAGESTATE_THRESHOLD", help="Confidence under which a verdict is none [0.75].")
    ] = 0.75,
    auth_state: Annotated[
        Path | None,
        Parameter(env_var="PAGESTATE_AUTH_STATE", group=LOOKING, help="Browser state saved by Playwright."),
    ] = None,
    header: Annotated[
        tuple[str, ...], Parameter(group=LOOKING, help='"Name: value", sent to this host only; repeatable.')
    ] = (),
    known: Annotated[
        Path | None,
        Parameter(
            env_var="PAGESTATE_KNOWN", help="What `pagestate learn` remembered; the page is found by its address."
        ),
    ] = None,
    probe: Annotated[
        bool,
        Parameter(
            name="--probe",
            negative="--no-probe",
            env_var="PAGESTATE_PROBE",
            group=LOOKING,
            help="Where the verdict is close, ask the site for one more page, as its robots.txt allows [--probe].",
        ),
    ] = True,
    output: Annotated[
        Path | None,
        Parameter(
            name=("--output", "-o"),
            env_var="PAGESTATE_OUTPUT",
            group=OUTPUT,
            help="Folder for report.html, results.ndjson and the bundle. Nothing is written without it.",
        ),
    ] = None,
    fail_on: Annotated[
        str | None,
        Parameter(env_var="PAGESTATE_FAIL_ON", help="Which outcomes fail: failed,needs_person,recovered,skipped."),
    ] = None,
    look: LookOptions = LookOptions(),  # noqa: B008
    model: ModelOptions = ModelOptions(),  # noqa: B008
    out: OutputOptions = OutputOptions(),  # noqa: B008
) -> int:
    """Visit one page and say what it is.

    Without a goal an ordinary page passes. With one it must be shown to hold: by expectations, or
    by a model for a goal in plain words.

    - pagestate example.com
    - pagestate https://shop.example/cart --expect 'text contains "Your cart"' --expect 'status == 200'
    - pagestate check https://shop.example/cart "The cart shows one item" --model NAME --json
    """
    from pagestate.capture.backend import Session
    from pagestate.goal.expectations import parse
    from pagestate.goal.model import Goal
    from pagestate.mission.known import load_known, with_known
    from pagestate.mission.plan import Mission, MissionFile, Page
    from pagestate.recover.spec import load_strategies

    address = to_url(url)
    check_threshold(threshold)
    check_timeout(timeout)
    wanted = Goal(text=goal, expectations=tuple(parse(one) for one in expect), aliases=alias)
    session = None
    if auth_state is not None or header:
        session = Session(
            name="command-line",
            storage_state=existing_file(auth_state, "--auth-state") if auth_state else None,
            headers=dict(parse_header(line) for line in header),
        )
    page = Page(
        id=re.sub(r"[^\w.-]+", "-", address.partition("://")[2].partition("?")[0]).strip("-.")[:60] or "page",
        url=address,
        mission="check",
        goal=wanted if goal or expect or alias else None,
        strategies=with_retries(load_strategies(), 0 if no_retry else retries),
        consent=consent,
        session=session,
        timeout_s=timeout,
        patience_s=patience,
        deadline_s=deadline,
        threshold=threshold,
        probe=probe,
    )
    secrets = tuple(session.headers.values()) if session else ()
    plan = MissionFile(name="check", missions=(Mission(name="check", pages=(page,)),), secrets=secrets)
    if known is not None:
        plan = with_known(plan, load_known(known), known)
    return execute(
        Job(
            plan=plan,
            look=look,
            model=model,
            out=out,
            folder=output,
            fail_on=parse_fail_on(fail_on),
            single=True,
        )
    )
