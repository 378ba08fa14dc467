"""VV 7.2: command: who is in command when a side's movement phase begins, and what follows from it."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.events import CommandChecked
from adjudicator.rulesets.vv1813.state import State


def is_in_command(ctx: Context, state: State, unit: str) -> Finding[bool]:
    """VV-7.2a: within command range of the formation's commander or of a commander in chief.

    Plain distance counts; wounded commanders and the staffs of dead ones command like any other.
    """
    override = ctx.game.command_override(ctx, state, unit)
    if override is not None:
        return override
    side = ctx.counters[unit].side
    reach = ctx.game.command_range(ctx, state, side)
    nearest = nearest_commander(ctx, state, unit)
    if nearest is None:
        return Finding(rule=RuleId("VV-7.2a"), value=False, because="no commander of theirs is on the map")
    name, far = nearest
    fact = f"{ctx.counters[name].name} is {far} places away, command range {reach}"
    return Finding(rule=RuleId("VV-7.2a"), value=far <= reach, because=fact)


def nearest_commander(ctx: Context, state: State, unit: str) -> tuple[str, int] | None:
    """The nearest commander who may command a unit, and how far away he is."""
    place = state.unit(unit).place
    assert place is not None
    found = [
        (distance(place, one.place), one.id)
        for one in state.army(ctx.counters[unit].side).commanders.values()
        if one.status == "map" and one.place is not None and ctx.game.commands(ctx, one.id, unit)
    ]
    if not found:
        return None
    far, name = min(found)
    return name, far


def commands_formation(ctx: Context, commander: str, unit: str) -> bool:
    """VV-2.1e, VV-2.2a: a commander commands his own formation; a commander in chief commands every unit."""
    leader, led = ctx.counters[commander], ctx.counters[unit]
    if leader.side != led.side:
        return False
    return ctx.game.is_commander_in_chief(ctx, commander) or leader.formation == led.formation


def check_command(ctx: Context, state: State, side: Side) -> CommandChecked:
    """VV-7.2a: looked at once, when the movement phase begins; it holds for the whole player sequence."""
    out = [
        unit.id
        for unit in state.army(side).units.values()
        if unit.status == "map" and unit.place is not None and not is_in_command(ctx, state, unit.id).value
    ]
    return CommandChecked(side=side, out_of_command=tuple(sorted(out)))


def zone_ban(ctx: Context, state: State, units: tuple[str, ...]) -> RuleId | None:
    """The rule that keeps units out of enemy zones in this sequence: command (VV-7.2c), Cossacks, a marker."""
    now = state.sequence
    for unit in units:
        if now.cossacks.get(unit) == "no_zone":
            return RuleId("VV-2.A2")
        if unit in now.no_zone:
            return ctx.game.cites["restricted"]
        if unit in now.out_of_command and not _freed_by_retreat(ctx, state, unit):
            return RuleId("VV-7.2c")
        own = ctx.game.zone_ban(ctx, state, unit)
        if own is not None:
            return own
    return None


def _freed_by_retreat(ctx: Context, state: State, unit: str) -> bool:
    """VV-4.2h, option ooc_retreat: whether the general retreat lets units out of command pass zones too."""
    return ctx.options["ooc_retreat"] == "free" and ctx.game.has_retreat_rights(ctx, state, unit)


def place_limit(ctx: Context, state: State, units: tuple[str, ...]) -> RuleId | None:
    """The rule that limits units to one place in this sequence."""
    now = state.sequence
    for unit in units:
        if now.cossacks.get(unit) == "one_place":
            return RuleId("VV-2.A2")
        if unit in now.one_place:
            return ctx.game.cites["restricted"]
    return None


def attack_ban(ctx: Context, state: State, unit: str) -> RuleId | None:
    """VV-7.2d: the rule that keeps a unit from attacking in this sequence; bombardment stays allowed."""
    if unit in state.sequence.out_of_command:
        return RuleId("VV-7.2d")
    if unit in state.sequence.no_attack:
        return ctx.game.cites["no_attack"]
    return None
