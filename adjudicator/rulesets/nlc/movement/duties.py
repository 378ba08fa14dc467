"""NLC-20.2: what orders ask of units, enforced at the end of the movement segment (section 2.3 of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import DutyEnforced
from adjudicator.rulesets.nlc.movement.march import March
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.movement.permits import keeps_bounds, may_move
from adjudicator.rulesets.nlc.movement.stacks import Stack, fits, purses
from adjudicator.rulesets.nlc.movement.steps import Stepping
from adjudicator.rulesets.nlc.movement.ways import FLAGS, Found, outward
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies, enemy_zone
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

NOTHING_LEGAL = "nothing legal is left"


def enemy_distance(ctx: Context, state: State, side: Side) -> Callable[[str], int]:
    """A-29: hexes from any hex to the nearest enemy unit; 0 everywhere if there is none."""
    ids = ctx.board.grid.ids
    far = ctx.board.grid.far_from(ids[place] for place in state.force(enemy_of(side)).units_at)
    return lambda place: far(ids[place])


def attackers(ctx: Context, state: State, side: Side) -> Iterator[Unit]:
    """The units under Attack orders that are on the map, in the order of their ids."""
    for unit in state.force(side).units.values():
        if unit.status == "map" and order_for(ctx, state, unit) == "attack":
            yield unit


def must_close(ctx: Context, state: State, unit: Unit, start: str, here: str) -> bool:
    """NLC-20.2-A1: whether a unit that began in one hex and stands in another has not come near enough.

    More than two hexes from the enemy it must end at least one hex closer; near him it may not go away.
    """
    near = ctx.tables.movement.duties.near
    far = enemy_distance(ctx, state, ctx.units[unit.id].side)
    if far(here) <= near:
        return False
    return far(start) <= near or far(here) > far(start) - 1


# --- at the end of the segment --------------------------------------------------------------------------------------


def close_in(run: Here, marches: Marches) -> Telling:
    """NLC-20.2-A1: each unit with Attack orders that has not closed in is moved by the cheapest legal way that does."""
    if not run.state.force(enemy_of(run.side)).units_at:
        return
    for name in [unit.id for unit in attackers(run.ctx, run.state, run.side)]:
        unit = run.state.unit(name)
        start = marches.began.get(name) or (marches.trails[name].start if name in marches.trails else "")
        if unit.place is None or not start or not must_close(run.ctx, run.state, unit, start, unit.place):
            continue
        if name in marches.over:
            yield _nothing_legal(run, unit, "NLC-20.2-A1")
        elif may_move(run.ctx, run.state, run.side, name, marches).value:
            yield from _corrected(run, marches, unit, "NLC-20.2-A1", _closer_than(run, start))


def _closer_than(run: Here, start: str) -> Callable[[str], bool]:
    """Hexes that are nearer to the enemy than one."""
    far = enemy_distance(run.ctx, run.state, run.side)
    return lambda place: far(place) < far(start)


def seek_contact(run: Here, marches: Marches) -> Telling:
    """NLC-20.2-A2, NLC-20.2-A4, A-89: a formation near the enemy that does not fight sends its nearest unit in."""
    if run.ctx.is_dark(run.state.turn):
        return
    for formation in list(run.state.formations):
        if run.ctx.formations[formation].side == run.side:
            rule = _owes_contact(run, marches, formation)
            if rule:
                yield from _sent_in(run, marches, formation, rule)


def _owes_contact(run: Here, marches: Marches, formation: str) -> str:
    """The rule by which a formation must send a unit into an enemy zone; nothing if it need not."""
    ctx, state = run.ctx, run.state
    mine = [unit for unit in attackers(ctx, state, run.side) if formation_of(ctx, unit) == formation]
    if not mine:
        return ""
    if any(unit.id in marches.in_zone for unit in mine):
        return "" if any(unit.id in marches.entered_zone for unit in mine) else "NLC-20.2-A4"
    far = enemy_distance(ctx, state, run.side)
    near = [unit for unit in mine if unit.place is not None and far(unit.place) <= ctx.tables.movement.duties.near]
    touching = [unit for unit in near if unit.place and adjacent_enemies(ctx, state, run.side, unit.place)]
    return "NLC-20.2-A2" if near and not touching and not has_attacked(ctx, state, formation) else ""


def has_attacked(ctx: Context, state: State, formation: str) -> bool:
    """NLC-20.2-A3, NLC-20.2-A6: whether a charge, or bombardment for at most two turns running, stood for an attack."""
    kept = state.formations[formation]
    if kept.fought:
        return True
    return 0 < kept.fires <= ctx.tables.movement.duties.bombardments and any(
        unit.bombarded and formation_of(ctx, unit) == formation
        for unit in state.force(ctx.formations[formation].side).units.values()
    )


def _sent_in(run: Here, marches: Marches, formation: str, rule: str) -> Telling:
    """The nearest unit that can is moved into an enemy zone; if none can, the report says so."""
    ctx, state = run.ctx, run.state
    far = enemy_distance(ctx, state, run.side)
    zone = enemy_zone(ctx, state, run.side)
    mine = [unit for unit in attackers(ctx, state, run.side) if formation_of(ctx, unit) == formation]
    free = [unit for unit in mine if unit.place and unit.place not in zone]
    for unit in sorted(free, key=lambda one: (far(one.place or ""), one.id)):
        if not may_move(ctx, state, run.side, unit.id, marches).value:
            continue
        found = _best(run, marches, unit, lambda place: place in zone)
        if found is not None:
            yield from _moved(run, marches, unit, found, rule)
            return
    yield DutyEnforced(rule=RuleId(rule), side=run.side, formation=formation, because=NOTHING_LEGAL)


# --- how a correction is made ---------------------------------------------------------------------------------------


def _corrected(run: Here, marches: Marches, unit: Unit, rule: str, is_goal: Callable[[str], bool]) -> Telling:
    found = _best(run, marches, unit, is_goal)
    if found is None:
        yield _nothing_legal(run, unit, rule)
    else:
        yield from _moved(run, marches, unit, found, rule)


def _nothing_legal(run: Here, unit: Unit, rule: str) -> DutyEnforced:
    formation = formation_of(run.ctx, unit)
    return DutyEnforced(rule=RuleId(rule), side=run.side, formation=formation, unit=unit.id, because=NOTHING_LEGAL)


def _moved(run: Here, marches: Marches, unit: Unit, found: Found, rule: str) -> Telling:
    formation = formation_of(run.ctx, unit)
    why = f"moves to {found.path[-1]} as its orders ask"
    yield DutyEnforced(rule=RuleId(rule), side=run.side, formation=formation, unit=unit.id, because=why)
    stack = Stack(run.side, unit.place or "", (unit.id,))
    yield from March(run, marches, stack, rule=rule).walked(found.path)


def _best(run: Here, marches: Marches, unit: Unit, is_goal: Callable[[str], bool]) -> Found | None:
    """A-62: the cheapest legal way of a unit that fulfils a duty: within stacking and, if it was, command range."""
    ctx, state = run.ctx, run.state
    if unit.place is None:
        return None
    stack = Stack(run.side, unit.place, (unit.id,))
    spent = marches.trails[unit.id].spent if unit.id in marches.trails else 0
    stepping = Stepping(ctx, state, stack, purses(ctx, state, stack, spent), marches.in_range)
    search = outward(ctx, stepping)
    names = ctx.board.grid.names
    for node in search:
        place = names[node // FLAGS]
        if place != unit.place and is_goal(place) and _may_end(ctx, state, unit, place, marches):
            return Found(tuple(names[one // FLAGS] for one in search.path(node)), search.cost(node))
    return None


def _may_end(ctx: Context, state: State, unit: Unit, place: str, marches: Marches) -> bool:
    if not fits(ctx, state, ctx.units[unit.id].side, place, (unit,)) or not keeps_bounds(ctx, unit, place).value:
        return False
    return not marches.in_range.get(unit.id, True) or in_range(ctx, state, unit, place)
