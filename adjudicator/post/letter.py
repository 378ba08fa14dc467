"""A mail as it is understood before any match is asked: who sent it, what it says, and what of it is left out and why.

    Letter            a mail: sender, subject, ids, bodies, attachments, whether a machine wrote it
    ├── Body          one place where orders may stand: the text, the HTML part, a text attached, the subject
    │   ├── SourceLine    a line with its number; `quoted` where it is left out
    │   └── LeftOut       what is not read, line by line, and why
    ├── Attachment    a file that came with it: read, noted, or neither; never unpacked
    └── Robot         the machine that wrote it, and for a bounce whom our mail did not reach

Nothing in it knows a match. Which body counts, whose the orders are and what becomes of them is decided where matches
are known, from this.
"""

from __future__ import annotations

from typing import Literal

from adjudicator.core.source import SourceLine
from adjudicator.core.values import dataclass

Reason = Literal["quoted", "forwarded", "struck out", "hidden", "signature", "courtesy", "seal"]
"""Why a line is not read.

`quoted` and `forwarded` are somebody else's words, `struck out` and `hidden` are taken back or never seen, `signature`
and `courtesy` (greetings, "Sent from my phone") mean no orders, `seal` is the frame of a signed text.
"""

Place = Literal["text", "html", "attached", "subject", "forwarded"]
"""Where a body stands in its mail."""

RobotKind = Literal["auto-reply", "bounce", "receipt", "list", "machine"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line, or some words of one, that is not read."""

    number: int
    text: str
    why: Reason


@dataclass(frozen=True, slots=True)
class Body:
    """A place of a mail where orders may stand."""

    place: Place
    lines: tuple[SourceLine, ...]
    left_out: tuple[LeftOut, ...] = ()
    name: str = ""
    """The name of the file, for what came attached."""

    @property
    def has_words(self) -> bool:
        """Whether the sender says anything here in words of his own."""
        return any(line.text.strip() for line in self.lines if not line.quoted)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a mail."""

    name: str
    kind: Literal["text", "vassal", "mail", "signature", "other"]
    size: int


@dataclass(frozen=True, slots=True)
class Robot:
    """A mail that no person wrote: it is never answered."""

    kind: RobotKind
    told_by: str
    """The header that gives it away, in words."""
    failed: tuple[str, ...] = ()
    """Of a bounce: the addresses that were not reached."""
    about: str = ""
    """Of a bounce: the Message-ID of the mail that did not arrive."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail, or a post or text that came without one (then only its bodies say something)."""

    bodies: tuple[Body, ...]
    """Where orders may stand, the likeliest first; those of a forwarded mail hold quoted lines only."""
    sender: str = ""
    """The address in `From:`, in small letters; empty where there is none or more than one."""
    subject: str = ""
    message_id: str = ""
    in_reply_to: tuple[str, ...] = ()
    """The mails that it answers, the nearest first."""
    recipients: tuple[str, ...] = ()
    """Every address that it was sent to, in small letters: one of them may hold a seat's token."""
    authenticated: str = ""
    """The topmost `Authentication-Results`, which is the receiving server's own; to be trusted only if it names it."""
    attachments: tuple[Attachment, ...] = ()
    robot: Robot | None = None
    problems: tuple[str, ...] = ()
    """What could not be read, each a sentence for the sender."""

    @property
    def body(self) -> Body | None:
        """The likeliest place of its orders."""
        return self.bodies[0] if self.bodies else None

    @property
    def lines(self) -> tuple[SourceLine, ...]:
        """The lines of that place."""
        return self.bodies[0].lines if self.bodies else ()
