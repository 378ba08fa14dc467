"""LB 14.12 to 14.15, LB 30: how units fall into disorder and rout, and what that costs them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import RuleId, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import Mover, is_general_order, mover
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.morale.events import LossesSuffered, MoraleChanged, UnitFled, UnitLost
from adjudicator.rulesets.labataille.morale.ways_back import flight, leaves_map, retreat_way, rout_way
from adjudicator.rulesets.labataille.state import Formation, State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import zone


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a unit breaks."""

    rule: str
    melee: bool = False
    """LB-14.12, R-40: it leaves because of a melee result, which costs increments in zones."""
    hexes: int | None = None
    """R-78: how far a rout goes if not ten hexes."""
    extra: int = 0
    """Increments lost besides (6.4)."""


Fled = tuple[str, ...]
"""The hexes that a unit passed and the one where it ended; none if it stayed."""


def leaders_with(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """6.4: leaders go along with the last formation that leaves their hex."""
    side = ctx.units[unit.id].side
    left = any(
        other.id != unit.id and ctx.units[other.id].side == side and other.morale == "good"
        for place in unit.places
        for other in state.at(place)
    )
    if left:
        return ()
    return tuple(one.id for place in unit.places for one in state.leaders_at(place) if ctx.leaders[one.id].side == side)


def formation_after(ctx: Context, state: State, unit: Unit, place: str) -> Formation:
    """LB-30.4: column, or general order where the ground asks for it; guns stay as they are."""
    if ctx.units[unit.id].arm == "artillery":
        return "unlimbered" if unit.formation == "unlimbered" else "limbered"
    return "general order" if is_general_order(ctx, state, place) else "column"


def in_flight(ctx: Context, unit: Unit) -> Mover:
    """In what formation the ground counts for a unit that goes back."""
    formation: Formation = "limbered" if ctx.units[unit.id].arm == "artillery" else "column"
    return mover(ctx, unit, formation)


def looking_back(ctx: Context, path: Fled, place: str) -> str:
    """The hexside by which a unit came that has gone back: it looks at the enemy again."""
    grid = ctx.board.grid
    before = path[-2] if len(path) > 1 else place
    toward = grid.direction(grid.ids[path[-1]], grid.ids[before])
    return grid.side_names[toward] if toward is not None else ""


# --- disorder ------------------------------------------------------------------------------------------------------


def disorder(run: Here, name: str, cause: Cause) -> Asking[Fled]:
    """LB-30.8: a unit disorders and goes back three points, at least one hex; cavalry routs instead (LB-16.48).

    Infantry that is disordered already routs (6.4); unlimbered guns cannot go anywhere (R-107).
    """
    ctx, unit = run.ctx, run.state.unit(name)
    if unit.status != "map":
        return ()
    card = ctx.units[name]
    if card.arm == "cavalry" or unit.morale != "good":
        return (yield from rout(run, name, cause))
    beset = any(ctx.theirs(run.state.at(place), card.side) for place in unit.places)
    if unit.formation == "unlimbered" and beset:
        yield UnitLost(rule=RuleId(cause.rule), side=card.side, unit=name, place=unit.place)
        return ()
    if unit.formation == "unlimbered":
        yield MoraleChanged(rule=RuleId(cause.rule), side=card.side, unit=name, morale="disordered")
        return ()
    going = flight(ctx, run.state, unit, in_flight(ctx, unit))
    way = retreat_way(going, 2 * ctx.tables.numbers.morale.disorder_points) or ()
    if not way and beset:  # it cannot stay broken in one hex with the enemy
        return (yield from rout(run, name, cause))
    if way and cause.melee and _passes_cavalry(ctx, run.state, unit, way):
        return (yield from rout(run, name, replace(cause, rule="LB-14.15"), before=way))
    formation = formation_after(ctx, run.state, unit, way[-1] if way else unit.place)
    facing = looking_back(ctx, way, unit.place) if way else _facing_in_place(ctx, unit)
    yield MoraleChanged(
        rule=RuleId(cause.rule), side=card.side, unit=name, morale="disordered", formation=formation, facing=facing
    )
    if way:
        yield from _go(run, name, way, cause, "retreat", formation, facing)
    elif cause.extra:
        yield from lose(run, name, cause.extra, cause.rule)
    return way


def _facing_in_place(ctx: Context, unit: Unit) -> str:
    """A unit that could not go back keeps looking where it did; from a corner to the hexside clockwise of it."""
    grid = ctx.board.grid
    if unit.facing in grid.side_names and unit.formation not in ("line", "skirmish"):
        return unit.facing
    return grid.side_names[grid.corner_names.index(unit.facing)] if unit.facing in grid.corner_names else "E"


def _passes_cavalry(ctx: Context, state: State, unit: Unit, way: Fled) -> bool:
    """LB-14.15: whether a way leads through a zone of enemy cavalry."""
    covered = zone(ctx, state, enemy_of(ctx.units[unit.id].side), "cavalry")
    return any(place in covered for place in way)


# --- rout ----------------------------------------------------------------------------------------------------------


def rout(run: Here, name: str, cause: Cause, before: Fled = ()) -> Asking[Fled]:
    """LB-30.9, R-39: a unit routs its whole way; without one it is lost over the edge, or surrenders."""
    ctx, unit = run.ctx, run.state.unit(name)
    if unit.status != "map":
        return ()
    card = ctx.units[name]
    if unit.formation == "unlimbered":
        yield UnitLost(rule=RuleId(cause.rule), side=card.side, unit=name, place=unit.place)
        return ()
    length = ctx.tables.numbers.morale.rout_hexes if cause.hexes is None else cause.hexes
    going = flight(ctx, run.state, unit, in_flight(ctx, unit))
    way = rout_way(going, length, before) if length else ()
    if way is None:
        yield from _nowhere(run, unit, leaves_map(going, length), cause)
        return ()
    formation = formation_after(ctx, run.state, unit, way[-1] if way else unit.place)
    yield MoraleChanged(rule=RuleId(cause.rule), side=card.side, unit=name, morale="routed", formation=formation)
    if way:
        yield from _go(run, name, way, cause, "rout", formation, "")
    return way


def _nowhere(run: Here, unit: Unit, over_edge: bool, cause: Cause) -> Asking[None]:
    """LB-30.11, LB-30.15: off the map over the own edge, or surrender."""
    side = run.ctx.units[unit.id].side
    leaders = leaders_with(run.ctx, run.state, unit)
    if over_edge:
        yield UnitLost(rule=RuleId("LB-30.15"), side=side, unit=unit.id, place=unit.place)
    else:
        yield UnitLost(
            rule=RuleId("LB-30.11"),
            side=side,
            unit=unit.id,
            how="surrendered",
            place=unit.place,
            captured=leaders,
        )


# --- going back ----------------------------------------------------------------------------------------------------


def zone_losses(ctx: Context, state: State, unit: Unit, way: Fled) -> int:
    """LB-14.12, LB-14.13, LB-34.2: one increment for the hex left, one for each further hex left in a zone.

    A hex that holds a friendly formation costs nothing, nor does the hex where the way ends.
    """
    side: Side = ctx.units[unit.id].side
    covered = zone(ctx, state, enemy_of(side))
    passed = [place for place in way[:-1] if place in covered and not _has_friend(ctx, state, unit, place)]
    return ctx.tables.numbers.zones.lost_each * (1 + len(passed))


def _has_friend(ctx: Context, state: State, unit: Unit, place: str) -> bool:
    side = ctx.units[unit.id].side
    return any(other.id != unit.id and ctx.units[other.id].side == side for other in state.at(place))


def _go(run: Here, name: str, way: Fled, cause: Cause, manner: str, formation: Formation, facing: str) -> Asking[None]:
    ctx, unit = run.ctx, run.state.unit(name)
    side = ctx.units[name].side
    lost = cause.extra
    if cause.melee:
        in_zones = zone_losses(ctx, run.state, unit, way)
        if in_zones >= ctx.tables.numbers.zones.surrender_at:
            taken = leaders_with(ctx, run.state, unit)
            yield UnitLost(
                rule=RuleId("LB-14.12"),
                side=side,
                unit=name,
                how="surrendered",
                place=unit.place,
                captured=taken,
            )
            return
        lost += in_zones
    if lost >= increments(ctx, unit):
        yield LossesSuffered(rule=RuleId("LB-14.12"), side=side, unit=name, lost=increments(ctx, unit), cause="zone")
        yield UnitLost(rule=RuleId(cause.rule), side=side, unit=name, place=unit.place)
        return
    yield UnitFled(
        rule=RuleId("LB-30.8" if manner == "retreat" else "LB-30.9"),
        side=side,
        unit=name,
        leaders=leaders_with(ctx, run.state, unit),
        manner="retreat" if manner == "retreat" else "rout",
        path=way,
        lost=lost,
        formation=formation,
        facing=facing,
    )


def lose(run: Here, name: str, lost: int, rule: str) -> Asking[None]:
    """LB-5.1: increments lost; a unit without any is eliminated."""
    ctx, unit = run.ctx, run.state.unit(name)
    left = increments(ctx, unit)
    side = ctx.units[name].side
    yield LossesSuffered(rule=RuleId(rule), side=side, unit=name, lost=min(lost, left), cause="zone")
    if lost >= left:
        yield UnitLost(rule=RuleId(rule), side=side, unit=name, place=unit.place)


def passed_units(ctx: Context, state: State, name: str, begin: tuple[str, ...], way: Fled) -> Iterator[str]:
    """LB-31.4, LB-31.12: good-order friends of the hexes where a broken unit stood, passed or ended."""
    side = ctx.units[name].side
    for place in (*begin, *way):
        for unit in state.at(place):
            if unit.id != name and unit.morale == "good" and ctx.units[unit.id].side == side:
                yield unit.id
