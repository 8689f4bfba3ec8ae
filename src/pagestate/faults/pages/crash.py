# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Applications that crashed and show it, and builds whose files are gone."""

from html import escape

from pagestate.faults import brands
from pagestate.faults.furniture import document, full, ordinary
from pagestate.faults.model import Answer, FaultPage, Visit, always, fault, html

__all__ = ["PAGES"]

PYTHON = """Traceback (most recent call last):
  File "/srv/app/venv/lib/python3.12/site-packages/flask/app.py", line 1511, in wsgi_app
    response = self.full_dispatch_request()
  File "/srv/app/orders/views.py", line 88, in order_list
    total = sum(line.price * line.count for line in order.lines)
TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
"""
DEBUGGER = document(
    "TypeError at /orders/",
    "<header style='background:#ffc;padding:1rem'><h1>TypeError at /orders/</h1><pre>unsupported operand type(s) for *: 'NoneType' "
    "and 'int'</pre><table><tr><th>Request Method:</th><td>GET</td></tr><tr><th>Exception Location:</th><td>/srv/app/orders/views.py, "
    f"line 88, in order_list</td></tr></table></header><h2>Traceback</h2><pre>{escape(PYTHON)}</pre>"
    "<p>You see this because DEBUG is on. Turn it off to get the standard 500 page.</p>",
)
JAVA = document(
    "HTTP Status 500 – Internal Server Error",
    "<h1>HTTP Status 500 – Internal Server Error</h1><hr><p><b>Type</b> Exception Report</p><p><b>Message</b> "
    "java.lang.IllegalStateException: timetable not loaded</p><p><b>Exception</b></p><pre>java.lang.IllegalStateException: timetable "
    "not loaded\n\tat test.aurorarail.Timetable.find(Timetable.java:61)\n\tat test.aurorarail.web.StationServlet.doGet"
    "(StationServlet.java:34)\n\tat jakarta.servlet.http.HttpServlet.service(HttpServlet.java:564)\n</pre><hr><h3>Apache Tomcat/10.1</h3>",
    css="body{font-family:Tahoma,sans-serif}h1,h3{background:#525d76;color:#fff;padding:.2em}",
)
DOTNET = document(
    "Runtime Error",
    "<h1>Server Error in '/' Application.<hr></h1><h2><i>Object reference not set to an instance of an object.</i></h2>"
    "<p><b>Exception Details:</b> System.NullReferenceException: Object reference not set to an instance of an object.</p>"
    "<b>Source Error:</b><pre style='background:#ffffcc'>Line 41:   var plan = session.Plan;\nLine 42:   return plan.Name;</pre>"
    "<b>Stack Trace:</b><pre style='background:#ffffcc'>[NullReferenceException: Object reference not set to an instance of an object.]\n"
    "   Ledger.Web.PlanController.Index() in C:\\src\\Ledger\\PlanController.cs:42\n"
    "   System.Web.Mvc.ControllerActionInvoker.InvokeActionMethod() +38</pre><hr>Version Information: Microsoft .NET Framework Version:4.0",
    css="body{font:.7em Verdana}h1{color:#a00;font-weight:400}h2{color:maroon}",
)
PHP_INSIDE = full(
    brands.KORNBLUME,
    "Ratgeber",
    "<br />\n<b>Fatal error</b>:  Uncaught Error: Call to a member function getTitle() on null in "
    "/var/www/html/wp-content/themes/kornblume/single.php:24\nStack trace:\n#0 /var/www/html/wp-includes/template.php(812): require()\n"
    "#1 {main}\n  thrown in <b>/var/www/html/wp-content/themes/kornblume/single.php</b> on line <b>24</b><br />",
)
DATABASE = document(
    "Database Error",
    "<h1>Error establishing a database connection</h1>",
    css="body{background:#f1f1f1;margin:2em auto;max-width:700px;background:#fff;border:1px solid #ccd0d4;padding:1em 2em;font-family:sans-serif}",
)
WHITE_LABEL = (
    "<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a "
    "fallback.</p><div id='created'>Mon Nov 30 10:12:04 UTC 2026</div><div>There was an unexpected error (type=Internal Server Error, "
    "status=500).</div></body></html>"
)
CLIENT = full(
    brands.SLATE,
    "",
    "<div id='root'><p>Loading board…</p></div>",
    after="<script>addEventListener('error',()=>{document.body.innerHTML='<h2 style=\"font:500 24px/49px system-ui;text-align:center;"
    "margin-top:40vh\">Application error: a client-side exception has occurred (see the browser console for more information).</h2>'});"
    "setTimeout(()=>{const board=undefined;document.title=board.title},60)</script>",
)
BOUNDARY_RU = full(
    brands.RASTRO,
    "Ошибка",
    "<h1>Что-то пошло не так</h1><p>Приложение столкнулось с непредвиденной ошибкой и не может продолжить работу.</p>"
    "<details open><summary>Подробности</summary><pre>TypeError: Cannot read properties of undefined (reading 'track')\n    at Route "
    "(/assets/main.8c1f.js:1:20411)\n    at renderWithHooks (/assets/main.8c1f.js:1:99210)</pre></details>",
)


def _crash_recovers(visit: Visit) -> Answer:
    return ordinary(brands.LEDGER) if visit.elapsed >= 25 else html(DEBUGGER, 500)


def _shell(visit: Visit) -> Answer:
    return document(
        "Weave",
        '<div id="root"></div>',
        head='<link rel="stylesheet" href="/assets/main.41aa.css"><script type="module" src="/assets/main.41aa.js"></script>',
    )


_MAIN = (
    "import('/assets/board.09bc.js').catch(e=>{document.getElementById('root').innerHTML='<h1>Loading chunk board failed.</h1>"
    "<p>A new version was released. Please reload the page.</p>';console.error('ChunkLoadError: Loading chunk board failed.',e)})"
)


def _chunk_recovers(visit: Visit) -> Answer:
    build = "new" if visit.count > 2 else "old"
    return document("Tally", '<div id="root"></div>', head=f'<script src="/static/{build}.js" defer></script>')


_TALLY = "document.getElementById('root').innerHTML='<h1>Tally</h1><p>Three votes are open, and the last one ends on Friday.</p>'"

PAGES: tuple[FaultPage, ...] = (
    fault("crash-python", "orders-marrowpine", "error_page.app_crash", "A Python framework's debug page",
          "500 with the trace.", always(DEBUGGER, 500), path="/orders/"),
    fault("crash-python-plain", "jobs-ledgerline", "error_page.app_crash", "A trace as plain text, with 200",
          "Nothing but the trace.", always(PYTHON, 200, None, "text/plain"), path="/run/nightly"),
    fault("crash-php", "kornblume-ratgeber", "error_page.app_crash", "A PHP error inside the page",
          "200; the header stands, the footer too, the text is an error.", PHP_INSIDE, path="/ratgeber/rosen", language="de"),
    fault("crash-java", "stations-aurorarail", "error_page.app_crash", "A servlet container's report", "500 with the trace.",
          always(JAVA, 500), path="/station/17"),
    fault("crash-java-fallback", "api-aurorarail", "error_page.app_crash", "A Java framework's fallback page", "500, no trace.",
          always(WHITE_LABEL, 500), path="/error-less"),
    fault("crash-dotnet", "plans-ledgerline", "error_page.app_crash", "A .NET error page", "500 with the trace.",
          always(DOTNET, 500), path="/plan"),
    fault("crash-database", "blog-marrowpine", "error_page.app_crash", "No connection to the database", "500, one line.",
          always(DATABASE, 500), path="/"),
    fault("crash-client", "live-slatework", "error_page.app_crash", "The script throws, the framework says so",
          "200; the page is replaced by the message.", CLIENT, path="/b/12"),
    fault("crash-boundary-ru", "karta-vyorsty", "error_page.app_crash", "An error boundary, in Russian", "200, with a trace.",
          BOUNDARY_RU, path="/track/5", language="ru"),
    fault("crash-recovers", "beta-ledgerline", "error_page.app_crash", "A crash that is mended",
          "For 25 s after the first visit, then the page.", _crash_recovers, path="/",
          steps="retry_with_longer_delay done", final="content"),
    fault("chunk-missing", "weave-wexbridge", "error_page.chunk_load", "A chunk of the last build is gone",
          "The start script loads; the part for this page answers 404, and the script says so.", _shell, path="/board",
          routes={"/assets/main.41aa.js": always(_MAIN, 200, None, "text/javascript"),
                  "/assets/main.41aa.css": always("body{font-family:system-ui;margin:3rem}", 200, None, "text/css")}),
    fault("chunk-recovers", "tally-wexbridge", "error_page.chunk_load", "A script that is missing until the deploy is through",
          "Twice the page names a script that answers 404 and stays white; then the new one.", _chunk_recovers, path="/",
          routes={"/static/new.js": always(_TALLY, 200, None, "text/javascript")},
          steps="retry_with_longer_delay retry_with_longer_delay done", final="content"),
)  # fmt: skip
