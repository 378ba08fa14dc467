"""CAM: the lines of a battle report, as the umpire sends it back from the table."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from adjudicator.core.types import Frozen, Order, Side
from adjudicator.kit.wording import Forms, form

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

    forms: ClassVar[Forms] = (
        form("attacker_win_morale", "result: attacker wins by morale", outcome="attacker_win_morale"),
        form("attacker_win_vp", "result: attacker wins by points", outcome="attacker_win_vp"),
        form("defender_win_morale", "result: defender wins by morale", outcome="defender_win_morale"),
        form("defender_win_vp", "result: defender wins by points", outcome="defender_win_vp"),
        form("stalemate", "result: stalemate", outcome="stalemate"),
        form("attacker_broke_off", "result: attacker breaks off", outcome="attacker_broke_off"),
        form("defender_broke_off", "result: defender breaks off", outcome="defender_broke_off"),
    )


class Routed(Order):
    """`rout: French`: the side whose army morale broke; follows from a win by morale."""

    kind: Literal["routed"] = "routed"
    routed: Side

    printed: ClassVar[str] = "rout: {routed:side}"


class LastTurn(Order):
    """`last turn 18`: the battle turn on which it ended."""

    kind: Literal["last_turn"] = "last_turn"
    turn: int = Field(ge=1, le=999)

    printed: ClassVar[str] = "last turn {turn}"


class Hits(Frozen):
    """What one block lost."""

    unit: str
    hits: int = Field(ge=0, le=9999)
    destroyed: int | None = Field(default=None, ge=0, le=99)
    """Blücher units destroyed since the campaign began, where the umpire counts them himself."""

    forms: ClassVar[Forms] = (form("hits", "{unit:unit}: {hits} hits[ {destroyed} destroyed]"),)


class Losses(Order):
    """`losses Philippon 6 hits 1 destroyed, Teste 3`."""

    kind: Literal["losses"] = "losses"
    losses: tuple[Hits, ...] = Field(min_length=1)

    printed: ClassVar[str] = "losses {losses}"


class Unhurt(Order):
    """`no losses: Teste, Vandamme`; `others no losses`."""

    kind: Literal["unhurt"] = "unhurt"
    units: tuple[str, ...] = ()
    """Empty: every block that no other line speaks of."""

    forms: ClassVar[Forms] = (
        form("others_unhurt", "others no losses", units=()),
        form("unhurt", "no losses: {units:who}"),
    )


class LeaderLost(Order):
    """`leader lost: Vandamme`."""

    kind: Literal["leader_lost"] = "leader_lost"
    units: tuple[str, ...]

    printed: ClassVar[str] = "leader lost: {units:who}"


class Engaged(Order):
    """`engaged by cavalry: Gobrecht`: routed cavalry that enemy cavalry had got hold of."""

    kind: Literal["engaged"] = "engaged"
    units: tuple[str, ...]

    printed: ClassVar[str] = "engaged by cavalry: {units:who}"


class Arrived(Order):
    """`arrived Girard, Margaron on turn 12 die 4`, perhaps `by ruling`."""

    kind: Literal["arrived"] = "arrived"
    units: tuple[str, ...]
    turn: int = Field(ge=1, le=999)
    die: int | None = Field(default=None, ge=1, le=6)
    ruling: bool = False
    """The umpire let them come whatever limits and dice say."""

    printed: ClassVar[str] = "arrived {units:who} on turn {turn}[ die {die}][?ruling: by ruling]"


class Retreated(Order):
    """`retreated Philippon to Dahme on turn 14`; a path for cavalry that went two towns."""

    kind: Literal["retreated"] = "retreated"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    destination: str = ""
    turn: int | None = Field(default=None, ge=1, le=999)

    printed: ClassVar[str] = "retreated {units:who}[ to {destination:place}][ -> {path:place| -> }][ on turn {turn}]"


class Regrouped(Order):
    """`regrouped Teste to Dahme`, `regrouped Girard from Torgau`: only the victor's blocks."""

    kind: Literal["regrouped"] = "regrouped"
    units: tuple[str, ...]
    to: str = ""
    origin: str = ""

    forms: ClassVar[Forms] = (
        form("regrouped_to", "regrouped {units:who} to {to:place}"),
        form("regrouped_from", "regrouped {units:who} from {origin:place}"),
    )


class Seen(Order):
    """`revealed Philippon, Teste`; `revealed none`. Without such a line everybody on the field was seen."""

    kind: Literal["seen"] = "seen"
    units: tuple[str, ...] = ()

    forms: ClassVar[Forms] = (
        form("revealed_none", "revealed none", units=()),
        form("revealed", "revealed {units:who}"),
    )


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

    forms: ClassVar[Forms] = (
        form("objective_of_nobody", 'objective "{name}" {vp} points nobody', holder=None),
        form("objective", 'objective "{name}" {vp} points {holder:side}'),
    )


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
