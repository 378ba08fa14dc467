"""VV 9 and 10: how a turn ends, and how the battle does: the check of morale, the storm or night, the last turn."""

from __future__ import annotations

from adjudicator.core.dice import Dice
from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.vv1813 import victory
from adjudicator.rulesets.vv1813.combat_events import GeneralRetreatOrdered, MoraleChecked, RandomEndTested
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Morale, State


def end_of_turn(game: Game[State], ctx: Context) -> Telling:
    """VV-9.3, VV-9.4: the check at the end of a turn; after the last turn the battle is judged."""
    yield from check_morale(game, ctx)
    state = game.state
    if state.ending is not None:
        return
    if state.morale[COALITION].value == 0 and state.general_retreat is None:
        yield GeneralRetreatOrdered(side=COALITION, turn=state.turn + 1)
    last = ctx.game.last_turn(ctx, state)
    if last is not None and state.turn >= last:
        yield from victory.reckon(game, ctx, "the last turn is over")


def random_end(game: Game[State], ctx: Context, dice: Dice) -> Telling:
    """Late in the day two dice may end the battle at the start of the Coalition sequence; morale is looked at first."""
    up_to = ctx.game.random_end(ctx, game.state)
    if up_to is None or game.state.ending is not None:
        return
    roll = dice.roll(f"T{game.state.turn}/random-end", 2)
    ends = roll.total <= up_to
    rule = ctx.game.cites["random_end"]
    yield RandomEndTested(rule=rule, rolls=(roll,), total=roll.total, ends=ends, up_to=up_to)
    if ends:
        yield from check_morale(game, ctx)
        yield from victory.reckon(game, ctx, f"the battle was broken off (dice {roll.total})")


def check_morale(game: Game[State], ctx: Context) -> Telling:
    """VV-9.4: French morale 0 ends the battle: lost, unless the Coalition's broke first; then the saved units count."""
    for side in ctx.game.sides:
        now = game.state.morale[side]
        value = max(0, min(max(now.ceiling, now.value), now.value + now.pending))
        yield MoraleChecked(rule=ctx.game.cites["morale_check"], side=side, value=value)
    state = game.state
    if state.ending is not None or state.morale[FRENCH].value > 0:
        return
    if not _coalition_broke_first(state):
        yield MatchEnded(rule=RuleId("VV-10.V3"), ending=victory.french_collapse())
        return
    yield from victory.reckon(game, ctx, "French morale is 0 after the Coalition's")


def _coalition_broke_first(state: State) -> bool:
    if state.general_retreat is not None:
        return True
    coalition = state.morale[COALITION]
    return coalition.value == 0 and _order(coalition) < _order(state.morale[FRENCH])


def _order(morale: Morale) -> int:
    return morale.zero_order if morale.zero_order is not None else 99
