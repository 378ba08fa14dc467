"""LB 21: one fire at a hex, from the odds to what it does to those who stand there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.battle.charts import dice_of, dice_read, index_of
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.defence import density, fire_defence
from adjudicator.rulesets.labataille.fire.events import FireResolved
from adjudicator.rulesets.labataille.fire.factors import Mode, Shot, total
from adjudicator.rulesets.labataille.fire.hurt import after_losses
from adjudicator.rulesets.labataille.fire.leaders_hit import hit_by_fire
from adjudicator.rulesets.labataille.fire.losses import shared
from adjudicator.rulesets.labataille.ground import FOREST, terrain
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.breaking import Cause, rout
from adjudicator.rulesets.labataille.morale.checks import Call
from adjudicator.rulesets.labataille.morale.incidents import fallout, incident
from adjudicator.rulesets.labataille.state import State, Unit


@dataclass(frozen=True, slots=True)
class Fire:
    """A fire as it is about to be rolled."""

    mode: Mode
    target: str
    shots: tuple[Shot, ...]
    leader: str = ""
    on_bridge: bool = False


def column_shift(ctx: Context, state: State, fire: Fire) -> Finding[int]:
    """LB-26.2, HEI-night-1: one column to the right for canister; at night one to the left for foot and medium guns."""
    parts: list[Finding[int]] = []
    if any(shot.canister for shot in fire.shots):
        parts.append(
            Finding(
                rule=RuleId("LB-26.2"), value=ctx.tables.numbers.fire.canister, because="canister", label="Canister"
            )
        )
    return Finding(
        rule=RuleId("LB-26.2"), value=sum(part.value for part in parts), because="columns", parts=tuple(parts)
    )


def night_columns(ctx: Context, state: State, fire: Fire, column: int) -> int:
    """HEI-night-1, R-20, R-115: the column at night: one whole less from 2-1 up, else one printed column."""
    if ctx.light(state.turn) != "night" or fire.mode != "offensive":
        return column
    foot = any(ctx.units[shot.unit].arm == "infantry" for shot in fire.shots)
    if not foot and not any(shot.medium for shot in fire.shots):
        return column
    bands = ctx.tables.fire.columns
    least = bands.bands[column].least
    return bands.find(least - 1) if least >= 2 else bands.shifted(column, -1)


def resolve(run: Here, fire: Fire) -> Asking[None]:
    """LB-21.3, LB-21.4: odds, column, dice, losses; then checks, leaders, and what losses do to formations."""
    ctx, state = run.ctx, run.state
    numbers = [shot.value for shot in fire.shots]
    names = [shot.unit for shot in fire.shots]
    value = total(numbers, ctx, names)
    side = ctx.units[names[0]].side
    defence = fire_defence(ctx, state, fire.target, fire.shots[0].place, side, on_bridge=fire.on_bridge)
    crowding = density(ctx, state, fire.target, side)
    shift = column_shift(ctx, state, fire)
    bands = ctx.tables.fire.columns
    reached = bands.find(value.value / defence.value)
    column = night_columns(ctx, state, fire, bands.shifted(reached, shift.value))
    bonus = _leader_bonus(ctx, fire)
    roll = run.dice.roll(run.numbered("fire", fire.target, fire.mode).label, 2)
    index = index_of(dice_read(roll.faces)) + crowding.value + bonus
    reading = ctx.tables.fire.read_at(column, dice_of(index))
    artillery = any(shot.is_artillery for shot in fire.shots)
    standing = ctx.theirs(state.at(fire.target), side)
    share = shared(ctx, standing, reading.result, artillery=artillery)
    yield FireResolved(
        rule=RuleId("LB-21.3"),
        rolls=(roll,),
        side=side,
        mode=fire.mode,
        units=tuple(dict.fromkeys(names)),
        leader=fire.leader,
        target=fire.target,
        dice=dice_read(roll.faces),
        modified=dice_of(index),
        result=reading.result,
        losses=share.losses,
        defence=defence,
        crowding=crowding,
        value=value,
        column=reading.column,
        shift=column - reached,
        elite=_elite(ctx, names),
    )
    yield from consequences(run, fire, standing, dict(share.losses), roll.faces)


def _leader_bonus(ctx: Context, fire: Fire) -> int:
    """LB-7.1, LB-7.2: a leader's artillery number helps a fire in which guns take part."""
    if not fire.leader or not any(shot.is_artillery for shot in fire.shots):
        return 0
    return ctx.leaders[fire.leader].artillery


def _elite(ctx: Context, names: Sequence[str]) -> int:
    """HEI-elite-1, R-68: the printed morale of the top firing unit, if it is elite infantry."""
    card, numbers = ctx.units[names[0]], ctx.tables.numbers.morale
    elite = card.arm == "infantry" and numbers.elite_low <= card.morale <= numbers.elite_high
    return card.morale if elite else 0


def consequences(
    run: Here, fire: Fire, standing: Iterable[Unit], lost: dict[str, int], faces: tuple[int, ...]
) -> Asking[None]:
    """What follows losses: units gone, lines that shrink, regiments that break, checks, leaders."""
    before = {unit.id: unit.losses for unit in standing}
    origin = fire.shots[0].place if fire.shots else ""
    successors = yield from after_losses(run, fire.target, lost, origin)
    named: list[str] = []
    routed: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
    for unit, old in before.items():
        if run.ctx.units[unit].is_cossack:
            if _cossack_routs(run.ctx, run.state, unit, lost.get(unit, 0)):
                begin = run.state.unit(unit).places
                way = yield from rout(run, unit, Cause("HEI-cossack-1"))
                routed.append((unit, begin, way))
            elif _cossack_checks(run.ctx, run.state, fire, unit):
                named.append(unit)
        elif _is_triggered(run.ctx, unit, old, old + lost.get(unit, 0)):
            named += successors.get(unit, (unit,))
    there = [unit for unit in named if run.state.unit(unit).status == "map"]
    if there:
        yield from incident(run, there, Call("LB-31.10", "fire"), fire.target)
    if routed:
        yield from fallout(run, routed, fire.target)
    yield from hit_by_fire(run, fire.target, faces)


def _is_triggered(ctx: Context, unit: str, before: int, after: int) -> bool:
    """HEI-fire-8, R-79: whether the losses that came now call for a check: one for each fire."""
    card = ctx.units[unit]
    nation = {"French allies": "French"}.get(card.nation, card.nation)
    kind = card.type if card.arm == "infantry" else card.arm
    trigger = ctx.tables.triggers.get((nation, kind)) or ctx.tables.triggers.get((nation, card.type))
    return trigger is not None and after > before and trigger.strikes(before, after)


def _cossack_routs(ctx: Context, state: State, unit: str, lost: int) -> bool:
    """HEI-cossack-1, HEI-cossack-2: a loss routs them, in the woods it makes them check."""
    now = state.unit(unit)
    return lost > 0 and now.status == "map" and terrain(ctx, state, now.place) not in FOREST


def _cossack_checks(ctx: Context, state: State, fire: Fire, unit: str) -> bool:
    """HEI-cossack-1: foot in order, or guns, fired at them."""
    now = state.unit(unit)
    if now.status != "map" or now.morale != "good":
        return False
    in_woods = terrain(ctx, state, now.place) in FOREST
    steady = any(
        ctx.units[shot.unit].arm == "artillery"
        or (ctx.units[shot.unit].arm == "infantry" and state.unit(shot.unit).morale == "good")
        for shot in fire.shots
    )
    return steady and (not in_woods or now.losses > 0)


def with_bridge(fire: Fire) -> Fire:
    """R-88: the same fire at a unit that is just crossing a bridge."""
    return replace(fire, on_bridge=True)
