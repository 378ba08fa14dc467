"""Chapter 8.5.1: where a retreat may lead, what it costs, and holding the ground instead."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.orders import Heading
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CommanderOverrun,
    GroundHeld,
    RetreatBlocked,
    UnitAdvanced,
    UnitsLeftMap,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, StepLost
from adjudicator.rulesets.vv1813.events import TurnBegan
from adjudicator.rulesets.vv1813.morale.events import ObjectiveTaken
from adjudicator.rulesets.vv1813.movement.events import UnitsSaved
from adjudicator.rulesets.vv1813.orders import (
    Attack,
    Bombard,
    HeadUnit,
    Hold,
    Losses,
    LossPolicy,
    MarkerUse,
    Move,
    RetreatTo,
)
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Told, position, when

R, R2 = 8, 11
"""Rows of the results table: 0/R and 0/1R2."""
CORNERED = "1408: compans | 1608: ledru | 1511: gerard"
"""French units whose zones cover every place around 1509 that they do not hold."""


def beaten(pieces: str, row: int = R, *, target: str = "1509", side: Side = FRENCH, **given: Any) -> Told:
    """One attack on a place, with a result that sends its defenders back; nobody advances."""
    set_up = {name: given.pop(name) for name in ("options", "general_retreat", "hand") if name in given}
    attack = Attack(targets=(target,), origins=given.pop("origins", ()), advance=())
    return position(pieces, **set_up).fought(side, attack, row, **given)


def losses(told: Told, why: str) -> list[str]:
    return [event.unit for event in told.of(StepLost) if event.why == why]


# --- levels ------------------------------------------------------------------------------------------------


def test_8_5c_free_ground_first_and_the_owner_chooses_among_it() -> None:
    """VV-8.5c, VV-8.5.1b: outside enemy zones if possible; a wish for a place in a zone is not heard."""
    pieces = "1408: compans | 1509: insov"
    assert beaten(pieces).one(UnitsRetreated).path == ("1510",)
    wish = when(COALITION, "retreat", RetreatTo(to=("1508", "1609")))
    told = beaten(pieces, standing=[wish])
    assert told.one(UnitsRetreated).path == ("1609",)
    assert not told.one(UnitsRetreated).through_zone
    assert not losses(told, "zone")


def test_8_5c_default_is_far_from_the_enemy_then_near_the_own_edge() -> None:
    """VV-8.5c: the French fall back towards row 1, but not into Belgern, where an enemy stands next to it."""
    french = beaten("1510: insov sherbatov | 1509: ledru", side=COALITION)
    assert french.one(UnitsRetreated).path == ("1408",)
    flanked = beaten("1610: insov sherbatov | 1607: tern | 1609: ledru", target="1609", side=COALITION)
    assert flanked.one(UnitsRetreated).path == ("1509",)


def test_8_5_1a_never_into_a_place_that_the_enemy_holds() -> None:
    """VV-8.5.1a: enemy units close a place, however the retreat is wished."""
    wish = when(COALITION, "retreat", RetreatTo(to=("1608", "1408")))
    told = beaten("1408: compans | 1608: ledru | 1509: insov", origins=("1408",), standing=[wish])
    assert told.one(UnitsRetreated).path == ("1510",)


def test_8_5_1b_through_a_zone_for_one_step_of_the_stack() -> None:
    """VV-8.5.1b: if that is the only way; one step for the stack, whoever the owner names."""
    pieces = f"{CORNERED} | 1509: insov sherbatov"
    told = beaten(pieces, origins=("1408",))
    assert told.one(UnitsRetreated).through_zone
    assert losses(told, "zone") == ["insov"]
    assert told.of(StepLost)[-1].rule == "VV-8.5.1b"
    named = when(COALITION, "losses", Losses(policy=LossPolicy(order="listed", first=("sherbatov",))))
    assert losses(beaten(pieces, origins=("1408",), standing=[named]), "zone") == ["sherbatov"]


def test_8_5_1b_one_step_for_the_whole_retreat() -> None:
    """VV-8.5.1b: two places in zones cost no more than one."""
    ring = "1408: compans | 1608: ledru | 1511: gerard | 1310: morand | 1411: raglovitch | 1611: bonnet | 1709: souham"
    told = beaten(f"{ring} | 1509: insov sherbatov", R2, origins=("1408",))
    path = told.one(UnitsRetreated).path
    assert len(path) == 2
    assert told.one(UnitsRetreated).through_zone
    assert len(losses(told, "zone")) == 1


def test_8_5_1c_to_friends_in_a_zone_without_a_loss() -> None:
    """VV-8.5.1c, VV-4.2f: a place in a zone that friends hold with room comes before any other in a zone."""
    told = beaten(f"{CORNERED} | 1509: insov | 1510: tern", origins=("1408",))
    assert told.one(UnitsRetreated).path == ("1510",)
    assert not told.one(UnitsRetreated).through_zone
    assert not losses(told, "zone")


def test_8_5_1c_not_to_friends_without_room() -> None:
    """VV-8.5.1c: over-stacking in a zone is no refuge; another place in a zone is taken for a step."""
    told = beaten(f"{CORNERED} | 1509: insov | 1510: tern suthov", origins=("1408",))
    assert told.one(UnitsRetreated).path[0] != "1510"
    assert losses(told, "zone") == ["insov"]
    led = beaten(f"{CORNERED} | 1509: barclay insov | 1510: tern suthov", origins=("1408",))
    assert led.one(UnitsRetreated).path == ("1510",), "his commander makes room for a third"


BLOCKED = f"{CORNERED} | 1508: karpenkov lukov | 1609: horn pirch | 1510: tern suthov | 1409: zielinsky sherbatov"


@pytest.mark.parametrize(("blocked_loss", "paid"), [("per_counter", ["insov", "rosen"]), ("per_stack", ["insov"])])
def test_8_5_1c_without_a_way_the_stack_stays_and_loses_steps(blocked_loss: str, paid: list[str]) -> None:
    """VV-8.5.1c: one for each counter; with option blocked_loss=per_stack one for the stack."""
    told = beaten(f"{BLOCKED} | 1509: insov rosen", origins=("1408",), options={"blocked_loss": blocked_loss})
    assert told.one(RetreatBlocked).place == "1509"
    assert losses(told, "blocked") == paid
    assert not told.of(UnitsRetreated)
    assert told.field.where("insov", "rosen") == ["1509", "1509"]


def test_8_5_1c_a_blocked_stack_leaves_no_place_to_advance_into() -> None:
    """VV-8.5.1c, VV-8.5.1f: who stays keeps the place; eliminated, he leaves it."""
    field = position(f"{BLOCKED} | 1509: insov-")
    told = field.fought(FRENCH, Attack(targets=("1509",), origins=("1408",)), R)
    assert told.one(StepLost).eliminated
    assert told.one(UnitAdvanced).place == "1509"


def test_8_5_1a_water_and_closed_places_block_a_retreat() -> None:
    """VV-8.5.1a, VV-7.1e, BAU-7.1j: no way over the Spree, none into places closed to the side."""
    river = beaten("1501: insov sherbatov | 1401: ledru", target="1401", side=COALITION)
    assert river.one(RetreatBlocked).place == "1401"
    closed = beaten("2105: ledru gerard | 2205: insov | 2305: souham", target="2205", origins=("2105",))
    assert closed.one(UnitsRetreated).path[0] not in ("2304", "2203")


# --- two places --------------------------------------------------------------------------------------------


def test_8_5c_two_places_lead_two_places_away() -> None:
    """VV-8.5c: R2 ends two places from the start, step by step."""
    told = beaten("1408: compans | 1509: insov", R2)
    first, second = told.one(UnitsRetreated).path
    board = told.field.ctx.board
    assert first in board.neighbours["1509"]
    assert second in board.neighbours[first]
    assert second not in board.neighbours["1509"]


def test_8_5c_the_first_place_is_one_from_which_a_second_can_be_reached() -> None:
    """VV-8.5c: 1510 is the farthest from the enemy but leads nowhere; the stack goes by 1609."""
    walls = "1511: tern horn | 1610: suthov pirch von_steinmetz | 1410: zielinsky von_klux sherbatov"
    told = beaten(f"1408: compans | 1509: insov | {walls}", R2, options={"overstack_move": "forbid"})
    first, second = told.one(UnitsRetreated).path
    assert first != "1510"
    assert second not in told.field.ctx.board.neighbours["1509"]


def test_8_5c_the_owner_may_name_both_places() -> None:
    """VV-8.5c: preferences are heard at every step."""
    wish = when(COALITION, "retreat", RetreatTo(to=("1609", "1610")))
    assert beaten("1408: compans | 1509: insov", R2, standing=[wish]).one(UnitsRetreated).path == ("1609", "1610")


def test_8_5c_stuck_after_one_place_the_stack_stays_there_and_loses_a_step() -> None:
    """VV-8.5c, VV-8.5.1c: the second step is judged like the first."""
    walls = "1609: ledru | 1610: gerard | 1511: morand | 1410: bonnet | 1409: raglovitch | 1608: souham | 1508: puthod"
    told = beaten(f"1408: compans | {walls} | 1509: insov sherbatov", R2, origins=("1408",))
    assert told.one(UnitsRetreated).path == ("1510",)
    assert told.one(RetreatBlocked).place == "1510"
    assert len(losses(told, "blocked")) == 1
    assert len(losses(told, "zone")) == 1


# --- places still to be attacked ---------------------------------------------------------------------------


def test_8_5_1e_a_place_still_to_be_attacked_is_the_last_choice() -> None:
    """VV-8.5.1e: avoided while another place short of staying is left; else entered, and the units do not count."""
    pieces = "1508: ledru | 1507: insov | 1506: sherbatov | 1406: morand | 1606: gerard"
    orders = (
        Attack(targets=("1507",), origins=("1508",), advance=()),
        Attack(targets=("1506",), origins=("1406",), advance=()),
    )
    free = position(pieces.replace(" | 1606: gerard", "")).combat(
        FRENCH, *orders, dice={"1507/result": (4, 4), "1506/result": (3, 3)}
    )
    assert free.of(UnitsRetreated)[0].path[0] != "1506"
    walls = f"{pieces} | 1607: puthod | 1407: bonnet"
    told = position(walls).combat(FRENCH, *orders, dice={"1507/result": (4, 4), "1506/result": (3, 3)})
    assert told.of(UnitsRetreated)[0].path == ("1506",)
    second = told.of(CombatResolved)[1]
    assert [(f.unit, f.counted, f.why) for f in second.defenders] == [
        ("insov", False, "fled here"),
        ("sherbatov", True, ""),
    ]
    assert second.drm.parts[0].because.endswith("against 4, ratio 2/1")


def test_8_5_1e_overstacking_still_counts_for_those_who_fled() -> None:
    """VV-8.5.1e, VV-8.4g: they add no strength, but the place may be over-full; they suffer its losses too."""
    pieces = (
        "1508: ledru | 1507: insov | 1506: sherbatov suthov tern | 1406: soult morand | 1606: gerard | 1607: puthod"
    )
    told = position(f"{pieces} | 1407: bonnet").combat(
        FRENCH,
        Attack(targets=("1507",), origins=("1508",), advance=()),
        Attack(targets=("1506",), origins=("1406",), advance=()),
        dice={"1507/result": (4, 4), "1506/result": (5, 5)},
    )
    second = told.of(CombatResolved)[1]
    crowd = next(p for p in second.drm.parts if p.label == "Over-stacking")
    assert (crowd.value, [f.unit for f in second.defenders if not f.counted]) == (1, ["insov"])
    assert "insov" in told.of(UnitsRetreated)[-1].units


def test_8_5_1e_where_only_units_that_fled_are_left_they_fight_without_strength() -> None:
    """VV-8.5.1e: the garrison was shot out of the place, others fled into it: best ratio, and one of them leads."""
    field = position(
        "1605: ledru | 1406: soult morand compans | 1506: pirch | 1507: insov | 1508: gerard bonnet | 1606: puthod"
        " | 1607: souham | 1407: raglovitch",
        hand={FRENCH: ("artillery",)},
    )
    told = field.combat(
        FRENCH,
        Heading(phase="combat"),
        Bombard(target="1506", markers=(MarkerUse(marker="artillery"),), origin="1605"),
        Attack(targets=("1507",), origins=("1508",), advance=()),
        Attack(targets=("1506",), origins=("1406",), advance=()),
        dice={"bombard/1506/1/result": (5, 6), "1507/result": (1, 2), "1506/result": (2, 3)},
        standing=[when(COALITION, "retreat", RetreatTo(to=("1505", "1506")))],
    )
    assert [event.path for event in told.of(UnitsRetreated)][:2] == [("1505",), ("1506",)]
    second = told.of(CombatResolved)[1]
    assert second.defending_head == "insov"
    assert (second.drm.parts[0].value, second.drm.parts[0].because) == (3, "14 against 0, ratio 3/1")


# --- off the map -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("retreat_offmap_b", ["no", "n+2"])
def test_8_5_1a_the_edge_of_the_map_blocks_unless_an_option_opens_it(retreat_offmap_b: str) -> None:
    """VV-8.5.1a: option retreat_offmap_b: nobody leaves, or he comes back two turns later; it is no loss."""
    pieces = "2311: compans | 2212: souham | 2211: ledru | 2312: insov"
    told = beaten(pieces, target="2312", origins=("2311",), options={"retreat_offmap_b": retreat_offmap_b})
    if retreat_offmap_b == "no":
        assert told.one(RetreatBlocked).place == "2312"
        return
    gone = told.one(UnitsLeftMap)
    assert (gone.place, gone.back_on) == ("2312", 5)
    assert told.state.unit("insov").status == "away"
    assert told.state.morale[COALITION].eliminated == 0


def test_10_g2_in_general_retreat_an_exit_saves_who_must_retreat() -> None:
    """VV-10.G2, BAU-10.G3: over the last row they leave and are saved; a wish for a place on the map is heard."""
    pieces = "1311: compans ledru | 1312: barclay insov"
    told = beaten(pieces, target="1312", general_retreat=3)
    saved = told.one(UnitsSaved)
    assert (saved.units, saved.commanders, saved.place) == (("insov",), ("barclay",), "1312")
    assert told.state.unit("insov").status == "saved"
    stays = when(COALITION, "retreat", RetreatTo(to=("1412",)))
    told = beaten(pieces, target="1312", general_retreat=3, standing=[stays])
    assert told.one(UnitsRetreated).path == ("1412",)
    assert not beaten(pieces, target="1312", general_retreat=4).of(UnitsSaved)


# --- entering on the way -----------------------------------------------------------------------------------


def test_a_retreat_takes_what_it_enters() -> None:
    """BAU-9A, VV-7.4a: a retreating unit retakes an objective and rides down a lone enemy commander."""
    field = position("1507: ledru gerard | 1606: insov | 1605: oudinot").changed(held={"1605": FRENCH})
    standing = [when(COALITION, "retreat", RetreatTo(to=("1605",)))]
    told = field.fought(
        FRENCH, Attack(targets=("1606",), advance=()), R, standing=standing, dice={"capture/oudinot": (2,)}
    )
    assert told.one(CommanderOverrun).commander == "oudinot"
    assert (told.one(ObjectiveTaken).side, told.one(ObjectiveTaken).place) == (COALITION, "1605")


@pytest.mark.parametrize(("place", "closed"), [("1105", True), ("1104", False)])
def test_8_5_1i_a_coalition_unit_driven_from_a_redoubt_stays_out_this_turn(place: str, closed: bool) -> None:
    """BAU-8.5.1i: the place is closed to it until the turn ends."""
    told = beaten(f"1204: compans bonnet | {place}: insov", target=place, row=R)
    assert told.one(UnitsRetreated).closed == closed
    assert told.state.expelled == (frozenset({("insov", place)}) if closed else frozenset())


def test_8_5_1i_it_may_come_back_on_the_next_turn() -> None:
    """BAU-8.5.1i: it cannot march in on the Coalition's own movement, but a turn later it can."""
    told = beaten("1204: compans bonnet | 1205: insov wittgenstein", target="1205", row=R)
    (path,) = [event.path for event in told.of(UnitsRetreated)]
    back = Move(units=("insov",), path=("1205",))
    assert "1205" in told.field.ctx.board.neighbours[path[-1]]
    gone = told.field.changed(armies={**told.state.armies, FRENCH: position("0101: ledru").state.army(FRENCH)})
    assert gone.movement(COALITION, back).one(Refused).rule == "BAU-8.5.1i"
    rules = gone.rules
    later = gone.changed(expelled=rules.apply(gone.state, TurnBegan(turn=4, clock="09.00")).expelled)
    assert later.movement(COALITION, back).field.where("insov") == ["1205"]


def test_8_5_1i_french_units_may_come_back_into_a_redoubt() -> None:
    """BAU-8.5.1i: the ban is the Coalition's."""
    told = beaten("1106: insov sherbatov | 1105: ledru", target="1105", side=COALITION)
    assert not told.one(UnitsRetreated).closed


# --- holding -----------------------------------------------------------------------------------------------

HOLD = when(COALITION, "hold", Hold(places=1))
HOLD2 = when(COALITION, "hold", Hold(places=2))


@pytest.mark.parametrize(
    ("defenders", "may"),
    [("insov", True), ("rosen", True), ("pirch", False), ("lanskoi", False), ("von_tippelskirch", True)],
)
def test_8_5_1d_russian_line_infantry_and_guard_may_hold(defenders: str, may: bool) -> None:
    """VV-8.5.1d, VV-2.1o, VV-2.1f: not Prussian line, not line cavalry; Prussian Guard may."""
    told = beaten(f"1408: compans chastel | 1509: {defenders}", standing=[HOLD])
    assert bool(told.of(GroundHeld)) == may
    assert bool(told.of(UnitsRetreated)) != may
    assert losses(told, "hold") == ([defenders] if may else [])


def test_8_5_1d_french_guard_holds_and_attackers_may_hold_too() -> None:
    """VV-8.5.1d: a Guard stack that attacked and should go back."""
    field = position("1408: friant barois | 1509: insov sherbatov suthov barclay")
    hold = when(FRENCH, "hold", Hold(places=1, payers=("barois",)))
    told = field.fought(FRENCH, Attack(targets=("1509",)), 6, standing=[hold])
    assert told.one(CombatResolved).result == "R/0"
    assert losses(told, "hold") == ["barois"]
    assert told.field.where("friant", "barois") == ["1408", "1408"]


def test_8_5_1d_of_two_places_a_single_counter_buys_off_one() -> None:
    """VV-8.5.1d: it loses a step, and the stack goes back the other place."""
    head = when(COALITION, "head", HeadUnit(units=("pirch",)))
    told = beaten("1408: compans bonnet | 1509: rosen pirch", R2, standing=[HOLD2, head])
    held = told.one(GroundHeld)
    assert (held.cancelled, held.left) == (1, 1)
    assert len(told.one(UnitsRetreated).path) == 1


def test_8_5_1d_a_stack_of_two_stays_with_a_loss_on_each() -> None:
    """VV-8.5.1d: two places need two different counters."""
    told = beaten("1408: compans bonnet | 1509: insov rosen", R2, standing=[HOLD2])
    assert (told.one(GroundHeld).cancelled, told.one(GroundHeld).left) == (2, 0)
    assert sorted(losses(told, "hold")) == ["insov", "rosen"]
    assert not told.of(UnitsRetreated)
    assert not told.of(UnitAdvanced)


@pytest.mark.parametrize(("hold_mixed", "holds"), [("eligible_pays", True), ("all_eligible", False)])
def test_8_5_1d_in_a_mixed_stack_the_entitled_counter_pays_for_all(hold_mixed: str, holds: bool) -> None:
    """VV-8.5.1d: option hold_mixed=all_eligible asks that every counter be entitled."""
    told = beaten("1408: compans bonnet | 1509: insov pirch", standing=[HOLD], options={"hold_mixed": hold_mixed})
    assert losses(told, "hold") == (["insov"] if holds else [])
    assert bool(told.of(UnitsRetreated)) != holds


def test_8_5_1d_the_loss_comes_on_top_of_the_results() -> None:
    """VV-8.5.1d: 0/1R costs the head unit a step, and holding another."""
    told = beaten("1408: compans bonnet | 1509: insov sherbatov", 10, standing=[HOLD])
    assert losses(told, "result") == ["sherbatov"]
    assert losses(told, "hold") == ["insov"]


def test_8_5_1d_by_default_nobody_holds() -> None:
    """VV-8.5.1d: without a word the stack goes back."""
    told = beaten("1408: compans | 1509: insov")
    assert told.decided("hold").source == "default"
    assert told.of(UnitsRetreated)


def test_10_6a_a_variant_leaves_holding_out() -> None:
    """BAU-10.6a: option hold=no."""
    told = beaten("1408: compans | 1509: insov", standing=[HOLD], options={"hold": "no"})
    assert "hold" not in [kind for kind, _ in told.asked()]
    assert told.of(UnitsRetreated)


def test_8_5_1d_a_unit_may_die_where_it_stands() -> None:
    """VV-8.5.1d, VV-8.5.1f: holding with the last step empties the place, and the R lets an attacker in."""
    field = position("1408: compans | 1509: insov-")
    told = field.fought(FRENCH, Attack(targets=("1509",)), R, standing=[HOLD])
    assert told.one(StepLost).eliminated
    assert not told.of(GroundHeld)
    assert told.one(UnitAdvanced).unit == "compans"


# --- option ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("overstack_move", "path"), [("allow", ("1510",)), ("forbid", ("1609",))])
def test_8_5c_overstacking_by_retreat(overstack_move: str, path: tuple[str, ...]) -> None:
    """VV-8.5c, VV-4.1d: outside zones friends may be crowded, unless option overstack_move forbids it."""
    wish = when(COALITION, "retreat", RetreatTo(to=("1510", "1609")))
    told = beaten(
        "1408: compans | 1509: insov | 1510: tern suthov", standing=[wish], options={"overstack_move": overstack_move}
    )
    assert told.one(UnitsRetreated).path == path
