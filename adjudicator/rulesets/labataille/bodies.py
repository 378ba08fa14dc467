"""Section 2.3: whom a name stands for: a unit, a regiment's battalions, a group, a division, a corps."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State


def members(ctx: Context, state: State, side: Side, name: str) -> tuple[str, ...]:
    """The units and leaders that a name stands for, whatever has become of them; nothing if it stands for nobody.

    A regiment that has broken stands for its battalions, a leader for himself.
    """
    if name in ctx.leaders:
        return (name,)
    if name in ctx.units:
        return _whole_or_parts(ctx, state, name)
    if name in state.bodies:
        return tuple(one for unit in state.bodies[name] for one in _whole_or_parts(ctx, state, unit))
    found = [
        card.id
        for card in ctx.units.values()
        if card.side == side and name in (card.division, card.corps) and state.unit(card.id).status not in _ASIDE
    ]
    return tuple(found)


_ASIDE = ("off", "joined", "broken")


def _whole_or_parts(ctx: Context, state: State, unit: str) -> tuple[str, ...]:
    if state.unit(unit).status == "broken":
        return ctx.battalions.get(unit, ())
    return (unit,)


def commands(ctx: Context) -> dict[str, Side]:
    """The divisions and corps that can be named, each with its side."""
    found: dict[str, Side] = {}
    for card in ctx.units.values():
        for name in (card.division, card.corps):
            if name:
                found.setdefault(name, card.side)
    return dict(sorted(found.items()))
