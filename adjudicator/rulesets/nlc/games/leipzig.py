"""NLC 27: Napoleon at Leipzig, October 1813."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.nlc.command.range import is_reached
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import GameRules, printed_capacity, printed_rating
from adjudicator.rulesets.nlc.state import Leader, OrderState, State


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


GAME = GameRules(name="leipzig", is_wing=is_wing, rating=rating, capacity=capacity)
