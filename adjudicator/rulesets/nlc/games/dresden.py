"""NLC 28: Dresden, August 1813."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games import arrivals
from adjudicator.rulesets.nlc.games.army_reserve import own_commands
from adjudicator.rulesets.nlc.games.events import DRESDEN
from adjudicator.rulesets.nlc.games.napoleon_at_dresden import arrival_die, orders_by_default
from adjudicator.rulesets.nlc.games.rules import GameRules, Here
from adjudicator.rulesets.nlc.state import Leader, OrderState, State, Unit

if TYPE_CHECKING:
    from adjudicator.rulesets.nlc.command.in_force import InForce

MURAT_REACH = 1
MURAT_BONUS = Fraction(5, 4)
"""NLC-28.4a-1: a quarter more for cavalry with Murat or next to him."""


def clock_events(run: Here) -> Telling:
    """0.3: Napoleon arrives, and the die of his arrival."""
    yield from arrivals.napoleon(run)
    yield from arrival_die(run)


def own_order(ctx: Context, state: State, unit: Unit) -> InForce:
    """NLC-28.4a-2: Russian Reserve units within two hexes of Miloradovitch move and attack freely."""
    facts = ctx.facts.miloradovitch
    if facts is None or unit.place is None:
        return ""
    if formation_of(ctx, unit) not in facts.formations and ctx.units[unit.id].name not in facts.units:
        return ""
    leader = state.force(ctx.units[unit.id].side).leaders.get(ctx.leader_named.get("Miloradovitch", ""))
    if leader is None or leader.status != "map" or leader.place is None:
        return ""
    return "free" if ctx.board.distance(leader.place, unit.place) <= facts.distance else ""


def is_with_murat(ctx: Context, state: State, unit: Unit) -> bool:
    """NLC-28.4a-1: whether cavalry is stacked with Murat or next to him."""
    leader = state.force(ctx.units[unit.id].side).leaders.get(ctx.leader_named.get("Murat", ""))
    if leader is None or leader.place is None or unit.place is None or not ctx.units[unit.id].is_cavalry:
        return False
    return ctx.board.distance(leader.place, unit.place) <= MURAT_REACH


def bonus(ctx: Context, state: State, unit: Unit) -> tuple[Finding[Fraction], ...]:
    """NLC-28.4a-1: cavalry with Murat fights with a quarter more."""
    if not is_with_murat(ctx, state, unit):
        return ()
    return (Finding(rule=RuleId("NLC-28.4a-1"), value=MURAT_BONUS, because="with Murat"),)


def may_order(ctx: Context, state: State, leader: Leader, to: str, order: OrderState) -> Verdict:
    """NLC-28.2b: a corps in Army Reserve has Reserve orders until it is released."""
    if state.formations[to].released or order == "reserve":
        return yes("NLC-28.2b")
    return no("NLC-28.2b", f"{to} is in Army Reserve.", f"Release it first: `release {to}`.")


GAME = GameRules(
    name="dresden",
    events=DRESDEN,
    clock_events=clock_events,
    own_order=own_order,
    bonus=bonus,
    reacts_untested=is_with_murat,
    may_order=may_order,
    own_commands=own_commands,
    after_orders=orders_by_default,
    zones_cost=False,
)
