"""NLC-7.6b-7 to 7.7d: after a charge: who goes back, who stays, who pursues."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import AfterCharge, AfterPursuit
from adjudicator.rulesets.nlc.combat import hits
from adjudicator.rulesets.nlc.combat.charge_fight import Riders, Target, fight, units_of
from adjudicator.rulesets.nlc.combat.events import PursuitTested
from adjudicator.rulesets.nlc.combat.left_alone import bereft
from adjudicator.rulesets.nlc.combat.reacting import Entered, Entry, How, may_react
from adjudicator.rulesets.nlc.combat.retreats import Cause, Fled, go_back
from adjudicator.rulesets.nlc.combat.terrain import may_ride
from adjudicator.rulesets.nlc.command.leaders import surprised
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved
from adjudicator.rulesets.nlc.movement.stacks import fits
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

NOBODY = Fled()


@dataclass(frozen=True, slots=True)
class Wish:
    """D-7 as it was written with the charge."""

    then: str = ""
    pursue_to: str = ""


def settled(
    run: Here, riders: Sequence[Riders], target: Target, won: bool, wish: Wish, entered: Entered
) -> Asking[None]:
    """II.3, II.4: losers and those who only held their own ride back; the beaten go, the winners choose."""
    if not won:
        for one in riders:
            yield from ride_back(run, one, "retreat", entered)
        yield from bereft(run, enemy_of(_side(run, riders)), target.place)
        return
    beaten = hits.alive(run.state, target.units)
    fled = NOBODY
    if beaten:
        fled = yield from back(run, beaten, tuple(one.came_from for one in riders), "charge", entered)
    yield from bereft(run, enemy_of(_side(run, riders)), target.place)
    yield from victorious(run, riders, target.place, fled, wish, entered)


def _side(run: Here, riders: Sequence[Riders]) -> Side:
    return run.state.sides[riders[0].units[0]]


def back(run: Here, units: Sequence[Unit], away_from: Sequence[str], cause: Cause, entered: Entered) -> Asking[Fled]:
    """A stack goes back one hex, and cavalry near the hex may fall on it (A-57)."""
    side, place = run.state.sides[units[0].id], units[0].place or ""
    fled = yield from go_back(run, units, away_from, cause)
    if not fled.moved or not fled.units:
        return fled
    leaders = tuple(one.id for one in run.state.leaders_at(side, fled.place))
    entry = Entry(side, fled.units, leaders, fled.place, place, "retreat")
    outcome = yield from entered(run, entry)
    return replace(fled, units=outcome.units, place=outcome.place)


# --- riding back ----------------------------------------------------------------------------------------------------


def ride_back(run: Here, riders: Riders, how: How, entered: Entered) -> Asking[None]:
    """NLC-7.6b-7, NLC-7.6b-8: chargers go back to their starting hex, the way they came; others may react (A-87)."""
    units = tuple(unit.id for unit in hits.alive(run.state, riders.units))
    if not units:
        return
    side, here = run.state.sides[units[0]], riders.here
    if not _has_room(run, side, riders.origin, units):
        yield from back(run, [run.state.unit(one) for one in units], (), "charge", entered)
        return
    ahead: list[str] = []
    for place in riders.way_back:
        ahead.append(place)
        is_watched = any(may_react(run.ctx, run.state, side, place))
        if not is_watched and place != riders.way_back[-1]:
            continue
        yield StackMoved(
            rule=RuleId("NLC-7.6b-7"), side=side, units=units, origin=here, path=tuple(ahead), manner="return"
        )
        before, here, ahead = (ahead[-2] if len(ahead) > 1 else here), place, []
        outcome = yield from entered(run, Entry(side, units, (), place, before, how, origin=riders.origin))
        if not outcome.goes_on:
            return
        units = outcome.units


def _has_room(run: Here, side: Side, place: str, units: tuple[str, ...]) -> bool:
    """Whether the starting hex can still take them."""
    coming = [run.state.unit(one) for one in units]
    return not run.state.at(enemy_of(side), place) and fits(run.ctx, run.state, side, place, coming)


# --- victory and pursuit --------------------------------------------------------------------------------------------


def victorious(
    run: Here, riders: Sequence[Riders], place: str, fled: Fled, wish: Wish, entered: Entered
) -> Asking[None]:
    """II.4, NLC-7.6b-8, NLC-7.7c: the winners stay, return or pursue; who will not pursue tests his hold on them."""
    riders = tuple(one for one in riders if hits.alive(run.state, one.units))
    if not riders:
        return
    side = _side(run, riders)
    yield from surprised(run, side, place)
    choice = yield from _after_charge(run, riders, place, wish)
    goal = _goal(run, side, place, fled, choice.place) if choice.what == "pursue" else ""
    if not goal:
        in_hand = yield from _held(run, riders, place)
        goal = "" if in_hand else _goal(run, side, place, fled, "")
    if goal:
        yield from _pursuit(run, riders, place, goal, fled, entered)
    elif choice.what == "return" or run.state.at(enemy_of(side), place) or choice.what == "pursue":
        for one in riders:
            yield from ride_back(run, one, "return", entered)
    else:
        yield from _stay(run, riders, place, entered)


def _after_charge(run: Here, riders: Sequence[Riders], place: str, wish: Wish) -> Asking[AfterCharge]:
    """D-7: as written with the charge, else asked."""
    if wish.then:
        return AfterCharge.model_validate({"what": wish.then, "place": wish.pursue_to})
    units = hits.by_weight(run.ctx, units_of(run.state, riders))
    question = Decision(
        key=f"{run.label}/after charge",
        kind="after_charge",
        moments=("charging",),
        side=_side(run, riders),
        rule=RuleId("NLC-7.6b-8"),
        question=f"Does the victorious cavalry in {place} stay, return or pursue?",
        default=AfterCharge(what="return"),
        place=place,
        units=tuple(unit.id for unit in units),
    )
    return (yield from decided(question, AfterCharge))


def _held(run: Here, riders: Sequence[Riders], place: str) -> Asking[bool]:
    """NLC-7.7c, NLC-2.2g: a roll above the pursuit value, and the cavalry pursues all the same."""
    units = hits.by_weight(run.ctx, units_of(run.state, riders))
    card = run.ctx.units[units[0].id]
    limit: Finding[int] = Finding(rule=RuleId("NLC-2.2g"), value=card.pursuit, because=card.name, label="Pursuit value")
    roll = run.dice.roll(f"{run.label}/pursuit")
    holds = roll.total <= card.pursuit
    yield PursuitTested(
        side=_side(run, riders),
        units=tuple(unit.id for unit in units),
        place=place,
        limit=limit,
        holds=holds,
        rolls=(roll,),
    )
    return holds


def _goal(run: Here, side: Side, place: str, fled: Fled, wanted: str) -> str:
    """A-37: the hex of a pursuit: the one named, else the retreaters, else the weakest enemy next to it, or none."""
    targets = pursuit_targets(run.ctx, run.state, side, place)
    if wanted in targets:
        return wanted
    if fled.units and fled.place in targets and fled.moved:
        return fled.place
    return min(targets, key=lambda one: (targets[one], one), default="")


def pursuit_targets(ctx: Context, state: State, side: Side, place: str) -> dict[str, int]:
    """NLC-7.7a, NLC-7.7b, NLC-10.3: the enemy hexes that cavalry in a hex can pursue into, with their strength."""
    found = {}
    for there in ctx.board.neighbours[place]:
        units = state.at(enemy_of(side), there)
        if units and not may_ride(ctx, place, there):
            found[there] = sum(ctx.strength(unit.id, unit.reduced) for unit in units)
    return found


def _pursuit(run: Here, riders: Sequence[Riders], place: str, goal: str, fled: Fled, entered: Entered) -> Asking[None]:
    """II.5, NLC-7.7a, NLC-7.7b: into the retreaters, who do not fire, or against others by a normal charge."""
    run = run.under("chase")
    side = _side(run, riders)
    going: list[Riders] = []
    for one in riders:
        units = tuple(unit.id for unit in hits.alive(run.state, one.units))
        yield StackMoved(rule=RuleId("NLC-7.7a"), side=side, units=units, origin=place, path=(goal,), manner="pursue")
        outcome = yield from entered(run, Entry(side, units, (), goal, place, "pursuit", origin=one.origin))
        if outcome.goes_on and outcome.units:
            going.append(Riders(outcome.units, one.origin, (*one.way, goal)))
    there = tuple(unit.id for unit in run.state.at(enemy_of(side), goal))
    if not going:
        return
    runaways = frozenset(fled.units) & set(there) if fled.moved and goal == fled.place else frozenset()
    if there:
        target = Target(goal, there, fleeing=bool(runaways), silent=runaways)
        winner = yield from fight(run, going, target)
        if winner != "chargers":
            for one in going:
                yield from ride_back(run, one, "retreat", entered)
            yield from bereft(run, enemy_of(side), goal)
            return
        beaten = hits.alive(run.state, there)
        if beaten:
            yield from back(run, beaten, (place,), "charge", entered)
        yield from bereft(run, enemy_of(side), goal)
    yield from _after_pursuit(run, going, goal, entered)


def _after_pursuit(run: Here, riders: Sequence[Riders], place: str, entered: Entered) -> Asking[None]:
    """D-8, NLC-7.7d: after one round of pursuit the cavalry stops or returns."""
    riders = tuple(one for one in riders if hits.alive(run.state, one.units))
    if not riders:
        return
    side = _side(run, riders)
    units = hits.by_weight(run.ctx, units_of(run.state, riders))
    question = Decision(
        key=f"{run.label}/after pursuit",
        kind="after_pursuit",
        moments=("charging",),
        side=side,
        rule=RuleId("NLC-7.7d"),
        question=f"Does the cavalry stop in {place}, or return?",
        default=AfterPursuit(what="return"),
        place=place,
        units=tuple(unit.id for unit in units),
    )
    choice = yield from decided(question, AfterPursuit)
    if choice.what == "stop" and not run.state.at(enemy_of(side), place):
        yield from _stay(run, riders, place, entered)
        return
    for one in riders:
        yield from ride_back(run, one, "return", entered)


def _stay(run: Here, riders: Sequence[Riders], place: str, entered: Entered) -> Asking[None]:
    """NLC-7.6b-8: they hold the hex; those for whom there is no room go back (NLC-5.3)."""
    staying: list[str] = []
    for one in riders:
        units = [unit.id for unit in hits.alive(run.state, one.units)]
        side = run.state.sides[units[0]]
        others = [unit for unit in run.state.at(side, place) if unit.id in staying]
        if fits(run.ctx, run.state, side, place, [*others, *(run.state.unit(unit) for unit in units)]) or not staying:
            staying += units
        else:
            yield from ride_back(run, one, "return", entered)
    yield from surprised(run, run.state.sides[staying[0]], place)
