"""Lines of sight: exact, the same both ways, and told with everything they meet."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.maps.grid import OFF, Grid, Sheet
from adjudicator.maps.sight import SightLine, first_blocking, rises_above, sides_met, sight_line
from tests.maps.any_grid import grids_with

GRID = Grid((Sheet(29, 22, "B"),))


def line(a: str, b: str) -> SightLine:
    return sight_line(GRID, GRID.ids[a], GRID.ids[b])


def stretches(found: SightLine) -> list[list[str]]:
    return [[GRID.names[a] for a in stretch] for stretch in found.stretches]


def pairs(sides: tuple[int, ...]) -> list[str]:
    return ["-".join(GRID.names[a] for a in sorted(GRID.side_hexes(side))) for side in sides]


def test_a_line_along_a_row_crosses_each_hex_and_side_of_it() -> None:
    found = line("B1018", "B1015")
    assert stretches(found) == [["B1017"], ["B1016"]]
    assert pairs(found.crossed) == ["B1017-B1018", "B1016-B1017", "B1015-B1016"]
    assert (found.followed, found.corners) == ((), ())
    assert ([GRID.side_names[d] for d in found.leaves], [GRID.side_names[d] for d in found.enters]) == (["N"], ["S"])


def test_a_line_between_two_hexes_follows_their_side() -> None:
    """B0917 to B0815 runs between B0816 and B0916 and touches the end of the side B0815-B0816."""
    found = line("B0917", "B0815")
    assert stretches(found) == [["B0816", "B0916"]]
    assert pairs(found.followed) == ["B0816-B0916"]
    assert found.crossed == ()
    assert "B0815-B0816" in pairs(sides_met(GRID, found))
    assert "B0816-B0916" not in pairs(sides_met(GRID, found))
    assert [GRID.side_names[d] for d in found.leaves] == ["N", "NW"]
    assert [GRID.side_names[d] for d in found.enters] == ["SE", "S"]


def test_a_line_may_graze_a_hex_at_a_corner_alone() -> None:
    """Three hexes meet at the corner: the line goes from one into the second, and the third is merely touched."""
    grazing = [
        sight_line(GRID, a, b) for a in GRID.within(GRID.ids["B1510"], 1) for b in GRID.within(GRID.ids["B1510"], 8)
    ]
    grazing = [found for found in grazing if found.grazed]
    assert grazing
    for found in grazing:
        for touched in found.grazed:
            assert not any(touched in stretch for stretch in found.stretches)
            assert set(GRID.corners[touched]) & set(found.corners)


def test_neighbours_see_each_other_across_one_side() -> None:
    found = line("B0505", "B0506")
    assert (found.stretches, pairs(found.crossed)) == ((), ["B0505-B0506"])


def test_a_hex_sees_itself_through_nothing() -> None:
    found = line("B0505", "B0505")
    assert (found.stretches, found.crossed, found.leaves) == ((), (), ())


@given(grids_with(2))
def test_sight_is_the_same_both_ways(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    grid, (a, b) = chosen
    there, back = sight_line(grid, a, b), sight_line(grid, b, a)
    assert there.stretches == back.stretches[::-1]
    assert there.crossed == back.crossed[::-1]
    assert there.followed == back.followed[::-1]
    assert there.corners == back.corners[::-1]
    assert sorted(there.grazed) == sorted(back.grazed)
    assert (there.leaves, there.enters) == (back.enters, back.leaves)


Spot = tuple[Fraction, Fraction]


def at(grid: Grid, a: int, b: int, share: Fraction) -> Spot:
    """A point of the line in axial coordinates."""
    (qa, ra), (qb, rb) = grid.axial[a], grid.axial[b]
    return qa + (qb - qa) * share, ra + (rb - ra) * share


def far(spot: Spot, q: int, r: int) -> Fraction:
    """The square of the distance from a point to a centre."""
    dq, dr = spot[0] - q, spot[1] - r
    return dq * dq + dq * dr + dr * dr


def nearest(grid: Grid, spot: Spot) -> tuple[tuple[int, ...], int]:
    """The hexes nearest to a point (one, two on a side, three at a corner); how many, off the map too."""
    q, r = int(spot[0] // 1), int(spot[1] // 1)
    near = [(q + i, r + j) for i in range(-1, 3) for j in range(-1, 3)]
    least = min(far(spot, *one) for one in near)
    found = [one for one in near if far(spot, *one) == least]
    return tuple(sorted(grid.at(*one) for one in found if grid.at(*one) != OFF)), len(found)


def turning_points(grid: Grid, a: int, b: int) -> list[Fraction]:
    """Everywhere on the line that two neighbouring centres are equally far: only there can the nearest one change."""
    start, end = at(grid, a, b, Fraction(0)), at(grid, a, b, Fraction(1))
    found = {Fraction(0), Fraction(1)}
    for q in range(int(min(start[0], end[0])) - 1, int(max(start[0], end[0])) + 2):
        for r in range(int(min(start[1], end[1])) - 1, int(max(start[1], end[1])) + 2):
            for dq, dr in ((1, 0), (0, 1), (1, -1)):
                one = far(start, q, r) - far(start, q + dq, r + dr)
                two = far(end, q, r) - far(end, q + dq, r + dr)
                if one != two:
                    found.add(one / (one - two))
    return sorted(share for share in found if 0 <= share <= 1)


@given(grids_with(2))
def test_a_line_meets_the_hexes_whose_centres_are_nearest_to_it(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    """Reckoned in another way: at every point where the nearest centre can change, and between any two of them."""
    grid, (a, b) = chosen
    stretches: list[tuple[int, ...]] = []
    corners: list[tuple[int, ...]] = []
    turns = turning_points(grid, a, b)
    for one, two in pairwise(turns):
        here, _ = nearest(grid, at(grid, a, b, (one + two) / 2))
        if here and here not in ((a,), (b,)) and here not in stretches:
            stretches.append(here)
    for share in turns:
        here, count = nearest(grid, at(grid, a, b, share))
        if count == 3 and here:
            corners.append(here)
    found = sight_line(grid, a, b)
    assert list(found.stretches) == stretches
    assert [grid.corner_hexes(corner) for corner in found.corners] == corners


@given(grids_with(2))
def test_crossed_sides_lead_from_start_to_end(chosen: tuple[Grid, tuple[int, ...]]) -> None:
    """A line that meets no corner crosses one side more than it crosses hexes, each between two stretches."""
    grid, (a, b) = chosen
    found = sight_line(grid, a, b)
    if a == b or found.corners:
        return
    hexes = [a, *(stretch[0] for stretch in found.stretches), b]
    sides = [set(grid.side_hexes(side)) for side in found.crossed]
    if len(hexes) == len(sides) + 1:
        assert sides == [set(pair) for pair in pairwise(hexes)]


@pytest.mark.parametrize(("both", "blocked"), [(False, True), (True, False)])
def test_one_blocking_hex_beside_a_side(both: bool, blocked: bool) -> None:
    found = line("B0917", "B0815")
    one = GRID.ids["B0816"]
    assert bool(first_blocking(found, one.__eq__, both=both)) is blocked
    assert first_blocking(found, lambda a: True, both=both)
    assert not first_blocking(found, lambda a: a in (found.start, found.end), both=both)


@given(*[st.integers(-3, 9)] * 3, *[st.integers(1, 9)] * 2)
def test_heights_are_compared_exactly(viewer: int, target: int, top: int, before: int, after: int) -> None:
    line_there = viewer + Fraction((target - viewer) * before, before + after)
    assert rises_above(viewer, target, top, before, after) == (top > line_there) - (top < line_there)
    assert rises_above(viewer, target, top, before, after) == rises_above(target, viewer, top, after, before)
