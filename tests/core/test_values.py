"""Dataclasses that cost little do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar

import pytest

from adjudicator.core.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Piece:
    """Every sort of field."""

    KEY: ClassVar[str] = "name"
    name: str
    steps: int = 2
    marks: Mapping[str, int] = field(default_factory=dict)
    note: str = field(default="", compare=False)
    held: Any = field(default=None, repr=False, hash=False)
    last: int = field(default=0, kw_only=True)


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    """The same by the standard library."""

    KEY: ClassVar[str] = "name"
    name: str
    steps: int = 2
    marks: Mapping[str, int] = field(default_factory=dict)
    note: str = field(default="", compare=False)
    held: Any = field(default=None, repr=False, hash=False)
    last: int = field(default=0, kw_only=True)


CALLS: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = (
    (("Bonnet",), {}),
    (("Bonnet", 1, {"x": 1}, "note", "held"), {"last": 3}),
    (("Bonnet",), {"note": "other", "held": (1, 2)}),
    ((), {"name": "Ledru", "last": 1}),
)


@pytest.mark.parametrize(("given", "named"), CALLS)
def test_values_are_made_and_shown_alike(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    mine, theirs = Piece(*given, **named), Standard(*given, **named)
    assert dataclasses.asdict(mine) == dataclasses.asdict(theirs)
    assert repr(mine) == repr(theirs).replace("Standard", "Piece")
    assert copy.copy(mine) == mine == pickle.loads(pickle.dumps(mine))


def test_values_are_compared_alike() -> None:
    for one, one_named in CALLS:
        for other, other_named in CALLS:
            same = Piece(*one, **one_named) == Piece(*other, **other_named)
            assert same == (Standard(*one, **one_named) == Standard(*other, **other_named))
    stranger: Any = Standard("Bonnet")
    assert Piece("Bonnet") != stranger
    assert Piece("Bonnet").__eq__("Bonnet") is NotImplemented


def test_equal_values_have_one_hash_and_what_cannot_be_hashed_says_so() -> None:
    assert hash(Piece("a", marks=(), held=[])) == hash(Piece("a", marks=(), note="x", held=[1]))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unhashable"):
        hash(Piece("a"))


@pytest.mark.parametrize("given", [(), ("a", 1, {}, "", None, 7, 8)])
def test_a_field_too_few_or_too_many_is_an_error(given: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        Piece(*given)


def test_each_value_has_its_own_default() -> None:
    assert Piece("a").marks is not Piece("a").marks


def test_a_value_with_a_change() -> None:
    before = Piece("a", 1, {"x": 1}, "n", "h", last=4)
    after = replace(before, steps=0, marks={})
    assert (after.name, after.steps, after.marks, after.note, after.held, after.last) == ("a", 0, {}, "n", "h", 4)
    assert before.steps == 1
    with pytest.raises(TypeError, match="no field 'step'"):
        replace(before, step=0)  # type: ignore[call-arg]
    assert replace(Standard("a"), steps=5) == Standard("a", 5)
    with pytest.raises(TypeError):
        replace("a", steps=5)  # type: ignore[type-var]


@dataclass(frozen=True)
class Roster:
    """A value that keeps what it has worked out."""

    names: tuple[str, ...]

    @cached_property
    def count(self) -> int:
        """How many there are."""
        return len(self.names)


def test_a_change_forgets_what_was_worked_out() -> None:
    one = Roster(("a",))
    assert one.count == 1
    assert replace(one, names=("a", "b")).count == 2


@dataclass(frozen=True, slots=True)
class Checked:
    """A value that looks at itself when it is made, and has words of its own."""

    number: int
    double: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "double", 2 * self.number)

    def __repr__(self) -> str:
        return f"<{self.number}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Checked)

    def __hash__(self) -> int:
        return 1


def test_what_a_class_says_itself_stands() -> None:
    assert (Checked(2).double, replace(Checked(2), number=3).double) == (4, 6)
    assert repr(Checked(2)) == "<2>"
    assert Checked(1) == Checked(2)
    assert hash(Checked(1)) == 1


def test_a_class_that_builds_on_another_is_left_to_the_standard_library() -> None:
    @dataclass(frozen=True)
    class Gun(Roster):
        """A base that is a dataclass."""

        range: int = 3

    gun = Gun(("a",), 4)
    assert (gun.count, gun.range, replace(gun, range=5).range) == (1, 4, 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        gun.range = 3  # type: ignore[misc]
