"""Chapter 8.5.1: the advance after combat, and Cossacks against it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.orders import Standing
from adjudicator.rulesets.vv1813.combat.aftermath_events import CommanderOverrun, UnitAdvanced, UnitsRetreated
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged, ObjectiveTaken
from adjudicator.rulesets.vv1813.orders import Advance, Attack, Cossacks, Hold, StandAndFight
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Sequence
from tests.support.vv_positions import Told, position, when

STAND = StandAndFight()
R, GUARD, ANY = 8, 10, 12
"""Rows of the results table: 0/R without a mark, 0/1R for Guard, 1/2R2 for all."""


def won(pieces: str, target: str, row: int = R, *, attack: dict[str, Any] | None = None, **given: Any) -> Told:
    """A French attack that drives the defenders out."""
    set_up = {name: given.pop(name) for name in ("options", "hand", "general_retreat") if name in given}
    return position(pieces, **set_up).fought(FRENCH, Attack(targets=(target,), **(attack or {})), row, **given)


def test_8_5_1f_one_attacking_unit_advances() -> None:
    """VV-8.5.1f: the strongest by default, its commander with it."""
    told = won("1408: oudinot ledru gerard | 1409: insov", "1409")
    went = told.one(UnitAdvanced)
    assert (went.unit, went.commanders, went.place) == ("gerard", ("oudinot",), "1409")
    assert told.field.where("gerard", "oudinot", "ledru") == ["1409", "1409", "1408"]


@pytest.mark.parametrize(
    ("attack", "where"),
    [
        ({"advance": ("ledru",)}, ["1409", "1408", "1409"]),
        ({"advance": ("ledru",), "commander_advances": False}, ["1409", "1408", "1408"]),
        ({"advance": ()}, ["1408", "1408", "1408"]),
        ({"advance": ("morand", "gerard")}, ["1408", "1409", "1409"]),
        ({"advance": ("morand",)}, ["1408", "1408", "1408"]),
    ],
)
def test_8_5_1f_the_order_says_who_advances(attack: dict[str, Any], where: list[str]) -> None:
    """VV-8.5.1f: a list of preference, the commander's part, or nobody."""
    told = won("1408: oudinot ledru gerard | 1409: insov", "1409", attack=attack)
    assert told.field.where("ledru", "gerard", "oudinot") == where
    assert "advance" not in [kind for kind, _ in told.asked()]


def test_8_5_1f_commanders_who_would_be_left_alone_go_along() -> None:
    """VV-8.5.1f: Soult commands nobody here, but the last unit leaves; of others only its own commander goes."""
    alone = won("1408: soult ledru | 1409: insov", "1409")
    assert alone.one(UnitAdvanced).commanders == ("soult",)
    two = won("1408: soult oudinot ledru morand | 1409: insov sherbatov", "1409", attack={"advance": ("ledru",)})
    assert two.one(UnitAdvanced).commanders == ("oudinot",)


def test_8_5_1f_only_after_a_retreat() -> None:
    """VV-8.5.1f: no advance if the defenders hold, or if the result has no R."""
    held = won("1408: compans | 1409: insov", "1409", standing=[when(COALITION, "hold", Hold(places=1))])
    assert not held.of(UnitAdvanced)
    losses_only = won("1408: compans bonnet | 1409: insov", "1409", 7)
    assert losses_only.one(CombatResolved).result == "1/1"
    assert not losses_only.of(UnitAdvanced)


@pytest.mark.parametrize(
    ("advance_on_wipeout", "row", "goes"), [("if_R", 7, False), ("always", 7, True), ("if_R", 10, True)]
)
def test_8_5_1f_if_all_defenders_are_eliminated(advance_on_wipeout: str, row: int, goes: bool) -> None:
    """VV-8.5.1f: the result must hold an R, unless option advance_on_wipeout=always."""
    told = won("1408: compans bonnet | 1409: insov-", "1409", row, options={"advance_on_wipeout": advance_on_wipeout})
    assert told.state.unit("insov").status == "eliminated"
    assert bool(told.of(UnitAdvanced)) == goes


def test_8_5_1f_who_takes_no_part_does_not_advance() -> None:
    """VV-8.5.1f, VV-8.2f: only a unit of the attacking formation may."""
    field = position("1408: insov pirch | 1409: ledru")
    attack = Attack(targets=("1409",), formation="blucher", advance=("insov", "pirch"))
    told = field.fought(COALITION, attack, R)
    assert told.one(UnitAdvanced).unit == "pirch"


@pytest.mark.parametrize("targets", [("1409", "1407"), ("1407", "1409")])
def test_8_5_1f_of_two_places_the_first_one_named_is_entered(targets: tuple[str, str]) -> None:
    """VV-8.5.1f, VV-8.2b: both are vacated, one unit enters one of them."""
    field = position("1408: ledru gerard | 1407: knoring | 1409: lanskoi")
    attack = Attack(targets=targets, advance=("gerard", "ledru"))
    told = field.fought(FRENCH, attack, R, standing=[when(COALITION, "retreat_before_combat", STAND)])
    assert {event.origin for event in told.of(UnitsRetreated)} == set(targets)
    assert told.one(UnitAdvanced).place == targets[0]


@pytest.mark.parametrize(("row", "goes"), [(R, False), (11, True)])
def test_2_d2_discord_keeps_a_unit_from_advancing_into_a_zone(row: int, goes: bool) -> None:
    """BAU-2.D2: Compans attacks out of a village, where no zone reaches; he may not follow into one."""
    field = position("1309: compans bonnet | 1409: insov")
    bound = field.changed(sequence=Sequence(no_zone=frozenset({"compans", "bonnet"})))
    told = bound.fought(FRENCH, Attack(targets=("1409",)), row)
    assert told.of(UnitsRetreated)
    assert bool(told.of(UnitAdvanced)) == goes
    assert field.fought(FRENCH, Attack(targets=("1409",)), row).of(UnitAdvanced)


@pytest.mark.parametrize(
    ("row", "attackers", "goes"),
    [
        (R, "compans bonnet", False),
        (R, "friant barois", False),
        (GUARD, "compans bonnet", False),
        (GUARD, "friant barois", True),
        (GUARD, "compans friant", True),
        (ANY, "compans bonnet", True),
        (ANY, "friant barois", True),
    ],
)
def test_8_5_1h_into_a_redoubt_only_on_a_marked_result(row: int, attackers: str, goes: bool) -> None:
    """BAU-8.5.1h, BAU-7.1f, BAU-2.1k: # for any unit, the dot for Guard units; # includes the Guard."""
    told = won(f"1104: soult {attackers} | 1205: oudinot ledru | 1105: insov pirch", "1105", row)
    assert told.of(UnitsRetreated)
    assert bool(told.of(UnitAdvanced)) == goes
    if goes and row == GUARD:
        assert told.field.ctx.counters[told.one(UnitAdvanced).unit].guard


def test_8_5_1f_an_advance_takes_objectives_and_lone_commanders() -> None:
    """VV-8.5.1f, BAU-9A, VV-7.4a, VV-7.4b: at once, before the next combat."""
    told = won(
        "1505: compans bonnet | 1506: barclay insov-",
        "1506",
        10,
        dice={"advance/capture/barclay": (6,)},
    )
    assert told.one(CommanderOverrun).captured
    assert (told.one(ObjectiveTaken).place, told.one(ObjectiveTaken).side) == ("1506", FRENCH)
    assert [(m.rule, m.change) for m in told.of(MoraleChanged)] == [("VV-9D", -1), ("BAU-9A", -1)]
    assert told.state.commander("barclay").health == "killed"


# --- Cossacks ----------------------------------------------------------------------------------------------

COSSACKS = when(COALITION, "cossacks", Cossacks(play=True))


@pytest.mark.parametrize(
    ("attackers", "cossack_cav", "effect", "goes"),
    [
        ("compans", "zoc_ban", "no_zone", False),
        ("chastel", "zoc_ban", "no_zone", False),
        ("chastel", "immune", "none", True),
        ("friant", "zoc_ban", "none", True),
    ],
)
def test_2_a1_cossacks_against_an_advance(attackers: str, cossack_cav: str, effect: str, goes: bool) -> None:
    """VV-2.A1, VV-2.A4, VV-2.1l: they keep French units out of a zone; Guard goes on, cavalry by option."""
    told = won(
        f"1408: {attackers} | 1409: tern- | 1510: sherbatov",
        "1409",
        hand={COALITION: ("cossacks",)},
        options={"cossack_cav": cossack_cav},
        dice={"quality/1409/1": (3,)},
        standing=[COSSACKS],
    )
    assert told.one(CossacksPlayed).effect == effect
    assert bool(told.of(UnitAdvanced)) == goes


def test_2_a1_cossacks_are_asked_only_where_they_matter() -> None:
    """VV-2.A1: not if the vacated place lies in no Coalition zone, nor for a hand that cannot hold them."""
    apart = won("1408: compans | 1409: insov", "1409", hand={COALITION: ("cossacks",)}, standing=[COSSACKS])
    path = apart.one(UnitsRetreated).path
    assert (path[-1] in apart.field.ctx.board.neighbours["1409"]) == (("cossacks", COALITION) in apart.asked())
    none = won("1408: compans | 1409: insov | 1510: sherbatov", "1409", standing=[COSSACKS])
    assert ("cossacks", COALITION) not in none.asked()


def test_2_a1_standing_orders_may_name_the_moment_or_the_unit() -> None:
    """VV-2.A1: `when the enemy enters our zone`, or `when Compans moves`, speak to an advance too."""
    field = position("1408: compans | 1409: horn | 1510: sherbatov", hand={COALITION: ("cossacks",)})
    play = Cossacks(play=True, only="entering_zone")
    for order in (
        Standing(side=COALITION, decision="cossacks", moment="enemy_enters", choice=play),
        when(COALITION, "cossacks", play, unit="compans"),
    ):
        told = field.fought(FRENCH, Attack(targets=("1409",)), R, standing=[order])
        assert told.one(CossacksPlayed).effect == "no_zone"
    other = field.fought(
        FRENCH, Attack(targets=("1409",)), R, standing=[when(COALITION, "cossacks", play, unit="bonnet")]
    )
    assert not other.of(CossacksPlayed)


def test_2_a1_coalition_units_are_never_met() -> None:
    """VV-2.A1: Cossacks are the Coalition's own."""
    field = position("1408: insov sherbatov | 1409: ledru | 1510: gerard", hand={COALITION: ("cossacks",)})
    told = field.fought(COALITION, Attack(targets=("1409",)), R, standing=[COSSACKS])
    assert told.of(UnitAdvanced)
    assert ("cossacks", COALITION) not in told.asked()


def test_8_5_1f_a_standing_order_may_keep_everybody_back() -> None:
    """VV-8.5.1f: `after combat: no advance`."""
    told = won("1408: compans | 1409: insov", "1409", standing=[when(FRENCH, "advance", Advance())])
    assert not told.of(UnitAdvanced)
