"""LB 34, section 6.4: what the result of a melee does to each side."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.hurt import after_losses
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.melee.events import GunsCaptured
from adjudicator.rulesets.labataille.melee.values import Clash, hex_of
from adjudicator.rulesets.labataille.morale.breaking import Cause, Fled, disorder, leaders_with, lose, rout
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.events import MoraleChanged, UnitLost
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.state import COALITION, State, Unit
from adjudicator.rulesets.labataille.tables import MeleeResult

Broken = list[tuple[str, tuple[str, ...], Fled]]


def losses_of(ctx: Context, state: State, clash: Clash, result: MeleeResult) -> tuple[tuple[str, int], ...]:
    """LB-11.1, 6.4: the top unit of each side; of several attacking hexes the one with most melee value first."""
    side = ctx.units[clash.attackers[0]].side
    found: list[tuple[str, int]] = []
    for lost, order in (
        (result.attacker, attackers_in_order(ctx, state, clash)),
        (result.defender, tuple(unit.id for unit in ctx.theirs(state.at(clash.target), side))),
    ):
        left = lost
        for one in order:
            taken = min(left, increments(ctx, state.unit(one)))
            if taken:
                found.append((one, taken))
                left -= taken
    return tuple(found)


def attackers_in_order(ctx: Context, state: State, clash: Clash) -> tuple[str, ...]:
    """The stack of most melee value first, each from the top down."""
    places: dict[str, list[Unit]] = {}
    for one in clash.attackers:
        unit = state.unit(one)
        places.setdefault(hex_of(ctx, unit, clash.target), []).append(unit)
    order = sorted(places, key=lambda place: (-sum(ctx.units[u.id].melee for u in places[place]), place))
    return tuple(u.id for place in order for u in sorted(places[place], key=lambda unit: (unit.rank, unit.id)))


def carry_out(run: Here, clash: Clash, result: MeleeResult, lost: dict[str, int]) -> Asking[None]:
    """Section 6.4: the matrix."""
    ctx = run.ctx
    side = ctx.units[clash.attackers[0]].side
    defenders = tuple(unit.id for unit in ctx.theirs(run.state.at(clash.target), side))
    yield from after_losses(run, clash.target, lost)
    broken: Broken = []
    match result.sort:
        case "AD" | "AR":
            for one in clash.attackers:
                yield from _attacker(run, clash, one, result.sort, broken)
        case "DD" | "DR" | "DS":
            for one in _foot_first(ctx, defenders):
                yield from _defender(run, clash, one, result.sort, broken)
        case "losses":
            if result.attacker_checks:
                yield from _starred(run, _present(run, clash.attackers), broken)
            if result.defender_checks:
                yield from _starred(run, _present(run, defenders), broken)
        case _:
            pass
    yield from fallout(run, broken, clash.target)


def _foot_first(ctx: Context, units: Sequence[str]) -> list[str]:
    """LB-32.8: guns share the fate of the infantry with them, after it."""
    return sorted(units, key=lambda one: ctx.units[one].arm == "artillery")


def _present(run: Here, units: Sequence[str]) -> tuple[str, ...]:
    return tuple(one for one in units if run.state.unit(one).status == "map")


# --- attackers ---


def _attacker(run: Here, clash: Clash, name: str, sort: str, broken: Broken) -> Asking[None]:
    """LB-14.13, LB-14.14, LB-16.27: infantry disorders or routs, cavalry routs, each with losses for zones."""
    unit = run.state.unit(name)
    if unit.status != "map":
        return
    begin = unit.places
    cavalry = run.ctx.units[name].arm == "cavalry"
    if sort == "AD" and not cavalry:
        way = yield from disorder(run, name, Cause("LB-14.13", melee=True))
    else:
        extra = 1 if cavalry and sort == "AR" else 0
        way = yield from rout(run, name, Cause("LB-14.14", melee=True, extra=extra))
    broken.append((name, begin, way))


# --- defenders ---


def _defender(run: Here, clash: Clash, name: str, sort: str, broken: Broken) -> Asking[None]:
    ctx, unit = run.ctx, run.state.unit(name)
    if unit.status != "map":
        return
    begin, card = unit.places, ctx.units[name]
    by_cavalry = ctx.units[clash.attackers[0]].arm == "cavalry"
    if ctx.board.cells[clash.target].terrain == "redoubt":
        done = yield from _in_redoubt(run, clash, unit, sort, by_cavalry=by_cavalry)
        if done:
            return
    if sort == "DS":
        yield from _surrenders(run, unit)
        return
    if unit.formation == "unlimbered":
        yield UnitLost(rule=RuleId("LB-34.1"), side=card.side, unit=name, place=unit.place)
        return
    way: Fled = ()
    if unit.morale == "routed" and sort == "DR":
        yield from _surrenders(run, unit)
        return
    if unit.morale == "routed":
        yield from lose(run, name, 1, "LB-14.13")
        if run.state.unit(name).status == "map":
            way = yield from rout(run, name, Cause("LB-14.13"))
    elif sort == "DD":
        way = yield from disorder(run, name, Cause("LB-14.13", melee=True))
    else:
        extra = 1 if card.arm == "cavalry" else 0
        way = yield from rout(run, name, Cause("LB-14.14", melee=True, extra=extra))
    broken.append((name, begin, way))


def _surrenders(run: Here, unit: Unit) -> Asking[None]:
    """LB-34.1: removed; leaders with it are taken."""
    yield UnitLost(
        rule=RuleId("LB-34.1"),
        side=run.ctx.units[unit.id].side,
        unit=unit.id,
        how="surrendered",
        place=unit.place,
        captured=leaders_with(run.ctx, run.state, unit),
    )


def _in_redoubt(run: Here, clash: Clash, unit: Unit, sort: str, *, by_cavalry: bool) -> Asking[bool]:
    """HEI-redoubt-6, HEI-redoubt-7: guns of a redoubt are taken for a while, or disordered by cavalry."""
    card = run.ctx.units[unit.id]
    if card.arm != "artillery":
        return False
    if by_cavalry and sort == "DD":
        yield MoraleChanged(rule=RuleId("HEI-redoubt-7"), side=card.side, unit=unit.id, morale="disordered")
        return True
    if not by_cavalry and sort == "DD" and card.side == COALITION:
        yield GunsCaptured(side=card.side, unit=unit.id, place=clash.target)
        return True
    yield UnitLost(rule=RuleId("HEI-redoubt-7"), side=card.side, unit=unit.id, place=unit.place)
    return True


# --- starred results ---


def _starred(run: Here, units: Sequence[str], broken: Broken) -> Asking[None]:
    """LB-31.9, R-45, R-118: a plain check of every unit in the melee; who fails goes as from a melee."""
    for one in units:
        if (yield from check(run, one, Call("LB-31.9", "melee"))):
            continue
        unit = run.state.unit(one)
        begin = unit.places
        if unit.formation == "unlimbered":
            yield UnitLost(rule=RuleId("LB-31.9"), side=run.ctx.units[one].side, unit=one, place=unit.place)
            continue
        way = yield from disorder(run, one, Cause("LB-31.9", melee=True))
        broken.append((one, begin, way))
