"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

The orders are carried out by the same functions as in the turn itself, on a copy of the known position. Questions are
answered by their defaults; where dice would fall, the trial of that order ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from adjudicator.core.orders import Heading, Standing
from adjudicator.core.ruleset import Review, Ruleset, Telling
from adjudicator.core.types import Event, Finding, Order, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.kit import trial as kit
from adjudicator.kit.verdicts import no, warning
from adjudicator.rulesets.vv1813.check.review_strength import counted_strength
from adjudicator.rulesets.vv1813.check.review_warnings import lapsed, warnings
from adjudicator.rulesets.vv1813.combat import attacks, bombardment
from adjudicator.rulesets.vv1813.combat.lineup import support_lacking
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import SequenceBegan
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.movement.entry import check_at_entry, enter_first
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered, UnitsMoved
from adjudicator.rulesets.vv1813.movement.movement import (
    before_the_battle,
    execute,
    open_orders,
    settled,
    split_by_phase,
)
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Delay, MarkerUse
from adjudicator.rulesets.vv1813.sight import is_unknown
from adjudicator.rulesets.vv1813.state import State, enemy_of

Trial = kit.Trial[State, Context]


@dataclass
class Plans:
    """What attacks and fire have already claimed."""

    attacks: list[attacks.Declaration] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    """Markers that were used once and may be used again."""

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

    def note(event: Event, before: State) -> str:
        return _way(ctx, event) if isinstance(event, UnitsMoved | UnitsEntered) else ""

    trial: Trial = Trial(rules, ctx, known, side, note=note)
    phases = split_by_phase(orders)
    brought = _open(trial, phases["movement"])
    plans = Plans()
    for phase in ("movement", "combat"):
        for order in phases[phase]:
            _try(trial, order, plans, phase, brought)
    given = [order for order in orders if not isinstance(order, Heading)]
    trial.problems += warnings(ctx, known, trial.state, side, given, plans.attacks)
    trial.problems += lapsed(ctx, known, side, standing)
    trial.problems.sort(key=lambda p: (p.line == 0, p.line))
    return trial.review()


def _way(ctx: Context, event: UnitsMoved | UnitsEntered) -> str:
    """A move as it would be made: its way, what each place costs, and where it ends."""
    steps = " ".join(f"-> {part.label} ({part.because})" for part in event.cost.parts)
    start = event.origin if isinstance(event, UnitsMoved) else "enters"
    names = ctx.names((*event.units, *event.commanders))
    said = f"{names}: {start} {steps}; {event.cost.value} of {event.allowance} movement points"
    if event.goal:
        said += f"; does not reach {event.goal} this turn"
    return f"{said} ({event.stopped})" if event.stopped else said


def _open(trial: Trial, movement: Sequence[Order]) -> frozenset[str]:
    """What comes before the first order: the sequence begins, first entries, command. Hands back who entered first."""
    run = trial.run
    delayed = tuple(unit for order in movement if isinstance(order, Delay) for unit in order.units)

    if not trial.state.turn:
        return frozenset()

    def opening() -> Telling:
        following = trial.game.ruleset.next(trial.state)
        if not isinstance(following, Wait) or trial.side not in following.sides:
            yield SequenceBegan(side=trial.side)
        yield from open_orders(run, movement)
        came = yield from enter_first(run, list(settled(run, movement)), delayed)
        brought.update(came)
        yield from run.ctx.game.bind(run)
        yield check_at_entry(run, came)

    brought: set[str] = set()
    trial.tell(opening())
    return frozenset(brought)


def _try(trial: Trial, order: Order, plans: Plans, phase: str, brought: frozenset[str]) -> None:
    """One order: what comes of its condition as things stand is tried, the rest is only noted."""
    meant = trial.run.meant(order)
    match meant:
        case None:
            trial.notes.append((order.line, "as things stand the condition does not hold: not carried out"))
        case _ if not trial.state.turn:
            trial.tell(before_the_battle(trial.run, meant), meant.line)
        case Attack():
            _try_attack(trial, meant, plans)
        case Bombard():
            if trial.judge(meant, bombardment.check(trial.ctx, trial.state, trial.side, meant, phase)):
                _spend(trial, meant.markers, plans)
        case _:
            trial.tell(execute(trial.run, meant, brought=brought), meant.line)


def _spend(trial: Trial, uses: Sequence[MarkerUse], plans: Plans) -> None:
    """Markers that an order puts aside are not there for the next one, unless they have another use this turn."""
    markers = dict(trial.state.markers)
    for use in uses:
        again = trial.ctx.game.has_another_use(trial.ctx, trial.state, use.marker)
        for marker in in_hand(trial.state, trial.side, use.marker)[: use.count]:
            if again and marker.id not in plans.used:
                plans.used.add(marker.id)
                continue
            markers[marker.id] = replace(marker, place="aside")
    trial.game.state = replace(trial.state, markers=markers)


def _try_attack(trial: Trial, order: Attack, plans: Plans) -> None:
    ctx = trial.ctx
    found = attacks.declaration(ctx, trial.state, trial.side, order, plans.targets, plans.origins)
    if isinstance(found, Finding):
        trial.judge(order, found)
        return
    plans.attacks.append(found)
    for bar in found.left_out:
        without = no(bar.rule, bar.because, "The others attack without it; write `only together` if they are not to.")
        trial.problems.append(warning(without, order.line))
    trial.notes.append((order.line, _odds(trial, found)))
    for lacking in support_lacking(ctx, trial.state, trial.side, order.support or ()):
        trial.judge(order, lacking)
    _spend(trial, [use for use in order.support or () if marker_kind(ctx, use.marker).support], plans)


def _odds(trial: Trial, attack: attacks.Declaration) -> str:
    """The strength that attacks, and what is known of the strength that defends."""
    state, ctx = trial.state, trial.ctx
    strength = _strength(counted_strength(ctx, state, trial.side, attack.origins, attack.units))
    said = f"attack on {' and '.join(attack.targets)} by {ctx.names(attack.units)}, strength {strength}"
    enemy = enemy_of(trial.side)
    defenders = [unit.id for target in attack.targets for unit in state.army(enemy).units_at.get(target, ())]
    if any(is_unknown(unit) for unit in defenders):
        return f"{said}; the defenders are not known"
    against = _strength(counted_strength(ctx, state, enemy, attack.targets, defenders))
    return f"{said} against {against}, as last seen"


def _strength(counted: tuple[int, int, int]) -> str:
    """VV-8.4g: a strength, and of that of an over-stacked place what will count."""
    whole, least, most = counted
    if whole == most:
        return str(whole)
    return f"{whole}, of which {least if least == most else f'{least} to {most}'} will count (over-stacked)"
