"""LB 2.3, section 2: the command sequence of both sides: wounded return, levels are counted on the hour."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.kit.verdicts import no
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.events import GroupNamed, GuardReleased, LeadersReturned
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.events import LevelsCounted
from adjudicator.rulesets.labataille.morale.levels import levels_now
from adjudicator.rulesets.labataille.movement.events import ArrivalDelayed
from adjudicator.rulesets.labataille.orders import COMMAND, DelayArrival, NameGroup, ReleaseGuard
from adjudicator.rulesets.labataille.state import Leader, State
from adjudicator.rulesets.labataille.texts import lines_about


def opening(run: Here) -> Telling:
    """LB-2.3: what both sides know before they write: who is back, the levels of the hour."""
    for leader in tuple(run.state.leaders.values()):
        if leader.status == "wounded" and leader.due is not None and leader.due <= run.state.turn:
            yield LeadersReturned(
                side=run.ctx.leaders[leader.id].side, leader=leader.id, place=_back(run.ctx, run.state, leader)
            )
    if run.ctx.time(run.state.turn).endswith(":00"):
        levels = levels_now(run.ctx, run.state)
        if levels != dict(run.state.levels):
            yield LevelsCounted(levels=levels)


def _back(ctx: Context, state: State, leader: Leader) -> str:
    """Where he fell, or the hex of the nearest formation of his side if the enemy holds it."""
    side = ctx.leaders[leader.id].side
    if all(ctx.units[unit.id].side == side for unit in state.at(leader.entry)):
        return leader.entry
    own = [unit.place for unit in state.units.values() if unit.status == "map" and ctx.units[unit.id].side == side]
    return min(own, key=lambda place: (ctx.board.distance(place, leader.entry), place), default=leader.entry)


def own_command(run: Here) -> Telling:
    """The command lines of the phasing side: groups, the Guard's release, arrivals held back."""
    for written in lines_about(run, *COMMAND):
        order = run.meant(written)
        match order:
            case None:
                yield run.not_done(written)
            case NameGroup():
                yield GroupNamed(side=run.side, name=order.name, units=order.units)
            case ReleaseGuard():
                held = any(
                    "held" in unit.bound and run.ctx.units[unit.id].side == run.side
                    for unit in run.state.units.values()
                )
                if held:
                    yield GuardReleased(side=run.side)
                else:
                    yield run.refused(order, no("HEI-s3-5", "No Guard of yours waits for its release.", ""))
            case DelayArrival():
                yield from _delay(run, order)
            case _:
                pass


def _delay(run: Here, order: DelayArrival) -> Telling:
    """LB-45.4: arrivals may be delayed as long as their owner likes."""
    waiting = tuple(
        one
        for one in members(run.ctx, run.state, run.side, order.who)
        if getattr(run.state.units.get(one) or run.state.leaders.get(one), "status", "") == "waiting"
    )
    if not waiting:
        yield run.refused(order, no("LB-45.4", "Nobody who is named waits to arrive.", "See who is due."))
        return
    turn = run.ctx.turn_at(order.until) if order.until else run.state.turn + max(1, order.turns)
    yield ArrivalDelayed(side=run.side, units=waiting, due=turn)
