"""What an attack asks for in vain, as far as its side can see: options, head units, names that take no part."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Side
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.vv1813.combat.attacks import Declaration
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, fighter, leaders_at, napoleon_at
from adjudicator.rulesets.vv1813.combat.tactics import may_use_options
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.command import attack_ban
from adjudicator.rulesets.vv1813.sight import is_unknown
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of


def asked_in_vain(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Verdict]:
    """Clauses of an attack that will change nothing, and what would."""
    yield from _options(ctx, known, side, attack)
    yield from _units(ctx, known, attack)
    yield from _names(ctx, known, side, attack)
    if attack.order.formation and side != COALITION:
        reason = "A formation is chosen by the Coalition only: French stacks attack as they stand."
        yield no("VV-8.2e", reason, "Leave `formation` out; name places with `from`.")


def _options(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Verdict]:
    """VV-8.6.2a, VV-8.6.3a: the French options need a commander in contact, Napoleon's needs him."""
    combat = _in_sight(ctx, known, side, attack)
    options = may_use_options(ctx, combat)
    if attack.order.tactical and not options.value:
        reason = f"The tactical option will not be used. {options.because}"
        yield no("VV-8.6.2a", reason, "Leave `tactical` out.")
    if attack.order.napoleon not in (None, "never"):
        if options.value and napoleon_at(ctx, combat.leaders[FRENCH]) is None:
            options = no("VV-8.6.3a", "Napoleon is not in contact with the enemy.")
        if not options.value:
            yield no("VV-8.6.3a", f"Napoleon's option will not be used. {options.because}", "Leave it out.")


def _in_sight(ctx: Context, known: State, side: Side, attack: Declaration) -> Engagement:
    """The combat as its side sees it now: of the defenders only those that it knows."""
    enemy = enemy_of(side)
    stacks = known.army(enemy).units_at
    seen = [unit for target in attack.targets for unit in stacks.get(target, ()) if not is_unknown(unit.id)]
    return Engagement(
        side=side,
        targets=attack.targets,
        origins=attack.origins,
        attackers=(),
        defenders=tuple(fighter(ctx, unit) for unit in seen),
        leaders={side: leaders_at(ctx, known, side, attack.origins)},
    )


def _units(ctx: Context, known: State, attack: Declaration) -> Iterator[Verdict]:
    """VV-7.2d, VV-8.2f: units named as attackers that only suffer the result."""
    for name in attack.order.units:
        if ctx.counters[name].kind == "commander" or name in attack.units:
            continue
        reason = f"{ctx.name(name)} takes no part and only suffers the result."
        yield no(attack_ban(ctx, known, name) or "VV-8.2f", reason, "Name units that may attack.")


def _names(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Verdict]:
    """Lists of preference in which nobody is named who could be meant; losses may fall on all in the places."""
    order, stacks = attack.order, known.army(side).units_at
    everybody = tuple(unit.id for place in attack.origins for unit in stacks.get(place, ()))
    policy = order.losses.first if order.losses is not None else ()
    lists: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
        ("VV-8.4b2", "head", order.head, attack.units),
        ("VV-8.5b", "losses", policy, everybody),
        ("VV-8.5.1f", "advance", order.advance or (), attack.units),
        (ctx.game.cites["after_refusal"], "occupy", order.occupy, attack.units),
    )
    for rule, clause, named, able in lists:
        if named and not set(named) & set(able):
            reason = f"`{clause}` names {ctx.names(named)}, not among the attackers."
            yield no(rule, reason, f"Attackers: {ctx.names(able)}.")
