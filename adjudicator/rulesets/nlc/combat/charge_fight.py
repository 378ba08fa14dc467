"""NLC-7.6b-4 to 7.6b-7, NLC-7.9: one round between chargers and those whom they charge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.nlc.combat import hits, morale, strengths, terrain
from adjudicator.rulesets.nlc.combat.events import ChargeDecided, ChargeFought
from adjudicator.rulesets.nlc.combat.morale import Strain
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

Winner = Literal["chargers", "target", "nobody"]


@dataclass(frozen=True, slots=True)
class Riders:
    """A stack of chargers: who they are, where they began, how they came."""

    units: tuple[str, ...]
    origin: str
    way: tuple[str, ...]
    """The hexes entered since, up to the one where they fight."""

    @property
    def came_from(self) -> str:
        """The hex from which they come in."""
        return self.way[-2] if len(self.way) > 1 else self.origin

    @property
    def here(self) -> str:
        """Where they are."""
        return self.way[-1]

    @property
    def way_back(self) -> tuple[str, ...]:
        """The hexes entered on the way back to the start."""
        return (*reversed(self.way[:-1]), self.origin)


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a charge falls on, in one hex."""

    place: str
    units: tuple[str, ...]
    fleeing: bool = False
    """It retreats or pursues: cavalry among it takes a backhand blow (NLC-7.9b)."""
    came_from: str = ""
    """The hex that it has just left, where it is charged on the move."""
    silent: frozenset[str] = frozenset()
    """Units that may not fire: those whom pursuers cut down (NLC-7.7a)."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What a charge comes to before dice."""

    charge: Finding[int]
    defence: Finding[int]

    @property
    def ratio(self) -> Fraction | None:
        """A-66: charge by answering fire; None where nothing fires back."""
        return Fraction(self.charge.value, self.defence.value) if self.defence.value else None


# --- strengths ------------------------------------------------------------------------------------------------------


def odds(ctx: Context, state: State, riders: Sequence[Riders], target: Target, in_square: bool = True) -> Odds:
    """NLC-7.6b-4, NLC-7.9, NLC-T: the strengths of both; `in_square`: the infantry charged has formed one."""
    flank = from_the_flank(ctx, state, riders, target)
    charge = _charge(ctx, state, riders, target, flank, in_square)
    return Odds(charge, _answer(ctx, state, target, flank))


def _charge(
    ctx: Context, state: State, riders: Sequence[Riders], target: Target, flank: Finding[bool], in_square: bool
) -> Finding[int]:
    parts: list[strengths.Part] = []
    exact = Fraction(0)
    for one in riders:
        reductions = terrain.into(ctx, one.came_from, target.place, "charge")
        stack = Fraction(0)
        for unit in hits.alive(state, one.units):
            parts.append(strengths.base(ctx, unit))
            bonus = ctx.game.bonus(ctx, state, unit)
            parts += strengths.printed(bonus)
            stack += ctx.strength(unit.id, unit.reduced) * terrain.product(bonus)
        parts += strengths.printed(reductions)
        exact += stack * terrain.product(reductions)
    factor = advantages(ctx, state, target, flank)
    if factor.value != 1:
        parts += [*factor.parts, strengths.times("NLC-7.9d", Fraction(factor.value), "Together", factor.because)]
    if not in_square:
        twice = Fraction(ctx.tables.combat.no_square)
        parts.append(strengths.times("NLC-7.6b-5", twice, "No square", "the infantry did not form square"))
        exact *= twice
    return strengths.total("NLC-7.1a", "Charge", parts, exact * factor.value)


def advantages(ctx: Context, state: State, target: Target, flank: Finding[bool]) -> Finding[int]:
    """NLC-7.9d, A-20: twice the strength for one advantage, three times for two or three."""
    units = hits.alive(state, target.units)
    blow = target.fleeing and any(ctx.units[unit.id].is_cavalry for unit in units)
    unready = any(unit.disrupted for unit in units)
    because = "retreating or pursuing cavalry is charged"
    found = [
        flank,
        Finding(rule=RuleId("NLC-7.9b"), value=blow, label="Backhand blow", because=because if blow else ""),
        Finding(rule=RuleId("NLC-7.9c"), value=unready, label="Not ready", because="a unit is disrupted"),
    ]
    parts = tuple(one for one in found if one.value)
    table = ctx.tables.combat
    value = (1, table.one_advantage, table.two_advantages, table.two_advantages)[len(parts)]
    names = " and ".join(part.label.lower() for part in parts)
    return Finding(rule=RuleId("NLC-7.9d"), value=value, because=names, parts=parts)


def from_the_flank(ctx: Context, state: State, riders: Sequence[Riders], target: Target) -> Finding[bool]:
    """NLC-7.9a, A-83: the target is next to friends of the chargers, who come over a side away from all of them.

    The hex outside that side is not next to any such friend's; who charges is no such friend. "Already next to": who
    is charged on the move has had the friend beside him before his last step too.
    """
    if not riders or not target.units:
        return Finding(rule=RuleId("NLC-7.9a"), value=False)
    side = enemy_of(state.sides[target.units[0]])
    charging = {unit for one in riders for unit in one.units}
    beside = [
        place
        for place in ctx.board.neighbours[target.place]
        if any(unit.id not in charging for unit in state.at(side, place))
        and (not target.came_from or ctx.board.distance(target.came_from, place) == 1)
    ]
    for one in riders:
        if beside and all(ctx.board.distance(one.came_from, place) > 1 for place in beside):
            because = f"from {one.came_from}, while friends hold {', '.join(beside)}"
            return Finding(rule=RuleId("NLC-7.9a"), value=True, label="Flank charge", because=because)
    return Finding(rule=RuleId("NLC-7.9a"), value=False)


def _answer(ctx: Context, state: State, target: Target, flank: Finding[bool]) -> Finding[int]:
    """NLC-7.6b-6, NLC-7.7a, NLC-7.9a: the fire of those charged; cavalry has its whole strength here."""
    parts: list[strengths.Part] = []
    exact = Fraction(0)
    units = hits.alive(state, target.units)
    lonely = strengths.is_artillery_alone(ctx, units)
    for unit in units:
        card = ctx.units[unit.id]
        parts.append(strengths.base(ctx, unit))
        if unit.id in target.silent:
            parts.append(strengths.times("NLC-7.7a", Fraction(0), "Silent", "who has just retreated does not fire"))
            continue
        if flank.value and not card.is_cavalry:
            parts.append(strengths.times("NLC-7.9a", Fraction(0), "Silent", "charged from the flank"))
            continue
        shares = list(ctx.game.bonus(ctx, state, unit))
        if lonely:
            half = ctx.tables.combat.artillery_alone
            shares.append(Finding(rule=RuleId("NLC-8.5a"), value=half, label="Artillery alone", because=""))
        parts += strengths.printed(shares)
        exact += ctx.strength(unit.id, unit.reduced) * terrain.product(tuple(shares))
    return strengths.total("NLC-7.1a", "Answer", parts, exact)


# --- the round ------------------------------------------------------------------------------------------------------


def fight(run: Here, riders: Sequence[Riders], target: Target) -> Asking[Winner]:
    """II.2: the square test, both fire at once, hits are shared out, and who lost more steps has lost.

    The run's label belongs to this charge alone. No retreat after it makes the hits fewer (NLC-7.6b-9).
    """
    ctx = run.ctx
    in_square = yield from _square(run, target)
    found = odds(ctx, run.state, riders, target, in_square)
    chargers = hits.alive(run.state, (unit for one in riders for unit in one.units))
    defenders = hits.alive(run.state, target.units)
    side = run.state.sides[chargers[0].id]
    first = run.dice.roll(f"{run.label}/charge", 2)
    rolls = [first]
    scored, taken = strengths.hits(ctx, found.charge, first), 0
    if found.defence.value:
        second = run.dice.roll(f"{run.label}/answer", 2)
        rolls.append(second)
        taken = strengths.hits(ctx, found.defence, second)
    yield ChargeFought(
        side=side,
        place=target.place,
        chargers=tuple(unit.id for unit in chargers),
        defenders=tuple(unit.id for unit in defenders),
        charge=found.charge,
        defence=found.defence,
        hits=scored,
        taken=taken,
        rolls=tuple(rolls),
    )
    lost = yield from hits.take(run, side, target.place, chargers, taken, "charging")
    inflicted = yield from hits.take(run, enemy_of(side), target.place, defenders, scored, "charged")
    winner = who_won(
        bool(hits.alive(run.state, (unit.id for unit in chargers))),
        bool(hits.alive(run.state, target.units)),
        lost,
        inflicted,
    )
    named: dict[Winner, Side | None] = {"chargers": side, "target": enemy_of(side), "nobody": None}
    yield ChargeDecided(side=side, place=target.place, winner=named[winner], lost=lost, inflicted=inflicted)
    return winner


def who_won(chargers_live: bool, target_lives: bool, lost: int, inflicted: int) -> Winner:
    """NLC-7.6b-7, A-19, A-81: who lost more steps loses; who is wiped out loses in any case."""
    if chargers_live != target_lives:
        return "chargers" if chargers_live else "target"
    if lost == inflicted or not chargers_live:
        return "nobody"
    return "chargers" if inflicted > lost else "target"


def _square(run: Here, target: Target) -> Asking[bool]:
    """NLC-7.6b-4: infantry that is charged tests; it stands in square, or the charge has twice its strength.

    Infantry cut down in a pursuit has no time for it (NLC-7.7a).
    """
    infantry = [
        unit
        for unit in hits.alive(run.state, target.units)
        if run.ctx.units[unit.id].is_infantry and unit.id not in target.silent
    ]
    if not infantry:
        return True
    return (yield from morale.stands(run, "square", infantry, "square", Strain(attacked=True)))


def in_square_ratio(ctx: Context, state: State, riders: Sequence[Riders], target: Target) -> Fraction | None:
    """A-66: the ratio that standing orders speak of: infantry taken as in square."""
    return odds(ctx, state, riders, target).ratio


def units_of(state: State, riders: Sequence[Riders]) -> tuple[Unit, ...]:
    """All chargers that are left."""
    return hits.alive(state, (unit for one in riders for unit in one.units))
