"""CAM: the sequence of play: campaign turns of two player turns, each of six phases, with the waits between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from adjudicator.core.dice import Dice
from adjudicator.core.errors import ProgramError
from adjudicator.core.orders import AcceptDraw, Conditional, Heading, OfferDraw, Orders, Pass, Resign, flattened
from adjudicator.core.ruleset import Game, Phase, Telling
from adjudicator.core.types import UMPIRE, Ending, Order, Wait
from adjudicator.rulesets.campaign1813.aftermath import conclude, fought
from adjudicator.rulesets.campaign1813.battle import after_battle, next_battle, run_battle
from adjudicator.rulesets.campaign1813.battle_events import ReportRejected
from adjudicator.rulesets.campaign1813.battle_report import read_report
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import PlansLaid, StageReached
from adjudicator.rulesets.campaign1813.fortress import run_fortresses
from adjudicator.rulesets.campaign1813.initiative import begin_turn, player_turn
from adjudicator.rulesets.campaign1813.movement import run_movement
from adjudicator.rulesets.campaign1813.orders import BattleSequence, Independents, Move, Plan, Recon
from adjudicator.rulesets.campaign1813.rally import run_rally
from adjudicator.rulesets.campaign1813.recon import run_recon
from adjudicator.rulesets.campaign1813.report_orders import ObjectiveTaken
from adjudicator.rulesets.campaign1813.run import Run, not_done, refused
from adjudicator.rulesets.campaign1813.siege import run_sieges
from adjudicator.rulesets.campaign1813.state import State, enemy_of
from adjudicator.rulesets.campaign1813.supply import run_supply
from adjudicator.rulesets.campaign1813.victory import run_turn_end

Written = tuple[Order, str]
Story = Callable[[Run, Orders], Telling]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of a player turn."""

    title: str
    rule: str
    story: Story


# --- orders by phase ---------------------------------------------------------------------------------------------


def written(orders: Orders, run: Run) -> list[Written]:
    """The active side's orders with their words."""
    return [(order, orders.words(order)) for order in orders.of(run.side)]


def _sorts(order: Order) -> tuple[type[Order], ...]:
    return tuple(type(part) for part in flattened(order) if not isinstance(part, Conditional))


def is_of(order: Order, *sorts: type[Order]) -> bool:
    """Whether an order, or what stands under its condition, is of one of these sorts."""
    return any(issubclass(found, sorts) for found in _sorts(order))


def strangers(orders: Iterable[Written]) -> list[Written]:
    """Orders that no phase of a player turn knows: lines of a battle report, an umpire's change."""
    ours = (Recon, Move, Independents, Plan, BattleSequence, Heading, Pass, Resign, OfferDraw, AcceptDraw)
    return [(order, words) for order, words in orders if not is_of(order, *ours)]


# --- the phases --------------------------------------------------------------------------------------------------


def _reconnaissance(run: Run, orders: Orders) -> Telling:
    """CAM-turn-2: first what is for later is put aside; then reconnaissance."""
    mine = written(orders, run)
    for order, words in strangers(mine):
        reason = "This line has no place in a player's orders."
        yield refused(run.side, order, words, "CAM-turn-2", reason, "Battle reports are sent by the umpire.")
    later = [(order, words) for order, words in mine if is_of(order, Plan, BattleSequence)]
    if later:
        yield PlansLaid(
            side=run.side, plans=tuple(order for order, _ in later), words=tuple(words for _, words in later)
        )
    scouting: list[Written] = []
    for order, words in mine:
        if not is_of(order, Recon):
            continue
        meant = run.meant(order)
        if meant is None:
            yield not_done(run.side, order, words, "GENERAL", "The condition does not hold.")
        else:
            scouting.append((meant, words))
    yield from run_recon(run, scouting)
    yield StageReached(stage="movement")


def _movement(run: Run, orders: Orders) -> Telling:
    mine = [(order, words) for order, words in written(orders, run) if is_of(order, Move, Independents)]
    yield from run_movement(run, mine)
    yield StageReached(stage="fortresses")


def _fortresses(run: Run, orders: Orders) -> Telling:
    yield from run_fortresses(run)
    yield StageReached(stage=after_battle(run.state))


def _battle(run: Run, orders: Orders) -> Telling:
    yield from run_battle(run)


def _result(run: Run, orders: Orders) -> Telling:
    """CAM-turn-3: the umpire's report; one with faults changes nothing, and another is awaited."""
    battle = fought(run.state)
    lines = tuple(as_written(order, orders.words(order)) for order in orders.of(UMPIRE))
    report = read_report(run.ctx, run.state, battle, lines)
    if report.result is None:
        by_line = {order.line: orders.words(order) for order in lines}
        for fault in report.faults:
            order = Order(kind="report", side=UMPIRE, line=fault.line)
            yield refused(UMPIRE, order, by_line.get(fault.line, ""), fault.rule, fault.reason, fault.remedy)
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


def _sieges(run: Run, orders: Orders) -> Telling:
    yield from run_sieges(run)
    yield StageReached(stage="supply")


def _supply(run: Run, orders: Orders) -> Telling:
    yield from run_supply(run)
    yield StageReached(stage="rally")


def _rally(run: Run, orders: Orders) -> Telling:
    """CAM-turn-1: after the first player turn the other side's; after the second the turn ends."""
    yield from run_rally(run)
    if run.state.first == run.side:
        yield player_turn(run.ctx, enemy_of(run.side), 2)
    else:
        yield StageReached(stage="turn end")


def _turn_end(run: Run, orders: Orders) -> Telling:
    yield from run_turn_end(run)
    if run.state.ending is None:
        yield StageReached(stage="new turn")


STAGES: Mapping[str, Stage] = {
    "reconnaissance": Stage("Reconnaissance", "CAM-turn-2", _reconnaissance),
    "movement": Stage("Movement", "CAM-turn-2", _movement),
    "fortresses": Stage("Fortresses entered", "CAM-siege-1", _fortresses),
    "battles": Stage("Battle", "CAM-turn-3", _battle),
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
        return Phase(
            name=f"T{state.turn + 1}/initiative",
            title="Initiative",
            rule="CAM-turn-1",
            run=lambda game, orders, dice: begin_turn(game, ctx, orders, dice),
        )
    if state.active is None:
        raise ProgramError(f"Nobody is active in the stage {state.stage}.")
    if state.stage == "orders":
        return Wait(what="orders", sides=(state.active,), turn=state.turn)
    if state.stage == "report":
        return Wait(what="report", sides=(UMPIRE,), turn=state.turn, phase=report_phase(state))
    return _phase(ctx, state)


def report_phase(state: State) -> str:
    """What the header of a battle report calls its phase; after a rejected one with a number."""
    battle = fought(state)
    again = f" report {battle.attempt}" if battle.attempt > 1 else ""
    return f"{battle.attacker} battle at {battle.town}{again}"


def _phase(ctx: Context, state: State) -> Phase[State]:
    stage = STAGES[state.stage]
    title, name = stage.title, f"T{state.turn}/{state.active}/{state.stage}"
    if state.stage in ("battles", "result"):
        town = state.battle.town if state.battle is not None else next_battle(ctx, state)
        title = f"{stage.title}: {ctx.town(town)}"
        name += f"/{town}"
        if state.battle is not None and state.battle.attempt > 1:
            name += f"/{state.battle.attempt}"

    def tell(game: Game[State], orders: Orders, dice: Dice) -> Telling:
        assert game.state.active is not None
        yield from stage.story(Run(game, ctx, game.state.active, dice), orders)

    return Phase(name=name, title=title, rule=stage.rule, run=tell, side=state.active)
