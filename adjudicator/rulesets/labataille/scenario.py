"""The facts of a scenario: the model of scenario.toml, checked when loaded."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from adjudicator.core.types import Frozen, RuleId, Side

Source = Literal["text", "reconstruction"]
Grade = Literal["decisive", "substantial", "marginal"]
TIME = r"^([01][0-9]|2[0-4]):[0-5][0-9]$"


class OrganisationFacts(Frozen):
    """HEI-level-1, HEI-level-2: a body of troops whose morale level is counted, and who belongs to it."""

    name: str
    """As in morale_levels.csv."""
    side: Side
    corps: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()
    bank: Literal["", "N", "S"] = ""
    """HEI-level-2: only those who began on this bank of the Alle."""
    guard: bool = False
    """HEI-level-3: foot of the Guard, which counts by itself."""


class PenaltyFacts(Frozen):
    """HEI-s3-2: what the release of a Guard costs its side."""

    side: Side
    rule: RuleId
    units: tuple[str, ...]
    """The units that are held."""
    before: str = Field(pattern=TIME)
    levels_before: int
    levels_after: int
    within: int = 0
    """So near to a redoubt or to Heilsberg; 0: the other bank counts."""


class ScenarioFacts(Frozen):
    """scenario.toml."""

    title: str
    rule: RuleId
    first: str = Field(pattern=TIME)
    last: str = Field(pattern=TIME)
    columns: tuple[int, int]
    """The columns of the map in play, the first and the last."""
    banks: tuple[Literal["N", "S"], ...] = ("N", "S")
    victory: tuple[Literal["one", "two", "three", "four"], ...]
    """Whose ladders are scored; Five scores Three and Four apart (HEI-s5-1)."""
    organisation: tuple[OrganisationFacts, ...] = ()
    penalty: tuple[PenaltyFacts, ...] = ()
    may_end_early: bool = False
    """HEI-s1-1."""
    east_edge_closed: bool = False
    """HEI-s2-3."""
    redoubt_fire: bool = False
    """HEI-s2-2."""
    boot: bool = False
    """HEI-s2-4."""
    pontoons_at_once: bool = False
    """HEI-s5-1, R-73: the Coalition destroys pontoons at any moment."""
    source: Source

    @field_validator("columns")
    @classmethod
    def _in_order(cls, value: tuple[int, int]) -> tuple[int, int]:
        if value[0] > value[1]:
            raise ValueError("the first column lies behind the last")
        return value

    @property
    def first_minute(self) -> int:
        """The first turn's time in minutes after midnight."""
        hours, _, minutes = self.first.partition(":")
        return int(hours) * 60 + int(minutes)
