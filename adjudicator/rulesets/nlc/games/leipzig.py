"""NLC 27: Napoleon at Leipzig, October 1813."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.range import is_reached
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games import arrivals, stances
from adjudicator.rulesets.nlc.games.events import LEIPZIG, UnitsAttached
from adjudicator.rulesets.nlc.games.rules import GameRules, Here, printed_capacity, printed_rating
from adjudicator.rulesets.nlc.state import Leader, OrderState, State, Unit

if TYPE_CHECKING:
    from adjudicator.rulesets.nlc.command.in_force import InForce


def is_wing(ctx: Context, state: State, leader: Leader) -> Finding[bool]:
    """NLC-27.5b: Murat and Ney are wing commanders outside Napoleon's command range, and nothing inside it."""
    rule = RuleId("NLC-27.5b")
    chief = ctx.leader_named.get("Napoleon")
    his = state.leader(chief) if chief is not None else None
    if his is None or his.status != "map" or his.place is None or leader.place is None:
        return Finding(rule=rule, value=True, because="Napoleon is not on the map")
    near = is_reached(ctx, state, ctx.leaders[leader.id].side, leader.place, his.place)
    return Finding(rule=rule, value=not near, because=f"{'inside' if near else 'outside'} Napoleon's command range")


def rating(ctx: Context, leader: Leader, order: OrderState) -> Finding[int]:
    """NLC-27.6a, NLC-27.6b: the capacity that was rolled is the rating; Schwarzenberg's is less for an Attack."""
    card = ctx.leaders[leader.id]
    row = ctx.tables.campaigns.capacity_of(card.name)
    if row is None or not row.rating or leader.capacity is None:
        return printed_rating(ctx, leader, order)
    value = max(0, leader.capacity + (row.attack if order == "attack" else 0))
    rule = RuleId("NLC-27.6b" if row.attack else "NLC-27.6a")
    return Finding(rule=rule, value=value, because=f"{card.name} rolled {leader.capacity}")


def capacity(ctx: Context, leader: Leader) -> int:
    """NLC-20.5, NLC-27.6: as many new orders as was rolled; the printed rating where nothing was."""
    return printed_capacity(ctx, leader) if leader.capacity is None else leader.capacity


def clock_events(run: Here) -> Telling:
    """0.3: Napoleon arrives, Kleist takes over his corps, capacity and stances are rolled."""
    yield from arrivals.napoleon(run)
    yield from _kleist(run)
    yield from stances.rolled(run)


def _kleist(run: Here) -> Telling:
    """NLC-27.10b: from his arrival on Kleist leads what is left of his corps."""
    facts = run.ctx.facts.kleist
    if facts is None or run.state.leader(run.ctx.formations[facts.formation].leader).status != "map":
        return
    side = run.ctx.formations[facts.formation].side
    units = tuple(
        unit.id
        for unit in run.state.force(side).units.values()
        if run.ctx.units[unit.id].limit_group == facts.group
        and not unit.formation  # units that were attached elsewhere stay there
        and formation_of(run.ctx, unit) != facts.formation
    )
    if units:
        yield UnitsAttached(rule=RuleId("NLC-27.10b"), side=side, units=units, formation=facts.formation)


def own_order(ctx: Context, state: State, unit: Unit) -> InForce:
    """NLC-27.7-LO: Ney and all units within two hexes of him have Attack orders in a Local Offensive."""
    return "attack" if near_stance(ctx, state, unit, stances.LOCAL) else ""


def near_stance(ctx: Context, state: State, unit: Unit, stance: str) -> bool:
    """Whether Ney has a stance and a unit of his side is within two hexes of him."""
    leader = state.force(ctx.units[unit.id].side).leaders.get(ctx.leader_named.get("Ney", ""))
    if leader is None or leader.stance != stance or leader.place is None or unit.place is None:
        return False
    return stances.is_active(ctx, leader) and ctx.board.distance(leader.place, unit.place) <= stances.NEAR


def may_march(ctx: Context, state: State, unit: Unit) -> Verdict:
    """NLC-27.7-DD, NLC-27.8b-5, NLC-27.10d: who stands fast with Ney; who halts on entering until his hour."""
    name = ctx.units[unit.id].name
    if near_stance(ctx, state, unit, stances.DESPERATE):
        return no("NLC-27.7-DD", f"{name} is within two hexes of Ney, who defends desperately.", "Let it stand.")
    facts, formation = ctx.facts.hold, formation_of(ctx, unit)
    if facts is None or formation not in facts.halts or not unit.entered:
        return yes("NLC-27.8b-5")
    until = next((deaf.until for deaf in ctx.facts.deaf if deaf.formation == formation), facts.until)
    if state.turn >= ctx.turn_number(until):
        return yes("NLC-27.8b-5")
    rule = "NLC-27.10d" if ctx.facts.rule == "NLC-27.10" else "NLC-27.8b-5"
    return no(rule, f"{name} halts where it entered until {until}.", "Move it then.")


def bonus(ctx: Context, state: State, unit: Unit) -> tuple[Finding[Fraction], ...]:
    """NLC-27.7-LO, NLC-27.7-DD: units within two hexes of Ney fight with a quarter more."""
    for stance, rule in ((stances.LOCAL, "NLC-27.7-LO"), (stances.DESPERATE, "NLC-27.7-DD")):
        if near_stance(ctx, state, unit, stance):
            value = ctx.tables.combat.stance_bonus
            return (Finding(rule=RuleId(rule), value=value, because=f"near Ney: {stance}"),)
    return ()


def reacts_untested(ctx: Context, state: State, unit: Unit) -> bool:
    """NLC-27.6e: units with Murat or next to him react without a test while he commands no wing."""
    leader = state.force(ctx.units[unit.id].side).leaders.get(ctx.leader_named.get("Murat", ""))
    if leader is None or leader.place is None or unit.place is None or leader.wing:
        return False
    return ctx.leaders[leader.id].role == "WC" and ctx.board.distance(leader.place, unit.place) <= 1


GAME = GameRules(
    name="leipzig",
    events=LEIPZIG,
    clock_events=clock_events,
    is_wing=is_wing,
    rating=rating,
    capacity=capacity,
    own_order=own_order,
    may_march=may_march,
    bonus=bonus,
    reacts_untested=reacts_untested,
    may_order=stances.may_order,
    after_orders=stances.duties,
    march_duties=stances.march_duties,
)
