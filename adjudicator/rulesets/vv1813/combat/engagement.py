"""A combat about to be resolved: who stands where, who counts, who leads. What the modifiers of VV 8.4 look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.vv1813.combat.events import Force, Leader
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.state import FRENCH, Commander, State, Unit, enemy_of


@dataclass(frozen=True, slots=True)
class Fighter:
    """A combat unit in a combat. Without `counted` it suffers the result and adds nothing."""

    unit: str
    counter: Counter
    place: str
    strength: int
    quality: str
    reduced: bool = False
    counted: bool = True
    why: str = ""

    @property
    def force(self) -> Force:
        """The unit as the combat discloses it."""
        return Force(
            unit=self.unit,
            place=self.place,
            strength=self.strength,
            quality=self.quality,
            reduced=self.reduced,
            counted=self.counted,
            why=self.why,
        )


@dataclass(frozen=True, slots=True)
class Engagement:
    """One combat: the attacker's side, the places, the fighters, the commanders, and what was chosen for it."""

    side: Side
    targets: tuple[str, ...]
    origins: tuple[str, ...]
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    leaders: Mapping[Side, tuple[Leader, ...]] = field(default_factory=dict)
    excess: Mapping[Side, int] = field(default_factory=dict)
    """Units over the stacking limit, by side."""
    heads: Mapping[Side, str] = field(default_factory=dict)
    qualities: Mapping[str, str] = field(default_factory=dict)
    """What units of quality "?" rolled for this combat."""
    support: Mapping[Side, int] = field(default_factory=dict)
    """Points of artillery support."""

    @property
    def defender(self) -> Side:
        """The side that does not attack."""
        return enemy_of(self.side)

    def fighters(self, side: Side) -> tuple[Fighter, ...]:
        """All units of one side that suffer the result."""
        return self.attackers if side == self.side else self.defenders

    def counted(self, side: Side) -> tuple[Fighter, ...]:
        """The units of one side that count."""
        return tuple(f for f in self.fighters(side) if f.counted)

    def looked_at(self, side: Side) -> tuple[Fighter, ...]:
        """VV-8.4b2: the units that may lead and whose sort matters: those that count; where none does, all of them."""
        return self.counted(side) or self.fighters(side)

    def strength(self, side: Side) -> int:
        """VV-8.4a1: the strength that counts."""
        return sum(f.strength for f in self.counted(side))

    def head(self, side: Side) -> Fighter:
        """The head unit of a side."""
        return next(f for f in self.fighters(side) if f.unit == self.heads[side])

    def quality(self, fighter: Fighter) -> str:
        """The quality in this combat: as printed, or as rolled for "?"."""
        return self.qualities.get(fighter.unit, fighter.quality)


def strength_of(ctx: Context, unit: Unit) -> int:
    """VV-2.1c: the strength on the side now showing, or its share here of a unit in two places."""
    if unit.points is not None:
        return unit.points
    counter = ctx.counters[unit.id]
    return (counter.reduced_strength or 0) if unit.reduced else counter.strength


def quality_of(ctx: Context, unit: Unit) -> str:
    """VV-2.1d: the quality on the side now showing."""
    counter = ctx.counters[unit.id]
    return (counter.reduced_quality or counter.quality) if unit.reduced else counter.quality


def steps_left(ctx: Context, unit: Unit) -> int:
    """VV-2.1h: steps that a unit can still lose, its last one included."""
    return 1 if unit.reduced else ctx.counters[unit.id].steps


def modifier_of(ctx: Context, commander: Commander) -> int:
    """VV-8.7d: a commander's modifier; the back of the counter once he is wounded."""
    counter = ctx.counters[commander.id]
    return counter.strength if commander.health == "fit" else (counter.reduced_strength or 0)


def fighter(ctx: Context, unit: Unit, *, counted: bool = True, why: str = "") -> Fighter:
    """A unit on the map as it enters a combat."""
    assert unit.place is not None
    return Fighter(
        unit=unit.id,
        counter=ctx.counters[unit.id],
        place=unit.place,
        strength=strength_of(ctx, unit),
        quality=quality_of(ctx, unit),
        reduced=unit.reduced,
        counted=counted,
        why=why,
    )


def leaders_at(ctx: Context, state: State, side: Side, places: tuple[str, ...]) -> tuple[Leader, ...]:
    """VV-8.7f: the commanders of a side at places; the staff of a dead one is none."""
    return tuple(
        Leader(commander=one.id, place=place, modifier=modifier_of(ctx, one))
        for place in places
        for one in state.army(side).commanders_at.get(place, ())
        if one.health != "killed"
    )


def napoleon_at(ctx: Context, leaders: tuple[Leader, ...]) -> str | None:
    """The place where the French commander in chief stands, if he is among these commanders."""
    for leader in leaders:
        counter = ctx.counters[leader.commander]
        if counter.side == FRENCH and ctx.game.is_commander_in_chief(ctx, leader.commander):
            return leader.place
    return None


def is_holder(counter: Counter) -> bool:
    """VV-8.5.1d: Russian line infantry and Guard units may lose a step instead of retreating."""
    return counter.guard or (counter.nation == "Russia" and counter.kind == "infantry")


def combat_counts(combat: Engagement, side: Side) -> tuple[tuple[str, str], ...]:
    """What standing orders may ask of a combat whose forces have been shown: strengths, and attackers to defenders."""
    attack, defence = combat.strength(combat.side), combat.strength(combat.defender)
    ours, theirs = (attack, defence) if side == combat.side else (defence, attack)
    odds = (("odds", str(Fraction(attack, defence))),) if defence else ()
    return (*odds, ("our strength", str(ours)), ("their strength", str(theirs)))
