"""LB 45, HEI-enter, R-81, D30: reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.areas import area
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.charge.opportunity import meets_opportunity
from adjudicator.rulesets.labataille.choices import Arrivals
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.ground import is_general_order, is_road, may_stand, mover, step_cost
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement.allowance import allowance
from adjudicator.rulesets.labataille.movement.events import ArrivalDelayed, LeaderRode, UnitMarched
from adjudicator.rulesets.labataille.orders import Enter
from adjudicator.rulesets.labataille.stacking import may_share
from adjudicator.rulesets.labataille.state import FRENCH, Formation, State, Unit
from adjudicator.rulesets.labataille.zones import is_in_enemy_zone


def due(ctx: Context, state: State, side: str) -> Iterator[str]:
    """LB-45.1: units and leaders that may arrive now, in the order of the list."""
    for one in ctx.arrivals:
        if ctx.side_of(one) != side:
            continue
        piece: object = state.units.get(one) or state.leaders.get(one)
        waits = getattr(piece, "status", "") == "waiting"
        turn = getattr(piece, "due", None)
        if waits and turn is not None and turn <= state.turn:
            yield one


def enter(run: Here, order: Enter) -> Asking[Verdict]:
    """LB-45.1: those named, at a hex and in a formation that the rules allow."""
    ctx, state = run.ctx, run.state
    ready = tuple(due(ctx, state, run.side))
    wanted = tuple(one for name in order.who for one in members(ctx, state, run.side, name)) or ready
    names = [one for one in wanted if one in ready]
    if not names:
        return no("LB-45.1", "Nobody who is named is due.", "See the order form for who arrives when.")
    came, barred = 0, yes("LB-45.1")
    for one in names:
        verdict = yield from arrive(run, one, order.place, order.formation)
        came += verdict.value
        barred = barred if verdict.value else verdict
    return yes("LB-45.1") if came else barred


def the_rest(run: Here) -> Telling:
    """D30: who is due and not named comes as the list says; who finds no room waits for the next turn."""
    for one in tuple(due(run.ctx, run.state, run.side)):
        if _held_back(run.state, one):
            continue
        choice = yield from decided_now(
            run, "arrivals", one, "LB-45.4", f"Does {_name(run.ctx, one)} arrive now?", Arrivals()
        )
        if isinstance(choice, Arrivals) and choice.hold:
            yield ArrivalDelayed(side=run.side, units=(one,), due=run.state.turn + 1)
            continue
        verdict = yield from arrive(run, one, "", "")
        if not verdict.value:
            yield ArrivalDelayed(rule=RuleId("LB-45.2"), side=run.side, units=(one,), due=run.state.turn + 1)


def _held_back(state: State, one: str) -> bool:
    return one in state.units and state.units[one].held_back


def _name(ctx: Context, one: str) -> str:
    return ctx.units[one].name if one in ctx.units else ctx.leaders[one].name


def arrive(run: Here, one: str, place: str, formation: Formation | str) -> Asking[Verdict]:
    """One unit or leader comes onto the map."""
    ctx, state = run.ctx, run.state
    if one in ctx.leaders:
        goal = place or state.leader(one).entry
        if any(ctx.units[unit.id].side != run.side for unit in state.at(goal)):
            return no("LB-45.2", f"The enemy stands in {goal}.", "Name another hex.")
        yield LeaderRode(side=run.side, leader=one, path=(goal,), entered=True)
        return yes("LB-45.1")
    unit = state.unit(one)
    if place:
        verdict = may_enter_at(ctx, state, unit, place)
        if not verdict.value:
            return verdict
    goals = (place,) if place else tuple(entry_hexes(ctx, state, unit))
    last: Verdict = no("LB-45.2", f"{ctx.units[one].name} finds its way barred.", "It waits for the next turn.")
    for goal in goals:
        laid = _laid(ctx, state, unit, goal, formation)
        if isinstance(laid, Finding):
            last = laid
            continue
        yield UnitMarched(
            rule=RuleId("LB-45.1"),
            side=run.side,
            unit=one,
            path=(goal,),
            places=laid.places,
            formation=laid.formation,
            facing=laid.facing,
            spent=allowance(ctx, state, unit) if is_inside(ctx, unit) else _entry_cost(ctx, state, laid, goal),
            manner="enter",
        )
        yield from meets_opportunity(run, one)
        return yes("LB-45.1")
    return last


def entry_hexes(ctx: Context, state: State, unit: Unit) -> Iterator[str]:
    """LB-45.2: the listed hex, then up to five to either side along the edge, the safer ones first."""
    grid = ctx.board.grid
    if is_inside(ctx, unit):
        yield from _of_area(ctx, unit)
        return
    yield unit.entry
    column, row = grid.column_row(unit.entry)
    reach = ctx.tables.numbers.arrival.either_side
    around = [
        grid.number(column, row + shift)
        for far in range(1, reach + 1)
        for shift in (-far, far)
        if 1 <= row + shift <= 60
    ]
    yield from (place for place in around if place in ctx.board.cells)


def is_inside(ctx: Context, unit: Unit) -> bool:
    """R-81: whether it arrives within the map, and so neither moves nor charges in that turn."""
    return ctx.board.grid.column_row(unit.entry)[0] not in ctx.facts.columns


def _of_area(ctx: Context, unit: Unit) -> Iterator[str]:
    """R-81: the listed hex, then those of its area, the nearest first, toward the own side of the map."""
    far, grid = ctx.board.distance, ctx.board.grid
    west = ctx.units[unit.id].side == FRENCH

    def rank(place: str) -> tuple[int, int, str]:
        column = grid.column_row(place)[0]
        return far(place, unit.entry), column if west else -column, place

    yield from sorted(area(ctx, ctx.areas.get(unit.id, ""), unit.entry), key=rank)


def may_enter_at(ctx: Context, state: State, unit: Unit, place: str) -> Verdict:
    """LB-45.2: the listed hex, or one within five of it along the edge; not an enemy's, nor in his zone."""
    name = ctx.units[unit.id].name
    if is_inside(ctx, unit) and place not in tuple(_of_area(ctx, unit)):
        return no("LB-45.1", f"{name} arrives {ctx.areas.get(unit.id, '')}.", "Name a hex of that area.")
    column, row = ctx.board.grid.column_row(place if is_inside(ctx, unit) else unit.entry)
    c, r = ctx.board.grid.column_row(place)
    if c != column or abs(r - row) > ctx.tables.numbers.arrival.either_side:
        return no("LB-45.2", f"{name} enters at {unit.entry} or within five hexes of it.", "Name such a hex.")
    if is_in_enemy_zone(ctx, state, ctx.units[unit.id].side, place):
        return no("LB-45.2", f"{place} is in an enemy zone.", "Enter up to five hexes to either side.")
    return yes("LB-45.2")


def _laid(ctx: Context, state: State, unit: Unit, goal: str, formation: Formation | str) -> Unit | Verdict:
    """How a unit stands when it has come: the formation asked for, or road march, or column."""
    name, side = ctx.units[unit.id].name, ctx.units[unit.id].side
    if is_in_enemy_zone(ctx, state, side, goal) or any(ctx.units[one.id].side != side for one in state.at(goal)):
        return no("LB-45.2", f"{goal} is the enemy's, or in his zone.", "Enter up to five hexes to either side.")
    wanted = formation or unit.formation or "column"
    if wanted == "road march":
        verdict = _by_road(ctx, state, unit, goal)
        if not verdict.value:
            if formation:
                return verdict
            wanted = "limbered" if ctx.units[unit.id].arm == "artillery" else "column"
    if wanted in ("column", "line") and is_general_order(ctx, state, goal) and ctx.units[unit.id].arm != "artillery":
        wanted = "general order"
    facing = unit.facing or ("E" if side == FRENCH else "W")
    after = replace(unit, status="map", places=(goal,), formation=wanted, facing=facing)  # type: ignore[arg-type]
    if not may_stand(ctx, state, mover(ctx, after), goal):
        return no("LB-45.3", f"{name} may not enter at {goal}.", "Name another hex.")
    shared = may_share(ctx, state, goal, (*state.at(goal), after))
    return after if shared.value else shared


def _by_road(ctx: Context, state: State, unit: Unit, goal: str) -> Verdict:
    """LB-45.3, LB-16.34, HEI-enter-1: in road march onto a road hex, with no enemy cavalry within ten hexes."""
    name, side = ctx.units[unit.id].name, ctx.units[unit.id].side
    if not any(is_road(ctx, state, goal, there) for there in ctx.board.neighbours[goal]):
        return no("LB-45.3", f"{goal} is no road hex.", "Enter in column, or on the road.")
    if ctx.battalions.get(unit.id):
        return no("LB-16.34", f"{name} is a whole regiment.", "Only battalions march by road.")
    near = ctx.tables.numbers.arrival.no_cavalry_within
    for other in state.units.values():
        card = ctx.units[other.id]
        threat = other.status == "map" and card.arm == "cavalry" and card.side != side
        if threat and min(ctx.board.distance(goal, one) for one in other.places) <= near:
            return no("HEI-enter-1", f"Enemy cavalry stands within {near} hexes of {goal}.", "Enter in column.")
    return yes("LB-45.3")


def _entry_cost(ctx: Context, state: State, unit: Unit, goal: str) -> int:
    """R-81, 7.2: entering units pay for the hex."""
    grid = ctx.board.grid
    beside = next(iter(ctx.board.neighbours[goal]))
    if unit.formation == "road march":
        return 1
    cost = step_cost(ctx, state, mover(ctx, unit), beside, goal)
    return cost if cost is not None and grid.ids else 2
