"""Rows of a data file become a map, and whatever is wrong with them a sentence."""

from __future__ import annotations

import pytest

from adjudicator.core.datafiles import Row
from adjudicator.core.errors import DataError
from adjudicator.maps.board import Feature, HexMap
from adjudicator.maps.grid import Grid, Sheet
from adjudicator.maps.hexdata import HexColumns, SideColumns, hex_map

GRID = Grid((Sheet(2, 2, "B"),))
COLUMNS = HexColumns(
    ("clear", "woods"),
    sides={"road_dirs": "road", "stream_sides": "stream", "crest_sides": "crest"},
    features={"bank": "bank", "roads": "road"},
)
SIDES = SideColumns(("river", "slope", "fixed_bridge", "road"))


def rows(text: str, file: str = "map.csv") -> list[Row]:
    """Rows of a small file, its first line naming the columns."""
    head, *lines = [line.split(",") for line in text.split()]
    return [Row(file, n, dict(zip(head, line, strict=True))) for n, line in enumerate(lines, start=2)]


WHOLE = """hex,terrain,elevation,road_dirs,stream_sides,crest_sides,bank
B0101,clear,0,S,SE,SE,north
B0102,woods,1,N,,,
B0201,clear,2,,NW,NW,
B0202,clear,0,,,,
"""


def whole(text: str = WHOLE, sides: str = "hex_a,hex_b,kind,name,high") -> HexMap:
    return hex_map(GRID, rows(text), COLUMNS, rows(sides, "hexsides.csv"), SIDES)


def test_a_hexside_may_have_several_features() -> None:
    board = whole(sides="hex_a,hex_b,kind,name,high B0201,B0101,slope,,B0201 B0101,B0102,river,Dyle,")
    assert board.side("B0101", "B0201").kinds == ("stream", "crest", "slope")
    assert board.side("B0201", "B0101").feature("slope") == Feature("slope", "", "B0201")
    assert board.side("B0102", "B0101").has("river", "crest")
    assert (board.side("B0101", "B0102").way, board.side("B0101", "B0102").water_name) == ("road", "Dyle")


def test_a_hex_has_its_ground_and_features() -> None:
    board = whole()
    bank = board.cells["B0101"].feature("bank")
    assert bank is not None
    assert bank.name == "north"
    assert [cell.elevation for cell in board.cells.values()] == [0, 1, 2, 0]


def test_what_lies_on_a_side_is_found_by_id_from_both_hexes() -> None:
    board = whole()
    ids, grid = GRID.ids, GRID
    toward = grid.direction(ids["B0101"], ids["B0201"])
    assert toward is not None
    assert board.side_at[ids["B0101"]][toward] is board.side_at[ids["B0201"]][(toward + 3) % 6]
    assert board.side_at[ids["B0101"]][toward].has("crest")


def test_distances_go_by_number() -> None:
    board = whole()
    assert [board.distance("B0101", other) for other in board.cells] == [0, 1, 1, 2]
    assert board.distance("B0202", "B0101") == board.distance("B0101", "B0202")


def test_both_rows_of_a_hex_with_two_numbers_give_their_features() -> None:
    grid = Grid((Sheet(1, 1, "B"), Sheet(2, 1, "W", at=(1, 1))))
    text = "hex,terrain,road_dirs,bank B0101,woods,,left W0101,clear,SE,right W0201,clear,NW,"
    board = hex_map(grid, rows(text), COLUMNS)
    assert board.cells["B0101"].terrain == "woods"
    assert [one.name for one in board.cells["B0101"].features] == ["left", "right"]
    assert board.side("B0101", "W0201").way == "road"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("B0202,clear", "B0302,clear", '"B0302" is not a hex of this map.'),
        ("B0202,clear", "B0201,clear", "B0201 is listed twice."),
        ("B0102,woods,1", "B0102,marsh,1", 'B0102 has the unknown terrain "marsh".'),
        ("B0102,woods,1", "B0102,woods,high", 'B0102 has the height "high".'),
        ("B0202,clear,0,,,,", "B0202,clear,0,X,,,", 'road_dirs has the direction "X".'),
        ("B0202,clear,0,,,,", "B0202,clear,0,N,,,", "B0202 has a road toward B0201, which has none toward B0202."),
        ("B0202,clear,0,,,,", "B0202,clear,0,S,,,", "The road of B0202 toward S leads off the map."),
        ("B0202,clear,0,,,,", "", "The hex B0202 has no row."),
    ],
)
def test_wrong_rows_of_hexes(before: str, after: str, said: str) -> None:
    with pytest.raises(DataError) as error:
        whole(WHOLE.replace(before, after))
    assert said in error.value.what
    assert error.value.remedy


def test_column_and_row_must_agree_with_the_number() -> None:
    with pytest.raises(DataError, match=r"line 2: B0101 has col 2\."):
        whole("hex,terrain,col,row B0101,clear,2,1")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("B0101,B0202,river,,", "B0101 and B0202 do not touch."),
        ("B0101,B0102,swamp,,", '"swamp" is not a feature of a hexside.'),
        ("B0101,B0109,river,,", '"B0109" is not a hex of this map.'),
        ("B0101,B0102,slope,,B0201", "B0201 is none of B0101 and B0102."),
        ("B0101,B0102,river,,\nB0102,B0101,river,,", "B0101-B0102 has the river twice."),
    ],
)
def test_wrong_rows_of_hexsides(row: str, said: str) -> None:
    with pytest.raises(DataError) as error:
        whole(sides=f"hex_a,hex_b,kind,name,high {row}")
    assert said in error.value.what
    assert "hexsides.csv, line" in error.value.what
    assert error.value.remedy
