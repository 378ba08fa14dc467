"""Lützen, chapters 6 and 11: engagement restrictions, the French Guard, Marchand, Ney, Napoleon."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.orders import Heading
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsLeftMap
from adjudicator.rulesets.vv1813.combat.events import Bombarded, CombatResolved
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared, PaceTested
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import may_attack
from adjudicator.rulesets.vv1813.movement.command import is_in_command
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered, UnitsMoved
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import at_hour, battle, begun, field, kept, now, scripted, with_ney

# --- lines ---------------------------------------------------------------------------------------------------

FROM_TURN = {
    "arnhalt": 2,
    "alexiev": 2,
    "dolffs": 3,
    "albensleben": 3,
    "horn": 5,
    "steinmetz": 5,
    "duca": 6,
    "rosen": 7,
    "sulima": 7,
}


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("unit", FROM_TURN)
def test_6_1a_each_line_attacks_from_its_turn_on(unit: str, early: bool) -> None:
    """LUT-6.1a, LUT-11, LUT-2.B2: by turn number on either clock."""
    table = kept(battle(), early=early)
    able = [turn for turn in range(1, 11) if may_attack(table.ctx, table.turn(turn).state, unit).value]
    assert able == list(range(FROM_TURN[unit], 11))


def test_6_1b_a_restriction_forbids_the_attack_and_nothing_else() -> None:
    """LUT-6.1b: the second line on turn 4 moves next to the enemy and bombards; its attack is refused."""
    open_field = field("1311: hunerbein blucher | 1409: souham_2", turn=4, hand={COALITION: ["artillery"], FRENCH: []})
    moved = open_field.movement(COALITION, vv.Move(units=("hunerbein",), destination="1310"))
    assert moved.field.where("hunerbein") == ["1310"]
    fired = moved.field.combat(
        COALITION,
        Heading(phase="combat"),
        vv.Bombard(target="1409", markers=(vv.MarkerUse(marker="artillery"),)),
        vv.Attack(targets=("1409",)),
        otherwise=2,
    )
    assert fired.of(Bombarded)
    assert fired.one(Refused).rule == "LUT-6.1a"


def test_6_1b_a_restricted_line_defends() -> None:
    """LUT-6.1b: attacked on turn 4, the second line counts with all its strength."""
    made = field("1310: hunerbein | 1311: marmont compans", turn=4, game={"napoleon": 3})
    told = made.combat(FRENCH, vv.Attack(targets=("1310",)), otherwise=3)
    assert told.one(CombatResolved).defenders[0].counted


def test_6_1c_no_coalition_attack_on_turn_1() -> None:
    """LUT-6.1c: bombardment only, whoever it is."""
    table = battle()
    bans = {unit: may_attack(table.ctx, table.state, unit) for unit in ("arnhalt", "alexiev", "korff", "rosen")}
    assert {ban.rule for ban in bans.values()} == {"LUT-6.1c"}
    assert not any(ban.value for ban in bans.values())


def test_6_4_reinforcements_of_an_event_have_no_line_and_attack_from_turn_2() -> None:
    """LUT-6.1c, LUT-6.4: Miloradovitch's corps."""
    table = battle(turn=2)
    assert may_attack(table.ctx, table.state, "korff").value


# --- the French Guard ----------------------------------------------------------------------------------------


def french(table: Table) -> Table:
    return begun(table, FRENCH)


def test_6_2a_the_guard_marches_on_lutzen_without_orders() -> None:
    """LUT-6.2a: Roguet, three places from 0701, comes within two; the others are near enough and stay."""
    told = french(battle()).moves(FRENCH)
    assert [e.units for e in told.of(UnitsMoved)] == [("roguet",)]
    assert distance(told.table.place_of("roguet") or "", "0701") <= 2
    assert told.table.place_of("ornano") == "0701"


def test_6_2a_the_march_does_not_crowd_0701() -> None:
    """LUT-6.2a: with two Guard units there already, Roguet stops beside them."""
    told = french(battle().put("0701", "letort")).moves(FRENCH)
    assert told.table.place_of("roguet") != "0701"
    assert distance(told.table.place_of("roguet") or "", "0701") <= 2


def test_6_2a_a_guard_unit_goes_into_0701_if_none_is_there() -> None:
    """LUT-6.2a: the nearest that can."""
    told = french(battle().put("0702", "ornano")).moves(FRENCH)
    assert "0701" in [told.table.place_of(unit) for unit in ("dumoustier", "ornano", "letort")]


def test_6_2a_the_last_guard_unit_does_not_leave_0701() -> None:
    """LUT-6.2a: another may relieve it first."""
    table = french(battle())
    refused = table.moves(FRENCH, vv.Move(units=("ornano",), destination="0802"))
    assert refused.one(Refused).rule == "LUT-6.2a"
    relieved = table.moves(
        FRENCH, vv.Move(units=("letort",), destination="0701"), vv.Move(units=("ornano",), destination="0702")
    )
    assert relieved.of(Refused) == []
    assert relieved.table.place_of("ornano") == "0702"


def test_6_2a_guard_units_stay_within_two_places() -> None:
    """LUT-6.2a: three is too far."""
    table = french(battle())
    assert table.moves(FRENCH, vv.Move(units=("letort",), destination="0705")).one(Refused).rule == "LUT-6.2a"
    near = table.moves(FRENCH, vv.Move(units=("letort",), destination="0703"))
    assert near.table.place_of("letort") == "0703"


def test_6_2a_a_unit_far_away_comes_as_near_as_it_can() -> None:
    """LUT-6.2a: a lesser step is refused, and without orders it makes the greatest."""
    table = french(battle().put("0205", "roguet"))
    short = table.moves(FRENCH, vv.Move(units=("roguet",), destination="0306"))
    assert short.one(Refused).rule == "LUT-6.2a"
    by_itself = table.moves(FRENCH)
    assert by_itself.table.place_of("roguet") not in ("0205", "0306")


def test_6_2b_the_guard_does_not_attack_before_napoleon() -> None:
    """LUT-6.2b, LUT-11: it is set free by his entry, whatever the turn."""
    table = battle(turn=3)
    assert may_attack(table.ctx, table.state, "dumoustier").rule == "LUT-6.2b"
    assert not may_attack(table.ctx, table.state, "dumoustier").value
    free = kept(table, napoleon=3)
    assert may_attack(free.ctx, free.state, "dumoustier").value
    moved = french(free).moves(FRENCH, vv.Move(units=("ornano",), destination="0704"))
    assert moved.of(Refused) == []


# --- Marchand and Ney ----------------------------------------------------------------------------------------


def test_6_2c_marchand_has_a_point_less_until_ney_comes() -> None:
    """LUT-6.2c: one point instead of two."""
    table = battle(turn=2)
    assert allowance(table.ctx, table.state, "marchand").value == 1
    assert allowance(table.ctx, with_ney(table).state, "marchand").value == 2


def test_6_2d_the_iii_corps_is_out_of_command_until_ney_comes_and_in_command_ever_after() -> None:
    """LUT-6.2d, VV-7.2e: at any distance."""
    table = battle(turn=2)
    assert not is_in_command(table.ctx, table.state, "souham_1").value
    assert is_in_command(table.ctx, with_ney(table, "ricard").state, "marchand").value


def test_6_2d_ney_appears_on_a_counter_of_the_french_choice() -> None:
    """LUT-6.2d: at 14.00; he may still move this turn."""
    table = french(at_hour(14))
    enter = vv.Enter(units=("ney",), host="girard")
    told = table.moves(FRENCH, enter, vv.Move(units=("ney",), destination="0904"))
    assert told.one(CommanderAppeared).host == "girard"
    assert told.table.place_of("ney") == "0904"
    assert told.of(Refused) == []


def test_6_2d_without_an_order_he_appears_on_the_largest_counter() -> None:
    """LUT-6.2d: the default of D14."""
    told = french(at_hour(14)).moves(FRENCH)
    appeared = told.one(CommanderAppeared)
    strength = {unit: told.table.ctx.counters[unit].strength for unit in ("brenier", "girard", "ricard", "souham_1")}
    assert strength[appeared.host] == max(strength.values())
    assert now(told.table).ney == 3


def test_6_2d_not_before_14_00_and_only_on_his_own_corps() -> None:
    """LUT-6.2d: Bonnet belongs to the VI Corps."""
    early = french(at_hour(13)).moves(FRENCH, vv.Enter(units=("ney",), host="girard"))
    assert early.one(Refused).rule == "LUT-6.2d"
    strange = french(at_hour(14)).moves(FRENCH, vv.Enter(units=("ney",), host="bonnet"))
    assert strange.one(Refused).rule == "LUT-6.2d"


def test_6_2d_the_enemy_learns_that_he_came_but_not_where() -> None:
    """LUT-6.2d, VV-7.3a: his host and place are hidden."""
    told = french(at_hour(14)).moves(FRENCH, vv.Enter(units=("ney",), host="girard"))
    event = told.one(CommanderAppeared)
    shown = told.table.rules.show(told.table.state, event, COALITION)
    assert isinstance(shown, CommanderAppeared)
    assert (shown.host, shown.place) == ("", "")


@pytest.mark.parametrize(("die", "points"), [(4, 4), (5, 2)])
def test_6_2e_a_die_for_the_iii_corps(die: int, points: int) -> None:
    """LUT-6.2e: on 1 to 4 it has two points more, this turn only."""
    table = french(at_hour(14)).stage("French opening", scripted(pace__iii_corps=[die])).table
    table = with_ney(table)
    assert allowance(table.ctx, table.state, "girard").value == points
    assert allowance(table.ctx, table.state, "bonnet").value == 2
    assert allowance(table.ctx, table.turn(4).state, "girard").value == 2


def test_6_2e_the_die_is_thrown_even_if_ney_came_early() -> None:
    """LUT-6.2e, LUT-2.G1: placed by 10th Hussars he does not come again, but his corps is tested."""
    table = with_ney(kept(at_hour(14), hussars=1))
    told = french(table).stage("French opening", scripted(pace__iii_corps=[1]))
    assert told.one(PaceTested).passed
    assert told.table.moves(FRENCH).of(CommanderAppeared) == []


# --- Napoleon ------------------------------------------------------------------------------------------------


def entered(table: Table, *orders: vv.Enter) -> Table:
    return french(table).moves(FRENCH, *orders).table


@pytest.mark.parametrize(("die", "comes"), [(4, True), (5, False)])
def test_6_2f_napoleon_is_tested_at_15_00(die: int, comes: bool) -> None:
    """LUT-6.2f, LUT-11: on 1 to 4 he enters at 0901."""
    told = french(at_hour(15)).stage("French opening", scripted(entry__napoleon=[die])).table.moves(FRENCH)
    assert (told.table.place_of("napoleon") is not None) is comes
    if comes:
        (event,) = [e for e in told.of(UnitsEntered) if e.commanders == ("napoleon",)]
        assert event.path[0] == "0901"


@pytest.mark.parametrize(("option", "place"), [("0901", "0901"), ("0902", "0902")])
def test_6_2f_from_16_00_he_comes_without_a_test(option: str, place: str) -> None:
    """LUT-6.2f, LUT-10.2, option nap_hex."""
    told = french(at_hour(16, nap_hex=option)).moves(FRENCH)
    (event,) = [e for e in told.of(UnitsEntered) if e.commanders == ("napoleon",)]
    assert event.path[0] == place


@pytest.mark.parametrize(("option", "foot", "horse"), [("+2", 4, 6), ("x2", 4, 8)])
def test_6_2f_the_french_move_farther_on_the_turn_he_enters(option: str, foot: int, horse: int) -> None:
    """LUT-6.2f, option boost: two points more, or twice as many, for all combat units and that turn only."""
    table = entered(at_hour(16, boost=option))
    points = {unit: allowance(table.ctx, table.state, unit).value for unit in ("bonnet", "letort", "marmont")}
    assert points == {"bonnet": foot, "letort": horse, "marmont": 7}
    assert allowance(table.ctx, table.turn(6).state, "bonnet").value == 2


def test_6_2f_the_boost_is_there_before_anybody_moves() -> None:
    """LUT-6.2f: Napoleon enters first, wherever the order stands."""
    move = vv.Move(units=("bonnet",), destination="0705")
    told = french(at_hour(16)).moves(FRENCH, move, vv.Enter(units=("napoleon",), destination="0902"))
    assert told.table.place_of("napoleon") == "0902"
    (moved,) = [e for e in told.of(UnitsMoved) if e.units == ("bonnet",)]
    assert moved.allowance >= 4


def test_6_3_guard_cavalry_driven_off_at_0701_comes_back_with_napoleon() -> None:
    """LUT-6.3, LUT-10.2: Ornano and Letort, at his place of entry."""
    away = UnitsLeftMap(side=FRENCH, units=("ornano",), place="0701", back_on=99)
    told = french(at_hour(16).happen(away)).moves(FRENCH)
    (event,) = [e for e in told.of(UnitsEntered) if e.units == ("ornano",)]
    assert event.path[0] == "0901"
    before = french(at_hour(14).happen(away)).moves(FRENCH)
    assert before.table.place_of("ornano") is None


def test_6_3_historical_reinforcements_are_french_only() -> None:
    """LUT-6.3: without an event no Coalition unit ever enters."""
    for turn in range(1, 11):
        table = battle(turn=turn)
        assert table.ctx.game.entries(table.ctx, table.state, COALITION) == ()
