"""Lützen, chapter 4: Souham 2 in both hexes of Groß-Görschen."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsRetreated
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, StepLost
from adjudicator.rulesets.vv1813.games.lutzen.division import parts
from adjudicator.rulesets.vv1813.games.lutzen.events import UnitDivided
from adjudicator.rulesets.vv1813.movement.events import StackMoved
from adjudicator.rulesets.vv1813.movement.zones import zone
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import battle, begun, field, scripted, with_ney
from tests.support.vv_positions import Field

PART = "souham_2/2"


def split(table: Table, first: int, second: int) -> Table:
    """The division shared out so."""
    return table.happen(UnitDivided(side=FRENCH, unit="souham_2", places=("1309", "1408"), points=(first, second)))


def points(table: Table) -> list[tuple[str | None, int | None, bool]]:
    return [(unit.place, unit.points, unit.reduced) for unit in parts(table.ctx, table.state)]


def test_4_1e_it_begins_in_both_hexes_with_half_its_points_in_each() -> None:
    """LUT-4.1e, LUT-10.1: the default of D03; both hexes are held, each with a zone of control."""
    table = battle()
    assert points(table) == [("1309", 2, False), ("1408", 2, False)]
    around = zone(table.ctx, table.state, FRENCH)
    assert {"1310", "1508"} <= around


@pytest.mark.parametrize("shares", [(1, 3), (2, 2), (3, 1)])
def test_4_1e_one_to_three_points_in_each(shares: tuple[int, int]) -> None:
    """LUT-4.1e: any way of sharing four points with one to three in each."""
    order = vv.Split(unit="souham_2", parts=(("1309", shares[0]), ("1408", shares[1])))
    told = begun(battle(), FRENCH).moves(FRENCH, order)
    assert [share for _, share, _ in points(told.table)] == list(shares)


@pytest.mark.parametrize(
    ("shares", "says"),
    [
        ((("1309", 0), ("1408", 4)), "1 to 3"),
        ((("1309", 2), ("1408", 3)), "4 points"),
        ((("1309", 2), ("1205", 2)), "not in 1205"),
    ],
)
def test_4_1e_other_shares_are_refused(shares: tuple[tuple[str, int], ...], says: str) -> None:
    """LUT-4.1e: nought and four over both hexes is not allowed, nor other places or sums."""
    told = begun(battle(), FRENCH).moves(FRENCH, vv.Split(unit="souham_2", parts=shares))
    assert says in told.one(Refused).reason


def test_4_1e_nobody_else_stands_in_two_hexes() -> None:
    """LUT-4.1e: Souham 2 only, on turn 1 only."""
    other = vv.Split(unit="souham_1", parts=(("1309", 3), ("1408", 3)))
    assert begun(battle(), FRENCH).moves(FRENCH, other).one(Refused).rule == "LUT-4.1e"
    late = vv.Split(unit="souham_2", parts=(("1309", 2), ("1408", 2)))
    assert "turn 1 only" in begun(battle(turn=2), FRENCH).moves(FRENCH, late).one(Refused).reason


def test_4_1e_divided_it_does_not_move_gathered_it_does() -> None:
    """LUT-4.1e: with one place only, `split` gathers it; then it moves like any unit."""
    table = begun(with_ney(battle()), FRENCH)
    refused = table.moves(FRENCH, vv.Move(units=("souham_2",), destination="1308"))
    assert "in two places" in refused.one(Refused).reason
    gather = vv.Split(unit="souham_2", parts=(("1309", 4),))
    told = table.moves(FRENCH, gather, vv.Move(units=("souham_2",), destination="1308"))
    assert told.table.place_of("souham_2") == "1308"
    assert parts(told.table.ctx, told.table.state) == ()


def test_4_1f_from_turn_2_it_stands_where_it_had_more_points() -> None:
    """LUT-4.1f: of two alike, in the first of its hexes."""
    for shares, place in (((1, 3), "1408"), ((3, 1), "1309"), ((2, 2), "1309")):
        told = split(battle(), *shares).turn(2).stage("Coalition opening", scripted())
        assert told.table.place_of("souham_2") == place
        assert parts(told.table.ctx, told.table.state) == ()


# --- fighting ------------------------------------------------------------------------------------------------


def divided_field(pieces: str, first: int = 1, second: int = 3) -> Field:
    made = field(f"1309: souham_2 | {pieces}", turn=1, game={"clairvoyant": True})
    event = UnitDivided(side=FRENCH, unit="souham_2", places=("1309", "1408"), points=(first, second))
    return made.changed(armies=made.rules.apply(made.state, event).armies, sequence=made.state.sequence)


ATTACKED = "1310: blucher arnhalt dolffs"


def test_4_1e_each_hex_defends_with_its_points() -> None:
    """LUT-4.1e: attacked in 1309, it counts one point there."""
    told = divided_field(ATTACKED).combat(COALITION, vv.Attack(targets=("1309",)), otherwise=3)
    resolved = told.one(CombatResolved)
    assert [(f.unit, f.strength) for f in resolved.defenders] == [("souham_2", 1)]


def test_4_1f_a_loss_in_one_hex_turns_the_whole_counter_over() -> None:
    """LUT-4.1f: the two points of the back are shared anew."""
    made = divided_field(ATTACKED)
    told = made.fought(COALITION, vv.Attack(targets=("1309",)), 7)
    assert [e.unit for e in told.of(StepLost) if e.side == FRENCH] == ["souham_2"]
    units = told.state.army(FRENCH).units
    assert [(units[name].reduced, units[name].points) for name in ("souham_2", PART)] == [(True, 1), (True, 1)]


def test_4_1f_a_second_loss_removes_it_from_both_hexes_and_counts_once() -> None:
    """LUT-4.1f, VV-9B: one counter is lost, one point of French morale."""
    made = divided_field(ATTACKED)
    once = made.fought(COALITION, vv.Attack(targets=("1309",)), 7).field
    state = once.rules.apply(
        once.state,
        StepLost(rule="VV-8.5b", side=FRENCH, unit=PART, place="1408", eliminated=True),
    )
    assert state.army(FRENCH).units["souham_2"].status == "eliminated"
    assert state.army(FRENCH).units_at == {}
    assert state.morale[FRENCH].eliminated == 1


def test_4_1f_a_retreat_gathers_it_in_the_other_hex() -> None:
    """LUT-4.1f: an R result leaves it in one of the two hexes; the one it left is closed to it this turn."""
    told = divided_field(ATTACKED).fought(COALITION, vv.Attack(targets=("1309",), advance=("arnhalt",)), 8)
    gathered = told.one(UnitDivided)
    assert (gathered.places, gathered.driven) == (("1408",), True)
    assert told.of(UnitsRetreated) == []
    assert told.field.where("souham_2", "arnhalt") == ["1408", "1309"]
    assert ("souham_2", "1309") in told.state.expelled


def test_4_1f_a_second_retreat_in_the_turn_is_an_ordinary_one() -> None:
    """LUT-4.1f: gathered already, it is expelled."""
    first = divided_field(ATTACKED + " | 1508: losthin carnall").fought(
        COALITION, vv.Attack(targets=("1309",), origins=("1310",), advance=()), 8
    )
    second = first.field.fought(COALITION, vv.Attack(targets=("1408",), origins=("1508",), advance=()), 8)
    assert second.one(UnitsRetreated).origin == "1408"
    assert second.field.where("souham_2")[0] not in ("1309", "1408")


def test_4_1f_a_commander_left_alone_goes_along() -> None:
    """LUT-4.1f: Ney in 1309 with this part alone is not left behind."""
    made = divided_field(ATTACKED + " | 1309: ney")
    told = made.fought(COALITION, vv.Attack(targets=("1309",), advance=()), 8)
    assert told.field.where("ney") == ["1408"]


def test_the_umpire_puts_it_somewhere_whole() -> None:
    """LUT-4.1e: a change by hand gathers it."""
    table = battle().put("1206", "souham_2")
    assert parts(table.ctx, table.state) == ()
    assert "1408" not in table.state.army(FRENCH).units_at
    assert table.state.army(FRENCH).units["souham_2"].points is None


# --- what the enemy sees -------------------------------------------------------------------------------------


def test_7_3a_the_enemy_sees_held_places_and_never_points() -> None:
    """VV-7.3a, LUT-4.1e: sharing out is not shown; gathering is a stack that moved."""
    table = battle()
    made = table.rules
    shared = UnitDivided(side=FRENCH, unit="souham_2", places=("1309", "1408"), points=(1, 3))
    assert made.show(table.state, shared, COALITION) is None
    assert made.dump(made.known(split(table, 1, 3).state, COALITION)) == made.dump(made.known(table.state, COALITION))
    gathered = UnitDivided(side=FRENCH, unit="souham_2", places=("1408",), points=(4,))
    shown = made.show(table.state, gathered, COALITION)
    assert shown == StackMoved(side=FRENCH, origin="1309", path=("1408",), whole=True)
    assert made.show(table.state, gathered, FRENCH) == gathered
