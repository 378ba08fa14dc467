"""NLC-9, 6.1: reinforcements that come, units that leave, and the marches between two maps."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.combat.reactions import Entry, on_entry
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.leaders import surprised
from adjudicator.rulesets.nlc.context import Context, Link
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved, UnitsLeftMap
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.movement.march import is_threatened
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.movement.permits import may_move
from adjudicator.rulesets.nlc.movement.stacks import Stack, fits, purses
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.orders import Delay, Enter, Exit
from adjudicator.rulesets.nlc.state import Leader, State, Unit, enemy_of

# --- coming ---------------------------------------------------------------------------------------------------------


def is_due(state: State, piece: Unit | Leader) -> bool:
    """NLC-9.1: whether a piece may enter now."""
    return piece.status in ("waiting", "transit") and piece.due is not None and piece.due <= state.turn


def may_enter(ctx: Context, state: State, side: Side, piece: str, place: str) -> Verdict:
    """NLC-9.1, D-17: whether a piece is due, and a hex one of those where it may enter."""
    is_leader = piece in ctx.leaders
    card = ctx.leaders[piece] if is_leader else ctx.units[piece]
    thing = state.leader(piece) if is_leader else state.unit(piece)
    if card.side != side:
        return no("NLC-9.1", f"{card.name} is not yours.", "Let your own reinforcements enter.")
    if not is_due(state, thing):
        when = f"he is due on {ctx.turn_name(thing.due)}" if thing.due else "he is not expected"
        return no("NLC-9.1", f"{card.name} cannot enter now: {when}.", "Leave him out.")
    if place and place not in thing.entries:
        return no(
            "NLC-9.1", f"{card.name} does not enter at {place}.", f"He may enter at {' or '.join(thing.entries)}."
        )
    return yes("NLC-9.1")


def enter(run: Here, marches: Marches, order: Enter) -> Telling:
    """D-17: pieces that are named enter together; `enter all` lets everybody in who is due."""
    if not order.pieces:
        yield from enter_the_rest(run, marches, frozenset(), order.place)
        return
    for piece in order.pieces:
        verdict = may_enter(run.ctx, run.state, run.side, piece, order.place)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
    units = tuple(one for one in order.pieces if one in run.ctx.units)
    leaders = tuple(one for one in order.pieces if one in run.ctx.leaders)
    yield from _in(run, marches, units, leaders, order.place or _entries(run, order.pieces[0])[0])


def _entries(run: Here, piece: str) -> tuple[str, ...]:
    return run.state.leader(piece).entries if piece in run.ctx.leaders else run.state.unit(piece).entries


def delayed(ctx: Context, state: State, order: Delay) -> Iterator[str]:
    """D-17: the pieces that an order keeps off the map: a leader stands for his formation too."""
    for piece in order.pieces:
        yield piece
        formation = ctx.leaders[piece].formation if piece in ctx.leaders else ""
        if formation:
            units = state.force(ctx.leaders[piece].side).units.values()
            yield from (unit.id for unit in units if formation_of(ctx, unit) == formation)


def enter_the_rest(run: Here, marches: Marches, kept: frozenset[str], place: str = "") -> Telling:
    """D-17: who is due and was not told to wait enters at once at the first hex listed, as long as there is room."""
    force = run.state.force(run.side)
    for leader in [one for one in force.leaders.values() if is_due(run.state, one) and one.id not in kept]:
        if not place or place in leader.entries:
            yield from _in(run, marches, (), (leader.id,), place or leader.entries[0])
    for name in [unit.id for unit in force.units.values() if is_due(run.state, unit) and unit.id not in kept]:
        unit = run.state.unit(name)
        if place and place not in unit.entries:
            continue
        goal = entry_hex(run.ctx, run.state, run.side, place or unit.entries[0])
        if goal is not None and fits(run.ctx, run.state, run.side, goal, (unit,)):
            yield from _in(run, marches, (name,), (), goal)


def entry_hex(ctx: Context, state: State, side: Side, wanted: str) -> str | None:
    """NLC-9.2: the entry hex, or if the enemy is there or has it in his zone the nearest hex that is free of both."""
    zone, enemies = enemy_zone(ctx, state, side), state.force(enemy_of(side)).units_at
    free = (place for place in ctx.board.cells if place not in zone and place not in enemies)
    if wanted not in zone and wanted not in enemies:
        return wanted
    return min(free, key=lambda place: (ctx.board.distance(place, wanted), place), default=None)


def _in(run: Here, marches: Marches, units: tuple[str, ...], leaders: tuple[str, ...], wanted: str) -> Telling:
    """Pieces come onto the map; cavalry near the hex may fall on them (A-57)."""
    place = entry_hex(run.ctx, run.state, run.side, wanted)
    if place is None:
        return
    rule = RuleId("NLC-9.1" if place == wanted else "NLC-9.2")
    cost = entry_cost(run.ctx, place)
    yield StackMoved(rule=rule, side=run.side, units=units, leaders=leaders, path=(place,), spent=cost, manner="enter")
    marches.note(run.ctx, run.state, dict.fromkeys(units, cost), "", (place,))
    stack = Stack(run.side, place, units, leaders)
    if not units:
        return
    yield from surprised(run, run.side, place)
    if not run.ctx.is_dark(run.state.turn) and is_threatened(run.ctx, run.state, stack, place):
        outcome = yield from on_entry(run, Entry(run.side, units, leaders, place, "", "enter"))
        if not outcome.goes_on:
            marches.over.update(outcome.units)


def entry_cost(ctx: Context, place: str) -> int:
    """NLC-9.1: what it costs to come onto the map: the hex, by its road if it has one."""
    sides = [ctx.board.side(place, there) for there in ctx.board.neighbours[place]]
    rates = ctx.tables.movement
    if any(side.has("road") for side in sides):
        return int(rates.road * HALVES)
    if any(side.has("trail") for side in sides):
        return int(rates.trail * HALVES)
    return ctx.tables.terrain.of(ctx.board.cells[place].terrain).foot * HALVES


# --- leaving --------------------------------------------------------------------------------------------------------


def leave(run: Here, marches: Marches, order: Exit) -> Telling:
    """NLC-6.1, A-88: pieces leave the map from the hex where they stand."""
    for piece in order.pieces:
        verdict = may_leave(run, marches, piece, order.place)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
    place = _place_of(run.ctx, run.state, order.pieces[0])
    assert place is not None
    units = tuple(one for one in order.pieces if one in run.ctx.units)
    leaders = tuple(one for one in order.pieces if one in run.ctx.leaders)
    points = exit_points(run.ctx, run.state, run.side, place) * len(units)
    yield UnitsLeftMap(side=run.side, units=units, leaders=leaders, place=place, points=points)


def _place_of(ctx: Context, state: State, piece: str) -> str | None:
    return state.leader(piece).place if piece in ctx.leaders else state.unit(piece).place


def may_leave(run: Here, marches: Marches, piece: str, wanted: str) -> Verdict:
    """A-88: from an edge hex, for a point (half by a road), in command range; under Attack only where it scores."""
    ctx, state = run.ctx, run.state
    verdict = may_move(ctx, state, run.side, piece, marches)
    if not verdict.value:
        return verdict
    place = _place_of(ctx, state, piece) or ""
    name = ctx.leaders[piece].name if piece in ctx.leaders else ctx.units[piece].name
    if wanted and place != wanted:
        return no("NLC-6.1", f"{name} stands in {place}, not in {wanted}.", f"Move it to {wanted} first.")
    if not ctx.board.is_edge(place):
        return no("NLC-6.1", f"{place} is not at the edge of the map.", "Leave the map from a hex at its edge.")
    if piece in ctx.leaders:
        return yes("NLC-6.1")
    spent = marches.trails[piece].spent if piece in marches.trails else 0
    stack = Stack(run.side, place, (piece,))
    if min(purse.left for purse in purses(ctx, state, stack, spent)) < _leaving_cost(ctx, place):
        return no("NLC-6.1", f"{name} has not the points to leave the map.", "Let it leave next turn.")
    if not marches.in_range.get(piece, True):
        return no("NLC-20.1e", f"{name} is out of command range.", "It must go back into range.")
    if order_for(ctx, state, state.unit(piece)) == "attack" and not exit_points(ctx, state, run.side, place):
        return no("NLC-20.2-A1", f"{name} has Attack orders.", "Under them it leaves the map only where that scores.")
    return yes("NLC-6.1")


def _leaving_cost(ctx: Context, place: str) -> int:
    """A-88: a point, by a road half of one."""
    by_road = any(ctx.board.side(place, there).has("road") for there in ctx.board.neighbours[place])
    return ctx.tables.movement.leaving_map * (1 if by_road else HALVES)


def exit_points(ctx: Context, state: State, side: Side, place: str) -> int:
    """NLC-13.3: what a unit that leaves the map in a hex brings its side."""
    facts = ctx.facts.exit
    if facts is None or facts.side != side or place not in facts.places:
        return 0
    return facts.points if not facts.since or state.turn >= ctx.turn_number(facts.since) else 0


def link_between(ctx: Context, here: str, there: str) -> Link | None:
    """The way between two maps that joins two hexes."""
    return next((link for link in ctx.links if {link.a, link.b} == {here, there}), None)


def march_off(run: Here, stack: Stack, link: Link) -> Telling:
    """The campaign of 1815: a stack takes the road to another map and enters there turns later."""
    foot = any(not run.ctx.units[one].is_mounted for one in stack.units)
    turns = link.turns_foot if foot else link.turns_mounted
    yield UnitsLeftMap(
        rule=RuleId("NLC-26.9a"),
        side=stack.side,
        units=stack.units,
        leaders=stack.leaders,
        place=stack.place,
        to=link.other(stack.place),
        due=run.state.turn + turns,
    )
