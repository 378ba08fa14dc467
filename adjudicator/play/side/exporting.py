"""What leaves the match folder: a side's own log, the position as JSON, files written whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.core.errors import UsageError
from adjudicator.core.types import PUBLIC, UMPIRE, Side
from adjudicator.play.match.texts import find_side
from adjudicator.play.side.export_view import Home
from adjudicator.play.side.showing import export_lines
from adjudicator.play.side.side_views import Source, Whole
from adjudicator.record.files import write_whole

_SPECTATORS = ("Spectators write nothing and have no log of their own.", "They have reports, maps, state and status.")


def side_meant(source: Source, word: str) -> Side:
    """The side that a word means; without one an export's own side, or the umpire for a whole match."""
    if not word:
        return source.side or UMPIRE
    side = UMPIRE if word.casefold() == UMPIRE.casefold() else find_side(source.rules, word)
    if side is None and word.casefold() == PUBLIC.casefold():
        raise UsageError(*_SPECTATORS)
    if side is None:
        known = ", ".join(source.rules.sides)
        raise UsageError(f"There is no side called {word!r} in this match.", f"The sides are: {known}.")
    if source.side not in (None, side):
        raise UsageError(f"This is the {source.side} side's own log.", f"Use --side {source.side}, or leave it out.")
    return side


def reader_meant(source: Source, word: str) -> Side:
    """Who is to read: a side, the umpire, or spectators, of whose view a side's own log knows nothing."""
    if word.casefold() != PUBLIC.casefold() or find_side(source.rules, word) is not None:
        return side_meant(source, word)
    if source.side is not None:
        raise UsageError(
            f"This is the {source.side} side's own log; what spectators see is made from the whole match.",
            "Ask the umpire for it: adjudicator report --match DIR --side Public.",
        )
    return PUBLIC


def export(source: Whole | Home, side: Side) -> str:
    """A side's own log."""
    if not isinstance(source, Whole):
        raise UsageError("This is an export already.", "Give the match folder to make one.")
    if side == PUBLIC:
        raise UsageError(*_SPECTATORS)
    if side == UMPIRE:
        raise UsageError("The umpire has the whole log.", "Name a side: --side " + source.rules.sides[0] + ".")
    return "".join(line.written() + "\n" for line in export_lines(source.lines, source.history, side))


def position(source: Source, side: Side) -> dict[str, Any]:
    """The position as a side knows it, or as it is for the umpire; for him its digest is `state` in the log."""
    return source.rules.dump(source.known(side))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all."""
    write_whole(path, content.encode("utf-8") if isinstance(content, str) else content)
