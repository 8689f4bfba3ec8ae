"""Which hosts belong to a session, and where a name leads."""

import pytest

from pagestate.capture.backend import Session
from pagestate.capture.hosts import Resolver, browser_args_from_environment, host_matches, host_of, is_loopback
from pagestate.capture.redact import cookie_names, redact_header, redact_url
from pagestate.capture.session import fingerprint, scoped_cookies


@pytest.mark.parametrize(
    ("host", "patterns", "fits"),
    [
        ("a.test", ("a.test",), True),
        ("A.TEST.", ("a.test",), True),
        ("b.a.test", ("a.test",), False),
        ("b.a.test", ("*.a.test",), True),
        ("c.b.a.test", ("*.a.test",), True),
        ("a.test", ("*.a.test",), False),
        ("xa.test", ("*.a.test", "a.test"), False),
        ("a.test.evil.test", ("a.test", "*.a.test"), False),
        ("", ("",), False),
    ],
)
def test_hosts_of_a_session(host: str, patterns: tuple[str, ...], fits: bool) -> None:
    assert host_matches(host, patterns) is fits


def test_rules_are_read_as_the_browser_reads_them() -> None:
    rules = "MAP *.test:443 127.0.0.1:2, MAP *.test 127.0.0.1:1, EXCLUDE real.test"
    args = browser_args_from_environment({"PAGESTATE_BROWSER_ARGS": f'--host-resolver-rules="{rules}" --x'})
    assert args[-1] == "--x"
    resolver = Resolver.of({"mine.test": "[::1]:9", "gone.test": "~NOTFOUND"}, args)
    assert resolver.lookup("a.test", 443) == ("127.0.0.1", 2)
    assert resolver.lookup("a.test", 80) == ("127.0.0.1", 1)
    assert resolver.lookup("real.test", 80) == ("real.test", 80)
    assert resolver.lookup("mine.test", 80) == ("::1", 9)
    assert resolver.lookup("gone.test", 80) is None
    assert resolver.lookup("deep.localhost", 81) == ("127.0.0.1", 81)
    assert resolver.lookup("else.where", 81) == ("else.where", 81)


@pytest.mark.parametrize(
    ("host", "yes"),
    [("localhost", True), ("a.localhost", True), ("127.0.0.9", True), ("[::1]", True), ("localhost.test", False)],
)
def test_loopback(host: str, yes: bool) -> None:
    assert is_loopback(host) is yes


def test_host_of_broken_addresses_is_empty() -> None:
    assert host_of("http://[bad/") == ""
    assert host_of("http://Ex.test:80/x") == "ex.test"


def test_secrets_are_cut_and_names_kept() -> None:
    assert redact_header("Set-Cookie", "sid=abc; HttpOnly") == "sid=***; HttpOnly"
    assert redact_header("Authorization", "Bearer x") == "***"
    assert redact_header("X", "sid=abc") == "sid=abc"
    assert redact_url("http://u:p@h.test:1/x?a=b@c") == "http://h.test:1/x?a=b@c"
    assert cookie_names((("set-cookie", "a=1"), ("Set-Cookie", "b=2; Path=/"), ("set-cookie", "a=3"))) == ("a", "b")


def cookie(domain: str) -> dict[str, str]:
    return {"name": "c", "value": "v", "domain": domain, "path": "/"}


@pytest.mark.parametrize(
    ("domain", "hosts", "kept"),
    [
        ("a.test", ("a.test",), ["a.test"]),
        ("b.test", ("a.test",), []),
        (".a.test", ("a.test",), ["a.test"]),
        (".a.test", ("www.a.test",), ["www.a.test"]),
        (".a.test", ("*.a.test",), [".a.test"]),
        (".a.test", ("*.b.a.test",), [".b.a.test"]),
        (".a.test", ("b.test",), []),
        ("www.a.test", ("a.test",), []),
        (".test", ("a.test", "b.test"), ["a.test", "b.test"]),
    ],
)
def test_cookies_are_narrowed_to_the_hosts_of_the_session(domain: str, hosts: tuple[str, ...], kept: list[str]) -> None:
    session = Session(name="s", hosts=hosts, cookies=(cookie(domain),))
    assert [entry["domain"] for entry in scoped_cookies(session, "http://a.test/")] == kept


def test_a_session_without_hosts_belongs_to_the_host_of_the_page() -> None:
    session = Session(name="s", cookies=(cookie("a.test"), {"name": "d", "value": "1"}))
    assert [entry["name"] for entry in scoped_cookies(session, "http://a.test/x")] == ["c", "d"]
    assert [entry["name"] for entry in scoped_cookies(session, "http://b.test/x")] == ["d"]


def test_the_fingerprint_tells_sessions_apart_without_telling_them() -> None:
    one = fingerprint(Session(name="s", password="hunter22"))
    assert one != fingerprint(Session(name="s", password="hunter23"))
    assert "hunter22" not in one
    assert fingerprint(None) == ""
