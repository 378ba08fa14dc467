"""BAU 5: the sequence of play: set-up, the French sequence, the Coalition's, the end of the turn."""

from __future__ import annotations

from adjudicator.core.dice import Dice
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813 import combat, movement
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.ending import end_of_turn, random_end
from adjudicator.rulesets.vv1813.events import SequenceBegan, TurnBegan
from adjudicator.rulesets.vv1813.game import Stage
from adjudicator.rulesets.vv1813.games.bautzen.alexander import make_directed_moves
from adjudicator.rulesets.vv1813.games.bautzen.events import ArmyQuickened
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import entry_test, lay_ney_markers
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers import draw_markers, lay_markers, return_markers
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

DRAW = RuleId("BAU-5.4")


def set_up(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """BAU-5.2, BAU-5.3: markers that are not in hand are laid face down on the track, Ney's on their own spaces."""
    for side in ctx.game.sides:
        turns = tuple(one.turn for one in facts(ctx).turn for owner in one.markers if owner == side)
        yield from lay_markers(game, side, turns, RuleId("BAU-5.2"), dice)
    yield from lay_ney_markers(game, ctx, dice)


def french_opening(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """BAU-5.4 (A): the turn begins, markers come back, the French draw theirs, and from turn 3 Ney is tested."""
    turn = game.state.turn
    yield TurnBegan(turn=turn, clock=ctx.game.clock(ctx, game.state, turn))
    yield SequenceBegan(side=FRENCH)
    for side in ctx.game.sides:
        yield from return_markers(game, side)
    yield from draw_markers(game, ctx, FRENCH, DRAW)
    yield from entry_test(game, ctx, dice)


def coalition_opening(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """BAU-5.5, BAU-5.4 (D): the storm is tested first; then the Coalition draws, and Alexander's moves are made."""
    yield from random_end(game, ctx, dice)
    if game.state.ending is not None:
        return
    yield SequenceBegan(side=COALITION)
    yield from draw_markers(game, ctx, COALITION, DRAW)
    entered = bautzen(game.state).ney_entered
    if entered is not None and game.state.turn == entered + 1:
        yield ArmyQuickened(side=COALITION)
    yield from make_directed_moves(game, ctx, dice)


def _movement(side: Side) -> Stage:
    def run(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
        yield from movement.run(game, ctx, orders, side, dice)

    return Stage(f"{side} movement", f"{side} bombardments and movement", "BAU-5.4", side, run)


def _combat(side: Side) -> Stage:
    def run(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
        yield from combat.run(game, ctx, orders, side, dice)

    return Stage(f"{side} combat", f"{side} bombardments and combats", "BAU-5.4", side, run)


def turn_end(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """BAU-9.1: morale is checked; after the last turn the battle is judged."""
    yield from end_of_turn(game, ctx)


STAGES: tuple[Stage, ...] = (
    Stage("set-up", "Set-up", "BAU-5.2", None, set_up),
    Stage("French opening", "The turn begins: French marker and Ney", "BAU-5.4", FRENCH, french_opening),
    Stage("French orders", "French orders", "BAU-5.4", FRENCH),
    _movement(FRENCH),
    _combat(FRENCH),
    Stage("Coalition opening", "Storm and Coalition marker", "BAU-5.4", COALITION, coalition_opening),
    Stage("Coalition orders", "Coalition orders", "BAU-5.4", COALITION),
    _movement(COALITION),
    _combat(COALITION),
    Stage("end of turn", "End of the turn", "BAU-9.1", None, turn_end),
)
