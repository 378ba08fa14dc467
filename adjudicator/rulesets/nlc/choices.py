"""Choices: answers to the decisions that rules ask, and what standing orders say to them beforehand."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Literal

from adjudicator.core.types import Choice
from adjudicator.kit.standing import Sorts

# --- D-2, D-4, D-18: command, guns, leaders -------------------------------------------------------------------------


class GoToReserve(Choice):
    """D-2: `when Cooke has lost 2 units: reserve Cooke`."""

    kind: Literal["go_to_reserve"] = "go_to_reserve"
    who: str
    printed: ClassVar[str] = "reserve {who:corps}"


class KeepOrder(Choice):
    """D-2: the order stays as it is."""

    kind: Literal["keep_order"] = "keep_order"
    printed: ClassVar[str] = "keep the order"


class BombardNearest(Choice):
    """D-4: `for Guard: bombard nearest`: guns that no order names fire at the nearest target they see."""

    kind: Literal["bombard_nearest"] = "bombard_nearest"
    printed: ClassVar[str] = "bombard nearest"


class HoldFire(Choice):
    """D-4: `hold fire`."""

    kind: Literal["hold_fire"] = "hold_fire"
    printed: ClassVar[str] = "hold fire"


class StayWith(Choice):
    """D-18: `for Wellington: stay with Alten`: the stack that a leader without an order of his own follows."""

    kind: Literal["stay_with"] = "stay_with"
    unit: str
    printed: ClassVar[str] = "stay with {unit:piece}"


class ReturnWith(Choice):
    """D-18, NLC-19.9: `for d'Erlon: return with Schmitz`."""

    kind: Literal["return_with"] = "return_with"
    unit: str
    printed: ClassVar[str] = "return with {unit:unit}"


class TakeStance(Choice):
    """NLC-27.5c: `for Murat: stance Consolidation`: what the French player names by the multiplayer method."""

    kind: Literal["take_stance"] = "take_stance"
    stance: str
    printed: ClassVar[str] = "stance {stance}"


# --- D-6 to D-8: charges --------------------------------------------------------------------------------------------


class React(Choice):
    """D-6, NLC-7.8: `react against cavalry, artillery`; against nobody named: always."""

    kind: Literal["react"] = "react"
    against: tuple[Literal["infantry", "cavalry", "artillery"], ...] = ()


class NoReaction(Choice):
    """D-6: `never react`."""

    kind: Literal["no_reaction"] = "no_reaction"
    printed: ClassVar[str] = "never react"


class AfterCharge(Choice):
    """D-7, NLC-7.6b-8: `after charge return`; a pursuit may name a hex."""

    kind: Literal["after_charge"] = "after_charge"
    what: Literal["stay", "return", "pursue"]
    place: str = ""
    printed: ClassVar[str] = "after charge {what}[ {place:place}]"


class AfterPursuit(Choice):
    """D-8, NLC-7.7d: `after pursuit stop`."""

    kind: Literal["after_pursuit"] = "after_pursuit"
    what: Literal["stop", "return"]
    printed: ClassVar[str] = "after pursuit {what}"


# --- D-11 to D-16: combat -------------------------------------------------------------------------------------------


class Evade(Choice):
    """D-11, NLC-7.10: `evade`."""

    kind: Literal["evade"] = "evade"
    printed: ClassVar[str] = "evade"


class Stand(Choice):
    """D-11, D-13, D-14: `stand`."""

    kind: Literal["stand"] = "stand"
    printed: ClassVar[str] = "stand"


class Withdraw(Choice):
    """D-13, D-14, NLC-7.4a: `withdraw`."""

    kind: Literal["withdraw"] = "withdraw"
    printed: ClassVar[str] = "withdraw"


class TakeHits(Choice):
    """D-12, NLC-7.1c: `hits weakest first, never Schmitz`."""

    kind: Literal["take_hits"] = "take_hits"
    policy: Literal["", "weakest", "strongest", "listed"] = ""
    units: tuple[str, ...] = ()
    """The units that are hit first, in order."""
    never: tuple[str, ...] = ()
    """The units that are spared as long as the rules allow."""


class RetreatTo(Choice):
    """D-15, D-22: `retreat to B0519, B0520`, the best first."""

    kind: Literal["retreat_to"] = "retreat_to"
    places: tuple[str, ...]
    printed: ClassVar[str] = "retreat to {places:place}"


class RetreatTowards(Choice):
    """D-15, D-22: `retreat towards south edge`."""

    kind: Literal["retreat_towards"] = "retreat_towards"
    edge: Literal["north", "south", "east", "west"]
    printed: ClassVar[str] = "retreat towards {edge} edge"


class Advance(Choice):
    """D-16, NLC-7.5: `advance Charlet`, `advance infantry`."""

    kind: Literal["advance"] = "advance"
    units: tuple[str, ...] = ()
    arm: Literal["", "infantry", "cavalry"] = ""
    printed: ClassVar[str] = "advance [{units:unit}][{arm}]"


class NoAdvance(Choice):
    """D-16: `no advance`."""

    kind: Literal["no_advance"] = "no_advance"
    printed: ClassVar[str] = "no advance"


CHOICES: tuple[type[Choice], ...] = (
    GoToReserve,
    KeepOrder,
    BombardNearest,
    HoldFire,
    StayWith,
    ReturnWith,
    TakeStance,
    React,
    NoReaction,
    AfterCharge,
    AfterPursuit,
    Evade,
    Stand,
    Withdraw,
    TakeHits,
    RetreatTo,
    RetreatTowards,
    Advance,
    NoAdvance,
)

DecisionKind = Literal[
    "order", "bombard", "follow", "return", "stance", "reaction", "after_charge", "after_pursuit", "evade", "hits",
    "disruption", "withdraw", "retreat", "advance",
]  # fmt: skip
"""What a decision of this rule system may be about."""

ANSWERS: Sorts = MappingProxyType({
    "order": (GoToReserve, KeepOrder),  # D-2
    "bombard": (BombardNearest, HoldFire),  # D-4
    "follow": (StayWith,),  # D-18
    "return": (ReturnWith,),  # D-18
    "stance": (TakeStance,),
    "reaction": (React, NoReaction),  # D-6
    "after_charge": (AfterCharge,),  # D-7
    "after_pursuit": (AfterPursuit,),  # D-8
    "evade": (Evade, Stand),  # D-11
    "hits": (TakeHits,),  # D-12
    "disruption": (TakeHits,),
    "withdraw": (Withdraw, Stand),  # D-13, D-14
    "retreat": (RetreatTo, RetreatTowards),  # D-15, D-22
    "advance": (Advance, NoAdvance),  # D-16
})  # fmt: skip
"""Kinds of decision to the choices that answer them."""

MOMENTS = ("attacking", "attacked", "charged", "charging")
"""Moments that a standing order may name."""
