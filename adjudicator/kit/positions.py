"""Positions as plain JSON values and back: the same bytes on every machine, without a line of code in a rule system.

A position is a frozen dataclass of plain values, tuples, mappings, frozen sets, dataclasses and pydantic models. What
stands at its default is left out, so that a field which a later version adds changes nothing in an older match. A
dataclass that is kept in a mapping under one of its own fields names that field as `KEY` and does not repeat it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from adjudicator.core.errors import ProgramError
from adjudicator.core.types import Order

S = TypeVar("S")
ReadOrder = Callable[[Mapping[str, Any]], Order]
_PLAIN = (str, int, bool, type(None))


def dump(value: Any) -> Any:
    """A value as plain JSON values."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Mapping):
        return {str(key): _dump_kept(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [dump(one) for one in value]
    if isinstance(value, frozenset):
        return [dump(one) for one in sorted(value)]
    if is_dataclass(value):
        return _dump_fields(value, "")
    return _dump_model(value)


def _dump_kept(value: Any) -> Any:
    """A value of a mapping; the field that is its key there is left out."""
    return _dump_fields(value, getattr(value, "KEY", "")) if is_dataclass(value) else dump(value)


def _dump_fields(value: Any, key: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, default in _defaults(type(value)):
        content = getattr(value, name)
        if name != key and (default is MISSING or content != default):
            found[name] = dump(content)
    return found


def _defaults(sort: Any) -> tuple[tuple[str, Any], ...]:
    return _defaults_of(sort)


@cache
def _defaults_of(sort: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((one.name, _default(one)) for one in fields(sort) if one.init)


def _default(one: Field[Any]) -> Any:
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def _dump_model(value: Any) -> Any:
    if isinstance(value, Order):
        return write_order(value)
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    if isinstance(value, Fraction):
        return str(value)
    raise ProgramError(f"A position holds a {type(value).__name__}, which has no place in JSON.")


def write_order(order: Order) -> dict[str, Any]:
    """An order or a choice as JSON values: its kind, and what differs from the defaults; orders inside it too."""
    plain: dict[str, Any] = order.model_dump(mode="json", exclude_defaults=True)
    for name in type(order).model_fields:
        inside = getattr(order, name)
        if isinstance(inside, Order):
            plain[name] = write_order(inside)
        elif isinstance(inside, tuple) and inside and all(isinstance(one, Order) for one in inside):
            plain[name] = [write_order(one) for one in inside]
        elif name == "condition" and inside is not None:
            plain[name] = inside.model_dump(mode="json")
    return {**plain, "kind": order.kind}


# --- and back ----------------------------------------------------------------------------------------------------


class Loader:
    """Reads back what `dump` wrote. `sorts` gives the class of fields whose annotation does not say it."""

    def __init__(self, read_order: ReadOrder, sorts: Mapping[str, Any] | None = None) -> None:
        self._read_order = read_order
        self._sorts = sorts or {}

    def load(self, sort: type[S], plain: Mapping[str, Any], **more: Any) -> S:
        """A dataclass from its plain values; `more` are fields that are given from elsewhere."""
        hints = _hints(sort)
        values = {name: self._value(self._sorts.get(name, hints[name]), one) for name, one in plain.items()}
        return sort(**{**values, **more})

    def _value(self, sort: Any, plain: Any) -> Any:
        origin = get_origin(sort)
        if origin in (Union, types.UnionType):
            return self._one_of(get_args(sort), plain)
        if origin is Literal or sort is Any or isinstance(sort, TypeVar):
            return plain
        if origin in (tuple, frozenset, list):
            return self._several(origin, get_args(sort), plain)
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(get_args(sort), plain)
        return self._single(getattr(sort, "__supertype__", sort), plain)

    def _one_of(self, sorts: tuple[Any, ...], plain: Any) -> Any:
        if plain is None:
            return None
        several = [sort for sort in sorts if sort is not type(None)]
        fitting = [sort for sort in several if sort in _PLAIN and isinstance(plain, sort)]
        return self._value(fitting[0] if fitting else several[0], plain)

    def _several(self, origin: Any, sorts: tuple[Any, ...], plain: Any) -> Any:
        if origin is tuple and not (len(sorts) == 2 and sorts[1] is Ellipsis):
            return tuple(self._value(sort, one) for sort, one in zip(sorts, plain, strict=True))
        return origin(self._value(sorts[0], one) for one in plain)

    def _mapping(self, sorts: tuple[Any, ...], plain: Mapping[str, Any]) -> dict[Any, Any]:
        key_sort, sort = sorts
        read_key = int if getattr(key_sort, "__supertype__", key_sort) is int else str
        name = getattr(sort, "KEY", "") if is_dataclass(sort) else ""
        if name:
            return {read_key(key): self.load(sort, one, **{name: read_key(key)}) for key, one in plain.items()}
        return {read_key(key): self._value(sort, one) for key, one in plain.items()}

    def _single(self, sort: Any, plain: Any) -> Any:
        if sort in _PLAIN:
            return plain
        if is_dataclass(sort):
            return self.load(cast(Any, sort), plain)
        if isinstance(sort, type) and issubclass(sort, Order):
            return self._read_order(plain)
        if isinstance(sort, type) and issubclass(sort, BaseModel):
            return sort.model_validate(plain)
        return sort(plain)


def _hints(sort: Any) -> dict[str, Any]:
    return _hints_of(sort)


@cache
def _hints_of(sort: Any) -> dict[str, Any]:
    return get_type_hints(sort)
