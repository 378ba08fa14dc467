"""VV 8: attacks declared, forces shown, combats and bombardments resolved, steps lost. All in the past tense."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import NOT_KNOWN, everybody, redacted
from adjudicator.rulesets.vv1813.changes import altered, forgotten, marked, spent, with_sightings
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.sight import InFog, is_open, lesser, unit_named_if_seen
from adjudicator.rulesets.vv1813.state import EMPTY, Sighting, State, enemy_of


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


def _put_aside(state: State, markers: Iterable[SpentMarker]) -> State:
    for one in markers:
        state = marked(state, (one.marker,), public=True) if one.again else spent(state, one.marker, one.back)
    return state


class DeclaredCombat(Frozen):
    """One attack as announced: places only, nobody has looked into a stack."""

    targets: tuple[str, ...]
    origins: tuple[str, ...]
    line: int = 0


# --- combat ------------------------------------------------------------------------------------------------


class CombatsDeclared(InFog):
    """All attacks of a phase, announced before any is resolved."""

    kind: Literal["combats_declared"] = "combats_declared"
    rule: RuleId = RuleId("VV-8.4.0a")
    side: Side
    combats: tuple[DeclaredCombat, ...]

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """On which lines they were written is nobody else's business."""
        return self if self.side == side else lesser(self, combats=tuple(lesser(one, line=0) for one in self.combats))


class RefusalForbidden(Event, seen_by=everybody):
    """Cossacks kept French cavalry from refusing combat."""

    kind: Literal["refusal_forbidden"] = "refusal_forbidden"
    rule: RuleId = RuleId("VV-2.A3")
    side: Side
    """Who played the marker."""
    place: str
    spent: SpentMarker

    def apply(self, state: State, rules: Context) -> State:
        """The marker is spent."""
        return _put_aside(state, (self.spent,))


class ForcesDisclosed(Event, seen_by=everybody):
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

    def apply(self, state: State, rules: Context) -> State:
        """Each side knows the other's units in it from now on."""
        for watcher, forces in ((enemy_of(self.side), self.attackers), (self.side, self.defenders)):
            seen = {one.unit: Sighting(one.unit, one.place, state.turn, one.reduced) for one in forces}
            state = with_sightings(state, watcher, seen)
        return state


class QualityRolled(InFog, seen_by=unit_named_if_seen):
    """A unit of quality "?" showed what it was worth this time."""

    kind: Literal["quality_rolled"] = "quality_rolled"
    rule: RuleId = RuleId("VV-8.4b4")
    side: Side
    unit: str
    """Empty in the form for a side that may not know which unit it was."""
    place: str
    bonus: int = 0
    quality: str


class CombatResolved(Event, seen_by=everybody):
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

    def apply(self, state: State, rules: Context) -> State:
        """The markers in support are spent; what the result brings is told by itself."""
        return _put_aside(state, (*self.attacking_support, *self.defending_support))


class NapoleonOptionUsed(Event, seen_by=everybody):
    """A retreat of the defender was turned into step losses."""

    kind: Literal["napoleon_option_used"] = "napoleon_option_used"
    rule: RuleId = RuleId("VV-8.6.3a")
    side: Side
    targets: tuple[str, ...]
    before: str
    result: str


class StepLost(InFog, seen_by=unit_named_if_seen):
    """A unit lost a step: it was turned over, or eliminated."""

    kind: Literal["step_lost"] = "step_lost"
    side: Side
    """The owner."""
    unit: str
    """Empty in the form for a side that may not know which unit it was."""
    place: str
    eliminated: bool = False
    why: Literal["result", "hold", "zone", "blocked", "napoleon", "bombardment"] = "result"

    def apply(self, state: State, rules: Context) -> State:
        """Turned over, as its enemy sees if he knows it; or gone, and counted against its army."""
        if self.eliminated:
            state = altered(state, self.side, (self.unit,), (), status="eliminated", place=None)
            morale = state.morale[self.side]
            counted = replace(morale, eliminated=morale.eliminated + 1)
            return forgotten(replace(state, morale={**state.morale, self.side: counted}), self.side, (self.unit,))
        state = altered(state, self.side, (self.unit,), (), reduced=True)
        seen = state.sightings.get(enemy_of(self.side), EMPTY).get(self.unit)
        if seen is None or not seen.current:
            return state
        return with_sightings(state, enemy_of(self.side), {self.unit: replace(seen, reduced=True)})


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

    def apply(self, state: State, rules: Context) -> State:
        """The markers are spent; what the result brings is told by itself."""
        return _put_aside(state, self.spent)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """What would show the firer a stack that he has not seen is hidden from him, and so is the sum."""
        if is_open(rules) or side not in self.score.hidden_from:
            return self
        parts = tuple(redacted(part, side) for part in self.score.parts)
        return lesser(self, score=lesser(self.score, value=0, because=NOT_KNOWN, parts=parts))

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """The dice and what came of them; nothing of what stands in the place."""
        if is_open(rules):
            return self
        return lesser(self, score=lesser(self.score, value=0, because=NOT_KNOWN, parts=(), hidden_from=()))


EVENTS: tuple[type[Event], ...] = (
    CombatsDeclared,
    RefusalForbidden,
    ForcesDisclosed,
    QualityRolled,
    CombatResolved,
    NapoleonOptionUsed,
    StepLost,
    Bombarded,
)
