"""Golden cases as they are written: TOML files of cases, each a small story with what must follow."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

CASES = Path(__file__).parent


class CaseError(AssertionError):
    """A case that cannot be run as it is written; the message says what to write instead."""


class Part(BaseModel):
    """What a case, a later part of its story and a variant of it have in common."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: str = ""
    """Lines in the players' words: who stands where, tracks, turn and phase."""
    orders: dict[str, str] = Field(default_factory=dict)
    """By side: a text in the order language, standing orders included."""
    answers: dict[str, str] = Field(default_factory=dict)
    """By side: `answer D1: ...` for what the case asks, numbered in the order of asking."""
    without: tuple[str, ...] = ()
    """Sides that are played without a text: their standing orders and the defaults decide."""
    dice: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """By the end of their labels; `*` for every die that is not named."""
    until: str = ""
    """The phase with which the part ends."""
    expect: tuple[str, ...] = ()
    """What must follow."""
    ask: tuple[str, ...] = ()
    """Questions put to the rules in the position reached, each with its answer: `strength ratio of 15 to 4? 3/1`."""


class Variant(Part):
    """The same case with something else: lines, dice and orders are added to the case's own."""

    name: str
    then: tuple[Part, ...] = ()


class Case(Part):
    """One case."""

    id: str
    rules: tuple[str, ...] = Field(min_length=1)
    source: str = Field(min_length=1)
    game: str
    options: dict[str, str] = Field(default_factory=dict)
    then: tuple[Part, ...] = ()
    """What is played after it, in the position that it left."""
    variant: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """A case, or one variant of it, ready to be played: parts one after the other."""

    case: Case
    name: str
    parts: tuple[Part, ...]
    path: Path

    @property
    def title(self) -> str:
        """The id of the case, with the variant's name."""
        return f"{self.case.id} ({self.name})" if self.name else self.case.id


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file."""
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CaseError(f"{path.name} is not valid TOML: {error}.") from None
    strange = sorted(plain.keys() - {"case"})
    if strange:
        raise CaseError(f"{path.name} holds {', '.join(strange)}; a file of cases holds [[case]] tables only.")
    return tuple(_case(path, one) for one in plain.get("case", ()))


def _case(path: Path, plain: dict[str, Any]) -> Case:
    try:
        case = Case.model_validate(plain)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise CaseError(f"{path.name}, case {plain.get('id', '?')}: {wrong}.") from None
    for name, parts in _tellings(case):
        if not any(part.expect or part.ask for part in parts):
            where = f"{case.id} ({name})" if name else case.id
            raise CaseError(f"{path.name}, case {where} expects nothing: write `expect` or `ask`.")
    return case


def stories(path: Path) -> Iterator[Story]:
    """What is to be played of a file: each case, or each variant of a case that has some."""
    for case in read_cases(path):
        for name, parts in _tellings(case):
            yield Story(case, name, parts, path)


def _tellings(case: Case) -> Iterator[tuple[str, tuple[Part, ...]]]:
    own = Part.model_validate(case.model_dump(include=set(Part.model_fields)))
    if not case.variant:
        yield "", (own, *case.then)
    for variant in case.variant:
        other = Part.model_validate(variant.model_dump(include=set(Part.model_fields)))
        yield variant.name, (_together(own, other), *case.then, *variant.then)


def _together(own: Part, other: Part) -> Part:
    """A case with what its variant adds: further lines, dice and texts, of the same name instead of the case's."""
    return Part(
        position="\n".join(text for text in (own.position, other.position) if text),
        orders={**own.orders, **other.orders},
        answers={**own.answers, **other.answers},
        without=(*own.without, *other.without),
        dice={**own.dice, **other.dice},
        until=other.until or own.until,
        expect=(*own.expect, *other.expect),
        ask=(*own.ask, *other.ask),
    )


def case_files(folder: Path) -> list[Path]:
    """Every file of cases below a folder."""
    return sorted(folder.rglob("*.toml"))
