"""LB 30.3, LB 30.13, LB 30.14, LB 36.4 to 36.7: the morale recovery phase."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Event, RuleId
from adjudicator.kit.run import Asking
from adjudicator.maps.search import Outward, priced
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import SHELTERS, step_cost, terrain
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.breaking import Cause, Fled, formation_after, in_flight, rout
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.events import MoraleChanged, ReadinessChanged, UnitFled
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.state import Readiness, State, Unit
from adjudicator.rulesets.labataille.zones import is_in_enemy_zone

LEVELS: tuple[Readiness, ...] = ("fresh", "tired", "exhausted")


def recovery(run: Here) -> Telling:
    """Section 2, phase 6: the phasing side's disordered and routed units check; then cavalry rests."""
    broken = [
        unit.id
        for unit in run.state.units.values()
        if unit.status == "map" and unit.morale != "good" and run.ctx.units[unit.id].side == run.side
    ]
    for name in broken:
        yield from _recover(run, name)
    yield from _rest(run)


def _recover(run: Here, name: str) -> Asking[None]:
    """LB-30.3, LB-31.3: passed, it is in order again; failed, the disordered rout and the routed run on."""
    ctx, unit = run.ctx, run.state.unit(name)
    if unit.status != "map" or unit.morale == "good":
        return
    passed = yield from check(run, name, Call("LB-31.3", "recovery"))
    if passed:
        formation = formation_after(ctx, run.state, unit, unit.place)
        yield MoraleChanged(
            rule=RuleId("LB-30.4"),
            side=run.side,
            unit=name,
            morale="good",
            formation=formation,
            facing=_facing(ctx, unit),
        )
        return
    begin = unit.places
    if unit.morale == "disordered":
        way = yield from rout(run, name, Cause("LB-30.3"))
    elif _enemy_within(ctx, run.state, unit):
        way = yield from rout(run, name, Cause("LB-30.13", hexes=_rout_length(ctx, unit)))
    else:
        way = yield from _to_shelter(run, unit)
    yield from fallout(run, [(name, begin, way)], begin[0])


def _facing(ctx: Context, unit: Unit) -> str:
    """A unit that has rallied looks toward the enemy's side of the map (HEI-rout-1), unless it looked somewhere."""
    names = ctx.board.grid.side_names
    if unit.facing in names:
        return unit.facing
    return "E" if ctx.units[unit.id].side == "French" else "W"


def _rout_length(ctx: Context, unit: Unit) -> int:
    """R-39, R-64, LB-30.6: ten hexes; routed cavalry goes at its printed rate."""
    card = ctx.units[unit.id]
    return card.movement if card.arm == "cavalry" else ctx.tables.numbers.morale.rout_hexes


def _enemy_within(ctx: Context, state: State, unit: Unit) -> bool:
    """LB-30.13: any enemy formation within fifteen hexes."""
    far, most = ctx.board.distance, ctx.tables.numbers.morale.recovery_within
    side = ctx.units[unit.id].side
    return any(
        other.status == "map"
        and ctx.units[other.id].side != side
        and min(far(place, unit.place) for place in other.places) <= most
        for other in state.units.values()
    )


def _to_shelter(run: Here, unit: Unit) -> Asking[Fled]:
    """LB-30.14: to the nearest wood or building that is as far from any enemy."""
    ctx, state = run.ctx, run.state
    if terrain(ctx, state, unit.place) in SHELTERS:
        return ()
    way = _way_to_shelter(ctx, state, unit)
    if not way:
        return ()
    yield UnitFled(
        rule=RuleId("LB-30.14"),
        side=run.side,
        unit=unit.id,
        manner="rout",
        path=way,
        formation=formation_after(ctx, state, unit, way[-1]),
    )
    return way


def _way_to_shelter(ctx: Context, state: State, unit: Unit) -> Fled:
    grid, side = ctx.board.grid, ctx.units[unit.id].side
    enemies = [
        grid.ids[place]
        for other in state.units.values()
        if other.status == "map" and ctx.units[other.id].side != side
        for place in other.places
    ]
    far = grid.far_from(enemies)
    who = in_flight(ctx, unit)
    most = ctx.tables.numbers.morale.recovery_within

    def price(a: int, _: int, b: int) -> int | None:
        taken = any(ctx.units[one.id].side != side for one in state.at(grid.names[b]))
        return None if taken else step_cost(ctx, state, who, grid.names[a], grid.names[b])

    search = Outward([grid.ids[unit.place]], priced(ctx.board.ring, price), 400)
    for node in search:
        if terrain(ctx, state, grid.names[node]) in SHELTERS and (not enemies or far(node) >= most):
            return tuple(grid.names[one] for one in search.path(node))
    return ()


# --- readiness --------------------------------------------------------------------------------------------------------


def _rest(run: Here) -> Telling:
    """LB-36.4: cavalry of both sides that lost its readiness in this side's sequence, a full turn ago or more."""
    for unit in tuple(run.state.units.values()):
        if unit.readiness == "fresh" or unit.status != "map" or unit.worn_in != run.side:
            continue
        if unit.rest_from >= run.state.turn or unit.morale != "good":
            continue
        yield from _rested(run, unit)


def _rested(run: Here, unit: Unit) -> Telling:
    """LB-36.5, LB-36.6, HEI-ready-1: one level after a turn of little movement, two after one of none."""
    ctx = run.ctx
    side = ctx.units[unit.id].side
    in_zone = any(is_in_enemy_zone(ctx, run.state, side, place) for place in unit.places)
    levels = {"still": 2, "half": 1, "broken": 0}[unit.rest] if not in_zone else 0
    now = LEVELS[max(0, LEVELS.index(unit.readiness) - levels)]
    event: Event = ReadinessChanged(
        rule=RuleId("LB-36.5"), side=side, unit=unit.id, readiness=now, worn_in=run.side, rested=True
    )
    yield event
