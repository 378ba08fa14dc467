"""Lützen, chapter 2.3: each marker: who may reveal it, when, what it does, what it costs in morale."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared, EntryTested, PaceTested, UnitRedeployed
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import (
    ArtilleryRemoved,
    CommanderStruck,
    CommandRangeSet,
    LinesFreed,
    MarkerWithoutEffect,
)
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import may_attack
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn, MarkerPlayed, MarkersLost
from adjudicator.rulesets.vv1813.markers.markers import held, in_hand
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.movement.command import is_in_command
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_lutzen import (
    at_hour,
    battle,
    begun,
    field,
    holding,
    kept,
    morale,
    now,
    plays,
    scripted,
    with_ney,
)

# --- every marker: morale and discarding ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "side", "turn", "after"),
    [
        ("bridge", COALITION, 1, (13, 11)),
        ("bridge", FRENCH, 1, (11, 10)),
        ("bridge", COALITION, 2, (11, 11)),
        ("bridge", FRENCH, 2, (11, 11)),
        ("clairvoyant", COALITION, 1, (12, 11)),
        ("clairvoyant", FRENCH, 1, (11, 10)),
        ("clairvoyant", FRENCH, 3, (11, 11)),
        ("hussars", FRENCH, 1, (11, 13)),
        ("hussars", COALITION, 1, (10, 11)),
        ("hussars", COALITION, 2, (11, 11)),
        ("alexander", COALITION, 4, (11, 12)),
        ("munitions", COALITION, 4, (10, 11)),
        ("wolonski", COALITION, 4, (11, 12)),
        ("guards_attack", COALITION, 5, (11, 12)),
        ("guards_attack", FRENCH, 5, (12, 11)),
        ("guards_attack", FRENCH, 4, (11, 11)),
        ("general_staff", COALITION, 2, (11, 12)),
        ("general_staff", FRENCH, 4, (12, 11)),
        ("lost_bullet", COALITION, 2, (11, 10)),
        ("lost_bullet", FRENCH, 2, (10, 11)),
        ("alternative", COALITION, 2, (11, 10)),
        ("euler", FRENCH, 2, (11, 11)),
        ("drouot", COALITION, 2, (11, 11)),
        ("cossacks", FRENCH, 2, (11, 11)),
    ],
)
def test_2_3_revealing_a_marker_moves_morale_and_discards_it(
    kind: str, side: Side, turn: int, after: tuple[int, int]
) -> None:
    """LUT-2.B1, LUT-2.B5, LUT-2.D1, LUT-2.D3, LUT-2.G1, LUT-2.F1, LUT-2.H1, LUT-2.I1, LUT-2.L1, LUT-2.M2, LUT-2.N1,
    LUT-2.O1, LUT-2.C1, LUT-2.E1: what each marker costs, by whoever reveals it and when."""
    told = plays(battle(turn=turn), side, kind)
    assert morale(told.table) == after
    marker = told.table.state.markers[told.one(MarkerPlayed).marker]
    assert (marker.place, marker.public) == ("gone", True)


@pytest.mark.parametrize(
    ("kind", "side", "turn", "rule"),
    [
        ("bridge", FRENCH, 1, "LUT-2.B5"),
        ("bridge", COALITION, 2, "LUT-2.B5"),
        ("clairvoyant", FRENCH, 1, "LUT-2.D3"),
        ("general_staff", COALITION, 2, "LUT-2.M2"),
        ("general_staff", COALITION, 4, "LUT-2.M1"),
    ],
)
def test_2_3_a_reveal_cites_its_own_paragraph(kind: str, side: Side, turn: int, rule: str) -> None:
    """LUT-2.B5, LUT-2.D3, LUT-2.M2: the wrong side or the wrong turn falls under another paragraph."""
    assert plays(battle(turn=turn), side, kind).one(MarkerPlayed).rule == rule


def test_2_3_a_marker_of_the_enemy_may_be_kept_and_does_nothing() -> None:
    """LUT-2.0c: the French may hold Cossacks and Coalition Artillery for ever; they can do nothing with them."""
    table = holding(battle(turn=2), FRENCH, "cossacks")
    assert [m.kind for m in held(table.state, FRENCH, "cossacks")] == ["cossacks"]
    assert in_hand(table.state, FRENCH, "cossacks") == ()
    told = begun(table, FRENCH).moves(FRENCH)
    assert told.of(MarkerPlayed) == []


def test_2_3_nobody_is_forced_to_reveal() -> None:
    """LUT-2.0b, LUT-7.4b: a side that says nothing keeps its marker from turn to turn."""
    table = holding(battle(turn=2), FRENCH, "wolonski")
    told = begun(table, FRENCH).moves(FRENCH)
    later = told.table.turn(3).stage("Coalition opening", scripted())
    assert [m.kind for m in held(later.table.state, FRENCH, "wolonski")] == ["wolonski"]


def test_2_3_a_marker_that_is_not_held_is_refused() -> None:
    """LUT-2.0b: only what is in the hand can be revealed."""
    told = begun(battle(turn=2), FRENCH).moves(FRENCH, vv.Play(marker="wolonski"))
    assert "is not in your hand" in told.one(Refused).reason


@pytest.mark.parametrize("kind", ["artillery", "cossacks", "euler"])
def test_2_3_batteries_and_cossacks_are_not_played_by_themselves(kind: str) -> None:
    """VV-2.J1, LUT-2.C1: they bombard, support or meet a move."""
    told = plays(battle(turn=2), COALITION, kind)
    assert "not played by" in told.one(Refused).reason


# --- B: Bridge on the Elster ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "early", "last"), [(1, False, 12), (2, False, 10), (2, True, 12)])
def test_2_b_until_turn_1_is_over_the_battle_may_still_have_two_turns_more(turn: int, early: bool, last: int) -> None:
    """LUT-2.B1, LUT-10.6: orders for turn 12 are no mistake as long as the marker may be played."""
    table = kept(battle(turn=turn), early=early)
    assert table.rules.last_turn(table.state) == last


def test_2_b_the_clock_goes_back_and_everything_with_hours_stays_at_its_hour() -> None:
    """LUT-2.B1, LUT-2.B2, LUT-2.B3: turn 1 becomes 10.00; lines keep their turns, the French their hours."""
    table = plays(battle(), COALITION, "bridge").table
    game, ctx = table.ctx.game, table.ctx
    assert [game.clock(ctx, table.state, turn) for turn in (1, 2, 5, 12)] == ["10.00", "11.00", "14.00", "21.00"]
    assert game.last_turn(ctx, table.state) == 12
    at_fourteen = table.turn(5)
    assert may_attack(ctx, at_fourteen.state, "horn").value
    assert not may_attack(ctx, table.turn(4).state, "horn").value
    told = begun(at_fourteen, FRENCH).stage("French opening", scripted(pace__iii_corps=[5]))
    assert told.one(PaceTested).die == 5
    assert "commander_appeared" in [e.kind for e in told.table.moves(FRENCH).events]


def test_2_b_space_k_serves_turn_k() -> None:
    """LUT-2.B4: the markers of 13.00 are drawn at 11.00, and from turn 9 on there are none."""
    table = plays(battle(), COALITION, "bridge").table.turn(2)
    thirteen = now(table).slots[1]
    told = table.stage("Coalition opening", scripted())
    assert told.one(MarkerDrawn).marker in thirteen
    late = table.turn(9).stage("Coalition opening", scripted())
    assert "marker_drawn" not in [e.kind for e in late.events]


# --- D: Clairvoyant cavalry ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "free"),
    [("1L1LR_R", {"arnhalt": True, "dolffs": True, "alexiev": True}), ("1L", {"arnhalt": True, "dolffs": False})],
)
def test_2_d_lines_attack_on_turn_1(option: str, free: dict[str, bool]) -> None:
    """LUT-2.D1, option clairvoyant: the first line, its reserve and the army reserve, or the first line alone."""
    table = plays(battle(clairvoyant=option), COALITION, "clairvoyant").table
    assert {unit: may_attack(table.ctx, table.state, unit).value for unit in free} == free
    assert not may_attack(table.ctx, table.state, "horn").value


def test_2_d_what_is_free_stays_free() -> None:
    """LUT-2.D1: the reserve of the first line need not wait for turn 3 any more."""
    table = plays(battle(), COALITION, "clairvoyant").table.turn(2)
    assert may_attack(table.ctx, table.state, "dolffs").value


def test_2_d_coalition_commanders_reach_five_places() -> None:
    """LUT-2.D2: Lanskoï, four places from Wintzingerode, comes into command."""
    before = battle()
    assert not is_in_command(before.ctx, before.state, "lanskoi").value
    after = plays(before, COALITION, "clairvoyant").table
    assert is_in_command(after.ctx, after.state, "lanskoi").value


# --- F: Alexander --------------------------------------------------------------------------------------------


def test_2_f_alexander_takes_the_wider_range_away_for_good() -> None:
    """LUT-2.F1: the command range is three places again."""
    table = plays(battle(), COALITION, "clairvoyant").table.turn(3)
    told = plays(table, FRENCH, "alexander", option="cancel_command_range")
    assert told.one(CommandRangeSet).range == 3
    after = told.table.turn(6)
    assert after.ctx.game.command_range(after.ctx, after.state, COALITION) == 3


def test_2_f_alexander_holds_both_guards_back_for_a_turn() -> None:
    """LUT-2.F1: revealed when the turn begins: Russian and Prussian Guard neither move nor attack that turn."""
    table = holding(battle(turn=8), FRENCH, "alexander")
    reveal = vv.Reveal(marker="alexander", option="hold_back_the_guards")
    told = table.answering(reveal=reveal).stage("Coalition opening", scripted(**{"random-end": [6, 6]}))
    state = told.table.state
    for unit in ("rosen", "sulima", "albensleben"):
        assert not may_attack(told.table.ctx, state, unit).value
        assert not told.table.ctx.game.may_leave(told.table.ctx, state, unit, "1314").value
    assert may_attack(told.table.ctx, state, "horn").value
    moved = told.table.moves(COALITION, vv.Move(units=("rosen",), destination="1313"))
    assert moved.one(Refused).rule == "LUT-2.F1"
    assert may_attack(told.table.ctx, told.table.turn(9).state, "rosen").value


def test_2_f_the_choice_has_no_default() -> None:
    """LUT-2.F1: without a word nothing is played."""
    told = plays(battle(turn=3), FRENCH, "alexander")
    assert "say which" in told.one(Refused).reason


def test_2_f_holding_back_is_too_late_in_the_french_sequence() -> None:
    """LUT-2.F1, LUT-2.I1: the Coalition has moved; the remedy is a standing order."""
    for kind, option in (("alexander", "hold_back_the_guards"), ("wolonski", "")):
        told = plays(battle(turn=3), FRENCH, kind, option=option)
        assert "in the enemy turn" in told.one(Refused).remedy


# --- G: 10th Hussars -----------------------------------------------------------------------------------------


def test_2_g_the_iii_corps_moves_twice_as_far_and_ney_may_come() -> None:
    """LUT-2.G1: on turn 1; Marchand, whom Ney's absence slows, has twice one point."""
    table = plays(battle(), FRENCH, "hussars").table
    assert allowance(table.ctx, table.state, "girard").value == 4
    assert allowance(table.ctx, table.state, "marchand").value == 2
    assert allowance(table.ctx, table.state, "bonnet").value == 2
    told = table.moves(FRENCH, vv.Enter(units=("ney",), host="girard"))
    assert told.table.place_of("ney") == "0905"
    assert told.one(CommanderAppeared).rule == "LUT-2.G1"


def test_2_g_without_an_order_ney_stays_away_until_his_hour() -> None:
    """LUT-2.G1: he may come from turn 1; nobody puts him there unasked."""
    told = plays(battle(), FRENCH, "hussars")
    assert told.of(CommanderAppeared) == []


def test_2_g_marchand_is_redeployed() -> None:
    """LUT-2.G1: to a place between 0805 and 1708 that no enemy holds or controls."""
    told = plays(battle(), FRENCH, "hussars", target="1206")
    assert told.table.place_of("marchand") == "1206"
    assert told.one(UnitRedeployed).origin == "1602"


@pytest.mark.parametrize("place", ["0705", "1204", "1709", "9999"])
def test_2_g_marchand_goes_nowhere_else(place: str) -> None:
    """LUT-2.G1: columns 08 to 17, rows 05 to 08."""
    assert plays(battle(), FRENCH, "hussars", target=place).one(Refused).rule == "LUT-2.G1"


def test_2_g_morands_die_is_read_again_with_the_bonus() -> None:
    """LUT-2.G1: a 5 at 12.00 fails, and lets Morand in once the marker is played."""
    opened = begun(battle(), FRENCH).stage("French opening", scripted(entry__morand=[5])).table
    assert now(opened).passed == ()
    told = plays(opened, FRENCH, "hussars")
    again = told.one(EntryTested)
    assert (again.die, again.up_to, again.passed, again.rolls) == (5, 5, True, ())
    entered = told.table.moves(FRENCH, vv.Enter(units=("morand",), destination="0206"))
    assert entered.table.place_of("morand") is not None


def test_2_g_the_bonus_holds_at_13_00_too() -> None:
    """LUT-2.G1: then a 6 is enough."""
    table = kept(battle(turn=2), hussars=1)
    told = begun(table, FRENCH).stage("French opening", scripted(entry__morand=[6]))
    assert told.one(EntryTested).passed


# --- H: Artillery without munitions --------------------------------------------------------------------------


def test_2_h_an_artillery_marker_goes_each_turn() -> None:
    """LUT-2.H1: from the turn it is revealed on; Euler is not touched (LUT-2.C1)."""
    table = holding(holding(battle(turn=3), FRENCH, "munitions"), COALITION, "euler")
    answered = table.answering(reveal=vv.Reveal(marker="munitions"), take_marker=vv.TakeMarker(classes=("RE",)))
    told = answered.stage("Coalition opening", scripted())
    gone = told.one(ArtilleryRemoved)
    assert told.table.state.markers[gone.marker].place == "gone"
    assert morale(told.table) == (11, 12)
    again = told.table.turn(4).stage("Coalition opening", scripted())
    assert again.one(ArtilleryRemoved).marker != gone.marker
    assert in_hand(again.table.state, COALITION, "euler")


def test_2_h_it_stops_when_none_is_left() -> None:
    """LUT-2.H1: without Artillery nothing is removed."""
    table = kept(battle(turn=4), munitions=3)
    for marker in [m.id for m in table.state.markers.values() if m.kind == "artillery" and m.owner == COALITION]:
        table = table.happen(MarkersLost(side=COALITION, drawn=marker, markers=(), marker_kinds=()))
    told = table.stage("Coalition opening", scripted())
    assert told.of(ArtilleryRemoved) == []


def test_2_h_before_turn_3_it_is_only_discarded() -> None:
    """LUT-2.H1: no effect, no morale."""
    told = plays(battle(turn=2), FRENCH, "munitions")
    assert told.one(MarkerWithoutEffect).because == "it works from turn 3 on"
    assert morale(told.table) == (11, 11)


def test_2_h_it_is_not_offered_before_turn_3() -> None:
    """LUT-2.H1: a standing order waits until it works."""
    table = holding(battle(turn=2), FRENCH, "munitions")
    told = table.answering(reveal=vv.Reveal(marker="munitions")).stage("Coalition opening", scripted())
    assert told.of(MarkerPlayed) == []


# --- I: Wolonski persists ------------------------------------------------------------------------------------


def test_2_i_the_russian_guard_stays_for_the_turn() -> None:
    """LUT-2.I1: the third line neither moves nor attacks; the Prussian Guard is free."""
    table = holding(battle(turn=7), FRENCH, "wolonski")
    told = table.answering(reveal=vv.Reveal(marker="wolonski")).stage("Coalition opening", scripted())
    state, ctx = told.table.state, told.table.ctx
    assert may_attack(ctx, state, "duca").rule == "LUT-2.I1"
    assert not may_attack(ctx, state, "duca").value
    assert not ctx.game.may_leave(ctx, state, "duca", "1514").value
    assert may_attack(ctx, state, "albensleben").value
    assert morale(told.table) == (10, 11)


# --- L, M: The Guards attack, General staff ------------------------------------------------------------------


def test_2_l_the_guards_attack_frees_the_guard_of_whoever_reveals_it() -> None:
    """LUT-2.L1: the French Guard may attack and leave the surroundings of 0701; the third line may attack."""
    french = plays(at_hour(16), FRENCH, "guards_attack").table
    assert may_attack(french.ctx, french.state, "dumoustier").value
    coalition = plays(at_hour(16), COALITION, "guards_attack").table
    assert may_attack(coalition.ctx, coalition.state, "rosen").value
    assert not may_attack(coalition.ctx, coalition.state, "dumoustier").value


@pytest.mark.parametrize(("hour", "early", "works"), [(15, False, False), (13, True, False), (14, True, True)])
def test_2_l_it_works_from_16_00_or_from_14_00_after_the_early_start(hour: int, early: bool, works: bool) -> None:
    """LUT-2.L1: that is turn 5 on both clocks; before, it is only discarded."""
    told = plays(at_hour(hour, early=early), COALITION, "guards_attack")
    assert bool(told.of(LinesFreed)) is works
    assert bool(told.of(MarkerWithoutEffect)) is not works


def test_2_m_general_staff_brings_the_iv_corps_at_once() -> None:
    """LUT-2.M1: from the 15.00 turn, Franquemont and Jett included, by 0106 or 0108."""
    told = plays(at_hour(15), FRENCH, "general_staff")
    entered = {piece: e.path[0] for e in told.of(UnitsEntered) for piece in (*e.units, *e.commanders)}
    assert {"bertrand", "morand", "peyri", "franquemont", "jett"} <= set(entered)
    assert set(entered.values()) <= {"0106", "0108"}


@pytest.mark.parametrize(("hour", "comes"), [(15, False), (16, True)])
def test_2_m_the_xi_corps_comes_at_16_00(hour: int, comes: bool) -> None:
    """LUT-2.M1: an hour before its time."""
    table = kept(at_hour(hour), staff={FRENCH: 4})
    queue = [piece for entry in table.ctx.game.entries(table.ctx, table.state, FRENCH) for piece in entry.queue]
    assert ("macdonald" in queue) is comes


def test_2_m_the_russian_guard_may_attack_from_turn_5() -> None:
    """LUT-2.M1: revealed by the Coalition."""
    table = plays(at_hour(15), COALITION, "general_staff").table
    assert not may_attack(table.ctx, table.state, "rosen").value
    assert may_attack(table.ctx, table.turn(5).state, "rosen").value


# --- N: Lost bullet ------------------------------------------------------------------------------------------


def test_2_n_the_coalition_wounds_a_corps_commander_of_its_choice() -> None:
    """LUT-2.N1: without a die; by default the best of them."""
    table = with_ney(battle(turn=4))
    chosen = plays(table, COALITION, "lost_bullet", target="ney")
    assert chosen.table.state.commander("ney").health == "wounded"
    default = plays(table, COALITION, "lost_bullet")
    assert default.one(CommanderStruck).commander == "marmont"
    assert default.one(CommanderStruck).rolls == ()


@pytest.mark.parametrize("target", ["napoleon", "bertrand", "blucher", "bonnet"])
def test_2_n_only_a_corps_commander_on_the_map_can_be_struck(target: str) -> None:
    """LUT-2.N1: Napoleon is none, Bertrand has not come."""
    assert plays(battle(turn=4), COALITION, "lost_bullet", target=target).one(Refused).rule == "LUT-2.N1"


def test_2_n_the_french_wound_blucher() -> None:
    """LUT-2.N1: and both Prussian lines attack counter by counter."""
    told = plays(battle(turn=4), FRENCH, "lost_bullet")
    assert told.table.state.commander("blucher").health == "wounded"
    assert told.one(CommanderStruck).formations == ("line_1", "line_2")


def test_2_n_without_a_target_only_the_morale_is_lost() -> None:
    """LUT-2.N1: no French corps commander is on the map."""
    told = plays(battle(turn=4).away("marmont"), COALITION, "lost_bullet")
    assert told.one(CommanderStruck).commander == ""
    assert now(told.table).alone == ()
    assert morale(told.table)[1] == 10


def test_2_n2_each_counter_of_the_corps_attacks_alone() -> None:
    """LUT-2.N2: two counters together are refused; one of them, named as head, attacks alone."""
    bound = {"bullet": 5, "alone": ("vi_corps",), "napoleon": 4}
    made = field("0807: marmont bonnet compans | 0808: arnhalt", game=bound)
    refused = made.combat(FRENCH, vv.Attack(targets=("0808",)))
    assert refused.one(Refused).rule == "LUT-2.N2"
    fought = made.combat(FRENCH, vv.Attack(targets=("0808",), head=("bonnet",)), otherwise=3)
    resolved = fought.one(CombatResolved)
    assert {f.unit: f.counted for f in resolved.attackers} == {"bonnet": True, "compans": False}


def test_2_n2_it_is_over_with_the_turn() -> None:
    """LUT-2.N2: on the next turn they attack together again."""
    bound = {"bullet": 4, "alone": ("vi_corps",), "napoleon": 4}
    made = field("0807: marmont bonnet compans | 0808: arnhalt", game=bound)
    told = made.combat(FRENCH, vv.Attack(targets=("0808",)), otherwise=3)
    assert told.of(Refused) == []


def test_2_n_the_coalition_may_reveal_it_when_the_french_sequence_begins() -> None:
    """LUT-2.N1, LUT-2.0b: any time: by standing order before the French write."""
    table = holding(battle(turn=4), COALITION, "lost_bullet")
    told = table.answering(reveal=vv.Reveal(marker="lost_bullet", target="marmont")).stage(
        "French opening", scripted(entry__napoleon=[6])
    )
    assert told.one(CommanderStruck).commander == "marmont"


# --- O: Alternative Reinforcements ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "come"),
    [
        ("v_corps", {"lauriston": "2001", "puthod": "2001", "lagrange": "2201", "rochambeau": "2303"}),
        ("xii_corps", {"oudinot": "0102", "pachod": "0102", "jett": "0106", "franquemont": "0106"}),
    ],
)
def test_2_o_the_french_choose_a_corps(option: str, come: dict[str, str]) -> None:
    """LUT-2.O1, LUT-6.4, LUT-10.3: V Corps, or XII Corps with Jett and Franquemont; they enter at once."""
    told = plays(battle(turn=2), FRENCH, "alternative", option=option)
    entered = {piece: e.path[0] for e in told.of(UnitsEntered) for piece in (*e.units, *e.commanders)}
    assert {piece: entered.get(piece) for piece in come} == come


def test_2_o_the_french_must_say_which() -> None:
    """LUT-2.O1: the choice has no default."""
    assert "which corps" in plays(battle(turn=2), FRENCH, "alternative").one(Refused).reason


def test_2_o_the_coalition_gets_miloradovitch() -> None:
    """LUT-2.O1, LUT-10.3: at 1714, in the order of the book."""
    told = plays(battle(turn=2), COALITION, "alternative")
    entered = [piece for e in told.of(UnitsEntered) for piece in (*e.units, *e.commanders)]
    assert entered == ["miloradovitch", "korff", "markov", "volkonski"]
    assert {e.path[0] for e in told.of(UnitsEntered)} == {"1714"}


# --- values of batteries -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "divisor"), [("3", 3), ("2", 2)])
def test_2_c_eulers_divisor(option: str, divisor: int) -> None:
    """LUT-2.C1, option euler_div: 3 as the marker says, or 2 as chapter 8.8 does; support 2, back on n+2."""
    kind = marker_kind(battle(euler_div=option).ctx, "euler")
    assert (kind.divisor, kind.support, kind.back(4)) == (divisor, 2, 6)


def test_2_e_drouots_values() -> None:
    """LUT-2.E1, VV-2.F1: divisor 2, two points of support, back on n+2."""
    kind = marker_kind(battle().ctx, "drouot")
    assert (kind.divisor, kind.support, kind.back(4)) == (2, 2, 6)


def test_9_0_markers_raise_morale_to_15_at_most() -> None:
    """LUT-9.0: a marker that would lift it higher lifts it to 15."""
    table = battle(turn=5).morale(FRENCH, 15)
    told = plays(table, FRENCH, "guards_attack")
    assert told.of(MoraleChanged) == []
    assert morale(told.table)[0] == 15
