"""Certificates made at start: good ones, and ones that no browser accepts."""

import base64
import hashlib
import ssl
from datetime import UTC, datetime, timedelta

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["EXPIRED", "UNTRUSTED", "WRONG_NAME", "Certificates"]

EXPIRED = "weizenkorn"
"""The host (without suffix) whose certificate has run out."""
WRONG_NAME = "papierboot"
"""The host whose certificate names another host."""
UNTRUSTED = "glasmurmel"
"""The host whose certificate comes from an authority that nobody knows."""


class Certificates:
    """One authority for the run, and a TLS context that picks a certificate by the name asked for."""

    def __init__(self) -> None:
        self.authority = trustme.CA(organization_name="Fault site")
        good = self.authority.issue_cert(
            "localhost", "127.0.0.1", "*.localhost", "*.test", "shop.test", "www.shop.test", common_name="fault site"
        )
        expired = self.authority.issue_cert(
            *_names(EXPIRED), not_after=datetime.now(UTC) - timedelta(days=3), common_name=EXPIRED
        )
        other = self.authority.issue_cert("shop.example", common_name="shop.example")
        unknown = trustme.CA(organization_name="Nobody knows").issue_cert(*_names(UNTRUSTED), common_name=UNTRUSTED)
        self.spki = _spki(good.cert_chain_pems[0].bytes())
        """Base64 SHA-256 of the good certificate's public key, as Chromium takes it."""
        bad = {EXPIRED: _context(expired), WRONG_NAME: _context(other), UNTRUSTED: _context(unknown)}
        self.context = _context(good)

        def by_name(connection: ssl.SSLObject, name: str | None, _context: ssl.SSLContext) -> None:
            context = bad.get((name or "").split(".", 1)[0])
            if context is not None:
                connection.context = context

        self.context.sni_callback = by_name

    def trust(self, context: ssl.SSLContext) -> None:
        """Let `context`, of a client, trust the good certificates."""
        self.authority.configure_trust(context)


def _names(name: str) -> tuple[str, str]:
    return f"{name}.localhost", f"{name}.test"


def _context(leaf: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    leaf.configure_cert(context)
    return context


def _spki(pem: bytes) -> str:
    key = x509.load_pem_x509_certificate(pem).public_key()
    return base64.b64encode(
        hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    ).decode()
