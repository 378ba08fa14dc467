"""Who bears the losses: how hits are shared out, first as the rules demand, then as the owner wishes.

Every policy takes the hits and what each unit can still lose, and gives a `Share`: how much each unit loses, in the
order in which the first hit on it fell, and how many hits found nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, cycle

from adjudicator.core.values import dataclass

Room = Mapping[str, int]
"""How much each unit can lose."""


@dataclass(frozen=True, slots=True)
class Share:
    """What each unit loses, and how many hits were left over."""

    losses: tuple[tuple[str, int], ...]
    left: int = 0

    def of(self, unit: str) -> int:
        """What one unit loses."""
        return dict(self.losses).get(unit, 0)


def in_order(hits: int, room: Room, order: Iterable[str]) -> Share:
    """One unit after the other, each until it can lose no more.

    >>> in_order(4, {"top": 3, "second": 3}, ["top", "second"])
    Share(losses=(('top', 3), ('second', 1)), left=0)
    """
    losses: list[tuple[str, int]] = []
    for unit in order:
        taken = min(hits, room[unit])
        if taken > 0:
            losses.append((unit, taken))
            hits -= taken
    return Share(tuple(losses), hits)


def one_each(hits: int, room: Room, order: Sequence[str]) -> Share:
    """One hit each in turn, round after round, past those that can lose no more.

    >>> one_each(5, {"a": 4, "b": 1, "c": 4}, ["a", "b", "c"])
    Share(losses=(('a', 2), ('b', 1), ('c', 2)), left=0)
    """
    return hit_by_hit(hits, room, order, lambda able, share: min(able, key=share.__getitem__))


def alternating(hits: int, room: Room, first: Sequence[str], second: Sequence[str], *, spread: bool = False) -> Share:
    """The first hit on the first group, the second on the second, and so on.

    In each group one unit after the other; with `spread` one hit each in turn. Where one group can lose no more, the
    other bears the rest.

    >>> alternating(5, {"foot": 9, "guns": 9}, ["foot"], ["guns"])
    Share(losses=(('foot', 3), ('guns', 2)), left=0)
    >>> alternating(3, {"1st": 9, "2nd": 9, "guns": 9}, ["1st", "2nd"], ["guns"], spread=True)
    Share(losses=(('1st', 1), ('guns', 1), ('2nd', 1)), left=0)
    """
    groups = cycle((frozenset(first), frozenset(second)))

    def choose(able: Sequence[str], share: Mapping[str, int]) -> str:
        wanted = next(groups)
        among = [unit for unit in able if unit in wanted] or list(able)
        return min(among, key=share.__getitem__) if spread else among[0]

    return hit_by_hit(hits, room, tuple(chain(first, second)), choose)


Choose = Callable[[Sequence[str], Mapping[str, int]], str]
"""Of the units that can still lose something, with what each has lost so far: who takes the next hit."""


def hit_by_hit(hits: int, room: Room, order: Sequence[str], choose: Choose) -> Share:
    """Each hit on the unit that is chosen for it; `order` is the order in which units are offered."""
    share = dict.fromkeys(order, 0)
    told: dict[str, None] = {}
    for left in range(hits, 0, -1):
        able = [unit for unit in order if share[unit] < room[unit]]
        if not able:
            return Share(tuple((unit, share[unit]) for unit in told), left)
        unit = choose(able, share)
        share[unit] += 1
        told[unit] = None
    return Share(tuple((unit, share[unit]) for unit in told))


def by_rule_then_owner(
    rules: Sequence[Callable[[str, Mapping[str, int]], bool]], wish: Sequence[str] = (), never: Sequence[str] = ()
) -> Choose:
    """Each rule narrows the units as long as any fits it, and the owner's wish decides among the rest.

    A rule is asked of a unit and of what all have lost so far: "is it infantry, and is this the first hit?", "has it
    lost a step already?". Units that the owner wishes spared come last.

    >>> damaged = lambda unit, share: unit == "b"
    >>> in_turn = hit_by_hit(2, {"a": 2, "b": 1}, ["a", "b"], by_rule_then_owner([damaged], wish=["a"]))
    >>> in_turn.losses
    (('b', 1), ('a', 1))
    """
    ranks = {unit: rank for rank, unit in enumerate(wish)}

    def choose(able: Sequence[str], share: Mapping[str, int]) -> str:
        left = list(able)
        for rule in rules:
            left = [unit for unit in left if rule(unit, share)] or left
        return min(left, key=lambda unit: (unit in never, ranks.get(unit, len(ranks)), able.index(unit)))

    return choose
