"""VV 8.5.1d: holding the ground: Russian line infantry and Guard lose a step instead of retreating a place."""

from __future__ import annotations

from adjudicator.core.types import Decision, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.vv1813.combat.aftermath_events import GroundHeld
from adjudicator.rulesets.vv1813.combat.beaten import Beaten
from adjudicator.rulesets.vv1813.combat.engagement import is_holder
from adjudicator.rulesets.vv1813.combat.losses import SPREAD, alive, lose_step, next_loser
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.tables import stacking_table
from adjudicator.rulesets.vv1813.orders import Hold
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import Unit

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


def hold_decision(run: Run, beaten: Beaten) -> Decision:
    """D33: whether to hold; by default nobody does, under bombardment (D17) only in a built-up place."""
    ctx, place, places = run.ctx, beaten.place, beaten.places
    stack = run.state.army(beaten.side).units_at.get(place, ())
    limit = most(ctx, stack, places)
    built_up = ctx.board.cells[place].terrain in stacking_table(ctx).raised_in
    stays = beaten.bombarded and limit == places and built_up
    way = "1 place" if places == 1 else f"{places} places"
    return Decision(
        key=run.under("hold", place, beaten.side).label,
        kind="hold",
        moments=(*beaten.moments(run.side), "must_retreat"),
        side=beaten.side,
        rule=RULE,
        question=f"The stack at {place} must retreat {way}: buy off how many of them with a step each, up to {limit}?",
        default=Hold(places=limit if stays else 0),
        place=place,
        places=beaten.targets,
        units=tuple(unit.id for unit in stack),
        examples=tuple(Hold(places=count) for count in range(limit + 1)),
    )


def hold(run: Run, beaten: Beaten, choice: Hold) -> Asking[int]:
    """VV-8.5.1d: pay for as many places as chosen and possible, each with another counter; hands back what is left."""
    stack = run.state.army(beaten.side).units_at.get(beaten.place, ())
    payers = tuple(unit.id for unit in holders(run.ctx, stack))
    cancelled = min(max(0, choice.places), most(run.ctx, stack, beaten.places))
    if not cancelled:
        return beaten.places
    for _ in range(cancelled):
        able = alive(run.state, payers)
        named = [unit for unit in choice.payers if unit in payers]
        payer = named[0] if named else next_loser(run.ctx, able, SPREAD)
        payers = tuple(unit for unit in payers if unit != payer)
        yield from lose_step(run, payer, "hold", RULE)
    left = beaten.places - cancelled
    if alive(run.state, tuple(unit.id for unit in stack)):
        yield GroundHeld(side=beaten.side, place=beaten.place, cancelled=cancelled, left=left)
    return left
