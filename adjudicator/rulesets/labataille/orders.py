"""The orders of the rule system, each with its words; choices and standing orders are in `choices.py`."""

from __future__ import annotations

from typing import ClassVar, Literal

from adjudicator.core.types import Order
from adjudicator.rulesets.labataille.state import Formation

# --- set-up: D19, D22, D23 ---


class PlaceUnit(Order):
    """D22: `place 57e Ligne at 2634+2733 in line facing NW on top`."""

    kind: Literal["place_unit"] = "place_unit"
    unit: str
    places: tuple[str, ...]
    formation: Formation
    facing: str = ""
    on_top: bool = False
    under: str = ""
    """The unit that it lies under."""


class PlaceLeader(Order):
    """D22: `place Napoleon at 2324`."""

    kind: Literal["place_leader"] = "place_leader"
    leader: str
    place: str
    printed: ClassVar[str] = "place {leader:commander} at {place:place}"


class PlaceAbatis(Order):
    """D23, R-98: `abatis A at 5135, 5137`."""

    kind: Literal["place_abatis"] = "place_abatis"
    redoubt: Literal["A", "B", "C"]
    places: tuple[str, ...]
    printed: ClassVar[str] = "abatis {redoubt} at {places:place}"


class StartLosses(Order):
    """D19, R-93: `losses: 57e Ligne 2, 46e Ligne 1`."""

    kind: Literal["start_losses"] = "start_losses"
    units: tuple[str, ...]
    numbers: tuple[int, ...]


class SetUpDefault(Order):
    """`set-up: default`: whoever is not named goes where the default file says; said aloud."""

    kind: Literal["set_up_default"] = "set_up_default"
    printed: ClassVar[str] = "set-up: default"


# --- command ---


class ReleaseGuard(Order):
    """D20, HEI-s3-5: `release guard`."""

    kind: Literal["release_guard"] = "release_guard"
    printed: ClassVar[str] = "release guard"


class DelayArrival(Order):
    """D30: `delay 2nd Division 1 turn`, `delay 57e Ligne until 15:20`."""

    kind: Literal["delay_arrival"] = "delay_arrival"
    who: str
    turns: int = 0
    until: str = ""


class NameGroup(Order):
    """`group Left: 57e, 46e`."""

    kind: Literal["name_group"] = "name_group"
    name: str
    units: tuple[str, ...]
    printed: ClassVar[str] = "group {name}: {units:unit}"


# --- charge ---


class DeclareCharge(Order):
    """LB-38.1: `charge 5e Hussars 2234 -> 2334 -> 2434, target 2534; if recalled: follow; trample all`."""

    kind: Literal["charge"] = "charge"
    units: tuple[str, ...] = ()
    stack: str = ""
    """The hex whose whole stack charges."""
    leader: str = ""
    path: tuple[str, ...] = ()
    formation: Literal["", "line", "column"] = ""
    """LB-37.4: the formation taken before it rides."""
    target: str = ""
    """A hex, or the enemy unit that it goes for."""
    recalled: Literal["", "follow", "halt", "charge"] = ""
    next_target: str = ""
    trample: int | None = None
    """How much is trampled: 0 none, 99 all; None as standing orders or the default say."""


# --- movement ---


class March(Order):
    """LB-18.1: `march 57e Ligne to 2534 in column facing E`, `march stack 2234 to 2534`, `march 57e 2234 -> 2334`."""

    kind: Literal["march"] = "march"
    who: tuple[str, ...] = ()
    """Units, leaders, groups, divisions, corps."""
    stack: str = ""
    start: str = ""
    path: tuple[str, ...] = ()
    destination: str = ""
    formation: Formation | Literal[""] = ""
    """The formation taken before the march."""
    facing: str = ""


class MarchWith(Order):
    """`march Napoleon with 57e Ligne`: a leader goes where a unit goes."""

    kind: Literal["march_with"] = "march_with"
    leader: str
    unit: str
    printed: ClassVar[str] = "march {leader:commander} with {unit:unit}"


class Form(Order):
    """LB-16.5: `form 57e Ligne: line 2534+2635 facing NE`, `form 57e Ligne: carre`."""

    kind: Literal["form"] = "form"
    unit: str
    formation: Formation
    places: tuple[str, ...] = ()
    facing: str = ""


class Turn(Order):
    """LB-18.3: `turn Foot 9 to NE`."""

    kind: Literal["turn"] = "turn"
    unit: str
    facing: str
    printed: ClassVar[str] = "turn {unit:unit} to {facing}"


class Deploy(Order):
    """LB-19.1, LB-20.1, HEI-dragoon-1: `deploy 26e Legere I as skirmishers 2634+2734 facing N`."""

    kind: Literal["deploy"] = "deploy"
    unit: str
    places: tuple[str, ...] = ()
    facing: str = ""


class Spread(Order):
    """D31, HEI-jaeger-1: `spread 3rd Jaeger I over 2034, 2134`."""

    kind: Literal["spread"] = "spread"
    unit: str
    places: tuple[str, ...]
    printed: ClassVar[str] = "spread {unit:unit} over {places:place}"


class Limber(Order):
    """LB-16.38, LB-16.39: `limber Foot 9`."""

    kind: Literal["limber"] = "limber"
    unit: str
    printed: ClassVar[str] = "limber {unit:unit}"


class Unlimber(Order):
    """LB-16.38: `unlimber Foot 9 facing E`."""

    kind: Literal["unlimber"] = "unlimber"
    unit: str
    facing: str = ""
    printed: ClassVar[str] = "unlimber {unit:unit}[ facing {facing}]"


class Prolong(Order):
    """LB-16.40: `prolong Foot 9 to 2534`."""

    kind: Literal["prolong"] = "prolong"
    unit: str
    place: str
    printed: ClassVar[str] = "prolong {unit:unit} to {place:place}"


class Split(Order):
    """D24, R-84: `split 57e Ligne`, `split 57e Ligne losses: 57e I 2, 57e II 1`."""

    kind: Literal["split"] = "split"
    unit: str
    units: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Join(Order):
    """D24, R-84: `join 57e Ligne`."""

    kind: Literal["join"] = "join"
    unit: str
    printed: ClassVar[str] = "join {unit:unit}"


class ArrangeStack(Order):
    """D25, R-101: `stack 2234: 57e II on top`, `stack 2234: 57e II, 57e I`."""

    kind: Literal["arrange_stack"] = "arrange_stack"
    place: str
    units: tuple[str, ...]
    """From the top down; who is not named stays below in the order it has."""
    printed: ClassVar[str] = "stack {place:place}: {units:unit}"


class ForcedMarch(Order):
    """LB-44, R-123: `forced march 1st Division`; its battalions march by lines of their own."""

    kind: Literal["forced_march"] = "forced_march"
    who: str
    destination: str = ""


class Enter(Order):
    """D30, LB-45: `enter 4th Light Cavalry Division at 0136 in road march`."""

    kind: Literal["enter"] = "enter"
    who: tuple[str, ...] = ()
    """Nobody named: all who are due."""
    place: str = ""
    formation: Formation | Literal[""] = ""


class DestroyPontoon(Order):
    """D16, HEI-pontoon-3: `destroy Pontoon 2`."""

    kind: Literal["destroy_pontoon"] = "destroy_pontoon"
    name: str
    printed: ClassVar[str] = "destroy {name}"


# --- fire ---


class FireAt(Order):
    """LB-21.5: `fire at 2734 with Foot 9, 57e Ligne led by Laiboissiere`."""

    kind: Literal["fire_at"] = "fire_at"
    target: str
    units: tuple[str, ...] = ()
    leader: str = ""
    printed: ClassVar[str] = "fire at {target:place}[ with {units:unit}][ led by {leader:commander}]"


class FireAtWill(Order):
    """`fire at will: guns first, then lines`."""

    kind: Literal["fire_at_will"] = "fire_at_will"
    first: tuple[str, ...] = ()
    """Classes of targets, or hexes, the best first."""


class HoldFire(Order):
    """`hold fire`: nobody fires who is not told to."""

    kind: Literal["hold_fire"] = "hold_fire"
    printed: ClassVar[str] = "hold fire"


class CarreFires(Order):
    """LB-16.20, D27: `carre 57e Ligne fires at 2734, 2633, 2635`."""

    kind: Literal["carre_fires"] = "carre_fires"
    unit: str
    places: tuple[str, ...]
    printed: ClassVar[str] = "carre {unit:unit} fires at {places:place}"


# --- melee ---


class Assault(Order):
    """LB-33.1: `assault 2735 with 57e, 46e led by Saint-Hilaire`."""

    kind: Literal["assault"] = "assault"
    target: str
    units: tuple[str, ...]
    leader: str = ""
    printed: ClassVar[str] = "assault {target:place} with {units:unit}[ led by {leader:commander}]"


ORDERS: tuple[type[Order], ...] = (
    PlaceUnit,
    PlaceLeader,
    PlaceAbatis,
    StartLosses,
    SetUpDefault,
    ReleaseGuard,
    DelayArrival,
    NameGroup,
    DeclareCharge,
    March,
    MarchWith,
    Form,
    Turn,
    Deploy,
    Spread,
    Limber,
    Unlimber,
    Prolong,
    Split,
    Join,
    ArrangeStack,
    ForcedMarch,
    Enter,
    DestroyPontoon,
    FireAt,
    FireAtWill,
    HoldFire,
    CarreFires,
    Assault,
)

SET_UP = (PlaceUnit, PlaceLeader, PlaceAbatis, StartLosses, SetUpDefault)
COMMAND = (ReleaseGuard, DelayArrival, NameGroup)
MOVEMENT = (
    March,
    MarchWith,
    Form,
    Turn,
    Deploy,
    Spread,
    Limber,
    Unlimber,
    Prolong,
    Split,
    Join,
    ArrangeStack,
    ForcedMarch,
    Enter,
    DestroyPontoon,
)
FIRE = (FireAt, FireAtWill, HoldFire, CarreFires)

HEADINGS: dict[str, tuple[str, ...]] = {
    "set-up": ("setup", "set up"),
    "command": ("command sequence", "commands"),
    "charge": ("charges", "charge phase"),
    "movement": ("moves", "movement phase", "march"),
    "fire": ("offensive fire", "fire phase"),
    "melee": ("melee assault", "assaults", "melee phase"),
}
"""The parts of a text: their names, and other words for them."""
