"""Marches that a scenario asks for: a leader's ride to a place, units that withdraw, a corps that must go somewhere."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.duties import enemy_distance
from adjudicator.rulesets.nlc.movement.events import DutyEnforced
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.movement.leading import led, way_of
from adjudicator.rulesets.nlc.movement.march import March
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.movement.permits import may_move
from adjudicator.rulesets.nlc.movement.stacks import Stack, fits, purses
from adjudicator.rulesets.nlc.movement.steps import Stepping
from adjudicator.rulesets.nlc.movement.ways import FAR, FLAGS, outward, way_to


def ride_to(run: Here, marches: Marches, leader: str, place: str, rule: str) -> Telling:
    """NLC-27.8b-4, NLC-27.10d: a leader who must go to a place rides on towards it."""
    his = run.state.leader(leader)
    if his.status != "map" or his.place == place or his.moved:
        return
    if not may_move(run.ctx, run.state, run.side, leader, marches).value:
        return
    found = way_of(run, marches, leader, place)
    if found is not None:
        why = f"rides to {place} as he must"
        yield DutyEnforced(rule=RuleId(rule), side=run.side, formation="", unit=leader, because=why)
        yield from led(run, marches, leader, found.path)


def fall_away(run: Here, marches: Marches, unit: str, rule: str) -> Telling:
    """NLC-27.7-TW, NLC-27.7-GW: a unit moves at least half its points away from the enemy, if a legal way does."""
    ctx, state = run.ctx, run.state
    piece = state.unit(unit)
    start = marches.began.get(unit, "")
    if piece.place is None or not start or not may_move(ctx, state, run.side, unit, marches).value:
        return
    half = ctx.units[unit].movement * HALVES // 2
    spent = marches.trails[unit].spent if unit in marches.trails else 0
    far = enemy_distance(ctx, state, run.side)
    if spent >= half and far(piece.place) > far(start):
        return
    stack = Stack(run.side, piece.place, (unit,))
    search = outward(ctx, Stepping(ctx, state, stack, purses(ctx, state, stack, spent), marches.in_range))
    names = ctx.board.grid.names
    best: tuple[int, int, int] | None = None
    for node in search:
        place, cost = names[node // FLAGS], search.cost(node)
        if place == piece.place or cost + spent < half or far(place) <= far(start):
            continue
        if fits(ctx, state, run.side, place, (piece,)) and (best is None or (-far(place), cost, node) < best):
            best = (-far(place), cost, node)
    if best is None:
        return
    path = tuple(names[one // FLAGS] for one in search.path(best[2]))
    yield from _moved(run, marches, unit, path, rule, "withdraws from the enemy")


def _moved(run: Here, marches: Marches, unit: str, path: tuple[str, ...], rule: str, why: str) -> Telling:
    piece = run.state.unit(unit)
    formation = formation_of(run.ctx, piece)
    yield DutyEnforced(rule=RuleId(rule), side=run.side, formation=formation, unit=unit, because=why)
    yield from March(run, marches, Stack(run.side, piece.place or "", (unit,)), rule=rule).walked(path)


def march_on(run: Here, marches: Marches, unit: str, goals: Collection[str], rule: str) -> Telling:
    """NLC-26.9d: a unit that must go to a place goes on towards it as far as its points reach and there is room."""
    ctx, state = run.ctx, run.state
    piece = state.unit(unit)
    if piece.place is None or piece.place in goals or unit in marches.trails:
        return
    if not may_move(ctx, state, run.side, unit, marches).value:
        return
    stack = Stack(run.side, piece.place, (unit,))
    stepping = Stepping(ctx, state, stack, purses(ctx, state, stack), marches.in_range)
    found = way_to(ctx, stepping, lambda place: place in goals, FAR)
    if found is None:
        return
    reach = outward(ctx, stepping)
    near = {ctx.board.grid.names[node // FLAGS] for node in reach}
    path = list(found.path)
    while path and not (path[-1] in near and fits(ctx, state, run.side, path[-1], (piece,))):
        path.pop()
    if path:
        yield from _moved(run, marches, unit, tuple(path), rule, f"marches on to {path[-1]}")
