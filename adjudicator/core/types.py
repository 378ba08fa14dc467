"""The nouns of the adjudicator: order, event, finding, decision, what the sequence of play waits for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Generic, Literal, NewType, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

RuleId = NewType("RuleId", str)
"""The id of a rule in the rule tables, such as "VV-8.4e"."""

Side = NewType("Side", str)
"""A camp, such as "French"; "Umpire" is one too where the umpire is asked."""

UMPIRE = Side("Umpire")
PUBLIC = Side("Public")
"""Spectators and forum threads: they own nothing, have scouted nothing, and never write."""
UMPIRE_RULE = RuleId("UMPIRE")
GENERAL = RuleId("GENERAL")
"""What belongs to playing by mail rather than to a rulebook: resigning, draws, texts."""

T = TypeVar("T")


def exact(value: Any) -> Fraction:
    """A number or its text ("2/3") as an exact fraction; raises ValueError on anything else."""
    try:
        return Fraction(value)
    except (TypeError, ZeroDivisionError) as error:
        raise ValueError(f"{value!r} is no number") from error


Ratio = Annotated[Fraction, BeforeValidator(exact), PlainSerializer(str, return_type=str)]
"""An exact fraction, written as text ("2/3"): no float ever enters the log."""


class Frozen(BaseModel):
    """Every model at the border: immutable, and closed to fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Roll(Frozen):
    """Dice as they fell, and the label that they belong to.

    A plain roll has one number of sides; a shuffle has one for each die it threw.
    """

    label: str
    sides: int | tuple[int, ...]
    faces: tuple[int, ...]
    veiled: bool = False

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


class Finding(Frozen, Generic[T]):
    """What a rule concluded, and why; the report prints the parts.

    `because` is a fact ("Coalition morale 3, French morale 8"), never a verdict.
    `hidden_from` names the sides to whom value and fact read "not known to you".
    """

    rule: RuleId
    value: T
    because: str = ""
    label: str = ""
    parts: tuple[Finding[Any], ...] = ()
    hidden_from: tuple[Side, ...] = ()
    remedy: str = ""
    """Where the finding is a "no": what would be legal instead."""


Finding.model_rebuild(force=True)  # its own parts are findings: some versions of pydantic settle that only now


class Order(Frozen):
    """What a player asked for, and where it was written."""

    kind: str
    side: Side = Side("")
    seat: str = ""
    line: int = 0


class Choice(Order):
    """One way of deciding a Decision: an answer, or the action of a standing order."""


Visibility = Callable[[Any, Any, Side, Any], "Event | None"]
"""An event, the position before it, a side and what rules may look at, to the event as that side sees it."""


class Event(Frozen):
    """What happened, in the past tense; the only thing that changes a state.

    An event says in its own class how it changes the position (`apply`) and who sees it: by the word `seen_by` of its
    class line (`everybody`, `owner`, `umpire_only` of `core.visibility`), or by a method `seen_by` that gives a side
    its lesser form. A class that says nothing is shown to nobody but the umpire.
    """

    kind: str
    rule: RuleId
    rolls: tuple[Roll, ...] = ()
    carries: ClassVar[tuple[str, ...]] = ()
    """Fields that hold tuples of orders: in the log each order is written with its kind."""

    def __init_subclass__(cls, seen_by: Visibility | None = None, **others: Any) -> None:
        super().__init_subclass__(**others)
        if seen_by is not None:
            cls.seen_by = seen_by  # type: ignore[method-assign, assignment]

    def apply(self, state: Any, rules: Any) -> Any:
        """The position after the event; `rules` is what the rule system hands its rules (map, tables, options)."""
        return state

    def seen_by(self, before: Any, side: Side, rules: Any) -> Event | None:
        """The event as a side sees it: whole, a lesser one, or nothing."""
        return None

    def seen_by_public(self, before: Any, rules: Any) -> Event | None:
        """The event as spectators see it, where not everybody sees it whole."""
        return None


class Decision(Frozen):
    """A choice that the rulebook gives a player, often in the middle of somebody else's turn."""

    key: str
    """Where and what, the same on every run: "T3/combat/1504/head/Coalition"."""
    kind: str
    """What sort of choice it is, such as "head" or "retreat_before_combat"."""
    moments: tuple[str, ...] = ()
    """The moments of play that it comes at, in the rule system's words ("attacked"): standing orders name them."""
    side: Side
    rule: RuleId
    question: str
    """The choice as one sentence for that player."""
    default: Choice
    place: str = ""
    places: tuple[str, ...] = ()
    """Further places that it is about, such as those of the combat that it belongs to."""
    units: tuple[str, ...] = ()
    pauses: bool = False
    """Form P in the rule tables; all others pause only where the player wrote "ask me"."""
    facts: tuple[Finding[Any], ...] = ()
    examples: tuple[Choice, ...] = ()
    """Every choice, where they are few."""
    counts: tuple[tuple[str, str], ...] = ()
    """Numbers that its side knows when it chooses, and that a standing order may ask for: ("odds", "7/2")."""


class Ask(Frozen):
    """Choices of one moment: put together, disclosed together."""

    decisions: tuple[Decision, ...]


class Wait(Frozen):
    """The sequence of play needs orders, answers or a battle report."""

    what: Literal["orders", "report", "answers"]
    sides: tuple[Side, ...]
    turn: int
    phase: str = ""
    """Named in a text's header where a side sends more than one text a turn."""
    hears: tuple[Side, ...] = ()
    """Sides that may revise their standing orders here; `standing orders: keep` is enough."""

    @property
    def everybody(self) -> tuple[Side, ...]:
        """Whose texts it waits for: orders of some, perhaps standing orders of others."""
        return (*self.sides, *self.hears)


class Ending(Frozen):
    """The match is over: who won, how well, and why."""

    winner: Side | None
    level: str
    reason: str
    rule: RuleId

    @property
    def verdict(self) -> str:
        """Who won and how well: `French victory, major`; `draw`."""
        return f"{self.winner} victory, {self.level}" if self.winner else self.level

    @property
    def why(self) -> str:
        """The reason as a sentence."""
        reason = self.reason.rstrip(".")
        return f"{reason[:1].upper()}{reason[1:]}."
