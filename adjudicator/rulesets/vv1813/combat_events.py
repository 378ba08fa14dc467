"""What happens in chapters 8 to 10: combat, bombardment, casualties, morale, victory. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side


class Force(Frozen):
    """A combat unit as a combat disclosed it."""

    unit: str
    place: str
    strength: int
    quality: str
    reduced: bool = False
    counted: bool = True
    """False for a unit that suffers the result without adding its strength."""
    why: str = ""
    """Why it is not counted: "over-stacked", "other formation", "fled here"."""


class Leader(Frozen):
    """A commander in a place of a combat, with the modifier that he is worth now."""

    commander: str
    place: str
    modifier: int


class SpentMarker(Frozen):
    """A marker put aside, and the turn on which it is back in hand (None: never)."""

    marker: str
    kind: str
    back: int | None
    again: bool = False
    """It stays in the hand: it may be used once more this turn."""


class DeclaredCombat(Frozen):
    """One attack as announced: places only, nobody has looked into a stack."""

    targets: tuple[str, ...]
    origins: tuple[str, ...]
    line: int = 0


# --- combat ------------------------------------------------------------------------------------------------


class CombatsDeclared(Event):
    """All attacks of a phase, announced before any is resolved."""

    kind: Literal["combats_declared"] = "combats_declared"
    rule: RuleId = RuleId("VV-8.4.0a")
    side: Side
    combats: tuple[DeclaredCombat, ...]


class RefusalForbidden(Event):
    """Cossacks kept French cavalry from refusing combat."""

    kind: Literal["refusal_forbidden"] = "refusal_forbidden"
    rule: RuleId = RuleId("VV-2.A3")
    side: Side
    """Who played the marker."""
    place: str
    spent: SpentMarker


class CombatRefused(Event):
    """A stack retreated before combat."""

    kind: Literal["combat_refused"] = "combat_refused"
    side: Side
    """Who refused."""
    place: str
    to: str
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


class ForcesDisclosed(Event):
    """Both sides showed the forces of the combat to be resolved."""

    kind: Literal["forces_disclosed"] = "forces_disclosed"
    rule: RuleId = RuleId("VV-8.4.0b")
    side: Side
    """The attacker."""
    targets: tuple[str, ...]
    origins: tuple[str, ...]
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    attacking_commanders: tuple[Leader, ...] = ()
    defending_commanders: tuple[Leader, ...] = ()


class QualityRolled(Event):
    """A unit of quality "?" showed what it was worth this time."""

    kind: Literal["quality_rolled"] = "quality_rolled"
    rule: RuleId = RuleId("VV-8.4b4")
    side: Side
    unit: str
    """Empty in the form for a side that may not know which unit it was."""
    place: str
    bonus: int = 0
    quality: str


class CombatResolved(Event):
    """The dice of a combat fell: who fought, with which modifiers, and what the table said."""

    kind: Literal["combat_resolved"] = "combat_resolved"
    rule: RuleId = RuleId("VV-8.5a")
    side: Side
    """The attacker."""
    targets: tuple[str, ...]
    origins: tuple[str, ...]
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    attacking_commanders: tuple[Leader, ...] = ()
    defending_commanders: tuple[Leader, ...] = ()
    attacking_head: str
    defending_head: str
    attacking_support: tuple[SpentMarker, ...] = ()
    defending_support: tuple[SpentMarker, ...] = ()
    drm: Finding[int]
    natural: int
    modified: int
    printed: str
    """The result as the table prints it, such as "1/2R2#"."""
    tactical: bool = False
    result: str
    """The result after the French tactical option."""


class NapoleonOptionUsed(Event):
    """A retreat of the defender was turned into step losses."""

    kind: Literal["napoleon_option_used"] = "napoleon_option_used"
    rule: RuleId = RuleId("VV-8.6.3a")
    side: Side
    targets: tuple[str, ...]
    before: str
    result: str


class StepLost(Event):
    """A unit lost a step: it was turned over, or eliminated."""

    kind: Literal["step_lost"] = "step_lost"
    side: Side
    """The owner."""
    unit: str
    """Empty in the form for a side that may not know which unit it was."""
    place: str
    eliminated: bool = False
    why: Literal["result", "hold", "zone", "blocked", "napoleon", "bombardment"] = "result"


class GroundHeld(Event):
    """A stack stayed, wholly or for one place of its retreat, at the price of steps."""

    kind: Literal["ground_held"] = "ground_held"
    rule: RuleId = RuleId("VV-8.5.1d")
    side: Side
    place: str
    cancelled: int
    left: int
    """Places still to be retreated."""


class UnitsRetreated(Event):
    """A whole stack went back, place by place."""

    kind: Literal["units_retreated"] = "units_retreated"
    rule: RuleId = RuleId("VV-8.5c")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origin: str
    path: tuple[str, ...]
    through_zone: bool = False
    closed: bool = False
    """The place they left stays closed to them for the rest of the turn."""


class RetreatBlocked(Event):
    """A stack that should have retreated found no way."""

    kind: Literal["retreat_blocked"] = "retreat_blocked"
    rule: RuleId = RuleId("VV-8.5.1c")
    side: Side
    place: str
    units: tuple[str, ...]


class UnitsLeftMap(Event):
    """A stack retreated off the map; it may come back, or never."""

    kind: Literal["units_left_map"] = "units_left_map"
    rule: RuleId = RuleId("VV-8.5.1a")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str
    back_on: int | None = None


class UnitsSaved(Event):
    """Units left the field in the general retreat and count as saved."""

    kind: Literal["units_saved"] = "units_saved"
    rule: RuleId = RuleId("VV-10.G2")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str


class UnitAdvanced(Event):
    """One attacking unit entered the place that the defender left."""

    kind: Literal["unit_advanced"] = "unit_advanced"
    rule: RuleId = RuleId("VV-8.5.1f")
    side: Side
    unit: str
    commanders: tuple[str, ...] = ()
    origin: str
    place: str


class PlaceOccupied(Event):
    """Attackers entered the place of a stack that refused combat."""

    kind: Literal["place_occupied"] = "place_occupied"
    rule: RuleId = RuleId("BAU-8.3b")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str


# --- commanders --------------------------------------------------------------------------------------------


class VictimDrawn(Event):
    """Chance named which of several commanders was hit."""

    kind: Literal["victim_drawn"] = "victim_drawn"
    rule: RuleId = RuleId("VV-8.7b")
    side: Side
    commander: str
    among: tuple[str, ...]
    by_bombardment: bool = False


class CommanderHit(Event):
    """A commander was tested: bruised, wounded or killed."""

    kind: Literal["commander_hit"] = "commander_hit"
    rule: RuleId = RuleId("VV-8.7c")
    side: Side
    commander: str
    place: str
    outcome: Literal["bruised", "wounded", "killed"]
    by_bombardment: bool = False


class CommanderOverrun(Event):
    """An enemy unit entered the place of a lone commander: captured, or away in time."""

    kind: Literal["commander_overrun"] = "commander_overrun"
    rule: RuleId = RuleId("VV-7.4a")
    side: Side
    commander: str
    place: str
    captured: bool
    staff: bool = False
    """Only the staff of a dead commander was there: no test."""


class CommanderDisplaced(Event):
    """A commander (or the staff that replaces him) went to a friendly unit; None: there is none left."""

    kind: Literal["commander_displaced"] = "commander_displaced"
    rule: RuleId = RuleId("VV-7.4a")
    side: Side
    commander: str
    origin: str
    place: str | None


# --- bombardment -------------------------------------------------------------------------------------------


class Bombarded(Event):
    """Markers fired on a place."""

    kind: Literal["bombarded"] = "bombarded"
    rule: RuleId = RuleId("VV-8.8e")
    side: Side
    """The firer."""
    target: str
    origin: str
    spent: tuple[SpentMarker, ...]
    score: Finding[int]
    natural: int
    result: str
    """As the table prints it: "", "R", "1 T" ..."""


# --- morale and victory ------------------------------------------------------------------------------------


class ObjectiveTaken(Event):
    """An objective changed hands."""

    kind: Literal["objective_taken"] = "objective_taken"
    side: Side
    place: str
    before: Side | None = None


class MoraleChanged(Event):
    """An army's morale went up or down; `deferred` changes count at the end of the turn."""

    kind: Literal["morale_changed"] = "morale_changed"
    side: Side
    change: int
    before: int
    after: int
    because: str
    deferred: bool = False
    ceiling: int | None = None
    """The army's new ceiling, where that moved too."""


class MoraleChecked(Event):
    """The end-of-turn check of an army's morale."""

    kind: Literal["morale_checked"] = "morale_checked"
    side: Side
    value: int


class GeneralRetreatOrdered(Event):
    """The Coalition's general retreat was ordered; it begins with the turn named."""

    kind: Literal["general_retreat_ordered"] = "general_retreat_ordered"
    rule: RuleId = RuleId("VV-10.G1")
    side: Side
    turn: int


class RandomEndTested(Event):
    """Dice for the battle's sudden end."""

    kind: Literal["random_end_tested"] = "random_end_tested"
    total: int
    ends: bool
    up_to: int


class VictoryReckoned(Event):
    """The final account: saved units, quotas, morale."""

    kind: Literal["victory_reckoned"] = "victory_reckoned"
    account: tuple[Finding[int], ...] = ()
    saved_on_map: tuple[str, ...] = ()
    """Units still on the map that count as saved."""


COMBAT_EVENTS: tuple[type[Event], ...] = (
    CombatsDeclared,
    RefusalForbidden,
    CombatRefused,
    ForcesDisclosed,
    QualityRolled,
    CombatResolved,
    NapoleonOptionUsed,
    StepLost,
    GroundHeld,
    UnitsRetreated,
    RetreatBlocked,
    UnitsLeftMap,
    UnitsSaved,
    UnitAdvanced,
    PlaceOccupied,
    VictimDrawn,
    CommanderHit,
    CommanderOverrun,
    CommanderDisplaced,
    Bombarded,
    ObjectiveTaken,
    MoraleChanged,
    MoraleChecked,
    GeneralRetreatOrdered,
    RandomEndTested,
    VictoryReckoned,
)
