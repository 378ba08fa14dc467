"""NLC 21: destroyed units that come back to their leader."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.events import UnitReorganized
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.stacks import fits
from adjudicator.rulesets.nlc.orders import Reorganise
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of
from adjudicator.rulesets.nlc.victory.breaking import groups


def may_reorganize(ctx: Context, state: State, side: Side, formation: str) -> Verdict:
    """NLC-21.2, NLC-20.2-R5: the leader has Reserve orders and is ten hexes from every enemy unit."""
    card = ctx.formations[formation]
    leader, name = state.leader(card.leader), ctx.leaders[card.leader].name
    if card.side != side:
        return no("NLC-21.2", f"{name} is not yours.", "Name one of your own leaders.")
    if leader.status != "map" or leader.place is None:
        return no("NLC-21.2", f"{name} is not on the map.", "Wait for him.")
    if state.order_of(formation) != "reserve":
        return no("NLC-20.2-R5", f"{name} has {state.order_of(formation)} orders.", "He needs Reserve orders.")
    place, least = leader.place, ctx.tables.command.reorganization.distance
    far = min((ctx.board.distance(place, one) for one in state.force(enemy_of(side)).units_at), default=least)
    if far < least:
        return no("NLC-21.2", f"An enemy unit is {far} hexes from {name}.", f"He must be {least} hexes away.")
    return yes("NLC-21.2")


def may_return(ctx: Context, state: State, formation: str, unit: Unit) -> Verdict:
    """NLC-21.1, NLC-27.4, A-35: a destroyed unit of the formation, a full turn after its loss."""
    card = ctx.units[unit.id]
    if formation_of(ctx, unit) != formation:
        return no("NLC-21.2", f"{card.name} does not belong to {formation}.", "Its own leader must reorganize it.")
    if unit.status != "eliminated" or unit.lost_on is None:
        return no("NLC-21.1", f"{card.name} is not among the destroyed units.", "Name one that is.")
    first = unit.lost_on + int(ctx.options["reorganize_after"])
    if state.turn < first:
        return no(
            "NLC-21.1", f"{card.name} was lost on {ctx.turn_name(unit.lost_on)}.", f"Wait until {ctx.turn_name(first)}."
        )
    return yes("NLC-21.1")


def reorganize(run: Here, order: Reorganise) -> Telling:
    """D-3, NLC-21.4: the units named come back, the best first, as far as the limits go."""
    verdict = may_reorganize(run.ctx, run.state, run.side, order.who)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    tries = 0
    for name in order.units:
        unit = run.state.unit(name)
        verdict = may_return(run.ctx, run.state, order.who, unit)
        if verdict.value and tries >= run.ctx.tables.command.reorganization.units:
            verdict = no("NLC-21.4", "Two units have been tried for this leader.", "Try the others next turn.")
        if verdict.value and not _has_room(run, order.who, unit):
            verdict = no("NLC-21.4", "There is no more room in the leader's hex.", "Make room for it.")
        if not verdict.value:
            yield run.refused(order, verdict)
            continue
        tries += 1
        yield from _tried(run, order.who, unit)
    yield from groups(run)


def by_default(run: Here, tried: frozenset[str]) -> Telling:
    """D-3: leaders for whom nothing was written reorganize the two strongest that may come back."""
    for formation, card in run.ctx.formations.items():
        if card.side != run.side or formation in tried:
            continue
        if not may_reorganize(run.ctx, run.state, run.side, formation).value:
            continue
        able = [
            unit
            for unit in run.state.force(run.side).units.values()
            if unit.status == "eliminated" and may_return(run.ctx, run.state, formation, unit).value
        ]
        best = sorted(able, key=lambda unit: (-run.ctx.units[unit.id].strength, unit.id))
        for unit in best[: run.ctx.tables.command.reorganization.units]:
            if _has_room(run, formation, unit):
                yield from _tried(run, formation, unit)
    yield from groups(run)


def _has_room(run: Here, formation: str, unit: Unit) -> bool:
    place = run.state.leader(run.ctx.formations[formation].leader).place
    return place is not None and fits(run.ctx, run.state, run.side, place, (unit,))


def _tried(run: Here, formation: str, unit: Unit) -> Telling:
    """NLC-21.4, NLC-21.5, NLC-28.1: the unit is back, reduced; of a demoralized corps or army only on a die of 5 or 6.

    No other die is rolled, nothing modifies it, and at night nobody comes back of himself.
    """
    leader = run.state.leader(run.ctx.formations[formation].leader)
    card = run.ctx.units[unit.id]
    assert leader.place is not None
    broken = card.limit_group in run.state.broken or card.army in run.state.demoralized
    rolls = (run.dice.roll(f"T{run.state.turn}/reorganize/{unit.id}"),) if broken else ()
    returned = not rolls or rolls[0].total >= run.ctx.tables.command.reorganization.demoralized_least
    yield UnitReorganized(
        rule=RuleId("NLC-21.5" if broken else "NLC-21.4"),
        side=run.side,
        unit=unit.id,
        leader=leader.id,
        place=leader.place,
        returned=returned,
        rolls=rolls,
    )
