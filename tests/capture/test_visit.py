"""Getting to a page, or not: every way a navigation can end."""

import asyncio
import contextlib
import socket
import ssl
import struct
import threading

import pytest
import trustme

from pagestate.capture.backend import CaptureRequest
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.http import HttpBackend
from pagestate.errors import InputError
from tests.capture.conftest import Ask, Looker, Site, page, redirect

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def hang(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
    await asyncio.sleep(60)
    return None


def closing(data: bytes, *, after: float = 0.0) -> object:
    async def answer(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
        writer.write(data)
        await writer.drain()
        await asyncio.sleep(after)
        return None

    return answer


async def reset(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
    raw: socket.socket = writer.get_extra_info("socket")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
    return None


async def test_an_ordinary_page_has_status_headers_both_documents_text_and_picture(look: Looker, site: Site) -> None:
    site.put(
        "/",
        page("<title>Shop</title><h1>Ware</h1><p>Ten items", "200 OK", "text/html", "X-Build: 7", "x-a: 1", "x-a: 2"),
    )
    capture = await look("/", screenshot=True)
    assert capture.committed
    assert capture.failure is None
    assert (capture.status, capture.final_url, capture.title) == (200, "http://app.test/", "Shop")
    assert [name for name, _ in capture.headers] == ["x-build", "x-a", "x-a", "content-type", "content-length"]
    assert capture.served_html == "<title>Shop</title><h1>Ware</h1><p>Ten items"
    assert capture.text == "Ware\nTen items"
    assert capture.rendered_html is not None
    assert "<h1>Ware</h1>" in capture.rendered_html
    assert capture.screenshot is not None
    assert capture.screenshot.startswith(b"\xff\xd8\xff")
    assert capture.settling is not None
    assert capture.settling.settled
    assert capture.visitor is not None
    assert "Chrome" in (capture.visitor.agent or "")
    times = capture.timings
    assert times.first_byte is not None
    assert times.dom_content_loaded is not None
    assert times.settled is not None
    assert times.captured is not None
    assert 0 <= times.first_byte <= times.dom_content_loaded <= times.settled <= times.captured


@pytest.mark.parametrize("status", ["204 No Content", "205 Reset Content"])
async def test_no_content_shows_nothing_of_the_page_before(look: Looker, site: Site, status: str) -> None:
    site.put("/ok", "<h1>Everything is Saved</h1>")
    site.put("/save", f"HTTP/1.1 {status}\r\nX-Saved: yes\r\nContent-Length: 0\r\n\r\n".encode())
    await look("/ok")
    capture = await look("/save", screenshot=True)
    assert not capture.committed
    assert capture.failure is not None
    assert capture.failure.kind == "no_content"
    assert capture.status == int(status[:3])
    assert capture.header("x-saved") == "yes"
    assert capture.text is None
    assert capture.rendered_html is None
    assert capture.served_html is None
    assert capture.screenshot is None


@pytest.mark.parametrize(
    ("kind", "more", "mime"),
    [
        ("application/pdf", (), "application/pdf"),
        ("text/html", ("Content-Disposition: attachment; filename=bill.html",), "text/html"),
        ("application/octet-stream", (), "application/octet-stream"),
        (None, (), None),
    ],
)
async def test_a_download_is_refused_and_nothing_of_the_list_stays(
    look: Looker, site: Site, kind: str | None, more: tuple[str, ...], mime: str | None
) -> None:
    site.put("/list", "<h1>invoice 3 opens</h1>")
    site.put("/invoice", page(b"%PDF-1.7\x00\x01\x02\x03 and more of it", "200 OK", kind, *more))
    await look("/list")
    capture = await look("/invoice")
    assert not capture.committed
    assert capture.failure is not None
    assert capture.failure.kind == "download"
    assert capture.status == 200
    assert capture.text is None
    assert capture.rendered_html is None
    (download,) = capture.downloads
    assert download.url == "http://app.test/invoice"
    assert download.size == 27
    assert download.first_bytes == b"%PDF-1.7\x00\x01\x02\x03 and"[:16].hex()
    if mime is not None:
        assert download.mime == mime


async def test_http_redirects_are_hops_with_status_and_cookie_names(look: Looker, site: Site) -> None:
    site.put("/a", redirect("/b", "301 Moved Permanently", "Set-Cookie: token=secret1; Path=/"))
    site.put("/b", redirect("http://www.app.test/c", "307 Temporary Redirect"))
    site.put("/c", "<h1>there</h1>")
    capture = await look("/a")
    assert [(hop.url, hop.status, hop.location, hop.via, hop.cookies_set) for hop in capture.hops] == [
        ("http://app.test/a", 301, "http://app.test/b", "http", ("token",)),
        ("http://app.test/b", 307, "http://www.app.test/c", "http", ()),
    ]
    assert capture.final_url == "http://www.app.test/c"
    assert "secret1" not in repr(capture)


async def test_a_cookie_check_that_redirects_to_itself_once_arrives(look: Looker, site: Site) -> None:
    async def shop(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        if "seen=1" in ask.headers.get("cookie", ""):
            return page("<h1>Shop</h1>")
        return redirect("/shop", "302 Found", "Set-Cookie: seen=1")

    site.put("/shop", shop)
    capture = await look("/shop")
    assert capture.failure is None
    assert capture.text == "Shop"
    assert len(capture.hops) == 1


async def test_the_same_address_again_and_again_is_a_loop(look: Looker, site: Site) -> None:
    async def calendar(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return redirect("/calendar", "307 Temporary Redirect", f"Set-Cookie: TSPD_101={ask.number}; Max-Age=5")

    site.put("/calendar", calendar)
    capture = await look("/calendar")
    assert capture.failure is not None
    assert capture.failure.kind == "loop"
    assert not capture.committed
    assert len(capture.hops) >= 19
    assert capture.hops[0].cookies_set == ("TSPD_101",)


async def test_ever_new_addresses_are_too_many_redirects(look: Looker, site: Site) -> None:
    async def on(ask: Ask, _writer: asyncio.StreamWriter) -> bytes:
        return redirect(f"/on?{ask.number}")

    site.put("/on", on)
    capture = await look("/on?0")
    assert capture.failure is not None
    assert capture.failure.kind == "too_many"


async def test_a_meta_refresh_is_followed_to_where_it_lands(look: Looker, site: Site) -> None:
    site.put("/wait", "<meta http-equiv=refresh content='1; url=/there'><p>One moment")
    site.put("/there", "<h1>There</h1>")
    capture = await look("/wait", patience=0.5)
    assert capture.text == "There"
    assert [(hop.url, hop.via, hop.status) for hop in capture.hops] == [("http://app.test/wait", "meta", 200)]


async def test_an_immediate_meta_refresh_is_followed(look: Looker, site: Site) -> None:
    site.put("/wait", "<meta http-equiv=refresh content='0; url=/there'>")
    site.put("/there", "<h1>There</h1>")
    capture = await look("/wait")
    assert (capture.text, [hop.via for hop in capture.hops]) == ("There", ["meta"])


async def test_a_refresh_header_is_followed(look: Looker, site: Site) -> None:
    site.put("/wait", page("<p>One moment", "200 OK", "text/html", "Refresh: 1; url=/there"))
    site.put("/there", "<h1>There</h1>")
    capture = await look("/wait")
    assert (capture.text, [hop.via for hop in capture.hops]) == ("There", ["meta"])


async def test_a_refresh_inside_noscript_is_text(look: Looker, site: Site) -> None:
    site.put(
        "/store",
        "<noscript><meta http-equiv=refresh content='0;url=/store?noscript=1'></noscript><h1>Store</h1><ul id=l></ul>"
        "<script>setTimeout(()=>{for(let i=0;i<20;i++)l.innerHTML+='<li>item '+i},300)</script>",
    )
    capture = await look("/store")
    assert capture.hops == ()
    assert (capture.text or "").count("item") == 20


async def test_a_queue_that_renews_itself_is_not_waited_for(look: Looker, site: Site) -> None:
    site.put(
        "/tickets",
        page("<h1>You are in line</h1>", "200 OK", "text/html", "Refresh: 20", "Set-Cookie: __cfwaitingroom=x"),
    )
    capture = await look("/tickets")
    assert capture.text == "You are in line"
    assert capture.header("refresh") == "20"
    assert capture.header("set-cookie") == "__cfwaitingroom=***"
    assert capture.timings.captured is not None
    assert capture.timings.captured < 3000


async def test_a_script_redirect_is_followed(look: Looker, site: Site) -> None:
    site.put("/go", "<script>setTimeout(()=>{location.href='/there'}, 150)</script><p>moving")
    site.put("/there", "<h1>There</h1>")
    capture = await look("/go")
    assert capture.text == "There"
    assert [(hop.url, hop.via, hop.location) for hop in capture.hops] == [
        ("http://app.test/go", "script", "http://app.test/there")
    ]


async def test_the_history_api_changes_the_address_without_a_request(look: Looker, site: Site) -> None:
    site.put("/app", "<h1>App</h1><script>history.replaceState(0,'','/login')</script>")
    capture = await look("/app")
    assert capture.final_url == "http://app.test/login"
    assert [(hop.url, hop.location, hop.via) for hop in capture.hops] == [
        ("http://app.test/app", "http://app.test/login", "history")
    ]
    assert site.asks("/login") == []


async def test_a_script_redirect_to_nothing_keeps_the_page(look: Looker, site: Site) -> None:
    site.put("/form", "<h1>Form</h1><script>setTimeout(()=>{location.href='/save'}, 100)</script>")
    site.put("/save", b"HTTP/1.1 204 No Content\r\n\r\n")
    capture = await look("/form")
    assert capture.committed
    assert (capture.status, capture.text, capture.final_url) == (200, "Form", "http://app.test/form")
    assert capture.hops == ()


async def test_a_script_redirect_into_the_void_is_its_failure(look: Looker, site: Site) -> None:
    site.put("/go", "<script>location.href='http://127.0.0.1:1/'</script><p>moving")
    site.put("/lost", "<script>location.href='http://lost.invalid/'</script><p>moving")
    capture = await look("/lost")
    assert capture.failure is not None
    assert capture.failure.kind == "dns"
    assert not capture.committed
    assert capture.text is None
    assert [hop.url for hop in capture.hops] == ["http://app.test/lost"]


@pytest.mark.parametrize("url", ["http://nowhere.invalid/", "http://no-such-host-at-all.invalid/x"])
async def test_a_name_that_does_not_resolve(look: Looker, url: str) -> None:
    capture = await look(url)
    assert capture.failure is not None
    assert capture.failure.kind == "dns"
    assert not capture.committed


async def test_nothing_listens(look: Looker) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    capture = await look(f"http://127.0.0.1:{port}/")
    assert capture.failure is not None
    assert capture.failure.kind == "refused"


async def test_a_port_that_browsers_refuse_is_told_by_what_is_there(look: Looker) -> None:
    capture = await look("http://127.0.0.1:9/")
    assert capture.failure is not None
    assert capture.failure.kind == "refused"
    assert "UNSAFE_PORT" in capture.failure.detail


async def test_a_reset_connection(look: Looker, site: Site) -> None:
    site.put("/", reset)
    capture = await look("/")
    assert capture.failure is not None
    assert capture.failure.kind == "reset"


async def test_an_empty_reply(look: Looker, site: Site) -> None:
    site.put("/", closing(b""))  # type: ignore[arg-type]
    capture = await look("/")
    assert capture.failure is not None
    assert capture.failure.kind == "reset"


async def test_no_answer_in_time(look: Looker, site: Site) -> None:
    site.put("/", hang)
    capture = await look("/", limit=1.0)
    assert capture.failure is not None
    assert capture.failure.kind == "timeout"
    assert capture.timings.captured is not None
    assert capture.timings.captured < 2500


async def test_an_untrusted_certificate(look: Looker, site: Site) -> None:
    capture = await look("https://app.test/")
    assert capture.failure is not None
    assert capture.failure.kind == "tls"
    assert "CERT" in capture.failure.detail
    assert capture.rendered_html is None


async def test_plain_text_behind_https_is_tls_trouble(look: Looker, site: Site) -> None:
    site.put("/", "x")
    capture = await look(f"https://127.0.0.1:{site.port}/")
    assert capture.failure is not None
    assert capture.failure.kind in {"tls", "reset"}


async def test_an_empty_401_says_who_asks(look: Looker, site: Site) -> None:
    site.put("/", page("", "401 Unauthorized", None, 'WWW-Authenticate: Basic realm="staging"'))
    capture = await look("/")
    assert capture.status == 401
    assert capture.header("www-authenticate") == 'Basic realm="staging"'
    assert capture.failure is None or capture.failure.kind == "http_auth"


@pytest.mark.parametrize("status", ["404 Not Found", "500 Internal Server Error", "503 Service Unavailable"])
async def test_an_error_status_without_a_body_is_an_answer(look: Looker, site: Site, status: str) -> None:
    site.put("/", page("", status, None, "Retry-After: 5"))
    capture = await look("/")
    assert capture.committed
    assert capture.failure is None
    assert capture.status == int(status[:3])
    assert capture.header("retry-after") == "5"
    assert capture.text == ""


async def test_a_cut_chunked_body_is_known_at_once(look: Looker, site: Site) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    part = b"<title>Report</title><h1>Orders</h1><table><tr><td>row 1</td></tr>"
    site.put("/report", closing(head + b"%x\r\n%s\r\n" % (len(part), part), after=0.2))  # type: ignore[arg-type]
    capture = await look("/report", limit=20)
    assert capture.committed
    assert capture.truncated
    assert capture.status == 200
    assert capture.served_html == part.decode()
    assert "row 1" in (capture.text or "")
    assert capture.settling is not None
    assert not capture.settling.settled
    assert "ERR_INCOMPLETE_CHUNKED_ENCODING" in capture.settling.reason
    assert capture.timings.captured is not None
    assert capture.timings.captured < 2000


async def test_a_content_length_that_is_too_large_is_a_cut_body(look: Looker, site: Site) -> None:
    body = b"<html><body><h1>Orders</h1></body></html>"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n"
    site.put("/report", closing(head + body))  # type: ignore[arg-type]
    capture = await look("/report")
    assert capture.truncated
    assert capture.served_html == body.decode()
    assert capture.text == "Orders"


async def test_a_body_that_never_ends_is_read_as_far_as_it_came(look: Looker, site: Site) -> None:
    async def drip(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>Log</h1>")
        for number in range(200):
            writer.write(b"<p>line %d</p>" % number)
            await writer.drain()
            await asyncio.sleep(0.1)
        return None

    site.put("/log", drip)
    capture = await look("/log", patience=0.5)
    assert capture.truncated
    assert capture.settling is not None
    assert not capture.settling.settled
    assert "line 3" in (capture.text or "")
    assert capture.timings.captured is not None
    assert capture.timings.captured < 4000


async def test_a_slow_body_that_ends_within_patience_is_whole(look: Looker, site: Site) -> None:
    async def slow(_ask: Ask, writer: asyncio.StreamWriter) -> bytes | None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 24\r\n\r\n<h1>Half</h1>")
        await writer.drain()
        await asyncio.sleep(1.0)
        return b"<p>Whole</p"[:11]

    site.put("/slow", slow)
    capture = await look("/slow")
    assert not capture.truncated
    assert capture.text == "Half\nWhole"


async def test_a_page_that_reloads_itself_for_ever(look: Looker, site: Site) -> None:
    site.put("/again", "<p>again</p><script>setTimeout(()=>location.reload(),30)</script>")
    capture = await look("/again")
    assert capture.failure is not None
    assert capture.failure.kind == "reloading"
    assert capture.timings.captured is not None
    assert capture.timings.captured < 8000


async def test_two_pages_that_send_the_visitor_back_and_forth(look: Looker, site: Site) -> None:
    site.put("/one", "<script>location.replace('/two')</script>")
    site.put("/two", "<script>location.replace('/one')</script>")
    capture = await look("/one")
    assert capture.failure is not None
    assert capture.failure.kind == "reloading"
    assert "http://app.test/one" in capture.failure.detail


async def test_a_reload_that_sets_a_cookie_and_stops_is_no_loop(look: Looker, site: Site) -> None:
    site.put(
        "/check",
        "<h1>Page</h1><script>if(!document.cookie.includes('ok=1')){document.cookie='ok=1';location.reload()}</script>",
    )
    capture = await look("/check")
    assert capture.failure is None
    assert capture.text == "Page"


async def test_a_dialog_storm_is_bounded_and_the_next_page_unharmed(look: Looker, site: Site) -> None:
    site.put("/storm", "<h1>Hello</h1><script>for(;;)alert('again')</script>")
    site.put("/calm", "<h1>Calm</h1>")
    capture = await look("/storm")
    assert capture.failure is not None
    assert capture.failure.kind == "dialogs"
    assert len(capture.dialogs) == 20
    assert capture.dialogs[0].message == "again"
    assert (await look("/calm")).text == "Calm"


async def test_a_dialog_is_dismissed_and_told(look: Looker, site: Site) -> None:
    site.put("/ask", "<h1>Hello</h1><script>document.title=confirm('Are you sure?')</script>")
    capture = await look("/ask")
    assert [(dialog.type, dialog.message) for dialog in capture.dialogs] == [("confirm", "Are you sure?")]
    assert capture.title == "false"


async def test_a_popup_is_closed_and_told(look: Looker, site: Site) -> None:
    site.put("/pop", "<h1>Main</h1><script>window.open('/advert')</script>")
    site.put("/advert", "<h1>Buy</h1>")
    capture = await look("/pop")
    assert capture.text == "Main"
    assert capture.popups == ("http://app.test/advert",)


async def test_a_script_that_never_yields_leaves_the_served_page(look: Looker, site: Site) -> None:
    site.put("/busy", "<h1>Busy</h1><script>setTimeout(()=>{for(;;);},50)</script>")
    site.put("/calm", "<h1>Calm</h1>")
    capture = await look("/busy", patience=1.0)
    assert capture.committed
    assert capture.served_html is not None
    assert "<h1>Busy</h1>" in capture.served_html
    assert not capture.truncated
    assert capture.settling is not None
    assert not capture.settling.settled
    assert (await look("/calm")).text == "Calm"


async def test_hanging_subresources_do_not_hold_the_page_for_ever(look: Looker, site: Site) -> None:
    site.put("/page", "<h1>Text</h1><img src=/hang1><script src=/hang2 async></script>")
    site.put("/hang1", hang)
    site.put("/hang2", hang)
    capture = await look("/page", patience=1.0, screenshot=True)
    assert capture.text == "Text"
    assert capture.timings.captured is not None
    assert capture.timings.captured < 6000


async def test_a_blocking_script_that_hangs_is_not_waited_out(look: Looker, site: Site) -> None:
    site.put("/page", "<head><script src=/hang2></script></head><h1>Text</h1>")
    site.put("/hang2", hang)
    capture = await look("/page", patience=0.5, screenshot=True)
    assert capture.committed
    assert capture.settling is not None
    assert not capture.settling.settled
    assert capture.timings.captured is not None
    assert capture.timings.captured < 7000


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "about:blank", "no address"])
async def test_only_http_addresses_are_visited(look: Looker, url: str) -> None:
    with pytest.raises(InputError):
        await look.backend.capture(CaptureRequest(url=url))


async def test_credentials_in_the_address_are_not_written_down(look: Looker, site: Site) -> None:
    site.put("/", "<h1>x</h1>")
    capture = await look("http://me:hunter22@app.test/")
    assert "hunter22" not in repr(capture)


async def test_a_missing_client_certificate_is_told_from_an_empty_reply(authority: trustme.CA) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED

    def serve(listener: socket.socket) -> None:
        # Blocking sockets send the alert that asyncio's keep back.
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with contextlib.suppress(OSError):
                    context.wrap_socket(connection, server_side=True).recv(1)
                connection.close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        async with BrowserBackend(ignore_tls_errors=True) as backend:
            capture = await Looker(backend, "k")(url)
        async with HttpBackend(ignore_tls_errors=True) as plain:
            plainly = await plain.capture(CaptureRequest(url=url))
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(timeout=2)
    assert plainly.failure is not None
    assert plainly.failure.kind == "client_certificate"
    assert capture.failure is not None
    assert capture.failure.kind == "client_certificate"


async def test_a_machine_without_network_is_our_own_trouble(look: Looker, site: Site) -> None:
    site.put("/", "<h1>x</h1>")
    await look("/")
    room = look.backend._rooms[(look.key, "")]  # type: ignore[union-attr]
    await room.context.set_offline(True)
    capture = await look("/?offline")
    await room.context.set_offline(False)
    assert capture.failure is not None
    assert capture.failure.kind == "network_changed"
    assert (await look("/")).text == "x"


async def test_a_page_that_offers_a_file_stays_a_page(look: Looker, site: Site) -> None:
    site.put("/thanks", "<meta http-equiv=refresh content='0;url=/file'><h1>Your download starts soon</h1>")
    site.put("/file", page(b"PK\x03\x04", "200 OK", "application/zip"))
    capture = await look("/thanks")
    assert capture.failure is None
    assert (capture.text, capture.status) == ("Your download starts soon", 200)
    assert [download.url for download in capture.downloads] == ["http://app.test/file"]
    assert capture.hops == ()


async def test_a_redirect_to_a_dead_host_keeps_the_way_and_names_where_it_broke(look: Looker, site: Site) -> None:
    site.put("/old", redirect("http://dead.invalid/new", "301 Moved Permanently"))
    capture = await look("/old")
    assert capture.failure is not None
    assert capture.failure.kind == "dns"
    assert [(hop.url, hop.status, hop.location) for hop in capture.hops] == [
        ("http://app.test/old", 301, "http://dead.invalid/new")
    ]
    assert capture.final_url == "http://dead.invalid/new"
    assert capture.status is None
