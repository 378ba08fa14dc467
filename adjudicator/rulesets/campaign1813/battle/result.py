"""CAM: what a battle brought, however it was fought: the same for a report from the table and for `auto`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.core.types import Finding, Roll, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.campaign1813.report.report_orders import ReportedOutcome
from adjudicator.rulesets.campaign1813.state import Battle, Block, State, enemy_of


@dataclass(frozen=True, slots=True)
class Arrival:
    """Blocks that reached the field from a neighbouring town."""

    side: Side
    origin: str
    blocks: tuple[str, ...]
    battle_turn: int
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Departure:
    """A block that left the field: its way, and the battle turn if that is told."""

    path: tuple[str, ...]
    battle_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A battle's outcome and all that goes with it."""

    outcome: ReportedOutcome
    last_turn: int
    losses: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    """Block to hits, and Blücher units destroyed in all where they were counted."""
    leaders_lost: tuple[str, ...] = ()
    engaged: frozenset[str] = frozenset()
    """CAM-rout-3: cavalry that enemy cavalry engaged."""
    arrivals: tuple[Arrival, ...] = ()
    departures: Mapping[str, Departure] = field(default_factory=dict)
    regroup_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    regroup_in: Mapping[str, str] = field(default_factory=dict)
    """Block to the town it came from."""
    seen: tuple[str, ...] | None = None
    """Blocks whose faces were seen; None: everybody on the field."""
    points: tuple[tuple[Side, int], ...] = ()
    objectives: tuple[str, ...] = ()
    addition: bool = False
    """Made by the simple resolution, which is not in the rules."""
    score: Finding[int] | None = None
    rolls: tuple[Roll, ...] = ()


def winner_of(battle: Battle, outcome: ReportedOutcome) -> Side | None:
    """CAM-bvic-2, CAM-bvic-3, CAM-bvic-4: who has won; nobody in a stalemate."""
    if outcome in ("attacker_win_morale", "attacker_win_vp", "defender_broke_off"):
        return battle.attacker
    if outcome == "stalemate":
        return None
    return enemy_of(battle.attacker)


def loser_of(battle: Battle, outcome: ReportedOutcome) -> Side:
    """CAM-bvic-4: who has to leave the field: the loser, and the attacker after a stalemate."""
    return enemy_of(battle.attacker) if winner_of(battle, outcome) == battle.attacker else battle.attacker


def routed_of(battle: Battle, outcome: ReportedOutcome) -> Side | None:
    """CAM-rout-1 (A-19): the side whose army morale was broken is routed."""
    return loser_of(battle, outcome) if outcome in ("attacker_win_morale", "defender_win_morale") else None


def on_the_field(state: State, battle: Battle, side: Side) -> tuple[Block, ...]:
    """A side's blocks in a battle: those in the town outside the walls, and besieged ones that came out to help."""
    return tuple(block for block in state.pieces.of(battle.town, side) if not block.inside or block.id in battle.relief)
