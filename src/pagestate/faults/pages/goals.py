# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Ordinary pages on which a goal holds, or does not, or cannot be checked."""

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, bare, card, document, full, ordinary
from pagestate.faults.model import FaultPage, always, fault, json_answer

__all__ = ["PAGES"]

PRICES = full(
    brands.HARBOR,
    "Savings rates",
    "<h1>Savings rates</h1><table><tr><th>Account</th><th>Rate</th></tr><tr><td>Easy saver</td><td>2.10 %</td></tr>"
    "<tr><td>One-year bond</td><td>3.40 %</td></tr></table>",
)
ORDER = full(
    brands.MARROW, "Thank you", "<h1>Thank you for your order</h1><p>Order #48213 is on its way to the workshop.</p><p>Sum: £52.00</p>"
)  # fmt: skip
EMPTY_LIST = full(
    brands.LEDGER, "Invoices", "<h1>Invoices</h1><table class='invoices'><tr><th>No.</th><th>Sum</th></tr></table><p>No invoices yet.</p>"
)  # fmt: skip
BANNER = full(
    brands.LEDGER,
    "Customers",
    "<h1>Customers</h1><div id='list'></div>",
    after="<script>fetch('/api/customers').then(r=>{if(!r.ok)document.getElementById('list').innerHTML='<div role=\"alert\" class="
    '"notice">Customers could not be loaded. Try again in a moment.</div>\'})</script>',
)
SAVED = full(
    brands.LEDGER,
    "Profile",
    "<h1>Profile</h1><form><label><span>Name</span><input value='Priya N.'></label></form><p id='s'></p>",
    after="<script>fetch('/api/profile',{method:'POST',body:'{}'});document.getElementById('s').innerHTML='<b>✓ Saved</b>'</script>",
)
OTHER = full(
    brands.KORNBLUME,
    "Gartenscheren",
    "<h1>Gartenscheren</h1><p>Drei Modelle für kleine und große Hände, geschmiedet in Solingen.</p>",
)
TULIPS = full(
    brands.KORNBLUME,
    "Tulpen",
    "<h1>Tulpen</h1><p>Achtzig Sorten, von der Wildtulpe bis zur Papageientulpe, je zehn Zwiebeln.</p>"
    "<ul class='grid'><li>Apricot Beauty<br>4,90 €</li><li>Queen of Night<br>5,20 €</li></ul>",
)
VAGUE = card(
    Brand(name="Weave", headline="", story=(), nav=(), foot=(), accent="#0f766e"),
    "Weave",
    "<h1>Hello again</h1><p>Where would you like to go?</p><p><a href='/a'>Here</a> · <a href='/b'>There</a></p>",
)

PAGES: tuple[FaultPage, ...] = (
    fault("goal-achieved", "rates-harborlight", "goal_achieved", "The page that was meant", "A table of rates.", PRICES, path="/rates",
          goal="the table of savings rates", expect=('text contains "One-year bond"', 'count("table tr") >= 3', "status == 200")),
    fault("goal-achieved-order", "checkout-marrowpine", "goal_achieved", "An order that went through", "With a number.", ORDER,
          path="/thanks", goal="the order is confirmed", expect=('text ~ "Order #\\d+"',)),
    fault("goal-achieved-json", "health-slatework", "goal_achieved", "A health endpoint that is well", "JSON.",
          lambda _v: json_answer({"status": "ok", "checks": {"db": "up"}}), path="/healthz", expect=('json("status") == "ok"',)),
    fault("goal-achieved-ja", "himawari-fude", "goal_achieved", "The page that was meant, in Japanese", "In the shop's dress.",
          ordinary(brands.HIMAWARI), path="/pens", language="ja", expect=('text contains "万年筆"', 'visible("main h1")')),
    fault("goal-failed", "books-ledgerline", "goal_failed.expectation", "The list is empty", "The page is right, no row is there.",
          EMPTY_LIST, path="/invoices", goal="at least one invoice", expect=('count("table.invoices tr") >= 2',)),
    fault("goal-failed-other", "kornblume-werkzeug", "goal_failed.wrong_content", "Another page under this address",
          "Asked for tulips, shows shears.", OTHER, path="/tulpen", language="de", goal="Tulpen im Angebot",
          expect=('title ~ "Tulpen"', 'text contains "Tulpen"'),
          learnt=TULIPS),
    fault("goal-failed-other-unknown", "kornblume-hecken", "goal_failed.expectation", "The same, where nothing was learnt",
          "That the content is another one takes a reader, or the page's own past.", OTHER, path="/tulpen", language="de",
          goal="Tulpen im Angebot", expect=('title ~ "Tulpen"', 'text contains "Tulpen"')),
    fault("goal-failed-banner", "contacts-ledgerline", "goal_failed.app_error_banner", "The page stands, its data call failed",
          "500 for the list; the page shows a banner in its place.", BANNER, path="/customers", goal="the list of customers",
          expect=('count("table tr") >= 1',),
          routes={"/api/customers": always('{"error":"database"}', 500, None, "application/json")}),
    fault("goal-failed-contradiction", "profile-ledgerline", "goal_failed.contradiction", "Says saved, was not",
          "The message comes at once; the request that should store it gets 500.", SAVED, path="/profile", goal="the profile is saved",
          expect=('text contains "Saved"',), routes={"/api/profile": always('{"error":"write failed"}', 500, None, "application/json")}),
    fault("unexpected-goal", "hub-weave", "unexpected.goal_unverified", "A goal that nothing can check",
          "A healthy page and a goal in words alone.", ordinary(brands.SLATE), path="/", goal="the team's mood is good"),
    fault("unexpected-vague", "home-weave", "content", "A page of little meaning", "A greeting and two links.", VAGUE, path="/",
          group="trap"),
    fault("unexpected-mixed", "mix-weave", "unexpected.low_confidence", "Signs that point in several directions",
          "Asks to log in, says it is down and that the page is missing, all in one short text.",
          bare("Weave", "<h1>Hmm</h1><p>Page not found, or the site is under maintenance, or you need to sign in.</p>"
               "<p><a href='/login'>Sign in</a> · <a href='/'>Retry</a></p>"), path="/q"),
    fault("unexpected-teapot", "kettle-weave", "unexpected.other", "A status and a text that fit nothing", "218, poetry.",
          always(document("", "<p>the kettle is not here<br>it has gone to the sea</p>"), 218), path="/"),
)  # fmt: skip
