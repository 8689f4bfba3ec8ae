"""The index: all pages, what each does and the verdict it should get."""

from collections.abc import Iterable

from pagestate.faults.model import FaultPage

__all__ = ["catalog_json", "index_html"]


def catalog_json(pages: Iterable[FaultPage], *, port: int, scale: float) -> dict[str, object]:
    return {"scale": scale, "pages": [page.id for page in pages]}


def index_html(pages: Iterable[FaultPage], *, port: int, scale: float) -> str:
    return "<h1>Faults</h1>"
