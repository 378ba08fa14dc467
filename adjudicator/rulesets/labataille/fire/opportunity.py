"""LB 14.7 to 14.11, LB 28: opportunity fire at whoever leaves a zone or changes formation in one."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.core.types import Decision, RuleId
from adjudicator.kit.run import Asking, ask, chosen
from adjudicator.rulesets.labataille.choices import OpportunityFire
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import ODDS, fact
from adjudicator.rulesets.labataille.fire.defence import fire_defence
from adjudicator.rulesets.labataille.fire.factors import Shot, may_fire, shots
from adjudicator.rulesets.labataille.fire.volley import Fire, resolve
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of

RULE = RuleId("LB-28.1")


def firers(ctx: Context, state: State, target: str, unit: str) -> tuple[Unit, ...]:
    """LB-28.1, LB-28.3, LB-28.4: enemies next to a hex who have it before their front, or are in carré beside it."""
    enemy = enemy_of(ctx.units[unit].side)
    around = (target, *ctx.board.neighbours[target])
    found: dict[str, Unit] = {}
    for place in around:
        for one in state.at(place):
            if ctx.units[one.id].side == enemy and may_fire(ctx, one) and not one.has("bound to fire not"):
                bears = target in front_hexes(ctx, one) or (one.formation == "carre" and place in around)
                if bears:
                    found[one.id] = one
    return tuple(found[one] for one in sorted(found))


def opportunity_fire(run: Here, unit: str, places: tuple[str, ...], *, on_bridge: bool = False) -> Asking[bool]:
    """D6, R-36, R-37: all who may and will fire at a unit fire as one, each once; says whether anybody did.

    A unit in several hexes is fired at in the first of them that each firer has before his front.
    """
    done: set[str] = set()
    for place in places:
        if place not in run.state.unit(unit).places:
            continue
        done |= yield from _at(run, unit, place, done, on_bridge=on_bridge)
    return bool(done)


def _at(run: Here, unit: str, place: str, done: set[str], *, on_bridge: bool) -> Asking[set[str]]:
    ctx = run.ctx
    asked = [_decision(run, one, unit, place) for one in firers(ctx, run.state, place, unit) if one.id not in done]
    reply = yield from ask(*asked)
    willing: list[Shot] = []
    for decision in asked:
        if chosen(reply, decision, OpportunityFire).fires:
            firer = run.state.unit(decision.units[0])
            willing += list(shots(ctx, run.state, firer, place, "opportunity"))
    if willing:
        yield from resolve(run, Fire("opportunity", place, _strongest_first(willing), on_bridge=on_bridge))
    return {shot.unit for shot in willing}


def _strongest_first(found: list[Shot]) -> tuple[Shot, ...]:
    """The strongest shot names the hexside by which the fire comes in."""
    return tuple(sorted(found, key=lambda shot: (-shot.value.value, shot.unit, shot.place)))


def _decision(run: Here, firer: Unit, unit: str, place: str) -> Decision:
    ctx = run.ctx
    name, target = ctx.units[firer.id].name, ctx.units[unit].name
    value = sum((shot.value.value for shot in shots(ctx, run.state, firer, place, "opportunity")), Fraction(0))
    side = ctx.units[firer.id].side
    defence = fire_defence(ctx, run.state, place, firer.place, side).value if value else 1
    return Decision(
        key=run.numbered("opportunity-fire", firer.id, place).label,
        kind="opportunity_fire",
        side=ctx.units[firer.id].side,
        rule=RULE,
        question=f"Does {name} fire at {target} in {place}?",
        default=OpportunityFire(fires=True),
        place=place,
        units=(firer.id, unit),
        facts=(fact(ODDS, value / defence),),
        examples=(OpportunityFire(fires=True), OpportunityFire(fires=False)),
    )
