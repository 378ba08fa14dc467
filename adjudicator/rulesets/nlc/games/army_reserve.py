"""NLC-28.2: Army Reserve at Dresden: who may be released, by which dice, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, Roll, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.events import ReserveReleased
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import ArrivalOrders, Release
from adjudicator.rulesets.nlc.scenario import ReserveEntry
from adjudicator.rulesets.nlc.state import FRENCH, State, Unit


def own_commands(run: Here, order: Order) -> Telling:
    """D-20, D-23: releases, and the orders that Napoleon's arrival allows."""
    from adjudicator.rulesets.nlc.games.napoleon_at_dresden import arrival_orders

    match order:
        case Release():
            yield from release(run, order)
        case ArrivalOrders():
            yield from arrival_orders(run, order)
        case _:
            return


def entry_of(ctx: Context, name: str) -> ReserveEntry | None:
    """The entry of the list that a name means: a unit, a division or a corps."""
    entries = ctx.facts.army_reserve.entry if ctx.facts.army_reserve is not None else ()
    return next((one for one in entries if name in (one.unit, one.division, one.formation)), None)


def members(ctx: Context, state: State, entry: ReserveEntry) -> Iterator[Unit]:
    """The units of an entry that are still in Army Reserve."""
    for force in state.forces.values():
        for unit in force.units.values():
            card = ctx.units[unit.id]
            mine = unit.id == entry.unit or (entry.division and card.division == entry.division)
            if unit.in_reserve and (mine or (entry.formation and formation_of(ctx, unit) == entry.formation)):
                yield unit


def may_release(ctx: Context, state: State, side: Side, name: str, to: str) -> Verdict:
    """NLC-28.2, A-69: in Army Reserve, on the map, of a group that need not wait, by a commander who is there."""
    entry = entry_of(ctx, name)
    called = ctx.units[name].name if name in ctx.units else name
    if entry is None:
        return no("NLC-28.2a", f"{called} is not in Army Reserve.", "Leave it out.")
    commander = ctx.leader_named.get(entry.released_by, "")
    if commander not in state.force(side).leaders:
        return no("NLC-28.2e", f"{called} is not yours.", "Release your own units.")
    units = list(members(ctx, state, entry))
    if not units:
        return no("NLC-28.2a", f"{called} is no longer in Army Reserve.", "Leave it out.")
    if not any(unit.status == "map" for unit in units):
        return no("NLC-28.2b", f"{called} is not on the map.", "Wait for it.")
    if state.leader(commander).status != "map":
        return no("NLC-28.2e", f"{entry.released_by} is not on the map.", "Wait for him.")
    first = state.waits.get(entry.roll, 0)
    if state.turn < first:
        when = ctx.turn_name(first)
        return no("NLC-28.2f", f"After its last release the {entry.roll} reserve waits until {when}.", "Wait.")
    if to and entry.kind != "unit":
        return no("NLC-28.2c", f"{called} keeps a leader of its own.", "Leave `to` out.")
    if to and ctx.formations[to].side != side:
        return no("NLC-28.2c", f"{to} is not yours.", "Name one of your own formations.")
    return yes("NLC-28.2b")


def release(run: Here, order: Release) -> Telling:
    """NLC-28.2e, NLC-28.2f: the first die says how many of those named come free, the second how long to wait."""
    for name in order.who:
        verdict = may_release(run.ctx, run.state, run.side, name, order.formation)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
    entries = [entry for name in order.who if (entry := entry_of(run.ctx, name)) is not None]
    group = entries[0].roll
    if any(entry.roll != group for entry in entries):
        reason = "Austrians and Russians with Prussians roll separately."
        yield run.refused(order, no("NLC-28.2j", reason, "Write a line for each."))
        return
    roll = run.dice.roll(f"T{run.state.turn}/release/{group}", 2)
    table = run.ctx.tables.campaigns.release
    doubled = 2 if entries[0].released_by in table.doubled else 1  # NLC-28.2g, A-46
    free = entries[: roll.faces[0]]
    waits = run.state.turn + roll.faces[1] * doubled + 1
    yield released(run, free, order.formation, group=group, waits=waits, cost=cost(run, free), rolls=(roll,))


def released(
    run: Here,
    entries: list[ReserveEntry],
    to: str,
    *,
    group: str = "",
    waits: int = 0,
    cost: int = 0,
    rolls: tuple[Roll, ...] = (),
) -> ReserveReleased:
    """The event: units join the formation named, or that of the list; divisions and corps have their own leader."""
    units: list[str] = []
    joined: list[str] = []
    for entry in entries:
        for unit in members(run.ctx, run.state, entry):
            if unit.id not in units:
                units.append(unit.id)
                joined.append((to or entry.joins) if entry.kind == "unit" else entry.division)
    return ReserveReleased(
        side=run.side,
        roll=group,
        units=tuple(units),
        to=tuple(joined),
        formations=tuple(entry.formation for entry in entries if entry.formation),
        cost=cost,
        waits_until=waits,
        rolls=rolls,
    )


def cost(run: Here, entries: list[ReserveEntry]) -> int:
    """NLC-28.2h, NLC-28.2i: French points by strength of guns and Old Guard; Allied points by the roll."""
    table = run.ctx.tables.campaigns.release
    if run.side != FRENCH:
        return table.allied_roll
    total = 0
    for entry in entries:
        for unit in members(run.ctx, run.state, entry):
            card = run.ctx.units[unit.id]
            rate = table.old_guard if card.is_old_guard else table.artillery if card.is_artillery else 0
            total += rate * card.strength
    return total
