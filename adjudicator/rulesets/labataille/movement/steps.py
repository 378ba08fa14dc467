"""LB 14.4 to 14.6, LB 16, LB 18.2, LB 20.2: one step of a unit: whether it may be made, and what it costs."""

from __future__ import annotations

from adjudicator.battle.facing import Facing, faced, outline
from adjudicator.core.types import Finding
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import BUILDINGS, is_clear, is_general_order, mover, step_cost, terrain
from adjudicator.rulesets.labataille.shapes import facts_of
from adjudicator.rulesets.labataille.stacking import may_share
from adjudicator.rulesets.labataille.state import FRENCH, Formation, State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import covering, zone

JAEGERS = ("jaeger", "guard_jaeger")


@dataclass(frozen=True, slots=True)
class Footing:
    """Where a unit stands while it moves: hexes, formation, facing, what it has used."""

    places: tuple[str, ...]
    formation: Formation
    facing: str
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Made:
    """A step: how the unit stands after it, its price, whether it turned, whether it must stop there."""

    footing: Footing
    cost: int
    turned: bool = False
    stops: bool = False


def footing_of(unit: Unit) -> Footing:
    """How a unit stands now."""
    return Footing(unit.places, unit.formation, unit.facing, unit.spent)


def standing(unit: Unit, footing: Footing) -> Unit:
    """The unit as it would stand on a footing."""
    return replace(unit, places=footing.places, formation=footing.formation, facing=footing.facing)


def step(ctx: Context, state: State, unit: Unit, footing: Footing, there: str) -> Made | Verdict:
    """LB-18.2: one hex further, through the front; a turn first where the hex does not lie before it."""
    grid = ctx.board.grid
    here = footing.places[0]
    direction = grid.direction(grid.ids[here], grid.ids[there])
    name = ctx.units[unit.id].name
    if direction is None:
        return no("LB-18.1", f"{there} does not touch {here}.", "Write every hex of the way.")
    first, last = ctx.facts.columns
    if ctx.facts.east_edge_closed and grid.column_row(there)[0] > last and ctx.units[unit.id].side == FRENCH:
        return no("HEI-s2-3", "No French unit leaves by the eastern edge.", "Stay on the map.")
    if not first <= grid.column_row(there)[0] <= last:
        return no("LB-18.1", f"{there} is not on the map of this scenario.", "Stay on the map.")
    after = _moved(ctx, footing, direction)
    if after is None:
        return no("LB-18.1", f"{name} would leave the map.", "Stay on the map.")
    turned, facing = _turned(ctx, unit, footing, direction)
    if facing is None:
        return no("LB-18.2", f"{name} cannot step there from its line.", "Change its formation or facing first.")
    formation = formation_in(ctx, state, unit, footing.formation, after)
    if isinstance(formation, Finding):
        return formation
    cost = _ground(ctx, state, unit, replace(footing, formation=formation), after)
    if cost is None:
        return _closed(ctx, state, unit, here, there)
    bar = _barred(ctx, state, unit, Footing(after, formation, facing))
    if bar is not None:
        return bar
    cost += 2 * ctx.tables.numbers.movement.facing if turned else 0
    cost += _skirmishers_near(ctx, state, unit, here, there)
    zoned = _zone_stop(ctx, state, unit, footing, after)
    if isinstance(zoned, Finding):
        return zoned
    facing = _on_new_ground(ctx, facing, footing.formation, formation, direction)
    return Made(Footing(after, formation, facing, footing.spent + cost), cost, turned, zoned)


def _moved(ctx: Context, footing: Footing, direction: int) -> tuple[str, ...] | None:
    """R-10: all hexes of a unit go the same way; a column of march trails along behind its head."""
    grid = ctx.board.grid
    if footing.formation == "road march":
        head = grid.ring[grid.ids[footing.places[0]]][direction]
        return None if head < 0 else (grid.names[head], *footing.places[:-1])
    there = [grid.ring[grid.ids[place]][direction] for place in footing.places]
    return None if min(there) < 0 else tuple(grid.names[one] for one in there)


def _turned(ctx: Context, unit: Unit, footing: Footing, direction: int) -> tuple[bool, str | None]:
    """LB-18.2, R-09: whether a step needs a turn, and the facing after it; None if no turn helps."""
    facts = ctx.tables.formations.of(ctx.branch(unit.id), footing.formation)
    assert facts is not None
    names = ctx.board.grid.side_names
    if facts.faces == "none":
        return False, ""
    if footing.formation == "road march":
        return False, names[direction]
    if direction in front_directions(ctx, unit, footing):
        return False, footing.facing
    if facts.faces == "side":
        return True, names[direction]
    return (False, None) if len(footing.places) > 1 else (True, _corner_toward(ctx, footing, direction))


def front_directions(ctx: Context, unit: Unit, footing: Footing) -> tuple[int, ...]:
    """The directions of a unit's front hexsides."""
    grid = ctx.board.grid
    facts = ctx.tables.formations.of(ctx.branch(unit.id), footing.formation)
    if facts is None or facts.faces == "none" or facts.arcs == "none":
        return tuple(range(6))
    arcs = facts.arcs_of(len(footing.places))
    assert arcs is not None
    if facts.faces == "side":
        facing = Facing("side", grid.side_names.index(footing.facing))
    else:
        facing = Facing("corner", grid.corner_names.index(footing.facing))
    shape = outline(grid, (grid.ids[footing.places[0]],), facing, arcs)
    return tuple(sorted({direction for _, direction in shape.front}))


def _corner_toward(ctx: Context, footing: Footing, direction: int) -> str:
    """The corner next to a hexside that lies nearer to the present facing; clockwise if both do."""
    names = ctx.board.grid.corner_names
    now = names.index(footing.facing)
    both = (direction, (direction - 1) % 6)
    return names[min(both, key=lambda corner: (min((corner - now) % 6, (now - corner) % 6), corner != direction))]


def formation_in(
    ctx: Context, state: State, unit: Unit, formation: Formation, places: tuple[str, ...]
) -> Formation | Verdict:
    """LB-16.31, HEI-terrain-2, HEI-jaeger-1, LB-16.29: the formation that the ground entered asks for."""
    card = ctx.units[unit.id]
    name = card.name
    broken_ground = any(is_general_order(ctx, state, place) for place in places)
    if card.arm == "artillery" or formation == "road march" or unit.morale != "good":
        return formation
    if card.type in JAEGERS and terrain(ctx, state, places[0]) in BUILDINGS[:3]:
        return "skirmish"
    if formation == "skirmish":
        return formation
    if broken_ground:
        if formation == "carre":
            return no("LB-16.29", f"{name} is in carré and {places[0]} is no open ground.", "Leave the carré first.")
        if len(places) > 1:
            return no("LB-16.9", f"{name} cannot keep its line in {places[0]}.", "Form column first.")
        return "general order"
    if formation == "general order" and not broken_ground:
        return "column"
    if formation == "line" and ctx.units[unit.id].arm == "infantry" and terrain(ctx, state, places[0]) == "swamp":
        return no("HEI-terrain-5", f"{name} enters {places[0]} only as skirmishers.", "Deploy it first.")
    return formation


def _on_new_ground(ctx: Context, facing: str, before: Formation, after: Formation, direction: int) -> str:
    """The facing where the ground has changed the formation: a corner becomes the hexside of the step."""
    grid = ctx.board.grid
    if before == after:
        return facing
    if after == "skirmish":
        return grid.corner_names[direction]
    return grid.side_names[direction] if facing not in grid.side_names or before in ("line", "skirmish") else facing


def _ground(ctx: Context, state: State, unit: Unit, footing: Footing, after: tuple[str, ...]) -> int | None:
    """R-10: the dearest of the steps of its hexes."""
    who = mover(ctx, unit, footing.formation)
    pairs = zip(footing.places, after, strict=True)
    if footing.formation == "road march":
        pairs = zip(footing.places[:1], after[:1], strict=True)
    costs = [step_cost(ctx, state, who, a, b) for a, b in pairs]
    known = [cost for cost in costs if cost is not None]
    return max(known) if len(known) == len(costs) else None


def _closed(ctx: Context, state: State, unit: Unit, here: str, there: str) -> Verdict:
    name, side = ctx.units[unit.id].name, ctx.board.side(here, there)
    if side.has("river"):
        words = "only a column of march crosses it, by a bridge"
        return no(
            "HEI-terrain-6", f"The Alle lies between {here} and {there}: {words}.", "Use a bridge, in road march."
        )
    if side.has("redoubt_front"):
        return no("HEI-redoubt-5", f"Nobody goes through the front of the redoubt in {there}.", "Go round it.")
    ground = terrain(ctx, state, there).replace("_", " ")
    if unit.formation == "road march":
        return no("LB-16.33", f"No road leads from {here} to {there}.", "Leave road march first.")
    return no("HEI-terrain-1", f"{name} may not enter {there} ({ground}).", "Go round it.")


def _barred(ctx: Context, state: State, unit: Unit, footing: Footing) -> Verdict | None:
    """LB-16.1, LB-18.7, LB-18.8: enemies, and friends who leave no room."""
    side = ctx.units[unit.id].side
    for place in footing.places:
        there = [one for one in state.at(place) if one.id != unit.id]
        if any(ctx.units[one.id].side != side for one in there):
            return no("LB-18.1", f"The enemy stands in {place}.", "Fire at him or assault him.")
        if there and not passes(ctx, unit, footing.formation, there):
            verdict = may_share(ctx, state, place, (*there, standing(unit, footing)))
            if not verdict.value:
                return verdict
    return None


def passes(ctx: Context, unit: Unit, formation: Formation, there: list[Unit]) -> bool:
    """LB-19.17, LB-10.6, LB-18.7, HEI-jaeger-2: who may be passed whatever the room."""
    if formation == "skirmish" or all(one.formation == "skirmish" for one in there):
        return True
    arm = ctx.units[unit.id].arm
    arms = {ctx.units[one.id].arm for one in there}
    if arm == "cavalry":
        return all(
            ctx.units[one.id].arm == "cavalry"
            or one.formation in ("carre", "limbered")
            or (ctx.units[one.id].arm == "artillery" and ctx.units[one.id].type.endswith("horse"))
            for one in there
        )
    return arm == "artillery" and ctx.units[unit.id].type.endswith("horse") and arms == {"cavalry"}


# --- zones ---


def respects(ctx: Context, unit: Unit) -> str:
    """LB-14.4, LB-14.6: whose zones stop a unit: "all", or "cavalry" for cavalry and horse artillery."""
    card = ctx.units[unit.id]
    return "cavalry" if card.arm == "cavalry" or card.type.endswith("horse") else "all"


def stops_in(ctx: Context, state: State, unit: Unit, places: tuple[str, ...]) -> bool:
    """LB-14.4, LB-14.6, HEI-schloss-2: whether an enemy zone stops a unit in these hexes."""
    if is_schloss_fusilier(ctx, state, unit, places):
        return False
    enemy = enemy_of(ctx.units[unit.id].side)
    covered = zone(ctx, state, enemy, "cavalry" if respects(ctx, unit) == "cavalry" else None)
    return any(place in covered for place in places)


def is_schloss_fusilier(ctx: Context, state: State, unit: Unit, places: tuple[str, ...]) -> bool:
    """HEI-schloss-2: Prussian fusiliers in the Schloss go from zone to zone."""
    return ctx.units[unit.id].type == "prussian_fusilier" and any(
        terrain(ctx, state, place) == "bischof_schloss" for place in places
    )


def _zone_stop(ctx: Context, state: State, unit: Unit, footing: Footing, after: tuple[str, ...]) -> bool | Verdict:
    """LB-14.4, LB-14.5: a unit leaves an enemy zone only as its first act, and stops where it enters one."""
    begun = footing.spent > 0
    if begun and stops_in(ctx, state, unit, footing.places) and not is_schloss_fusilier(ctx, state, unit, after):
        where = footing.places[0]
        words = f"{ctx.units[unit.id].name} must stop in {where}: an enemy zone."
        return no("LB-14.4", words, "Leave a zone only at the start of a move.")
    return stops_in(ctx, state, unit, after)


def _skirmishers_near(ctx: Context, state: State, unit: Unit, here: str, there: str) -> int:
    """LB-20.2, LB-20.5, R-111: skirmishers on horse delay foot and guns, for leaving and for entering."""
    if ctx.units[unit.id].arm == "cavalry":
        return 0
    numbers = ctx.tables.numbers.zones
    points = 0
    for other in _horse_skirmishers(ctx, state):
        if not delays(ctx, state, other, ctx.units[unit.id].side):
            continue
        for place in (here, there):
            far = min(ctx.board.distance(place, one) for one in other.places)
            points = max(points, 0) + (numbers.near_skirmishers if far == 1 else 0)
            points += numbers.far_skirmishers if far == 2 else 0
    return 2 * points


def _horse_skirmishers(ctx: Context, state: State) -> tuple[Unit, ...]:
    """Cavalry that skirmishes, of both sides; looked for once in a position."""
    found: tuple[Unit, ...] | None = state.memo.get("horse skirmishers")
    if found is None:
        units = (unit for unit in state.units.values() if unit.status == "map" and unit.formation == "skirmish")
        found = tuple(unit for unit in units if ctx.units[unit.id].arm == "cavalry")
        state.memo["horse skirmishers"] = found
    return found


def delays(ctx: Context, state: State, other: Unit, against: str) -> bool:
    """LB-20.5: skirmishers on horse of the enemy, with no light cavalry of ours next to them."""
    card = ctx.units[other.id]
    if other.status != "map" or other.formation != "skirmish" or card.arm != "cavalry" or card.side == against:
        return False
    if card.type == "dragoon" and card.nation == "Russian":
        return False  # HEI-dragoon-2: skirmishers of the infantry's kind
    grid = ctx.board.grid
    around = {grid.names[n] for place in other.places for n in grid.neighbours[grid.ids[place]]}
    return not any(
        ctx.units[unit.id].side == against and ctx.branch(unit.id) == "light cavalry"
        for place in around
        for unit in state.at(place)
    )


def zone_makers(ctx: Context, state: State, unit: Unit, places: tuple[str, ...]) -> tuple[Unit, ...]:
    """LB-14.7: the enemies in whose zone a unit stands."""
    enemy = enemy_of(ctx.units[unit.id].side)
    found = {one.id: one for place in places for one in covering(ctx, state, enemy, place)}
    return tuple(found[one] for one in sorted(found))


def faced_hexes(ctx: Context, unit: Unit, footing: Footing) -> tuple[str, ...]:
    """The hexes before a unit on a footing."""
    grid = ctx.board.grid
    places = tuple(grid.ids[place] for place in footing.places)
    around = [(place, direction) for place in places for direction in front_directions(ctx, unit, footing)]
    return tuple(grid.names[one] for one in faced(grid, around))


def in_open(ctx: Context, state: State, places: tuple[str, ...]) -> bool:
    """LB-16.9: whether all hexes are clear ground."""
    return all(is_clear(ctx, state, place) for place in places)


def facts_now(ctx: Context, unit: Unit) -> str:
    """What a unit's formation looks at: hexside, corner or nothing."""
    return facts_of(ctx, unit).faces
