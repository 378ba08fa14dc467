"""`desk status`: who owes what over all matches, since when and until when; what came, what went, what did not arrive.

It is read from the ledger alone, so that a thousand matches take hardly longer than ten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from adjudicator.play.desk.room.desk import Desk
from adjudicator.post.dates import in_words
from adjudicator.post.ledger import came, went
from adjudicator.post.ledger.tables import CAME, STANDS


@dataclass(frozen=True, slots=True)
class Owing:
    """What somebody owes in a match."""

    side: str
    seat: str
    what: str

    def words(self) -> str:
        """In words."""
        return f"{self.side}{f' ({self.seat})' if self.seat else ''}: {self.what}"


@dataclass(frozen=True, slots=True)
class Row:
    """A match at a glance."""

    match: str
    scenario: str
    turn: int
    step: int
    owed: tuple[Owing, ...]
    since: int
    due: int
    ending: str
    trouble: str
    is_late: bool
    is_stale: bool
    """Whether the log has changed since the desk looked."""

    def to_json(self) -> dict[str, Any]:
        """For `desk status --json`."""
        open_now = bool(self.owed)
        return {
            "match": self.match,
            "scenario": self.scenario,
            "turn": self.turn,
            "step": self.step,
            "waiting": [{"side": one.side, "seat": one.seat or None, "what": one.what} for one in self.owed],
            "since": _iso(self.since) if open_now else None,
            "due": _iso(self.due) if open_now else None,
            "late": self.is_late,
            "ending": self.ending or None,
            "trouble": self.trouble or None,
            "looked_at": not self.is_stale,
        }


@dataclass(frozen=True, slots=True)
class Overview:
    """All matches of a desk, those that wait longest first, and its mail."""

    name: str
    zone: ZoneInfo
    language: str
    at: int
    rows: tuple[Row, ...]
    to_do: int
    mails: dict[str, int]
    troubles: tuple[tuple[str, str, str, str, str, str], ...]
    asked: tuple[tuple[str, str, str, str], ...]
    """Mails that were not simply taken: verdict, match, side, why; the newest first."""

    def moment(self, at: int) -> str:
        """A moment in the umpire's words."""
        return in_words(datetime.fromtimestamp(at, UTC), self.zone, self.language)

    def words(self) -> Iterator[str]:
        """As text."""
        yield f"{self.name}: {len(self.rows)} {'match' if len(self.rows) == 1 else 'matches'}, {self.moment(self.at)}"
        waiting = self.mails.get("due", 0)
        yield f"mail: {self.to_do} to be dealt with, {waiting} to be sent, {self.mails.get('sent', 0)} sent"
        for row in self.rows:
            yield ""
            yield from self._row(row)
        if self.troubles:
            yield ""
            yield "Mails that did not arrive:"
            for match, side, seat, subject, state, why in self.troubles:
                whom = " ".join(word for word in (match, side, seat) if word) or "umpire"
                yield f"  {whom}: {subject} ({state}: {why})"

    def _row(self, row: Row) -> Iterator[str]:
        yield f"{row.match}: {row.scenario}, turn {row.turn}, step {row.step}" if row.scenario else f"{row.match}:"
        if row.trouble:
            yield f"  cannot go on: {row.trouble}"
        elif row.ending:
            yield f"  over: {row.ending}"
        for one in row.owed:
            yield f"  waiting for {one.words()}"
        if row.owed:
            late = ", overdue" if row.is_late else ""
            yield f"  since {self.moment(row.since)}, until {self.moment(row.due)}{late}"
        if row.is_stale:
            yield "  not looked at since its log changed: adjudicator desk once"

    def to_json(self) -> dict[str, Any]:
        """For `desk status --json`."""
        return {
            "desk": self.name,
            "at": _iso(self.at),
            "matches": [row.to_json() for row in self.rows],
            "mail": {
                "to_do": self.to_do,
                **{state: self.mails.get(state, 0) for state in ("due", "sent", "failed", "bounced")},
            },
            "not_arrived": [
                {"match": m or None, "side": side or None, "seat": seat or None, "state": state, "why": why}
                for m, side, seat, _, state, why in self.troubles
            ],
        }


def overview(desk: Desk, now: int) -> Overview:
    """Where everything stands."""
    with desk.ledger.read() as connection:
        kept = {row.match: row for row in connection.execute(select(STANDS))}
        to_do = came.open_count(connection)
        mails = went.counts(connection)
        troubles = tuple(went.troubles(connection))
        wanted = (CAME.c.verdict, CAME.c.match, CAME.c.side, CAME.c.why)
        odd = CAME.c.verdict.in_(("query", "reject"))
        asked = connection.execute(select(*wanted).where(odd).order_by(CAME.c.id.desc()).limit(30)).all()
    rows = [_row_of(desk, name, kept.get(name), now) for name in desk.places]
    rows.sort(key=lambda row: (bool(row.ending), not row.trouble, row.due, row.match))
    return Overview(
        desk.settings.name,
        desk.zone,
        desk.settings.dates,
        now,
        tuple(rows),
        to_do,
        mails,
        troubles,
        tuple((row[0], row[1], row[2], row[3]) for row in asked),
    )


def _row_of(desk: Desk, name: str, kept: Any, now: int) -> Row:
    if kept is None or not kept.summary:
        return Row(name, "", 0, 0, (), 0, 0, "", "", False, True)
    told = json.loads(kept.summary)
    owed = tuple(Owing(one["side"], one["seat"], one["what"]) for one in told.get("owed", ()))
    return Row(
        name,
        told.get("scenario", ""),
        told.get("turn", 0),
        told.get("step", 0),
        owed,
        kept.opened_at,
        kept.due_at,
        told.get("ending", ""),
        told.get("why", ""),
        bool(owed) and kept.due_at < now,
        kept.log_size != desk.matches.size(name),
    )


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
