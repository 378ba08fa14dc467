"""Orders and choices of the 1813 battle games: what a player may write, typed, and the words that it is written in.

Units, commanders, markers and formations are ids; places are four-digit numbers ("0701"). Choices serve three
times: as answers, as the action of a standing order, and as the documented default of a decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from adjudicator.core.types import Choice, Frozen, Order, Side
from adjudicator.kit.wording import Forms, form

Words = Mapping[Any, str]
"""What values of an order's fields are called."""


class MarkerUse(Frozen):
    """So many markers of one kind: `2 Artillery`."""

    marker: str
    count: int = 1

    forms: ClassVar[Forms] = (form("marker_use", "[{count} ]{marker:marker}"),)


class LossPolicy(Frozen):
    """Who takes losses that the rules leave to the owner (D32)."""

    order: Literal["spread", "weakest", "strongest", "listed"] = "spread"
    first: tuple[str, ...] = ()
    """Units that are to take them, in this order."""
    never: tuple[str, ...] = ()
    """Units, or "guard", "infantry", "cavalry", that are spared while others can take them."""

    forms: ClassVar[Forms] = (form("policy", "[{first:unit} first][!first:{order}][, never {never:sparing}]"),)
    words: ClassVar[Words] = {"weakest": "weakest first", "strongest": "strongest first"}

    @model_validator(mode="before")
    @classmethod
    def _listed(cls, values: Any) -> Any:
        """Who lists units means that order."""
        return {"order": "listed", **values} if isinstance(values, dict) and values.get("first") else values


CossackEffectName = Literal["one_place", "no_zone"]
EFFECTS: Mapping[Any, str] = {"one_place": "one hex", "no_zone": "no zone of control"}
NapoleonUse = Literal["never", "if_hold", "always"]
NAPOLEON: Mapping[Any, str] = {"if_hold": "if hold is possible"}
MarkerOption = Literal["", "cancel_command_range", "hold_back_the_guards", "v_corps", "xii_corps"]
OPTIONS: Mapping[Any, str] = {
    "cancel_command_range": "cancel command range",
    "hold_back_the_guards": "hold back the Guards",
    "v_corps": "V Corps",
    "xii_corps": "XII Corps",
}
"""The effects of markers that have several."""
EVERY_PLACE = 9
"""`stay and take the loss`: as many places of a retreat as can be bought off."""
WAY = "[ -> {path:place| -> }][ to {destination:place}]"
REVEALED = "play {marker:marker}[ on {target:target}][: {option}]"


# --- movement phase ----------------------------------------------------------------------------------------


class Move(Order):
    """`move Compans 1302 -> 1402`, `move Bonnet, Soult to 1104`, `move stack 0704 to 0805`, `... then exit`.

    Either `path` (every place entered, the starting place left out) or `destination`.
    """

    kind: Literal["move"] = "move"
    units: tuple[str, ...] = ()
    stack: str = ""
    """With `move stack PLACE`: everything of the side that stands there at that moment."""
    path: tuple[str, ...] = ()
    destination: str = ""
    leave: bool = False
    """Leave the map from the last place (`then exit`)."""
    if_cossacks: CossackEffectName | None = None

    forms: ClassVar[Forms] = (
        form("leave_map", "exit {units:piece}", leave=True, path=(), destination="", stack="", if_cossacks=None),
        form(
            "move",
            f"move [stack {{stack:place}}][{{units:piece}}]{WAY}[?leave: then exit][, if Cossacks: {{if_cossacks}}]",
        ),
        form("leave_map_at", "exit {units:piece} at {destination:place}", leave=True),
    )
    words: ClassVar[Words] = EFFECTS


class Enter(Order):
    """`enter Ney, Ricard at 2301 to 2103`: reinforcements, in the order of the scenario."""

    kind: Literal["enter"] = "enter"
    units: tuple[str, ...]
    """Empty for `enter all`."""
    at: str = ""
    path: tuple[str, ...] = ()
    destination: str = ""
    host: str = ""
    """A counter on which a commander appears (`enter Ney with Souham 1`)."""

    printed: ClassVar[str] = f"enter [{{units:piece}}][!units:all][ at {{at:place}}]{WAY}[ with {{host:piece}}]"
    called: ClassVar[Words] = {"destination": "to", "host": "with"}


class Delay(Order):
    """`delay Lecoq`: a reinforcement that could enter waits (D21)."""

    kind: Literal["delay"] = "delay"
    units: tuple[str, ...]

    printed: ClassVar[str] = "delay {units:piece}"


class Direct(Order):
    """`direct Rosen to 0710`: a move of an enemy unit that a marker puts into our hands (Alexander)."""

    kind: Literal["direct"] = "direct"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    destination: str = ""

    printed: ClassVar[str] = f"direct {{units:directed}}{WAY}"


class TacticalMovement(Order):
    """`tactical movement`: the whole side, declared at the start of its sequence."""

    kind: Literal["tactical_movement"] = "tactical_movement"

    printed: ClassVar[str] = "tactical movement"


class Split(Order):
    """`split Souham 2: 1309 = 1, 1408 = 3`; one part only gathers the unit there."""

    kind: Literal["split"] = "split"
    unit: str
    parts: tuple[tuple[str, int], ...]


# --- markers -----------------------------------------------------------------------------------------------


class Play(Order):
    """`play Jomini the Strategist`, `play Lost bullet on Marmont`, `play Alexander: cancel command range`."""

    kind: Literal["play"] = "play"
    marker: str
    target: str = ""
    """A commander, a unit or a place, where the marker needs one."""
    option: MarkerOption = ""
    """Which of the marker's effects, where it offers several."""

    printed: ClassVar[str] = REVEALED
    words: ClassVar[Words] = OPTIONS


class Keep(Order):
    """`keep markers`: nothing is revealed this turn, on purpose."""

    kind: Literal["keep"] = "keep"

    printed: ClassVar[str] = "keep markers"


class Take(Order):
    """`take RE1, RE, E`: which face-down marker to draw, by the class on its back, in order of preference."""

    kind: Literal["take"] = "take"
    classes: tuple[str, ...]

    printed: ClassVar[str] = "take {classes}"


class LayMarkers(Order):
    """`lay RE on 16.00, 17.00`: turn spaces for the markers drawn in set-up, by class, in order of preference."""

    kind: Literal["lay"] = "lay"
    marker_class: str
    spaces: tuple[str, ...]

    printed: ClassVar[str] = "lay {marker_class} on {spaces}"


# --- bombardment and combat --------------------------------------------------------------------------------


class Bombard(Order):
    """`bombard 1205 with 2 Artillery, Drouot from 1104`."""

    kind: Literal["bombard"] = "bombard"
    target: str
    markers: tuple[MarkerUse, ...]
    origin: str = ""

    printed: ClassVar[str] = "bombard {target:place} with {markers}[ from {origin:place}]"
    called: ClassVar[Words] = {"origin": "from"}


class Attack(Order):
    """`attack 1504 from 1403, 1503 head Compans support Artillery tactical advance Bonnet`."""

    kind: Literal["attack"] = "attack"
    targets: tuple[str, ...]
    origins: tuple[str, ...] = ()
    """Empty: every place of ours next to all targets that is free to attack."""
    units: tuple[str, ...] = ()
    """`with Compans, Bonnet`: names instead of places; their whole stacks attack."""
    formation: str = ""
    head: tuple[str, ...] = ()
    support: tuple[MarkerUse, ...] | None = None
    """Markers put on the combat; an empty tuple for `no support`; None if nothing is said."""
    tactical: bool = False
    napoleon: NapoleonUse | None = None
    losses: LossPolicy | None = None
    advance: tuple[str, ...] | None = None
    """Units in order of preference; an empty tuple for `no advance`; None if nothing is said."""
    commander_advances: bool | None = None
    occupy: tuple[str, ...] = ()
    """Units that enter the place if the defender refuses combat; where nobody is named, those that are to advance."""
    together: bool = False
    """`only together`: no attack unless every place that is named can take part."""

    printed: ClassVar[str] = (
        "attack {targets:place}[ from {origins:place}][ with {units:piece}][ formation {formation:formation}]"
        "[ head {head:unit}][ support {support}][!support: no support][?tactical: tactical]"
        "[ Napoleon's option {napoleon}][ losses {losses}][ advance {advance:unit}][!advance: no advance]"
        "[ commander {commander_advances}][ occupy with {occupy:unit}][?together: only together]"
    )
    words: ClassVar[Words] = {**NAPOLEON, True: "advances", False: "stays"}
    called: ClassVar[Words] = {"origins": "from", "units": "with", "commander_advances": "commander"}


# --- the umpire's hand ------------------------------------------------------------------------------------


class Change(Order):
    """`put Compans at 1205`, `set French morale to 7`, `give 1605 to the French`: only in an umpire's ruling."""

    kind: Literal["change"] = "change"
    what: Literal["unit", "commander", "marker", "morale", "objective"]
    id: str
    place: str = ""
    status: str = ""
    reduced: bool | None = None
    health: str = ""
    value: int | None = None
    of: Side | None = None


# --- choices -----------------------------------------------------------------------------------------------


class RetreatBefore(Choice):
    """`retreat before combat to 0902, 0903`; places in order of preference. `to` empty: any legal place."""

    kind: Literal["retreat_before"] = "retreat_before"
    to: tuple[str, ...] = ()

    printed: ClassVar[str] = "retreat before combat[ to {to:place}]"


class StandAndFight(Choice):
    """`stand`: no retreat before combat."""

    kind: Literal["stand"] = "stand"

    printed: ClassVar[str] = "stand"


class HeadUnit(Choice):
    """`head Compans, Bonnet`: the head unit, by priority."""

    kind: Literal["head"] = "head"
    units: tuple[str, ...]

    printed: ClassVar[str] = "head {units:unit}"


class Excess(Choice):
    """`excess Normann`: the over-stacked units that do not count, by priority."""

    kind: Literal["excess"] = "excess"
    units: tuple[str, ...]

    printed: ClassVar[str] = "excess {units:unit}"


class Support(Choice):
    """`support 2 Artillery, Jaschwill`, `no support`: markers put on one combat, at most."""

    kind: Literal["support"] = "support"
    markers: tuple[MarkerUse, ...] = ()

    printed: ClassVar[str] = "[support {markers}][!markers:no support]"


class Losses(Choice):
    """`losses: weakest first, never Guard`."""

    kind: Literal["losses"] = "losses"
    policy: LossPolicy

    printed: ClassVar[str] = "losses: {policy}"


class Hold(Choice):
    """`stay and take the loss`, `hold 2`: places of retreat bought off with a step each; 0 is `retreat`."""

    kind: Literal["hold"] = "hold"
    places: int
    payers: tuple[str, ...] = ()

    forms: ClassVar[Forms] = (
        form("give_way", "retreat", places=0, payers=()),
        form("stay", "stay and take the loss[ with {payers:unit}]", places=EVERY_PLACE),
        form("hold", "hold {places}[ with {payers:unit}]"),
    )


class RetreatTo(Choice):
    """`retreat to 0503, 0504`: places to prefer, best first, at every step of a retreat."""

    kind: Literal["retreat_to"] = "retreat_to"
    to: tuple[str, ...]

    printed: ClassVar[str] = "retreat[ to {to:place}]"


class Advance(Choice):
    """`advance Compans with commander`, `no advance`."""

    kind: Literal["advance"] = "advance"
    units: tuple[str, ...] = ()
    commander: bool | None = None

    printed: ClassVar[str] = "[advance {units:unit}][!units:no advance][ {commander} commander]"
    words: ClassVar[Words] = {True: "with", False: "without"}


class Occupy(Choice):
    """`occupy with Compans`: who enters a place whose defenders refused combat; none by default."""

    kind: Literal["occupy"] = "occupy"
    units: tuple[str, ...] = ()

    printed: ClassVar[str] = "[occupy with {units:unit}][!units:no occupation]"


class NapoleonOption(Choice):
    """`Napoleon's option: always`."""

    kind: Literal["napoleon_option"] = "napoleon_option"
    use: NapoleonUse

    printed: ClassVar[str] = "Napoleon's option: {use}"
    words: ClassVar[Words] = NAPOLEON


class Cossacks(Choice):
    """`play Cossacks`, `no Cossacks`: on a moving French stack, or against a refusal of combat."""

    kind: Literal["cossacks"] = "cossacks"
    play: bool
    only: Literal["", "entering_zone"] = ""
    """"entering_zone": only at the moment the stack would enter a zone of ours."""
    at_most: int | None = None
    """Markers to spend in one turn by this standing order."""

    forms: ClassVar[Forms] = (
        form("no_cossacks", "no Cossacks", play=False),
        form("cossacks", "play Cossacks[?only: on entering our zone][ at most {at_most}]", play=True),
    )
    called: ClassVar[Words] = {"only": "entering our zone"}


class CossackEffect(Choice):
    """`one hex`, `no zone of control`: what a stack met by Cossacks suffers (the French choose)."""

    kind: Literal["cossack_effect"] = "cossack_effect"
    effect: CossackEffectName

    printed: ClassVar[str] = "{effect}"
    words: ClassVar[Words] = EFFECTS


class LoseMarkers(Choice):
    """`take Artillery`, `take Cossacks`: what the drawer of a Losses marker loses (the opponent chooses)."""

    kind: Literal["lose_markers"] = "lose_markers"
    marker: str

    printed: ClassVar[str] = "take {marker:marker}"


class Displace(Choice):
    """`displace to 0907`: where a lone commander goes who escaped capture."""

    kind: Literal["displace"] = "displace"
    to: tuple[str, ...]

    printed: ClassVar[str] = "displace to {to:place}"


class Reveal(Choice):
    """`play Discord`, `keep`: a held marker in the enemy's sequence (D05, D08)."""

    kind: Literal["reveal"] = "reveal"
    marker: str = ""
    target: str = ""
    option: MarkerOption = ""

    forms: ClassVar[Forms] = (form("keep_hidden", "keep", marker=""), form("reveal", REVEALED))
    words: ClassVar[Words] = OPTIONS


class TakeMarker(Choice):
    """`take RE1, RE, E`: the class of face-down marker to draw."""

    kind: Literal["take_marker"] = "take_marker"
    classes: tuple[str, ...]

    printed: ClassVar[str] = "take {classes}"


class LayOn(Choice):
    """`lay on 16.00, 17.00`: the turn space for a marker drawn in set-up."""

    kind: Literal["lay_on"] = "lay_on"
    spaces: tuple[str, ...]

    printed: ClassVar[str] = "lay on {spaces}"


ORDERS: tuple[type[Order], ...] = (
    Move,
    Enter,
    Delay,
    Direct,
    TacticalMovement,
    Split,
    Play,
    Keep,
    Take,
    LayMarkers,
    Bombard,
    Attack,
    Change,
)
CHOICES: tuple[type[Choice], ...] = (
    RetreatBefore,
    StandAndFight,
    HeadUnit,
    Excess,
    Support,
    Losses,
    Hold,
    RetreatTo,
    Advance,
    Occupy,
    NapoleonOption,
    Cossacks,
    CossackEffect,
    LoseMarkers,
    Displace,
    Reveal,
    TakeMarker,
    LayOn,
)
