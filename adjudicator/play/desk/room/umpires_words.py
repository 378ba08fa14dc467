"""What the umpire tells the desk by mail: more time, going on without a side, where all matches stand."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import Connection, update

from adjudicator.core.errors import UsageError
from adjudicator.play.desk.room.answers import said
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.due import deadline_of, waits_key
from adjudicator.play.desk.room.effects import Effects
from adjudicator.play.match.running import side_named
from adjudicator.post.dates import date_in, in_words
from adjudicator.post.deadlines import length
from adjudicator.post.ledger.tables import STANDS

_EXTEND = re.compile(r"extend\s+(.+?)\s+(?:by\s+)?(\d{1,4}\s*(?:minute|hour|day|week)s?)", re.IGNORECASE)
_UNTIL = re.compile(r"extend\s+(.+?)\s+(?:to|till|until)\s+(.+?)(?:[, ]+(\d{1,2})[:.](\d{2}))?", re.IGNORECASE)
_WITHOUT = re.compile(r"go\s+on\s+with\s+(.+?)\s+without\s+(.+)", re.IGNORECASE)
HELP = """\
The desk understands of the umpire, each on a line of its own:

    extend our-match by 2 days
    extend our-match to 9 July 20:00
    go on with our-match without Coalition
    status

Rulings are made with `adjudicator ruling`; the desk tells the players by itself."""


def umpires_words(caller: Caller) -> Effects | None:
    """The umpire's lines for the desk; None for a mail without any, or of somebody else."""
    if not caller.is_umpire:
        return None
    body = caller.letter.body
    lines = [line for line in body.lines if not line.quoted and line.text.strip()] if body else []
    told: list[str] = []
    effects = caller.effects("accept", "The umpire's word.", None)
    for line in lines:
        answer = _carried_out(caller, effects, " ".join(line.text.split()).rstrip("."))
        if answer:
            told.append(answer)
    if not told:
        return None
    effects.mails.append(caller.answer(said(told)))
    return effects


def _carried_out(caller: Caller, effects: Effects, words: str) -> str:
    if found := _EXTEND.fullmatch(words):
        by = length(found[2])
        return _extended(caller, effects, found[1], by=by) if by is not None else ""
    if found := _UNTIL.fullmatch(words):
        return _put_off(caller, effects, found)
    if found := _WITHOUT.fullmatch(words):
        return _go_on(caller, effects, found[1], found[2])
    if words.casefold() == "status":
        from adjudicator.play.desk.room.overview import overview

        return "\n".join(overview(caller.desk, caller.desk.now()).words())
    return HELP if words.casefold() == "help" else ""


def _known(caller: Caller, match: str) -> str:
    """The name of a match as desk.toml has it; empty if there is none."""
    return next((name for name in caller.desk.places if name.casefold() == match.strip().casefold()), "")


def _put_off(caller: Caller, effects: Effects, found: re.Match[str]) -> str:
    zone = caller.desk.zone
    day = date_in(found[2], datetime.fromtimestamp(caller.came.at, UTC).astimezone(zone).date())
    if day is None or (found[3] and (int(found[3]) > 23 or int(found[4]) > 59)):
        return f"That is no date: {found[2]}. Write: extend our-match to 9 July 20:00"
    hour = time(int(found[3]), int(found[4])) if found[3] else None
    name = _known(caller, found[1])
    pace = caller.desk.settings.pace(caller.desk.places[name], "") if name else None
    at = datetime.combine(day, hour or (pace.at if pace else time(20, 0)), tzinfo=zone)
    return _extended(caller, effects, found[1], to=at)


def _extended(
    caller: Caller, effects: Effects, match: str, by: timedelta | None = None, to: datetime | None = None
) -> str:
    name = _known(caller, match)
    if not name:
        return f"There is no match {match!r} at this desk."
    due = deadline_of(caller.desk, caller.desk.matches[name], caller.came.at)
    if due is None:
        return f"Nothing is awaited in {name}."
    at = int(to.timestamp()) if to is not None else due + int((by or timedelta(0)).total_seconds())
    effects.changes.append(lambda connection: _extend(connection, name, at))
    effects.touched.add(name)
    moment = in_words(datetime.fromtimestamp(at, UTC), caller.desk.zone, caller.desk.settings.dates)
    return f"The deadline of {name} is now {moment}. The players are told."


def _extend(connection: Connection, name: str, at: int) -> None:
    values = {"put_off_to": at, "next_at": 0, "reminded": 0, "fate": "extended"}
    connection.execute(update(STANDS).where(STANDS.c.match == name).values(**values))


def _go_on(caller: Caller, effects: Effects, match: str, side: str) -> str:
    """Going on without a side is for the wait at which the match stands now, so that it cannot happen twice."""
    name = _known(caller, match)
    if not name:
        return f"There is no match {match!r} at this desk."
    opened = caller.desk.matches[name]
    try:
        who = side_named(opened.history, side)
    except UsageError as trouble:
        return f"{trouble.what} {trouble.remedy}"
    without = f"{waits_key(opened)}|{who}"
    effects.changes.append(lambda connection: _set_without(connection, name, without))
    effects.touched.add(name)
    return f"{name} goes on without {who}, if it waits for that side only."


def _set_without(connection: Connection, name: str, without: str) -> None:
    connection.execute(update(STANDS).where(STANDS.c.match == name).values(without=without))
