"""NLC-20.1: command range: who is near enough to a leader to act freely."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Side
from adjudicator.maps.search import Leads, Outward
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import HALVES, leads
from adjudicator.rulesets.nlc.movement.zones import barred
from adjudicator.rulesets.nlc.state import Leader, State, Unit


def leaders_for(ctx: Context, state: State, unit: Unit) -> Iterator[Leader]:
    """NLC-20.1a, A-62: the leaders whose nearness counts for a unit.

    The leader of its formation, a wing commander who holds it, an overall commander of its army. A single unit in
    Army Reserve may be near any of its side's commanders (A-69). One who reorganizes counts for nobody (NLC-21.3).
    """
    card = ctx.units[unit.id]
    formation = formation_of(ctx, unit)
    for leader in state.force(card.side).leaders.values():
        if leader.status != "map" or leader.reorganizes:
            continue
        his = ctx.leaders[leader.id]
        if his.formation and his.formation == formation:
            yield leader
        elif formation not in ctx.formations:
            if his.role in ("OC", "WC"):
                yield leader
        elif commands(ctx, leader, formation):
            yield leader


def commands(ctx: Context, leader: Leader, formation: str) -> bool:
    """NLC-2.4, NLC-20.0: whether a formation is under its army's commander, or under who commands a wing at present."""
    card = ctx.leaders[leader.id]
    match card.role:
        case "OC":
            return formation in leader.holds if leader.holds else ctx.formations[formation].army == card.army
        case "WC" | "corps":
            return leader.wing and formation in leader.holds
        case _:
            return False


def in_range(ctx: Context, state: State, unit: Unit, place: str | None = None) -> bool:
    """NLC-20.1a: whether a unit, at its hex or at another, is in command range."""
    here = place or unit.place
    goals = frozenset(ctx.board.grid.ids[leader.place] for leader in leaders_for(ctx, state, unit) if leader.place)
    return here is not None and bool(goals) and _reaches(ctx, state, ctx.units[unit.id].side, here, goals)


def is_reached(ctx: Context, state: State, side: Side, here: str, leader_place: str) -> bool:
    """Whether a hex is in the command range of a leader in another."""
    return _reaches(ctx, state, side, here, frozenset((ctx.board.grid.ids[leader_place],)))


def _reaches(ctx: Context, state: State, side: Side, here: str, goals: frozenset[int]) -> bool:
    """NLC-20.1a, NLC-20.1b, A-62: whether a way of so many cavalry points leads from a hex to one of some."""
    limit = ctx.tables.movement.command_range * HALVES
    search = Outward([ctx.board.grid.ids[here]], open_leads(ctx, state, side), limit)
    return any(node in goals for node in search)


def open_leads(ctx: Context, state: State, side: Side) -> Leads:
    """The ground as a side's riders see it, without the hexes that the enemy bars (NLC-20.1b, A-34)."""
    closed = barred(ctx, state, side)
    ground = leads(ctx, mounted=True)

    def open_ground(node: int, cost: int, steps: int) -> list[tuple[int, int]]:
        return [step for step in ground(node, cost, steps) if step[0] not in closed]

    return open_ground
