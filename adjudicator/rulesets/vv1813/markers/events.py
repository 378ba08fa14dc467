"""VV 2: what happens to markers: laid, drawn, played, lost, and Cossacks on a French stack. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.changes import marked, spent
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.sight import InFog, is_open, lesser
from adjudicator.rulesets.vv1813.state import State

CossackOutcome = Literal["one_place", "no_zone", "none"]


class LaidMarker(Frozen):
    """A face-down marker on the turn track; `marker` is empty for whoever may not know it."""

    turn: int
    marker: str = ""


class MarkersLaid(InFog):
    """A side's markers were shuffled and laid face down on the turn track."""

    kind: Literal["markers_laid"] = "markers_laid"
    side: Side
    laid: tuple[LaidMarker, ...]

    def apply(self, state: State, rules: Context) -> State:
        """Each lies on its turn."""
        for one in self.laid:
            state = marked(state, (one.marker,), place="track", turn=one.turn)
        return state

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Nobody looks at their faces, nor at the dice that mixed them."""
        return lesser(self, laid=tuple(LaidMarker(turn=one.turn) for one in self.laid), rolls=())


class MarkerDrawn(InFog):
    """A side took the marker of the turn into its hand; the other side does not see which."""

    kind: Literal["marker_drawn"] = "marker_drawn"
    side: Side
    marker: str = ""
    marker_kind: str = "?"
    marker_class: str = ""
    """What its back shows, where the game has classes of markers."""

    def apply(self, state: State, rules: Context) -> State:
        """It is in that side's hand, whoever it belongs to."""
        return marked(state, (self.marker,), place="hand", turn=0, holder=self.side)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Its face is the drawer's secret."""
        return self if self.side == side else lesser(self, marker="", marker_kind="?", rolls=())


class MarkersReturned(Event, seen_by=everybody):
    """Markers that had been put aside came back into the hand."""

    kind: Literal["markers_returned"] = "markers_returned"
    rule: RuleId = RuleId("VV-2.3a")
    side: Side
    markers: tuple[str, ...]
    marker_kinds: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """Back in the hand, and known to both sides."""
        return marked(state, self.markers, place="hand", turn=0, public=True)


class MarkerPlayed(Event, seen_by=everybody):
    """A marker was revealed; `back` is the turn on which it returns to the hand, None when it is gone for good."""

    kind: Literal["marker_played"] = "marker_played"
    side: Side
    marker: str
    marker_kind: str
    target: str = ""
    option: str = ""
    back: int | None = None

    def apply(self, state: State, rules: Context) -> State:
        """It leaves the hand."""
        return spent(state, self.marker, self.back)


class MarkersLost(Event, seen_by=everybody):
    """A Losses marker took others out of the game, and went with them."""

    kind: Literal["markers_lost"] = "markers_lost"
    rule: RuleId = RuleId("VV-2.K1")
    side: Side
    """Who loses them."""
    drawn: str
    """The Losses marker itself."""
    markers: tuple[str, ...]
    marker_kinds: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """All of them are gone."""
        return marked(state, (self.drawn, *self.markers), place="gone", turn=0, public=True)


class CossacksPlayed(InFog):
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

    def apply(self, state: State, rules: Context) -> State:
        """The marker is spent, and the stack bound for the rest of the sequence."""
        state = spent(state, self.marker, self.back)
        met = {**state.sequence.cossacks, **dict.fromkeys(self.units, self.effect)}
        return replace(state, sequence=replace(state.sequence, cossacks=met))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Whoever plays them does not see whom they meet; the stack's owner does."""
        if is_open(rules) or (side in before.armies and side != self.side):
            return self
        return lesser(self, units=())


EVENTS: tuple[type[Event], ...] = (
    MarkersLaid,
    MarkerDrawn,
    MarkersReturned,
    MarkerPlayed,
    MarkersLost,
    CossacksPlayed,
)
