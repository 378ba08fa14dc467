"""The header of a mail: decoded words, addresses and ids, whatever the sender's program made of them.

The parser of the standard library's new policy gives up on some headers that real programs write, so the mail as a
whole is taken apart by the old, forgiving one, and a header that is needed is read by the new policy where it can be
and as it stands where it cannot. A header is cut at a length that no honest one has.
"""

from __future__ import annotations

import re
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import default as policy
from email.utils import getaddresses

from adjudicator.post.charsets import lines_in, text_of
from adjudicator.post.languages import pattern

_LONGEST = 2000
_LONGEST_HEAD = 64_000
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,250})>")
_ADDRESS = re.compile(r"[^@\s<>()\[\],;:\"\\]{1,64}@[\w.-]{1,253}")
_REPLY = pattern(r"\s*", "reply", after=r"(?:\s?\[\d+\])?\s?:\s*")
_FORWARD = pattern(r"\s*\[?", "forward", after=r"\s?:\s*")
_TAG = re.compile(r"\[([^\[\]]{1,120})\]")


def head_of(data: bytes) -> Message:
    """The header of a mail, whatever its body is."""
    return BytesHeaderParser().parsebytes(data[:_LONGEST_HEAD])


def header_text(part: Message, name: str) -> str:
    """The words of a header on one line; empty if there is none."""
    raw = part.get(name)
    return _decoded(name, raw) if raw is not None else ""


def header_texts(part: Message, name: str) -> list[str]:
    """The words of every header of a name, from the top."""
    return [_decoded(name, raw) for raw in part.get_all(name, [])]


def _decoded(name: str, raw: object) -> str:
    written = str(raw)[:_LONGEST]
    seen = written.encode("ascii", "surrogateescape") if written.isascii() or _has_bytes(written) else b""
    plain = text_of(seen) if seen else written
    if "=?" in plain:
        plain = _words(name, plain)
    return " ".join(" ".join(lines_in(plain)).split())


def _has_bytes(written: str) -> bool:
    """Whether raw bytes stand in a header, as the parser keeps them."""
    return all(ord(letter) < 128 or 0xDC80 <= ord(letter) <= 0xDCFF for letter in written)


def _words(name: str, written: str) -> str:
    """Encoded words decoded; by the old reader where the new one gives up."""
    try:
        return str(policy.header_factory("subject", " ".join(written.split())))
    except (
        Exception
    ):  # the library raises many things on broken words; none of them is worth more than the words as they are
        pass
    try:
        return "".join(
            text_of(words, charset or "") if isinstance(words, bytes) else words
            for words, charset in decode_header(written)
        )
    except ValueError:
        return written


def addresses(part: Message, name: str) -> tuple[str, ...]:
    """The addresses in a header, in small letters; display names, which prove nothing, are left out."""
    return tuple(address for _, address in _named(part, name))


def display_names(part: Message, name: str) -> tuple[str, ...]:
    """The names that stand beside the addresses of a header."""
    return tuple(shown for shown, _ in _named(part, name) if shown)


def _named(part: Message, name: str) -> list[tuple[str, str]]:
    values = [str(raw)[:_LONGEST].replace("\n", " ").replace("\r", " ") for raw in part.get_all(name, [])]
    found = []
    for shown, address in getaddresses(values):
        whole = _ADDRESS.fullmatch(address.strip())
        if whole is not None:
            found.append((_decoded(name, shown), whole.group().lower()))
    return found


def message_ids(part: Message, *names: str) -> tuple[str, ...]:
    """The ids in headers, each once, in the order in which they stand."""
    found = [
        key for name in names for raw in part.get_all(name, []) for key in _MESSAGE_ID.findall(str(raw)[:_LONGEST])
    ]
    return tuple(dict.fromkeys(found))


# --- subjects --------------------------------------------------------------------------------------------------------


def bare_subject(subject: str) -> tuple[str, bool, bool]:
    """A subject without `Re:` and tags in brackets; whether it is of an answer, and whether of a mail sent on."""
    answers = forwards = False
    while found := _FORWARD.match(subject) or _REPLY.match(subject):
        forwards |= found.re is _FORWARD
        answers |= found.re is _REPLY
        subject = subject[found.end() :]
    return " ".join(_TAG.sub(" ", subject).split()), answers, forwards


def tags_of(subject: str) -> tuple[str, ...]:
    """What stands in brackets in a subject: `Re: [our-match T3 French]` has one tag."""
    return tuple(tag.strip() for tag in _TAG.findall(subject))
