"""What the rows of one file promise of another: formations with a leader, hexes on the map, turns of the clock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Protocol

from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen
from adjudicator.maps.board import HexMap
from adjudicator.rulesets.nlc.scenario import ScenarioFacts
from adjudicator.rulesets.nlc.state import SIDES

BY_DIE = "die"
"""The entry of pieces that a die brings (NLC-26.9b)."""
PLACES = ("place", "places", "reaches", "instead")
TURNS = ("until", "since", "arrives", "moves_from", "first", "turns", "night", "rain", "normal", "multiplayer")
FORMATIONS = ("halts", "headquarters")


class Piece(Protocol):
    """A row of units.csv or leaders.csv, as far as it is checked against the others."""

    @property
    def name(self) -> str: ...
    @property
    def army(self) -> str: ...
    @property
    def formation(self) -> str: ...
    @property
    def setup(self) -> tuple[str, ...]: ...
    @property
    def entry(self) -> str: ...


class UnitPiece(Piece, Protocol):
    """A row of units.csv."""

    @property
    def limit_group(self) -> str: ...
    @property
    def army_reserve(self) -> str: ...


def place_on(board: HexMap, place: str, where: str) -> str:
    """A hex by its first number."""
    if place not in board.grid.ids:
        raise DataError(f"{where}: {place} is not on the map.", f"Hexes are numbered like {board.grid.names[0]}.")
    return board.grid.names[board.grid.ids[place]]


def check(units: Collection[UnitPiece], leaders: Collection[Piece], board: HexMap, facts: ScenarioFacts) -> None:
    """Every name in a file is one that another file has."""
    formations = {row.formation for row in leaders if row.formation}
    _check_sides(facts)
    for unit in units:
        if unit.formation not in formations and not unit.army_reserve:
            raise DataError(
                f"units.csv: {unit.name} belongs to {unit.formation}, which nobody leads.",
                "Give leaders.csv a leader of that formation, or mend the unit's.",
            )
        if facts.limit_of(unit.limit_group) is None:
            raise DataError(
                f"units.csv: {unit.name} counts for {unit.limit_group}, which has no limit.",
                "Add the limit to scenario.toml.",
            )
    for piece in (*units, *leaders):
        _check_piece(piece, board, facts)
    _check_facts(board, facts, formations)


def _check_sides(facts: ScenarioFacts) -> None:
    for army in facts.army:
        if army.side not in SIDES:
            raise DataError(
                f"scenario.toml: the army {army.name} is of the side {army.side!r}.", f"Sides are {', '.join(SIDES)}."
            )
    if {army.side for army in facts.army} != set(SIDES) or not facts.supply:
        raise DataError("scenario.toml: a side has no army, or nobody a supply line.", "Give both sides an army.")


def _check_piece(piece: Piece, board: HexMap, facts: ScenarioFacts) -> None:
    if piece.army not in {army.name for army in facts.army}:
        raise DataError(f"{piece.name} serves the army {piece.army}, which is not there.", "Mend scenario.toml.")
    for place in piece.setup:
        place_on(board, place, piece.name)
    if piece.entry and piece.entry != BY_DIE and piece.entry not in facts.clock.turns:
        raise DataError(f"{piece.name} enters on {piece.entry}, which is no turn.", "Use a name of the clock.")


def _check_facts(board: HexMap, facts: ScenarioFacts, formations: Collection[str]) -> None:
    """Hexes, turns, sides and formations that scenario.toml names, wherever in it they stand."""

    def is_turn(name: str) -> bool:
        return name in facts.clock.turns

    def is_place(name: str) -> bool:
        return name in board.grid.ids

    for table, field, value in _named(facts):
        if field in PLACES:
            _must(is_place, value, f"{table}: {field}", "a hex of the map", board.grid.names[0])
        elif field in TURNS:
            _must(is_turn, value, f"{table}: {field}", "a turn of the clock", facts.clock.turns[0])
        elif field in FORMATIONS:
            _must(formations.__contains__, value, f"{table}: {field}", "a formation", sorted(formations)[0])
        elif field == "side" and value not in SIDES:
            raise DataError(f"scenario.toml: {table}: there is no side {value!r}.", f"Sides are {', '.join(SIDES)}.")


def _must(is_known: Callable[[str], bool], value: str, where: str, what: str, example: str) -> None:
    if value and not is_known(value):
        raise DataError(f"scenario.toml: {where}: {value!r} is not {what}.", f"Write one like {example!r}.")


def _named(model: Frozen, table: str = "scenario") -> Iterator[tuple[str, str, str]]:
    """Every string of a model with the table and the field where it stands."""
    for field in type(model).model_fields:
        value = getattr(model, field)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Frozen):
                yield from _named(one, field)
            elif isinstance(one, str):
                yield table, field, one
