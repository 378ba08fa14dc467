"""Plays a case: makes its position, hands its texts to the real reader and the real engine, and keeps what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, Step, StepTexts, run_step
from adjudicator.core.errors import ProgramError
from adjudicator.core.orders import Orders, Standing, Text
from adjudicator.core.pausing import Resolved
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Phase
from adjudicator.core.types import UMPIRE, Choice, Decision, Ending, Event, Finding, Order, Side
from adjudicator.play.match.reading import read_text, write_order
from tests.cases.files import CaseError, Part, Story
from tests.cases.positions import Stopping, positioned
from tests.cases.words import Names, Plain, Words, words_in

ANY = "*"


@dataclass(frozen=True)
class Told:
    """What a part of a case brought, in plain values."""

    rules: Any
    state: Any
    """The position that it left."""
    happened: tuple[Event, ...] = ()
    before: Any = None
    """The position that it began with."""
    resolved: tuple[Resolved, ...] = ()
    """Every decision that was settled, in order, and how."""
    open: tuple[Decision, ...] = ()
    misread: list[Plain] = field(default_factory=list)
    """Lines that the reader did not understand."""
    refused: list[Plain] = field(default_factory=list)
    """Orders and answers that were refused."""
    not_done: list[Plain] = field(default_factory=list)
    """Orders that were not carried out: their condition did not hold, or they had become pointless."""
    unused: tuple[str, ...] = ()
    """Dice of the case that nobody rolled."""
    ending: Ending | None = None

    @cached_property
    def plain(self) -> Plain:
        """The position that it left, in plain values."""
        found: Plain = self.rules.dump(self.state)
        return found

    @cached_property
    def names(self) -> Names:
        """The names of the game in that position."""
        return Names(self.rules, self.state)

    @cached_property
    def events(self) -> tuple[Plain, ...]:
        """What happened, as the log has it."""
        return tuple(self.rules.write_event(event) for event in self.happened)

    def seen_by(self, side: Side) -> tuple[Plain, ...]:
        """What happened as a side is told it: whole, in a lesser form, or not at all."""
        state, found = self.before, []
        for event in self.happened:
            shown = self.rules.show(state, event, side)
            if shown is not None:
                found.append(self.rules.write_event(shown))
            state = self.rules.apply(state, event)
        return tuple(found)

    def in_words(self, one: Resolved) -> str:
        """A choice in the order language."""
        side = one.decision.side
        known = self.state if side == UMPIRE else self.rules.known(self.state, side)
        return write_order(self.rules, known, side, one.choice)


@lru_cache(maxsize=64)
def _loaded(folder: Path, game: str, options: tuple[tuple[str, str], ...]) -> Any:
    return words_in(folder).load(game, dict(options))


# --- texts -------------------------------------------------------------------------------------------------


@dataclass
class _Texts:
    """What the sides of a part wrote, read as each of them knows the position."""

    orders: dict[Side, tuple[Order, ...]] = field(default_factory=dict)
    standing: dict[Side, tuple[Standing, ...]] = field(default_factory=dict)
    lines: dict[tuple[Side, str, int], str] = field(default_factory=dict)
    misread: list[Plain] = field(default_factory=list)


def _read(rules: Any, state: Any, side: Side, text: str) -> Text:
    known = state if side == UMPIRE else rules.known(state, side)
    return read_text(rules, known, side, "", text)


def _texts(rules: Any, state: Any, part: Part) -> _Texts:
    found = _Texts()
    for name, text in part.orders.items():
        side = _side(rules, name)
        read = _read(rules, state, side, text)
        found.orders[side] = read.orders
        if read.standing:
            found.standing[side] = read.standing
        found.lines |= {(side, "", number): words for number, words in read.lines.items()}
        found.misread += [_misread(side, problem) for problem in read.problems if problem.severity == "error"]
    return found


def _misread(side: Side, problem: Problem) -> Plain:
    line = f"line {problem.line}"
    return {"side": side, "line": line, "rule": problem.rule or "", "text": problem.text, "reason": problem.reason}


def _side(rules: Any, name: str) -> Side:
    if name not in (*rules.sides, UMPIRE):
        raise CaseError(f"{name} is no side: write {', '.join((*rules.sides, UMPIRE))}.")
    return Side(name)


# --- playing -----------------------------------------------------------------------------------------------


def play(story: Story) -> Iterator[tuple[Part, Told]]:
    """One part of a story after the other, each with what it brought."""
    rules = _loaded(story.path.parent, story.case.game, tuple(sorted(story.case.options.items())))
    words = words_in(story.path.parent)
    state: Any | None = None
    for part in story.parts:
        start = positioned(rules, words, state, part.position)
        told = _played(rules, words, start, part)
        yield part, told
        state = told.state


def _played(rules: Any, words: Words, start: Any, part: Part) -> Told:
    if not (part.orders or part.dice or part.until or part.expect or part.without):
        return _untouched(rules, start)
    until = part.until
    if not until and isinstance(rules.next(start), Phase):
        until = words.stage(rules.dump(start))
    run = _Run(Stopping(rules, until), rules, part, _texts(rules, start, part))
    run.tell(start)
    if not run.rules.reached and not run.ending:
        raise CaseError(f"No phase called `{until}` was played.")
    return run.told()


def tried(rules: Any, words: Words, state: Any, text: str) -> Told:
    """What one order would bring in the phase that a position stands at, every die a 1."""
    phase = rules.next(state)
    if not isinstance(phase, Phase) or phase.side is None:
        raise CaseError("The question tries orders: name a phase of a side in the position.")
    return _played(rules, words, state, Part(orders={phase.side: text}, dice={ANY: (1,)}))


def _untouched(rules: Any, state: Any) -> Told:
    return Told(rules, state)


class _Run:
    """One part of a case, step by step: a step more for each pause that the case has an answer to."""

    def __init__(self, rules: Stopping, game: Any, part: Part, texts: _Texts) -> None:
        self.rules = rules
        self._game = game
        self._part = part
        self._texts = texts
        self._events: list[Event] = []
        self._resolved: list[Resolved] = []
        self._scripts: list[ScriptedDice] = []
        """The dice of each step; a phase that was paused may go on with those that it began with."""
        self._put: list[str] = []
        """The keys of the decisions that paused this part, in order: D1, D2 ..."""
        self._answers: dict[str, Choice] = {}
        self._refused: list[Plain] = []
        self._start: Any = None
        self._position: Position[Any]
        self.ending: Ending | None = None

    def tell(self, start: Any) -> None:
        self._start = start
        self._position = Position(start)
        while True:
            step = self._step()
            self._take(step)
            before = len(self._answers)
            self._answer()
            if self._position.paused is None or len(self._answers) == before:
                break

    def _step(self) -> Step[Any]:
        dice = self._dice()
        orders = Orders(by_side=self._texts.orders, standing=self._texts.standing, lines=self._texts.lines)
        missing = tuple(_side(self._game, name) for name in self._part.without)
        texts = StepTexts(orders=orders, answers=self._answers, missing=missing)
        try:
            step = run_step(self.rules, self._position, texts, dice)
        except ProgramError as error:
            raise CaseError(f"{error} Write the dice of the case by the end of their labels.") from error
        return step

    def _dice(self) -> ScriptedDice:
        named = {label: faces for label, faces in self._part.dice.items() if label != ANY}
        other = self._part.dice.get(ANY)
        self._scripts.append(ScriptedDice(named, other[0] if other else None))
        return self._scripts[-1]

    def _take(self, step: Step[Any]) -> None:
        self._events += step.events
        self._resolved += step.resolved
        self._position = step.position
        self.ending = step.stopped if isinstance(step.stopped, Ending) else None
        self._put += [one.key for one in self._open() if one.key not in self._put]

    def _open(self) -> tuple[Decision, ...]:
        return self._position.paused.open if self._position.paused is not None else ()

    def _answer(self) -> None:
        """What the case answers to the decisions that are open now, by their numbers."""
        now = {self._put.index(one.key) + 1: one for one in self._open()}
        self._refused.clear()
        for name, text in self._part.answers.items():
            side = _side(self._game, name)
            read = _read(self._game, self._position.state, side, text)
            for answer in read.answers:
                decision = now.get(answer.number)
                if decision is None or decision.side != side or decision.key in self._answers:
                    continue
                allowed = self._game.allows(self._position.state, decision, answer.choice)
                if allowed.value:
                    self._answers[decision.key] = answer.choice
                else:
                    self._refused.append(_not_allowed(side, answer.number, read.lines[answer.line], allowed))

    def told(self) -> Told:
        state = self._position.state
        plain = [self._game.write_event(event) for event in self._events]
        return Told(
            rules=self._game,
            state=state,
            happened=tuple(self._events),
            before=self._start,
            resolved=tuple(self._resolved),
            open=self._open(),
            misread=self._texts.misread,
            refused=[*(_by_line(e) for e in plain if e["kind"] == "refused"), *self._refused],
            not_done=[_by_line(e) for e in plain if e["kind"] == "not_carried_out"],
            unused=tuple(unused(self._part.dice, [label for dice in self._scripts for label in dice.rolled])),
            ending=self.ending,
        )


def _by_line(event: Plain) -> Plain:
    return {**event, "line": f"line {event['line']}"}


def _not_allowed(side: Side, number: int, words: str, allowed: Finding[bool]) -> Plain:
    line = f"answer D{number}"
    return {"side": side, "line": line, "rule": allowed.rule, "text": words, "reason": allowed.because}


def unused(script: Mapping[str, Sequence[int]], rolled: Sequence[str]) -> list[str]:
    """The dice of a script that no label ends with."""
    return [
        end for end in script if end != ANY and not any(label == end or label.endswith(f"/{end}") for label in rolled)
    ]
