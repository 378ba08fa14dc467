"""Bytes to letters, without ever losing one: as declared, else UTF-8, else windows-1252.

Mail programs declare charsets wrongly in two ways that matter: us-ascii or iso-8859-1 over what is windows-1252 or
UTF-8, and nothing at all. Text that is valid UTF-8 and not plain ASCII is UTF-8, whatever western charset it claims.
"""

from __future__ import annotations

import codecs
import unicodedata

_WESTERN = frozenset({"ascii", "iso8859-1", "cp1252"})
"""Charsets that are declared by those who do not know; the names are Python's own."""
_REFUSED = frozenset({"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"})
"""Codecs that are no charsets of mail, or by which a text could say other things than its bytes show."""
_WINDOWS = {byte: letter for byte in range(0x80, 0xA0) if (letter := bytes([byte]).decode("cp1252", "ignore"))}
"""The letters that windows-1252 has where iso-8859-1 has controls."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def text_of(data: bytes, declared: str = "") -> str:
    """The text that bytes stand for.

    >>> text_of("Blücher".encode("cp1252"), "us-ascii"), text_of("Blücher".encode(), "iso-8859-1")
    ('Blücher', 'Blücher')
    """
    for mark, charset in _MARKS:
        if data.startswith(mark):
            found = _strictly(data, charset)
            if found is not None:
                return found
    codec = _codec(declared)
    for charset in ("utf-8", codec) if codec in _WESTERN else (codec, "utf-8"):
        if charset and charset not in _WESTERN:
            found = _strictly(data, charset)
            if found is not None:
                return found
    return data.decode("iso8859-1").translate(_WINDOWS)


def _codec(declared: str) -> str:
    """Python's name of a charset; empty if there is none that may be used."""
    try:
        name = codecs.lookup(declared.strip(" \t'\"")).name
    except (LookupError, ValueError):
        return ""
    return "" if name.replace("_", "-") in _REFUSED else name


def _strictly(data: bytes, charset: str) -> str | None:
    """A text that the bytes stand for without doubt; halves of letters, which no log can hold, are none."""
    try:
        text = data.decode(charset)
        text.encode("utf-8")
    except (LookupError, ValueError):
        return None
    return text


# --- letters that nobody sees ----------------------------------------------------------------------------------------

_LINE_ENDS = str.maketrans({"\u2028": "\n", "\u2029": "\n"})


def lines_in(text: str) -> list[str]:
    """The lines of a text, whatever ends them, in letters that can be seen.

    Controls become blanks; what is invisible (soft hyphens, zero-width blanks, marks that turn the direction of
    writing, by which a line can be read otherwise than it looks) is taken out.
    """
    whole = text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS)
    return [line if line.isascii() and line.isprintable() else _legible(line) for line in whole.split("\n")]


def _legible(line: str) -> str:
    kept = []
    for letter in line:
        category = unicodedata.category(letter)
        if category == "Cc" and letter != "\t":
            kept.append(" ")
        elif category != "Cf":
            kept.append(letter)
    return "".join(kept)
