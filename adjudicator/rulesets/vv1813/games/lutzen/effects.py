"""LUT 2.3: what the markers of random events do, each by its own paragraph."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import column_row, hex_id
from adjudicator.rulesets.vv1813.combat.engagement import modifier_of
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import called_pieces, read_anew
from adjudicator.rulesets.vv1813.games.lutzen.clock import as_clock
from adjudicator.rulesets.vv1813.games.lutzen.events import UnitRedeployed
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import (
    ClockMoved,
    CommanderStruck,
    CommandRangeSet,
    GuardsHeldBack,
    LinesFreed,
    ReinforcementsCalled,
)
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import clairvoyant_lines
from adjudicator.rulesets.vv1813.movement.entering import entered
from adjudicator.rulesets.vv1813.movement.tables import terrain
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone
from adjudicator.rulesets.vv1813.orders import MarkerOption
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of

CANCEL_RANGE: MarkerOption = "cancel_command_range"
HOLD_BACK: MarkerOption = "hold_back_the_guards"
CORPS: Mapping[MarkerOption, str] = {"v_corps": "V", "xii_corps": "XII"}
"""LUT-2.O1: which corps the French may call."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """A marker that a side reveals, with what it says about it."""

    kind: str
    side: Side
    target: str = ""
    option: MarkerOption = ""


def work(run: Run, shown: Revealed) -> Telling:
    """The effect of a marker that its own side reveals in time."""
    yield from _EFFECTS[shown.kind](run, shown)


# --- choices -----------------------------------------------------------------------------------------------


def corps_choice(shown: Revealed) -> str:
    """LUT-2.O1: which corps is to come: the Coalition has one only, the French name V or XII."""
    return "IV" if shown.side == COALITION else CORPS.get(shown.option, "")


def targets(ctx: Context, state: State, side: Side) -> tuple[str, ...]:
    """LUT-2.N1: whom the bullet of a side can strike; the best commander first."""
    owner = enemy_of(side)
    blucher = facts(ctx).lost_bullet.blucher
    found = [
        one
        for one in state.army(owner).commanders.values()
        if one.status == "map"
        and one.health != "killed"
        and (one.id == blucher if owner == COALITION else not ctx.game.is_commander_in_chief(ctx, one.id))
    ]
    return tuple(one.id for one in sorted(found, key=lambda one: (-modifier_of(ctx, one), one.id)))


def may_strike(ctx: Context, state: State, target: str) -> Verdict:
    """LUT-2.N1: whether the Coalition's bullet can strike somebody, as far as can be seen."""
    name = ctx.name(target) if target in ctx.counters else target
    one = state.army(FRENCH).commanders.get(target)
    counter = ctx.counters.get(target)
    corps = counter is not None and counter.side == FRENCH and counter.kind == "commander"
    if not corps or ctx.game.is_commander_in_chief(ctx, target):
        reason = f"{name} is not a French corps commander."
    elif one is not None and (one.status != "map" or one.health == "killed"):
        reason = f"{name} is not on the map."
    else:
        return yes("LUT-2.N1")
    return no("LUT-2.N1", reason, "Name another commander, or none.")


def may_redeploy(ctx: Context, state: State, place: str) -> Verdict:
    """LUT-2.G1: whether Marchand may be put at a place."""
    numbers = facts(ctx).hussars
    (west, east), (north, south) = numbers.columns, numbers.rows
    if place not in ctx.board.cells:
        reason = f"{place} is not a place on the map."
    elif not (west <= column_row(place)[0] <= east and north <= column_row(place)[1] <= south):
        reason = f"{place} does not lie between {hex_id(west, north)} and {hex_id(east, south)}."
    elif terrain(ctx, ctx.board.cells[place].terrain).mp is None:
        reason = f"Nobody may stand at {place}."
    elif place in state.army(COALITION).units_at or place in enemy_zone(ctx, state, FRENCH):
        reason = f"{place} is held or controlled by the enemy."
    else:
        return yes(numbers.rule)
    return no(numbers.rule, reason, "Name another place, or none.")


# --- effects -----------------------------------------------------------------------------------------------


def _bridge(run: Run, shown: Revealed) -> Telling:
    """LUT-2.B1: the battle began at 10.00."""
    yield ClockMoved(clock=as_clock(facts(run.ctx).clock.early_start))


def _clairvoyant(run: Run, shown: Revealed) -> Telling:
    """LUT-2.D1, LUT-2.D2: lines are free at once, and Coalition commanders reach farther."""
    yield LinesFreed(
        rule=RuleId("LUT-2.D1"), side=COALITION, lines=clairvoyant_lines(run.ctx), from_turn=run.state.turn
    )
    yield CommandRangeSet(rule=RuleId("LUT-2.D2"), side=COALITION, range=facts(run.ctx).command.clairvoyant)


def _hussars(run: Run, shown: Revealed) -> Telling:
    """LUT-2.G1: Marchand may stand elsewhere, and takes what he enters (LUT-9A1); Morand's die is read again.

    Ney and the pace follow from the play.
    """
    unit = run.state.army(FRENCH).units[facts(run.ctx).hussars.unit]
    if shown.target and unit.place is not None:
        yield UnitRedeployed(side=FRENCH, unit=unit.id, origin=unit.place, place=shown.target)
        yield from entered(run.labelled(f"T{run.state.turn}", FRENCH, "redeployed", shown.target), FRENCH, shown.target)
    yield from read_anew(run)


def _alexander(run: Run, shown: Revealed) -> Telling:
    """LUT-2.F1: the wider command range is gone for good, or both Guards stay where they are this turn."""
    if shown.option == CANCEL_RANGE:
        yield CommandRangeSet(rule=RuleId("LUT-2.F1"), side=COALITION, range=facts(run.ctx).command.Coalition)
    else:
        yield GuardsHeldBack(rule=RuleId("LUT-2.F1"), side=COALITION, russian=True, prussian=True)


def _wolonski(run: Run, shown: Revealed) -> Telling:
    """LUT-2.I1: the Russian Guard stays where it is this turn."""
    yield GuardsHeldBack(rule=RuleId("LUT-2.I1"), side=COALITION, russian=True, prussian=False)


def _munitions(run: Run, shown: Revealed) -> Telling:
    """LUT-2.H1: noted with its turn; it takes a marker when each Coalition sequence begins."""
    yield from ()


def _guards_attack(run: Run, shown: Revealed) -> Telling:
    """LUT-2.L1: all engagement restrictions on the revealing side's Guard are lifted."""
    numbers = facts(run.ctx).guards_attack
    guard = numbers.French if shown.side == FRENCH else numbers.Coalition
    yield LinesFreed(rule=numbers.rule, side=shown.side, lines=(guard,), from_turn=run.state.turn)


def _general_staff(run: Run, shown: Revealed) -> Telling:
    """LUT-2.M1: the IV Corps may enter at once, the XI from 16.00; or the Russian Guard may attack from turn 5."""
    numbers = facts(run.ctx).general_staff
    if shown.side == FRENCH:
        yield ReinforcementsCalled(rule=numbers.rule, side=FRENCH, pieces=numbers.corps)
    else:
        turn = max(numbers.turn, run.state.turn)
        yield LinesFreed(rule=numbers.rule, side=COALITION, lines=(numbers.formation,), from_turn=turn)


def _lost_bullet(run: Run, shown: Revealed) -> Telling:
    """LUT-2.N1, LUT-2.N2: a commander is wounded without a die, and his counters attack alone this turn."""
    owner = enemy_of(shown.side)
    ctx = run.ctx
    able = targets(ctx, run.state, shown.side)
    if not able:
        yield CommanderStruck(side=owner)
        return
    victim = shown.target if shown.target in able else able[0]
    lines = facts(ctx).lost_bullet.lines
    formations = (ctx.counters[victim].formation,) if owner == FRENCH else lines
    yield CommanderStruck(side=owner, commander=victim, formations=formations)


def _alternative(run: Run, shown: Revealed) -> Telling:
    """LUT-2.O1: reinforcements that were not to come enter from now on."""
    choice = corps_choice(shown)
    pieces = called_pieces(run.ctx, shown.side, choice)
    yield ReinforcementsCalled(rule=RuleId("LUT-2.O1"), side=shown.side, pieces=pieces, choice=choice)


_EFFECTS: Mapping[str, Callable[[Run, Revealed], Telling]] = {
    "bridge": _bridge,
    "clairvoyant": _clairvoyant,
    "hussars": _hussars,
    "alexander": _alexander,
    "wolonski": _wolonski,
    "munitions": _munitions,
    "guards_attack": _guards_attack,
    "general_staff": _general_staff,
    "lost_bullet": _lost_bullet,
    "alternative": _alternative,
}
