"""CAM: the lines of a battle report, as the umpire sends it back from the table."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from adjudicator.core.types import Frozen, Order, Side

ReportedOutcome = Literal[
    "attacker_win_morale",
    "attacker_win_vp",
    "defender_win_morale",
    "defender_win_vp",
    "stalemate",
    "attacker_broke_off",
    "defender_broke_off",
]


class Outcome(Order):
    """`result: attacker wins by morale`, `result: stalemate`, `result: defender breaks off`."""

    kind: Literal["outcome"] = "outcome"
    outcome: ReportedOutcome


class Routed(Order):
    """`rout: French`: the side whose army morale broke; follows from a win by morale."""

    kind: Literal["routed"] = "routed"
    routed: Side


class LastTurn(Order):
    """`last turn 18`: the battle turn on which it ended."""

    kind: Literal["last_turn"] = "last_turn"
    turn: int = Field(ge=1, le=999)


class Hits(Frozen):
    """What one block lost."""

    unit: str
    hits: int = Field(ge=0, le=9999)
    destroyed: int | None = Field(default=None, ge=0, le=99)
    """Blücher units destroyed since the campaign began, where the umpire counts them himself."""


class Losses(Order):
    """`losses Philippon 6 hits 1 destroyed, Teste 3`."""

    kind: Literal["losses"] = "losses"
    losses: tuple[Hits, ...] = Field(min_length=1)


class Unhurt(Order):
    """`no losses: Teste, Vandamme`; `others no losses`."""

    kind: Literal["unhurt"] = "unhurt"
    units: tuple[str, ...] = ()
    """Empty: every block that no other line speaks of."""


class LeaderLost(Order):
    """`leader lost: Vandamme`."""

    kind: Literal["leader_lost"] = "leader_lost"
    units: tuple[str, ...]


class Engaged(Order):
    """`engaged by cavalry: Gobrecht`: routed cavalry that enemy cavalry had got hold of."""

    kind: Literal["engaged"] = "engaged"
    units: tuple[str, ...]


class Arrived(Order):
    """`arrived Girard, Margaron on turn 12 die 4`, perhaps `by ruling`."""

    kind: Literal["arrived"] = "arrived"
    units: tuple[str, ...]
    turn: int = Field(ge=1, le=999)
    die: int | None = Field(default=None, ge=1, le=6)
    ruling: bool = False
    """The umpire let them come whatever limits and dice say."""


class Retreated(Order):
    """`retreated Philippon to Dahme on turn 14`; a path for cavalry that went two towns."""

    kind: Literal["retreated"] = "retreated"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    destination: str = ""
    turn: int | None = Field(default=None, ge=1, le=999)


class Regrouped(Order):
    """`regrouped Teste to Dahme`, `regrouped Girard from Torgau`: only the victor's blocks."""

    kind: Literal["regrouped"] = "regrouped"
    units: tuple[str, ...]
    to: str = ""
    origin: str = ""


class Seen(Order):
    """`revealed Philippon, Teste`; `revealed none`. Without such a line everybody on the field was seen."""

    kind: Literal["seen"] = "seen"
    units: tuple[str, ...] = ()


class Points(Order):
    """`points French 6, Allied 4`: victory points held when the battle ended."""

    kind: Literal["points"] = "points"
    points: tuple[tuple[Side, int], ...]


class ObjectiveTaken(Order):
    """`objective "the bridge" 2 points French`: a victory-point card, its worth and who held it at the end."""

    kind: Literal["objective"] = "objective"
    name: str
    vp: int = Field(ge=1, le=99)
    holder: Side | None = None


REPORT_ORDERS: tuple[type[Order], ...] = (
    Outcome,
    Routed,
    LastTurn,
    Losses,
    Unhurt,
    LeaderLost,
    Engaged,
    Arrived,
    Retreated,
    Regrouped,
    Seen,
    Points,
    ObjectiveTaken,
)
