"""CAM: movement rates and road limits: how far a block goes, and how many may use a road."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.maps.network import Road
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of
from adjudicator.rulesets.campaign1813.tables import Limit

# --- movement rates ----------------------------------------------------------------------------------------------


def is_hampered(block: Block) -> bool:
    """CAM-oos-1, CAM-dis-2: disrupted or out of supply."""
    return bool(block.disrupted) or block.supply != "in"


def rate(ctx: Context, block: Block) -> Finding[int]:
    """CAM-move-9, CAM-move-10: towns a block may move; CAM-oos-1, CAM-dis-2: cavalry that is hampered, one."""
    row = ctx.tables.rates.get(block.kind)
    if row is None:
        return Finding(rule=RuleId("CAM-move-9"), value=0, because="its kind is not known")
    if is_hampered(block) and row.hampered < row.towns:
        rule, why = ("CAM-dis-2", "disrupted") if block.disrupted else ("CAM-oos-1", "out of supply")
        return Finding(rule=RuleId(rule), value=row.hampered, because=why)
    return Finding(rule=row.rule, value=row.towns, because=block.kind)


def forced_rate(ctx: Context, block: Block) -> Finding[int]:
    """CAM-fm-1: one town more by forced march; 0 where it is not allowed, with the rule that forbids it."""
    row = ctx.tables.rates.get(block.kind)
    if row is None or row.forced is None:
        rule = "CAM-fm-2" if block.leads else "CAM-unit-6"
        return Finding(rule=RuleId(rule), value=0, because=f"a {block.kind} never force-marches")
    if block.disrupted:
        return Finding(rule=RuleId("CAM-dis-2"), value=0, because="it is disrupted")
    if block.supply != "in":
        return Finding(rule=RuleId("CAM-oos-1"), value=0, because="it is out of supply")
    return Finding(rule=RuleId("CAM-fm-1"), value=row.forced, because=f"{block.kind} by forced march")


# --- road limits -------------------------------------------------------------------------------------------------


def counts(block: Block) -> bool:
    """CAM-lead-2, CAM-lead-8: leaders and headquarters never count for road limits."""
    return block.fights


def limit(ctx: Context, road: Road, context: Limit) -> int:
    """CAM-road-1, CAM-river-1, CAM-reinf-4, CAM-retreat-5, CAM-rout-4, CAM-regroup-2: the limit of a section."""
    return ctx.tables.limits[context].most(road.kind, bool(road.river))


@dataclass(frozen=True, slots=True)
class Room:
    """How full a section is: its limit, what each side has put on it, and what is left."""

    road: Road
    limit: int
    used: Mapping[Side, int]
    rule: RuleId

    @property
    def taken(self) -> int:
        """Units that have used it."""
        return sum(self.used.values())

    @property
    def left(self) -> int:
        """Units that may still use it."""
        return max(0, self.limit - self.taken)


def room(ctx: Context, state: State, side: Side, here: str, there: str) -> Room:
    """CAM-road-1, CAM-road-2: what is left of a section in this turn, for both sides and directions together.

    CAM-map-8, CAM-river-1: rivers matter only where the far side is defended: entering a town with enemy combat blocks
    across a river, the counter may not pass half the limit.
    """
    road = ctx.network.road(here, there)
    assert road is not None
    defended = state.pieces.has_combat(there, enemy_of(side))
    halved = defended and bool(road.river)
    most = limit(ctx, road, "attack" if defended else "movement")
    rule = RuleId("CAM-river-1" if halved else "CAM-road-1")
    return Room(road, most, state.roads.get(road.id, {}), rule)


def why_full(ctx: Context, found: Room, wanted: int) -> str:
    """A sentence: which road, who used it already and what is left."""
    road = found.road
    name = f"{ctx.town(road.a)}-{ctx.town(road.b)}"
    used = ", ".join(f"{count} {side}" for side, count in sorted(found.used.items())) or "nobody yet"
    crossing = f" across the {road.river} into a town held by the enemy" if found.rule == "CAM-river-1" else ""
    return (
        f"The {road.kind} road {name} takes {found.limit} units a turn{crossing}; "
        f"used by {used}; {found.left} left, {wanted} ordered."
    )
