"""What a player tells the desk in his mail: absences, `wait`, `go`, word to the umpire, the last report again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, delete

from adjudicator.core.types import UMPIRE
from adjudicator.dsl.likeness import Likeness
from adjudicator.play.desk.room.answers import question, said
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.due import due_words, waits_key
from adjudicator.play.desk.room.effects import Change, Effects, Mail, to_umpire
from adjudicator.play.desk.room.texts import text_for_match
from adjudicator.play.desk.roster import Player
from adjudicator.post.desk_lines import DeskLine, cleared, desk_lines, own_words, without_lines
from adjudicator.post.ledger.tables import AWAY, HOLDS

HELP = """\
Orders stand on lines of their own, one order a line. Besides them the desk understands, each on a line of its own:

    away 3 July to 9 July     days of absence do not count; both ends included
    back                      your absences are struck out
    wait                      do not go on before the deadline, even if all orders are in
    go                        takes `wait` back
    to the umpire: ...        what stands below is passed on to the umpire
    resend                    the last report again
    help                      this page
"""


def lines_for_desk(caller: Caller) -> Effects | None:
    """The lines that are for the desk, then what is left of the mail; None if it has none."""
    zone = caller.desk.zone
    today = datetime.fromtimestamp(caller.came.at, UTC).astimezone(zone).date()
    lines = tuple(line for line in desk_lines(caller.letter, today) if line.word != "yes")
    if not lines:
        return None
    player = caller.seat()
    if player is None:
        why = f"It does not say which match it is for. Write `match:` and one of: {_names(caller.seats)}."
        return caller.effects("query", why, None, caller.answer(question(why)))
    below = next((line.number for line in lines if line.word == "umpire"), None)
    meant = tuple(line for line in lines if below is None or line.number <= below)
    told = _Told(caller, player, meant)
    told.take()
    rest = without_lines(caller.letter, meant)
    if below is not None:
        rest = cleared(rest, lambda line: line.number >= below)
    return _with_rest(caller.saying(rest), player, told)


def _names(seats: Sequence[Player]) -> str:
    return ", ".join(dict.fromkeys(seat.match for seat in seats))


def _with_rest(caller: Caller, player: Player, told: _Told) -> Effects:
    """What the desk was told, and the orders that stand beside it."""
    likeness = Likeness(caller.match(player).history.rules.language)
    body = caller.letter.body
    has_orders = body is not None and bool(likeness.of_orders(body.lines))
    effects = text_for_match(caller) if has_orders else caller.effects("accept", "For the desk.", player)
    effects.changes += told.changes
    effects.mails += told.mails
    if told.words:
        due = due_words(caller.desk, caller.match(player), player, caller.came.at, told.changes)
        text = said((*told.words, due))
        effects.mails.append(caller.answer(text, player, "desk"))
    return effects


class _Told:
    """What lines for the desk come to."""

    def __init__(self, caller: Caller, player: Player, lines: Sequence[DeskLine]) -> None:
        self._caller, self._player, self._lines = caller, player, lines
        self.words: list[str] = []
        self.changes: list[Change] = []
        self.mails: list[Mail] = []

    def take(self) -> None:
        """Each line in turn."""
        for line in self._lines:
            getattr(self, f"_{line.word.removesuffix('?')}")(line)

    def _away(self, line: DeskLine) -> None:
        if line.away is None:
            self.words.append(
                f"Line {line.number} is not understood: {line.text}. Nothing changed. Write: away 3 July to 9 July"
            )
            return
        first, last = line.away.first.isoformat(), line.away.last.isoformat()
        ledger, address = self._caller.desk.ledger, self._player.address
        row: dict[str, object] = {"address": address, "first": first, "last": last}

        def change(connection: Connection) -> None:
            ledger.put(connection, AWAY, row)

        self.changes.append(change)
        self.words.append(f"You are away from {first} to {last}, in all your matches. Those days do not count.")
        self._tell(f"{self._player.side} is away from {first} to {last}")

    def _back(self, _: DeskLine) -> None:
        address = self._player.address
        self.changes.append(lambda connection: _void(connection.execute(delete(AWAY).where(AWAY.c.address == address))))
        self.words.append("Welcome back: your absences are struck out.")
        self._tell(f"{self._player.side} is back")

    def _wait(self, _: DeskLine) -> None:
        row = {**self._seat(), "waits": waits_key(self._caller.match(self._player))}
        ledger = self._caller.desk.ledger
        self.changes.append(lambda connection: ledger.replace(connection, HOLDS, row))
        self.words.append(
            "The match does not go on before its deadline, even if all orders are in. `go` on a line takes that back."
        )

    def _go(self, _: DeskLine) -> None:
        mine = [HOLDS.c[name] == value for name, value in self._seat().items()]
        self.changes.append(lambda connection: _void(connection.execute(delete(HOLDS).where(*mine))))
        self.words.append("The match goes on as soon as all is in.")

    def _umpire(self, line: DeskLine) -> None:
        words = _below(self._caller, line)
        whose = f"{self._player.side}{f' ({self._player.seat})' if self._player.seat else ''}"
        self._tell(f"{whose} writes to the umpire", f"From: {self._caller.letter.sender}\n\n{words}\n")
        self.words.append("Passed on to the umpire; it is no part of your orders.")

    def _resend(self, _: DeskLine) -> None:
        from adjudicator.play.desk.room.telling import report_to

        person = self._caller.desk.person(self._player.match, self._player.side, self._player.seat)
        if person is not None and self._player.side != UMPIRE:
            self.mails.append(report_to(self._caller.desk, self._player.match, person, self._caller.key("resend")))

    def _help(self, _: DeskLine) -> None:
        self.words.append(HELP.rstrip("\n"))

    def _tell(self, subject: str, text: str = "") -> None:
        key = self._caller.key(f"told-{len(self.mails)}")
        self.mails.append(to_umpire(self._caller.desk, key, subject, text or f"{subject}.\n", self._player.match))

    def _seat(self) -> dict[str, object]:
        return {"match": self._player.match, "side": str(self._player.side), "seat": self._player.seat}


def _below(caller: Caller, line: DeskLine) -> str:
    """The words of a line to the umpire, and the sender's own words below it."""
    rest = own_words(cleared(caller.letter, lambda other: other.number <= line.number))
    return "\n".join(words for words in (line.text, rest) if words)


def _void(_: object) -> None:
    """A change of the ledger gives nothing back."""
