"""Messages between players: to a side, one of its players, the umpire or all; under the side's name or unsigned.

On the record they are lines `press` of the log, shown to those whom they are for; off the record nothing of them
stays. What a match allows is its option `press`: `open`, `umpire` (to and from him alone), `none`.
"""

from __future__ import annotations

import re

from adjudicator.core.errors import MatchError
from adjudicator.core.source import without_addresses
from adjudicator.core.types import PUBLIC, UMPIRE, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.match import Match
from adjudicator.play.match.texts import find_side
from adjudicator.record.export import EVERYBODY
from adjudicator.record.log import Line

LONGEST = 4000
UNSIGNED = PUBLIC
"""Whom press is from that nobody signed."""
_OFF = re.compile(r"\boff (?:the )?record\b", re.IGNORECASE)
_ON = re.compile(r"\bon (?:the )?record\b", re.IGNORECASE)
_UNSIGNED = re.compile(r"\b(?:unsigned|anonymous(?:ly)?)\b", re.IGNORECASE)
_ALL = ("all", "everybody", "everyone", "public", "the public")


@dataclass(frozen=True, slots=True)
class Message:
    """A message as understood: from whom, to whom, its words, and whether it is recorded."""

    side: Side
    to: str
    """`All`, a side, `Umpire`, or `SIDE/SEAT`."""
    text: str
    on_record: bool = True

    @property
    def readers(self) -> str:
        """Whom it is for, in words."""
        return "everybody" if self.to == EVERYBODY else self.to.replace("/", ", ")


def message(match: Match, side: Side, to: str, text: str) -> Message:
    """What `press to TO: TEXT` of a side means, if the match allows it."""
    words = without_addresses(text).strip()
    if not words:
        raise MatchError("The message has no words.", "Write them below `press to NAME:`.")
    if len(words) > LONGEST:
        raise MatchError(
            f"The message has {len(words):,} characters; at most {LONGEST:,} are passed on.", "Shorten it."
        )
    unsigned, off = _UNSIGNED.search(to) is not None, _OFF.search(to) is not None
    bare = _UNSIGNED.sub("", _ON.sub("", _OFF.sub("", to))).strip(" ,;")
    found = Message(UNSIGNED if unsigned else side, _addressee(match, bare), words, not off)
    _check_allowed(match, side, found)
    return found


def _addressee(match: Match, words: str) -> str:
    name = re.sub(r"^the\s+", "", words, flags=re.IGNORECASE)
    if words.casefold() in _ALL or name.casefold() in _ALL:
        return EVERYBODY
    if name.casefold() == UMPIRE.casefold():
        return UMPIRE
    rules = match.history.rules
    side = find_side(rules, name)
    if side is not None:
        return side
    for one in rules.sides:
        for seat in match.setup.seats_of(one):
            if seat and seat.casefold() in (name.casefold(), name.casefold().partition("/")[2]):
                return f"{one}/{seat}"
    known = ", ".join((*rules.sides, UMPIRE, "all"))
    raise MatchError(f"There is nobody called {words!r} in this match.", f"Write `press to` and one of: {known}.")


def _check_allowed(match: Match, side: Side, said: Message) -> None:
    allowed = match.setup.option("press", match.history.options)
    if allowed == "none" and UMPIRE not in (side, said.to):
        raise MatchError("This match is played without messages (press = none).", "Write to the umpire.")
    if allowed == "umpire" and UMPIRE not in (side, said.to):
        raise MatchError(
            "Messages go to the umpire alone in this match (press = umpire).", "Write: press to Umpire: ..."
        )
    if match.alone and said.on_record:
        raise MatchError(
            "Without an umpire there is one order in which lines are written, and messages have no place in it.",
            "Write to each other directly.",
        )


def record_message(match: Match, said: Message) -> Line | None:
    """Put a message on record; None if it was meant to be off it."""
    if not said.on_record:
        return None
    with match.writing():
        return match.append([("press", {"side": said.side, "to": said.to, "text": said.text})])[0]
