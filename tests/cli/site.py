"""A small site on loopback for whole runs of the command line."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["LOGIN", "MISSING", "ORDINARY", "PAGES", "serve"]

_WORDS = (
    "<p>We sell lamps, chairs and tables made of oak and ash, each by hand and to measure. Every piece is oiled, "
    "not lacquered, and comes with the name of the joiner who made it. Visit the workshop on any Friday.</p>"
)
ORDINARY = (
    "<!doctype html><html lang=en><title>Oak and Ash</title><nav><a href=/>Home</a> <a href=/lamps>Lamps</a></nav>"
    f"<main><h1>Furniture by hand</h1>{_WORDS * 3}</main></html>"
)
MISSING = (
    "<!doctype html><html lang=en><title>Page not found</title><main><h1>Page not found</h1>"
    "<p>The page you asked for does not exist.</p></main></html>"
)
LOGIN = (
    "<!doctype html><html lang=en><title>Sign in</title><main><h1>Sign in to go on</h1>"
    "<form id=login method=post><label>E-mail <input name=email type=email></label>"
    "<label>Password <input name=password type=password></label><button>Sign in</button></form></main></html>"
)

PAGES: dict[str, tuple[int, str, bytes]] = {
    "/": (200, "text/html; charset=utf-8", ORDINARY.encode()),
    "/missing": (404, "text/html; charset=utf-8", MISSING.encode()),
    "/login": (200, "text/html; charset=utf-8", LOGIN.encode()),
    "/file": (200, "application/octet-stream", bytes(range(256)) * 40),
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, kind, body = PAGES.get(self.path.partition("?")[0], PAGES["/missing"])
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        if kind == "application/octet-stream":
            self.send_header("content-disposition", 'attachment; filename="data.bin"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def serve() -> Iterator[str]:
    """Serve the site and yield its address, without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
