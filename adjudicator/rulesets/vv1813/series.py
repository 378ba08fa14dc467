"""What the games of the series have in common: the answers to the questions that series rules put to a game.

A game derives from `Series` and answers only where it differs. What every game must say for itself is abstract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from adjudicator.core.events import Refused
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import GENERAL, Decision, Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.facts import ObjectiveFacts, QuotaFacts, series_facts
from adjudicator.rulesets.vv1813.game import Entry, MarkerKind, Stage, marker_kind
from adjudicator.rulesets.vv1813.movement.command import commands_formation
from adjudicator.rulesets.vv1813.orders import Attack, Reveal
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, State

if TYPE_CHECKING:
    from adjudicator.rulesets.vv1813.movement.paths import Mover

Use = Literal["bombardment", "support", "combined"]
"""What a game may forbid for a time."""


def unknown(run: Run, order: Order) -> Refused:
    """The refusal of an order that a game does not have."""
    reason = f"There is no `{order.kind.replace('_', ' ')}` in this game."
    return run.refused(order, no(GENERAL, reason, "Leave the order out."))


class Series(ABC):
    """One game of the series, as far as all games are alike."""

    name: ClassVar[str]
    sides: ClassVar[tuple[Side, ...]]
    """In the order of play."""
    stages: ClassVar[tuple[Stage, ...]]
    """One turn, in order; stages whose names begin with "set-up" come before turn 1.

    Before it waits for a side's orders, a game tells `SequenceBegan` for that side.
    """
    events: ClassVar[tuple[type[Event], ...]]
    """The events that only this game has."""
    keeps: ClassVar[type[Any]]
    """The class of `State.game`."""
    cites: ClassVar[Mapping[str, RuleId]]
    """The game's own rule for what the series does: morale_check, random_end, exit, quota, entry,
    restricted, no_attack, charge, expelled, no_advance, after_refusal; where it keeps units from the retreat, kept."""
    advance_after_refusal: ClassVar[bool] = False
    """Whether attackers may enter a place whose defenders refused combat."""

    # --- sequence ----------------------------------------------------------------------------------------

    def follow(self, ctx: Context, state: State, event: Event) -> State:
        """The position after an event of the series, with what the game keeps of it besides."""
        return state

    @abstractmethod
    def clock(self, ctx: Context, state: State, turn: int) -> str:
        """The hour of a turn."""

    @abstractmethod
    def last_turn(self, ctx: Context, state: State) -> int | None:
        """The last turn, if there is one."""

    @abstractmethod
    def random_end(self, ctx: Context, state: State) -> int | None:
        """The highest total of two dice that ends the battle now; None if there is no test."""

    # --- movement and command ----------------------------------------------------------------------------

    @abstractmethod
    def movement_allowance(self, ctx: Context, state: State, piece: str) -> Finding[int]:
        """Movement points of a unit or commander this turn, explained."""

    def is_closed(self, ctx: Context, state: State, side: Side, place: str) -> RuleId | None:
        """The rule that closes a place to a whole side now, to entry of any kind; None if it is open."""
        return None

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Verdict:
        """Whether a unit may leave a place of its own will for another (or, without `to`, for anywhere)."""
        return yes("VV-7.1a")

    def may_end(self, ctx: Context, known: State, mover: Mover, goal: str) -> Verdict:
        """Whether pieces may end a move at a place, on the position as their side knows it."""
        return yes("VV-7.1a")

    def zone_ban(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """A rule of the game's own that keeps a unit out of enemy zones in this sequence."""
        return None

    def keeps_clear(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """The rule by which a unit on the move keeps out of enemy zones, its place of entry apart."""
        return None

    def has_retreat_rights(self, ctx: Context, state: State, unit: str) -> bool:
        """VV-10.G2: whether a unit may pass zones, refuse combat as infantry and leave the map to be saved."""
        return state.retreating and ctx.counters[unit].side == COALITION

    @abstractmethod
    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """Command range in places."""

    def is_commander_in_chief(self, ctx: Context, commander: str) -> bool:
        """VV-2.2a: whether a commander commands his whole army."""
        return commander in series_facts(ctx).command.in_chief

    def commands(self, ctx: Context, commander: str, unit: str) -> bool:
        """VV-2.1e: whether a commander may command a unit at all, distance apart: by formation, or in chief."""
        return commands_formation(ctx, commander, unit)

    def command_override(self, ctx: Context, state: State, unit: str) -> Finding[bool] | None:
        """In or out of command whatever the distance; None where the usual rule applies."""
        return None

    @abstractmethod
    def entries(self, ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
        """Groups of reinforcements, or of units coming back, that may enter now."""

    # --- markers and orders of the game's own --------------------------------------------------------------

    def marker_returns(self, ctx: Context, kind: MarkerKind) -> int | None:
        """VV-2.3a: turns until a marker of this kind is back in hand, as it says; None: never."""
        return kind.returns

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """Whether an order is carried out before anything else in its side's movement phase."""
        return False

    def carry_out(self, run: Run, order: Order) -> Telling:
        """An order that only this game knows, the play of its own markers included; an illegal one is refused."""
        yield unknown(run, order)

    def set_up_warning(self, ctx: Context, side: Side, given: Sequence[Order]) -> Verdict:
        """What a side has probably forgotten to say before the first turn."""
        return yes("VV-5.3")

    def waste_of(self, ctx: Context, known: State, side: Side, order: Order) -> Verdict:
        """Whether a marker would be thrown away by an order, played before or after its time."""
        return yes("VV-2.3a")

    def enemy_marker(self, ctx: Context, known: State, kind: str) -> str:
        """What revealing a marker that belongs to the enemy would do."""
        return "no use to you"

    def revealable(self, ctx: Context, state: State, side: Side) -> tuple[str, ...]:
        """Kinds of marker that a side may reveal at the start of the enemy's movement phase."""
        return ()

    def reveal(self, run: Run, kind: str) -> Telling:
        """Carry out such a reveal by the run's side."""
        yield from ()

    def may_reveal(self, ctx: Context, state: State, decision: Decision, choice: Reveal) -> Verdict:
        """Whether a marker that is held may be revealed in answer to a decision."""
        return yes(decision.rule)

    def bind(self, run: Run) -> Telling:
        """What begins with a side's movement phase: restrictions, another pace; told before command is checked."""
        yield from ()

    def close_movement(self, run: Run) -> Telling:
        """What must be moved when a side's orders have been carried out."""
        yield from ()

    def may_meet_cossacks(self, ctx: Context, state: State, place: str) -> bool:
        """VV-2.A1: whether Cossacks may be played on a stack at a place."""
        return True

    # --- combat ------------------------------------------------------------------------------------------

    def chargers(self, ctx: Context) -> tuple[str, ...]:
        """French line cavalry that has a charge bonus."""
        return series_facts(ctx).charge.French

    def may_charge(self, ctx: Context, counter: Counter) -> bool:
        """VV-8.6.1: whether French cavalry has a charge bonus (all Coalition cavalry has)."""
        return counter.kind == "cavalry" and (counter.guard or counter.id in self.chargers(ctx))

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """Places that may be entered after combat only on a marked result."""
        return frozenset()

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """Whether a unit of this side that is driven from the place may not come back this turn."""
        return False

    def tactical_hit_on(self, ctx: Context) -> tuple[int, ...]:
        """VV-8.7a: natural totals on which the French commander is hit when the tactical option is used."""
        return series_facts(ctx).tactical_option.hit_on

    def may_attack(self, ctx: Context, state: State, unit: str) -> Verdict:
        """Whether a unit may attack now as far as the game's calendar goes."""
        return yes("VV-8.1")

    def attackers(self, ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
        """VV-8.2d: those of the units that may take part in one attack together; none where it may not be made so."""
        return Finding(rule=RuleId("VV-8.2d"), value=units)

    def may_use(self, ctx: Context, state: State, what: Use, side: Side, phase: str = "") -> Verdict:
        """VV-8.8a: whether a side has bombardment, artillery support, the bonus for a combined attack now."""
        return yes("VV-8.8a")

    def marker_back(self, ctx: Context, state: State, kind: str) -> int | None:
        """VV-2.J3: the turn on which a battery that is played now is back in hand; None: never."""
        return marker_kind(ctx, kind).back(state.turn)

    def has_another_use(self, ctx: Context, state: State, kind: str) -> bool:
        """VV-2.3a: whether a marker that is played now may be used once more this turn."""
        return False

    def gather(self, run: Run, side: Side, place: str) -> Asking[None]:
        """Units that go elsewhere by a rule of the game's own before the stack at a place retreats."""
        yield from ()

    def retreat_off_map(self, ctx: Context, state: State, side: Side, place: str) -> int | None:
        """The turn on which a stack that must retreat off the map here comes back; None: it may not leave."""
        return state.turn + series_facts(ctx).off_map.returns if ctx.board.is_edge(place) else None

    # --- morale and victory ------------------------------------------------------------------------------

    def objectives(self, ctx: Context) -> tuple[ObjectiveFacts, ...]:
        """The objectives and what their loss costs."""
        return series_facts(ctx).objective

    def on_entering(self, ctx: Context, state: State, place: str) -> tuple[Event, ...]:
        """What else changes when combat units enter a place, after objectives have changed hands."""
        return ()

    def commander_value(self, ctx: Context, commander: str) -> int:
        """VV-9D: morale lost when a commander is killed or captured."""
        return series_facts(ctx).commander_loss.of(commander)

    @abstractmethod
    def exits(self, ctx: Context) -> frozenset[str]:
        """Places by which an army in general retreat leaves the map."""

    def exit_places(self, ctx: Context, state: State, side: Side) -> frozenset[str]:
        """VV-10.G2: places from which units of a side in general retreat leave the map now, and are saved."""
        retreats = state.retreating and side == series_facts(ctx).exit.side
        return self.exits(ctx) if retreats else frozenset()

    @abstractmethod
    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: the straight lines of places from here to the edge of retreat."""

    def quotas(self, ctx: Context) -> QuotaFacts:
        """What must be saved in the general retreat."""
        return series_facts(ctx).quota

    def strategic_commanders(self, ctx: Context) -> tuple[str, ...]:
        """VV-10.V6: Coalition commanders whose loss makes a French victory strategic."""
        return series_facts(ctx).strategic.commanders

    # --- knowledge ---------------------------------------------------------------------------------------

    @abstractmethod
    def known(self, ctx: Context, state: State, side: Side) -> Any:
        """`State.game` as a side knows it."""

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """What the game marks on the map besides objectives, as far as it is known."""
        return ()

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """What the game keeps besides, as rows of words, as far as it is known."""
        return ()
