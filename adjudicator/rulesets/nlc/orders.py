"""The orders of the rule system, each with its words; choices and standing orders are in `choices.py`."""

from __future__ import annotations

from typing import ClassVar, Literal

from adjudicator.core.types import Order

OrderWord = Literal["attack", "defend", "reserve"]

# --- set-up and command: NLC-20, 21, 26 to 28 ---------------------------------------------------------------------


class Start(Order):
    """D-19: `start Vandamme: attack with Billard`: a free order at start, and the unit that the leader stands with."""

    kind: Literal["start"] = "start"
    leader: str
    order: OrderWord | Literal[""] = ""
    unit: str = ""
    alias: ClassVar[str] = "start_leader"
    printed: ClassVar[str] = "start {leader:commander}[: {order}][ with {unit:unit}]"


class GiveOrder(Order):
    """D-1, NLC-20.4: `Napoleon orders Lobau: attack`."""

    kind: Literal["give_order"] = "give_order"
    leader: str
    to: str
    """The leader who receives it."""
    order: OrderWord
    printed: ClassVar[str] = "{leader:commander} orders {to:commander}: {order}"


class ToReserve(Order):
    """D-2, NLC-20.3b: `reserve Milhaud`: from Defend to Reserve without a courier."""

    kind: Literal["to_reserve"] = "to_reserve"
    who: str
    """A formation."""
    printed: ClassVar[str] = "reserve {who:corps}"


class Reorganise(Order):
    """D-3, NLC-21: `reorganise Drouot: OG Grenadiers1, Guye`, the best first."""

    kind: Literal["reorganise"] = "reorganise"
    who: str
    units: tuple[str, ...] = ()
    printed: ClassVar[str] = "reorganise {who:corps}: {units:unit}"


class Assign(Order):
    """NLC-26.1b, NLC-28.3a, A-71: `assign IIIC, IVC to Ney`."""

    kind: Literal["assign"] = "assign"
    formations: tuple[str, ...]
    leader: str
    printed: ClassVar[str] = "assign {formations:corps} to {leader:commander}"


class Attach(Order):
    """NLC-27.10b, NLC-26.7b: `attach Dommanget to VI`."""

    kind: Literal["attach"] = "attach"
    units: tuple[str, ...]
    formation: str
    printed: ClassVar[str] = "attach {units:unit} to {formation:corps}"


class Release(Order):
    """D-20, NLC-28.2: `release OG Grenadiers1, Gd Foot Art1 to Young Guard`, `release Russian V`, the best first."""

    kind: Literal["release"] = "release"
    who: tuple[str, ...]
    formation: str = ""
    printed: ClassVar[str] = "release {who:reserve}[ to {formation:corps}]"


class ArrivalOrders(Order):
    """D-23, NLC-28.4b-5: `arrival orders Weissenwolf: attack; Liechtenstein: defend`."""

    kind: Literal["arrival_orders"] = "arrival_orders"
    leaders: tuple[str, ...]
    orders: tuple[OrderWord, ...]


# --- I and II: bombardment and charges ------------------------------------------------------------------------------


class Bombard(Order):
    """D-4, NLC-8.1: `bombard B0814 with Gd Foot Art`."""

    kind: Literal["bombard"] = "bombard"
    target: str
    units: tuple[str, ...]
    printed: ClassVar[str] = "bombard {target:place} with {units:unit}"


class DeclareCharge(Order):
    """D-5, NLC-7.6b: `charge B0713 with Guyot, Gd Dragoons via B0714; then pursue`."""

    kind: Literal["charge"] = "charge"
    target: str
    units: tuple[str, ...]
    via: str = ""
    then: Literal["", "stay", "return", "pursue"] = ""
    pursue_to: str = ""
    printed: ClassVar[str] = (
        "charge {target:place} with {units:unit}[ via {via:place}][; then {then}][ {pursue_to:place}]"
    )


# --- III: movement --------------------------------------------------------------------------------------------------


class Move(Order):
    """D-9, NLC-5: `move Schmitz B1016 -> B1015`, `move Charlet to B0915`, `move stack B1117 to B1116`."""

    kind: Literal["move"] = "move"
    pieces: tuple[str, ...] = ()
    """Units and leaders."""
    stack: str = ""
    """The hex whose whole stack moves."""
    start: str = ""
    """Where they begin, as written."""
    path: tuple[str, ...] = ()
    """The hexes entered, in order."""
    destination: str = ""
    """Where the cheapest way shall end."""


class MoveWith(Order):
    """D-18: `move d'Erlon with Schmitz`."""

    kind: Literal["move_with"] = "move_with"
    leader: str
    unit: str
    printed: ClassVar[str] = "move {leader:commander} with {unit:unit}"


class Enter(Order):
    """D-17, NLC-9.1: `enter Buelow, Line15 at B2912`; `enter all`."""

    kind: Literal["enter"] = "enter"
    pieces: tuple[str, ...] = ()
    """Nobody named: all."""
    place: str = ""
    printed: ClassVar[str] = "enter [{pieces:piece}][ at {place:place}]"


class Delay(Order):
    """D-17: `delay Pirch I`: he does not enter yet."""

    kind: Literal["delay"] = "delay"
    pieces: tuple[str, ...]
    printed: ClassVar[str] = "delay {pieces:piece}"


class Exit(Order):
    """NLC-6.1: `exit Aulard at B0601`."""

    kind: Literal["exit"] = "exit"
    pieces: tuple[str, ...]
    place: str = ""
    printed: ClassVar[str] = "exit {pieces:piece}[ at {place:place}]"


# --- IV: combat -----------------------------------------------------------------------------------------------------


class DeclareAttack(Order):
    """D-10, NLC-7.3: `attack B0814 with Charlet, Bourgeois; advance Charlet`."""

    kind: Literal["attack"] = "attack"
    target: str
    units: tuple[str, ...]
    advance: tuple[str, ...] = ()
    no_advance: bool = False
    printed: ClassVar[str] = (
        "attack {target:place} with {units:unit}[; advance {advance:unit}][?no_advance:; no advance]"
    )


ORDERS: tuple[type[Order], ...] = (
    Start,
    GiveOrder,
    ToReserve,
    Reorganise,
    Assign,
    Attach,
    Release,
    ArrivalOrders,
    Bombard,
    DeclareCharge,
    Move,
    MoveWith,
    Enter,
    Delay,
    Exit,
    DeclareAttack,
)

HEADINGS: dict[str, tuple[str, ...]] = {
    "command": ("command phase", "commands", "command and reorganization", "set-up"),
    "bombardment": ("bombardments", "bombardment segment"),
    "charge": ("charges", "cavalry charge", "cavalry charges", "charge segment"),
    "movement": ("moves", "movement segment", "formation movement"),
    "combat": ("combats", "combat segment", "formation combat"),
}
"""The parts of a text: their names, and other words for them."""
