"""Orders and choices of the campaign: what a player may write, typed.

Blocks, corps, armies and towns are ids; where blocks are listed, the id of a corps or an army stands for all its
blocks. Choices serve four times: as answers, as the action of a standing order, as a plan for the rest of the player
turn, and as the documented default of a decision. Each class names its words (`kit.wording`).
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, SerializeAsAny

from adjudicator.core.orders import AskMe
from adjudicator.core.types import Choice, Frozen, Order, Side
from adjudicator.kit.wording import Forms, form
from adjudicator.rulesets.campaign1813.report.report_orders import REPORT_ORDERS, Hits

SiegeEvent = Literal["sally", "ammunition", "camp_disease", "arsenal", "bad_food", "town_disease"]

# --- reconnaissance and movement -----------------------------------------------------------------------------


class Recon(Order):
    """D-2: `recon Bautzen by Army of Silesia`; without a target `no recon`, of one army or of all."""

    kind: Literal["recon"] = "recon"
    army: str = ""
    target: str = ""

    forms: ClassVar[Forms] = (
        form("no_recon", "no recon[ by {army:army}]", target=""),
        form("recon", "recon {target:place}[ by {army:army}]"),
    )


class March(Frozen):
    """Blocks of a group and where they go: `Philippon, Teste -> Pirna`, `rest to Freiberg, forced`.

    Either `path` (every town entered, the starting town left out) or `destination`.
    """

    units: tuple[str, ...] = ()
    """Empty: everybody in the town that has no other march."""
    path: tuple[str, ...] = ()
    destination: str = ""
    forced: bool = False

    forms: ClassVar[Forms] = (
        form("march_rest", "rest[ to {destination:place}][ -> {path:place| -> }][?forced: forced]", units=()),
        form("march", "{units:who}[ to {destination:place}][ -> {path:place| -> }][?forced: forced]"),
    )


class Move(Order):
    """D-3, D-5: `move Philippon to Pirna`, `group Dresden: I Corps -> Pirna; Teste -> Freiberg`, `force march ...`."""

    kind: Literal["move"] = "move"
    origin: str = ""
    """The town of the group; where it is not named, each block goes from where it stands."""
    marches: tuple[March, ...] = Field(min_length=1)

    printed: ClassVar[str] = "group {origin:place}: {marches|; }"


class Independents(Order):
    """D-4: `independent groups: Hamburg, Magdeburg`: who moves first when the dice allow only some."""

    kind: Literal["independents"] = "independents"
    towns: tuple[str, ...]

    printed: ClassVar[str] = "independent groups: {towns:place}"


class BattleSequence(Order):
    """D-7: `battles: Luckau, Dahme`: in which order they are fought."""

    kind: Literal["battles"] = "battles"
    towns: tuple[str, ...]

    printed: ClassVar[str] = "battles: {towns:place}"


class Plan(Order):
    """A choice laid down for this player turn: `besiege Torgau`, `assault Torgau lead Teste`."""

    kind: Literal["plan"] = "plan"
    decision: str
    place: str = ""
    unit: str = ""
    choice: SerializeAsAny[Choice]


# --- choices -------------------------------------------------------------------------------------------------


class Initiative(Choice):
    """D-1: `initiative: first`, `initiative: second`."""

    kind: Literal["initiative"] = "initiative"
    first: bool = True

    forms: ClassVar[Forms] = (
        form("initiative_first", "initiative first", first=True),
        form("initiative_second", "initiative second", first=False),
    )


class Reveal(Choice):
    """D-5: `reveal Napoleon`, `keep Napoleon hidden`: an Army Leader shown for his bonus."""

    kind: Literal["reveal"] = "reveal"
    show: bool = True

    forms: ClassVar[Forms] = (form("reveal", "reveal", show=True), form("hide", "keep hidden", show=False))


class Fortress(Choice):
    """D-6: `give battle`, `withdraw into the fortress keep Teste, rest fights`."""

    kind: Literal["fortress"] = "fortress"
    withdraw: bool
    keep: tuple[str, ...] = ()
    """Who goes inside first, where the fortress cannot hold all."""
    rest: Literal["retreats", "fights"] = "retreats"

    forms: ClassVar[Forms] = (
        form("give_battle", "give battle", withdraw=False),
        form("withdraw", "withdraw into the fortress[ keep {keep:who}][ rest {rest}]", withdraw=True),
    )


class Relief(Choice):
    """A-34: `join the relief`, `stay inside`: besieged blocks when friends attack the besiegers."""

    kind: Literal["relief"] = "relief"
    join: bool = True

    forms: ClassVar[Forms] = (
        form("join_relief", "join the relief", join=True),
        form("stay_inside", "stay inside", join=False),
    )


class Besiege(Choice):
    """D-11: `besiege`, `no siege`."""

    kind: Literal["besiege"] = "besiege"
    lay: bool = True

    forms: ClassVar[Forms] = (form("besiege", "besiege", lay=True), form("no_siege", "no siege", lay=False))


class Resolution(Choice):
    """D-7c: `auto`, `at the table`; with the option battles=agree both sides must ask for `auto`."""

    kind: Literal["resolution"] = "resolution"
    auto: bool

    forms: ClassVar[Forms] = (form("auto", "auto", auto=True), form("at_the_table", "at the table", auto=False))


def _in_feet(size: Any) -> Any:
    """A table as everybody writes it: `8x5` is `8 x 5 ft`."""
    feet = re.findall(r"\d+", size) if isinstance(size, str) else ()
    return f"{int(feet[0])} x {int(feet[1])} ft" if len(feet) == 2 else size


class Ground(Choice):
    """D-7c: `field Leipzig`, `table 10 x 6 ft`: counts if both sides name the same."""

    kind: Literal["ground"] = "ground"
    field: str = ""
    table: Annotated[str, BeforeValidator(_in_feet)] = ""

    forms: ClassVar[Forms] = (form("on_field", "field {field:field}"), form("on_table", "table {table}"))


class FromTown(Frozen):
    """Blocks that come from a town."""

    units: tuple[str, ...] = ()
    """Empty: everybody there who may."""
    origin: str

    forms: ClassVar[Forms] = (
        form("all_from_town", "all by {origin:place}", units=()),
        form("from_town", "{units:who} by {origin:place}"),
    )


class ToTown(Frozen):
    """Blocks that go to the first of these towns that is open to them."""

    units: tuple[str, ...] = ()
    """Empty: all others."""
    to: tuple[str, ...]

    forms: ClassVar[Forms] = (
        form("all_to_town", "rest to {to:place}", units=()),
        form("to_town", "{units:who} to {to:place}"),
    )


class Reinforce(Choice):
    """D-7b: `reinforce with Girard by Dahme`; without groups `no reinforcements`."""

    kind: Literal["reinforce"] = "reinforce"
    groups: tuple[FromTown, ...] = ()

    forms: ClassVar[Forms] = (
        form("no_reinforcements", "no reinforcements", groups=()),
        form("reinforce", "reinforce with {groups|; }"),
    )


class LeaveField(Choice):
    """D-8b: `break off at 30 %`; 0 is `never break off`."""

    kind: Literal["break_off"] = "break_off"
    percent: int = Field(default=0, ge=0, le=99)

    forms: ClassVar[Forms] = (
        form("never_break_off", "never break off", percent=0),
        form("break_off", "break off at {percent} %"),
    )


class RetreatTo(Choice):
    """D-8: `retreat to Dahme, Torgau`, `retreat Teste to Dahme; rest to Torgau`."""

    kind: Literal["retreat"] = "retreat"
    parts: tuple[ToTown, ...] = Field(min_length=1)

    printed: ClassVar[str] = "retreat {parts|; }"


class Regroup(Choice):
    """D-9: `regroup Teste to Dahme; in Girard from Torgau`; empty is `no regrouping`."""

    kind: Literal["regroup"] = "regroup"
    out: tuple[ToTown, ...] = ()
    bring: tuple[FromTown, ...] = ()

    forms: ClassVar[Forms] = (
        form("no_regrouping", "no regrouping", out=(), bring=()),
        form("regroup_in", "regroup bring {bring|; bring }", out=()),
        form("regroup_out", "regroup {out|; }[; bring {bring|; bring }]"),
    )


class Assault(Choice):
    """D-10: `assault lead Teste if 8 needed unless sally`; `no assault`."""

    kind: Literal["assault"] = "assault"
    go: bool = True
    lead: tuple[str, ...] = ()
    """By priority; empty: the best infantry there."""
    needed: int | None = Field(default=None, ge=1, le=99)
    """Only if the die must show no more than this."""
    unless: tuple[SiegeEvent, ...] = ()
    """Not after one of these events."""

    forms: ClassVar[Forms] = (
        form("no_assault", "no assault", go=False),
        form("assault", "assault[ lead {lead:who}][ needing at most {needed}][ unless {unless:words}]", go=True),
    )


# --- the umpire's ruling ---------------------------------------------------------------------------------------


class Change(Order):
    """`put Teste at Dahme`, `set Teste hits to 6`, `give Luckau to the French`: only in an umpire's ruling."""

    kind: Literal["change"] = "change"
    what: Literal["block", "town", "depot"]
    id: str
    place: str = ""
    status: Literal["", "map", "eliminated"] = ""
    hits: int | None = Field(default=None, ge=0)
    disrupted: bool | None = None
    inside: bool | None = None
    side: Side = Side("")
    of: Side | None = None
    type: Annotated[Literal["", "A", "B", "C", "D"], BeforeValidator(str.upper)] = ""

    forms: ClassVar[Forms] = (
        form("remove_block", "remove {id:piece}", what="block", status="eliminated"),
        form("put_inside", "put {id:piece} inside {place:place}", what="block", inside=True),
        form("put_block", "put {id:piece} at {place:place}", what="block", inside=False),
        form("set_hits", "set {id:unit} hits to {hits}", what="block"),
        form("disrupt", "disrupt {id:unit}", what="block", disrupted=True),
        form("rally", "rally {id:unit}", what="block", disrupted=False),
        form("give_town", "give {id:place} to {of:side}", what="town"),
        form("give_depot", "depot {id:place} {type} to {of:side}", what="depot"),
        form("remove_depot", "remove depot at {id:place}", what="depot"),
    )


ORDERS: tuple[type[Order], ...] = (Recon, Move, Independents, BattleSequence, Plan, Change, *REPORT_ORDERS)
CHOICES: tuple[type[Choice], ...] = (
    Initiative,
    Reveal,
    Fortress,
    Relief,
    Besiege,
    Resolution,
    Ground,
    Reinforce,
    LeaveField,
    RetreatTo,
    Regroup,
    Assault,
    AskMe,
)
PARTS = (March, FromTown, ToTown, Hits)
"""Parts of orders that have words of their own."""
