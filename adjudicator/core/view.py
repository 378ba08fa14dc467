"""What a side knows, in the form that every map and report is drawn from, whatever the game."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.orders import AllOf, AnyOf, Compare, Condition, Not, PlaceIs, UnitAt, UnitIs
from adjudicator.core.types import Ending, Frozen, Side

Knowledge = Literal["own", "known", "unknown", "last_seen"]


class Piece(Frozen):
    """A counter, a block or a whole unseen stack, as far as this side knows it."""

    id: str
    name: str
    side: Side
    place: str | None
    """None when it is not on the map."""
    knowledge: Knowledge = "own"
    kind: str = ""
    """"infantry", "cavalry", "commander", "stack" ..."""
    values: tuple[str, ...] = ()
    """As printed on the counter: ("6", "A", "2")."""
    colour: str = ""
    """The formation whose colour it wears."""
    marks: tuple[str, ...] = ()
    """"reduced", "out of command", "wounded", "entering" ..."""
    seen: str = ""
    """For a piece last seen: when and where."""


class Mark(Frozen):
    """Something on the map that is not a piece: an objective and its holder, an entry, a closed place."""

    place: str
    kind: str
    text: str = ""
    side: Side | None = None


class Track(Frozen):
    """A number that the game keeps: morale, losses, supply."""

    name: str
    value: int
    side: Side | None = None
    low: int = 0
    high: int | None = None
    history: tuple[tuple[str, int], ...] = ()
    """When ("T3") and what, oldest first."""


class Table(Frozen):
    """Rows of words: rosters, hands of markers, calendars."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    side: Side | None = None
    """Whose affair it is; None for everybody's."""


class View(Frozen):
    """A position as one side (or the umpire) knows it."""

    ruleset: str
    scenario: str
    side: Side
    turn: int
    clock: str = ""
    phase: str = ""
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()
    tables: tuple[Table, ...] = ()
    ending: Ending | None = None

    def at(self, place: str) -> tuple[Piece, ...]:
        """The pieces known to stand at a place now."""
        return tuple(p for p in self.pieces if p.place == place and p.knowledge != "last_seen")


def holds(view: View, condition: Condition) -> bool:
    """Whether a condition is true as far as the view's side can see."""
    match condition:
        case PlaceIs():
            return _place_is(view, condition)
        case UnitAt():
            return any(p.id == condition.unit for p in view.at(condition.place))
        case UnitIs():
            return any(p.id == condition.unit and condition.mark in p.marks for p in view.pieces)
        case Compare():
            return _compares(view, condition)
        case Not():
            return not holds(view, condition.condition)
        case AllOf():
            return all(holds(view, part) for part in condition.conditions)
        case AnyOf():
            return any(holds(view, part) for part in condition.conditions)


def _place_is(view: View, condition: PlaceIs) -> bool:
    sides = {piece.side for piece in view.at(condition.place)}
    match condition.state:
        case "empty":
            return not sides
        case "occupied":
            return bool(sides)
        case "friendly":
            return view.side in sides
        case "enemy":
            return bool(sides - {view.side})


def _compares(view: View, condition: Compare) -> bool:
    values = [track.value for track in view.tracks if track.name.casefold() == condition.track.casefold()]
    if condition.track == "turn":
        values = [view.turn]
    if not values:
        return False
    value, number = values[0], condition.number
    return {
        "<": value < number,
        "<=": value <= number,
        "=": value == number,
        ">=": value >= number,
        ">": value > number,
    }[condition.relation]
