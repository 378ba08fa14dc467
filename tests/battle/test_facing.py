"""Front, flank and rear, in one hex and in several; fields of fire."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.facing import (
    ALL_ROUND,
    COLUMN,
    LINE,
    OPEN,
    OPEN_ROW,
    WIDE,
    Arcs,
    Facing,
    faced,
    field_of_fire,
    is_in_field,
    off,
    outline,
    row,
    row_direction,
    shifted,
    struck,
)
from adjudicator.maps.grid import Grid, Sheet

GRID = Grid((Sheet(20, 20),), tops="pointy")
HERE = GRID.ids["1010"]


def corner(name: str) -> Facing:
    return Facing("corner", GRID.corner_names.index(name))


def side(name: str) -> Facing:
    return Facing("side", GRID.side_names.index(name))


def sides(found: tuple[tuple[int, int], ...]) -> list[str]:
    return [f"{GRID.names[place]} {GRID.side_names[direction]}" for place, direction in found]


@pytest.mark.parametrize(
    ("facing", "arcs", "counts"),
    [
        (side("E"), COLUMN, (3, 2, 1)),
        (side("E"), WIDE, (5, 0, 1)),
        (corner("N"), LINE, (2, 2, 2)),
        (corner("N"), OPEN, (4, 2, 0)),
        (side("W"), ALL_ROUND, (6, 0, 0)),
        (corner("SW"), ALL_ROUND, (6, 0, 0)),
    ],
)
def test_hexsides_of_a_piece_in_one_hex(facing: Facing, arcs: Arcs, counts: tuple[int, int, int]) -> None:
    shape = outline(GRID, (HERE,), facing, arcs)
    assert (len(shape.front), len(shape.flank), len(shape.rear)) == counts


@pytest.mark.parametrize(("arcs", "counts"), [(LINE, (4, 2, 4)), (OPEN_ROW, (6, 2, 2))])
@pytest.mark.parametrize("name", GRID.corner_names)
def test_hexsides_of_a_piece_in_two_hexes(name: str, arcs: Arcs, counts: tuple[int, int, int]) -> None:
    places = row(GRID, HERE, corner(name))
    assert places is not None
    shape = outline(GRID, places, corner(name), arcs)
    assert (len(shape.front), len(shape.flank), len(shape.rear)) == counts


@pytest.mark.parametrize("length", [2, 3, 4])
def test_a_line_of_several_hexes_has_two_flanks_and_equal_front_and_rear(length: int) -> None:
    places = row(GRID, HERE, corner("SE"), length)
    assert places is not None
    shape = outline(GRID, places, corner("SE"), LINE)
    assert (len(shape.front), len(shape.flank), len(shape.rear)) == (2 * length, 2, 2 * length)


def test_a_column_facing_east() -> None:
    shape = outline(GRID, (HERE,), side("E"), COLUMN)
    assert sides(shape.front) == ["1010 NE", "1010 E", "1010 SE"]
    assert sides(shape.flank) == ["1010 SW", "1010 NW"]
    assert sides(shape.rear) == ["1010 W"]


def test_a_two_hex_line_facing_north() -> None:
    """It lies from west to east; three hexes lie before it, because two front sides look at the same one."""
    places = (GRID.ids["1010"], GRID.ids["1110"])
    assert row(GRID, HERE, corner("N")) == places
    shape = outline(GRID, places, corner("N"), LINE)
    assert sides(shape.front) == ["1010 NE", "1010 NW", "1110 NE", "1110 NW"]
    assert sides(shape.flank) == ["1010 W", "1110 E"]
    assert [GRID.names[a] for a in faced(GRID, shape.front)] == ["1009", "1109", "1209"]
    assert shape.arc(places[0], GRID.side_names.index("E")) is None


@pytest.mark.parametrize(("name", "beside"), [("NW", "NE"), ("N", "E"), ("SE", "SW")])
def test_a_line_lies_square_to_its_facing(name: str, beside: str) -> None:
    assert GRID.side_names[row_direction(corner(name))] == beside


def test_a_line_goes_forward_as_a_whole() -> None:
    places = row(GRID, HERE, corner("N"))
    assert places is not None
    ahead = shifted(GRID, places, GRID.side_names.index("NE"))
    assert ahead is not None
    assert [GRID.names[a] for a in ahead] == ["1109", "1209"]
    assert shifted(GRID, (GRID.ids["1910"], GRID.ids["2010"]), GRID.side_names.index("E")) is None


def test_a_line_needs_room_on_the_map() -> None:
    assert row(GRID, GRID.ids["2010"], corner("N")) is None
    with pytest.raises(ValueError):
        row_direction(side("E"))


@given(st.sampled_from(["side", "corner"]), st.integers(0, 5), st.integers(0, 5))
def test_turning_turns_the_arcs(toward: str, index: int, by: int) -> None:
    facing = Facing(toward, index)  # type: ignore[arg-type]
    turned = [off(facing.turned(by), (direction + by) % 6) for direction in range(6)]
    assert turned == [off(facing, direction) for direction in range(6)]


def test_a_piece_is_struck_where_the_line_comes_in() -> None:
    shape = outline(GRID, (HERE,), side("E"), COLUMN)
    assert struck(GRID, shape, GRID.ids["1410"], HERE) == ("front",)
    assert struck(GRID, shape, GRID.ids["0610"], HERE) == ("rear",)
    through_a_corner = struck(GRID, shape, GRID.ids["1008"], HERE)
    assert sorted(through_a_corner) == ["flank", "front"]


def test_a_field_of_fire_opens_through_the_front() -> None:
    shape = outline(GRID, (HERE,), side("E"), COLUMN)
    cone = field_of_fire(GRID, shape, HERE, 3)
    assert {GRID.ids["1310"], GRID.ids["1109"], GRID.ids["1111"]} <= set(cone)
    assert GRID.ids["0910"] not in cone
    assert field_of_fire(GRID, shape, HERE, 3, sees=lambda a: a == GRID.ids["1310"]) == (GRID.ids["1310"],)
    on_the_corner = GRID.ids["1008"]
    assert is_in_field(GRID, shape, HERE, on_the_corner)
    assert not is_in_field(GRID, shape, HERE, on_the_corner, both=True)
    assert len(field_of_fire(GRID, shape, HERE, 3, both=True)) < len(cone)


def test_all_round_is_everywhere() -> None:
    shape = outline(GRID, (HERE,), side("E"), ALL_ROUND)
    assert set(field_of_fire(GRID, shape, HERE, 4)) == set(GRID.within(HERE, 4)) - {HERE}
