"""NLC-5: a stack on the march, hex by hex, with whatever meets it on its way."""

from __future__ import annotations

from collections.abc import Generator

from adjudicator.battle.walking import Halt, Pay, PayAndStay, Triggers, Walk, walk
from adjudicator.core.types import Ask, Event, Finding, RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking, Reply
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.nlc.combat.reactions import Entry, How, on_entry
from adjudicator.rulesets.nlc.command.events import LeaderMoved
from adjudicator.rulesets.nlc.command.leaders import surprised
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.mornings import passed
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import Manner, StackMoved
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.movement.stacks import Purse, Stack, purses
from adjudicator.rulesets.nlc.movement.steps import Footing, Stepping
from adjudicator.rulesets.nlc.state import State, enemy_of

Way = Walk[str, Verdict]


class March:
    """One stack's march along a path. `walked` tells how far it came and why no further."""

    def __init__(
        self, run: Here, marches: Marches, stack: Stack, manner: Manner = "move", rule: str = "NLC-5.1"
    ) -> None:
        self._run = run
        self._marches = marches
        self._start = stack.place
        self._stack = stack
        self._manner = manner
        self._rule = RuleId(rule)
        before = max((marches.trails[one].spent for one in stack.units if one in marches.trails), default=0)
        self._purses = purses(run.ctx, run.state, stack, before)
        self._paid = [0] * len(self._purses)
        self._footing = Footing(stack.place)
        self._told = 0
        self._told_paid = tuple(self._paid)

    def walked(self, ahead: tuple[str, ...]) -> Asking[Way]:
        """Go along a path until it ends or something ends it."""
        triggers: Triggers[str, Verdict, Event | Ask, Reply] = Triggers(self._price, after=self._after)
        way = yield from walk(self._start, ahead, triggers)
        yield from self._tell(way)
        if way.halted is not None and way.path:
            self._marches.over.update(self._stack.units)
        return way

    def _price(self, way: Way) -> Pay | PayAndStay[Verdict] | Halt[Verdict]:
        """What the next step costs the dearest walker, or why it cannot be made."""
        stepping = self._stepping()
        made = stepping.step(self._footing, way.ahead[0])
        if isinstance(made, Finding):
            return Halt(made)
        poor = [purse for purse, cost, paid in self._reckoned(made.costs) if paid + cost > purse.left]
        if poor:
            return Halt(no("NLC-5.1", f"The points do not suffice to enter {way.ahead[0]}.", "Go on next turn."))
        self._paid = [paid + cost for _, cost, paid in self._reckoned(made.costs)]
        self._footing = made.footing
        cost = max(made.costs, default=0)
        if made.stops:
            return PayAndStay(cost, no("NLC-5.4a", f"{way.ahead[0]} is in an enemy zone.", "A unit stops there."))
        return Pay(cost)

    def _reckoned(self, costs: tuple[int, ...]) -> list[tuple[Purse, int, int]]:
        return list(zip(self._purses, costs, self._paid, strict=True))

    def _stepping(self) -> Stepping:
        return Stepping(self._run.ctx, self._run.state, self._stack, self._purses, self._marches.in_range)

    def _after(self, way: Way) -> Generator[Event | Ask, Reply, Halt[Verdict] | None]:
        """They stand in a hex: leaders alone there flee, cavalry near it may fall on them (NLC-19.5, NLC-7.8)."""
        if not self._stack.units:
            return None
        lone = _has_lone_leader(self._run.state, self._stack, way.here)
        dark = self._run.ctx.is_dark(self._run.state.turn)
        threatened = not dark and is_threatened(self._run.ctx, self._run.state, self._stack, way.here)
        if not lone and not threatened:
            return None
        yield from self._tell(way)
        yield from surprised(self._run, self._stack.side, way.here)
        if not threatened:
            return None
        came_from = way.path[-2] if len(way.path) > 1 else self._start
        how: How = "move"
        outcome = yield from on_entry(self._run, self._entry(way, came_from, how))
        self._stack = replace(self._stack, units=outcome.units)
        if outcome.goes_on and outcome.units:
            return None
        self._marches.over.update(outcome.units)
        self._marches.driven(outcome.units, outcome.place)
        return Halt(no("NLC-7.8", f"Cavalry fell on them in {way.here}.", "Their move is over."))

    def _entry(self, way: Way, came_from: str, how: How) -> Entry:
        stack = self._stack
        return Entry(stack.side, stack.units, stack.leaders, way.here, came_from, how, len(way.path))

    def _tell(self, way: Way) -> Generator[Event, Reply, None]:
        """The part of the way that has not been told yet, as one event."""
        path = way.path[self._told :]
        if not path:
            return
        spent = max(self._paid, default=0) - max(self._told_paid, default=0)
        origin = way.path[self._told - 1] if self._told else self._start
        by_unit = self._by_unit()
        self._told, self._told_paid = len(way.path), tuple(self._paid)
        stack = self._stack
        if stack.units:
            yield StackMoved(
                rule=self._rule,
                side=stack.side,
                units=stack.units,
                leaders=stack.leaders,
                origin=origin,
                path=path,
                spent=spent,
                manner=self._manner,
            )
        else:
            for leader in stack.leaders:
                yield LeaderMoved(rule=RuleId("NLC-19.2"), side=stack.side, leader=leader, path=path, spent=spent)
        if stack.leaders:
            yield from passed(self._run, stack.side, path)
        self._marches.note(self._run.ctx, self._run.state, by_unit, origin, path)

    def _by_unit(self) -> dict[str, int]:
        """What each unit has paid since the last event: as those pay who walk as it does."""
        paid = {
            (purse.mounted, purse.demoralized): now - before
            for purse, now, before in zip(self._purses, self._paid, self._told_paid, strict=True)
        }
        cards = {one: self._run.ctx.units[one] for one in self._stack.units}
        broken = self._run.state.broken
        return {one: paid.get((card.is_mounted, card.limit_group in broken), 0) for one, card in cards.items()}


def _has_lone_leader(state: State, stack: Stack, place: str) -> bool:
    side = enemy_of(stack.side)
    return bool(state.leaders_at(side, place)) and not state.at(side, place)


def is_threatened(ctx: Context, state: State, stack: Stack, place: str) -> bool:
    """NLC-7.8a: whether enemy cavalry that has not charged yet is within two hexes of a hex."""
    far = ctx.tables.combat.charge_range
    for where, units in state.force(enemy_of(stack.side)).units_at.items():
        if ctx.board.distance(where, place) <= far and any(
            not unit.charged and ctx.units[unit.id].is_cavalry for unit in units
        ):
            return True
    return False
