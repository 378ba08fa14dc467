"""What a rule system hands over when something is settled outside the program: a battle fought at the table.

A brief is a document of facts, sentences and tables in the players' words, and a form in the order language in which
the result comes back. Everything in it is already as its reader may know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from pydantic import SerializeAsAny

from adjudicator.core.types import Frozen, Order, Side
from adjudicator.core.view import Table


class Section(Frozen):
    """A heading with sentences and tables below it."""

    title: str
    rules: tuple[str, ...] = ()
    """The rules that it rests on."""
    lines: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


class FormLine(Frozen):
    """A line of the form in which a result comes back: a comment, or an order in the order language.

    An order that is `off` is printed as a comment: whoever fills the form in takes the # away.
    """

    words: str = ""
    order: SerializeAsAny[Order] | None = None
    off: bool = False


class Brief(Frozen):
    """A document for one side, or for the umpire, to whom nothing is hidden."""

    key: str
    """Names the file, in ASCII: "battle-Luckau"."""
    title: str
    side: Side
    facts: tuple[tuple[str, str], ...] = ()
    """What stands at its head, each with its name: ("Attacker", "French")."""
    sections: tuple[Section, ...] = ()
    form: tuple[FormLine, ...] = ()
    """What is to be filled in and sent back, without a header; nothing where nothing is asked."""


@runtime_checkable
class Briefing(Protocol):
    """A rule system that hands over briefs while the sequence of play waits for a report."""

    def briefs(self, known: Any, side: Side) -> Sequence[Brief]:
        """What a side (or the umpire, from the real position) is to have in hand, from what it knows."""
        ...
