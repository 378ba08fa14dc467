"""Chapter 2: counters: what is printed on them, and what follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.errors import DataError
from adjudicator.rulesets import vv1813
from adjudicator.rulesets.vv1813.combat.combat_drm import charge_value, morale_drm
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers, combat_results, read_outcome
from adjudicator.rulesets.vv1813.combat.engagement import (
    Engagement,
    fighter,
    is_holder,
    modifier_of,
    quality_of,
    steps_left,
    strength_of,
)
from adjudicator.rulesets.vv1813.combat.events import StepLost
from adjudicator.rulesets.vv1813.combat.losses import lose_step
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.movement.command import commands_formation
from adjudicator.rulesets.vv1813.movement.zones import excess, stacking_limit, zone
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Commander, Unit
from tests.support.vv_bautzen import Table, rules

COUNTERS = rules().context.counters


def loss(table: Table, unit: str) -> Table:
    """The table after a step loss of a unit."""
    return table.tell(lambda run: lose_step(run, unit, "result", "VV-8.5b")).table


@pytest.mark.parametrize(("kind", "points"), [("infantry", {2}), ("cavalry", {3, 4})])
def test_2_1a_infantry_has_two_points_cavalry_three_or_four(kind: str, points: set[int]) -> None:
    """VV-2.1a: the class is a column of the counters file, and the movement points fit it."""
    assert {c.movement for c in COUNTERS.values() if c.kind == kind} == points


def test_2_1b_tippelskirch_is_cavalry() -> None:
    """BAU-2.1b: pictured as foot, yet cavalry with 3 movement points."""
    counter = COUNTERS["von_tippelskirch"]
    assert (counter.kind, counter.movement) == ("cavalry", 3)


def test_2_1c_strength_is_that_of_the_side_showing() -> None:
    """VV-2.1c: front in front, back once turned over."""
    ctx = rules().context
    assert [strength_of(ctx, Unit("compans", "1201", reduced=turned)) for turned in (False, True)] == [6, 3]


def test_2_1d_quality_is_that_of_the_side_showing() -> None:
    """VV-2.1d: A in front, B behind; "?" is rolled for in each combat."""
    ctx = rules().context
    assert [quality_of(ctx, Unit("compans", "1201", reduced=turned)) for turned in (False, True)] == ["A", "B"]
    assert quality_of(ctx, Unit("franquemont", "1601")) == "?"
    assert {c.quality for c in COUNTERS.values() if c.kind != "commander"} == {"A", "B", "C", "?"}


def test_2_1e_only_the_formation_counts_for_command() -> None:
    """VV-2.1e: Blücher commands the Russian Rüdinger of his own formation, not the Russians of others."""
    ctx = rules().context
    assert commands_formation(ctx, "blucher", "rudinger")
    assert not commands_formation(ctx, "blucher", "lukov")
    assert COUNTERS["rudinger"].nation == "Russia"


def test_2_1f_nations_matter_only_where_a_rule_names_them() -> None:
    """VV-2.1f: three nations; Russian line infantry may hold, Prussian and French may not."""
    assert {c.nation for c in COUNTERS.values()} == {"France", "Russia", "Prussia"}
    assert [is_holder(COUNTERS[unit]) for unit in ("lukov", "horn", "compans")] == [True, False, False]


def test_2_1g_guard_units_are_marked_all_others_are_line() -> None:
    """VV-2.1g: eagles of France and Russia, crosses of Prussia."""
    guard = sorted(c.id for c in COUNTERS.values() if c.guard)
    assert guard == [
        "barois",
        "depraradovitch",
        "dumoustier",
        "friant",
        "lefebvre_desnouettes",
        "ornano",
        "rosen",
        "schaevitch",
        "von_tippelskirch",
    ]


def test_2_1h_two_steps_or_one() -> None:
    """VV-2.1h: Compans is turned over, then eliminated; Normann has no back and falls at once."""
    table = loss(Table.begin(), "compans")
    assert table.state.unit("compans").reduced
    assert steps_left(table.ctx, table.state.unit("compans")) == 1
    assert loss(table, "compans").state.unit("compans").status == "eliminated"
    assert loss(Table.begin(), "normann").state.unit("normann").status == "eliminated"


def test_2_1i_an_eliminated_unit_costs_morale() -> None:
    """VV-2.1i: the step that eliminates Normann costs the French a point; turning over costs nothing."""
    table = Table.begin()
    told = table.tell(lambda run: lose_step(run, "normann", "result", "VV-8.5b"))
    assert told.one(StepLost).eliminated
    assert told.one(MoraleChanged).change == -1
    turned = table.tell(lambda run: lose_step(run, "compans", "result", "VV-8.5b"))
    assert turned.of(MoraleChanged) == []


def test_2_1j_a_guard_unit_keeps_its_quality() -> None:
    """VV-2.1j: the back of every Guard counter has the quality of its front."""
    assert all(c.reduced_quality == c.quality for c in COUNTERS.values() if c.guard and c.reduced_quality)


def test_2_1j_a_data_pack_with_a_weaker_guard_back_is_refused(tmp_path: Path) -> None:
    """VV-2.1j: checked when the counters are loaded; the message names file, line and rule."""
    header = (
        "id,name,side,nation,formation,kind,strength,quality,reduced_strength,reduced_quality,movement,guard,source"
    )
    row = "friant,Friant,French,France,imperial_guard,infantry,4,A,2,B,2,1,text"
    (tmp_path / "units.csv").write_text(f"{header}\n{row}\n", "utf-8")
    with pytest.raises(DataError, match="line 2: The Guard unit Friant has quality A in front and B behind") as caught:
        vv1813.load("bautzen", {}, pack=tmp_path)
    assert "VV-2.1j" in caught.value.remedy


@pytest.mark.parametrize("modified", [10, 11, 12])
def test_2_1k_guard_may_advance_into_a_redoubt_on_ten_to_twelve(modified: int) -> None:
    """BAU-2.1k: rows 10 and 11 are marked for the Guard, row 12 for any unit, the Guard included."""
    table = combat_results(rules().context)
    assert read_outcome(table.read(modified)).mark == ("#" if modified == 12 else "•")
    assert all(read_outcome(table.read(lower)).mark == "" for lower in range(2, 10))


def test_2_1m_guard_units_never_suffer_from_low_morale() -> None:
    """VV-2.1m: at French morale 2 an attack by Friant alone has no penalty, one by Compans has."""
    table = Table.begin().put("1104", "friant").put("1203", "compans")
    ctx, units = table.ctx, table.state.army(FRENCH).units
    defenders = (fighter(ctx, table.state.unit("lukov")),)
    found = []
    for unit in ("friant", "compans"):
        combat = Engagement(FRENCH, ("1105",), (units[unit].place or "",), (fighter(ctx, units[unit]),), defenders)
        found.append(morale_drm(ctx, combat, {FRENCH: 2, COALITION: 9}, combat_modifiers(ctx)).value)
    assert found == [0, -1]


@pytest.mark.parametrize(
    ("unit", "bonus"), [("ornano", 1), ("schaevitch", 2), ("von_tippelskirch", 2), ("chastel", 0), ("von_dolffs", 1)]
)
def test_2_1n_guard_cavalry_charges(unit: str, bonus: int) -> None:
    """VV-2.1n: French Guard cavalry +1, Russian and Prussian +2; Coalition line cavalry +1, French line none."""
    ctx = rules().context
    assert charge_value(ctx, fighter(ctx, Unit(unit, "1401"))) == bonus


def test_2_1o_guard_of_every_nation_may_hold() -> None:
    """VV-2.1o: a Guard unit may lose a step in place of a retreat."""
    assert all(is_holder(COUNTERS[unit]) for unit in ("friant", "rosen", "von_tippelskirch", "ornano"))


def test_2_2a_a_commander_is_no_combat_unit() -> None:
    """VV-2.2a: no zone of control and no room in a stack; he has a formation and a modifier."""
    table = Table.begin().only(soult="1202", compans="1202", bonnet="1202", friedrich="1202")
    assert stacking_limit(table.ctx, table.state, FRENCH, "1202").value == 3
    assert len(table.state.army(FRENCH).units_at["1202"]) == 3
    assert excess(table.ctx, table.state, FRENCH, "1202") == 0
    alone = Table.begin().only(soult="1503")
    assert zone(alone.ctx, alone.state, FRENCH) == frozenset()
    assert (COUNTERS["soult"].formation, modifier_of(alone.ctx, alone.state.commander("soult"))) == ("soult", 2)


def test_2_2b_napoleon_and_wittgenstein_command_everybody() -> None:
    """BAU-2.2b: each every unit of his own camp, and none of the other's."""
    ctx = rules().context
    for chief, side in (("napoleon", FRENCH), ("wittgenstein", COALITION)):
        led = {c.id for c in COUNTERS.values() if c.kind != "commander" and commands_formation(ctx, chief, c.id)}
        assert led == {c.id for c in COUNTERS.values() if c.kind != "commander" and c.side == side}


@pytest.mark.parametrize("health", ["wounded", "killed"])
def test_2_2c_the_back_of_a_commander_is_used_once_he_is_hit(health: str) -> None:
    """VV-2.2c: Soult's modifier 2 becomes the 0 of his back."""
    ctx = rules().context
    assert modifier_of(ctx, Commander("soult", "1201")) == 2
    assert modifier_of(ctx, Commander("soult", "1201", health=health)) == 0  # type: ignore[arg-type]
