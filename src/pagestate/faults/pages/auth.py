# ruff: noqa: E501 - a page reads best as HTML, not as broken strings
"""Walls that ask who the visitor is."""

import base64

from starlette.responses import Response

from pagestate.faults import brands
from pagestate.faults.furniture import Brand, bare, card, full, ordinary, paragraphs
from pagestate.faults.model import (
    Answer,
    FaultPage,
    FaultSession,
    Handler,
    Visit,
    always,
    fault,
    html,
    json_answer,
    move,
)

__all__ = ["PAGES"]


def login_card(
    brand: Brand, title: str, fields: tuple[tuple[str, str, str], ...], button: str, *, lead: str = "", foot: str = ""
) -> str:
    """Return a login box; a field is (label, type, name)."""
    rows = "".join(
        f'<label><span>{label}</span><input type="{kind}" name="{name}" autocomplete="off" required></label>'
        for label, kind, name in fields
    )
    inner = (
        f"<h1>{title}</h1>{paragraphs(lead) if lead else ''}"
        f'<form method="post" action="/session">{rows}<button>{button}</button></form>'
        f'<p class="small">{foot}</p>'
    )
    return card(brand, f"{title} · {brand.name}", inner)


def _board(visit: Visit) -> Answer:
    return move(f"/login?next={visit.path}")


BOARD_LOGIN = login_card(
    brands.SLATE, "Sign in to Slatework", (("Email", "email", "email"), ("Password", "password", "password")), "Sign in",
    foot='<a href="/forgot">Forgot your password?</a> · <a href="/signup">Create an account</a>',
)  # fmt: skip
BANK_DE = full(
    brands.HALDEN,
    "Online-Banking: Anmeldung",
    "<h1>Anmeldung zum Online-Banking</h1><p>Bitte melden Sie sich mit Ihrem Anmeldenamen und Ihrer PIN an.</p>"
    '<form method="post" action="/portal/anmelden" style="max-width:24rem">'
    '<label><span>Anmeldename oder Legitimations-ID</span><input name="anmeldename"></label>'
    '<label><span>PIN</span><input type="password" name="pin" maxlength="12"></label>'
    "<button>Anmelden</button></form>"
    '<p class="small"><a href="/pin">PIN vergessen</a> · <a href="/sperren">Zugang sperren</a></p>',
)
MEMBERS_JA = login_card(
    brands.HIMAWARI, "会員ログイン", (("メールアドレス", "email", "mail"), ("パスワード", "password", "pw")), "ログイン",
    lead="ご注文履歴をご覧になるには、ログインしてください。", foot='<a href="/reminder">パスワードをお忘れの方</a>',
)  # fmt: skip
ACCOUNT_AR = login_card(
    brands.JASMIN, "تسجيل الدخول", (("البريد الإلكتروني", "email", "email"), ("كلمة المرور", "password", "password")), "دخول",
    lead="سجّل الدخول لعرض طلباتك.", foot='<a href="/forgot">نسيت كلمة المرور؟</a>',
)  # fmt: skip
ORDERS_ES = ordinary(
    brands.OLIVA,
    css="main{filter:blur(7px)}.velo{position:fixed;inset:0;background:#0009;display:grid;place-items:center;z-index:50}"
    ".velo form{background:#fff;padding:2rem;border-radius:12px;width:min(400px,92vw)}body{overflow:hidden}",
    after='<div class="velo" role="dialog" aria-modal="true"><form method="post" action="/entrar">'
    "<h2>Inicia sesión para continuar</h2><p>Solo los clientes registrados pueden ver los precios.</p>"
    '<label><span>Correo electrónico</span><input type="email" name="correo"></label>'
    '<label><span>Contraseña</span><input type="password" name="clave"></label><button>Entrar</button></form></div>',
)
MAIL_FIRST = card(
    brands.KESTREL,
    "Sign in",
    '<h1>Sign in</h1><form method="post" action="/identify"><label><span>Work e-mail or phone</span>'
    '<input type="email" name="identifier" autofocus autocomplete="username"></label>'
    '<p class="small">Can’t get in? Ask your administrator.</p><button>Next</button></form>',
)
MAGIC_VI = card(
    brands.SEN,
    "Đăng nhập",
    "<h1>Đăng nhập bằng email</h1><p>Nhập email của bạn. Chúng tôi sẽ gửi một liên kết để đăng nhập.</p>"
    '<form method="post" action="/lien-ket"><label><span>Email</span><input type="email" name="email"></label>'
    "<button>Gửi liên kết</button></form>",
)
QR_ZH = card(
    brands.YUNHE,
    "登录",
    '<h1>扫码登录</h1><canvas id="code" width="200" height="200" style="display:block;margin:1rem auto"></canvas>'
    '<p style="text-align:center">请使用手机客户端扫描二维码登录后继续访问</p>'
    '<p class="small" style="text-align:center"><a href="/password">密码登录</a> | <a href="/register">注册账号</a></p>'
    "<script>const c=document.getElementById('code').getContext('2d');let s=7;"
    "for(let y=0;y<25;y++)for(let x=0;x<25;x++){s=(s*1103515245+12345)%2147483648;if(s%2)c.fillRect(x*8,y*8,8,8)}"
    "</script>",
)
SPA_TR = full(
    brands.DALGA,
    "",
    '<div id="app"><p>…</p></div>',
    after="<script>fetch('/api/me').then(async r=>{if(r.status!==401)return;history.replaceState({},'','/giris');"
    "document.title='Giriş yap – Dalga Kitap';document.getElementById('app').innerHTML="
    "`<h1>Giriş yap</h1><p>Siparişlerinizi görmek için giriş yapmalısınız.</p><form>"
    '<label><span>E-posta</span><input type="email"></label><label><span>Şifre</span><input type="password"></label>'
    "<button>Giriş yap</button></form>`})</script>",
)


def _intranet(visit: Visit) -> Answer:
    back = visit.url("intranet-wexbridge", "/callback")
    return move(visit.url("id.kestrel-accounts", f"/oauth2/authorize?client_id=wexbridge&redirect_uri={back}"))


IDP = card(
    brands.KESTREL,
    "Kestrel ID – sign in",
    "<h1>Sign in with your work account</h1><p class='small'>to go on to <b>Wexbridge Intranet</b></p>"
    '<form method="post" action="/oauth2/login"><label><span>User name</span><input name="username"></label>'
    '<label><span>Password</span><input type="password" name="password"></label><button>Continue</button></form>',
)


def _saml(visit: Visit) -> Answer:
    to = visit.url("sso.stadtverbund-login", "/saml2/idp/SSO")
    return bare(
        "Weiterleitung",
        f'<form id="f" method="post" action="{to}"><input type="hidden" name="SAMLRequest" value="fZJNT8MwDIbv">'
        "<noscript><button>Weiter</button></noscript></form><script>document.getElementById('f').submit()</script>",
        lang="de",
    )


SAML_LOGIN = login_card(
    Brand(name="Stadtverbund Login", headline="", story=(), nav=(), foot=(), lang="de", accent="#334155"),
    "Anmelden", (("Personalnummer", "text", "nr"), ("Kennwort", "password", "kennwort")), "Anmelden",
)  # fmt: skip


def _basic(user: str, password: str, inside: str) -> Handler:
    token = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()

    def answer(visit: Visit) -> Answer:
        if visit.headers.get("authorization") == token:
            return inside
        return html(
            "<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required"
            "</h1></center><hr><center>nginx/1.27.4</center></body></html>",
            401,
            {"www-authenticate": 'Basic realm="Preview"'},
        )

    return answer


def _with_cookie(visit: Visit) -> Answer:
    if visit.cookies.get("ledger_session") == "blue-heron":
        return ordinary(
            brands.LEDGER, extra="<table><tr><th>No.</th><th>Sum</th></tr><tr><td>118</td><td>£40</td></tr></table>"
        )
    return Response(status_code=303, headers={"location": "/login?return_to=%2Finvoices"})


LEDGER_LOGIN = login_card(
    brands.LEDGER, "Welcome back", (("Email address", "email", "email"), ("Password", "password", "password")), "Log in",
    foot='New to Ledgerline? <a href="/start">Start a free trial</a>',
)  # fmt: skip
MFA = card(
    brands.HARBOR,
    "Confirm it’s you",
    "<h1>Enter your 6-digit code</h1><p>We sent a code to the phone ending in 04. It is good for ten minutes.</p>"
    '<form method="post"><label><span>Code</span><input name="otp" inputmode="numeric" autocomplete="one-time-code" '
    'maxlength="6"></label><button>Verify</button></form><p class="small"><a href="/resend">Send a new code</a></p>',
)
MFA_PT = card(
    brands.BRISA,
    "Verificação em duas etapas",
    "<h1>Verificação em duas etapas</h1><p>Abra o aplicativo autenticador e digite o código de seis dígitos.</p>"
    "<form>"
    + "".join(
        '<input inputmode="numeric" maxlength="1" style="width:2.6rem;margin:.2rem" aria-label="dígito">'
        for _ in range(6)
    )
    + "<p><button>Confirmar</button></p></form>",
)
SIGNUP = card(
    brands.SLATE,
    "Create your account",
    "<h1>Create your free account to keep reading</h1><p>It takes a minute, and no card is needed.</p>"
    '<form method="post" action="/users"><label><span>Your name</span><input name="name"></label>'
    '<label><span>Work e-mail</span><input type="email" name="email"></label><label><span>Choose a password</span>'
    '<input type="password" autocomplete="new-password" name="password"></label><button>Create account</button></form>'
    '<p class="small">Already with us? <a href="/login">Sign in</a></p>',
)
SIGNUP_KO = card(
    brands.HANA,
    "회원가입",
    "<h1>회원가입 후 이용해 주세요</h1><p>이 작품은 회원에게만 공개됩니다.</p><form>"
    '<label><span>이름</span><input></label><label><span>이메일</span><input type="email"></label>'
    '<label><span>비밀번호</span><input type="password"></label><label><span>비밀번호 확인</span><input type="password"></label>'
    "<button>가입하기</button></form>",
)
EXPIRED = card(
    brands.HARBOR,
    "You have been signed out",
    "<h1>Your session has expired</h1><p>For your security we signed you out after ten minutes without activity.</p>"
    '<p><a class="button" href="/login">Sign in again</a></p>',
)
EXPIRED_FR = full(
    brands.LUMIERE,
    "Session expirée",
    "<h1>Votre session a expiré</h1><p>Vous avez été déconnecté. Veuillez vous reconnecter pour retrouver votre panier.</p>"
    '<form method="post" style="max-width:22rem"><label><span>Adresse e-mail</span><input type="email"></label>'
    '<label><span>Mot de passe</span><input type="password"></label><button>Se reconnecter</button></form>',
)
PERMISSION = card(
    brands.SLATE,
    "Request access",
    "<h1>You need access</h1><p>You are signed in as priya@wexbridge.example. This document belongs to a team that "
    'you are not part of.</p><form method="post"><label><span>Message (optional)</span><textarea></textarea></label>'
    "<button>Request access</button></form><p class='small'><a href='/switch'>Switch account</a></p>",
)
PERMISSION_SV = full(
    brands.NORDIC,
    "Behörighet saknas",
    "<h1>Du har inte behörighet till den här sidan</h1><p>Kontakta butikschefen om du behöver se lagersaldot.</p>"
    '<p class="small">Inloggad som lager2 · <a href="/loggaut">Logga ut</a></p>',
)
CLIENT_CERT = (
    "<html>\r\n<head><title>400 No required SSL certificate was sent</title></head>\r\n<body>\r\n<center><h1>400 Bad "
    "Request</h1></center>\r\n<center>No required SSL certificate was sent</center>\r\n<hr><center>nginx</center>\r\n"
    "</body>\r\n</html>\r\n"
)
_PREVIEW = ordinary(brands.AURORA)

PAGES: tuple[FaultPage, ...] = (
    fault("auth-login", "app-slatework", "auth_wall.login", "A login form after a redirect",
          "Every board sends the visitor to /login, which carries the address in `next`.", _board,
          path="/boards/48", routes={"/login": BOARD_LOGIN}),
    fault("auth-login-de", "haldenbank", "auth_wall.login", "A bank's login, with all its navigation",
          "The address itself answers 200 with the login form.", BANK_DE, path="/konto/umsaetze", language="de"),
    fault("auth-login-ja", "himawari-bungu", "auth_wall.login", "Members only, in Japanese",
          "Answers 403 with a login form.", always(MEMBERS_JA, 403), path="/mypage/orders", language="ja"),
    fault("auth-login-ar", "jasmin-books", "auth_wall.login", "A login in Arabic, right to left",
          "A small box in place of the list of orders.", ACCOUNT_AR, path="/orders", language="ar"),
    fault("auth-login-overlay", "almazara-oliva", "auth_wall.login", "A login over the blurred page",
          "The page is all there; a dialog covers it and scrolling is locked.", ORDERS_ES, path="/precios", language="es"),
    fault("auth-login-script", "dalgakitap", "auth_wall.login", "An application that finds out by itself",
          "Serves a shell; its call to /api/me gets 401, and the script renders the login under /giris.", SPA_TR,
          path="/siparisler", language="tr", routes={"/api/me": always('{"detail":"oturum yok"}', 401, None, "application/json")}),
    fault("auth-username-first", "mail-wexbridge", "auth_wall.login", "A login that asks for the name first",
          "No password field anywhere.", MAIL_FIRST, path="/inbox"),
    fault("auth-magic-link", "senviet-tra", "auth_wall.login", "A login by a mailed link, in Vietnamese",
          "One field for the address, no password.", MAGIC_VI, path="/tai-khoan", language="vi"),
    fault("auth-qr", "yunhe-chashe", "auth_wall.login", "A login by a code to be scanned, in Chinese",
          "The code is drawn by a script; there is no form at all.", QR_ZH, path="/member", language="zh-CN"),
    fault("auth-sso", "intranet-wexbridge", "auth_wall.sso_redirect", "Sent to an identity provider on another host",
          "302 to id.kestrel-accounts, where the login stands.", _intranet, path="/handbook/leave",
          routes={"id.kestrel-accounts/oauth2/authorize": IDP}),
    fault("auth-sso-saml", "portal-stadtverbund", "auth_wall.sso_redirect", "Sent on by a form that posts itself",
          "200 with a hidden form and a script that submits it to the provider's host.", _saml, path="/dienstplan",
          language="de", routes={"sso.stadtverbund-login/saml2/idp/SSO": SAML_LOGIN}),
    fault("auth-http-basic", "preview-aurorarail", "auth_wall.http_auth", "401 with Basic and the server's own page",
          "nginx's short page under a 401.", _basic("nobody", "knows", ""), path="/timetable"),
    fault("auth-http-bearer", "api-pixeldock", "auth_wall.http_auth", "401 for a token, in JSON",
          "What an API answers when the token is missing.",
          lambda _v: json_answer({"error": "unauthorized", "message": "Provide an access token."}, 401,
                                 {"www-authenticate": 'Bearer realm="pixeldock", error="invalid_token"'}),
          path="/v1/images"),
    fault("auth-mfa", "secure-harborlight", "auth_wall.mfa", "Asks for the code from a text message",
          "The first factor is done; a single field for the code.", MFA, path="/accounts"),
    fault("auth-mfa-pt", "brisa-turismo", "auth_wall.mfa", "Asks for the authenticator's code, in Portuguese",
          "Six little fields, one digit each.", MFA_PT, path="/reservas", language="pt-BR"),
    fault("auth-signup", "read-slatework", "auth_wall.signup", "Asks to create an account first",
          "A sign-up form in place of the article.", SIGNUP, path="/handbook/estimates"),
    fault("auth-signup-ko", "hana-ceramics", "auth_wall.signup", "Members only, in Korean",
          "A registration form with two password fields.", SIGNUP_KO, path="/works/12", language="ko"),
    fault("auth-session-expired", "online-harborlight", "auth_wall.session_expired", "Signed out for want of activity",
          "Only a message and a way to the login; no field.", EXPIRED, path="/transfers"),
    fault("auth-session-expired-fr", "maison-lumiere", "auth_wall.session_expired", "Session over, in French",
          "The message stands above a login form.", EXPIRED_FR, path="/panier", language="fr"),
    fault("auth-permission", "docs-slatework", "auth_wall.permission", "Signed in, but not allowed",
          "403, with a form that asks the owner.", always(PERMISSION, 403), path="/d/9f2c"),
    fault("auth-permission-sv", "lager-norrskog", "auth_wall.permission", "No permission, in Swedish",
          "200, in the site's whole dress.", PERMISSION_SV, path="/saldo", language="sv"),
    fault("auth-client-certificate", "partners-harborlight", "auth_wall.client_certificate", "Wants a client certificate",
          "nginx's 400 for a visitor who sent none.", always(CLIENT_CERT, 400), path="/batch"),
    fault("auth-recovers", "app-ledgerline", "auth_wall.login", "A login that a saved session passes",
          "With the cookie `ledger_session=blue-heron` the list of invoices is shown.", _with_cookie, path="/invoices",
          routes={"/login": LEDGER_LOGIN}, goal="the list of open invoices", expect=('text contains "Open invoices"',),
          session=FaultSession(cookies={"ledger_session": "blue-heron"}, check='text contains "Sign out"'),
          steps="retry_with_auth done", final="goal_achieved"),
    fault("auth-http-recovers", "staging-aurorarail", "auth_wall.http_auth", "Basic credentials that are known",
          "User `guest`, password `night-train`.", _basic("guest", "night-train", _PREVIEW), path="/cabins",
          session=FaultSession(username="guest", password="night-train", check="status == 200"),  # noqa: S106
          steps="retry_with_auth done", final="content"),
    fault("auth-session-stale", "crm-wexbridge", "auth_wall.login", "A saved session that no longer helps",
          "Whatever cookie comes, the login form stays; the profile's check shows it before the page is tried.",
          login_card(brands.LEDGER, "Log in to Wexbridge CRM", (("User", "text", "user"), ("Password", "password", "pw")), "Log in"),
          path="/leads", session=FaultSession(cookies={"crm": "old"}, check='text contains "Sign out"'),
          steps="alert_human"),
)  # fmt: skip
