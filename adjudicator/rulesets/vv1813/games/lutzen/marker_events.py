"""LUT 2: the track and the random events: markers laid, drawn and discarded, and what they set in force."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.vv1813.changes import altered, marked
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import kept, lutzen, off_the_track
from adjudicator.rulesets.vv1813.sight import InFog, lesser
from adjudicator.rulesets.vv1813.state import State

# --- markers -----------------------------------------------------------------------------------------------


class CupFilled(InFog):
    """Markers that begin in no hand were mixed; `order` is that in which they are given out, known to nobody."""

    kind: Literal["cup_filled"] = "cup_filled"
    rule: RuleId = RuleId("LUT-2.4b")
    count: int
    order: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """The track is empty."""
        return kept(state, cup=self.order, slots=((),) * facts(rules).track.slots)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """How many there are."""
        return lesser(self, order=(), rolls=())


class MarkerLaid(InFog):
    """A side laid the marker that chance gave it face down on a turn of the track; only its class is seen."""

    kind: Literal["marker_laid"] = "marker_laid"
    rule: RuleId = RuleId("LUT-2.4b")
    side: Side
    slot: int
    clock: str
    marker_class: str
    marker: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Out of the cup, onto its turn."""
        now = lutzen(state)
        slots = enumerate(now.slots, start=1)
        laid = tuple((*there, self.marker) if number == self.slot else there for number, there in slots)
        return kept(marked(state, (self.marker,), place="track", turn=self.slot), cup=now.cup[1:], slots=laid)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Its back, to both sides."""
        return lesser(self, marker="")


class WishNoted(Event, seen_by=owner):
    """A side wrote which class of marker it wants to draw."""

    kind: Literal["wish_noted"] = "wish_noted"
    rule: RuleId = RuleId("LUT-5.1")
    side: Side
    classes: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """For its next draw."""
        return kept(state, wishes={**lutzen(state).wishes, self.side: self.classes})


class MarkerDiscarded(InFog):
    """The last marker of the turn left the game unseen."""

    kind: Literal["marker_discarded"] = "marker_discarded"
    rule: RuleId = RuleId("LUT-5.1")
    marker_class: str
    marker: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Gone, and never shown."""
        return off_the_track(marked(state, (self.marker,), place="gone", turn=0, public=False), self.marker)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Its back, to both sides."""
        return lesser(self, marker="")


class MarkerWithoutEffect(Event, seen_by=everybody):
    """A marker was revealed at the wrong time or by the wrong side, and only discarded."""

    kind: Literal["marker_without_effect"] = "marker_without_effect"
    side: Side
    marker_kind: str
    because: str


class ArtilleryRemoved(Event, seen_by=everybody):
    """The Coalition's artillery ran out of munitions: one of its markers left the game."""

    kind: Literal["artillery_removed"] = "artillery_removed"
    rule: RuleId = RuleId("LUT-2.H1")
    side: Side
    marker: str
    marker_kind: str

    def apply(self, state: State, rules: Context) -> State:
        """Gone for good."""
        return marked(state, (self.marker,), place="gone", turn=0, public=True)


class BatteryRested(Event, seen_by=everybody):
    """A battery that had a second use and did not need it was put aside."""

    kind: Literal["battery_rested"] = "battery_rested"
    rule: RuleId = RuleId("LUT-8.8g")
    side: Side
    marker: str
    marker_kind: str
    back: int

    def apply(self, state: State, rules: Context) -> State:
        """Like any marker that was played."""
        return kept(marked(state, (self.marker,), place="aside", turn=self.back), drouot=None)


# --- what markers set in force -----------------------------------------------------------------------------


class ClockMoved(Event, seen_by=everybody):
    """The battle began earlier: the clock went back on the first turn."""

    kind: Literal["clock_moved"] = "clock_moved"
    rule: RuleId = RuleId("LUT-2.B1")
    clock: str

    def apply(self, state: State, rules: Context) -> State:
        """All hours are earlier from now on."""
        return kept(state, early=True)


class CommandRangeSet(Event, seen_by=everybody):
    """The command range of a side's commanders changed."""

    kind: Literal["command_range_set"] = "command_range_set"
    side: Side
    range: int

    def apply(self, state: State, rules: Context) -> State:
        """Wider, or narrow again for good."""
        narrow = self.range == facts(rules).command.Coalition
        return kept(state, range_cancelled=narrow, clairvoyant=lutzen(state).clairvoyant or not narrow)


class LinesFreed(Event, seen_by=everybody):
    """Engagement restrictions were lifted from lines or a Guard; `from_turn` is the first turn of attack."""

    kind: Literal["lines_freed"] = "lines_freed"
    side: Side
    lines: tuple[str, ...]
    from_turn: int

    def apply(self, state: State, rules: Context) -> State:
        """Noted for the marker that did it."""
        now = lutzen(state)
        if self.rule == facts(rules).guards_attack.rule:
            return kept(state, freed=tuple(sorted({*now.freed, self.side})))
        if self.rule == facts(rules).general_staff.rule:
            return kept(state, staff={**now.staff, self.side: state.turn})
        return kept(state, clairvoyant=True)


class GuardsHeldBack(Event, seen_by=everybody):
    """Guard units may neither move nor attack this turn."""

    kind: Literal["guards_held_back"] = "guards_held_back"
    side: Side
    """Whose Guard."""
    russian: bool
    prussian: bool

    def apply(self, state: State, rules: Context) -> State:
        """For this turn."""
        if self.russian:
            state = kept(state, russian_guard_frozen=state.turn)
        return kept(state, prussian_guard_frozen=state.turn) if self.prussian else state


class CommanderStruck(Event, seen_by=everybody):
    """A lost bullet wounded a commander; the formations named attack counter by counter for the rest of the turn."""

    kind: Literal["commander_struck"] = "commander_struck"
    rule: RuleId = RuleId("LUT-2.N1")
    side: Side
    """Whose commander."""
    commander: str = ""
    """Empty if there was none to strike."""
    formations: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """He is wounded if he was fit."""
        if not self.commander:
            return state
        if state.army(self.side).commanders[self.commander].health == "fit":
            state = altered(state, self.side, (), (self.commander,), health="wounded")
        return kept(state, bullet=state.turn, alone=self.formations)


class ReinforcementsCalled(Event, seen_by=everybody):
    """Reinforcements that were not to come may enter from now on."""

    kind: Literal["reinforcements_called"] = "reinforcements_called"
    side: Side
    pieces: tuple[str, ...]
    choice: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """By Alternative Reinforcements the choice is noted, by General staff the turn."""
        now = lutzen(state)
        if self.choice:
            return kept(state, alternative=(*now.alternative, self.choice))
        return kept(state, staff={**now.staff, self.side: state.turn})


MARKER_EVENTS: tuple[type[Event], ...] = (
    CupFilled,
    MarkerLaid,
    WishNoted,
    MarkerDiscarded,
    MarkerWithoutEffect,
    ArtilleryRemoved,
    BatteryRested,
    ClockMoved,
    CommandRangeSet,
    LinesFreed,
    GuardsHeldBack,
    CommanderStruck,
    ReinforcementsCalled,
)
