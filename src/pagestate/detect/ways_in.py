"""Addresses of login walls: where people log in, open an account, or see what is theirs."""

import re
from urllib.parse import unquote, urljoin, urlsplit

__all__ = [
    "EXCHANGE",
    "LOGIN_HOST",
    "asks_itself",
    "handed_over",
    "is_advice",
    "is_front",
    "is_phrase",
    "is_plain",
    "newcomer",
    "own_page",
    "path_of",
    "way_in",
]

_LONG = (
    r"log-?_?in|sign-?_?in|log-?on|sign-?_?on|signup|sign-?_?up|register|registration|"
    r"auth(?:enticat\w*|orize)?|sso|oauth2?|saml|adfs|session(?:s|/new)?|weblogin|anmeld\w*|einloggen|registrier\w*|"
    r"connexion|inscription|identification|authentification|acceso|entrar|iniciar-?sesion|registro|cadastro|accedi|"
    r"inloggen|aanmelden|logowanie|zaloguj|rejestracja|vhod|giris|uye-?ol|kayit|prihlas\w*|belepes|regisztr\w*|"
    r"logga-?in|logg-?inn|log-?ind|kirjaudu|entry/signin"
)
_SHORT = (
    r"create[_-]?(?:an?[_-]?)?(?:new[_-]?)?(?:account|user|profile)|account[_-]?create|accounts?/(?:create|new)|"
    r"new[_-]?(?:account|user|member)|add[_-]?user|member[_-]?(?:join|regist\w*)|nouveau-?(?:membre|compte)|"
    r"opret-?(?:bruger|konto|profil)|registr(?:ar|arse|ace|acija|ati|azione|atie|eren)|rexistro|iscriviti|iscrizione|"
    r"registreer|inschrijven|neukunde|konto-?(?:anlegen|erstellen)|bli-?medlem|opprett-?(?:konto|bruker|profil)|"
    r"rekisteroidy|luo-?tunnus|autentificare|inregistrare|dang-?(?:ky|nhap)|daftar|masuk|zarejestruj\w*|"
    r"crear?-?(?:cuenta|conta)|criar-?conta|se-?connecter|bejelentkezes|prijava|logovanie|oturum-?ac|"
    r"prisijun\w*"
)
"""Words that also stand in the addresses of articles, where they are part of something longer."""
_QUERY = (
    r"log-?in|sign-?in|register\d?|registration|signup|(?:client|customer|user|member)_?login|"
    r"create_?(?:an_?)?account|new_?account|add_?user"
)
_WAY_IN = re.compile(
    rf"/[\w-]*(?:{_LONG})[\w.-]*(?:[/?#;]|$)|/[\w-]{{0,9}}(?:{_SHORT})[\w.-]{{0,9}}(?:[/?#;]|$)|"
    rf"[?&](?:mode|action|act|do|cmd|view|page|p|content|section|tab\w*|\w*target|m|task|q|s)=(?:{_QUERY})(?![\w-])",
    re.IGNORECASE,
)
_PLAIN = re.compile(_LONG, re.IGNORECASE)
_NEWCOMER = re.compile(
    r"regis|rexist|sign[-_]?up|inscription|cadastro|rejestr|kayit|uye|create|crea|criar|new|neu|nouveau|add|join|opret|"
    r"opprett|medlem|iscri|inschr|anlegen|erstell|rekister|luo|inregistr|dang-?ky|daftar",
    re.IGNORECASE,
)
_OWN_PAGE = re.compile(
    r"/(?:[\w-]{0,9}(?:my-?_?account|my-?_?page|mein-?konto|kunden-?konto|mon-?compte|moje-?konto|mijn-?account|"
    r"mi-?cuenta|minha-?conta|min-?side|mina-?sidor|lichnyj-?kabinet|customer-?portal)[\w.-]{0,9}(?:[/?#;]|$)|"
    r"(?:account|konto|user|members?|profile|personal)(?:\.\w+)?/?(?:[?#;]|$))",
    re.IGNORECASE,
)
LOGIN_HOST = re.compile(
    r"(?:[\w-]+\.)?(?:login|signin|sso|auth|accounts?|idp|identity|signon|weblogin|secure-?login|adfs|cas|passport)"
    r"\d?[.-]",
    re.IGNORECASE,
)
"""Hosts that are named after logging in."""
EXCHANGE = re.compile(
    r"[?&](?:samlrequest|samlds|entityid|client_id|redirect_uri|relaystate|wa|wtrealm|response_type|returnto|service)=",
    re.IGNORECASE,
)
"""Parameters by which one site has another identify a visitor."""
_ENDING = re.compile(r"\.(?:php\d?|aspx?|jspx?|html?|do|action|cgi|pl|cfm|xhtml|jsf|seam)$", re.IGNORECASE)
_BESIDE = frozenset(
    (
        "account", "accounts", "admin", "agent", "area", "auth", "basic", "billing", "buyer", "callback",
        "center", "centre", "challenge", "client", "clients", "code", "confirm", "customer", "customers",
        "dealer", "default", "email", "employee", "enter", "entry", "external", "first", "form", "forms",
        "free", "guest", "home", "identifier", "identity", "index", "init", "internal", "main", "member",
        "members", "mobile", "new", "newuser", "oauth", "oauth2", "openid", "page", "panel", "partner",
        "password", "patient", "perform", "portal", "process", "redirect", "request", "required", "saml",
        "secure", "security", "seller", "service", "services", "show", "staff", "start", "startup", "step",
        "student", "supplier", "teacher", "token", "user", "username", "users", "vendor", "view", "web",
        "webmail", "welcome", "with", "your",
    )
)  # fmt: skip
"""What stands beside the words for logging in where the address is still that of the login."""
_FRONT = re.compile(r"/(?:(?:index|default|home|main|start)(?:\.\w+)?)?$", re.IGNORECASE)


def path_of(url: str) -> str:
    """Return path, query and fragment of `url`, with the escapes of the path read.

    Those of the query are left: an address within it is where one comes from or goes to.
    """
    path, mark, query = url.partition("://")[2].partition("?")
    return "/" + unquote(path.partition("/")[2]) + mark + query


def way_in(path: str) -> str | None:
    """Return what in an address says that one logs in or registers there."""
    found = _WAY_IN.search(path)
    return found[0] if found else None


def is_plain(words: str) -> bool:
    """Whether a way in, as `way_in` returns it, is one by itself, and not only where there is a form too."""
    return bool(_PLAIN.search(words))


def is_phrase(words: str) -> bool:
    """Whether a way in, as `way_in` returns it, is part of a longer phrase, as in the addresses of articles."""
    if words[:1] != "/":
        return False
    rest = _PLAIN.sub("", _ENDING.sub("", words.strip("/?#;&")))
    return any(len(part) > 2 and part.lower() not in _BESIDE for part in re.split(r"[-_.\W]+", rest))


def is_advice(path: str) -> bool:
    """Whether an address is of a part of a site where things are explained."""
    return bool(_ADVICE.search(path.partition("?")[0]))


_ADVICE = re.compile(
    r"/(?:help|support|faqs?|docs?|documentation|wiki|blog|news|articles?|kb|knowledge\w*|guides?|manual|tutorials?|"
    r"forum|threads?|topics?|questions?|hilfe|aide|ayuda|ajuda|aiuto|pomoc|yardim|hjelp|hjalp|ohje|segitseg|bantuan)/",
    re.IGNORECASE,
)


def newcomer(words: str) -> bool:
    """Whether a way in, as `way_in` returns it, is for those who have no account yet."""
    return bool(_NEWCOMER.search(words))


def own_page(path: str) -> bool:
    """Whether an address is of what is a visitor's own.

    Where a stranger is asked to log in there, it is a wall, and not a page with a login beside it.
    """
    return bool(_OWN_PAGE.search(path))


def is_front(url: str) -> bool:
    """Whether `url` is, for all that is known, a site's root, where to join is an offer."""
    return bool(re.fullmatch(_FRONT, path_of(url).partition("?")[0]))


def asks_itself(url: str, action: str) -> bool:
    """Whether a form at `url` is sent to that very address: the page is the form's own.

    A login beside other content is sent elsewhere, to where logging in is done. Front pages without
    a query do not count, since many sites answer everything at one address.
    """
    url, action = url.lower(), action.strip().lower()
    try:
        here, there = urlsplit(url), urlsplit(urljoin(url, action or url))
    except ValueError:
        return False
    front = bool(_FRONT.search(here.path))
    if not here.path.strip("/") or (front and not here.query):
        return False
    same = (there.hostname, there.path.rstrip("/")) == (here.hostname, here.path.rstrip("/"))
    return same and (there.query == here.query or (not there.query and not front))


def handed_over(url: str, asked: str) -> bool:
    """Whether `url` belongs to an exchange by which visitors of the host `asked` are identified elsewhere.

    It names that host as the one who asks, or it is the address of a login and speaks the exchange's
    language (SAML, OpenID Connect, WS-Federation, CAS, discovery of one's own institution).
    """
    if not EXCHANGE.search(url):
        return False
    host = url.partition("://")[2].partition("/")[0].lower()
    if LOGIN_HOST.match(host) and way_in(path_of(url)):
        return True
    return asked.lower() in unquote(url.partition("?")[2]).lower()
