"""Shapes of JSON values: each knows its JSON Schema, and says of a value what is wrong with it.

A table written with these is read by people, printed as a schema and checked against, all from the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from adjudicator.core.values import dataclass

Trouble = Literal["unknown", "missing", "wrong"]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a value that is not as its shape says, and where: `parties 1.anchor`."""

    trouble: Trouble
    path: str

    def within(self, place: str) -> Fault:
        """The same fault, seen from outside."""
        if not self.path:
            return Fault(self.trouble, place)
        return Fault(self.trouble, f"{place}{'' if self.path.startswith(' ') else '.'}{self.path}")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value may be: as a JSON Schema, and as a function that finds the first fault."""

    schema: Mapping[str, Any]
    fault: Callable[[Any], Fault | None]


_WRONG = Fault("wrong", "")


def _shape(schema: Mapping[str, Any], fits: Callable[[Any], bool]) -> Shape:
    return Shape(schema, lambda value: None if fits(value) else _WRONG)


def text(pattern: str = "") -> Shape:
    """Words, all of which may have to fit a pattern."""
    if not pattern:
        return _shape({"type": "string"}, lambda value: isinstance(value, str))
    fitting = re.compile(pattern).fullmatch
    schema = {"type": "string", "pattern": f"^(?:{pattern})$"}
    return _shape(schema, lambda value: isinstance(value, str) and fitting(value) is not None)


def whole(least: int = 0, most: int | None = None) -> Shape:
    """A whole number."""
    schema = {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})
    return _shape(schema, lambda value: type(value) is int and value >= least and (most is None or value <= most))


def just(value: Any) -> Shape:
    """One value and no other."""
    return _shape({"const": value}, lambda other: type(other) is type(value) and other == value)


def word_of(*words: str) -> Shape:
    """One of a few words."""
    return _shape({"enum": list(words)}, lambda value: isinstance(value, str) and value in words)


def many(item: Shape) -> Shape:
    """A list."""

    def fault(value: Any) -> Fault | None:
        if not isinstance(value, list):
            return _WRONG
        for number, part in enumerate(value, start=1):
            found = item.fault(part)
            if found is not None:
                return found.within(f" {number}")
        return None

    return Shape({"type": "array", "items": item.schema}, fault)


def named(item: Shape) -> Shape:
    """An object whose names are free."""

    def fault(value: Any) -> Fault | None:
        if not isinstance(value, dict):
            return _WRONG
        for name, part in value.items():
            found = item.fault(part)
            if found is not None:
                return found.within(name)
        return None

    return Shape({"type": "object", "additionalProperties": item.schema}, fault)


@dataclass(frozen=True, slots=True)
class Members:
    """The members of an object: what it must have and what it may have; `open` if others may stand there."""

    must: Mapping[str, Shape]
    may: Mapping[str, Shape]
    open: bool = False

    def fault(self, value: Any) -> Fault | None:
        """A member that does not belong there comes before one that is missing, and that before a wrong one."""
        if not isinstance(value, dict):
            return _WRONG
        if not self.open:
            for name in value:
                if name not in self.must and name not in self.may:
                    return Fault("unknown", name)
        wrong: Fault | None = None
        for name, part in value.items():
            shape = self.must.get(name) or self.may.get(name)
            found = shape.fault(part) if shape is not None else None
            if found is not None and found.trouble == "unknown":
                return found.within(name)
            wrong = wrong or (found.within(name) if found else None)
        missing = next((name for name in self.must if name not in value), None)
        return Fault("missing", missing) if missing is not None else wrong

    def shape(self) -> Shape:
        """As a shape."""
        schema: dict[str, Any] = {
            "type": "object",
            "required": sorted(self.must),
            "properties": {name: shape.schema for name, shape in {**self.must, **self.may}.items()},
        }
        return Shape(schema if self.open else schema | {"additionalProperties": False}, self.fault)


def record(must: Mapping[str, Shape], may: Mapping[str, Shape] | None = None, *, open: bool = False) -> Shape:
    """An object with the members named and, unless it is open, no others."""
    return Members(must, may or {}, open).shape()


def either(*shapes: Shape) -> Shape:
    """A value of one shape or another."""
    return _shape(
        {"oneOf": [shape.schema for shape in shapes]}, lambda value: any(shape.fault(value) is None for shape in shapes)
    )
