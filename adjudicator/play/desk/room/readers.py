"""Spectators: those whom desk.toml names, and those who asked by mail where a match is open to all.

Who asks gets a question with a word in it, and is a reader when he answers it: so nobody is made one by another.
"""

from __future__ import annotations

import re

from sqlalchemy import Connection, delete, select

from adjudicator.play.desk.room.answers import said
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, Mail
from adjudicator.play.desk.roster import is_forged
from adjudicator.post.composing import answered_subject
from adjudicator.post.ledger.came import Came
from adjudicator.post.ledger.tables import READERS
from adjudicator.post.letter import Letter

_ASKS = re.compile(r"\s*(subscribe|unsubscribe|confirm)\s+(.+?)\s*", re.IGNORECASE)


def readers_of(connection: Connection, desk: Desk, match: str) -> list[str]:
    """Who gets the public report."""
    asked = connection.execute(select(READERS.c.address).where(READERS.c.match == match, READERS.c.confirmed)).scalars()
    return list(dict.fromkeys([one.address for one in desk.places[match].spectator] + sorted(asked)))


def reader_asks(desk: Desk, came: Came, letter: Letter) -> Effects | None:
    """`subscribe our-match`, `confirm our-match WORD`, `unsubscribe our-match`; None for any other mail."""
    own = [line.text for line in letter.lines if not line.quoted and line.text.strip()]
    found = _ASKS.fullmatch(own[0] if own else letter.subject)
    if found is None or not letter.sender or is_forged(letter, desk.settings.own_server):
        return None
    word, rest = found[1].casefold(), found[2].split()
    match = next((name for name in desk.places if name.casefold() == " ".join(rest).casefold()), "")
    if word == "confirm":
        match = next((name for name in desk.places if name.casefold() == " ".join(rest[:-1]).casefold()), "")
    if not match or desk.places[match].spectators != "open":
        return None
    return _asked(desk, came, letter, word, match, rest[-1])


def _asked(desk: Desk, came: Came, letter: Letter, word: str, match: str, last: str) -> Effects:
    secret = desk.reader_word(match, letter.sender)
    row: dict[str, object] = {"match": match, "address": letter.sender, "confirmed": True}
    effects = Effects("accept", f"A spectator: {word}.", match)
    if word == "unsubscribe":
        mine = (READERS.c.match == match, READERS.c.address == letter.sender)
        effects.changes.append(lambda connection: _done(connection.execute(delete(READERS).where(*mine))))
        text = f"You get no more reports of {match}."
    elif word == "confirm" and last.casefold() == secret:
        effects.changes.append(lambda connection: desk.ledger.replace(connection, READERS, row))
        text = f"You get the public report of {match} from its next turn on. `unsubscribe {match}` ends it."
    else:
        text = f"To get the public report of {match}, answer with this line alone: confirm {match} {secret}"
    key = f"reader/{came.sha256}"
    effects.mails.append(
        Mail(key, letter.sender, answered_subject(letter.subject or match), said((text,)), answers=letter.message_id)
    )
    return effects


def _done(_: object) -> None:
    """A change of the ledger gives nothing back."""
