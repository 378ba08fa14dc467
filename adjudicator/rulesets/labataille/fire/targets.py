"""LB 26.3, D9: which target a unit takes when it may choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.defence import density, fire_defence
from adjudicator.rulesets.labataille.fire.factors import Mode, shots
from adjudicator.rulesets.labataille.fire.sight import over_heads, sees
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import State, Unit


def mean_loss(ctx: Context, state: State, unit: Unit, target: str, mode: Mode) -> Fraction:
    """The mean loss that a unit's own fire brings, from what is public of the target."""
    found = tuple(shots(ctx, state, unit, target, mode))
    value = sum((shot.value.value for shot in found), Fraction(0))
    if not value:
        return Fraction(0)
    side = ctx.units[unit.id].side
    if not ctx.theirs(state.at(target), side):
        return Fraction(0)
    chart, crowd = ctx.tables.fire, density(ctx, state, target, side).value
    defence = fire_defence(ctx, state, target, found[0].place, side).value
    shift = 1 if any(shot.canister for shot in found) else 0
    rolls = [chart.read(value / defence, _dice(index + crowd), shift).result for index in range(36)]
    return Fraction(sum(rolls), 36)


def _dice(index: int) -> int:
    held = min(index, 35)
    return 10 * (held // 6 + 1) + held % 6 + 1


def classes_of(ctx: Context, state: State, place: str) -> tuple[str, ...]:
    """What a hex holds, in the words of the language: guns, cavalry, lines, columns, skirmishers, carré."""
    found: list[str] = []
    for unit in state.at(place):
        arm = ctx.units[unit.id].arm
        found += {"artillery": ["guns", "artillery"], "cavalry": ["cavalry"], "infantry": ["infantry"]}[arm]
        words = {"line": "lines", "column": "columns", "skirmish": "skirmishers", "carre": "carres"}
        found.append(words.get(unit.formation, unit.formation))
        if unit.morale != "good":
            found.append("disordered")
    return tuple(found)


def ranked(ctx: Context, state: State, unit: Unit, places: Sequence[str], wish: Sequence[str], mode: Mode) -> str:
    """The hex that the owner's wish puts first, then the best expected loss, one that faces us, the lowest."""

    def rank(place: str) -> tuple[int, Fraction, bool, str]:
        words = (place, *classes_of(ctx, state, place))
        if "assaulting" in wish and _faces(ctx, state, place, unit):
            words = (*words, "assaulting")
        named = next((number for number, word in enumerate(wish) if word in words), len(wish))
        return named, -mean_loss(ctx, state, unit, place, mode), not _faces(ctx, state, place, unit), place

    return min(places, key=rank)


def _faces(ctx: Context, state: State, place: str, unit: Unit) -> bool:
    """Whether an enemy in a hex has the unit before his front: he is in a position to assault."""
    return any(set(unit.places) & set(front_hexes(ctx, one)) for one in state.at(place))


def nearest_targets(ctx: Context, state: State, unit: Unit, allowed: Callable[[str], bool]) -> tuple[str, ...]:
    """LB-26.3, R-71: the nearest hexes with enemies that guns may fire at and see; several if they are as near."""
    side, place = ctx.units[unit.id].side, unit.place
    enemies = sorted(
        {
            there
            for other in state.units.values()
            if other.status == "map" and ctx.units[other.id].side != side
            for there in other.places
        },
        key=lambda there: (ctx.board.distance(place, there), there),
    )
    best: list[str] = []
    for there in enemies:
        if best and ctx.board.distance(place, there) > ctx.board.distance(place, best[0]):
            break
        clear = over_heads(ctx, state, unit, place, there)
        bears = allowed(there) and tuple(shots(ctx, state, unit, there, "offensive"))
        if bears and sees(ctx, state, unit, place, there, only_forest=clear).value:
            best.append(there)
    return tuple(best)
