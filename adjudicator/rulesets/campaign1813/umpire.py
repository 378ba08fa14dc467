"""What an umpire may put right: blocks, towns and depots, each by a plain change of the position."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import UMPIRE_RULE, Event, Order, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.campaign1813.changes import changed, eliminated
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.movement import expand
from adjudicator.rulesets.campaign1813.orders import Change, Move
from adjudicator.rulesets.campaign1813.sight import hidden_again
from adjudicator.rulesets.campaign1813.state import Depot, State


class PositionAdjusted(Event):
    """The umpire put something right: one thing at a time, by plain values."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["block", "town", "depot"]
    id: str
    place: str = ""
    status: Literal["", "map", "eliminated"] = ""
    hits: int | None = None
    disrupted: bool | None = None
    inside: bool | None = None
    side: Side | None = None
    type: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """The position as the umpire has it."""
        match self.what:
            case "town":
                assert self.side is not None
                return replace(state, held={**state.held, self.id: self.side})
            case "depot":
                depots = {town: depot for town, depot in state.depots.items() if town != self.id}
                if self.type and self.side is not None:
                    depots[self.id] = Depot(self.id, self.side, self.type)
                return replace(state, depots=depots)
            case "block":
                return self._block(state, rules)

    def _block(self, state: State, rules: Context) -> State:
        block, card = state.block(self.id), rules.roster[self.id]
        if self.status == "eliminated":
            return eliminated(state, (self.id,))
        state = hidden_again(state, block.side, (self.id,))
        hits = block.hits if self.hits is None else self.hits
        disrupted = block.disrupted
        if self.disrupted is not None:
            disrupted = (block.disrupted or "retreat") if self.disrupted else ""
        after = replace(
            block,
            place=self.place or block.place,
            status="map" if self.place or block.place else block.status,
            hits=hits,
            destroyed=hits // card.elan if card.elan else 0,
            disrupted=disrupted,
            inside=block.inside if self.inside is None else self.inside,
        )
        return changed(state, (after,))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """CAM-unit-7: towns and depots are everybody's affair, a block its owner's."""
        return self if self.what != "block" or before.block(self.id).side == side else None

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Towns and depots."""
        return self if self.what != "block" else None


def adjust(ctx: Context, state: State, order: Order) -> tuple[Event, ...]:
    """The events of a change: one of the umpire's own, or a refused march that he allows."""
    match order:
        case Change():
            plain = order.model_dump(exclude={"kind", "side", "seat", "line", "of"}, exclude_defaults=True)
            return (PositionAdjusted(side=order.of, **plain),)
        case Move():
            return tuple(
                PositionAdjusted(what="block", id=block.id, place=march.path[-1] if march.path else march.destination)
                for march in order.marches
                for block in expand(ctx, state, order.side, march.units, order.origin)
            )
        case _:
            return ()
