"""Zones: blocked edge by edge, reckoned when needed, kept up as pieces move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.zones import Reach, Zone, controllers, zone_of
from adjudicator.maps.grid import Grid, Sheet

GRID = Grid((Sheet(6, 6),))
hexes = st.integers(0, GRID.size - 1)


def reach(*blocked: tuple[str, str]) -> Reach[int]:
    closed = {frozenset((GRID.ids[a], GRID.ids[b])) for a, b in blocked}
    return Reach(GRID.neighbours.__getitem__, lambda here, there: frozenset((here, there)) in closed)


def test_a_river_stops_a_zone_on_that_side_alone() -> None:
    free, river = reach(), reach(("0303", "0304"))
    here = GRID.ids["0303"]
    assert set(free[here]) - set(river[here]) == {GRID.ids["0304"]}
    assert river.toward(here, (GRID.ids["0302"], GRID.ids["0304"])) == (GRID.ids["0302"],)


def test_each_place_is_asked_about_once() -> None:
    asked: list[tuple[int, int]] = []

    def is_blocked(here: int, there: int) -> bool:
        asked.append((here, there))
        return False

    table = Reach(GRID.neighbours.__getitem__, is_blocked)
    assert not asked
    assert table[0] == table[0]
    assert asked == [(0, there) for there in GRID.neighbours[0]]


@given(st.lists(st.tuples(st.integers(0, 3), hexes), max_size=12))
def test_a_zone_kept_up_is_a_zone_made_anew(moves: list[tuple[int, int]]) -> None:
    table, zone = reach(), Zone[int]()
    standing: dict[int, int] = {}
    for piece, there in moves:
        gone = table[standing[piece]] if piece in standing else ()
        zone = zone.changed(gone=gone, come=table[there])
        standing[piece] = there
        assert zone == zone_of(table[place] for place in standing.values())
    for place in range(GRID.size):
        around = [there for there in standing.values() if place in table[there]]
        assert (place in zone, zone.over(place)) == (bool(around), len(around))
        held = set(standing.values())
        assert set(controllers(table, GRID.neighbours[place], held.__contains__, place)) == set(around)


def test_nobody_can_leave_who_was_not_there() -> None:
    with pytest.raises(ValueError, match="nobody covers 3"):
        Zone[int]().changed(gone=[3])
