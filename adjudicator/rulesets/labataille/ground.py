"""HEI-terrain: what the ground lets units do, and what it costs them, in half points."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexSide
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Formation, State, Unit
from adjudicator.rulesets.labataille.tables import GroundCost

BUILDINGS = ("hamlet", "village", "town", "bischof_schloss")
FOREST = ("pine_forest",)
SHELTERS = (*BUILDINGS, *FOREST)
"""LB-30.10: where routers like to end."""
LIKE_CLEAR = ("redoubt", "fleche")
"""Works cost what the hexside to them costs; inside they are as clear ground."""

Kind = Literal["infantry", "cavalry", "cossack", "artillery"]


@dataclass(frozen=True, slots=True)
class Mover:
    """Who pays: the column of the movement table, and the formation that he moves in."""

    kind: Kind
    formation: Formation


def mover(ctx: Context, unit: Unit, formation: Formation | None = None) -> Mover:
    """HEI-terrain-1, HEI-cossack-3: the column of the table that counts for a unit."""
    card = ctx.units[unit.id]
    return Mover("cossack" if card.is_cossack else card.arm, formation or unit.formation)


def terrain(ctx: Context, state: State, place: str) -> str:
    """R-87, R-98: the one terrain of a hex; an abatis is one for as long as the battle lasts."""
    return "abatis" if place in state.abatis.values() else ctx.board.cells[place].terrain


def is_general_order(ctx: Context, state: State, place: str) -> bool:
    """LB-16.31, HEI-terrain-2: whether formations in a hex break up into general order."""
    found = ctx.tables.ground.get(terrain(ctx, state, place))
    return found is not None and found.is_general_order


def is_clear(ctx: Context, state: State, place: str) -> bool:
    """LB-16.9: clear ground; slopes count as clear."""
    return terrain(ctx, state, place) == "clear"


def elevation(ctx: Context, place: str) -> int:
    """R-90: the height of a hex."""
    return ctx.board.cells[place].elevation


def bridge_over(ctx: Context, state: State, a: str, b: str) -> str:
    """HEI-terrain-4: the bridge between two hexes that stands: "fixed_bridge", "pontoon" or nothing."""
    side = ctx.board.side(a, b)
    if side.has("fixed_bridge"):
        return "fixed_bridge"
    found = side.feature("pontoon")
    return "pontoon" if found is not None and pontoon_name(ctx, a, b) in state.pontoons else ""


def pontoon_name(ctx: Context, a: str, b: str) -> str:
    """The name of the pontoon between two hexes; nothing if there is none."""
    return next((one.name for one in ctx.places.values() if one.kind == "pontoon" and {a, b} == {*one.hexes}), "")


def is_road(ctx: Context, state: State, a: str, b: str) -> bool:
    """LB-16.33, R-112: whether a road leads from a hex to the next; a bridge joins its ends."""
    return ctx.board.side(a, b).has("road") or bool(bridge_over(ctx, state, a, b))


# --- costs ---


def _of(cost: GroundCost, kind: Kind) -> int | None:
    match kind:
        case "infantry":
            return cost.infantry
        case "cavalry":
            return cost.cavalry
        case "cossack":
            return cost.cossack
        case _:
            return cost.artillery


def step_cost(ctx: Context, state: State, who: Mover, a: str, b: str) -> int | None:
    """HEI-terrain-1: the half points of a step into the next hex; None where it is forbidden.

    Off the roads only abatis change it in the course of a battle, so the rest is reckoned once.
    """
    if who.formation == "road march" or b in state.abatis.values():
        return _step_cost(ctx, state, who, a, b)
    known: dict[tuple[str, str], int | None] = ctx.memo.setdefault(f"{who.kind}/{_manner(who)}", {})
    if (a, b) not in known:
        known[a, b] = _step_cost(ctx, state, who, a, b)
    return known[a, b]


def _manner(who: Mover) -> str:
    """What of a formation matters to the ground."""
    return "skirmish" if who.formation == "skirmish" else "formed"


def _step_cost(ctx: Context, state: State, who: Mover, a: str, b: str) -> int | None:
    side = ctx.board.side(a, b)
    if side.has("redoubt_front") or (side.has("redoubt_rear") and who.kind in ("cavalry", "cossack")):
        return None
    if side.has("river") and not (who.formation == "road march" and bridge_over(ctx, state, a, b)):
        return None
    if who.formation == "road march":
        return _on_the_road(ctx, state, who, a, b)
    return _across_country(ctx, state, who, side, b)


def _on_the_road(ctx: Context, state: State, who: Mover, a: str, b: str) -> int | None:
    """LB-16.33, LB-16.37, HEI-terrain-3, R-89: along the road; a slope or a bridged stream costs nothing more."""
    if not is_road(ctx, state, a, b):
        return None
    ground = ctx.tables.ground
    bridge = bridge_over(ctx, state, a, b)
    if bridge:
        return _of(ground["pontoon_bridge" if bridge == "pontoon" else bridge], who.kind)
    there = terrain(ctx, state, b)
    if there == "bischof_schloss":
        return _of(ground[there], who.kind)
    if there in BUILDINGS:
        return 2 * ctx.tables.numbers.movement.road_through_buildings
    return _of(ground["road"], who.kind)


def _across_country(ctx: Context, state: State, who: Mover, side: HexSide, b: str) -> int | None:
    ground = ctx.tables.ground
    there = terrain(ctx, state, b)
    if there == "swamp" and who.formation != "skirmish":
        return None
    if there == "bischof_schloss" and who.kind in ("cavalry", "cossack"):
        return None
    cost = _of(ground["clear" if there in LIKE_CLEAR else there], who.kind)
    if cost is None:
        return None
    if side.has("fleche"):
        return _of(ground["fleche"], who.kind)
    for kind in ("slope", "stream"):
        if side.has(kind) and not (kind == "stream" and side.has("stream_bridge") and side.has("road")):
            more = _of(ground[kind], who.kind)
            if more is None:
                return None
            cost += more
    return cost


def may_stand(ctx: Context, state: State, who: Mover, place: str) -> bool:
    """Whether a unit may be in a hex at all."""
    there = terrain(ctx, state, place)
    if there == "swamp":
        return who.kind == "infantry" and who.formation == "skirmish"
    if who.formation == "road march" and who.kind == "artillery" and there in FOREST:
        return bool(ctx.board.cells[place].feature("road"))
    return _of(ctx.tables.ground["clear" if there in LIKE_CLEAR else there], who.kind) is not None
