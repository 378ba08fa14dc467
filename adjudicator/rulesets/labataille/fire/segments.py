"""LB 27, LB 21 to LB 26: the two fire phases of a player sequence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, ask, chosen
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.choices import DefensiveFire
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import leads
from adjudicator.rulesets.labataille.fire.edge import redoubts_fire
from adjudicator.rulesets.labataille.fire.events import SegmentOpened
from adjudicator.rulesets.labataille.fire.factors import Shot, in_works, is_horse_skirmisher, may_fire, shots
from adjudicator.rulesets.labataille.fire.sight import over_heads, sees
from adjudicator.rulesets.labataille.fire.squares import square_fires
from adjudicator.rulesets.labataille.fire.targets import nearest_targets, ranked
from adjudicator.rulesets.labataille.fire.volley import Fire, resolve
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.orders import FIRE, CarreFires, FireAt, FireAtWill, HoldFire
from adjudicator.rulesets.labataille.scenes import meant
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of
from adjudicator.rulesets.labataille.texts import lines_about
from adjudicator.rulesets.labataille.zones import zone

FIRED = "fired"

# --- defensive fire ---


def defensive_fire(run: Here) -> Telling:
    """LB-27.1, D9: every unit of the passive side that has an enemy before its front fires at one of them, once."""
    yield SegmentOpened(rule=RuleId("LB-27.1"), mode="defensive")
    side = enemy_of(run.side)
    firing = [unit for unit in run.state.units.values() if run.ctx.units[unit.id].side == side and _is_able(run, unit)]
    asked = [decision for unit in firing if (decision := _whom(run, unit)) is not None]
    reply = yield from ask(*asked)
    at: dict[str, list[str]] = {}
    for decision in asked:
        wish = chosen(reply, decision, DefensiveFire)
        unit = run.state.unit(decision.units[0])
        target = ranked(run.ctx, run.state, unit, decision.places, wish.first, "defensive")
        at.setdefault(target, []).append(unit.id)
    for unit in run.state.units.values():
        if (
            run.ctx.units[unit.id].side == side
            and is_horse_skirmisher(run.ctx, unit)
            and _is_able(run, unit, every=True)
        ):
            for target in everywhere(run.ctx, run.state, unit):
                at.setdefault(target, []).append(unit.id)
    for target in sorted(at):
        yield from fire_together(run, target, at[target], "defensive")
    yield from square_fires(run, side, "defensive")


def everywhere(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """LB-20.6: one hex of every enemy formation next to skirmishers on horse, who fire at each with all they have."""
    found: list[str] = []
    told: set[str] = set()
    for place in adjacent_targets(ctx, state, unit):
        there = {one.id for one in ctx.theirs(state.at(place), ctx.units[unit.id].side)}
        if not there <= told and tuple(shots(ctx, state, unit, place, "defensive")):
            found.append(place)
            told |= there
    return tuple(found)


def _is_able(run: Here, unit: Unit, *, every: bool = False) -> bool:
    if is_horse_skirmisher(run.ctx, unit) and not every:
        return False
    return may_fire(run.ctx, unit) and unit.formation != "carre" and not unit.has("fires not")


def _whom(run: Here, unit: Unit) -> Decision | None:
    """D9: the hexes with enemies before its front."""
    ctx, state = run.ctx, run.state
    places = tuple(
        place for place in adjacent_targets(ctx, state, unit) if tuple(shots(ctx, state, unit, place, "defensive"))
    )
    if not places:
        return None
    return Decision(
        key=run.numbered("defensive-fire", unit.id).label,
        kind="defensive_fire",
        side=ctx.units[unit.id].side,
        rule=RuleId("LB-27.1"),
        question=f"At whom does {ctx.units[unit.id].name} fire?",
        default=DefensiveFire(),
        place=unit.place,
        places=places,
        units=(unit.id,),
    )


def adjacent_targets(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """LB-27.1: the hexes next to a unit that hold enemies."""
    side = ctx.units[unit.id].side
    around = {there for place in unit.places for there in ctx.board.neighbours[place]}
    held = [place for place in sorted(around) if any(ctx.units[one.id].side != side for one in state.at(place))]
    return tuple(held)


def fire_together(run: Here, target: str, units: Iterable[str], mode: str, leader: str = "") -> Asking[None]:
    """LB-21.3: all that fires at a hex, in one fire."""
    found: list[Shot] = []
    for one in units:
        unit = run.state.unit(one)
        found += shots(run.ctx, run.state, unit, target, "defensive" if mode == "defensive" else "offensive")
    if not found or not run.ctx.theirs(run.state.at(target), run.ctx.units[found[0].unit].side):
        return
    order = tuple(sorted(found, key=lambda shot: (-shot.value.value, shot.unit, shot.place)))
    leader = leader or (yield from _who_directs(run, order, target))
    yield from resolve(run, Fire("defensive" if mode == "defensive" else "offensive", target, order, leader))


def _who_directs(run: Here, found: Sequence[Shot], target: str) -> Asking[str]:
    """LB-7.2, D26: a leader with the guns whom no order names, if his owner's standing orders let him lead fire."""
    ctx = run.ctx
    for place in dict.fromkeys(shot.place for shot in found if shot.is_artillery):
        for leader in run.state.leaders_at(place):
            card = ctx.leaders[leader.id]
            ours = card.artillery and card.side == ctx.units[found[0].unit].side
            if ours and (yield from leads(run, leader.id, "fire", target)):
                return leader.id
    return ""


# --- offensive fire ---


def offensive_fire(run: Here) -> Telling:
    """LB-21.5: fires as ordered, then whoever may fire at will; a hex is a target once (LB-21.1)."""
    yield SegmentOpened(rule=RuleId("LB-21.1"), mode="offensive")
    will: FireAtWill | None = None
    for written in lines_about(run, *FIRE):
        order = meant(run, written)
        match order:
            case None:
                yield run.not_done(written)
            case FireAt():
                verdict = yield from _fire_at(run, order)
                if not verdict.value:
                    yield run.refused(order, verdict)
            case CarreFires():
                verdict = yield from _square(run, order)
                if not verdict.value:
                    yield run.refused(order, verdict)
            case FireAtWill():
                will = order
            case HoldFire():
                will = None
            case _:
                pass
    if will is not None:
        yield from _at_will(run, will)


def active_fire(run: Here) -> Telling:
    """LB-21.5, HEI-s2-2: the offensive fire; in Scenario Two the guns of the redoubts join the Coalition's."""
    yield from offensive_fire(run)
    yield from redoubts_fire(run)


def _fire_at(run: Here, order: FireAt) -> Asking[Verdict]:
    ctx, state = run.ctx, run.state
    side = run.side
    if not any(ctx.units[unit.id].side != side for unit in state.at(order.target)):
        return no("LB-21.1", f"No enemy stands in {order.target}.", "Name a hex that he holds.")
    if order.target in state.fired_on:
        return no("LB-21.1", f"{order.target} has been fired at.", "A hex is a target once in a segment.")
    units = order.units or able_against(ctx, state, side, order.target)
    for one in units:
        verdict = may_fire_at(ctx, state, state.unit(one), order.target)
        if not verdict.value:
            return verdict
    verdict = may_combine(ctx, state, units, order.target, order.leader)
    if not verdict.value:
        return verdict
    yield from fire_together(run, order.target, units, "offensive", order.leader)
    return yes("LB-21.5")


def able_against(ctx: Context, state: State, side: Side, target: str) -> tuple[str, ...]:
    """Everybody who may fire at a hex."""
    return tuple(
        unit.id
        for unit in state.units.values()
        if ctx.units[unit.id].side == side and may_fire_at(ctx, state, unit, target).value
    )


def may_fire_at(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    """LB-21.5, LB-23, LB-26.3, HEI-redoubt-3: whether a unit may fire at a hex offensively."""
    card = ctx.units[unit.id]
    if not may_fire(ctx, unit) or unit.formation == "carre":
        return no("LB-21.5", f"{card.name} cannot fire now.", "Leave it out.")
    if unit.has("fired offensive") and not is_horse_skirmisher(ctx, unit):
        return no("LB-21.5", f"{card.name} has fired already.", "Once in a phase.")
    found = tuple(shots(ctx, state, unit, target, "offensive"))
    if not found:
        return no("LB-24.1", f"{target} is out of reach or not before the front of {card.name}.", "Name another hex.")
    verdict = first_no(*(_sees(ctx, state, unit, shot.place, target) for shot in found[:1]))
    if not verdict.value:
        return verdict
    if card.arm == "artillery":
        return first_no(_nearest(ctx, state, unit, target), _safe(ctx, state, unit, target))
    return yes("LB-21.5")


def _sees(ctx: Context, state: State, unit: Unit, place: str, target: str) -> Verdict:
    return sees(ctx, state, unit, place, target, only_forest=over_heads(ctx, state, unit, place, target))


def _nearest(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    """LB-26.3, R-71, R-113: guns fire at the nearest enemy they may fire at."""
    near = nearest_targets(ctx, state, unit, lambda place: _safe(ctx, state, unit, place).value)
    if not near or target in near:
        return yes("LB-26.3")
    words = f"{ctx.units[unit.id].name} has a nearer target: {near[0]}."
    return no("LB-26.3", words, f"Fire at {near[0]}.")


def _safe(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    """HEI-redoubt-3: guns in a redoubt spare enemies in a friend's zone, unless they stand next to the guns."""
    if not in_works(ctx, unit.place) or ctx.board.distance(unit.place, target) <= 1:
        return yes("HEI-redoubt-3")
    if target in zone(ctx, state, ctx.units[unit.id].side):
        return no("HEI-redoubt-3", f"{target} is in the zone of a friend.", "The guns of a redoubt spare it.")
    return yes("HEI-redoubt-3")


def may_combine(ctx: Context, state: State, units: Sequence[str], target: str, leader: str) -> Verdict:
    """LB-25.5 to LB-25.7, HEI-redoubt-4, HEI-art-3: batteries of several hexes at one target."""
    guns = [state.unit(one) for one in units if ctx.units[one].arm == "artillery"]
    hexes = sorted({unit.place for unit in guns})
    if len(hexes) < 2 or all(ctx.board.distance(place, target) <= 1 for place in hexes):
        return yes("LB-25.7")
    if any(in_works(ctx, place) for place in hexes):
        return no("HEI-redoubt-4", "Guns in a redoubt fire alone.", "Give them a fire of their own.")
    names = [one.id for place in hexes for one in state.leaders_at(place)]
    cards = [ctx.leaders[one] for one in names if ctx.leaders[one].side == ctx.units[units[0]].side]
    if leader:
        cards = [card for card in cards if card.id == leader]
    touch = all(any(b in ctx.board.neighbours[a] for b in hexes if b != a) for a in hexes)
    if len(hexes) == 2 and touch and any(card.artillery > 0 for card in cards):
        return yes("LB-25.5")
    if len(hexes) == 3 and any(card.special and _amid(ctx, state, card.id, hexes) for card in cards):
        return yes("LB-25.6")
    return no("LB-25.5", f"Nobody directs the guns of {' and '.join(hexes)} together.", "Fire hex by hex.")


def _amid(ctx: Context, state: State, leader: str, hexes: Sequence[str]) -> bool:
    """R-67: in one of the three hexes, the other two next to it."""
    place = state.leader(leader).place
    return place in hexes and all(one == place or one in ctx.board.neighbours[place] for one in hexes)


def _square(run: Here, order: CarreFires) -> Asking[Verdict]:
    unit = run.state.unit(order.unit)
    name = run.ctx.units[order.unit].name
    if unit.formation != "carre" or unit.morale != "good":
        return no("LB-16.20", f"{name} is not in carré.", "Use fire at.")
    if unit.has("fired offensive"):
        return no("LB-16.20", f"{name} has fired already.", "Once in a phase.")
    yield from square_fires(run, run.side, "offensive", only=order.unit, wish=order.places)
    return yes("LB-16.20")


def _at_will(run: Here, order: FireAtWill) -> Telling:
    """`fire at will`: who has not fired takes the best target, guns first among those who fire together."""
    at: dict[str, list[str]] = {}
    for unit in run.state.units.values():
        if run.ctx.units[unit.id].side != run.side or unit.has("fired offensive") or not may_fire(run.ctx, unit):
            continue
        places = tuple(place for place in _targets(run, unit) if place not in run.state.fired_on)
        if is_horse_skirmisher(run.ctx, unit):
            for place in everywhere(run.ctx, run.state, unit):
                if place in places:
                    at.setdefault(place, []).append(unit.id)
        elif places:
            at.setdefault(ranked(run.ctx, run.state, unit, places, order.first, "offensive"), []).append(unit.id)
    for target in sorted(at):
        units = _directed(run.ctx, run.state, at[target], target)
        yield from fire_together(run, target, units, "offensive")


def _targets(run: Here, unit: Unit) -> tuple[str, ...]:
    ctx, state = run.ctx, run.state
    if ctx.units[unit.id].arm == "artillery":
        near = nearest_targets(ctx, state, unit, lambda place: _safe(ctx, state, unit, place).value)
        return tuple(place for place in near if may_fire_at(ctx, state, unit, place).value)
    reach = 2 if unit.formation == "skirmish" else 1
    grid = ctx.board.grid
    around = {grid.names[n] for place in unit.places for n in grid.within(grid.ids[place], reach)}
    side = ctx.units[unit.id].side
    held = [place for place in sorted(around) if any(ctx.units[one.id].side != side for one in state.at(place))]
    return tuple(place for place in held if may_fire_at(ctx, state, unit, place).value)


def _directed(ctx: Context, state: State, units: list[str], target: str) -> tuple[str, ...]:
    """Foot and the guns of one hex, where nobody directs more of them together."""
    if may_combine(ctx, state, units, target, "").value:
        return tuple(units)
    guns = [one for one in units if ctx.units[one].arm == "artillery"]
    first = min(state.unit(one).place for one in guns)
    return tuple(one for one in units if one not in guns or state.unit(one).place == first)
