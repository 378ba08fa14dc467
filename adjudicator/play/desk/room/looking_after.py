"""A match looked after: adjudicated when it may go on, reports on their way, deadlines, the ledger's copy."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select, update

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import Ending
from adjudicator.play.desk.latest import behind, mark_of
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.due import (
    Missing,
    Stand,
    due_at,
    is_held,
    is_umpires,
    missing,
    pace_of,
    stand_of,
    waits_key,
)
from adjudicator.play.desk.room.effects import Mail, to_umpire, write_mails
from adjudicator.play.desk.room.papers import fixed_told, from_escrow
from adjudicator.play.desk.room.readers import readers_of
from adjudicator.play.desk.room.reminding import fate_told, reminders
from adjudicator.play.desk.room.settings import Deadlines
from adjudicator.play.desk.room.telling import Telling
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.match.texts import in_force, usable
from adjudicator.post.deadlines import reminders_due
from adjudicator.post.ledger.tables import STANDINS, STANDS

_NEVER = 2**53
_TROUBLE_PAUSE = 3600


def to_look_after(desk: Desk, now: int) -> list[str]:
    """The matches at which something is due, or whose log has changed since the desk last looked."""
    with desk.ledger.read() as connection:
        rows = connection.execute(select(STANDS.c.match, STANDS.c.log_size, STANDS.c.next_at)).all()
    known = {match: (size, at) for match, size, at in rows}
    return [
        name
        for name in desk.places
        if name not in known or known[name][1] <= now or known[name][0] != desk.matches.size(name)
    ]


def look_after(desk: Desk, name: str, now: int) -> None:
    """Do all that is due at a match. Whatever goes wrong with one match is told to the umpire and costs no other."""
    if not _claimed(desk, name):
        return
    try:
        _look(desk, name, now)
    except (AdjudicatorError, OSError) as trouble:
        _troubled(desk, name, trouble, now)
    finally:
        with desk.ledger.write() as connection:
            mine = (STANDS.c.match == name, STANDS.c.worker == desk.ledger.worker)
            connection.execute(update(STANDS).where(*mine).values(worker=""))


def _claimed(desk: Desk, name: str) -> bool:
    with desk.ledger.write() as connection:
        desk.ledger.put(connection, STANDS, {"match": name})
        free = (STANDS.c.match == name, STANDS.c.worker == "")
        return connection.execute(update(STANDS).where(*free).values(worker=desk.ledger.worker)).rowcount == 1


def _look(desk: Desk, name: str, now: int) -> None:
    with desk.writing(name) as match:
        with desk.ledger.read() as connection:
            stand = stand_of(connection, name)
            held = is_held(connection, match)
        stand = _begun(match, stand, now)
        stand = _gone_on(desk, match, stand, now, held=held)
        if (match.folder / "outbox").is_dir() and behind(match.folder, match.history, match.lines):
            deliver(match)
        _written_down(desk, match, stand, now)


def _begun(match: Match, stand: Stand, now: int) -> Stand:
    """A wait that the ledger does not know begins now."""
    key = waits_key(match)
    if stand.waits == key:
        return stand
    return Stand(stand.match, stand.told, key, now, summary=stand.summary, over=stand.over)


# --- going on ----------------------------------------------------------------------------------------------------


def _gone_on(desk: Desk, match: Match, stand: Stand, now: int, *, held: bool) -> Stand:
    """Adjudicate what may be adjudicated; after that another wait begins."""
    if isinstance(match.history.following(), Ending) and match.history.revealed:
        return stand
    owing = missing(match)
    due, over_at = _times(desk, match, stand, owing)
    pace = pace_of(desk, match)
    if not owing and match.history.steps and now < due and (held or not pace.early or now < _settled(stand, pace)):
        return stand
    if match.history.fixed is not None:
        if now >= over_at:
            from_escrow(match)
        run(match)
        return _begun(match, stand, now)
    absent = _absent(match, stand, owing, over=now >= over_at, late=pace.late)
    if owing and not absent:
        return _handed_over(desk, match, stand, owing, now) if now >= over_at and pace.late == "replacement" else stand
    run(match, absent, turn=match.history.turn() if absent else None)
    return _begun(match, stand, now)


def _settled(stand: Stand, pace: Deadlines) -> int:
    """When the last text that came can be taken for what its player means: until then a correction is waited for."""
    return stand.text_at + int(pace.settle.total_seconds()) if stand.text_at else 0


def _times(desk: Desk, match: Match, stand: Stand, owing: Sequence[Missing]) -> tuple[int, int]:
    """When a wait is due, and when its grace is over."""
    pace = pace_of(desk, match)
    with desk.ledger.read() as connection:
        due = due_at(connection, match, pace, stand, desk.people(match.setup.name), owing)
    return due, due + int(pace.grace.total_seconds())


def _absent(match: Match, stand: Stand, owing: Sequence[Missing], *, over: bool, late: str) -> list[str]:
    """The sides to go on without, all that are missing or none: by the umpire's word, or when their time is over."""
    sides = list(dict.fromkeys(str(one.side) for one in owing))
    if not sides or is_umpires(owing):
        return []
    key, _, named = stand.without.partition("|")
    if key == stand.waits and set(sides) <= set(named.split("|")):
        return sides
    if not over or late not in ("without", "standing"):
        return []
    if late == "without":
        return sides
    standing = {text.side for text in in_force(match.history, usable(match.history), ())}
    return sides if set(sides) <= {str(side) for side in standing} else []


def _handed_over(desk: Desk, match: Match, stand: Stand, owing: Sequence[Missing], now: int) -> Stand:
    """Seats whose time is over go to their replacement players, who get a time of their own."""
    name = match.setup.name
    gone = desk.standins(name)
    places = {(seat.side, seat.seat): seat for seat in desk.places[name].player}
    new = [
        one
        for one in owing
        if (one.side, one.seat) not in gone
        and (seat := places.get((one.side, one.seat))) is not None
        and seat.replacement is not None
    ]
    if not new:
        return stand
    with desk.ledger.write() as connection:
        for one in new:
            row: dict[str, object] = {"match": name, "side": str(one.side), "seat": one.seat, "since": now}
            desk.ledger.put(connection, STANDINS, row)
    return replace(stand, opened_at=now, put_off_to=0, reminded=0, fate="handed over")


# --- what is told ------------------------------------------------------------------------------------------------


def _written_down(desk: Desk, match: Match, stand: Stand, now: int) -> None:
    """Reports, reminders and the ledger's copy of the match, in one transaction."""
    name, history = match.setup.name, match.history
    owing = missing(match)
    due, over_at = _times(desk, match, stand, owing)
    over = isinstance(history.following(), Ending)
    mark = mark_of(history, match.lines)
    with desk.ledger.read() as connection:
        readers = readers_of(connection, desk, name)
    mails: list[Mail] = []
    told = mark.hash if mark is not None else ""
    handed = stand.fate == "handed over"
    if mark is not None and (told != stand.told or handed):
        mails += _reports(desk, match, None if over else due, readers)
    mails += fixed_told(desk, match)
    if handed:
        mails.append(_handed_told(desk, match, owing, stand))
    if stand.fate == "extended":
        mails += fate_told(desk, match, owing, due, stand)
    if stand.fate in ("extended", "handed over"):
        stand = replace(stand, fate="")
    pace = pace_of(desk, match) if not over else None
    if owing and pace is not None:
        count = reminders_due(_moment(stand.opened_at), _moment(due), pace.pace(), _moment(now))
        mails += reminders(desk, match, owing, due, stand, count, now >= over_at)
        stand = replace(stand, reminded=max(count, stand.reminded), fate="late" if now >= over_at else stand.fate)
    with desk.ledger.write() as connection:
        write_mails(desk, connection, mails, now)
        _stand_kept(desk, connection, match, replace(stand, told=told, over=over), due, over_at, now, owing)


def _reports(desk: Desk, match: Match, due: int | None, readers: Sequence[str]) -> list[Mail]:
    telling = Telling(desk, match, due)
    people = desk.people(match.setup.name)
    mails = [telling.to(person) for person in people]
    mails += [telling.to_spectator(address) for address in readers]
    return [*mails, telling.to_umpire()]


def _handed_told(desk: Desk, match: Match, owing: Sequence[Missing], stand: Stand) -> Mail:
    sides = " and ".join(dict.fromkeys(f"the {one.side}" for one in owing))
    text = f"The time of {sides} is over in {match.setup.name}. The replacement player has the report and writes now.\n"
    key = f"handed/{match.setup.name}/{stand.waits}"
    return to_umpire(desk, key, "A replacement player takes over", text, match.setup.name)


def _stand_kept(
    desk: Desk,
    connection: Connection,
    match: Match,
    stand: Stand,
    due: int,
    over_at: int,
    now: int,
    owing: Sequence[Missing],
) -> None:
    """The ledger's copy of where a match stands, and when to look again."""
    pace = pace_of(desk, match) if not stand.over else None
    before = pace.reminders if pace is not None else ()
    moments = [due, over_at, *(due - int(one.total_seconds()) for one in before)]
    moments += [_settled(stand, pace)] if pace is not None else []
    following = min((moment for moment in moments if moment > now), default=_NEVER)
    row: dict[str, object] = {
        "match": stand.match,
        "log_size": desk.matches.size(stand.match),
        "told": stand.told,
        "waits": stand.waits,
        "opened_at": stand.opened_at,
        "text_at": stand.text_at,
        "due_at": due,
        "put_off_to": stand.put_off_to,
        "next_at": _NEVER if stand.over else following,
        "reminded": stand.reminded,
        "fate": stand.fate,
        "without": stand.without,
        "summary": json.dumps(_summary(match, stand, owing), ensure_ascii=False),
        "over": stand.over,
    }
    desk.ledger.replace(connection, STANDS, row)


def _summary(match: Match, stand: Stand, owing: Sequence[Missing]) -> dict[str, Any]:
    history = match.history
    following = history.following()
    return {
        "scenario": match.setup.scenario,
        "mode": match.setup.mode,
        "turn": history.turn(),
        "step": history.steps[-1].number if history.steps else 0,
        "owed": [{"side": one.side, "seat": one.seat, "what": one.what} for one in owing],
        "ending": f"{following.verdict}. {following.why}" if isinstance(following, Ending) else "",
        "line": match.lines[-1].seq,
        "hash": match.lines[-1].hash,
    }


def _troubled(desk: Desk, name: str, trouble: Exception, now: int) -> None:
    """A match that cannot be looked after: the umpire hears, once a day; it is tried again in an hour."""
    words = str(trouble)
    mail = to_umpire(
        desk,
        f"trouble/{name}/{now // 86_400}/{hash_of(words)}",
        "A match cannot go on",
        f"The desk cannot look after {name}:\n\n{words}\n\nIt tries again every hour. Nothing is lost.\n",
        name,
    )
    row = {"why": words}
    with desk.ledger.write() as connection:
        write_mails(desk, connection, [mail], now)
        values = {"next_at": now + _TROUBLE_PAUSE, "log_size": desk.matches.size(name), "summary": json.dumps(row)}
        connection.execute(update(STANDS).where(STANDS.c.match == name).values(**values))


def hash_of(words: str) -> str:
    """A short name for words."""
    from adjudicator.core.canon import sha256_text

    return sha256_text(words)[:16]


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)
