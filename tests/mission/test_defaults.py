"""The parts a run uses unless told otherwise."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pagestate.capture.backend import LooksPlainly
from pagestate.capture.browser import BrowserBackend
from pagestate.capture.http import HttpBackend
from pagestate.mission.defaults import default_prober


@pytest.fixture
def rules() -> Iterator[str]:
    """A browser argument that sends every `.test` host to a server that answers 404."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"--host-resolver-rules=MAP *.test 127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("kind", [BrowserBackend, HttpBackend])
async def test_the_prober_finds_hosts_where_the_browser_finds_them(
    kind: type[BrowserBackend | HttpBackend], rules: str
) -> None:
    """Rules given as browser arguments count, not only those of the environment; no browser is started for it."""
    backend = kind(args=(rules,))
    assert isinstance(backend, LooksPlainly)
    probe = await default_prober(backend)("http://shop.test/nothing")
    assert probe.status == 404
    await backend.aclose()
