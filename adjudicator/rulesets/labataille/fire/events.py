"""LB 21: events of fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from adjudicator.core.types import Event, Finding, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.factors import Mode
from adjudicator.rulesets.labataille.state import State, Volley


class FireResolved(Event):
    """LB-21: a hex was fired at."""

    kind: Literal["fire_resolved"] = "fire_resolved"
    side: Side
    """Who fires."""
    mode: Mode
    units: tuple[str, ...]
    leader: str = ""
    """LB-25.5: the leader whose artillery number is used."""
    target: str
    dice: int
    modified: int
    """The dice after density and leader, read within the chart."""
    result: int
    """Increments lost as the chart says, before guns alone halve it."""
    losses: tuple[tuple[str, int], ...] = ()
    defence: Finding[int] | None = None
    crowding: Finding[int] | None = None
    value: Finding[Fraction] | None = None
    """The fire factors; on the specific side of the counters, so not for the enemy (LB-6.2)."""
    column: str = ""
    shift: int = 0
    elite: int = 0
    """HEI-elite-2: the printed morale of the top firing unit, if it is elite."""

    def apply(self, state: State, rules: Context) -> State:
        """Losses are recorded; who fired and who was fired at is noted."""
        hit = dict(self.losses)
        units = [replace(state.unit(one), losses=state.unit(one).losses + lost) for one, lost in hit.items() if lost]
        after = state.with_units(*units)
        if self.mode != "opportunity":
            acts = (f"fired {self.mode}", *((f"fired at {self.target}",) if self.mode == "offensive" else ()))
            after = after.with_units(*(after.unit(one).did(*acts) for one in self.units))
            after = after.with_units(*(replace(one, rest="broken") for one in after.at(self.target)))
            after = replace(after, fired_on=tuple(sorted({*after.fired_on, self.target})))
        if any(hit.values()):
            volley = Volley(self.side, self.mode == "offensive", self.losses, self.elite)
            after = replace(after, volleys=(*after.volleys, volley))
        return after

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Everybody sees dice and losses; factors, odds and a leader's number are the firing side's (R-102)."""
        if side == self.side:
            return self
        return self._lesser()

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see what the enemy sees."""
        return self._lesser()

    def _lesser(self) -> Event:
        hidden = {"value": None, "column": "", "shift": 0, "elite": 0, "modified": 0}
        return self.model_copy(update=hidden)


class LineShrank(Event, seen_by=everybody):
    """LB-16.11, LB-19.4: a unit that has become too small for several hexes draws together in one."""

    kind: Literal["line_shrank"] = "line_shrank"
    side: Side
    unit: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """It keeps one hex."""
        return state.with_units(replace(state.unit(self.unit), places=(self.place,)))


class RegimentBroke(Event, seen_by=everybody):
    """LB-6.6, R-84: a regiment breaks into its battalions."""

    kind: Literal["regiment_broke"] = "regiment_broke"
    side: Side
    unit: str
    battalions: tuple[tuple[str, int], ...]
    """Each with the losses that it takes over; one without an increment left is eliminated."""
    forced: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """The battalions stand where the regiment stood, the first on top."""
        whole = state.unit(self.unit)
        after = state.with_units(replace(whole, status="broken", places=(), losses=0))
        for number, (one, lost) in enumerate(self.battalions):
            there = replace(
                whole,
                id=one,
                rank=whole.rank + number,
                losses=lost,
                places=whole.places,
            )
            if lost >= rules.units[one].increments:
                there = replace(there, status="eliminated", places=())
            after = after.with_units(there)
        return after


class LeaderHit(Event, seen_by=everybody):
    """LB-7.3 to LB-7.7: a leader was hit, or had luck."""

    kind: Literal["leader_hit"] = "leader_hit"
    side: Side
    leader: str
    die: int
    result: Literal["dead", "leg", "arm", "captured", "unhurt"]
    hours: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """Dead, captured, or out for hours (one hour is three turns)."""
        one = state.leader(self.leader)
        match self.result:
            case "dead":
                return state.with_leaders(replace(one, status="dead", place=""))
            case "captured":
                return state.with_leaders(replace(one, status="captured", place=""))
            case "leg" | "arm":
                due = state.turn + self.hours * rules.tables.numbers.scale.hours_in_turns
                return state.with_leaders(replace(one, status="wounded", due=due, entry=one.place, place=""))
            case _:
                return state


class BootLost(Event, seen_by=everybody):
    """HEI-s2-4: Murat was nearly hit; did he lose his boot?"""

    kind: Literal["boot_lost"] = "boot_lost"
    side: Side
    leader: str
    die: int
    lost: bool

    def apply(self, state: State, rules: Context) -> State:
        """A lost boot bars the decisive victory."""
        if not self.lost:
            return state
        return state.with_leaders(replace(state.leader(self.leader), boot_lost=True))


class PontoonDamaged(Event, seen_by=everybody):
    """HEI-pontoon-2, HEI-pontoon-3: a pontoon was hit or destroyed."""

    kind: Literal["pontoon_damaged"] = "pontoon_damaged"
    side: Side
    name: str
    damage: int
    """The damage that it has now."""
    gone: bool = False
    lost: tuple[str, ...] = ()
    """Units that go down with it."""

    def apply(self, state: State, rules: Context) -> State:
        """A pontoon with too much damage is gone, and who is on it is lost."""
        pontoons = {name: hurt for name, hurt in state.pontoons.items() if not (self.gone and name == self.name)}
        if not self.gone:
            pontoons[self.name] = self.damage
        drowned = [replace(state.unit(one), status="eliminated", places=()) for one in self.lost]
        return replace(state.with_units(*drowned), pontoons=pontoons)


class SegmentOpened(Event, seen_by=everybody):
    """LB-21.1: a fire segment begins: no hex has been fired at."""

    kind: Literal["segment_opened"] = "segment_opened"
    mode: Mode

    def apply(self, state: State, rules: Context) -> State:
        """Nobody has been a target yet."""
        return replace(state, fired_on=())


EVENTS: tuple[type[Event], ...] = (
    FireResolved,
    LineShrank,
    RegimentBroke,
    LeaderHit,
    BootLost,
    PontoonDamaged,
    SegmentOpened,
)
