"""Captures of small pages, put together for tests."""

from typing import Any

from pagestate.evidence import Capture, Exchange
from pagestate.goal.expectations import parse
from pagestate.goal.model import Goal

NAV = (
    "<header><a href='/'>Harbour Works</a><nav><a href='/projects'>Projects</a><a href='/orders'>Orders</a>"
    "<a href='/people'>People</a><a href='/settings'>Settings</a><a href='/logout'>Sign out</a></nav></header>"
)


def page(title: str, body: str, *, lang: str = "en", head: str = "") -> str:
    """Return a whole HTML document."""
    return f"<!doctype html><html lang='{lang}'><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def prose(topic: str, paragraphs: int = 8) -> str:
    """Return paragraphs of running text about `topic`."""
    return "".join(
        f"<h2>Part {number}</h2><p>In its part number {number} this text goes on about {topic}, with the detail that a "
        f"reader expects of it: where it comes from, what it is made of, and what people of the town think of "
        f"it today.</p>"
        for number in range(1, paragraphs + 1)
    )


def live(html: str, **fields: Any) -> Capture:
    """Return the capture of a browser's visit to `html` at app.test."""
    values: dict[str, Any] = {
        "source": "browser",
        "requested_url": "http://app.test/page",
        "status": 200,
        "headers": (("content-type", "text/html; charset=utf-8"),),
        "served_html": html,
        "rendered_html": html,
    }
    values.update(fields)
    values.setdefault("final_url", values["requested_url"])
    return Capture(**values)


def saved(html: str, **fields: Any) -> Capture:
    """Return the capture of a saved page of which nothing else is known."""
    return Capture(source="html", served_html=html, **fields)


def fetch(url: str, status: int | None = 200, **fields: Any) -> Exchange:
    """Return a request for data."""
    values: dict[str, Any] = {"resource": "fetch", "mime": "application/json"}
    values.update(fields)
    return Exchange(url=url, status=status, **values)


def goal(*expectations: str, text: str | None = None, aliases: tuple[str, ...] = ()) -> Goal:
    """Return a goal of expectations."""
    return Goal(text=text, expectations=tuple(parse(one) for one in expectations), aliases=aliases)
