"""Mail that no person wrote, told by its headers (RFC 3834, 3464): auto-replies, bounces, receipts, lists, machines.

None of it is ever answered: two programs that answer each other do not stop.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.post.headers import header_text, message_ids
from adjudicator.post.languages import pattern
from adjudicator.post.letter import Robot, RobotKind

_ABSENT = pattern("", "absent", after=r"\b")
_DAEMON = re.compile(r"(?:mailer-daemon|postmaster|mail-daemon)@", re.IGNORECASE)
_FAILED = re.compile(r"(?:final|original)-recipient:\s*rfc822;\s*<?([^\s<>;]{1,250})", re.IGNORECASE)
_ANSWERERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Reply",
    "X-Vacation",
    "X-Auto-Response-Suppress",
)
_PRECEDENCES: dict[str, RobotKind] = {
    "list": "list",
    "auto_reply": "auto-reply",
    "bulk": "machine",
    "junk": "machine",
}


def robot_of(mail: Message, sender: str, subject: str) -> Robot | None:
    """The machine that wrote a mail; None if a person did, as far as its headers tell."""
    if mail.get_content_type() == "multipart/report":
        if str(mail.get_param("report-type", "")).lower() == "disposition-notification":
            return Robot("receipt", "it is a read receipt")
        return _bounce(mail, "it is a delivery report")
    if _DAEMON.match(sender) or header_text(mail, "X-Failed-Recipients"):
        return _bounce(mail, "a mail server sent it")
    return _answerer(mail, subject) or _null_path(mail) or _list_or_bulk(mail)


def _answerer(mail: Message, subject: str) -> Robot | None:
    submitted = header_text(mail, "Auto-Submitted").partition(";")[0].partition("(")[0].strip().lower()
    absent = _ABSENT.match(subject) is not None
    if submitted and submitted != "no":
        told = f"its header says Auto-Submitted: {submitted}"
        return Robot("auto-reply" if absent or submitted == "auto-replied" else "machine", told)
    for name in _ANSWERERS:
        value = header_text(mail, name)
        if value and value.lower() not in ("no", "false"):
            return Robot("auto-reply", f"its header has {name}")
    return Robot("auto-reply", "its subject is that of an automatic reply") if absent else None


def _null_path(mail: Message) -> Robot | None:
    returned = mail.get("Return-Path")
    empty = returned is not None and str(returned).strip() == "<>"
    return _bounce(mail, "its return path is empty") if empty else None


def _list_or_bulk(mail: Message) -> Robot | None:
    for name in ("List-Id", "List-Post", "Mailing-List", "X-Mailing-List"):
        if header_text(mail, name):
            return Robot("list", f"its header has {name}")
    precedence = header_text(mail, "Precedence").lower()
    kind = _PRECEDENCES.get(precedence)
    if kind is not None:
        return Robot(kind, f"its header says Precedence: {precedence}")
    return Robot("machine", "its header has List-Unsubscribe") if header_text(mail, "List-Unsubscribe") else None


def _bounce(mail: Message, told: str) -> Robot:
    """A bounce, with the addresses that were not reached and the mail that did not reach them."""
    failed: dict[str, None] = dict.fromkeys(
        word.strip(" ,").lower() for word in header_text(mail, "X-Failed-Recipients").split() if "@" in word
    )
    about = ""
    for part in mail.walk():
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            said = "\n".join(f"{name}: {value}" for status in part.walk() for name, value in status.items())
            failed |= dict.fromkeys(address.lower() for address in _FAILED.findall(said))
        elif kind in ("message/rfc822", "text/rfc822-headers") and not about:
            about = _returned_id(part)
    return Robot("bounce", told, tuple(failed), about)


def _returned_id(part: Message) -> str:
    inside = part.get_payload()
    returned = inside[0] if isinstance(inside, list) and inside else None
    if isinstance(returned, Message):
        return next(iter(message_ids(returned, "Message-ID")), "")
    found = re.search(r"^message-id:\s*<([^<>\s]{1,250})>", str(inside)[:20_000], re.IGNORECASE | re.MULTILINE)
    return found.group(1) if found else ""
