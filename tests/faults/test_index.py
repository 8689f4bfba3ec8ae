"""The index of all pages, for people and for programs."""

from pagestate.faults.catalog import PAGES
from pagestate.faults.model import Ports
from pagestate.states import PageState

from .site import visiting


async def test_the_index_lists_every_page_with_its_verdict_and_address() -> None:
    async with visiting() as visitor:
        answer = await visitor.client.get("http://127.0.0.1:8765/")
    text = answer.text
    assert answer.status_code == 200
    for page in PAGES:
        assert f'<li id="{page.id}"' in text
    assert 'href="http://haldenbank.localhost:8765/konto/umsaetze"' in text
    assert text.count("<section") == len(PageState)


async def test_the_index_has_a_name_of_its_own() -> None:
    async with visiting() as visitor:
        hosts = ("127.0.0.1", "localhost", "faults.localhost")
        texts = {(await visitor.client.get(f"http://{host}:8765/")).text for host in hosts}
    assert len(texts) == 1


async def test_the_index_loads_nothing() -> None:
    """It must work without a network, as the pages do."""
    async with visiting() as visitor:
        text = (await visitor.client.get("http://127.0.0.1:8765/")).text
    assert "<link" not in text
    assert "src=" not in text


async def test_programs_get_the_catalogue() -> None:
    async with visiting(scale=0.5) as visitor:
        data = (await visitor.client.get("http://127.0.0.1:8765/catalog.json")).json()
    assert data["count"] == len(PAGES) == len(data["pages"])
    assert data["scale"] == 0.5
    row = next(one for one in data["pages"] if one["id"] == "gate-consent-reject")
    assert row["state"] == "interstitial"
    assert row["kind"] == "consent"
    assert row["steps"] == ["dismiss", "done"]
    assert row["final_state"] == "content"
    assert row["url"] == "http://kornblume-garten.localhost:8765/zwiebeln"


async def test_other_paths_of_the_index_are_not_found() -> None:
    async with visiting() as visitor:
        assert (await visitor.client.get("http://127.0.0.1:8765/none")).status_code == 404


def test_addresses_say_where_each_page_is_served() -> None:
    ports = Ports(port=1080, tls_port=1443, closed_port=1009)
    urls = {page.id: ports.url_of(page) for page in PAGES}
    assert urls["network-dns"] == "http://www.lindenhof-verlag.invalid/buecher"
    assert urls["network-refused"] == "http://quiet-tidewater.localhost:1009/"
    assert urls["network-tls-expired"] == "https://weizenkorn.localhost:1443/"
    assert urls["network-tls-plain"] == "https://plain-tidewater.localhost:1080/"
    assert urls["auth-login"] == "http://app-slatework.localhost:1080/boards/48"
    assert urls["c18"] == "http://shop.test/a?ref=1"
