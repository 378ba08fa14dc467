"""LUT 2.3: what the markers of random events do, each by its own paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.maps.hexgrid import column_row
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.engagement import modifier_of
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import called_pieces, read_anew
from adjudicator.rulesets.vv1813.games.lutzen.clock import as_clock
from adjudicator.rulesets.vv1813.games.lutzen.events import (
    ClockMoved,
    CommanderStruck,
    CommandRangeSet,
    GuardsHeldBack,
    LinesFreed,
    ReinforcementsCalled,
    UnitRedeployed,
)
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import clairvoyant_lines
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of
from adjudicator.rulesets.vv1813.tables import terrain
from adjudicator.rulesets.vv1813.zones import enemy_zone

CANCEL_RANGE = "cancel command range"
HOLD_BACK = "hold back the Guards"


@dataclass(frozen=True, slots=True)
class Revealed:
    """A marker that a side reveals, with what it says about it."""

    kind: str
    side: Side
    target: str = ""
    option: str = ""


def work(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """The effect of a marker that its own side reveals in time."""
    yield from _EFFECTS[shown.kind](game, ctx, shown)


# --- choices in the players' words -------------------------------------------------------------------------


def alexander_choice(option: str) -> str:
    """LUT-2.F1: which of Alexander's effects is meant; empty if the words do not say."""
    words = option.casefold()
    if "range" in words or "cancel" in words or "command" in words:
        return CANCEL_RANGE
    return HOLD_BACK if re.search(r"guard|hold|block|freeze|back", words) else ""


def corps_choice(side: Side, option: str) -> str:
    """LUT-2.O1: which corps is to come: the Coalition has one only, the French name V or XII."""
    if side == COALITION:
        return "IV"
    words = option.casefold()
    if re.search(r"\b(xii|12(th)?|oudinot\w*)\b", words):
        return "XII"
    return "V" if re.search(r"\b(v|5(th)?|lauriston\w*)\b", words) else ""


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


def wrong_target(ctx: Context, state: State, target: str) -> str:
    """LUT-2.N1: why the Coalition's bullet cannot strike somebody; empty if it may, as far as can be seen."""
    name = ctx.counters[target].name if target in ctx.counters else target
    one = state.army(FRENCH).commanders.get(target)
    counter = ctx.counters.get(target)
    corps = counter is not None and counter.side == FRENCH and counter.kind == "commander"
    if not corps or ctx.game.is_commander_in_chief(ctx, target):
        return f"{name} is not a French corps commander."
    if one is not None and (one.status != "map" or one.health == "killed"):
        return f"{name} is not on the map."
    return ""


def wrong_redeployment(ctx: Context, state: State, place: str) -> str:
    """LUT-2.G1: why Marchand may not be put at a place; empty if he may."""
    numbers = facts(ctx).hussars
    if place not in ctx.board.cells:
        return f"{place} is not a place on the map."
    column, row = column_row(place)
    (west, east), (north, south) = numbers.columns, numbers.rows
    if not (west <= column <= east and north <= row <= south):
        return f"{place} does not lie between 0805 and 1708."
    if terrain(ctx, ctx.board.cells[place].terrain).mp is None:
        return f"Nobody may stand at {place}."
    if place in state.army(COALITION).units_at or place in enemy_zone(ctx, state, FRENCH):
        return f"{place} is held or controlled by the enemy."
    return ""


# --- effects -----------------------------------------------------------------------------------------------


def _bridge(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.B1: the battle began at 10.00."""
    yield ClockMoved(clock=as_clock(facts(ctx).clock.early_start))


def _clairvoyant(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.D1, LUT-2.D2: lines are free at once, and Coalition commanders reach farther."""
    yield LinesFreed(rule=RuleId("LUT-2.D1"), side=COALITION, lines=clairvoyant_lines(ctx), from_turn=game.state.turn)
    yield CommandRangeSet(rule=RuleId("LUT-2.D2"), side=COALITION, range=facts(ctx).command.clairvoyant)


def _hussars(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.G1: Marchand may stand elsewhere, and Morand's die is read again; Ney and the pace follow from the play."""
    unit = game.state.army(FRENCH).units[facts(ctx).hussars.unit]
    if shown.target and unit.place is not None:
        yield UnitRedeployed(side=FRENCH, unit=unit.id, origin=unit.place, place=shown.target)
    yield from read_anew(game, ctx)


def _alexander(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.F1: the wider command range is gone for good, or both Guards stay where they are this turn."""
    if alexander_choice(shown.option) == CANCEL_RANGE:
        yield CommandRangeSet(rule=RuleId("LUT-2.F1"), side=COALITION, range=facts(ctx).command.Coalition)
    else:
        yield GuardsHeldBack(rule=RuleId("LUT-2.F1"), side=COALITION, russian=True, prussian=True)


def _wolonski(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.I1: the Russian Guard stays where it is this turn."""
    yield GuardsHeldBack(rule=RuleId("LUT-2.I1"), side=COALITION, russian=True, prussian=False)


def _munitions(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.H1: noted with its turn; it takes a marker when each Coalition sequence begins."""
    yield from ()


def _guards_attack(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.L1: all engagement restrictions on the revealing side's Guard are lifted."""
    numbers = facts(ctx).guards_attack
    guard = numbers.French if shown.side == FRENCH else numbers.Coalition
    yield LinesFreed(rule=numbers.rule, side=shown.side, lines=(guard,), from_turn=game.state.turn)


def _general_staff(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.M1: the IV Corps may enter at once, the XI from 16.00; or the Russian Guard may attack from turn 5."""
    numbers = facts(ctx).general_staff
    if shown.side == FRENCH:
        yield ReinforcementsCalled(rule=numbers.rule, side=FRENCH, pieces=numbers.corps)
    else:
        turn = max(numbers.turn, game.state.turn)
        yield LinesFreed(rule=numbers.rule, side=COALITION, lines=(numbers.formation,), from_turn=turn)


def _lost_bullet(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.N1, LUT-2.N2: a commander is wounded without a die, and his counters attack alone this turn."""
    owner = enemy_of(shown.side)
    able = targets(ctx, game.state, shown.side)
    if not able:
        yield CommanderStruck(side=owner)
        return
    victim = shown.target if shown.target in able else able[0]
    lines = facts(ctx).lost_bullet.lines
    formations = (ctx.counters[victim].formation,) if owner == FRENCH else lines
    yield CommanderStruck(side=owner, commander=victim, formations=formations)


def _alternative(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-2.O1: reinforcements that were not to come enter from now on."""
    choice = corps_choice(shown.side, shown.option)
    pieces = called_pieces(ctx, shown.side, choice)
    yield ReinforcementsCalled(rule=RuleId("LUT-2.O1"), side=shown.side, pieces=pieces, choice=choice)


_EFFECTS: Mapping[str, Callable[[Game[State], Context, Revealed], Telling]] = {
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
