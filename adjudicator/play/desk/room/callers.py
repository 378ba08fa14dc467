"""Somebody of the roster at the desk: his letter, the seats that he has, and what he refers to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.core.types import UMPIRE
from adjudicator.play.desk.reading_mail import OpenDesk, seat_meant
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, Mail, tagged
from adjudicator.play.desk.roster import Player, Sent
from adjudicator.play.match.match import Match
from adjudicator.post.composing import answered_subject
from adjudicator.post.ledger.came import Came
from adjudicator.post.ledger.went import Past
from adjudicator.post.letter import Letter


@dataclass(frozen=True, slots=True)
class Caller:
    """A mail of somebody who is heard. A counter that is given one answers with effects, or leaves it to the next."""

    desk: Desk
    came: Came
    letter: Letter
    number: int
    """Which letter of its mail it is."""
    seats: tuple[Player, ...]
    past: Mapping[str, Past]
    """The mails of ours that it refers to, by Message-ID."""
    opened: OpenDesk

    @property
    def is_umpire(self) -> bool:
        """Whether the umpire wrote it."""
        return any(seat.side == UMPIRE for seat in self.seats)

    @property
    def answered(self) -> Past | None:
        """The mail of ours that it answers."""
        return next((self.past[key] for key in self.letter.in_reply_to if key in self.past), None)

    @property
    def sent(self) -> Sent | None:
        """The same, as a verdict wants it."""
        return self.opened.roster.answered(self.letter)

    def seat(self) -> Player | None:
        """The seat that it is from; None if that cannot be told."""
        return seat_meant(self.letter, self.opened, self.seats)

    def match(self, player: Player) -> Match:
        """The match of a seat."""
        return self.desk.matches[player.match]

    def saying(self, letter: Letter) -> Caller:
        """The same caller with other words."""
        return replace(self, letter=letter)

    def key(self, what: str) -> str:
        """The key of what it causes."""
        return f"{what}/{self.came.sha256}/{self.number}"

    def answer(self, text: str, player: Player | None = None, what: str = "answer", offer: str = "") -> Mail:
        """An answer to it, in its thread."""
        subject = answered_subject(self.letter.subject)
        if player is not None and player.token not in subject:
            subject = answered_subject(tagged(player, _untagged(self.letter.subject)))
        return Mail(
            self.key(what),
            self.letter.sender,
            subject,
            text,
            player=player,
            answers=self.letter.message_id,
            offer=offer,
        )

    def effects(self, verdict: str, why: str, player: Player | None, *mails: Mail) -> Effects:
        """What it comes to."""
        match, side, seat = (player.match, str(player.side), player.seat) if player else ("", "", "")
        return Effects(verdict, why, match, side, seat, [*mails], touched={match} if match else set())


def _untagged(subject: str) -> str:
    """A subject without `Re:` and tags; ours are put before it."""
    from adjudicator.post.headers import bare_subject

    return bare_subject(subject)[0]
