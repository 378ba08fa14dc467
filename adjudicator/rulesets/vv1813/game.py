"""Where the games of the series differ: the questions that series rules put to a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from adjudicator.core.dice import Dice
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Choice, Decision, Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.state import State

if TYPE_CHECKING:
    from adjudicator.rulesets.vv1813.decisions import Asking
    from adjudicator.rulesets.vv1813.orders import Attack
    from adjudicator.rulesets.vv1813.paths import Mover

Barred = Literal["bombardment", "support", "combined"]
"""What a game may forbid for a time."""
Run = Callable[[Game[State], Context, Orders, Dice], Telling]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of the sequence of play; without `run` it is a wait for the side's orders."""

    name: str
    title: str
    rule: str
    side: Side | None = None
    run: Run | None = None
    sides: tuple[Side, ...] = ()
    """Whose orders it waits for, where that is more than one side."""


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """What a kind of marker is worth."""

    kind: str
    name: str
    divisor: int | None = None
    """Bombardment divisor; None if it cannot bombard."""
    support: int = 0
    returns: int | None = None
    """Turns until it is back in hand; None: once per game."""
    aliases: tuple[str, ...] = ()

    def back(self, turn: int) -> int | None:
        """VV-2.3a: the turn on which a marker played now is back in hand."""
        return None if self.returns is None else turn + self.returns


@dataclass(frozen=True, slots=True)
class Objective:
    """Places whose loss costs a side morale; lost when the enemy holds all of them."""

    name: str
    places: tuple[str, ...]
    value: int
    loser: Side
    rule: RuleId
    commanded: bool = False
    """Only units in command take it, by a rule of the game's own."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """Strength that must be saved in the general retreat."""

    total: int
    prussian: int
    guard: int


@dataclass(frozen=True, slots=True)
class Entry:
    """Pieces that may come onto the map now: strictly in this order, by these places (best first)."""

    rule: RuleId
    queue: tuple[str, ...]
    places: tuple[str, ...]
    first: tuple[str, ...] = ()
    """Pieces whose entry comes before any other move of the phase."""


class GameRules(Protocol):
    """One game of the series."""

    name: str
    title: str
    sides: tuple[Side, ...]
    """In the order of play."""
    stages: tuple[Stage, ...]
    """One turn, in order; stages whose names begin with "set-up" come before turn 1.

    Before it waits for a side's orders, a game tells `SequenceBegan` for that side.
    """
    events: tuple[type[Event], ...]
    """The events that only this game has."""
    advance_after_refusal: bool
    """Whether attackers may enter a place whose defenders refused combat."""
    cites: Mapping[str, RuleId]
    """The game's own rule for what the series does: morale_check, random_end, exit, quota, entry,
    restricted, no_attack, charge, expelled, no_advance, after_refusal; where it keeps units from the retreat, kept."""

    # --- set-up and sequence ---
    def set_up(self, ctx: Context) -> Any:
        """The value of `State.game` before the match begins."""
        ...

    def apply(self, ctx: Context, state: State, event: Event) -> State:
        """What the game keeps besides, after any event; called after the series has applied it."""
        ...

    def clock(self, ctx: Context, state: State, turn: int) -> str:
        """The hour of a turn."""
        ...

    def last_turn(self, ctx: Context, state: State) -> int | None:
        """The last turn, if there is one."""
        ...

    def random_end(self, ctx: Context, state: State) -> int | None:
        """The highest total of two dice that ends the battle now; None if there is no test."""
        ...

    # --- movement and command ---
    def movement_allowance(self, ctx: Context, state: State, piece: str) -> Finding[int]:
        """Movement points of a unit or commander this turn, explained."""
        ...

    def is_closed(self, ctx: Context, state: State, side: Side, place: str) -> RuleId | None:
        """The rule that closes a place to a whole side now, to entry of any kind; None if it is open."""
        ...

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Finding[bool]:
        """Whether a unit may leave a place of its own will for another (or, without `to`, for anywhere)."""
        ...

    def may_end(self, ctx: Context, known: State, mover: Mover, goal: str) -> Finding[bool]:
        """Whether pieces may end a move at a place, on the position as their side knows it."""
        ...

    def zone_ban(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """A rule of the game's own that keeps a unit out of enemy zones in this sequence."""
        ...

    def keeps_clear(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """The rule by which a unit on the move keeps out of enemy zones, its place of entry apart."""
        ...

    def has_retreat_rights(self, ctx: Context, state: State, unit: str) -> bool:
        """VV-10.G2: whether a unit may pass zones, refuse combat as infantry and leave the map to be saved."""
        ...

    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """Command range in places."""
        ...

    def is_commander_in_chief(self, ctx: Context, commander: str) -> bool:
        """Whether a commander commands his whole army."""
        ...

    def commands(self, ctx: Context, commander: str, unit: str) -> bool:
        """Whether a commander may command a unit at all, distance apart."""
        ...

    def command_override(self, ctx: Context, state: State, unit: str) -> Finding[bool] | None:
        """In or out of command whatever the distance; None where the usual rule applies."""
        ...

    def entries(self, ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
        """Groups of reinforcements, or of units coming back, that may enter now."""
        ...

    # --- markers ---
    def marker_returns(self, ctx: Context, kind: MarkerKind) -> int | None:
        """Turns until a marker of this kind is back in hand; None: never."""
        ...

    def carry_out(self, game: Game[State], ctx: Context, order: Order, side: Side, dice: Dice, words: str) -> Telling:
        """An order that only this game knows, the play of its own markers included; an illegal one is refused."""
        ...

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """Whether an order is carried out before anything else in its side's movement phase."""
        ...

    def revealable(self, ctx: Context, state: State, side: Side) -> tuple[str, ...]:
        """Kinds of marker that a side may reveal at the start of the enemy's movement phase."""
        ...

    def reveal(self, game: Game[State], ctx: Context, kind: str, side: Side, dice: Dice) -> Telling:
        """Carry out such a reveal."""
        ...

    def allows(self, ctx: Context, state: State, decision: Decision, choice: Choice) -> Finding[bool] | None:
        """Whether a marker may be revealed in answer to a decision; None where the series judges alone."""
        ...

    def bind(self, game: Game[State], ctx: Context, side: Side) -> Telling:
        """What begins with a side's movement phase: restrictions, another pace; told before command is checked."""
        ...

    def close_movement(self, game: Game[State], ctx: Context, side: Side, dice: Dice) -> Telling:
        """What must be moved when a side's orders have been carried out."""
        ...

    def may_meet_cossacks(self, ctx: Context, state: State, place: str) -> bool:
        """Whether Cossacks may be played on a stack at a place."""
        ...

    # --- combat ---
    def may_charge(self, ctx: Context, counter: Counter) -> bool:
        """VV-8.6.1: whether French cavalry has a charge bonus (all Coalition cavalry has)."""
        ...

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """Places that may be entered after combat only on a marked result."""
        ...

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """Whether a unit of this side that is driven from the place may not come back this turn."""
        ...

    def tactical_hit_on(self, ctx: Context) -> tuple[int, ...]:
        """Natural totals on which the French commander is hit when the tactical option is used."""
        ...

    def attack_ban(self, ctx: Context, state: State, unit: str) -> Finding[bool]:
        """Whether a unit may attack now as far as the game's calendar goes."""
        ...

    def attackers(self, ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
        """Those of the units that may take part in one attack together; none where it may not be made so."""
        ...

    def barred(self, ctx: Context, state: State, what: Barred, side: Side, phase: str = "") -> Finding[bool] | None:
        """Why a side has no bombardment, no artillery support or no bonus for a combined attack now; None if it has."""
        ...

    def marker_back(self, ctx: Context, state: State, kind: str) -> int | None:
        """The turn on which a battery that is played now is back in hand; None: never."""
        ...

    def has_another_use(self, ctx: Context, state: State, kind: str) -> bool:
        """Whether a marker that is played now may be used once more this turn."""
        ...

    def gather(self, game: Game[State], ctx: Context, side: Side, place: str) -> Asking[None]:
        """Units that go elsewhere by a rule of the game's own before the stack at a place retreats."""
        ...

    # --- morale and victory ---
    def objectives(self, ctx: Context) -> tuple[Objective, ...]:
        """The objectives and what their loss costs."""
        ...

    def on_entering(self, ctx: Context, state: State, place: str) -> tuple[Event, ...]:
        """What else changes when combat units enter a place, after objectives have changed hands."""
        ...

    def commander_value(self, ctx: Context, commander: str) -> int:
        """VV-9D: morale lost when a commander is killed or captured."""
        ...

    def exit_places(self, ctx: Context, state: State, side: Side) -> frozenset[str]:
        """Places from which units in general retreat leave the map and are saved."""
        ...

    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: the straight lines of places from here to the edge of retreat."""
        ...

    def quotas(self, ctx: Context) -> Quotas:
        """What must be saved in the general retreat."""
        ...

    def is_guard_formation(self, ctx: Context, counter: Counter) -> bool:
        """Whether a unit belongs to the formation that a quota calls the Russian Guard."""
        ...

    def strategic_commanders(self, ctx: Context) -> tuple[str, ...]:
        """VV-10.V6: Coalition commanders whose loss makes a French victory strategic."""
        ...

    def retreat_off_map(self, ctx: Context, state: State, side: Side, place: str) -> int | None:
        """The turn on which a stack that must retreat off the map here comes back; None: it may not leave."""
        ...

    # --- knowledge ---
    def known(self, ctx: Context, state: State, side: Side) -> Any:
        """`State.game` as a side knows it."""
        ...

    def show(self, ctx: Context, before: State, event: Event, side: Side) -> Event | None:
        """One of the game's own events as a side sees it."""
        ...

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """What the game marks on the map besides objectives, as far as it is known."""
        ...

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """What the game keeps besides, as rows of words, as far as it is known."""
        ...

    def dump(self, value: Any) -> dict[str, Any]:
        """`State.game` as plain JSON values."""
        ...

    def load(self, plain: dict[str, Any]) -> Any:
        """`State.game` from what `dump` gave."""
        ...


def marker_kind(ctx: Context, kind: str) -> MarkerKind:
    """What a kind of marker is worth in this match."""
    found = ctx.facts["markers"][kind]
    assert isinstance(found, MarkerKind)
    return replace(found, returns=ctx.game.marker_returns(ctx, found))
