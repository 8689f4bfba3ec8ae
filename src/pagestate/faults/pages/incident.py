# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""The opening incident: five addresses of one shop, all 200, all the same banner."""

from pagestate.faults.furniture import Brand, document, full
from pagestate.faults.model import Answer, FaultPage, Handler, Visit, fault, html

__all__ = ["PAGES", "PATHS"]

PATHS = ("/", "/shop", "/cart", "/account", "/contact")
TERN = Brand(
    name="Tern & Tide", headline="Clothes for weather", story=(), nav=("Shop", "Cart", "Account", "Contact"), foot=("Delivery", "Returns"),
    accent="#0f4c5c",
)  # fmt: skip
_SITE: dict[str, tuple[str, str, str]] = {
    "/": (
        "the start page of the shop",
        "Clothes for weather",
        "<p>Oilskins, jerseys and hats, made for people who go out anyway.</p>",
    ),
    "/shop": (
        "the list of products",
        "All products",
        "<ul class='grid'><li>Oilskin £180</li><li>Jersey £95</li><li>Sou’wester £40</li></ul>",
    ),
    "/cart": (
        "the shopping cart",
        "Your cart",
        "<p>One jersey, size M. Sum: £95.00</p><button>Go to checkout</button>",
    ),
    "/account": (
        "the account page",
        "Your account",
        "<p>Signed in as Ada. Your last parcel arrived on Friday. <a href='/out'>Sign out</a></p>",
    ),
    "/contact": (
        "the contact form",
        "Contact us",
        "<form><textarea name='message' placeholder='Message'></textarea><button>Send</button></form>",
    ),
}
BANNER = document(
    "Tern & Tide",
    "<main><svg width='84' height='60' viewBox='0 0 84 60'><path d='M4 40 Q24 6 44 34 Q60 8 80 30' fill='none' stroke='#0f4c5c' "
    "stroke-width='6' stroke-linecap='round'/></svg><h1>We’ll be right back</h1><p>We are giving the shop a quick polish. "
    "Everything will be here again in a moment.</p></main>",
    css="body{margin:0;min-height:100vh;display:grid;place-items:center;background:#eef6f6;color:#12333a;font:18px Georgia,serif;"
    "text-align:center}",
)


def _always(_visit: Visit) -> Answer:
    return BANNER


def _ends(visit: Visit) -> Answer:
    left = 60 - visit.elapsed
    # Everyone sees the banner once, however late: a short window must not be over before the fifth page is asked for.
    if left > 0 or visit.count == 1:
        return html(BANNER, 200, {"retry-after": str(visit.told(left))})
    _, heading, body = _SITE[visit.path]
    return full(TERN, heading, f"<h1>{heading}</h1>{body}")


def _five(
    prefix: str, host: str, answer: Handler, about: str, *, steps: str | None, final: str | None
) -> tuple[FaultPage, ...]:
    return tuple(
        fault(f"{prefix}-{path.strip('/') or 'home'}", host, "maintenance.maintenance", f"One banner for all: {path}", about, answer, path=path,
              goal=goal, expect=(f'text contains "{heading}"',), group="incident", window=host, steps=steps, final=final)
        for path, (goal, heading, _) in _SITE.items()
    )  # fmt: skip


PAGES: tuple[FaultPage, ...] = (
    *_five("incident", "ternandtide", _always, "200 with the banner, without end.", steps=None, final=None),
    *_five("incident-ends", "tern-outlet", _ends, "200 with the banner for 60 s after the first visit to any of the five, and at the first look at each.",
           steps="wait_for_site done", final="goal_achieved"),
)  # fmt: skip
