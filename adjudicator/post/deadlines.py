"""When something is due: days counted in a player's own zone, working days, absences, grace and reminders.

The clock is an argument everywhere. A deadline of three days that begins on Monday at noon ends on Thursday at the hour
that the desk names; a day that does not count (a Sunday, a holiday, a day of absence) puts it off by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_LENGTH = re.compile(r"(\d{1,4})\s*(minute|hour|day|week)s?", re.IGNORECASE)
_UNITS = {"minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_LONGEST = 400
"""Days after which looking for a day that counts is given up."""


@dataclass(frozen=True, slots=True)
class Away:
    """Days on which a player does not play; both ends are days of absence."""

    first: date
    last: date

    def covers(self, day: date) -> bool:
        """Whether a day is one of them."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time there is for what is awaited."""

    days: int
    at: time = time(20, 0)
    """The hour of the deadline on its day, in the player's zone."""
    working_days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    """Which days of the week count, Monday being 0."""
    holidays: frozenset[date] = frozenset()
    grace: timedelta = timedelta(0)
    reminders: tuple[timedelta, ...] = ()
    """How long before the deadline a reminder goes out."""


def deadline(opened: datetime, pace: Pace, zone: ZoneInfo, away: Sequence[Away] = ()) -> datetime:
    """When a player's text is due that was asked for at a moment."""
    day = opened.astimezone(zone).date()
    left = pace.days
    for _ in range(_LONGEST):
        if left <= 0 and _counts(day, pace, away):
            break
        day += timedelta(days=1)
        left -= _counts(day, pace, away)
    due = datetime.combine(day, pace.at, tzinfo=zone).astimezone(UTC)
    while due <= opened or not _counts(day, pace, away):  # asked for after its hour: the next day that counts
        day += timedelta(days=1)
        due = datetime.combine(day, pace.at, tzinfo=zone).astimezone(UTC)
        if (due - opened).days > _LONGEST:
            break
    return due


def _counts(day: date, pace: Pace, away: Sequence[Away]) -> bool:
    return day.weekday() in pace.working_days and day not in pace.holidays and not any(a.covers(day) for a in away)


def reminders_due(opened: datetime, due: datetime, pace: Pace, now: datetime) -> int:
    """How many of the reminders should have gone out by now; one that would come before the asking never does."""
    moments = (due - before for before in sorted(pace.reminders, reverse=True))
    return sum(opened < moment <= now for moment in moments)


def length(words: str) -> timedelta | None:
    """A length of time in words, `12 hours`; None if they say none."""
    found = _LENGTH.fullmatch(words.strip())
    return timedelta(seconds=int(found[1]) * _UNITS[found[2].lower()]) if found else None


def working_days(words: str) -> tuple[int, ...] | None:
    """Days of the week: `mon-fri`, `mon-sat`, `all`, or a list with commas; None if the words say none."""
    words = words.strip().lower()
    if words == "all":
        return tuple(range(7))
    found: list[int] = []
    for part in words.split(","):
        first, dash, last = (piece.strip()[:3] for piece in part.partition("-"))
        if first not in WEEK or (dash and last not in WEEK):
            return None
        begin, end = WEEK.index(first), WEEK.index(last if dash else first)
        found += [day % 7 for day in range(begin, end + 1 if end >= begin else end + 8)]
    return tuple(sorted(set(found)))
