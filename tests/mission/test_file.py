"""Mission files: what they mean, and what is said when they are wrong."""

from pathlib import Path

import pytest

from pagestate.errors import ConfigurationError
from pagestate.mission.file import EXAMPLE, load, schema
from pagestate.mission.plan import MissionFile, Page
from pagestate.states import PageState, RecoveryAction


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "pagestate.yaml"


def read(path: Path, text: str, *, environment: str | None = None, **env: str) -> MissionFile:
    path.write_text(text, encoding="utf-8")
    return load(path, environment=environment, env=env)


def complaints(path: Path, text: str, *, environment: str | None = None, **env: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        read(path, text, environment=environment, **env)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines() if line.startswith(str(path))]


def one(path: Path, page: str, *, top: str = "", environment: str | None = None, **env: str) -> Page:
    text = f"{top}\nmissions:\n  - name: m\n    pages:\n      - {page}\n"
    (found,) = read(path, text, environment=environment, **env).pages
    return found


BASE = "environments: {test: {base_url: 'http://shop.test'}}"


def test_the_example_loads_and_uses_what_it_explains(written: Path) -> None:
    found = read(written, EXAMPLE, environment="staging")
    start, orders, health = found.pages
    assert [page.url for page in found.pages] == [
        "https://staging.example.com/",
        "https://staging.example.com/account/orders",
        "https://staging.example.com/health",
    ]
    assert start.strategies.of(PageState.GOAL_FAILED, "expectation").settle_for_s == 120.0
    assert start.strategies.of(PageState.GOAL_ACHIEVED, None).hits_in_a_row == 3
    assert start.consent == "reject"
    assert orders.goal is not None
    assert orders.goal.expectations[0].operand == r"Order #\d+"
    assert orders.auth is not None
    assert orders.auth.session.storage_state == written.parent / ".pagestate/auth/shopper.json"
    assert orders.auth.check_url == "https://staging.example.com/account"
    assert orders.strategies.of(PageState.ERROR_PAGE, "not_found").action is RecoveryAction.MARK_AS_FAILED
    assert health.strategies.of(PageState.GOAL_FAILED, "expectation").max_retries == 2


def test_an_empty_file_has_no_pages(written: Path) -> None:
    assert read(written, "").pages == ()
    assert read(written, "missions: []").pages == ()
    assert read(written, "missions: [{name: a}]").pages == ()


def test_a_page_may_be_an_address_alone(written: Path) -> None:
    page = one(written, "http://shop.test/a")
    assert (page.url, page.goal, page.id) == ("http://shop.test/a", None, "m-a")


def test_base_url_keeps_its_path(written: Path) -> None:
    top = "environments: {test: {base_url: 'http://shop.test/app/'}}"
    assert one(written, "{open: /cart}", top=top).url == "http://shop.test/app/cart"
    assert one(written, "{open: 'http://other.test/'}", top=top).url == "http://other.test/"


def test_ids_are_unique_and_given_ids_are_kept(written: Path) -> None:
    found = read(written, f"{BASE}\nmissions: [{{name: m, pages: [/a, /a, {{url: /b, id: m-a-2}}]}}]")
    assert [page.id for page in found.pages] == ["m-a", "m-a-3", "m-a-2"]


def test_the_nearest_word_wins(written: Path) -> None:
    text = """
environments: {test: {base_url: 'http://shop.test'}}
defaults: {timeout: 1s, consent: accept, deadline: 5m, on: {captcha: skip_page, maintenance: {wait: 10s}}}
missions:
  - name: m
    timeout: 2s
    deadline: 1m
    on: {captcha: mark_as_failed}
    pages:
      - {url: /a, timeout: 3s, on: {captcha.challenge: alert_human}}
      - /b
"""
    found = read(written, text)
    a, b = found.pages
    assert (a.timeout_s, b.timeout_s, a.consent) == (3.0, 2.0, "accept")
    assert (a.deadline_s, found.missions[0].deadline_s) == (300.0, 60.0)
    assert a.strategies.of(PageState.CAPTCHA, "challenge").action is RecoveryAction.ALERT_HUMAN
    assert b.strategies.of(PageState.CAPTCHA, "challenge").action is RecoveryAction.MARK_AS_FAILED
    assert b.strategies.of(PageState.MAINTENANCE, "scheduled").wait_s == 10.0


def test_the_environment_fills_in(written: Path) -> None:
    page = one(written, "{url: '${BASE}/x', goal: 'costs $$5 or ${PRICE:-10 EUR}'}", BASE="http://a.test")
    assert page.url == "http://a.test/x"
    assert page.goal is not None
    assert page.goal.text == "costs $5 or 10 EUR"


def test_what_came_from_the_environment_is_secret(written: Path) -> None:
    text = (
        "auth: {me: {password: '${PASSWORD}', headers: {authorization: Bearer abc}}}\n"
        "missions: [{name: m, pages: [{url: 'http://a.test', auth: me}]}]"
    )
    found = read(written, text, PASSWORD="hunter2")
    assert set(found.secrets) == {"hunter2", "Bearer abc"}
    assert "hunter2" not in repr(found)
    assert "Bearer" not in repr(found)


def test_headers_of_an_environment_go_to_its_host_only(written: Path) -> None:
    top = "environments: {test: {base_url: 'http://shop.test', headers: {x-preview: t}}}"
    session = one(written, "/a", top=top).session
    assert session is not None
    assert (session.hosts, session.headers) == (("shop.test",), {"x-preview": "t"})
    assert one(written, "http://other.test/", top=top).session is None


def test_headers_of_an_environment_never_reach_the_hosts_of_a_profile(written: Path) -> None:
    text = """environments: {test: {base_url: 'http://shop.test', headers: {x-preview: t}}}
auth: {me: {cookies: {sid: '1'}, hosts: [shop.test, id.test]}}
missions:
  - name: m
    pages:
      - {url: /a, auth: me}
"""
    (told,) = complaints(written, text)
    assert told.startswith("6: the environment's headers must not go to id.test")


def test_cookies_are_bound_to_the_hosts_of_their_profile(written: Path) -> None:
    page = one(written, "{url: 'http://shop.test/a', auth: me}", top="auth: {me: {cookies: {sid: '1'}}}")
    assert page.auth is not None
    assert page.auth.session.cookies == ({"name": "sid", "value": "1", "domain": "shop.test", "path": "/"},)


def test_every_mistake_is_told_at_once_with_its_line(written: Path) -> None:
    text = """defaults: {timout: 3s, consent: rejct}
environmnts: {}
missions:
  - name: m
    pages:
      - url: http://a.test
        expct: a
        on:
          captha: skip_page
          error_page.not_fond: skip_page
          maintenance:
            wiat: 3s
            action: wait_for_sit
            then: done
        timeout: 3
      - goal: 3
        url: http://a.test
      - 4
"""
    told = complaints(written, text)
    expected = [
        '1: "rejct" is not possible for consent; did you mean "reject"?',
        '1: unknown key "timout"; did you mean "timeout"?',
        '2: unknown key "environmnts"; did you mean "environments"?',
        '7: unknown key "expct"; did you mean "expect"?',
        '9: unknown state or kind "captha"; did you mean "captcha"?',
        '10: unknown state or kind "error_page.not_fond"; did you mean "error_page.not_found"?',
        '12: unknown key "wiat"; did you mean "wait"?',
        '13: "wait_for_sit" is not possible for action; did you mean "wait_for_site"?',
        '14: then: "done" does not end a page; use alert_human, mark_as_failed, skip_page or abort_mission',
        '15: timeout: 3 is not a duration such as 30s, 2m or 500ms; write "3s" if seconds are meant',
        "16: goal: must be a valid string",
        "18: 2 must hold keys with values",
    ]
    assert told == expected


def test_what_only_shows_when_resolved_is_told_at_once_too(written: Path) -> None:
    text = """auth: {shopper: {check: 'text ~ "("'}}
missions:
  - name: m
    pages:
      - url: ftp://x
      - url: /x
        expect: titel == x
        auth: shoper
      - goal: a
      - {url: 'http://a.test', open: 'http://a.test'}
      - {url: 'http://a.test', id: a}
      - {url: 'http://a.test', id: a}
"""
    told = complaints(written, text)
    assert told == [
        "1: expectation: not a regular expression: missing ), unterminated subpattern (column 9)",
        '5: "ftp://x" is not an http or https address',
        '6: "/x" is relative and there is no base_url; add an environment with a "base_url"',
        '7: expectation: unknown subject "titel"; did you mean "title"? (column 1)',
        '8: there is no auth profile "shoper"; did you mean "shopper"?',
        '9: the key "url" is missing',
        '10: "url" and "open" are the same; keep one',
        '12: the id "a" stands twice',
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a: [", "1: not YAML"),
        ("missions: []\nmissions: []", "2: not YAML: found duplicate key"),
        ("- a", "1: the file must hold keys with values"),
        ("missions: [{name: m, pages: ['${NOPE}/']}]", "1: the environment variable NOPE is not set"),
        ("missions: [{pages: []}]", '1: the key "name" is missing'),
        ("environments: {a: {base_url: a.test}}", '1: "a.test" is not an http or https address'),
        (
            'missions:\n - name: m\n   pages:\n   - url: http://a.test\n     expect: text ~ "a #1"',
            '5: expectation: this quote " is never closed (column 8); YAML takes ` #` for a comment',
        ),
    ],
)
def test_a_file_that_cannot_be_used(written: Path, text: str, reason: str) -> None:
    assert complaints(written, text)[0].startswith(reason)


def test_a_missing_file_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="there is no such file; `pagestate init` writes one"):
        load(tmp_path / "nope.yaml", env={})


def test_several_environments_ask_for_a_choice(written: Path) -> None:
    bases = "environments: {a: {base_url: 'http://a.test'}, b: {base_url: 'http://b.test'}}"
    text = f"{bases}\nmissions: [{{name: m, pages: [/x]}}]"
    assert "choose one with --env (a, b)" in complaints(written, text)[0]
    assert read(written, text, environment="b").pages[0].url == "http://b.test/x"
    (only,) = complaints(written, text, environment="c")
    assert 'there is no environment "c"' in only


def test_the_usual_environment_is_visited_unless_another_is_chosen(written: Path) -> None:
    """So that a file with several can be run by its name alone."""
    bases = "environments: {a: {base_url: 'http://a.test'}, b: {base_url: 'http://b.test'}}"
    text = f"defaults: {{environment: a}}\n{bases}\nmissions: [{{name: m, pages: [/x]}}]"
    assert read(written, text).pages[0].url == "http://a.test/x"
    assert read(written, text, environment="b").pages[0].url == "http://b.test/x"
    (only,) = complaints(written, text.replace("environment: a", "environment: aa"))
    assert '1: there is no environment "aa"' in only
    assert read(written, EXAMPLE).pages[0].url.startswith("https://staging.example.com/")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("missions: " + "[" * 3000 + "]" * 3000, "nested too deep", id="deep"),
        pytest.param("name: &a [*a]", "", id="alias-in-itself"),
        pytest.param(
            "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + "".join(
                f"{new}: &{new} [{','.join(['*' + old] * 10)}]\n"
                for old, new in zip("abcdefgh", "bcdefghi", strict=True)
            ),
            "aliases multiply",
            id="aliases",
        ),
        pytest.param("missions: !!python/object/apply:os.system [echo]", "", id="tag"),
        pytest.param(
            "environments: {e: {base_url: 'http://a.test', headers: {'a b': x}}}",
            "'a b' is no name of a header",
            id="header",
        ),
        pytest.param(
            'environments: {e: {base_url: "http://a.test", headers: {a: "x\\r\\nb: c"}}}',
            "no line breaks",
            id="header-value",
        ),
    ],
)
def test_a_hostile_file_is_refused_in_a_sentence(written: Path, text: str, reason: str) -> None:
    """No traceback, no endless expansion, nothing run."""
    assert reason in complaints(written, text)[0]


def test_merge_keys_and_tags_are_read(written: Path) -> None:
    """They have no line of their own; a mistake that came by one is told where it was merged."""
    text = f"{BASE}\nmissions:\n- name: !x m\n  pages:\n  - &p {{url: /a, timeout: 3s}}\n  - {{<<: *p, url: /b}}\n"
    assert [(page.url, page.timeout_s) for page in read(written, text).pages] == [
        ("http://shop.test/a", 3.0),
        ("http://shop.test/b", 3.0),
    ]
    assert complaints(written, text.replace("timeout: 3s", "timeot: 3s"))[-1].startswith(("6:", "5:"))


def test_thousands_of_like_problems_are_cut_short(written: Path) -> None:
    pages = "".join(f"\n    - /{number}" for number in range(3000))
    told = complaints(written, f"missions:\n- name: m\n  pages:{pages}\n")
    assert len(told) < 60
    assert told[-1] == " and 2960 more problems"


def test_tags_choose_pages_and_whole_missions(written: Path) -> None:
    text = """missions:
  - {name: a, tags: [smoke], pages: ['http://a.test/1']}
  - {name: b, pages: [{url: 'http://a.test/2', tags: [slow]}, 'http://a.test/3']}
"""
    found = read(written, text)
    assert [page.url[-1] for page in found.tagged(("smoke", "slow")).pages] == ["1", "2"]
    assert found.tagged(()) is found
    assert found.tagged(("none",)).pages == ()


def test_the_schema_describes_every_key_and_the_short_forms() -> None:
    told = schema()
    page = told["$defs"]["PageSpec"]["anyOf"]
    assert page[0] == {"type": "string"}
    assert {"url", "expect", "settle_for", "hits_in_a_row", "on"} <= set(page[1]["properties"])
    assert page[1]["additionalProperties"] is False
    assert told["properties"]["missions"]["items"] == {"$ref": "#/$defs/MissionSpec"}
    assert "wait_for_site" in told["$defs"]["StrategySpec"]["anyOf"][0]["enum"]
