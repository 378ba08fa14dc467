"""VV 8.5.1d: holding the ground: Russian line infantry and Guard lose a step instead of retreating a place."""

from __future__ import annotations

from adjudicator.core.ruleset import Game
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.rulesets.vv1813.combat_events import GroundHeld
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking
from adjudicator.rulesets.vv1813.engagement import is_holder
from adjudicator.rulesets.vv1813.losses import SPREAD, alive, lose_step, next_loser
from adjudicator.rulesets.vv1813.orders import Hold
from adjudicator.rulesets.vv1813.state import State, Unit
from adjudicator.rulesets.vv1813.tables import stacking_table

RULE = RuleId("VV-8.5.1d")


def is_in_play(ctx: Context) -> bool:
    """BAU-10.6a: a variant leaves holding out."""
    return ctx.options.get("hold") != "no"


def holders(ctx: Context, stack: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """VV-2.1o: the counters of a stack that may pay for holding; with option hold_mixed=all_eligible all or none."""
    if not is_in_play(ctx):
        return ()
    able = tuple(unit for unit in stack if is_holder(ctx.counters[unit.id]))
    if ctx.options["hold_mixed"] == "all_eligible" and len(able) < len(stack):
        return ()
    return able


def most(ctx: Context, stack: tuple[Unit, ...], places: int) -> int:
    """Places of a retreat that can be bought off: one for each entitled counter."""
    return min(places, len(holders(ctx, stack)))


def hold_decision(
    ctx: Context, state: State, side: Side, place: str, places: int, key: str, *, bombarded: bool = False
) -> Decision:
    """D33: whether to hold; by default nobody does, under bombardment (D17) only in a built-up place."""
    stack = state.army(side).units_at.get(place, ())
    limit = most(ctx, stack, places)
    stays = bombarded and limit == places and ctx.board.cells[place].terrain in stacking_table(ctx).raised_in
    way = "1 place" if places == 1 else f"{places} places"
    return Decision(
        key=key,
        kind="hold",
        side=side,
        rule=RULE,
        question=f"The stack at {place} must retreat {way}: buy off how many of them with a step each, up to {limit}?",
        default=Hold(places=limit if stays else 0),
        place=place,
        units=tuple(unit.id for unit in stack),
        examples=tuple(Hold(places=count) for count in range(limit + 1)),
    )


def hold(game: Game[State], ctx: Context, side: Side, place: str, places: int, choice: Hold) -> Asking[int]:
    """VV-8.5.1d: pay for as many places as chosen and possible, each with another counter; hands back what is left."""
    stack = game.state.army(side).units_at.get(place, ())
    payers = tuple(unit.id for unit in holders(ctx, stack))
    cancelled = min(max(0, choice.places), most(ctx, stack, places))
    if not cancelled:
        return places
    for _ in range(cancelled):
        able = alive(game.state, payers)
        named = [unit for unit in choice.payers if unit in payers]
        payer = named[0] if named else next_loser(ctx, able, SPREAD)
        payers = tuple(unit for unit in payers if unit != payer)
        yield from lose_step(game, ctx, payer, "hold", RULE)
    left = places - cancelled
    if alive(game.state, tuple(unit.id for unit in stack)):
        yield GroundHeld(side=side, place=place, cancelled=cancelled, left=left)
    return left
