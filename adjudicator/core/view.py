"""What a side knows, in the form that every map and report is drawn from, whatever the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, Protocol

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

    def track(self, name: str) -> int | None: ...


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


def _compares(scene: Scene, condition: Compare) -> bool:
    value, number = scene.turn if condition.track == "turn" else scene.track(condition.track), condition.number
    if value is None:
        return False
    return {
        "<": value < number,
        "<=": value <= number,
        "=": value == number,
        ">=": value >= number,
        ">": value > number,
    }[condition.relation]
