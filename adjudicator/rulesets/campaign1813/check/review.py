"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

Marches are carried out by the same functions as in the turn itself, on a copy of the known position. Where dice would
fall, the trial goes on as if they allowed everything. An umpire's text is checked as the battle report that is awaited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from adjudicator.core.orders import Heading, Standing
from adjudicator.core.ruleset import Review, Ruleset, Telling
from adjudicator.core.types import UMPIRE, Event, Order, Side
from adjudicator.core.values import replace
from adjudicator.kit import trial as kit
from adjudicator.kit.verdicts import no, problem
from adjudicator.rulesets.campaign1813.check.review_plans import lapsed, plan_problems, warnings
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved, MovementBegan
from adjudicator.rulesets.campaign1813.march.movement import by_priority, independent_towns, move
from adjudicator.rulesets.campaign1813.march.recon import may_reconnoitre
from adjudicator.rulesets.campaign1813.orders import BattleSequence, Independents, Move, Plan, Recon
from adjudicator.rulesets.campaign1813.report.battle_report import read_report
from adjudicator.rulesets.campaign1813.sequence import has_place, mine
from adjudicator.rulesets.campaign1813.state import Moves, State, enemy_of

Trial: TypeAlias = kit.Trial[State, Context]


def marched(ctx: Context, before: State, event: BlocksMoved) -> str:
    """A march as a note: who, by which towns, what it costs, what is left of the roads."""
    way = " -> ".join(ctx.town(town) for town in (event.origin, *event.path))
    said = f"{ctx.names(event.blocks)}: {way}"
    if event.forced:
        said += f"; forced march of {ctx.names(event.forced)}, a die each for stragglers"
    left = []
    for use in event.uses:
        road = ctx.network.roads[use.road]
        most = ctx.tables.limits["movement"].most(road.kind, crosses=False)
        used = sum(before.roads.get(road.id, {}).values()) + use.units
        left.append(f"{ctx.town(road.a)}-{ctx.town(road.b)} {used} of {most}")
    said += f"; road: {', '.join(left)}" if left else ""
    if event.paid:
        said += f"; a group move of {', '.join(ctx.army_name(army) for army in event.paid)}"
    if event.attacks:
        said += f"; attacks {ctx.town(event.path[-1])}"
    if event.stopped:
        said += f"; halts there: {event.stopped}"
    return said


def review(
    rules: Ruleset[State],
    ctx: Context,
    known: State,
    side: Side,
    orders: Sequence[Order],
    standing: Sequence[Standing],
) -> Review:
    """Everything that can be known of a side's orders: mistakes, warnings, and what each order will do."""
    if side == UMPIRE:
        return _report(ctx, known, orders)

    def note(event: Event, before: State) -> str:
        return marched(ctx, before, event) if isinstance(event, BlocksMoved) else ""

    trial: Trial = kit.Trial(rules, ctx, _as_active(known, side), side, note=note)
    for order in orders:
        if not isinstance(order, Heading):
            trial.judge(order, has_place(order))
    _try_recon(trial, mine(orders, Recon))
    _try_moves(trial, mine(orders, Move, Independents))
    trial.problems += plan_problems(trial.run, mine(orders, Plan, BattleSequence))
    trial.problems += warnings(ctx, known, trial.state, side, orders)
    trial.problems += lapsed(ctx, known, side, standing)
    ordered = sorted(trial.problems, key=lambda problem: (problem.line == 0, problem.line))
    return Review(tuple(ordered), tuple(trial.notes))


def _as_active(known: State, side: Side) -> State:
    """The position in which the side's own player turn begins."""
    return replace(known, active=side, moves=Moves(), plans=(), contests={}, battle=None)


def _report(ctx: Context, state: State, orders: Sequence[Order]) -> Review:
    """CAM-battle-2: every fault of a battle report."""
    if state.battle is None:
        return Review((problem(no("CAM-battle-1", "No battle report is awaited.")),))
    report = read_report(ctx, state, state.battle, orders)
    return Review(tuple(problem(fault.verdict, fault.line) for fault in report.faults))


# --- orders of a player turn -------------------------------------------------------------------------------------


def _try_recon(trial: Trial, orders: Sequence[Order]) -> None:
    done: dict[str, str] = {}
    for order in orders:
        meant = trial.run.meant(order)
        if not isinstance(meant, Recon):
            continue
        if not trial.judge(meant, may_reconnoitre(trial.ctx, trial.state, trial.side, meant, done)):
            continue
        if meant.army:
            done[meant.army] = meant.target
        if meant.target:
            count = len(trial.state.pieces.of(meant.target, enemy_of(trial.side)))
            trial.notes.append((meant.line, f"{count} dice for {trial.ctx.town(meant.target)}"))


def _try_moves(trial: Trial, orders: Sequence[Order]) -> None:
    """CAM-move-8: the independents' dice are taken to allow all of them."""
    leaders = tuple(
        (block.id, block.place)
        for block in trial.state.pieces.blocks.values()
        if block.side == trial.side and block.kind == "leader" and block.place is not None
    )
    towns = independent_towns(trial.ctx, trial.state, trial.side)
    trial.tell(_began(MovementBegan(side=trial.side, towns=towns, allowed=len(towns), leaders_at=leaders)))
    for order in by_priority(trial.run, orders):
        meant = trial.run.meant(order)
        if meant is None:
            trial.notes.append((order.line, "as things stand the condition does not hold: not carried out"))
        elif isinstance(meant, Move):
            trial.tell(move(trial.run, meant), meant.line)


def _began(event: Event) -> Telling:
    yield event
