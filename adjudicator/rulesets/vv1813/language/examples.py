"""Orders that a side could give at this moment: what a wrong line is answered with."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Finding, Side
from adjudicator.rulesets.vv1813.combat import attacks
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.movement.march import mover_of
from adjudicator.rulesets.vv1813.movement.paths import ways
from adjudicator.rulesets.vv1813.orders import Attack
from adjudicator.rulesets.vv1813.state import State, enemy_of


def examples(ctx: Context, known: State, side: Side) -> dict[str, str]:
    """A line for each first word that a side could begin one with now, as far as it can see."""
    if side not in known.armies:
        return {}
    return dict((*_moves(ctx, known, side), *_entries(ctx, known, side), *_fire(ctx, known, side)))


def _moves(ctx: Context, known: State, side: Side) -> Iterator[tuple[str, str]]:
    """VV-7.1a: the first unit that can go anywhere."""
    for unit in sorted(known.army(side).units.values(), key=lambda one: one.id):
        if unit.status != "map" or unit.place is None or unit.id in known.sequence.moved:
            continue
        mover = mover_of(ctx, known, side, (unit.id,), unit.place)
        for way in ways(ctx, known, mover):
            if way.path and ctx.game.may_end(ctx, known, mover, way.path[-1]).value:
                name = ctx.name(unit.id)
                yield "move", f"move {name} to {way.path[-1]}"
                yield "hold", f"hold {name}"
                yield "if", f"if {way.path[-1]} is empty: move {name} to {way.path[-1]}"
                yield "unless", f"unless {way.path[-1]} is occupied: move {name} to {way.path[-1]}"
                return


def _entries(ctx: Context, known: State, side: Side) -> Iterator[tuple[str, str]]:
    """The first unit that waits to enter."""
    waiting = sorted(unit.id for unit in known.army(side).units.values() if unit.status == "waiting")
    if waiting:
        yield "delay", f"delay {ctx.name(waiting[0])}"


def _fire(ctx: Context, known: State, side: Side) -> Iterator[tuple[str, str]]:
    """VV-8.1, VV-8.8: an attack that may be declared, fire at the same place, and a marker of the hand."""
    hand = sorted(marker.kind for marker in in_hand(known, side) if marker.kind != "?")
    batteries = [kind for kind in hand if marker_kind(ctx, kind).divisor is not None]
    for target in sorted(known.army(enemy_of(side)).units_at):
        found = attacks.declaration(ctx, known, side, Attack(side=side, line=0, targets=(target,)))
        if not isinstance(found, Finding):
            yield "attack", f"attack {target} from {found.origins[0]} head {ctx.name(found.units[0])}"
            if batteries:
                yield "bombard", f"bombard {target} with {marker_kind(ctx, batteries[0]).name}"
            break
    if hand:
        yield "play", f"play {marker_kind(ctx, hand[0]).name}"
