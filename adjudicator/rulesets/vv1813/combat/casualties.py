"""VV 8.7 and 7.4: commanders hit, killed, captured, driven from their place."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CommanderDisplaced,
    CommanderHit,
    CommanderOverrun,
    VictimDrawn,
)
from adjudicator.rulesets.vv1813.combat.combat_tables import commander_hit_table
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.morale import morale
from adjudicator.rulesets.vv1813.orders import Displace
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import Commander, State, enemy_of


def hit_commander(run: Run, side: Side, candidates: Sequence[str], *, by_bombardment: bool = False) -> Asking[None]:
    """VV-8.7a: one commander of a side is hit; of several, chance names the victim (VV-8.7b).

    The staff of a dead commander cannot be hit (VV-8.7f), a wounded one can (VV-8.7g). Death costs morale, for Napoleon
    a wound too (VV-8.7e). The dice of a bombardment are
    veiled: whether a commander stands in the place is hidden from the firer.
    """
    able = sorted(c for c in candidates if run.state.commander(c).health != "killed")
    if not able:
        return
    victim = able[0]
    if len(able) > 1:
        draw = run.dice.roll(f"{run.label}/victim", 1, len(able), veiled=by_bombardment)
        victim = able[draw.faces[0] - 1]
        yield VictimDrawn(rolls=(draw,), side=side, commander=victim, among=tuple(able), by_bombardment=by_bombardment)
    before = run.state.commander(victim)
    assert before.place is not None
    roll = run.dice.roll(f"{run.label}/commander", veiled=by_bombardment)
    outcome = commander_hit_table(run.ctx).read(roll.total)
    yield CommanderHit(
        rolls=(roll,),
        side=side,
        commander=victim,
        place=before.place,
        outcome=outcome,
        by_bombardment=by_bombardment,
    )
    if outcome == "killed":
        yield from morale.commander_lost(run.ctx, run.state, side, victim, "killed")
    elif outcome == "wounded" and before.health == "fit" and morale.is_napoleon(run.ctx, victim):
        yield from morale.napoleon_wounded(run.ctx, run.state)


# --- capture -----------------------------------------------------------------------------------------------


def overrun(run: Run, side: Side, place: str) -> Asking[None]:
    """VV-7.4a: combat units of a side have entered a place; enemy commanders who stood there alone are in danger.

    Each is captured on the table's number, which counts like his death (VV-7.4b); else he goes to the nearest
    friendly unit. The run's label names this one entry, so that the dice of another into the same place are others.
    """
    owner = enemy_of(side)
    army = run.state.army(owner)
    if army.units_at.get(place):
        return
    for commander in army.commanders_at.get(place, ()):
        yield from _overrun(run.under("capture", commander.id), owner, commander)


def _overrun(run: Run, owner: Side, commander: Commander) -> Asking[None]:
    assert commander.place is not None
    place = commander.place
    if commander.health == "killed":
        yield CommanderOverrun(side=owner, commander=commander.id, place=place, captured=False, staff=True)
        yield from _displace(run, owner, commander.id, place)
        return
    roll = run.dice.roll(run.label)
    captured = roll.total in commander_hit_table(run.ctx).captured
    yield CommanderOverrun(rolls=(roll,), side=owner, commander=commander.id, place=place, captured=captured)
    if captured:
        yield from morale.commander_lost(run.ctx, run.state, owner, commander.id, "captured")
    yield from _displace(run, owner, commander.id, place, captured=captured)


def refuges(ctx: Context, state: State, owner: Side, commander: str, place: str, *, captured: bool) -> tuple[str, ...]:
    """The nearest places with friendly units; for a captured man's staff, of his own formation if there are any."""
    stacks = state.army(owner).units_at
    own = [p for p, stack in stacks.items() if any(ctx.game.commands(ctx, commander, u.id) for u in stack)]
    able = own if captured and own else sorted(stacks)
    if not able:
        return ()
    near = min(distance(place, p) for p in able)
    return tuple(sorted(p for p in able if distance(place, p) == near))


def _displace(run: Run, owner: Side, commander: str, place: str, *, captured: bool = False) -> Asking[None]:
    ctx = run.ctx
    able = refuges(ctx, run.state, owner, commander, place, captured=captured)
    if not able:
        yield CommanderDisplaced(side=owner, commander=commander, origin=place, place=None)
        return
    to = able[0]
    if len(able) > 1:
        stacks = run.state.army(owner).units_at
        own = [p for p in able if any(ctx.game.commands(ctx, commander, u.id) for u in stacks[p])]
        default = (own or list(able))[0]
        decision = Decision(
            key=run.under("displaced", owner).label,
            kind="displaced",
            moments=("displaced",),
            side=owner,
            rule=RuleId("VV-7.4a"),
            question=f"To which nearest friendly unit does {ctx.name(commander)} go?",
            default=Displace(to=(default,)),
            place=place,
            units=(commander,),
            examples=tuple(Displace(to=(p,)) for p in able),
        )
        wanted = (yield from decided(decision, Displace)).to
        to = next((p for p in wanted if p in able), default)
    yield CommanderDisplaced(side=owner, commander=commander, origin=place, place=to)
