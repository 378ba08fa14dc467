"""Chapter 8 and the fog of war: what a side is told of fire and refused combats does not show what it may not see."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import CombatRefused
from adjudicator.rulesets.vv1813.combat.events import Bombarded, ForcesDisclosed, QualityRolled
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, MarkerUse, Occupy, RetreatBefore
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Field, Told, position, when

FIRE = Bombard(target="1409", markers=(MarkerUse(marker="artillery"),))
REFUSE = when(COALITION, "retreat_before_combat", RetreatBefore(to=("1410",)))


def told_to(field: Field, told: Told, side: Side) -> list[str]:
    """The events of a phase as one side reads them."""
    state = field.state
    shown: list[str] = []
    for event in told.events:
        seen = field.rules.show(state, event, side)
        if seen is not None:
            shown.append(canonical(field.rules.write_event(seen)))
        state = field.rules.apply(state, event)
    return shown


def bombarded(defenders: str, dice: tuple[int, int], **more: Any) -> tuple[list[str], Told]:
    field = position(f"1408: ledru | 1409: {defenders} | 1412: suthov", hand={FRENCH: ("artillery",)})
    told = field.movement(FRENCH, FIRE, dice={"result": dice, **more})
    return told_to(field, told, FRENCH), told


@pytest.mark.parametrize(
    ("one", "other", "dice"),
    [
        ("insov", "horn", (4, 5)),
        ("insov", "pirch", (6, 5)),
        ("horn", "zielinsky", (6, 6)),
        ("lanskoi", "tschaplitz", (4, 5)),
        ("insov", "barclay insov", (5, 6)),
    ],
)
def test_8_8e_the_firer_reads_the_same_of_stacks_that_he_cannot_tell_apart(
    one: str, other: str, dice: tuple[int, int]
) -> None:
    """VV-8.8e, VV-8.8.2, VV-7.3a: the same result reads alike, whichever units (and commanders) it befell."""
    first, told = bombarded(one, dice)
    second, _ = bombarded(other, dice, commander=(3,))
    assert told.of(Bombarded)
    assert first == second


def test_8_3a_a_refused_combat_names_nobody() -> None:
    """VV-8.3a, VV-7.3a: the attacker sees a stack go, the defender a stack come."""
    readings = []
    for attacker, defender in (("ledru", "lanskoi"), ("gerard", "tschaplitz")):
        field = position(f"1408: {attacker} | 1409: {defender}")
        standing = [REFUSE, when(FRENCH, "occupy", Occupy(units=(attacker,)))]
        told = field.combat(FRENCH, Attack(targets=("1409",)), standing=standing)
        assert told.of(CombatRefused)
        readings.append((told_to(field, told, FRENCH), told_to(field, told, COALITION)))
    for side, strangers in ((0, ("lanskoi", "tschaplitz")), (1, ("ledru", "gerard"))):
        for reading in readings:
            assert not any(name in line for line in reading[side] for name in strangers)


def test_8_3c_the_dice_of_the_comparison_name_a_place_not_a_unit() -> None:
    """VV-8.3c, VV-8.4b4, VV-7.3a: until the forces are shown, the enemy does not learn who was rolled for."""
    field = position("1408: ledru | 1409: lukov tern", general_retreat=3)
    told = field.combat(
        FRENCH,
        Attack(targets=("1409",)),
        dice={"quality/1409/1": (6,), "quality/1409/2": (5,)},
        standing=[REFUSE],
    )
    assert [event.quality for event in told.of(QualityRolled)] == ["A", "A"]
    assert told.of(CombatRefused)
    assert not any("lukov" in line or "tern" in line for line in told_to(field, told, FRENCH))
    own = told_to(field, told, COALITION)
    assert any("lukov" in line for line in own)


def test_8_4_0b_a_combat_shows_both_sides_everything_that_takes_part() -> None:
    """VV-8.4.0b: after the forces are shown nothing of that combat is hidden."""
    field = position("1408: oudinot ledru | 1409: barclay insov | 1410: sherbatov")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (6, 4)}, otherwise=1)
    assert told.of(ForcesDisclosed)
    fought = [[line for line in told_to(field, told, side) if "declared" not in line] for side in (FRENCH, COALITION)]
    assert fought[0] == fought[1], "only the line of the order is the attacker's own"
    assert not any("sherbatov" in line for line in told_to(field, told, FRENCH))
