"""What an attack asks for in vain, as far as its side can see: options, head units, names that take no part."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.attacks import Declaration
from adjudicator.rulesets.vv1813.command import attack_ban
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.engagement import Engagement, fighter, leaders_at, napoleon_at
from adjudicator.rulesets.vv1813.sight import is_unknown
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of
from adjudicator.rulesets.vv1813.tactics import void_options

Vain = tuple[RuleId, str, str]
"""The rule, what will not be heard, and what would be."""


def asked_in_vain(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Vain]:
    """Clauses of an attack that will change nothing."""
    yield from _options(ctx, known, side, attack)
    yield from _units(ctx, known, attack)
    yield from _names(ctx, known, side, attack)
    if attack.order.formation and side != COALITION:
        reason = "A formation is chosen by the Coalition only: French stacks attack as they stand."
        yield RuleId("VV-8.2e"), reason, "Leave `formation` out; name places with `from`."


def _options(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Vain]:
    """VV-8.6.2a, VV-8.6.3a: the French options need a commander in contact, Napoleon's needs him."""
    combat = _in_sight(ctx, known, side, attack)
    void = void_options(ctx, combat)
    if attack.order.tactical and void:
        yield RuleId("VV-8.6.2a"), f"The tactical option will not be used. {void}", "Leave `tactical` out."
    if attack.order.napoleon not in (None, "never"):
        if not void and napoleon_at(ctx, combat.leaders[FRENCH]) is None:
            void = "Napoleon is not in contact with the enemy."
        if void:
            yield RuleId("VV-8.6.3a"), f"Napoleon's option will not be used. {void}", "Leave it out."


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


def _units(ctx: Context, known: State, attack: Declaration) -> Iterator[Vain]:
    """VV-7.2d, VV-8.2f: units named as attackers that only suffer the result."""
    for name in attack.order.units:
        if ctx.counters[name].kind == "commander" or name in attack.units:
            continue
        rule = attack_ban(ctx, known, name) or RuleId("VV-8.2f")
        yield (
            rule,
            f"{ctx.counters[name].name} takes no part and only suffers the result.",
            "Name units that may attack.",
        )


def _names(ctx: Context, known: State, side: Side, attack: Declaration) -> Iterator[Vain]:
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
            who, those = (", ".join(ctx.counters[unit].name for unit in units) for units in (named, able))
            yield RuleId(rule), f"`{clause}` names {who}, not among the attackers.", f"Attackers: {those}."
