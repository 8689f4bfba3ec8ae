# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Field cases about reading what a page shows: its message, its frames, its trees, its letters."""

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, bare, card, document, full, items, paragraphs
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, always, fault, move
from pagestate.faults.pages.interstitial import consent_dialog

__all__ = ["PAGES"]

HOTEL = Brand(
    name="Hotel Seeblick", headline="A house by the lake", story=(), nav=("Rooms", "Kitchen", "Boats", "Walks", "Contact"),
    foot=("Imprint", "Arrival"), accent="#1f4e5f",
)  # fmt: skip
HOTEL_HOME = full(
    HOTEL,
    "",
    "<h1>Hotel Seeblick</h1>"
    + paragraphs(
        "Twenty-two rooms, most of them with a balcony over the water, and a kitchen that cooks what the lake and the valley give.",
        "The house was built in 1911 for the guests of the steamer. The landing stage is still there, and so is the bell that called them to dinner.",
        "We are open from March to November. In winter the family repairs the boats.",
    )
    + "<ul class='grid'><li><h2>Rooms</h2>Quiet ones to the garden, bright ones to the lake. Breakfast until eleven, on the terrace when the sun allows.</li>"
    "<li><h2>Kitchen</h2>Char, whitefish and dumplings; on Sundays the oven belongs to the grandmother.</li>"
    "<li><h2>Boats</h2>Six rowing boats and a raft, free for guests. The raft has a table.</li></ul>"
    + paragraphs(
        *(
            "The path around the lake takes three hours, with two inns on the way and a ferry for the tired."
            for _ in range(8)
        )
    ),
    head='<link rel="canonical" href="/"><meta property="og:type" content="website">',
)
ROOMS = full(HOTEL, "Rooms", "<h1>Rooms</h1><p>Doubles from €140, singles from €95, the tower room on request.</p>")

_TERMS = (
    "catalogue",
    "exchange",
    "envelope",
    "receipt",
    "signature",
    "revision",
    "manifest",
    "channel",
    "digest",
    "ledger",
    "peer",
    "clock",
)
SPEC = full(
    Brand(name="Lattice Working Group", headline="", story=(), nav=("Specifications", "Errata", "Test suite"), foot=("Licence",), accent="#374151",
          layout="magazine"),
    "Lattice Exchange Specification",
    "<h1>Lattice Exchange Specification</h1><p>Version 2.4, living document.</p>"
    + "".join(
        f"<h2>{number}. The {term}</h2>"
        + paragraphs(*(
            f"A {term} has an owner, a state and a place in the order of events. Implementations of clause {number}.{clause} keep the {term} for as long as "
            f"any peer may still refer to it, and report the smallest set of facts from which another peer can rebuild it without asking again. A {term} that "
            "cannot be rebuilt is treated as if it had never been sent."
            for clause in range(1, 11)))
        + (f"<p>If a peer answers 404 or “access denied”, the {term} is kept. During maintenance of a peer the sender waits.</p><pre>HTTP/1.1 404 Not Found\n"
           "Retry-After: 120</pre>" if number % 4 == 0 else "")
        + ("<h3>Changes</h3><ul><li>The example of a nested envelope has been removed from section 3.</li><li>Clause 7.2 was reworded.</li></ul>"
           if number == 11 else "")
        for number, term in enumerate(_TERMS, 1)
    ),
)  # fmt: skip
REMOVED = document("Lattice Working Group", "<p>This page has been removed.</p>")

NAMED_STORE = "".join(f"Item {n}," for n in range(1, 21)).rstrip(",")


def _store(visit: Visit) -> Answer:
    if visit.query.get("noscript"):
        return bare("Store", "<p>Please enable JavaScript</p>")
    return full(
        brands.MARROW,
        "Store",
        "<h1>Store</h1><ul id='items' class='grid'></ul>",
        head='<noscript><meta http-equiv="refresh" content="0;url=/store?noscript=1"></noscript>',
        after=f"<script>setTimeout(()=>{{document.getElementById('items').innerHTML='{NAMED_STORE}'.split(',').map(t=>'<li>'+t+'</li>').join('')}},{visit.ms(300)})</script>",
    )


def _refreshing(visit: Visit) -> Answer:
    seconds = max(1, round(3 * visit.pace))
    return bare(
        "Please wait",
        "<p>One moment, we are taking you to the store.</p>",
        head=f'<meta http-equiv="refresh" content="{seconds};url=/store/full">',
    )


FULL_STORE = full(brands.MARROW, "Store", f"<h1>Store</h1>{items(*NAMED_STORE.split(','))}")
SOLAR = full(
    Brand(
        name="Helio Parts",
        headline="",
        story=(),
        nav=("Panels", "Inverters", "Mounts"),
        foot=("Terms",),
        accent="#a16207",
    ),
    "Solar parts",
    "<h1>Solar parts</h1><p>Clamps, rails and inverters for roofs of every pitch, in stock and sent today.</p><ul class='grid'><li>Rail 2 m</li><li>Clamp</li>"
    "<li>Inverter 3 kW</li></ul>",
)
LANDER = document(
    "helio-parts is for sale",
    "<h1>helio-parts</h1><p>The domain helio-parts is for sale.</p><p>Make an offer to its owner: <input placeholder='EUR'><button>Make an offer</button></p>",
)


def _wraps(name: str) -> Handler:
    def answer(visit: Visit) -> Answer:
        return (
            "<!DOCTYPE html><html><head><title>Helio</title></head><frameset rows='100%,*' border='0'><frame src='"
            f"{visit.url(name)}' frameborder='0'><noframes>Your browser does not support frames.</noframes></frameset></html>"
        )

    return answer


_SIGNED_IN = Brand(
    name="Roster admin", headline="", story=(), nav=("People", "Teams", "Roles"), foot=("Help",), account="Sign out", layout="sidebar", accent="#0f4c3a",
)  # fmt: skip
NEW_PERSON = full(
    _SIGNED_IN,
    "Add a person",
    "<h1>Add a person</h1><form method='post' action='/people'><label><span>Name</span><input name='name'></label><label><span>E-mail</span>"
    "<input type='email' name='email'></label><label><span>Role</span><select name='role'><option>Member</option><option>Manager</option></select></label>"
    "<label><span>Password</span><input type='password' name='password'></label><label><span>Repeat password</span><input type='password' name='repeat'></label>"
    "<button>Save</button> <button class='quiet' type='button'>Cancel</button></form>",
)
PASSWORD = full(
    _SIGNED_IN,
    "Change password",
    "<h1>Change password</h1><form><label><span>Current password</span><input type='password'></label><label><span>New password</span><input type='password'>"
    "</label><button>Change</button></form>",
)
CLOSED_DIALOG = full(
    brands.AURORA,
    "Stations",
    "<h1>Stations</h1><p>All stations have a waiting room with a stove, and most have a shop.</p>",
    after="<dialog id='login'><form><input name='user'><input type='password' name='password'><button>Log in</button></form></dialog>",
)
SIGNUP = card(
    brands.MARROW,
    "Create your account",
    "<h1>Create your account to continue</h1><form method='post'><label><span>Name</span><input></label><label><span>E-mail</span><input type='email'></label>"
    "<label><span>Password</span><input type='password'></label><label><span>Repeat password</span><input type='password'></label><button>Create account</button></form>",
)

_TABLE = (
    "<table><tr><td>Bread boards</td><td>2</td><td>£62</td></tr><tr><td>Spoon</td><td>1</td><td>£9</td></tr></table>"
)


def _shadow(mode: str) -> str:
    return document(
        "Invoice",
        "<invoice-view></invoice-view><script>customElements.define('sum-line',class extends HTMLElement{connectedCallback(){"
        f"this.attachShadow({{mode:'{mode}'}}).innerHTML='<p>Sum: <b>£71.00</b>, to be paid by 14 December</p>'}}}});"
        f"customElements.define('invoice-view',class extends HTMLElement{{connectedCallback(){{this.attachShadow({{mode:'{mode}'}}).innerHTML="
        f"'<h1>Invoice 42</h1>{_TABLE}<sum-line></sum-line>'}}}});</script>",
    )


SLOTS = document(
    "Invoice",
    "<invoice-card><h1 slot='title'>Invoice 42</h1><p>Two bread boards and a spoon, £71.00, to be paid by 14 December.</p></invoice-card>"
    "<script>customElements.define('invoice-card',class extends HTMLElement{connectedCallback(){this.attachShadow({mode:'open'}).innerHTML="
    "'<article><slot name=title></slot><slot></slot></article>'}})</script>",
)

CYRILLIC = "Хроника озёрного края"
_RU = f'<html><head><meta charset="windows-1251"><title>{CYRILLIC}</title></head><body><h1>{CYRILLIC}</h1><p>Паром ходит до первого льда, а почту возят по субботам.</p></body></html>'
_JA = "<html><head><title>湖の便り</title></head><body><h1>湖の便り</h1><p>渡し船は氷が張るまで毎日運航しています。郵便は土曜日に届きます。</p></body></html>"

_PRODUCT = "<h1>Walnut board</h1><p class='price'>£48.00</p>" + paragraphs(
    *(
        "The board is cut from one piece, planed by hand and oiled three times; it is as happy under bread as under cheese."
        for _ in range(30)
    )
)


def _product(dialog: str, css: str, delay: int = 400) -> Handler:
    def answer(visit: Visit) -> Answer:
        if "consent" in visit.cookies:
            return full(brands.MARROW, "Walnut board", _PRODUCT)
        late = (
            "document.querySelectorAll('[data-answer]').forEach(b=>b.addEventListener('click',()=>{const m=document.querySelector('main');"
            f"m.style.marginTop='200px';setTimeout(()=>m.style.marginTop='0',{visit.ms(800)})}}))"
        )
        return full(
            brands.MARROW,
            "Walnut board",
            _PRODUCT,
            css=css,
            after=f"<template id='t'>{dialog}</template><script>setTimeout(()=>{{const t=document.getElementById('t').content.cloneNode(true);"
            f"document.body.append(t);{late}}},{visit.ms(delay)})</script>",
        )

    return answer


_BAR = (
    "<div id='consent' class='bar'><p>We use cookies to count visits and to remember your basket.</p><button data-answer='reject'>Reject</button> "
    "<button data-answer='accept'>Accept</button></div><script>document.querySelectorAll('[data-answer]').forEach(b=>b.addEventListener('click',()=>{"
    "document.cookie='consent='+b.dataset.answer+';path=/';document.getElementById('consent').remove()}))</script>"
)
_BAR_CSS = ".bar{position:fixed;left:0;right:0;bottom:0;height:30vh;background:#fff;border-top:3px solid #37572f;padding:1.5rem}"
_VEIL_CSS = ".veil{position:fixed;inset:0;background:#000c;display:grid;place-items:center;z-index:9}.veil>div{background:#fff;padding:2rem;max-width:32rem}"
_DIALOG = consent_dialog(
    "Your choice", "We and our partners would like to store and read cookies on this device.", "Reject", "Accept"
)

PAGES: tuple[FaultPage, ...] = (
    fault("c01", "hotel.test", "goal_achieved", "A home page that also answers every unknown path", "Any path but /rooms gives this same page.", HOTEL_HOME,
          path="/", routes={"/rooms": ROOMS, "/*": HOTEL_HOME}, goal="the site's name and its navigation",
          expect=('text contains "Hotel Seeblick"', 'count("nav a") >= 4'), group="case"),
    fault("c01-twin", "hotel.test", "error_page.soft_404", "The home page in place of an offer", "A deep path answers 200 with the home page.", HOTEL_HOME,
          path="/rooms/summer-offer", goal="the summer offer", expect=('text contains "summer offer"',), group="case"),
    fault("c02", "docs.test", "goal_achieved", "A specification that mentions a removal", "44 KB; “has been removed” stands deep in section 11.", SPEC,
          path="/spec/overview", goal="the specification", expect=('title ~ "Lattice Exchange Specification"', 'count("h2") >= 12'), group="case"),
    fault("c02-twin", "docs.test", "error_page.soft_404", "One line: this page has been removed", "200; the title is the site's name.", REMOVED,
          path="/spec/annex", expect=('text contains "Annex"',), group="case"),
    fault("c16", "shop.test", "goal_achieved", "A refresh inside noscript", "With scripts on it is text; the items come after 300 ms.", _store, path="/store",
          goal="20 items", expect=('count("#items li") >= 20',), group="case"),
    fault("c16-twin", "shop.test", "goal_achieved", "The same refresh outside noscript", "After 3 s the browser moves on; the target counts.", _refreshing,
          path="/store/wait", routes={"/store/full": FULL_STORE}, goal="20 items", expect=('count("main li") >= 20',), group="case"),
    fault("c20", "alias.test", "goal_achieved", "A frameset around another site", "Both domains are allowed.", _wraps("real"), path="/", aliases=("real.test",),
          routes={"real/": SOLAR}, goal="h1 Solar parts", expect=('text contains "Solar parts"',), group="case"),
    fault("c20-off", "alias.test", "domain_mismatch.off_domain", "A frameset around a site that is not allowed", "No alias is declared.", _wraps("real"),
          path="/plain", goal="h1 Solar parts", expect=('text contains "Solar parts"',), group="case"),
    fault("c20-sale", "alias.test", "domain_mismatch.for_sale", "A frameset around a for-sale page", "The frame's host sells the name.", _wraps("lander"),
          path="/sold", routes={"lander/": LANDER}, goal="h1 Solar parts", expect=('text contains "Solar parts"',), group="case"),
    fault("c23", "admin.test", "goal_achieved", "A form for a new person, with passwords", "Signed in, with a sign-out control.", NEW_PERSON, path="/people/new",
          goal="a form with a role", expect=('count("form select[name=role]") >= 1',), group="case"),
    fault("c23-change", "admin.test", "content", "A form to change the password", "Signed in.", PASSWORD, path="/account/password", group="case"),
    fault("c23-dialog", "admin.test", "content", "A password field in a closed dialog", "An ordinary page.", CLOSED_DIALOG, path="/stations", group="case"),
    fault("c23-signup", "admin.test", "auth_wall.signup", "Redirected from /orders to a sign-up", "The same fields, but asked of a stranger.",
          lambda _v: move("/join?from=orders"), path="/orders", routes={"/join": SIGNUP}, goal="the list of orders", expect=('count("table tr") >= 1',),
          group="case"),
    fault("c44", "app.test", "goal_achieved", "An application in shadow trees", "The body has no text of its own.", _shadow("open"), path="/invoice",
          goal="h1 Invoice 42", expect=('text contains "Invoice 42"', 'visible("h1")'), group="case"),
    fault("c44-closed", "app.test", "goal_achieved", "The same in closed roots", "Scripts of the page cannot read it; a person can.", _shadow("closed"),
          path="/invoice/closed", goal="Invoice 42", expect=('text contains "Invoice 42"',), group="case"),
    fault("c44-slots", "app.test", "goal_achieved", "Slots with light text", "The text stands in the document, the frame in the shadow.", SLOTS,
          path="/invoice/slots", goal="Invoice 42", expect=('text contains "Invoice 42"',), group="case"),
    fault("c47", "ru.test", "goal_achieved", "windows-1251, named in a meta tag only", "No charset in the header.", always(_RU.encode("cp1251"), 200,
          {"content-type": "text/html"}, "text/html"), path="/a", language="ru", goal=CYRILLIC, expect=(f'text contains "{CYRILLIC}"',), group="case"),
    fault("c47-wrong", "ru.test", "goal_failed.wrong_content", "The same bytes with charset=utf-8 in the header", "Replacement characters, as any visitor sees.",
          always(_RU.encode("cp1251"), 200, {"content-type": "text/html; charset=utf-8"}), path="/b", language="ru", goal=CYRILLIC,
          expect=(f'text contains "{CYRILLIC}"',), group="case"),
    fault("c47-sjis", "ru.test", "goal_achieved", "Shift_JIS, declared nowhere", "The browser has to guess.", always(_JA.encode("shift_jis"), 200,
          {"content-type": "text/html"}), path="/c", language="ja", goal="湖の便り", expect=('text contains "湖の便り"',), group="case"),
    fault("c56", "shop.test", "goal_achieved", "A cookie bar over the lower third", "No scroll lock; the mission leaves it.", _product(_BAR, _BAR_CSS),
          path="/p", goal="the price", expect=('text contains "£48.00"',), group="case"),
    fault("c56-reject", "shop.test", "goal_achieved", "The same bar, the mission rejects", "Pressing moves the page by 200 px for 800 ms.", _product(_BAR, _BAR_CSS),
          path="/p/walnut", consent="reject", goal="the price", expect=('text contains "£48.00"',), group="case"),
    fault("c56-dialog", "shop.test", "interstitial.consent", "A dialog over the whole window", "Scrolling is locked until it is answered.",
          _product(_DIALOG, _VEIL_CSS), path="/p/dialog", consent="reject", goal="the price", expect=('text contains "£48.00"',),
          steps="dismiss done", final="goal_achieved", group="case"),
)  # fmt: skip
