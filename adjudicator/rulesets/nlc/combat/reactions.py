"""NLC-7.8: reaction charges: cavalry that falls on an enemy stack in the middle of its move."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.core.types import Decision, Finding, RuleId
from adjudicator.kit.run import Asking, ask
from adjudicator.rulesets.nlc.choices import NoReaction, React
from adjudicator.rulesets.nlc.combat import hits, morale
from adjudicator.rulesets.nlc.combat.aftermath import Wish, back, ride_back, victorious
from adjudicator.rulesets.nlc.combat.charge_fight import Riders, Target, fight, in_square_ratio
from adjudicator.rulesets.nlc.combat.events import ChargeBegan, UnitsLost
from adjudicator.rulesets.nlc.combat.left_alone import bereft
from adjudicator.rulesets.nlc.combat.morale import Strain
from adjudicator.rulesets.nlc.combat.reacting import Entered, Entry, How, Outcome, nobody_reacts, reactors
from adjudicator.rulesets.nlc.combat.retreats import Fled
from adjudicator.rulesets.nlc.combat.to_reserve import after_hits
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved, UnitsDelayed
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of
from adjudicator.rulesets.nlc.victory.breaking import reckon

__all__ = ["Entry", "How", "Outcome", "on_entry"]

WORTH_IT = Fraction(3, 2)
"""D-6's default: cavalry reacts at this ratio or better, and never against infantry."""
UNANSWERED = 99
"""A-66: the ratio where nothing fires back: every condition on it holds."""


def on_entry(run: Here, entry: Entry) -> Asking[Outcome]:
    """NLC-7.8a: called for each hex that a stack enters; all that react there fight before its next step (A-58)."""
    found = reactors(run.ctx, run.state, entry.side, entry.place)
    if not found or not entry.units:
        return Outcome(True, entry.units, entry.place)
    run = _labelled(run, entry)
    target = target_of(entry)
    willing = yield from _willing(run, entry, target, found)
    passed: list[Riders] = []
    for riders in willing:
        if (yield from _dares(run, riders)):
            passed.append(riders)
    if not passed:
        return Outcome(True, entry.units, entry.place)
    for riders in passed:
        yield ChargeBegan(
            rule=RuleId("NLC-7.8a"), side=enemy_of(entry.side), units=riders.units, target=entry.place, reaction=True
        )
        yield StackMoved(
            rule=RuleId("NLC-7.8a"),
            side=enemy_of(entry.side),
            units=riders.units,
            origin=riders.origin,
            path=riders.way,
            manner="charge",
        )
    return (yield from _fought(run, entry, passed, target))


def _labelled(run: Here, entry: Entry) -> Here:
    state = run.state
    base = run if run.label else run.labelled(f"T{state.turn}", str(state.active), state.stage)
    return base.numbered("reaction", entry.place)


def target_of(entry: Entry) -> Target:
    """NLC-7.9b, A-87: who moves is the target; retreating or pursuing cavalry may take a backhand blow."""
    fleeing = entry.how in ("retreat", "pursuit")
    return Target(entry.place, entry.units, fleeing=fleeing, came_from=entry.came_from or entry.place)


# --- who reacts -----------------------------------------------------------------------------------------------------


def _willing(
    run: Here, entry: Entry, target: Target, found: dict[str, tuple[tuple[Unit, ...], tuple[str, ...]]]
) -> Asking[list[Riders]]:
    """D-6: each stack that may react is asked."""
    asked: dict[str, Riders] = {}
    questions: list[Decision] = []
    for origin, (units, way) in found.items():
        riders = Riders(tuple(unit.id for unit in hits.by_weight(run.ctx, units)), origin, way)
        question = _question(run, entry, riders, target)
        asked[question.key] = riders
        questions.append(question)
    answers = yield from ask(*questions)
    return [riders for key, riders in asked.items() if isinstance(answers[key], React)]


def _question(run: Here, entry: Entry, riders: Riders, target: Target) -> Decision:
    arm = arm_of(run.ctx, entry.units)
    ratio = in_square_ratio(run.ctx, run.state, (riders,), target)
    worth = arm != "infantry" and (ratio is None or ratio >= WORTH_IT)
    measure = Fraction(UNANSWERED) if ratio is None else ratio
    return Decision(
        key=f"{run.label}/react/{riders.origin}",
        kind="reaction",
        moments=("charging",),
        side=enemy_of(entry.side),
        rule=RuleId("NLC-7.8a"),
        question=f"Does the cavalry in {riders.origin} charge the enemy who has come to {entry.place}?",
        default=React() if worth else NoReaction(),
        place=entry.place,
        places=(riders.origin,),
        units=riders.units,
        counts=(("ratio", str(measure)),),
        facts=(Finding(rule=RuleId("NLC-7.8a"), value=arm, label="arm", because="whom they would charge"),),
    )


def arm_of(ctx: Context, units: Sequence[str]) -> str:
    """D-6: what a stack counts as: infantry if it has any, else cavalry, else artillery."""
    cards = [ctx.units[one] for one in units]
    if any(card.is_infantry for card in cards):
        return "infantry"
    return "cavalry" if any(card.is_cavalry for card in cards) else "artillery"


def _dares(run: Here, riders: Riders) -> Asking[bool]:
    """NLC-7.8b, NLC-7.8c, A-58: one test for a stack, better with a leader; some need none."""
    units = hits.alive(run.state, riders.units)
    if all(run.ctx.game.reacts_untested(run.ctx, run.state, unit) for unit in units):
        return True
    led = bool(run.state.leaders_at(run.state.sides[units[0].id], riders.origin))
    return (yield from morale.stands(run, f"test/{riders.origin}", units, "reaction", Strain(with_leader=led)))


# --- the fight ------------------------------------------------------------------------------------------------------


def _fought(run: Here, entry: Entry, riders: list[Riders], target: Target) -> Asking[Outcome]:
    """A-58, A-59, NLC-7.8d: one charge of all who passed; then the mover goes on, or goes back."""
    entered: Entered = on_entry if run.ctx.options["reaction_chain"] == "on" else nobody_reacts
    involved = (*entry.units, *(unit for one in riders for unit in one.units))
    winner = yield from fight(run, riders, target)
    left = tuple(unit.id for unit in hits.alive(run.state, entry.units))
    if winner == "chargers":
        fled = yield from _beaten(run, entry, left, tuple(one.came_from for one in riders))
        yield from bereft(run, entry.side, entry.place)
        yield from victorious(run, riders, entry.place, fled, Wish(), entered)
        outcome = Outcome(False, _standing(run.state, fled.units), fled.place)
    else:
        for one in riders:
            yield from ride_back(run, one, "retreat", entered)
        yield from bereft(run, entry.side, entry.place)
        outcome = Outcome(bool(left), _standing(run.state, left), entry.place)
    yield from reckon(run)
    yield from after_hits(run, involved)
    return outcome


def _standing(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit.id for unit in hits.alive(state, units))


def _beaten(run: Here, entry: Entry, units: tuple[str, ...], away_from: tuple[str, ...]) -> Asking[Fled]:
    """A-59: where a beaten mover goes: back, to its starting hex, one hex farther, or off the map until next turn."""
    if not units:
        return Fled((), entry.place)
    if entry.how in ("retreat", "return"):
        return (yield from back(run, hits.alive(run.state, units), away_from, "charge", on_entry))
    units = yield from _without_foot_guns(run, entry, units)
    if not units:
        return Fled((), entry.place)
    goal = entry.origin or entry.came_from
    if not goal:
        leaders = tuple(one for one in entry.leaders if run.state.leader(one).place == entry.place)
        due = run.state.turn + 1
        yield UnitsDelayed(rule=RuleId("NLC-7.8a"), side=entry.side, units=units, leaders=leaders, due=due)
        return Fled()
    if run.state.at(enemy_of(entry.side), goal):
        return (yield from back(run, hits.alive(run.state, units), away_from, "charge", on_entry))
    leaders = tuple(one for one in entry.leaders if run.state.leader(one).place == entry.place)
    path = (entry.came_from, goal) if entry.came_from not in ("", goal) else (goal,)
    yield StackMoved(
        rule=RuleId("NLC-7.8a"),
        side=entry.side,
        units=units,
        leaders=leaders,
        origin=entry.place,
        path=path,
        manner="return" if entry.origin else "back",
    )
    return Fled(units, goal, moved=True)


def _without_foot_guns(run: Here, entry: Entry, units: tuple[str, ...]) -> Asking[tuple[str, ...]]:
    """A-59, NLC-7.4h: foot artillery that is driven back is lost."""
    guns = tuple(one for one in units if run.ctx.units[one].arm == "foot artillery")
    if guns:
        because = "foot artillery cannot follow a retreat"
        yield UnitsLost(rule=RuleId("NLC-7.4h"), side=entry.side, units=guns, place=entry.place, because=because)
    return tuple(one for one in units if one not in guns)
