"""What a form is for: logging in, signing up, a second factor, a search …, told by its fields."""

import re
from dataclasses import dataclass
from typing import Literal

from pagestate.facts.model import Field, Form

__all__ = ["FormRole", "Role", "role_of"]

Role = Literal[
    "login", "username", "signup", "mfa", "change_password", "reset", "search", "newsletter", "captcha", "age", "other"
]

_USER = re.compile(
    r"user|login|log_?in|email|e-mail|mail|account|ident|uname|usr|kennung|benutzer|nick|member|passport|"
    r"pseudo|mobile|phone|username|\buid\b|\bid\b|ユーザ|メール|帐号|账号|用户|手机|帳號|логин|почт|아이디|이메일",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"otp|totp|one-?time|2fa|mfa|passcode|tan\b|verif(?:y|ication)_?code|security_?code|authcode|"
    r"\bpin\b|sms_?code|code_?sms|token(?!_)|challenge_?response",
    re.IGNORECASE,
)
_SEARCH = re.compile(
    r"^(?:q|s|query|search.*|keyword.*|suche?|term|buscar?|recherche|zoek.*|wd|kw|words?|find)$|search", re.IGNORECASE
)
_SIGNUP = re.compile(
    r"regist|sign-?_?up|signup|create[-_ ]?(?:account|user)|join|inscri|anmeldung_neu|enroll|subscribe_user|"
    r"rejestr|cadastr|kayit|uye_?ol|new_?user|adduser|addmember|konto_erstellen",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"log-?_?in|sign-?_?in|signin|logon|sign-?_?on|auth(?!or)|session|sso|saml|idp|einlog|anmeld|connexion|"
    r"connect|identif|entrar|acced|iniciar|inlog|aanmeld|zaloguj|logow|vhod|voiti|giris|prihl|belep|bejelent",
    re.IGNORECASE,
)
_CAPTCHA = re.compile(r"captcha|turnstile|challenge", re.IGNORECASE)
_AGE = re.compile(r"\bage\b|birth|dob|fecha_?nac|geburt|naissance|\bday\b|\bmonth\b|\byear\b|fecha|年齢", re.IGNORECASE)
_NAME = re.compile(
    r"first|last|vorname|nachname|given|family|surname|\bname\b|prenom|nom\b|city|zip|phone|address|"
    r"gender|sex|birth|country|imie|nazwisko|meno|priezvisko|captcha|terms|agree|agb|zgoda|titel|title",
    re.IGNORECASE,
)
_PASSIVE = frozenset({"hidden", "submit", "button", "image", "reset"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FormRole:
    """A form and what it is for."""

    form: Form
    role: Role
    passwords: int
    """Visible password fields."""
    inputs: int
    """Visible fields other than buttons and check boxes."""

    @property
    def opens_account(self) -> bool:
        """Whether it asks for all that an account takes: no furniture is that large, save a dialog that waits."""
        needed = {"main": 4, "header": 6, "aside": 6}.get(self.form.region)
        return self.role == "signup" and self.passwords > 0 and needed is not None and self.inputs >= needed


def _about(field: Field) -> str:
    return f"{field.name} {field.id} {field.autocomplete} {field.label}"


def role_of(form: Form) -> FormRole:
    """Tell what `form` is for, by its fields first, then by its address and buttons."""
    shown = [field for field in form.fields if field.visible and form.visible]
    inputs = [field for field in shown if field.type not in _PASSIVE and field.type not in ("checkbox", "radio")]
    passwords = [field for field in inputs if field.type == "password"]
    buttons = " ".join(field.label for field in shown if field.type in ("submit", "button"))
    marks = f"{form.action} {form.where} {buttons}"
    role: Role = "other"
    texts = [field for field in inputs if field.type in ("text", "email", "tel", "number", "search", "url", "")]
    fresh = sum("new-password" in field.autocomplete for field in passwords)
    if passwords:
        others = [field for field in inputs if field.type != "password"]
        profile = sum(bool(_NAME.search(_about(field))) for field in others)
        current = any(
            re.search(r"current|\bold|existing|\balt|actual|ancien|huidig", _about(field), re.IGNORECASE)
            for field in passwords
        )
        if len(passwords) >= 3 or (current and len(passwords) >= 2 and len(others) <= 1):
            role = "change_password"
        elif len(passwords) == 2 or fresh or profile >= 3 or (_SIGNUP.search(marks) and not _LOGIN.search(form.action)):
            role = "signup" if others else "change_password"
        else:
            role = "login"
    elif (
        any(_CODE.search(_about(field)) or "one-time-code" in field.autocomplete for field in texts) and len(texts) <= 7
    ):
        role = "mfa"
    elif (
        texts
        and len(texts) <= 2
        and any(field.type == "search" or _SEARCH.search(field.name or field.id) for field in texts)
    ):
        role = "search"
    elif any(_CAPTCHA.search(field.name) for field in form.fields) or _CAPTCHA.search(f"{form.action} {form.where}"):
        role = "captcha"
    elif len(texts) <= 2 and texts and any(_USER.search(_about(field)) for field in texts):
        if _LOGIN.search(marks) and not _SIGNUP.search(marks):
            role = "username"
        elif _SIGNUP.search(marks):
            role = "signup"
        else:
            role = "newsletter"
    elif 1 <= len(inputs) <= 4 and sum(bool(_AGE.search(_about(field))) for field in inputs) >= max(1, len(inputs) - 1):
        role = "age"
    return FormRole(form=form, role=role, passwords=len(passwords), inputs=len(inputs))
