"""Signs of an ordinary page: running text, links, data, and no wall in its message."""

import math
import re
from collections.abc import Iterator

from pagestate.detect.lexicon import Lexicon, tokens_of
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.sieve import Sieve
from pagestate.detect.ways_in import is_front
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.CONTENT
_ALARMS = ("auth_wall", "captcha", "error_page", "maintenance", "domain_mismatch", "interstitial", "loading_timeout")
_FURNITURE = frozenset(
    {
        "interstitial.consent",
        "auth_wall.logout",
        "auth_wall.known",
        "auth_wall.forgot",
        "interstitial.language",
        "interstitial.notice",
        "interstitial.region",
        "auth_wall.signup",
        "interstitial.paywall",
    }
)

_FAINT = frozenset({"domain_mismatch.hosting", "captcha.reference"})
_WAYS_IN = frozenset({"auth_wall.login", "auth_wall.signup", "error_page.way_out"})
_SPOKEN_OF = ("error_page.", "maintenance.", "domain_mismatch.", "captcha.")
_PASSING = frozenset(
    {
        "error_page.generic",
        "error_page.way_out",
        "domain_mismatch.hosting",
        "captcha.reference",
        "maintenance.back_soon",
    }
)
_ONLY = 0.8
"""Share of a title's or heading's words from which a phrase is all that it says."""
_AROUND = frozenset({"header", "nav", "footer", "aside"})

_STEMS = "perational etriebsbereit pérationnel perativo peracional 正常运行 正常運行 稼働中 정상 uptime аботает"
_WORKS = Sieve(_STEMS.split())
"""Pieces of what `_WORKING` finds."""
_WORKING = re.compile(
    r"[Oo]perational\b|[Bb]etriebsbereit|[Oo]pérationnel|[Oo]perativo\b|[Oo]peracional\b|正常运行|正常運行|稼働中|"
    r"정상 운영|% uptime|аботает нормально"
)

_TURNED_AWAY = frozenset({401, 402, 403, 405, 406, 407, 418, 429, 451, 500, 502, 503, 504})
"""Statuses of an answer that is not the page that was asked for, whatever else it is."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for an ordinary page."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _bulk(page)
    yield from _calm(page)
    yield from _about(page)
    yield from _written_about(page)
    yield from _titled(page)
    yield from _special(page)
    yield from _file(page)


def _bulk(page: Page) -> Iterator[Finding]:
    facts, message = page.facts, page.message
    if message.prose > 80:
        strength = min(1.0, math.log1p(message.prose / 150) / math.log1p(25))
        yield page.finding(
            "content.prose",
            _STATE,
            strength=strength,
            seen=observed(f"{message.prose} characters of running text", "main"),
        )
    if message.unexplained >= 20:
        yield page.finding(
            "content.unexplained",
            _STATE,
            strength=min(1.0, math.log1p(message.unexplained / 60) / math.log1p(10)),
            seen=observed(f"{message.unexplained} characters of other things to say", "main"),
        )
    if facts.links:
        outward = len(facts.links)
        yield page.finding(
            "content.links",
            _STATE,
            strength=min(1.0, math.log1p(outward) / math.log1p(80)),
            seen=observed(f"{outward} links", "page"),
        )
    many = facts.paragraphs + facts.rows / 4 + facts.items / 6
    if many >= 1:
        yield page.finding(
            "content.structure",
            _STATE,
            strength=min(1.0, math.log1p(many) / math.log1p(30)),
            seen=observed(f"{facts.paragraphs} paragraphs, {facts.rows} rows, {facts.items} items", "main"),
        )
    if facts.pictures > 1:
        yield page.finding(
            "content.pictures",
            _STATE,
            strength=min(1.0, math.log1p(facts.pictures) / math.log1p(30)),
            seen=observed(f"{facts.pictures} pictures", "page"),
        )


def _calm(page: Page) -> Iterator[Finding]:
    facts = page.facts
    if len(facts.text) < 3 and not facts.title:
        return
    if facts.rendered and len(facts.main_text) < 20 and not facts.headings and facts.landmarks & _AROUND:
        # Only the frame of a site is there: that it says nothing bad says nothing.
        return
    loud = [
        (group, zone)
        for group, zones in page.message.hits.items()
        if group.split(".")[0] in _ALARMS
        for zone in zones
        if (group not in _FURNITURE or (zone == "title" and group != "auth_wall.logout"))
        and group not in _FAINT
        # A way to log in, somewhere at the edge, is furniture.
        and not (zone == "body" and group in _WAYS_IN)
    ]
    first = [group for group, zone in loud if zone in ("title", "heading")]
    if page.facts.text and not loud:
        # The word files know many ways to say it, not all: a short page may be a wall in unknown words.
        strength = 1 - 0.75 * page.message.brevity
        if any(role.opens_account for role in page.forms("signup")) and (
            "heading" in page.message.hits.get("auth_wall.signup", {})
            or (page.message.prose < 1200 and not is_front(page.address))
        ):
            # It need not say what it is for: the form says it.
            strength *= 0.3
        yield page.finding(
            "content.calm",
            _STATE,
            strength=strength,
            seen=observed("no words of a wall or an error in its message", "message"),
        )
    if (page.facts.headings or page.facts.title) and not first and page.facts.text:
        yield page.finding("content.subject", _STATE, seen=observed("title and headings name a subject", "title"))


def _written_about(page: Page) -> Iterator[Finding]:
    """A title that asks or explains: the words of a wall in it are what somebody writes about."""
    hits = page.message.hits
    asked = hits.get("content.written_about", {}).get("title")
    more = page.message.prose / 300 + page.message.unexplained / 250
    if asked is None or more < 0.3 or (page.status or 200) >= 400:
        return
    spoken = [
        hit
        for group, zones in hits.items()
        if group.startswith(_TITLED) and (hit := zones.get("title")) is not None and hit.text == asked.text
    ]
    if spoken and max(hit.coverage for hit in spoken) + asked.coverage < 1.01:
        yield page.finding(
            "content.written_about",
            _STATE,
            strength=min(1.0, more),
            seen=observed(f"“{asked.text}” is what somebody writes about", "title"),
        )


def _about(page: Page) -> Iterator[Finding]:
    matter = page.matter
    trouble = page.message.says(
        *(group for group in page.message.hits if group.startswith(_SPOKEN_OF) and group not in _PASSING),
        zones=("title", "heading", "lead"),
    )
    if matter.strength >= 0.2 and trouble is not None:
        yield page.finding(
            "content.matter",
            _STATE,
            # Errors that are dressed as articles are told by their status; where it is not known, half is left.
            strength=matter.strength * (0.5 if page.status is None else 1.0),
            seen=observed(f"a subject of its own: {'; '.join(matter.seen)}", "main"),
        )


_OUT = re.compile(r"(?:log|sign)[-_]?out|abmelden|deconnexion")
_TITLED = ("error_page.", "maintenance.", "domain_mismatch.", "captcha.", "auth_wall.", "interstitial.")
_NO_TITLE = _FURNITURE | _PASSING | {"error_page.way_out"}
_SITE = re.compile(r"\s+[|\-–—·•»›]+\s+|[|•»›]")
_DOMAIN = re.compile(r"\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b", re.IGNORECASE)
_NUMBER = re.compile(r"\W*(?:error\W*)?[45]\d\d\W*", re.IGNORECASE)


def _all_of(text: str, words: Lexicon) -> float:
    """Return the share of `text` that is the longest phrase of a wall in it."""
    tokens = tokens_of(text)
    matches = (
        match.length
        for match in words.matches(tokens)
        if match.group.startswith(_TITLED) and (match.group not in _NO_TITLE or match.group == "auth_wall.signup")
    )
    return max(matches, default=0) / len(tokens) if tokens else 0.0


def _titled(page: Page) -> Iterator[Finding]:
    """A title that is a wall's message and nothing else.

    What pages write about they name together with what they say of it. However much text stands below, from the
    site's frame or anywhere, such a title is no article's; goods, tables and the site's own menu may answer it.
    """
    hits = page.message.hits
    if not any("title" in zones and group.startswith(_TITLED) for group, zones in hits.items()):
        return
    words = page.knowledge.lexicon
    named = _DOMAIN.sub(" ", page.facts.title[:300])
    title = max((_all_of(part, words) for part in _SITE.split(named)), default=0.0)
    # With the site's own name in it, a title is a sentence about the site.
    if title < (_ONLY if named == page.facts.title[:300] else 0.5) or re.match(
        r"index of /", page.facts.title, re.IGNORECASE
    ):
        return
    first = next(iter(page.facts.headings), "")
    heading = (
        1.0
        if _NUMBER.fullmatch(first) or (first and not _DOMAIN.sub("", first).strip())
        else _all_of(first[:300], words)
    )
    strength = (1.0 if heading >= 0.5 else 0.6) * (1 - page.matter.solid)
    if strength > 0:
        yield page.finding(
            "content.titled_wall",
            _STATE,
            strength=strength,
            seen=observed("a title that is a wall's message and no more", "title"),
        )


_FAILS = re.compile(r"\W*(?:traceback|\w*exception|\w*error|fatal|warning|panic|exit status|\d{3}\b)", re.IGNORECASE)


def _file(page: Page) -> Iterator[Finding]:
    """A file shown by itself: a picture, or lines of plain text."""
    facts = page.facts
    if page.status is not None and not 200 <= page.status < 300:
        return
    mime = (page.capture.header("content-type") or "").lower()
    trouble = _FAILS.match(facts.text[:200])
    if mime.startswith(("image/", "video/", "audio/", "application/pdf")):
        yield page.finding("content.file", _STATE, seen=observed(f"a file of type {mime[:40]}", "header content-type"))
    elif facts.document == "text" and len(facts.text.splitlines()) >= 3 and not trouble:
        yield page.finding("content.file", _STATE, strength=0.5, seen=observed("lines of plain text", "document"))


def _menu_entry(page: Page) -> str | None:
    """The main heading, when it is also an entry of the site's menu: a section, and no error in its place."""
    heading = next((block.text for block in page.facts.blocks if block.heading == 1), "").strip().lower()
    if not heading or len(heading) > 60:
        return None
    if page.message.says("auth_wall.login", "auth_wall.signup", "auth_wall.required", zones=("heading",)):
        return None
    menu = (link.text.strip().lower() for link in page.facts.links if link.region in ("nav", "header"))
    return heading if heading in menu else None


def _special(page: Page) -> Iterator[Finding]:
    facts = page.facts
    if facts.document == "json" and facts.json is not None:
        yield page.finding("content.data", _STATE, seen=observed("JSON data", "document"))
    if facts.document == "xml" and facts.elements > 6:
        yield page.finding("content.data", _STATE, strength=0.6, seen=observed("XML data", "document"))
    sample = facts.text[:4000]
    if len(sample) >= 10 and sample.count("\ufffd") > 0.08 * len(sample):
        yield page.finding(
            "content.garbled",
            _STATE,
            # A short message that cannot be read may say anything.
            strength=min(1.0, len(facts.text) / 1200),
            seen=observed("text in an encoding other than declared", "text"),
        )
    described = sum(
        key in facts.meta
        for key in ("description", "og:description", "og:image", "keywords", "twitter:card", "og:title")
    )
    described += bool(facts.canonical) + 2 * facts.linked_data
    if described >= 2:
        yield page.finding(
            "content.described",
            _STATE,
            strength=min(1.0, described / 6),
            seen=observed("described for search engines", "meta"),
        )
    if "noindex" in facts.meta.get("robots", "").lower():
        yield page.finding("content.noindex", _STATE, seen=observed("not to be indexed", "meta robots"))
    kind = facts.meta.get("og:type", "").lower()
    if kind in ("article", "video.other", "product", "profile", "book", "music.song", "video", "blog"):
        yield page.finding("content.typed", _STATE, seen=observed(f"og:type {kind}", "meta"))
    if any(
        key in facts.meta for key in ("article:published_time", "author", "parsely-pub-date", "datepublished", "date")
    ):
        yield page.finding("content.authored", _STATE, seen=observed("author or date of publication", "meta"))
    blank = facts.picture is not None and facts.picture.one_colour
    if facts.media and len(facts.text) < 600 and not blank:
        yield page.finding(
            "content.media", _STATE, seen=observed(f"{facts.media} canvas, video or audio elements", "main")
        )
    if any(
        frame.visible and re.search(r"youtube|vimeo|player|embed|maps|dailymotion|spotify", frame.src)
        for frame in facts.frames
    ):
        yield page.finding("content.media", _STATE, strength=0.8, seen=observed("an embedded player or map", "frame"))
    if facts.document == "frameset" and facts.frames:
        yield page.finding(
            "content.frameset", _STATE, seen=observed(f"{len(facts.frames)} frames of a frameset", "frameset")
        )
    if re.match(r"index of /", facts.title, re.IGNORECASE) and len(facts.links) > 4:
        yield page.finding("content.listing", _STATE, seen=observed("a directory with files", "title"))
    opening = facts.text[:2500]
    working = len(_WORKING.findall(opening)) if len(opening) > 150 and _WORKS.holds(opening) else 0
    if working >= 2:
        yield page.finding("content.status_page", _STATE, seen=observed(f"{working} parts reported as working", "main"))
    signed = page.message.hits.get("auth_wall.logout", {})
    if signed or _OUT.search(page.hrefs):
        yield page.finding("content.signed_in", _STATE, seen=observed("a control to sign out", "links"))
    role = next(iter(page.forms("other")), None)
    if role is not None and role.inputs >= 3 and role.passwords == 0:
        yield page.finding("content.form", _STATE, seen=observed(f"a form with {role.inputs} fields", role.form.where))
    entry = _menu_entry(page)
    if entry:
        yield page.finding(
            "content.menu_entry", _STATE, seen=observed(f"its heading “{entry}” is an entry of the menu", "nav")
        )
    if facts.only_text:
        yield page.finding(
            "content.only_text",
            _STATE,
            # A page that has much to say is its text; what asks or gates is in the rest of it.
            strength=0.25 + 0.75 * page.message.brevity,
            seen=observed("nothing but the text is known", "text"),
        )
    if page.status is None:
        # Most errors and walls say so in their status; without one a page that looks fine proves less.
        yield page.finding("content.no_status", _STATE, seen=observed("the status is not known", "status"))
    elif page.status in _TURNED_AWAY:
        yield page.finding("content.status_bad", _STATE, seen=observed(f"status {page.status}", "status"))
    elif 200 <= page.status < 300:
        yield page.finding("content.status_ok", _STATE, seen=observed(f"status {page.status}", "status"))
