"""LB 6.6, LB 16.11, LB 19.4, HEI-pontoon-2: what losses do to formations besides morale."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.choices import BreakingLosses, Shrink
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.events import LineShrank, PontoonDamaged, RegimentBroke
from adjudicator.rulesets.labataille.ground import pontoon_name
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.morale.breaking import leaders_with
from adjudicator.rulesets.labataille.morale.events import UnitLost
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import zone

Successors = dict[str, tuple[str, ...]]
"""Regiments that broke, each with its battalions."""


def after_losses(run: Here, place: str, lost: dict[str, int], origin: str = "") -> Asking[Successors]:
    """Units without an increment are gone; regiments break, lines draw together, pontoons suffer."""
    successors: Successors = {}
    for unit, number in lost.items():
        if number:
            yield from _pontoon(run, unit, number)
            yield from settle(run, unit, successors, origin)
    return successors


def settle(run: Here, unit: str, successors: Successors, origin: str = "") -> Asking[None]:
    """One unit after losses: gone, broken into battalions, or in one hex (R-116: it breaks before anybody checks)."""
    ctx, now = run.ctx, run.state.unit(unit)
    if now.status != "map":
        return
    side = ctx.units[unit].side
    if increments(ctx, now) <= 0:
        leaders = _trapped(ctx, run.state, now)
        yield UnitLost(rule=RuleId("LB-5.1"), side=side, unit=unit, place=now.place, captured=leaders)
        return
    if must_break(ctx, now):
        how = yield from how_losses_lie(run, now)
        parts = losses_by_battalion(ctx, unit, now.losses, how)
        yield RegimentBroke(rule=RuleId("LB-6.6"), side=side, unit=unit, battalions=parts, forced=True)
        successors[unit] = tuple(one for one, _ in parts)
        for one in successors[unit]:
            yield from _shrink(run, one, origin)
        return
    yield from _shrink(run, unit, origin)


def must_break(ctx: Context, unit: Unit) -> bool:
    """LB-6.6: losses of half, or of the size of a battalion, break a regiment that has battalions."""
    parts = ctx.battalions.get(unit.id)
    if not parts:
        return False
    size = min(ctx.units[one].increments for one in parts)
    return unit.losses >= size or 2 * unit.losses >= ctx.units[unit.id].increments


def how_losses_lie(run: Here, unit: Unit) -> Asking[str]:
    """D24: even, first or last, as the owner's standing orders say; even by default."""
    choice = yield from decided_now(
        run, "breaking", unit.id, "R-84", "How do the losses lie on the battalions?", BreakingLosses()
    )
    return choice.how if isinstance(choice, BreakingLosses) else "even"


def losses_by_battalion(ctx: Context, unit: str, losses: int, how: str) -> tuple[tuple[str, int], ...]:
    """R-84, D24: losses over the battalions: even, or the first or the last of them first."""
    parts = ctx.battalions[unit]
    share = dict.fromkeys(parts, 0)
    room = {one: ctx.units[one].increments for one in parts}
    order = tuple(reversed(parts)) if how == "last" else parts
    for _ in range(losses):
        open_parts = [one for one in order if share[one] < room[one]]
        if not open_parts:
            break
        chosen = min(open_parts, key=lambda one: share[one]) if how == "even" else open_parts[0]
        share[chosen] += 1
    return tuple(share.items())


def _shrink(run: Here, name: str, origin: str) -> Asking[None]:
    """LB-16.11, LB-19.4, D32: too few for several hexes: it keeps one; nobody may fire for it."""
    ctx, unit = run.ctx, run.state.unit(name)
    if len(unit.places) < 2 or unit.status != "map" or ctx.units[name].arm != "infantry":
        return
    facts = ctx.tables.formations.of("infantry", unit.formation)
    if facts is None or not facts.least_for_two or increments(ctx, unit) >= facts.least_for_two:
        return
    kept = yield from _kept(run, unit)
    yield LineShrank(rule=RuleId("LB-16.11"), side=ctx.units[name].side, unit=name, place=kept)


def _kept(run: Here, unit: Unit) -> Asking[str]:
    """D32: the hex that the owner wishes to keep, or by default."""
    ctx, state = run.ctx, run.state
    default = kept_hex(ctx, state, unit)
    question = f"Which hex does {ctx.units[unit.id].name} keep?"
    choice = yield from decided_now(
        run, "shrink", unit.id, "LB-16.11", question, Shrink(keep="this", place=default), place=default
    )
    if not isinstance(choice, Shrink) or choice.keep == "this":
        return choice.place if isinstance(choice, Shrink) and choice.place in unit.places else default
    covered, far = zone(ctx, state, enemy_of(ctx.units[unit.id].side)), ctx.board.distance
    wishes: dict[str, Callable[[str], int]] = {
        "away": covered.over,
        "near": lambda place: far(place, choice.place),
        "leader": lambda place: not state.leaders_at(place),
    }
    return min(unit.places, key=lambda place: (wishes[choice.keep](place), place))


def kept_hex(ctx: Context, state: State, unit: Unit) -> str:
    """D32: the hex with a leader or guns, else the one in fewer enemy zones, else the lowest."""
    covered = zone(ctx, state, enemy_of(ctx.units[unit.id].side))

    def rank(place: str) -> tuple[bool, int, str]:
        company = bool(state.leaders_at(place)) or any(
            ctx.units[other.id].arm == "artillery" for other in state.at(place)
        )
        return not company, covered.over(place), place

    return min(unit.places, key=rank)


def _trapped(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """LB-7.9: leaders of an eliminated formation are taken only where enemies stand all round."""
    around = [place for one in unit.places for place in ctx.board.neighbours[one] if place not in unit.places]
    side = ctx.units[unit.id].side
    shut = around and all(any(ctx.units[other.id].side != side for other in state.at(place)) for place in around)
    return leaders_with(ctx, state, unit) if shut else ()


def _pontoon(run: Here, name: str, number: int) -> Asking[None]:
    """HEI-pontoon-2: each increment lost to fire on a pontoon damages it too."""
    ctx, unit = run.ctx, run.state.unit(name)
    ends = _straddled(ctx, run.state, unit)
    if not ends:
        return
    damage = run.state.pontoons[ends] + number
    gone = damage >= ctx.tables.numbers.pontoon.damage
    lost = tuple(on_pontoon(ctx, run.state, ends)) if gone else ()
    yield PontoonDamaged(
        rule=RuleId("HEI-pontoon-2"), side=ctx.units[name].side, name=ends, damage=damage, gone=gone, lost=lost
    )


def _straddled(ctx: Context, state: State, unit: Unit) -> str:
    """R-88: the pontoon on which a unit stands with parts in both ends."""
    for number, a in enumerate(unit.places):
        for b in unit.places[number + 1 :]:
            name = pontoon_name(ctx, a, b)
            if name in state.pontoons:
                return name
    return ""


def on_pontoon(ctx: Context, state: State, name: str) -> Sequence[str]:
    """R-88: the units that straddle a pontoon."""
    return [unit.id for unit in state.units.values() if unit.status == "map" and _straddled(ctx, state, unit) == name]
