"""LUT-2.0a, LUT-7.4b: what a side knows at Lützen: backs of markers, never their faces; not where Ney is."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.types import Event, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import StackMoved
from adjudicator.rulesets.vv1813.games.lutzen import events as ev
from adjudicator.rulesets.vv1813.games.lutzen.state import LutzenState, lutzen
from adjudicator.rulesets.vv1813.sight import is_open
from adjudicator.rulesets.vv1813.state import State, part_of


def known(state: State, side: Side) -> LutzenState:
    """LUT-2.0a: what lies face down is known by its class alone; wishes and paces are their side's own."""
    now = lutzen(state)
    wishes = {who: classes for who, classes in now.wishes.items() if who == side}
    fresh = tuple(unit for unit in now.fresh if unit in state.army(side).units)
    return replace(now, cup=(), slots=(), wishes=wishes, fresh=fresh)


def show(ctx: Context, before: State, event: Event, side: Side) -> Event | None:
    """One of Lützen's events as a side sees it."""
    match event:
        case ev.CupFilled():
            return event.model_copy(update={"order": (), "rolls": ()})
        case ev.MarkerLaid() | ev.MarkerDiscarded():
            return event.model_copy(update={"marker": ""})
        case ev.WishNoted():
            return event if event.side == side else None
        case ev.CommanderAppeared() if event.side != side and not is_open(ctx):
            return event.model_copy(update={"host": "", "place": ""})
        case ev.ReinforcementsSlowed():
            return event if event.side == side else None
        case ev.UnitRedeployed() if event.side != side and not is_open(ctx):
            return _moved(before, event.side, event.unit, event.origin, event.place)
        case ev.UnitDivided() if event.side != side and not is_open(ctx):
            return _divided(before, event)
        case _:
            return event


def _moved(before: State, side: Side, unit: str, origin: str, place: str) -> StackMoved:
    stack = before.army(side).units_at.get(origin, ())
    whole = all(one.id == unit for one in stack)
    return StackMoved(side=side, origin=origin, path=(place,), whole=whole)


def _divided(before: State, event: ev.UnitDivided) -> StackMoved | None:
    """The enemy sees places filled and emptied, never points."""
    if len(event.places) > 1:
        return None
    army = before.army(event.side)
    names = (event.unit, part_of(event.unit))
    standing = [army.units[name] for name in names if name in army.units and army.units[name].status == "map"]
    left = next((one for one in standing if one.place != event.places[0]), None)
    if left is None or left.place is None:
        return None
    return _moved(before, event.side, left.id, left.place, event.places[0])
