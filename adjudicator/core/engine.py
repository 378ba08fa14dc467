"""Running a step: texts in, events out, until the sequence of play needs somebody again.

The engine knows no game. It takes a rule system, a position, the texts of the step and dice, and runs phase after
phase. A phase that asks something nobody has answered is paused; the next step runs it again from its start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.errors import ProgramError
from adjudicator.core.events import DrawLapsed, DrawOffered, MatchEnded, PhaseBegan, Refused, TextsOpened
from adjudicator.core.orders import AcceptDraw, AskMe, Conditional, OfferDraw, Orders, Resign, flattened
from adjudicator.core.ruleset import Game, Phase, Ruleset
from adjudicator.core.types import GENERAL, Ask, Choice, Decision, Ending, Event, Order, RuleId, Side, Wait

S = TypeVar("S")
Source = Literal["answer", "standing", "default"]


class StepDice(Dice, Protocol):
    """Dice that can go on with the seed of a later step."""

    def reseed(self, seed: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Resolved:
    """A decision, the choice made, and where the choice came from."""

    decision: Decision
    choice: Choice
    source: Source


@dataclass(frozen=True, slots=True)
class Paused(Generic[S]):
    """A phase that waits for answers: where it began, what it has told so far, what is open."""

    start: S
    orders: Orders
    events: tuple[Event, ...]
    resolved: Mapping[str, Resolved]
    open: tuple[Decision, ...]
    pauses: tuple[frozenset[str], ...]
    """The keys that were open at each pause of this phase, the last being the open ones."""
    seeds: tuple[bytes, ...]
    """The seed of each step that this phase has run in."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """Where a match stands: the state, and a paused phase if there is one."""

    state: S
    paused: Paused[S] | None = None


@dataclass(frozen=True, slots=True)
class StepTexts:
    """What a step is given: orders, answers by decision key, and the sides played without a text."""

    orders: Orders = field(default_factory=Orders)
    answers: Mapping[str, Choice] = field(default_factory=dict)
    missing: tuple[Side, ...] = ()
    """Sides that are played without a text: standing orders and defaults decide for them."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What a step brought."""

    events: tuple[Event, ...]
    resolved: tuple[Resolved, ...]
    position: Position[S]
    stopped: Wait | Ending | None
    """What the sequence of play needs next; None when a phase is paused for answers."""


class DivergedError(ProgramError):
    """A phase that was run again did not tell what is on record."""

    def __init__(self, index: int, recorded: Event, told: Event | None) -> None:
        super().__init__(f"Event {index} of the phase is not the one on record.")
        self.index = index
        self.recorded = recorded
        self.told = told


def run_step(
    ruleset: Ruleset[S], position: Position[S], texts: StepTexts, dice: StepDice, seed: bytes = b""
) -> Step[S]:
    """Adjudicate one step: from a wait, a pause or the start of the match to the next place that needs somebody."""
    return _Runner(ruleset, position, texts, dice, seed).run()


class _Runner(Generic[S]):
    def __init__(
        self, ruleset: Ruleset[S], position: Position[S], texts: StepTexts, dice: StepDice, seed: bytes
    ) -> None:
        self.ruleset = ruleset
        self.game = Game(ruleset, position.state)
        self.paused = position.paused
        self.texts = texts
        self.orders = texts.orders
        self.dice = dice
        self.seed = seed
        self.events: list[Event] = []
        self.resolved: list[Resolved] = []

    def run(self) -> Step[S]:
        if self.paused is not None:
            self.orders = replace(self.paused.orders, standing=self.texts.orders.standing)
            pending = self._phase(self._phase_at(self.paused.start), self.paused)
        else:
            self._open_texts()
            pending = None
        while pending is None:
            following = self.ruleset.next(self.game.state)
            if not isinstance(following, Phase):
                return self._done(None, following)
            pending = self._phase(following, None)
        return self._done(pending, None)

    def _done(self, paused: Paused[S] | None, stopped: Wait | Ending | None) -> Step[S]:
        position = Position(self.game.state, paused)
        return Step(tuple(self.events), tuple(self.resolved), position, stopped)

    def _phase_at(self, state: S) -> Phase[S]:
        phase = self.ruleset.next(state)
        if not isinstance(phase, Phase):
            raise ProgramError("A paused phase is not where the sequence of play expects one.")
        return phase

    def _happen(self, event: Event) -> None:
        self.game.state = self.ruleset.apply(self.game.state, event)
        self.events.append(event)

    # --- opening the texts -----------------------------------------------------------------------------------

    def _open_texts(self) -> None:
        wait = self.ruleset.next(self.game.state)
        if not isinstance(wait, Wait):
            return
        self._happen(
            TextsOpened(what=wait.what, turn=wait.turn, phase=wait.phase, sides=wait.sides, missing=self.texts.missing)
        )
        others = tuple(side for side in wait.sides if side not in self.ruleset.sides)
        for side in (*self.ruleset.sides, *others):
            for problem in self.orders.problems.get(side, ()):
                self._happen(
                    Refused(
                        rule=problem.rule or GENERAL,
                        side=side,
                        line=problem.line,
                        seat=problem.seat,
                        text=problem.text,
                        reason=problem.reason,
                        remedy=problem.remedy,
                    )
                )
        self._settle_the_match(wait)

    def _settle_the_match(self, wait: Wait) -> None:
        """Resigning, and offering or accepting a draw, come before anything else in a text."""
        for side in wait.sides:
            mine = [o for order in self.orders.of(side) for o in _unconditional(order)]
            if any(isinstance(o, Resign) for o in mine):
                others = [s for s in self.ruleset.sides if s != side]
                self._end(others[0] if len(others) == 1 else None, "resignation", f"The {side} side resigned.")
                return
            offers = self._offers()
            if any(isinstance(o, AcceptDraw) for o in mine):
                if offers and side not in offers:
                    self._end(None, "draw", "A draw was agreed.")
                    return
                order = next(o for o in mine if isinstance(o, AcceptDraw))
                self._happen(
                    Refused(
                        rule=GENERAL,
                        side=side,
                        line=order.line,
                        seat=order.seat,
                        text=self.orders.words(order),
                        reason="No draw has been offered by the other side.",
                        remedy="Write `offer draw` to offer one.",
                    )
                )
            for other in offers:
                if other != side:
                    self._happen(DrawLapsed(side=other))
            if any(isinstance(o, OfferDraw) for o in mine):
                self._happen(DrawOffered(side=side))

    def _offers(self) -> tuple[Side, ...]:
        return tuple(getattr(self.game.state, "draw_offers", ()))

    def _end(self, winner: Side | None, level: str, reason: str) -> None:
        ending = Ending(winner=winner, level=level, reason=reason, rule=GENERAL)
        self._happen(MatchEnded(rule=GENERAL, ending=ending))

    # --- telling a phase -------------------------------------------------------------------------------------

    def _phase(self, phase: Phase[S], paused: Paused[S] | None) -> Paused[S] | None:
        """Run a phase, for the first time or again after a pause; returns what is left open."""
        start = self.game.state if paused is None else paused.start
        recorded = paused.events if paused is not None else ()
        resolved: dict[str, Resolved] = dict(paused.resolved) if paused is not None else {}
        seeds = (*paused.seeds, self.seed) if paused is not None else (self.seed,)
        pauses = paused.pauses if paused is not None else ()
        self.game.state = start
        told: list[Event] = []

        def tell(event: Event) -> None:
            index = len(told)
            told.append(event)
            if index < len(recorded):
                if event != recorded[index]:
                    raise DivergedError(index, recorded[index], event)
                self.game.state = self.ruleset.apply(self.game.state, event)
            else:
                self._happen(event)

        tell(PhaseBegan(rule=RuleId(phase.rule), phase=phase.name, title=phase.title, side=phase.side))
        if len(seeds) > 1:
            self.dice.reseed(seeds[0])
        telling = phase.run(self.game, self.orders, self.dice)
        reply: Mapping[str, Choice] | None = None
        passed = 0
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except StopIteration:
                break
            if isinstance(said, Event):
                tell(said)
                reply = None
                continue
            open_now = self._resolve(said, resolved)
            if open_now:
                telling.close()
                self._check_all_told(told, recorded)
                pauses = (*pauses, frozenset(d.key for d in open_now))
                return Paused(start, self.orders, tuple(told), resolved, open_now, pauses, seeds)
            if passed < len(pauses) and pauses[passed] & {d.key for d in said.decisions}:
                passed += 1
                self.dice.reseed(seeds[passed])
            reply = {d.key: resolved[d.key].choice for d in said.decisions}
        self._check_all_told(told, recorded)
        return None

    @staticmethod
    def _check_all_told(told: Sequence[Event], recorded: Sequence[Event]) -> None:
        if len(told) < len(recorded):
            raise DivergedError(len(told), recorded[len(told)], None)

    def _resolve(self, ask: Ask, resolved: dict[str, Resolved]) -> tuple[Decision, ...]:
        """Settle what can be settled; decisions of one moment are settled together or not at all."""
        found: dict[str, Resolved] = {}
        open_now: list[Decision] = []
        for decision in ask.decisions:
            if decision.key in resolved:
                continue
            settled = self._settle(decision)
            if settled is None:
                open_now.append(decision)
            else:
                found[decision.key] = settled
        if not open_now:
            for key, settled in found.items():
                resolved[key] = settled
                self.resolved.append(settled)
        return tuple(open_now)

    def _settle(self, decision: Decision) -> Resolved | None:
        """The answer on record, else the standing order, else the default; None if the player is to be asked."""
        answered = self.texts.answers.get(decision.key)
        if answered is not None:
            return Resolved(decision, answered, "answer")
        mine = self.orders.standing.get(decision.side, ())
        chosen = self.ruleset.standing(self.game.state, decision, mine)
        wants_to_be_asked = isinstance(chosen, AskMe) or (chosen is None and decision.pauses)
        if wants_to_be_asked and decision.side not in self.texts.missing:
            return None
        if chosen is None or isinstance(chosen, AskMe):
            return Resolved(decision, decision.default, "default")
        return Resolved(decision, chosen, "standing")


def _unconditional(order: Order) -> Sequence[Any]:
    return () if isinstance(order, Conditional) else tuple(flattened(order))
