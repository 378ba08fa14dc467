"""A mail as it was delivered, made into a letter; a digest into several."""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.post.digests import mails_of_digest
from adjudicator.post.headers import (
    addresses,
    bare_subject,
    display_names,
    header_text,
    header_texts,
    message_ids,
)
from adjudicator.post.letter import Body, Letter
from adjudicator.post.parts import opened, parts_of
from adjudicator.post.robots import robot_of
from adjudicator.post.seals import is_sealed_shut
from adjudicator.post.text import text_body

_TO = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "Resent-To")


def letters_of_mail(data: bytes, name: str) -> tuple[Letter, ...]:
    """The letter that a mail is; of a digest each letter in it."""
    mail = opened(data, name)
    inside = mails_of_digest(mail)
    return tuple(letter_of(part) for part in inside) if inside else (letter_of(mail),)


def letter_of(mail: Message) -> Letter:
    """A mail as a letter."""
    senders = addresses(mail, "From")
    sender = senders[0] if len(set(senders)) == 1 else ""
    subject = header_text(mail, "Subject")
    found = parts_of(mail, _name_words(mail, sender))
    problems = [*found.problems]
    if len(set(senders)) > 1:
        problems.append("The mail names more than one sender.")
    if any(is_sealed_shut([line.text for line in body.lines]) for body in found.bodies):
        problems.append("The mail is encrypted, and the desk has no key: send it unencrypted.")
    bodies = found.in_order()
    return Letter(
        bodies=(*(b for b in bodies if b.place != "forwarded"), *_of_subject(subject, bodies), *found.forwarded),
        sender=sender,
        subject=subject,
        message_id=next(iter(message_ids(mail, "Message-ID")), ""),
        in_reply_to=_answered(mail),
        recipients=tuple(dict.fromkeys(address for name in _TO for address in addresses(mail, name))),
        authenticated=next(iter(header_texts(mail, "Authentication-Results")), ""),
        attachments=tuple(found.attachments),
        robot=robot_of(mail, sender, subject),
        problems=tuple(dict.fromkeys(problems)),
    )


def _answered(mail: Message) -> tuple[str, ...]:
    """The mails that it answers: that of In-Reply-To, then its forebears, the nearest first."""
    parents = message_ids(mail, "In-Reply-To")
    return tuple(dict.fromkeys((*parents, *reversed(message_ids(mail, "References")))))


def _name_words(mail: Message, sender: str) -> frozenset[str]:
    """The words by which the sender may sign: of the name in `From:`, and of the address."""
    shown = " ".join((*display_names(mail, "From"), sender.partition("@")[0].replace(".", " ").replace("_", " ")))
    return frozenset(re.findall(r"\w+", shown.casefold()))


def _of_subject(subject: str, bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The subject as a place of orders, where the mail says nothing else, or where it begins a thread of its own."""
    words, answers, forwards = bare_subject(subject)
    silent = not any(body.has_words for body in bodies)
    if not words or forwards or (answers and not silent):
        return ()
    return (text_body(words, "subject"),)
