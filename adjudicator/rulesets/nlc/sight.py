"""What a side knows: everything on the map, but of orders only its own."""

from __future__ import annotations

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import Attack, Charge, Force, Formation, State


def known(ctx: Context, state: State, side: Side) -> State:
    """The position as a side knows it: the enemy's orders, couriers and assignments are left out."""
    if side == UMPIRE:
        return state
    hidden = [_veiled(state.formations[one]) for one, card in ctx.formations.items() if card.side != side]
    seen = state.with_formations(*hidden)
    return replace(
        seen,
        couriers=tuple(one for one in state.couriers if one.side == side),
        grounds={key: state.grounds[key] for key in _grounds(ctx, state, side)},
        charges=state.charges if state.active == side else tuple(_without_wish(one) for one in state.charges),
        attacks=state.attacks if state.active == side else tuple(_without_reason(one) for one in state.attacks),
        assignments=tuple(one for one in state.assignments if ctx.formations[one.formation].side == side),
        forces={owner: force if owner == side else _seen_force(seen, owner) for owner, force in seen.forces.items()},
    )


def _grounds(ctx: Context, state: State, side: Side) -> tuple[str, ...]:
    """A-30: the grounds on which a side's own Defend orders look back."""
    mine = {one.ground for one in state.formations.values() if one.ground and ctx.formations[one.id].side == side}
    return tuple(sorted(mine))


def _veiled(formation: Formation) -> Formation:
    """A formation of which a side sees that it is there; whether it is released shows by what it does."""
    return Formation(formation.id, "", released=formation.released, march=formation.march)


def _seen_force(state: State, owner: Side) -> Force:
    """The enemy's pieces: how many orders his leaders gave, and what they hold, is not seen."""
    force = state.force(owner)
    changed = [
        replace(one, ordered=0, holds=(), capacity=None, stance="", asleep=False)
        for one in force.leaders.values()
        if one.ordered or one.holds or one.stance or one.asleep or one.capacity is not None
    ]
    return force.changed(leaders=changed) if changed else force


def _without_wish(charge: Charge) -> Charge:
    """An enemy charge: what shall become of it afterwards is not seen."""
    return replace(charge, then="", pursue_to="", line=0)


def _without_reason(attack: Attack) -> Attack:
    """An enemy attack: whether orders compel it, and who shall advance, is not seen."""
    return replace(attack, advance=None, forced=False, line=0)
