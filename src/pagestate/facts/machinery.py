"""Elements that show nothing themselves: scripts, meta data, what stands in for scripts and frames."""

import re
from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from pagestate.facts.gathering import Attributes, Gathering
from pagestate.facts.model import Refresh

__all__ = ["MACHINERY", "refresh_of"]

_HEAVY = 200_000
_REFRESH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:[;,]?\s*(?:url\s*=\s*)?(.*))?$", re.IGNORECASE | re.DOTALL)


def refresh_of(content: str, where: str) -> Refresh | None:
    """Return the refresh that `content` (of a meta element or header) asks for, or None."""
    found = _REFRESH.match(content)
    if not found:
        return None
    url = (found[2] or "").strip().strip("'\"").strip() or None
    if where == "header":
        return Refresh(delay_s=min(float(found[1]), 1e9), url=url, where="header")
    return Refresh(delay_s=min(float(found[1]), 1e9), url=url, where="noscript" if where == "noscript" else "meta")


def _in_script(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    kind = (attributes.get("type") or "").strip().lower()
    if kind == "application/ld+json":
        out.linked_data = True
    if kind and "javascript" not in kind and kind not in ("module", "text/ecmascript", "text/jscript"):
        return False
    source = attributes.get("src")
    if source:
        out.script_sources.append(source)
        return False
    text = node.text() or ""
    out.script_length += len(text)
    if state.script_kept < _HEAVY:
        out.scripts.append(text[: _HEAVY - state.script_kept])
        state.script_kept += len(text)
    return False


def _in_meta(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    content = attributes.get("content") or ""
    key = (attributes.get("name") or attributes.get("property") or attributes.get("http-equiv") or "").strip().lower()
    if key:
        if key == "refresh" and state.out.refresh is None:
            state.out.refresh = refresh_of(content, "meta")
        state.out.meta.setdefault(key, content[:1000])
    return False


def _in_link(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    relation = (attributes.get("rel") or "").lower()
    if "stylesheet" in relation:
        out.stylesheets += 1
        if len(out.assets) < 60:
            out.assets.append((attributes.get("href") or "")[:200])
    elif relation == "canonical":
        out.canonical = attributes.get("href")
    elif relation == "alternate" and "rss" in (attributes.get("type") or ""):
        out.linked_data = True
    return False


def _in_title(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    if not state.out.title and not state.hidden:
        state.out.title = " ".join((node.text() or "").split())
    return False


def _in_noscript(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    out = state.out
    for meta in node.css("meta"):
        if (meta.attributes.get("http-equiv") or "").lower() == "refresh":
            found = refresh_of(meta.attributes.get("content") or "", "noscript")
            out.noscript_refresh = out.noscript_refresh or found
    if state.scripts_run:
        if len(out.noscript) < 2000:
            inner = " ".join((node.text(separator=" ") or "").split())
            if "<" in inner:
                inner = " ".join((LexborHTMLParser(inner[:20_000]).text(separator=" ") or "").split())
            out.noscript = f"{out.noscript}\n{inner}".strip()[:2000]
        return False
    if out.refresh is None and out.noscript_refresh is not None:
        out.refresh = out.noscript_refresh
    return True


def _in_noframes(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    state.out.noframes = " ".join(re.sub(r"<[^>]*>", " ", node.text() or "").split())[:2000]
    return False


def _in_frameset(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    state.out.frameset = True
    return True


def _in_root(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    # A body hidden until its scripts run is how flicker is avoided; it is read as it will show.
    out = state.out
    out.language = out.language or attributes.get("lang") or attributes.get("xml:lang") or None
    out.body_names += f" {attributes.get('id') or ''} {attributes.get('class') or ''}".lower()[:600]
    return True


def _in_head(state: Gathering, node: LexborNode, attributes: Attributes) -> bool:
    return True


MACHINERY: Mapping[str, Callable[[Gathering, LexborNode, Attributes], bool]] = {
    "script": _in_script,
    "meta": _in_meta,
    "link": _in_link,
    "title": _in_title,
    "noscript": _in_noscript,
    "noframes": _in_noframes,
    "frameset": _in_frameset,
    "html": _in_root,
    "body": _in_root,
    "head": _in_head,
}
"""What to do at each of them; whether to go into it."""
