# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Addresses from which the browser gets nothing."""

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.certificates import EXPIRED, UNTRUSTED, WRONG_NAME
from pagestate.faults.furniture import document, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault
from pagestate.faults.transport import WireResponse, head

__all__ = ["PAGES"]

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def _half(_visit: Visit) -> Answer:
    return WireResponse(b"HTTP/1.1 200 OK\r\ncontent-ty", 0.05, end="reset")


def _resets_once(visit: Visit) -> Answer:
    # A window, since Chromium asks again by itself when a kept connection is reset.
    return WireResponse(end="reset") if visit.elapsed < 3 else ordinary(brands.FJORD)


def _zip(_visit: Visit) -> Answer:
    return Response(
        b"PK\x03\x04" + b"\0" * 65_536,
        media_type="application/zip",
        headers={"content-disposition": "attachment; filename=photos.zip"},
    )


STORM = document(
    "Quiz",
    "<h1>Quiz</h1><p>Answer to go on.</p><script>for(let n=0;n<60;n++)alert('Please answer question '+n);"
    "setInterval(()=>{for(let n=0;n<60;n++)alert('Please answer!')},50)</script>",
)


def _garbage(_visit: Visit) -> Answer:
    return WireResponse(b"\x15\x03\x01\x00\x02\x02\x28 not HTTP at all\r\n")


def _headers_only(_visit: Visit) -> Answer:
    return WireResponse(head("200 OK", "content-type: text/html", "content-length: 900"), 0.05, end="reset")


PAGES: tuple[FaultPage, ...] = (
    fault("network-dns", "www.lindenhof-verlag.invalid", "capture_failed.dns", "A host that does not resolve",
          "The name ends in .invalid, which never exists.", path="/buecher", address="unresolvable", language="de"),
    fault("network-refused", "quiet-tidewater", "capture_failed.refused", "A port where nothing listens",
          "The server reserves the port and never listens.", path="/", address="closed"),
    fault("network-reset", "flaky-tidewater", "capture_failed.reset", "Closed with a TCP reset", "Before the first byte.",
          lambda _v: WireResponse(end="reset"), path="/boats"),
    fault("network-reset-middle", "torn-tidewater", "capture_failed.reset", "Reset inside the header", "After half a line.",
          _half, path="/boats"),
    fault("network-empty-reply", "mute-tidewater", "capture_failed.reset", "Closed without an answer", "In good order, no byte.",
          lambda _v: WireResponse(), path="/boats"),
    fault("network-reset-recovers", "tide-tidewater", "capture_failed.reset", "Resets for 3 s after the first visit", "Then the page.",
          _resets_once, path="/kiukaat", language="fi", steps="retry_with_longer_delay done", final="content"),
    fault("network-timeout", "deep-tidewater", "capture_failed.timeout", "Never answers", "The connection stays open.",
          lambda _v: WireResponse(end="hold"), path="/boats", timeout_s=3.0),
    fault("network-timeout-header", "drip-tidewater", "capture_failed.timeout", "Never ends its header", "One line, then silence.",
          lambda _v: WireResponse(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n", end="hold"), path="/boats", timeout_s=3.0),
    fault("network-tls-expired", EXPIRED, "capture_failed.tls", "A certificate that has run out", "Three days ago.",
          always("<h1>Brot</h1>"), path="/", language="de", address="https"),
    fault("network-tls-name", WRONG_NAME, "capture_failed.tls", "A certificate for another name", "It names shop.example.",
          always("<h1>Papier</h1>"), path="/", language="de", address="https"),
    fault("network-tls-untrusted", UNTRUSTED, "capture_failed.tls", "A certificate that nobody trusts", "Of an unknown authority.",
          always("<h1>Murmeln</h1>"), path="/", language="de", address="https"),
    fault("network-tls-plain", "plain-tidewater", "capture_failed.tls", "No TLS where TLS is asked for", "https:// to a plain port.",
          always("<h1>Boats</h1>"), path="/", address="plain_on_tls"),
    fault("network-download", "forms-saltmarsh", "capture_failed.download", "A PDF", "200, application/pdf.",
          always(PDF, 200, None, "application/pdf"), path="/b12.pdf"),
    fault("network-download-zip", "photos-tidewater", "capture_failed.download", "An archive as attachment", "64 KB of nothing.",
          _zip, path="/regatta.zip"),
    fault("network-download-html", "letters-saltmarsh", "capture_failed.download", "HTML as attachment", "Content-Disposition decides.",
          always(ordinary(brands.TIDES), 200, {"content-disposition": 'attachment; filename="letter.html"'}), path="/letter"),
    fault("network-download-expected", "invoices-ledgerline", "goal_achieved", "A PDF, as expected", "The expectation names its type.",
          always(PDF, 200, None, "application/pdf"), path="/118.pdf", expect=('header("content-type") ~ "pdf"',), group="trap"),
    fault("network-dialogs", "quiz-wexbridge", "capture_failed.dialogs", "Dialogs without end", "alert() in a loop.", STORM, path="/"),
    fault("network-garbage", "modem-tidewater", "capture_failed.reset", "Bytes that are no HTTP", "A browser calls it an invalid response.",
          _garbage, path="/"),
    fault("network-headers-only", "lost-tidewater", "loading_timeout.partial", "A header, then a reset", "The document stays empty.",
          _headers_only, path="/"),
    fault("network-early-hints", "late-tidewater", "content", "Early hints before the answer", "103, then 200.",
          lambda _v: WireResponse(
              b"HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload; as=style\r\n\r\n",
              head("200 OK", "content-type: text/html; charset=utf-8"), ordinary(brands.NORDIC).encode()),
          path="/", language="sv", group="trap"),
    fault("network-304", "cached-tidewater", "content", "304 to a conditional request", "200 with an ETag, 304 when it comes back.",
          lambda v: Response(status_code=304, headers={"etag": '"t1"'}) if v.headers.get("if-none-match") else Response(
              ordinary(brands.AURORA), media_type="text/html", headers={"etag": '"t1"', "cache-control": "no-cache"}),
          path="/", group="trap"),
)  # fmt: skip
