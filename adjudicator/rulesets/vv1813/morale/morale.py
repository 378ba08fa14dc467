"""VV 9: the morale of the armies: objectives, eliminated counters, commanders."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.types import Event, RuleId, Side
from adjudicator.rulesets.vv1813.combat.combat_tables import army_morale
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.facts import ObjectiveFacts
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged, ObjectiveTaken
from adjudicator.rulesets.vv1813.state import FRENCH, State
from adjudicator.rulesets.vv1813.victory import victory


def change(
    ctx: Context, state: State, side: Side, amount: int, rule: str, because: str, most: int | None = None
) -> tuple[Event, ...]:
    """BAU-9.1: an army's morale moved by an amount, up to its ceiling (or `most`); nothing if it cannot move.

    Gains and losses add up below 0 as well: what is regained pays what is owed before morale is more than 0 again.

    With option `morale_timing=end_of_turn` the change is only noted, to count at the end of the turn; one with a limit
    of its own counts at once.
    """
    now = state.morale[side]
    if ctx.options.get("morale_timing") == "end_of_turn" and most is None:
        value = now.value - now.owed + now.pending
        event = MoraleChanged(
            rule=RuleId(rule),
            side=side,
            change=amount,
            before=value,
            after=value + amount,
            because=because,
            deferred=True,
        )
        return (event,) if amount else ()
    count = now.value - now.owed
    then = min(max(now.value, now.ceiling if most is None else most), count + amount)
    if then == count:
        return ()
    return (
        MoraleChanged(
            rule=RuleId(rule),
            side=side,
            change=then - count,
            before=now.value,
            after=max(0, then),
            owed=max(0, -then),
            because=because,
        ),
    )


def lose(ctx: Context, state: State, side: Side, amount: int, rule: str, because: str) -> tuple[Event, ...]:
    """An army's morale lowered."""
    return change(ctx, state, side, -amount, rule, because)


# --- objectives --------------------------------------------------------------------------------------------


def is_lost(objective: ObjectiveFacts, held: dict[str, Side]) -> bool:
    """An objective is lost when the enemy holds all its places."""
    return all(held.get(place, objective.loser) != objective.loser for place in objective.places)


def take_objective(ctx: Context, state: State, side: Side, place: str) -> tuple[Event, ...]:
    """A combat unit of a side entered a place; what that changes in objectives and morale."""
    mine = [one for one in ctx.game.objectives(ctx) if place in one.places and not one.commanded]
    if not mine:
        return ()
    before = state.held.get(place, mine[0].loser)
    if before == side:
        return ()
    events: list[Event] = [ObjectiveTaken(rule=mine[0].rule, side=side, place=place, before=before)]
    held, then = dict(state.held), {**state.held, place: side}
    for objective in mine:
        was, is_now = is_lost(objective, held), is_lost(objective, then)
        if was == is_now:
            continue
        amount = -objective.value if is_now else objective.value
        verb = "lost" if is_now else "regained"
        events += change(ctx, state, objective.loser, amount, objective.rule, f"{objective.name} {verb}")
    return tuple(events)


# --- losses ------------------------------------------------------------------------------------------------


def counter_eliminated(ctx: Context, state: State, side: Side, unit: str) -> tuple[Event, ...]:
    """VV-9B: the French lose a point for each eliminated counter, the Coalition for each second one.

    `state` already counts the unit (VV-2.1i).
    """
    gone = state.morale[side].eliminated
    if gone % army_morale(ctx).counters_per_point[side]:
        return ()
    because = f"{ctx.counters[unit].name} eliminated, {gone} in all"
    return lose(ctx, state, side, 1, "VV-9B", because)


def commander_lost(ctx: Context, state: State, side: Side, commander: str, how: str) -> tuple[Event, ...]:
    """VV-9D: a commander killed or captured costs his army morale; Napoleon ends the battle (VV-9D2)."""
    name = ctx.counters[commander].name
    if is_napoleon(ctx, commander):
        return (MatchEnded(rule=RuleId("VV-10.V2"), ending=victory.napoleon_lost(how)),)
    return lose(ctx, state, side, ctx.game.commander_value(ctx, commander), "VV-9D", f"{name} {how}")


def napoleon_wounded(ctx: Context, state: State) -> tuple[Event, ...]:
    """VV-9D2: Napoleon's wound costs the French morale, once."""
    return lose(ctx, state, FRENCH, army_morale(ctx).napoleon_wounded, "VV-9D2", "Napoleon wounded")


def is_napoleon(ctx: Context, commander: str) -> bool:
    """Whether a commander is the French commander in chief."""
    return ctx.counters[commander].side == FRENCH and ctx.game.is_commander_in_chief(ctx, commander)
