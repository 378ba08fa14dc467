"""VV 8.5, 8.5.1: retreats after combat and bombardment: where to, at what price, and what if there is no way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.core.types import Choice, Decision, RuleId
from adjudicator.kit.run import Asking, ask, chosen
from adjudicator.rulesets.vv1813.combat import holding
from adjudicator.rulesets.vv1813.combat.aftermath_events import RetreatBlocked, UnitsLeftMap, UnitsRetreated
from adjudicator.rulesets.vv1813.combat.beaten import Beaten
from adjudicator.rulesets.vv1813.combat.losses import Why, alive, ask_policy, lose_step, take
from adjudicator.rulesets.vv1813.combat.retreat_paths import Refuge, Retreating, can_go_anywhere, first_places, refuge
from adjudicator.rulesets.vv1813.movement.entering import entered
from adjudicator.rulesets.vv1813.movement.events import UnitsSaved
from adjudicator.rulesets.vv1813.orders import Hold, LossPolicy, RetreatTo
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State


def fall_back(run: Run, stacks: Sequence[Beaten], policy: LossPolicy | None = None) -> Asking[tuple[str, ...]]:
    """VV-8.5c: the stacks of one side retreat, each as a whole; hands back the units that went.

    All questions to the owner are put together: whether to hold (D33), and where to go (D34). `policy` says who takes
    the losses on the way, where an order says so.
    """
    for beaten in stacks:
        yield from run.ctx.game.gather(run, beaten.side, beaten.place)
    standing = [beaten for beaten in stacks if run.state.army(beaten.side).units_at.get(beaten.place)]
    asked = [(beaten, _going(run.state, beaten), _questions(run, beaten)) for beaten in standing]
    reply = yield from ask(*(decision for _, _, decisions in asked for decision in decisions))
    gone: tuple[str, ...] = ()
    for beaten, stack, decisions in asked:
        gone += yield from _retreat(run, beaten, stack, decisions, reply, policy)
    return gone


# --- questions ---------------------------------------------------------------------------------------------


def _questions(run: Run, beaten: Beaten) -> tuple[Decision, ...]:
    """What the owner is asked; after a bombardment whatever the stack is, so that asking shows nothing of it."""
    stack = run.state.army(beaten.side).units_at[beaten.place]
    found: list[Decision] = []
    if holding.most(run.ctx, stack, beaten.places) or (beaten.bombarded and holding.is_in_play(run.ctx)):
        found.append(holding.hold_decision(run, beaten))
    going = _going(run.state, beaten)
    if can_go_anywhere(run.ctx, run.state, going):
        found.append(_way_decision(run, beaten, going))
    return tuple(found)


def _going(state: State, beaten: Beaten) -> Retreating:
    """The stack as it stands when its side is to go back; who falls back into its place later is none of it."""
    army = state.army(beaten.side)
    return Retreating(
        side=beaten.side,
        units=tuple(unit.id for unit in army.units_at[beaten.place]),
        commanders=tuple(one.id for one in army.commanders_at.get(beaten.place, ())),
        start=beaten.place,
        places=beaten.places,
        still_attacked=beaten.still_attacked,
        fought_over=beaten.fought_over,
        edge_first=beaten.bombarded,
    )


def _way_decision(run: Run, beaten: Beaten, going: Retreating) -> Decision:
    """D34: places to retreat to; by default the one farthest from the enemy, then the one nearest the own edge.

    After a bombardment (D17) the own edge counts first.
    """
    far = "1 place" if going.places == 1 else f"{going.places} places"
    return Decision(
        key=run.under("retreat", going.start, going.side).label,
        kind="retreat",
        moments=(*beaten.moments(run.side), "must_retreat"),
        side=going.side,
        rule=RuleId("VV-8.5c"),
        question=f"The stack at {going.start} retreats {far}: where to?",
        default=RetreatTo(to=refuge(run.ctx, run.state, going, ()).path),
        place=going.start,
        places=beaten.targets,
        units=going.units,
        examples=tuple(RetreatTo(to=(place,)) for place in first_places(run.ctx, run.state, going)),
    )


# --- going back --------------------------------------------------------------------------------------------


def _retreat(
    run: Run,
    beaten: Beaten,
    stack: Retreating,
    decisions: tuple[Decision, ...],
    reply: Mapping[str, Choice],
    policy: LossPolicy | None,
) -> Asking[tuple[str, ...]]:
    left = beaten.places
    wanted: tuple[str, ...] = ()
    for decision in decisions:
        if decision.kind == "hold":
            left = yield from holding.hold(run, beaten, chosen(reply, decision, Hold))
        else:
            wanted = chosen(reply, decision, RetreatTo).to
    units = tuple(unit.id for unit in alive(run.state, stack.units))
    if not left or not units:
        return ()
    going = replace(stack, units=units, places=left)
    found = refuge(run.ctx, run.state, going, wanted)
    here = run.under("retreat", beaten.place)
    if found.path:
        yield from _go(here, going, found)
    yield from _pay(here, going, found, beaten, policy)
    yield from _leave(run, going, found)
    return going.units if found.path or found.end in ("saved", "away") else ()


def _go(run: Run, going: Retreating, found: Refuge) -> Asking[None]:
    """VV-8.5c: the whole stack goes, its commanders with it; what it enters is taken."""
    yield UnitsRetreated(
        side=going.side,
        units=going.units,
        commanders=going.commanders,
        origin=going.start,
        path=found.path,
        through_zone=found.through_zone,
        closed=run.ctx.game.is_expelled(run.ctx, run.state, going.side, going.start),
    )
    for index, place in enumerate(found.path, start=1):
        passing = index < len(found.path)
        yield from entered(run.under(str(index)), going.side, place, passing=passing)


def _pay(run: Run, going: Retreating, found: Refuge, beaten: Beaten, policy: LossPolicy | None) -> Asking[None]:
    """VV-8.5.1b, VV-8.5.1c: a step for a way through enemy zones, and what it costs to find no way."""
    if found.through_zone:
        yield from _pay_one(run.under("zone", going.side), going, beaten, policy, "zone", "VV-8.5.1b")
    if found.end != "blocked" or not alive(run.state, going.units):
        return
    stuck = found.path[-1] if found.path else going.start
    caught = tuple(unit.id for unit in alive(run.state, going.units))
    yield RetreatBlocked(side=going.side, place=stuck, units=caught)
    if found.path or run.ctx.options["blocked_loss"] == "per_stack":
        yield from _pay_one(run.under("blocked", going.side), going, beaten, policy, "blocked", "VV-8.5.1c")
        return
    for unit in caught:
        yield from lose_step(run, unit, "blocked", "VV-8.5.1c")


def _pay_one(
    run: Run, going: Retreating, beaten: Beaten, policy: LossPolicy | None, why: Why, rule: str
) -> Asking[None]:
    if policy is None:
        policy = yield from ask_policy(run, beaten, going.units)
    yield from take(run, going.units, 1, policy, why=why, rule=rule)


def _leave(run: Run, going: Retreating, found: Refuge) -> Asking[None]:
    """VV-10.G2 and the game's own rule: off the map, saved for good or to come back."""
    units = tuple(unit.id for unit in alive(run.state, going.units))
    place = found.path[-1] if found.path else going.start
    if not units:
        return
    if found.end == "saved":
        yield UnitsSaved(side=going.side, units=units, commanders=going.commanders, place=place)
    elif found.end == "away":
        yield UnitsLeftMap(
            side=going.side, units=units, commanders=going.commanders, place=place, back_on=found.back_on
        )
