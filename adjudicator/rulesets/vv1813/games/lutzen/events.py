"""What happens only at Lützen: laying and drawing markers, the clock, arrivals, Souham's division. All past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side

# --- markers -----------------------------------------------------------------------------------------------


class CupFilled(Event):
    """Markers that begin in no hand were mixed; `order` is that in which they are given out, known to nobody."""

    kind: Literal["cup_filled"] = "cup_filled"
    rule: RuleId = RuleId("LUT-2.4b")
    count: int
    order: tuple[str, ...] = ()


class MarkerLaid(Event):
    """A side laid the marker that chance gave it face down on a turn of the track; only its class is seen."""

    kind: Literal["marker_laid"] = "marker_laid"
    rule: RuleId = RuleId("LUT-2.4b")
    side: Side
    slot: int
    clock: str
    marker_class: str
    marker: str = ""


class WishNoted(Event):
    """A side wrote which class of marker it wants to draw."""

    kind: Literal["wish_noted"] = "wish_noted"
    rule: RuleId = RuleId("LUT-5.1")
    side: Side
    classes: tuple[str, ...]


class MarkerDiscarded(Event):
    """The last marker of the turn left the game unseen."""

    kind: Literal["marker_discarded"] = "marker_discarded"
    rule: RuleId = RuleId("LUT-5.1")
    marker_class: str
    marker: str = ""


class MarkerWithoutEffect(Event):
    """A marker was revealed at the wrong time or by the wrong side, and only discarded."""

    kind: Literal["marker_without_effect"] = "marker_without_effect"
    side: Side
    marker_kind: str
    because: str


class ArtilleryRemoved(Event):
    """The Coalition's artillery ran out of munitions: one of its markers left the game."""

    kind: Literal["artillery_removed"] = "artillery_removed"
    rule: RuleId = RuleId("LUT-2.H1")
    side: Side
    marker: str
    marker_kind: str


class BatteryRested(Event):
    """A battery that had a second use and did not need it was put aside."""

    kind: Literal["battery_rested"] = "battery_rested"
    rule: RuleId = RuleId("LUT-8.8g")
    side: Side
    marker: str
    marker_kind: str
    back: int


# --- what markers set in force -----------------------------------------------------------------------------


class ClockMoved(Event):
    """The battle began earlier: the clock went back on the first turn."""

    kind: Literal["clock_moved"] = "clock_moved"
    rule: RuleId = RuleId("LUT-2.B1")
    clock: str


class CommandRangeSet(Event):
    """The command range of a side's commanders changed."""

    kind: Literal["command_range_set"] = "command_range_set"
    side: Side
    range: int


class LinesFreed(Event):
    """Engagement restrictions were lifted from lines or a Guard; `from_turn` is the first turn of attack."""

    kind: Literal["lines_freed"] = "lines_freed"
    side: Side
    lines: tuple[str, ...]
    from_turn: int


class GuardsHeldBack(Event):
    """Guard units may neither move nor attack this turn."""

    kind: Literal["guards_held_back"] = "guards_held_back"
    side: Side
    """Whose Guard."""
    russian: bool
    prussian: bool


class CommanderStruck(Event):
    """A lost bullet wounded a commander; the formations named attack counter by counter for the rest of the turn."""

    kind: Literal["commander_struck"] = "commander_struck"
    rule: RuleId = RuleId("LUT-2.N1")
    side: Side
    """Whose commander."""
    commander: str = ""
    """Empty if there was none to strike."""
    formations: tuple[str, ...] = ()


class ReinforcementsCalled(Event):
    """Reinforcements that were not to come may enter from now on."""

    kind: Literal["reinforcements_called"] = "reinforcements_called"
    side: Side
    pieces: tuple[str, ...]
    choice: str = ""


# --- arrivals and pace -------------------------------------------------------------------------------------


class EntryTested(Event):
    """A die for reinforcements at the edge of the map. Without a roll: the same die, read anew with a bonus."""

    kind: Literal["entry_tested"] = "entry_tested"
    side: Side
    piece: str
    die: int
    up_to: int
    passed: bool


class PaceTested(Event):
    """A die for the III Corps' movement when Ney comes."""

    kind: Literal["pace_tested"] = "pace_tested"
    rule: RuleId = RuleId("LUT-6.2e")
    side: Side
    formation: str
    die: int
    up_to: int
    passed: bool


class CommanderAppeared(Event):
    """A commander was placed on a counter of his corps; place and host are hidden from the enemy."""

    kind: Literal["commander_appeared"] = "commander_appeared"
    rule: RuleId = RuleId("LUT-6.2d")
    side: Side
    commander: str
    host: str = ""
    place: str = ""


class UnitRedeployed(Event):
    """A division was put elsewhere before the battle reached it."""

    kind: Literal["unit_redeployed"] = "unit_redeployed"
    rule: RuleId = RuleId("LUT-2.G1")
    side: Side
    unit: str
    origin: str
    place: str


class TacticalMovementDeclared(Event):
    """A side announced tactical movement for the turn."""

    kind: Literal["tactical_movement_declared"] = "tactical_movement_declared"
    rule: RuleId = RuleId("LUT-7.6a")
    side: Side


class ReinforcementsSlowed(Event):
    """Reinforcements came near the enemy: from now on they march as others do."""

    kind: Literal["reinforcements_slowed"] = "reinforcements_slowed"
    rule: RuleId = RuleId("LUT-7.2a")
    side: Side
    units: tuple[str, ...]


# --- a unit in two places ----------------------------------------------------------------------------------


class UnitDivided(Event):
    """A unit was shared out over places; with one place only it was gathered there."""

    kind: Literal["unit_divided"] = "unit_divided"
    rule: RuleId = RuleId("LUT-4.1e")
    side: Side
    unit: str
    places: tuple[str, ...]
    points: tuple[int, ...]
    commanders: tuple[str, ...] = ()
    """Commanders who would have been left alone and went along."""
    driven: bool = False
    """A retreat gathered it: the place it left is closed to it for the rest of the turn."""


EVENTS: tuple[type[Event], ...] = (
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
    EntryTested,
    PaceTested,
    CommanderAppeared,
    UnitRedeployed,
    TacticalMovementDeclared,
    ReinforcementsSlowed,
    UnitDivided,
)
