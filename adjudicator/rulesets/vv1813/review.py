"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

The orders are carried out by the same functions as in the turn itself, on a copy of the known position. Questions are
answered by their defaults; where dice would fall, the trial of that order ends there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn, TypeVar

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.events import Refused
from adjudicator.core.orders import Conditional, Heading, Standing
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Game, Review, Ruleset, Telling
from adjudicator.core.types import Choice, Event, Order, Roll, RuleId, Side, Wait
from adjudicator.rulesets.vv1813 import attacks, bombardment
from adjudicator.rulesets.vv1813.command import check_command
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.engagement import strength_of
from adjudicator.rulesets.vv1813.entry import enter_first
from adjudicator.rulesets.vv1813.events import SequenceBegan, UnitsEntered, UnitsMoved
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.march import Run
from adjudicator.rulesets.vv1813.markers import in_hand
from adjudicator.rulesets.vv1813.movement import execute, open_orders, resolve_condition, settled, split_by_phase
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Delay, MarkerUse
from adjudicator.rulesets.vv1813.review_warnings import lapsed, warnings
from adjudicator.rulesets.vv1813.sight import is_unknown
from adjudicator.rulesets.vv1813.state import State, enemy_of
from adjudicator.rulesets.vv1813.verdict import Verdict

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
        self.game = Game(rules, known)
        self.ctx = ctx
        self.side = side
        self.run = Run(self.game, ctx, side, NoDice())
        self.problems: list[Problem] = []
        self.notes: list[tuple[int, str]] = []
        self.used: set[str] = set()
        """Markers that were used once and may be used again."""

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.game.state

    def tell(self, telling: Telling, line: int = 0) -> None:
        """Let something happen as far as it can be foreseen."""
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
        if isinstance(event, Refused):
            self.refuse(event.line or line, event.rule, event.reason, event.remedy)
            return
        if isinstance(event, UnitsMoved | UnitsEntered):
            self.notes.append((line, self._way(event)))
        self.game.state = self.game.ruleset.apply(self.state, event)

    def refuse(self, line: int, rule: RuleId, reason: str, remedy: str = "") -> None:
        """An order that would be refused."""
        self.problems.append(Problem(sort="refused", line=line, rule=rule, reason=reason, remedy=remedy))

    def _way(self, event: UnitsMoved | UnitsEntered) -> str:
        names = ", ".join(self.ctx.counters[piece].name for piece in (*event.units, *event.commanders))
        steps = " ".join(f"-> {part.label} ({part.because})" for part in event.cost.parts)
        start = event.origin if isinstance(event, UnitsMoved) else "enters"
        said = f"{names}: {start} {steps}; {event.cost.value} of {event.allowance} movement points"
        if event.goal:
            said += f"; does not reach {event.goal} this turn"
        if event.stopped:
            said += f" ({event.stopped})"
        return said


@dataclass
class Plans:
    """What attacks and fire have already claimed."""

    attacks: list[attacks.Declaration] = field(default_factory=list)

    @property
    def targets(self) -> frozenset[str]:
        """Places that are attacked already."""
        return frozenset(target for one in self.attacks for target in one.targets)

    @property
    def origins(self) -> frozenset[str]:
        """Places that attack already."""
        return frozenset(origin for one in self.attacks for origin in one.origins)


def review(
    rules: Ruleset[State],
    ctx: Context,
    known: State,
    side: Side,
    orders: Sequence[Order],
    standing: Sequence[Standing],
) -> Review:
    """Everything that can be known of a side's orders: mistakes, warnings, and what each order will do."""
    trial = Trial(rules, ctx, known, side)
    phases = split_by_phase(orders)
    _open(trial, phases["movement"])
    plans = Plans()
    for phase in ("movement", "combat"):
        for order in phases[phase]:
            _try(trial, order, plans, phase)
    given = [order for order in orders if not isinstance(order, Heading)]
    trial.problems += warnings(ctx, known, trial.state, side, given, plans.attacks)
    trial.problems += lapsed(ctx, known, side, standing)
    ordered = sorted(trial.problems, key=lambda p: (p.line == 0, p.line))
    return Review(tuple(ordered), tuple(trial.notes))


def _open(trial: Trial, movement: Sequence[Order]) -> None:
    """What comes before the first order: the sequence begins, first entries, command."""
    delayed = tuple(unit for order in movement if isinstance(order, Delay) for unit in order.units)

    def opening() -> Telling:
        following = trial.game.ruleset.next(trial.state)
        if not isinstance(following, Wait) or trial.side not in following.sides:
            yield SequenceBegan(side=trial.side)
        written = [(order, "") for order in movement]
        yield from open_orders(trial.run, written)
        yield from enter_first(trial.run, list(settled(trial.run, written)), delayed)
        yield from trial.ctx.game.bind(trial.game, trial.ctx, trial.side)
        yield check_command(trial.ctx, trial.state, trial.side)

    trial.tell(opening())


def _try(trial: Trial, order: Order, plans: Plans, phase: str) -> None:
    """One order: what comes of its condition as things stand is tried, the rest is only noted."""
    chosen = resolve_condition(trial.run, order)
    if chosen is None:
        trial.notes.append((order.line, "as things stand the condition does not hold: not carried out"))
        return
    if isinstance(order, Conditional) and chosen.line == 0:
        chosen = chosen.model_copy(update={"line": order.line, "seat": order.seat})
    match chosen:
        case Attack():
            _try_attack(trial, chosen, plans)
        case Bombard():
            _try_fire(trial, chosen, phase)
        case _:
            trial.tell(execute(trial.run, chosen, ""), chosen.line)


def _try_fire(trial: Trial, order: Bombard, phase: str) -> None:
    verdict = bombardment.check(trial.ctx, trial.state, trial.side, order, phase)
    if not verdict.value:
        trial.refuse(order.line, verdict.rule, verdict.because, verdict.remedy)
        return
    _spend(trial, order.markers)


def _spend(trial: Trial, uses: Sequence[MarkerUse]) -> None:
    """Markers that an order puts aside are not there for the next one, unless they have another use this turn."""
    markers = dict(trial.state.markers)
    for use in uses:
        again = trial.ctx.game.has_another_use(trial.ctx, trial.state, use.marker)
        for marker in in_hand(trial.state, trial.side, use.marker)[: use.count]:
            if again and marker.id not in trial.used:
                trial.used.add(marker.id)
                continue
            markers[marker.id] = replace(marker, place="aside", turn=trial.state.turn + 2)
    trial.game.state = replace(trial.state, markers=markers)


def _try_attack(trial: Trial, order: Attack, plans: Plans) -> None:
    found = attacks.declaration(trial.ctx, trial.state, trial.side, order, plans.targets, plans.origins)
    if isinstance(found, Verdict):
        trial.refuse(order.line, found.rule, found.because, found.remedy)
        return
    plans.attacks.append(found)
    trial.notes.append((order.line, _odds(trial, found)))
    barred = trial.ctx.game.barred(trial.ctx, trial.state, "support", trial.side) if order.support else None
    if barred is not None:
        reason = f"There is no artillery support now: {barred.because}."
        trial.refuse(order.line, barred.rule, reason, "Leave `support` out.")
    for use in order.support or ():
        name = marker_kind(trial.ctx, use.marker).name
        if not marker_kind(trial.ctx, use.marker).support:
            reason = f"{name} gives no support in combat."
            trial.refuse(order.line, RuleId("VV-8.4h"), reason, f"Batteries: {bombardment.batteries(trial.ctx)}.")
        elif len(in_hand(trial.state, trial.side, use.marker)) < use.count:
            trial.refuse(
                order.line,
                RuleId("VV-8.4h"),
                f"You do not hold {use.count} {name} for this attack.",
                "Leave the support out, or take it from another order.",
            )
    _spend(trial, [use for use in order.support or () if marker_kind(trial.ctx, use.marker).support])


def _odds(trial: Trial, attack: attacks.Declaration) -> str:
    """The strength that attacks, and what is known of the strength that defends."""
    state, ctx = trial.state, trial.ctx
    strength = sum(strength_of(ctx, state.unit(unit)) for unit in attack.units)
    names = ", ".join(ctx.counters[unit].name for unit in attack.units)
    said = f"attack on {' and '.join(attack.targets)} by {names}, strength {strength}"
    enemy = state.army(enemy_of(trial.side)).units_at
    defenders = [unit for target in attack.targets for unit in enemy.get(target, ())]
    if any(is_unknown(unit.id) for unit in defenders):
        return f"{said}; the defenders are not known"
    against = sum(strength_of(ctx, unit) for unit in defenders)
    return f"{said} against {against}, as last seen"
