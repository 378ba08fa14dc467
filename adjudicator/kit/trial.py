"""Trial runs for `check`: orders carried out by the rules themselves, on the position as a side knows it.

Questions are answered by their defaults; where dice would fall, the trial of that order ends there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Orders
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Game, Review, Ruleset, Telling
from adjudicator.core.types import Choice, Event, Order, Roll, RuleId, Side
from adjudicator.kit.run import Run
from adjudicator.kit.verdicts import Verdict, problem

S = TypeVar("S")
X = TypeVar("X")
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


Note = Callable[[Event, Any], str]
"""An event and the position before it, to what `check` says of it; nothing where it says nothing."""


class Trial(Generic[S, X]):
    """The known position, on which a side's orders are tried one after the other."""

    def __init__(
        self, rules: Ruleset[S], ctx: X, known: S, side: Side, orders: Orders | None = None, note: Note | None = None
    ) -> None:
        self.game = Game(rules, known)
        self.ctx = ctx
        self.side = side
        self.run: Run[S, X] = Run(self.game, ctx, orders or Orders(), NoDice(), side)
        self.problems: list[Problem] = []
        self.notes: list[tuple[int, str]] = []
        self._note = note

    @property
    def state(self) -> S:
        """The position of the moment."""
        return self.game.state

    def tell(self, telling: Telling, line: int = 0) -> bool:
        """Let something happen as far as it can be foreseen; whether it came to its end without dice."""
        reply: Mapping[str, Choice] | None = None
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except StopIteration:
                return True
            except UnforeseeableError:
                return False
            reply = None
            if isinstance(said, Event):
                self._happen(said, line)
                if getattr(self.state, "ending", None) is not None:
                    telling.close()
            else:
                reply = {decision.key: decision.default for decision in said.decisions}

    def _happen(self, event: Event, line: int) -> None:
        match event:
            case Refused():
                self.refuse(event.line or line, event.rule, event.reason, event.remedy)
            case NotCarriedOut():
                self.notes.append((event.line or line, event.reason))
            case _:
                said = self._note(event, self.state) if self._note is not None else ""
                if said:
                    self.notes.append((line, said))
                self.game.state = self.game.ruleset.apply(self.state, event)

    def refuse(self, line: int, rule: RuleId, reason: str, remedy: str = "") -> None:
        """An order that would be refused."""
        self.problems.append(Problem(sort="refused", line=line, rule=rule, reason=reason, remedy=remedy))

    def judge(self, order: Order, verdict: Verdict) -> bool:
        """Note a "no" at an order's line; hands back whether it may go on."""
        if not verdict.value:
            self.problems.append(problem(verdict, order.line))
        return verdict.value

    def warn(self, line: int, reason: str, remedy: str = "", rule: RuleId | None = None) -> None:
        """Something that was probably forgotten."""
        self.problems.append(
            Problem(severity="warning", sort="warning", line=line, rule=rule, reason=reason, remedy=remedy)
        )

    def review(self) -> Review:
        """What was found."""
        return Review(tuple(self.problems), tuple(self.notes))
