"""Parts of a line of the campaign's order language, before they are put together to an order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adjudicator.core.language import MistakeError


@dataclass(frozen=True, slots=True)
class Way:
    """Where a march goes: every town on the way, or only the last."""

    path: tuple[str, ...] = ()
    destination: str = ""


@dataclass(frozen=True, slots=True)
class Forced:
    """`forced`: by forced march."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Part of an order, by the name of the field that it fills."""

    field: str
    value: Any


_WRITTEN = {"lead": "lead", "needed": "needing", "unless": "unless"}


def filled(clauses: Iterable[Clause]) -> dict[str, Any]:
    """The fields that clauses fill; each may be written once."""
    fields: dict[str, Any] = {}
    for clause in clauses:
        if clause.field in fields:
            word = _WRITTEN.get(clause.field, clause.field)
            raise MistakeError(f"`{word}` is written twice.", "Keep one of the two.")
        fields[clause.field] = clause.value
    return fields
