"""NLC-19, 20.2-R1: leaders who move with their men, follow them, or look for a road."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import decided
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import StayWith
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import DutyEnforced
from adjudicator.rulesets.nlc.movement.ground import is_on_way
from adjudicator.rulesets.nlc.movement.march import March
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.movement.permits import may_move
from adjudicator.rulesets.nlc.movement.stacks import Stack, purses
from adjudicator.rulesets.nlc.movement.steps import Stepping
from adjudicator.rulesets.nlc.movement.ways import FAR, Found, way_to
from adjudicator.rulesets.nlc.orders import MoveWith
from adjudicator.rulesets.nlc.state import Leader, State


def with_unit(run: Here, marches: Marches, order: MoveWith) -> Telling:
    """D-18: `move d'Erlon with Schmitz`: the leader goes where the unit stands now."""
    verdict = may_move(run.ctx, run.state, run.side, order.leader, marches)
    place = run.state.unit(order.unit).place
    if verdict.value and place is None:
        name = run.ctx.units[order.unit].name
        verdict = no("NLC-19.2", f"{name} is not on the map.", "Name a unit that is.")
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    assert place is not None
    found = way_of(run, marches, order.leader, place)
    if found is None:
        name = run.ctx.leaders[order.leader].name
        yield run.refused(order, no("NLC-19.4", f"No way leads {name} to {place}.", "Send him elsewhere."))
        return
    yield from led(run, marches, order.leader, found.path)


def way_of(run: Here, marches: Marches, leader: str, goal: str) -> Found | None:
    """NLC-19.2, NLC-19.4: the cheapest way of a leader to a hex, whatever it costs."""
    place = run.state.leader(leader).place
    if place is None:
        return None
    return way_to(run.ctx, _stepping(run, marches, leader, place), lambda one: one == goal, FAR)


def _stepping(run: Here, marches: Marches, leader: str, place: str) -> Stepping:
    stack = Stack(run.side, place, (), (leader,))
    return Stepping(run.ctx, run.state, stack, purses(run.ctx, run.state, stack), marches.in_range)


def led(run: Here, marches: Marches, leader: str, path: tuple[str, ...]) -> Telling:
    """A leader goes along a path as far as his points reach."""
    place = run.state.leader(leader).place
    if place is not None and path:
        yield from March(run, marches, Stack(run.side, place, (), (leader,))).walked(path)


# --- without an order of their own -----------------------------------------------------------------------------------


def followers(run: Here, marches: Marches, placed: frozenset[str]) -> Telling:
    """D-18: leaders for whom no order was written follow the strongest of their units that was with them."""
    for leader in list(run.state.force(run.side).leaders.values()):
        if leader.id in placed or leader.moved or not may_move(run.ctx, run.state, run.side, leader.id, marches).value:
            continue
        unit = companion(run.ctx, run.state, leader, marches)
        choice = yield from decided(_question(run, leader, unit), StayWith)
        goal = _place_of(run.ctx, run.state, choice.unit) if choice.unit else None
        if goal is None or goal == leader.place:
            continue
        found = way_of(run, marches, leader.id, goal)
        if found is not None:
            yield from led(run, marches, leader.id, found.path)


def companion(ctx: Context, state: State, leader: Leader, marches: Marches) -> str:
    """The strongest unit of his own that stood in a leader's hex when the segment began; nothing if none did."""
    formation = ctx.leaders[leader.id].formation
    side = ctx.leaders[leader.id].side
    mine = [
        unit
        for unit in state.force(side).units.values()
        if unit.status == "map" and marches.began.get(unit.id) == leader.place and _is_his(ctx, unit.id, formation)
    ]
    own = [unit for unit in mine if formation_of(ctx, unit) == formation] or mine
    best = max(own, key=lambda unit: (ctx.strength(unit.id, unit.reduced), _earlier(unit.id)), default=None)
    return best.id if best is not None else ""


def _is_his(ctx: Context, unit: str, formation: str) -> bool:
    """A leader without a formation follows nobody unless he is told to."""
    return bool(formation) and ctx.units[unit].side == ctx.formations[formation].side


def _earlier(name: str) -> tuple[int, ...]:
    """Sorts names backwards, so that among equals the lowest id is the greatest."""
    return tuple(-ord(letter) for letter in name)


def _question(run: Here, leader: Leader, unit: str) -> Decision:
    name = run.ctx.leaders[leader.id].name
    return Decision(
        key=f"T{run.state.turn}/{run.side}/follow/{leader.id}",
        kind="follow",
        side=run.side,
        rule=RuleId("NLC-19.2"),
        question=f"With whom does {name} go?",
        default=StayWith(unit=unit),
        place=leader.place or "",
        units=(leader.id,),
    )


def _place_of(ctx: Context, state: State, piece: str) -> str | None:
    return state.leader(piece).place if piece in ctx.leaders else state.unit(piece).place


# --- Reserve orders ---------------------------------------------------------------------------------------------------


def keeps_to_ways(ctx: Context, state: State, leader: str, path: tuple[str, ...]) -> Verdict:
    """NLC-20.2-R2: a leader with Reserve orders who is on a road or trail does not leave it of his own will."""
    place = state.leader(leader).place
    if not has_reserve(ctx, state, leader) or place is None or not is_on_way(ctx, place):
        return yes("NLC-20.2-R2")
    astray = next((one for one in path if not is_on_way(ctx, one)), None)
    if astray is None:
        return yes("NLC-20.2-R2")
    name = ctx.leaders[leader].name
    return no("NLC-20.2-R2", f"{name} has Reserve orders, and {astray} is on no road or trail.", "Keep to the roads.")


def has_reserve(ctx: Context, state: State, leader: str) -> bool:
    """Whether a leader's formation has Reserve orders."""
    card = ctx.leaders[leader]
    formation = state.formations.get(card.formation)
    if formation is None or formation.order != "reserve":
        return False
    units = state.force(card.side).units.values()
    return card.role != "division" or any(formation_of(ctx, unit) == formation.id for unit in units)


def seek_roads(run: Here, marches: Marches) -> Telling:
    """NLC-20.2-R1: leaders with Reserve orders go to a road or trail in as few turns as they can."""
    for leader in list(_astray(run.ctx, run.state, run.side)):
        if leader.moved or not may_move(run.ctx, run.state, run.side, leader.id, marches).value:
            continue
        assert leader.place is not None
        found = way_to(
            run.ctx, _stepping(run, marches, leader.id, leader.place), lambda one: is_on_way(run.ctx, one), FAR
        )
        if found is not None:
            formation = run.ctx.leaders[leader.id].formation
            why = f"goes to the road at {found.path[-1]}"
            yield DutyEnforced(
                rule=RuleId("NLC-20.2-R1"), side=run.side, formation=formation, unit=leader.id, because=why
            )
            yield from led(run, marches, leader.id, found.path)


def _astray(ctx: Context, state: State, side: Side) -> Iterator[Leader]:
    for leader in state.force(side).leaders.values():
        off_the_road = leader.place is not None and not is_on_way(ctx, leader.place)
        if leader.status == "map" and off_the_road and has_reserve(ctx, state, leader.id):
            yield leader
