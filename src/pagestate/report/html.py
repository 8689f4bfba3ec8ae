"""The HTML report: one file that stands alone, opens offline, and runs nothing that a page wrote."""

import base64
import hashlib
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from jinja2 import BaseLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from pagestate import __version__
from pagestate.mission.events import Event, MissionFinished, MissionResult
from pagestate.report.redact import scrub
from pagestate.report.text import clean, duration, one_line, percent, plural, show_url
from pagestate.report.view import view_of

__all__ = ["HtmlReport", "Templates", "part", "render"]

_CODE = re.compile(r"`([^`]{1,120})`")


class HtmlReport:
    """Writes `report.html` when the run is over.

    Args:
        path: the file; its folder is made if need be. A bundle inside that folder is linked to.
        secrets: values that must not stand in it.
    """

    def __init__(self, path: Path, *, secrets: Iterable[str] = ()) -> None:
        self._path = path
        self._secrets = tuple(secrets)

    def start(self) -> None:
        """Make sure, before the work begins, that the folder can be written."""
        self._path.parent.mkdir(parents=True, exist_ok=True)

    def handle(self, event: Event) -> None:
        """Write the report when the run is over."""
        if isinstance(event, MissionFinished):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_name(f".{self._path.name}.part")
            document = scrub(render(event.result, self._path.parent), self._secrets)
            temporary.write_text(document, encoding="utf-8", errors="replace")
            # In one move, so that a reader never sees half a report.
            temporary.replace(self._path)

    def finish(self) -> None:
        """Nothing is left."""


def render(result: MissionResult, folder: Path, *, budget: int = 12_000_000) -> str:
    """Return the report as one HTML document; `budget` is how many bytes of pictures it may hold."""
    style, script = part("report.css"), part("report.js")
    environment = Environment(
        loader=Templates(), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(
        line=one_line,
        prose=_prose,
        url=show_url,
        pct=percent,
        dur=duration,
        block=lambda text, limit=2000: clean(text)[:limit],
    )
    environment.globals.update(plural=plural)
    return environment.get_template("report.html.j2").render(
        view=view_of(result, folder, budget=budget),
        style=Markup(style),  # noqa: S704  our own file
        script=Markup(script),  # noqa: S704  our own file
        policy=_policy(style, script),
        version=__version__,
    )


def _prose(text: str, limit: int = 600) -> Markup:
    """Return our own words, in which `code` may stand, as HTML."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(one_line(text, limit)))))  # noqa: S704  escaped above


def _policy(style: str, script: str) -> str:
    # Only these two inline parts and inlined pictures: should a page's text ever slip through
    # unescaped, it could neither run nor call home.
    return (
        f"default-src 'none'; img-src data:; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


def part(name: str) -> str:
    """Return the text of a file beside the templates."""
    return files("pagestate.report").joinpath("templates", name).read_text(encoding="utf-8")


class Templates(BaseLoader):
    """Finds templates by the name of their file."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, None, None]:
        """Return the text of a template."""
        return part(template), None, None
