"""The index of pieces: kept step by step it is what one made anew would be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.pieces import Pieces, pieces_of

names = st.sampled_from(["a", "b", "c", "d"])
spots = st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True)
moves = st.lists(st.tuples(names, st.one_of(st.none(), spots), st.booleans()), max_size=12)


@given(moves)
def test_both_tables_tell_the_same(changes: list[tuple[str, list[int] | None, bool]]) -> None:
    index = Pieces[int]()
    places: dict[str, tuple[int, ...]] = {}
    for piece, there, top in changes:
        if there is None:
            index = index.taken(piece)
            places.pop(piece, None)
        else:
            index = index.moved(piece, *there, top=top)
            places[piece] = tuple(there)
        assert index.where == places
        stacked = {(piece, spot) for spot, stack in index.stacks.items() for piece in stack}
        assert stacked == {(piece, spot) for piece, spots in places.items() for spot in spots}
        assert all(index.stacks.values())
        assert all(len(stack) == len(set(stack)) for stack in index.stacks.values())


def test_an_index_is_never_changed() -> None:
    first = pieces_of([("a", ["0101"]), ("b", ["0101"])])
    second = first.moved("a", "0102").taken("b")
    assert first.at("0101") == ("a", "b")
    assert (second.at("0101"), second.at("0102")) == ((), ("a",))


def test_newcomers_go_to_the_bottom_unless_told_otherwise() -> None:
    stack = Pieces[str]().put("a", "x").put("b", "x").put("c", "x", top=True)
    assert (stack.at("x"), stack.top("x"), stack.top("y")) == (("c", "a", "b"), "c", None)
    assert stack.arranged("x", ["b", "a", "c"]).at("x") == ("b", "a", "c")


def test_a_piece_in_two_hexes_keeps_its_level_in_the_one_it_stays_in() -> None:
    before = Pieces[str]().put("line", "x", "y").put("guns", "y").put("foot", "z")
    after = before.moved("line", "y", "z")
    assert (after.at("x"), after.at("y"), after.at("z")) == ((), ("line", "guns"), ("foot", "line"))
    assert after.together(["line"]) == ("foot", "guns", "line")


def test_mistakes_are_told() -> None:
    index = Pieces[str]().put("a", "x")
    with pytest.raises(ValueError, match="stands somewhere already"):
        index.put("a", "y")
    with pytest.raises(ValueError, match="not the pieces in x"):
        index.arranged("x", ["b"])
