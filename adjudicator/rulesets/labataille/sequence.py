"""LB 2: the sequence of play as a function of the position.

A turn is two steps: the French write their sequence, while the Coalition may revise its standing orders, then the other
way round. With the option `texts=two` each sequence is cut after movement.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.charge.phase import charge_phase, declare_charges
from adjudicator.rulesets.labataille.command import opening, own_command
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.events import SequenceBegan, SequenceEnded, StageReached
from adjudicator.rulesets.labataille.fire.segments import active_fire
from adjudicator.rulesets.labataille.fire.withdrawing import passive_fire
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.phase import after_melees, declare_assaults, one_melee
from adjudicator.rulesets.labataille.morale.recovery import recovery
from adjudicator.rulesets.labataille.movement.phase import movement
from adjudicator.rulesets.labataille.set_up import set_up
from adjudicator.rulesets.labataille.state import COALITION, FRENCH, SIDES, State, enemy_of
from adjudicator.rulesets.labataille.victory.ending import end_of_turn

Story = Callable[[Here], Telling]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the sequence that runs without a wait."""

    stage: str
    title: str
    rule: str
    story: Story


def begins(run: Here) -> Telling:
    """The player sequence begins: command lines, then all charges are designated (LB-38.1)."""
    yield SequenceBegan(side=run.side)
    yield from own_command(run)
    yield from declare_charges(run)


def recovers(run: Here) -> Telling:
    """LB-2.4: morale recovery, and the sequence is over."""
    yield from after_melees(run)
    yield from recovery(run)
    yield SequenceEnded(side=run.side)


SEGMENTS: tuple[Step, ...] = (
    Step("begin", "sequence", "LB-2.4", begins),
    Step("charge", "charge", "LB-38.1", charge_phase),
    Step("movement", "movement", "LB-18.1", movement),
    Step("defensive fire", "movement: defensive fire", "LB-27.1", passive_fire),
    Step("offensive fire", "offensive fire", "LB-21.1", active_fire),
    Step("assaults", "assaults", "LB-33.1", declare_assaults),
    Step("melee", "melee", "LB-33.1", one_melee),
    Step("recovery", "morale recovery", "LB-30.3", recovers),
)
"""LB-2.4: the phases of a player sequence, in order; each charge and each melee is a phase of its own."""

STEPS = {
    step.stage: step
    for step in (
        Step("set-up", "Set-up", "HEI-s3-5", set_up),
        Step("opening", "Command sequence", "LB-2.3", opening),
        Step("end", "End of the turn", "LB-2.6", end_of_turn),
        *SEGMENTS,
    )
}
ORDERS_OF = " orders"


def first_to_set_up(ctx: Context) -> Side:
    """R-83: who sets up first."""
    return Side(ctx.options.get("setup_first", COALITION))


def wait_of(ctx: Context, state: State) -> Wait | None:
    """The texts that a stage waits for; None if it waits for none."""
    if not state.stage.endswith(ORDERS_OF):
        return None
    phase = state.stage.removesuffix(ORDERS_OF)
    if phase in ("set-up", "second set-up"):
        side = first_to_set_up(ctx)
        return Wait(what="orders", sides=(side if phase == "set-up" else enemy_of(side),), turn=0, phase="set-up")
    assert state.active is not None
    named = phase if ctx.options.get("texts") == "two" else ""
    return Wait(
        what="orders",
        sides=(state.active,),
        turn=state.turn,
        phase=f"{str(state.active).casefold()} {named}".strip(),
        hears=(enemy_of(state.active),),
    )


def opened(ctx: Context, state: State) -> StageReached:
    """The stage that follows when the awaited texts are open."""
    phase = state.stage.removesuffix(ORDERS_OF)
    if phase in ("set-up", "second set-up"):
        side = first_to_set_up(ctx)
        return StageReached(turn=0, stage="set-up", active=side if phase == "set-up" else enemy_of(side))
    stage = "offensive fire" if phase == "fight" else "begin"
    return StageReached(turn=state.turn, stage=stage, active=state.active)


def following(ctx: Context, state: State) -> StageReached:
    """LB-2.1, LB-2.4: the stage after the one that a position is in, when its phase has been told."""
    turn, stage, side = state.turn, state.stage, state.active
    match stage:
        case "set-up":
            if side == first_to_set_up(ctx):
                return StageReached(turn=0, stage="second set-up" + ORDERS_OF)
            return StageReached(turn=1, stage="opening")
        case "opening":
            return StageReached(turn=turn, stage="march" + ORDERS_OF, active=FRENCH)
        case "end":
            return StageReached(turn=turn + 1, stage="opening")
    if stage == "charge" and state.charges:
        return StageReached(turn=turn, stage=stage, active=side)
    if stage == "melee" and state.melees:
        return StageReached(turn=turn, stage=stage, active=side)
    if stage == "defensive fire" and ctx.options.get("texts") == "two":
        return StageReached(turn=turn, stage="fight" + ORDERS_OF, active=side)
    names = [step.stage for step in SEGMENTS]
    after = names.index(stage) + 1
    if after < len(names):
        return StageReached(turn=turn, stage=names[after], active=side)
    if side == SIDES[0]:
        return StageReached(turn=turn, stage="march" + ORDERS_OF, active=SIDES[1])
    return StageReached(turn=turn, stage="end")


def phase_name(state: State) -> str:
    """A name that no other phase of the match has; each charge and each melee is a phase of its own."""
    parts = [f"T{state.turn}", *([str(state.active)] if state.active else []), state.stage.replace(" ", "-")]
    if state.stage == "charge" and state.charges:
        parts.append(state.charges[0].units[0])
    if state.stage == "melee" and state.melees:
        parts += [state.melees[0].target, state.melees[0].attackers[0]]
    return "/".join(parts)


def title_of(step: Step, side: Side | None) -> str:
    """What a phase is called in reports."""
    return f"{side} {step.title}" if side else step.title
