"""What happens only at Bautzen: Ney's markers and entry, Jomini, Alexander. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Frozen, RuleId, Side


class NeyMarkersLaid(Event):
    """The three Ney markers were laid face down on their spaces, unseen by anybody."""

    kind: Literal["ney_markers_laid"] = "ney_markers_laid"
    rule: RuleId = RuleId("BAU-5.3")
    texts: tuple[str, ...]
    """One for each space; "?" for whoever may not know it."""


class NeyTested(Event):
    """A die for the Ney marker of the current space."""

    kind: Literal["ney_tested"] = "ney_tested"
    rule: RuleId = RuleId("BAU-6.2")
    space: int
    up_to: int
    revealed: bool


class NeyRevealed(Event):
    """A Ney marker was turned over: where Ney's corps enter, and from which turn. The others are removed."""

    kind: Literal["ney_revealed"] = "ney_revealed"
    rule: RuleId = RuleId("BAU-6.4")
    space: int
    text: str
    place: str
    turn: int
    """The first turn of entry."""


class NeyMarkerRemoved(Event):
    """A Ney marker left the game unseen: the turns of its space were over."""

    kind: Literal["ney_marker_removed"] = "ney_marker_removed"
    rule: RuleId = RuleId("BAU-6.3")
    space: int


class NeyMarkerInspected(Event):
    """The Coalition looked at the next Ney marker and put it back."""

    kind: Literal["ney_marker_inspected"] = "ney_marker_inspected"
    rule: RuleId = RuleId("BAU-2.B1")
    side: Side
    space: int
    text: str
    """"?" for the side that did not look."""


class MarkersCancelled(Event):
    """Markers that compete with one just played lost their effect."""

    kind: Literal["markers_cancelled"] = "markers_cancelled"
    rule: RuleId = RuleId("BAU-2.0b")
    by: str
    marker_kinds: tuple[str, ...]


class NeyCorpsPaced(Event):
    """Ney's corps moved at another pace this turn: tripled by the Strategist, halved by Jomini's desertion."""

    kind: Literal["ney_corps_paced"] = "ney_corps_paced"
    pace: Literal["tripled", "halved"]


class ArmyQuickened(Event):
    """The movement points of an army are doubled from this turn on."""

    kind: Literal["army_quickened"] = "army_quickened"
    rule: RuleId = RuleId("BAU-6.7")
    side: Side


class DirectedMove(Frozen):
    """A move that the French wrote down for units of the enemy."""

    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    destination: str = ""
    line: int = 0
    seat: str = ""
    text: str = ""


class MoveDirected(Event):
    """The French wrote down a move that Alexander's marker lets them make with Coalition units."""

    kind: Literal["move_directed"] = "move_directed"
    rule: RuleId = RuleId("BAU-2.G1")
    side: Side
    move: DirectedMove


EVENTS: tuple[type[Event], ...] = (
    NeyMarkersLaid,
    NeyTested,
    NeyRevealed,
    NeyMarkerRemoved,
    NeyMarkerInspected,
    MarkersCancelled,
    NeyCorpsPaced,
    ArmyQuickened,
    MoveDirected,
)
