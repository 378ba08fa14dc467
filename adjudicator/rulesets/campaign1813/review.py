"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

Marches are carried out by the same functions as in the turn itself, on a copy of the known position. Where dice would
fall, the trial goes on as if they allowed everything. An umpire's text is checked as the battle report that is awaited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NoReturn, TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Heading, Standing
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Game, Review, Ruleset, Telling
from adjudicator.core.types import UMPIRE, Choice, Event, Order, Roll, RuleId, Side
from adjudicator.rulesets.campaign1813.battle_report import read_report
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import BlocksMoved, MovementBegan
from adjudicator.rulesets.campaign1813.movement import by_priority, independent_towns, move
from adjudicator.rulesets.campaign1813.orders import BattleSequence, Independents, Move, Plan, Recon
from adjudicator.rulesets.campaign1813.recon import recon_problem, targets_of
from adjudicator.rulesets.campaign1813.review_plans import lapsed, plan_problems, warnings
from adjudicator.rulesets.campaign1813.run import Run
from adjudicator.rulesets.campaign1813.sequence import is_of, strangers
from adjudicator.rulesets.campaign1813.state import Moves, State, enemy_of

T = TypeVar("T")


class UnforeseeableError(AdjudicatorError):
    """Dice would fall here: nobody can say what follows."""


class NoDice:
    """Dice that cannot be thrown."""

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Roll:
        """Refuse."""
        return self._refuse(label)

    def shuffle(self, label: str, things: Sequence[T], *, veiled: bool = False) -> tuple[tuple[T, ...], Roll]:
        """Refuse."""
        return self._refuse(label)

    @staticmethod
    def _refuse(label: str) -> NoReturn:
        raise UnforeseeableError(f"The dice {label} have not fallen yet.")


class Trial:
    """The known position, on which orders are tried one after the other."""

    def __init__(self, rules: Ruleset[State], ctx: Context, known: State, side: Side) -> None:
        dice: Dice = NoDice()
        self.game = Game(rules, known)
        self.ctx = ctx
        self.run = Run(self.game, ctx, side, dice)
        self.problems: list[Problem] = []
        self.notes: list[tuple[int, str]] = []

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.game.state

    def tell(self, telling: Telling, line: int = 0) -> None:
        """Let something happen as far as it can be foreseen; marches are noted at a line."""
        reply: Mapping[str, Choice] | None = None
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except (StopIteration, UnforeseeableError):
                return
            reply = None
            if isinstance(said, Event):
                self._happen(said, line)
            else:
                reply = {decision.key: decision.default for decision in said.decisions}

    def _happen(self, event: Event, line: int) -> None:
        match event:
            case Refused():
                self.refuse(event.line or line, event.rule, event.reason, event.remedy)
                return
            case NotCarriedOut():
                self.notes.append((event.line or line, event.reason))
                return
            case BlocksMoved():
                self.notes.append((line, marched(self.ctx, self.state, event)))
            case _:
                pass
        self.game.state = self.game.ruleset.apply(self.state, event)

    def refuse(self, line: int, rule: RuleId, reason: str, remedy: str = "") -> None:
        """An order that would be refused."""
        self.problems.append(Problem(sort="refused", line=line, rule=rule, reason=reason, remedy=remedy))


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
    trial = Trial(rules, ctx, _as_active(known, side), side)
    written = [(order, "") for order in orders if not isinstance(order, Heading)]
    for order, _ in strangers(written):
        trial.refuse(order.line, RuleId("CAM-turn-2"), "This line has no place in a player's orders.", "Leave it out.")
    _try_recon(trial, side, orders)
    _try_moves(trial, side, [(o, w) for o, w in written if is_of(o, Move, Independents)])
    plans = [order for order in orders if is_of(order, Plan, BattleSequence)]
    trial.problems += plan_problems(trial.run, plans)
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
        reason = "No battle report is awaited."
        return Review((Problem(sort="refused", reason=reason, rule=RuleId("CAM-battle-1")),))
    report = read_report(ctx, state, state.battle, orders)
    return Review(
        tuple(
            Problem(sort="refused", line=fault.line, rule=fault.rule, reason=fault.reason, remedy=fault.remedy)
            for fault in report.faults
        )
    )


# --- orders of a player turn -------------------------------------------------------------------------------------


def _try_recon(trial: Trial, side: Side, orders: Sequence[Order]) -> None:
    done: dict[str, str] = {}
    for order in orders:
        meant = trial.run.meant(order) if is_of(order, Recon) else None
        if not isinstance(meant, Recon):
            continue
        wrong = recon_problem(trial.ctx, trial.state, side, meant, done)
        if wrong is not None:
            near = targets_of(trial.ctx, trial.state, side, meant.army)
            remedy = f"Within its reach: {', '.join(map(trial.ctx.town, near)) or 'nothing'}."
            trial.refuse(meant.line, wrong.rule, wrong.because, remedy)
            continue
        if meant.army:
            done[meant.army] = meant.target
        if meant.target:
            count = len(trial.state.pieces.of(meant.target, enemy_of(side)))
            trial.notes.append((meant.line, f"{count} dice for {trial.ctx.town(meant.target)}"))


def _try_moves(trial: Trial, side: Side, orders: Sequence[tuple[Order, str]]) -> None:
    """CAM-move-8: the independents' dice are taken to allow all of them."""
    leaders = tuple(
        (block.id, block.place)
        for block in trial.state.pieces.blocks.values()
        if block.side == side and block.kind == "leader" and block.place is not None
    )
    towns = independent_towns(trial.ctx, trial.state, side)
    trial.tell(_began(MovementBegan(side=side, towns=towns, allowed=len(towns), leaders_at=leaders)))
    for order, words in by_priority(trial.run, orders):
        meant = trial.run.meant(order)
        if meant is None:
            trial.notes.append((order.line, "as things stand the condition does not hold: not carried out"))
        elif isinstance(meant, Move):
            trial.tell(move(trial.run, meant, words), meant.line)


def _began(event: Event) -> Telling:
    yield event
