"""Running a step: texts in, events out, until the sequence of play needs somebody again.

The engine knows no game. It takes a rule system, a position, the texts of the step and dice, and runs phase after
phase. A phase that asks something nobody has answered is paused. The next step goes on with it where the same process
holds it, and otherwise tells it again from its start and compares. The end of the match closes the phase that told it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from operator import eq
from typing import Any, Generic, TypeVar

from adjudicator.core.errors import ProgramError
from adjudicator.core.events import DrawLapsed, DrawOffered, MatchEnded, PhaseBegan, Refused, TextsOpened
from adjudicator.core.orders import AcceptDraw, AskMe, Conditional, OfferDraw, Orders, Resign, flattened
from adjudicator.core.pausing import Paused, Resolved, StepDice, Told
from adjudicator.core.ruleset import Game, Phase, Ruleset
from adjudicator.core.types import GENERAL, Ask, Choice, Decision, Ending, Event, Order, RuleId, Side, Wait
from adjudicator.core.values import dataclass

S = TypeVar("S")
Alike = Callable[[Event, Event], bool]


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
    ruleset: Ruleset[S],
    position: Position[S],
    texts: StepTexts,
    dice: StepDice,
    seed: bytes = b"",
    asked: frozenset[str] = frozenset(),
    alike: Alike = eq,
) -> Step[S]:
    """Adjudicate one step: from a wait, a pause or the start of the match to the next place that needs somebody.

    `asked` are the keys of decisions in the history before the phase at hand: like the label of a die, a key is used
    once. `alike` says whether an event told again is the one on record.
    """
    return _Runner(ruleset, position, texts, dice, seed, asked, alike).run()


class _Runner(Generic[S]):
    def __init__(
        self,
        ruleset: Ruleset[S],
        position: Position[S],
        texts: StepTexts,
        dice: StepDice,
        seed: bytes,
        asked: frozenset[str],
        alike: Alike,
    ) -> None:
        self.ruleset = ruleset
        self.game = Game(ruleset, position.state)
        self.paused = position.paused
        self.texts = texts
        self.orders = texts.orders
        self.dice = dice
        self.seed = seed
        self.asked_before = asked
        self.alike = alike
        self.events: list[Event] = []
        self.resolved: list[Resolved] = []

    def run(self) -> Step[S]:
        if self.paused is not None:
            self.orders = self.paused.orders
            pending = self._go_on(self.paused)
        else:
            self._open_texts()
            pending = None
        while pending is None:
            following = self.ruleset.next(self.game.state)
            if not isinstance(following, Phase):
                return self._done(None, following)
            pending = self._tell(self._telling(following, self.game.state), ())
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
            TextsOpened(
                what=wait.what,
                turn=wait.turn,
                phase=wait.phase,
                sides=wait.sides,
                missing=self.texts.missing,
                heard=wait.hears,
            )
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
        for side in wait.everybody:
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
        offers: tuple[Side, ...] = self.game.state.draw_offers  # type: ignore[attr-defined]
        return offers

    def _end(self, winner: Side | None, level: str, reason: str) -> None:
        ending = Ending(winner=winner, level=level, reason=reason, rule=GENERAL)
        self._happen(MatchEnded(rule=GENERAL, ending=ending))

    # --- telling a phase -------------------------------------------------------------------------------------

    def _telling(self, phase: Phase[S], start: S) -> Told[S]:
        """A phase about to be told from a position."""
        self.game.state = start
        said = phase.run(self.game, self.orders, self.dice)
        began = PhaseBegan(rule=RuleId(phase.rule), phase=phase.name, title=phase.title, side=phase.side)
        return Told(start, said, self.game, self.dice, seeds=(self.seed,), following=began)

    def _go_on(self, paused: Paused[S]) -> Paused[S] | None:
        """Go on with a paused phase: with the telling that this process holds, or by telling it again."""
        telling: Told[S] | None = paused.held.take(paused.start, paused.orders, paused.events)
        if telling is not None:
            self.game, self.dice = telling.game, telling.dice
            telling.seeds = (*telling.seeds, self.seed)
            return self._tell(telling, ())
        telling = self._telling(self._phase_at(paused.start), paused.start)
        telling.known = dict(paused.resolved)
        telling.pauses, telling.seeds = paused.pauses, (*paused.seeds, self.seed)
        telling.dice.reseed(telling.seeds[0])
        return self._tell(telling, paused.events)

    def _tell(self, telling: Told[S], recorded: Sequence[Event]) -> Paused[S] | None:
        """Tell a phase to its end or to a decision that nobody has answered; returns what is left open.

        Events that are on record must be told again as they were; only later ones happen anew.
        """
        while (said := telling.next()) is not None:
            if isinstance(said, Event):
                self._take(said, telling.told, recorded)
                if _ending(self.game.state) is not None:
                    telling.close()
                continue
            open_now = self._resolve(said, telling)
            if open_now:
                self._check_all_told(telling.told, recorded)
                telling.following = said
                return telling.paused(self.orders, open_now)
            telling.answer(said)
        self._check_all_told(telling.told, recorded)
        return None

    def _take(self, event: Event, told: list[Event], recorded: Sequence[Event]) -> None:
        index = len(told)
        told.append(event)
        if index >= len(recorded):
            self._happen(event)
        elif not self.alike(event, recorded[index]):
            raise DivergedError(index, recorded[index], event)
        else:
            self.game.state = self.ruleset.apply(self.game.state, event)

    @staticmethod
    def _check_all_told(told: Sequence[Event], recorded: Sequence[Event]) -> None:
        if len(told) < len(recorded):
            raise DivergedError(len(told), recorded[len(told)], None)

    def _resolve(self, ask: Ask, telling: Told[S]) -> tuple[Decision, ...]:
        """Settle what can be settled; decisions of one moment are settled together or not at all."""
        found: dict[str, Resolved] = {}
        open_now: list[Decision] = []
        for decision in ask.decisions:
            if decision.key in telling.settled or decision.key in found or decision.key in self.asked_before:
                raise ProgramError(f"The decision {decision.key} was asked twice.")
            if decision.key in telling.known:
                found[decision.key] = telling.known[decision.key]
                continue
            settled = self._settle(decision)
            if settled is None:
                open_now.append(decision)
            else:
                found[decision.key] = settled
        if not open_now:
            self.resolved += [one for key, one in found.items() if key not in telling.known]
            telling.settled |= found
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


def _ending(state: Any) -> Ending | None:
    ending: Ending | None = state.ending
    return ending


def _unconditional(order: Order) -> Sequence[Any]:
    return () if isinstance(order, Conditional) else tuple(flattened(order))
