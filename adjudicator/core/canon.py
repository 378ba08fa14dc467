"""Canonical JSON and digests: one spelling for everything that is hashed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

ZERO_HASH = "0" * 64


def canonical(value: Any) -> str:
    """The one JSON text of a value: keys sorted, no spaces, letters as themselves.

    >>> canonical({"b": 1, "a": "Lützen"})
    '{"a":"Lützen","b":1}'
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def hexadecimal(data: bytes) -> str:
    """Bytes as lower-case hexadecimal digits."""
    return base64.b16encode(data).decode("ascii").lower()


def from_hexadecimal(text: str) -> bytes:
    """Hexadecimal digits back to bytes; raises ValueError on anything else."""
    try:
        return base64.b16decode(text.encode("ascii"), casefold=True)
    except ValueError as error:
        raise ValueError(f"{text[:80]!r} is not written in hexadecimal digits") from error


def sha256(data: bytes) -> bytes:
    """SHA-256 as raw bytes."""
    return hashlib.sha256(data).digest()


def sha256_text(text: str) -> str:
    """SHA-256 of UTF-8 text, as hexadecimal digits."""
    return hexadecimal(sha256(text.encode("utf-8")))


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.digest(key, message, "sha256")


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical JSON."""
    return sha256_text(canonical(value))
