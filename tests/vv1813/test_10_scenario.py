"""Chapter 10: the scenario: set-up, general retreat, exit, the end of the battle, victory, variants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.events import Refused
from adjudicator.core.types import Ending, Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsLeftMap
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.combat.holding import is_in_play, most
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered, UnitsMoved, UnitsSaved
from adjudicator.rulesets.vv1813.orders import Attack, Enter, Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.events import GeneralRetreatOrdered, RandomEndTested, VictoryReckoned
from adjudicator.rulesets.vv1813.victory.victory import escaping, evaluate, saved_account
from tests.support.vv_bautzen import Table, rules
from tests.support.vv_positions import position

PRUSSIANS = ("horn", "zielinsky", "von_klux", "von_steinmetz", "pirch")
"""18 points, all Prussian."""
GUARD = ("rosen", "sulima")
"""10 points of the Russian Guard formation."""
OTHERS = ("lukov", "insov", "sherbatov")
"""12 points more: 40 in all."""


SCENARIO = """
0802: barois dumoustier friant napoleon | 0902: lefebvre_desnouettes ornano | 1001: bruyere chastel
1002: bordesoulle doumerc | 1201: compans soult | 1003: bonnet | 1102: friedrich | 1301: normann | 1502: briche
1601: franquemont | 1701: morand | 1901: fontanelli | 0405: lorentz oudinot | 0601: ercoli
0704: charpentier gerard | 0604: ledru | 0505: pacthod | 0406: beaumont | 0306: raglovitch | 2302: maison
2202: albert | 2303: souham | 0909: wittgenstein yermolov | 1005: karpenkov | 1008: schaevitch | 1007: sulima
1205: zwilenieff | 1204: duka | 0411: depraradovitch | 0610: rosen | 0807: knoring miloradovitch
0410: emmanuel | 0906: pitchnitzky | 0608: schafchaskoi | 0607: st_priest_7 | 0907: st_priest_8 | 1105: lukov
1309: uvarov | 1604: blucher von_mutius | 1505: von_steinmetz | 1504: rudinger | 1403: von_klux
1603: starkenfeld | 1703: pirch | 1507: horn zielinsky | 1408: von_dolffs | 1308: von_tippelskirch
2005: barclay insov | 2106: sherbatov | 1804: suthov tern | 2305: lanskoi tschaplitz
"""
"""The list of chapter 10.1, by hex."""
SET_UP = dict(part.split(": ") for line in SCENARIO.split("\n")[1:-1] for part in line.split(" | "))


def retreating(turn: int = 6, **options: str) -> Table:
    """A table on which the general retreat is on."""
    table = Table.begin(turn=turn, **options).morale(COALITION, 0)
    return table.happen(GeneralRetreatOrdered(side=COALITION, turn=turn))


def saving(*units: str, **options: str) -> Table:
    """The Coalition has saved these units; nobody else of it is on the map."""
    table = retreating(6, **options)
    rest = [unit for unit in table.state.army(COALITION).units if unit not in units]
    table = table.away(*rest)
    return table.happen(UnitsSaved(side=COALITION, units=units, place="1012"))


def judged(table: Table) -> Ending:
    return evaluate(table.ctx, table.state)


# --- set-up ------------------------------------------------------------------------------------------------


def test_10_1_set_up() -> None:
    """BAU-10.1: 39 French and 31 Coalition units, 4 and 5 commanders; no enemies touch; the named places."""
    table = Table.begin()
    counts = [
        (len(table.state.army(side).units), len(table.state.army(side).commanders)) for side in (FRENCH, COALITION)
    ]
    assert counts == [(39, 4), (31, 5)]
    board = table.rules.board
    french = set(table.state.army(FRENCH).units_at)
    assert not any(n in french for place in table.state.army(COALITION).units_at for n in board.neighbours[place])
    stood = {place: " ".join(sorted(_at(table, place))) for place in SET_UP}
    assert stood == SET_UP
    placed = {piece for names in SET_UP.values() for piece in names.split()}
    waiting = {p.id for p in table.state.army(FRENCH).units.values() if p.status == "waiting"} | {"ney"}
    everybody = {p for side in (FRENCH, COALITION) for p in _pieces(table, side)}
    assert placed | waiting == everybody
    assert len(waiting) == 12


def _pieces(table: Table, side: Side) -> list[str]:
    return [*table.state.army(side).units, *table.state.army(side).commanders]


def _at(table: Table, place: str) -> list[str]:
    return [p for side in (FRENCH, COALITION) for p in _pieces(table, side) if table.place_of(p) == place]


# --- general retreat ---------------------------------------------------------------------------------------


def test_10_g1_the_general_retreat_begins_with_the_next_turn_and_lasts() -> None:
    """VV-10.G1: morale 0 on turn 5: in force from turn 6 to the end, whatever is regained."""
    table = Table.begin(turn=5).morale(COALITION, 0)
    after = table.stage("end of turn").table
    assert not after.state.retreating
    assert after.turn(6).state.retreating
    regained = after.turn(7).morale(COALITION, 3).stage("end of turn")
    assert regained.of(GeneralRetreatOrdered) == []
    assert regained.table.turn(8).state.retreating
    assert judged(regained.table).winner == FRENCH


def test_10_g2_rights_of_the_coalition_in_general_retreat() -> None:
    """VV-10.G2: its units may pass zones, refuse combat and leave; the French and earlier turns know no such rights."""
    table = retreating()
    rights = table.ctx.game.has_retreat_rights
    assert rights(table.ctx, table.state, "horn")
    assert not rights(table.ctx, table.state, "compans")
    before = Table.begin(turn=6)
    assert not rights(before.ctx, before.state, "horn")


def test_10_g3_units_leave_by_the_last_row() -> None:
    """BAU-10.G3: the 23 hexes of row 12, for one point more than it takes to get there."""
    table = retreating().put("1011", "schaevitch")
    exits = table.ctx.game.exit_places(table.ctx, table.state, COALITION)
    assert exits == {f"{column:02d}12" for column in range(1, 24)}
    told = table.moves(COALITION, Move(units=("schaevitch",), destination="1012", leave=True))
    assert told.one(UnitsMoved).path == ("1012",)
    assert told.one(UnitsSaved).units == ("schaevitch",)
    assert told.table.state.unit("schaevitch").status == "saved"


def test_10_g3_the_exit_costs_a_point() -> None:
    """BAU-10.G3: infantry that has spent both points to reach the row leaves next turn, with its first step."""
    table = retreating().put("1010", "horn")
    told = table.moves(COALITION, Move(units=("horn",), destination="1012", leave=True))
    assert told.table.place_of("horn") == "1012"
    assert told.one(Refused).reason == "Horn have no movement point left to leave the map from 1012."
    later = told.table.turn(7).stage("Coalition opening").table
    assert later.moves(COALITION, Move(units=("horn",), leave=True)).one(UnitsSaved).place == "1012"


@pytest.mark.parametrize(
    ("side", "unit", "place"),
    [(COALITION, "schaevitch", "1011"), (FRENCH, "compans", "1012"), (COALITION, "horn", "0101")],
)
def test_10_g3_nobody_else_leaves(side: str, unit: str, place: str) -> None:
    """BAU-10.G3: not from another row, not the French."""
    table = retreating().put(place, unit)
    told = table.moves(side, Move(units=(unit,), leave=True))  # type: ignore[arg-type]
    assert told.one(Refused).rule == "BAU-10.G3"
    assert told.table.place_of(unit) == place


def test_10_g3_not_before_the_general_retreat() -> None:
    """BAU-10.G3: the remedy says why."""
    told = Table.begin(turn=6).put("1012", "horn").moves(COALITION, Move(units=("horn",), leave=True))
    assert told.one(Refused).remedy == "Only in the general retreat may units leave the map."


def test_10_g3_commanders_may_leave_and_are_worth_nothing() -> None:
    """BAU-10.G3: Blücher leaves; the account stays at 0."""
    table = retreating().put("1012", "blucher")
    told = table.moves(COALITION, Move(units=("blucher",), leave=True))
    assert told.one(UnitsSaved).commanders == ("blucher",)
    assert told.table.state.commander("blucher").status == "saved"


@pytest.mark.parametrize(("option", "back"), [("no", None), ("n+2", 8)])
def test_option_retreat_off_the_map(option: str, back: int | None) -> None:
    """VV-8.5.1a, option retreat_offmap_b: the edge blocks a retreat, or a stack comes back two turns later."""
    table = Table.begin(turn=6, retreat_offmap_b=option)
    assert table.ctx.game.retreat_off_map(table.ctx, table.state, FRENCH, "0101") == back
    assert table.ctx.game.retreat_off_map(table.ctx, table.state, FRENCH, "1006") is None


def test_option_retreat_off_the_map_and_back() -> None:
    """BAU-10.2, option retreat_offmap_b=n+2: by the place it left from or an edge place beside it, not before."""
    table = Table.begin(turn=6, retreat_offmap_b="n+2").put("0101", "compans", "soult")
    gone = table.happen(UnitsLeftMap(side=FRENCH, units=("compans",), commanders=("soult",), place="0101", back_on=8))
    early = gone.turn(7).moves(FRENCH, Enter(units=("compans",)))
    assert early.one(Refused).reason == "Compans may not enter this turn."
    later = gone.turn(8).moves(FRENCH, Enter(units=("compans",), at="0102", destination="0102"))
    assert [event.path for event in later.of(UnitsEntered)] == [("0102",), ("0101",)]
    assert later.table.place_of("compans") == "0102"
    assert later.table.place_of("soult") == "0101"


# --- quotas ------------------------------------------------------------------------------------------------


def test_10_v1_the_quotas() -> None:
    """BAU-10.V1: 40 points, 15 of them Prussian and 10 of the Russian Guard; strength of the side showing."""
    table = saving(*PRUSSIANS, *GUARD, *OTHERS)
    account = {part.label: (part.value, part.because) for part in saved_account(table.ctx, table.state)}
    assert account == {"total": (40, "quota 40"), "Prussian": (18, "quota 15"), "Russian Guard": (10, "quota 10")}
    turned = replace(table.state.unit("horn"), reduced=True)
    army = table.state.army(COALITION)
    state = replace(
        table.state, armies={**table.state.armies, COALITION: replace(army, units={**army.units, "horn": turned})}
    )
    assert saved_account(table.ctx, state)[0].value == 38


@pytest.mark.parametrize(("option", "level"), [("fail", "major"), ("pass", "marginal")])
def test_10_v5_exactly_the_quota(option: str, level: str) -> None:
    """VV-10.V5, option quota_equal: 40 points are not more than 40, unless the option lets them pass."""
    assert judged(saving(*PRUSSIANS, *GUARD, *OTHERS, quota_equal=option)).level == level


def test_10_v4_an_army_saved_is_a_marginal_french_victory() -> None:
    """VV-10.V4: 43 points with both parts."""
    ending = judged(saving(*PRUSSIANS, *GUARD, *OTHERS, "karpenkov"))
    assert (ending.winner, ending.level, ending.rule) == (FRENCH, "marginal", "VV-10.V4")


@pytest.mark.parametrize(
    ("units", "missed"),
    [
        ((*PRUSSIANS[:2], *GUARD, *OTHERS, "karpenkov", "uvarov", "emmanuel", "duka", "knoring"), "Prussian"),
        ((*PRUSSIANS, "von_dolffs", *OTHERS, "karpenkov", "uvarov", "emmanuel"), "Russian Guard"),
        ((*PRUSSIANS, *GUARD), "total"),
    ],
)
def test_10_v5_a_missed_quota_is_a_major_french_victory(units: tuple[str, ...], missed: str) -> None:
    """VV-10.V5: the total, or a part of it."""
    ending = judged(saving(*units))
    assert (ending.winner, ending.level, ending.rule) == (FRENCH, "major", "VV-10.V5")
    assert missed in ending.reason


@pytest.mark.parametrize(("option", "guard"), [("formation", 10), ("eagle", 6)])
def test_10_v1_who_is_russian_guard(option: str, guard: int) -> None:
    """BAU-10.V1, option rg_quota: the formation, or the units with the eagle alone."""
    table = saving(*GUARD, rg_quota=option)
    assert saved_account(table.ctx, table.state)[2].value == guard


@pytest.mark.parametrize("commander", ["blucher", "barclay"])
def test_10_v6_a_lost_blucher_or_barclay_makes_it_strategic(commander: str) -> None:
    """VV-10.V6: on top of a missed quota."""
    dead = PositionAdjusted(what="commander", id=commander, place="1012", status="map", health="killed")
    ending = judged(saving(*PRUSSIANS, *GUARD).happen(dead))
    assert (ending.winner, ending.level, ending.rule) == (FRENCH, "strategic", "VV-10.V6")


@pytest.mark.parametrize(("option", "level"), [("with_quota", "marginal"), ("alone", "strategic")])
def test_10_v6_without_a_missed_quota(option: str, level: str) -> None:
    """VV-10.V6, option strategic: a lost Blücher is not enough by himself, or is."""
    dead = PositionAdjusted(what="commander", id="blucher", place="1012", status="map", health="killed")
    table = saving(*PRUSSIANS, *GUARD, *OTHERS, "karpenkov", strategic=option).happen(dead)
    assert judged(table).level == level


def test_10_v6_other_commanders_do_not_count() -> None:
    """VV-10.V6: Wittgenstein's death leaves a major victory major."""
    dead = PositionAdjusted(what="commander", id="wittgenstein", place="1012", status="map", health="killed")
    assert judged(saving(*PRUSSIANS, *GUARD).happen(dead)).level == "major"


def test_10_v2_napoleon_s_loss_is_a_strategic_coalition_victory() -> None:
    """VV-10.V2: at once, whatever the morale."""
    table = Table.begin().only(napoleon="1808", compans="0101", knoring="1909", wittgenstein="1909")
    told = table.moves(
        COALITION, Move(units=("knoring",), path=("1808",)), dice=ScriptedDice({"capture/napoleon": [6]})
    )
    ending = told.table.state.ending
    assert ending is not None
    assert (ending.winner, ending.level) == (COALITION, "strategic")
    assert told.table.rules.next(told.table.state) == ending


def test_10_v3_french_morale_0_first_is_a_major_coalition_victory() -> None:
    """VV-10.V3: and the battle is over."""
    table = Table.begin(turn=4).morale(FRENCH, 0).stage("end of turn").table
    assert table.state.ending is not None
    assert (table.state.ending.winner, table.state.ending.level) == (COALITION, "major")


# --- the storm and the last turn ---------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [11, 12, 13])
@pytest.mark.parametrize(("faces", "ends"), [((2, 3), True), ((3, 3), False), ((1, 1), True)])
def test_10_5_the_storm(turn: int, faces: tuple[int, int], ends: bool) -> None:
    """BAU-10.5: from turn 11 two dice of 2 to 5 end the battle (golden case G58)."""
    told = Table.begin(turn=turn).stage("Coalition opening", ScriptedDice({f"T{turn}/random-end": faces}))
    assert told.one(RandomEndTested).ends == ends
    assert (told.table.state.ending is not None) == ends


def test_10_5_no_storm_before_turn_11() -> None:
    """BAU-10.5: nothing is rolled on turn 10."""
    dice = ScriptedDice({})
    Table.begin(turn=10).stage("Coalition opening", dice)
    assert dice.rolled == []


def test_10_5_morale_is_looked_at_first() -> None:
    """BAU-10.5, VV-9.4: French morale 0 when the storm breaks: the collapse counts, not the comparison."""
    dice = ScriptedDice({"T11/random-end": [1, 1]})
    ending = Table.begin(turn=11).morale(FRENCH, 0).stage("Coalition opening", dice).table.state.ending
    assert ending is not None
    assert ending.rule == "VV-10.V3"


def test_10_5_pending_morale_counts_when_the_storm_breaks() -> None:
    """BAU-10.5, option morale_timing=end_of_turn: what the turn has brought is settled before the account."""
    dice = ScriptedDice({"T11/random-end": [1, 1]})
    table = Table.begin(turn=11, morale_timing="end_of_turn").morale(COALITION, 5).morale(FRENCH, 4)
    moved = table.put("1505", "chastel").put("1505", "napoleon").away("von_steinmetz", "von_mutius", "rudinger")
    taken = moved.moves(FRENCH, Move(units=("chastel",), path=("1506",))).table
    ending = taken.stage("Coalition opening", dice).table.state.ending
    assert ending is not None
    assert ending.level == "draw"


@pytest.mark.parametrize(("option", "over"), [("13", True), ("none", False)])
def test_10_5_the_last_turn(option: str, over: bool) -> None:
    """BAU-10.5, option bau_last_turn: turn 13 is judged like a storm, or the battle goes on."""
    told = Table.begin(turn=13, bau_last_turn=option).stage("end of turn")
    assert (told.table.state.ending is not None) == over
    assert Table.begin(turn=12).stage("end of turn").table.state.ending is None
    if not over:
        dice = ScriptedDice({"T14/random-end": [2, 3]})
        later = told.table.turn(14).stage("Coalition opening", dice).table
        assert later.state.ending is not None


@pytest.mark.parametrize(
    ("coalition", "french", "winner", "level"),
    [(4, 6, FRENCH, "marginal"), (5, 2, COALITION, "marginal"), (5, 5, None, "draw")],
)
def test_10_5b_the_higher_morale_wins(coalition: int, french: int, winner: str | None, level: str) -> None:
    """VV-10.5B: marginally; equal morale is a draw (golden case G59)."""
    told = Table.begin(turn=13).morale(COALITION, coalition).morale(FRENCH, french).stage("end of turn")
    ending = told.table.state.ending
    assert ending is not None
    assert (ending.winner, ending.level, ending.rule) == (winner, level, "VV-10.5B")
    assert [part.value for part in told.one(VictoryReckoned).account] == [coalition, french]


def test_10_5a_units_with_a_free_column_count_as_saved() -> None:
    """VV-10.5A: the unit's own column down to row 12 without a French combat unit."""
    table = retreating().only(horn="1308", pirch="1408", compans="1411", napoleon="1310")
    assert [unit.id for unit in escaping(table.ctx, table.state)] == ["horn"]
    told = table.turn(13).stage("end of turn")
    assert told.one(VictoryReckoned).saved_on_map == ("horn",)


def test_10_5a_they_fill_the_quota_beside_those_who_left() -> None:
    """VV-10.5A, VV-10.V5: 40 points left the field; one more with a free column makes the difference."""
    table = saving(*PRUSSIANS, *GUARD, *OTHERS)
    assert judged(table).level == "major"
    free = table.put("0608", "karpenkov")
    assert judged(free).level == "marginal"
    assert [part.value for part in free.turn(13).stage("end of turn").one(VictoryReckoned).account] == [43, 18, 10]
    assert judged(free.put("0611", "compans")).level == "major"


@pytest.mark.parametrize("place", ["1309", "1310", "1311", "1312"])
def test_10_5a_every_place_of_the_column_must_be_free(place: str) -> None:
    """VV-10.5A: from the row below the unit to row 12."""
    table = retreating().only(horn="1308", compans=place)
    assert escaping(table.ctx, table.state) == ()
    beside = retreating().only(horn="1308", compans="1307")
    assert [unit.id for unit in escaping(beside.ctx, beside.state)] == ["horn"]


@pytest.mark.parametrize(("option", "free"), [("units", ["horn"]), ("units_and_zoc", [])])
def test_10_5a_what_is_free(option: str, free: list[str]) -> None:
    """VV-10.5A, option free_line: free of French units, or of their zones too."""
    table = retreating(free_line=option).only(horn="1308", compans="1411")
    assert [unit.id for unit in escaping(table.ctx, table.state)] == free


def test_10_5a_a_unit_in_the_last_row_is_there() -> None:
    """VV-10.5A: nothing lies between it and the edge."""
    table = retreating().only(horn="1312", compans="1411")
    assert [unit.id for unit in escaping(table.ctx, table.state)] == ["horn"]


# --- variants ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "places"), [("yes", 1), ("no", 0)])
def test_10_6a_without_the_hold_option(value: str, places: int) -> None:
    """BAU-10.6a: Russian infantry may buy off a retreat, or nobody may."""
    table = Table.begin(hold=value)
    assert is_in_play(table.ctx) == (value == "yes")
    assert most(table.ctx, (table.state.unit("lukov"),), 1) == places


@pytest.mark.parametrize(("value", "result"), [("yes", "0/R"), ("no", "1/1")])
def test_10_6b_without_the_tactical_options(value: str, result: str) -> None:
    """BAU-10.6b: the French tactical option turns 1/1 into 0/R, or is left out of the game."""
    field = position("1408: oudinot ledru | 1409: insov", options={"tactical_options": value})
    attack = Attack(targets=("1409",), tactical=True)
    told = field.combat(FRENCH, attack, dice={"result": (1, 4)}, otherwise=6)
    resolved = told.one(CombatResolved)
    assert resolved.printed == "1/1"
    assert (resolved.tactical, resolved.result) == (value == "yes", result)


@pytest.mark.parametrize(("value", "quotas"), [("40", (40, 15, 10)), ("70", (70, 25, 10))])
def test_10_6c_the_higher_quota(value: str, quotas: tuple[int, int, int]) -> None:
    """BAU-10.6c: 70 points, 25 of them Prussian, instead of 40 and 15."""
    ctx = rules(exit_quota=value).context
    found = ctx.game.quotas(ctx)
    assert (found.total, found.prussian, found.guard) == quotas


@pytest.mark.parametrize(("value", "there"), [("yes", True), ("no", False)])
def test_10_6d_without_normann(value: str, there: bool) -> None:
    """BAU-10.6d: the cavalry of the 6th Corps is there, or left out of the game."""
    table = Table.begin(normann=value)
    assert ("normann" in table.ctx.counters) == there
    assert ("normann" in table.state.army(FRENCH).units) == there


@pytest.mark.parametrize(("value", "units", "commanders"), [("commander", 31, 5), ("unit", 32, 4)])
def test_option_yermolov(value: str, units: int, commanders: int) -> None:
    """BAU-10.1, option yermolov: commander of the Russian Guard, or one more of its units."""
    army = Table.begin(yermolov=value).state.army(COALITION)
    assert (len(army.units), len(army.commanders)) == (units, commanders)
