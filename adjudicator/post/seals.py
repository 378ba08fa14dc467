"""Clear-signed texts (RFC 4880, 7): the frame of the signature is taken off; whether it is good is not checked here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.post.lines import Marked

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_ARMOUR = re.compile(r"(?:Hash|Version|Comment|Charset|NotDashEscaped):.*", re.IGNORECASE)


def unsealed(lines: Sequence[Marked]) -> list[Marked]:
    """The lines of a clear-signed text as they were before they were signed; other texts as they are."""
    if not any(line.text.strip() == _SIGNED for line in lines):
        return list(lines)
    found: list[Marked] = []
    where = "outside"
    for line in lines:
        words = line.text.strip()
        if line.why is not None:
            found.append(line)
            continue
        if words == _SIGNED:
            where = "head"
        elif words == _SIGNATURE and where in ("head", "text"):
            where = "signature"
        frame = where in ("head", "signature")
        if where == "head" and words != _SIGNED and not _ARMOUR.fullmatch(words):
            where, frame = "text", bool(not words)
        if where == "signature" and words == _END:
            where = "outside"
        opened = Marked(line.text.removeprefix("- "), None, line.beside) if where == "text" else line
        found.append(line.left_out("seal") if frame and words else opened)
    return found


def is_sealed_shut(texts: Sequence[str]) -> bool:
    """Whether a text is encrypted."""
    return any(text.strip() == _ENCRYPTED for text in texts)
