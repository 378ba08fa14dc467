"""The charts and tables of the rules: read from data/tables, checked when loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.battle.charts import Chart, chart_of_rows, index_of
from adjudicator.battle.facing import ALL_ROUND, COLUMN, LINE, OPEN, OPEN_ROW, WIDE, Arcs
from adjudicator.core.datafiles import Row
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, RuleId
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.numbers import Modifiers, Numbers, Source

# --- formations ---

ARCS: Mapping[str, Arcs | None] = {
    "column": COLUMN,
    "wide": WIDE,
    "line": LINE,
    "open": OPEN,
    "open row": OPEN_ROW,
    "all round": ALL_ROUND,
    "none": None,
}


class FormationFacts(Frozen):
    """LB-13, LB-16: one formation of one arm; see formations.toml."""

    arm: Literal["infantry", "light cavalry", "heavy cavalry", "artillery"]
    name: Literal["column", "line", "carre", "general order", "skirmish", "road march", "limbered", "unlimbered"]
    rule: RuleId
    faces: Literal["side", "corner", "none"]
    arcs: Literal["column", "wide", "line", "open", "all round", "none"]
    arcs_two: Literal["", "open row"] = ""
    hexes: int = 1
    """How many hexes it may lie in."""
    least_hexes: int = 1
    least: int = 1
    """Increments that it needs."""
    least_for_two: int = 0
    """Increments that it needs to lie in two hexes; 0: no such bound."""
    per_hex: int = 0
    """Increments that one hex holds; 0: no such bound."""
    least_per_hex: int = 0
    enter: int
    enter_two: int | None = None
    fires_per_hex: int = 0

    def arcs_of(self, hexes: int) -> Arcs | None:
        """How hexsides divide for a unit in so many hexes; None if it has no front at all."""
        return ARCS[self.arcs_two if hexes > 1 and self.arcs_two else self.arcs]


class FormationTable(Frozen):
    """formations.toml."""

    source: Source
    formation: tuple[FormationFacts, ...]

    def of(self, arm: str, name: str) -> FormationFacts | None:
        """A formation of an arm (infantry, light cavalry, heavy cavalry, artillery); None if it has no such one."""
        return next((one for one in self.formation if one.arm == arm and one.name == name), None)


# --- movement and stacking ---

CLOSED = None
"""A cost that nobody can pay."""


@dataclass(frozen=True, slots=True)
class GroundCost:
    """HEI-terrain-1: what a hex or a hexside costs each kind, in half points; None where it is closed."""

    infantry: int | None
    cavalry: int | None
    cossack: int | None
    artillery: int | None
    is_general_order: bool


@dataclass(frozen=True, slots=True)
class StackLimit:
    """HEI-stack-1: one way in which a hex may be filled; None: no bound of that kind."""

    battalions: int | None
    increments: int | None
    regiments: int | None
    cavalry_increments: int | None
    batteries: int | None
    gun_increments: int | None
    note: str
    whole_regiment: bool = False
    """One regiment of any size is allowed instead of the number."""


# --- fire ---

DefenceColumn = Literal[
    "column",
    "line",
    "carre",
    "general_order",
    "skirmish",
    "disorder_rout",
    "artillery_limbered",
    "artillery_unlimbered",
]


@dataclass(frozen=True, slots=True)
class FireMultiple:
    """HEI-fire-1: what increments count in fire; None where the printed value counts, 0 where there is no fire."""

    line: int | None
    carre: int | None
    skirmish: int
    far: int | None
    """At two hexes; None: half the value."""


@dataclass(frozen=True, slots=True)
class LossTrigger:
    """HEI-fire-8: with which of its losses by fire a unit checks its morale."""

    first: int
    every: int

    def strikes(self, before: int, after: int) -> bool:
        """Whether one of the losses that came now calls for a check.

        >>> LossTrigger(2, 2).strikes(1, 2), LossTrigger(3, 2).strikes(0, 2), LossTrigger(2, 1).strikes(2, 3)
        (True, False, True)
        """
        return any(n >= self.first and (n - self.first) % self.every == 0 for n in range(before + 1, after + 1))


# --- melee ---

MeleeSort = Literal["NE", "AR", "AD", "DD", "DR", "DS", "losses"]


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """LB-34.1: a result of the Melee Assault Chart."""

    sort: MeleeSort
    words: str
    attacker: int = 0
    attacker_checks: bool = False
    defender: int = 0
    defender_checks: bool = False


CarreResult = Literal["carre", "disorder", "rout"]


class MoraleLevel(Frozen):
    """HEI-level-1: a row of morale_levels.csv: with how many battalions lost an organisation reaches a level."""

    organisation: str
    battalions: int | None = None
    level: int
    battalions_lost_or_routed: int
    die_modifier: int


class Norm(Frozen):
    """R-86: the public norm of a class of units."""

    melee_per_increment: int
    morale_norm: int


@dataclass(frozen=True)
class Tables:
    """Every table in force."""

    formations: FormationTable
    numbers: Numbers
    modifiers: Modifiers
    ground: Mapping[str, GroundCost]
    """HEI-terrain-1: hexes and hexsides by kind."""
    stacking: Mapping[str, tuple[StackLimit, ...]]
    fire: Chart[int]
    melee: Chart[MeleeResult]
    carre: Mapping[tuple[str, str, int], tuple[tuple[int, CarreResult], ...]]
    """HEI-carre-1: by nation, formation and distance the highest dice of each result."""
    defence: Mapping[str, Mapping[str, int]]
    multiples: Mapping[tuple[str, str], FireMultiple]
    triggers: Mapping[tuple[str, str], LossTrigger]
    levels: tuple[MoraleLevel, ...]
    norms: Mapping[str, Norm]


# --- reading ---


def ground_costs(rows: Iterable[Row]) -> dict[str, GroundCost]:
    """movement.csv."""
    return {
        row.values["terrain"]: GroundCost(
            _half_points(row, "infantry"),
            _half_points(row, "cavalry"),
            _half_points(row, "cossack"),
            _half_points(row, "artillery"),
            row.values["general_order"] == "yes",
        )
        for row in rows
    }


def _half_points(row: Row, column: str) -> int | None:
    text = row.values[column]
    if text == "prohibited":
        return CLOSED
    try:
        halves = Fraction(text) * 2
    except (ValueError, ZeroDivisionError):
        halves = Fraction(1, 2)
    if halves.denominator != 1 or halves < 0:
        raise row.wrong(f'{column} is "{text}".', 'Write whole or half points ("2", "0.5"), or "prohibited".')
    return halves.numerator


STACKING_TERRAINS: Mapping[str, tuple[str, ...]] = {
    "hamlet/village/town": ("hamlet", "village", "town"),
    "road/bridge/pontoon": ("road march",),
}


def stack_limits(rows: Iterable[Row]) -> dict[str, tuple[StackLimit, ...]]:
    """stacking.csv: for each terrain the ways in which a hex may be filled."""
    found: dict[str, tuple[StackLimit, ...]] = {}
    for row in rows:
        limit = _limit(row)
        for terrain in STACKING_TERRAINS.get(row.values["terrain"], (row.values["terrain"],)):
            found[terrain] = (*found.get(terrain, ()), limit)
    return found


def _limit(row: Row) -> StackLimit:
    values = row.values
    return StackLimit(
        _bound(row, "max_infantry_bns"),
        _bound(row, "max_infantry_increments"),
        _bound(row, "max_cavalry_regts"),
        _bound(row, "max_cavalry_increments"),
        _bound(row, "max_artillery_batteries"),
        _bound(row, "max_artillery_increments"),
        values["formation_note"],
        any("1 regiment" in values[one] for one in ("max_infantry_increments", "max_cavalry_increments")),
    )


def _bound(row: Row, column: str) -> int | None:
    figures = row.values[column].partition(" ")[0]
    if figures in ("", "any", "battery"):
        return None
    if not figures.isdecimal():
        raise row.wrong(f'{column} is "{row.values[column]}".', "Write a whole number, or leave it empty.")
    return int(figures)


def fire_chart(rows: Iterable[Row]) -> Chart[int]:
    """fire_chart.csv."""
    return chart_of_rows(rows, lambda row: _number(row, "increments_lost"), tens=True)


def melee_chart(rows: Iterable[Row]) -> Chart[MeleeResult]:
    """melee_chart.csv."""
    return chart_of_rows(rows, _melee_result, tens=True)


def _melee_result(row: Row) -> MeleeResult:
    text = row.values["result"]
    match text:
        case "NE" | "AR" | "AD" | "DD" | "DR" | "DS":
            return MeleeResult(text, text)
        case _ if "/" in text:
            checks = (row.values["attacker_checks"] == "yes", row.values["defender_checks"] == "yes")
            lost = (_number(row, "attacker_loss"), _number(row, "defender_loss"))
            return MeleeResult("losses", text, lost[0], checks[0], lost[1], checks[1])
    raise row.wrong(f'"{text}" is no result of a melee.', "It is NE, AR, AD, DD, DR, DS or losses such as 1*/2.")


def carre_chart(rows: Iterable[Row]) -> dict[tuple[str, str, int], tuple[tuple[int, CarreResult], ...]]:
    """carre.csv: low dice are good; what the row leaves out cannot happen."""
    found: dict[tuple[str, str, int], tuple[tuple[int, CarreResult], ...]] = {}
    for row in rows:
        values = row.values
        ends: list[tuple[int, CarreResult]] = []
        for result, column in (("carre", "carre_hi"), ("disorder", "disorder_hi"), ("rout", "rout_hi")):
            if values[column]:
                ends.append((_dice(row, column), result))  # type: ignore[arg-type]
        if not ends or ends[-1][0] != index_of(66):
            raise row.wrong("The row does not end at 66.", "Give the last result the dice up to 66.")
        found[values["nation"], values["from"], _number(row, "distance")] = tuple(ends)
    return found


def _dice(row: Row, column: str) -> int:
    try:
        return index_of(int(row.values[column]))
    except ValueError as error:
        raise row.wrong(f'{column} is "{row.values[column]}".', "Two dice are read from 11 to 66.") from error


def fire_defence(rows: Iterable[Row]) -> dict[str, Mapping[str, int]]:
    """fire_defence.csv: the rows of the terrains; what holds anywhere stands in numbers.toml."""
    found: dict[str, Mapping[str, int]] = {}
    for row in rows:
        if row.values["terrain"].startswith("any"):
            continue
        names = DefenceColumn.__args__  # type: ignore[attr-defined]
        found[row.values["terrain"]] = {name: _number(row, name) for name in names if row.values[name]}
    return found


def fire_multiples(rows: Iterable[Row]) -> dict[tuple[str, str], FireMultiple]:
    """fire_multipliers.csv, by nation and type of unit."""
    found: dict[tuple[str, str], FireMultiple] = {}
    for row in rows:
        values = row.values
        far = values["skirmish_2hex"]
        found[values["nation"], values["type"]] = FireMultiple(
            int(values["line"]) if values["line"].isdecimal() else None,
            int(values["carre"]) if values["carre"].isdecimal() else None,
            int(values["skirmish_1hex"]) if values["skirmish_1hex"].isdecimal() else 0,
            int(far) if far.isdecimal() else None,
        )
    return found


PATTERNS: Mapping[str, LossTrigger] = {
    "even": LossTrigger(2, 2),
    "odd": LossTrigger(1, 2),
    "odd from 3rd": LossTrigger(3, 2),
    "every": LossTrigger(1, 1),
    "every from 2nd": LossTrigger(2, 1),
}


def loss_triggers(rows: Iterable[Row]) -> dict[tuple[str, str], LossTrigger]:
    """fire_triggers.csv, by nation and type; Cossacks have a rule of their own (HEI-cossack-1)."""
    found: dict[tuple[str, str], LossTrigger] = {}
    for row in rows:
        values = row.values
        if values["type"] == "cossack":
            continue
        if values["pattern"] not in PATTERNS:
            raise row.wrong(f'"{values["pattern"]}" is no pattern.', f"Known are {', '.join(PATTERNS)}.")
        found[values["nation"], values["type"]] = PATTERNS[values["pattern"]]
    return found


def _number(row: Row, column: str) -> int:
    text = row.values[column]
    if not text.isdecimal():
        raise row.wrong(f'{column} is "{text}".', "Write a whole number.")
    return int(text)


def checked(tables: Tables) -> Tables:
    """What one table promises of another."""
    missing = sorted({one.organisation for one in tables.levels if not 1 <= one.level <= 3})
    if missing:
        raise DataError(f"morale_levels.csv: {missing[0]} has a level that does not exist.", "Levels are 1 to 3.")
    return tables
