"""The tables of chapters 8 and 9: results, ratios, qualities, bombardment, casualties, army morale."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from pydantic import model_validator

from adjudicator.core.types import Frozen, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.vv1813.context import Context

Source = Literal["text", "reconstruction"]
_HALF = re.compile(r"(\d*)(R2?)?")


@dataclass(frozen=True, slots=True)
class Harm:
    """What one side suffers: step losses and places of retreat."""

    losses: int = 0
    retreat: int = 0

    def __str__(self) -> str:
        back = "" if self.retreat == 0 else "R" if self.retreat == 1 else f"R{self.retreat}"
        return f"{self.losses or ''}{back}" or "0"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A combat result X/Y with its mark for the advance: "#" any unit, "•" Guard units only."""

    attacker: Harm
    defender: Harm
    mark: str = ""

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}{self.mark}"


def read_harm(text: str) -> Harm:
    """One half of a printed result.

    >>> read_harm("2R2")
    Harm(losses=2, retreat=2)
    """
    found = _HALF.fullmatch(text)
    if found is None or not text:
        raise ValueError(f'"{text}" is not a result; write a number of losses, R or R2, as in "1R2"')
    back = {None: 0, "R": 1, "R2": 2}[found.group(2)]
    return Harm(int(found.group(1) or 0), back)


def read_outcome(text: str) -> Outcome:
    """A printed result.

    >>> str(read_outcome("1/2R2#")), str(read_outcome("0/R"))
    ('1/2R2#', '0/R')
    """
    mark = text[-1] if text and text[-1] in "#•" else ""
    halves = text.removesuffix(mark).split("/") if mark else text.split("/")
    if len(halves) != 2:
        raise ValueError(f'"{text}" is not a result; write attacker/defender, as in "1/1R"')
    return Outcome(read_harm(halves[0]), read_harm(halves[1]), mark)


class ResultRow(Frozen):
    """A row of the combat results table; the first and the last row are open-ended."""

    modified: int
    result: str
    source: Source

    @model_validator(mode="after")
    def _readable(self) -> ResultRow:
        read_outcome(self.result)
        return self


class CombatResults(Frozen):
    """VV-8.5a: modified dice to result."""

    rule: RuleId
    row: tuple[ResultRow, ...]

    @model_validator(mode="after")
    def _no_gaps(self) -> CombatResults:
        numbers = [row.modified for row in self.row]
        if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            raise ValueError("the rows must follow one another without a gap, lowest first")
        return self

    def read(self, modified: int) -> str:
        """The printed result of modified dice."""
        first, last = self.row[0].modified, self.row[-1].modified
        return self.row[min(max(modified, first), last) - first].result


class RatioRow(Frozen):
    """A column of the ratio table: reached if attacker strength is at least attacker/defender of the other's."""

    attacker: int
    defender: int
    name: str
    drm: int
    source: Source


class StrengthRatio(Frozen):
    """VV-8.4a1: strengths to modifier, best column first; `below` is for anything worse than the last."""

    rule: RuleId
    row: tuple[RatioRow, ...]
    below_name: str
    below: int
    below_source: Source

    def read(self, attack: int, defence: int) -> tuple[str, int]:
        """Name and modifier of the ratio, rounded in the defender's favour.

        A ratio above the best column keeps its own name and the best column's modifier.
        """
        for index, row in enumerate(self.row):
            if attack * row.defender >= defence * row.attacker:
                whole = attack // defence if defence else row.attacker
                return (f"{whole}/1" if index == 0 else row.name), row.drm
        return self.below_name, self.below


class QualityRoll(Frozen):
    """Up to this total, a unit of quality "?" is worth so much."""

    up_to: int
    quality: Literal["A", "B", "C"]
    source: Source


class QualityTable(Frozen):
    """VV-8.4b: what a head unit's quality is worth to its own side, and the die of a "?" unit."""

    rule: RuleId
    worth: Mapping[str, int]
    worth_source: Source
    roll: tuple[QualityRoll, ...]

    def read(self, total: int) -> str:
        """The quality that a die with its bonus gives; the last row is open-ended."""
        return next((row.quality for row in self.roll if total <= row.up_to), self.roll[-1].quality)


class BombardmentRow(Frozen):
    """From this score on: step losses, places of retreat, and whether a commander is tested."""

    score: int
    result: str
    losses: int = 0
    retreat: int = 0
    test: bool = False
    source: Source


class BombardmentTable(Frozen):
    """VV-8.8e: score to result, and the fire modifiers of VV-8.8.1."""

    rule: RuleId
    row: tuple[BombardmentRow, ...]
    high_to_low: int
    low_to_high: int
    cavalry: int
    further_marker: int
    modifiers_source: Source

    @property
    def tests_from(self) -> int:
        """The lowest score on which a commander is tested."""
        return min(row.score for row in self.row if row.test)

    def read(self, score: int) -> BombardmentRow:
        """The row of a score; below the first row nothing happens."""
        reached = [row for row in self.row if score >= row.score]
        return reached[-1] if reached else BombardmentRow(score=score, result="", source="reconstruction")


class CommanderHitTable(Frozen):
    """VV-8.7c: the die of a commander who was hit."""

    rule: RuleId
    source: Source
    bruised: tuple[int, ...]
    wounded: tuple[int, ...]
    killed: tuple[int, ...]
    captured: tuple[int, ...]
    """VV-7.4a: the die of a lone commander whose place the enemy enters."""

    def read(self, die: int) -> Literal["bruised", "wounded", "killed"]:
        """What the die says."""
        if die in self.killed:
            return "killed"
        return "wounded" if die in self.wounded else "bruised"


class CombatModifiers(Frozen):
    """Numbers of VV-8.2b, VV-8.4d to VV-8.4i, VV-8.6 and VV-8.7a."""

    rule: RuleId
    source: Source
    shaken_at: int
    """Morale at which an army begins to fight at a penalty."""
    shaken: int
    combined: int
    over_stacked: int
    concentric: int
    charge: int
    """VV-2.1n: what a cavalry unit adds when it charges."""
    guard_charge: Mapping[Side, int]
    targets: int
    """VV-8.2b: enemy places that one stack may attack at once."""
    tactical: int
    """VV-8.6.2b: losses that the tactical option takes off each side."""
    farthest: int
    """No result sends a stack farther back than this."""
    attacker_hit: tuple[int, ...]
    """Natural totals on which an attacking commander is hit."""
    defender_hit: tuple[int, ...]


class RetreatTable(Frozen):
    """VV-8.5c: the edge of the map towards which an army retreats by default."""

    rule: RuleId
    source: Source
    own_edge: Mapping[Side, int]
    """A row of the map; 0 for the last one."""


class ArmyMorale(Frozen):
    """VV-9B, VV-9D2: what eliminated counters and Napoleon's wound cost an army."""

    rule: RuleId
    source: Source
    counters_per_point: Mapping[Side, int]
    napoleon_wounded: int


COMBAT_TABLES: Mapping[str, type[Frozen]] = {
    "combat_results": CombatResults,
    "strength_ratio": StrengthRatio,
    "quality": QualityTable,
    "bombardment": BombardmentTable,
    "commander_hit": CommanderHitTable,
    "combat_modifiers": CombatModifiers,
    "retreat": RetreatTable,
    "army_morale": ArmyMorale,
}
"""Each table's model by the name of its file."""


def combat_results(ctx: Context) -> CombatResults:
    """The combat results table in force."""
    return cast(CombatResults, ctx.tables["combat_results"])


def strength_ratio(ctx: Context) -> StrengthRatio:
    """The ratio table in force."""
    return cast(StrengthRatio, ctx.tables["strength_ratio"])


def quality_table(ctx: Context) -> QualityTable:
    """The quality table in force."""
    return cast(QualityTable, ctx.tables["quality"])


def bombardment_table(ctx: Context) -> BombardmentTable:
    """The bombardment table in force."""
    return cast(BombardmentTable, ctx.tables["bombardment"])


def commander_hit_table(ctx: Context) -> CommanderHitTable:
    """The commander casualty table in force."""
    return cast(CommanderHitTable, ctx.tables["commander_hit"])


def combat_modifiers(ctx: Context) -> CombatModifiers:
    """The numbers of the combat modifiers in force."""
    return cast(CombatModifiers, ctx.tables["combat_modifiers"])


def retreat_table(ctx: Context) -> RetreatTable:
    """Where armies fall back to."""
    return cast(RetreatTable, ctx.tables["retreat"])


def army_morale(ctx: Context) -> ArmyMorale:
    """What losses cost an army's morale."""
    return cast(ArmyMorale, ctx.tables["army_morale"])
