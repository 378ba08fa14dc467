"""NLC 11, 13.2, 22: corps, nationalities and armies that break, and the victory that follows at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ending, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.nlc.changes import army_losses, formation_losses, formation_of, losses_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games import wings
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, State, Unit, enemy_of
from adjudicator.rulesets.nlc.victory.events import ArmyBroke, GroupBroke, LevelShifted


@dataclass(frozen=True, slots=True)
class Level:
    """NLC-11.1: what an army has lost, and when it breaks; None where it cannot."""

    army: str
    side: Side
    losses: int
    demoralization: int | None
    disintegration: int | None


def levels(ctx: Context, state: State) -> Iterator[Level]:
    """NLC-11.1, NLC-7.4-LG2: the armies with their levels of this moment; a shift lowers the first of the two."""
    losses = army_losses(ctx, state)
    for army in ctx.facts.army:
        level = army.demoralization
        shifted = None if level is None else max(0, level + state.shifts.get(army.name, 0))
        yield Level(army.name, army.side, losses.get(army.name, 0), shifted, army.disintegration)
    lost = formation_losses(ctx, state)
    for group, value in state.wings.items():  # NLC-26.9e, NLC-26.9f
        formations = wings.members(ctx, state, group)
        if not formations or not value:
            continue
        side = ctx.formations[formations[0]].side
        total = sum(lost.get(formation, 0) for formation in formations)
        gone = wings.disintegration_of(ctx, value)
        yield Level(group, side, total, max(0, value + state.shifts.get(group, 0)), gone)


def reckon(run: Here) -> Telling:
    """NLC-11.2, NLC-22.1, IV.3: after losses: groups first, then armies, the side that is not phasing first."""
    yield from groups(run)
    first = enemy_of(run.state.active) if run.state.active is not None else FRENCH
    for side in (first, enemy_of(first)):
        yield from _shifted_by_places(run, side)
        yield from _armies(run, side)
    yield from _victory_at_once(run, (first, enemy_of(first)))


def groups(run: Here) -> Telling:
    """NLC-22.1, NLC-22.2: a corps or nationality is demoralized while its losses reach its limit."""
    losses = losses_of(run.ctx, run.state)
    for limit in run.ctx.facts.limit:
        lost = losses.get(limit.group, 0)
        broken = lost >= limit.value
        if broken != (limit.group in run.state.broken):
            rule = RuleId("NLC-22.1" if broken else "NLC-22.2")
            yield GroupBroke(rule=rule, group=limit.group, losses=lost, limit=limit.value, broken=broken)


def _armies(run: Here, side: Side) -> Telling:
    for level in [one for one in levels(run.ctx, run.state) if one.side == side]:
        broke = level.demoralization is not None and level.losses >= level.demoralization
        if broke and level.army not in run.state.demoralized:
            assert level.demoralization is not None
            yield ArmyBroke(army=level.army, losses=level.losses, level=level.demoralization, disintegrated=False)
            yield from _other_army(run, level.army)
        gone = level.disintegration is not None and level.losses >= level.disintegration
        if gone and level.army not in run.state.disintegrated:
            assert level.disintegration is not None
            yield ArmyBroke(army=level.army, losses=level.losses, level=level.disintegration, disintegrated=True)


# --- shifts of levels -----------------------------------------------------------------------------------------------


def _shifted_by_places(run: Here, side: Side) -> Telling:
    """NLC-26.9h, NLC-26.9i: places of Grand Waterloo whose loss lowers the level of an army, once."""
    for shift in run.ctx.facts.shift:
        if not shift.place or shift.cause in run.state.shifted or run.ctx.facts.army_of(shift.army).side != side:
            continue
        if run.state.holders.get(shift.place, side) != side:
            yield LevelShifted(rule=RuleId("NLC-26.9h"), army=shift.army, cause=shift.cause, points=shift.points)


def _other_army(run: Here, army: str) -> Telling:
    """NLC-26.9j: an Allied army that breaks shakes the other one, once."""
    shift = next((one for one in run.ctx.facts.shift if one.cause == "other army"), None)
    allied = [level.army for level in levels(run.ctx, run.state) if level.side == ALLIED and level.demoralization]
    if shift is None or army not in allied or shift.cause in run.state.shifted:
        return
    for other in allied:
        if other != army:
            yield LevelShifted(rule=RuleId("NLC-26.9j"), army=other, cause=shift.cause, points=shift.points)


# --- victory at once ------------------------------------------------------------------------------------------------


def _victory_at_once(run: Here, order: tuple[Side, Side]) -> Telling:
    """NLC-13.2, A-17, A-52: the French lose when demoralized, the Allies when one of their armies disintegrates."""
    for side in order:
        reason = lost_reason(run.ctx, run.state, side)
        if reason and run.state.ending is None:
            ending = Ending(winner=enemy_of(side), level="decisive", reason=reason, rule=RuleId("NLC-13.2"))
            yield MatchEnded(rule=RuleId("NLC-13.2"), ending=ending)
            return


def is_disintegrated(ctx: Context, state: State, unit: Unit) -> bool:
    """NLC-26.9k: whether a unit's army, or in the campaign of 1815 its army group, has disintegrated."""
    if ctx.units[unit.id].army in state.disintegrated:
        return True
    formation = formation_of(ctx, unit)
    return (
        bool(state.wings)
        and formation in ctx.formations
        and (wings.group_of(ctx, state, formation) in state.disintegrated)
    )


def lost_reason(ctx: Context, state: State, side: Side) -> str:
    """NLC-13.2: why a side has lost at once; nothing if it has not."""
    for army in ctx.facts.army:
        if army.side != side or army.demoralization is None:
            continue
        if side == FRENCH and army.name in state.demoralized:
            return f"the {army.name} army is demoralized"
        if side == ALLIED and army.name in state.disintegrated:
            return f"the {army.name} army has disintegrated"
    return ""
