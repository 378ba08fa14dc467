"""CAM: retreats, routs and regrouping of a battle report, checked road by road."""

from __future__ import annotations

from adjudicator.core.types import Order, Side
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.campaign1813.battle.reinforcing import may_reinforce
from adjudicator.rulesets.campaign1813.battle.result import Departure, loser_of, routed_of, winner_of
from adjudicator.rulesets.campaign1813.battle.retreats import (
    Arena,
    Traffic,
    arena_of,
    destinations,
    may_end_at,
    may_pass,
    sections_of,
)
from adjudicator.rulesets.campaign1813.march.rates import rate
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.report.report_parts import Reading
from adjudicator.rulesets.campaign1813.state import Block


def check_moves(reading: Reading, outcome: ro.Outcome) -> None:
    """CAM-retreat-2 to CAM-retreat-7, CAM-rout-4, CAM-regroup-1, CAM-regroup-2."""
    came = {column.origin for column, _ in reading.arrivals.values() if column.side == reading.battle.attacker}
    before = arena_of(reading.state, reading.battle.town)
    arena = Arena(before.town, reading.battle.attacker, before.sources | came)
    early = Traffic(reading.ctx, "retreat", 1)
    last = Traffic(reading.ctx, "retreat", reading.last_turn)
    rout = Traffic(reading.ctx, "rout")
    routed = routed_of(reading.battle, outcome.outcome)
    for order in reading.of(ro.Retreated):
        for unit in reading.meant(order.units):
            side = reading.ctx.roster[unit].side
            at_the_end = side == loser_of(reading.battle, outcome.outcome) and (
                order.turn is None or order.turn >= reading.last_turn
            )
            traffic = early if not at_the_end else rout if side == routed else last
            if _in_time(reading, order, unit, traffic is last):
                _check_retreat(reading, arena, order, unit, traffic)
    _check_regrouping(reading, arena, outcome)


def _check_retreat(reading: Reading, arena: Arena, order: ro.Retreated, unit: str, traffic: Traffic) -> None:
    block = reading.there.get(unit) or (reading.state.block(unit) if unit in reading.arrivals else None)
    if block is None:
        reading.fault(
            order,
            "CAM-retreat-1",
            f"{reading.name(unit)} was not in the battle at {reading.ctx.town(arena.town)} and cannot retreat from it.",
        )
        return
    if unit in reading.departures:
        reading.fault(order, "CAM-retreat-1", f"{reading.name(unit)} retreats twice.", "Keep one of the lines.")
        return
    if reading.is_gone(unit):
        reading.fault(order, "CAM-retreat-1", f"Nothing is left of {reading.name(unit)} to retreat.")
        return
    if block.inside and unit in reading.battle.relief:
        walls = f"{reading.name(unit)} came out of {reading.ctx.town(arena.town)} and goes back behind its walls."
        reading.fault(order, "CAM-siege-3", walls, "Leave the line out.")
        return
    path = _way(reading, arena, order, block)
    if path is None:
        return
    sections = sections_of(reading.ctx, arena.town, path)
    turn = traffic.turn_for(sections, block, order.turn)
    if turn is None:
        road = sections[0]
        most, when = traffic.most(road), f" on turn {order.turn}" if traffic.manner == "retreat" else ""
        rule = "CAM-rout-4" if traffic.manner == "rout" else "CAM-retreat-5"
        reading.fault(
            order,
            rule,
            f"{reading.name(unit)}: the {road.kind} road to {reading.ctx.town(path[0])} takes {most} units{when}.",
            "Send it another way" + (" or on another turn." if traffic.manner == "retreat" else "."),
        )
        return
    traffic.use(sections, block, turn)
    reading.departures[unit] = Departure(path, order.turn)


def _in_time(reading: Reading, order: ro.Retreated, unit: str, goes_on: bool) -> bool:
    """CAM-retreat-1, CAM-reinf-9: nobody leaves before he came, nor after the end; only the retreat of a whole side
    goes on then (A-54)."""
    if order.turn is None:
        return True
    come = reading.arrivals[unit][1].turn if unit in reading.arrivals else 0
    if order.turn < come:
        reason = f"{reading.name(unit)} leaves on turn {order.turn}, before it arrives on turn {come}."
        reading.fault(order, "CAM-reinf-9", reason, "Mend one of the two turns.")
        return False
    if order.turn > reading.last_turn and not goes_on:
        reason = f"{reading.name(unit)} leaves on turn {order.turn}, after the last turn {reading.last_turn}."
        reading.fault(order, "CAM-retreat-1", reason, "Mend one of the two turns.")
        return False
    return True


def _way(reading: Reading, arena: Arena, order: ro.Retreated, block: Block) -> tuple[str, ...] | None:
    """The way of a retreat as written, or the one there is to its destination; None with a fault if it is closed."""
    open_ = destinations(reading.ctx, reading.state, arena, block)
    goal = order.path[-1] if order.path else order.destination
    if goal not in open_:
        _closed(reading, arena, order, block, goal, "retreat")
        return None
    if not order.path:
        return open_[goal]
    here = arena.town
    for there in order.path:
        if not reading.ctx.network.are_adjacent(here, there):
            joined = f"{reading.ctx.town(here)} and {reading.ctx.town(there)}"
            reading.fault(order, "CAM-map-7", f"No road joins {joined} directly.")
            return None
        if there != goal and not may_pass(reading.state, arena, block.side, there):
            reading.fault(order, "CAM-retreat-3", f"{reading.name(block.id)} cannot pass {reading.ctx.town(there)}.")
            return None
        here = there
    if len(order.path) > rate(reading.ctx, block).value:
        reading.fault(order, "CAM-retreat-6", f"{reading.name(block.id)} does not retreat {len(order.path)} towns.")
        return None
    return order.path


def _why_closed(reading: Reading, arena: Arena, block: Block, goal: str) -> Verdict:
    """CAM-unit-6, CAM-retreat-2 to CAM-retreat-6: by what a town is closed to a block."""
    if block.kind == "garrison":
        return no("CAM-unit-6", "a garrison never leaves its fortress")
    end = may_end_at(reading.state, arena, block.side, goal)
    if not end.value:
        return end
    steps = rate(reading.ctx, block).value
    return no("CAM-retreat-6", f"it is not within {steps} town{'s' if steps != 1 else ''} by open roads")


def _closed(reading: Reading, arena: Arena, order: Order, block: Block, goal: str, verb: str) -> None:
    """Note that a town is not open to a block, with the towns that are."""
    why = _why_closed(reading, arena, block, goal)
    near = ", ".join(reading.ctx.town(town) for town in sorted(destinations(reading.ctx, reading.state, arena, block)))
    reason = f"{reading.name(block.id)} cannot {verb} to {reading.ctx.town(goal)}: {why.because}."
    reading.fault(order, why.rule, reason, f"Open to it: {near or 'no town at all'}.")


# --- regrouping --------------------------------------------------------------------------------------------------


def _check_regrouping(reading: Reading, arena: Arena, outcome: ro.Outcome) -> None:
    """CAM-regroup-1 (A-25): only the victor, out of the town or undisrupted neighbours into it."""
    winner = winner_of(reading.battle, outcome.outcome)
    traffic = Traffic(reading.ctx, "regroup")
    for order in reading.of(ro.Regrouped):
        for unit in reading.meant(order.units) if order.to else reading.sent(order.units):
            card = reading.ctx.roster[unit]
            if card.side != winner:
                reading.fault(
                    order, "CAM-regroup-1", f"{card.name} cannot regroup: only the victor may.", "Leave the line out."
                )
            elif unit in reading.regroup_out or unit in reading.regroup_in:
                reading.fault(order, "CAM-regroup-1", f"{card.name} regroups twice.", "Keep one of the lines.")
            elif order.to:
                _check_out(reading, arena, order, unit, traffic)
            else:
                _check_in(reading, order, unit, traffic, card.side)


def _check_out(reading: Reading, arena: Arena, order: ro.Regrouped, unit: str, traffic: Traffic) -> None:
    block = reading.there.get(unit) or (reading.state.block(unit) if unit in reading.arrivals else None)
    if block is None or unit in reading.departures or reading.is_gone(unit):
        reading.fault(
            order, "CAM-regroup-1", f"{reading.name(unit)} does not stand at {reading.ctx.town(arena.town)} any more."
        )
        return
    open_ = destinations(reading.ctx, reading.state, arena, block)
    if order.to not in open_:
        _closed(reading, arena, order, block, order.to, "regroup")
        return
    if _fits(reading, order, block, open_[order.to], traffic):
        reading.regroup_out[unit] = open_[order.to]


def _check_in(reading: Reading, order: ro.Regrouped, unit: str, traffic: Traffic, side: Side) -> None:
    block, town = reading.state.block(unit), reading.battle.town
    near = block.place is not None and reading.ctx.network.are_adjacent(block.place, town)
    if not near or unit in reading.arrivals or not may_reinforce(reading.state, town, block):
        reading.fault(
            order,
            "CAM-regroup-1",
            f"{reading.name(unit)} cannot be brought in: only undisrupted blocks of neighbouring towns may come.",
        )
        return
    assert block.place is not None
    if order.origin and block.place != order.origin:
        reading.fault(
            order,
            "CAM-regroup-1",
            f"{reading.name(unit)} is at {reading.ctx.town(block.place)}, not at {reading.ctx.town(order.origin)}.",
        )
        return
    if _fits(reading, order, block, (block.place,), traffic):
        reading.regroup_in[unit] = block.place


def _fits(reading: Reading, order: ro.Regrouped, block: Block, path: tuple[str, ...], traffic: Traffic) -> bool:
    """CAM-regroup-2: two units by a major road, one by a minor."""
    sections = sections_of(reading.ctx, reading.battle.town, path)
    turn = traffic.turn_for(sections, block)
    if turn is None:
        road = sections[0]
        reading.fault(
            order,
            "CAM-regroup-2",
            f"{reading.name(block.id)}: the {road.kind} road to {reading.ctx.town(path[0])} takes "
            f"{traffic.most(road)} units when regrouping.",
            "Leave it out, or use another road.",
        )
        return False
    traffic.use(sections, block, turn)
    return True
