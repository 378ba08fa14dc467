"""VV 8.5, 8.5.1: retreats after combat and bombardment: where to, at what price, and what if there is no way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.rulesets.vv1813 import holding
from adjudicator.rulesets.vv1813.combat_events import RetreatBlocked, UnitsLeftMap, UnitsRetreated, UnitsSaved
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen
from adjudicator.rulesets.vv1813.entering import entered
from adjudicator.rulesets.vv1813.losses import alive, ask_policy, lose_step, take
from adjudicator.rulesets.vv1813.orders import Hold, LossPolicy, RetreatTo
from adjudicator.rulesets.vv1813.retreat_paths import Refuge, Retreating, can_go_anywhere, first_places, refuge
from adjudicator.rulesets.vv1813.state import State

NOWHERE: frozenset[str] = frozenset()
Cause = Literal["combat", "bombardment"]


@dataclass(frozen=True, slots=True)
class Beaten:
    """A stack that must retreat."""

    side: Side
    place: str
    places: int
    cause: Cause = "combat"
    still_attacked: frozenset[str] = NOWHERE
    """Places that are still to be attacked in this phase (VV-8.5.1e)."""
    fought_over: frozenset[str] = NOWHERE
    """Places of the combat itself: nobody retreats into them."""


def fall_back(
    game: Game[State],
    ctx: Context,
    stacks: Sequence[Beaten],
    label: str,
    dice: Dice,
    policy: LossPolicy | None = None,
) -> Asking[tuple[str, ...]]:
    """VV-8.5c: the stacks of one side retreat, each as a whole; hands back the units that went.

    All questions to the owner are put together: whether to hold (D33), and where to go (D34). `policy` says who takes
    the losses on the way, where an order says so.
    """
    for beaten in stacks:
        yield from ctx.game.gather(game, ctx, beaten.side, beaten.place)
    standing = [beaten for beaten in stacks if game.state.army(beaten.side).units_at.get(beaten.place)]
    asked = [(beaten, _questions(ctx, game.state, beaten, label)) for beaten in standing]
    reply = yield from ask(*(decision for _, decisions in asked for decision in decisions))
    gone: tuple[str, ...] = ()
    for beaten, decisions in asked:
        if game.state.ending is not None:
            break
        gone += yield from _retreat(game, ctx, beaten, decisions, reply, label, dice, policy)
    return gone


# --- questions ---------------------------------------------------------------------------------------------


def _questions(ctx: Context, state: State, beaten: Beaten, label: str) -> tuple[Decision, ...]:
    """What the owner is asked; after a bombardment whatever the stack is, so that asking shows nothing of it."""
    stack = state.army(beaten.side).units_at[beaten.place]
    bombarded = beaten.cause == "bombardment"
    found: list[Decision] = []
    if holding.most(ctx, stack, beaten.places) or (bombarded and holding.is_in_play(ctx)):
        key = f"{label}/hold/{beaten.place}/{beaten.side}"
        found.append(
            holding.hold_decision(ctx, state, beaten.side, beaten.place, beaten.places, key, bombarded=bombarded)
        )
    going = _going(state, beaten, beaten.places)
    if can_go_anywhere(ctx, state, going):
        found.append(_way_decision(ctx, state, going, f"{label}/retreat/{beaten.place}/{beaten.side}"))
    return tuple(found)


def _going(state: State, beaten: Beaten, places: int) -> Retreating:
    army = state.army(beaten.side)
    return Retreating(
        side=beaten.side,
        units=tuple(unit.id for unit in army.units_at[beaten.place]),
        commanders=tuple(one.id for one in army.commanders_at.get(beaten.place, ())),
        start=beaten.place,
        places=places,
        still_attacked=beaten.still_attacked,
        fought_over=beaten.fought_over,
        edge_first=beaten.cause == "bombardment",
    )


def _way_decision(ctx: Context, state: State, going: Retreating, key: str) -> Decision:
    """D34: places to retreat to; by default the one farthest from the enemy, then the one nearest the own edge.

    After a bombardment (D17) the own edge counts first.
    """
    far = "1 place" if going.places == 1 else f"{going.places} places"
    return Decision(
        key=key,
        kind="retreat",
        side=going.side,
        rule=RuleId("VV-8.5c"),
        question=f"The stack at {going.start} retreats {far}: where to?",
        default=RetreatTo(to=refuge(ctx, state, going, ()).path),
        place=going.start,
        units=going.units,
        examples=tuple(RetreatTo(to=(place,)) for place in first_places(ctx, state, going)),
    )


# --- going back --------------------------------------------------------------------------------------------


def _retreat(
    game: Game[State],
    ctx: Context,
    beaten: Beaten,
    decisions: tuple[Decision, ...],
    reply: Mapping[str, Choice],
    label: str,
    dice: Dice,
    policy: LossPolicy | None,
) -> Asking[tuple[str, ...]]:
    left = beaten.places
    wanted: tuple[str, ...] = ()
    for decision in decisions:
        if decision.kind == "hold":
            choice = chosen(reply, decision, Hold)
            left = yield from holding.hold(game, ctx, beaten.side, beaten.place, left, choice)
        else:
            wanted = chosen(reply, decision, RetreatTo).to
    if not left or not game.state.army(beaten.side).units_at.get(beaten.place):
        return ()
    going = _going(game.state, beaten, left)
    found = refuge(ctx, game.state, going, wanted)
    here = f"{label}/retreat/{beaten.place}"
    if found.path:
        yield from _go(game, ctx, going, found, here, dice)
    if game.state.ending is None:
        yield from _pay(game, ctx, going, found, beaten, here, policy)
    if game.state.ending is None:
        yield from _leave(game, going, found)
    return going.units if found.path or found.end in ("saved", "away") else ()


def _go(game: Game[State], ctx: Context, going: Retreating, found: Refuge, label: str, dice: Dice) -> Asking[None]:
    """VV-8.5c: the whole stack goes, its commanders with it; what it enters is taken."""
    yield UnitsRetreated(
        side=going.side,
        units=going.units,
        commanders=going.commanders,
        origin=going.start,
        path=found.path,
        through_zone=found.through_zone,
        closed=ctx.game.is_expelled(ctx, game.state, going.side, going.start),
    )
    for index, place in enumerate(found.path, start=1):
        yield from entered(game, ctx, going.side, place, dice, f"{label}/{index}")
        if game.state.ending is not None:
            return


def _pay(
    game: Game[State],
    ctx: Context,
    going: Retreating,
    found: Refuge,
    beaten: Beaten,
    label: str,
    policy: LossPolicy | None,
) -> Asking[None]:
    """VV-8.5.1b, VV-8.5.1c: a step for a way through enemy zones, and what it costs to find no way."""
    if found.through_zone:
        yield from _pay_one(game, ctx, going, beaten, f"{label}/zone/{going.side}", policy, "VV-8.5.1b")
    if found.end != "blocked" or not alive(game.state, going.units):
        return
    stuck = found.path[-1] if found.path else going.start
    caught = tuple(unit.id for unit in alive(game.state, going.units))
    yield RetreatBlocked(side=going.side, place=stuck, units=caught)
    if found.path or ctx.options["blocked_loss"] == "per_stack":
        yield from _pay_one(game, ctx, going, beaten, f"{label}/blocked/{going.side}", policy, "VV-8.5.1c")
        return
    for unit in caught:
        yield from lose_step(game, ctx, unit, "blocked", "VV-8.5.1c")


def _pay_one(
    game: Game[State],
    ctx: Context,
    going: Retreating,
    beaten: Beaten,
    key: str,
    policy: LossPolicy | None,
    rule: Literal["VV-8.5.1b", "VV-8.5.1c"],
) -> Asking[None]:
    if policy is None:
        policy = yield from ask_policy(game, ctx, going.side, going.units, key, always=beaten.cause == "bombardment")
    why: Literal["zone", "blocked"] = "zone" if rule == "VV-8.5.1b" else "blocked"
    yield from take(game, ctx, going.units, 1, policy, why=why, rule=rule)


def _leave(game: Game[State], going: Retreating, found: Refuge) -> Asking[None]:
    """VV-10.G2 and the game's own rule: off the map, saved for good or to come back."""
    units = tuple(unit.id for unit in alive(game.state, going.units))
    place = found.path[-1] if found.path else going.start
    if not units:
        return
    if found.end == "saved":
        yield UnitsSaved(side=going.side, units=units, commanders=going.commanders, place=place)
    elif found.end == "away":
        yield UnitsLeftMap(
            side=going.side, units=units, commanders=going.commanders, place=place, back_on=found.back_on
        )
