"""Gates that are neither login nor bot check: consent, age, region, paywall, queue, old browser."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pagestate.detect.lexicon import tokens_of
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.words import said
from pagestate.facts.addresses import address_of, path_key
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.INTERSTITIAL
_GROUPS: dict[str, str | None] = {
    "age": "age",
    "region": "region",
    "language": "language",
    "waiting_room": "waiting_room",
    "unsupported_browser": "unsupported_browser",
    "notice": "notice",
    "consent": "consent",
}
_COVER = 0.6
"""Share of the window beyond which something lies in front of the page and not at its edge."""


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a gate."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _said(page)
    yield from _buttons(page)
    yield from _covers(page)
    yield from _chooser(page)
    yield from _onward(page)
    yield from _restricted(page)
    yield from _queue(page)
    if page.message.brevity < 0.3:
        yield page.finding(
            "interstitial.long",
            _STATE,
            strength=1 - page.message.brevity / 0.3,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )


def _said(page: Page) -> Iterator[Finding]:
    refused = page.status in (403, 451)
    for finding in said(page, _STATE, _GROUPS):
        if finding.kind == "region" and refused:
            # Refused by the answer itself: a block, and no choice of the site's.
            finding = replace(finding, weight=0.3 * finding.weight)
        if page.matter.strength >= 0.5:
            # A page that goes on about a subject of its own is in front of nothing.
            finding = replace(finding, weight=0.5 * finding.weight)
        yield finding


def _at_the_edge(page: Page) -> bool:
    """Whether a browser found nothing over the page, and the page has more to show than a question."""
    capture = page.capture
    return (
        capture.source == "browser"
        and capture.rendered_html is not None
        and not any(cover.share >= _COVER for cover in capture.covers)
        and bool(page.facts.headings)
        and len(page.facts.main_text) >= 80
    )


def _buttons(page: Page) -> Iterator[Finding]:
    facts = page.facts
    if page.message.size > 900 or len(facts.links) > 25:
        return
    buttons = [
        field.label
        for form in facts.forms
        for field in form.fields
        if field.visible and field.type in ("submit", "button") and field.label
    ]
    choices = buttons + [link.text for link in facts.links if len(link.text) < 30]
    zones = ("title", "heading", "lead", "body")
    asks = page.message.says("interstitial.age", zones=zones)
    age = next(iter(page.forms("age")), None)
    gate = [label for label in choices if len(label) < 25]
    put = asks is not None and (asks.coverage >= 0.5 or "?" in asks.text or asks.zone in ("title", "heading"))
    if asks is not None and put and len(facts.links) <= 8 and (buttons or age or 1 <= len(gate) <= 6):
        yield page.finding(
            "interstitial.age_gate",
            _STATE,
            kind="age",
            seen=observed(f"“{asks.text}” with {', '.join(choices[:3]) or 'a field'}", asks.zone),
        )
    consent = page.message.says("interstitial.consent", zones=zones)
    if consent is not None and consent.zone == "body" and _at_the_edge(page):
        consent = None
    if consent and 1 <= len(buttons) <= 6 and page.message.prose < 900:
        yield page.finding(
            "interstitial.consent_gate",
            _STATE,
            kind="consent",
            # Without a picture of it a question among much else to read is a bar at the edge.
            strength=1.0 if page.facts.rendered else 1 / (1 + (page.message.unexplained / 220) ** 2),
            seen=observed(f"“{consent.text}” with {', '.join(buttons[:3])}", consent.zone),
        )
    notice = page.message.says("interstitial.notice", zones=zones)
    if notice is not None and page.message.size < 400 and len(facts.links) <= 4 and choices:
        yield page.finding(
            "interstitial.notice_gate", _STATE, kind="notice", seen=observed(f"“{notice.text}”", notice.zone)
        )
    region = page.message.says("interstitial.region", "interstitial.language", zones=("title", "heading", "lead"))
    if (
        region
        and page.matter.strength < 0.4
        and (len(facts.links) >= 2 or any(field.type == "select" for form in facts.forms for field in form.fields))
    ):
        yield page.finding(
            "interstitial.region_gate",
            _STATE,
            kind=region.group.split(".")[1],
            # A page that goes on about other things asks no one where he comes from before it shows them.
            strength=1 / (1 + (page.message.prose / 250) ** 2),
            seen=observed(f"“{region.text}”", region.zone),
        )


def _covers(page: Page) -> Iterator[Finding]:
    for cover in page.capture.covers:
        if cover.share < _COVER:
            continue
        groups = {match.group for match in page.knowledge.lexicon.matches(tokens_of(cover.text[:1500]))}
        kind = next(
            (
                kind
                for kind in ("consent", "age", "paywall", "region", "language", "notice")
                if f"interstitial.{kind}" in groups
            ),
            None,
        )
        login = groups & {"auth_wall.login", "auth_wall.required", "auth_wall.signup"}
        if kind is None and login:
            yield page.finding(
                "auth_wall.cover",
                PageState.AUTH_WALL,
                kind="login",
                seen=observed(f"“{cover.text[:100]}” covers {cover.share:.0%}", cover.where),
            )
        elif kind is not None or cover.scroll_locked:
            yield page.finding(
                "interstitial.cover",
                _STATE,
                kind=kind or "notice",
                strength=1.0 if cover.scroll_locked or cover.share > 0.85 else 0.8,
                seen=observed(f"“{cover.text[:100]}” covers {cover.share:.0%} of the window", cover.where),
            )


_OWN_NAMES = (
    "english français deutsch español português italiano nederlands polski русский українська türkçe 日本語 中文 "
    "简体中文 繁體中文 한국어 العربية فارسی "
    "עברית हिन्दी indonesia čeština magyar svenska dansk norsk suomi ελληνικά română "
    "български cymraeg gaeilge català euskara galego slovenčina hrvatski srpski српски lietuvių latviešu eesti "
    "slovenščina íslenska shqip malti"
)
_ENDONYMS = frozenset(_OWN_NAMES.split())
"""Languages by their own names."""
_CODED = re.compile(
    r"^(?:https?://[^/]+)?/?([a-z]{2})(?:[-_][a-z]{2})?(?:/(?:index\.\w+)?)?(?:[?#].*)?$", re.IGNORECASE
)


def _chooser(page: Page) -> Iterator[Finding]:
    """A list of languages or countries, and next to nothing else."""
    facts, message = page.facts, page.message
    if message.prose > 200 or not facts.links or (page.roles and any(role.inputs > 2 for role in page.roles)):
        return
    links = [link for link in facts.links if link.region in ("main", "dialog") and link.text]
    spoken = {link.text.lower().strip() for link in links} & _ENDONYMS
    coded = {found[1].lower() for link in links if (found := _CODED.match(link.href))}
    chosen = max(len(spoken), len(coded))
    if chosen < 3 or chosen < 0.6 * len(links) or sum(len(link.text) for link in links) < 0.2 * len(facts.text):
        return
    said_language = message.says("interstitial.language", zones=("title", "heading", "lead"))
    said_region = message.says("interstitial.region", zones=("title", "heading", "lead"))
    language = said_language is not None or (said_region is None and len(spoken) >= 2)
    yield page.finding(
        "interstitial.chooser",
        _STATE,
        kind="language" if language else "region",
        strength=1.0 if said_language or said_region or chosen >= 4 or len(spoken) >= 3 else 0.6,
        seen=observed(f"{chosen} {'languages' if language else 'places'} to choose from, and little else", "links"),
    )


_APP = re.compile(
    r"(?<![\w])apps?(?![\w])|アプリ|앱|приложени\w*|додат\w*|aplica(?:ción|tivo)|applicazione|l['’]appli\b|应用|應用|التطبيق|uygulama\w*",
    re.IGNORECASE,
)
_STORES = re.compile(
    r"apps\.apple\.com|play\.google\.com|^intent:|^market:|app\.link|onelink\.me|page\.link", re.IGNORECASE
)


_ONWARD = re.compile(
    r"[?&](?:\w*(?:web|browser|desktop|full|redirect|continue|skip|bypass|stay|proceed|enter|ok|seen|confirm|accept)\w*)=",
    re.IGNORECASE,
)


def _onward(page: Page) -> Iterator[Finding]:
    """A few lines with a button, and a link that leads on to this very address."""
    facts, message = page.facts, page.message
    own = address_of(facts.capture.final_url or facts.capture.requested_url)
    if own is None or message.size > 450 or message.prose > 300 or len(facts.links) > 6 or facts.landmarks & {"nav"}:
        return
    if any(role.inputs for role in page.roles):
        return
    back = None
    for link in facts.links:
        if link.href.startswith("?"):
            back = link
        else:
            there = address_of(link.href)
            if (
                there is not None
                and there.host == own.host
                and there.query != own.query
                and path_key(there.path) == path_key(own.path)
            ):
                back = link
        if back is not None:
            break
    heads = " ".join((facts.title, *facts.headings[:2], *(block.text for block in message.lead[:3])))
    app = _APP.search(heads)
    store = next((link for link in facts.links if _STORES.search(link.href)), None)
    onward = back is not None and (app is not None or _ONWARD.search(back.href) is not None)
    if onward or (app and store):
        where = (
            f"link “{back.text[:40]}” to this very address" if back else f"link to {store.href[:60] if store else ''}"
        )
        yield page.finding(
            "interstitial.onward",
            _STATE,
            kind="notice",
            strength=1.0 if app else 0.8,
            seen=observed(f"a few lines and a {where}", "links"),
        )


_PLACE = re.compile(r'"(?:country|country_?code|region|geo|location|territory)\w*"\s*:', re.IGNORECASE)
_CLOSED = re.compile(
    r'"(?:is_?)?(?:geo_?)?(?:restricted|blocked|banned|denied|forbidden)"\s*:\s*true|'
    r'"(?:is_?)?(?:allowed|available|eligible|supported|permitted)"\s*:\s*false',
    re.IGNORECASE,
)


def _restricted(page: Page) -> Iterator[Finding]:
    """The page's own request about the visitor's country says that it is not served."""
    if not page.message.says("interstitial.region", "captcha.geo", zones=("title", "heading", "lead", "body")):
        return
    for call in page.capture.exchanges:
        if call.resource in ("fetch", "xhr") and call.body and (call.status or 0) < 400:
            found = _CLOSED.search(call.body)
            if found and (_PLACE.search(call.body) or re.search(r"geo|country|region", call.url, re.IGNORECASE)):
                yield page.finding(
                    "interstitial.restricted",
                    _STATE,
                    kind="region",
                    seen=observed(f"{call.url[:100]} answered {found[0]}", "request"),
                )
                return


def _queue(page: Page) -> Iterator[Finding]:
    capture = page.capture
    words = page.message.says("interstitial.waiting_room", zones=("title", "heading", "lead", "body"))
    refreshes = capture.header("refresh") is not None or (
        page.facts.refresh is not None and page.facts.refresh.url is None
    )
    cookie = any(
        re.search(r"waiting_?room|queue-?it|queueit", value, re.IGNORECASE)
        for name, value in capture.headers
        if name == "set-cookie"
    )
    if words and (refreshes or cookie) and page.message.size < 1500:
        yield page.finding(
            "interstitial.queue",
            _STATE,
            kind="waiting_room",
            seen=observed(f"“{words.text}” and a refresh", words.zone),
        )
