"""Subject matter: what tells a page that writes about trouble from one that is in trouble.

The words are the same, in title and main heading alike: `Maintenance` is what a boiler firm sells.
What differs is the page around them. An article has paragraphs, a manual has tables and samples of
code, a shop has its goods, and a site's own menu never leads to an error page.
"""

import re
from dataclasses import dataclass

from pagestate.detect.lexicon import Lexicon, tokens_of
from pagestate.detect.message import Message
from pagestate.detect.sieve import Sieve
from pagestate.facts.addresses import address_of, path_key
from pagestate.facts.model import Facts

__all__ = ["Matter", "matter_of", "read_length"]

_SPOKEN_OF = ("error_page.", "maintenance.", "domain_mismatch.", "captcha.")
_CODE = re.compile(r"(?<!\d)(?:4\d\d|5\d\d)(?!\d)")
_PRICE = re.compile(
    r"(?:[$€£¥₩₹₽]|\b(?:USD|EUR|GBP|CHF|PLN|SEK|NOK|DKK)\b)\s?\d[\d.,  ]*"
    r"|\d[\d.,  ]*\s?(?:[€£¥₩₹₽]|\b(?:EUR|USD|GBP|CHF|zł|kr|Kč|Ft|lei|лв|руб|грн|TL|PLN|SEK)\b|円|元|원)"
)
_CART = re.compile(
    r"basket|add to (?:cart|bag)|warenkorb|panier|carrito|cesta|carrinho|carrello|winkel(?:wagen|mand)|koszyk|корзин|"
    r"кошик|sepet|カートに|かごに|购物车|購物車|장바구니|kurv|varukorg|handlekurv|ostoskori|"
    r"košík|kosár|coș|καλάθι|سلة|לסל|giỏ|keranjang",
    re.IGNORECASE,
)
_NAMED = "USD EUR GBP CHF PLN SEK NOK DKK zł kr Kč Ft lei лв руб грн TL 円 元 원"
_CURRENCIES = Sieve([*"$€£¥₩₹₽", *_NAMED.split()])
"""What every price holds."""
_WIDE = re.compile("[\u2e80-\ufaff]")
_LONG = 100
"""Characters from which a block is a paragraph of writing and not a line of a message."""
_SOFT = ("paragraphs of writing", "sections", "the site's own frame")
_FULL = 2.0
"""Points at which a page has a subject beyond doubt; set by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """How much of a subject of its own a page has."""

    strength: float
    """0 to 1."""
    seen: tuple[str, ...]
    goods: int
    """Prices in the main part of the page."""
    solid: float
    """0 to 1, without what running text alone makes up: text can be put under any message."""


def matter_of(facts: Facts, message: Message, words: Lexicon) -> Matter:
    """Return what `facts` show of a subject, besides the message in title and headings."""
    points: list[tuple[float, str]] = []
    writing = [block for block in message.blocks if _is_long(block.text) and block.link_length < len(block.text) / 2]
    if len(writing) >= 2:
        points.append(({2: 0.2, 3: 0.6}.get(len(writing), 1.0), f"{len(writing)} paragraphs of writing"))
    table = _tables(facts)
    failed = message.says("error_page.failure", "error_page.crash", "error_page.gateway", zones=("title", "heading"))
    samples = min(facts.samples, 50) if failed is None or failed.coverage < 0.6 else 0
    if table >= 3:
        points.append((1.2, f"a table of {table} rows under headings"))
    sections = sum(block.heading in (2, 3) for block in message.blocks)
    if samples and (table or sections or len(writing) >= 2):
        points.append((0.8, f"{samples} samples of code"))
    if sections >= 2 and (table >= 3 or writing):
        points.append((0.3, f"{sections} sections"))
    goods = _prices(message)
    cart = next(
        (
            field.label
            for form in facts.forms
            for field in form.fields
            if field.visible and field.type in ("submit", "button") and _CART.search(field.label)
        ),
        None,
    )
    if cart:
        points.append((0.7, f"goods to buy: “{cart[:30]}”"))
    elif facts.items >= 5 and goods >= 2:
        points.append((0.6, f"{facts.items} items of lists, {goods} prices"))
    kind = facts.meta.get("og:type", "").lower()
    if kind in ("article", "product", "video.other", "book") or "article:published_time" in facts.meta:
        points.append((0.3, f"described as {kind or 'an article'}"))
    status = facts.capture.status
    if status is None or status < 400:
        own = _in_menu(facts, message, words)
        if own:
            points.append((1.2, f"the site's menu offers “{own}”"))
        if status is not None and _asked_for(facts, message, words):
            points.append((0.6, "the address that was asked for names it"))
    if points and {"nav", "footer"} <= facts.landmarks and len(facts.links) >= 5:
        points.append((0.3, "the site's own frame"))
    return Matter(
        strength=min(1.0, sum(value for value, _ in points) / _FULL),
        seen=tuple(what for _, what in points),
        goods=goods,
        solid=min(1.0, sum(value for value, what in points if not what.endswith(_SOFT)) / _FULL),
    )


def read_length(text: str) -> int:
    """Characters as a reader takes them: one of Han, kana or Hangul says what two letters do."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def _is_long(text: str) -> bool:
    """Whether a text is a paragraph to a reader: one of Han, kana or Hangul says what two letters do."""
    length = len(text)
    if length >= _LONG or 2 * length < _LONG or text.isascii():
        return length >= _LONG
    return length + len(_WIDE.findall(text)) >= _LONG


def _prices(message: Message) -> int:
    """How many different prices stand in the main part of the page."""
    lines = [block.text[:300] for block in message.blocks]
    likely = _CURRENCIES.lines(lines)
    return len({found[0] for number in likely for found in _PRICE.finditer(lines[number])})


def _tables(facts: Facts) -> int:
    """Rows of the longest visible table that has headings over its columns."""
    if facts.tree is None or facts.rows < 3 or facts.header_cells < 2:
        return 0
    longest = 0
    for table in facts.tree.css("table")[:20]:
        if "data-pagestate-hidden" in table.attributes:
            continue
        if len(table.css("tr:first-child th, thead th")) >= 2:
            longest = max(longest, len(table.css("tr")) - 1)
    return longest


def _spoken_of(message: Message) -> frozenset[str]:
    """Groups of trouble that title and headings name."""
    return frozenset(
        group
        for group, zones in message.hits.items()
        if group.startswith(_SPOKEN_OF) and ("title" in zones or "heading" in zones)
    )


def _in_menu(facts: Facts, message: Message, words: Lexicon) -> str | None:
    """The link of the site's own menu that names the trouble which title or heading name."""
    # Parking pages make menus of what they offer, the name itself among it.
    groups = {group for group in _spoken_of(message) if not group.startswith("domain_mismatch.")}
    if not groups:
        return None
    menu = [link for link in facts.links[:60] if link.region in ("nav", "header") and 3 < len(link.text) <= 40]
    if len(menu) < 3:
        return None
    for link in menu:
        if any(match.group in groups for match in words.matches(tokens_of(link.text))):
            return link.text
    return None


def _asked_for(facts: Facts, message: Message, words: Lexicon) -> bool:
    """Whether the requested address, which is where the page stands, names what the heading names."""
    asked, arrived = address_of(facts.capture.requested_url), address_of(facts.capture.final_url)
    if asked is None or arrived is None or path_key(asked.path) != path_key(arrived.path):
        return False
    path = re.sub(r"[/_.+-]+|%20", " ", asked.path)
    code = _CODE.search(path)
    groups = _spoken_of(message)
    if code and (
        any(code[0] in text for text in (facts.title, *facts.headings[:2]))
        or any(group.startswith("error_page.") for group in groups)
    ):
        return True
    return bool(groups) and any(match.group in groups for match in words.matches(tokens_of(path)))
