"""LB 33.3 to 33.7, HEI-premelee-1, HEI-elite: the checks before melee."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.battle.charts import scale_of
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import elevation, is_general_order, terrain
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import in_hex, increments
from adjudicator.rulesets.labataille.melee.values import Clash, arc_of_attack, hex_of
from adjudicator.rulesets.labataille.morale.breaking import Cause, Fled, disorder
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.events import UnitLost
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.state import State, Unit

Part = Finding[int]


def ratio(ctx: Context, state: State, clash: Clash) -> Fraction:
    """LB-32.3, R-29, R-30: increments that count for the attacker against all in the defending hex."""
    own: int = sum(_counting(ctx, state.unit(one), clash.target) for one in clash.attackers)
    side = ctx.units[clash.attackers[0]].side
    there = sum(in_hex(ctx, unit, clash.target) for unit in ctx.theirs(state.at(clash.target), side))
    return Fraction(own, max(1, there))


def _counting(ctx: Context, unit: Unit, target: str) -> int:
    """LB-16.8, LB-16.15: all of a column, of a line four in each hex that touches the target."""
    if unit.formation != "line" or ctx.units[unit.id].arm != "infantry":
        return increments(ctx, unit)
    most = ctx.tables.numbers.fire.line_per_hex
    touching = [place for place in unit.places if target in ctx.board.neighbours[place]]
    return sum(min(most, in_hex(ctx, unit, place)) for place in touching)


def is_checked(ctx: Context, state: State, clash: Clash, unit: Unit) -> bool:
    """LB-33.5, R-110, HEI-schloss-1: who makes no check: cavalry, foot against cavalry, defenders in broken ground."""
    arms = {ctx.units[one].arm for one in clash.attackers}
    if ctx.units[unit.id].arm == "cavalry" or "cavalry" in arms:
        return False
    if unit.id in clash.attackers:
        enemies = ctx.theirs(state.at(clash.target), ctx.units[unit.id].side)
        return not any(one.formation == "skirmish" and one.morale == "good" for one in enemies[:1]) and not any(
            ctx.units[one.id].arm == "cavalry" for one in enemies
        )
    return not is_general_order(ctx, state, clash.target) and not unit.has("sheltered")


def parts_for(ctx: Context, state: State, clash: Clash, *, attacker: bool) -> Iterator[Part]:
    """HEI-premelee-1: what changes the dice of one side."""
    numbers = ctx.tables.modifiers.premelee
    column = 0 if attacker else 1
    yield _odds(ctx, state, clash, attacker=attacker)
    arc = arc_of_attack(ctx, state, clash)
    if arc in ("flank", "rear"):
        pair = numbers.flank if arc == "flank" else numbers.rear
        yield _part("HEI-premelee-1", pair[column], f"attack through the {arc}", arc.capitalize())
    side = ctx.units[clash.attackers[0]].side
    enemies = ctx.theirs(state.at(clash.target), side)
    if enemies:
        yield from _formation(ctx, enemies[0], column)
    yield from _ground(ctx, state, clash, column)
    yield from _lost(ctx, state, clash, attacker=attacker)


def _part(rule: str, value: int, because: str, label: str) -> Part:
    return Finding(rule=RuleId(rule), value=value, because=because, label=label)


def _odds(ctx: Context, state: State, clash: Clash, *, attacker: bool) -> Part:
    rows = ctx.tables.modifiers.premelee.odds
    steps, values = scale_of({row.odds: (row.attacker, row.defender) for row in rows})
    found = ratio(ctx, state, clash)
    column = steps.find(found)
    value = values[column][0 if attacker else 1]
    return _part("HEI-premelee-1", value, f"increments {found}: {steps.bands[column].name}", "Increments")


def _formation(ctx: Context, unit: Unit, column: int) -> Iterator[Part]:
    """How the defender stands; disorder and rout of his own are counted with the check (column 1)."""
    numbers = ctx.tables.modifiers.premelee
    if unit.morale == "disordered":
        if column == 0:
            yield _part("HEI-premelee-1", numbers.disordered[0], "defender disordered", "Disorder")
        return
    if unit.morale == "routed":
        if column == 0:
            yield _part("HEI-premelee-1", numbers.routed[0], "defender routed", "Rout")
        return
    if unit.formation == "skirmish" and numbers.skirmish[column]:
        yield _part("HEI-premelee-1", numbers.skirmish[column], "in skirmish order", "Skirmishers")
    if unit.formation == "carre" and numbers.square[column]:
        yield _part("HEI-premelee-1", numbers.square[column], "in carré", "Carré")
    if unit.formation == "line":
        firm = ctx.units[unit.id].nation in ("Prussian", "Saxon")
        pair = numbers.firm_line if firm else numbers.line
        if pair[column]:
            yield _part("HEI-premelee-1", pair[column], "defender in line", "Line")


def _ground(ctx: Context, state: State, clash: Clash, column: int) -> Iterator[Part]:
    numbers = ctx.tables.modifiers.premelee
    origins = [hex_of(ctx, state.unit(one), clash.target) for one in clash.attackers]
    if any(
        elevation(ctx, clash.target) > elevation(ctx, one) and ctx.board.side(one, clash.target).has("slope")
        for one in origins
    ):
        yield _part("HEI-premelee-1", numbers.uphill[column], "up a slope", "Slope")
    if any(ctx.board.side(one, clash.target).has("stream") for one in origins if one != clash.target):
        yield _part("HEI-premelee-1", numbers.stream[column], "across a stream", "Stream")
    if column == 0 and terrain(ctx, state, clash.target) == "abatis":
        yield _part("HEI-abatis-2", numbers.abatis, "into an abatis", "Abatis")


def _lost(ctx: Context, state: State, clash: Clash, *, attacker: bool) -> Iterator[Part]:
    """HEI-elite-2 to HEI-elite-4: increments lost to this sequence's fire weigh, those lost to elite fire more."""
    numbers = ctx.tables.modifiers.premelee
    side = ctx.units[clash.attackers[0]].side
    mine = set(clash.attackers)
    theirs = {unit.id for unit in ctx.theirs(state.at(clash.target), side)}
    elite_side = _is_elite_side(ctx, clash.attackers if attacker else tuple(sorted(theirs)))
    for volley in state.volleys:
        if attacker and volley.side != side and not volley.offensive:
            lost = sum(number for unit, number in volley.losses if unit in mine)
            each = numbers.lost if elite_side or not volley.elite else _elite(ctx, volley.elite)
        elif not attacker and volley.side == side and volley.offensive and volley.elite and not elite_side:
            lost = sum(number for unit, number in volley.losses if unit in theirs)
            each = _elite(ctx, volley.elite)
        else:
            continue
        if lost:
            words = f"{lost} lost to {'elite ' if volley.elite else ''}fire"
            yield _part("HEI-elite-2", lost * each, words, "Losses by fire")


def _elite(ctx: Context, morale: int) -> int:
    numbers = ctx.tables.modifiers.premelee
    if morale <= 12:
        return numbers.lost_elite_11
    return numbers.lost_elite_13 if morale <= 14 else numbers.lost_elite_15


def _is_elite_side(ctx: Context, units: tuple[str, ...]) -> bool:
    """HEI-elite-1, HEI-elite-4: whether the top unit is elite infantry."""
    numbers = ctx.tables.numbers.morale
    return bool(units) and numbers.elite_low <= ctx.units[units[0]].morale <= numbers.elite_high


# --- the checks ---


def defenders_check(run: Here, clash: Clash) -> Asking[None]:
    """LB-33.3, R-43: each defender rolls for himself with common modifiers; whoever fails goes (LB-33.6)."""
    parts = tuple(parts_for(run.ctx, run.state, clash, attacker=False))
    side = run.ctx.units[clash.attackers[0]].side
    for unit in run.ctx.theirs(run.state.at(clash.target), side):
        if is_checked(run.ctx, run.state, clash, unit):
            yield from _one(run, clash, unit.id, parts)


def attackers_check(run: Here, clash: Clash) -> Asking[tuple[str, ...]]:
    """LB-33.4: each attacker rolls for himself; those who passed fight on."""
    parts = tuple(parts_for(run.ctx, run.state, clash, attacker=True))
    for one in clash.attackers:
        unit = run.state.unit(one)
        if unit.status == "map" and is_checked(run.ctx, run.state, clash, unit):
            yield from _one(run, clash, one, parts)
    return tuple(one for one in clash.attackers if _fights(run.state.unit(one)))


def _fights(unit: Unit) -> bool:
    return unit.status == "map" and unit.morale == "good"


def _one(run: Here, clash: Clash, name: str, parts: tuple[Part, ...]) -> Asking[None]:
    if (yield from check(run, name, Call("LB-33.3", "premelee", parts))):
        return
    unit = run.state.unit(name)
    begin = unit.places
    way: Fled = ()
    if unit.formation == "unlimbered":  # guns that fail cannot go back
        yield UnitLost(rule=RuleId("LB-33.6"), side=run.ctx.units[name].side, unit=name, place=unit.place)
    else:
        way = yield from disorder(run, name, Cause("LB-33.6"))
    yield from fallout(run, [(name, begin, way)], clash.target)
