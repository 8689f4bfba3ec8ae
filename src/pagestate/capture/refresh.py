"""Refreshes: what a document or a header tells the browser to load next."""

import re
from html import unescape

__all__ = ["REFRESH_S", "refresh_of"]

REFRESH_S = 6.0
"""One to another address that fires within this is waited for and followed."""

_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(noscript|script|style|template|textarea|title)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_META = re.compile(r"<meta\b[^>]*(?:>|\Z)", re.IGNORECASE)
_REFRESHES = re.compile(r"http-equiv\s*=\s*[\"']?\s*refresh\b", re.IGNORECASE)
_CONTENT = re.compile(r"""content\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_REFRESH = re.compile(r"^\s*(\d*\.?\d*)\s*(?:[;,]\s*)?(?:url\s*=\s*)?(.*)$", re.IGNORECASE | re.DOTALL)


def refresh_of(html: str | None, headers: tuple[tuple[str, str], ...]) -> tuple[float, str] | None:
    """Return delay in seconds and target of the refresh that a browser with scripts would follow.

    A refresh inside noscript is text to it. The target is as written, empty for the same page.
    """
    value = next((value for name, value in headers if name == "refresh"), None)
    if value is None and html is not None:
        for meta in _META.finditer(_HIDDEN.sub("", html[:500_000])):
            if _REFRESHES.search(meta[0]):
                content = _CONTENT.search(meta[0])
                if content:
                    value = unescape(next(part for part in content.groups() if part is not None))
                    break
    found = _REFRESH.match(value) if value is not None else None
    if found is None or (not found[1] and not found[2]):
        return None
    target = found[2].strip()
    if target[:1] in "\"'" and target:
        target = target[1:].partition(target[0])[0]
    try:
        return float(found[1] or 0), target
    except ValueError:
        return None
