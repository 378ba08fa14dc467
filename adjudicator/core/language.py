"""What a rule system tells the reader of orders: its grammar, its names, how its orders are built and printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Literal

from adjudicator.core.types import Choice, Frozen, Order, RuleId, Side
from adjudicator.core.values import dataclass


class Name(Frozen):
    """A thing that an order may name."""

    id: str
    name: str
    kind: str
    """"unit", "commander", "marker", "formation", "place", "side" ..."""
    side: Side | None = None
    aliases: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    """Of a corps, an arm or another group: what it stands for where single things are listed."""


@dataclass(frozen=True, slots=True)
class NameRule:
    """A rule of the grammar that stands for a name: what may be named there."""

    kinds: tuple[str, ...]
    called: str
    """In the players' words: "a unit or commander"."""
    first: Literal["own", "enemy", ""] = "own"
    """Whose things are meant where both sides have one of that name."""
    groups: tuple[str, ...] = ()
    """Kinds that stand for all their members: what is not the name of a single thing may name a corps or an arm."""
    free: bool = False
    """Words that are not the whole name of anything stand for themselves."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a standing order applies: a moment of play in the rule system's words, perhaps a place, perhaps a piece."""

    name: str = ""
    place: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A choice whose own words say when it applies: `retreat Ledru prefers 0503`, `ask me about losses`."""

    choice: Choice
    decision: str = ""
    place: str = ""
    unit: str = ""


class MistakeError(Exception):
    """Raised by a rule system's `build` for words that are grammatical and still make no order."""

    def __init__(self, reason: str, remedy: str = "", *, rule: str = "", ambiguous: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.rule = RuleId(rule) if rule else None
        self.ambiguous = ambiguous


Namer = Callable[[str, str], str]
"""A rule of the grammar and an id to the words that are read as that id there: name("piece", "friant")."""


def no_number(text: str) -> str | None:
    """For a rule system whose places have names only."""
    return None


def no_examples(known: Any, side: Side) -> Mapping[str, str]:
    """For a rule system whose wrong lines are answered with the patterns of its grammar's table."""
    return {}


@dataclass(frozen=True, slots=True)
class Language:
    """The part of the order language that belongs to one rule system."""

    grammar: str
    """The grammar file's name without its ending ("vv1813" for grammar/vv1813.lark), or a plug-in's whole path."""
    names: Callable[[Any, Side], tuple[Name, ...]]
    """The names that a side may use, from the position as that side knows it."""
    build: Any
    """An object with a method for each alias of the grammar: built children in, order or part of one out.

    Names arrive as ids, lists of names as tuples of ids, terminals as their words. `standing(moment, choice)` makes
    the standing order of a moment and a choice.
    """
    write: Callable[[Order, Namer], str]
    """An order, a choice or a standing order (without its condition) in the language."""
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Phase headings: the phase's name and the words that may stand for it."""
    place: Callable[[str], str | None] = no_number
    """A place's number as a player may write it ("701") to its id ("0701"); None if there is no such place."""
    place_hint: str = ""
    """Where places run from and to, as a sentence for a player who named one that is not there."""
    examples: Callable[[Any, Side], Mapping[str, str]] = no_examples
    """Lines that a side could write now, by their first word, from the position as it knows it; asked for rarely."""
    side_words: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    """What players call a side besides its name: `side: France`, `when the Russians refuse combat`."""
    name_rules: Mapping[str, NameRule] = field(default_factory=dict)
    """Rules of the grammar that stand for names, besides those of the common grammar."""
