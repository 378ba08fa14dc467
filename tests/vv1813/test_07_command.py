"""Chapter 7.2 and 7.4: command, and commanders who are caught alone."""

from __future__ import annotations

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.events import Refused
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.rulesets.vv1813.combat.aftermath_events import CommanderDisplaced, CommanderOverrun
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.movement.command import attack_ban, is_in_command
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, UnitsMoved
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.orders import Displace, Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table, Told, orders_of
from tests.support.vv_positions import StepScript


def out(table: Table, side: str = FRENCH) -> tuple[str, ...]:
    """Who is out of command when a side's movement phase begins."""
    return table.moves(side).one(CommandChecked).out_of_command  # type: ignore[arg-type]


# --- who is in command -------------------------------------------------------------------------------------


def test_7_2a_the_command_range_is_five() -> None:
    """VV-7.2a: Compans five places from Soult is in command, six places away he is not."""
    table = Table.begin().only(soult="1201", compans="1701")
    assert is_in_command(table.ctx, table.state, "compans").value
    far = table.put("1801", "compans")
    finding = is_in_command(far.ctx, far.state, "compans")
    assert (finding.value, finding.because) == (False, "Soult is 6 places away, command range 5")


def test_7_2a_at_set_up() -> None:
    """VV-7.2a: Fontanelli and Duka are out of command, and Ney's three units (golden case G49)."""
    table = Table.begin()
    assert out(table) == ("albert", "fontanelli", "maison", "souham")
    assert out(table, COALITION) == ("duka",)


def test_7_2a_by_formation_or_commander_in_chief() -> None:
    """VV-7.2a: Oudinot does not command Soult's unit, Napoleon does; nothing lies in the way of command."""
    table = Table.begin().only(compans="1301", oudinot="1301", horn="1302")
    assert out(table) == ("compans",)
    assert out(table.put("1001", "napoleon")) == ()


@pytest.mark.parametrize("health", ["wounded", "killed"])
def test_7_2a_a_wounded_commander_and_a_staff_command_like_any_other(health: str) -> None:
    """VV-7.2a: the back of the counter serves for command."""
    table = Table.begin().only(compans="1301", soult="1302")
    table = table.happen(PositionAdjusted(what="commander", id="soult", place="1302", status="map", health=health))
    assert out(table) == ()


def test_7_2a_looked_at_once_for_the_whole_sequence() -> None:
    """VV-7.2a: Napoleon's ride to Fontanelli comes too late for this turn."""
    table = Table.begin().only(fontanelli="1901", napoleon="1202", horn="1703")
    told = table.moves(
        FRENCH, Move(units=("napoleon",), destination="1701"), Move(units=("fontanelli",), path=("1902", "1802"))
    )
    assert told.of(UnitsMoved)[-1].path == ("1902",)
    assert out(told.table) == ()


@pytest.mark.parametrize(("option", "points"), [("full", 3), ("half_up", 2)])
def test_7_2c_out_of_command_units_keep_their_points_or_half(option: str, points: int) -> None:
    """VV-7.2c, option ooc_mp: full movement without zones, or half of it rounded up."""
    told = Table.begin(ooc_mp=option).only(ornano="1901", napoleon="0701").moves(FRENCH)
    assert allowance(told.table.ctx, told.table.state, "ornano").value == points


def test_7_2c_out_of_command_units_enter_no_enemy_zone() -> None:
    """VV-7.2c: Compans without a commander stops before Horn's zone; a destination in it is refused."""
    table = Table.begin().only(compans="1909", napoleon="0701", horn="1707")
    told = table.moves(FRENCH, Move(units=("compans",), path=("1808", "1807")))
    assert told.one(UnitsMoved).path == ("1808",)
    refused = table.moves(FRENCH, Move(units=("compans",), destination="1807")).one(Refused)
    assert (refused.rule, refused.remedy) == (
        "VV-7.2c",
        "Name a place outside enemy zones, or bring a commander nearer first.",
    )


def test_7_2d_an_out_of_command_unit_in_a_zone_may_stay_but_not_attack() -> None:
    """VV-7.2d: the ban lasts for the whole sequence."""
    table = Table.begin().only(compans="1807", bonnet="1909", soult="0701", napoleon="2009", horn="1707")
    told = table.put("0101", "napoleon").moves(FRENCH)
    assert attack_ban(told.table.ctx, told.table.state, "compans") == "VV-7.2d"
    assert told.table.place_of("compans") == "1807"
    assert attack_ban(table.ctx, table.moves(FRENCH).table.state, "compans") is None


def test_7_2e_ney_s_units_are_out_of_command_until_he_is_in_and_then_never() -> None:
    """VV-7.2e, BAU-10.1: even beside Napoleon before, even at the far end of the map after."""
    before = Table.begin().put("0901", "souham")
    assert "souham" in out(before)
    after = before.put("2301", "ney").put("0101", "souham")
    assert not {"souham", "maison", "albert"} & set(out(after))


# --- commanders caught alone -------------------------------------------------------------------------------

ALONE = {"chastel": "1909", "napoleon": "1909", "blucher": "1808", "horn": "1706"}


def ride(die: int | None, *path: str, table: Table | None = None) -> Told:
    """Chastel rides through 1808, where Blücher stands alone."""
    scene = table or Table.begin().only(**ALONE)
    dice = ScriptedDice({} if die is None else {"capture/blucher": [die]})
    return scene.moves(FRENCH, Move(units=("chastel",), path=path or ("1808",)), dice=dice)


def test_7_4a_a_lone_commander_is_captured_on_a_six() -> None:
    """VV-7.4a, VV-7.4b: like his death: morale -3 for Blücher; his staff appears with the nearest own unit."""
    told = ride(6)
    assert told.one(CommanderOverrun).captured
    assert (told.one(MoraleChanged).side, told.one(MoraleChanged).change) == (COALITION, -3)
    assert told.table.state.commander("blucher").health == "killed"
    assert told.table.place_of("blucher") == "1706"


@pytest.mark.parametrize("die", [1, 5])
def test_7_4a_otherwise_he_goes_to_the_nearest_friendly_unit(die: int) -> None:
    """VV-7.4a: no harm done."""
    told = ride(die)
    assert not told.one(CommanderOverrun).captured
    assert told.one(CommanderDisplaced).place == "1706"
    assert told.of(MoraleChanged) == []


def test_7_4a_riding_through_is_enough() -> None:
    """VV-7.4a: Chastel does not stop in 1808; Blücher is tested all the same."""
    told = ride(3, "1808", "1809")
    assert told.one(UnitsMoved).path == ("1808", "1809")
    assert told.one(CommanderOverrun).place == "1808"


def test_7_4a_not_by_a_commander_nor_beside_his_own_units() -> None:
    """VV-7.4a: Napoleon in the same place catches nobody; a commander with a unit is not alone."""
    table = Table.begin().only(**ALONE)
    assert table.moves(FRENCH, Move(units=("napoleon",), path=("1808",))).of(CommanderOverrun) == []
    guarded = table.put("1808", "horn").moves(FRENCH, Move(units=("chastel",), path=("1808",)))
    assert guarded.one(Refused).rule == "VV-7.1d"


def test_7_4a_a_staff_is_only_displaced() -> None:
    """VV-7.4a: no die for the staff of a dead commander."""
    dead = PositionAdjusted(what="commander", id="blucher", place="1808", status="map", health="killed")
    told = ride(None, table=Table.begin().only(**ALONE).happen(dead))
    assert told.one(CommanderOverrun).staff
    assert told.one(CommanderDisplaced).place == "1706"


def two_refuges() -> Table:
    """Horn of Blücher's corps and Lukov of another, both two places from Blücher."""
    return Table.begin().only(**{**ALONE, "horn": "1806", "lukov": "1810"})


def test_7_4a_where_he_goes_is_his_side_s_choice() -> None:
    """VV-7.4a: D22: of several nearest units his own formation's by default, another by answer."""
    default = ride(2, table=two_refuges())
    assert default.one(CommanderDisplaced).place == "1806"
    assert ("displaced", COALITION) in [(d.kind, d.side) for d in default.asked]
    other = ride(2, table=two_refuges().answering(displaced=Displace(to=("1810",))))
    assert other.one(CommanderDisplaced).place == "1810"


def test_7_4a_standing_order_and_ask_me_for_the_displaced() -> None:
    """VV-7.4a: D22 through the engine: a standing order decides at once, `ask me` pauses and goes on."""
    table = two_refuges()
    order = orders_of(FRENCH, (Move(units=("chastel",), path=("1808",)),))
    dice = {"capture/blucher": [2]}

    def texts(choice: Displace | AskMe) -> Orders:
        mine = Standing(side=COALITION, decision="displaced", choice=choice)
        return Orders(by_side=order.by_side, standing={COALITION: (mine,)}, lines=order.lines)

    standing = table.step(texts(Displace(to=("1810",))), StepScript(dice))
    assert [e.place for e in standing.events if isinstance(e, CommanderDisplaced)] == ["1810"]
    asked = table.step(texts(AskMe(side=COALITION)), StepScript(dice))
    assert asked.position.paused is not None
    (decision,) = asked.position.paused.open
    assert {e.to for e in decision.examples if isinstance(e, Displace)} == {("1806",), ("1810",)}
    answered = run_step(
        table.rules,
        Position(asked.position.state, asked.position.paused),
        StepTexts(texts(AskMe(side=COALITION)), answers={decision.key: Displace(to=("1810",))}),
        StepScript(dice),
    )
    assert [e.place for e in answered.events if isinstance(e, CommanderDisplaced)] == ["1810"]
    assert not table.rules.allows(table.state, decision, Displace(to=("0101",))).value


def test_7_4b_napoleon_s_capture_ends_the_battle() -> None:
    """VV-7.4b: capture counts like death."""
    table = Table.begin().only(chastel="0101", napoleon="1808", knoring="1909", wittgenstein="1909")
    dice = ScriptedDice({"capture/napoleon": [6]})
    told = table.moves(COALITION, Move(units=("knoring",), path=("1808",)), dice=dice)
    ending = told.table.state.ending
    assert ending is not None
    assert (ending.winner, ending.level, ending.rule) == (COALITION, "strategic", "VV-10.V2")
