"""Where the games of the series differ: each answers only what it has of its own; the rest is as the book has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Event, Finding, Order, RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Run
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.scenario import GameName
from adjudicator.rulesets.nlc.state import Leader, OrderState, State, Unit

if TYPE_CHECKING:
    from adjudicator.rulesets.nlc.command.in_force import InForce
    from adjudicator.rulesets.nlc.movement.marches import Marches

Here = Run[State, Context]
BOTH_RATINGS: tuple[OrderState, OrderState] = ("attack", "defend")


def nothing(run: Here) -> Telling:
    """A game to whose clock nothing happens."""
    yield from ()


def printed_rating(ctx: Context, leader: Leader, order: OrderState) -> Finding[int]:
    """NLC-2.1c, NLC-26.1d: the rating of a leader for an order; who was replaced has his new one (NLC-19.9, A-32)."""
    card = ctx.leaders[leader.id]
    printed = card.rating_attack if order == "attack" else card.rating_other
    if leader.rating is not None:
        value = min(leader.rating, printed)
        return Finding(rule=RuleId("NLC-19.9"), value=value, because=f"{card.name} stands in for one who fell")
    return Finding(rule=RuleId("NLC-2.1c"), value=printed, because=f"{card.name} {printed}")


def printed_capacity(ctx: Context, leader: Leader) -> int:
    """NLC-20.5: as many new orders as the better of his ratings says (A-91)."""
    return max(printed_rating(ctx, leader, order).value for order in BOTH_RATINGS)


def always_wing(ctx: Context, state: State, leader: Leader) -> Finding[bool]:
    """NLC-2.1b: a wing commander is one."""
    return Finding(rule=RuleId("NLC-2.1b"), value=True, because=f"{ctx.leaders[leader.id].name} is a wing commander")


def no_order_of_its_own(ctx: Context, state: State, unit: Unit) -> InForce:
    """NLC-20.2: a unit has the order of its formation."""
    return ""


def nobody_halts(ctx: Context, state: State, unit: Unit) -> Verdict:
    """A game in which no unit is kept where it stands."""
    return yes("NLC-5.1")


def no_bonus(ctx: Context, state: State, unit: Unit) -> tuple[Finding[Fraction], ...]:
    """A game without units that fire or charge better than they are printed."""
    return ()


def always_tests(ctx: Context, state: State, unit: Unit) -> bool:
    """A game in which every reaction charge needs its test (NLC-7.8b)."""
    return False


def any_order(ctx: Context, state: State, leader: Leader, to: str, order: OrderState) -> Verdict:
    """A game in which a commander may give whatever order he likes."""
    return yes("NLC-20.5")


def no_such_order(run: Here, order: Order) -> Telling:
    """A game without Army Reserve: its orders come to nothing."""
    reason = "There is no Army Reserve in this scenario."
    yield run.refused(order, no("NLC-28.2c", reason, "Leave the line out."))


def nothing_owed(run: Here, marches: Marches) -> Telling:
    """A game in which nobody owes more than his orders ask."""
    yield from ()


Status = Callable[[Context, State, Leader], Finding[bool]]


@dataclass(frozen=True)
class GameRules:
    """One of the three games."""

    name: GameName
    events: tuple[type[Event], ...] = ()
    clock_events: Callable[[Here], Telling] = nothing
    """0.3 of the turn: what the clock brings."""
    is_wing: Status = always_wing
    """1.3 of the turn: whether a wing or corps commander is one at present."""
    rating: Callable[[Context, Leader, OrderState], Finding[int]] = printed_rating
    capacity: Callable[[Context, Leader], int] = printed_capacity
    own_order: Callable[[Context, State, Unit], InForce] = no_order_of_its_own
    """The order of a unit that has one whatever its formation's; "" for all others."""
    may_march: Callable[[Context, State, Unit], Verdict] = nobody_halts
    """Whether a unit may move at all this turn."""
    bonus: Callable[[Context, State, Unit], tuple[Finding[Fraction], ...]] = no_bonus
    """Factors of a unit's strength in combat and charges (NLC-27.7-LO, NLC-27.7-DD, NLC-28.4a-1)."""
    reacts_untested: Callable[[Context, State, Unit], bool] = always_tests
    """Whether a unit may make a reaction charge without a test (NLC-27.6e, NLC-28.4a-1)."""
    may_order: Callable[[Context, State, Leader, str, OrderState], Verdict] = any_order
    """Whether a commander may give a leader an order, as far as the game has more to say (NLC-27.7, NLC-28.2b)."""
    own_commands: Callable[[Here, Order], Telling] = no_such_order
    """What becomes of releases and arrival orders (NLC-28.2, D-23)."""
    after_orders: Callable[[Here], Telling] = nothing
    """What a side owes when its orders of the Command Phase are given (NLC-27.6c, NLC-27.7)."""
    march_duties: Callable[[Here, Marches], Telling] = nothing_owed
    """What units and leaders owe at the end of their movement (NLC-26.9d, NLC-27.7-TW, NLC-27.8b-4)."""
    end_of_turn: Callable[[Here], Telling] = nothing
    """What is watched at the end of a turn (NLC-26.9h, NLC-26.9i)."""
    zones_cost: bool = True
    """NLC-5.4c: whether the last unit out of a zone pays for it (NLC-28.0d)."""


def wing_leaders(ctx: Context, state: State) -> Iterator[Leader]:
    """The leaders whose status may change: wing commanders and William of Orange, on the map."""
    for force in state.forces.values():
        for leader in force.leaders.values():
            if leader.status == "map" and ctx.leaders[leader.id].role in ("WC", "corps"):
                yield leader
