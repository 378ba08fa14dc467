"""What La Bataille can be asked: values, charts and distances that no event shows by itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.core.types import Side
from tests.cases.words import Moment, Vocabulary, listed, side_named

QUESTIONS = Vocabulary()


def _unit(moment: Moment, name: str) -> Any:
    return moment.state.unit(moment.names.piece(name))


@QUESTIONS.says("dice {dice} with {modifier}")
def dice_with(moment: Moment, dice: str, modifier: str) -> str:
    """LB-9.2: dice in base six, modified."""
    from adjudicator.battle.charts import dice_of, index_of

    return str(dice_of(index_of(int(dice)) + int(modifier)))


@QUESTIONS.says("does {unit} pass a recovery check with {dice}")
def passes(moment: Moment, unit: str, dice: str) -> str:
    """LB-31.1, LB-31.3: whether these dice are more than its number."""
    from adjudicator.rulesets.labataille.morale.checks import Call, judged

    faces = (int(dice) // 10, int(dice) % 10)
    passed, _, _ = judged(moment.rules.context, moment.state, _unit(moment, unit), Call("LB-31.3", "recovery"), faces)
    return "yes" if passed else "no"


@QUESTIONS.says("number that {unit} must beat")
def number_of(moment: Moment, unit: str) -> str:
    """LB-31.1, LB-16.36, HEI-saxon-1: the morale number as it stands now, in dice."""
    from adjudicator.battle.charts import dice_of
    from adjudicator.rulesets.labataille.morale.checks import morale_number

    return str(dice_of(morale_number(moment.rules.context, _unit(moment, unit)).value))


@QUESTIONS.says("increments of {unit}")
def increments_of(moment: Moment, unit: str) -> str:
    """LB-5.1: what is left."""
    from adjudicator.rulesets.labataille.increments import increments

    return str(increments(moment.rules.context, _unit(moment, unit)))


@QUESTIONS.says("melee of {unit}")
def melee_of(moment: Moment, unit: str) -> str:
    """LB-12.1: the melee value in proportion to what is left."""
    from adjudicator.rulesets.labataille.increments import melee_value

    return str(melee_value(moment.rules.context, _unit(moment, unit)))


@QUESTIONS.says("value {printed} of {size} increments with {left} left")
def in_proportion(moment: Moment, printed: str, size: str, left: str) -> str:
    """LB-12.1: a printed value in proportion."""
    from adjudicator.rulesets.labataille.context import share

    return str(share(int(printed), int(left), int(size)))


@QUESTIONS.says("fire of {units} at {place}")
def fire_of(moment: Moment, units: str, place: str) -> str:
    """LB-24, LB-25: the factors that units fire with offensively."""
    from adjudicator.rulesets.labataille.fire.factors import shots

    target = moment.names.place(place)
    found = [
        shot.value.value
        for name in listed(units)
        for shot in shots(moment.rules.context, moment.state, _unit(moment, name), target, "offensive")
    ]
    return str(sum(found, Fraction(0)))


@QUESTIONS.says("fire defence of {place} from {origin}")
def defence_of(moment: Moment, place: str, origin: str) -> str:
    """HEI-fire-3 to HEI-fire-7: how hard a hex is to hit, fired at from another."""
    from adjudicator.rulesets.labataille.fire.defence import fire_defence

    ctx, state = moment.rules.context, moment.state
    hex_ = moment.names.place(place)
    enemy = next(side for side in moment.rules.sides if side != ctx.units[state.at(hex_)[0].id].side)
    return str(fire_defence(ctx, state, hex_, moment.names.place(origin), enemy).value)


@QUESTIONS.says("crowding of {place}")
def crowding_of(moment: Moment, place: str) -> str:
    """LB-10.7, LB-22.1: what density adds to the dice."""
    from adjudicator.rulesets.labataille.fire.defence import density

    ctx, state, hex_ = moment.rules.context, moment.state, moment.names.place(place)
    enemy = next(side for side in moment.rules.sides if side != ctx.units[state.at(hex_)[0].id].side)
    return str(density(ctx, state, hex_, enemy).value)


@QUESTIONS.says("fire of {factors} to {defence} with dice {dice}")
def fire_chart(moment: Moment, factors: str, defence: str, dice: str) -> str:
    """LB-21.3, LB-21.4: the column of the odds and the increments lost."""
    reading = moment.rules.context.tables.fire.read(Fraction(int(factors), int(defence)), int(dice), 0)
    return f"{reading.column}, {reading.result}"


@QUESTIONS.says("losses of {result} by {arm} at {place}")
def losses_at(moment: Moment, result: str, arm: str, place: str) -> str:
    """LB-11, LB-16.41, LB-16.42: on whom a result of fire falls, from the top of the hex."""
    from adjudicator.rulesets.labataille.fire.losses import shared

    stack = moment.state.at(moment.names.place(place))
    found = dict(shared(moment.rules.context, stack, int(result), artillery=arm == "guns").losses)
    return ", ".join(f"{moment.names.called(one.id)} {found.get(one.id, 0)}" for one in stack)


@QUESTIONS.says("may {units} share {place}")
def may_share_hex(moment: Moment, units: str, place: str) -> str:
    """HEI-stack-1, HEI-stack-2: whether units may stand in a hex together."""
    from adjudicator.core.values import replace
    from adjudicator.rulesets.labataille.stacking import may_share

    hex_ = moment.names.place(place)
    stack = [replace(_unit(moment, name), status="map", places=(hex_,)) for name in listed(units)]
    return "yes" if may_share(moment.rules.context, moment.state, hex_, stack).value else "no"


@QUESTIONS.says("cost of {unit} from {here} to {there}")
def cost_of(moment: Moment, unit: str, here: str, there: str) -> str:
    """HEI-terrain-1: the points of a step; `forbidden` where it may not be made."""
    from adjudicator.rulesets.labataille.ground import mover, step_cost

    ctx, one = moment.rules.context, _unit(moment, unit)
    halves = step_cost(ctx, moment.state, mover(ctx, one), moment.names.place(here), moment.names.place(there))
    return "forbidden" if halves is None else str(Fraction(halves, 2))


@QUESTIONS.says("points of {unit}")
def points_of(moment: Moment, unit: str) -> str:
    """LB-18.1: its allowance in the movement phase."""
    from adjudicator.rulesets.labataille.movement.allowance import allowance

    return str(Fraction(allowance(moment.rules.context, moment.state, _unit(moment, unit)), 2))


@QUESTIONS.says("carre of {unit} at {distance} from {chargers} with dice {dice}")
def carre_of(moment: Moment, unit: str, distance: str, chargers: str, dice: str) -> str:
    """HEI-carre-1: the modified dice and the result of an attempt."""
    from adjudicator.battle.charts import dice_of, index_of
    from adjudicator.rulesets.labataille.charge.squares import carre_parts, read_chart

    ctx, one = moment.rules.context, _unit(moment, unit)
    riders = [moment.names.piece(name) for name in listed(chargers)]
    index = index_of(int(dice)) + sum(part.value for part in carre_parts(ctx, moment.state, (one,), riders))
    return f"{dice_of(index)}, {read_chart(ctx, one, int(distance), index)}"


@QUESTIONS.says("level of {body} with {number} battalions out")
def level_with(moment: Moment, body: str, number: str) -> str:
    """HEI-level-1: the level and what it takes from the dice."""
    steps = [one for one in moment.rules.context.tables.levels if one.organisation == body]
    reached = [one for one in steps if int(number) >= one.battalions_lost_or_routed]
    return f"{reached[-1].level}, {reached[-1].die_modifier}" if reached else "none"


@QUESTIONS.says("battalions of {body} out")
def out_of(moment: Moment, body: str) -> str:
    """LB-43.2: battalions that are lost or routed now."""
    from adjudicator.rulesets.labataille.morale.levels import battalions_out

    return str(battalions_out(moment.rules.context, moment.state, body))


@QUESTIONS.says("line of sight from {here} to {there} for the {side}")
def sight(moment: Moment, here: str, there: str, side: str) -> str:
    """LB-23: `open`, or what is in the way."""
    from adjudicator.rulesets.labataille.fire.sight import open_line

    whose = Side(side_named(moment.rules, side))
    here, there = moment.names.place(here), moment.names.place(there)
    found = open_line(moment.rules.context, moment.state, whose, here, there)
    return "open" if found.value else found.because


@QUESTIONS.says("arc of {unit} from {origin}")
def arc_of(moment: Moment, unit: str, origin: str) -> str:
    """LB-13: by which arc a line from a hex comes in."""
    from adjudicator.rulesets.labataille.shapes import arcs_from

    one = _unit(moment, unit)
    return " or ".join(dict.fromkeys(arcs_from(moment.rules.context, one, moment.names.place(origin), one.place)))


@QUESTIONS.says("zone of {unit}")
def zone_of_unit(moment: Moment, unit: str) -> str:
    """LB-14.1: the hexes of its zone of influence."""
    from adjudicator.rulesets.labataille.zones import zone_hexes

    return ", ".join(sorted(zone_hexes(moment.rules.context, _unit(moment, unit)))) or "none"


@QUESTIONS.says("limber die of {unit}")
def limber_die(moment: Moment, unit: str) -> str:
    """HEI-art-1, HEI-art-2: the least die with which it limbers, leaders counted; `never`."""
    from adjudicator.rulesets.labataille.movement.guns import limber_bonus, needed_to_limber

    one = _unit(moment, unit)
    least = needed_to_limber(moment.rules.context, one.id)
    return "never" if least is None else str(least - limber_bonus(moment.rules.context, moment.state, one))


@QUESTIONS.says("hexes of {unit} in {formation}")
def hexes_in(moment: Moment, unit: str, formation: str) -> str:
    """LB-16.33: how many hexes a formation takes."""
    from adjudicator.rulesets.labataille.increments import increments

    ctx, one = moment.rules.context, _unit(moment, unit)
    facts = ctx.tables.formations.of(ctx.branch(one.id), formation)
    return str(-(-increments(ctx, one) // facts.per_hex) if facts.per_hex else facts.least_hexes)
