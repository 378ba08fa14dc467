"""LB 18.1: how far a unit may go, in half points."""

from __future__ import annotations

from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State, Unit

HELD = "held"
OFF_LIMITS = "off limits"


def allowance(ctx: Context, state: State, unit: Unit) -> int:
    """LB-18.1: the half points of a movement phase: printed, less for lines, at night, in disorder."""
    card, numbers = ctx.units[unit.id], ctx.tables.numbers
    points = card.movement
    if ctx.light(state.turn) == "night":
        points += numbers.night.cavalry_movement if card.arm == "cavalry" else 0
        points += numbers.night.infantry_movement if card.arm == "infantry" else 0
    if unit.was_in_line:
        points += numbers.movement.in_line
    halves = max(0, 2 * points)
    if unit.morale == "disordered":
        halves = int(halves * numbers.movement.disordered)
    if unit.has("force marched"):
        halves *= numbers.force_march.times
    return halves


def left(ctx: Context, state: State, unit: Unit) -> int:
    """What a unit may still spend."""
    return max(0, allowance(ctx, state, unit) - unit.spent)


def may_move(ctx: Context, unit: Unit) -> Verdict:
    """Whether a unit may move at all in its movement phase."""
    name = ctx.units[unit.id].name
    if unit.status != "map":
        return no("LB-18.1", f"{name} is not on the map.", "Name a unit that is.")
    if unit.morale == "routed":
        return no("LB-30.5", f"{name} is routed and does not move before its recovery.", "Leave the order out.")
    for act, rule, words in (
        ("charged", "LB-35.1", "has charged, and cavalry either charges or moves"),
        ("contacted", "LB-38.15", "is in contact with a charge"),
        ("stands", "LB-44.2", "failed to force-march and stands"),
    ):
        if unit.has(act):
            return no(rule, f"{name} {words}.", "Leave the order out.")
    if unit.has(OFF_LIMITS):
        return no("LB-29.5", f"{name} has broken off and skips this movement phase.", "Move it next turn.")
    if unit.has(HELD):
        return no("HEI-s3-5", f"{name} waits for its release.", "Write release guard, and accept what it costs.")
    if ctx.units[unit.id].is_licorne:
        return no("HEI-redoubt-2", f"{name} never leaves its redoubt.", "Leave the order out.")
    return yes("LB-18.1")
