"""Parts of a line of the order language, before they are put together to an order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from adjudicator.core.language import MistakeError
from adjudicator.rulesets.vv1813 import orders as od


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move goes: every place on the way, or only the last."""

    path: tuple[str, ...] = ()
    destination: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """`then exit`."""


@dataclass(frozen=True, slots=True)
class IfCossacks:
    """`if Cossacks: one hex`."""

    effect: od.CossackEffectName


@dataclass(frozen=True, slots=True)
class Clause:
    """Part of an order, by the name of the field that it fills."""

    field: str
    value: Any


_WRITTEN = {"origins": "from", "units": "with", "way": "to", "at_most": "at most", "only": "entering our zone"}


def filled(clauses: Iterable[Clause]) -> dict[str, Any]:
    """The fields that clauses fill; each may be written once."""
    fields: dict[str, Any] = {}
    for clause in clauses:
        if clause.field in fields:
            word = _WRITTEN.get(clause.field, clause.field.split("_")[0])
            raise MistakeError(f"`{word}` is written twice.", "Keep one of the two.")
        fields[clause.field] = clause.value
    return fields


def each_once(uses: tuple[od.MarkerUse, ...]) -> tuple[od.MarkerUse, ...]:
    """Uses of markers, each kind once."""
    kinds = [use.marker for use in uses if use.marker]
    if len(set(kinds)) < len(kinds):
        raise MistakeError("The same marker is named twice.", "Write how many: 2 Artillery.")
    return uses
