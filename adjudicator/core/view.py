"""What a side knows, in the form that every map and report is drawn from, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Literal, Protocol

from adjudicator.core.orders import AllOf, AnyOf, Compare, Condition, Not, PlaceIs, UnitAt, UnitIs, Within
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
    places: tuple[str, ...] = ()
    """All places where it stands, where they are several; `place` is the first of them."""
    facing: int | None = None
    """Where it looks, in twelfths of a circle clockwise from the first side of its place: even a side, odd a corner."""
    formation: str = ""
    """"line", "column", "square", "skirmish", "limbered" ..."""
    size: str = ""
    """"battalion", "regiment", "brigade", "division", "corps" ..."""

    def stands_at(self, place: str) -> bool:
        """Whether a place is one of those where it stands."""
        return place == self.place or place in self.places


class Mark(Frozen):
    """Something on the map that is not a piece: an objective and its holder, an entry, a closed place."""

    place: str
    kind: str
    text: str = ""
    side: Side | None = None


class Line(Frozen):
    """Something that leads from one place to another: a courier on his way, a charge that is ready."""

    start: str
    end: str
    kind: str
    """"courier", "charge" ..."""
    text: str = ""
    side: Side | None = None


class Area(Frozen):
    """Places that belong together: how far a leader commands."""

    places: tuple[str, ...]
    kind: str
    text: str = ""
    colour: str = ""
    """The formation whose colour its rim wears."""
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
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    tracks: tuple[Track, ...] = ()
    tables: tuple[Table, ...] = ()
    ending: Ending | None = None

    def at(self, place: str) -> tuple[Piece, ...]:
        """The pieces known to stand at a place now."""
        return tuple(p for p in self.pieces if p.stands_at(place) and p.knowledge != "last_seen")

    def marks_of(self, unit: str) -> frozenset[str]:
        """The marks that a piece is known to bear."""
        return frozenset(mark for p in self.pieces if p.id == unit for mark in p.marks)

    def track(self, name: str) -> int | None:
        """Where a track stands; None if the game keeps none of that name."""
        return next((track.value for track in self.tracks if track.name.casefold() == name.casefold()), None)


class Scene(Protocol):
    """What conditions ask of a position as a side knows it.

    A `View` answers it; a rule system whose views take long to make may answer it from the position itself.
    """

    @property
    def side(self) -> Side: ...

    @property
    def turn(self) -> int: ...

    def at(self, place: str) -> Sequence[Piece]: ...

    def marks_of(self, unit: str) -> Collection[str]: ...

    def track(self, name: str) -> int | Fraction | None: ...


def holds(scene: Scene, condition: Condition) -> bool:
    """Whether a condition is true as far as a side can see."""
    match condition:
        case PlaceIs():
            return _place_is(scene, condition)
        case UnitAt():
            return any(p.id == condition.unit for p in scene.at(condition.place))
        case UnitIs():
            return condition.mark in scene.marks_of(condition.unit)
        case Compare():
            return _compares(scene, condition)
        case Within():
            return _is_within(scene, condition)
        case Not():
            return not holds(scene, condition.condition)
        case AllOf():
            return all(holds(scene, part) for part in condition.conditions)
        case AnyOf():
            return any(holds(scene, part) for part in condition.conditions)


def _place_is(scene: Scene, condition: PlaceIs) -> bool:
    sides = {piece.side for piece in scene.at(condition.place)}
    match condition.state:
        case "empty":
            return not sides
        case "occupied":
            return bool(sides)
        case "friendly":
            return scene.side in sides
        case "enemy":
            return bool(sides - {scene.side})


def _is_within(scene: Scene, condition: Within) -> bool:
    """Whether somebody stands near enough; nobody does where the game has no distances."""
    around: Callable[[str, int], Sequence[Piece]] | None = getattr(scene, "around", None)
    near = around(condition.of, condition.number) if around is not None else ()
    return any((piece.side == scene.side) == (condition.whose == "friendly") for piece in near)


def minutes(clock: str) -> int | None:
    """The minutes since midnight of a clock time such as 14.00; None where there is none.

    >>> minutes("turn 5, 08.30"), minutes("")
    (510, None)
    """
    found = re.search(r"(\d{1,2})[.:](\d\d)(?!\d)", clock)
    return 60 * int(found.group(1)) + int(found.group(2)) if found else None


def _value(scene: Scene, track: str) -> int | Fraction | None:
    """Where a number of the game stands."""
    if track == "turn":
        return scene.turn
    return scene.track(track)


def _clock(scene: Scene, number: int) -> int | Fraction | None:
    """The time as a condition counts it: in minutes, or in hours where it names no more than an hour."""
    now = minutes(getattr(scene, "clock", ""))
    if number <= HOURS:
        kept = scene.track("clock")
        return kept if kept is not None or now is None else Fraction(now, 60)
    return now


HOURS = 24
"""A clock number up to here is an hour; a greater one counts minutes."""


def _compares(scene: Scene, condition: Compare) -> bool:
    number = _value(scene, condition.than) if condition.than else Fraction(condition.number, condition.over)
    is_time = condition.track == "clock" and not condition.than
    value = _clock(scene, condition.number) if is_time else _value(scene, condition.track)
    if value is None or number is None:
        return False
    return {
        "<": value < number,
        "<=": value <= number,
        "=": value == number,
        ">=": value >= number,
        ">": value > number,
    }[condition.relation]
