"""VV 8.4: the combat modifiers a to j, each added to the attacker's dice and explained."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.maps.hexgrid import are_opposite
from adjudicator.rulesets.vv1813.combat.combat_tables import (
    CombatModifiers,
    QualityTable,
    StrengthRatio,
    combat_modifiers,
    quality_table,
    strength_ratio,
)
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, Fighter, napoleon_at
from adjudicator.rulesets.vv1813.combat.terrain_drm import is_behind_bridge, terrain_drm
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.tables import terrain
from adjudicator.rulesets.vv1813.state import FRENCH, State


def combat_drm(ctx: Context, state: State, combat: Engagement) -> Finding[int]:
    """VV-8.4j: the sum of all modifiers, each kept as a part, in the order of the rulebook."""
    numbers = combat_modifiers(ctx)
    morale = {side: army.value for side, army in state.morale.items()}
    combined = combined_drm(ctx, combat, numbers, ctx.game.may_use(ctx, state, "combined", combat.side))
    parts = (
        ratio_drm(combat, strength_ratio(ctx)),
        quality_drm(combat, quality_table(ctx)),
        terrain_drm(ctx, combat),
        commander_drm(ctx, combat),
        morale_drm(ctx, combat, morale, numbers),
        combined,
        overstacking_drm(combat, numbers),
        support_drm(combat),
        concentric_drm(combat, numbers),
        charge_drm(ctx, combat, combined.value),
    )
    return Finding(rule=RuleId("VV-8.4j"), value=sum(part.value for part in parts), label="Total", parts=parts)


def ratio_drm(combat: Engagement, table: StrengthRatio) -> Finding[int]:
    """VV-8.4a1: strength of the attackers to strength of the defenders, never above the table's best (VV-8.4a2)."""
    attack, defence = combat.strength(combat.side), combat.strength(combat.defender)
    name, drm = table.read(attack, defence)
    return Finding(
        rule=RuleId("VV-8.4a1"), value=drm, because=f"{attack} against {defence}, ratio {name}", label="Strength ratio"
    )


def quality_drm(combat: Engagement, table: QualityTable) -> Finding[int]:
    """VV-8.4b1: the head units' qualities; A helps its own side, C harms it."""
    attacking, defending = combat.head(combat.side), combat.head(combat.defender)
    attack, defence = combat.quality(attacking), combat.quality(defending)
    return Finding(
        rule=RuleId("VV-8.4b1"),
        value=table.worth[attack] - table.worth[defence],
        because=f"{attacking.counter.name} {attack}, {defending.counter.name} {defence}",
        label="Quality of head units",
    )


def commander_drm(ctx: Context, combat: Engagement) -> Finding[int]:
    """VV-8.4d: the best commander of each side, plus for the attacker, minus for the defender."""
    attack, who = _best_leader(ctx, combat, combat.side)
    defence, whom = _best_leader(ctx, combat, combat.defender)
    return Finding(
        rule=RuleId("VV-8.4d"),
        value=attack - defence,
        because=f"attacker: {who}, defender: {whom}",
        label="Commanders",
    )


def _best_leader(ctx: Context, combat: Engagement, side: Side) -> tuple[int, str]:
    leaders = combat.leaders.get(side, ())
    if ctx.options.get("cmd_drm_formation") == "own":
        units = [f.unit for f in combat.counted(side)]
        leaders = tuple(x for x in leaders if any(ctx.game.commands(ctx, x.commander, unit) for unit in units))
    if not leaders:
        return 0, "none"
    best = max(leaders, key=lambda leader: (leader.modifier, leader.commander))
    return best.modifier, f"{ctx.counters[best.commander].name} {best.modifier}"


def morale_drm(ctx: Context, combat: Engagement, morale: Mapping[Side, int], numbers: CombatModifiers) -> Finding[int]:
    """VV-8.4e: an army whose morale has sunk to 3 or less fights at a penalty of 1.

    Guard units (VV-2.1m), and units stacked with Napoleon, never suffer it.
    """
    attack = -numbers.shaken if _is_shaken(ctx, combat, combat.side, morale, numbers) else 0
    defence = numbers.shaken if _is_shaken(ctx, combat, combat.defender, morale, numbers) else 0
    facts = ", ".join(f"{side} morale {value}" for side, value in sorted(morale.items()))
    exempt = [side for side in (combat.side, combat.defender) if _exempt(ctx, combat, side)]
    if exempt:
        facts += f"; exempt: {', '.join(exempt)}"
    return Finding(rule=RuleId("VV-8.4e"), value=attack + defence, because=facts, label="Army morale")


def _is_shaken(
    ctx: Context, combat: Engagement, side: Side, morale: Mapping[Side, int], numbers: CombatModifiers
) -> bool:
    return morale[side] <= numbers.shaken_at and not _exempt(ctx, combat, side)


def _exempt(ctx: Context, combat: Engagement, side: Side) -> bool:
    beside = napoleon_at(ctx, combat.leaders.get(side, ()))

    def steady(one: Fighter) -> bool:
        return one.counter.guard or (beside is not None and one.place == beside)

    if ctx.options.get("morale_mixed") == "head_unit":
        return steady(combat.head(side))
    return all(steady(one) for one in combat.looked_at(side))


def combined_drm(
    ctx: Context, combat: Engagement, numbers: CombatModifiers, may_use: Finding[bool] | None = None
) -> Finding[int]:
    """VV-8.4f: foot and horse together against foot alone or horse alone, in ground that allows it.

    `may_use` is whether the game gives the bonus now.
    """
    attack = {f.counter.kind for f in combat.counted(combat.side)}
    defence = {f.counter.kind for f in combat.looked_at(combat.defender)}
    value, because = 0, "attackers are not infantry and cavalry together"
    if {"infantry", "cavalry"} <= attack:
        void = [t for t in combat.targets if terrain(ctx, ctx.board.cells[t].terrain).voids_combined]
        if len(defence) > 1:
            because = "defenders are infantry and cavalry too"
        elif void:
            because = f"defender in {ctx.board.cells[void[0]].terrain} at {void[0]}"
        elif is_behind_bridge(ctx, combat):
            because = "defender behind a bridge"
        elif may_use is not None and not may_use.value:
            because = may_use.because
        else:
            value, because = numbers.combined, f"infantry and cavalry against {' '.join(sorted(defence))} alone"
    return Finding(rule=RuleId("VV-8.4f"), value=value, because=because, label="Combined attack")


def overstacking_drm(combat: Engagement, numbers: CombatModifiers) -> Finding[int]:
    """VV-8.4g: each unit over the stacking limit costs its side one."""
    attack, defence = combat.excess.get(combat.side, 0), combat.excess.get(combat.defender, 0)
    return Finding(
        rule=RuleId("VV-8.4g"),
        value=numbers.over_stacked * (defence - attack),
        because=f"over the limit: attackers {attack}, defenders {defence}",
        label="Over-stacking",
    )


def support_drm(combat: Engagement) -> Finding[int]:
    """VV-8.4h: markers in support, plus for the attacker, minus for the defender."""
    attack, defence = combat.support.get(combat.side, 0), combat.support.get(combat.defender, 0)
    return Finding(
        rule=RuleId("VV-8.4h"),
        value=attack - defence,
        because=f"attacker {attack}, defender {defence}",
        label="Artillery support",
    )


def concentric_drm(combat: Engagement, numbers: CombatModifiers) -> Finding[int]:
    """VV-8.4i: attackers on opposite sides of the same defender, once however many pairs there are."""
    places = sorted({f.place for f in combat.counted(combat.side)})
    for target in combat.targets:
        for i, first in enumerate(places):
            for second in places[i + 1 :]:
                if are_opposite(target, first, second):
                    because = f"{target} from {first} and {second}"
                    return Finding(
                        rule=RuleId("VV-8.4i"), value=numbers.concentric, because=because, label="Concentric attack"
                    )
    return Finding(rule=RuleId("VV-8.4i"), value=0, because="no attackers on opposite sides", label="Concentric attack")


def charge_drm(ctx: Context, combat: Engagement, combined: int) -> Finding[int]:
    """VV-8.6.1a: cavalry against a lone infantry unit in clear ground.

    The best bonus of one cavalry unit counts, once. `combined` is what the combined attack already gives, for the
    option that lets only the better of the two count.
    """
    rule = RuleId("VV-8.6.1a") if combat.side != FRENCH else ctx.game.cites["charge"]
    bonus, who = _charger(ctx, combat)
    if bonus and ctx.options.get("charge_with_combined") == "max" and combined:
        bonus = max(bonus, combined) - combined
    return Finding(rule=rule, value=bonus, because=who, label="Cavalry charge")


def _charger(ctx: Context, combat: Engagement) -> tuple[int, str]:
    alone = len(combat.defenders) == 1 and len(combat.targets) == 1
    if not alone or combat.defenders[0].counter.kind != "infantry":
        return 0, "the defender is not one infantry unit alone"
    ground = ctx.board.cells[combat.targets[0]].terrain
    if not terrain(ctx, ground).clear:
        return 0, f"the defender is in {ground}"
    chargers = [(charge_value(ctx, f), f.counter.name) for f in combat.counted(combat.side)]
    bonus, name = max(chargers, default=(0, ""))
    return (bonus, f"{name} charges") if bonus else (0, "no cavalry that charges")


def charge_value(ctx: Context, one: Fighter) -> int:
    """VV-2.1n: what a unit is worth in a charge: Coalition cavalry 1, its Guard 2; of the French only some, 1."""
    counter, numbers = one.counter, combat_modifiers(ctx)
    if counter.kind != "cavalry" or (counter.side == FRENCH and not ctx.game.may_charge(ctx, counter)):
        return 0
    return numbers.guard_charge[counter.side] if counter.guard else numbers.charge
