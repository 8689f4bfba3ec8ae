# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages to be learnt and looked at again, as a browser would capture them."""

from dataclasses import replace

from pagestate.detect.identity import Identity, KnownPage, look_of
from pagestate.evidence import Capture
from pagestate.facts import Facts, extract
from pagestate.faults.furniture import Brand, full, paragraphs

HALL = Brand(
    name="Corn Exchange Hall", headline="", story=(), nav=("What is on", "Hire", "Visit", "Support"), foot=("Contact", "Access"),
)  # fmt: skip
STORY = (
    "Chamber music on Thursdays, films on Fridays.",
    "A market for old books every other Sunday, from ten until four.",
)
URL = "http://hall.test/programme"


def facts(html: str, *, url: str = URL, **more: object) -> Facts:
    """What a settled visit to `url` that found `html` tells."""
    capture = Capture(
        source="browser",
        requested_url=url,
        final_url=url,
        status=200,
        headers=(("content-type", "text/html"),),
        served_html=html,
        rendered_html=html,
    )
    return extract(replace(capture, **more))  # type: ignore[arg-type]


def programme(*story: str, brand: Brand = HALL, title: str = "What is on", head: str = "") -> str:
    """A page of the hall."""
    return full(brand, title, f"<h1>{title}</h1>{paragraphs(*(story or STORY))}", head=head)


def known(*pages: str, url: str = URL, others: tuple[Identity, ...] = (), accepted_as: str | None = None) -> KnownPage:
    """What was learnt of `url`, one look for each of `pages`."""
    return KnownPage(page=identity(*pages, url=url, accepted_as=accepted_as), others=others)


def identity(*pages: str, url: str = URL, name: str = "programme", accepted_as: str | None = None) -> Identity:
    """The entry of one page."""
    looks = tuple(look_of(facts(page, url=url), taken="2026-11-01") for page in pages)
    return Identity(id=name, url=url, learned="2026-11-01", accepted_as=accepted_as, looks=looks)
