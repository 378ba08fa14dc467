"""NLC-5.4, 5.5, 19.4, 20.1, 20.2: whether a stack may take a step, what it costs, and whether it must stop there."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.ground import is_own_ground
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import HALVES, between
from adjudicator.rulesets.nlc.movement.stacks import Purse, Stack
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of
from adjudicator.rulesets.nlc.victory.breaking import is_disintegrated


@dataclass(frozen=True, slots=True)
class Footing:
    """Where a stack stands on its way, and what it has used of its freedom from zones (NLC-5.4e)."""

    place: str
    used: bool = False
    """Cavalry has ignored a zone in this move."""
    ignores: bool = False
    """The zone of this hex is the one that it ignores."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that may be taken: where it leads, what it costs each kind of walker, and whether it is the last."""

    footing: Footing
    costs: tuple[int, ...]
    """In the order of the stack's purses."""
    stops: bool = False


class Stepping:
    """The rules of a stack's steps in one position; `in_range` says which units were in command range (A-62)."""

    def __init__(
        self, ctx: Context, state: State, stack: Stack, purses: tuple[Purse, ...], in_range: Mapping[str, bool]
    ) -> None:
        self._ctx = ctx
        self._state = state
        self.stack = stack
        self.purses = purses
        self._units = [state.unit(one) for one in stack.units]
        self._in_range = in_range
        self._zone = enemy_zone(ctx, state, stack.side)
        self._enemies = state.force(enemy_of(stack.side)).units_at
        self._is_cavalry = stack.is_cavalry(ctx)
        self._zone_verdicts: dict[str, Verdict] = {}

    def step(self, footing: Footing, there: str) -> Step | Verdict:
        """The step from a footing to a neighbouring hex, or why there is none."""
        here = footing.place
        costs = self._costs(here, there)
        if costs is None:
            return no("NLC-5.2", f"No way leads from {here} to {there}.", "Go round.")
        if there in self._enemies:
            return no("NLC-5.1", f"The enemy stands in {there}.", "End next to it, and attack.")
        left = self._may_leave(footing)
        if not left.value:
            return left
        if there not in self._zone:
            return Step(Footing(there, footing.used), costs)
        entered = self._may_enter_zone(there)
        if not entered.value:
            return entered
        return self._into_zone(footing, there, costs)

    def _into_zone(self, footing: Footing, there: str, costs: tuple[int, ...]) -> Step | Verdict:
        """NLC-5.4a, NLC-5.4e, A-6: into a zone: the last step, unless cavalry ignores the first zone of its move."""
        if not self.stack.units:
            return Step(Footing(there), costs)
        if self._is_cavalry and not footing.used:
            return Step(Footing(there, used=True, ignores=True), costs)
        if footing.place in self._zone and not footing.ignores:
            return no(
                "NLC-5.4a", f"{footing.place} and {there} are both in an enemy zone.", "Go by a hex that is in none."
            )
        return Step(Footing(there, footing.used), costs, stops=True)

    # --- the parts ----------------------------------------------------------------------------------------------

    def _costs(self, here: str, there: str) -> tuple[int, ...] | None:
        costs = []
        extra = self._leaving_cost(here)
        for purse in self.purses:
            cost = between(self._ctx, here, there, mounted=purse.mounted, demoralized=purse.demoralized)
            if cost is None:
                return None
            costs.append(cost + extra)
        return tuple(costs)

    def _leaving_cost(self, here: str) -> int:
        """NLC-5.4c, NLC-28.0d: the last unit out of a hex in an enemy zone pays a point; cavalry never does."""
        stack = self.stack
        if here != stack.place or here not in self._zone or not stack.units or not self._ctx.game.zones_cost:
            return 0
        stay = [unit for unit in self._state.at(stack.side, here) if unit.id not in stack.units]
        has_cavalry = any(self._ctx.units[one].is_cavalry for one in stack.units)
        return 0 if stay or has_cavalry else self._ctx.tables.movement.leaving_zone * HALVES

    def _may_leave(self, footing: Footing) -> Verdict:
        """NLC-20.2-A5, A-80: units with Attack orders do not leave an enemy zone that they stand in."""
        if footing.place != self.stack.place or footing.place not in self._zone:
            return yes("NLC-5.4")
        for unit in self._units:
            if order_for(self._ctx, self._state, unit) == "attack":
                name = self._ctx.units[unit.id].name
                return no("NLC-20.2-A5", f"{name} has Attack orders and is in an enemy zone.", "Let it attack.")
        return yes("NLC-5.4")

    def _may_enter_zone(self, there: str) -> Verdict:
        known = self._zone_verdicts.get(there)
        if known is None:
            known = self._zone_verdicts[there] = self._zone_verdict(there)
        return known

    def _zone_verdict(self, there: str) -> Verdict:
        """NLC-5.5, NLC-19.4, NLC-20.1d, NLC-20.2: whether every piece may enter a hex in an enemy zone."""
        ctx = self._ctx
        if ctx.is_dark(self._state.turn):
            return no("NLC-5.5", f"{there} is in an enemy zone, and it is night or it rains.", "Stay out of it.")
        if not self._units:
            covered = bool(self._state.at(self.stack.side, there))
            if covered:
                return yes("NLC-19.4")
            return no("NLC-19.4", f"{there} is in an enemy zone and no unit of yours is there.", "Go with a unit.")
        verdicts = (self._unit_verdict(unit, there) for unit in self._units)
        return next((one for one in verdicts if not one.value), yes("NLC-5.4a"))

    def _unit_verdict(self, unit: Unit, there: str) -> Verdict:
        ctx, state = self._ctx, self._state
        name = ctx.units[unit.id].name
        if not self._in_range.get(unit.id, True):
            return no("NLC-20.1d", f"{name} is out of command range.", "It may not enter an enemy zone.")
        if is_disintegrated(ctx, state, unit):
            return no("NLC-26.9k", f"The army of {name} has disintegrated.", "It may not enter an enemy zone.")
        match order_for(ctx, state, unit):
            case "reserve":
                return no("NLC-20.2-R3", f"{name} has Reserve orders.", "It may not enter an enemy zone.")
            case "defend" if not is_own_ground(state, formation_of(ctx, unit), there):
                return no(
                    "NLC-20.2-D1",
                    f"{name} has Defend orders, and {there} was not held when they took effect.",
                    "It may enter an enemy zone only on the ground that it defends.",
                )
            case _:
                return yes("NLC-20.2-A4")
