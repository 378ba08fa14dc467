"""The distribution of what orders bring: exact over all dice, or from samples with their error."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from adjudicator.core.canon import digest, sha256
from adjudicator.core.dice import Dice, SeededDice
from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Phase, Ruleset
from adjudicator.core.types import Event, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.weighing import Figures, counted
from adjudicator.play.odds.branching import Branching, Path
from adjudicator.play.odds.carrying_out import CarriedOut, carry_out

LIMIT = 4000
"""How often the rules are run before counting every case is given up."""
SAMPLES = 1000
PHASES = 60
"""No order has to do with more phases than these."""
Value = int | str
Outcome = tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Distribution:
    """What orders can bring, each outcome with its probability; the probabilities make 1."""

    outcomes: Mapping[Outcome, Fraction]
    runs: int
    """How often the rules were run."""
    samples: int = 0
    """How many samples it was taken from; 0 where it is exact."""
    refused: tuple[Refused | NotCarriedOut, ...] = ()
    defaults: tuple[tuple[Side, str], ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether every case was counted."""
        return not self.samples

    def names(self) -> tuple[str, ...]:
        """The figures of which there is something to tell, in the order in which the rules name them."""
        return tuple(dict.fromkeys(name for outcome in self.outcomes for name, _ in outcome))

    def of(self, name: str) -> dict[Value, Fraction]:
        """How likely each value of a figure is; an outcome that does not name it has 0 or nothing of it."""
        found: dict[Value, Fraction] = {}
        named = [value for outcome in self.outcomes for one, value in outcome if one == name]
        nothing: Value = 0 if all(isinstance(value, int) for value in named) else "-"
        for outcome, chance in self.outcomes.items():
            value = dict(outcome).get(name, nothing)
            found[value] = found.get(value, Fraction(0)) + chance
        if nothing == 0:
            return dict(sorted(found.items()))
        return dict(sorted(found.items(), key=lambda one: (-one[1], str(one[0]))))

    def mean(self, name: str) -> Fraction | None:
        """The mean of a figure that is a number."""
        values = self.of(name)
        if any(isinstance(value, str) for value in values):
            return None
        return sum((Fraction(value) * chance for value, chance in values.items()), Fraction(0))

    def error(self, chance: Fraction) -> float:
        """The standard error of a probability; 0 where it is exact."""
        return sqrt(chance * (1 - chance) / self.samples) if self.samples else 0.0


@dataclass(frozen=True, slots=True)
class _Stand:
    """A position on the way, how likely it is, and what has happened until there."""

    state: Any
    weight: Fraction
    events: tuple[Event, ...] = ()
    begun: bool = False
    """Whether a phase of the side itself has been told: from there on only such phases belong to its orders."""


class TooManyError(Exception):
    """Every case cannot be counted."""


@dataclass
class Weighing:
    """Orders of one side that are weighed in one position."""

    rules: Ruleset[Any]
    side: Side
    orders: Orders
    start: Any
    """The position when the orders have been opened."""
    runs: int = 0

    def weigh(self, limit: int = LIMIT, samples: int = SAMPLES) -> Distribution:
        """Every case where there are not too many; otherwise samples, always the same ones."""
        try:
            return self.counted(limit)
        except TooManyError:
            return self.sampled(samples)

    def counted(self, limit: int = LIMIT) -> Distribution:
        """Every case, with exact probabilities."""
        tally = _Tally(self._figures)
        stands = [_Stand(self.start, Fraction(1))]
        for _ in range(PHASES):
            ahead = [(stand, self._phase(stand.state, begun=stand.begun)) for stand in stands]
            for stand, phase in ahead:
                if phase is None:
                    tally.add(stand.events, stand.weight)
            going = [(stand, phase) for stand, phase in ahead if phase is not None]
            if not going:
                break
            stands = self._merged(after for stand, phase in going for after in self._after(stand, phase, tally, limit))
        return tally.distribution(self.runs)

    def _after(self, stand: _Stand, phase: Phase[Any], tally: _Tally, limit: int) -> Iterator[_Stand]:
        path: Path | None = ()
        while path is not None:
            if self.runs >= limit:
                raise TooManyError
            dice = Branching(path)
            done = self._carry_out(phase, stand.state, dice, tally)
            begun = stand.begun or phase.side == self.side
            yield _Stand(done.state, stand.weight * dice.weight, (*stand.events, *done.events), begun)
            path = dice.following()

    def _merged(self, stands: Iterator[_Stand]) -> list[_Stand]:
        """Positions that are alike, and to which the same has happened, are one from here on."""
        met: dict[Any, _Stand] = {}
        for stand in stands:
            figures = tuple(self._figures(stand.events).items())
            goes_on = self._phase(stand.state, begun=stand.begun) is not None
            key = (figures, digest(self.rules.dump(stand.state)) if goes_on else "", goes_on)
            before = met.get(key)
            met[key] = replace(before, weight=before.weight + stand.weight) if before else stand
        return list(met.values())

    def sampled(self, samples: int = SAMPLES) -> Distribution:
        """Some cases, by dice from a fixed seed."""
        tally = _Tally(self._figures)
        for number in range(samples):
            state, begun = self.start, False
            events: tuple[Event, ...] = ()
            dice = SeededDice(sha256(f"odds/{number}".encode()), b"odds")
            for _ in range(PHASES):
                phase = self._phase(state, begun=begun)
                if phase is None:
                    break
                done = self._carry_out(phase, state, dice, tally)
                state, events = done.state, (*events, *done.events)
                begun = begun or phase.side == self.side
            tally.add(events, Fraction(1, samples))
        return tally.distribution(self.runs, samples)

    def _carry_out(self, phase: Phase[Any], state: Any, dice: Dice, tally: _Tally) -> CarriedOut:
        self.runs += 1
        done = carry_out(self.rules, phase, state, self.orders, dice)
        tally.defaults |= done.defaults
        return done

    def _phase(self, state: Any, *, begun: bool) -> Phase[Any] | None:
        """The phase that comes next, as long as it may have to do with the orders."""
        following = self.rules.next(state)
        if not isinstance(following, Phase):
            return None
        return None if begun and following.side != self.side else following

    def _figures(self, events: Sequence[Event]) -> Figures:
        tell: Callable[[Sequence[Event], Side], Figures] | None = getattr(self.rules, "brought", None)
        return tell(events, self.side) if tell is not None else counted(events)


class _Tally:
    """Outcomes as they are counted."""

    def __init__(self, figures: Callable[[Sequence[Event]], Figures]) -> None:
        self._figures = figures
        self._chances: dict[Outcome, Fraction] = {}
        self._refused: dict[str, Refused | NotCarriedOut] = {}
        self.defaults: set[tuple[Side, str]] = set()

    def add(self, events: Sequence[Event], chance: Fraction) -> None:
        """One case."""
        outcome = tuple(self._figures(events).items())
        self._chances[outcome] = self._chances.get(outcome, Fraction(0)) + chance
        for event in events:
            if isinstance(event, Refused | NotCarriedOut):
                self._refused.setdefault(event.reason, event)

    def distribution(self, runs: int, samples: int = 0) -> Distribution:
        """What was counted."""
        return Distribution(self._chances, runs, samples, tuple(self._refused.values()), tuple(sorted(self.defaults)))
