"""Bytes to text as browsers do it."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.capture.encoding import decode, decode_as, encoding_of
from tests.capture.conftest import Looker, Site, page

RUSSIAN = "Добро пожаловать на страницу магазина, здесь вы найдёте расписание работы и адреса"
JAPANESE = "ようこそ、このページでは商品の一覧と営業時間をご覧いただけます。カタログはこちら"
CHINESE = "欢迎来到我们的网站,这里有产品的介绍和联系方式,请随时与我们联系,我们会尽快回复您"
TRADITIONAL = "歡迎來到我們的網站,這裡有產品的介紹和聯絡方式,請隨時與我們聯絡,我們會盡快回覆您"
KOREAN = "환영합니다. 이 페이지에서는 상품 목록과 영업 시간을 확인하실 수 있습니다"
GREEK = "Καλώς ήρθατε στη σελίδα του καταστήματος με τις ώρες λειτουργίας και τις διευθύνσεις"
HEBREW = "ברוכים הבאים לאתר החנות כאן תמצאו את שעות הפתיחה ואת הכתובות של הסניפים"
ARABIC = "مرحبا بكم في موقع المتجر هنا تجدون ساعات العمل وعناوين الفروع وقائمة المنتجات"
THAI = "ยินดีต้อนรับสู่เว็บไซต์ของร้าน ที่นี่คุณจะพบเวลาทำการและที่อยู่ของสาขา"
FRENCH = "Bienvenue à la boutique: horaires d’été, café crème, garçon, naïveté, « déjà vu »"

UNDECLARED = [
    (JAPANESE, "cp932", "shift_jis"),
    (JAPANESE, "euc_jp", "euc-jp"),
    (CHINESE, "gb18030", "gbk"),
    (TRADITIONAL, "big5", "big5"),
    (KOREAN, "cp949", "euc-kr"),
    (RUSSIAN, "cp1251", "windows-1251"),
    (RUSSIAN, "koi8_r", "koi8-r"),
    (GREEK, "cp1253", "iso-8859-7"),
    (HEBREW, "cp1255", "windows-1255"),
    (ARABIC, "cp1256", "windows-1256"),
    (THAI, "cp874", "windows-874"),
    (FRENCH, "cp1252", "windows-1252"),
]


def undeclared(text: str, codec: str) -> bytes:
    return b"<html><head><title>x</title></head><body><h1>" + text.encode(codec, "ignore") + b"</h1></body></html>"


@pytest.mark.parametrize(("text", "codec", "name"), UNDECLARED)
def test_undeclared_legacy_pages_are_guessed(text: str, codec: str, name: str) -> None:
    decoded, used = decode(undeclared(text, codec), "text/html")
    assert used == name
    assert text.encode(codec, "ignore").decode(codec) in decoded


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_browser_guesses_the_same(look: Looker, site: Site) -> None:
    different = {}
    cases = [*UNDECLARED, (FRENCH, "utf-8", ""), (RUSSIAN, "utf-8", "")]
    for place, (text, codec, _) in enumerate(cases):
        site.put(f"/{place}", page(undeclared(text, codec), "200 OK", "text/html"))
    captures = await asyncio.gather(*(look(f"/{place}") for place in range(len(cases))))
    for (text, codec, _), capture in zip(cases, captures, strict=True):
        body = undeclared(text, codec)
        ours = decode(body, "text/html")
        if capture.encoding != ours[1] or capture.served_html != ours[0]:
            different[codec, text[:8]] = (capture.encoding, ours[1], capture.served_html, ours[0])
    assert different == {}


DECLARED = [
    (RUSSIAN.encode("cp1251"), "text/html; charset=windows-1251", "windows-1251", RUSSIAN),
    (b"<meta charset=windows-1251>" + RUSSIAN.encode("cp1251"), "text/html", "windows-1251", RUSSIAN),
    (
        b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>" + RUSSIAN.encode("koi8-r"),
        None,
        "koi8-r",
        RUSSIAN,
    ),
    (b"\xef\xbb\xbf" + RUSSIAN.encode(), "text/html; charset=windows-1251", "utf-8", RUSSIAN),
    (b"\xff\xfe" + RUSSIAN.encode("utf-16-le"), "text/html", "utf-16le", RUSSIAN),
    (b"<meta charset=utf-16>caf\xc3\xa9", "text/html", "utf-8", "café"),
    (b"<!-- <meta charset=koi8-r> --><meta charset=utf-8>caf\xc3\xa9", "text/html", "utf-8", "café"),
    (b"caf\xe9 \x80 \x81", "text/html; charset=iso-8859-1", "windows-1252", "café € \x81"),
    (b"caf\xe9", "text/html; charset=nonsense", "windows-1252", "café"),
    (b"caf\xe9", 'text/html; charset="latin1"', "windows-1252", "café"),
    (CHINESE.encode("gb18030"), "text/html; charset=GB2312", "gbk", CHINESE),
    (b"", None, "windows-1252", ""),
]


@pytest.mark.parametrize(("body", "content_type", "name", "text"), DECLARED)
def test_declared_encodings(body: bytes, content_type: str | None, name: str, text: str) -> None:
    decoded, used = decode(body, content_type)
    assert used == name
    assert text in decoded


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_browser_reads_declared_pages_the_same(look: Looker, site: Site) -> None:
    different = []
    for place, (body, content_type, _, _) in enumerate(DECLARED):
        site.put(f"/{place}", page(body, "200 OK", content_type or "text/html"))
    captures = await asyncio.gather(*(look(f"/{place}") for place in range(len(DECLARED))))
    for (body, content_type, _, _), capture in zip(DECLARED, captures, strict=True):
        if (capture.served_html, capture.encoding) != decode(body, content_type):
            different.append((content_type, body[:20], capture.encoding, capture.served_html))
    assert different == []


def test_the_header_wins_over_the_page_and_bad_bytes_are_marked() -> None:
    body = b"<meta charset=windows-1251><h1>" + RUSSIAN.encode("cp1251") + b"</h1>"
    decoded, used = decode(body, "text/html; charset=utf-8")
    assert used == "utf-8"
    assert "\ufffd" in decoded
    assert RUSSIAN[:5] not in decoded


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "text/html", "text/html; charset=utf-8", "text/html; charset=big5", "charset="]),
)
def test_decoding_never_fails(body: bytes, content_type: str | None) -> None:
    text, name = decode(body, content_type)
    assert encoding_of(name) == name
    assert decode_as(body, name)[1] == name
    assert isinstance(text, str)


@given(st.text())
def test_utf8_comes_back(text: str) -> None:
    body = text.encode("utf-8", "ignore")
    if not body.startswith(b"\xef\xbb\xbf"):
        assert decode(body, "text/html; charset=utf-8")[0] == body.decode()
