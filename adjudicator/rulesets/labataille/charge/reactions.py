"""LB 39: reaction charges."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.core.types import RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import ChargeMet, ReactionTried
from adjudicator.rulesets.labataille.charge.riders import Riders
from adjudicator.rulesets.labataille.charge.riding import Stride, ride_cost
from adjudicator.rulesets.labataille.choices import NoReaction, React
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import ESTIMATE, decided_now, fact
from adjudicator.rulesets.labataille.fire.sight import sees_from_any
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import melee_value
from adjudicator.rulesets.labataille.melee.estimate import guessed, has_lances, ratio
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.events import ReadinessChanged
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.state import State, Unit


def reach(ctx: Context, unit: str) -> int:
    """LB-39.1: four hexes for light cavalry, three for heavy."""
    numbers = ctx.tables.numbers.reaction
    return numbers.heavy if ctx.is_heavy(unit) else numbers.light


def may_react(ctx: Context, state: State, unit: Unit) -> bool:
    """LB-39.1, LB-39.2, HEI-dragoon-2, LB-20.7: in order, not exhausted, in column or line, once a segment."""
    if unit.status != "map" or unit.morale != "good" or ctx.units[unit.id].arm != "cavalry":
        return False
    if unit.readiness == "exhausted" or unit.formation not in ("column", "line"):
        return False
    return not (unit.has("tried reaction") or unit.has("contacted") or unit.has("held"))


def candidates(ctx: Context, state: State, side: Side, place: str) -> list[Unit]:
    """LB-39.1, LB-39.3: cavalry that has a charger in its zone and in sight, nearest first, then by id."""
    found = [
        unit
        for unit in ctx.theirs(state.units.values(), side)
        if may_react(ctx, state, unit)
        and min(ctx.board.distance(one, place) for one in unit.places) <= reach(ctx, unit.id)
        and sees_from_any(ctx, state, unit, place)
    ]
    return sorted(found, key=lambda unit: (ctx.board.distance(unit.place, place), unit.id))


def reacts(run: Here, riders: Riders, stride: Stride) -> Asking[bool]:
    """D4, LB-39.3: every candidate may try once; says whether one came into contact."""
    for unit in candidates(run.ctx, run.state, run.side, stride.place):
        wants = yield from _wish(run, unit, riders, stride)
        if not wants:
            continue
        passed = yield from check(run, unit.id, Call("LB-39.3", "reaction"))
        yield ReactionTried(side=run.ctx.units[unit.id].side, unit=unit.id, sort="reaction", succeeded=passed)
        if passed and (yield from _meet(run, unit.id, riders, stride)):
            return True
    return False


def _wish(run: Here, unit: Unit, riders: Riders, stride: Stride) -> Asking[bool]:
    """D4: react if fresh and the estimate is at least even; or as the standing orders say."""
    ctx = run.ctx
    guess = sum((guessed(ctx, run.state.unit(one), attacks=True) for one in riders.names), Fraction(0))
    if ctx.branch(unit.id) == "light cavalry" and all(ctx.is_heavy(one) for one in riders.names):
        guess *= ctx.tables.modifiers.melee.heavy_on_light
    worth = ratio(melee_value(ctx, unit), guess)
    even = worth >= 1
    default = React() if unit.readiness == "fresh" and even else NoReaction()
    far = ctx.board.distance(unit.place, stride.place)
    choice = yield from decided_now(
        run,
        "reaction",
        unit.id,
        "LB-39.3",
        f"Does {ctx.units[unit.id].name} charge the charge?",
        default,
        others=riders.names,
        place=stride.place,
        facts=(fact(ESTIMATE, worth),),
    )
    if not isinstance(choice, React):
        return False
    if choice.within and far > choice.within:
        return False
    return not choice.against or bool({word.casefold() for word in choice.against} & kinds(ctx, riders.names))


def kinds(ctx: Context, units: tuple[str, ...]) -> set[str]:
    """What cavalry is, in the words of the language."""
    found = {"heavy" if ctx.is_heavy(one) else "light" for one in units}
    found |= {"lancers" for one in units if has_lances(ctx, one)}
    return found | {"cossacks" for one in units if ctx.units[one].is_cossack}


def _meet(run: Here, name: str, riders: Riders, stride: Stride) -> Asking[bool]:
    """LB-39.4 to LB-39.7: the reactor one or two hexes, then charger and reactor by turns, until they touch."""
    ctx = run.ctx
    numbers = ctx.tables.numbers.reaction
    left = reach(ctx, name)
    first = numbers.heavy_first if ctx.is_heavy(name) else numbers.light_first
    grid = ctx.board.grid
    place, toward, spent, straight = stride.place, stride.toward, stride.spent, stride.straight
    for turn in range(left + 1):
        for _ in range(first if turn == 0 else 1):
            if left and not _touch(run, name, place):
                moved = yield from _one_hex(run, name, place)
                left = left - 1 if moved else 0
        if _touch(run, name, place):
            return (yield from _met(run, name, riders))
        if not left:
            break
        there = grid.ring[grid.ids[place]][toward]
        if there < 0 or ride_cost(ctx, run.state, riders.lead, place, grid.names[there]) is None:
            continue
        place, spent, straight = grid.names[there], spent + 2, straight + 1
        yield from _charger_on(run, riders, place, toward, spent)
        if _touch(run, name, place):
            return (yield from _met(run, name, riders))
    side = ctx.units[name].side
    if run.state.unit(name).readiness == "fresh":
        yield ReadinessChanged(rule=RuleId("LB-39.7"), side=side, unit=name, readiness="tired", worn_in=run.side)
    return False


def _charger_on(run: Here, riders: Riders, place: str, toward: int, spent: int) -> Asking[None]:
    for unit in riders.riding:
        yield UnitMarched(
            rule=RuleId("LB-39.4"),
            side=run.side,
            unit=unit.id,
            leaders=(riders.leader,) if riders.leader and unit is riders.lead else (),
            path=(place,),
            places=(place,),
            formation=unit.formation,
            facing=run.ctx.board.grid.side_names[toward] if unit.formation != "line" else unit.facing,
            spent=max(0, spent - unit.spent),
            manner="charge",
        )


def _touch(run: Here, name: str, place: str) -> bool:
    return any(run.ctx.board.distance(one, place) <= 1 for one in run.state.unit(name).places)


def _one_hex(run: Here, name: str, goal: str) -> Asking[bool]:
    """D5: the shortest way to adjacency, the lowest id; turning as it must."""
    ctx, unit = run.ctx, run.state.unit(name)
    far = ctx.board.distance
    open_hexes = [
        there
        for there in ctx.board.neighbours[unit.place]
        if far(there, goal) < far(unit.place, goal)
        and there != goal
        and not run.state.at(there)
        and ride_cost(ctx, run.state, unit, unit.place, there) is not None
    ]
    if not open_hexes:
        return False
    there = min(open_hexes, key=lambda place: (far(place, goal), _turn(run, unit, place), place))
    grid = ctx.board.grid
    toward = grid.direction(grid.ids[unit.place], grid.ids[there]) or 0
    yield UnitMarched(
        rule=RuleId("LB-39.4"),
        side=ctx.units[name].side,
        unit=name,
        path=(there,),
        places=(there,),
        formation="column",
        facing=grid.side_names[toward],
        spent=2,
        manner="reaction",
    )
    return True


def _turn(run: Here, unit: Unit, there: str) -> int:
    """How far it would have to turn."""
    grid = run.ctx.board.grid
    if unit.facing not in grid.side_names:
        return 0
    toward = grid.direction(grid.ids[unit.place], grid.ids[there]) or 0
    apart = (toward - grid.side_names.index(unit.facing)) % 6
    return min(apart, 6 - apart)


def _met(run: Here, name: str, riders: Riders) -> Asking[bool]:
    """LB-39.6, LB-39.8: contact stops both; the phasing side attacks, without the straight charge's doubling."""
    yield ChargeMet(
        rule=RuleId("LB-39.6"),
        side=run.side,
        attackers=riders.names,
        target=run.state.unit(name).place,
        cause="reaction",
        leader=riders.leader,
        countered=(name,),
    )
    return True
