"""What a side is told after a step: which steps its report covers, what is awaited, which decisions are open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.events import TextsOpened
from adjudicator.core.types import UMPIRE, Ending, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.texts import standing_texts
from adjudicator.play.side.side_views import SideRuling, SideStep, Source, Whole
from adjudicator.record.log import Line


@dataclass(frozen=True, slots=True)
class Situation:
    """A side (or the umpire) after a step of the match. What came later in the log is not looked at."""

    source: Source
    side: Side
    steps: tuple[SideStep, ...]
    """The steps that a report covers, oldest first: all since the side's orders were last opened."""
    following: Wait | Ending | None
    """What the sequence of play waits for; None while answers are awaited."""
    asked: tuple[Mapping[str, Any], ...]
    """The bodies of the open decisions that this side may read: its own, or all for the umpire."""
    awaiting: tuple[Side, ...]
    """The sides of whom orders or answers are needed."""
    rulings: tuple[SideRuling, ...]

    @property
    def step(self) -> SideStep:
        """The last step."""
        return self.steps[-1]

    @property
    def turn(self) -> int:
        """The turn that the sequence of play is in."""
        if isinstance(self.following, Wait):
            return self.following.turn
        return next((e.turn for step in reversed(self.steps) for e in opened(step)), 0)

    @property
    def is_asked(self) -> bool:
        """Whether decisions of this side are open."""
        return any(body["side"] == self.side for body in self.asked)


def source_of(given: Source | Match) -> Source:
    """A match on disk as a source, or the source itself."""
    return Whole(given.lines, given.history, given.folder) if isinstance(given, Match) else given


def situation(given: Source | Match, side: Side, number: int | None = None) -> Situation:
    """A side after a step, the last one unless a number is given."""
    source = source_of(given)
    steps = tuple(_since_it_wrote(source, side, number))
    last = steps[-1]
    decisions = [line for line in source.lines[last.seq : last.last_seq] if line.kind == "decision"]
    following = None if decisions else last.rules.next(last.after)
    return Situation(
        source=source,
        side=side,
        steps=steps,
        following=following if isinstance(following, Wait | Ending) else None,
        asked=tuple(line.body for line in decisions if side in (line.body["side"], UMPIRE)),
        awaiting=_awaiting(last, decisions, following),
        rulings=tuple(_rulings(source, side, steps)),
    )


def opened(step: SideStep) -> Iterator[TextsOpened]:
    """The texts that a step opened."""
    for _, event in step.events:
        if isinstance(event, TextsOpened):
            yield event


def _since_it_wrote(source: Source, side: Side, number: int | None) -> list[SideStep]:
    """Back to the step that opened the side's own orders; for those who write none, to the turn's first."""
    last = source.step(side, number)
    writes = side in last.rules.sides
    found = [last]
    earlier = [n for n in source.numbers() if n < last.number]
    turn = next((event.turn for event in opened(last)), None)
    while earlier:
        if writes and any(side in event.sides for event in opened(found[0])):
            break
        before = source.step(side, earlier.pop())
        if not writes and turn is not None and any(event.turn != turn for event in opened(before)):
            break
        turn = next((event.turn for event in opened(before)), None) if turn is None else turn
        found.insert(0, before)
    return found


def _awaiting(step: SideStep, decisions: Sequence[Line], following: Any) -> tuple[Side, ...]:
    if isinstance(following, Wait):
        return following.everybody
    asked = {line.body["side"] for line in decisions}
    return tuple(side for side in (*step.rules.sides, UMPIRE) if side in asked)


def _rulings(source: Source, side: Side, steps: Sequence[SideStep]) -> Iterator[SideRuling]:
    """The rulings behind the steps of a report, and those that no step has followed yet."""
    seen: set[int] = set()
    is_newest = steps[-1].number == source.numbers()[-1]
    for ruling in (*(step.ruling for step in steps), *(source.pending(side) if is_newest else ())):
        if ruling is not None and ruling.seq not in seen:
            seen.add(ruling.seq)
            yield ruling


def standing_then(now: Situation) -> tuple[TextLine, ...]:
    """The side's texts whose standing orders were in force when the step was over."""
    stand = set(now.source.numbers())
    taken: dict[int, Sequence[str]] = {}
    for line in now.source.lines[: now.step.seq]:
        if line.kind == "turn" and int(line.body["step"]) in stand:
            taken[int(line.body["step"])] = line.body["orders"]
    digests = {digest for number, digests in taken.items() if number <= now.step.number for digest in digests}
    texts = [text for text in now.source.texts(now.side) if text.seq < now.step.seq]
    return standing_texts(texts, digests, now.turn)
