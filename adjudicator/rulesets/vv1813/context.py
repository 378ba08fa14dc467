"""What every rule of the series may look at besides the position: counters, map, tables, options, the game itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexMap

if TYPE_CHECKING:
    from adjudicator.rulesets.vv1813.series import Series

Quality = Literal["A", "B", "C", "?"]
UnitKind = Literal["infantry", "cavalry", "commander", "unknown"]


@dataclass(frozen=True, slots=True)
class Counter:
    """The printed part of a piece. For a commander `strength` is his combat modifier."""

    id: str
    name: str
    side: Side
    nation: str
    formation: str
    kind: UnitKind
    strength: int
    quality: Quality
    reduced_strength: int | None
    reduced_quality: Quality | None
    movement: int
    guard: bool = False
    aliases: tuple[str, ...] = ()
    source: str = "reconstruction"
    line: str = ""
    """The line of battle, where the game has lines."""

    @property
    def steps(self) -> int:
        """Two for a counter with a back side, else one."""
        return 1 if self.reduced_strength is None else 2


@dataclass(frozen=True, slots=True)
class Context:
    """Handed to rule functions: printed values, tables, options, and the hooks where games of the series differ."""

    counters: Mapping[str, Counter]
    board: HexMap
    tables: Mapping[str, Any]
    """Tables by file name, each checked by a model of `tables.py` when loaded."""
    options: Mapping[str, str]
    """Every switchable ruling and variant with its value in this match."""
    game: Series
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The game's own numbers from its game.toml."""

    def name(self, piece: str) -> str:
        """The printed name of a piece."""
        return self.counters[piece].name

    def names(self, pieces: Iterable[str]) -> str:
        """The printed names of pieces, as a list."""
        return ", ".join(self.counters[piece].name for piece in pieces)
