"""`pagestate learn`: remember pages as they are when a person says that they are right."""

import json
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pagestate.cli.consoles import progress, stdout_console
from pagestate.cli.execute import Job, run_job
from pagestate.cli.options import OUTPUT, LookOptions, ModelOptions, OutputOptions
from pagestate.cli.run import named
from pagestate.errors import InputError
from pagestate.report.handler import Handlers
from pagestate.report.summary import FAIL_ON_DEFAULT
from pagestate.report.terminal import STYLES, mark
from pagestate.report.text import one_line, percent, plural, show_url
from pagestate.report.words import full_name
from pagestate.states import OUTCOMES, ExitCode

if TYPE_CHECKING:
    from pagestate.mission.learning import Lesson, Seen
    from pagestate.mission.plan import MissionFile

__all__ = ["learn"]

_LABEL = 10
_PICTURES = ("screenshot.png", "screenshot.jpg")


def learn(
    mission: Annotated[Path, Parameter(env_var="PAGESTATE_MISSION", help="Mission file [pagestate.yaml].")] = Path(
        "pagestate.yaml"
    ),
    *,
    known: Annotated[
        Path | None,
        Parameter(
            name=("--out", "--known"),
            env_var="PAGESTATE_KNOWN",
            help="Where to remember them [the mission's `known:`, else pagestate-known.json beside it].",
        ),
    ] = None,
    yes: Annotated[bool, Parameter(name=("--yes", "-y"), help="Take every page that passes to be right.")] = False,
    accept: Annotated[
        tuple[str, ...],
        Parameter(help="Id of a page that is right although it does not pass, such as a login page; repeatable."),
    ] = (),
    update: Annotated[
        bool, Parameter(help="Put what is seen now in the place of what was known, instead of beside it.")
    ] = False,
    from_: Annotated[
        Path | None, Parameter(name="--from", help="Learn from the bundles of an earlier run; nothing is visited.")
    ] = None,
    name: Annotated[
        tuple[str, ...],
        Parameter(name=("--name", "-k"), help="Only pages and missions whose name has this in it; repeatable."),
    ] = (),
    tag: Annotated[tuple[str, ...], Parameter(name=("--tag", "-t"), help="Only what bears this tag; repeatable.")] = (),
    env: Annotated[
        str | None, Parameter(env_var="PAGESTATE_ENV", help="Which environment of the mission file to visit.")
    ] = None,
    output: Annotated[
        Path,
        Parameter(
            name=("--output", "-o"),
            env_var="PAGESTATE_OUTPUT",
            group=OUTPUT,
            help="Folder for pictures and bundles [pagestate-report/learned].",
        ),
    ] = Path("pagestate-report/learned"),
    look: LookOptions = LookOptions(),  # noqa: B008
    out: OutputOptions = OutputOptions(),  # noqa: B008
) -> int:
    """Remember pages as they are now, so that a takeover, a wrong origin or a wrong page is seen later.

    Shows each page as it is and asks whether it is right; without a terminal say `--yes` or name pages with
    `--accept`. A page that does not pass is never learnt without being named. A page that is known already
    gets another look beside the earlier ones, or in their place with `--update`; what changed is shown.

    - pagestate learn pagestate.yaml
    - pagestate learn pagestate.yaml --yes --accept login
    - pagestate learn pagestate.yaml -k checkout --update
    - pagestate learn --from pagestate-report --yes
    """
    from pagestate.mission.known import DEFAULT_NAME, known_as, load_known, save_known
    from pagestate.mission.learning import lessons
    from pagestate.mission.plan import MissionFile

    plan = _plan(mission, env, tag, name) if from_ is None or mission.is_file() else MissionFile(name="", missions=())
    target = known or plan.known_path or (mission.parent / DEFAULT_NAME)
    entries = load_known(target) if target.is_file() else ()
    ids = {page.id: entry.id for page in plan.pages if (entry := known_as(page.id, page.url, entries)) is not None}
    if from_ is not None:
        seen, interrupted = _saved(from_, plan, name), False
    else:
        if not plan.pages:
            sys.stderr.write(
                f"pagestate: {mission}: there is no page in it to learn, or none bears that name or tag.\n"
            )
            return ExitCode.NOTHING_TO_CHECK
        seen, interrupted = _visited(plan, look, out, output)
    if interrupted:
        sys.stderr.write("pagestate: interrupted; nothing was remembered.\n")
        return ExitCode.INTERRUPTED
    seen = [replace(one, id=ids.get(one.id, one.id)) for one in seen]
    if unknown := set(accept) - {one.id for one in seen}:
        there = ", ".join(one.id for one in seen[:12])
        raise InputError(f"--accept: there is no page {sorted(unknown)[0]!r}; there is {there or 'none'}.")
    day = datetime.now(UTC).date().isoformat()
    learnt = {entry.id: entry for entry in entries}
    found = lessons(seen, learnt, update=update, day=day)
    console = stdout_console(out, plan.secrets)
    asking = _Asking(console, yes=yes, named=frozenset(accept), silent=out.json)
    kept, left = 0, 0
    for number, lesson in enumerate(found, 1):
        if not out.json and not out.quiet:
            _show(console, lesson, f"{number} of {len(found)}")
        right = asking.is_right(lesson)
        if right and (lesson.is_news or update):
            learnt[lesson.seen.id] = lesson.identity
        kept += right
        left += not right
        said = _outcome(lesson, right=right, update=update)
        if out.json:
            sys.stdout.write(json.dumps(_record(lesson, said, right=right)) + "\n")
        elif not out.quiet:
            console.print(Padding(Text.assemble(("→ ", "dim"), said), (0, 0, 0, 2)))
    if kept:
        save_known(target, learnt.values(), secrets=plan.secrets)
    if not out.json:
        _close(console, kept, left, target, plan, mission)
    return ExitCode.UNDECIDED if left or not found else ExitCode.PASSED


def _plan(mission: Path, env: str | None, tag: tuple[str, ...], name: tuple[str, ...]) -> "MissionFile":
    from pagestate.mission.file import load

    if not mission.is_file():
        raise InputError(f"there is no mission file {mission}; `pagestate init {mission}` writes one to start from.")
    return named(load(mission, environment=env, env=os.environ).tagged(tag), name)


def _visited(plan: "MissionFile", look: LookOptions, out: OutputOptions, output: Path) -> "tuple[list[Seen], bool]":
    """Visit the pages as if nothing were known of them, so that each is judged by what it is."""
    from pagestate.facts import extract
    from pagestate.mission.known import with_known
    from pagestate.mission.learning import Seen

    job = Job(
        plan=with_known(plan, ()), look=look, model=ModelOptions(), out=out, folder=output, fail_on=FAIL_ON_DEFAULT
    )
    result, problems = run_job(job, Handlers(progress(out, plan.secrets)))
    for problem in problems:
        sys.stderr.write(f"pagestate: {problem}\n")
    seen = [
        Seen(
            id=page.id,
            url=page.requested_url,
            facts=extract(page.last.capture),
            verdict=page.last.verdict,
            folder=page.last.bundle,
        )
        for page in result.pages
        if page.last is not None
    ]
    return seen, result.interrupted


def _saved(folder: Path, plan: "MissionFile", names: tuple[str, ...]) -> "list[Seen]":
    """Return the last look at each page of an earlier run; with a mission, at its pages alone."""
    from pagestate.capture.bundle import load
    from pagestate.cli.replay import classified
    from pagestate.facts import extract
    from pagestate.mission.learning import Seen

    places = sorted(place.parent for place in folder.rglob("capture.json"))
    if not places:
        raise InputError(f"--from: there is no bundle in {folder}; name the folder of a report, or a bundle.")
    latest: dict[str, Seen] = {}
    wanted = {page.id for page in plan.pages}
    for place in places:
        name = place.parent.name if place.name.partition("-")[0].isdigit() else place.name
        if (wanted and name not in wanted) or (names and not any(one.casefold() in name.casefold() for one in names)):
            continue
        bundle = load(place)
        earlier = latest.get(name)
        if earlier is not None and (earlier.facts.capture.captured_at or "") > (bundle.capture.captured_at or ""):
            continue
        context = replace(bundle.context, history=None)
        last = classified(str(place), bundle.capture, context, goal=None, threshold=None).last
        if last is not None and bundle.capture.requested_url:
            latest[name] = Seen(
                id=name,
                url=bundle.capture.requested_url,
                facts=extract(bundle.capture),
                verdict=last.verdict,
                folder=place,
            )
    if not latest:
        raise InputError(f"--from: none of the bundles in {folder} is of a page of this mission.")
    return list(latest.values())


class _Asking:
    """Whether a page is right: as flags say, else as a person at the terminal does."""

    def __init__(self, console: Console, *, yes: bool, named: frozenset[str], silent: bool) -> None:
        self._console = console
        self._all = yes
        self._named = named
        self._over = silent or not (sys.stdin.isatty() and sys.stdout.isatty())

    def is_right(self, lesson: "Lesson") -> bool:
        if not lesson.is_page:
            return False
        if lesson.seen.id in self._named:
            return True
        if not lesson.passes:
            return False
        if self._all:
            return True
        while not self._over:
            self._console.print(
                "  Is this page right?  y yes · n no · a yes to all that pass · q stop  > ", style="bold", end=""
            )
            self._console.file.flush()
            answer = (sys.stdin.readline() or "q").strip().lower()
            match answer[:1]:
                case "y" | "j":
                    return True
                case "n":
                    return False
                case "a":
                    self._all = True
                    return True
                case "q":
                    self._over = True
        return False


def _outcome(lesson: "Lesson", *, right: bool, update: bool) -> Text:
    """Say what becomes of it."""
    if right:
        looks = len(lesson.identity.looks)
        if lesson.before is None:
            return Text("remembered", style="green")
        if update:
            return Text("remembered in the place of what was known", style="green")
        return Text(f"remembered as look {looks} of it", style="green") if lesson.is_news else Text("known already")
    if not lesson.is_page:
        return Text("not remembered: there is no page to remember", style="red")
    if not lesson.passes:
        name = full_name(lesson.verdict.state, lesson.verdict.kind)
        return Text(f"not remembered: {name}; if it is right, add --accept {lesson.seen.id}", style="yellow")
    return Text("not remembered: nobody said that it is right", style="yellow")


def _show(console: Console, lesson: "Lesson", where: str) -> None:
    seen, look, verdict = lesson.seen, lesson.look, lesson.verdict
    outcome = OUTCOMES[verdict.state].outcome
    head = mark(outcome)
    head.append(f" {one_line(seen.id, 60)}", style="bold")
    head.append(f"  {show_url(seen.url, max(24, console.width - 20 - len(seen.id)))}  {where}", style="dim")
    console.print()
    console.print(head, no_wrap=True, overflow="ellipsis", crop=True)
    state = Text.assemble(
        (full_name(verdict.state, verdict.kind), f"bold {STYLES[outcome]}"),
        (f"  {percent(verdict.confidence)} sure", "dim"),
    )
    rows: list[tuple[str, Text]] = [("state", state)]

    def row(label: str, *values: str, limit: int = 300) -> None:
        told = " · ".join(one_line(value, 90) for value in values if value)
        if told:
            rows.append((label, Text(one_line(told, limit))))

    if lesson.is_page:
        row("title", look.title)
        row("headings", *look.headings[:4], *([f"… {len(look.headings) - 4} more"] if len(look.headings) > 4 else []))
        row("brand", *look.brands)
        row("owner", *look.owners, *look.accounts)
        if not (look.brands or look.owners or look.accounts):
            rows.append(("brand", Text("none found: a takeover could only be suspected", style="yellow")))
        row("language", look.language or "")
        row("landmarks", ", ".join(look.landmarks))
        row("forms", *look.forms)
        row("files from", ", ".join(look.origins[:5]))
        drawn = [
            name
            for name, sketch in (("structure", look.shape), ("classes", look.dress), ("links", look.furniture))
            if sketch
        ]
        row(
            "also", f"sketches of its {', '.join(drawn)}" if drawn else "", "the picture's hash" if look.picture else ""
        )
    for observation in lesson.changed:
        rows.append(("changed" if rows[-1][0] not in ("changed", "") else "", Text(one_line(observation.what, 200))))
    picture = next((path for name in _PICTURES if seen.folder and (path := seen.folder / name).is_file()), None)
    if picture is not None:
        rows.append(("picture", Text(str(picture), style="dim")))
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=_LABEL, no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    for label, value in rows:
        table.add_row(label, value)
    console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _close(console: Console, kept: int, left: int, target: Path, plan: "MissionFile", mission: Path) -> None:
    console.print()
    line = Text(f"{plural(kept, 'page')} known to be right", style="bold green" if kept else "bold yellow")
    if left:
        line.append(f", {left} not remembered", style="yellow")
    console.print(line)
    if not kept:
        console.print(
            Text(
                "Nothing was written. Say which pages are right at a terminal, or with --yes or --accept ID.",
                style="dim",
            )
        )
        return
    console.print(Text.assemble(("known  ", "dim"), str(target)), soft_wrap=True)
    if plan.known_path is None:
        at = os.path.relpath(target, mission.parent)
        console.print(
            Text(f"Put `known: {at}` at the top of {mission}, and runs hold its pages against it.", style="dim"),
            soft_wrap=True,
        )


def _record(lesson: "Lesson", said: Text, *, right: bool) -> dict[str, object]:
    return {
        "id": lesson.seen.id,
        "url": show_url(lesson.seen.url, 2_000),
        "state": str(lesson.verdict.state),
        "kind": lesson.verdict.kind,
        "confidence": round(lesson.verdict.confidence, 4),
        "remembered": right,
        "note": said.plain,
        "looks": len(lesson.identity.looks) if right else len(lesson.before.looks) if lesson.before else 0,
        "changed": [{"what": one_line(item.what, 400), "where": item.where} for item in lesson.changed],
        "bundle": lesson.seen.folder.as_posix() if lesson.seen.folder else None,
    }
