"""VV 8.4c: what the ground gives the defender."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.vv1813.combat.engagement import Engagement
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.tables import terrain, terrain_table, water


def terrain_drm(ctx: Context, combat: Engagement) -> Finding[int]:
    """VV-8.4c1: the defender's ground, and an obstacle that lies between him and all attackers.

    Of two places attacked at once the one that is better for the defender counts.
    """
    grounds = [ground_drm(ctx, combat, target) for target in combat.targets]
    best = min(grounds, key=lambda found: found.value)
    parts = (*best.parts, *_from_ground(ctx, combat), *_obstacle(ctx, combat))
    return Finding(
        rule=RuleId("VV-8.4c1"),
        value=sum(part.value for part in parts),
        because="; ".join(part.because for part in parts if part.because),
        label="Terrain",
        parts=parts,
    )


def ground_drm(ctx: Context, combat: Engagement, target: str) -> Finding[int]:
    """The ground of one place attacked, and its height if it lies above every attacker; neither for horse alone."""
    cell = ctx.board.cells[target]
    kind = terrain(ctx, cell.terrain)
    if kind.combat and kind.sheltered and is_cavalry_alone(ctx, combat, target):
        alone: Finding[int] = Finding(
            rule=RuleId("VV-8.4c2"), value=0, because=f"cavalry alone in {cell.terrain} at {target}"
        )
        return alone.model_copy(update={"parts": (alone,)})
    name = f"{cell.name} {target}" if cell.name else target
    parts: list[Finding[int]] = [
        Finding(rule=RuleId("VV-8.4c1"), value=kind.combat, because=f"{name} is {cell.terrain}")
    ]
    if all(ctx.board.cells[origin].elevation < cell.elevation for origin in combat.origins):
        height = terrain_table(ctx).higher_combat
        parts.append(Finding(rule=RuleId("VV-8.4c1"), value=height, because=f"{target} lies above every attacker"))
    return Finding(rule=RuleId("VV-8.4c1"), value=sum(part.value for part in parts), parts=tuple(parts))


def is_cavalry_alone(ctx: Context, combat: Engagement, target: str) -> bool:
    """VV-8.4c2: only cavalry in the place, and no artillery support in this combat."""
    there = [f for f in combat.defenders if f.place == target]
    if any(f.counter.kind != "cavalry" for f in there) or combat.support.get(combat.defender):
        return False
    in_village = ctx.board.cells[target].terrain == "village"
    return not (in_village and ctx.options.get("cav_village_bonus") == "yes")


def _from_ground(ctx: Context, combat: Engagement) -> tuple[Finding[int], ...]:
    kinds = {ctx.board.cells[origin].terrain for origin in combat.origins}
    worst = max(terrain(ctx, kind).combat_from for kind in sorted(kinds))
    if not worst:
        return ()
    because = f"all attackers in {' '.join(sorted(kinds))}"
    return (Finding(rule=RuleId("VV-8.4c1"), value=worst, because=because),)


def _obstacle(ctx: Context, combat: Engagement) -> tuple[Finding[int], ...]:
    """Water between the defender and every attacker, with or without a bridge."""
    sides = [ctx.board.side(origin, target) for origin in combat.origins for target in combat.targets]
    if not all(side.water for side in sides):
        return ()
    bridged = terrain_table(ctx).bridge_combat
    value = max(bridged if side.bridge else water(ctx, side.water).combat for side in sides)
    if all(side.bridge for side in sides):
        because = "all attackers over a bridge"
    else:
        because = f"all attackers across {' and '.join(sorted({side.water for side in sides}))}"
    return (Finding(rule=RuleId("VV-8.4c1"), value=value, because=because),)


def is_behind_bridge(ctx: Context, combat: Engagement) -> bool:
    """VV-8.4f: whether every attacker comes over a bridge."""
    sides = [ctx.board.side(origin, target) for origin in combat.origins for target in combat.targets]
    return all(side.bridge and side.water for side in sides)
