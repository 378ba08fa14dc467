"""Places joined by roads: neighbours, paths, and passes outward from several places at once."""

from __future__ import annotations

from adjudicator.maps.network import Network, Road, RoadKind, Town

PRICE = {"major": 1, "minor": 2}


def network(*sections: tuple[str, str, RoadKind]) -> Network:
    """Places named by letters."""
    names = sorted({end for a, b, _ in sections for end in (a, b)})
    towns = {name: Town(name, name, 0, 0) for name in names}
    return Network(towns, {f"{a}{b}": Road(f"{a}{b}", a, b, kind) for a, b, kind in sections})


SQUARE = network(
    ("a", "b", "major"), ("b", "c", "major"), ("a", "d", "minor"), ("d", "c", "minor"), ("c", "e", "minor")
)


def test_neighbours_and_roads_go_both_ways() -> None:
    assert SQUARE.neighbours["c"] == ("b", "d", "e")
    assert SQUARE.road("b", "a") is SQUARE.road("a", "b")
    assert SQUARE.road("a", "c") is None
    assert SQUARE.are_adjacent("a", "d")
    assert [road.id for road in SQUARE.roads_at["a"]] == ["ab", "ad"]
    assert SQUARE.roads["ab"].other("b") == "a"


def test_the_shortest_path_is_the_first_by_ids_and_passes_open_places_only() -> None:
    assert SQUARE.path("a", "c") == ("b", "c")
    assert SQUARE.path("a", "c", lambda town: town != "b") == ("d", "c")
    assert SQUARE.path("a", "c", lambda town: town not in "bd") == ()
    assert SQUARE.path("a", "b", lambda town: town != "b") == ("b",)
    assert SQUARE.path("a", "e", longest=2) == ()


def test_places_within_so_many_sections() -> None:
    assert dict(SQUARE.within("a", 1)) == {"b": ("b",), "d": ("d",)}
    assert set(SQUARE.within("a", 3)) == {"b", "c", "d", "e"}


def test_outward_gives_what_is_left_of_the_best_source() -> None:
    assert dict(SQUARE.outward({"a": 3}, PRICE)) == {"a": 3, "b": 2, "c": 1, "d": 1}
    assert SQUARE.outward({"a": 3, "e": 4}, PRICE)["c"] == 2
    assert dict(SQUARE.outward({"a": 3}, PRICE, lambda town: town != "b")) == {"a": 3, "b": 2, "d": 1}
    assert dict(SQUARE.outward({}, PRICE)) == {}


def test_the_cheapest_way_to_one_of_several_goals() -> None:
    assert SQUARE.cheapest("e", {"a": 4, "d": 9}, PRICE) == (("e", "c", "b", "a"), 4)
    assert SQUARE.cheapest("e", {"a": 3}, PRICE) == ((), 0)
    assert SQUARE.cheapest("a", {"a": 0}, PRICE) == (("a",), 0)
    assert SQUARE.cheapest("e", {"a": 9}, PRICE, lambda town: town != "b") == (("e", "c", "d", "a"), 6)
