# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Page furniture: the layouts in which the fault pages are dressed."""

from dataclasses import dataclass
from html import escape

__all__ = ["Brand", "bare", "card", "document", "full", "items", "ordinary", "paragraphs"]

SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SERIF = "Georgia, 'Noto Serif', 'Times New Roman', serif"
RTL = frozenset({"ar", "he", "fa"})

_BASE = """
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 var(--font)}
a{color:var(--accent)}h1{font-size:2rem;line-height:1.2;margin:.2em 0 .6em}h2{font-size:1.25rem;margin:1.6em 0 .4em}
button,.button{background:var(--accent);color:#fff;border:0;border-radius:6px;padding:.65rem 1.3rem;font:inherit;
cursor:pointer;text-decoration:none;display:inline-block}button.quiet{background:#0001;color:inherit}
input,select,textarea{font:inherit;padding:.55rem .7rem;border:1px solid #0003;border-radius:6px;width:100%}
label{display:block;margin:.9rem 0}label span{display:block;font-size:.85rem;opacity:.75;margin-bottom:.2rem}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.5rem .6rem;border-bottom:1px solid #0002}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:1.1rem;padding:0;list-style:none}
.grid li{background:#fff;border:1px solid #0001;border-radius:10px;padding:1rem}.small{font-size:.85rem;opacity:.7}
.notice{border-inline-start:4px solid var(--accent);background:#0000000a;padding:.7rem 1rem;margin:1rem 0}
"""
_TOPBAR = """
.top{display:flex;gap:1.6rem;align-items:center;padding:1rem 5vw;border-bottom:1px solid #0001;flex-wrap:wrap}
.top .logo{font-weight:700;font-size:1.2rem;color:var(--accent);text-decoration:none}.top nav{display:flex;gap:1.2rem;
flex:1;flex-wrap:wrap}.top nav a{color:inherit;text-decoration:none}main{max-width:1060px;margin:0 auto;padding:2.2rem 5vw;
min-height:52vh}footer{background:#0000000a;padding:1.6rem 5vw;font-size:.88rem;display:flex;gap:1.3rem;flex-wrap:wrap}
footer a{color:inherit}
"""
_SIDEBAR = """
body{display:grid;grid-template-columns:230px 1fr;min-height:100vh}.top{background:var(--accent);color:#fff;padding:1.4rem;
grid-row:1/3}.top .logo{font-weight:700;color:#fff;text-decoration:none}.top nav{display:flex;flex-direction:column;gap:.7rem;
margin:1.5rem 0}.top nav a,.top>a{color:#fffd;text-decoration:none}main{padding:2.2rem 3vw;max-width:920px}
footer{padding:1rem 3vw;font-size:.85rem;display:flex;gap:1rem;align-self:end;flex-wrap:wrap}footer a{color:inherit}
"""
_COUNCIL = """
.top{background:var(--accent);color:#fff;padding:1.3rem 6vw}.top .logo{color:#fff;font-size:1.4rem;font-weight:700;
text-decoration:none}.top nav{display:flex;gap:1.5rem;margin-top:.9rem;flex-wrap:wrap}.top a{color:#fff}
main{padding:2rem 6vw;max-width:980px;min-height:50vh}footer{border-top:8px solid var(--accent);background:#f2f2f0;
padding:1.8rem 6vw;display:flex;gap:1.5rem;flex-wrap:wrap;font-size:.9rem}footer a{color:#222}
"""
_MAGAZINE = """
.top{text-align:center;padding:1.8rem 5vw .6rem}.top .logo{font-size:2.3rem;font-weight:700;color:var(--ink);
text-decoration:none;letter-spacing:-.02em}.top nav{display:flex;justify-content:center;gap:1.6rem;border-block:1px solid #0003;
padding:.55rem;margin-top:1rem;flex-wrap:wrap}.top nav a{color:inherit;text-decoration:none}main{max-width:700px;margin:0 auto;
padding:2rem 5vw;min-height:50vh}footer{text-align:center;padding:2rem;font-size:.85rem;border-top:1px solid #0002}
footer a{color:inherit;margin:0 .6rem}
"""
_CARD = """
body{min-height:100vh;display:grid;place-items:center;background:color-mix(in srgb,var(--accent) 9%,var(--paper))}
.card{background:#fff;color:#1d2025;width:min(420px,92vw);padding:2.2rem;border-radius:14px;box-shadow:0 12px 40px #0002}
.card .logo{font-weight:700;color:var(--accent);margin:0 0 1rem}.card h1{font-size:1.45rem}.card button{width:100%}
"""
LAYOUTS = {"topbar": _TOPBAR, "sidebar": _SIDEBAR, "council": _COUNCIL, "magazine": _MAGAZINE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Brand:
    """A made-up site: its names, colours and an ordinary page of its own."""

    name: str
    headline: str
    story: tuple[str, ...]
    """Paragraphs of its ordinary page."""
    nav: tuple[str, ...]
    foot: tuple[str, ...]
    account: str = ""
    """What stands in the corner of the header, such as `Sign in`."""
    lang: str = "en"
    accent: str = "#2f5d50"
    paper: str = "#fffdf8"
    ink: str = "#22252a"
    font: str = SANS
    layout: str = "topbar"

    @property
    def variables(self) -> str:
        """The colours and the font as CSS variables."""
        return f":root{{--accent:{self.accent};--paper:{self.paper};--ink:{self.ink};--font:{self.font}}}"


def document(title: str, body: str, *, lang: str = "en", css: str = "", head: str = "", attributes: str = "") -> str:
    """Return a whole HTML document around `body`."""
    direction = ' dir="rtl"' if lang.partition("-")[0] in RTL else ""
    style = f"<style>{css}</style>" if css else ""
    return (
        f'<!doctype html>\n<html lang="{lang}"{direction}>\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"{head}{style}\n</head>\n<body{' ' + attributes if attributes else ''}>\n{body}\n</body>\n</html>\n"
    )


def _link(text: str) -> str:
    return f'<a href="/{escape(text.lower().replace(" ", "-"))}">{escape(text)}</a>'


def header(brand: Brand) -> str:
    """Return the site's header: name, navigation, account corner."""
    corner = f'<a class="account" href="/account">{escape(brand.account)}</a>' if brand.account else ""
    return (
        f'<header class="top"><a class="logo" href="/">{escape(brand.name)}</a>'
        f"<nav>{''.join(map(_link, brand.nav))}</nav>{corner}</header>"
    )


def footer(brand: Brand) -> str:
    """Return the site's footer."""
    return f"<footer>{''.join(map(_link, brand.foot))}<span>© 2026 {escape(brand.name)}</span></footer>"


def full(
    brand: Brand, title: str, main: str, *, head: str = "", css: str = "", after: str = "", attributes: str = ""
) -> str:
    """Return a page in the site's whole dress: header, navigation, `main`, footer, then `after`."""
    return document(
        f"{title} – {brand.name}" if title else brand.name,
        f"{header(brand)}\n<main>\n{main}\n</main>\n{footer(brand)}\n{after}",
        lang=brand.lang,
        css=brand.variables + _BASE + LAYOUTS[brand.layout] + css,
        head=head,
        attributes=attributes,
    )


def card(brand: Brand, title: str, main: str, *, head: str = "", css: str = "", after: str = "") -> str:
    """Return a page of one box in the middle, without navigation."""
    return document(
        title,
        f'<div class="card"><p class="logo">{escape(brand.name)}</p>\n{main}\n</div>{after}',
        lang=brand.lang,
        css=brand.variables + _BASE + _CARD + css,
        head=head,
    )


def bare(title: str, body: str, *, lang: str = "en", head: str = "") -> str:
    """Return a page as a program writes it, without any style."""
    return document(title, body, lang=lang, head=head)


def paragraphs(*texts: str) -> str:
    """Return `texts` as paragraphs."""
    return "".join(f"<p>{escape(text)}</p>\n" for text in texts)


def items(*texts: str, tag: str = "ul", css: str = "") -> str:
    """Return `texts` as a list."""
    inner = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<{tag}{f' class={css!r}' if css else ''}>{inner}</{tag}>"


def _teasers(brand: Brand) -> str:
    """Return a card with a drawing for every part of the site."""
    drawing = (
        '<svg viewBox="0 0 200 110" width="100%" role="img" aria-hidden="true"><rect width="200" height="110" fill="{accent}" opacity=".12"/>'
        '<circle cx="{x}" cy="52" r="{r}" fill="{accent}" opacity=".55"/><path d="M0 110 L{x} {r} L200 110Z" fill="{accent}" opacity=".3"/></svg>'
    )
    cards = "".join(
        f"<li>{drawing.format(accent=brand.accent, x=40 + 31 * number % 120, r=18 + 7 * number)}<h2>{_link(name)}</h2></li>"
        for number, name in enumerate(brand.nav)
    )
    return f'<ul class="grid">{cards}</ul>'


def ordinary(brand: Brand, *, extra: str = "", head: str = "", after: str = "", css: str = "") -> str:
    """Return the brand's ordinary page, as it is when nothing is wrong."""
    main = f"<h1>{escape(brand.headline)}</h1>\n{paragraphs(*brand.story)}{extra}\n{_teasers(brand)}"
    return full(brand, brand.headline, main, head=head, after=after, css=css)
