"""Adjudicating one step from what is on record, and the lines that tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import eq
from typing import Any

from adjudicator.core.canon import digest, hexadecimal
from adjudicator.core.dice import SeededDice
from adjudicator.core.engine import Alike, Position, Step, StepTexts, run_step
from adjudicator.core.events import Refused
from adjudicator.core.orders import flattened
from adjudicator.core.ruleset import Game, Phase, Ruleset, Telling
from adjudicator.core.types import Decision, Ending, Event, Order, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.history import NO_OVERRIDES, History, LineAt, labels
from adjudicator.play.match.setup import choice_json
from adjudicator.play.match.texts import Gathered, paused_orders, step_texts
from adjudicator.record.chain import step_seed
from adjudicator.record.words import without_words

Entry = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A step as adjudicated: the result, and the bodies of its lines without salts."""

    step: Step[Any]
    turn: dict[str, Any]
    decisions: tuple[dict[str, Any], ...]

    def entries(self) -> list[Entry]:
        """The lines to write, in order."""
        return [("turn", self.turn), *(("decision", body) for body in self.decisions)]


class TrustingDice(SeededDice):
    """Seeded dice; while the veil is shut, veiled dice are taken as they stand on record."""

    def __init__(self, seed: bytes, used: frozenset[str], recorded: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__(seed, None, used)
        self._recorded = recorded

    def _throw(self, label: str, sides: Sequence[int], veiled: bool) -> tuple[int, ...]:
        if veiled and label in self._recorded:
            self.rolled.append(label)
            return self._recorded[label]
        return super()._throw(label, sides, veiled)


def adjudicate(
    history: History,
    number: int,
    links: Sequence[bytes],
    gathered: Gathered,
    without: Sequence[Side] = (),
    *,
    veil: bytes | None,
    recorded: Mapping[str, tuple[int, ...]] | None = None,
) -> Outcome:
    """Run the next step. `recorded` gives the faces of veiled dice where the veil is not at hand."""
    seed = step_seed(links, gathered.digests)
    overrides = history.overrides.get(number, NO_OVERRIDES)
    texts = step_texts(history, gathered, overrides, without)
    position = history.position
    used = frozenset(history.used)
    if position.paused is not None:
        position = replace(position, paused=replace(position.paused, orders=paused_orders(history)))
        used -= labels(position.paused.events if position.paused else ())
    dice = SeededDice(seed, veil, used) if veil is not None else TrustingDice(seed, used, recorded or {})
    rules = _with_allowed(history, number, texts, position)
    step = run_step(rules, position, texts, dice, seed, alike=_alike(history))
    return _outcome(history, number, links, seed, gathered, texts, step)


def _alike(history: History) -> Alike:
    """Whether an event told again is the one on record; what another version told may be in other words."""
    if history.told_elsewhere() is None:
        return eq
    write = history.rules.write_event
    return lambda told, recorded: told == recorded or without_words(write(told)) == without_words(write(recorded))


def _outcome(
    history: History,
    number: int,
    links: Sequence[bytes],
    seed: bytes,
    gathered: Gathered,
    texts: StepTexts,
    step: Step[Any],
) -> Outcome:
    rules = history.rules
    opened = step.position.paused.open if step.position.paused else ()
    numbers = _numbers(history, number, opened)
    turn = {
        "step": number,
        "links": [hexadecimal(link) for link in links],
        "orders": list(gathered.digests),
        "seed": hexadecimal(seed),
        "events": [rules.write_event(event) for event in step.events],
        "refused": refused_json(step.events),
        "answers": [
            {
                "key": r.decision.key,
                "kind": r.decision.kind,
                "side": r.decision.side,
                "rule": r.decision.rule,
                "choice": choice_json(r.choice),
                "source": r.source,
            }
            for r in step.resolved
        ],
        "state": digest(rules.dump(step.position.state)),
        "asked": list(numbers),
        "without": list(texts.missing),
        "by": dict(history.setup.by()),
    }
    decisions = tuple(decision_json(history, step, d, n, number) for n, d in zip(numbers, opened, strict=True))
    return Outcome(step, turn, decisions)


def _numbers(history: History, number: int, opened: Sequence[Decision]) -> tuple[int, ...]:
    """The numbers that reports give to open decisions: new ones, or the old ones where a correction asks again."""
    again = history.again.get(number)
    following = max((asked.number for asked in history.asked), default=0)
    found: list[int] = []
    for decision in opened:
        known = history.number_of(decision.key, again)
        following += known is None
        found.append(following if known is None else known)
    return tuple(found)


def refused_json(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The orders that were refused, as a turn line lists them."""
    return [
        {
            "side": event.side,
            "seat": event.seat,
            "line": event.line,
            "text": event.text,
            "rule": event.rule,
            "reason": event.reason,
        }
        for event in events
        if isinstance(event, Refused)
    ]


def decision_json(history: History, step: Step[Any], decision: Decision, number: int, at: int) -> dict[str, Any]:
    """The body of a decision line."""
    known = history.rules.known(step.position.state, decision.side)
    write = history.setup.tools.write
    body: dict[str, Any] = {
        "number": number,
        "step": at,
        "key": decision.key,
        "kind": decision.kind,
        "side": decision.side,
        "rule": decision.rule,
        "question": decision.question,
        "default": choice_json(decision.default),
        "words": [
            f"answer D{number}: {write(history.rules, known, decision.side, choice)}"
            for choice in (decision.examples or (decision.default,))
        ],
    }
    more = {
        "place": decision.place,
        "units": list(decision.units),
        "facts": [fact.model_dump(mode="json", exclude_defaults=True) for fact in decision.facts],
        "examples": [choice_json(choice) for choice in decision.examples],
    }
    return body | {name: value for name, value in more.items() if value}


# --- orders that an umpire allowed -----------------------------------------------------------------------------


def _with_allowed(history: History, number: int, texts: StepTexts, position: Position[Any]) -> Ruleset[Any]:
    """The rule system, with the refusals that a ruling sets aside turned into what the order asked for."""
    opening = number if position.paused is None else next((s.number for s in [history.opening()] if s), number)
    allowed = history.overrides.get(opening, NO_OVERRIDES).allow
    if not allowed:
        return history.rules
    orders = texts.orders if position.paused is None else position.paused.orders
    found = {
        (order.side, order.seat, order.line): order
        for side in sorted(orders.by_side)
        for written in orders.of(side)
        for order in flattened(written)
    }
    return _Allowing(history.rules, {at: found[at] for at in sorted(allowed) if at in found})


class _Allowing:
    """A rule system that carries out, as the umpire's change, orders that it would refuse."""

    def __init__(self, rules: Ruleset[Any], allowed: Mapping[LineAt, Order]) -> None:
        self._rules = rules
        self._allowed = allowed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def next(self, state: Any) -> Wait | Phase[Any] | Ending:
        """The sequence of play, its phases watched for refusals."""
        following = self._rules.next(state)
        if not isinstance(following, Phase):
            return following
        run = following.run
        return replace(following, run=lambda game, orders, dice: self._watch(run(game, orders, dice), game))

    def _watch(self, telling: Telling, game: Game[Any]) -> Telling:
        reply: Any = None
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except StopIteration:
                return
            reply = None
            if not isinstance(said, Refused):
                reply = yield said
                continue
            yield from self._instead(said, game)

    def _instead(self, refused: Refused, game: Game[Any]) -> Sequence[Event]:
        order = self._allowed.get((refused.side, refused.seat, refused.line))
        events = self._rules.adjust(game.state, order) if order is not None else ()
        return events or (refused,)
