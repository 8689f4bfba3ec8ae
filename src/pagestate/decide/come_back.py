"""When a site asks to be visited again: by header, by refresh, or in its own words."""

import json
import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from importlib import resources

from pagestate.decide.model import ComeBack
from pagestate.facts.model import Facts

__all__ = ["LONGEST_S", "come_back_of", "stated_in_words"]

LONGEST_S = 30 * 24 * 3600.0
"""A stated time beyond this is taken for a mistake, or for another day than meant."""
_EPOCH_FLOOR = 1_000_000_000
"""A number of seconds above this is a Unix time and not a wait."""

_UNITS: tuple[tuple[str, int], ...] = (
    (r"s(?:ec(?:ond[eoai]?s?)?)?|secondes?|segundos?|sekund\w*|secondi|secondo|seconden|сек\w*|saniye|秒|초", 1),
    (
        (
            r"min(?:ute[ns]?|uti|uto|utos|utter|uuttia|ut|uty|uta)?|minut\w*|мин\w*|хв\w*|dakika|perc\w*|λεπτ\w*|"
            r"分钟?|分鐘|分|분|phút|menit|דקות|دقيقة|دقائق|دقیقه|मिनट"
        ),
        60,
    ),
    (
        (
            r"h(?:ours?|rs?|eures?)?|stunden?|horas?|or[ae]|uur|godzin\w*|час\w*|годин\w*|saat|hodin\w*|óra|"
            r"timm\w*|time[rn]?|tunti\w*|ώρ\w*|小时|小時|時間|시간|giờ|jam|שעות|ساعة|ساعات|ساعت|घंटे"
        ),
        3600,
    ),
)
_LEADS = (
    r"(?:back|return|online|available|again|until|till|by|at|approximately|about|completion|estimated|wait|in|"
    r"wieder|bis|gegen|um|ca\.?|ungefähr|voraussichtlich|jusqu['’]à|vers|à|retour|hasta|las|a las|de vuelta|"
    r"regres\w*|volver\w*|"
    r"até|às|por volta|volta\w*|fino|alle|entro|torn\w*|tot|om|rond|terug|do|około|godz\w*|o|до|в|около|через|"
    r"kadar|saat|まで|頃|约|至|到|까지|v|körül|kl\.?|klo|asti|στις|έως|la ora|până|către|wait(?:ing)?|attente|espera|"
    r"attesa|wachttijd)"
)
_CLOCK = re.compile(
    rf"(?<![\w:]){_LEADS}\s*:?\s*(?:um\s+|at\s+|the\s+|les\s+|las\s+|kl\.?\s+)?(\d{{1,2}})(?::|h|"
    rf"\.(?=\d\d\s*(?:uhr|uur|kl|час))|時|点|點|시)\s?(\d{{2}})?(?::(\d\d))?(?:分|분)?\s*(a\.?m\.?|p\.?m\.?)?\s*(utc|"
    rf"gmt|z|cet|cest|est|edt|pst|pdt|bst|msk|jst|ist)?(?![\w:])",
    re.IGNORECASE,
)
_CLOCK_AFTER = re.compile(r"(\d{1,2})[:時点點시]\s?(\d{2})?分?\s*(?:まで|頃|に再開|に復旧|恢复|前|까지|以前)")
_CLOCK_12 = re.compile(
    rf"(?<![\w:]){_LEADS}\s*:?\s*(\d{{1,2}})\s*(a\.?m\.?|p\.?m\.?)\s*(utc|gmt|est|edt|pst|pdt|cet|cest|bst)?(?![\w:])",
    re.IGNORECASE,
)
_ISO = re.compile(
    r"(?<!\d)(20\d\d-[01]\d-[0-3]\d)[T ]([0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-][0-2]\d:?[0-5]\d)?",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"(?<![\d.,:A-Za-z])(\d{1,4})(?:\s*(?:-|–|to|bis|à|a|tot|до)\s*(\d{1,4}))?\s*(?:"
    + "|".join(f"({pattern})" for pattern, _ in _UNITS)
    + r")(?![A-Za-z])",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"back|return|again|complet|approximately|estimated|wait|retry|available|in about|wieder|warte|dauer|"
    r"voraussichtlich|retour|attente|"
    r"patient|disponible|vuelta|vuelv|volver|espera|intente|retorn|volta|aguarde|tente|torn|attesa|riprov|wacht|"
    r"terug|opnieuw|beschikbaar|"
    r"poczek|wróc|dostępn|верн|через|подожд|ожидан|доступ|повер|зачек|bekle|dön|tekrar|後|待ち|程度|再|稍后|稍後|等待|恢复|恢復|"
    r"후|대기|다시|chờ|tunggu|kembali|vrát|počkej|vissza|várj|tillbaka|vänta|tilbage|vent|tilbake|palaa|odota|"
    r"επιστρ|reven|aștept|върн|изчак|עוד|نعود|انتظر|دیگر",
    re.IGNORECASE,
)
_ZONES = {
    "utc": 0,
    "gmt": 0,
    "z": 0,
    "cet": 60,
    "cest": 120,
    "est": -300,
    "edt": -240,
    "pst": -480,
    "pdt": -420,
    "bst": 60,
    "msk": 180,
    "jst": 540,
    "ist": 330,
}


def come_back_of(facts: Facts, *, states_time: bool, waits: bool) -> ComeBack | None:
    """Return when to come back, or None.

    `states_time`: whether the page's own words may say so (maintenance, a queue, an error).
    `waits`: whether its refresh is the wait (a waiting room).

    Times are measured against the answer's own `Date`, else against the time of the capture, so that
    a wrong clock on either side does not matter. What cannot be read, is negative or lies in the past
    counts as not said.
    """
    now = _now_of(facts)
    for seconds, source in _stated(facts, now, states_time=states_time, waits=waits):
        if seconds is not None and math.isfinite(seconds) and 0 < seconds <= LONGEST_S:
            return ComeBack(after_s=float(max(1, math.ceil(seconds - 1e-9))), source=source)
    return None


def stated_in_words(facts: Facts) -> bool:
    """Whether the page itself says when it will be back, or from when until when it is away."""
    return _window(facts.text[:3000]) or any(
        seconds is not None and math.isfinite(seconds) and 0 < seconds <= LONGEST_S
        for seconds, _ in _in_words(facts, _now_of(facts))
    )


_TIME = r"\d{1,2}(?:[:.h時点]\s?\d{2}|\s?[ap]\.?m\.?|\s?(?:uhr|uur|h\b|時|点|點|시))"
_WINDOW = re.compile(
    r"\d{1,2}(?:[:.h]\d{2})?\s?(?:[ap]\.?m\.?|uhr|uur|h|時|点|點|시)?\s?(?:-|–|—|〜|～|to|until|till|bis|à|"
    r"jusqu['’]à|a las|"
    r"hasta|às|até|a|alle|tot|do|до|ile|から|至|到|부터|och|til|asti)\s?(?:las\s|le\s)?"
    rf"{_TIME}",
    re.IGNORECASE,
)


def _window(text: str) -> bool:
    """Whether a line names the hours between which something happens, such as `2:00 to 6:00`."""
    return _WINDOW.search(text) is not None


def _now_of(facts: Facts) -> datetime | None:
    date = _http_date(facts.capture.header("date"))
    if date is not None:
        return date
    if facts.capture.captured_at:
        return _iso(facts.capture.captured_at)
    return None


def _stated(
    facts: Facts, now: datetime | None, *, states_time: bool, waits: bool
) -> Iterator[tuple[float | None, str]]:
    capture = facts.capture
    value = capture.header("retry-after")
    if value is not None:
        yield _delay(value, now), "header retry-after"
    if capture.status is not None and capture.status >= 400:
        for name in ("x-ratelimit-reset", "ratelimit-reset", "x-rate-limit-reset", "x-ratelimit-reset-after"):
            value = capture.header(name)
            if value is not None:
                yield _delay(value, now), f"header {name}"
    if waits and facts.refresh is not None:
        yield facts.refresh.delay_s, f"{facts.refresh.where} refresh"
    if states_time:
        yield from _in_words(facts, now)


def _delay(value: str, now: datetime | None) -> float | None:
    """Read seconds, a Unix time, or a date; all as seconds from `now`."""
    text = value.strip()
    if re.fullmatch(r"\d{1,17}(?:\.\d+)?", text):
        number = float(text)
        if number < _EPOCH_FLOOR:
            return number
        if now is None:
            return None
        if number > 1e11:
            number /= 1000
        return number - now.timestamp()
    date = _http_date(text) or _iso(text)
    return (date - now).total_seconds() if date is not None and now is not None else None


def _http_date(value: str | None) -> datetime | None:
    if not value:
        return None
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def _iso(value: str) -> datetime | None:
    try:
        date = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def _in_words(facts: Facts, now: datetime | None) -> Iterator[tuple[float | None, str]]:
    if facts.tree is not None and now is not None:
        for element in facts.tree.css("time[datetime]")[:10]:
            date = _iso(element.attributes.get("datetime") or "")
            if date is not None and date > now:
                yield (date - now).total_seconds(), f"time element: {element.attributes.get('datetime')}"
    yield from _in_data(facts, now)
    text = facts.text[:3000]
    if now is not None:
        for found in _ISO.finditer(text):
            zone = (found[3] or "").upper()
            date = _iso(f"{found[1]}T{found[2]}{'+00:00' if zone in ('', 'Z', 'UTC', 'GMT') else zone}")
            if date is not None and date > now:
                yield (date - now).total_seconds(), f"text: {found[0]}"
        yield from _clock(text, now)
    yield from _durations(text)


_WAIT_KEY = re.compile(
    r"^(?:retry_?after(?:_?s(?:econds?|ecs?)?)?|wait(?:_?s(?:econds?)?)?|seconds_?(?:left|remaining)|eta_?s(?:econds?)?)$"
)
_END_KEY = re.compile(
    r"^(?:until|ends?_?(?:at|time|on)?|back_?at|available_?at|scheduled_?(?:end|until)|expected_?(?:end|completion|back)|"
    r"estimated_?(?:end|completion)|resumes?_?at|maintenance_?(?:end|until)|next_?(?:try|retry|attempt)_?at|eta)$"
)


def _in_data(facts: Facts, now: datetime | None) -> Iterator[tuple[float | None, str]]:
    """What a JSON answer tells programs, at its top and one level below."""
    value = facts.json
    if not isinstance(value, dict):
        return
    inner = [item for item in value.values() if isinstance(item, dict)]
    for mapping in (value, *inner):
        for key, item in mapping.items():
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(key)).lower().replace("-", "_")
            if isinstance(item, bool) or not isinstance(item, int | float | str):
                continue
            if _WAIT_KEY.match(name) or _END_KEY.match(name):
                yield _delay(str(item), now), f"json: {key}"


def _clock(text: str, now: datetime) -> Iterator[tuple[float | None, str]]:
    for pattern in (_CLOCK, _CLOCK_AFTER, _CLOCK_12):
        for found in pattern.finditer(text):
            if _another_day(text, found.start(), found.end(), now):
                continue
            groups = found.groups()
            hour = int(groups[0])
            if pattern is _CLOCK_12:
                minute, second, half, zone = 0, 0, groups[1], groups[2]
            elif pattern is _CLOCK:
                minute, second, half, zone = int(groups[1] or 0), int(groups[2] or 0), groups[3], groups[4]
            else:
                minute, second, half, zone = int(groups[1] or 0), 0, None, None
            if half:
                hour = hour % 12 + (12 if half.lower().startswith("p") else 0)
            if hour > 23 or minute > 59 or second > 59:
                continue
            offset = _ZONES.get((zone or "").lower(), 0)
            moment = now.astimezone(UTC).replace(hour=hour, minute=minute, second=second, microsecond=0) - timedelta(
                minutes=offset
            )
            seconds = (moment - now).total_seconds() % 86400
            begun = _BEGINS.search(text[max(0, found.start() - 16) : found.start()])
            if begun is not None:
                length = (60 * hour + minute - 60 * int(begun[1]) - int(begun[2] or 0)) % 1440
                if seconds > 60 * length:
                    # The hours that it names are not the ones that we are in.
                    continue
            if 0 < seconds <= 43200:
                yield seconds, f"text: {' '.join(found[0].split())}"


_BEGINS = re.compile(r"(?<![\d:.])(\d{1,2})(?:[:.h時点](\d{2})?)?\s*(?:uhr|uur|h|分)?\s*$", re.IGNORECASE)


def _another_day(text: str, start: int, end: int, now: datetime) -> bool:
    """Whether the sentence around a time of day names a day that is not today.

    What is told of another day says nothing about the end of what goes on now.
    """
    line = text[max(text.rfind("\n", 0, start), start - 120) + 1 : end + 60].split("\n")[0].lower()
    words = set(_LETTERS.findall(line))
    named = {day for day, names in enumerate(_weekdays()) if names & words}
    return bool(named) and now.astimezone(UTC).weekday() not in named


_LETTERS = re.compile(r"[^\W\d_]+|[月火水木金土日]曜日?|(?:星期|周|週)[一二三四五六日天]|[월화수목금토일]요일")


@lru_cache(maxsize=1)
def _weekdays() -> tuple[frozenset[str], ...]:
    data = json.loads((resources.files("pagestate.decide") / "weekdays.json").read_text(encoding="utf-8"))
    return tuple(frozenset(names) for names in data["days"])


def _durations(text: str) -> Iterator[tuple[float | None, str]]:
    for line in text.splitlines():
        if len(line) > 600 or not _WAITS.search(line):
            continue
        for found in _DURATION.finditer(line):
            number = max(int(found[1]), int(found[2] or 0))
            for index, (_, unit) in enumerate(_UNITS):
                if found[index + 3]:
                    yield float(number * unit), f"text: {' '.join(found[0].split())}"
                    break
