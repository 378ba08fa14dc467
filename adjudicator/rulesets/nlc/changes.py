"""How positions change: the few ways in which events of all rooms move, hurt and remove pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.types import Side
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import Formation, State, Unit

Losses = Iterable[tuple[str, int]]
"""Units, each with the steps that it loses."""


def formation_of(ctx: Context, unit: Unit) -> str:
    """NLC-2.1a, A-5: the formation whose orders a unit takes."""
    return unit.formation or ctx.units[unit.id].formation


def moved(state: State, units: Iterable[str], leaders: Iterable[str], path: tuple[str, ...]) -> State:
    """Pieces at the end of a path; its hexes are theirs now (NLC-13.1) if units went there."""
    place = path[-1]
    pieces = tuple(units)
    if pieces:
        state = state.with_units(*(replace(state.unit(one), place=place) for one in pieces))
        state = held(state, state.sides[pieces[0]], path)
    going = tuple(leaders)
    return state.with_leaders(*(replace(state.leader(one), place=place) for one in going)) if going else state


def held(state: State, side: Side, places: Iterable[str]) -> State:
    """NLC-13.1: hexes that count, last entered by a side."""
    gained = {place: side for place in places if state.holders.get(place, side) != side}
    return replace(state, holders={**state.holders, **gained}) if gained else state


def hurt(ctx: Context, state: State, losses: Losses) -> State:
    """NLC-7.2: a step lost turns a unit over, a second one eliminates it; its formation has been hit (NLC-20.3c)."""
    after: list[Unit] = []
    hit: dict[str, Formation] = {}
    for one, steps in losses:
        unit = state.unit(one)
        if steps <= 0:
            continue
        dies = steps >= 2 or unit.reduced
        after.append(_off(unit, state.turn) if dies else replace(unit, reduced=True))
        formation = state.formations.get(formation_of(ctx, unit))
        if formation is not None:
            hit[formation.id] = replace(formation, hit=True)
    return state.with_units(*after).with_formations(*hit.values()) if after else state


def eliminated(state: State, units: Iterable[str]) -> State:
    """Units that are off the map and count as lost, without having been hit."""
    return state.with_units(*(_off(state.unit(one), state.turn) for one in units))


def _off(unit: Unit, turn: int) -> Unit:
    return replace(
        unit, place=None, status="eliminated", reduced=False, disrupted=False, lost_on=turn, entered="", due=None
    )


def losses_of(ctx: Context, state: State) -> Mapping[str, int]:
    """NLC-22.1: the full strength of lost units, by limit group."""
    found: dict[str, int] = {}
    for force in state.forces.values():
        for unit in force.units.values():
            if unit.status in ("eliminated", "gone"):
                card = ctx.units[unit.id]
                found[card.limit_group] = found.get(card.limit_group, 0) + card.strength
    return found


def formation_losses(ctx: Context, state: State) -> Mapping[str, int]:
    """NLC-26.9e: the full strength of lost units, by the formation whose orders they took."""
    found: dict[str, int] = {}
    for force in state.forces.values():
        for unit in force.units.values():
            if unit.status in ("eliminated", "gone"):
                formation = formation_of(ctx, unit)
                found[formation] = found.get(formation, 0) + ctx.units[unit.id].strength
    return found


def army_losses(ctx: Context, state: State) -> Mapping[str, int]:
    """NLC-11.1: the full strength of lost units, by army."""
    found: dict[str, int] = {}
    for force in state.forces.values():
        for unit in force.units.values():
            if unit.status in ("eliminated", "gone"):
                card = ctx.units[unit.id]
                found[card.army] = found.get(card.army, 0) + card.strength
    return found


def units_lost(ctx: Context, state: State) -> Mapping[str, int]:
    """A-66: how many units of a formation are eliminated, for those that have lost any."""
    found: dict[str, int] = {}
    for force in state.forces.values():
        for unit in force.units.values():
            if unit.status in ("eliminated", "gone"):
                formation = formation_of(ctx, unit)
                found[formation] = found.get(formation, 0) + 1
    return found
