"""LB 38: a charge rides hex by hex, and is met."""

from __future__ import annotations

from dataclasses import field

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import no
from adjudicator.rulesets.labataille.charge.contact import Outcome, contact, may_fall_on
from adjudicator.rulesets.labataille.charge.declaring import declare_charges
from adjudicator.rulesets.labataille.charge.events import ChargeOver, TargetDeclared
from adjudicator.rulesets.labataille.charge.reactions import reacts
from adjudicator.rulesets.labataille.charge.riders import Riders, ride_hex
from adjudicator.rulesets.labataille.charge.riding import Stride, follow, points, turn_limit, way_to
from adjudicator.rulesets.labataille.charge.skirmishers import run_for_cover
from adjudicator.rulesets.labataille.charge.squares import try_square, watchers, wish
from adjudicator.rulesets.labataille.charge.targets import target_hex
from adjudicator.rulesets.labataille.fire.sight import sees
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.events import MoraleChanged, ReadinessChanged
from adjudicator.rulesets.labataille.orders import DeclareCharge
from adjudicator.rulesets.labataille.state import Charge

__all__ = ["charge_phase", "declare_charges"]


def charge_phase(run: Here) -> Telling:
    """LB-38.2: the first of the charges that are left."""
    if not run.state.charges:
        return
    charge = run.state.charges[0]
    ride = Ride(run, charge)
    contacted = yield from ride.go()
    if not contacted:
        yield from _after(run, charge, shirked=ride.could_go_on())
    yield ChargeOver(side=run.side, units=charge.units, contacted=contacted)


def _after(run: Here, charge: Charge, *, shirked: bool) -> Telling:
    """LB-38.21, LB-38.22, R-18, R-34: cavalry that met nobody is exhausted; it routs in place if it might have."""
    printed = run.ctx.options.get("charge_without_contact") == "printed"
    for one in charge.units:
        unit = run.state.unit(one)
        if unit.status == "map" and unit.morale == "good" and unit.spent:
            if shirked or printed:
                yield MoraleChanged(rule=RuleId("LB-38.22"), side=run.side, unit=one, morale="routed")
            tired = run.ctx.options.get("charge_without_contact") == "tired"
            yield ReadinessChanged(
                rule=RuleId("LB-38.22"),
                side=run.side,
                unit=one,
                readiness="tired" if tired and not shirked else "exhausted",
                worn_in=run.side,
            )


@dataclass
class Ride:
    """One charge as it goes on."""

    run: Here
    charge: Charge
    plans: dict[str, int] = field(default_factory=dict)
    """D1: the distance at which each infantry unit near it will try carré; 0 never."""
    passed: set[str] = field(default_factory=set)
    declared: bool = False

    def go(self) -> Asking[bool]:
        """The whole charge; says whether there was contact."""
        run = self.run
        riders = Riders(run, self.charge.units, self.charge.leader)
        if not riders.able():
            return False
        yield from riders.form(self.charge.formation)
        way = self.way(riders)
        if isinstance(way, Finding):
            order = DeclareCharge(
                side=run.side, units=self.charge.units, target=self.charge.target, line=self.charge.line
            )
            yield run.refused(order, way)
            return False
        outcome = Outcome(now=riders.start())
        for stride in way:
            outcome = yield from self._one(riders, stride)
            if outcome.over:
                return outcome.contacted
        return (yield from self._arrived(riders, outcome.now))

    # --- the way -------------------------------------------------------------------------------------------------

    def goal(self) -> str:
        """The hex of the target as it stands now."""
        lead = self.run.state.unit(self.charge.units[0])
        return target_hex(self.run.ctx, self.run.state, self.charge.target, lead)

    def way(self, riders: Riders) -> tuple[Stride, ...] | Finding[bool]:
        """LB-38.2: the written way, or the cheapest to the target."""
        run, ctx = self.run, self.run.ctx
        unit = riders.lead
        limit, most = turn_limit(ctx, self.charge.units), points(ctx, run.state, self.charge.units)
        if self.charge.path:
            path = self.charge.path[int(self.charge.path[0] == unit.place) :]  # where it stands may be written
            return follow(ctx, run.state, unit, riders.start(), path, limit, most)
        goal = self.goal()
        if not goal:
            return no("LB-38.5", "The charge has neither a way nor a target.", "Name one of them.")
        return way_to(ctx, run.state, unit, riders.start(), goal, limit, most)

    def could_go_on(self) -> bool:
        """LB-38.22, R-34 (a): its target stands where the points that are left would have brought it."""
        run, ctx = self.run, self.run.ctx
        riders = Riders(run, self.charge.units, self.charge.leader)
        goal = self.goal()
        if not riders.riding or not goal or not ctx.theirs(run.state.at(goal), run.side):
            return False
        if any(run.state.unit(one).has("passed over " + goal) for one in self.charge.units):
            return False
        enemies = ctx.theirs(run.state.at(goal), run.side)
        if any(not may_fall_on(run, one, enemies) for one in riders.names):
            return False
        limit, most = turn_limit(ctx, riders.names), points(ctx, run.state, riders.names)
        return not isinstance(way_to(ctx, run.state, riders.lead, riders.start(), goal, limit, most), Finding)

    # --- one hex -------------------------------------------------------------------------------------------------

    def _one(self, riders: Riders, stride: Stride) -> Asking[Outcome]:
        """Section 2, interrupts: fire as it leaves, then reaction charges, then carré attempts."""
        run = self.run
        if run.ctx.theirs(run.state.at(stride.place), run.side):
            return Outcome(now=riders.start(), over=True)
        moved = yield from ride_hex(run, riders, stride)
        if not moved:
            return Outcome(now=stride, over=True)
        met = yield from reacts(run, riders, stride)
        if met:
            return Outcome(now=stride, over=True, contacted=True)
        target = yield from self._declares(riders, stride)
        yield from self._squares(stride, target)
        if target:
            yield from self._target_answers(target, stride)
        return Outcome(now=stride)

    def _squares(self, stride: Stride, target: str) -> Asking[None]:
        """D1, LB-38.4: infantry within reach tries carré when its owner wishes."""
        run, chargers = self.run, self.charge.units
        tried: set[str] = set()
        for unit in watchers(run.ctx, run.state, chargers, stride.place):
            distance = min(run.ctx.board.distance(one, stride.place) for one in unit.places)
            if unit.id not in self.plans:
                self.plans[unit.id] = yield from wish(run, unit, distance, chargers, "square")
            if (
                self.plans[unit.id] >= distance
                and unit.place not in tried
                and not run.state.unit(unit.id).has("tried carre")
            ):
                tried.add(unit.place)
                yield from try_square(run, unit.id, chargers, stride.place, is_target=target in unit.places)

    def _declares(self, riders: Riders, stride: Stride) -> Asking[str]:
        """LB-38.5, LB-38.6: two hexes from an enemy whom it sees it says whether that is its target; its hex if so."""
        run, ctx = self.run, self.run.ctx
        goal, found = self.goal(), ""
        grid = ctx.board.grid
        ring = (grid.names[n] for n in grid.circle(grid.ids[stride.place], ctx.tables.numbers.charge.declare))
        for place in ring:
            if not ctx.theirs(run.state.at(place), run.side) or place in self.passed:
                continue
            if not sees(ctx, run.state, riders.lead, stride.place, place).value:
                continue
            self.passed.add(place)
            yield TargetDeclared(side=run.side, units=self.charge.units, place=place, is_target=place == goal)
            if place == goal:
                self.declared, found = True, place
        return found

    def _target_answers(self, place: str, stride: Stride) -> Asking[None]:
        """D2, D3: skirmishers run for cover, infantry that has not tried may form carré."""
        run, ctx = self.run, self.run.ctx
        for unit in ctx.theirs(run.state.at(place), run.side):
            card = ctx.units[unit.id]
            if card.arm == "infantry" and unit.formation == "skirmish" and unit.morale == "good":
                yield from run_for_cover(run, unit.id)
        near = [unit for unit in watchers(ctx, run.state, self.charge.units, stride.place) if place in unit.places]
        for unit in near[:1]:
            want = yield from wish(run, unit, 2, self.charge.units, "targeted")
            if want and not run.state.unit(unit.id).has("tried carre"):
                yield from try_square(run, unit.id, self.charge.units, stride.place, is_target=True)

    # --- contact -------------------------------------------------------------------------------------------------

    def _arrived(self, riders: Riders, now: Stride) -> Asking[bool]:
        """LB-38.9: next to the target and with it ahead: contact; otherwise the charge ends where it is."""
        run, ctx = self.run, self.run.ctx
        goal = self.goal() or riders.ahead(now, 1)[0]
        if goal not in ctx.board.neighbours[now.place] or not ctx.theirs(run.state.at(goal), run.side):
            return False
        return (yield from contact(run, self.charge, riders, now, goal))
