"""The tables of chapters 4 and 7: what terrain costs and gives, and how many may stand together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, Field

from adjudicator.core.types import Frozen, RuleId
from adjudicator.rulesets.vv1813.combat.combat_tables import COMBAT_TABLES, Source
from adjudicator.rulesets.vv1813.context import Context


def _none(value: Any) -> Any:
    """In a game's own table or a data pack, the word `none` takes a number of the series back."""
    return None if value == "none" else value


Cost = Annotated[int | None, BeforeValidator(_none)]
"""Movement points; None where the way is barred."""


class TerrainKind(Frozen):
    """A kind of ground: its cost, its shelter, and what it is for other rules."""

    name: str
    mp: Cost = None
    """Movement points to enter; left out where nobody may."""
    combat: int = 0
    """Added to the attacker's dice when the defender stands here."""
    combat_from: int = 0
    """Added when every attacker stands here."""
    bombardment: int = 0
    settled: bool = False
    """A town or village: zones do not reach in, and reach out everywhere."""
    sheltered: bool = False
    """Gives cavalry on its own no benefit (VV-8.4c2)."""
    voids_combined: bool = False
    """No bonus for a combined attack on a defender here (VV-8.4f)."""
    clear: bool = False
    """A charge is possible (VV-8.6.1)."""
    mp_source: Source = "reconstruction"
    combat_source: Source = "reconstruction"
    bombardment_source: Source = "reconstruction"


class WaterKind(Frozen):
    """Water on a side of a place, where there is no bridge."""

    name: str
    infantry_mp: Cost = None
    """Surcharge for foot and commanders; left out where they may not cross."""
    cavalry_mp: Cost = None
    combat: int = 0
    bombardment: int = 0
    attack_across: bool = True
    source: Source = "reconstruction"


class TerrainTable(Frozen):
    """VV-7.1a, VV-8.4c1: the terrain effects chart."""

    rule: RuleId
    kind: tuple[TerrainKind, ...] = Field(min_length=1)
    water: tuple[WaterKind, ...] = ()
    way_mp: int
    """Cost of a place entered by road or path."""
    way_source: Source
    road_bonus: int
    """Places more when the whole move follows roads."""
    road_bonus_source: Source
    link_mp: int
    link_source: Source
    higher_mp: int
    """Surcharge for entering a higher place."""
    higher_combat: int
    """When the defender stands higher than every attacker."""
    higher_source: Source
    bridge_combat: int
    bridge_source: Source
    zone_mp: int
    """VV-4.2h: surcharge for a place in an enemy zone, in general retreat."""
    zone_source: Source
    exit_mp: int
    exit_source: Source

    @cached_property
    def kinds(self) -> Mapping[str, TerrainKind]:
        """Kinds of ground by name."""
        return {kind.name: kind for kind in self.kind}

    @cached_property
    def waters(self) -> Mapping[str, WaterKind]:
        """Kinds of water by name."""
        return {kind.name: kind for kind in self.water}


class StackingTable(Frozen):
    """VV-4.1a to VV-4.1c: how many combat units may stand in one place."""

    rule: RuleId
    source: Source
    limit: int
    raised: int
    raised_in: tuple[str, ...]
    """Kinds of ground that raise the limit."""


SERIES_TABLES: Mapping[str, type[Frozen]] = {"terrain": TerrainTable, "stacking": StackingTable}
ALL_TABLES: Mapping[str, type[Frozen]] = {**SERIES_TABLES, **COMBAT_TABLES}
"""Each table's model by the name of its file."""


def terrain_table(ctx: Context) -> TerrainTable:
    """The terrain effects chart in force."""
    return cast(TerrainTable, ctx.tables["terrain"])


def stacking_table(ctx: Context) -> StackingTable:
    """The stacking limits in force."""
    return cast(StackingTable, ctx.tables["stacking"])


def terrain(ctx: Context, name: str) -> TerrainKind:
    """A kind of ground by its name."""
    return terrain_table(ctx).kinds[name]


def water(ctx: Context, name: str) -> WaterKind:
    """A kind of water by its name."""
    return terrain_table(ctx).waters[name]
