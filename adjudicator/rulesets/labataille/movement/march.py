"""LB 18: a unit on the march, hex by hex, with whatever meets it on its way."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import field

from adjudicator.battle.walking import Halt, Pay, PayAndStay, Triggers, Walk, walk
from adjudicator.core.types import Ask, Event, Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking, Reply
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.labataille.charge.opportunity import meets_opportunity
from adjudicator.rulesets.labataille.fire.opportunity import opportunity_fire
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement.allowance import allowance
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.movement.steps import Footing, Made, footing_of, step, zone_makers
from adjudicator.rulesets.labataille.state import State

Way = Walk[str, Verdict]


@dataclass
class March:
    """One unit's march along a path. `walked` tells how far it came, and why no further."""

    run: Here
    unit: str
    leaders: tuple[str, ...] = ()
    footing: Footing = field(init=False)

    def __post_init__(self) -> None:
        self.footing = footing_of(self.run.state.unit(self.unit))

    def walked(self, path: tuple[str, ...]) -> Asking[Way]:
        """Go along a path until it ends or something ends it."""
        triggers: Triggers[str, Verdict, Event | Ask, Reply] = Triggers(
            self._price, leave=self._leave, enter=self._enter, after=self._after
        )
        return (yield from walk(self.footing.places[0], path, triggers))

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.run.state

    def _leave(self, way: Way) -> Generator[Event | Ask, Reply, Halt[Verdict] | None]:
        """LB-14.7: whoever stands in a zone is fired at before he goes; he may break or shrink meanwhile."""
        ctx, unit = self.run.ctx, self.state.unit(self.unit)
        if not self._may_go(way):
            return None
        beside = any(_beside_square(self.run, unit.id, place) for place in unit.places)
        if not beside and not zone_makers(ctx, self.state, unit, unit.places):
            return None
        yield from opportunity_fire(self.run, self.unit, unit.places)
        after = self.state.unit(self.unit)
        if after.status != "map" or after.morale != unit.morale or after.places != unit.places:
            words = f"{ctx.units[self.unit].name} was stopped by fire."
            return Halt(no("LB-14.7", words, "Go on next turn."))
        return None

    def _may_go(self, way: Way) -> bool:
        """Whether the next step can be made at all: nobody is fired at for a step that is refused."""
        made = step(self.run.ctx, self.state, self.state.unit(self.unit), self.footing, way.ahead[0])
        return not isinstance(made, Finding) and self._suffices(made)

    def _suffices(self, made: Made) -> bool:
        unit = self.state.unit(self.unit)
        first = unit.spent == 0 and not unit.has("moved")
        one_hex = self.footing.formation == "carre"
        if one_hex:
            return first
        return made.footing.spent <= allowance(self.run.ctx, self.state, unit)

    def _price(self, way: Way) -> Pay | PayAndStay[Verdict] | Halt[Verdict]:
        """What the next step costs, or why it cannot be made."""
        there = way.ahead[0]
        made = step(self.run.ctx, self.state, self.state.unit(self.unit), self.footing, there)
        if isinstance(made, Finding):
            return Halt(made)
        if not self._suffices(made):
            return Halt(no("LB-18.1", f"The points do not suffice to enter {there}.", "Go on next turn."))
        self.footing = made.footing
        if made.stops:
            return PayAndStay(made.cost, no("LB-14.4", f"{there} is in an enemy zone.", "A unit stops there."))
        return Pay(made.cost)

    def _enter(self, way: Way) -> Generator[Event | Ask, Reply, None]:
        """The step is made."""
        unit = self.state.unit(self.unit)
        here = self.footing
        yield UnitMarched(
            rule=RuleId("LB-18.1"),
            side=self.run.ctx.units[self.unit].side,
            unit=self.unit,
            leaders=self.leaders,
            path=(way.here,),
            places=here.places,
            formation=here.formation,
            facing=here.facing,
            spent=here.spent - unit.spent,
        )

    def _after(self, way: Way) -> Generator[Event | Ask, Reply, Halt[Verdict] | None]:
        """LB-40.1: enemy cavalry two hexes away may fall on it."""
        contacted = yield from meets_opportunity(self.run, self.unit)
        unit = self.state.unit(self.unit)
        if contacted or unit.status != "map" or unit.morale == "routed":
            words = f"{self.run.ctx.units[self.unit].name} was met by cavalry."
            return Halt(no("LB-40.3", words, "It stands."))
        self.footing = footing_of(unit)
        return None


def _beside_square(run: Here, unit: str, place: str) -> bool:
    """LB-28.4: next to or on an enemy carré."""
    side = run.ctx.units[unit].side
    return any(
        one.formation == "carre" and run.ctx.units[one.id].side != side and one.morale == "good"
        for there in (place, *run.ctx.board.neighbours[place])
        for one in run.state.at(there)
    )
