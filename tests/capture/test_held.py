"""Going on to wait on the page of the visit before."""

import asyncio

import pytest

from pagestate.capture import held
from tests.capture.conftest import Looker, Site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LATE = "<div id=d></div><script>setTimeout(()=>{d.innerHTML='<h1>Ready</h1>'},2600)</script>"


async def test_a_retry_goes_on_where_the_page_is_at_work(look: Looker, site: Site) -> None:
    """The page is asked for once, and ready after its own time, not after that time anew."""
    site.put("/", LATE)
    first = await look("/", patience=0.5, may_go_on=True)
    assert first.settling is not None
    assert not first.settling.settled
    second = await look("/", patience=4.0, go_on=True)
    assert second.text == "Ready"
    assert second.settling is not None
    assert second.settling.settled
    assert any("waited on" in note for note in second.notes)
    assert len(site.asks("/")) == 1
    assert second.captured_at == first.captured_at


async def test_a_page_is_kept_only_for_one_who_may_come(look: Looker, site: Site) -> None:
    site.put("/", LATE)
    await look("/", patience=0.5)
    await look("/", patience=0.5, go_on=True)
    assert len(site.asks("/")) == 2


async def test_another_visitor_never_gets_the_page(look: Looker, site: Site) -> None:
    site.put("/", LATE)
    await look("/", patience=0.5, may_go_on=True)
    await look("/", patience=0.5, go_on=True, key=look.key + "-other")
    assert len(site.asks("/")) == 2


async def test_a_ring_with_nothing_behind_it_is_loaded_anew(look: Looker, site: Site) -> None:
    site.put("/", "<div class=spinner style='width:40px;height:40px'></div><script></script>")
    await look("/", patience=0.5, may_go_on=True)
    await look("/", patience=0.5, go_on=True)
    assert len(site.asks("/")) == 2


async def test_a_page_that_nobody_comes_back_to_is_let_go(
    look: Looker, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held, "HELD_S", 0.05)
    site.put("/", LATE)
    await look("/", patience=0.5, may_go_on=True)
    room = look.backend._rooms[(look.key, "")]  # type: ignore[union-attr]
    assert room.users == 1
    for _ in range(100):
        if room.users == 0 and not room.context.pages:
            break
        await asyncio.sleep(0.05)
    assert (room.users, room.context.pages) == (0, [])
    await look("/", patience=0.5, go_on=True)
    assert len(site.asks("/")) == 2


async def test_no_more_than_a_few_pages_are_kept(look: Looker, site: Site) -> None:
    paths = [f"/{number}" for number in range(held.MAX_HELD + 1)]
    for path in paths:
        site.put(path, LATE.replace("2600", "60000" if path == paths[0] else "9000"))
    for path in paths:
        await look(path, patience=0.2, may_go_on=True)
    await look(paths[-1], patience=0.2, go_on=True)
    await look(paths[0], patience=0.2, go_on=True)
    assert [len(site.asks(path)) for path in (paths[-1], paths[0])] == [1, 2]
