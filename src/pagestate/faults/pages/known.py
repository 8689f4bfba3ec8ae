# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Pages that a person called right once, and what became of them since: taken over, mixed up, or merely changed."""

from dataclasses import replace

from pagestate.faults.furniture import Brand, card, document, full, items, paragraphs
from pagestate.faults.model import FaultPage, fault

__all__ = ["PAGES"]

HALL = Brand(
    name="Corn Exchange Hall", headline="What is on", story=(), nav=("What is on", "Hire the hall", "Visit", "Support us"),
    foot=("Contact", "Access", "Privacy"), accent="#7f1d1d",
)  # fmt: skip
PROGRAMME = full(
    HALL,
    "What is on",
    "<h1>What is on</h1>"
    + paragraphs("Chamber music on Thursdays, films on Fridays, and a market for old books every other Sunday.")
    + "<h2>This week</h2>" + items("String quartet, Thursday at eight", "The Third Man, Friday at seven", "Book market, Sunday from ten"),
)  # fmt: skip
SERUM = document(
    "Ten serums that dermatologists swear by | Glow Daily",
    "<div class='wrapper'><div class='masthead'><a href='/'>Glow Daily</a></div><div class='post'><h1>Ten serums that dermatologists swear by</h1>"
    + paragraphs(
        "We tried thirty bottles over six weeks and kept a diary of every morning. These ten are the ones we would buy again.",
        "Start with a small amount on damp skin, wait a minute, and only then add cream. Less is more, as always.",
        "Our favourite costs less than a lunch and lasts for three months, which is why it tops the list again this year.",
    )
    + "<h2>1. The one in the blue bottle</h2>" + paragraphs("Light, without scent, and gone in a moment. It also survives a journey in a bag.")
    + "</div><div class='bottom'>© 2026 Glow Daily Media Ltd. As an affiliate we earn from purchases.</div></div>",
    css="body{font:18px Georgia;max-width:700px;margin:auto}.masthead{font-size:2rem;text-align:center;padding:2rem}",
)  # fmt: skip

GARDEN = Brand(
    name="Rosenhof Baumschule", headline="Obstbäume", story=(), nav=("Obstbäume", "Rosen", "Hecken", "Pflege"),
    foot=("Impressum", "Versand"), lang="de", accent="#4d7c0f",
)  # fmt: skip
APPLES = full(
    GARDEN, "Apfelbäume",
    "<h1>Apfelbäume</h1>" + paragraphs("Sechzig alte und neue Sorten als Busch, Halbstamm und Hochstamm, aus eigener Anzucht.")
    + "<table><tr><td>Boskoop</td><td>34 €</td></tr><tr><td>Gravensteiner</td><td>36 €</td></tr></table>",
)  # fmt: skip
NURSERY = full(
    GARDEN, "",
    "<h1>Willkommen in der Gärtnerei</h1>" + paragraphs("Seit vier Generationen ziehen wir Bäume am Rand der Heide. Kommen Sie vorbei.")
    + "<h2>Im Herbst</h2>" + items("Pflanztage ab dem 12. Oktober", "Schnittkurs im November"),
)  # fmt: skip

BAKERY = Brand(
    name="Brook Street Bakery", headline="Our bread", story=(), nav=("Bread", "Cakes", "Find us"), foot=("Jobs", "Contact"), accent="#92400e",
)  # fmt: skip
LOAVES = full(
    BAKERY, "Our bread",
    "<h1>Our bread</h1>" + paragraphs("Baked every night between one and five, sold until it is gone.") + items("Rye", "Spelt", "Oat and honey"),
)  # fmt: skip
REDESIGNED = document(
    "Our bread · Brook Street Bakery",
    "<div id='app' class='v2-shell'><section class='hero'><img alt='Brook Street Bakery' src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"
    "<p class='kicker'>Open from six</p><h1>Bread, baked at night</h1></section><section class='tiles'>"
    + "".join(f"<article class='tile'><h2>{name}</h2><p>{text}</p></article>" for name, text in (
        ("Rye", "Dark, with a crust that sings when it cools."), ("Spelt", "Mild, made with milk from the valley."),
        ("Oat and honey", "For breakfast, or for no reason at all.")))
    + "</section><section class='end'><p>© 2026 Brook Street Bakery. Brook Street 4, beside the bridge.</p></section></div>",
    css=".hero{background:#1c1917;color:#fff;padding:20vh 8vw}.tiles{display:grid;grid-template-columns:1fr 1fr 1fr;gap:2rem;padding:4rem 8vw}body{margin:0;font:18px Georgia}",
)  # fmt: skip

FERRY = Brand(
    name="Fährlinie Nordsund", headline="Fahrplan", story=(), nav=("Fahrplan", "Preise", "Hafen"), foot=("Impressum",), lang="de", accent="#075985",
)  # fmt: skip
TIMES_DE = full(
    FERRY, "Fahrplan",
    "<h1>Fahrplan</h1>" + paragraphs("Die Fähre legt zu jeder vollen Stunde ab, im Winter nur bis neunzehn Uhr.") + items("Nordhafen 8:00", "Südhafen 8:40"),
)  # fmt: skip
TIMES_EN = full(
    replace(FERRY, lang="en", nav=("Timetable", "Fares", "Harbour"), foot=("Imprint",)), "Timetable",
    "<h1>Timetable</h1>" + paragraphs("The ferry leaves on the hour, in winter only until seven in the evening.") + items("North harbour 8:00", "South harbour 8:40"),
)  # fmt: skip

PAPER = Brand(
    name="The Quay Courier", headline="Front page", story=(), nav=("Town", "Harbour", "Sport", "Letters"), foot=("About", "Subscribe"),
    accent="#111827", layout="magazine",
)  # fmt: skip


def _front(*stories: tuple[str, str]) -> str:
    told = "".join(f"<article><h2>{head}</h2><p>{text}</p></article>" for head, text in stories)
    return full(PAPER, "Today’s news", f"<h1>Today’s news</h1>{told}")


YESTERDAY = _front(
    ("Crane returns to the east pier", "The crane that the storm bent in January stands again, straight as a mast."),
    ("School choir wins by a whisker", "Two points decided it, after an encore that nobody had planned."),
)
TODAY = _front(
    ("Council votes for a second ferry", "Nine to four, after a debate that lasted until the last ferry had left."),
    ("A seal in the boating lake", "It came through the sluice on Sunday and does not seem to want to leave."),
    ("Bakers ask for quieter gulls", "The petition has four hundred names on it, and one set of webbed prints."),
)

TEA = Brand(
    name="Lindqvist Tea", headline="Black tea", story=(), nav=("Black", "Green", "Herbal", "Pots"), foot=("Delivery", "Returns"), accent="#14532d",
)  # fmt: skip


def _teas(price: str, button: str, heading: str = "Black tea") -> str:
    return full(
        TEA, f"{heading} from {price}",
        f"<h1>{heading}</h1>" + paragraphs("Leaves from seven gardens, sold by the tin.")
        + f"<ul class='grid'><li>Assam<br>{price} <button>{button}</button></li><li>Keemun<br>£9.90 <button>{button}</button></li></ul>",
    )  # fmt: skip


POTTERY = Brand(
    name="Wheel and Kiln", headline="Courses", story=(), nav=("Courses", "Studio", "Shop"), foot=("Contact",), accent="#9a3412",
)  # fmt: skip
_COURSES = "<h1>Courses</h1>" + paragraphs(
    "Six evenings at the wheel, one for glazing, and a cup at the end that may even hold tea."
)
COURSES = full(POTTERY, "Courses", _COURSES)
WITH_BANNER = full(
    POTTERY, "Courses", _COURSES,
    after="<div class='cookie-bar' role='region' aria-label='Cookies' style='position:fixed;bottom:0;left:0;right:0;background:#eee;padding:.6rem 5vw'>"
    "We use cookies to count visits. <button>Fine</button> <button>No thanks</button></div>",
)  # fmt: skip

MEMBERS = Brand(name="Anglers of the Lower Weir", headline="", story=(), nav=(), foot=(), accent="#1e3a8a")
SIGN_IN = card(
    MEMBERS, "Sign in – Anglers of the Lower Weir",
    "<h1>Sign in</h1><form method='post' action='/session'><label><span>E-mail</span><input type='email' name='email'></label>"
    "<label><span>Password</span><input type='password' name='password'></label><button>Sign in</button></form>",
)  # fmt: skip

PAGES: tuple[FaultPage, ...] = (
    fault("known-takeover", "corn-exchange-hall", "domain_mismatch.takeover", "A hall's name now carries somebody's advertising magazine",
          "200, an ordinary page of another owner in another build.", SERUM, path="/", learnt=PROGRAMME),
    fault("known-all-home", "rosenhof-baumschule", "goal_failed.wrong_content", "Every page shows the start page",
          "200; a router that lost its routes.", NURSERY, path="/apfel", language="de", learnt=APPLES, learnt_beside={"/": NURSERY},
          routes={"/": NURSERY}),
    fault("known-redesign", "brook-street-bakery", "content", "A redesign by the same owner",
          "200; another build and other headings, under the same name.", REDESIGNED, path="/bread", learnt=LOAVES),
    fault("known-language", "nordsund-faehre", "content", "The same page in another language",
          "200; English, learnt in German.", TIMES_EN, path="/fahrplan", learnt=TIMES_DE),
    fault("known-daily", "quay-courier", "content", "The front page of the next day", "200; every story is another.", TODAY, path="/",
          learnt=YESTERDAY),
    fault("known-variant", "lindqvist-tea", "content", "New prices, and the other arm of an experiment",
          "200; another price in the title, other words on the buttons.", _teas("£8.40", "Put it in my basket", "Our black teas"),
          path="/black", learnt=_teas("£7.90", "Buy")),
    fault("known-banner", "wheel-and-kiln", "content", "A bar about cookies was added", "200; it covers a strip at the bottom.", WITH_BANNER,
          path="/courses", learnt=COURSES),
    fault("known-login", "lower-weir-anglers", "content", "A login page that is meant to be one",
          "200; a person called it right, and it is as it was.", SIGN_IN, path="/members", learnt=SIGN_IN, learnt_as="auth_wall.login"),
)  # fmt: skip
