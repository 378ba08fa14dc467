"""CAM: the sequence of play: campaign turns of two player turns, each of six phases, with the waits between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from adjudicator.core.errors import ProgramError
from adjudicator.core.orders import AcceptDraw, Conditional, Heading, OfferDraw, Pass, Resign, flattened
from adjudicator.core.ruleset import Phase, Telling
from adjudicator.core.types import UMPIRE, Ending, Order, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.kit.run import phase
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813.battle.aftermath import conclude, fought
from adjudicator.rulesets.campaign1813.battle.battle import after_battle, next_battle, run_battle
from adjudicator.rulesets.campaign1813.battle.events import ReportRejected
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.movement import run_movement
from adjudicator.rulesets.campaign1813.march.recon import run_recon
from adjudicator.rulesets.campaign1813.orders import BattleSequence, Independents, Move, Plan, Recon
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.report.battle_report import read_report
from adjudicator.rulesets.campaign1813.report.report_orders import ObjectiveTaken
from adjudicator.rulesets.campaign1813.siege.fortress import run_fortresses
from adjudicator.rulesets.campaign1813.siege.siege import run_sieges
from adjudicator.rulesets.campaign1813.state import State, enemy_of
from adjudicator.rulesets.campaign1813.supply.rally import run_rally
from adjudicator.rulesets.campaign1813.supply.supply import run_supply
from adjudicator.rulesets.campaign1813.turn.events import PlansLaid, StageReached
from adjudicator.rulesets.campaign1813.turn.initiative import begin_turn, player_turn
from adjudicator.rulesets.campaign1813.turn.victory import run_turn_end

Story = Callable[[Run], Telling]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of a player turn."""

    title: str
    rule: str
    story: Story


# --- orders by phase ---------------------------------------------------------------------------------------------


def is_of(order: Order, *sorts: type[Order]) -> bool:
    """Whether an order, or what stands under its condition, is of one of these sorts."""
    return any(isinstance(part, sorts) for part in flattened(order) if not isinstance(part, Conditional))


def has_place(order: Order) -> Verdict:
    """CAM-turn-2: lines of a battle report and umpires' changes have no place in a player's orders."""
    ours = (Recon, Move, Independents, Plan, BattleSequence, Heading, Pass, Resign, OfferDraw, AcceptDraw)
    if is_of(order, *ours):
        return yes("CAM-turn-2")
    reason = "This line has no place in a player's orders."
    return no("CAM-turn-2", reason, "Battle reports are sent by the umpire.")


def mine(orders: Iterable[Order], *sorts: type[Order]) -> list[Order]:
    """The orders of some sorts, as written."""
    return [order for order in orders if is_of(order, *sorts)]


# --- the phases --------------------------------------------------------------------------------------------------


def _reconnaissance(run: Run) -> Telling:
    """CAM-turn-2: first what is for later is put aside; then reconnaissance."""
    for order in run.written():
        place = has_place(order)
        if not place.value:
            yield run.refused(order, place)
    later = mine(run.written(), Plan, BattleSequence)
    if later:
        yield PlansLaid(side=run.side, plans=tuple(later), words=tuple(run.words(order) for order in later))
    scouting: list[Order] = []
    for order in mine(run.written(), Recon):
        meant = run.meant(order)
        if meant is None:
            yield run.not_done(order)
        else:
            scouting.append(meant)
    yield from run_recon(run, scouting)
    yield StageReached(stage="movement")


def _movement(run: Run) -> Telling:
    yield from run_movement(run, mine(run.written(), Move, Independents))
    yield StageReached(stage="fortresses")


def _fortresses(run: Run) -> Telling:
    yield from run_fortresses(run)
    yield StageReached(stage=after_battle(run.state))


def _result(run: Run) -> Telling:
    """CAM-turn-3: the umpire's report; one with faults changes nothing, and another is awaited."""
    battle, umpire = fought(run.state), run.of(UMPIRE)
    lines = tuple(as_written(order, run.words(order)) for order in umpire.written())
    report = read_report(run.ctx, run.state, battle, lines)
    if report.result is None:
        by_line = {order.line: run.words(order) for order in lines}
        for fault in report.faults:
            order = Order(kind="report", side=UMPIRE, line=fault.line)
            yield umpire.refused(order, fault.verdict, by_line.get(fault.line, ""))
        yield ReportRejected(town=battle.town, faults=len(report.faults))
        return
    yield from conclude(run, report.result)
    yield StageReached(stage=after_battle(run.state))


def as_written(order: Order, words: str) -> Order:
    """A line of a report in which the name of an objective is spelt as the umpire wrote it."""
    quoted = _QUOTED.search(words)
    if isinstance(order, ObjectiveTaken) and quoted is not None:
        return order.model_copy(update={"name": quoted.group(1)})
    return order


def _sieges(run: Run) -> Telling:
    yield from run_sieges(run)
    yield StageReached(stage="supply")


def _supply(run: Run) -> Telling:
    yield from run_supply(run)
    yield StageReached(stage="rally")


def _rally(run: Run) -> Telling:
    """CAM-turn-1: after the first player turn the other side's; after the second the turn ends."""
    yield from run_rally(run)
    if run.state.first == run.side:
        yield player_turn(run.ctx, enemy_of(run.side), 2)
    else:
        yield StageReached(stage="turn end")


def _turn_end(run: Run) -> Telling:
    yield from run_turn_end(run)
    yield StageReached(stage="new turn")


STAGES: Mapping[str, Stage] = {
    "reconnaissance": Stage("Reconnaissance", "CAM-turn-2", _reconnaissance),
    "movement": Stage("Movement", "CAM-turn-2", _movement),
    "fortresses": Stage("Fortresses entered", "CAM-siege-1", _fortresses),
    "battles": Stage("Battle", "CAM-turn-3", run_battle),
    "result": Stage("Battle report", "CAM-turn-3", _result),
    "sieges": Stage("Sieges", "CAM-turn-4", _sieges),
    "supply": Stage("Supply", "CAM-turn-5", _supply),
    "rally": Stage("Rally", "CAM-turn-6", _rally),
    "turn end": Stage("End of the turn", "CAM-turn-7", _turn_end),
}
"""The phases of a player turn, and the end of a campaign turn. Waits: "orders", "report"."""

STARTS = ("set-up", "new turn")
_QUOTED = re.compile(r"""["“”„«»](.+?)["“”„«»]""")


def following(ctx: Context, state: State) -> Wait | Phase[State] | Ending:
    """CAM-turn-1, CAM-turn-2: the sequence of play as a function of the position."""
    if state.ending is not None:
        return state.ending
    if state.stage in STARTS:
        return phase(f"T{state.turn + 1}/initiative", "Initiative", "CAM-turn-1", begin_turn, ctx, None, Side(""))
    if state.active is None:
        raise ProgramError(f"Nobody is active in the stage {state.stage}.")
    if state.stage == "orders":
        return Wait(what="orders", sides=(state.active,), turn=state.turn)
    if state.stage == "report":
        return Wait(what="report", sides=(UMPIRE,), turn=state.turn, phase=report_phase(state))
    return _phase(ctx, state, state.active)


def report_phase(state: State) -> str:
    """What the header of a battle report calls its phase; after a rejected one with a number."""
    battle = fought(state)
    again = f" report {battle.attempt}" if battle.attempt > 1 else ""
    return f"{battle.attacker} battle at {battle.town}{again}"


def _phase(ctx: Context, state: State, active: Side) -> Phase[State]:
    stage = STAGES[state.stage]
    title, name = stage.title, f"T{state.turn}/{active}/{state.stage}"
    if state.stage in ("battles", "result"):
        town = state.battle.town if state.battle is not None else next_battle(ctx, state)
        title = f"{stage.title}: {ctx.town(town)}"
        name += f"/{town}"
        if state.battle is not None and state.battle.attempt > 1:
            name += f"/{state.battle.attempt}"
    return phase(name, title, stage.rule, stage.story, ctx, active, active)
