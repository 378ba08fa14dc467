"""The veil over a saved game: XOR with one key byte, in hexadecimal digits or as bytes; or none at all.

It keeps a chance look away and nothing else: whoever has the file can read it.
"""

from __future__ import annotations

import binascii

from adjudicator.core.errors import MatchError

DIGITS = b"!VCSK"
"""Two digits of key and then two for each byte: every version reads it."""
RAW = b"VOBS"
"""A byte of key and then the bytes: later versions write it."""
KEY = 0x5A
"""Ours is always the same, so that the same position gives the same file."""


def hidden(text: str, key: int = KEY) -> bytes:
    """A text as VASSAL keeps it.

    >>> hidden("b", 1)
    b'!VCSK0163'
    """
    return DIGITS + f"{key:02x}".encode() + _veiled(text.encode("utf-8"), key).hex().encode()


def clear(data: bytes) -> str:
    """The text under the veil; what has none is the text itself.

    >>> clear(b"!VCSK0163"), clear(b"begin_save")
    ('b', 'begin_save')
    """
    if data.startswith(DIGITS):
        key, rest = _digits(data[5:7]), _digits(data[7:])
        data = _veiled(rest, key[0]) if key else b""
    elif data.startswith(RAW) and len(data) > len(RAW):
        data = _veiled(data[5:], data[4])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise MatchError("The saved game is not text once its veil is off.", SAVE_AGAIN) from None


SAVE_AGAIN = "The file is damaged: save it again in VASSAL and send that."


def _digits(text: bytes) -> bytes:
    try:
        return binascii.unhexlify(text)
    except (binascii.Error, ValueError):
        raise MatchError("The saved game is cut off or garbled: its digits do not come in pairs.", SAVE_AGAIN) from None


def _veiled(data: bytes, key: int) -> bytes:
    return data.translate(bytes(byte ^ key for byte in range(256)))
