"""LB 19.10 to 19.14, LB 40.8 to 40.10, HEI-dragoon-3: skirmishers before cavalry."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import Sheltered
from adjudicator.rulesets.labataille.choices import DragoonsRetreat, Shelter
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.ground import is_general_order
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.retreating import go_back
from adjudicator.rulesets.labataille.morale.breaking import Cause, rout
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.state import State, Unit


def refuges(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """LB-19.10, D3: adjacent hexes with infantry in good order, then broken ground; the lowest first."""
    side = ctx.units[unit.id].side
    around = sorted(
        {there for place in unit.places for there in ctx.board.neighbours[place] if there not in unit.places}
    )
    free = [place for place in around if not ctx.theirs(state.at(place), side)]
    manned = [
        place
        for place in free
        if any(
            ctx.units[one.id].arm == "infantry" and one.morale == "good" and one.formation != "skirmish"
            for one in state.at(place)
        )
    ]
    return (*manned, *(place for place in free if place not in manned and is_general_order(ctx, state, place)))


def run_for_cover(run: Here, name: str) -> Asking[bool]:
    """LB-19.10: without firing or checking, to the bottom of the stack there; says whether there was cover."""
    ctx, unit = run.ctx, run.state.unit(name)
    places = refuges(ctx, run.state, unit)
    if not places:
        return False
    choice = yield from decided_now(
        run,
        "shelter",
        name,
        "LB-19.10",
        f"Where does {ctx.units[name].name} take cover?",
        Shelter(places=places[:1]),
        place=unit.place,
    )
    wished = [place for place in (choice.places if isinstance(choice, Shelter) else ()) if place in places]
    goal = (wished or list(places))[0]
    formation = "general order" if is_general_order(ctx, run.state, goal) else "column"
    yield Sheltered(side=ctx.units[name].side, unit=name, place=goal, formation=formation)
    return True


def is_dragoon_skirmisher(ctx: Context, unit: Unit) -> bool:
    """HEI-dragoon-1: Russian dragoons who skirmish as infantry does."""
    card = ctx.units[unit.id]
    return card.type == "dragoon" and card.nation == "Russian" and unit.formation == "skirmish"


def dragoons_met(run: Here, name: str) -> Asking[bool]:
    """HEI-dragoon-3: at contact they check: passed, they ride off; failed, they rout their full movement."""
    ctx = run.ctx
    begin = run.state.unit(name).places
    if (yield from check(run, name, Call("HEI-dragoon-3", "dragoons"))):
        choice = yield from decided_now(
            run, "dragoons", name, "HEI-dragoon-3", "How far do the dragoons ride off?", DragoonsRetreat()
        )
        hexes = choice.hexes if isinstance(choice, DragoonsRetreat) else 99
        yield from go_back(run, name, min(hexes, ctx.units[name].movement))
        return False
    way = yield from rout(run, name, Cause("HEI-dragoon-3", hexes=ctx.units[name].movement))
    yield from fallout(run, [(name, begin, way)], begin[0])
    return False


def sheltered_in(state: State, places: Sequence[str]) -> tuple[str, ...]:
    """Who has taken cover in these hexes."""
    return tuple(unit.id for place in places for unit in state.at(place) if unit.has("sheltered"))


RULE = RuleId("LB-19.10")
