"""Frozen dataclasses that cost little: to define, to make, and to make anew with a change.

`dataclass` and `replace` are used like those of the standard library, and are them for whoever checks types. A class is
made without its methods; each is written when it is first called, so that a start pays only for what it uses. That a
frozen value is never changed is checked by mypy and not while the program runs: setting a field costs what it costs in
any class. Whatever is unusual (a base that is a dataclass, `InitVar`, options that nobody here uses) is left to the
standard library.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(cls: Any = None, /, **options: bool) -> Any:
        """As in the standard library; a frozen class is made so that it costs little."""
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        if _is_plain(cls, options):
            return _made(cls, options.get("slots", False))
        return dataclasses.dataclass(**options)(cls)

    def replace(obj: Any, /, **changes: Any) -> Any:
        """The same value with some fields changed."""
        copy = _COPIES.get(obj.__class__) or _copy_of(obj.__class__)
        return copy(obj, changes) if copy else dataclasses.replace(obj, **changes)


_Method = Callable[..., Any]
_NONE = "\n    pass"
_COPIES: dict[type, _Method | None] = {}
"""How a value of a class is made anew; None where the standard library has to do it."""


def _is_plain(cls: Any, options: dict[str, bool]) -> bool:
    """Whether a class is one of those that are made here."""
    return (
        options.get("frozen", False)
        and options.keys() <= {"frozen", "slots"}
        and not any(hasattr(base, "__dataclass_fields__") for base in cls.__mro__[1:])
        and not any("InitVar" in str(hint) for hint in inspect.get_annotations(cls).values())
    )


def _made(cls: Any, slots: bool) -> Any:
    """A dataclass whose methods are written when they are first called."""
    own = cls.__dict__
    equal, hashed, init, shown = ("__eq__" in own, "__hash__" in own, "__init__" in own, "__repr__" in own)
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # the standard library would write a signature, which takes long
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
    made.__dataclass_params__.init = made.__dataclass_params__.eq = made.__dataclass_params__.repr = True
    made.__dataclass_params__.frozen = True
    for name, written, there in (
        ("__init__", _init, init),
        ("__eq__", _eq, equal),
        ("__hash__", _hash, hashed),
        ("__repr__", _repr, shown),
    ):
        if not there:
            setattr(made, name, _later(made, name, written))
    return made


def _later(cls: Any, name: str, written: Callable[[Any], _Method]) -> _Method:
    """A method that writes itself when it is first called."""

    def first(self: Any, *given: Any, **named: Any) -> Any:
        method = written(cls)
        method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
        method.__module__ = cls.__module__
        setattr(cls, name, method)
        return method(self, *given, **named)

    return first


# --- what is written ---------------------------------------------------------------------------------------------


def _init(cls: Any) -> _Method:
    names: dict[str, Any] = {"_missing": dataclasses.MISSING}
    given: list[str] = ["self"]
    named: list[str] = []
    lines: list[str] = []
    for one in dataclasses.fields(cls):
        value = one.name
        if one.default_factory is not dataclasses.MISSING:
            names[f"_made_{one.name}"] = one.default_factory
            value = f"_made_{one.name}()" + (f" if {one.name} is _missing else {one.name}" if one.init else "")
            asked = f"{one.name}=_missing"
        elif one.default is not dataclasses.MISSING:
            names[f"_plain_{one.name}"] = one.default
            value = one.name if one.init else f"_plain_{one.name}"
            asked = f"{one.name}=_plain_{one.name}"
        else:
            asked = one.name
        if one.init:
            (named if one.kw_only else given).append(asked)
        if one.init or value != one.name:
            lines.append(f"\n    self.{one.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("\n    self.__post_init__()")
    asked_for = ", ".join([*given, *(["*", *named] if named else [])])
    return _written(f"def method({asked_for}):{''.join(lines) or _NONE}", names)


def _eq(cls: Any) -> _Method:
    mine, his = _compared(cls, "self"), _compared(cls, "other")
    return _written(
        "def method(self, other):\n"
        "    if other.__class__ is self.__class__:\n"
        f"        return {mine} == {his}\n"
        "    return NotImplemented",
        {},
    )


def _hash(cls: Any) -> _Method:
    hashed = [f for f in dataclasses.fields(cls) if (f.compare if f.hash is None else f.hash)]
    return _written(f"def method(self):\n    return hash(({''.join(f'self.{f.name}, ' for f in hashed)}))", {})


def _repr(cls: Any) -> _Method:
    shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in dataclasses.fields(cls) if f.repr)
    return _written(f"def method(self):\n    return f'{{self.__class__.__qualname__}}({shown})'", {})


def _compared(cls: Any, of: str) -> str:
    return "(" + "".join(f"{of}.{f.name}, " for f in dataclasses.fields(cls) if f.compare) + ")"


def _copy_of(cls: Any) -> _Method | None:
    """How a value of a class is made anew, and kept for the next time."""
    if not hasattr(cls, "__dataclass_fields__"):
        raise TypeError("replace() should be called on dataclass instances")
    if cls.__setattr__ is not object.__setattr__ or hasattr(cls, "__post_init__") or not _all_given(cls):
        _COPIES[cls] = None
        return None
    lines = "".join(f"\n    new.{f.name} = old.{f.name}" for f in dataclasses.fields(cls))
    copy = _written(
        f"def method(old, changes):\n    new = make(cls){lines}\n"
        "    for name in changes:\n"
        "        if name not in known:\n"
        "            raise TypeError(f'{cls.__name__} has no field {name!r}')\n"
        "        setattr(new, name, changes[name])\n"
        "    return new",
        {"make": object.__new__, "cls": cls, "known": {f.name for f in dataclasses.fields(cls)}},
    )
    _COPIES[cls] = copy
    return copy


def _all_given(cls: Any) -> bool:
    return all(f.init for f in dataclasses.fields(cls))


def _written(source: str, names: dict[str, Any]) -> _Method:
    exec(source, names)
    method: _Method = names["method"]
    return method
