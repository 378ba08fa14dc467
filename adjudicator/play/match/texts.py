"""What a text is for: this step, a later one, or none any more; which texts a step is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.engine import StepTexts
from adjudicator.core.orders import AcceptDraw, Heading, OfferDraw, Orders, Pass, Resign, Standing, Text
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE, UMPIRE_RULE, Choice, Order, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.answering import match_answers
from adjudicator.play.match.history import Asked, History, LineAt, Overrides, TextLine

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
    """What is on record for the next step; `limit` leaves out what came at or after that line.

    Where the texts of the step are fixed already, nothing that came later belongs to it.
    """
    if limit is None and history.fixed is not None:
        limit = history.fixed.seq
    texts = usable(history, limit)
    wait = history.following()
    if history.position.paused is not None:
        return _for_answers(history, texts)
    if isinstance(wait, Wait):
        fresh = _latest(t for t in texts if is_for(t, wait))
        missing = [
            s for s in wait.everybody if not {t.seat for t in fresh if t.side == s} >= set(history.setup.seats_of(s))
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
    return Gathered(None, _in_order(fresh, carried), fresh, (), missing, answers, unanswered, tuple(problems))


def is_for(text: TextLine, wait: Wait) -> bool:
    """Whether a text is what the sequence of play waits for; of a side that is heard standing orders are enough."""
    ours = text.side in wait.hears or (text.side in wait.sides and not text.only_standing)
    return ours and text.kind == "orders" and text.turn == wait.turn and text.phase == wait.phase


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
        known = rules.known(state, text.side)
        read = history.setup.tools.read(rules, known, text.side, text.seat, source_lines(words))
        history.readings[key] = (state, read)
    return history.readings[key][1]


def keep_reading(history: History, seq: int, words: str, read: Text) -> None:
    """Hand on a text as it was understood when it came, so that it is not read again while the position is the same."""
    state = history.position.state
    history.readings[seq, words, id(history.rules), id(state)] = (state, read)


def read_answers(history: History, text: TextLine) -> tuple[dict[str, Choice], list[Problem]]:
    """The legal answers of a text by decision key, and what is wrong with the others."""
    read = read_in(history, text, history.position.state)
    state = history.position.state
    return match_answers(history.rules, state, history.open, text.side, read)


def step_texts(history: History, gathered: Gathered, overrides: Overrides, without: Sequence[Side]) -> StepTexts:
    """What the engine is given for the next step."""
    answers = {**gathered.answers, **overrides.answers}
    if history.position.paused is not None:
        return StepTexts(answers=answers, missing=tuple(without))
    state = history.position.state
    orders = Orders()
    if gathered.wait is not None:
        orders = build_orders(history, gathered.wait, gathered.fresh, state, overrides)
    return StepTexts(replace(orders, standing=_standing(history, gathered.standing, state)), answers, tuple(without))


def _standing(history: History, texts: Sequence[TextLine], state: Any) -> dict[Side, tuple[Standing, ...]]:
    """The standing orders of texts, each read as it was when it took effect."""
    standing: dict[Side, tuple[Standing, ...]] = {}
    for text in texts:
        read = read_in(history, text, history.read_at.get(text.seq, state))
        standing[text.side] = (*standing.get(text.side, ()), *(read.standing or ()))
    return standing


def build_orders(history: History, wait: Wait, texts: Sequence[TextLine], state: Any, overrides: Overrides) -> Orders:
    """The orders of all seats, as their sides' texts say, with an umpire's rulings on single lines."""
    by_side: dict[Side, tuple[Order, ...]] = {}
    problems: dict[Side, tuple[Problem, ...]] = {}
    lines: dict[LineAt, str] = {}
    for text in texts:
        read = read_in(history, text, state, overrides)
        refused = {at[2]: why for at, why in overrides.refuse.items() if at[:2] == (text.side, text.seat)}
        heard = text.side in wait.hears
        kept = tuple(o for o in read.orders if o.line not in refused and not (heard and not _is_heard(o)))
        wrong = [p for p in read.problems if p.severity == "error" and p.line not in refused]
        for line, why in refused.items():
            words = read.lines.get(line, "")
            wrong.append(
                Problem(sort="refused", line=line, text=words, reason=f"Refused by the umpire: {why}", rule=UMPIRE_RULE)
            )
        wrong += [_only_heard(order, read) for order in read.orders if heard and not _is_heard(order)]
        by_side[text.side] = (*by_side.get(text.side, ()), *kept)
        told = [p.model_copy(update={"seat": text.seat}) for p in sorted(wrong, key=lambda p: p.line)]
        problems[text.side] = (*problems.get(text.side, ()), *told)
        lines |= {(text.side, text.seat, number): words for number, words in read.lines.items()}
    return Orders(by_side=by_side, problems=problems, lines=lines)


def _is_heard(order: Order) -> bool:
    """Whether a side that is only heard may write this: what concerns the match, not the turn."""
    return isinstance(order, Heading | Pass | Resign | OfferDraw | AcceptDraw)


def _only_heard(order: Order, read: Text) -> Problem:
    """What is said of an order by a side that is only heard."""
    return Problem(
        sort="refused",
        line=order.line,
        text=read.lines.get(order.line, ""),
        reason="It is the other side's turn: only your standing orders are heard here.",
        remedy="Write it for your own turn, or as a standing order.",
    )


def paused_orders(history: History) -> Orders:
    """The orders that a paused phase is carrying out, read as they were when they were opened.

    Its standing orders are those of that moment: a section sent since takes effect when the phase is over.
    """
    step = history.opening()
    if step is None:
        return Orders()
    texts = [t for t in history.texts if t.sha256 in step.digests]
    standing = _standing(history, standing_texts(texts, set(step.digests), history.turn()), step.before.state)
    if step.wait is None:
        return Orders(standing=standing)
    fresh = _latest(t for t in texts if is_for(t, step.wait))
    overrides = history.overrides.get(step.number, Overrides())
    return replace(build_orders(history, step.wait, fresh, step.before.state, overrides), standing=standing)


# --- sides -----------------------------------------------------------------------------------------------------


def find_side(rules: Ruleset[Any], word: str) -> Side | None:
    """The side that a word means: its name, what it is called besides, or an unambiguous beginning of its name."""
    wanted = word.strip().casefold().removeprefix("the ")
    called = rules.language.side_words
    found = [side for side in rules.sides if wanted in (side.casefold(), *(w.casefold() for w in called.get(side, ())))]
    if not found and wanted:
        found = [side for side in rules.sides if side.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else None
