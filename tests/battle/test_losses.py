"""Sharing out losses: what the rules demand first, then what the owner wishes."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.losses import Share, alternating, by_rule_then_owner, hit_by_hit, in_order, one_each

rooms = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 4), min_size=1)


@given(st.integers(0, 12), rooms)
def test_no_hit_is_lost_and_nobody_loses_more_than_he_has(hits: int, room: dict[str, int]) -> None:
    order = sorted(room)
    half = len(order) // 2
    for share in (
        in_order(hits, room, order),
        one_each(hits, room, order),
        alternating(hits, room, order[:half], order[half:]),
        hit_by_hit(hits, room, order, by_rule_then_owner([], wish=order[::-1])),
    ):
        assert sum(count for _, count in share.losses) + share.left == hits
        assert all(0 < count <= room[unit] for unit, count in share.losses)
        assert share.left == max(0, hits - sum(room.values()))


def test_artillery_fire_is_spread_from_the_top_down() -> None:
    """LB-11.2: three losses on four battalions: the top three lose one each."""
    share = one_each(3, dict.fromkeys("abcd", 9), ["a", "b", "c", "d"])
    assert share == Share((("a", 1), ("b", 1), ("c", 1)))
    assert (share.of("a"), share.of("d")) == (1, 0)


def test_infantry_and_guns_lose_in_turn() -> None:
    """LB-11.3, LB-16.42: five losses are three for the infantry and two for the battery; one is the infantry's."""
    room = {"foot": 9, "guns": 9}
    assert alternating(5, room, ["foot"], ["guns"]).losses == (("foot", 3), ("guns", 2))
    assert alternating(1, room, ["foot"], ["guns"]).losses == (("foot", 1),)
    assert alternating(4, {"foot": 1, "guns": 9}, ["foot"], ["guns"]).losses == (("foot", 1), ("guns", 3))


def test_the_first_hit_is_infantry_and_damaged_units_come_first() -> None:
    """NLC-7.1d, NLC-7.1e: then the owner's wish decides."""
    infantry = {"Quiot", "Schmitz"}

    def first_on_infantry(unit: str, share: Mapping[str, int]) -> bool:
        return any(share.values()) or unit in infantry

    def damaged(unit: str, share: Mapping[str, int]) -> bool:
        return share[unit] > 0

    room = {"Jacquinot": 2, "Quiot": 2, "Schmitz": 2}
    choose = by_rule_then_owner([first_on_infantry, damaged], wish=["Jacquinot", "Schmitz"])
    assert hit_by_hit(3, room, sorted(room), choose).losses == (("Schmitz", 2), ("Jacquinot", 1))
    spared = by_rule_then_owner([first_on_infantry, damaged], never=["Quiot"])
    assert hit_by_hit(1, room, sorted(room), spared).losses == (("Schmitz", 1),)


def test_a_unit_that_shall_never_lose_loses_last() -> None:
    choose = by_rule_then_owner([], wish=["a"], never=["a"])
    assert hit_by_hit(2, {"a": 1, "b": 1}, ["a", "b"], choose).losses == (("b", 1), ("a", 1))
