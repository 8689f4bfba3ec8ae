"""Errors in place of the page: by status, by what title and heading say, by traces and error bodies."""

import re
from collections.abc import Iterator

from pagestate.detect.message import unquoted
from pagestate.detect.model import Finding
from pagestate.detect.page import Page, observed
from pagestate.detect.words import said
from pagestate.states import PageState

__all__ = ["detect", "kind_of_status"]

_STATE = PageState.ERROR_PAGE
_CODE = re.compile(
    r"(?<![\d.,:#$€£/-])(4(?:0[0-9]|1[0-8]|2[1-9]|31|51)|5(?:0[0-9]|1[01]|2[0-7]|30))(?![\d%€$£/]|[.,:]\d| "
    r"?(?:px|kg|km|ml|usd|eur|chf|kr|zł|[€$£₽]))"
)
_TRACE = re.compile(
    r"Traceback \(most recent call last\)|(?:Fatal error|Parse error|Warning|Notice|Deprecated)\s*:\s.{0,300}? "
    r"on line \d+"
    r"|\bat [\w$.<>]+\([\w$]+\.(?:java|kt|scala|cs|js|ts|rb|py|php)(?::\d+)?\)|\.(?:java|cs|php|rb|py|"
    r"js):\d+\b.{0,80}\n.{0,80}\.(?:java|cs|php|rb|py|js):\d+"
    r"|(?:Exception|Error) in thread|Stack trace:|Server Error in '|ORA-\d{5}|SQLSTATE\[|ODBC .{0,30}(?:error|Driver)"
    r"|mysqli?_\w+\(\)|You have an error in your SQL syntax|org\.(?:springframework|apache|hibernate)\.|"
    r"System\.\w+Exception"
    r"|Microsoft OLE DB Provider|PG::\w+Error|ActionView::|NoMethodError|undefined method|Call to (?:undefined|"
    r"a member) function"
    r"|Uncaught (?:Error|Exception|TypeError)",
    re.DOTALL,
)
_TRACE_MARKS = (
    " on line ",
    "Traceback",
    "Exception",
    "Stack trace",
    "Server Error in",
    "SQL",
    "ORA-",
    ".java:",
    ".php:",
    ".py:",
    ".rb:",
    ".cs:",
    ".js:",
    "ODBC",
    "NoMethod",
    "undefined method",
    "Call to ",
    "Uncaught ",
    "mysql",
)
_GROUPS: dict[str, str | None] = {
    "not_found": "not_found",
    "gone": "gone",
    "refused": "forbidden",
    "denied": "forbidden",
    "failure": "server_error",
    "gateway": "gateway",
    "unavailable": "server_error",
    "generic": None,
    "crash": "app_crash",
    "way_out": None,
}

_VAGUE = frozenset({"error_page.way_out", "error_page.generic"})


def kind_of_status(status: int) -> str:
    """Return the kind of `error_page` that a status names."""
    if status == 404:
        return "not_found"
    if status == 410:
        return "gone"
    if status in (403, 451):
        return "forbidden"
    if status in (502, 503, 504) or 520 <= status <= 530:
        return "gateway"
    if status >= 500:
        return "server_error"
    return "client_error"


def detect(page: Page) -> Iterator[Finding]:
    """Yield what speaks for an error."""
    if page.capture.source == "picture" or not page.capture.committed:
        return
    yield from _by_status(page)
    said_so = any(group.startswith("error_page.") and group not in _VAGUE for group in page.message.hits)
    # A way out of trouble tells nothing where no trouble is named.
    telling = (
        said_so or (page.status or 0) >= 400 or _CODE.search(f"{page.facts.title[:200]} {page.facts.headings[:1]}")
    )
    yield from said(
        page, _STATE, _GROUPS if telling else {name: kind for name, kind in _GROUPS.items() if name != "way_out"}
    )
    yield from _code(page)
    yield from _only_trouble(page)
    yield from _trace(page)
    yield from _body(page)
    if page.message.brevity < 0.25:
        yield page.finding(
            "error_page.long",
            _STATE,
            strength=1 - 4 * page.message.brevity,
            seen=observed(f"{page.message.size} characters of other text", "page"),
        )


_TROUBLE = tuple(f"error_page.{name}" for name in ("generic", "not_found", "gone", "failure", "gateway", "crash"))


def _only_trouble(page: Page) -> Iterator[Finding]:
    """A short page whose title names some trouble and nothing besides, but the site: `Error`, `Page not found`."""
    hit = page.message.says(*_TROUBLE, zones=("title",))
    if hit is None or hit.coverage < 0.6 or hit.text.endswith(("?", "？")):
        return
    if any(role.inputs for role in page.roles if role.role not in ("search", "captcha", "newsletter")):
        return
    yield page.finding(
        "error_page.only_trouble",
        _STATE,
        kind=None,
        strength=page.message.brevity * (1 - page.matter.strength),
        seen=observed(f"the title says “{hit.text}” and no more", "title"),
    )


def _by_status(page: Page) -> Iterator[Finding]:
    status = page.status
    if status is None:
        return
    if 400 <= status < 600 and status not in (401, 407, 418, 420, 429, 451):
        yield page.finding(
            f"error_page.status_{status}" if status in (403, 405, 503) else "error_page.status",
            _STATE,
            kind=kind_of_status(status),
            seen=observed(f"status {status}", "status"),
        )


def _code_strength(text: str) -> float:
    """How far a number is the subject of a line: alone, or with words for errors, and not a mere mention."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    about = sum(bool(_ABOUT.search(word)) for word in words)
    return 1.0 if 2 * about >= len(words) else 0.3


_ABOUT = re.compile(
    r"error|erreur|fehler|erro\b|errore|fout|błąd|ошибк|помилк|hata|エラー|错误|錯誤|오류|خطأ|خطا|שגיאה|lỗi|kesalahan|"
    r"chyba|hiba|"
    r"\bfel\b|fejl|feil|virhe|σφάλμα|eroare|грешка|http|status|code|found|page|seite|forbidden|unavailable|"
    r"gateway|request|server|"
    r"^not?$|^non$|^nicht$|^niet$|^nie$|^не$|denied|"
    r"timeout|oops|sorry|gevonden|trouv|encontrad|trovat|nalezen|znalezion|найден|не знайд|bulun|löyty|"
    r"hittad|fundet|funnet",
    re.IGNORECASE,
)


def _code(page: Page) -> Iterator[Finding]:
    facts = page.facts
    other = min(1.0, max(0.0, (page.message.unexplained - 80) / 240))
    focus = (0.3 + 0.7 * page.message.brevity) * (1 - 0.55 * other)
    title = unquoted(facts.title[:200])
    focus *= 1 - 0.6 * page.matter.strength
    found = _CODE.search(title)
    if found:
        segment = next((part for part in re.split(r"\s[|–—-]\s|[|:•·]", title) if _CODE.search(part)), title)
        strength = _code_strength(segment)
        yield page.finding(
            "error_page.code.title",
            _STATE,
            kind=kind_of_status(int(found[1])),
            strength=strength * focus,
            seen=observed(f"“{facts.title[:80]}”", "title"),
        )
    for heading in facts.headings[:3]:
        heading = unquoted(heading[:120])
        found = _CODE.search(heading)
        if found:
            strength = _code_strength(heading)
            yield page.finding(
                "error_page.code.heading",
                _STATE,
                kind=kind_of_status(int(found[1])),
                strength=strength * focus,
                seen=observed(f"“{heading[:80]}”", "heading"),
            )
            break
    # Under a heading of another subject a number in a longer line is spoken of.
    named = bool(facts.headings) and not page.message.says(
        *(group for group in page.message.hits if group.startswith("error_page.")), zones=("title", "heading")
    )
    for block in page.message.lead:
        if block.heading in (1, 2):
            continue
        line = unquoted(block.text)[:120]
        found = _CODE.search(line)
        if found:
            strength = (
                _code_strength(line)
                if len(line) < 30
                else 0.6
                if re.search(
                    r"error|fehler|erreur|erro|http|status|code|ошибка|hata|エラー|错误|錯誤|오류",
                    block.text,
                    re.IGNORECASE,
                )
                else 0.25
            )
            yield page.finding(
                "error_page.code.lead",
                _STATE,
                kind=kind_of_status(int(found[1])),
                strength=strength * page.message.brevity * (1 - 0.6 * page.matter.strength) * (0.5 if named else 1.0),
                seen=observed(f"“{block.text[:80]}”", "lead"),
            )
            break
    if facts.pictures and page.message.size < 200:
        text = " ".join(facts.picture_texts)
        found = re.search(r"(?<!\d)(404|500|403|503)(?!\d)", text)
        if found:
            yield page.finding(
                "error_page.code.picture",
                _STATE,
                kind=kind_of_status(int(found[1])),
                seen=observed(f"picture “{text[:80]}”", "picture"),
            )


def _trace(page: Page) -> Iterator[Finding]:
    text = page.facts.text[:6000]
    if not any(mark in text for mark in _TRACE_MARKS):
        return
    found = _TRACE.search(text)
    if not found:
        return
    start = text[: found.start()]
    strength = 1.0 if len(start) < 400 else 0.3
    named = page.message.says(
        *(f"error_page.{name}" for name in ("failure", "crash", "gateway", "unavailable", "generic")),
        zones=("title", "heading"),
    )
    framed = page.facts.headings and len(page.facts.landmarks & {"nav", "header", "footer"}) >= 2
    if framed and named is None and (page.status or 200) < 400:
        # Quoted inside the frame of a site, under a heading of another subject: somebody writes about it.
        strength *= 0.15
    yield page.finding(
        "error_page.trace", _STATE, kind="app_crash", strength=strength, seen=observed(f"“{found[0][:120]}”", "text")
    )


def _maintained(page: Page) -> bool:
    return page.message.says("maintenance.maintenance", "maintenance.deploying", zones=("lead", "body")) is not None


def _body(page: Page) -> Iterator[Finding]:
    facts = page.facts
    value = facts.json if page.status not in (401, 407, 429) else None
    if isinstance(value, dict) and not (page.status == 503 and _maintained(page)):
        lower = {str(key).lower(): item for key, item in value.items()}
        code = next(
            (lower[key] for key in ("status", "statuscode", "status_code", "code", "httpstatus") if key in lower), None
        )
        number = int(code) if isinstance(code, int | str) and str(code).isdigit() else None
        error = lower.get("error", lower.get("errors", lower.get("fault", lower.get("exception"))))
        words = " ".join(
            str(lower.get(key, ""))
            for key in ("error", "message", "msg", "detail", "title", "reason", "error_description")
        )
        if (number is not None and 400 <= number < 600) or (
            error not in (None, False, "", 0, [], {}) and len(lower) <= 8
        ):
            kind = kind_of_status(number) if number is not None and 400 <= number < 600 else _kind_of_words(words)
            yield page.finding(
                "error_page.json", _STATE, kind=kind, seen=observed(f"JSON error: {words.strip()[:100]}", "document")
            )
        elif len(lower) <= 3 and re.search(
            r"not ?found|error|exception|denied|unauthor|forbidden|no route|invalid|missing", words, re.IGNORECASE
        ):
            yield page.finding(
                "error_page.json",
                _STATE,
                kind=_kind_of_words(words),
                strength=0.7,
                seen=observed(f"JSON message: {words.strip()[:100]}", "document"),
            )
    if facts.document == "xml":
        source = (page.capture.html or "")[:1500]
        found = re.search(
            r"<(?:\w+:)?(?:Error|Fault|Exception|ServiceException|faultstring)\b[^>]*>\s*(?:<Code>(\w+)</Code>)?",
            source,
        )
        if found:
            words = source[found.start() : found.start() + 300]
            yield page.finding(
                "error_page.xml",
                _STATE,
                kind=_kind_of_words(words),
                seen=observed(f"XML error {found[1] or ''}".strip(), "document"),
            )
    short = facts.document in ("text", "html") and 0 < len(facts.text) < 120
    if facts.document == "text" and len(facts.text.splitlines()) > 2:
        short = False
    if short and not facts.links and not facts.forms and _TERSE.search(facts.text):
        yield page.finding(
            "error_page.terse",
            _STATE,
            kind=_kind_of_words(facts.text),
            seen=observed(f"“{facts.text[:100]}”", "text"),
        )


_TERSE = re.compile(
    r"\berror\b|not found|denied|forbidden|refused|exception|failed|invalid|unavailable|no healthy|"
    r"upstream|fault|does not exist|cannot|bad request|\b[45]\d\d\b",
    re.IGNORECASE,
)


def _kind_of_words(words: str) -> str:
    found = _CODE.search(words)
    if found:
        return kind_of_status(int(found[1]))
    if re.search(r"not ?found|nosuch|no such|does not exist|no route|unknown path", words, re.IGNORECASE):
        return "not_found"
    if re.search(r"denied|forbidden|unauthor|permission", words, re.IGNORECASE):
        return "forbidden"
    if re.search(r"upstream|gateway|backend|refused|timed? ?out", words, re.IGNORECASE):
        return "gateway"
    if re.search(r"exception|trace|undefined|sql|database", words, re.IGNORECASE):
        return "app_crash"
    return "server_error"
