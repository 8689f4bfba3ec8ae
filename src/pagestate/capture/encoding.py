"""Decoding a page's bytes the way a browser does.

The order follows the WHATWG standards (HTML, "determining the character encoding"; Encoding):
byte order mark, the header's charset, the meta prescan, then a guess for what older pages left
undeclared. As in Chromium the guess never says UTF-8: an undeclared UTF-8 page is shown wrong,
and so it is here.
"""

import codecs
import re

__all__ = ["decode", "decode_as", "encoding_of"]

_FALLBACK = "windows-1252"
_PRESCAN = 1024

_LABELS: dict[str, str] = {
    label: name
    for name, labels in {
        "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
        "ibm866": "866 cp866 csibm866 ibm866",
        "iso-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
        "iso-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
        "iso-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
        "iso-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
        "iso-8859-6": (
            "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
            "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
        ),
        "iso-8859-7": (
            "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
            "iso_8859-7:1987 sun_eu_greek"
        ),
        "iso-8859-8": (
            "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
            "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
        ),
        "iso-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
        "iso-8859-13": "iso-8859-13 iso8859-13 iso885913",
        "iso-8859-14": "iso-8859-14 iso8859-14 iso885914",
        "iso-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
        "iso-8859-16": "iso-8859-16",
        "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
        "koi8-u": "koi8-ru koi8-u",
        "macintosh": "csmacintosh mac macintosh x-mac-roman",
        "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
        "windows-1250": "cp1250 windows-1250 x-cp1250",
        "windows-1251": "cp1251 windows-1251 x-cp1251",
        "windows-1252": (
            "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
            "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"
        ),
        "windows-1253": "cp1253 windows-1253 x-cp1253",
        "windows-1254": (
            "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
            "windows-1254 x-cp1254"
        ),
        "windows-1255": "cp1255 windows-1255 x-cp1255",
        "windows-1256": "cp1256 windows-1256 x-cp1256",
        "windows-1257": "cp1257 windows-1257 x-cp1257",
        "windows-1258": "cp1258 windows-1258 x-cp1258",
        "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
        "gbk": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
        "gb18030": "gb18030",
        "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
        "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
        "iso-2022-jp": "csiso2022jp iso-2022-jp",
        "shift_jis": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
        "euc-kr": (
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
        ),
        "utf-16be": "unicodefffe utf-16be",
        "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
        "x-user-defined": "x-user-defined",
        "replacement": "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement",
    }.items()
    for label in labels.split()
}
"""Labels to names (Encoding standard, section 4.2)."""

_CODECS = {
    "ibm866": "cp866",
    "macintosh": "mac_roman",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "x-user-defined": "latin-1",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
}

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16be"), (codecs.BOM_UTF16_LE, "utf-16le"))
_META = re.compile(rb"<meta[\s/][^>]*(?:>|\Z)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(-->|\Z)", re.DOTALL)
_ATTRIBUTE = re.compile(rb"""(?<![a-z-])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>;]+[^\s"'>]*))""", re.IGNORECASE)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"'>]+)", re.IGNORECASE)
_XML = re.compile(rb"""^<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)["']""")


def encoding_of(label: str) -> str | None:
    """Return the encoding's name for a label as pages write it, or None for an unknown one."""
    return _LABELS.get(label.strip().lower())


def decode(body: bytes, content_type: str | None) -> tuple[str, str]:
    """Return the text and the name of the encoding that a browser uses for `body`.

    `content_type` is the header's value. Bytes that do not fit become U+FFFD.
    """
    for mark, marked in _MARKS:
        if body.startswith(mark):
            return _text(body[len(mark) :], marked), marked
    declared = _CHARSET.search(content_type) if content_type else None
    name = encoding_of(declared[1]) if declared else None
    return decode_as(body, name or _prescan(body) or _guess(body))


def decode_as(body: bytes, label: str) -> tuple[str, str]:
    """Return the text of `body` in the encoding called `label`, and the encoding's name."""
    name = encoding_of(label) or _FALLBACK
    for mark, marked in _MARKS:
        if name == marked and body.startswith(mark):
            return _text(body[len(mark) :], name), name
    return _text(body, name), name


def _text(body: bytes, name: str) -> str:
    if name == "replacement":
        return "\ufffd" if body else ""
    codec = _CODECS.get(name, name)
    errors = "pagestate-c1" if name.startswith("windows-125") else "replace"
    return body.decode(codec, errors)


def _control(error: UnicodeError) -> tuple[str, int]:
    # The standard maps the holes of the Windows code pages to control characters.
    if not isinstance(error, UnicodeDecodeError):
        raise error
    bad = error.object[error.start : error.end]
    return "".join(chr(byte) if byte < 0xA0 else "\ufffd" for byte in bad), error.end


codecs.register_error("pagestate-c1", _control)


def _prescan(body: bytes) -> str | None:
    """What the document's own meta element declares."""
    head = body[: 8 * _PRESCAN]
    end = head.lower().find(b"<body")
    head = head[: max(_PRESCAN, end)] if end >= 0 else body[:_PRESCAN]
    for meta in _META.finditer(_COMMENT.sub(b"", head)):
        attributes: dict[str, str] = {}
        for found in _ATTRIBUTE.finditer(meta[0]):
            value = next((part for part in found.groups()[1:] if part is not None), b"")
            attributes.setdefault(found[1].decode("ascii").lower(), value.decode("latin-1"))
        label = attributes.get("charset")
        if label is None and attributes.get("http-equiv", "").strip().lower() == "content-type":
            inside = _CHARSET.search(attributes.get("content", ""))
            label = inside[1] if inside else None
        name = encoding_of(label) if label else None
        if name is not None:
            return _readable(name)
    declared = _XML.match(body[:_PRESCAN])
    if declared:
        name = encoding_of(declared[1].decode("latin-1"))
        return _readable(name) if name else None
    return None


def _readable(name: str) -> str:
    """A document that could be read far enough to find its declaration is not in UTF-16."""
    if name.startswith("utf-16"):
        return "utf-8"
    return _FALLBACK if name == "x-user-defined" else name


def _guess(body: bytes) -> str:
    """Guess a legacy encoding from the bytes; windows-1252 where nothing speaks for another."""
    sample = body[:100_000]
    high = sum(byte >= 0x80 for byte in sample)
    if high < 4 or _is_utf8(sample):
        return _FALLBACK
    best, best_score = _FALLBACK, 0.55
    for name, score in ((name, _score(sample, name)) for name in _GUESSES):
        if score > best_score:
            best, best_score = name, score
    if best == "windows-1253" and not any(0x80 <= byte < 0xA0 for byte in sample):
        return "iso-8859-7"
    return best


_GUESSES = (
    "shift_jis", "euc-jp", "gbk", "big5", "euc-kr", "windows-1251", "koi8-r", "ibm866",
    "windows-1253", "windows-1255", "windows-1256", "windows-874",
)  # fmt: skip
_LETTERS: dict[str, str] = {
    "windows-1251": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїє",
    "koi8-r": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфё",
    "ibm866": "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфё",
    "windows-1253": "αοιετσνηυρπκμλωςγδχθφβξζψάέήίόύώ",
    "windows-1255": "אבגדהוזחטיכלמנסעפצקרשתםןץףך",
    "windows-1256": "ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآءئؤ",
    "windows-874": "านรอกเงมยวลสทตดคปะัิี่้์ืุูแไใโ",
}
_MIXED = re.compile(r"[a-z][^\x00-\x7f]|[^\x00-\x7f][a-z]", re.IGNORECASE)
_COMMON_HAN = frozenset(
    "的一是不了在人有我他这这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多"
    "天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与"
    "高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政"
    "這個來說們為時會過對學後麼還沒發當開見經頭從動兩長樣現將與進實點種聲話兒問機給幾業間電門東"
)


def _is_utf8(sample: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    try:
        decoder.decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _score(sample: bytes, name: str) -> float:
    """The share of characters outside ASCII that are usual in the writing of this encoding."""
    decoder = codecs.getincrementaldecoder(_CODECS.get(name, name))("replace")
    text = decoder.decode(sample)
    foreign = [character for character in text if ord(character) >= 0x80]
    if not foreign:
        return 0.0
    bad = sum(character == "\ufffd" or 0xE000 <= ord(character) < 0xF900 for character in foreign)
    if bad > len(foreign) * 0.02:
        return 0.0
    if name in _LETTERS:
        if len(_MIXED.findall(text)) > len(foreign) * 0.1:
            return 0.0  # accents within Latin words
        letters = _LETTERS[name]
        small = sum(character in letters for character in foreign)
        capital = sum(character not in letters and character.lower() in letters for character in foreign)
        return (small + 0.6 * capital) / len(foreign)
    good = 0.0
    for character in foreign:
        point = ord(character)
        if 0x3040 <= point <= 0x30FF:
            good += 1.0 if name in {"shift_jis", "euc-jp"} else 0.3
        elif 0xAC00 <= point <= 0xD7A3:
            good += 1.0 if name == "euc-kr" else 0.0
        elif 0x3000 <= point <= 0x303F or 0xFF00 <= point <= 0xFF60:
            good += 0.9
        elif 0x4E00 <= point <= 0x9FFF:
            common = character in _COMMON_HAN
            good += (1.2 if common else 0.55) if name in {"gbk", "big5"} else (0.8 if common else 0.6)
    return good / len(foreign)
