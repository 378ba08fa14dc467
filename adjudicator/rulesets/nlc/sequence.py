"""NLC 4: the sequence of play as a function of the position.

A game turn is two steps. Both sides write their command orders, the French their player turn with them; then the Allies
write theirs, having seen the French one, and the French may revise their standing orders. What a side must know before
it writes happens at the end of the step before.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.rulesets.nlc.combat.bombardment import bombardment
from adjudicator.rulesets.nlc.combat.charges import charges
from adjudicator.rulesets.nlc.combat.combat import combat
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.opening import opening
from adjudicator.rulesets.nlc.command.set_up import set_up
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.events import StageReached
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, SIDES, State
from adjudicator.rulesets.nlc.victory.end_of_turn import end_of_turn

Story = Callable[[Here], Telling]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the sequence that runs without a wait."""

    stage: str
    title: str
    rule: str
    story: Story


SET_UP = Step("set-up", "Set-up", "NLC-14.1", set_up)
OPENING = Step("opening", "Start of the turn", "NLC-4.1", opening)
COMMAND = Step("command", "Command and reorganization", "NLC-4.1", command_phase)
END = Step("end", "End of the turn", "NLC-4.7", end_of_turn)
SEGMENTS: tuple[Step, ...] = (
    Step("bombardment", "bombardment", "NLC-4.3", bombardment),
    Step("charge", "charges", "NLC-4.4", charges),
    Step("movement", "movement", "NLC-4.5", movement),
    Step("combat", "combat", "NLC-4.6", combat),
)
"""NLC-4.2: the segments of a player turn, in order."""

STEPS = {step.stage: step for step in (SET_UP, OPENING, COMMAND, END, *SEGMENTS)}
WAITS = ("set-up orders", "command orders", "turn orders")
"""The stages at which the sequence waits for texts."""


def wait_of(state: State) -> Wait | None:
    """The texts that a stage waits for; None if it waits for none."""
    match state.stage:
        case "set-up orders":
            return Wait(what="orders", sides=SIDES, turn=0, phase="set-up")
        case "command orders":
            return Wait(what="orders", sides=SIDES, turn=state.turn, phase="command")
        case "turn orders":
            return Wait(what="orders", sides=(ALLIED,), turn=state.turn, phase="turn", hears=(FRENCH,))
        case _:
            return None


def opened(state: State) -> StageReached:
    """The stage that follows when the awaited texts are open."""
    match state.stage:
        case "set-up orders":
            return StageReached(turn=0, stage="set-up")
        case "command orders":
            return StageReached(turn=state.turn, stage="command")
        case _:
            return StageReached(turn=state.turn, stage=SEGMENTS[0].stage, active=ALLIED)


def text_opened(state: State) -> tuple[str, tuple[Side, ...]]:
    """The sort of text that has just been opened for a stage, and whose; nothing where none has."""
    match state.stage:
        case "set-up":
            return "set-up", SIDES
        case "command":
            return "command", SIDES
        case stage if stage == SEGMENTS[0].stage and state.active == ALLIED:
            return "turn", (ALLIED,)
        case _:
            return "", ()


def following(ctx: Context, state: State) -> StageReached:
    """NLC-4.1, NLC-4.2: the stage after the one that a position is in, when its phase has been told."""
    turn, stage, side = state.turn, state.stage, state.active
    match stage:
        case "set-up":
            return StageReached(turn=1, stage="opening")
        case "opening":
            return StageReached(turn=turn, stage="command orders")
        case "command":
            return StageReached(turn=turn, stage=SEGMENTS[0].stage, active=FRENCH)
        case "end":
            return StageReached(turn=turn + 1, stage="opening")
    if (stage == "charge" and state.charges) or (stage == "combat" and state.attacks):
        return StageReached(turn=turn, stage=stage, active=side)
    names = [step.stage for step in SEGMENTS]
    after = names.index(stage) + 1
    if after < len(names):
        return StageReached(turn=turn, stage=names[after], active=side)
    return StageReached(turn=turn, stage="turn orders") if side == FRENCH else StageReached(turn=turn, stage="end")


def phase_name(state: State) -> str:
    """A name that no other phase of the match has; each charge and each combat is a phase of its own."""
    parts = [f"T{state.turn}", *([str(state.active)] if state.active else []), state.stage]
    if state.stage == "charge" and state.charges:
        parts.append(min(charge.target for charge in state.charges))
    if state.stage == "combat" and state.attacks:
        parts.append(min(attack.target for attack in state.attacks))
    return "/".join(parts)


def title_of(step: Step, side: Side | None) -> str:
    """What a phase is called in reports."""
    return f"{side} {step.title}" if side else step.title
