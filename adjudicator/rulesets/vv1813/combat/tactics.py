"""VV 8.6: the French tactical option and Napoleon's option: how they change a result, and when they are void."""

from __future__ import annotations

from adjudicator.core.types import Decision, RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking, decided
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat import holding
from adjudicator.rulesets.vv1813.combat.assault import Assault
from adjudicator.rulesets.vv1813.combat.combat_tables import CombatModifiers, Harm, Outcome
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, combat_counts, napoleon_at
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.orders import NapoleonOption
from adjudicator.rulesets.vv1813.state import FRENCH, State


def may_use_options(ctx: Context, combat: Engagement) -> Verdict:
    """VV-8.6.2a, VV-8.6.3b: whether the French have their two options in this combat."""
    horse = [one.counter.name for one in combat.defenders if one.counter.kind == "cavalry"]
    if ctx.options.get("tactical_options") == "no":
        reason = "The variant in force leaves the French options out."
    elif combat.side != FRENCH:
        reason = "Only the French have tactical options, and only when they attack."
    elif not combat.leaders.get(FRENCH):
        reason = "No French commander is in contact with the enemy."
    elif horse:
        reason = f"Coalition cavalry takes part ({', '.join(horse)}) and cancels the French options."
    else:
        return yes("VV-8.6.2a")
    return no("VV-8.6.2a", reason, "Leave it out.")


def tactical_option(result: Outcome, numbers: CombatModifiers) -> Outcome:
    """VV-8.6.2b: a loss less for each side, and for the defender a place of retreat in exchange."""
    attacker = replace(result.attacker, losses=max(0, result.attacker.losses - numbers.tactical))
    spared = min(numbers.tactical, result.defender.losses)
    if not spared:
        return replace(result, attacker=attacker)
    retreat = min(numbers.farthest, result.defender.retreat + spared)
    return replace(result, attacker=attacker, defender=Harm(result.defender.losses - spared, retreat))


def napoleon_option(ctx: Context, result: Outcome) -> Outcome:
    """VV-8.6.3a: a place of the defender's retreat becomes a loss; with option nap_option_r2=both, all of them."""
    many = result.defender.retreat if ctx.options["nap_option_r2"] == "both" else 1
    harm = Harm(result.defender.losses + many, result.defender.retreat - many)
    return replace(result, defender=harm)


def wants_napoleon_option(assault: Assault, combat: Engagement, result: Outcome) -> Asking[bool]:
    """VV-8.6.3a: with Napoleon in contact and a retreat in the result, the French may choose it (D31)."""
    ctx = assault.ctx
    if not result.defender.retreat or not may_use_options(ctx, combat).value:
        return False
    if napoleon_at(ctx, combat.leaders[FRENCH]) is None:
        return False
    use = assault.attack.order.napoleon
    if use is None:
        decision = Decision(
            key=assault.key("napoleon", FRENCH),
            kind="napoleon_option",
            moments=("attacking",),
            side=FRENCH,
            rule=RuleId("VV-8.6.3a"),
            question=f"The result at {', '.join(combat.targets)} is {result}: "
            "turn a place of the defender's retreat into a loss?",
            default=NapoleonOption(use="never"),
            place=combat.targets[0],
            places=assault.attack.targets,
            units=tuple(one.unit for one in combat.attackers),
            examples=(NapoleonOption(use="never"), NapoleonOption(use="if_hold"), NapoleonOption(use="always")),
            counts=combat_counts(combat, FRENCH),
        )
        use = (yield from decided(decision, NapoleonOption)).use
    return use == "always" or (use == "if_hold" and _could_hold(ctx, assault.state, combat))


def _could_hold(ctx: Context, state: State, combat: Engagement) -> bool:
    """Whether some stack of the defender may buy off a retreat."""
    stacks = state.army(combat.defender).units_at
    return any(holding.holders(ctx, stacks.get(target, ())) for target in combat.targets)
