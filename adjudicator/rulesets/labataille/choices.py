"""Choices: answers to the decisions D1 to D32 that rules ask, and what standing orders say to them beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import ClassVar, Literal

from adjudicator.core.orders import Not, Standing
from adjudicator.core.types import Choice
from adjudicator.kit.standing import Sorts

# --- D1 to D3: before a charge ---


class Square(Choice):
    """D1, D2: `square at 4`; `square` alone: now."""

    kind: Literal["square"] = "square"
    at: int = 4
    """The largest distance at which carré is tried."""
    against: tuple[str, ...] = ()
    """Classes of chargers: light, heavy, lancers, Cossacks; nobody named: all."""


class NoSquare(Choice):
    """D1, D2: `square never`, `if targeted stand`."""

    kind: Literal["no_square"] = "no_square"
    against: tuple[str, ...] = ()
    stand: bool = False
    """Written as `stand`."""


class Shelter(Choice):
    """D3, LB-19.10: `skirmishers shelter in 2533, 2534`."""

    kind: Literal["shelter"] = "shelter"
    places: tuple[str, ...] = ()
    printed: ClassVar[str] = "skirmishers shelter in {places:place}"


# --- D4, D5, D7: cavalry reacts ---


class React(Choice):
    """D4: `react against light within 3`."""

    kind: Literal["react"] = "react"
    against: tuple[str, ...] = ()
    within: int = 0


class NoReaction(Choice):
    """D4: `never react`."""

    kind: Literal["no_reaction"] = "no_reaction"
    printed: ClassVar[str] = "never react"


class TakeOpportunity(Choice):
    """D7: `opportunity charge: skirmishers, limbered, disordered`; of a question: charge now."""

    kind: Literal["take_opportunity"] = "take_opportunity"
    against: tuple[str, ...] = ()


class NoOpportunity(Choice):
    """D7: `never opportunity charge`."""

    kind: Literal["no_opportunity"] = "no_opportunity"
    printed: ClassVar[str] = "never opportunity charge"


class CavalryMelee(Choice):
    """D8: `cavalry melee: full`, `cavalry melee: third`."""

    kind: Literal["cavalry_melee"] = "cavalry_melee"
    value: Literal["full", "third"]
    printed: ClassVar[str] = "cavalry melee: {value}"


# --- D6, D9, D27: fire ---


class OpportunityFire(Choice):
    """D6: `opportunity fire always`, `opportunity fire never`."""

    kind: Literal["opportunity_fire"] = "opportunity_fire"
    fires: bool = True


class DefensiveFire(Choice):
    """D9: `defensive fire: assaulting first, then guns`; hexes or classes, the best first."""

    kind: Literal["defensive_fire"] = "defensive_fire"
    first: tuple[str, ...] = ()


class SquareFires(Choice):
    """D27: `carre fires: cavalry first, then guns`, or hexes."""

    kind: Literal["square_fires"] = "square_fires"
    first: tuple[str, ...] = ()


# --- D10 to D12: going back ---


class HorseSkirmishers(Choice):
    """D10: `horse skirmishers retreat 1`, `horse skirmishers stay`."""

    kind: Literal["horse_skirmishers"] = "horse_skirmishers"
    hexes: int = 1


class BeforeMelee(Choice):
    """D11: `before melee: skirmishers retreat 1, cavalry retreat 1 from infantry, lone leaders retreat`."""

    kind: Literal["before_melee"] = "before_melee"
    hexes: int = 1
    """0: stand."""
    who: tuple[str, ...] = ()
    """Classes that go: skirmishers, horse guns, cavalry, leaders; nobody named: all who may."""


class Pursue(Choice):
    """D12: `pursue`, `never pursue`."""

    kind: Literal["pursue"] = "pursue"
    goes: bool = True


# --- D13 to D15, D28, D29 ---


class IfRecalled(Choice):
    """D13: `if recalled follow`, `halt`, `charge 2234`."""

    kind: Literal["if_recalled"] = "if_recalled"
    what: Literal["follow", "halt", "charge"]
    place: str = ""
    printed: ClassVar[str] = "if recalled {what}[ {place:place}]"


class WhoAdvances(Choice):
    """D14: `advance: top unit`, `advance: 57e I`."""

    kind: Literal["who_advances"] = "who_advances"
    units: tuple[str, ...] = ()


class DragoonsRetreat(Choice):
    """D15: `dragoons retreat 6`."""

    kind: Literal["dragoons_retreat"] = "dragoons_retreat"
    hexes: int = 99
    printed: ClassVar[str] = "dragoons retreat {hexes}"


class Destroy(Choice):
    """D16: `destroy Pontoon 2`; `keep the bridge`."""

    kind: Literal["destroy"] = "destroy"
    name: str = ""


class Trample(Choice):
    """D28: `trample: all`, `none`, `up to 2`."""

    kind: Literal["trample"] = "trample"
    most: int = 99


class Occupy(Choice):
    """D29: `occupy: top unit`, `none`, `only buildings, redoubts`."""

    kind: Literal["occupy"] = "occupy"
    what: Literal["top", "none", "only"] = "top"
    only: tuple[str, ...] = ()


# --- D24 to D26, D30 to D32 ---


class BreakingLosses(Choice):
    """D24: `on breaking losses even`, `first`, `last`."""

    kind: Literal["breaking_losses"] = "breaking_losses"
    how: Literal["even", "first", "last"] = "even"
    printed: ClassVar[str] = "on breaking losses {how}"


class StackOrder(Choice):
    """D25: `stacks: strongest on top`, `freshest on top`, `as they came`."""

    kind: Literal["stack_order"] = "stack_order"
    how: Literal["strongest", "freshest", "came"] = "came"


class Lead(Choice):
    """D26: `for Ney: lead fire, melee, morale`, `never lead`."""

    kind: Literal["lead"] = "lead"
    uses: tuple[Literal["fire", "melee", "morale"], ...] = ()


class Arrivals(Choice):
    """D30: `arrivals: as soon as possible`, `arrivals: hold`."""

    kind: Literal["arrivals"] = "arrivals"
    hold: bool = False


class SpreadJaegers(Choice):
    """D31: `spread one hex a battalion`, `spread all hexes of the village`."""

    kind: Literal["spread_jaegers"] = "spread_jaegers"
    over: Literal["one", "all"] = "one"


class Shrink(Choice):
    """D32: `shrink: keep the hex away from the enemy`, `nearer to 2034`, `with a leader`."""

    kind: Literal["shrink"] = "shrink"
    keep: Literal["away", "near", "leader", "this"] = "away"
    place: str = ""


class AskAtMost(Choice):
    """`ask at most 2`: how many pauses a sequence may have."""

    kind: Literal["ask_at_most"] = "ask_at_most"
    number: int = 1
    printed: ClassVar[str] = "ask at most {number}"


CHOICES: tuple[type[Choice], ...] = (
    Square,
    NoSquare,
    Shelter,
    React,
    NoReaction,
    TakeOpportunity,
    NoOpportunity,
    CavalryMelee,
    OpportunityFire,
    DefensiveFire,
    SquareFires,
    HorseSkirmishers,
    BeforeMelee,
    Pursue,
    IfRecalled,
    WhoAdvances,
    DragoonsRetreat,
    Destroy,
    Trample,
    Occupy,
    BreakingLosses,
    StackOrder,
    Lead,
    Arrivals,
    SpreadJaegers,
    Shrink,
    AskAtMost,
)

ANSWERS: Sorts = MappingProxyType({
    "square": (Square, NoSquare),  # D1
    "targeted": (Square, NoSquare),  # D2
    "shelter": (Shelter,),  # D3
    "reaction": (React, NoReaction),  # D4
    "opportunity_fire": (OpportunityFire,),  # D6
    "opportunity_charge": (TakeOpportunity, NoOpportunity),  # D7
    "cavalry_melee": (CavalryMelee,),  # D8
    "defensive_fire": (DefensiveFire,),  # D9
    "horse_skirmishers": (HorseSkirmishers,),  # D10
    "before_melee": (BeforeMelee,),  # D11
    "pursue": (Pursue,),  # D12
    "recalled": (IfRecalled,),  # D13
    "advance": (WhoAdvances,),  # D14
    "dragoons": (DragoonsRetreat,),  # D15
    "pontoon": (Destroy,),  # D16
    "breaking": (BreakingLosses,),  # D24
    "stack_order": (StackOrder,),  # D25
    "lead": (Lead,),  # D26
    "square_fires": (SquareFires,),  # D27
    "trample": (Trample,),  # D28
    "occupy": (Occupy,),  # D29
    "arrivals": (Arrivals,),  # D30
    "spread": (SpreadJaegers,),  # D31
    "shrink": (Shrink,),  # D32
    "pauses": (AskAtMost,),
})  # fmt: skip
"""Kinds of decision to the choices that answer them."""


def refusals(orders: Sequence[Standing]) -> Iterator[Standing]:
    """Section 2.3: `react if estimate >= 1` says also that below it nobody reacts: the other half of such lines."""
    for order in orders:
        other = _refusal(order.choice)
        if order.condition is not None and other is not None:
            yield order.model_copy(update={"condition": Not(condition=order.condition), "choice": other})


def _refusal(choice: Choice) -> Choice | None:
    match choice:
        case React():
            found: Choice = NoReaction()
        case TakeOpportunity():
            found = NoOpportunity()
        case OpportunityFire(fires=True):
            found = OpportunityFire(fires=False)
        case Pursue(goes=True):
            found = Pursue(goes=False)
        case _:
            return None
    return found.model_copy(update={"side": choice.side, "seat": choice.seat, "line": choice.line})
