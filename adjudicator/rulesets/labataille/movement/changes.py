"""LB 16.5, LB 18.3: changes of formation and facing in the movement phase."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Finding, Order, RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.choices import SpreadJaegers
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.opportunity import opportunity_fire
from adjudicator.rulesets.labataille.ground import (
    BUILDINGS,
    FOREST,
    is_clear,
    is_general_order,
    is_road,
    may_stand,
    mover,
    terrain,
)
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.movement.allowance import allowance, may_move
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.movement.steps import JAEGERS, zone_makers
from adjudicator.rulesets.labataille.shapes import line_places
from adjudicator.rulesets.labataille.stacking import within_limit
from adjudicator.rulesets.labataille.state import Formation, State, Unit
from adjudicator.rulesets.labataille.tables import FormationFacts


def shaped(
    ctx: Context, state: State, unit: Unit, formation: Formation, places: Sequence[str], facing: str
) -> Unit | Verdict:
    """A unit in another formation, in hexes and with a facing as ordered, or as the rules lay it out."""
    facts = ctx.tables.formations.of(ctx.branch(unit.id), formation)
    if facts is None:
        name = ctx.units[unit.id].name
        return no("LB-15.1", f"{name} has no formation called {formation}.", "See docs for what each arm may form.")
    toward = _facing(ctx, unit, facts, facing)
    if isinstance(toward, Finding):
        return toward
    laid = _places(ctx, state, unit, facts, tuple(places), toward)
    if isinstance(laid, Finding):
        return laid
    after = replace(unit, formation=formation, places=laid, facing=toward)
    verdict = first_no(
        may_form(ctx, state, unit, facts, after),
        *(_room(ctx, state, after, place) for place in laid),
    )
    return after if verdict.value else verdict


def _facing(ctx: Context, unit: Unit, facts: FormationFacts, facing: str) -> str | Verdict:
    """The facing as written, or the one nearest to the present facing."""
    grid = ctx.board.grid
    if facts.faces == "none":
        return ""
    names = grid.side_names if facts.faces == "side" else grid.corner_names
    if facing:
        if facing in names:
            return facing
        what = "a hexside" if facts.faces == "side" else "a corner"
        words = f"{ctx.units[unit.id].name} in {facts.name} faces {what}: {', '.join(names)}."
        return no(facts.rule, words, "Name one of them.")
    if unit.facing in names:
        return unit.facing
    other = grid.corner_names if facts.faces == "side" else grid.side_names
    return names[other.index(unit.facing)] if unit.facing in other else names[0]


def _places(
    ctx: Context, state: State, unit: Unit, facts: FormationFacts, places: tuple[str, ...], facing: str
) -> tuple[str, ...] | Verdict:
    """The hexes as written, or the fewest that the formation needs, from where the unit stands."""
    name, now = ctx.units[unit.id].name, increments(ctx, unit)
    least = facts.least_hexes
    if facts.least_per_hex:
        least = max(least, 2)
    if facts.per_hex and facts.name == "road march":
        least = -(-now // facts.per_hex)
        return places or _along_road(ctx, state, unit, least)
    if not places:
        if least == 1:
            return unit.places[:1]
        laid = line_places(ctx, unit.place, facing, least)
        return laid or no(facts.rule, f"There is no room for {name} on the map.", "Form it elsewhere.")
    if len(places) > facts.hexes or len(places) < least:
        bound = f"{least} to {facts.hexes}" if facts.hexes > least else f"{least}"
        return no(facts.rule, f"{name} in {facts.name} takes {bound} hexes.", "Name as many.")
    if len(places) > 1 and facts.least_for_two and now < facts.least_for_two:
        return no(facts.rule, f"{name} has {now} increments; two hexes want {facts.least_for_two}.", "Name one hex.")
    if facts.least_per_hex and now < facts.least_per_hex * len(places):
        return no(facts.rule, f"{name} is too weak for so long a line.", "Name fewer hexes.")
    if not set(places) & set(unit.places):
        return no(facts.rule, f"{name} stands in {' and '.join(unit.places)}.", "Form it where it stands.")
    return _in_row(ctx, facts, name, places, facing)


def _in_row(
    ctx: Context, facts: FormationFacts, name: str, places: tuple[str, ...], facing: str
) -> tuple[str, ...] | Verdict:
    """LB-13.5: hexes of a line lie on the axis of its facing, in whichever order they are named."""
    if len(places) == 1 or facts.faces != "corner":
        return places
    for order in (places, tuple(reversed(places))):
        if line_places(ctx, order[0], facing, len(order)) == order:
            return places
    return no("LB-13.5", f"{'+'.join(places)} is no row that faces {facing}.", "Name hexes square to the facing.")


def _along_road(ctx: Context, state: State, unit: Unit, hexes: int) -> tuple[str, ...] | Verdict:
    """LB-16.33: a column of march lies back along the road from its head."""
    found = [unit.place]
    while len(found) < hexes:
        behind = [
            place
            for place in ctx.board.neighbours[found[-1]]
            if place not in found and is_road(ctx, state, found[-1], place) and not state.at(place)
        ]
        if not behind:
            words = f"{ctx.units[unit.id].name} needs {hexes} free hexes of road behind {unit.place}."
            return no("LB-16.33", words, "Break it into battalions, or form it elsewhere.")
        found.append(min(behind))
    return tuple(found)


def may_form(ctx: Context, state: State, unit: Unit, facts: FormationFacts, after: Unit) -> Verdict:
    """LB-16, LB-19, LB-20, HEI: whether ground, strength and kind of a unit allow a formation."""
    return first_no(
        _strong_enough(ctx, unit, facts),
        _right_kind(ctx, state, unit, facts),
        *(_right_ground(ctx, state, after, place) for place in after.places),
    )


def _strong_enough(ctx: Context, unit: Unit, facts: FormationFacts) -> Verdict:
    if increments(ctx, unit) < facts.least:
        words = f"{ctx.units[unit.id].name} has {increments(ctx, unit)} increments left."
        return no("LB-16.18", words, f"{facts.name} wants {facts.least}.")
    return yes("LB-16.18")


def _right_kind(ctx: Context, state: State, unit: Unit, facts: FormationFacts) -> Verdict:
    card = ctx.units[unit.id]
    if facts.name == "skirmish" and not card.skirmishes:
        rule = "LB-19.1" if card.arm == "infantry" else "LB-20.1"
        return no(rule, f"{card.name} cannot skirmish.", "Use a unit that has a skirmish value.")
    if facts.name == "skirmish" and card.level == "regiment" and card.arm == "infantry" and _has_parts(ctx, unit):
        return no("LB-19.1", f"{card.name} is a whole regiment; battalions skirmish.", f"split {card.name} first.")
    if facts.name == "road march" and card.level == "regiment" and _has_parts(ctx, unit):
        return no("LB-16.34", f"{card.name} marches by road only in battalions.", f"split {card.name} first.")
    built = all(terrain(ctx, state, place) in BUILDINGS[:3] for place in unit.places)
    if card.type in JAEGERS and built and facts.name != "skirmish":
        return no("HEI-jaeger-1", f"{card.name} skirmishes in a village.", "Leave it as it is.")
    return yes("LB-15.1")


def _has_parts(ctx: Context, unit: Unit) -> bool:
    return bool(ctx.battalions.get(unit.id))


def _right_ground(ctx: Context, state: State, after: Unit, place: str) -> Verdict:
    name, formation = ctx.units[after.id].name, after.formation
    if any(ctx.units[one.id].side != ctx.units[after.id].side for one in state.at(place)):
        return no("LB-16.1", f"The enemy stands in {place}.", "Form it elsewhere.")
    if not may_stand(ctx, state, mover(ctx, after), place):
        return no("HEI-terrain-1", f"{name} may not be in {place} in {formation}.", "Form it elsewhere.")
    general = is_general_order(ctx, state, place)
    if formation in ("line", "carre", "column") and general and ctx.units[after.id].arm != "artillery":
        return no("LB-16.31", f"{place} is no open ground for {formation}.", "There only general order holds.")
    if formation in ("line", "carre") and not is_clear(ctx, state, place) and len(after.places) > 1:
        return no("LB-16.9", f"{place} is no clear ground.", "Form it on clear ground.")
    if formation == "carre" and not is_clear(ctx, state, place):
        return no("LB-16.18", f"{place} is no clear ground.", "Form carré on clear ground.")
    if formation == "general order" and not general:
        return no("LB-16.31", f"{place} is open ground.", "General order is for villages, woods and gardens.")
    dragoons = ctx.units[after.id].arm == "cavalry" and formation == "skirmish"
    if dragoons and terrain(ctx, state, place) not in ("clear", *FOREST):
        return no("HEI-dragoon-4", f"{name} skirmishes in clear ground or forest only.", "Form it elsewhere.")
    return yes("LB-15.1")


def _room(ctx: Context, state: State, after: Unit, place: str) -> Verdict:
    there = [one for one in state.at(place) if one.id != after.id]
    others = {one.formation for one in there if ctx.units[one.id].arm == ctx.units[after.id].arm}
    if others - {after.formation} and ctx.units[after.id].arm != "artillery":
        return no("LB-16.1", f"{place} would hold two formations.", "Give all the same formation.")
    return within_limit(ctx, state, place, (*there, after))


# --- what it costs ---


def change_cost(ctx: Context, unit: Unit, after: Unit) -> int:
    """LB-16.5, LB-16.9, LB-16.10, LB-18.3, R-09: half points of a change of formation, or of facing alone."""
    if unit.formation == after.formation and len(unit.places) == len(after.places):
        same = unit.facing == after.facing
        return 0 if same else 2 * ctx.tables.numbers.movement.facing
    facts = ctx.tables.formations.of(ctx.branch(unit.id), after.formation)
    assert facts is not None
    points = facts.enter
    if len(after.places) > 1 and facts.enter_two is not None and unit.formation != after.formation:
        points = facts.enter_two
    if unit.formation == "general order" and after.formation == "column":
        points = 0
    return 2 * points


def change(run: Here, order: Order, unit: Unit, after: Unit) -> Asking[Verdict]:
    """A change of formation or facing: paid, fired at in the old formation (LB-28.2), and made."""
    ctx = run.ctx
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    cost = change_cost(ctx, unit, after)
    if unit.spent + cost > allowance(ctx, run.state, unit):
        return no("LB-18.1", f"{ctx.units[unit.id].name} has not the points for it.", "Do it first, or next turn.")
    formation = after.formation != unit.formation or after.places != unit.places
    now = yield from fired_at_changing(run, unit, stays=not formation)
    if now is None:
        return no("LB-28.2", f"{ctx.units[unit.id].name} was stopped by fire.", "Try again next turn.")
    yield UnitMarched(
        rule=RuleId("LB-16.5" if formation else "LB-18.3"),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        path=(),
        places=tuple(place for place in after.places if place in now.places or len(now.places) == len(unit.places)),
        formation=after.formation,
        facing=after.facing,
        spent=cost,
    )
    return yes("LB-16.5")


def fired_at_changing(run: Here, unit: Unit, *, stays: bool) -> Asking[Unit | None]:
    """LB-14.8, LB-28.2, R-75: fire at a change in an enemy zone; the unit as it is after it, None if it broke."""
    before = unit
    if zone_makers(run.ctx, run.state, unit, unit.places):
        yield from opportunity_fire(run, unit.id, unit.places)
    after = run.state.unit(before.id)
    broke = after.status != "map" or after.morale != before.morale or after.place not in before.places
    return None if broke else after


# --- jaegers in a village ---


def spread_jaegers(run: Here, unit: Unit, places: tuple[str, ...]) -> Asking[Verdict]:
    """D31, HEI-jaeger-1: the whole unit over built-up hexes that touch, the one where it stands among them."""
    ctx, name = run.ctx, run.ctx.units[unit.id].name
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if ctx.units[unit.id].type not in JAEGERS:
        return no("HEI-jaeger-1", f"{name} are no Russian jaegers.", "Only they spread over a village.")
    if unit.place not in places or len(places) > increments(ctx, unit):
        return no("HEI-jaeger-1", f"{name} stands in {unit.place}.", "Name it, and no more hexes than increments.")
    far = next((place for place in places if terrain(ctx, run.state, place) not in BUILDINGS[:3]), None)
    if far is not None:
        return no("HEI-jaeger-1", f"{far} is not built up.", "Name hexes of the village.")
    reached = [unit.place]
    for _ in places:
        reached += [
            place
            for place in places
            if place not in reached and any(place in ctx.board.neighbours[one] for one in reached)
        ]
    if set(reached) != set(places):
        return no("HEI-jaeger-1", "The hexes do not touch one another.", "Name hexes in one piece.")
    after = replace(unit, places=(unit.place, *(one for one in places if one != unit.place)), formation="skirmish")
    crowded = [verdict for place in places if not (verdict := _room(ctx, run.state, after, place)).value]
    if crowded:
        return crowded[0]
    yield UnitMarched(
        rule=RuleId("HEI-jaeger-1"),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        path=tuple(one for one in after.places if one not in unit.places),
        places=after.places,
        formation="skirmish",
        facing=unit.facing if unit.facing in ctx.board.grid.corner_names else ctx.board.grid.corner_names[0],
        spent=0,
    )
    return yes("HEI-jaeger-1")


def spread_by_policy(run: Here, name: str) -> Asking[None]:
    """D31: jaegers who have come into a village hold one hex of it, or as many as they can if their owner says so."""
    ctx, unit = run.ctx, run.state.unit(name)
    if ctx.units[name].type not in JAEGERS or unit.status != "map" or len(unit.places) > 1 or unit.morale != "good":
        return
    if unit.formation != "skirmish" or terrain(ctx, run.state, unit.place) not in BUILDINGS[:3]:
        return
    question = f"Over how much of the village do {ctx.units[name].name} spread?"
    choice = yield from decided_now(run, "spread", name, "HEI-jaeger-1", question, SpreadJaegers(), place=unit.place)
    if isinstance(choice, SpreadJaegers) and choice.over == "all":
        yield from spread_jaegers(run, unit, _village_round(ctx, run.state, unit))


def _village_round(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """The built-up hexes in one piece round a unit that have room for it, the nearest first."""
    found = [unit.place]
    for here in found:
        for place in sorted(ctx.board.neighbours[here]):
            if len(found) >= increments(ctx, unit) or place in found:
                continue
            if terrain(ctx, state, place) in BUILDINGS[:3]:
                after = replace(unit, places=(unit.place, place), formation="skirmish")
                if not ctx.theirs(state.at(place), ctx.units[unit.id].side) and _room(ctx, state, after, place).value:
                    found.append(place)
    return tuple(found)
