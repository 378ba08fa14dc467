"""VV 8.5: a stack that must retreat, after combat or under bombardment."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.vv1813.combat.assault import moment

NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Beaten:
    """A stack that must retreat so many places."""

    side: Side
    place: str
    places: int
    bombarded: bool = False
    still_attacked: frozenset[str] = NOWHERE
    """Places that are still to be attacked in this phase (VV-8.5.1e)."""
    fought_over: frozenset[str] = NOWHERE
    """Places that were attacked in the combat: nobody retreats into them."""
    targets: tuple[str, ...] = ()
    """The places attacked in the combat."""

    def moments(self, active: Side) -> tuple[str, ...]:
        """The moment of play at which it is beaten: bombarded, attacked or attacking."""
        return ("bombarded",) if self.bombarded else moment(self.side, active)
