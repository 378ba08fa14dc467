"""What happens in chapters 2 to 7: turns, markers, command, movement, entry. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import UMPIRE_RULE, Event, Finding, Frozen, RuleId, Side

CossackOutcome = Literal["one_place", "no_zone", "none"]

# --- sequence of play --------------------------------------------------------------------------------------


class TurnBegan(Event):
    """A new turn began; what was closed for the last one is open again."""

    kind: Literal["turn_began"] = "turn_began"
    rule: RuleId = RuleId("VV-5.3")
    turn: int
    clock: str


class StageReached(Event):
    """The sequence of play went on to its next stage."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("VV-5.3")
    turn: int
    stage: str


class SequenceBegan(Event):
    """A side's player sequence began: what bound units in the last one is over."""

    kind: Literal["sequence_began"] = "sequence_began"
    rule: RuleId = RuleId("VV-5.3")
    side: Side


# --- markers -----------------------------------------------------------------------------------------------


class LaidMarker(Frozen):
    """A face-down marker on the turn track; `marker` is empty for whoever may not know it."""

    turn: int
    marker: str = ""


class MarkersLaid(Event):
    """A side's markers were shuffled and laid face down on the turn track."""

    kind: Literal["markers_laid"] = "markers_laid"
    side: Side
    laid: tuple[LaidMarker, ...]


class MarkerDrawn(Event):
    """A side took the marker of the turn into its hand; the other side does not see which."""

    kind: Literal["marker_drawn"] = "marker_drawn"
    side: Side
    marker: str = ""
    marker_kind: str = "?"
    marker_class: str = ""
    """What its back shows, where the game has classes of markers."""


class MarkersReturned(Event):
    """Markers that had been put aside came back into the hand."""

    kind: Literal["markers_returned"] = "markers_returned"
    rule: RuleId = RuleId("VV-2.3a")
    side: Side
    markers: tuple[str, ...]
    marker_kinds: tuple[str, ...]


class MarkerPlayed(Event):
    """A marker was revealed and played; `back` is the turn of its return, None if it is gone for good."""

    kind: Literal["marker_played"] = "marker_played"
    side: Side
    marker: str
    marker_kind: str
    target: str = ""
    option: str = ""
    back: int | None = None


class MarkersLost(Event):
    """A Losses marker took others out of the game, and went with them."""

    kind: Literal["markers_lost"] = "markers_lost"
    rule: RuleId = RuleId("VV-2.K1")
    side: Side
    """Who loses them."""
    drawn: str
    """The Losses marker itself."""
    markers: tuple[str, ...]
    marker_kinds: tuple[str, ...]


# --- command -----------------------------------------------------------------------------------------------


class CommandChecked(Event):
    """A side's movement phase began: who is out of command for this sequence."""

    kind: Literal["command_checked"] = "command_checked"
    rule: RuleId = RuleId("VV-7.2a")
    side: Side
    out_of_command: tuple[str, ...] = ()


class UnitsRestricted(Event):
    """Units were bound for the rest of the player sequence."""

    kind: Literal["units_restricted"] = "units_restricted"
    side: Side
    units: tuple[str, ...]
    one_place: bool = False
    no_zone: bool = False
    no_attack: bool = False
    because: str = ""


# --- movement ----------------------------------------------------------------------------------------------


class UnitsMoved(Event):
    """Pieces moved together, place by place; `stopped` says what ended the move before its goal."""

    kind: Literal["units_moved"] = "units_moved"
    rule: RuleId = RuleId("VV-7.1a")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origin: str
    path: tuple[str, ...]
    cost: Finding[int]
    allowance: int
    goal: str = ""
    """The place ordered, where it was not reached."""
    stopped: str = ""
    by: Side | None = None
    """Who directed the move, if not the owner."""


class StackMoved(Event):
    """A move as the other side sees it: a stack went from here to there."""

    kind: Literal["stack_moved"] = "stack_moved"
    rule: RuleId = RuleId("VV-7.3a")
    side: Side
    origin: str
    path: tuple[str, ...]
    whole: bool
    """Nothing was left behind."""
    commander_only: bool = False
    entered: bool = False
    """It came onto the map at the first place of the path."""
    left: bool = False
    """It left the map from the last place of the path."""


class UnitsEntered(Event):
    """Reinforcements came onto the map at the first place of the path."""

    kind: Literal["units_entered"] = "units_entered"
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    path: tuple[str, ...]
    cost: Finding[int]
    allowance: int
    goal: str = ""
    stopped: str = ""


class EntryDelayed(Event):
    """Reinforcements that could have entered wait."""

    kind: Literal["entry_delayed"] = "entry_delayed"
    side: Side
    units: tuple[str, ...]
    because: str = ""


class CossacksPlayed(Event):
    """Cossacks met a French stack on the move."""

    kind: Literal["cossacks_played"] = "cossacks_played"
    rule: RuleId = RuleId("VV-2.A1")
    side: Side
    marker: str
    back: int
    place: str
    units: tuple[str, ...]
    """The stack that was met; empty for a side that may not know it."""
    effect: CossackOutcome


# --- umpire ------------------------------------------------------------------------------------------------


class PositionAdjusted(Event):
    """The umpire put something right: one thing at a time, by plain values."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["unit", "commander", "marker", "morale", "objective"]
    id: str
    """A piece, a marker, a side (morale) or a place (objective)."""
    place: str | None = None
    status: str = ""
    reduced: bool | None = None
    health: str = ""
    value: int | None = None
    side: Side | None = None


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    StageReached,
    SequenceBegan,
    MarkersLaid,
    MarkerDrawn,
    MarkersReturned,
    MarkerPlayed,
    MarkersLost,
    CommandChecked,
    UnitsRestricted,
    UnitsMoved,
    StackMoved,
    UnitsEntered,
    EntryDelayed,
    CossacksPlayed,
    PositionAdjusted,
)
