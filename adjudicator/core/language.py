"""What a rule system tells the reader of orders: its grammar, its names, how its orders are built and printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.core.types import Frozen, Order, Side


class Name(Frozen):
    """A thing that an order may name."""

    id: str
    name: str
    kind: str
    """"unit", "commander", "marker", "formation", "place", "side" ..."""
    side: Side | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """The part of the order language that belongs to one rule system."""

    grammar: str
    """The grammar file's name without its ending: "vv1813" for grammar/vv1813.lark."""
    names: Callable[[Any, Side], tuple[Name, ...]]
    """The names that a side may use, from the position as that side knows it."""
    build: Any
    """An object with a method for each alias of the grammar: children in, order or part of one out."""
    write: Callable[[Order, Callable[[str], str]], str]
    """An order in the language; the callable gives the printed name of an id."""
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Phase headings: the phase's name and the words that may stand for it."""
