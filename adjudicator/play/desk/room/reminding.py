"""Reminders, word that a time is over, word that there is more of it: to those of whom something is awaited."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import UMPIRE
from adjudicator.play.desk.room.answers import said
from adjudicator.play.desk.room.desk import Desk, Person
from adjudicator.play.desk.room.due import Missing, Stand
from adjudicator.play.desk.room.effects import Mail, tagged, to_umpire
from adjudicator.play.match.match import Match


def reminders(
    desk: Desk, match: Match, owing: Sequence[Missing], due: int, stand: Stand, count: int, over: bool
) -> list[Mail]:
    """The reminders that should be out by now; each is written once for a wait."""
    mails: list[Mail] = []
    turn = match.history.turn()
    for person in _owing(desk, match, owing):
        player = person.player
        whose = f"{match.setup.name}/{player.side}/{player.seat}/{player.address}/{stand.waits}/{due}"
        what = _what(owing, person)
        if count > stand.reminded and not over:
            words = f"A reminder: {what} for {match.setup.name} {_is_are(what)} awaited by {person.moment(due)}."
            mails.append(_reminder(f"remind/{whose}/{count}", tagged(player, "Reminder", turn), words, person))
        if over and stand.fate != "late":
            words = (
                f"The time for {what} in {match.setup.name} was over on {person.moment(due)}. They are still awaited."
            )
            mails.append(_reminder(f"late/{whose}", tagged(player, "Overdue", turn), words, person))
    if over and stand.fate != "late":
        mails.append(_umpire_told(desk, match, owing, stand))
    return mails


def _reminder(key: str, subject: str, words: str, person: Person) -> Mail:
    return Mail(key, person.player.address, subject, said((words,)), kind="reminder", player=person.player)


def _umpire_told(desk: Desk, match: Match, owing: Sequence[Missing], stand: Stand) -> Mail:
    name = match.setup.name
    sides = ", ".join(f"{one.side}{f' ({one.seat})' if one.seat else ''}: {one.what}" for one in owing)
    side = owing[0].side
    text = (
        f"The time is over in {name}, and the match waits.\n\nMissing: {sides}\n\n"
        f"What you can answer:\n\n    extend {name} by 2 days\n    go on with {name} without {side}\n"
    )
    return to_umpire(desk, f"late/{name}/{stand.waits}", "The time is over", text, name)


def fate_told(desk: Desk, match: Match, owing: Sequence[Missing], due: int, stand: Stand) -> list[Mail]:
    """Word to all who are awaited that the umpire has given more time."""
    found = []
    for person in _owing(desk, match, owing):
        player = person.player
        words = f"The umpire has set a new deadline for {match.setup.name}: {person.moment(due)}."
        key = f"extended/{match.setup.name}/{player.side}/{player.seat}/{player.address}/{stand.waits}/{due}"
        subject = tagged(player, "A new deadline", match.history.turn())
        found.append(_reminder(key, subject, words, person))
    return found


def _owing(desk: Desk, match: Match, owing: Sequence[Missing]) -> list[Person]:
    """Who has to be reminded: of a side that owes an answer every player."""
    people = [*desk.people(match.setup.name)]
    if any(one.side == UMPIRE for one in owing):
        people.append(desk.umpire_of(match.setup.name))
    return [
        person
        for person in people
        if any(one.side == person.player.side and one.seat in ("", person.player.seat) for one in owing)
    ]


def _what(owing: Sequence[Missing], person: Person) -> str:
    mine = next(one for one in owing if one.side == person.player.side)
    return f"your {mine.what.removeprefix('an ')}"


def _is_are(what: str) -> str:
    return "is" if "answer" in what or what.endswith("report") else "are"
