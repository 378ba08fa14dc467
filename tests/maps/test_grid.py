"""Grids: the same geometry whatever way hexes lie and are numbered."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.errors import DataError
from adjudicator.maps.grid import OFF, Grid, Sheet
from adjudicator.maps.hexgrid import distance, ring
from tests.maps.any_grid import grids, grids_with


def test_flat_tops_with_even_columns_lower_are_the_grid_of_1813() -> None:
    grid = Grid((Sheet(23, 14),))
    for place in grid.names:
        around = tuple(other if other in grid.ids else None for other in ring(place))
        assert around == tuple(grid.names[n] if n != OFF else None for n in grid.ring[grid.ids[place]])
    for a, b in product(grid.names[::7], grid.names[::5]):
        assert grid.distance(grid.ids[a], grid.ids[b]) == distance(a, b)


@pytest.mark.parametrize(
    ("place", "around"),
    [
        ("0203", "0202 0303 0204 0104 0103 0102"),
        ("0202", "0301 0302 0303 0203 0102 0201"),
    ],
)
def test_pointed_tops_with_even_rows_further_right(place: str, around: str) -> None:
    """La Bataille's map: NE, E, SE, SW, W, NW of an odd and of an even row."""
    grid = Grid((Sheet(90, 60),), tops="pointy")
    assert " ".join(grid.names[n] for n in grid.ring[grid.ids[place]]) == around


def test_two_sheets_that_overlap_are_one_map() -> None:
    """The first column of the Wavre map is the last of the Waterloo map: one hex with two numbers."""
    grid = Grid((Sheet(29, 22, "B"), Sheet(26, 22, "W", at=(29, 1))))
    assert grid.size == 29 * 22 + 25 * 22
    assert grid.ids["W0105"] == grid.ids["B2905"]
    assert [grid.names[n] for n in grid.ring[grid.ids["W0105"]]] == [
        "B2904",
        "W0204",
        "W0205",
        "B2906",
        "B2805",
        "B2804",
    ]
    assert grid.distance(grid.ids["B2805"], grid.ids["W0304"]) == 3
    assert grid.meant("w105") == "B2905"


def test_sheets_may_lie_apart() -> None:
    grid = Grid((Sheet(5, 5, "A"), Sheet(5, 5, "B", at=(1, 40))))
    assert all(grid.names[n][0] == place[0] for place in grid.names for n in grid.neighbours[grid.ids[place]])


def test_two_sheets_need_two_letters() -> None:
    with pytest.raises(DataError, match="a letter of its own"):
        _ = Grid((Sheet(2, 2), Sheet(2, 2, at=(9, 9)))).names


def test_a_number_is_meant_without_noughts_and_in_small_letters() -> None:
    grid = Grid((Sheet(29, 22, "B"),))
    assert [grid.meant(text) for text in ("B0605", "b605", " b0605 ", "C0605", "B9999", "B06-5", "B²01")] == [
        "B0605",
        "B0605",
        "B0605",
        None,
        None,
        None,
        None,
    ]


@given(grids)
def test_numbers_and_ids_are_the_same_thing(grid: Grid) -> None:
    assert list(grid.names) == sorted(grid.names)
    assert [grid.ids[place] for place in grid.names] == list(range(grid.size))
    sheet = grid.sheets[0]
    for place in grid.names:
        assert grid.number(*grid.column_row(place), sheet.prefix) == place


@given(grids)
def test_neighbours_are_mutual_in_opposite_directions(grid: Grid) -> None:
    for a, around in enumerate(grid.ring):
        for d, b in enumerate(around):
            if b != OFF:
                assert grid.ring[b][(d + 3) % 6] == a
                assert grid.direction(a, b) == d
                assert grid.distance(a, b) == 1
                assert grid.heading(a, b) == d


@given(grids)
def test_directions_run_clockwise(grid: Grid) -> None:
    """From any neighbour the next one clockwise is its neighbour two directions on."""
    for around in grid.ring:
        for d in range(6):
            here, following = around[d], around[(d + 1) % 6]
            if OFF not in (here, following):
                assert grid.ring[here][(d + 2) % 6] == following


@given(grids_with(3))
def test_distance_is_a_metric(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (a, b, c) = chosen
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids_with(1), st.integers(0, 5))
def test_a_straight_row_has_one_heading(chosen: tuple[Grid, tuple[int, ...]], toward: int) -> None:
    grid, (start,) = chosen
    row = grid.straight(start, toward, 5)
    assert [grid.distance(start, there) for there in row] == list(range(1, len(row) + 1))
    assert all(grid.heading(start, there) == toward for there in row)
    assert all(grid.heading(there, start) == (toward + 3) % 6 for there in row)


@given(grids_with(1), st.integers(0, 5))
def test_within_is_what_lies_within(chosen: tuple[Grid, tuple[int, ...]], far: int) -> None:
    grid, (centre,) = chosen
    near = [a for a in range(grid.size) if grid.distance(centre, a) <= far]
    assert list(grid.within(centre, far)) == near
    assert list(grid.circle(centre, far)) == [a for a in near if grid.distance(centre, a) == far]


@given(grids_with(4))
def test_the_nearest_of_several(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (here, *places) = chosen
    far = grid.far_from(places)
    assert far(here) == far(here) == min(grid.distance(here, place) for place in places)
    assert grid.far_from([])(here) == 0


@given(grids)
def test_hexsides_and_corners_are_shared(grid: Grid) -> None:
    for a, around in enumerate(grid.ring):
        for d, b in enumerate(around):
            side = grid.sides[a][d]
            assert sorted(grid.side_hexes(side)) == sorted((a, b))
            if b != OFF:
                assert grid.sides[b][(d + 3) % 6] == side
            assert grid.side_ends(side) in (
                (grid.corners[a][d - 1], grid.corners[a][d]),
                (grid.corners[a][d], grid.corners[a][d - 1]),
            )
            assert all(side in grid.corner_sides(end) for end in grid.side_ends(side))
        for i, corner in enumerate(grid.corners[a]):
            meeting = {n for n in (a, around[i], around[(i + 1) % 6]) if n != OFF}
            assert set(grid.corner_hexes(corner)) == meeting
            assert all(corner in grid.corners[n] for n in meeting)


@given(grids_with(1))
def test_opposite_neighbours_share_no_corner(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (centre,) = chosen
    around = grid.neighbours[centre]
    for a, b in product(around, around):
        if grid.are_opposite(centre, a, b):
            assert grid.distance(a, b) == 2
            assert not set(grid.corners[a]) & set(grid.corners[b])
