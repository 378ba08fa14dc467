"""What an umpire typed, turned into the body of a ruling: each part checked before anything is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from adjudicator.core.errors import AdjudicatorError, MatchError
from adjudicator.core.events import Refused
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE, UMPIRE_RULE, Choice, Event, Order, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import NO_OVERRIDES, Asked, History, LineAt, Overrides, StepRecord, TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import refuse_addresses
from adjudicator.play.match.running import side_named
from adjudicator.play.match.setup import choice_json
from adjudicator.play.match.texts import is_for, read_in

Sort = Literal["correct", "replay"]
_AT = re.compile(r"\s*([^:/=]+?)\s*(?:/\s*([^:=]+?)\s*)?:\s*(\d{1,6})\s*")
_NUMBER = re.compile(r"[dD]\s*(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the umpire asked for, as typed."""

    step: int
    sort: Sort
    reason: str
    orders: tuple[str, ...] = ()
    """`SIDE:LINE=TEXT`: an order read otherwise."""
    allow: tuple[str, ...] = ()
    """`SIDE:LINE`: a refused order that is to be carried out."""
    refuse: tuple[str, ...] = ()
    """`SIDE:LINE`: an order that is not to be carried out."""
    answers: tuple[str, ...] = ()
    """`D7=TEXT`: an answer; a decision that was never asked aloud goes by its key in the log."""
    options: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[str, ...] = ()
    """Plain changes of the position, in the order language: `put Compans at 1205`."""


class Drafting:
    """Turns what the umpire typed into the body of a ruling, or says what is wrong with it."""

    def __init__(self, match: Match, history: History, target: StepRecord, wish: Wish) -> None:
        self.match = match
        self.history = history
        self.target = target
        self.wish = wish

    def body(self) -> dict[str, Any]:
        """The ruling's body without salt."""
        self._check_kind()
        self._check_moment()
        wish = self.wish
        body: dict[str, Any] = {"step": wish.step, "sort": wish.sort, "reason": wish.reason.strip()}
        parts = {
            "orders": [self._order(item) for item in wish.orders],
            "allow": [self._allow(item) for item in wish.allow],
            "refuse": [self._refuse(item) for item in wish.refuse],
            "answers": [self._answer(item) for item in wish.answers],
            "options": dict(wish.options),
            "events": self._changes(),
        }
        return body | {name: part for name, part in parts.items() if part}

    def _check_kind(self) -> None:
        wish = self.wish
        if not wish.reason.strip():
            raise MatchError("A ruling needs its reason.", 'Add --reason "what was wrong".')
        for words in (wish.reason, *wish.orders, *wish.answers, *wish.changes):
            refuse_addresses(words, "The ruling")
        about_texts = wish.orders or wish.allow or wish.refuse or wish.answers
        if wish.sort == "replay" and about_texts:
            raise MatchError(
                "In a replay the players write anew; old orders and answers cannot be changed.",
                "Use --kind correct, or leave --order, --allow, --refuse and --answer out.",
            )
        if wish.sort == "correct" and not (about_texts or wish.options or wish.changes):
            raise MatchError(
                "The correction does not say what to put right.",
                "Add --order, --allow, --refuse, --answer, --option or --change, or use --kind replay.",
            )

    def _check_moment(self) -> None:
        wish, paused = self.wish, self.target.before.paused
        if paused is None or not (wish.orders or wish.allow or wish.refuse or wish.options or wish.changes):
            return
        opening = next(s for s in reversed(self.history.steps) if s.before.paused is None and s.seq < self.target.seq)
        raise MatchError(
            f"Step {wish.step} goes on in the middle of a phase; only an answer can be put right there.",
            f"Name the step in which the phase began: --step {opening.number}.",
        )

    # --- lines of texts ----------------------------------------------------------------------------------

    def _at(self, word: str) -> LineAt:
        found = _AT.fullmatch(word)
        if found is None:
            raise MatchError(f"{word!r} does not name a line.", "Write SIDE:LINE, such as French:7.")
        side = side_named(self.history, found.group(1))
        seat = (found.group(2) or "").strip()
        self._text(side, seat)
        return side, seat, int(found.group(3))

    def _text(self, side: Side, seat: str) -> TextLine:
        wait = self.target.wait
        mine = [t for t in self.history.texts if t.sha256 in self.target.digests and (t.side, t.seat) == (side, seat)]
        fresh = [t for t in mine if wait is not None and is_for(t, wait)]
        if not fresh:
            whose = f"{side}{f' ({seat})' if seat else ''}"
            raise MatchError(
                f"Step {self.wish.step} opened no orders of {whose}.", "See `adjudicator status` for the steps."
            )
        return fresh[-1]

    def _words(self, at: LineAt) -> str:
        lines = self._text(at[0], at[1]).text.split("\n")
        if not 1 <= at[2] <= len(lines):
            raise MatchError(f"The {at[0]} text has {len(lines)} lines, no line {at[2]}.", "Count from its first line.")
        return lines[at[2] - 1].rstrip("\r")

    def _place(self, at: LineAt) -> dict[str, Any]:
        return {"side": at[0], "seat": at[1], "line": at[2]}

    def _order(self, item: str) -> dict[str, Any]:
        where, equals, words = item.partition("=")
        if not equals or not words.strip():
            raise MatchError(f"{item!r} does not say how to read a line.", 'Write "French:7=move Bonnet to 1104".')
        at = self._at(where)
        self._words(at)
        changed = Overrides(lines={at: words.strip()})
        read = read_in(self.history, self._text(at[0], at[1]), self.target.before.state, changed)
        wrong = [p for p in read.problems if p.severity == "error" and p.line == at[2]]
        if wrong:
            raise MatchError(f"{words.strip()!r} is not understood: {wrong[0].reason}", wrong[0].remedy)
        return {**self._place(at), "text": words.strip()}

    def _holds_order(self, at: LineAt) -> None:
        words = self._words(at)
        earlier = self.history.overrides.get(self.target.number, NO_OVERRIDES)
        read = read_in(self.history, self._text(at[0], at[1]), self.target.before.state, earlier)
        if not any(order.line == at[2] for order in read.orders):
            raise MatchError(
                f"Line {at[2]} of the {at[0]} text ({words.strip()!r}) holds no order that was understood.",
                f'To have it read otherwise: --order "{at[0]}:{at[2]}=TEXT".',
            )

    def _allow(self, item: str) -> dict[str, Any]:
        at = self._at(item)
        self._holds_order(at)
        steps = self.history.steps[self.history.steps.index(self.target) :]
        later = next((i for i, step in enumerate(steps) if i and step.before.paused is None), len(steps))
        refused = [e for step in steps[:later] for e in step.events if isinstance(e, Refused)]
        if not any((e.side, e.seat, e.line) == at for e in refused):
            known = ", ".join(f"{e.side}:{e.line}" for e in refused)
            raise MatchError(
                f"Line {at[2]} of the {at[0]} text was not refused in step {self.wish.step}.",
                f"Refused there: {known or 'nothing'}.",
            )
        return self._place(at)

    def _refuse(self, item: str) -> dict[str, Any]:
        at = self._at(item)
        self._holds_order(at)
        return self._place(at)

    # --- answers, options, changes -----------------------------------------------------------------------

    def _answer(self, item: str) -> dict[str, Any]:
        name, equals, words = item.partition("=")
        if not equals or not words.strip():
            raise MatchError(f"{item!r} is no answer.", 'Write "D7=retreat to 0902".')
        key, side = self._decision(name.strip())
        choice = self._choice(side, words.strip())
        return {"side": side, "key": key, "choice": choice_json(choice), "words": words.strip()}

    def _decision(self, name: str) -> tuple[str, Side]:
        number = _NUMBER.fullmatch(name)
        if number is not None:
            asked = [a for a in self.history.asked if a.number == int(number.group(1))]
            if not asked:
                raise MatchError(f"No decision D{int(number.group(1))} was ever asked.", "Reports number them.")
            self._settled_here(asked[-1])
            return asked[-1].decision.key, asked[-1].decision.side
        line = next(line for line in self.match.lines if line.seq == self.target.seq)
        settled = {answer["key"]: Side(answer["side"]) for answer in line.body["answers"]}
        if name not in settled:
            raise MatchError(
                f"Step {self.wish.step} settled no decision {name!r}.",
                f"Settled there: {', '.join(sorted(settled)) or 'none'}.",
            )
        return name, settled[name]

    def _settled_here(self, asked: Asked) -> None:
        """The answer to a decision belongs to the step that it opened, whose dice nobody knew before."""
        for step in self.history.steps:
            paused = step.before.paused
            if paused is not None and asked.decision.key in {d.key for d in paused.open}:
                if step.number == self.target.number:
                    return
                raise MatchError(
                    f"{asked.name} was answered in step {step.number}, not in step {self.wish.step}.",
                    f"Name that step: --step {step.number}.",
                )
        raise MatchError(f"{asked.name} has not been answered yet.", "Hand the answer in with `adjudicator submit`.")

    def _choice(self, side: Side, words: str) -> Choice:
        rules, state = self.history.rules, self.target.before.state
        read = self.match.tools.read(rules, rules.known(state, side), side, "", source_lines(f"answer D1: {words}"))
        wrong = [p for p in read.problems if p.severity == "error"]
        if wrong or len(read.answers) != 1:
            reason = wrong[0].reason if wrong else "it holds more than an answer"
            raise MatchError(f"{words!r} is not understood: {reason}", wrong[0].remedy if wrong else "")
        return read.answers[0].choice

    def _changes(self) -> list[dict[str, Any]]:
        rules = self.match.setup.rules({**self.history.options, **self.wish.options})
        state = self.target.before.state
        events: list[Event] = []
        for words in self.wish.changes:
            read = self.match.tools.read(rules, state, UMPIRE, "", source_lines(words))
            wrong = [p for p in read.problems if p.severity == "error"]
            if wrong or not read.orders:
                reason = wrong[0].reason if wrong else "it orders nothing"
                raise MatchError(f"{words!r} is not understood: {reason}", wrong[0].remedy if wrong else "")
            for order in read.orders:
                made = self._made(rules, state, order, words)
                events += made
                for event in made:
                    state = rules.apply(state, event)
        return [rules.write_event(event) for event in events]

    def _made(self, rules: Ruleset[Any], state: Any, order: Order, words: str) -> Sequence[Event]:
        try:
            made = rules.adjust(state, order)
        except AdjudicatorError:
            raise
        except (AssertionError, LookupError, ValueError) as trouble:
            raise MatchError(
                f"{words!r} does not fit the position.", "Name pieces and places of this match."
            ) from trouble
        if not made or any(event.rule != UMPIRE_RULE for event in made):
            raise MatchError(f"{words!r} is no plain change of the position.", "Such as: put Compans at 1205.")
        return made
