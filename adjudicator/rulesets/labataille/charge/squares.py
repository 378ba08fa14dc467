"""LB 38.4, LB 38.8, LB 38.11, HEI-carre-1: carré before cavalry."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle.charts import dice_of, dice_read, index_of
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import SquareTried
from adjudicator.rulesets.labataille.charge.stand import charge_parts
from adjudicator.rulesets.labataille.choices import NoSquare, Square
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.sight import sees_from_any
from adjudicator.rulesets.labataille.ground import is_clear
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import in_hex
from adjudicator.rulesets.labataille.melee.estimate import has_lances
from adjudicator.rulesets.labataille.morale.breaking import Cause, rout
from adjudicator.rulesets.labataille.morale.checks import chance
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.morale.levels import level_modifier, level_of
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.tables import CarreResult

LIGHT = ("jaeger", "guard_jaeger", "legere", "prussian_fusilier", "grenadier", "saxon_grenadier")


def may_try(ctx: Context, state: State, unit: Unit) -> bool:
    """LB-16.18, LB-38.11: infantry in order, three increments, clear ground, neither skirmishing nor marching."""
    if unit.status != "map" or unit.morale != "good" or ctx.units[unit.id].arm != "infantry":
        return False
    if unit.formation in ("skirmish", "road march", "carre", "general order") or unit.has("tried carre"):
        return False
    least = ctx.tables.formations.of("infantry", "carre")
    enough = least is not None and ctx.units[unit.id].increments - unit.losses >= least.least
    return enough and all(is_clear(ctx, state, place) for place in unit.places)


def largest_distance(ctx: Context, turn: int) -> int:
    """LB-38.4, HEI-dusk-1, R-124: four hexes, at dusk three."""
    numbers = ctx.tables.numbers
    return numbers.dusk.square_within if ctx.light(turn) == "dusk" else numbers.charge.square_within


def distance_to(ctx: Context, unit: Unit, place: str) -> int:
    """R-61: hexes from a unit to a place."""
    return min(ctx.board.distance(one, place) for one in unit.places)


def carre_parts(ctx: Context, state: State, units: Sequence[Unit], chargers: Sequence[str]) -> tuple[Finding[int], ...]:
    """HEI-carre-1: modifiers of the dice; low dice are good."""
    numbers, top = ctx.tables.modifiers.carre, units[0]
    card = ctx.units[top.id]
    found: list[Finding[int]] = []

    def part(value: int, because: str) -> None:
        found.append(Finding(rule=RuleId("HEI-carre-1"), value=value, because=because, label="Carré"))

    if any(ctx.leaders[one.id].side == card.side for place in top.places for one in state.leaders_at(place)):
        part(numbers.leader, "a leader in the hex")
    if card.is_guard:
        part(numbers.guard, "Guard")
    elif card.type == "oudinot_gren_volt":
        part(numbers.oudinot, "Oudinot's grenadiers and voltigeurs")
    elif card.type in LIGHT:
        part(numbers.light, "light infantry or grenadiers")
    if card.nation in ("Saxon", "French allies"):
        part(numbers.allies, "allies of the French")
    if all(not ctx.is_heavy(one) for one in chargers):
        part(numbers.light_cavalry, "light cavalry charges")
    if any(has_lances(ctx, one) for one in chargers):
        part(numbers.lancers, "lancers charge")
    level = level_of(ctx, state, top.id)
    if level:
        part(numbers.level * level, f"morale level {level}")
    return tuple(found)


def read_chart(ctx: Context, unit: Unit, distance: int, index: int) -> CarreResult:
    """HEI-carre-1: the result of modified dice."""
    nation = {"French allies": "French"}.get(ctx.units[unit.id].nation, ctx.units[unit.id].nation)
    shape = "line" if unit.formation == "line" else "column"
    row = ctx.tables.carre[nation, shape, max(1, min(4, distance))]
    held = min(max(index, 0), 35)
    return next(result for high, result in row if held <= high)


def chance_of_carre(ctx: Context, state: State, unit: Unit, distance: int, chargers: Sequence[str]) -> int:
    """In how many of the 36 rolls a unit would form."""
    shift = sum(part.value for part in carre_parts(ctx, state, (unit,), chargers))
    return sum(read_chart(ctx, unit, distance, index + shift) == "carre" for index in range(36))


def chance_to_stand(ctx: Context, state: State, unit: Unit, chargers: Sequence[str]) -> int:
    """D1: in how many of the 36 rolls it would stand before a charge in front, by what is public of the charger."""
    parts = charge_parts(ctx, state, unit, chargers, "front", stream=False, lances=None)
    level = level_modifier(ctx, state, unit.id).value
    return chance(ctx, state, unit, (*(part.value for part in parts), level))


def default_of(ctx: Context, state: State, unit: Unit, distance: int, chargers: Sequence[str]) -> Square | NoSquare:
    """D1, D2: carré, unless standing has the better chance."""
    better = chance_of_carre(ctx, state, unit, distance, chargers) >= chance_to_stand(ctx, state, unit, chargers)
    return Square(at=4) if better else NoSquare()


def wish(run: Here, unit: Unit, distance: int, chargers: Sequence[str], kind: str) -> Asking[int]:
    """D1, D2: the distance at which a unit will try; 0 for never."""
    ctx = run.ctx
    choice = yield from decided_now(
        run,
        kind,
        unit.id,
        "LB-38.4" if kind == "square" else "LB-38.8",
        f"Does {ctx.units[unit.id].name} form carré before the charge?",
        default_of(ctx, run.state, unit, distance, chargers),
        place=unit.place,
    )
    if isinstance(choice, NoSquare):
        return distance if choice.against and not _is_against(ctx, choice.against, chargers) else 0
    if isinstance(choice, Square):
        if choice.against and not _is_against(ctx, choice.against, chargers):
            return 0
        return min(choice.at, largest_distance(ctx, run.state.turn))
    return 0


def _is_against(ctx: Context, against: Sequence[str], chargers: Sequence[str]) -> bool:
    """Whether a line about some kinds of cavalry is about these."""
    words: set[str] = set()
    for one in chargers:
        words.add("heavy" if ctx.is_heavy(one) else "light")
        if has_lances(ctx, one):
            words.add("lancers")
        if ctx.units[one].is_cossack:
            words.add("cossacks")
    return bool(words & {word.casefold() for word in against})


def watchers(ctx: Context, state: State, chargers: Sequence[str], place: str) -> list[Unit]:
    """LB-38.4: infantry that sees a charger within reach through its front, nearest first, then by id."""
    enemies = ctx.theirs(state.units.values(), ctx.units[chargers[0]].side)
    most = largest_distance(ctx, state.turn)
    found = [
        unit
        for unit in enemies
        if may_try(ctx, state, unit)
        and distance_to(ctx, unit, place) <= most
        and sees_from_any(ctx, state, unit, place)
    ]
    return sorted(found, key=lambda unit: (distance_to(ctx, unit, place), unit.id))


def try_square(run: Here, name: str, chargers: Sequence[str], place: str, *, is_target: bool) -> Asking[CarreResult]:
    """LB-38.11 to LB-38.17: one roll for the hex; guns in it share the result."""
    ctx, unit = run.ctx, run.state.unit(name)
    side = ctx.units[name].side
    own = [one for one in run.state.at(unit.place) if ctx.units[one.id].side == side]
    foot = [one for one in own if may_try(ctx, run.state, one)]
    together = [one for one in own if one in foot or ctx.units[one.id].arm == "artillery"]
    distance = distance_to(ctx, unit, place)
    parts = carre_parts(ctx, run.state, foot, chargers)
    roll = run.dice.roll(run.numbered("carre", name).label, 2)
    index = index_of(dice_read(roll.faces)) + sum(part.value for part in parts)
    result = read_chart(ctx, unit, distance, index)
    total: Finding[int] = Finding(
        rule=RuleId("HEI-carre-1"), value=index, because=f"dice {dice_read(roll.faces)}", parts=parts, label="Dice"
    )
    yield SquareTried(
        rolls=(roll,),
        side=side,
        units=tuple(one.id for one in together),
        place=unit.place,
        distance=distance,
        dice=dice_read(roll.faces),
        modified=dice_of(index),
        result=result,
        total=total,
    )
    if result == "disorder":
        broken = [(one.id, one.places, ()) for one in together]
        yield from fallout(run, broken, unit.place)
    if result == "rout" and not is_target:
        for one in foot:
            way = yield from rout(run, one.id, Cause("LB-38.17"))
            yield from fallout(run, [(one.id, one.places, way)], unit.place)
    return result


def increments_there(ctx: Context, state: State, place: str) -> int:
    """LB-16.18: the increments that a carré in a hex would hold."""
    return sum(in_hex(ctx, unit, place) for unit in state.at(place) if ctx.units[unit.id].arm == "infantry")
