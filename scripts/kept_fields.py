"""What the files of a match are read into: every class with its fields, and which of them may be left out.

A match keeps its data and its log for years, so what a release could leave out, every later version must do without:
a field that is added has a default, and no field that was written is taken away. `keep_logs.py` writes the fields of a
version beside its logs; `tests/logs/test_kept_fields.py` compares them with the classes of today.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel

from adjudicator import rulesets
from adjudicator.core.types import Frozen
from adjudicator.rulesets import OURS

SHARED = ("adjudicator.core.", "adjudicator.kit.", "adjudicator.maps.", "adjudicator.battle.")
FILE = "fields.toml"
OPTIONAL = "?"
"""Ends the name of a field that may be left out."""

Fields = Mapping[str, tuple[str, ...]]
"""The fields of each class, those that may be left out with their mark."""


def fields_now() -> Fields:
    """The fields of every data model, event and order, and of the positions, in the version at hand."""
    named = sorted((name_of(sort), fields_of(sort)) for sort in _sorts() if fields_of(sort))
    found: dict[str, tuple[str, ...]] = {}
    for name, mine in named:
        if found.setdefault(name, mine) != mine:
            raise ValueError(f"Two classes are called {name}: give one of them another name.")
    return found


def name_of(sort: type) -> str:
    """A class by its rule system, its game and its name: modules may be moved, these stay."""
    parts = sort.__module__.split(".")
    home = [parts[2]] if parts[1] == "rulesets" else [parts[1]]
    if "games" in parts:
        home += parts[parts.index("games") + 1 :][:1]
    return ".".join((*home, sort.__qualname__))


def fields_of(sort: Any) -> tuple[str, ...]:
    """The fields of a class, in the order of their names."""
    if is_dataclass(sort):
        plain = {f.name: f.default is MISSING and f.default_factory is MISSING for f in fields(sort) if f.init}
    else:
        plain = {name: info.is_required() for name, info in sort.model_fields.items()}
    return tuple(name if needed else f"{name}{OPTIONAL}" for name, needed in sorted(plain.items()))


def faults(then: Fields, now: Fields) -> Iterator[str]:
    """What a class of today could not read of what was written by an earlier version."""
    for name in sorted(then.keys() & now.keys()):
        needed = {field for field in then[name] if not field.endswith(OPTIONAL)}
        known = {field.removesuffix(OPTIONAL) for field in now[name]}
        for field in sorted({field for field in now[name] if not field.endswith(OPTIONAL)} - needed):
            yield f"{name}.{field} has no default, and may be missing in what an earlier version wrote"
        for field in sorted({field.removesuffix(OPTIONAL) for field in then[name]} - known):
            yield f"{name}.{field} is gone, and may stand in what an earlier version wrote"


def written(found: Fields) -> str:
    """The fields as a TOML file."""
    rows = (f'"{name}" = [{", ".join(repr(field) for field in mine)}]\n' for name, mine in sorted(found.items()))
    return "".join(rows).replace("'", '"')


# --- which classes there are -------------------------------------------------------------------------------------


def _sorts() -> list[Any]:
    positions: list[Any] = []
    for scenario in rulesets.catalogue():
        if f"adjudicator.rulesets.{scenario.ruleset}" in OURS:
            positions.append(type(rulesets.load(scenario.name, {}).start()))
    known = (*SHARED, *(f"{package}." for package in OURS))
    models = [model for model in _below(Frozen) if model.__module__.startswith(known) and "[" not in model.__name__]
    return list(dict.fromkeys((*models, *(sort for position in positions for sort in _inside(position, set())))))


def _below(sort: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for child in sort.__subclasses__():
        yield child
        yield from _below(child)


def _inside(sort: Any, seen: set[Any]) -> Iterator[Any]:
    """A dataclass and all dataclasses that its fields may hold."""
    if sort in seen:
        return
    seen.add(sort)
    if isinstance(sort, type) and is_dataclass(sort):
        yield sort
        for hint in get_type_hints(sort).values():
            yield from _inside(hint, seen)
    for part in get_args(sort):
        if not isinstance(part, list):
            yield from _inside(part, seen)
