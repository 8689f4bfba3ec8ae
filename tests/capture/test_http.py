"""Plain HTTP: the same shape and the same kinds as the browser, and honest about what it cannot see."""

import asyncio
import gzip
import socket

import pytest

from pagestate.capture.backend import CaptureRequest, Session
from pagestate.capture.http import HttpBackend, fetch_probe
from pagestate.errors import InputError
from tests.capture.conftest import Ask, Looker, Site, page, redirect
from tests.capture.test_visit import closing, hang, reset

in_session = pytest.mark.asyncio(loop_scope="session")


@in_session
async def test_a_page_by_plain_http(plain: Looker, site: Site) -> None:
    site.put("/", page("<h1>Ware</h1>", "200 OK", "text/html", "X-B: 1", "Set-Cookie: a=secret9; Path=/"))
    capture = await plain("/")
    assert capture.source == "http"
    assert capture.committed
    assert (capture.status, capture.served_html, capture.final_url) == (200, "<h1>Ware</h1>", "http://app.test/")
    assert capture.text is None
    assert capture.rendered_html is None
    assert capture.screenshot is None
    assert capture.visitor is not None
    assert not capture.visitor.javascript
    assert any("scripts do not run" in note for note in capture.notes)
    assert capture.header("set-cookie") == "a=***; Path=/"
    assert "secret9" not in repr(capture)
    assert capture.timings.first_byte is not None


@in_session
@pytest.mark.browser
async def test_it_asks_as_the_browser_does(look: Looker, plain: Looker, site: Site) -> None:
    site.put("/", "<h1>x</h1>")
    capture = await look("/")
    assert capture.visitor is not None
    backend = HttpBackend(
        resolve={"*.test": f"127.0.0.1:{site.port}"},
        agent=capture.visitor.agent or "",
        languages=capture.visitor.languages,
    )
    await backend.capture(CaptureRequest(url="http://app.test/"))
    browser, http = (ask.headers for ask in site.asks("/"))
    ignored = {"connection"}
    assert {k: v for k, v in http.items() if k not in ignored} == {k: v for k, v in browser.items() if k not in ignored}


@in_session
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/204", "no_content"),
        ("/pdf", "download"),
        ("/self", "loop"),
        ("/on", "too_many"),
        ("/reset", "reset"),
        ("/empty", "reset"),
        ("/hang", "timeout"),
        ("http://nowhere.invalid/", "dns"),
        ("https://app.test/", "tls"),
    ],
)
async def test_failures_have_the_kinds_of_the_browser(plain: Looker, site: Site, path: str, kind: str) -> None:
    async def on(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return redirect(f"/on?{ask.number}")

    site.put("/204", b"HTTP/1.1 204 No Content\r\n\r\n")
    site.put("/pdf", page(b"%PDF-1.7\x00\x01\x02\x03 and more of it", "200 OK", "application/pdf"))
    site.put("/self", redirect("/self", "302 Found", "Set-Cookie: n=1"))
    site.put("/on", on)
    site.put("/reset", reset)
    site.put("/empty", closing(b""))  # type: ignore[arg-type]
    site.put("/hang", hang)
    capture = await plain(path, limit=0.7)
    assert capture.failure is not None
    assert capture.failure.kind == kind
    assert not capture.committed
    assert capture.served_html is None
    if kind == "download":
        assert capture.downloads[0].first_bytes == b"%PDF-1.7\x00\x01\x02\x03 and"[:16].hex()
        assert capture.downloads[0].size == 27


@in_session
async def test_nothing_listens(plain: Looker) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    capture = await plain(f"http://127.0.0.1:{port}/")
    assert capture.failure is not None
    assert capture.failure.kind == "refused"


@in_session
async def test_hops_cookies_and_fragments(plain: Looker, site: Site) -> None:
    async def shop(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return (
            page("<h1>in</h1>")
            if "seen=1" in ask.headers.get("cookie", "")
            else redirect("/shop", "302 F", "Set-Cookie: seen=1")
        )

    site.put("/a", redirect("/shop", "301 Moved"))
    site.put("/shop", shop)
    capture = await plain("/a#part")
    assert [(hop.url, hop.status, hop.cookies_set) for hop in capture.hops] == [
        ("http://app.test/a#part", 301, ()),
        ("http://app.test/shop#part", 302, ("seen",)),
    ]
    assert capture.served_html == "<h1>in</h1>"
    assert capture.final_url == "http://app.test/shop#part"


@in_session
async def test_cookies_are_kept_for_the_site_and_not_for_others(plain: Looker, site: Site) -> None:
    site.put("/", page("x", "200 OK", "text/html", "Set-Cookie: n=1"))
    await plain("/")
    await plain("/")
    await plain("/", key="other")
    await plain("http://other.test/")
    assert [ask.headers.get("cookie") for ask in site.asks("/")] == [None, "n=1", None, None]


@in_session
async def test_refreshes_are_followed_as_a_browser_with_scripts_would(plain: Looker, site: Site) -> None:
    site.put("/meta", "<meta http-equiv=refresh content='1; url=/there'>")
    site.put("/head", page("<p>wait", "200 OK", "text/html", "Refresh: 0;url=/there"))
    site.put("/noscript", "<noscript><meta http-equiv=refresh content='0;url=/there'></noscript><p>stay")
    site.put("/queue", page("<p>in line", "200 OK", "text/html", "Refresh: 20"))
    site.put("/there", "<p>there")
    assert (await plain("/meta")).served_html == "<p>there"
    capture = await plain("/head")
    assert capture.served_html == "<p>there"
    assert [(hop.via, hop.status) for hop in capture.hops] == [("meta", 200)]
    assert (await plain("/noscript")).hops == ()
    assert (await plain("/queue")).hops == ()


@in_session
async def test_a_cut_and_an_endless_body_are_truncated(plain: Looker, site: Site) -> None:
    async def drip(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>Log</h1>")
        for _ in range(100):
            writer.write(b"<p>line</p>")
            await writer.drain()
            await asyncio.sleep(0.05)
        return None

    site.put("/cut", closing(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n<h1>Half"))  # type: ignore[arg-type]
    site.put("/log", drip)
    cut = await plain("/cut")
    assert cut.truncated
    assert cut.committed
    assert cut.served_html == "<h1>Half"
    endless = await plain("/log", patience=0.3)
    assert endless.truncated
    assert (endless.served_html or "").count("line") > 3
    assert endless.settling is not None
    assert not endless.settling.settled


@in_session
async def test_compressed_answers_are_read(plain: Looker, site: Site) -> None:
    site.put("/", page(gzip.compress(b"<h1>small</h1>"), "200 OK", "text/html", "Content-Encoding: gzip"))
    assert (await plain("/")).served_html == "<h1>small</h1>"


@in_session
async def test_localhost_names_are_this_machine(site: Site) -> None:
    site.put("/", "<p>here")
    async with HttpBackend() as backend:
        capture = await backend.capture(CaptureRequest(url=f"http://any.name.localhost:{site.port}/"))
    assert capture.served_html == "<p>here"
    assert site.asks("/")[0].headers["host"] == f"any.name.localhost:{site.port}"


@in_session
async def test_session_goes_to_its_hosts_alone(plain: Looker, site: Site) -> None:
    async def guarded(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return (
            page("in")
            if ask.headers.get("authorization")
            else page("", "401 Unauthorized", None, "WWW-Authenticate: Basic realm=x")
        )

    site.put("app.test/", redirect("http://other.test/"))
    site.put("other.test/", page("", "401 Unauthorized", None, "WWW-Authenticate: Basic realm=x"))
    site.put("app.test/guarded", guarded)
    cookie = {"name": "c", "value": "1", "domain": "app.test", "path": "/"}
    session = Session(
        name="s", hosts=("app.test",), headers={"X-T": "t"}, cookies=(cookie,), username="u", password="p"
    )
    assert (await plain("/guarded", session=session)).served_html == "in"
    assert (await plain("/", session=session)).status == 401
    own, other = site.asks("/")
    assert (own.headers["x-t"], own.headers["cookie"]) == ("t", "c=1")
    assert not {"x-t", "cookie", "authorization"} & set(other.headers)


@in_session
async def test_a_probe_tells_status_address_and_document(site: Site) -> None:
    site.put("/x", redirect("/", "302 Found"))
    site.put("/", "<h1>home</h1>")
    async with HttpBackend(resolve={"*.test": f"127.0.0.1:{site.port}"}) as backend:
        probe = await fetch_probe("http://app.test/x", purpose="sibling", backend=backend)
        lost = await fetch_probe("http://lost.invalid/", purpose="root", backend=backend)
    assert (probe.purpose, probe.status, probe.final_url, probe.html) == (
        "sibling",
        200,
        "http://app.test/",
        "<h1>home</h1>",
    )
    assert (lost.status, lost.html) == (None, None)


@in_session
async def test_only_http_addresses_are_asked_for(plain: Looker) -> None:
    with pytest.raises(InputError):
        await plain("ftp://app.test/")


@in_session
@pytest.mark.parametrize(
    "target",
    ["file:///etc/hosts", "javascript:alert(1)", "data:text/html,<h1>Hi", "http://[::1/", "http://a.test:99999/"],
)
async def test_a_redirect_to_where_nobody_can_go_is_the_sites_failure(plain: Looker, site: Site, target: str) -> None:
    """It is not followed, and it is nothing that our own side got wrong."""
    site.put("/", redirect(target))
    site.put("/meta", f"<meta http-equiv=refresh content='0; url={target}'><p>Still here")
    capture = await plain("/")
    assert capture.failure is not None
    assert capture.failure.kind == "reset"
    assert not capture.committed
    assert (await plain("/meta")).committed
