"""LUT 2.2, 7.3: who commands whom, and how far."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.movement.command import commands_formation
from adjudicator.rulesets.vv1813.state import FRENCH, State


def command_range(ctx: Context, state: State, side: Side) -> int:
    """LUT-7.3b, LUT-2.D2: the French five places; the Coalition three, five after Clairvoyant cavalry."""
    numbers, now = facts(ctx).command, lutzen(state)
    if side == FRENCH:
        return numbers.French
    return numbers.clairvoyant if now.clairvoyant and not now.range_cancelled else numbers.Coalition


def commands(ctx: Context, commander: str, unit: str) -> bool:
    """LUT-2.2b: Wittgenstein has no authority over the Russian Guard; Blücher commands both Prussian lines."""
    leader, led = ctx.counters[commander], ctx.counters[unit]
    own = next((one for one in facts(ctx).authority if one.commander == commander), None)
    if own is None or leader.side != led.side:
        return commands_formation(ctx, commander, unit)
    if led.formation in own.exempt:
        return False
    return not own.formations or led.formation in own.formations


def override(ctx: Context, state: State, unit: str) -> Finding[bool] | None:
    """VV-7.2e, LUT-6.2d: the III Corps is out of command until Ney comes, and in command ever after."""
    if ctx.counters[unit].formation != facts(ctx).ney.formation:
        return None
    if lutzen(state).ney is None:
        return Finding(rule=RuleId("VV-7.2e"), value=False, because="Ney has not come")
    return Finding(rule=RuleId("VV-7.2e"), value=True, because="Ney has come")
