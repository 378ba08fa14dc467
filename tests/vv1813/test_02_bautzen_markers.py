"""Chapter 2 at Bautzen: the two Jominis, Discord, Alexander, The Prussian Arapiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.events import Refused
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.rulesets.vv1813.combat.aftermath_events import CombatRefused
from adjudicator.rulesets.vv1813.games.bautzen.events import (
    MarkersCancelled,
    MoveDirected,
    NeyCorpsPaced,
    NeyMarkerInspected,
)
from adjudicator.rulesets.vv1813.games.bautzen.markers import at_odds
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.events import MarkerPlayed
from adjudicator.rulesets.vv1813.movement.command import attack_ban
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, UnitsMoved, UnitsRestricted, UnitsSaved
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.orders import Attack, Direct, Move, Play, RetreatBefore, Reveal, TacticalMovement
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.events import GeneralRetreatOrdered
from tests.support.vv_bautzen import Table, Told, rules
from tests.support.vv_positions import position, when

STRATEGIST = Play(marker="jomini_strategist")
DESERTS = Reveal(marker="jomini_enemy")
DISCORD = Reveal(marker="discord")


def points(table: Table, unit: str) -> int:
    """The movement points of a unit this turn."""
    return allowance(table.ctx, table.state, unit).value


def with_strategist(**options: str) -> Table:
    return Table.begin(turn=3, **options).holding(FRENCH, "jomini_strategist")


def hidden(*kinds: str, turn: int = 3, **options: str) -> Table:
    """A table on which the Coalition holds markers that the French have not seen."""
    return Table.begin(turn=turn, **options).holding(COALITION, *kinds)


# --- inventory ---------------------------------------------------------------------------------------------


def test_2_0a_thirteen_and_nine_markers() -> None:
    """BAU-2.0a: 13 Coalition and 9 French markers; Ney's three come on top."""
    markers = rules().start().markers.values()
    assert [sum(m.owner == side for m in markers) for side in (COALITION, FRENCH)] == [13, 9]
    assert len(rules().context.facts["game"].ney.texts) == 3


# --- Jomini the Strategist ---------------------------------------------------------------------------------


def test_2_i1_the_strategist_triples_ney_s_corps_on_their_first_move() -> None:
    """BAU-2.I1: played on turn 3, it works on the turn that Ney enters, and on that turn only."""
    played = with_strategist().moves(FRENCH, STRATEGIST).table
    assert points(played, "souham") == 2
    entered = played.turn(4).put("2301", "ney").moves(FRENCH)
    assert entered.one(NeyCorpsPaced).pace == "tripled"
    assert [points(entered.table, unit) for unit in ("souham", "ricard", "beurmann", "compans")] == [6, 6, 12, 4]
    later = entered.table.turn(5).moves(FRENCH)
    assert later.of(NeyCorpsPaced) == []
    assert points(later.table, "souham") == 4


def test_2_i1_it_comes_before_anything_else_in_the_movement() -> None:
    """BAU-2.I1: written last, played first: before Discord can be, too."""
    table = with_strategist().holding(COALITION, "discord").answering(reveal=DISCORD)
    told = table.moves(FRENCH, Move(units=("compans",), destination="1302"), STRATEGIST)
    assert [event.marker_kind for event in told.of(MarkerPlayed)] == ["jomini_strategist", "discord"]


@pytest.mark.parametrize(("option", "tripled"), [("works", 6), ("void", 4)])
def test_2_i1_played_after_the_first_move(option: str, tripled: int) -> None:
    """BAU-2.I1, option jomini_late: it works on the corps' next movement phase, or not at all."""
    table = with_strategist(jomini_late=option).put("2301", "ney").moves(FRENCH).table
    told = table.turn(4).moves(FRENCH, STRATEGIST)
    assert points(told.table, "souham") == tripled


@pytest.mark.parametrize("option", ["works", "void"])
def test_2_i1_played_on_the_turn_of_the_first_move(option: str) -> None:
    """BAU-2.I1, option jomini_late: on the turn on which Ney enters it is not late."""
    told = with_strategist(jomini_late=option).put("2301", "ney").moves(FRENCH, STRATEGIST)
    assert points(told.table, "souham") == 6


def test_2_i1_needs_the_marker_in_hand() -> None:
    """BAU-2.I1: an order for a marker that is not held is refused with a sentence."""
    told = Table.begin(turn=3).moves(FRENCH, STRATEGIST)
    assert told.one(Refused).reason == "Jomini the Strategist is not in your hand."


def test_2_i2_it_cancels_jomini_goes_to_the_enemy() -> None:
    """BAU-2.I2, BAU-2.0b: the Coalition can no longer play it, in neither sequence, nor is it asked."""
    told = with_strategist().holding(COALITION, "jomini_enemy").moves(FRENCH, STRATEGIST)
    assert told.one(MarkersCancelled).marker_kinds == ("jomini_enemy",)
    assert [d.units for d in told.asked if d.kind == "reveal"] == [("discord",)]
    own = told.table.moves(COALITION, Play(marker="jomini_enemy"))
    assert own.one(Refused).rule == "BAU-2.0b"


# --- Jomini goes to the enemy ------------------------------------------------------------------------------


def test_2_b1_the_coalition_looks_at_the_next_ney_marker() -> None:
    """BAU-2.B1: only the Coalition learns what it says; the marker stays where it is."""
    told = hidden("jomini_enemy").answering(reveal=DESERTS).moves(FRENCH)
    seen = told.one(NeyMarkerInspected)
    assert (seen.space, seen.text) == (1, "2301")
    show = told.table.rules.show
    shown = show(told.table.state, seen, FRENCH)
    assert isinstance(shown, NeyMarkerInspected)
    assert shown.text == "?"
    assert bautzen(told.table.rules.known(told.table.state, COALITION)).ney_spaces == ("2301", "?", "?")
    assert bautzen(told.table.rules.known(told.table.state, FRENCH)).ney_spaces == ("?", "?", "?")
    assert bautzen(told.table.state).ney_spaces == ("2301", "2306", "2301+1")


def test_2_b1_it_can_be_played_in_the_coalition_s_own_sequence() -> None:
    """BAU-2.B1: by an order; once per game."""
    told = hidden("jomini_enemy").moves(COALITION, Play(marker="jomini_enemy"))
    assert told.one(MarkerPlayed).back is None
    assert told.one(NeyMarkerInspected).space == 1
    again = told.table.moves(COALITION, Play(marker="jomini_enemy"))
    assert again.one(Refused).reason == "Jomini goes to the enemy is not in your hand."


def test_2_b1_nothing_is_looked_at_when_no_ney_marker_lies_face_down() -> None:
    """BAU-2.B1: after the reveal the marker still halves and cuts command."""
    table = hidden("jomini_enemy").stage("French opening", ScriptedDice({"T3/Ney": [1]})).table
    told = table.answering(reveal=DESERTS).moves(FRENCH)
    assert told.of(NeyMarkerInspected) == []
    assert told.one(NeyCorpsPaced).pace == "halved"


def test_2_b2_the_corps_move_at_half_pace_on_their_next_activation() -> None:
    """BAU-2.B2: on the turn Ney enters; the advance guard's moves before do not use it up."""
    played = hidden("jomini_enemy").answering(reveal=DESERTS).moves(FRENCH)
    assert played.of(NeyCorpsPaced) == []
    entered = played.table.turn(4).put("2301", "ney").moves(FRENCH)
    assert entered.one(NeyCorpsPaced).pace == "halved"
    assert [points(entered.table, unit) for unit in ("souham", "beurmann", "compans")] == [2, 4, 4]
    later = entered.table.turn(5).moves(FRENCH)
    assert later.of(NeyCorpsPaced) == []
    assert points(later.table, "souham") == 4


def test_7_2c_halving_rounds_up() -> None:
    """VV-7.2c, option ooc_mp: three points of a unit out of command become two."""
    table = Table.begin(ooc_mp="half_up").only(ornano="0101", napoleon="2201")
    told = table.moves(FRENCH)
    assert points(told.table, "ornano") == 2


@pytest.mark.parametrize(("option", "later"), [("turn", ()), ("game", ("maison", "souham"))])
def test_2_b3_the_command_distance_of_ney_s_corps_is_two(option: str, later: tuple[str, ...]) -> None:
    """BAU-2.B3, option jomini_cmd: two places from Ney (or five from Napoleon), for that turn or for good."""
    table = hidden("jomini_enemy", jomini_cmd=option).answering(reveal=DESERTS).put("2001", "ney")
    told = table.moves(FRENCH)
    cut = [unit for unit in told.one(CommandChecked).out_of_command if unit in ("albert", "maison", "souham")]
    assert cut == ["maison", "souham"]  # Albert in 2202 is two places away
    next_turn = told.table.turn(4).moves(FRENCH).one(CommandChecked).out_of_command
    assert tuple(unit for unit in next_turn if unit in ("albert", "maison", "souham")) == later


def test_2_b3_napoleon_s_range_stays_five() -> None:
    """BAU-2.B3: Souham three places from Napoleon is in command although Ney is far away."""
    table = hidden("jomini_enemy").answering(reveal=DESERTS).put("0101", "ney").put("2001", "napoleon")
    out = table.moves(FRENCH).one(CommandChecked).out_of_command
    assert "souham" not in out


@pytest.mark.parametrize(("kind", "answer"), [("jomini_enemy", DESERTS), ("discord", DISCORD)])
def test_2_b4_the_strategist_is_cancelled_by_what_came_first(kind: str, answer: Reveal) -> None:
    """BAU-2.B4, BAU-2.0b: after Jomini goes to the enemy, or Discord, the Strategist is worth nothing."""
    table = hidden(kind).holding(FRENCH, "jomini_strategist").answering(reveal=answer)
    told = table.moves(FRENCH)
    assert told.one(MarkersCancelled).marker_kinds == ("jomini_strategist",)
    late = told.table.turn(4).moves(FRENCH, STRATEGIST)
    assert late.one(Refused).rule == "BAU-2.0b"
    assert late.of(MarkerPlayed) == []


# --- Discord -----------------------------------------------------------------------------------------------


def test_2_d1_discord_belongs_to_the_french_movement() -> None:
    """BAU-2.D1: an order in the Coalition's own sequence is refused, with the standing order to write."""
    told = hidden("discord").moves(COALITION, Play(marker="discord"))
    assert told.one(Refused).rule == "BAU-2.D1"
    assert "standing order" in told.one(Refused).remedy


def test_2_d1_once_per_game_and_kept_by_default() -> None:
    """BAU-2.D1: the default keeps it (D08); played, it is gone and no longer asked for."""
    kept = hidden("discord").moves(FRENCH)
    assert kept.of(MarkerPlayed) == []
    played = hidden("discord").answering(reveal=DISCORD).moves(FRENCH)
    assert played.one(MarkerPlayed).back is None
    assert played.table.state.markers["coalition_discord_1"].place == "gone"
    assert played.table.moves(FRENCH).of(MarkerPlayed) == []


def test_2_d1_the_question_does_not_show_that_discord_is_held() -> None:
    """BAU-2.D1, VV-7.3a: with any unseen marker in the Coalition's hand the same questions are asked."""
    with_it = hidden("discord").moves(FRENCH)
    without = hidden("jaschwill").moves(FRENCH)
    assert [d.key for d in with_it.asked] == [d.key for d in without.asked]
    assert [d.units for d in without.asked] == [("jomini_enemy",), ("discord",)]
    assert Table.begin(turn=3).moves(FRENCH).asked == ()


def test_2_d1_discord_that_is_not_held_is_no_answer() -> None:
    """BAU-2.D1: nor has it an effect."""
    table = hidden("jaschwill")
    told = table.answering(reveal=DISCORD).moves(FRENCH)
    assert told.of(MarkerPlayed) == []
    decision = told.asked[1]
    assert table.rules.allows(table.state, decision, DISCORD).because == "You do not hold Discord."
    assert table.rules.allows(table.state, decision, DESERTS).because == "This question is about Discord."
    assert table.rules.allows(table.state, decision, Reveal()).value


def test_2_d1_each_standing_order_speaks_for_its_own_marker() -> None:
    """BAU-2.D1: a standing order for Discord does not hide the one for Jomini that follows it."""
    table = hidden("discord", "jomini_enemy")
    jomini, discord = table.moves(FRENCH).asked
    mine = tuple(Standing(side=COALITION, decision="reveal", choice=choice) for choice in (DISCORD, DESERTS))
    assert table.rules.standing(table.state, jomini, mine) == DESERTS
    assert table.rules.standing(table.state, discord, mine) == DISCORD


def test_2_d1_ask_me_pauses_the_french_movement() -> None:
    """BAU-2.D1: through the engine: `ask me about revealing`."""
    table = hidden("discord")
    me = Standing(side=COALITION, decision="reveal", choice=AskMe(side=COALITION))
    step = table.step(Orders(standing={COALITION: (me,)}))
    assert step.position.paused is not None
    assert [d.units for d in step.position.paused.open] == [("jomini_enemy",)]
    texts = Orders(standing={COALITION: (me,)})
    second = table.answered(step, texts, Reveal())
    assert second.position.paused is not None
    assert [d.units for d in second.position.paused.open] == [("discord",)]
    played = table.answered(second, texts, DISCORD)
    assert [e.marker_kind for e in played.events if isinstance(e, MarkerPlayed)] == ["discord"]


def test_2_d1_a_standing_order_plays_it_without_a_pause() -> None:
    """BAU-2.D1: through the engine: `in the enemy movement: play Discord`."""
    mine = Standing(side=COALITION, decision="reveal", choice=DISCORD)
    step = hidden("discord").step(Orders(standing={COALITION: (mine,)}))
    assert [e.marker_kind for e in step.events if isinstance(e, MarkerPlayed)] == ["discord"]
    assert [r.source for r in step.resolved if r.decision.kind == "reveal"] == ["default", "standing"]


def test_2_d2_units_out_of_napoleon_s_range_are_bound() -> None:
    """BAU-2.D2: Soult's and Ney's units beyond five places from Napoleon: one place, no zone; others are free."""
    table = hidden("discord").answering(reveal=DISCORD)
    told = table.moves(
        FRENCH, Move(units=("morand",), path=("1702", "1802")), Move(units=("bonnet",), path=("1103", "1203"))
    )
    bound = told.of(UnitsRestricted)[0]
    assert bound.rule == "BAU-2.D2"
    assert {"morand", "fontanelli", "souham", "maison", "albert", "ricard"} <= set(bound.units)
    assert not {"bonnet", "friedrich", "compans", "gerard", "chastel"} & set(bound.units)
    assert told.table.place_of("morand") == "1702"
    assert told.table.place_of("bonnet") == "1203"


@pytest.mark.parametrize(("place", "bound"), [("0907", False), ("0908", True)])
def test_2_d2_napoleon_s_range_is_five_places(place: str, bound: bool) -> None:
    """BAU-2.D2: at five places from Napoleon in 0902 a unit of Soult's is free, at six it is not."""
    table = Table.begin().only(napoleon="0902", compans=place, bonnet="2101")
    assert ("compans" in at_odds(table.ctx, table.state)) == bound
    assert "bonnet" in at_odds(table.ctx, table.state)


def test_2_d2_the_range_is_measured_before_anybody_moves() -> None:
    """BAU-2.D2: Napoleon's ride comes too late for Morand."""
    told = (
        hidden("discord")
        .answering(reveal=DISCORD)
        .moves(
            FRENCH,
            Move(units=("napoleon",), path=("0902", "1002", "1102", "1202", "1301", "1302")),
            Move(units=("morand",), path=("1702", "1802")),
        )
    )
    assert told.table.place_of("morand") == "1702"


def test_2_d2_no_entry_into_a_zone() -> None:
    """BAU-2.D2: Morand may not enter Pirch's zone even with his one place."""
    table = hidden("discord").answering(reveal=DISCORD).put("1702", "morand")
    told = table.moves(FRENCH, Move(units=("morand",), path=("1802",)))
    assert told.of(UnitsMoved) == []
    assert told.one(Refused).rule == "BAU-2.D2"


def test_2_d3_units_in_a_zone_may_not_attack() -> None:
    """BAU-2.D3: those of them already in an enemy zone; the ban does not touch units within Napoleon's range."""
    table = hidden("discord").answering(reveal=DISCORD).put("1802", "morand").put("1702", "soult")
    told = table.moves(FRENCH)
    ban = told.of(UnitsRestricted)[1]
    assert (ban.rule, ban.units, ban.no_attack) == ("BAU-2.D3", ("morand",), True)
    assert attack_ban(told.table.ctx, told.table.state, "morand") == "BAU-2.D3"
    assert attack_ban(told.table.ctx, told.table.state, "bonnet") is None


def test_2_d4_after_the_strategist_only_soult_s_corps_quarrel() -> None:
    """BAU-2.D4, BAU-2.I2: Ney's units are left alone, Soult's are bound."""
    table = with_strategist().moves(FRENCH, STRATEGIST).table.holding(COALITION, "discord")
    assert at_odds(table.ctx, table.state) == ("briche", "fontanelli", "franquemont", "morand")
    told = table.turn(4).answering(reveal=DISCORD).moves(FRENCH)
    assert told.of(UnitsRestricted)[0].units == ("briche", "fontanelli", "franquemont", "morand")
    assert told.of(MarkersCancelled) == []


# --- Alexander ---------------------------------------------------------------------------------------------

ALEXANDER = Play(marker="alexander")


def directed(*orders: Direct, turn: int = 3, at: dict[str, str] | None = None) -> Told:
    """Alexander is played with some directed moves; then the Coalition's sequence opens."""
    table = Table.begin(turn=turn).holding(FRENCH, "alexander")
    for piece, place in (at or {}).items():
        table = table.put(place, piece)
    told = table.moves(FRENCH, ALEXANDER, *orders)
    opened = told.table.stage("Coalition opening")
    return Told(opened.table, (*told.events, *opened.events), opened.asked)


def test_2_g1_the_french_move_units_of_the_third_line() -> None:
    """BAU-2.G1: when the Coalition's sequence opens, before it writes; Rosen walks toward the French."""
    told = directed(Direct(units=("rosen",), destination="0608"))
    moved = told.one(UnitsMoved)
    assert (moved.side, moved.by, moved.units, moved.path) == (COALITION, FRENCH, ("rosen",), ("0609", "0608"))
    assert moved.rule == "BAU-2.G1"
    assert told.one(MarkerPlayed).back is None


def test_2_g1_a_unit_so_moved_does_not_move_again() -> None:
    """BAU-2.G1: its own side's order for it is refused."""
    told = directed(Direct(units=("rosen",), destination="0609"))
    again = told.table.moves(COALITION, Move(units=("rosen",), destination="0610"))
    assert again.one(Refused).reason == "Rosen, at 0609, has already moved this turn."


@pytest.mark.parametrize(
    ("unit", "way", "rule"),
    [
        ("lukov", {"destination": "1106"}, "BAU-2.G1"),
        ("compans", {"destination": "1202"}, "BAU-2.G1"),
        ("wittgenstein", {"destination": "0908"}, "BAU-2.G1"),
    ],
)
def test_2_g1_only_units_of_the_third_line(unit: str, way: dict[str, str], rule: str) -> None:
    """BAU-2.G1: Guard formation and Karpenkov; nobody else, and no commander."""
    told = directed(Direct(units=(unit,), **way))
    assert told.one(Refused).rule == rule
    assert "Karpenkov" in told.one(Refused).remedy
    assert told.of(MoveDirected) == []


def test_2_g1_not_more_than_two_rows_back() -> None:
    """BAU-2.G1: Schaevitch (4 points) at 1008 may be sent to row 10, not to row 11."""
    far = directed(Direct(units=("schaevitch",), path=("1009", "1010", "1011")))
    assert far.one(Refused).reason == "Schaevitch cannot go there: they may not be moved more than 2 places back."
    near = directed(Direct(units=("schaevitch",), destination="1010"))
    assert near.one(UnitsMoved).path == ("1009", "1010")
    beyond = directed(Direct(units=("schaevitch",), destination="1011"))
    assert beyond.one(Refused).rule == "BAU-2.G1"


def test_2_g1_within_movement_points_and_the_usual_rules() -> None:
    """BAU-2.G1: Karpenkov (2 points) goes two places of three; an unknown way is refused when it comes to it."""
    told = directed(Direct(units=("karpenkov",), path=("1004", "0904", "0903")))
    moved = told.one(UnitsMoved)
    assert moved.goal == "0903"
    assert len(moved.path) < 3
    wrong = directed(Direct(units=("rosen",), path=("9910",)))
    assert wrong.one(Refused).reason == "Rosen cannot go there: 9910 is not on the map."
    held = directed(Direct(units=("rosen",), destination="0808"), at={"compans": "0808"})
    assert held.one(Refused).rule == "VV-7.1d"


def test_2_g1_the_same_unit_twice() -> None:
    """BAU-2.G1: the second direction of a unit is refused; nobody is moved twice."""
    told = directed(Direct(units=("rosen",), destination="0609"), Direct(units=("rosen",), destination="0610"))
    assert told.one(Refused).reason.startswith("Rosen has already been moved this turn")


def test_2_g1_not_without_the_marker() -> None:
    """BAU-2.G1: `direct` needs Alexander, played above it on the same turn."""
    table = Table.begin(turn=3).holding(FRENCH, "alexander")
    told = table.moves(FRENCH, Direct(units=("rosen",), destination="0609"))
    assert told.one(Refused).remedy == "Write `play Alexander` above this order, if you hold it."
    assert Table.begin().moves(COALITION, Direct(units=("rosen",), destination="0609")).one(Refused).rule == "BAU-2.G1"
    played = table.moves(FRENCH, ALEXANDER).table.stage("Coalition opening").table
    late = played.turn(4).moves(FRENCH, Direct(units=("rosen",), destination="0609"))
    assert (late.one(Refused).rule, late.of(MoveDirected)) == ("BAU-2.G1", [])


def test_2_g1_the_plan_is_secret_until_it_is_carried_out() -> None:
    """BAU-2.G1, VV-7.3a: the Coalition sees the marker, not the moves; once moved, the French know those units."""
    table = Table.begin(turn=3).holding(FRENCH, "alexander")
    told = table.moves(FRENCH, ALEXANDER, Direct(units=("rosen",), destination="0608"))
    planned = told.one(MoveDirected)
    show = table.rules.show
    assert show(told.table.state, planned, COALITION) is None
    assert show(told.table.state, planned, FRENCH) == planned
    assert bautzen(table.rules.known(told.table.state, COALITION)).directed == ()
    after = told.table.stage("Coalition opening").table
    seen = table.rules.known(after.state, FRENCH).army(COALITION).units
    assert seen["rosen"].place == "0608"


def test_2_g1_plans_do_not_outlive_the_turn() -> None:
    """BAU-2.G1: what was not carried out by the end of the turn is forgotten."""
    table = Table.begin(turn=3).holding(FRENCH, "alexander")
    told = table.moves(FRENCH, ALEXANDER, Direct(units=("rosen",), destination="0608"))
    assert bautzen(told.table.turn(4).state).directed == ()


# --- The Prussian Arapiles ---------------------------------------------------------------------------------

ARAPILES = Play(marker="arapiles")


def arapiles(turn: int = 5, **options: str) -> Table:
    """The Arapiles are played on a turn on which the general retreat is on."""
    table = Table.begin(turn=turn, **options).holding(FRENCH, "arapiles")
    retreating = table.happen(GeneralRetreatOrdered(side=COALITION, turn=turn))
    return retreating.moves(FRENCH, ARAPILES).table


@pytest.mark.parametrize(("turn", "prussian"), [(5, False), (6, False), (7, True)])
def test_2_h1_prussians_have_no_general_retreat_for_two_turns(turn: int, prussian: bool) -> None:
    """BAU-2.H1, BAU-2.H3: on turn n and the next; from n+2 they have it. Russians are not touched."""
    table = arapiles().turn(turn)
    rights = table.ctx.game.has_retreat_rights
    assert rights(table.ctx, table.state, "horn") == prussian
    assert rights(table.ctx, table.state, "lukov")
    assert not rights(table.ctx, table.state, "compans")


def test_2_h1_a_prussian_who_would_leave_the_map_reads_why_not() -> None:
    """BAU-2.H1, VV-10.G2: at a place of exit the marker keeps him, and the refusal names its rule; Blücher may go."""
    table = arapiles().put("1612", "horn", "blucher")
    told = table.moves(COALITION, Move(units=("horn",), leave=True), Move(units=("blucher",), leave=True))
    assert (told.one(Refused).rule, told.one(Refused).line) == ("BAU-2.H1", 1)
    assert "Horn" in told.one(Refused).reason
    assert told.one(UnitsSaved).commanders == ("blucher",)


@pytest.mark.parametrize(("option", "end"), [("yes", "1604"), ("no", "1605")])
def test_2_h2_prussians_do_not_leave_the_heights(option: str, end: str) -> None:
    """BAU-2.H2, option arapiles_pin: von Mutius may not go down to Klein-Bautzen of his own will."""
    told = arapiles(arapiles_pin=option).moves(COALITION, Move(units=("von_mutius",), path=("1605",)))
    assert told.table.place_of("von_mutius") == end
    if option == "yes":
        assert told.one(Refused).rule == "BAU-2.H2"


@pytest.mark.parametrize(("stack", "refuses"), [("starkenfeld rudinger", False), ("rudinger", True)])
def test_2_h2_a_stack_with_a_prussian_does_not_refuse_combat_on_the_heights(stack: str, refuses: bool) -> None:
    """BAU-2.H2, VV-8.3a: no other height is free; Rüdinger, a Russian, rides off alone, beside a Prussian he stays."""
    field = position(f"1503: compans | 1704: ledru | 1504: {stack}")
    bound = field.changed(game=replace(bautzen(field.state), arapiles=field.state.turn))
    ride = when(COALITION, "retreat_before_combat", RetreatBefore())
    for one, may in ((field, True), (bound, refuses)):
        told = one.combat(FRENCH, Attack(targets=("1504",), advance=()), otherwise=3, standing=[ride])
        assert bool(told.of(CombatRefused)) == may


def test_2_h2_from_height_to_height_and_back_to_them() -> None:
    """BAU-2.H2: within the four hexes they may move, others may join, Russians may go."""
    table = arapiles()
    assert table.moves(COALITION, Move(units=("von_mutius",), path=("1704",))).table.place_of("von_mutius") == "1704"
    joined = table.put("1606", "horn").moves(COALITION, Move(units=("horn",), path=("1605",)))
    assert joined.table.place_of("horn") == "1605"
    assert table.moves(COALITION, Move(units=("rudinger",), path=("1505",))).table.place_of("rudinger") == "1505"


def test_2_h2_a_path_is_found_round_the_ban() -> None:
    """BAU-2.H2: the cheapest way keeps to what is allowed; where there is none the refusal names the ban."""
    told = arapiles().moves(COALITION, Move(units=("von_mutius",), destination="1607"))
    assert told.one(Refused).rule == "BAU-2.H2"
    assert "may not leave 1604" in told.one(Refused).reason
    assert told.table.place_of("von_mutius") == "1604"


def test_2_h3_before_a_general_retreat_it_only_pins() -> None:
    """BAU-2.H3: with morale above 0 nothing happens on turn n+2."""
    table = Table.begin(turn=5).holding(FRENCH, "arapiles").moves(FRENCH, ARAPILES).table
    assert table.moves(COALITION, Move(units=("von_mutius",), path=("1605",))).of(UnitsMoved) == []
    later = table.turn(7)
    assert later.moves(COALITION, Move(units=("von_mutius",), path=("1605",))).table.place_of("von_mutius") == "1605"
    assert not later.ctx.game.has_retreat_rights(later.ctx, later.state, "horn")


# --- odds and ends -----------------------------------------------------------------------------------------


def test_2_e1_ney_s_markers_govern_his_entry() -> None:
    """BAU-2.E1: three, laid on their own spaces of the track, apart from the nine."""
    table = Table.begin()
    assert sorted(bautzen(table.state).ney_spaces) == ["2301", "2301+1", "2306"]
    assert table.ctx.game.entries(table.ctx, table.state, FRENCH) == ()


def test_2_other_orders_are_refused_with_a_sentence() -> None:
    """BAU-2.0a: `play Cossacks` is a standing order; tactical movement belongs to another battle."""
    told = Table.begin().moves(COALITION, Play(marker="cossacks"), TacticalMovement())
    assert [event.reason for event in told.of(Refused)] == [
        "Cossacks is not played by itself.",
        "There is no `tactical movement` in this game.",
    ]


def test_2_d1_the_documented_default_is_to_keep() -> None:
    """BAU-2.D1, BAU-2.B1: D08: both markers are kept unless something else is written."""
    assert {d.default for d in hidden("discord").moves(FRENCH).asked} == {Reveal()}
