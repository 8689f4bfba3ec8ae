"""Attempts to bring a document into the tab, and the way they tell."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urljoin

from pagestate.capture.redact import cookie_names, redact_url
from pagestate.evidence import Hop

__all__ = ["Answer", "Document", "Move", "Via", "answer_of", "dict_headers", "raw_headers", "way"]

Via = Literal["http", "meta", "script", "history"]
Move = tuple[str, str, float]
"""An address change within a document: from, to, when."""


@dataclass(slots=True, kw_only=True)
class Answer:
    """One answer to a request for the main document; redirects are answers too."""

    url: str
    status: int
    mime: str
    headers: tuple[tuple[str, str], ...]
    has_extra: bool


@dataclass(slots=True, kw_only=True)
class Document:
    """One attempt to bring a document into the tab: its redirects, its answer, its body."""

    loader: str
    url: str
    started: float
    asked: str = ""
    """The address last asked for, which a broken redirect leaves without an answer."""
    via: Via = "script"
    """What caused it; says nothing for the first, which we asked for."""
    answers: list[Answer] = field(default_factory=list)
    extras: list[tuple[int, tuple[tuple[str, str], ...]]] = field(default_factory=list)
    committed: float | None = None
    committed_url: str | None = None
    mime: str | None = None
    content_loaded: float | None = None
    loaded: float | None = None
    body: bytearray = field(default_factory=bytearray)
    body_dropped: bool = False
    streaming: bool = False
    received: float | None = None
    """When the last part of the body came."""
    ended: float | None = None
    error: str | None = None
    """The network error that ended it."""

    @property
    def shown(self) -> bool:
        """Whether it came into the tab; the browser's own error page is no document."""
        return self.committed is not None and not (self.committed_url or self.url).startswith("chrome-error:")

    def merged(self) -> list[Answer]:
        """The answers with the headers as they went over the wire where those are known."""
        extras = list(self.extras)
        merged = []
        for answer in self.answers:
            headers = answer.headers
            if answer.has_extra:
                position = next((at for at, (status, _) in enumerate(extras) if status == answer.status), None)
                if position is not None:
                    headers = extras.pop(position)[1]
            merged.append(
                Answer(url=answer.url, status=answer.status, mime=answer.mime, headers=headers, has_extra=False)
            )
        return merged


def way(attempts: Iterable[Document], moves: Iterable[Move]) -> tuple[Hop, ...]:
    """Return the hops from the first address to the present one, without the final answer."""
    hops: list[Hop] = []
    attempts = list(attempts)
    # Where nothing came, the way is that of the attempt.
    documents = [document for document in attempts if document.committed is not None] or attempts[-1:]
    moves = sorted(moves, key=lambda move: move[2])
    for position, document in enumerate(documents):
        answers = document.merged()
        following = documents[position + 1] if position + 1 < len(documents) else None
        final = following is None
        # Where a chain of redirects broke, its last answer is a hop as well.
        broken = final and document.error is not None and not document.shown
        for number, answer in enumerate(answers):
            last = number == len(answers) - 1
            if last and not (broken and 300 <= answer.status < 400):
                break
            location = dict(answer.headers).get("location")
            hops.append(
                Hop(
                    url=redact_url(answer.url),
                    status=answer.status,
                    location=redact_url(urljoin(answer.url, location)) if location else None,
                    via="http",
                    cookies_set=cookie_names(answer.headers),
                )
            )
        address = answers[-1].url if answers else document.url
        own = [
            move
            for move in moves
            if document.committed is not None
            and move[2] >= document.committed
            and (following is None or following.committed is None or move[2] < following.committed)
        ]
        status = answers[-1].status if answers else None
        for source, target, _ in own[:50]:
            hops.append(Hop(url=redact_url(source), status=status, location=redact_url(target), via="history"))
            address = target
            status = None
        if following is not None:
            hops.append(
                Hop(
                    url=redact_url(address),
                    status=status if not own else None,
                    location=redact_url(following.url),
                    via=following.via,
                    cookies_set=cookie_names(answers[-1].headers) if answers else (),
                )
            )
    return tuple(hops)


def answer_of(response: dict[str, Any], *, has_extra: bool) -> Answer:
    """Return an answer from the protocol's form of it."""
    return Answer(
        url=response["url"],
        status=int(response["status"]),
        mime=response.get("mimeType", ""),
        headers=dict_headers(response.get("headers", {})),
        has_extra=has_extra,
    )


def raw_headers(text: str) -> tuple[tuple[str, str], ...]:
    """Return headers in their order from the text that came over the wire."""
    headers = []
    for line in text.splitlines()[1:]:
        name, colon, value = line.partition(":")
        if colon and name.strip():
            headers.append((name.strip().lower(), value.strip()))
    return tuple(headers)


def dict_headers(headers: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return headers from the protocol's mapping."""
    # The protocol joins headers of the same name by newlines.
    return tuple((name.lower(), value) for name, values in headers.items() for value in str(values).split("\n"))
