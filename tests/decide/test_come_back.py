"""When a site asks to be visited again: headers, refreshes, and its own words in several languages."""

import pytest

from pagestate.decide.come_back import LONGEST_S, come_back_of, stated_in_words
from pagestate.evidence import Capture
from pagestate.facts import extract

NOON = ("date", "Mon, 30 Nov 2026 12:00:00 GMT")


def after(*headers: tuple[str, str], status: int = 429, date: bool = True) -> float | None:
    sent = (NOON, *headers) if date else headers
    found = come_back_of(
        extract(Capture(source="http", status=status, headers=sent, served_html="<p>Wait</p>")),
        states_time=False,
        waits=False,
    )
    return found.after_s if found else None


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("0.493", 1),
        ("1.2", 2),
        ("86400", 86400),
        ("Mon, 30 Nov 2026 12:00:40 GMT", 40),
        ("Monday, 30-Nov-26 12:01:00 GMT", 60),
        ("2026-11-30T12:02:00Z", 120),
        ("Mon, 30 Nov 2026 11:59:00 GMT", None),
        ("0", None),
        ("-5", None),
        ("soon", None),
        ("nan", None),
        ("NaN", None),
        ("inf", None),
        ("1e5", None),
        ("", None),
        ("99999999999999999", None),
    ],
)
def test_retry_after_in_all_its_forms(value: str, seconds: float | None) -> None:
    assert after(("retry-after", value)) == seconds


def test_dates_are_measured_against_the_answers_own_clock() -> None:
    assert (
        after(("date", "Mon, 30 Nov 2020 12:00:00 GMT"), ("retry-after", "Mon, 30 Nov 2020 12:00:30 GMT"), date=False)
        == 30
    )
    assert after(("retry-after", "Mon, 30 Nov 2026 12:00:30 GMT"), date=False) is None


@pytest.mark.parametrize(
    ("name", "value", "seconds"),
    [
        ("x-ratelimit-reset", "60", 60),
        ("x-ratelimit-reset", "1796040060", 60),
        ("x-ratelimit-reset", "1796040060000", 60),
        ("ratelimit-reset", "30", 30),
        ("x-ratelimit-reset", "1796039000", None),
    ],
)
def test_the_end_of_a_quota(name: str, value: str, seconds: float | None) -> None:
    assert after((name, value), status=403) == seconds


def test_the_end_of_a_quota_says_nothing_about_a_page_that_loaded() -> None:
    assert after(("x-ratelimit-reset", "60"), status=200) is None


def told(text: str) -> float | None:
    page = extract(Capture(source="http", status=503, headers=(NOON,), served_html=f"<h1>Closed</h1><p>{text}</p>"))
    found = come_back_of(page, states_time=True, waits=False)
    return found.after_s if found else None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("We will be back at 14:30 UTC.", 9000),
        ("We expect to be back by 2:30 pm GMT.", 9000),
        ("The portal is closed until 12:00:45 UTC.", 45),
        ("Back at 9 pm UTC.", 32400),
        ("Estimated completion: in approximately 30 minutes.", 1800),
        ("Please return in 2 hours.", 7200),
        ("Wir sind um 14:30 Uhr wieder da.", 9000),
        ("Wir sind voraussichtlich in 45 Minuten wieder erreichbar.", 2700),
        ("Le site sera de retour vers 14h30.", 9000),
        ("De retour dans 20 minutes.", 1200),
        ("Volveremos a las 14:30.", 9000),
        ("Vuelve en 15 minutos.", 900),
        ("Voltaremos às 14:30.", 9000),
        ("Torneremo online alle 14:30.", 9000),
        ("Terug om 14:30 uur.", 9000),
        ("Wrócimy około 14:30.", 9000),
        ("Сайт будет доступен в 14:30.", 9000),
        ("Сайт вернётся через 20 минут.", 1200),
        ("14:30まで停止しています。", 9000),
        ("約30分後に再開します。", 1800),
        ("预计30分钟后恢复。", 1800),
        ("Back on 2026-11-30T15:00:00Z.", 10800),
        ("<time datetime='2026-11-30T13:00:00+00:00'>one</time>", 3600),
        ("Founded in 1999, open since 14:30 on a Monday.", None),
        ("Call 020 7946 0018.", None),
        ("We never sleep.", None),
    ],
)
def test_a_time_that_the_page_states(text: str, seconds: float | None) -> None:
    assert told(text) == seconds


def test_the_refresh_of_a_queue_is_its_wait() -> None:
    page = extract(Capture(source="http", status=200, headers=(("refresh", "20"),), served_html="<h1>In line</h1>"))
    found = come_back_of(page, states_time=True, waits=True)
    assert found is not None
    assert (found.after_s, found.source) == (20, "header refresh")
    assert come_back_of(page, states_time=True, waits=False) is None


def test_waits_are_bounded() -> None:
    assert after(("retry-after", str(int(LONGEST_S) + 1))) is None
    assert after(("retry-after", str(int(LONGEST_S)))) == LONGEST_S


def said_at_noon(text: str) -> float | None:
    """What a page says at noon on a Monday."""
    found = come_back_of(
        extract(Capture(source="http", status=503, headers=(NOON,), served_html=f"<h1>Closed</h1><p>{text}</p>")),
        states_time=True,
        waits=False,
    )
    return found.after_s if found else None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Wir sind am Sonntag von 2:00 bis 6:00 Uhr nicht erreichbar.", None),
        ("Wartung am Montag von 11:00 bis 14:00 Uhr.", 7200),
        ("Fermé jeudi jusqu’à 14h00.", None),
        ("We are closed on Saturday until 16:00.", None),
        ("We are closed from 11:30 until 14:00.", 7200),
        ("Maintenance takes place from 14:00 until 16:00.", None),
    ],
)
def test_hours_of_another_day_or_of_later_say_nothing_of_now(text: str, seconds: float | None) -> None:
    """A time of day counts only where it ends what goes on now."""
    assert said_at_noon(text) == seconds


@pytest.mark.parametrize(
    "text", ["Am Sonntag von 2:00 bis 6:00 Uhr.", "Between 02:00 – 06:00.", "Lunes de 2:00 a 6:00", "2:00から6:00まで"]
)
def test_a_window_is_a_schedule_even_where_it_tells_no_wait(text: str) -> None:
    assert stated_in_words(extract(Capture(source="http", status=503, headers=(NOON,), served_html=f"<p>{text}</p>")))


@pytest.mark.parametrize(
    ("body", "seconds"),
    [
        ('{"error": "maintenance", "retry_after": 120}', 120),
        ('{"maintenance": true, "retryAfterSeconds": 90}', 90),
        ('{"error": {"code": "down", "until": "2026-11-30T12:10:00Z"}}', 600),
        ('{"maintenance": true, "endsAt": "2026-11-30T12:05:00Z"}', 300),
        ('{"maintenance": true, "until": "2026-11-30T11:05:00Z"}', None),
        ('{"maintenance": true, "retry_after": true}', None),
    ],
)
def test_json_tells_programs_when_to_come_back(body: str, seconds: float | None) -> None:
    headers = (NOON, ("content-type", "application/json"))
    facts = extract(Capture(source="http", status=503, headers=headers, served_html=body))
    found = come_back_of(facts, states_time=True, waits=False)
    assert (found.after_s if found else None) == seconds
