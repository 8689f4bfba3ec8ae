"""One browser for many visits: what is shared, what is not, and what happens when it breaks."""

import asyncio
import base64
import json
import sys
from pathlib import Path

import pytest

import pagestate
from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.browser import BrowserBackend
from pagestate.errors import BackendError, InputError
from tests.capture.conftest import Ask, Looker, Site, page, redirect, rules

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def count(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
    """A counter that hangs on a cookie."""
    cookie = ask.headers.get("cookie", "")
    seen = cookie.rpartition("n=")[2].partition(";")[0] if "n=" in cookie else "0"
    return page(f"<h1>visit {int(seen) + 1}</h1>", "200 OK", "text/html", f"Set-Cookie: n={int(seen) + 1}")


async def test_cookies_survive_retries_of_the_same_site(look: Looker, site: Site) -> None:
    site.put("/", count)
    assert [(await look("/")).text for _ in range(3)] == ["visit 1", "visit 2", "visit 3"]


async def test_a_fresh_visit_asks_over_a_new_connection_as_the_same_visitor(look: Looker, site: Site) -> None:
    """Behind one address an instance that is on its way out keeps the connections it has."""
    connections: list[int] = []

    async def tell(ask: Ask, writer: asyncio.StreamWriter) -> bytes:
        if ask.path == "/":
            connections.append(writer.get_extra_info("peername")[1])
        return await count(ask, writer)

    words = "<p id=p></p><script>p.textContent='was '+localStorage.x;localStorage.x=1</script>"
    site.put("/", tell)
    site.put("/store", words)
    await look("/store")
    texts = [(await look("/", fresh=number > 1)).text for number in range(4)]
    assert texts == ["visit 1", "visit 2", "visit 3", "visit 4"]
    assert connections[0] == connections[1]
    assert len(set(connections)) == 3
    assert (await look("/store", fresh=True)).text == "was 1"


async def test_other_site_keys_and_sessions_share_nothing(look: Looker, site: Site) -> None:
    site.put("/", count)
    site.put("/store", "<p id=p></p><script>p.textContent='was '+localStorage.x;localStorage.x=1</script>")
    await look("/")
    await look("/store")
    other = look.key + "-other"
    assert (await look("/", key=other)).text == "visit 1"
    assert (await look("/store", key=other)).text == "was undefined"
    assert (await look("/store")).text == "was 1"
    session = Session(
        name="alice", hosts=("app.test",), cookies=({"name": "x", "value": "1", "domain": "app.test", "path": "/"},)
    )
    assert (await look("/", session=session)).text == "visit 1"
    assert (await look("/")).text == "visit 2"


async def test_a_session_with_other_contents_is_another_session(look: Looker, site: Site) -> None:
    site.put("/", count)
    one = Session(name="a", headers={"X-Key": "1"})
    two = Session(name="a", headers={"X-Key": "2"})
    assert (await look("/", session=one)).text == "visit 1"
    assert (await look("/", session=two)).text == "visit 1"
    assert (await look("/", session=one)).text == "visit 2"


async def test_session_headers_reach_their_hosts_alone_redirects_included(look: Looker, site: Site) -> None:
    site.put("app.test/start", redirect("http://other.test/middle"))
    site.put("other.test/middle", redirect("http://app.test/end"))
    site.put("app.test/end", "<h1>End</h1><img src='http://other.test/pixel'><img src='/own'>")
    session = Session(name="s", hosts=("app.test",), headers={"X-Token": "t0k3n"})
    capture = await look("http://app.test/start", session=session)
    assert capture.text == "End"
    sent = {(ask.host, ask.path): ask.headers.get("x-token") for ask in site.asked if "favicon" not in ask.path}
    assert sent == {
        ("app.test", "/start"): "t0k3n",
        ("other.test", "/middle"): None,
        ("app.test", "/end"): "t0k3n",
        ("other.test", "/pixel"): None,
        ("app.test", "/own"): "t0k3n",
    }
    assert "t0k3n" not in repr(capture)


async def test_session_cookies_and_storage_go_to_their_hosts_alone(look: Looker, site: Site, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    cookie = {"path": "/", "expires": -1, "httpOnly": False, "secure": False, "sameSite": "Lax"}
    state.write_text(
        json.dumps(
            {
                "cookies": [
                    {"name": "own", "value": "1", "domain": "app.test", **cookie},
                    {"name": "wide", "value": "1", "domain": ".test", **cookie},
                    {"name": "foreign", "value": "1", "domain": "other.test", **cookie},
                ],
                "origins": [
                    {"origin": "http://app.test", "localStorage": [{"name": "k", "value": "mine"}]},
                    {"origin": "http://other.test", "localStorage": [{"name": "k", "value": "theirs"}]},
                ],
            }
        )
    )
    body = "<p id=p></p><script>p.textContent=localStorage.k</script>"
    site.put("/", body)
    session = Session(name="s", hosts=("app.test",), storage_state=state)
    assert (await look("http://app.test/", session=session)).text == "mine"
    assert (await look("http://other.test/", session=session)).text == ""
    cookies = {ask.host: ask.headers.get("cookie", "") for ask in site.asks("/")}
    assert "own=1" in cookies["app.test"]
    assert cookies["other.test"] == ""


async def test_credentials_answer_a_challenge_of_their_hosts_alone(look: Looker, site: Site) -> None:
    async def guarded(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        if ask.headers.get("authorization"):
            return page("<h1>Inside</h1>")
        return page("", "401 Unauthorized", None, 'WWW-Authenticate: Basic realm="staging"')

    site.put("/", guarded)
    session = Session(name="s", hosts=("app.test",), username="me", password="pa55word")
    capture = await look("http://app.test/", session=session)
    assert (capture.status, capture.text) == (200, "Inside")
    assert site.asks("/")[-1].headers["authorization"] == "Basic " + base64.b64encode(b"me:pa55word").decode()
    assert "pa55word" not in repr(capture)
    assert (await look("http://other.test/", session=session)).status == 401
    assert not any("authorization" in ask.headers for ask in site.asks("/") if ask.host == "other.test")


async def test_wrong_credentials_end_at_the_401(look: Looker, site: Site) -> None:
    site.put("/", page("", "401 Unauthorized", None, 'WWW-Authenticate: Basic realm="staging"'))
    capture = await look("/", session=Session(name="s", username="me", password="wrong"))
    assert capture.status == 401
    assert len(site.asks("/")) <= 3


async def test_a_fresh_visit_goes_past_the_cache(look: Looker, site: Site) -> None:
    async def cached(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return page(f"<h1>{ask.number}</h1>", "200 OK", "text/html", "Cache-Control: max-age=600")

    site.put("/c", cached)
    assert (await look("/c")).text == "1"
    assert (await look("/c")).text == "1"
    assert (await look("/c", fresh=True)).text == "2"


async def test_exchanges_keep_data_errors_and_wrong_types(look: Looker, site: Site) -> None:
    site.put(
        "/",
        "<h1>App</h1><script src=/missing.js></script><script src=/chunk.js></script><img src=/fine.png>"
        "<script>fetch('/api/items',{method:'POST'});fetch('http://app.test:1/dead').catch(()=>0);"
        "console.error('went wrong');setTimeout(()=>{throw new Error('boom')},10)</script>",
    )
    site.put("/chunk.js", page("<h1>index</h1>", "200 OK", "text/html"))
    site.put("/fine.png", page(b"\x89PNG", "200 OK", "image/png"))
    site.put(
        "/api/items",
        page('{"error":"no"}', "502 Bad Gateway", "application/json", "Retry-After: 9", "Set-Cookie: s=secret7"),
    )
    capture = await look("/")
    by_path = {exchange.url.rpartition("/")[2]: exchange for exchange in capture.exchanges}
    assert by_path["missing.js"].status == 404
    assert (by_path["chunk.js"].status, by_path["chunk.js"].mime) == (200, "text/html")
    items = by_path["items"]
    assert (items.method, items.resource, items.status) == ("POST", "fetch", 502)
    assert items.body == '{"error":"no"}'
    assert items.headers["retry-after"] == "9"
    assert items.started_ms is not None
    assert items.finished_ms is not None
    assert "secret7" not in repr(capture)
    assert "net::ERR" in (by_path["dead"].failure or "")
    assert "fine.png" not in by_path
    levels = {(entry.level, entry.text.splitlines()[0]) for entry in capture.console}
    assert ("error", "went wrong") in levels
    assert any(level == "exception" and "boom" in text for level, text in levels)


async def test_many_visits_at_once_do_not_mix(look: Looker, site: Site) -> None:
    for number in range(8):
        site.put(f"/p{number}", f"<h1>page {number}</h1>")
    captures = await asyncio.gather(*(look(f"/p{number}") for number in range(8)))
    assert [capture.text for capture in captures] == [f"page {number}" for number in range(8)]


async def test_a_crashed_page_is_told_and_the_next_is_unharmed(site: Site) -> None:
    site.put("/calm", "<h1>Calm</h1>")
    async with BrowserBackend(args=(f"--host-resolver-rules={rules(site)}",)) as backend:
        look = Looker(backend, "k")

        async def crash() -> None:
            assert backend._browser is not None
            for _ in range(100):
                pages = [tab for context in backend._browser.contexts for tab in context.pages]
                if pages and pages[0].url.endswith("/slow"):
                    break
                await asyncio.sleep(0.02)
            session = await pages[0].context.new_cdp_session(pages[0])
            await asyncio.wait([asyncio.ensure_future(session.send("Page.crash"))], timeout=2)

        site.put("/slow", "<h1>Slow</h1><div class=spinner style='width:50px;height:50px'></div><script></script>")
        await look("/calm")
        capture, _ = await asyncio.gather(look("/slow", patience=5.0), crash())
        assert capture.failure is not None
        assert capture.failure.kind == "browser_crash"
        assert (await look("/calm")).text == "Calm"


async def test_a_killed_browser_is_replaced_and_cookies_come_back(site: Site) -> None:
    site.put("/", count)
    async with BrowserBackend(args=(f"--host-resolver-rules={rules(site)}",)) as backend:
        look = Looker(backend, "k")
        assert (await look("/")).text == "visit 1"
        assert backend._browser is not None
        await backend._browser.close()
        assert (await look("/")).text == "visit 2"


async def test_no_browser_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGESTATE_BROWSER", "none")
    async with BrowserBackend() as backend:
        with pytest.raises(BackendError, match="capture http"):
            await backend.capture(CaptureRequest(url="http://app.test/"))


async def test_a_file_that_is_no_browser_is_named() -> None:
    async with BrowserBackend(executable=Path(sys.executable)) as backend:
        with pytest.raises(BackendError, match="cannot be started"):
            await backend.capture(CaptureRequest(url="http://app.test/"))


async def test_a_missing_saved_state_is_named(look: Looker, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.json"):
        await look("/", session=Session(name="s", storage_state=tmp_path / "gone.json"))


async def test_closing_twice_is_safe() -> None:
    backend = BrowserBackend()
    await backend.aclose()
    await backend.aclose()


async def test_importing_capture_loads_no_browser_driver() -> None:
    code = "import pagestate.capture, pagestate.capture.browser, sys; sys.exit('playwright' in sys.modules)"
    source = Path(pagestate.__file__).parents[1]
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=source)
    assert await process.wait() == 0


async def test_the_plain_look_asks_as_the_browser_does(site: Site) -> None:
    """A site that answers by language, agent or type must not answer the two differently."""
    site.put("/", "<h1>x</h1>")
    async with BrowserBackend(args=(f"--host-resolver-rules={rules(site)}",), locale="de-DE") as backend:
        await Looker(backend, "a")("/")
        async with backend.plain() as plain:
            await Looker(plain, "a")("/")
    one, other = ({**ask.headers, "connection": ""} for ask in site.asks("/"))
    assert one == other
    assert one["accept-language"].startswith("de-DE")
