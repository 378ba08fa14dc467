"""What a match waits for, and until when: read from the log and the ledger, with the clock as an argument."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import Connection, select

from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.play.desk.room.desk import Desk, Person
from adjudicator.play.desk.room.effects import Change
from adjudicator.play.desk.room.settings import Deadlines
from adjudicator.play.desk.roster import Player
from adjudicator.play.match.match import Match
from adjudicator.play.match.texts import gather
from adjudicator.post.deadlines import Away, deadline
from adjudicator.post.ledger.tables import AWAY, HOLDS, STANDS


@dataclass(frozen=True, slots=True)
class Stand:
    """A match as the ledger has it: which wait it is in, and until when."""

    match: str
    told: str = ""
    waits: str = ""
    opened_at: int = 0
    text_at: int = 0
    put_off_to: int = 0
    reminded: int = 0
    fate: str = ""
    without: str = ""
    summary: str = ""
    over: bool = False


_STAND = (
    "match",
    "told",
    "waits",
    "opened_at",
    "text_at",
    "put_off_to",
    "reminded",
    "fate",
    "without",
    "summary",
    "over",
)


def stand_of(connection: Connection, match: str) -> Stand:
    """Where a match stands; as one that was never looked at if the ledger does not have it."""
    row = connection.execute(select(*(STANDS.c[name] for name in _STAND)).where(STANDS.c.match == match)).first()
    return Stand(*row) if row is not None else Stand(match)


@dataclass(frozen=True, slots=True)
class Missing:
    """Of whom something is awaited."""

    side: Side
    seat: str
    what: str


def missing(match: Match) -> tuple[Missing, ...]:
    """Who owes what: seats that have not written, or sides that have not answered."""
    history = match.history
    if isinstance(history.following(), Ending):
        return ()
    if history.fixed is not None:
        link = f"the link of step {history.fixed.step}"
        late = [Side(party) for party in history.promises.without_link()]
        return tuple(Missing(side, seat, link) for side in late for seat in match.setup.seats_of(side))
    gathered = gather(history)
    found: list[Missing] = []
    for side in gathered.missing:
        if gathered.wait is None:
            names = ", ".join(a.name for a in gathered.unanswered if a.decision.side == side)
            found.append(Missing(side, "", f"an answer to {names}"))
            continue
        there = {text.seat for text in gathered.fresh if text.side == side}
        seats = [seat for seat in match.setup.seats_of(side) if seat not in there]
        found += [Missing(side, seat, gathered.wait.what) for seat in seats]
    return tuple(found)


def phase_of(match: Match) -> str:
    """The phase by which desk.toml may have a pace of its own: `answer` while a decision is open."""
    gathered = gather(match.history)
    return gathered.wait.phase if gathered.wait is not None else "answer"


def waits_key(match: Match) -> str:
    """What names the wait at which a match stands: the last step that stands, the last ruling, the fixed step."""
    history = match.history
    step = f"{history.steps[-1].seq}.{history.steps[-1].last_hash[:24]}" if history.steps else "0"
    pending = max((line.seq for line in match.lines if line.kind == "ruling"), default=0)
    return f"{step}.{pending}{f'.{history.fixed.seq}' if history.fixed is not None else ''}"


def pace_of(desk: Desk, match: Match) -> Deadlines:
    """The deadlines of a match at its present wait."""
    return desk.settings.pace(desk.places[match.setup.name], phase_of(match))


def absences(connection: Connection, addresses: Iterable[str]) -> dict[str, list[Away]]:
    """The days on which people are away, by address."""
    rows = connection.execute(
        select(AWAY.c.address, AWAY.c.first, AWAY.c.last).where(AWAY.c.address.in_(sorted(set(addresses))))
    )
    found: dict[str, list[Away]] = {}
    for address, first, last in rows:
        found.setdefault(address, []).append(Away(date.fromisoformat(first), date.fromisoformat(last)))
    return found


def due_at(
    connection: Connection,
    match: Match,
    pace: Deadlines,
    stand: Stand,
    people: Sequence[Person],
    owing: Sequence[Missing],
) -> int:
    """When the wait at which a match stands is over: the latest deadline of those who are awaited."""
    if stand.put_off_to:
        return stand.put_off_to
    awaited = {one.side for one in owing} or set(match.history.rules.sides)
    away = absences(connection, (person.player.address for person in people))
    opened = datetime.fromtimestamp(stand.opened_at, UTC)
    moments = [
        deadline(opened, pace.pace(), person.zone, away.get(person.player.address, ()))
        for person in people
        if person.player.side in awaited
    ]
    return int(max(moments, default=deadline(opened, pace.pace(), people[0].zone) if people else opened).timestamp())


def stand_now(desk: Desk, connection: Connection, match: Match, now: int) -> Stand:
    """Where a match stands; a wait that the ledger does not know begins now."""
    stand = stand_of(connection, match.setup.name)
    key = waits_key(match)
    if stand.waits == key:
        return stand
    return Stand(stand.match, stand.told, key, now, summary=stand.summary, over=stand.over)


def deadline_of(desk: Desk, match: Match, now: int) -> int | None:
    """When what is awaited is due; None if nothing is."""
    owing = missing(match)
    if not owing:
        return None
    with desk.ledger.read() as connection:
        stand = stand_now(desk, connection, match, now)
        people = desk.people(match.setup.name)
        return due_at(connection, match, pace_of(desk, match), stand, people, owing)


def due_words(desk: Desk, match: Match, player: Player, now: int, changes: Sequence[Change] = ()) -> str:
    """The deadline in a player's words; `changes` are those that his mail makes, which count already."""
    if isinstance(match.history.following(), Ending):
        return ""
    with desk.ledger.engine.connect() as connection, connection.begin() as trial:
        for change in changes:
            change(connection)
        stand = stand_now(desk, connection, match, now)
        people = desk.people(match.setup.name)
        at = due_at(connection, match, pace_of(desk, match), stand, people, missing(match))
        trial.rollback()
    person = next((p for p in people if p.player == player), desk.umpire_of(player.match))
    return f"Deadline: {person.moment(at)}."


def is_held(connection: Connection, match: Match) -> bool:
    """Whether somebody wrote `wait` at this wait."""
    wanted = (HOLDS.c.match == match.setup.name, HOLDS.c.waits == waits_key(match))
    return connection.execute(select(HOLDS.c.side).where(*wanted)).first() is not None


def is_umpires(owing: Sequence[Missing]) -> bool:
    """Whether something is awaited of the umpire."""
    return any(one.side == UMPIRE for one in owing)
