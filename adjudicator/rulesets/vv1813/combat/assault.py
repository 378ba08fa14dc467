"""VV 8: an attack whose turn has come, and what its combat shares from the offer of refusal to the advance."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.vv1813.combat.attacks import Declaration
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State, enemy_of


def moment(side: Side, active: Side) -> tuple[str, ...]:
    """The moment at which a side decides something in a combat: attacking, or attacked."""
    return ("attacking",) if side == active else ("attacked",)


@dataclass(frozen=True, slots=True)
class Assault:
    """One attack about to be resolved; the label of the run is its own."""

    run: Run
    attack: Declaration
    targets: tuple[str, ...]
    """Places that are still held."""
    fled: frozenset[str]
    """Units that gave way earlier in this phase."""
    still_attacked: frozenset[str]
    """Places whose attack is still to come."""

    @property
    def side(self) -> Side:
        """Who attacks."""
        return self.run.side

    @property
    def defender(self) -> Side:
        """Who is attacked."""
        return enemy_of(self.side)

    @property
    def ctx(self) -> Context:
        """What rules may look at besides the position."""
        return self.run.ctx

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.run.state

    def key(self, *parts: str) -> str:
        """The key of a decision in this combat."""
        return self.run.under(*parts).label
