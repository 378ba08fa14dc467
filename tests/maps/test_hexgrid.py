"""VV 4.0: the geometry that both books' examples agree on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.maps.hexgrid import are_opposite, column_row, direction, distance, hex_id, line, ring

places = st.builds(hex_id, st.integers(1, 40), st.integers(1, 40))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1309", "1408"),
        ("1610", "1710"),
        ("0701", "0801"),
        ("1504", "1603"),
        ("1603", "1704"),
        ("1005", "0906"),
        ("1006", "0907"),
        ("1006", "1107"),
    ],
)
def test_hexes_that_the_books_call_adjacent_touch(a: str, b: str) -> None:
    assert distance(a, b) == 1
    assert direction(a, b) is not None


def test_the_path_from_1701_to_1901_skips_a_hex() -> None:
    assert distance("1701", "1901") == 2


@pytest.mark.parametrize(("a", "b"), [("1508", "1510"), ("1408", "1609"), ("1409", "1608")])
def test_opposite_sides_of_1509(a: str, b: str) -> None:
    assert are_opposite("1509", a, b)


@pytest.mark.parametrize(("a", "b"), [("1408", "1608"), ("1408", "1409")])
def test_other_pairs_are_not_opposite(a: str, b: str) -> None:
    assert not are_opposite("1509", a, b)


@given(places, places, places)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(places)
def test_neighbours_are_mutual_and_at_distance_one(place: str) -> None:
    for i, other in enumerate(ring(place)):
        column, row = column_row(other)
        if 1 <= column <= 99 and 1 <= row <= 99:
            assert distance(place, other) == 1
            assert ring(other)[(i + 3) % 6] == place


@given(places, st.integers(0, 5))
def test_a_line_goes_straight(place: str, toward: int) -> None:
    column, row = column_row(place)
    if min(column, row) > 6:
        assert [distance(place, there) for there in line(place, toward, 5)] == [1, 2, 3, 4, 5]
