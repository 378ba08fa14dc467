"""LB 24 to LB 26, HEI-fire-1: what a hex full of units fires with at another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from adjudicator.battle.facing import is_in_field
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.context import Context, UnitCard, share
from adjudicator.rulesets.labataille.ground import is_clear, is_general_order
from adjudicator.rulesets.labataille.increments import in_hex, increments
from adjudicator.rulesets.labataille.shapes import shape
from adjudicator.rulesets.labataille.state import State, Unit

Mode = Literal["opportunity", "defensive", "offensive"]
Value = Finding[Fraction]


@dataclass(frozen=True, slots=True)
class Shot:
    """One unit's part in a fire: from which of its hexes, with what."""

    unit: str
    place: str
    value: Value
    is_artillery: bool = False
    canister: bool = False
    """LB-26.2: the target is adjacent to a front hexside of the guns."""
    medium: bool = False
    """HEI-night-1: guns at medium range."""


def may_fire(ctx: Context, unit: Unit) -> bool:
    """LB-30.5, LB-16.35: neither routed nor on the march, and with something to fire."""
    card = ctx.units[unit.id]
    if unit.status != "map" or unit.morale == "routed" or unit.formation in ("road march", "limbered"):
        return False
    if card.arm == "cavalry":
        return unit.formation == "skirmish" and card.fire > 0
    return card.fire > 0 and not unit.has("force marched")


def shots(ctx: Context, state: State, unit: Unit, target: str, mode: Mode) -> Iterator[Shot]:
    """What a unit fires with at a hex, from each of its hexes that can; several where it lies in two hexes."""
    if not may_fire(ctx, unit):
        return
    for place in unit.places:
        if not _bears(ctx, unit, place, target):
            continue
        shot = _shot(ctx, state, unit, place, target, mode)
        if shot is not None and shot.value.value > 0:
            yield shot
            if is_horse_skirmisher(ctx, unit):  # LB-20.6: the whole factor, once, from both its hexes
                return


def is_horse_skirmisher(ctx: Context, unit: Unit) -> bool:
    """LB-20.1, HEI-dragoon-2: cavalry that skirmishes, Russian dragoons apart."""
    card = ctx.units[unit.id]
    dragoons = card.type == "dragoon" and card.nation == "Russian"
    return card.arm == "cavalry" and unit.formation == "skirmish" and not dragoons


def _bears(ctx: Context, unit: Unit, place: str, target: str) -> bool:
    """LB-27.1, LB-23.2: the target lies before the front, or in the carré's own hex (LB-16.21)."""
    if place == target:
        return unit.formation == "carre"
    grid = ctx.board.grid
    return is_in_field(grid, shape(ctx, unit), grid.ids[place], grid.ids[target])


def _shot(ctx: Context, state: State, unit: Unit, place: str, target: str, mode: Mode) -> Shot | None:
    card = ctx.units[unit.id]
    far = ctx.board.distance(place, target)
    if card.arm == "artillery":
        return _guns(ctx, state, unit, place, target)
    if card.arm == "cavalry":
        return Shot(unit.id, place, _horse(ctx, unit, place)) if far <= 1 else None
    if unit.formation == "skirmish" and unit.morale == "good":
        if far > (2 if mode == "offensive" else 1):
            return None
        return Shot(unit.id, place, _skirmishers(ctx, unit, place, far))
    if far > 1:
        return None
    return Shot(unit.id, place, _foot(ctx, state, unit, place, target))


# --- infantry ---


def printed_fire(ctx: Context, unit: Unit) -> Fraction:
    """LB-12.2: the printed value until one increment is left, then half of it."""
    card = ctx.units[unit.id]
    few = increments(ctx, unit) <= ctx.tables.numbers.losses.infantry_fire_halved_at and card.increments > 1
    return Fraction(card.fire, 2) if few else Fraction(card.fire)


def _multiple(ctx: Context, card: UnitCard, formation: str) -> int:
    row = ctx.tables.multiples[_row_of(card)]
    found = {"line": row.line, "carre": row.carre, "skirmish": row.skirmish}[formation]
    return found or 0


def _row_of(card: UnitCard) -> tuple[str, str]:
    """HEI-italian-1: French rows for all of the French service but the Saxons."""
    nation = "French" if card.nation == "French allies" else card.nation
    return nation, card.type


def _foot(ctx: Context, state: State, unit: Unit, place: str, target: str) -> Value:
    card, numbers = ctx.units[unit.id], ctx.tables.numbers.fire
    if unit.morale == "disordered":
        return _value("HEI-fire-2", printed_fire(ctx, unit) * numbers.disordered, "disordered: half the printed value")
    here = in_hex(ctx, unit, place)
    if unit.formation == "line":
        firing = min(here, numbers.line_per_hex - _above(ctx, state, unit, place))
        return _value("LB-24.3", _times(ctx, card, max(0, firing), "line"), f"{max(0, firing)} increments in line")
    if unit.formation == "carre" and place == target:
        return _value("LB-16.21", _times(ctx, card, here, "carre"), f"{here} increments at cavalry within the carré")
    if unit.formation == "carre":
        return _value(
            "LB-16.20", _times(ctx, card, here, "carre") / numbers.square_share, f"a third of {here} increments"
        )
    if not is_top(ctx, state, unit, place):
        return _value("LB-24.2", Fraction(0), "only the top unit of a column fires")
    return _value("LB-24.2", printed_fire(ctx, unit), "the printed value")


def _above(ctx: Context, state: State, unit: Unit, place: str) -> int:
    """LB-16.13: increments in line that lie above a unit and fire before it."""
    found = 0
    for other in state.at(place):
        if other.id == unit.id:
            break
        if ctx.units[other.id].arm == "infantry" and other.formation == "line":
            found += in_hex(ctx, other, place)
    return min(found, ctx.tables.numbers.fire.line_per_hex)


def _times(ctx: Context, card: UnitCard, firing: int, formation: str) -> Fraction:
    return Fraction(firing * _multiple(ctx, card, formation))


def _skirmishers(ctx: Context, unit: Unit, place: str, far: int) -> Value:
    """LB-24.4, LB-19.6, LB-19.7: three increments a hex; half at two hexes, or the far multiple."""
    card, numbers = ctx.units[unit.id], ctx.tables.numbers.fire
    firing = min(in_hex(ctx, unit, place), numbers.skirmish_per_hex)
    row = ctx.tables.multiples[_row_of(card)]
    if far <= 1:
        return _value("LB-24.4", Fraction(firing * row.skirmish), f"{firing} skirmishing increments")
    if row.far is not None:
        return _value("LB-19.7", Fraction(firing * row.far), f"{firing} skirmishing increments at two hexes")
    return _value("LB-19.7", Fraction(firing * row.skirmish, 2), f"{firing} skirmishing increments at two hexes, half")


def is_top(ctx: Context, state: State, unit: Unit, place: str) -> bool:
    """LB-16.7, LB-25.4: whether nobody who can fire lies above a unit."""
    able = [other.id for other in state.at(place) if ctx.units[other.id].side == ctx.units[unit.id].side]
    return bool(able) and able[0] == unit.id


# --- cavalry ---


def _horse(ctx: Context, unit: Unit, place: str) -> Value:
    """LB-20.6, LB-12.5, HEI-dragoon-1: skirmishers on horse, and Russian dragoons on foot."""
    card, numbers = ctx.units[unit.id], ctx.tables.numbers
    if card.type == "dragoon" and card.nation == "Russian":
        few = card.increments <= numbers.fire.dragoons_small
        most = numbers.fire.dragoons_per_hex if few else numbers.fire.dragoons_per_hex_large
        firing = min(in_hex(ctx, unit, place), most)
        return _value("HEI-dragoon-1", Fraction(firing * numbers.fire.dragoons_each), f"{firing} dragoons skirmishing")
    worn = unit.losses >= numbers.losses.cavalry_fire_halved_lost * card.increments
    value = Fraction(card.fire, 2) if worn else Fraction(card.fire)
    return _value("LB-20.6", value, "the skirmish factor of the counter")


# --- artillery ---


def gun_range(ctx: Context, turn: int, far: int, most: int) -> Literal["short", "medium", "long", "none"]:
    """LB-26.1, HEI-dusk-1, HEI-night-1, R-21: which of the three ranges a distance is."""
    numbers = ctx.tables.numbers
    light = ctx.light(turn)
    medium = numbers.dusk.medium if light == "dusk" else numbers.fire.medium
    longest = most - numbers.dusk.long_less if light == "dusk" else most
    if far > longest or far < 0:
        return "none"
    if far <= numbers.fire.short:
        return "short"
    if far <= medium:
        return "medium"
    return "none" if light == "night" else "long"


def _guns(ctx: Context, state: State, unit: Unit, place: str, target: str) -> Shot | None:
    if unit.formation != "unlimbered":
        return None
    card, numbers = ctx.units[unit.id], ctx.tables.numbers.fire
    far = ctx.board.distance(place, target)
    reach = gun_range(ctx, state.turn, far, card.range)
    if reach == "none" or not guns_fire(ctx, state, unit, place):
        return None
    printed = {"short": card.fire, "medium": card.fire_medium, "long": card.fire_long}[reach]
    value = share(printed, increments(ctx, unit), card.increments)
    because = f"{printed} at {reach} range, {increments(ctx, unit)} of {card.increments} increments"
    if unit.morale == "disordered":
        value = max(Fraction(1), value * numbers.disordered)
    in_square = any(other.formation == "carre" for other in state.at(place))
    if in_square and far:
        value = value / numbers.battery_share_in_square
    elif in_square:
        value = 2 * value
    found = _value("LB-26.1", value, because)
    return Shot(unit.id, place, found, True, canister=far <= 1, medium=reach == "medium")


def guns_fire(ctx: Context, state: State, unit: Unit, place: str) -> bool:
    """LB-25.1, LB-25.2, LB-25.4: which batteries of a hex fire: all in the open, the top one elsewhere.

    Under infantry in column no battery fires; with a line or in a carré one does.
    """
    stack = [one for one in state.at(place) if one.morale != "routed"]
    foot = [one for one in stack if ctx.units[one.id].arm == "infantry"]
    guns = [one for one in stack if ctx.units[one.id].arm == "artillery" and one.formation == "unlimbered"]
    if not foot and is_clear(ctx, state, place):
        return True
    if foot and foot[0].formation not in ("line", "carre"):
        return bool(stack) and stack[0].id == unit.id
    return bool(guns) and guns[0].id == unit.id


def in_works(ctx: Context, place: str) -> bool:
    """HEI-redoubt-3: whether a hex is a redoubt."""
    return ctx.board.cells[place].terrain == "redoubt"


def _value(rule: str, value: Fraction, because: str) -> Value:
    return Finding(rule=RuleId(rule), value=value, because=because)


def total(values: Sequence[Value], ctx: Context, names: Sequence[str]) -> Value:
    """LB-21.3: the sum, with each unit's part."""
    parts = tuple(
        value.model_copy(update={"label": ctx.units[name].name}) for value, name in zip(values, names, strict=True)
    )
    return Finding(
        rule=RuleId("LB-21.3"),
        value=sum((value.value for value in values), Fraction(0)),
        because="all that fires",
        parts=parts,
        label="Fire",
    )


def general_order_here(ctx: Context, state: State, unit: Unit) -> bool:
    """LB-16.31: whether a unit stands in ground that breaks formations up."""
    return is_general_order(ctx, state, unit.place)
