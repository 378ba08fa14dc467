"""What every game's texts share: header, conditions, standing orders, answers, and the orders known everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from adjudicator.core.problems import Problem
from adjudicator.core.types import Choice, Frozen, Order, Side
from adjudicator.core.values import dataclass


class Header(Frozen):
    """What a text is for."""

    match: str = ""
    turn: int | None = None
    side: str = ""
    phase: str = ""
    seat: str = ""


# --- conditions: tested in the side's view of the moment ---------------------------------------------------


class PlaceIs(Frozen):
    """`1205 is empty`, `1205 is held by the enemy`."""

    test: Literal["place"] = "place"
    place: str
    state: Literal["empty", "occupied", "enemy", "friendly"]


class UnitAt(Frozen):
    """`Friant is at 1205`."""

    test: Literal["at"] = "at"
    unit: str
    place: str


class UnitIs(Frozen):
    """`Friant is reduced`, `Ney is on the map`: a mark that the game puts on pieces."""

    test: Literal["unit"] = "unit"
    unit: str
    mark: str


class Compare(Frozen):
    """`Coalition morale <= 3`, `turn >= 5`, `clock >= 14:00`, `odds >= 3/2`: what the game counts against a number."""

    test: Literal["compare"] = "compare"
    track: str
    relation: Literal["<", "<=", "=", ">=", ">"]
    number: int = 0
    """Of a clock time the minutes since midnight."""
    over: int = Field(default=1, ge=1)
    """What the number is divided by: 3/2 is 3 over 2."""
    than: str = ""
    """The other number, where it is held against one that the game counts too."""


class Within(Frozen):
    """`enemy within 3 of Friant`: a piece of theirs, or of ours, is no further from a piece or a place."""

    test: Literal["within"] = "within"
    whose: Literal["enemy", "friendly"]
    number: int
    of: str


class Not(Frozen):
    """`not` and a condition."""

    test: Literal["not"] = "not"
    condition: Condition


class AllOf(Frozen):
    """Conditions joined by `and`."""

    test: Literal["all"] = "all"
    conditions: tuple[Condition, ...]


class AnyOf(Frozen):
    """Conditions joined by `or`."""

    test: Literal["any"] = "any"
    conditions: tuple[Condition, ...]


Condition = Annotated[PlaceIs | UnitAt | UnitIs | Compare | Within | Not | AllOf | AnyOf, Field(discriminator="test")]

Not.model_rebuild()
AllOf.model_rebuild()
AnyOf.model_rebuild()


# --- orders known to every game ----------------------------------------------------------------------------


class Heading(Order):
    """A phase heading such as `movement` or `combat`."""

    kind: Literal["heading"] = "heading"
    phase: str


class Conditional(Order):
    """`if CONDITION: ORDER`, and perhaps `otherwise: ORDER`."""

    kind: Literal["if"] = "if"
    condition: Condition
    then: SerializeAsAny[Order]
    otherwise: SerializeAsAny[Order] | None = None


class Pass(Order):
    """`pass`: nothing is ordered, on purpose; `hold Compans`: nothing for these."""

    kind: Literal["pass"] = "pass"
    units: tuple[str, ...] = ()
    """Empty for the whole side."""


class Resign(Order):
    """`resign confirm`."""

    kind: Literal["resign"] = "resign"


class OfferDraw(Order):
    """`offer draw`."""

    kind: Literal["offer_draw"] = "offer_draw"


class AcceptDraw(Order):
    """`accept draw confirm`."""

    kind: Literal["accept_draw"] = "accept_draw"


class AskMe(Choice):
    """`ask me`: this decision is to pause the turn."""

    kind: Literal["ask_me"] = "ask_me"


class Standing(Order):
    """A standing order: when a decision of this kind comes, choose so.

    `decision` is the kind of Decision it speaks to (or "any"); `place`, `unit` and `moment` narrow it; empty means any.
    """

    kind: Literal["standing"] = "standing"
    decision: str
    place: str = ""
    unit: str = ""
    moment: str = ""
    """A moment of play in the rule system's own words: "attacked", "must_retreat"."""
    condition: Condition | None = None
    choice: SerializeAsAny[Choice]


class Answer(Order):
    """`answer D7: CHOICE`."""

    kind: Literal["answer"] = "answer"
    number: int
    choice: SerializeAsAny[Choice]


COMMON_ORDERS: tuple[type[Order], ...] = (
    Heading,
    Conditional,
    Pass,
    Resign,
    OfferDraw,
    AcceptDraw,
    AskMe,
    Standing,
    Answer,
)


# --- a text, and the texts of a step -----------------------------------------------------------------------

TextKind = Literal["orders", "answer", "standing", "report"]
"""What a text is: a turn's orders, an answer to decisions, standing orders alone, or a report of the umpire."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text as understood: what it is and what it is for, what it asks, and what is wrong with it."""

    header: Header
    kind: TextKind = "orders"
    orders: tuple[Order, ...] = ()
    standing: tuple[Standing, ...] | None = None
    """None where there is no `standing orders` section, or it keeps what was; empty for `standing orders: none`."""
    answers: tuple[Answer, ...] = ()
    problems: tuple[Problem, ...] = ()
    lines: Mapping[int, str] = field(default_factory=dict)
    """The text of each numbered line, as written; a quoted line is empty."""
    quoted: tuple[int, ...] = ()
    """The numbers of quoted lines that look like orders; nothing of them was read."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What the sides wrote for a step."""

    by_side: Mapping[Side, tuple[Order, ...]] = field(default_factory=dict)
    standing: Mapping[Side, tuple[Standing, ...]] = field(default_factory=dict)
    problems: Mapping[Side, tuple[Problem, ...]] = field(default_factory=dict)
    """Lines that were not understood: refused when the step begins."""
    lines: Mapping[tuple[Side, str, int], str] = field(default_factory=dict)
    """The words of a line, by side, seat and number."""

    def of(self, side: Side) -> tuple[Order, ...]:
        """The orders of one side, as written."""
        return self.by_side.get(side, ())

    def words(self, order: Order) -> str:
        """The line that an order was written on."""
        return self.lines.get((order.side, order.seat, order.line), "")


def flattened(order: Order) -> Iterator[Order]:
    """An order and, for a conditional one, the orders inside it."""
    yield order
    if isinstance(order, Conditional):
        yield from flattened(order.then)
        if order.otherwise is not None:
            yield from flattened(order.otherwise)
