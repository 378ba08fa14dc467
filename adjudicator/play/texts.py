"""What a text is for: this step, a later one, or none any more; which texts a step is given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.core.engine import StepTexts
from adjudicator.core.orders import Header, Orders, Standing, Text
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import UMPIRE, UMPIRE_RULE, Choice, Order, Side, Wait
from adjudicator.play.history import Asked, History, LineAt, Overrides, TextLine

# --- what is needed, and what is there ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gathered:
    """The texts of the step that comes next, and what it still lacks."""

    wait: Wait | None
    texts: tuple[TextLine, ...]
    """In log order, with the earlier texts whose standing orders are in force."""
    fresh: tuple[TextLine, ...]
    """Those that the step opens: orders or answers."""
    standing: tuple[TextLine, ...]
    missing: tuple[Side, ...]
    """Sides of whom a text is awaited; for a paused phase those whose answers are not complete."""
    answers: Mapping[str, Choice]
    unanswered: tuple[Asked, ...] = ()
    problems: tuple[tuple[TextLine, Problem], ...] = ()
    """What is wrong with answers on record."""

    @property
    def digests(self) -> tuple[str, ...]:
        """The digests of the step's texts, in log order."""
        return tuple(text.sha256 for text in self.texts)


def gather(history: History, limit: int | None = None) -> Gathered:
    """What is on record for the next step; `limit` leaves out what came at or after that line."""
    texts = usable(history, limit)
    wait = history.following()
    if history.position.paused is not None:
        return _for_answers(history, texts)
    if isinstance(wait, Wait):
        fresh = _latest(t for t in texts if is_for(t, wait))
        missing = [
            s for s in wait.sides if not {t.seat for t in fresh if t.side == s} >= set(history.setup.seats_of(s))
        ]
        standing = in_force(history, texts, fresh)
        return Gathered(wait, _in_order(fresh, standing), fresh, standing, tuple(missing), {})
    standing = in_force(history, texts, ())
    return Gathered(None, standing, (), standing, (), {})


def usable(history: History, limit: int | None = None) -> list[TextLine]:
    """The texts on record that may still count: in time, and not put back by a replay."""
    return [t for t in history.texts if not t.late and t.seq not in history.void and (limit is None or t.seq < limit)]


def _for_answers(history: History, texts: Sequence[TextLine]) -> Gathered:
    asked_at = min((a.since for a in history.open), default=0)
    fresh = _latest(t for t in texts if t.kind == "answer" and t.seq > asked_at)
    answers: dict[str, Choice] = {}
    problems: list[tuple[TextLine, Problem]] = []
    for text in fresh:
        found, wrong = read_answers(history, text)
        answers |= found
        problems += [(text, problem) for problem in wrong]
    unanswered = tuple(a for a in history.open if a.decision.key not in answers)
    missing = tuple(s for s in (*history.rules.sides, UMPIRE) if any(a.decision.side == s for a in unanswered))
    opening = history.opening()
    carried = [t for t in texts if opening and t.sha256 in opening.digests]
    standing = in_force(history, texts, fresh)
    everything = _in_order(_in_order(fresh, carried), standing)
    return Gathered(None, everything, fresh, standing, missing, answers, unanswered, tuple(problems))


def is_for(text: TextLine, wait: Wait) -> bool:
    """Whether a text is what the sequence of play waits for."""
    ours = text.kind == "orders" and not text.only_standing and text.side in wait.sides
    return ours and text.turn == wait.turn and text.phase == wait.phase


def _latest(texts: Iterable[TextLine]) -> tuple[TextLine, ...]:
    """The latest text of each seat, in log order."""
    last: dict[tuple[Side, str], TextLine] = {}
    for text in texts:
        last[text.side, text.seat] = text
    return tuple(sorted(last.values(), key=lambda t: t.seq))


def _in_order(some: Sequence[TextLine], others: Sequence[TextLine]) -> tuple[TextLine, ...]:
    return tuple(sorted({t.seq: t for t in (*some, *others)}.values(), key=lambda t: t.seq))


def in_force(history: History, texts: Sequence[TextLine], fresh: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The texts whose standing orders are in force, in log order."""
    adjudicated = {digest for step in history.steps for digest in step.digests}
    return standing_texts(texts, adjudicated | {t.sha256 for t in fresh}, history.turn())


def standing_texts(texts: Iterable[TextLine], taken: set[str], turn: int) -> tuple[TextLine, ...]:
    """Of each seat the latest text with a `standing orders` section that has taken effect, unless it clears them."""
    last: dict[tuple[Side, str], TextLine] = {}
    for text in texts:
        alone = text.only_standing and (text.turn is None or text.turn <= turn)
        if text.standing is not None and not text.late and (alone or text.sha256 in taken):
            last[text.side, text.seat] = text
    return tuple(sorted((t for t in last.values() if t.standing), key=lambda t: t.seq))


# --- reading ---------------------------------------------------------------------------------------------------


def read_in(history: History, text: TextLine, state: Any, overrides: Overrides | None = None) -> Text:
    """A text on record as understood in a position, as its side knows that position."""
    words = text.text
    mine = {at[2]: new for at, new in overrides.lines.items() if at[:2] == (text.side, text.seat)} if overrides else {}
    if mine:
        lines = words.split("\n")
        for number, new in mine.items():
            lines += [""] * (number - len(lines))
            lines[number - 1] = new
        words = "\n".join(lines)
    rules = history.rules
    key = (text.seq, words, id(rules), id(state))
    if key not in history.readings:
        read = history.setup.tools.read(rules, rules.known(state, text.side), text.side, text.seat, words)
        history.readings[key] = (state, read)
    return history.readings[key][1]


def read_answers(history: History, text: TextLine) -> tuple[dict[str, Choice], list[Problem]]:
    """The legal answers of a text by decision key, and what is wrong with the others."""
    read = read_in(history, text, history.position.state)
    state = history.position.state
    return match_answers(history.rules, state, history.open, text.side, read)


def match_answers(
    rules: Ruleset[Any], state: Any, asked: Sequence[Asked], side: Side, read: Text
) -> tuple[dict[str, Choice], list[Problem]]:
    """Answers by decision key, as far as they are to open decisions of the side, and legal."""
    found: dict[str, Choice] = {}
    problems = [p for p in read.problems if p.severity == "error"]
    mine = {a.number: a for a in asked if a.decision.side == side}
    for answer in read.answers:
        words = read.lines.get(answer.line, "")
        put = mine.get(answer.number)
        if put is None:
            names = ", ".join(a.name for a in mine.values())
            problems.append(
                Problem(
                    sort="refused",
                    line=answer.line,
                    text=words,
                    reason=f"D{answer.number} is not an open decision of the {side} side.",
                    remedy=f"Open for you: {names}." if names else "Nothing is asked of you at the moment.",
                )
            )
            continue
        legal = rules.allows(state, put.decision, answer.choice)
        if legal.value:
            found[put.decision.key] = answer.choice
        else:
            problems.append(
                Problem(
                    sort="refused",
                    line=answer.line,
                    text=words,
                    reason=legal.because or f"That is no legal answer to {put.name}.",
                    rule=legal.rule,
                )
            )
    return found, problems


def step_texts(history: History, gathered: Gathered, overrides: Overrides, without: Sequence[Side]) -> StepTexts:
    """What the engine is given for the next step."""
    if history.position.paused is None and gathered.wait is not None:
        orders = build_orders(history, gathered.fresh, history.position.state, overrides)
    else:
        orders = Orders()
    standing: dict[Side, tuple[Standing, ...]] = {}
    for text in gathered.standing:
        read = read_in(history, text, history.read_at.get(text.seq, history.position.state))
        standing[text.side] = (*standing.get(text.side, ()), *(read.standing or ()))
    answers = {**gathered.answers, **overrides.answers}
    return StepTexts(replace(orders, standing=standing), answers, tuple(without))


def build_orders(history: History, texts: Sequence[TextLine], state: Any, overrides: Overrides) -> Orders:
    """The orders of all seats, as their sides' texts say, with an umpire's rulings on single lines."""
    by_side: dict[Side, tuple[Order, ...]] = {}
    problems: dict[Side, tuple[Problem, ...]] = {}
    lines: dict[LineAt, str] = {}
    for text in texts:
        read = read_in(history, text, state, overrides)
        refused = {at[2]: why for at, why in overrides.refuse.items() if at[:2] == (text.side, text.seat)}
        kept = tuple(order for order in read.orders if order.line not in refused)
        wrong = [p for p in read.problems if p.severity == "error" and p.line not in refused]
        for line, why in refused.items():
            words = read.lines.get(line, "")
            wrong.append(
                Problem(sort="refused", line=line, text=words, reason=f"Refused by the umpire: {why}", rule=UMPIRE_RULE)
            )
        by_side[text.side] = (*by_side.get(text.side, ()), *kept)
        told = [p.model_copy(update={"seat": text.seat}) for p in sorted(wrong, key=lambda p: p.line)]
        problems[text.side] = (*problems.get(text.side, ()), *told)
        lines |= {(text.side, text.seat, number): words for number, words in read.lines.items()}
    return Orders(by_side=by_side, problems=problems, lines=lines)


def paused_orders(history: History) -> Orders:
    """The orders that a paused phase is carrying out, read as they were when they were opened."""
    step = history.opening()
    if step is None or step.wait is None:
        return Orders()
    fresh = _latest(t for t in history.texts if t.sha256 in step.digests and is_for(t, step.wait))
    overrides = history.overrides.get(step.number, Overrides())
    return build_orders(history, fresh, step.before.state, overrides)


# --- the header ------------------------------------------------------------------------------------------------


def find_side(rules: Ruleset[Any], word: str) -> Side | None:
    """The side that a word means: its name, or an unambiguous beginning of it."""
    wanted = word.strip().casefold()
    found = [side for side in rules.sides if side.casefold() == wanted]
    if not found and wanted:
        found = [side for side in rules.sides if side.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else None


_HEADER = re.compile(r"^[ \t>]*(match|turn|side|phase|seat)[ \t]*[:=][ \t]*(.*?)[ \t]*(?:#.*)?$", re.IGNORECASE)


def peek_header(text: str) -> Header:
    """The header as far as it can be told before the side is known."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _HEADER.match(line)
        if match:
            found.setdefault(match.group(1).casefold(), match.group(2))
    turn = re.search(r"\d{1,6}", found.pop("turn", ""))
    return Header(turn=int(turn.group()) if turn else None, **found)
