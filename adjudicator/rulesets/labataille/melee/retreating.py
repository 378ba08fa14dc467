"""LB 29: retreat before melee."""

from __future__ import annotations

from adjudicator.battle.retreating import Price, Retreat, best_route
from adjudicator.core.types import RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.choices import BeforeMelee, Pursue
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import ESTIMATE, decided_now, fact
from adjudicator.rulesets.labataille.ground import mover, step_cost
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.declaring import may_assault
from adjudicator.rulesets.labataille.melee.estimate import estimate_attacking
from adjudicator.rulesets.labataille.melee.events import AssaultDeclared, BrokeOff, UnitAdvanced
from adjudicator.rulesets.labataille.melee.values import Clash, hex_of
from adjudicator.rulesets.labataille.morale.breaking import leaders_with
from adjudicator.rulesets.labataille.morale.ways_back import flight
from adjudicator.rulesets.labataille.movement.steps import formation_in
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.stacking import may_share
from adjudicator.rulesets.labataille.state import Melee, State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import zone

VOLUNTARY = ("assault", "again")
"""LB-29.1: nobody steps back from a charge, nor from a contact that has been made."""


def who_may_go(ctx: Context, state: State, melee: Melee, unit: Unit) -> str:
    """LB-29.2, LB-36.1: as what a defender may retreat: "skirmishers", "horse guns", "cavalry"; nothing: he stays."""
    card = ctx.units[unit.id]
    attackers = [ctx.units[one] for one in melee.attackers]
    by_foot = all(one.arm == "infantry" for one in attackers)
    faster = card.movement >= max(one.movement for one in attackers) + ctx.tables.numbers.retreat_before_melee.faster_by
    if unit.morale != "good":
        return ""
    if card.arm == "infantry":
        return "skirmishers" if unit.formation == "skirmish" and by_foot else ""
    if card.arm == "artillery":
        return "horse guns" if unit.formation == "limbered" and card.type.endswith("horse") and faster else ""
    fresh = any(state.unit(one).readiness == "fresh" for one in melee.attackers)
    if unit.readiness == "exhausted" and fresh and not by_foot:
        return ""
    if unit.formation == "skirmish" and not by_foot and not faster:
        return ""
    return "cavalry" if by_foot or faster else ""


def before_melee(run: Here, melee: Melee) -> Asking[None]:
    """D11: those who may go back do, as their owner wishes; lone leaders always may (LB-7.10)."""
    if melee.cause not in VOLUNTARY:
        return
    ctx = run.ctx
    attacker = ctx.units[melee.attackers[0]].side
    for unit in ctx.theirs(run.state.at(melee.target), attacker):
        sort = who_may_go(ctx, run.state, melee, unit)
        if not sort:
            continue
        by_cavalry = any(ctx.units[one].arm == "cavalry" for one in melee.attackers)
        stays = sort == "cavalry" and by_cavalry
        choice = yield from decided_now(
            run,
            "before_melee",
            unit.id,
            "LB-29.1",
            f"Does {ctx.units[unit.id].name} retreat before melee?",
            BeforeMelee(hexes=0 if stays else 1),
            place=melee.target,
        )
        hexes = choice.hexes if isinstance(choice, BeforeMelee) else 0
        if isinstance(choice, BeforeMelee) and choice.who and sort not in choice.who:
            hexes = 0
        if hexes:
            yield from go_back(run, unit.id, hexes)
    yield from _leaders(run, melee)


def _leaders(run: Here, melee: Melee) -> Asking[None]:
    """LB-7.10, D11: leaders left alone in the hex go; those with troops stay."""
    ctx, attacker = run.ctx, run.ctx.units[melee.attackers[0]].side
    if ctx.theirs(run.state.at(melee.target), attacker):
        return
    for leader in run.state.leaders_at(melee.target):
        side = ctx.leaders[leader.id].side
        if side == attacker:
            continue
        covered = zone(ctx, run.state, attacker)
        free = [
            place
            for place in ctx.board.neighbours[melee.target]
            if place not in covered and not ctx.theirs(run.state.at(place), side)
        ]
        if free:
            yield BrokeOff(rule=RuleId("LB-7.10"), side=side, unit=leader.id, path=(min(free),))


def go_back(run: Here, name: str, hexes: int) -> Asking[bool]:
    """LB-29.3, LB-29.4: up to half its movement, out of zones, never closer to the enemy; says whether it could."""
    ctx, unit = run.ctx, run.state.unit(name)
    limit = int(ctx.units[name].movement * ctx.tables.numbers.retreat_before_melee.share)
    way = free_way(ctx, run.state, unit, min(hexes, limit))
    if not way:
        return False
    yield BrokeOff(
        side=ctx.units[name].side,
        unit=name,
        leaders=leaders_with(ctx, run.state, unit),
        path=way,
    )
    return True


def free_way(ctx: Context, state: State, unit: Unit, hexes: int) -> tuple[str, ...]:
    """LB-29.3, R-125: a way of so many hexes, or of fewer, by R-39; nothing if none is free of zones."""
    going = flight(ctx, state, unit, mover(ctx, unit))
    board, covered = ctx.board, zone(ctx, state, enemy_of(ctx.units[unit.id].side))

    def uses(a: int, b: int, used: int) -> int | None:
        return 1 if going.step(a, b) is not None and board.grid.names[b] not in covered else None

    def end(place: int, used: int) -> Price | None:
        name = board.grid.names[place]
        if used == 0 or any(ctx.units[one.id].side != going.side for one in state.at(name)):
            return None
        if not may_share(ctx, state, name, (*state.at(name), replace(unit, places=(name,)))).value:
            return None
        return (hexes - used, *going.end_price(name, shelter=False))

    def price(a: int, b: int) -> Price:
        return (0, *going.price(a, b))

    start = board.grid.ids[unit.place]
    found = best_route(Retreat(start, hexes, board.grid.neighbours.__getitem__, uses, price, end))
    return () if found is None else tuple(board.grid.names[place] for place in found.path)


# --- pursuit ---


def pursue(run: Here, melee: Melee) -> Asking[None]:
    """LB-29.6, D12: into the vacated hex, and one more assault on whoever it uncovers."""
    if melee.cause != "assault":
        return
    ctx, state = run.ctx, run.state
    lead = run.state.unit(melee.attackers[0])
    if lead.status != "map" or state.at(melee.target) or not can_enter(ctx, state, lead, melee.target):
        return
    after = advanced(ctx, state, lead, melee.target)
    beyond = [place for place in front_hexes(ctx, after) if ctx.theirs(state.at(place), ctx.units[lead.id].side)]
    chances = {place: estimate_attacking(ctx, state.with_units(after), Clash((lead.id,), place)) for place in beyond}
    best = max(beyond, key=lambda place: (chances[place], place), default="")
    default = Pursue(goes=bool(best) and chances[best] >= 2)
    choice = yield from decided_now(
        run,
        "pursue",
        lead.id,
        "LB-29.6",
        f"Does {ctx.units[lead.id].name} pursue?",
        default,
        place=melee.target,
        facts=(fact(ESTIMATE, chances[best]),) if best else (),
    )
    if not isinstance(choice, Pursue) or not choice.goes:
        return
    yield advance_event(ctx, state, lead, melee.target, "LB-29.6")
    others = replace(run.state, melees=tuple(one for one in run.state.melees if one is not melee))
    if best and may_assault(ctx, others, (lead.id,), best).value:
        yield AssaultDeclared(side=ctx.units[lead.id].side, units=(lead.id,), target=best, again=True)


# --- advance ---


def can_enter(ctx: Context, state: State, unit: Unit, place: str) -> bool:
    """LB-33.9: a hex that it may go into, and where it has room; no cavalry into a redoubt."""
    origin = hex_of(ctx, unit, place)
    if origin == place:
        return False
    if ctx.board.cells[place].terrain == "redoubt" and ctx.units[unit.id].arm == "cavalry":
        return False
    if step_cost(ctx, state, mover(ctx, unit, "column"), origin, place) is None:
        return False
    after = advanced(ctx, state, unit, place)
    return may_share(ctx, state, place, (*state.at(place), after)).value


def advanced(ctx: Context, state: State, unit: Unit, place: str) -> Unit:
    """A unit as it would stand in a hex that it advances into: it looks on the way it went."""
    event = advance_event(ctx, state, unit, place, "LB-33.9")
    return replace(unit, places=(place,), facing=event.facing, formation=event.formation or unit.formation)  # type: ignore[arg-type]


def advance_event(ctx: Context, state: State, unit: Unit, place: str, rule: str) -> UnitAdvanced:
    """The advance of a unit, in the formation that the ground asks for."""
    grid = ctx.board.grid
    origin = hex_of(ctx, unit, place)
    direction = grid.direction(grid.ids[origin], grid.ids[place]) or 0
    found = formation_in(ctx, state, unit, unit.formation, (place,))
    formation = found if isinstance(found, str) else "column"
    corner = formation in ("line", "skirmish")
    names = grid.corner_names if corner else grid.side_names
    facing = unit.facing if corner and unit.facing in names else names[direction]
    return UnitAdvanced(
        rule=RuleId(rule),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        leaders=leaders_with(ctx, state, unit),
        place=place,
        formation=formation if formation != unit.formation else "",
        facing=facing,
    )
