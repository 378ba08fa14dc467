"""What orders are worth to a side: weighed in the position as it knows it, in each way that it may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.core.errors import MatchError, ProgramError, UsageError
from adjudicator.core.orders import Heading, Orders, Standing, Text, flattened
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE, Order, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.kit.weighing import Supposition, as_known
from adjudicator.play.odds.carrying_out import opened
from adjudicator.play.odds.distribution import LIMIT, SAMPLES, Distribution, Weighing
from adjudicator.play.side.side_views import Source

_OURS = (AssertionError, LookupError, TypeError, ValueError, AttributeError, ProgramError)
"""What a rule may stumble over in a position of which half is not known."""


@dataclass(frozen=True, slots=True)
class Case:
    """Orders weighed in one of the positions that may be behind what a side knows."""

    supposed: str
    """What was supposed; empty where nothing had to be."""
    distribution: Distribution


@dataclass(frozen=True, slots=True)
class Odds:
    """What some orders can bring."""

    side: Side
    orders: tuple[str, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """How much work weighing may be."""

    limit: int = LIMIT
    samples: int = SAMPLES


def odds(source: Source, side: Side, lines: Sequence[str], amount: Amount | None = None) -> Odds:
    """What orders can bring, given as lines of the order language."""
    wait = _awaited(source, side)
    known = source.known(side)
    text = source.setup.tools.read(source.rules, known, side, "", source_lines("\n".join(lines)))
    wrong = [problem for problem in text.problems if problem.severity == "error"]
    if wrong:
        raise UsageError(wrong[0].show(), "Write it as in a text of orders.")
    given = tuple(order for order in text.orders if not isinstance(order, Heading))
    if not given:
        raise UsageError("There is no order to weigh.", 'Give it in quotation marks: "attack 1504 from 1403".')
    return _weighed(
        source.rules, known, side, wait, _orders(side, text.orders, text, standing_of(source, side)), amount
    )


def odds_by_line(
    source: Source, side: Side, text: Text, amount: Amount | None = None
) -> Iterator[tuple[int, Odds | MatchError]]:
    """Each attack of a text by itself, after its marches; what kinds of order are weighed the rule system says."""
    kinds: tuple[str, ...] = getattr(source.rules, "weighed", ())
    wait, known = _awaited(source, side), source.known(side)
    standing = text.standing if text.standing is not None else standing_of(source, side)
    others = tuple(order for order in text.orders if not _is_of(order, kinds))
    for order in text.orders:
        if _is_of(order, kinds):
            mine = tuple(one for one in text.orders if one is order or one in others)
            try:
                yield order.line, _weighed(source.rules, known, side, wait, _orders(side, mine, text, standing), amount)
            except MatchError as trouble:
                yield order.line, trouble


def standing_of(source: Source, side: Side) -> tuple[Standing, ...]:
    """A side's standing orders in force."""
    rules, known = source.rules, source.known(side)
    texts = source.standing(side)
    read = (source.setup.tools.read(rules, known, side, text.seat, source_lines(text.text)) for text in texts)
    return tuple(order for text in read for order in text.standing or ())


def _is_of(order: Order, kinds: Sequence[str]) -> bool:
    return any(one.kind in kinds for one in flattened(order))


def _awaited(source: Source, side: Side) -> Wait:
    """What the sequence of play waits for, where that is this side's orders."""
    if side == UMPIRE:
        raise UsageError("Odds are a side's: they use what it knows and no more.", "Name it with --side.")
    following = source.following()
    if not isinstance(following, Wait):
        state = "The match is over" if following is not None else "The match waits for answers"
        raise MatchError(f"{state}: no orders can be weighed now.", "Odds are told while orders are awaited.")
    if side not in following.sides:
        whom = " and ".join(following.sides)
        raise MatchError(f"The match waits for the orders of {whom}, not of {side}.", "Ask again when it is your turn.")
    return following


def _orders(side: Side, orders: Sequence[Order], text: Text, standing: Sequence[Standing]) -> Orders:
    lines = {(side, "", number): words for number, words in text.lines.items()}
    return Orders(by_side={side: tuple(orders)}, standing={side: tuple(standing)}, lines=lines)


def _weighed(rules: Ruleset[Any], known: Any, side: Side, wait: Wait, orders: Orders, amount: Amount | None) -> Odds:
    given = [order for order in orders.of(side) if not isinstance(order, Heading)]
    suppose: Callable[[Any, Side, Sequence[Order]], Sequence[Supposition[Any]]] | None
    suppose = getattr(rules, "supposed", None)
    amount = amount or Amount()
    cases = []
    for one in suppose(known, side, given) if suppose is not None else as_known(known):
        weighing = Weighing(rules, side, orders, opened(rules, one.state, wait, side))
        try:
            cases.append(Case(one.what, weighing.weigh(amount.limit, amount.samples)))
        except _OURS as trouble:
            raise MatchError(
                f"What the {side} side knows is not enough for the rules to carry this out ({type(trouble).__name__}).",
                "Look at what is known of the enemy there: adjudicator report.",
            ) from trouble
    return Odds(side, tuple(orders.words(order).strip() for order in given), tuple(cases))
