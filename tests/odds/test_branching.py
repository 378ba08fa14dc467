"""Dice that fall in every way: what is looked at splits, what is not does not, and the probabilities make 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from adjudicator.core.dice import Dice
from adjudicator.play.odds.branching import Branching, Path


def every_case(play: Callable[[Dice], object]) -> tuple[dict[object, Fraction], int]:
    """What a play comes to over all dice, and in how many runs that was found out."""
    found: Counter[object] = Counter()
    path: Path | None = ()
    runs = 0
    while path is not None:
        dice = Branching(path)
        result = play(dice)
        found[result] += dice.weight  # type: ignore[assignment]
        path = dice.following()
        runs += 1
    return dict(found), runs  # type: ignore[arg-type]


def test_a_sum_makes_eleven_branches() -> None:
    found, runs = every_case(lambda dice: dice.roll("a", 2).total)
    counted = Counter(sum(faces) for faces in product(range(1, 7), repeat=2))
    assert runs == 11
    assert found == {total: Fraction(many, 36) for total, many in counted.items()}


def test_single_dice_make_thirty_six() -> None:
    found, runs = every_case(lambda dice: dice.roll("a", 2).faces)
    assert runs == 36
    assert found == {faces: Fraction(1, 36) for faces in product(range(1, 7), repeat=2)}


def test_faces_after_the_sum_are_those_that_make_it() -> None:
    def play(dice: Dice) -> object:
        roll = dice.roll("a", 3)
        return roll.faces if roll.total == 5 else roll.total

    found, _ = every_case(play)
    assert sum(found.values()) == 1
    assert {one for one in found if isinstance(one, tuple)} == {
        f for f in product(range(1, 7), repeat=3) if sum(f) == 5
    }
    assert all(chance == Fraction(1, 216) for one, chance in found.items() if isinstance(one, tuple))


def test_dice_that_nobody_reads_make_no_branch() -> None:
    found, runs = every_case(lambda dice: dice.roll("a", 10).label)
    assert (found, runs) == ({"a": Fraction(1)}, 1)


def test_what_follows_from_a_look_is_a_branch_of_its_own() -> None:
    def play(dice: Dice) -> object:
        return dice.roll("b", 1, 4).faces if dice.roll("a").total > 4 else "nothing"

    found, runs = every_case(play)
    assert runs == 4 + 2 * 4
    assert found.pop("nothing") == Fraction(2, 3)
    assert found == {(n,): Fraction(1, 12) for n in range(1, 5)}


def test_a_shuffle_comes_out_in_every_order() -> None:
    found, runs = every_case(lambda dice: dice.shuffle("a", "abc")[0])
    assert runs == 6
    assert set(found.values()) == {Fraction(1, 6)}
