"""A site on loopback, of which a test says what it shows and learns what it was asked."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["Site", "serving"]


@dataclass
class Site:
    """A site on loopback: its pages, what it says to robots, and what it was asked."""

    pages: Mapping[str, str]
    robots: str | None = None
    everything: str | None = None
    """What it answers, with 200, to all other addresses."""
    asked: list[str] = field(default_factory=list)
    url: str = ""

    @property
    def extra(self) -> list[str]:
        """What was asked for that no mission names."""
        return [path for path in self.asked if path not in self.pages]


@contextmanager
def serving(site: Site) -> Iterator[Site]:
    """Serve `site`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            body = site.robots if self.path == "/robots.txt" else site.pages.get(self.path, site.everything)
            data = (body or "not found").encode()
            self.send_response(200 if body is not None else 404)
            self.send_header("content-type", "text/plain" if self.path == "/robots.txt" else "text/html; charset=utf-8")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
