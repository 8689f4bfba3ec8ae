"""Another site than the one asked for: moved off, parked, default, suspended, unclaimed."""

import re
from collections.abc import Iterator

from pagestate.detect import marks
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.sieve import Sieve
from pagestate.detect.ways_in import handed_over
from pagestate.detect.words import said
from pagestate.facts.addresses import host_of, registrable_domain
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.DOMAIN_MISMATCH
_GROUPS: dict[str, str | None] = {
    "parked": "parked",
    "for_sale": "for_sale",
    "expired": "expired",
    "suspended": "suspended",
    "default": "hosting_default",
    "unclaimed": "unclaimed",
    "hosting": None,
    "takeover": "takeover",
}
_PARKING = (
    "parkingcrew sedoparking bodis parklogic above.com domaincontrol afternic dan.com hugedomains adsense/domains "
    "ads/domains caf.js skenzo voodoo namebright cashparking parking uniregistry fabulous trafficx ztomy domainmarket "
    "undeveloped"
)
_AD_HOSTS = Sieve(_PARKING.split())


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for another site."""
    yield from _off_domain(page)
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from said(page, _STATE, _GROUPS)
    yield from _lander(page)
    yield from _unknown_name(page)
    yield from _first_file(page)
    if page.capture.requested_url and not any(frame.frameset for frame in page.facts.frames):
        yield from _window(page)
    if page.message.brevity < 0.3:
        yield page.finding(
            "domain_mismatch.long",
            _STATE,
            strength=1 - page.message.brevity / 0.3,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )


def allowed(page: Page, host: str | None) -> bool:
    """Whether a page of this goal may stand on `host`."""
    if host is None:
        return True
    asked = host_of(page.capture.requested_url)
    domains = {registrable_domain(asked)} if asked else set()
    aliases = page.goal.aliases if page.goal else ()
    for alias in aliases:
        name = (host_of(alias) if "://" in alias else alias.lower().strip().removeprefix("*.")) or ""
        if host == name or host.endswith(f".{name}"):
            return True
    return registrable_domain(host) in domains or not domains


def _off_domain(page: Page) -> Iterator[Finding]:
    capture = page.capture
    asked, arrived = host_of(capture.requested_url), host_of(capture.final_url)
    if asked and arrived and not allowed(page, arrived):
        login = bool(page.forms("login", "username")) and any(page.forms("login", "username", "mfa", "signup"))
        if not login:
            # An address that names where to return to is a stop on the way, if the page is one.
            stop = handed_over(capture.final_url or "", asked) and page.message.size < 1500
            yield page.finding(
                "domain_mismatch.off_domain",
                _STATE,
                kind="off_domain",
                strength=0.15 if stop else 1.0,
                seen=observed(f"{asked} led to {arrived}", "url"),
            )
    if asked:
        for frame in page.facts.frames:
            host = host_of(frame.src)
            if host and frame.frameset and not allowed(page, host):
                yield page.finding(
                    "domain_mismatch.framed",
                    _STATE,
                    kind="off_domain",
                    seen=observed(f"the whole window is a frame of {host}", "frame"),
                )
                break


def _window(page: Page) -> Iterator[Finding]:
    for frame in page.capture.frames:
        host = host_of(frame.url)
        if (
            frame.area >= 0.9
            and host
            and not allowed(page, host)
            and frame.text_length >= 0.8 * len(page.facts.text) > 0
        ):
            yield page.finding(
                "domain_mismatch.framed",
                _STATE,
                kind="off_domain",
                seen=observed(f"the whole window is a frame of {host}", "frame"),
            )
            return


def _unknown_name(page: Page) -> Iterator[Finding]:
    """A platform answers names that it does not know with an error status; that one is explained by it."""
    if page.status is None or page.status < 400 or page.message.size > 1500:
        return
    named = any(
        item.state is _STATE and item.kind in ("unclaimed", "suspended") and item.weight > 2
        for item in marks.detect(page)
    ) or page.message.says(
        "domain_mismatch.unclaimed",
        "domain_mismatch.suspended",
        zones=("title", "heading", "lead") if page.message.size < 400 else ("title", "heading"),
    )
    if named:
        yield page.finding(
            "domain_mismatch.status",
            _STATE,
            strength=(1.0 if page.status in (402, 403, 404, 410) else 0.5)
            * (1.3 if page.message.share("domain_mismatch.unclaimed", "domain_mismatch.suspended") >= 0.4 else 1.0),
            seen=observed(f"status {page.status}, as platforms answer names that they do not serve", "status"),
        )


_FIRST_FILE = re.compile(
    r"\bindex\.(?:html?|php|nginx-debian\.html)\b|\bdefault\.(?:html?|aspx?)\b|\bpublic_html\b|\bhtdocs\b|"
    r"/var/www\b|\bwwwroot\b|\bDocumentRoot\b",
    re.IGNORECASE,
)


def _first_file(page: Page) -> Iterator[Finding]:
    """Told how to put a site here: then there is none yet."""
    if page.message.size > 900 or len(page.facts.links) > 15 or page.matter.strength > 0.5:
        return
    if not page.message.says("domain_mismatch.default", "domain_mismatch.hosting", zones=("title", "heading", "lead")):
        return
    found = next((hit for block in page.message.lead if (hit := _FIRST_FILE.search(block.text[:500]))), None)
    if found:
        yield page.finding(
            "domain_mismatch.first_file",
            _STATE,
            kind="hosting_default",
            seen=observed(f"speaks of the file or folder {found[0]} to be filled", "lead"),
        )


def _lander(page: Page) -> Iterator[Finding]:
    facts, message = page.facts, page.message
    host = facts.host or ""
    bare = host.removeprefix("www.").removeprefix("ww1.")
    title = facts.title.strip().lower()
    if bare and title and title in (bare, host, facts.registrable) and message.prose < 600:
        yield page.finding(
            "domain_mismatch.bare_title",
            _STATE,
            kind="parked",
            seen=observed(f"the title is the bare domain {title}", "title"),
        )
    named = re.fullmatch(
        r"(?:www\.)?[a-z0-9äöüß-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,12}",
        title or (facts.headings[0].strip().lower() if facts.headings else ""),
    )
    if named and message.prose < 600:
        yield page.finding(
            "domain_mismatch.domain_title",
            _STATE,
            kind="parked",
            seen=observed(f"the title is a domain: {named[0]}", "title"),
        )
    words = message.says(
        "domain_mismatch.parked",
        "domain_mismatch.for_sale",
        "domain_mismatch.takeover",
        zones=("title", "heading", "lead", "body"),
    )
    if message.prose >= 800 or len(facts.text) >= 2500:
        return
    sold = message.says("domain_mismatch.for_sale", zones=("title", "heading", "lead"))
    if (
        sold is not None
        and page.matter.strength < 0.5
        and (page.matter.goods == 1 or any(role.inputs for role in page.roles))
    ):
        yield page.finding(
            "domain_mismatch.offer",
            _STATE,
            kind="for_sale",
            seen=observed(f"“{sold.text}” with a price or a field for an offer", sold.zone),
        )
    carriers = [
        *facts.script_sources,
        *[frame.src for frame in facts.frames],
        *[link.href for link in facts.links[:60]],
    ]
    ads = None
    if carriers:
        ads = next((carriers[number] for number in _AD_HOSTS.lines([item.lower() for item in carriers])), None)
    if ads:
        yield page.finding(
            "domain_mismatch.ad_host",
            _STATE,
            kind="parked",
            strength=1.0 if words else 0.6,
            seen=observed(f"parking service {ads[:80]}", "script"),
        )
    if re.match(r"index of /", facts.title, re.IGNORECASE) and len(facts.links) <= 4:
        yield page.finding(
            "domain_mismatch.empty_listing",
            _STATE,
            kind="hosting_default",
            seen=observed("an empty directory", "title"),
        )
    if words is None:
        return
    outward = [
        link
        for link in facts.links
        if facts.registrable and (target := host_of(link.href)) and registrable_domain(target) != facts.registrable
    ]
    if outward and len(outward) >= 0.7 * len(facts.links) and message.prose < 500:
        yield page.finding(
            "domain_mismatch.outward",
            _STATE,
            kind="takeover" if words.group == "domain_mismatch.takeover" else "parked",
            seen=observed(f"{len(outward)} of {len(facts.links)} links lead elsewhere", "links"),
        )
