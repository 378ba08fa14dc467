"""CAM: what happens before and behind walls: battle given or declined, sieges, their events, assaults."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner, redacted
from adjudicator.rulesets.campaign1813.changes import changed, eliminated, hurt
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.sight import SeenBlock, seen
from adjudicator.rulesets.campaign1813.state import Siege, State, enemy_of


def _without(state: State, town: str) -> State:
    """The position without the siege of a town."""
    return replace(state, sieges={place: siege for place, siege in state.sieges.items() if place != town})


class BattleGiven(Event, seen_by=everybody):
    """CAM-siege-1: the defenders of a fortress came out to fight."""

    kind: Literal["battle_given"] = "battle_given"
    rule: RuleId = RuleId("CAM-siege-1")
    side: Side
    town: str


class WithdrewInside(Event):
    """CAM-siege-1: defenders went behind the walls; those who found no room are still outside."""

    kind: Literal["withdrew_inside"] = "withdrew_inside"
    rule: RuleId = RuleId("CAM-siege-1")
    side: Side
    town: str
    blocks: tuple[str, ...]
    nations: tuple[tuple[str, int], ...] = ()
    """How many of which colour, for whoever may not know the blocks."""

    def apply(self, state: State, rules: Context) -> State:
        """They are inside."""
        return changed(state, (replace(state.block(block), inside=True) for block in self.blocks))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7 (A-6): the enemy sees colours."""
        return self if side == self.side else self.from_afar()

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """As the enemy sees it."""
        return self.from_afar()

    def from_afar(self) -> WithdrewInside:
        """By colour alone."""
        return self.model_copy(update={"blocks": ()})


class SiegeBegan(Event, seen_by=everybody):
    """CAM-siege-2: the enemy stands before a fortress with defenders inside, and perhaps laid siege to it."""

    kind: Literal["siege_began"] = "siege_began"
    rule: RuleId = RuleId("CAM-siege-2")
    side: Side
    """The besieger."""
    town: str
    laid: bool = True

    def apply(self, state: State, rules: Context) -> State:
        """The siege stands, since this turn."""
        siege = Siege(self.town, self.side, state.turn, self.laid)
        return replace(state, sieges={**state.sieges, self.town: siege})


class SiegeLifted(Event, seen_by=everybody):
    """CAM-siege-3: no besieger is left; the defenders are free again."""

    kind: Literal["siege_lifted"] = "siege_lifted"
    rule: RuleId = RuleId("CAM-siege-3")
    side: Side
    """The side that was besieged."""
    town: str

    def apply(self, state: State, rules: Context) -> State:
        """The gates are open."""
        free = [replace(b, inside=False) for b in state.pieces.of(self.town, self.side) if b.inside]
        return changed(_without(state, self.town), free)


class SiegeEventRolled(Event, seen_by=everybody):
    """CAM-siege-8, CAM-siege-9: the besieger's two dice, and what a double brought."""

    kind: Literal["siege_event_rolled"] = "siege_event_rolled"
    rule: RuleId = RuleId("CAM-siege-8")
    side: Side
    town: str
    event: str = ""
    modifier: int = 0


class AssaultDeclined(Event, seen_by=owner):
    """CAM-siege-7: the besieger did not assault."""

    kind: Literal["assault_declined"] = "assault_declined"
    rule: RuleId = RuleId("CAM-siege-7")
    side: Side
    town: str
    because: str


class AssaultMade(Event):
    """CAM-assault-1: a fortress was assaulted."""

    kind: Literal["assault_made"] = "assault_made"
    rule: RuleId = RuleId("CAM-assault-1")
    side: Side
    town: str
    lead: str
    score: Finding[int]
    success: bool
    hits: int = 0
    """On the lead unit; not known to the defender."""

    def apply(self, state: State, rules: Context) -> State:
        """CAM-unit-7: the lead unit is seen by those on the walls, and pays."""
        state = seen(state, enemy_of(self.side), (SeenBlock(block=self.lead),), self.town, current=True)
        return hurt(rules, state, self.lead, self.hits, None) if self.hits else state

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """The defender does not learn what it cost, nor the modifiers that he may not know."""
        if side == self.side:
            return self
        open_dice = tuple(roll for roll in self.rolls if not roll.veiled)
        return self.model_copy(update={"hits": 0, "score": redacted(self.score, side), "rolls": open_dice})


class FortressFell(Event, seen_by=everybody):
    """CAM-assault-4, CAM-assault-5: the garrison surrendered and the town changed hands."""

    kind: Literal["fortress_fell"] = "fortress_fell"
    rule: RuleId = RuleId("CAM-assault-5")
    side: Side
    """Who took it."""
    town: str
    surrendered: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """Everybody inside is lost for the campaign."""
        return eliminated(_without(state, self.town), self.surrendered)


EVENTS: tuple[type[Event], ...] = (
    BattleGiven,
    WithdrewInside,
    SiegeBegan,
    SiegeLifted,
    SiegeEventRolled,
    AssaultDeclined,
    AssaultMade,
    FortressFell,
)
