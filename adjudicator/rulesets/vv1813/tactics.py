"""VV 8.6: the French tactical option and Napoleon's option: how they change a result, and when they are void."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.types import Decision, RuleId
from adjudicator.rulesets.vv1813 import holding
from adjudicator.rulesets.vv1813.combat_tables import Harm, Outcome
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen
from adjudicator.rulesets.vv1813.engagement import Engagement, napoleon_at
from adjudicator.rulesets.vv1813.orders import Attack, NapoleonOption
from adjudicator.rulesets.vv1813.state import FRENCH, State

FARTHEST = 2
"""No result sends a stack farther back than this."""


def void_options(ctx: Context, combat: Engagement) -> str:
    """VV-8.6.2a, VV-8.6.3b: why the French have neither option in this combat; empty if they may have them."""
    if ctx.options.get("tactical_options") == "no":
        return "The variant in force leaves the French options out."
    if combat.side != FRENCH:
        return "Only the French have tactical options, and only when they attack."
    if not combat.leaders.get(FRENCH):
        return "No French commander is in contact with the enemy."
    horse = [one.counter.name for one in combat.defenders if one.counter.kind == "cavalry"]
    if horse:
        return f"Coalition cavalry takes part ({', '.join(horse)}) and cancels the French options."
    return ""


def tactical_option(result: Outcome) -> Outcome:
    """VV-8.6.2b: a loss less for each side, and for the defender a place of retreat in exchange.

    >>> from adjudicator.rulesets.vv1813.combat_tables import read_outcome
    >>> str(tactical_option(read_outcome("1/2"))), str(tactical_option(read_outcome("1/1")))
    ('0/1R', '0/R')
    """
    attacker = replace(result.attacker, losses=max(0, result.attacker.losses - 1))
    if not result.defender.losses:
        return replace(result, attacker=attacker)
    defender = Harm(result.defender.losses - 1, min(FARTHEST, result.defender.retreat + 1))
    return replace(result, attacker=attacker, defender=defender)


def napoleon_option(ctx: Context, result: Outcome) -> Outcome:
    """VV-8.6.3a: a place of the defender's retreat becomes a loss; with option nap_option_r2=both, all of them."""
    many = result.defender.retreat if ctx.options["nap_option_r2"] == "both" else 1
    harm = Harm(result.defender.losses + many, result.defender.retreat - many)
    return replace(result, defender=harm)


def wants_napoleon_option(
    ctx: Context, state: State, combat: Engagement, order: Attack, result: Outcome, label: str
) -> Asking[bool]:
    """VV-8.6.3a: with Napoleon in contact and a retreat in the result, the French may choose it (D31)."""
    if not result.defender.retreat or void_options(ctx, combat):
        return False
    if napoleon_at(ctx, combat.leaders[FRENCH]) is None:
        return False
    use = order.napoleon
    if use is None:
        decision = Decision(
            key=f"{label}/napoleon/{FRENCH}",
            kind="napoleon_option",
            side=FRENCH,
            rule=RuleId("VV-8.6.3a"),
            question=f"The result at {', '.join(combat.targets)} is {result}: "
            "turn a place of the defender's retreat into a loss?",
            default=NapoleonOption(use="never"),
            place=combat.targets[0],
            units=tuple(one.unit for one in combat.attackers),
            examples=(NapoleonOption(use="never"), NapoleonOption(use="if_hold"), NapoleonOption(use="always")),
        )
        reply = yield from ask(decision)
        use = chosen(reply, decision, NapoleonOption).use
    return use == "always" or (use == "if_hold" and _could_hold(ctx, state, combat))


def _could_hold(ctx: Context, state: State, combat: Engagement) -> bool:
    """Whether some stack of the defender may buy off a retreat."""
    stacks = state.army(combat.defender).units_at
    return any(holding.holders(ctx, stacks.get(target, ())) for target in combat.targets)
