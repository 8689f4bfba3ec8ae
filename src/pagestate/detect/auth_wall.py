"""Login walls: a form whose purpose is to let in, and what the page says around it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pagestate.detect.forms import FormRole
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.ways_in import (
    EXCHANGE,
    LOGIN_HOST,
    asks_itself,
    handed_over,
    is_advice,
    is_front,
    is_phrase,
    is_plain,
    newcomer,
    own_page,
    path_of,
    way_in,
)
from pagestate.detect.words import said
from pagestate.facts.addresses import host_of, same_site
from pagestate.states import PageState

__all__ = ["detect"]

_STATE = PageState.AUTH_WALL
_GROUPS: dict[str, str | None] = {
    "login": "login",
    "required": "login",
    "signup": "signup",
    "expired": "session_expired",
    "mfa": "mfa",
    "permission": "permission",
    "forgot": None,
}
_WAY = re.compile(r"log-?in|sign-?in|oauth|sso|register|signup", re.IGNORECASE)
_ACCOUNT = re.compile(r"mail|user|login|account|phone|tel|name", re.IGNORECASE)


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for a login wall."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _by_status(page)
    yield from _certificate(page)
    # An article may speak of logging in; where nobody can, a page with a subject of its own does no more.
    subject = page.matter.strength >= 0.5 and not any(page.forms("login", "signup", "username", "mfa"))
    for finding in said(page, _STATE, _GROUPS):
        yield replace(finding, weight=0.4 * finding.weight) if subject else finding
    yield from _forms(page)
    yield from _address(page)
    if "auth_wall.logout" in page.message.hits or any(
        word in page.hrefs for word in ("logout", "log-out", "log_out", "signout", "sign-out", "sign_out")
    ):
        yield page.finding("auth_wall.signed_in", _STATE, seen=observed("a control to sign out", "links"))
    allowed = page.message.says("auth_wall.permission", zones=("title", "heading", "lead"))
    known = any(group in page.message.hits for group in ("auth_wall.logout", "auth_wall.known"))
    if (
        allowed is not None
        and page.message.prose < 500
        and (known or any(word in page.hrefs for word in ("logout", "signout", "sign-out")))
    ):
        yield page.finding(
            "auth_wall.permission_known",
            _STATE,
            kind="permission",
            seen=observed(f"“{allowed.text}” to a visitor who is known", allowed.zone),
        )
    opens = any(role.opens_account for role in page.forms("signup")) and _titled(page, "auth_wall.signup")
    if page.message.prose > 1200 and not opens:
        yield page.finding(
            "auth_wall.long",
            _STATE,
            strength=min(1.0, page.message.prose / 4000),
            seen=observed(f"{page.message.prose} characters of running text", "main"),
        )


def _by_status(page: Page) -> Iterator[Finding]:
    challenge = page.capture.header("www-authenticate") or page.capture.header("proxy-authenticate")
    if page.status in (401, 407) or (challenge and page.status is None):
        form = next(iter(page.forms("login", "username")), None)
        where = f"header www-authenticate: {challenge[:60]}" if challenge else "status"
        basic = bool(challenge and re.match(r"\s*(?:basic|digest|negotiate|ntlm)", challenge, re.IGNORECASE))
        yield page.finding(
            "auth_wall.status",
            _STATE,
            kind="login" if form and not basic else "http_auth",
            seen=observed(f"status {page.status}", where),
        )
    if page.status in (419, 440):
        yield page.finding(
            "auth_wall.status_expired", _STATE, kind="session_expired", seen=observed(f"status {page.status}", "status")
        )


_CERTIFICATE = re.compile(
    r"no required (?:ssl|tls) certificate|(?:ssl|tls|client) certificate (?:was |is )?(?:not |error|required|missing)|"
    r"(?:requires?|provide|present|send|need)\w* an? (?:valid )?(?:ssl |tls )?client certificate|"
    r"client certificate (?:is )?(?:required|needed|authentication)|403\.(?:7|13|16|17)\b",
    re.IGNORECASE,
)


def _certificate(page: Page) -> Iterator[Finding]:
    """A server that lets in none but those with a certificate of their own says so in its refusal."""
    if page.status not in (400, 401, 403, 495, 496) or page.message.size > 1500:
        return
    found = _CERTIFICATE.search(f"{page.facts.title}\n{page.facts.text[:1200]}")
    if found or page.status == 496:
        yield page.finding(
            "auth_wall.certificate",
            _STATE,
            kind="client_certificate",
            seen=observed(f"status {page.status}: “{found[0] if found else 'certificate required'}”", "text"),
        )


def _titled(page: Page, *groups: str) -> bool:
    """Whether a title or heading is mostly one of `groups`."""
    hit = page.message.says(*groups, zones=("title", "heading"))
    return hit is not None and hit.coverage >= 0.3


def _purpose(page: Page, role: FormRole) -> float:
    """How far a form is what the page is for, 0 (furniture) to 1 (there is little else)."""
    form = role.form
    others = max(0, page.message.prose - (len(form.text) if len(form.text) >= 50 else 0))
    purpose = 1 / (1 + (others / 900) ** 1.3)
    rivals = sum(
        other.inputs for other in page.roles if other.role == "other" and other.form is not form and other.form.visible
    )
    if role.opens_account:
        # What else there is to read may be what one signs up to: rules, terms, benefits.
        return max(float(purpose), 0.8 if _titled(page, "auth_wall.signup") else 0.5)
    if role.role == "signup" and role.inputs >= 4 and form.region == "main":
        purpose = max(purpose, 0.5)
    if form.region in ("header", "nav", "aside", "dialog", "footer") and (others > 150 or rivals >= 3):
        purpose *= 0.25
    if form.region == "main" and role.passwords and asks_itself(page.address, role.form.action):
        return float(purpose)
    if len(page.facts.links) > 120 and not page.message.says(
        "auth_wall.login", "auth_wall.signup", "auth_wall.required", zones=("title", "heading")
    ):
        purpose *= 0.6
    if rivals >= 4:
        purpose *= 0.6
    return float(purpose)


def _forms(page: Page) -> Iterator[Finding]:
    best: dict[str, tuple[float, FormRole]] = {}
    for role in page.forms("login", "signup", "mfa", "username", "change_password"):
        purpose = _purpose(page, role)
        if purpose > best.get(role.role, (0.0, role))[0]:
            best[role.role] = (purpose, role)
    subject = _titled(page, "auth_wall.login", "auth_wall.signup", "auth_wall.required")
    if subject and not best:
        # A link by e-mail, or a name first: one field under a heading that says what it is for.
        found = next(
            (
                role
                for role in page.forms("newsletter", "other")
                if role.form.region == "main" and 1 <= role.inputs <= 2
            ),
            None,
        )
        if found is not None and _asks_who(found):
            best["username"] = (_purpose(page, found), found)
    if "mfa" not in best and page.message.says("auth_wall.mfa", zones=("title", "heading")):
        found = next(
            (
                role
                for role in page.forms("other", "newsletter")
                if role.form.region == "main" and 1 <= role.inputs <= 8
            ),
            None,
        )
        if found is not None:
            best["mfa"] = (_purpose(page, found), found)
    path = path_of(page.address)
    address = way_in(path)
    if address and newcomer(address) and "signup" not in best:
        # A first step, or a site that sends the password by e-mail: who one is, and no password yet.
        found = next(
            (
                role
                for role in page.forms("other", "newsletter", "captcha")
                if role.form.region == "main" and role.inputs >= 2 and _asks_who(role)
            ),
            None,
        )
        if found is not None:
            best["signup"] = (max(0.5, _purpose(page, found)), found)
    asked = bool(address)
    if not asked and own_page(path):
        asked = any(role.form.region == "main" for name, (_, role) in best.items() if name in ("login", "signup"))
    if best and (subject or asked):
        name = max(best, key=lambda key: best[key][0])
        if name in ("login", "signup", "username") and best[name][1].form.region not in ("nav",):
            yield page.finding(
                "auth_wall.form_and_subject",
                _STATE,
                kind="signup" if name == "signup" else "login",
                strength=0.6 + 0.4 * best[name][0] if subject and asked else 0.35 + 0.4 * best[name][0],
                seen=observed(
                    f"a form to {name}, and {'title or heading' if subject else 'the address'} says so",
                    best[name][1].form.where,
                ),
            )
    own = [
        (purpose, role)
        for name, (purpose, role) in best.items()
        if name in ("login", "signup")
        and role.passwords
        and role.form.region == "main"
        and asks_itself(page.address, role.form.action)
    ]
    if own:
        purpose, role = max(own, key=lambda pair: pair[0])
        yield page.finding(
            "auth_wall.own_form",
            _STATE,
            kind="signup" if role.role == "signup" else "login",
            strength=purpose,
            seen=observed("a form with a password that is sent to the page's own address", role.form.where),
        )
    if "login" in best:
        purpose, role = best["login"]
        yield page.finding(
            "auth_wall.login_form",
            _STATE,
            kind="login",
            strength=purpose,
            seen=observed("password field in a form to log in", role.form.where),
        )
        if purpose < 0.3:
            yield page.finding(
                "auth_wall.furniture",
                _STATE,
                strength=1 - purpose / 0.3,
                seen=observed("the login form is furniture of a page with other content", role.form.where),
            )
    if "signup" in best:
        purpose, role = best["signup"]
        titled = page.message.says("auth_wall.signup", "auth_wall.login", zones=("title", "heading", "lead"))
        yield page.finding(
            "auth_wall.signup_form",
            _STATE,
            kind="signup",
            strength=purpose * (1.0 if titled else 0.8 if role.opens_account and not is_front(page.address) else 0.5),
            seen=observed("form to create an account", role.form.where),
        )
    if "mfa" in best:
        purpose, role = best["mfa"]
        said_so = page.message.says("auth_wall.mfa", zones=("title", "heading", "lead", "body"))
        yield page.finding(
            "auth_wall.mfa_form",
            _STATE,
            kind="mfa",
            strength=purpose * (1.0 if said_so else 0.3),
            seen=observed("field for a code in a form", role.form.where),
        )
    if "username" in best:
        purpose, role = best["username"]
        yield page.finding(
            "auth_wall.username_form",
            _STATE,
            kind="login",
            strength=purpose,
            seen=observed("form that asks who logs in", role.form.where),
        )
    if "change_password" in best:
        yield page.finding(
            "auth_wall.change_password",
            _STATE,
            seen=observed("form to change a password", best["change_password"][1].form.where),
        )
    if (
        not best
        and page.message.size < 700
        and not page.wordless
        and _first_thing(page, "auth_wall.required", "auth_wall.login", "auth_wall.signup")
    ):
        link = next((link for link in page.facts.links if _WAY.search(link.href)), None)
        # Where the heading is of something else, a link to log in belongs to the frame of the site.
        other = any(
            zone == "heading" and hit.coverage >= 0.5 and group.startswith(("error_page.", "captcha.", "maintenance."))
            for group, zones in page.message.hits.items()
            for zone, hit in zones.items()
        )
        if link is not None and not other:
            yield page.finding(
                "auth_wall.links_only", _STATE, kind="login", seen=observed(f"link to {link.href[:80]}", "links")
            )


def _asks_who(role: FormRole) -> bool:
    """Whether a form asks for a name, a number or an address by which an account is known."""
    return any(
        _ACCOUNT.search(f"{field.name} {field.type} {field.label} {field.autocomplete}")
        for field in role.form.fields
        if field.visible
    )


def _first_thing(page: Page, *groups: str) -> bool:
    """Whether title or heading say one of `groups`, or a good part of the opening lines."""
    if page.message.says(*groups, zones=("title", "heading")):
        return True
    return page.message.says(*groups) is not None and page.message.share(*groups) >= 0.3


def _borne_out(page: Page, found: str) -> float:
    """How far a page is what its address says: articles and forms of other kinds have such addresses too."""
    if page.wordless or any(page.forms("login", "signup", "username", "mfa")):
        return 1.0
    if is_phrase(found) or is_advice(path_of(page.address)):
        return 0.15
    asks = any(role.inputs >= 2 for role in page.forms("other"))
    if asks and newcomer(found):
        # To register is to fill in a form, and those are of every kind; the rules are often printed below it.
        return 0.8
    if page.message.prose >= 200 or asks:
        return 0.3
    return 1.0 if _titled(page, "auth_wall.login", "auth_wall.signup", "auth_wall.required") else 0.6


def _address(page: Page) -> Iterator[Finding]:
    url = page.address
    if not url:
        return
    rest = url.partition("://")[2]
    host = rest.partition("/")[0]
    found = way_in(path_of(url))
    if found and not is_plain(found) and not any(page.forms("login", "signup", "username", "mfa")):
        found = None
    if found and page.message.prose < 6000:
        yield page.finding(
            "auth_wall.address",
            _STATE,
            kind="signup" if newcomer(found) else "login",
            strength=_borne_out(page, found),
            seen=observed(f"address {found}", "url"),
        )
    if host and LOGIN_HOST.match(host):
        yield page.finding("auth_wall.host", _STATE, kind="login", seen=observed(f"host {host}", "url"))
    capture = page.capture
    asked_host = host_of(capture.requested_url)
    if (
        asked_host
        and host
        and asked_host != host.split(":")[0]
        and (EXCHANGE.search(url) or not same_site(asked_host, host.split(":")[0]))
        and (LOGIN_HOST.match(host) or found or handed_over(url, asked_host))
    ):
        yield page.finding(
            "auth_wall.sso", _STATE, kind="sso_redirect", seen=observed(f"{asked_host} sent on to {host}", "url")
        )
    if capture.requested_url and capture.final_url and (found or LOGIN_HOST.match(host)):
        asked = capture.requested_url.lower()
        if asked.partition("://")[2].split("?")[0] != rest.split("?")[0] and not way_in(path_of(asked)):
            yield page.finding(
                "auth_wall.redirected", _STATE, kind="login", seen=observed(f"sent on to {url[:100]}", "url")
            )
