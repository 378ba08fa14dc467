"""Parts of a line: ways, losses, formations, directions, clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from adjudicator.core.orders import Condition
from adjudicator.core.types import Choice
from adjudicator.core.values import dataclass
from adjudicator.kit.wording import Clause
from adjudicator.rulesets.labataille.state import Formation

ALL = 99
"""As many as there are."""
DIRECTIONS: Mapping[str, str] = {
    "north": "N",
    "south": "S",
    "east": "E",
    "west": "W",
    "northeast": "NE",
    "northwest": "NW",
    "southeast": "SE",
    "southwest": "SW",
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way as written."""

    start: str = ""
    path: tuple[str, ...] = ()
    destination: str = ""


@dataclass(frozen=True, slots=True)
class Loss:
    """`57e I 2`: a unit and a number."""

    unit: str
    number: int


def formation_of(words: str) -> Formation:
    """A formation in the words of a player.

    >>> formation_of("square"), formation_of("road  order"), formation_of("skirmishers")
    ('carre', 'road march', 'skirmish')
    """
    plain = " ".join(words.split())
    if plain.startswith("road"):
        return "road march"
    if plain.startswith("skirmish"):
        return "skirmish"
    return cast("Formation", {"square": "carre"}.get(plain, plain))


def direction_of(words: str) -> str:
    """A direction as the map has it.

    >>> direction_of("north-east"), direction_of("sw")
    ('NE', 'SW')
    """
    return DIRECTIONS.get(words.replace("-", ""), words.upper())


def squashed(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@dataclass(frozen=True, slots=True)
class If:
    """A choice whose own words set a condition: `opportunity fire if odds >= 2`."""

    choice: Choice
    condition: Condition


Clauses = Clause | tuple[Clause, ...]


def said(clauses: tuple[Clauses, ...]) -> dict[str, Any]:
    every = (one for clause in clauses for one in (clause if isinstance(clause, tuple) else (clause,)))
    return {clause.field: clause.value for clause in every}
