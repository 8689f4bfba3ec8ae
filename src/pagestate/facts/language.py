"""Which language a page is in: declared, told by its script, or recognised."""

import re

__all__ = ["language_of", "script_language"]

_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ja", "\u3040-\u30ff"),
    ("ko", "\uac00-\ud7af\u1100-\u11ff"),
    ("zh", "\u4e00-\u9fff\u3400-\u4dbf"),
    ("ru", "\u0400-\u04ff"),
    ("ar", "\u0600-\u06ff"),
    ("he", "\u0590-\u05ff"),
    ("el", "\u0370-\u03ff"),
    ("hi", "\u0900-\u097f"),
    ("th", "\u0e00-\u0e7f"),
    ("ka", "\u10a0-\u10ff"),
    ("hy", "\u0530-\u058f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
)
_COUNTERS = tuple((tag, re.compile(f"[{letters}]")) for tag, letters in _SCRIPTS)
_SHARED = {
    "ru": frozenset({"ru", "uk", "bg", "sr", "mk", "be", "kk", "mn", "ky"}),
    "ar": frozenset({"ar", "fa", "ur", "ps", "ckb", "ku"}),
    "he": frozenset({"he", "iw", "yi"}),
    "hi": frozenset({"hi", "mr", "ne", "sa"}),
}
_LATIN_FLOOR = 60
"""Characters below which recognition from Latin letters is a coin toss."""
_RENAMED = {"iw": "he", "in": "id", "nb": "no", "nn": "no", "ji": "yi"}


def script_language(text: str) -> str | None:
    """Return the language that the letters of `text` give away, or None for Latin letters.

    Kana among Han letters means Japanese; letters that several languages share give the one
    with most speakers, except where letters of one of the others occur.
    """
    sample = text[:1500]
    if sample.isascii():
        return None
    letters = sum(map(str.isalpha, sample))
    if letters == 0:
        return None
    for tag, counter in _COUNTERS:
        share = len(counter.findall(sample)) / letters
        if share >= (0.08 if tag == "ja" else 0.3):
            if tag == "ru" and re.search("[іїєґІЇЄҐ]", sample):
                return "uk"
            if tag == "ar" and re.search("[پچژگ]", sample):
                return "fa"
            return tag
    return None


def language_of(declared: str | None, text: str) -> str | None:
    """Return the primary tag of the language of `text`.

    A declaration holds unless the letters contradict it (templates often keep a wrong one).
    Without one, Latin text of some length is recognised by py3langid's n-gram model.
    """
    primary = None
    if declared:
        primary = re.split(r"[-_]", declared.strip().lower())[0] or None
        primary = _RENAMED.get(primary or "", primary)
    by_script = script_language(text)
    if by_script is not None:
        return primary if primary in _SHARED.get(by_script, frozenset({by_script})) else by_script
    if primary:
        return primary
    if len(text.strip()) < _LATIN_FLOOR:
        return None
    import py3langid  # type: ignore[import-untyped]

    return str(py3langid.classify(text[:2000])[0])
