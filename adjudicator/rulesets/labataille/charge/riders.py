"""LB 37, LB 38.2: those who ride a charge together, and how they come from hex to hex."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.riding import Stride, heading
from adjudicator.rulesets.labataille.fire.opportunity import opportunity_fire
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement.changes import shaped
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.movement.steps import zone_makers
from adjudicator.rulesets.labataille.state import Unit


@dataclass
class Riders:
    """The units of a charge, in the position of the moment."""

    run: Here
    units: tuple[str, ...]
    leader: str = ""

    @property
    def lead(self) -> Unit:
        """The first of them that still rides."""
        return next(iter(self.riding), self.run.state.unit(self.units[0]))

    @property
    def riding(self) -> list[Unit]:
        """Those who are in good order on the map."""
        units = [self.run.state.unit(one) for one in self.units]
        return [unit for unit in units if unit.status == "map" and unit.morale == "good"]

    @property
    def names(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(unit.id for unit in self.riding)

    def able(self) -> bool:
        """Whether anybody can still charge: another charge may have met them."""
        return bool(self.riding) and not any(unit.has("contacted") for unit in self.riding)

    def start(self) -> Stride:
        """Where they are now."""
        unit = self.lead
        toward = heading(self.run.ctx, unit)[0] if unit.facing else 0
        return Stride(unit.place, toward, unit.spent, 0)

    def ahead(self, stride: Stride, far: int) -> tuple[str, ...]:
        """The hexes straight ahead."""
        grid = self.run.ctx.board.grid
        return tuple(grid.names[n] for n in grid.straight(grid.ids[stride.place], stride.toward, far))

    def form(self, formation: str) -> Asking[None]:
        """LB-37.4, R-33: a change of formation before it rides, at double cost."""
        ctx = self.run.ctx
        for unit in self.riding:
            if not formation or unit.formation == formation:
                continue
            wanted = "line" if formation == "line" else "column"
            after = shaped(ctx, self.run.state, unit, "line" if wanted == "line" else "column", (), "")
            if not isinstance(after, Unit):
                continue
            facts = ctx.tables.formations.of(ctx.branch(unit.id), formation)
            cost = 2 * ctx.tables.numbers.charge.formation_times * (facts.enter if facts is not None else 0)
            yield UnitMarched(
                rule=RuleId("LB-37.4"),
                side=self.run.side,
                unit=unit.id,
                path=(),
                places=after.places,
                formation=after.formation,
                facing=after.facing,
                spent=cost,
                manner="charge",
            )


def beside_square(run: Here, unit: Unit) -> bool:
    """LB-28.4: next to or on an enemy carré."""
    side = run.ctx.units[unit.id].side
    return any(
        one.formation == "carre" and one.morale == "good"
        for place in unit.places
        for there in (place, *run.ctx.board.neighbours[place])
        for one in run.ctx.theirs(run.state.at(there), side)
    )


def ride_hex(run: Here, riders: Riders, stride: Stride) -> Asking[bool]:
    """LB-14.7, LB-28.4: fire as they leave a zone or a carré's side, then the hex; False if nobody rides on."""
    ctx = run.ctx
    for unit in riders.riding:
        makers = zone_makers(ctx, run.state, unit, unit.places)
        if makers or beside_square(run, unit):
            yield from opportunity_fire(run, unit.id, unit.places)
            break
    grid = ctx.board.grid
    for number, unit in enumerate(riders.riding):
        there = grid.ids[stride.place]
        if unit.formation == "line":
            moved = [grid.ring[grid.ids[place]][stride.toward] for place in unit.places]
            places = tuple(grid.names[one] for one in moved if one >= 0)
            facing = unit.facing
        else:
            places, facing = (grid.names[there],), grid.side_names[stride.toward]
        leaders = (riders.leader,) if number == 0 and riders.leader else ()
        yield UnitMarched(
            rule=RuleId("LB-38.2"),
            side=run.side,
            unit=unit.id,
            leaders=leaders,
            path=(stride.place,),
            places=places,
            formation=unit.formation,
            facing=facing,
            spent=stride.spent - unit.spent,
            manner="charge",
        )
    return bool(riders.riding)
