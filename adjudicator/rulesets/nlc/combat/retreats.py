"""NLC-7.4g, NLC-7.4h, A-26, D-15: one hex back: where to, what it costs, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from adjudicator.battle.retreating import Retreat, best_route
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import RetreatTo, RetreatTowards
from adjudicator.rulesets.nlc.combat import hits
from adjudicator.rulesets.nlc.combat.events import UnitsLost
from adjudicator.rulesets.nlc.combat.left_alone import bereft, go_along
from adjudicator.rulesets.nlc.command.supply import ends, source_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import Manner, StackMoved
from adjudicator.rulesets.nlc.movement.ground import is_closed
from adjudicator.rulesets.nlc.movement.stacks import fits
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

Cause = Literal["withdrawal", "combat", "charge", "evasion"]
"""Why a stack goes back: of its own will, beaten in normal combat, beaten by a charge, or before the fire (7.10)."""
RULES: dict[Cause, str] = {
    "withdrawal": "NLC-7.4a",
    "combat": "NLC-7.4e",
    "charge": "NLC-7.6b-7",
    "evasion": "NLC-7.10",
}


@dataclass(frozen=True, slots=True)
class Fled:
    """What became of a stack that went back."""

    units: tuple[str, ...] = ()
    """Who is left of it."""
    place: str = ""
    """Where they stand; the hex that they left where they could not go."""
    moved: bool = False


def go_back(run: Here, units: Sequence[Unit], away_from: Iterable[str], cause: Cause) -> Asking[Fled]:
    """A-26: the units of one hex go back one hex; who cannot loses a step or more.

    Only hexes that are too full: they stay and lose a step. No hex at all: off the map at its edge, which is
    elimination (A-51), elsewhere elimination where they stand. Foot artillery is lost unless it goes of its own will
    (NLC-7.4h).
    """
    side, place = run.state.sides[units[0].id], units[0].place or ""
    run = run.numbered("retreat", place)
    lost_guns = yield from _guns_lost(run, units, cause)
    units = [unit for unit in units if unit.id not in lost_guns]
    if not units:
        yield from bereft(run, side, place)
        return Fled((), place)
    found = yield from _where_to(run, units, tuple(away_from))
    names = tuple(unit.id for unit in units)
    if found is not None:
        yield from _gone(run, side, place, names, found, cause)
        return (yield from _after(run, side, names, found, cause))
    if not open_hexes(run.ctx, run.state, side, place):
        off = run.ctx.board.is_edge(place)
        because = "driven over the edge of the map" if off else "no way back is left"
        rule = "NLC-6.1" if off else "NLC-7.4g"
        yield UnitsLost(rule=RuleId(rule), side=side, units=names, place=place, because=because)
        yield from bereft(run, side, place)
        return Fled((), place)
    if not lost_guns:
        yield from hits.take(run, side, place, units, 1, rule="NLC-7.4g")
        yield from bereft(run, side, place)
    return Fled(tuple(unit.id for unit in hits.alive(run.state, names)), place)


def _guns_lost(run: Here, units: Sequence[Unit], cause: Cause) -> Asking[frozenset[str]]:
    """NLC-7.4h, A-86: foot artillery that has to go back is destroyed."""
    if cause in ("withdrawal", "evasion"):
        return frozenset()
    guns = tuple(unit.id for unit in units if run.ctx.units[unit.id].arm == "foot artillery")
    if guns:
        side, place = run.state.sides[guns[0]], units[0].place or ""
        because = "foot artillery cannot follow a retreat"
        yield UnitsLost(rule=RuleId("NLC-7.4h"), side=side, units=guns, place=place, because=because)
    return frozenset(guns)


def _gone(run: Here, side: Side, place: str, units: tuple[str, ...], to: str, cause: Cause) -> Asking[None]:
    leaders = go_along(run, side, place, units)
    manner: Manner = "evade" if cause == "evasion" else "retreat"
    yield StackMoved(
        rule=RuleId(RULES[cause]), side=side, units=units, leaders=leaders, origin=place, path=(to,), manner=manner
    )


def _after(run: Here, side: Side, units: tuple[str, ...], place: str, cause: Cause) -> Asking[Fled]:
    """NLC-7.4g, A-73: in normal combat a stack with others than cavalry loses a step in an enemy zone."""
    there = hits.alive(run.state, units)
    slow = any(not run.ctx.units[unit.id].is_cavalry for unit in there)
    if cause in ("withdrawal", "combat") and slow and place in enemy_zone(run.ctx, run.state, side):
        yield from hits.take(run, side, place, there, 1, rule="NLC-7.4g")
        yield from bereft(run, side, place)
    return Fled(tuple(unit.id for unit in hits.alive(run.state, units)), place, moved=True)


# --- where to -------------------------------------------------------------------------------------------------------


def open_hexes(ctx: Context, state: State, side: Side, place: str) -> tuple[str, ...]:
    """A-26, NLC-10.7, A-68: the hexes next to one where a side's units could stand, if there were room."""
    grid, enemies = ctx.board.grid, state.force(enemy_of(side)).units_at
    here = grid.ids[place]
    return tuple(
        there
        for there in ctx.board.neighbours[place]
        if there not in enemies and not is_closed(ctx, here, grid.direction(here, grid.ids[there]) or 0)
    )


def free_hexes(ctx: Context, state: State, side: Side, place: str, units: Sequence[Unit]) -> tuple[str, ...]:
    """NLC-7.4g: those of them where units fit in."""
    return tuple(one for one in open_hexes(ctx, state, side, place) if fits(ctx, state, side, one, units))


def _where_to(run: Here, units: Sequence[Unit], away_from: tuple[str, ...]) -> Asking[str | None]:
    """D-15: the hex that the owner names, else the best by A-26; None if none has room."""
    side, place = run.state.sides[units[0].id], units[0].place or ""
    free = free_hexes(run.ctx, run.state, side, place, units)
    if not free:
        return None
    if len(free) == 1:
        return free[0]
    choice = yield from decided(_question(run, units), Choice)
    return pick(run.ctx, run.state, units, away_from, choice, free)


def pick(
    ctx: Context, state: State, units: Sequence[Unit], away_from: tuple[str, ...], choice: Choice, free: Sequence[str]
) -> str:
    """The hex of a retreat: the first free one that the owner lists, else the best by A-26."""
    if isinstance(choice, RetreatTo):
        named = next((one for one in choice.places if one in free), None)
        if named is not None:
            return named
    edge = choice.edge if isinstance(choice, RetreatTowards) else ""
    return ranked(ctx, state, units, away_from, free, edge)


def ranked(
    ctx: Context, state: State, units: Sequence[Unit], away_from: tuple[str, ...], free: Sequence[str], edge: str = ""
) -> str:
    """A-26: out of enemy zones, away from the attackers, nearer to the edge, not onto friends, the lowest number.

    Cavalry alone does not mind zones (NLC-2.0b, NLC-5.4d).
    """
    side, place = state.sides[units[0].id], units[0].place or ""
    grid = ctx.board.grid
    zone = enemy_zone(ctx, state, side)
    minds = any(not ctx.units[unit.id].is_cavalry for unit in units)
    own = state.force(side).units_at
    goals = sorted(ctx.edges[edge]) if edge else list(ends(ctx, state, side, source_of(ctx, state, units[0])))
    far = grid.far_from(grid.ids[one] for one in goals) if goals else lambda _: 0
    foes = [grid.ids[one] for one in away_from]

    def price(here: int, there: int) -> tuple[int, ...]:
        name = grid.names[there]
        nearer = sum(grid.distance(there, foe) <= grid.distance(here, foe) for foe in foes)
        return (int(minds and name in zone), nearer, far(there), int(name in own))

    allowed = {grid.ids[one] for one in free}
    route = best_route(
        Retreat(
            start=grid.ids[place],
            length=1,
            around=lambda here: tuple(sorted(allowed)) if here == grid.ids[place] else (),
            uses=lambda here, there, used: 1,
            price=price,
            end=lambda there, used: (0, 0, 0, 0) if used else None,
        )
    )
    assert route is not None
    return grid.names[route.path[-1]]


def _question(run: Here, units: Sequence[Unit]) -> Decision:
    first = hits.by_weight(run.ctx, units)
    side, place = run.state.sides[first[0].id], first[0].place or ""
    edge = next(iter(source_of(run.ctx, run.state, first[0]).edges), "south")
    return Decision(
        key=f"{run.label}/{side}",
        kind="retreat",
        side=side,
        rule=RuleId("NLC-7.4a"),
        question=f"Where do the units in {place} go back to?",
        default=RetreatTowards(edge=edge),
        place=place,
        units=tuple(unit.id for unit in first),
    )
