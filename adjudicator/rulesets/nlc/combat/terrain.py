"""NLC-T, A-21, A-74: what ground and hexsides take from fire, and where charges may go."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import is_closed
from adjudicator.rulesets.nlc.state import State, enemy_of
from adjudicator.rulesets.nlc.tables import HexEffect

Column = Literal["attack", "bombard", "charge"]
"""A column of the terrain effects table."""
WHOLE = Fraction(1)


def side_kinds(ctx: Context, here: str, there: str) -> Iterator[str]:
    """The kinds of a hexside that the table knows; under a bridge or gate nothing else counts."""
    side = ctx.board.side(here, there)
    crossings = [kind for kind in ("bridge", "gate") if side.has(kind)]
    yield from crossings or (kind for kind in ("stream", "river", "wall") if side.has(kind))
    if side.has("crest"):
        yield "crest"


def share(percent: int) -> Fraction:
    """What a reduction leaves: 25 leaves three quarters."""
    return 1 - Fraction(percent, 100)


def hex_effect(ctx: Context, place: str) -> HexEffect:
    """NLC-T: what the ground of a hex does."""
    return ctx.tables.terrain.of(ctx.board.cells[place].terrain)


def hex_share(ctx: Context, place: str, column: Column) -> Finding[Fraction]:
    """A-21: what is left of fire into a hex."""
    effect = hex_effect(ctx, place)
    percent = getattr(effect, column) or 0
    return Finding(rule=effect.rule, value=share(percent), label=effect.kind.capitalize(), because=f"{place}")


def side_share(ctx: Context, here: str, there: str, column: Column) -> tuple[Finding[Fraction], ...]:
    """A-21, A-74: what is left of fire across a hexside, each of its features in turn."""
    found: list[Finding[Fraction]] = []
    for kind in side_kinds(ctx, here, there):
        effect = ctx.tables.terrain.across(kind)
        percent = getattr(effect, column) or 0
        if percent:
            because = f"between {here} and {there}"
            found.append(Finding(rule=effect.rule, value=share(percent), label=kind.capitalize(), because=because))
    return tuple(found)


def into(ctx: Context, here: str, there: str, column: Column) -> tuple[Finding[Fraction], ...]:
    """NLC-T.7, A-21, A-74: all reductions of fire from one hex into the next; those that take nothing are left out."""
    ground = hex_share(ctx, there, column)
    parts = side_share(ctx, here, there, column)
    return (*parts, ground) if ground.value != WHOLE else parts


def product(parts: tuple[Finding[Fraction], ...]) -> Fraction:
    """Several reductions together."""
    found = WHOLE
    for part in parts:
        found *= part.value
    return found


def defended_from(ctx: Context, place: str) -> Finding[Fraction] | None:
    """NLC-T.3: woods take their share of the defender's own fire too."""
    effect = hex_effect(ctx, place)
    if effect.kind != "woods" or not ctx.tables.terrain.woods_reduce_own_fire:
        return None
    because = f"out of {place}"
    return Finding(rule=RuleId("NLC-T.3"), value=share(effect.attack or 0), label="Woods", because=because)


def can_be_flanked(ctx: Context, place: str) -> bool:
    """NLC-7.6a-3, NLC-10.3: not in towns and chateaux."""
    return hex_effect(ctx, place).flanks


# --- the ways of charges --------------------------------------------------------------------------------------------


def may_ride(ctx: Context, here: str, there: str) -> str:
    """NLC-7.6b-2, A-21: why a charge cannot go from a hex into the next, as a fact; nothing if it can."""
    ids, grid = ctx.board.grid.ids, ctx.board.grid
    toward = grid.direction(ids[here], ids[there])
    if toward is None:
        return f"{there} is not next to {here}"
    if is_closed(ctx, ids[here], toward):
        return f"nobody crosses from {here} to {there}"
    for kind in side_kinds(ctx, here, there):
        if ctx.tables.terrain.across(kind).charge is None:
            return f"a {kind} lies between {here} and {there}"
    ground = ctx.tables.terrain.of(ctx.board.cells[there].terrain)
    return f"{there} is a {ground.kind}" if ground.charge is None else ""


def why_not_through(ctx: Context, state: State, side: Side, here: str, via: str, there: str) -> str:
    """NLC-7.6b-2, A-21: why a charge cannot pass a hex on its way; it must be empty and clear, no stream before it."""
    if any(state.at(one, via) for one in (side, enemy_of(side))):
        return f"{via} is not empty"
    ground = ctx.board.cells[via].terrain
    if ground != "clear":
        return f"{via} is {ground}"
    if ctx.board.side(here, via).has("stream"):
        return f"a stream lies between {here} and {via}"
    return may_ride(ctx, here, via) or may_ride(ctx, via, there)


def charge_way(ctx: Context, state: State, side: Side, here: str, there: str, via: str = "") -> tuple[str, ...] | str:
    """NLC-7.6b-1, NLC-7.6b-2: the hexes that a charge enters, or why it has no way; of two ways the lower number.

    A charge of a hex next to it goes straight, unless its owner names a hex on the way.
    """
    far = ctx.board.distance(here, there)
    if far > ctx.tables.combat.charge_range or far == 0:
        return f"{there} is {far} hexes from {here}"
    if far == 1 and not via:
        bar = may_ride(ctx, here, there)
        return bar or (there,)
    between = [one for one in ctx.board.neighbours[here] if ctx.board.distance(one, there) == 1]
    if via and via not in between:
        return f"{via} is not between {here} and {there}"
    reasons = {one: why_not_through(ctx, state, side, here, one, there) for one in ([via] if via else sorted(between))}
    open_one = next((one for one, reason in reasons.items() if not reason), None)
    if open_one is not None:
        return (open_one, there)
    return next(iter(reasons.values()), f"{there} cannot be reached from {here}")
