"""The log replayed: lines in, the position and everything on record out. Events are applied, not adjudicated again."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from adjudicator.core.canon import digest, from_hexadecimal
from adjudicator.core.engine import Position
from adjudicator.core.events import PhaseBegan, TextsOpened
from adjudicator.core.orders import Orders, Text
from adjudicator.core.pausing import Paused, Resolved
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Choice, Decision, Ending, Event, Finding, RuleId, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.promises import Fixed, Promises
from adjudicator.play.match.setup import Setup
from adjudicator.record.log import TEXTS, Line
from adjudicator.record.versions import By, briefly


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text on record: whose it is and what it is for."""

    seq: int
    kind: str
    side: Side
    seat: str
    turn: int | None
    phase: str
    text: str
    sha256: str
    late: bool = False
    standing: int | None = None
    """Orders in its `standing orders` section; None if it has none."""
    only_standing: bool = False
    received: str = ""
    """The digest under which the file is kept as it was received."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as it was put to a player."""

    number: int
    seq: int
    decision: Decision
    since: int
    """Answers count from this line on; a decision that a correction puts again keeps number and answers."""

    @property
    def name(self) -> str:
        """As reports number it: D7."""
        return f"D{self.number}"


LineAt = tuple[Side, str, int]
"""A side, a seat, and the number of a line in its text."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What rulings say to one step."""

    lines: Mapping[LineAt, str] = field(default_factory=dict)
    refuse: Mapping[LineAt, str] = field(default_factory=dict)
    allow: frozenset[LineAt] = frozenset()
    answers: Mapping[str, Choice] = field(default_factory=dict)

    def over(self, earlier: Overrides) -> Overrides:
        """Both together; the later ruling wins."""
        return Overrides(
            {**earlier.lines, **self.lines},
            {**earlier.refuse, **self.refuse},
            earlier.allow | self.allow,
            {**earlier.answers, **self.answers},
        )


NO_OVERRIDES = Overrides()
Awaited = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step that was adjudicated."""

    number: int
    seq: int
    limit: int
    """Texts recorded before this line could be of the step."""
    before: Position[Any]
    after: Position[Any]
    awaited: Awaited
    wait: Wait | None
    digests: tuple[str, ...]
    events: tuple[Event, ...]
    seed: bytes
    without: tuple[Side, ...]
    rules: Ruleset[Any]
    last_seq: int
    last_hash: str
    by: By
    """What adjudicated it."""


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A ruling, and what it put in the place of what was."""

    seq: int
    body: Mapping[str, Any]
    before: Any
    events: tuple[Event, ...]
    rules: Ruleset[Any]
    replaced: tuple[StepRecord, ...]


class History:
    """Where a match stands after the lines fed so far."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.options: dict[str, str] = {}
        self.rules: Ruleset[Any] = setup.rules()
        self.position: Position[Any] = Position(self.rules.start())
        self.steps: list[StepRecord] = []
        self.by_seq: dict[int, StepRecord] = {}
        self.first_told: dict[int, int] = {}
        """The line that told a step first, by the step's number; a later line of that number is a correction."""
        self.rulings: dict[int, RulingRecord] = {}
        self.texts: list[TextLine] = []
        self._by_digest: dict[str, list[TextLine]] = {}
        self.asked: list[Asked] = []
        self.open: tuple[Asked, ...] = ()
        self.overrides: dict[int, Overrides] = {}
        self.again: dict[int, StepRecord] = {}
        """Steps that a correction is about to adjudicate again, by number."""
        self.void: set[int] = set()
        """Texts of later steps that a replay put back: their side writes anew."""
        self.last_number = 0
        self.last: Line | None = None
        self.revealed = False
        self.promises = Promises(setup)
        self.used: set[str] = set()
        self.readings: dict[tuple[int, str, int, int], tuple[Any, Text]] = {}
        """Texts as they were understood in a position; the position is kept with them, so that its id stays its own."""
        self.read_at: dict[int, Any] = {}
        """The position in which a text took effect first, by the text's line."""
        self._strange = ""

    # --- what stands -------------------------------------------------------------------------------------

    def following(self) -> Wait | Ending | None:
        """What the sequence of play waits for; None while a phase is paused or can go on by itself."""
        if self.promises.closed is not None:
            return self.promises.closed
        if self.position.paused is not None:
            return None
        following = self.rules.next(self.position.state)
        return following if isinstance(following, Wait | Ending) else None

    def awaited(self) -> Awaited:
        """What the match waits for, in a form that can be compared between two histories."""
        return awaited(self.rules, self.position)

    def opening(self) -> StepRecord | None:
        """The step whose orders the paused phase is carrying out."""
        return next((s for s in reversed(self.steps) if s.before.paused is None), None)

    def told_elsewhere(self) -> StepRecord | None:
        """The step that told the paused phase, or a part of it, by another version than is here."""
        opening = self.opening() if self.position.paused is not None else None
        if opening is None:
            return None
        here = self.setup.by()
        return next((s for s in self.steps[self.steps.index(opening) :] if dict(s.by) != here), None)

    def turn(self) -> int:
        """The turn that the sequence of play is in."""
        wait = self.following()
        if isinstance(wait, Wait):
            return wait.turn
        return next((e.turn for s in reversed(self.steps) for e in s.events if isinstance(e, TextsOpened)), 0)

    def turn_of(self, record: StepRecord) -> int:
        """The turn of a step that stands: of its own texts, or of the last that were opened before it."""
        at = bisect_left(self.steps, record.number, key=lambda step: step.number)
        while at >= 0:
            first = next(iter(self.steps[at].events), None)
            if isinstance(first, TextsOpened):
                return first.turn
            at -= 1
        return 0

    @property
    def fixed(self) -> Fixed | None:
        """Mode mutual: the step whose texts are fixed and which waits for links."""
        return self.promises.fixed

    def next_number(self) -> int:
        """The number of the next new step, which is that of its links."""
        return self.last_number + 1

    def due_again(self) -> StepRecord | None:
        """The step that a correction adjudicates again now; None where the match goes on with new links."""
        if not self.again:
            return None
        first = self.again[min(self.again)]
        return first if first.awaited == self.awaited() else None

    def number_of(self, key: str, again: StepRecord | None) -> int | None:
        """The number of a decision that a step asked before a correction had it run again; None for a new one."""
        if again is None:
            return None
        mine = (a for a in self.asked if again.seq < a.seq <= again.last_seq)
        return next((a.number for a in mine if a.decision.key == key), None)

    def warnings(self) -> tuple[str, ...]:
        """Why what is read here may not be what was played: another position, or other data."""
        return tuple(sentence for sentence in (self.setup.other_data(), self._strange) if sentence)

    def compare_state(self, line: Line) -> None:
        """Compare the position that was reached with the one on record in a turn line."""
        if digest(self.rules.dump(self.position.state)) == line.body["state"]:
            return
        theirs, ours = line.body["by"], self.setup.by()
        names = "; ".join(f"{briefly(theirs[part])}, here {briefly(ours[part])}" for part in ("engine", "ruleset"))
        self._strange = (
            f"The position after step {line.body['step']} is not the one on record (line {line.seq}). "
            f"The step was adjudicated by {names}."
        )

    # --- taking in lines ---------------------------------------------------------------------------------

    def feed(self, line: Line) -> None:
        """Take in the next line, events as they stand on record."""
        match line.kind:
            case kind if kind in TEXTS:
                self._text(text_line(line))
            case "turn":
                self._turn(line)
            case "decision":
                self.ask(line, read_decision(self.rules, line.body))
            case "ruling":
                self._ruling(line)
            case "reveal":
                self.revealed = True
                self.promises.close(self.options)
            case "fixed" | "link" | "sealed":
                self.promises.feed(line)
        if line.kind == "opened":
            self.promises.feed(line)
        self.last = line

    def _text(self, text: TextLine) -> None:
        self.texts.append(text)
        self._by_digest.setdefault(text.sha256, []).append(text)

    def _turn(self, line: Line) -> None:
        self.accept(line, *self.told(line))

    def told(self, line: Line) -> tuple[tuple[Event, ...], Position[Any]]:
        """The events of a turn line as they stand on record, and the position after them."""
        body, rules = line.body, self.rules
        events = tuple(rules.read_event(plain) for plain in body["events"])
        seed = from_hexadecimal(body["seed"])
        state, paused = self.position.state, self.position.paused
        start = paused.start if paused else None
        told: list[Event] = list(paused.events) if paused else []
        new_phase = paused is None
        for event in events:
            if isinstance(event, PhaseBegan):
                start, told, new_phase = state, [], True
            told.append(event)
            state = rules.apply(state, event)
        waiting: Paused[Any] | None = None
        if body["asked"]:
            earlier = None if new_phase else paused
            resolved = dict(earlier.resolved) if earlier else {}
            resolved |= {answer["key"]: _resolved(rules, answer) for answer in body["answers"]}
            pauses = (*(earlier.pauses if earlier else ()), frozenset[str]())
            seeds = (*(earlier.seeds if earlier else ()), seed)
            waiting = Paused(start, Orders(), tuple(told), resolved, (), pauses, seeds)
        return events, Position(state, waiting)

    def accept(self, line: Line, events: tuple[Event, ...], after: Position[Any]) -> None:
        """Take in a turn line whose events are at hand already."""
        body, number = line.body, int(line.body["step"])
        wait = self.following()
        again = self.again.pop(number, None)
        if again is None:
            self.again = {}
        record = StepRecord(
            number=number,
            seq=line.seq,
            limit=again.limit if again else self.promises.fixed_at.get(number, line.seq),
            before=self.position,
            after=after,
            awaited=self.awaited(),
            wait=wait if isinstance(wait, Wait) else None,
            digests=tuple(body["orders"]),
            events=events,
            seed=from_hexadecimal(body["seed"]),
            without=tuple(Side(s) for s in body["without"]),
            rules=self.rules,
            last_seq=line.seq,
            last_hash=line.hash,
            by=body["by"],
        )
        self.used.update(labels(events))
        self._note_reading(record)
        self.steps.append(record)
        self.by_seq[line.seq] = record
        self.first_told.setdefault(number, line.seq)
        self.last_number = max(self.last_number, number)
        self.position, self.open, self.last = after, (), line
        self.promises.fixed = None

    def ask(self, line: Line, decision: Decision) -> None:
        """Take in a decision line, which belongs to the turn line before."""
        number = int(line.body["number"])
        since = next((a.since for a in self.asked if a.number == number), line.seq)
        asked = Asked(number, line.seq, decision, since)
        self.asked.append(asked)
        self.open = (*self.open, asked)
        paused = self.position.paused
        if paused is not None:
            pauses = (*paused.pauses[:-1], paused.pauses[-1] | {decision.key})
            opened = tuple(a.decision for a in self.open)
            self.position = replace(self.position, paused=replace(paused, open=opened, pauses=pauses))
        if self.steps:
            record = replace(self.steps[-1], after=self.position, last_seq=line.seq, last_hash=line.hash)
            self.steps[-1] = record
            self.by_seq[record.seq] = record
        self.last = line

    def _ruling(self, line: Line) -> None:
        body, number = line.body, int(line.body["step"])
        index = next(i for i, step in enumerate(self.steps) if step.number == number)
        replaced = tuple(self.steps[index:])
        self._put_back(index)
        self.options |= {str(k): str(v) for k, v in body.get("options", {}).items()}
        self.rules = self.setup.rules(self.options)
        if body["sort"] == "correct":
            self.again = {step.number: step for step in replaced}
            mine = read_overrides(self.rules, body)
            self.overrides[number] = mine.over(self.overrides.get(number, NO_OVERRIDES))
        else:
            self._void(replaced)
        before = self.position.state
        events = tuple(self.rules.read_event(plain) for plain in body.get("events", ()))
        state = before
        for event in events:
            state = self.rules.apply(state, event)
        self.position = replace(self.position, state=state)
        self.rulings[line.seq] = RulingRecord(line.seq, body, before, events, self.rules, replaced)

    def _put_back(self, index: int) -> None:
        """Forget the steps from `index` on; their lines stay on record."""
        target = self.steps[index]
        self.again = {}
        del self.steps[index:]
        self.position = target.before
        keys = {d.key for d in self.position.paused.open} if self.position.paused else set()
        asked = {a.decision.key: a for a in self.asked if a.decision.key in keys and a.seq < target.limit}
        self.open = tuple(asked[d.key] for d in self.position.paused.open) if self.position.paused else ()
        self.used = {label for step in self.steps for label in labels(step.events)}
        self.read_at = {}
        for step in self.steps:
            self._note_reading(step)

    def _void(self, replaced: tuple[StepRecord, ...]) -> None:
        """Texts of the step that is replayed stand until they are replaced; those of later steps count no more."""
        kept = {digest for step in (*self.steps, replaced[0]) for digest in step.digests}
        gone = {digest for step in replaced[1:] for digest in step.digests} - kept
        self.void |= {text.seq for text in self.texts if text.sha256 in gone}

    def _note_reading(self, record: StepRecord) -> None:
        for sha256 in record.digests:
            for text in self._by_digest.get(sha256, ()):
                self.read_at.setdefault(text.seq, record.before.state)


def awaited(rules: Ruleset[Any], position: Position[Any]) -> Awaited:
    """What a position waits for: open decisions, texts, or nothing."""
    if position.paused is not None:
        return ("answers", *sorted(d.key for d in position.paused.open))
    following = rules.next(position.state)
    if isinstance(following, Wait):
        return (following.what, str(following.turn), following.phase, *following.sides)
    return ("ended",) if isinstance(following, Ending) else ("nothing",)


def labels(events: tuple[Event, ...]) -> set[str]:
    """The labels of the dice that events tell."""
    return {roll.label for event in events for roll in event.rolls}


_ANSWERS = re.compile(r"^\W*answer\s+d\s*\d", re.IGNORECASE | re.MULTILINE)


def kind_of_opened(text: str) -> str:
    """What a text is that was sealed: its line does not say whether it orders or answers."""
    return "answer" if _ANSWERS.search(text) else "orders"


def text_line(line: Line) -> TextLine:
    """A text on record, from its line."""
    body = line.body
    return TextLine(
        seq=line.seq,
        kind=line.kind if line.kind != "opened" else kind_of_opened(body.get("text", "")),
        side=Side(body["side"]),
        seat=body.get("seat", ""),
        turn=body.get("turn"),
        phase=body.get("phase", ""),
        text=body.get("text", ""),
        sha256=body["sha256"],
        late=body.get("late", False),
        standing=body.get("standing"),
        only_standing=body.get("only") == "standing",
        received=body.get("received", ""),
    )


def _resolved(rules: Ruleset[Any], answer: Mapping[str, Any]) -> Resolved:
    choice = rules.read_choice(answer["choice"])
    decision = Decision(
        key=answer["key"], kind=answer["kind"], side=answer["side"], rule=answer["rule"], question="", default=choice
    )
    return Resolved(decision, choice, answer["source"])


def read_decision(rules: Ruleset[Any], body: Mapping[str, Any]) -> Decision:
    """A decision from its line."""
    return Decision(
        key=body["key"],
        kind=body["kind"],
        side=body["side"],
        rule=RuleId(body["rule"]),
        question=body["question"],
        default=rules.read_choice(body["default"]),
        place=body.get("place", ""),
        units=tuple(body.get("units", ())),
        facts=tuple(Finding[Any].model_validate(fact) for fact in body.get("facts", ())),
        examples=tuple(rules.read_choice(choice) for choice in body.get("examples", ())),
    )


def read_overrides(rules: Ruleset[Any], body: Mapping[str, Any]) -> Overrides:
    """What a ruling's line says to the step that it names."""

    def at(item: Mapping[str, Any]) -> LineAt:
        return Side(item["side"]), item.get("seat", ""), int(item["line"])

    return Overrides(
        lines={at(item): item["text"] for item in body.get("orders", ())},
        refuse={at(item): body["reason"] for item in body.get("refuse", ())},
        allow=frozenset(at(item) for item in body.get("allow", ())),
        answers={item["key"]: rules.read_choice(item["choice"]) for item in body.get("answers", ())},
    )
