"""Dates in words: written in a player's language, read in any that `dates.toml` knows."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

_DAY_MONTH = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:de\s+)?([^\W\d_]{3,12})\.?(?:\s+(?:de\s+)?(\d{4}))?", re.I)
_MONTH_DAY = re.compile(r"([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?", re.I)
_POINTS = re.compile(r"(\d{1,2})\.(\d{1,2})\.(?:\s?(\d{4}))?")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_PAST, _AHEAD = 60, 305
"""Days before and after today between which a date without a year is looked for."""


@cache
def _languages() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((files("adjudicator.post") / "dates.toml").read_text("utf-8"))


def languages() -> tuple[str, ...]:
    """The languages in which dates can be written."""
    return tuple(_languages())


def in_words(moment: datetime, zone: ZoneInfo, language: str = "en") -> str:
    """A moment as a player reads it, with the name of his zone."""
    local = moment.astimezone(zone)
    ways = _languages()[language]
    written = str(ways["written"]).format(
        weekday=ways["weekdays"][local.weekday()],
        day=local.day,
        month=ways["months"][local.month - 1],
        year=local.year,
        time=f"{local:%H:%M}",
    )
    return f"{written} ({zone.key})"


def date_in(words: str, today: date) -> date | None:
    """The date that words say as a whole; without a year one that is soon, or not long past. None if they say none."""
    words = " ".join(words.split())
    if found := _ISO.fullmatch(words):
        return _date(int(found[1]), int(found[2]), int(found[3]))
    if found := _POINTS.fullmatch(words):
        return _dated(int(found[1]), int(found[2]), found[3], today)
    if found := _DAY_MONTH.fullmatch(words):
        return _dated(int(found[1]), _month(found[2]), found[3], today)
    if found := _MONTH_DAY.fullmatch(words):
        return _dated(int(found[2]), _month(found[1]), found[3], today)
    return None


def _month(word: str) -> int:
    """The number of a month by the beginning of its name; 0 for a word that is none."""
    named = _plain(word)
    for ways in _languages().values():
        fitting = [number for number, name in enumerate(ways["months"], 1) if _plain(name).startswith(named)]
        if len(fitting) == 1:
            return fitting[0]
    return 0


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _dated(day: int, month: int, year: str | None, today: date) -> date | None:
    if year:
        return _date(int(year), month, day)
    years = (_date(today.year + by, month, day) for by in (-1, 0, 1))
    near = [found for found in years if found is not None and -_PAST <= (found - today).days <= _AHEAD]
    return near[0] if near else None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
