"""VV 9: objectives and the morale of the armies. All in the past tense, and seen by everybody."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.changes import kept_order, with_morale
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import State


class ObjectiveTaken(Event, seen_by=everybody):
    """An objective changed hands."""

    kind: Literal["objective_taken"] = "objective_taken"
    side: Side
    place: str
    before: Side | None = None

    def apply(self, state: State, rules: Context) -> State:
        """It is the taker's."""
        return replace(state, held={**state.held, self.place: self.side})


class MoraleChanged(Event, seen_by=everybody):
    """An army's morale went up or down; `deferred` changes count at the end of the turn.

    Gains and losses are counted below 0 too (`owed`), though morale is never read as less than 0.
    """

    kind: Literal["morale_changed"] = "morale_changed"
    side: Side
    change: int
    before: int
    after: int
    because: str
    owed: int = 0
    """How far below 0 the count stands after it."""
    deferred: bool = False
    ceiling: int | None = None
    """The army's new ceiling, where that moved too."""

    def apply(self, state: State, rules: Context) -> State:
        """At once, or noted for the end of the turn."""
        morale = state.morale[self.side]
        if self.deferred:
            return with_morale(state, self.side, replace(morale, pending=morale.pending + self.change))
        ceiling = morale.ceiling if self.ceiling is None else self.ceiling
        return with_morale(state, self.side, replace(morale, value=self.after, owed=self.owed, ceiling=ceiling))


class MoraleChecked(Event, seen_by=everybody):
    """The end-of-turn check of an army's morale."""

    kind: Literal["morale_checked"] = "morale_checked"
    side: Side
    value: int
    owed: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """What was pending has been counted; the value is kept for the record."""
        morale = state.morale[self.side]
        noted = replace(
            morale,
            value=self.value,
            owed=self.owed,
            pending=0,
            zero_order=morale.zero_order if self.value == 0 else kept_order(state, morale),
            history=(*morale.history, (state.turn, self.value)),
        )
        return replace(state, morale={**state.morale, self.side: noted})


EVENTS: tuple[type[Event], ...] = (ObjectiveTaken, MoraleChanged, MoraleChecked)
