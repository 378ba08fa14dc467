"""LUT 8.2, 8.8: what the hour and events forbid or allow in combat: night, lone attacks, Drouot's second use."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.lutzen.clock import hour, is_night
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import attacks_alone
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.orders import Attack
from adjudicator.rulesets.vv1813.series import Use
from adjudicator.rulesets.vv1813.state import COALITION, State

NIGHT = RuleId("LUT-8.2g")


def attackers(ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
    """Who may take part in one attack: LUT-2.N2 one counter, LUT-8.2g at night the units of one place.

    Only the counters of the corps named are bound: others attack together without them.
    """
    alone = [unit for unit in units if attacks_alone(ctx, state, unit)]
    if alone and len(units) > 1:
        named = next((unit for unit in (*order.head, *order.units) if unit in units), None)
        free = tuple(unit for unit in units if unit not in alone)
        if free and named not in alone:
            units = free
        elif named is None:
            because = f"{ctx.name(alone[0])} may not attack together with another counter this turn."
            return Finding(rule=RuleId("LUT-2.N2"), value=(), because=because)
        else:
            return Finding(rule=RuleId("LUT-2.N2"), value=(named,))
    places = {state.unit(unit).place for unit in units}
    if len(places) > 1 and is_night(ctx, state) and ctx.options["night"] == "strict":
        because = "At night only one stack attacks at a time."
        return Finding(rule=NIGHT, value=(), because=because)
    return Finding(rule=RuleId("VV-8.2d"), value=units)


def may_use(ctx: Context, state: State, what: Use, side: Side, phase: str) -> Verdict:
    """LUT-8.2g, options night and lut_c_combat_bomb: what is to be had now, and why not."""
    if is_night(ctx, state) and (what != "support" or ctx.options["night"] == "strict"):
        return no(NIGHT, "it is night")
    coalition_fights = what == "bombardment" and side == COALITION and phase == "combat"
    if coalition_fights and ctx.options["lut_c_combat_bomb"] == "no":
        return no("LUT-5.1", "the Coalition bombards in its movement phase only")
    return yes(NIGHT)


def marker_back(ctx: Context, state: State, kind: str) -> int | None:
    """LUT-8.8g, option drouot_late: as the marker says, or with Drouot from 18.00 every turn."""
    if is_late_drouot(ctx, state, kind) and ctx.options["drouot_late"] == "every_turn":
        return state.turn + 1
    return marker_kind(ctx, kind).back(state.turn)


def is_late_drouot(ctx: Context, state: State, kind: str) -> bool:
    """LUT-2.E1: Drouot on the 18.00 turn or later."""
    return kind == "drouot" and hour(ctx, state) >= facts(ctx).drouot.hour


def has_another_use(ctx: Context, state: State, kind: str) -> bool:
    """LUT-8.8g: from 18.00 Drouot is used twice in a turn."""
    return is_late_drouot(ctx, state, kind) and lutzen(state).drouot != state.turn
