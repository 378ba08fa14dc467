"""The view of the campaign: what maps and reports are made from, and what a side is not shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Table, View
from adjudicator.rulesets.campaign1813.context import INDEPENDENT
from adjudicator.rulesets.campaign1813.ruleset import Campaign1813, make
from adjudicator.rulesets.campaign1813.state import Pieces, Siege, Sighting, State
from adjudicator.rulesets.campaign1813.views.view import dates
from adjudicator.rulesets.campaign1813.views.view_tables import gauge, in_mp

FRENCH, ALLIED = Side("French"), Side("Allied")


@pytest.fixture(scope="module")
def rules() -> Campaign1813:
    return make({})


def opening(rules: Campaign1813, **changes: Any) -> State:
    return replace(rules.start(), turn=1, **changes)


def seen(rules: Campaign1813, state: State, side: Side) -> View:
    return rules.view(rules.known(state, side) if side != UMPIRE else state, side)


def table(view: View, title: str) -> Table:
    return next(one for one in view.tables if one.title.startswith(title))


def wearing(state: State, block: str, **changes: Any) -> State:
    blocks = {**state.pieces.blocks, block: replace(state.pieces.blocks[block], **changes)}
    return replace(state, pieces=Pieces(blocks))


def test_gen_2_the_calendar_is_in_every_view(rules: Campaign1813) -> None:
    """CAM-gen-1, CAM-gen-2: this turn's dates, and the turns to come."""
    view = seen(rules, opening(rules), FRENCH)
    assert view.clock == "16-18 August 1813"
    rows = table(view, "Calendar").rows
    assert rows[0][:3] == ("1 (now)", "1813-08-16", "1813-08-18")
    assert rows[-1][:3] == ("22", "1813-10-18", "1813-10-20")
    assert dates(rules.context.calendar[6]) == "31 August - 2 September 1813"


def test_unit_7_the_enemy_s_blocks_are_unknown_and_counted_by_nation(rules: Campaign1813) -> None:
    """CAM-unit-7: place and colour of each, nothing else."""
    view = seen(rules, opening(rules), FRENCH)
    theirs = [piece for piece in view.pieces if piece.side == ALLIED]
    assert len(theirs) == 125
    assert {piece.knowledge for piece in theirs} == {"unknown"}
    assert {piece.values for piece in theirs} == {()}
    assert {piece.kind for piece in theirs} == {"block"}
    berlin = sorted(piece.colour for piece in theirs if piece.place == "Berlin")
    assert berlin == ["Prussian"] * 8 + ["Swedish"]


def test_unit_7_looking_changes_nothing(rules: Campaign1813) -> None:
    """CAM-unit-7: the printed roster stays as it is, whatever sides have not seen; a start is a start again."""
    before = rules.start()
    seen(rules, opening(rules), FRENCH)
    seen(rules, opening(rules), ALLIED)
    assert len(rules.context.roster) == 237
    assert rules.dump(rules.start()) == rules.dump(before)


def test_unit_3_own_blocks_show_units_elan_and_points(rules: Campaign1813) -> None:
    """CAM-unit-3, CAM-unit-5: Philippon: three units of elan 5, 15 points."""
    state = wearing(opening(rules), "F016", hits=6, destroyed=1, disrupted="rout", routed_on=1, supply="out")
    piece = next(p for p in seen(rules, state, FRENCH).pieces if p.id == "F016")
    assert piece.values == ("2", "5", "9")
    assert piece.colour == "I"
    assert piece.marks == ("French", "disrupted", "routed this turn", "out of supply")
    assert next(p for p in seen(rules, state, FRENCH).pieces if p.id == "F001").values == ()


def test_unit_3_rosters_are_their_owner_s_alone(rules: Campaign1813) -> None:
    """CAM-unit-3: a side gets the rosters of its own armies, the umpire all."""
    state = opening(rules)
    french = [t.title for t in seen(rules, state, FRENCH).tables if t.title.startswith("Roster")]
    assert french[0] == "Roster: Grande Armée (breaks at 36)"
    assert not [title for title in french if "Silesia" in title or "Allied" in title]
    everything = [t.title for t in seen(rules, state, UMPIRE).tables if t.title.startswith("Roster")]
    assert len(everything) > len(french)
    row = next(r for r in table(seen(rules, state, FRENCH), "Roster: Grande").rows if r[0] == "1st Div Philippon")
    assert row == ("1st Div Philippon", "Dresden", "3 inf", "5", "15/15", "")


def test_break_1_gauges_show_own_losses_and_hide_the_enemy_s(rules: Campaign1813) -> None:
    """CAM-break-1: units lost against the break point; of the enemy only whether an army is broken."""
    state = wearing(opening(rules), "F016", hits=15, destroyed=3, status="eliminated", place=None)
    rows = {row[0]: row for row in table(seen(rules, state, FRENCH), "Break points").rows}
    assert rows["Grande Armée"][1:] == ("3", "36", gauge(3, 36))
    assert rows["Army of Silesia"][1:] == ("", "", "in the field")
    assert [t.value for t in seen(rules, state, FRENCH).tracks if t.name == "Grande Armée losses"] == [3]
    assert len(seen(rules, state, FRENCH).tracks) == 3
    assert len(seen(rules, state, UMPIRE).tracks) == 8
    broken = replace(state, broken=("BLU",))
    assert ("Army of Silesia", "", "", "broken") in table(seen(rules, broken, FRENCH), "Break points").rows


def test_break_1_the_least_loss_shows_on_a_gauge() -> None:
    """CAM-break-1: empty means unhurt, full means broken."""
    assert gauge(0, 36) == "." * 20
    assert gauge(1, 36).startswith("#.")
    assert gauge(36, 36) == gauge(50, 36) == "#" * 20


def test_supply_8_the_supply_table_names_depot_cost_and_range(rules: Campaign1813) -> None:
    """CAM-supply-8, CAM-supply-9: II Corps at Görlitz draws on Bautzen, half a point away."""
    state = opening(rules)
    rows = {row[0]: row for row in table(seen(rules, state, FRENCH), "Supply").rows}
    assert rows["II Corps"] == ("II Corps", "Görlitz", "Bautzen (C)", "0.5 of 3")
    marks = {mark.place for mark in seen(rules, state, FRENCH).marks if mark.kind == "supply"}
    road = rules.context.network.road("Gorlitz", "Bautzen")
    assert road is not None
    assert road.id in marks
    assert in_mp(rules.context, 5) == "2.5"


def test_supply_2_blocks_without_supply_are_listed(rules: Campaign1813) -> None:
    """CAM-supply-2: the table has a column for them once there are any."""
    state = wearing(opening(rules), "F021", supply="out")
    found = table(seen(rules, state, FRENCH), "Supply")
    assert found.columns[-1] == "without supply"
    assert [row[-1] for row in found.rows if row[-1]] == ["4th Div Dubreton"]


def test_road_1_roads_in_use_are_marked_with_their_limit(rules: Campaign1813) -> None:
    """CAM-road-1, CAM-unit-7: one counter for both sides; of the enemy's blocks no leader is told from a unit."""
    road = rules.context.network.road("Dresden", "Pirna")
    assert road is not None
    state = opening(rules, roads={road.id: {FRENCH: 6, ALLIED: 3}}, traffic={road.id: {FRENCH: 7, ALLIED: 4}})
    view = seen(rules, state, ALLIED)
    assert [mark.text for mark in view.marks if mark.kind == "used"] == ["10 of 10"]
    assert table(view, "Roads used").rows == (("Dresden - Pirna", "major", "10", "10", "closed"),)


def test_siege_4_sieges_are_marked_and_counted_in_days(rules: Campaign1813) -> None:
    """CAM-siege-4, CAM-assault-2: since when a fortress is besieged."""
    state = replace(opening(rules), turn=5, sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    view = seen(rules, state, FRENCH)
    assert table(view, "Sieges").rows == (("Torgau", "Allied", "2", "9"),)
    assert [m.text for m in view.marks if m.kind == "siege"] == ["besieged since turn 2"]


def test_recon_5_what_was_seen_once_is_remembered(rules: Campaign1813) -> None:
    """CAM-recon-5: the block is hidden again; the note of it stays, with its turn and town."""
    sighting = Sighting("F016", "Dresden", 1, current=False)
    state = opening(rules, sightings={ALLIED: {"F016": sighting}})
    ghosts = [piece for piece in seen(rules, state, ALLIED).pieces if piece.knowledge == "last_seen"]
    assert [(ghost.name, ghost.seen, ghost.values[-1]) for ghost in ghosts] == [
        ("1st Div Philippon", "turn 1 at Dresden", "?")
    ]
    assert not [piece for piece in seen(rules, state, UMPIRE).pieces if piece.knowledge == "last_seen"]


def test_supply_5_depots_are_listed_with_their_range(rules: Campaign1813) -> None:
    """CAM-supply-5: type and range of each, whoever holds it."""
    rows = table(seen(rules, opening(rules), ALLIED), "Depots").rows
    assert ("Berlin", "Allied", "A", "5") in rows
    assert ("Luckau", "French", "D", "2") in rows
    assert len(rows) == 28


def test_vic_3_objectives_and_towns_show_their_holder(rules: Campaign1813) -> None:
    """CAM-vic-3, CAM-vic-6: the six capitals, and who holds each town."""
    view = seen(rules, opening(rules), FRENCH)
    objectives = {mark.text: mark.side for mark in view.marks if mark.kind == "objective"}
    assert objectives == {
        **dict.fromkeys(("Leipzig", "Dresden", "Hamburg"), FRENCH),
        **dict.fromkeys(("Berlin", "Breslau", "Prague"), ALLIED),
    }
    assert len([mark for mark in view.marks if mark.kind == "held"]) == 200


def test_unit_2_a_block_stands_under_its_corps_else_its_army_else_nothing() -> None:
    """CAM-unit-2: Philippon in the I Corps, the artillery of the Guard in the Grande Armée, Dombrowski alone."""
    game = make({})
    view = game.view(game.known(game.start(), FRENCH), FRENCH)
    formations = {piece.id: piece.colour for piece in view.pieces}
    cards = game.context.roster
    army = [name for name, card in cards.items() if card.side == FRENCH and not card.corps and card.army == "NAP"]
    assert army
    assert {formations[name] for name in army} == {"NAP"}
    assert formations["F016"] == cards["F016"].corps != ""
    alone = [n for n, card in cards.items() if card.side == FRENCH and not card.corps and card.army == INDEPENDENT]
    assert {formations[name] for name in alone} == {""}
