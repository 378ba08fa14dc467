"""Section 2.2, 2.3: what conditions are tested against: the view of a side, with the estimate or the odds at stake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from adjudicator.core.orders import Conditional
from adjudicator.core.types import Order, Side
from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece, View, holds
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.charge.targets import chargers_of, target_hex
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import ESTIMATE, ODDS
from adjudicator.rulesets.labataille.fire.defence import fire_defence
from adjudicator.rulesets.labataille.fire.factors import shots
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.estimate import estimate_attacking
from adjudicator.rulesets.labataille.melee.values import Clash
from adjudicator.rulesets.labataille.orders import Assault, DeclareCharge, FireAt
from adjudicator.rulesets.labataille.state import State
from adjudicator.rulesets.labataille.view import view


@dataclass(frozen=True, slots=True)
class Facts:
    """A view with numbers of the moment."""

    ctx: Context
    known: State
    seen: View
    numbers: Mapping[str, Fraction]

    @property
    def side(self) -> Side:
        """Whose view it is."""
        return self.seen.side

    @property
    def turn(self) -> int:
        """The turn."""
        return self.seen.turn

    @property
    def clock(self) -> str:
        """The time of the turn."""
        return self.seen.clock

    def at(self, place: str) -> Sequence[Piece]:
        """The pieces in a hex."""
        return self.seen.at(place)

    def marks_of(self, unit: str) -> frozenset[str]:
        """The marks of a piece."""
        return self.seen.marks_of(unit)

    def track(self, name: str) -> int | Fraction | None:
        """A number of the moment, a morale level, or a track of the view."""
        if name in self.numbers:
            return self.numbers[name]
        if name.endswith(" level"):
            return level_named(self.ctx, self.known, name.removesuffix(" level"))
        return self.seen.track(name)

    def around(self, of: str, far: int) -> Sequence[Piece]:
        """R-102: the pieces within so many hexes of a hex or of a unit."""
        units = self.known.units
        places = units[of].places if of in units else (of,) if of in self.ctx.board.cells else ()
        grid = self.ctx.board.grid
        near = {grid.names[n] for place in places for n in grid.within(grid.ids[place], far)}
        return tuple(piece for piece in self.seen.pieces if near & {*piece.places, piece.place})


def level_named(ctx: Context, state: State, name: str) -> int:
    """`IV Corps on level 1`: the level of the organisation that a corps belongs to."""
    for body in ctx.facts.organisation:
        if name in (body.name, *body.corps, *body.divisions):
            return state.levels.get(body.name, 0)
    return 0


def scene(ctx: Context, scenario: str, known: State, side: Side, numbers: Mapping[str, Fraction]) -> Facts:
    """What a side's conditions are tested against."""
    return Facts(ctx, known, view(ctx, scenario, known, side), numbers)


def meant(run: Here, order: Order) -> Order | None:
    """What a conditional order comes to, with the estimate of the assault or the odds of the fire that it orders."""
    written = {"side": order.side, "seat": order.seat, "line": order.line}
    while isinstance(order, Conditional):
        numbers = _numbers(run, order.then)
        facts = scene(run.ctx, "", run.known(), run.side, numbers)
        found = order.then if holds(facts, order.condition) else order.otherwise
        if found is None:
            return None
        order = found
    return order if order.line else order.model_copy(update=written)


def _numbers(run: Here, order: Order) -> dict[str, Fraction]:
    ctx, known = run.ctx, run.known()
    match order:
        case Assault():
            units = tuple(one for name in order.units for one in members(ctx, known, run.side, name))
            return assault_estimate(ctx, known, units, order.target)
        case DeclareCharge():
            units = chargers_of(ctx, known, run.side, order)
            goal = target_hex(ctx, known, order.target, known.unit(units[0])) if units else ""
            return assault_estimate(ctx, known, units, goal)
        case FireAt():
            return fire_odds(ctx, known, order)
        case _:
            return {}


def assault_estimate(ctx: Context, known: State, units: Sequence[str], target: str) -> dict[str, Fraction]:
    """R-86: what an assault or a charge is worth by the public norms."""
    there = tuple(one for one in units if known.unit(one).status == "map")
    if not there or not target or not ctx.theirs(known.at(target), ctx.units[there[0]].side):
        return {}
    return {ESTIMATE: estimate_attacking(ctx, known, Clash(there, target))}


def fire_odds(ctx: Context, known: State, order: FireAt) -> dict[str, Fraction]:
    """LB-21.3: the odds of a fire before the column shifts: own factors and a public defence."""
    units = [known.unit(one) for one in order.units]
    if not units or not ctx.theirs(known.at(order.target), ctx.units[units[0].id].side):
        return {}
    found = [shot for unit in units for shot in shots(ctx, known, unit, order.target, "offensive")]
    if not found:
        return {ODDS: Fraction(0)}
    defence = fire_defence(ctx, known, order.target, found[0].place, ctx.units[units[0].id].side)
    return {ODDS: sum((shot.value.value for shot in found), Fraction(0)) / defence.value}
