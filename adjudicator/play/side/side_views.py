"""Where a reader looks: a whole match, or a side's export at home. Both tell a side's steps in one form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import UMPIRE, Ending, Event, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import Asked, History, RulingRecord, StepRecord, TextLine
from adjudicator.play.match.setup import Setup
from adjudicator.play.match.texts import in_force, usable
from adjudicator.play.side.showing import own_ruling, shown_events
from adjudicator.record.log import Line
from adjudicator.record.verdict import spans


@dataclass(frozen=True, slots=True)
class SideRuling:
    """A ruling as a side reads it."""

    seq: int
    step: int
    """The step that it goes back to."""
    sort: str
    """"correct" or "replay"."""
    reason: str
    body: Mapping[str, Any]
    events: tuple[Event, ...] = ()
    """The plain changes of the position that the side sees."""


@dataclass(frozen=True, slots=True)
class SideStep:
    """A step as a side (or the umpire) sees it."""

    number: int
    side: Side
    seq: int
    """Its turn line: event N of the list has the address SEQ.N."""
    last_seq: int
    last_hash: str
    rules: Ruleset[Any]
    before: Any
    """The position as the side knew it."""
    after: Any
    events: tuple[tuple[int, Event], ...]
    """Numbered as this side counts them."""
    without: tuple[Side, ...]
    ruling: SideRuling | None = None
    """The ruling that had this step adjudicated in the place of another."""


class Source(Protocol):
    """What checks, reports and maps are made from."""

    side: Side | None
    """The only side that an export can speak for; None for a whole match."""
    setup: Setup
    lines: Sequence[Line]

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system with the options now in force."""
        ...

    def known(self, side: Side) -> Any:
        """The position as a side knows it now."""
        ...

    def following(self) -> Wait | Ending | None:
        """What the sequence of play waits for; None while answers are awaited."""
        ...

    def waits(self) -> tuple[Wait, ...]:
        """What the steps that stand waited for, oldest first."""
        ...

    def turn(self) -> int:
        """The turn that the sequence of play is in."""
        ...

    def asked(self, side: Side) -> tuple[Asked, ...]:
        """The open decisions of a side."""
        ...

    def awaiting(self) -> tuple[Side, ...]:
        """The sides of whom orders or answers are needed."""
        ...

    def texts(self, side: Side) -> tuple[TextLine, ...]:
        """A side's texts on record, in log order."""
        ...

    def standing(self, side: Side) -> tuple[TextLine, ...]:
        """A side's texts whose standing orders are in force."""
        ...

    def void(self) -> frozenset[int]:
        """The lines of texts that a replay put back: they count no more."""
        ...

    def fixed(self) -> int:
        """The step whose texts are fixed, so that what comes now is too late for it; 0 if there is none."""
        ...

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that stand."""
        ...

    def step(self, side: Side, number: int | None = None) -> SideStep:
        """A step as a side sees it; the last one unless a number is given."""
        ...

    def at(self, side: Side, seq: int) -> SideStep | None:
        """The step of a turn line, whether it stands or was replaced; None if the line is none."""
        ...

    def replaced(self, step: SideStep) -> SideStep | None:
        """The step in whose place a ruling put this one."""
        ...

    def pending(self, side: Side) -> tuple[SideRuling, ...]:
        """Rulings since the last step that stands."""
        ...


class Whole:
    """A whole match."""

    def __init__(self, lines: Sequence[Line], history: History, folder: Path | None = None) -> None:
        self.side: Side | None = None
        self.lines = lines
        self.history = history
        self.folder = folder
        self.setup = history.setup

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system with the options now in force."""
        return self.history.rules

    def known(self, side: Side) -> Any:
        """The position as a side knows it now."""
        return self.rules.known(self.history.position.state, side)

    def following(self) -> Wait | Ending | None:
        """What the sequence of play waits for; None while answers are awaited."""
        return self.history.following()

    def waits(self) -> tuple[Wait, ...]:
        """What the steps that stand waited for, oldest first."""
        return tuple(step.wait for step in self.history.steps if step.wait is not None)

    def turn(self) -> int:
        """The turn that the sequence of play is in."""
        return self.history.turn()

    def asked(self, side: Side) -> tuple[Asked, ...]:
        """The open decisions of a side; all of them for the umpire."""
        return tuple(a for a in self.history.open if side in (a.decision.side, UMPIRE))

    def awaiting(self) -> tuple[Side, ...]:
        """The sides of whom orders or answers are needed."""
        following = self.following()
        if isinstance(following, Wait):
            return following.everybody
        asked = {a.decision.side for a in self.history.open}
        return tuple(side for side in (*self.rules.sides, UMPIRE) if side in asked)

    def texts(self, side: Side) -> tuple[TextLine, ...]:
        """A side's texts on record, in log order."""
        return tuple(text for text in self.history.texts if text.side == side)

    def standing(self, side: Side) -> tuple[TextLine, ...]:
        """A side's texts whose standing orders are in force."""
        return tuple(t for t in in_force(self.history, usable(self.history), ()) if t.side == side)

    def void(self) -> frozenset[int]:
        """The lines of texts that a replay put back: they count no more."""
        return frozenset(self.history.void)

    def fixed(self) -> int:
        """The step whose texts are fixed, so that what comes now is too late for it; 0 if there is none."""
        return self.history.fixed.step if self.history.fixed is not None else 0

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that stand."""
        return tuple(step.number for step in self.history.steps)

    def step(self, side: Side, number: int | None = None) -> SideStep:
        """A step as a side sees it; the last one unless a number is given."""
        return self._of(pick(self.history.steps, number), side)

    def at(self, side: Side, seq: int) -> SideStep | None:
        """The step of a turn line, whether it stands or was replaced; None if the line is none."""
        record = self.history.by_seq.get(seq)
        return self._of(record, side) if record else None

    def _of(self, record: StepRecord, side: Side) -> SideStep:
        rules = record.rules
        ruling = self._ruling_behind(record)
        return SideStep(
            number=record.number,
            side=side,
            seq=record.seq,
            last_seq=record.last_seq,
            last_hash=record.last_hash,
            rules=rules,
            before=rules.known(record.before.state, side),
            after=rules.known(record.after.state, side),
            events=tuple(shown_events(rules, record.before.state, record.events, side)),
            without=record.without,
            ruling=side_ruling(ruling, side) if ruling else None,
        )

    def _ruling_behind(self, record: StepRecord) -> RulingRecord | None:
        earlier = [r for r in self.history.rulings.values() if r.seq < record.seq]
        return next((r for r in reversed(earlier) if self._instead(r, record) is not None), None)

    def _instead(self, ruling: RulingRecord, record: StepRecord) -> StepRecord | None:
        """What a ruling replaced by a step: its namesake, or for a replay the step that was put back."""
        if ruling.body["sort"] == "correct":
            return next((old for old in ruling.replaced if old.number == record.number), None)
        first = min((seq for seq in self.history.by_seq if seq > ruling.seq), default=0)
        return ruling.replaced[0] if record.seq == first else None

    def replaced(self, step: SideStep) -> SideStep | None:
        """The step in whose place a ruling put this one."""
        record = self.history.by_seq[step.seq]
        ruling = self._ruling_behind(record)
        old = self._instead(ruling, record) if ruling else None
        return self._of(old, step.side) if old else None

    def pending(self, side: Side) -> tuple[SideRuling, ...]:
        """Rulings since the last step that stands."""
        last = max((step.seq for step in self.history.steps), default=0)
        newest = max(self.history.by_seq, default=0)
        since = [r for r in self.history.rulings.values() if r.seq > max(last, newest)]
        return tuple(side_ruling(r, side) for r in since)


def side_ruling(record: RulingRecord, side: Side) -> SideRuling:
    """A ruling as a side reads it."""
    body = record.body if side == UMPIRE else own_ruling(record.body, side)
    events = tuple(event for _, event in shown_events(record.rules, record.before, record.events, side))
    return SideRuling(record.seq, int(body["step"]), str(body["sort"]), str(body["reason"]), body, events)


class Numbered(Protocol):
    """Anything that has a step's number."""

    @property
    def number(self) -> int:
        """The step's number."""
        ...


N = TypeVar("N", bound=Numbered)


def pick(steps: Sequence[N], number: int | None) -> N:
    """The step with a number, or the last one."""
    if not steps:
        raise MatchError("Nothing has been played yet.", "Run the match first: adjudicator run --match DIR.")
    if number is None:
        return steps[-1]
    for step in steps:
        if step.number == number:
            return step
    raise UsageError(f"There is no step {number} that stands.", f"Steps: {spans([s.number for s in steps])}.")
