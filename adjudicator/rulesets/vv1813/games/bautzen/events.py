"""What happens only at Bautzen: Ney's markers and entry, Jomini, Alexander. All in the past tense."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.state import UNSEEN, DirectedMove, bautzen
from adjudicator.rulesets.vv1813.sight import InFog, lesser
from adjudicator.rulesets.vv1813.state import State


def kept(state: State, **change: Any) -> State:
    """The position with other values in what only Bautzen keeps."""
    return replace(state, game=replace(bautzen(state), **change))


# --- Ney's markers -----------------------------------------------------------------------------------------


class NeyMarkersLaid(InFog):
    """The three Ney markers were laid face down on their spaces, unseen by anybody."""

    kind: Literal["ney_markers_laid"] = "ney_markers_laid"
    rule: RuleId = RuleId("BAU-5.3")
    texts: tuple[str, ...]
    """One for each space; "?" for whoever may not know it."""

    def apply(self, state: State, rules: Context) -> State:
        """One on each space."""
        return kept(state, ney_spaces=self.texts)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Nobody looks at their faces."""
        return lesser(self, texts=(UNSEEN,) * len(self.texts), rolls=())


class NeyTested(Event, seen_by=everybody):
    """A die for the Ney marker of the current space."""

    kind: Literal["ney_tested"] = "ney_tested"
    rule: RuleId = RuleId("BAU-6.2")
    space: int
    up_to: int
    revealed: bool


class NeyRevealed(Event, seen_by=everybody):
    """A Ney marker was turned over: where Ney's corps enter, and from which turn. The others are removed."""

    kind: Literal["ney_revealed"] = "ney_revealed"
    rule: RuleId = RuleId("BAU-6.4")
    space: int
    text: str
    place: str
    turn: int
    """The first turn of entry."""

    def apply(self, state: State, rules: Context) -> State:
        """No marker lies face down any more."""
        gone = ("",) * len(bautzen(state).ney_spaces)
        return kept(state, ney_spaces=gone, ney_text=self.text, ney_place=self.place, ney_from=self.turn)


class NeyMarkerRemoved(Event, seen_by=everybody):
    """A Ney marker left the game unseen: the turns of its space were over."""

    kind: Literal["ney_marker_removed"] = "ney_marker_removed"
    rule: RuleId = RuleId("BAU-6.3")
    space: int

    def apply(self, state: State, rules: Context) -> State:
        """Its space is empty."""
        spaces = enumerate(bautzen(state).ney_spaces, start=1)
        return kept(state, ney_spaces=tuple("" if number == self.space else text for number, text in spaces))


class NeyMarkerInspected(InFog):
    """The Coalition looked at the next Ney marker and put it back."""

    kind: Literal["ney_marker_inspected"] = "ney_marker_inspected"
    rule: RuleId = RuleId("BAU-2.B1")
    side: Side
    space: int
    text: str
    """"?" for the side that did not look."""

    def apply(self, state: State, rules: Context) -> State:
        """The space that it knows is noted."""
        return kept(state, inspected=self.space)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """What it read is its secret."""
        return self if self.side == side else lesser(self, text=UNSEEN)


# --- what markers bring ------------------------------------------------------------------------------------


class MarkersCancelled(Event, seen_by=everybody):
    """Markers that compete with one just played lost their effect."""

    kind: Literal["markers_cancelled"] = "markers_cancelled"
    rule: RuleId = RuleId("BAU-2.0b")
    by: str
    marker_kinds: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are noted as cancelled, wherever they lie."""
        return kept(state, cancelled=tuple(sorted({*bautzen(state).cancelled, *self.marker_kinds})))


class NeyCorpsPaced(Event, seen_by=everybody):
    """Ney's corps moved at another pace this turn: tripled by the Strategist, halved by Jomini's desertion."""

    kind: Literal["ney_corps_paced"] = "ney_corps_paced"
    pace: Literal["tripled", "halved"]

    def apply(self, state: State, rules: Context) -> State:
        """The turn of the pace is noted."""
        return kept(state, **{self.pace: state.turn})


class ArmyQuickened(Event, seen_by=everybody):
    """The movement points of an army are doubled from this turn on."""

    kind: Literal["army_quickened"] = "army_quickened"
    rule: RuleId = RuleId("BAU-6.7")
    side: Side


class MoveDirected(Event, seen_by=owner):
    """The French wrote down a move that Alexander's marker lets them make with Coalition units."""

    kind: Literal["move_directed"] = "move_directed"
    rule: RuleId = RuleId("BAU-2.G1")
    side: Side
    move: DirectedMove

    def apply(self, state: State, rules: Context) -> State:
        """It is made when the Coalition's sequence begins."""
        return kept(state, directed=(*bautzen(state).directed, self.move))


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
