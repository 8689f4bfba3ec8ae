"""Which addresses belong together."""

import pytest

from pagestate.facts.addresses import address_of, host_of, path_key, registrable_domain, same_site


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.shop.co.uk", "shop.co.uk"),
        ("a.b.shop.test", "shop.test"),
        ("someone.github.io", "someone.github.io"),
        ("www.shop.localhost", "shop.localhost"),
        ("shop.localhost", "shop.localhost"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("münchen.de", "xn--mnchen-3ya.de"),
        ("co.uk", "co.uk"),
        (None, None),
    ],
)
def test_the_part_that_somebody_registered(host: str | None, domain: str | None) -> None:
    assert registrable_domain(host) == domain


def test_names_that_only_look_alike_are_strangers() -> None:
    assert same_site("www.shop.test", "shop.test")
    assert not same_site("shop.test.evil.test", "shop.test")
    assert not same_site("one.localhost", "two.localhost")
    assert not same_site(None, None)


def test_addresses_are_taken_apart() -> None:
    address = address_of("HTTPS://Shop.test:443/A?b=1")
    assert address is not None
    assert (address.scheme, address.host, address.port, address.path, address.query) == (
        "https",
        "shop.test",
        None,
        "/A",
        "b=1",
    )
    for broken in (None, "", "nonsense", "http://[", "http://x:99999999/"):
        assert host_of(broken) is None


@pytest.mark.parametrize("path", ["/a", "/a/", "/A", "//a", "/en/a", "/pt-BR/a", "/a/index.html", "/a.php", "/%61"])
def test_harmless_changes_of_a_path(path: str) -> None:
    assert path_key(path) == "/a"


def test_the_start_page_has_one_key() -> None:
    assert {path_key(path) for path in ("", "/", "/index.html", "/de", "/de/")} == {"/"}
