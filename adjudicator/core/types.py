"""The nouns of the adjudicator: order, event, finding, decision, what the sequence of play waits for."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer

RuleId = NewType("RuleId", str)
"""The id of a rule in the rule tables, such as "VV-8.4e"."""

Side = NewType("Side", str)
"""A camp, such as "French"; "Umpire" is one too where the umpire is asked."""

UMPIRE = Side("Umpire")
UMPIRE_RULE = RuleId("UMPIRE")
GENERAL = RuleId("GENERAL")
"""What belongs to playing by mail rather than to a rulebook: resigning, draws, texts."""

T = TypeVar("T")

Ratio = Annotated[Fraction, BeforeValidator(Fraction), PlainSerializer(str, return_type=str)]
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


Finding.model_rebuild(force=True)  # its own parts are findings: some versions of pydantic settle that only now


class Order(Frozen):
    """What a player asked for, and where it was written."""

    kind: str
    side: Side = Side("")
    seat: str = ""
    line: int = 0


class Choice(Order):
    """One way of deciding a Decision: an answer, or the action of a standing order."""


class Event(Frozen):
    """What happened, in the past tense; the only thing that changes a state."""

    kind: str
    rule: RuleId
    rolls: tuple[Roll, ...] = ()


class Decision(Frozen):
    """A choice that the rulebook gives a player, often in the middle of somebody else's turn."""

    key: str
    """Where and what, the same on every run: "T3/combat/1504/head/Coalition"."""
    kind: str
    """What sort of choice it is, such as "head" or "retreat_before_combat"."""
    side: Side
    rule: RuleId
    question: str
    """The choice as one sentence for that player."""
    default: Choice
    place: str = ""
    units: tuple[str, ...] = ()
    pauses: bool = False
    """Form P in the rule tables; all others pause only where the player wrote "ask me"."""
    facts: tuple[Finding[Any], ...] = ()
    examples: tuple[Choice, ...] = ()
    """Every choice, where they are few."""


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
