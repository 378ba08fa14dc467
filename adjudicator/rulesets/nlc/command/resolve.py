"""NLC-20.3c, 20.3d: leaders under Attack orders whose men were hit: they keep their resolve, or fall back."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle.retreating import Retreat, best_route
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Choice, Decision, Finding, RuleId, Side
from adjudicator.kit.run import decided
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import RetreatTo, RetreatTowards
from adjudicator.rulesets.nlc.command.events import ResolveTested
from adjudicator.rulesets.nlc.command.supply import ends, source_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved
from adjudicator.rulesets.nlc.movement.ground import is_closed
from adjudicator.rulesets.nlc.movement.stacks import fits
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import Leader, State, Unit, enemy_of


def resolve_checks(run: Here, side: Side) -> Telling:
    """1.1: each leader with Attack orders, one of whose units lost a step since the last Command Phase, rolls."""
    for formation in [one for one in run.state.formations.values() if run.ctx.formations[one.id].side == side]:
        leader = run.ctx.formations[formation.id].leader
        if formation.order != "attack" or not formation.hit or run.state.leader(leader).status != "map":
            continue
        limit = resolve(run.ctx, run.state, formation.id)
        roll = run.dice.roll(f"T{run.state.turn}/resolve/{leader}", veiled=True)
        holds = roll.total <= limit.value
        yield ResolveTested(side=side, formation=formation.id, leader=leader, limit=limit, holds=holds, rolls=(roll,))
        if not holds:
            yield from fall_back(run, formation.id)


def resolve(ctx: Context, state: State, formation: str) -> Finding[int]:
    """NLC-20.3c: the highest die that keeps the order: the leader's rating, and more while his men are steady."""
    leader = state.leader(ctx.formations[formation].leader)
    rating = ctx.game.rating(ctx, leader, "attack")
    steady = 0 if is_demoralized(ctx, state, formation) else ctx.tables.command.resolve.steady
    fact = f"{'demoralized' if not steady else 'not demoralized'}"
    part: Finding[int] = Finding(rule=RuleId("NLC-20.3c"), value=steady, because=fact)
    return Finding(rule=RuleId("NLC-20.3c"), value=rating.value + steady, parts=(rating, part), because="at most")


def is_demoralized(ctx: Context, state: State, formation: str) -> bool:
    """NLC-22.1, NLC-22.4, A-16: whether a formation is demoralized: by its own limit, whatever becomes of others.

    A mixed one is when the groups of all its units are.
    """
    if ctx.facts.limit_of(formation) is not None:
        return formation in state.broken
    groups = {ctx.units[unit].limit_group for unit in ctx.formations[formation].units}
    return bool(groups) and groups <= set(state.broken)


# --- three hexes back -----------------------------------------------------------------------------------------------


def fall_back(run: Here, formation: str, rule: str = "NLC-20.3d") -> Telling:
    """NLC-20.3d, D-22, A-76: all units of a formation go back three hexes: no reactions, no losses, any ground."""
    side = run.ctx.formations[formation].side
    for place, units in list(run.state.force(side).units_at.items()):
        mine = tuple(unit for unit in units if formation_of(run.ctx, unit) == formation)
        if not mine:
            continue
        choice = yield from decided(_question(run, formation, place, mine), Choice)
        path = way_back(run.ctx, run.state, side, place, mine, choice)
        if path:
            leaders = tuple(one.id for one in _along(run, formation, place, len(mine) == len(units)))
            names = tuple(unit.id for unit in mine)
            yield StackMoved(
                rule=RuleId(rule), side=side, units=names, leaders=leaders, origin=place, path=path, manner="fall back"
            )


def _along(run: Here, formation: str, place: str, empties: bool) -> Iterator[Leader]:
    """A-77: his leader goes with them; other leaders only where nobody stays."""
    side = run.ctx.formations[formation].side
    for leader in run.state.leaders_at(side, place):
        if empties or run.ctx.leaders[leader.id].formation == formation:
            yield leader


def _question(run: Here, formation: str, place: str, units: tuple[Unit, ...]) -> Decision:
    side = run.ctx.formations[formation].side
    first = max(units, key=lambda unit: run.ctx.strength(unit.id, unit.reduced))
    edge = next(iter(source_of(run.ctx, run.state, first).edges), "south")
    names = (first.id, *(unit.id for unit in units if unit.id != first.id))
    return Decision(
        key=f"T{run.state.turn}/fall back/{formation}/{place}",
        kind="retreat",
        side=side,
        rule=RuleId("NLC-20.3d"),
        question=f"Where do the units in {place} fall back to?",
        default=RetreatTowards(edge=edge),
        place=place,
        units=names,
    )


def way_back(
    ctx: Context, state: State, side: Side, place: str, units: tuple[Unit, ...], choice: Choice
) -> tuple[str, ...]:
    """A-26, A-76: the best way of three hexes: not through the enemy, clear of his zones, towards the goal."""
    grid, board = ctx.board.grid, ctx.board
    zone, enemies = enemy_zone(ctx, state, side), state.force(enemy_of(side)).units_at
    length = ctx.tables.command.resolve.retreat
    goals = _goals(ctx, state, side, units[0], choice)
    names = grid.names

    def uses(here: int, there: int, _used: int) -> int | None:
        toward = grid.direction(here, there)
        assert toward is not None
        return None if names[there] in enemies or is_closed(ctx, here, toward) else 1

    def price(_here: int, there: int) -> tuple[int, ...]:
        return (0, 1 if names[there] in zone else 0, 0, 0)

    def end(there: int, used: int) -> tuple[int, ...] | None:
        if used == 0:
            return None
        crowded = 0 if fits(ctx, state, side, names[there], units) else 1
        far = min((grid.distance(there, goal) for goal in goals), default=0)
        return (length - used, crowded, 0, far)

    def around(here: int) -> tuple[int, ...]:
        return tuple(there for there in board.ring[here] if there >= 0)

    route = best_route(Retreat(grid.ids[place], length, around, uses, price, end))
    return tuple(names[node] for node in route.path) if route is not None else ()


def _goals(ctx: Context, state: State, side: Side, unit: Unit, choice: Choice) -> tuple[int, ...]:
    """The hexes that a retreat makes for: those that its owner names, the edge that he names, or his own."""
    ids = ctx.board.grid.ids
    match choice:
        case RetreatTo(places=places):
            return tuple(ids[place] for place in places[:1])
        case RetreatTowards(edge=edge):
            return tuple(ids[place] for place in sorted(ctx.edges[edge]))
        case _:
            return tuple(ids[place] for place in ends(ctx, state, side, source_of(ctx, state, unit)))
