"""CAM: the battle brief says how the battle is won, where each road enters the table, and what scouts saw."""

from __future__ import annotations

from adjudicator.core.brief import Brief, Section
from adjudicator.core.types import UMPIRE, Side
from adjudicator.report.digest import together
from adjudicator.rulesets.campaign1813.battle.brief import briefs
from adjudicator.rulesets.campaign1813.battle.sketch import holders, table_edges
from adjudicator.rulesets.campaign1813.orders import FromTown, Reinforce
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.state import Sighting
from adjudicator.rulesets.campaign1813.turn.events import DefaultTaken
from tests.campaign1813.battles import battle
from tests.campaign1813.field import ALLIED, FRENCH, Field, rules

CTX = rules().context


def brief_for(field: Field, side: Side) -> Brief:
    (brief,) = briefs(field.rules.context, field.rules.known(field.state, side), side)
    return brief


def section(brief: Brief, title: str) -> Section:
    return next(one for one in brief.sections if one.title.startswith(title))


def test_bvic_2_to_4_the_brief_says_how_the_battle_is_won() -> None:
    """CAM-bvic-1, CAM-bvic-2, CAM-bvic-3, CAM-bvic-4: by morale, by points at the end of the day, else stalemate."""
    field = battle()
    won = section(brief_for(field, FRENCH), "How the battle is won")
    assert {"CAM-bvic-1", "CAM-bvic-2", "CAM-bvic-3", "CAM-bvic-4"} <= set(won.rules)
    said = " ".join(won.lines)
    assert "more victory points at the end of the battle day" in said
    assert "stalemate: the Allied attacked, and retreat at once" in said
    assert "The French are routed when" in said
    assert "The Allied are routed when" not in said, "their strength is hidden from the French"


def test_terr_4_roads_enter_by_the_edge_that_the_map_shows() -> None:
    """CAM-terr-4: Dahme lies north of Luckau, so its road is the attacker's edge and the south is the defender's."""
    edges = table_edges(CTX, "Luckau", ["Dahme"])
    assert edges["Dahme"] == "near"
    opposite = table_edges(CTX, "Luckau", ["Cottbus"])
    assert opposite["Cottbus"] == "near"
    assert opposite["Dahme"] != "near"
    for end in edges:
        turned = table_edges(CTX, "Luckau", [end])
        assert turned[end] == "near"
        if end != "Dahme":  # seen from the other edge, right is left
            seen = (turned["Dahme"], edges[end])
            assert seen in {("far", "far"), ("near", "near"), ("left", "right"), ("right", "left")}


def test_terr_4_the_sketch_shows_every_road_once() -> None:
    """CAM-terr-4: four edges, each road at one of them, the attacker below."""
    field = battle()
    table = section(brief_for(field, FRENCH), "Deployment").tables[0]
    words = " ".join(cell for row in table.rows for cell in row)
    for road in CTX.network.roads_at["Luckau"]:
        assert words.count(CTX.town(road.other("Luckau"))) == 1
    assert table.rows[2][1].startswith("edge of the Allied: Dahme")
    assert table.rows[0][1].startswith("edge of the French")


def test_terr_4_roads_are_said_to_lead_to_whoever_holds_their_other_end() -> None:
    """CAM-terr-4: a road to a town of the attacker's is not said to lie behind the defender."""
    field = battle()
    lines = section(brief_for(field, FRENCH), "Deployment").lines
    theirs = next(line for line in lines if line.startswith("To towns of the Allied"))
    ours = next(line for line in lines if line.startswith("To towns of the French"))
    assert CTX.town("Lubben") in theirs
    assert CTX.town("Cottbus") in ours
    assert CTX.town("Torgau") in ours
    found = holders(field.state, "Luckau", CTX.network.roads_at["Luckau"])
    assert (found["Lubben"], found["Cottbus"]) == (ALLIED, FRENCH)


def test_recon_5_the_brief_names_what_scouts_saw_and_only_to_their_side() -> None:
    """CAM-recon-5: notes of reconnaissance stand beside the hidden blocks; nothing of them in the enemy's brief."""
    field = battle()
    note = Sighting("F081", "Luckau", field.state.turn, None, current=False)
    field.having(sightings={ALLIED: {"F081": note}})
    told = " ".join(section(brief_for(field, ALLIED), "Forces: French").lines)
    assert f"Your scouts saw {CTX.name('F081')} at Luckau on turn {field.state.turn}." in told
    own = " ".join(line for part in brief_for(field, FRENCH).sections for line in part.lines)
    assert "Your scouts saw" not in own
    far = Sighting("F081", "Hamburg", field.state.turn, None, current=False)
    field.having(sightings={ALLIED: {"F081": far}})
    assert "Your scouts saw" not in " ".join(section(brief_for(field, ALLIED), "Forces: French").lines)


# --- what a side is told of its own silence, and knows of the enemy ------------------------------------------------


def test_decisions_by_default_are_told_to_their_owner_alone() -> None:
    """CAM-reinf-2, CAM-battle-5: who wrote nothing about a battle reads that the default decided."""
    field = battle()
    told = [event for event in field.events if isinstance(event, DefaultTaken)]
    assert (FRENCH, "break_off", "Luckau") in {(e.side, e.decision, e.place) for e in told}
    french = next(event for event in told if event.side == FRENCH)
    assert field.rules.show(field.state, french, FRENCH) == french
    assert field.rules.show(field.state, french, ALLIED) is None
    assert not any(event.decision == "reveal" for event in told)


def test_unit_7_a_named_block_is_known_as_worn_as_it_was_seen() -> None:
    """CAM-unit-3, CAM-unit-7: hits as they were when the block was seen; a fresh one has none."""
    field = battle()
    seen = {
        "F081": Sighting("F081", "Luckau", 1, 6, current=True),
        "F082": Sighting("F082", "Luckau", 1, None, current=True),
    }
    field.having(sightings={ALLIED: seen})
    known = field.rules.known(field.state, ALLIED)
    assert known.pieces.blocks["F081"].hits == 6
    assert known.pieces.blocks["F082"].hits == 0
    assert "F083" not in known.pieces.blocks


def test_unit_7_what_is_known_of_roads_stays_known() -> None:
    """CAM-road-1, CAM-lead-2: of the enemy the blocks that passed, of the own side the units; and no more when asked
    twice."""
    field = Field({"Dresden": "F016"})
    road = CTX.network.road("Dresden", "Pirna")
    assert road is not None
    field.having(roads={road.id: {FRENCH: 2, ALLIED: 1}}, traffic={road.id: {FRENCH: 3, ALLIED: 2}})
    for side, uses in ((FRENCH, {FRENCH: 2, ALLIED: 2}), (ALLIED, {FRENCH: 3, ALLIED: 1})):
        known = field.rules.known(field.state, side)
        assert known.roads[road.id] == uses
        assert field.rules.known(known, side).roads[road.id] == uses


def test_terr_4_the_edges_of_goldberg() -> None:
    """CAM-terr-4: with the attacker in the south, Liegnitz lies at his right hand and Löwenberg at his left."""
    edges = table_edges(CTX, "Goldberg", ["Hirschberg", "Jauer"])
    assert {CTX.town(end): edge for end, edge in edges.items()} == {
        "Bunzlau": "far",
        "Hirschberg": "near",
        "Jauer": "near",
        "Liegnitz": "right",
        "Löwenberg (Silesia)": "left",
    }
    assert table_edges(CTX, "Goldberg", []).keys() == edges.keys()
    assert "near" in table_edges(CTX, "Goldberg", []).values()


def test_reinf_9_the_form_names_first_who_was_sent() -> None:
    """CAM-reinf-2, CAM-reinf-9: of the blocks at Lubben the one that the orders sent."""
    wish = Reinforce(groups=(FromTown(units=("P024",), origin="Lubben"),))
    field = battle(answers={"reinforce/Allied": wish})
    (brief,) = briefs(field.ctx, field.state, UMPIRE)
    come = [line.order for line in brief.form if isinstance(line.order, ro.Arrived)]
    assert come[0].units[0] == "P024"


def test_decisions_by_default_of_one_battle_are_told_in_one_sentence() -> None:
    """CAM-reinf-2, CAM-retreat-1: side by side, of one side and place."""
    default: dict[str, object] = {"kind": "default_taken", "side": "French", "place": "Luckau", "rule": "CAM-reinf-2"}
    other = {**default, "side": "Allied"}
    mine = [("4.1", {**default, "decision": "reinforce"}), ("4.2", {**default, "decision": "break_off"})]
    ways = {"together": ["default_taken"]}
    told = [(address, len(event.get("together", ()))) for address, event in together([*mine, ("4.3", other)], ways)]
    assert told == [("4.1", 2), ("4.3", 1)]


def test_obj_3_and_4_the_brief_says_what_an_objective_is_worth() -> None:
    """CAM-obj-3, CAM-obj-4: by its sort, and on a crossing by a die."""
    (table,) = section(brief_for(battle(), FRENCH), "Objectives").tables
    assert table.rows == (
        ("village", "1"),
        ("town", "2"),
        ("city", "3"),
        ("river crossing or crossroads, die 1-2", "1"),
        ("river crossing or crossroads, die 3-4", "2"),
        ("river crossing or crossroads, die 5-6", "3"),
    )
