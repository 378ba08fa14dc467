"""Chapter 9: the morale of the armies."""

from __future__ import annotations

import pytest

from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.combat_drm import morale_drm
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, fighter
from adjudicator.rulesets.vv1813.combat.events import StepLost
from adjudicator.rulesets.vv1813.combat.losses import lose_step
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged, MoraleChecked, ObjectiveTaken
from adjudicator.rulesets.vv1813.morale.morale import commander_lost, napoleon_wounded, take_objective
from adjudicator.rulesets.vv1813.orders import Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.events import GeneralRetreatOrdered
from tests.support.vv_bautzen import Table, rules


def value(table: Table, side: Side = COALITION) -> int:
    """The morale of an army."""
    return table.state.morale[side].value


def taken(table: Table, side: Side, *places: str) -> Table:
    """The table after combat units of a side have entered places, one after the other."""
    for place in places:
        table = table.happen(*take_objective(table.ctx, table.state, side, place))
    return table


def eliminated(table: Table, *units: str) -> Table:
    """The table after units have lost all their steps."""
    for unit in units:
        while table.state.unit(unit).status != "eliminated":
            table = table.tell(lambda run, u=unit: lose_step(run, u, "result", "VV-8.5b")).table  # type: ignore[misc]
    return table


# --- where it starts and stops -----------------------------------------------------------------------------


def test_9_0_eleven_and_nine_and_never_more() -> None:
    """BAU-9.0: the start is also the most; a regained objective does not lift it higher."""
    table = Table.begin()
    assert (value(table, FRENCH), value(table, COALITION)) == (11, 9)
    assert [table.state.morale[side].ceiling for side in (FRENCH, COALITION)] == [11, 9]
    raised = taken(taken(table, FRENCH, "1605").morale(COALITION, 9), COALITION, "1605")
    assert value(raised) == 9


def test_9_0_not_below_zero() -> None:
    """BAU-9.0: the floor is 0."""
    assert value(taken(Table.begin().morale(COALITION, 2), FRENCH, "1006")) == 0


def test_9_1_checked_at_the_end_of_each_turn() -> None:
    """BAU-9.1: adjusted at once, noted at the end of the turn."""
    table = taken(Table.begin(turn=4), FRENCH, "1006")
    assert value(table) == 6
    told = table.stage("end of turn")
    assert [(e.rule, e.side, e.value) for e in told.of(MoraleChecked)] == [
        ("BAU-9.1", FRENCH, 11),
        ("BAU-9.1", COALITION, 6),
    ]
    assert told.table.state.morale[COALITION].history == ((0, 9), (4, 6))


def test_9_1_option_counts_changes_only_at_the_end_of_the_turn() -> None:
    """BAU-9.1, option morale_timing=end_of_turn: noted during the turn, in force after it."""
    table = taken(Table.begin(turn=4, morale_timing="end_of_turn"), FRENCH, "1006", "1605")
    assert value(table) == 9
    assert table.state.morale[COALITION].pending == -4
    assert value(table.stage("end of turn").table) == 5


@pytest.mark.parametrize(("morale", "penalty"), [(4, 0), (3, -1), (0, -1)])
def test_9_2_three_or_less_weakens_in_combat(morale: int, penalty: int) -> None:
    """VV-9.2: the penalty of VV-8.4e begins at 3."""
    table = Table.begin().put("1104", "compans")
    ctx = table.ctx
    attackers = (fighter(ctx, table.state.unit("compans")),)
    combat = Engagement(FRENCH, ("1105",), ("1104",), attackers, (fighter(ctx, table.state.unit("lukov")),))
    assert morale_drm(ctx, combat, {FRENCH: morale, COALITION: 9}, combat_modifiers(ctx)).value == penalty


def test_9_3_coalition_morale_0_orders_the_general_retreat() -> None:
    """VV-9.3: at the end of the turn, from the next one."""
    told = Table.begin(turn=5).morale(COALITION, 0).stage("end of turn")
    assert told.one(GeneralRetreatOrdered).turn == 6
    assert Table.begin(turn=5).morale(COALITION, 1).stage("end of turn").of(GeneralRetreatOrdered) == []


def test_9_4_french_morale_0_ends_the_battle() -> None:
    """VV-9.4: at the end of the turn, a major Coalition victory."""
    ending = Table.begin(turn=5).morale(FRENCH, 0).stage("end of turn").table.state.ending
    assert ending is not None
    assert (ending.winner, ending.level, ending.rule) == (COALITION, "major", "VV-10.V3")


def test_9_4_the_first_to_reach_0_loses() -> None:
    """VV-9.4: both reach 0 in one turn; the order in which they did decides."""
    table = Table.begin(turn=5).morale(FRENCH, 1).morale(COALITION, 1)
    coalition_first = eliminated(taken(table, FRENCH, "1605"), "normann").stage("end of turn").table.state.ending
    assert coalition_first is not None
    assert coalition_first.winner == FRENCH
    french_first = taken(eliminated(table, "normann"), FRENCH, "1605").stage("end of turn").table.state.ending
    assert french_first is not None
    assert (french_first.winner, french_first.level) == (COALITION, "major")


@pytest.mark.parametrize(("first", "winner"), [(COALITION, FRENCH), (FRENCH, COALITION)])
def test_9_4_what_the_umpire_sets_to_0_has_reached_0(first: Side, winner: Side) -> None:
    """VV-9.4: the order counts however they got there; an army set to 0 and back has not been there."""
    second = FRENCH if first == COALITION else COALITION
    both = Table.begin(turn=5).morale(second, 0).morale(second, 4).morale(first, 0).morale(second, 0)
    ending = both.stage("end of turn").table.state.ending
    assert ending is not None
    assert ending.winner == winner


def test_9_4_after_a_general_retreat_the_saved_units_decide() -> None:
    """VV-9.4: the French at 0 when the Coalition has been broken before: the battle ends, the quotas count."""
    table = Table.begin(turn=7).morale(COALITION, 0).happen(GeneralRetreatOrdered(side=COALITION, turn=6))
    ending = table.morale(FRENCH, 0).stage("end of turn").table.state.ending
    assert ending is not None
    assert ending.winner == FRENCH


# --- objectives --------------------------------------------------------------------------------------------

ONE_POINT = (
    "1605",
    "1506",
    "2106",
    "1504",
    "1604",
    "1704",
    "1603",
    "1205",
    "1105",
    "1207",
    "1107",
    "1005",
    "0906",
    "0907",
)


@pytest.mark.parametrize("place", ONE_POINT)
def test_9a_objectives_of_one_point(place: str) -> None:
    """BAU-9A: lost when the French take it, regained when the Coalition does."""
    lost = taken(Table.begin(), FRENCH, place)
    assert value(lost) == 8
    assert value(taken(lost, COALITION, place)) == 9
    assert value(lost, FRENCH) == 11


@pytest.mark.parametrize("place", ["1006", "0811"])
def test_9a_baschutz_and_hochkirch_are_worth_three(place: str) -> None:
    """BAU-9A: three points each."""
    assert value(taken(Table.begin(), FRENCH, place)) == 6


def test_9a_wurschen_counts_when_both_hexes_are_lost() -> None:
    """BAU-9A: three points for 1610 and 1710 together, regained with either of them (golden case G27)."""
    one = taken(Table.begin(), FRENCH, "1610")
    assert value(one) == 9
    both = taken(one, FRENCH, "1710")
    assert value(both) == 6
    assert value(taken(both, COALITION, "1610")) == 9


def test_9a_the_objectives_are_worth_23_in_all_and_the_french_have_none() -> None:
    """BAU-9A: fourteen of one, three of three."""
    objectives = rules().context.game.objectives(rules().context)
    assert sum(one.value for one in objectives) == 23
    assert {one.loser for one in objectives} == {COALITION}


def test_9a_holding_on_costs_only_once() -> None:
    """BAU-9A: a second French unit in the place changes nothing."""
    assert value(taken(Table.begin(), FRENCH, "1605", "1605")) == 8


def test_9a_combat_units_take_objectives_by_moving_through_them() -> None:
    """BAU-9A: the side whose combat unit was there last holds it; a commander alone does not take it."""
    table = Table.begin().only(chastel="1505", napoleon="1505")
    told = table.moves(FRENCH, Move(units=("chastel",), path=("1506", "1606")))
    assert told.one(ObjectiveTaken).place == "1506"
    assert told.table.state.held == {"1506": FRENCH}
    assert told.one(MoraleChanged).because == "Purschwitz lost"
    assert table.moves(FRENCH, Move(units=("napoleon",), path=("1506",))).of(ObjectiveTaken) == []


# --- losses ------------------------------------------------------------------------------------------------


def test_9b_the_french_lose_a_point_for_each_counter() -> None:
    """VV-9B: three eliminated counters, three points (golden case G28)."""
    table = eliminated(Table.begin(), "normann", "briche", "ercoli")
    assert (value(table, FRENCH), table.state.morale[FRENCH].eliminated) == (8, 3)


def test_9b_the_coalition_loses_a_point_for_every_two() -> None:
    """VV-9B: three counters -1, the fourth another -1 (golden case G28)."""
    table = eliminated(Table.begin(), "emmanuel", "knoring", "lanskoi")
    assert value(table) == 8
    assert value(eliminated(table, "tschaplitz")) == 7


def test_9b_a_step_that_turns_a_unit_over_costs_nothing() -> None:
    """VV-9B: only eliminated counters count."""
    table = Table.begin()
    told = table.tell(lambda run: lose_step(run, "compans", "result", "VV-8.5b"))
    assert not told.one(StepLost).eliminated
    assert value(told.table, FRENCH) == 11


@pytest.mark.parametrize(
    ("commander", "cost"),
    [("blucher", 3), ("ney", 3), ("soult", 1), ("oudinot", 1), ("barclay", 1), ("wittgenstein", 1), ("yermolov", 1)],
)
@pytest.mark.parametrize("how", ["killed", "captured"])
def test_9d_what_a_commander_costs(commander: str, cost: int, how: str) -> None:
    """VV-9D: killed or captured: one point, Blücher and Ney three."""
    table = Table.begin()
    side = table.ctx.counters[commander].side
    (event,) = commander_lost(table.ctx, table.state, side, commander, how)
    assert isinstance(event, MoraleChanged)
    assert (event.side, event.change, event.rule) == (side, -cost, "VV-9D")


def test_9d2_napoleon_wounded_costs_four() -> None:
    """VV-9D2: once; his death or capture ends the battle at once (golden case G31)."""
    table = Table.begin()
    (wound,) = napoleon_wounded(table.ctx, table.state)
    assert isinstance(wound, MoraleChanged)
    assert wound.change == -4
    for how in ("killed", "captured"):
        ended = table.happen(*commander_lost(table.ctx, table.state, FRENCH, "napoleon", how)).state.ending
        assert ended is not None
        assert (ended.winner, ended.level, ended.reason) == (COALITION, "strategic", f"Napoleon was {how}")
