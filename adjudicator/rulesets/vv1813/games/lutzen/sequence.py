"""LUT 5: the sequence of play: markers laid, then in each turn the Coalition's sequence, the French one, the end."""

from __future__ import annotations

from adjudicator.core.dice import Dice
from adjudicator.core.orders import Heading, Orders, Pass
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813 import combat, movement
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.ending import end_of_turn, random_end
from adjudicator.rulesets.vv1813.events import SequenceBegan, TurnBegan
from adjudicator.rulesets.vv1813.game import Stage
from adjudicator.rulesets.vv1813.games.lutzen import division, objectives, plays, track
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import make_tests
from adjudicator.rulesets.vv1813.games.lutzen.clock import slot_clock, slot_of
from adjudicator.rulesets.vv1813.games.lutzen.events import ArtilleryRemoved, BatteryRested, WishNoted
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.march import Run, refused
from adjudicator.rulesets.vv1813.markers import in_hand, losable, return_markers
from adjudicator.rulesets.vv1813.orders import Keep, LayMarkers, Take
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

# --- before the first turn ---------------------------------------------------------------------------------


def set_up(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """LUT-2.4a, LUT-2.4b: hands are dealt with the counters; all other markers go into the cup."""
    yield from track.fill_cup(game, dice)


def lay_markers(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """LUT-2.4b, LUT-4.1e: what the players wrote for the set-up, then marker by marker onto the track."""
    wishes: dict[Side, track.Preferences] = {}
    for side in ctx.game.sides:
        run = Run(game, ctx, side, dice, phase="set-up")
        mine = [(order, orders.words(order)) for order in orders.of(side)]
        laying: list[LayMarkers] = []
        for order, words in movement.settled(run, mine):
            if isinstance(order, LayMarkers):
                laying.append(order)
            if not isinstance(order, Heading | Pass | Keep):
                yield from ctx.game.carry_out(game, ctx, order, side, dice, words)
        wishes[side] = track.preferences(laying)
    shared = division.by_default(ctx, game.state)
    if shared is not None:
        yield shared
    yield from track.lay_all(game, ctx, wishes)


def lay(ctx: Context, state: State, order: LayMarkers, side: Side, words: str) -> Telling:
    """`lay RE on 16.00, 17.00`: read when the markers are laid; here only what is wrong with it."""
    rule = RuleId("LUT-2.4b")
    if state.turn:
        yield refused(side, order, words, rule, "Markers are laid before the first turn.", "Leave the order out.")
        return
    strange = [space for space in order.spaces if slot_of(ctx, space) is None]
    if strange:
        first, last = slot_clock(ctx, 1), slot_clock(ctx, facts(ctx).track.slots)
        reason = f"No markers are laid on {', '.join(strange)}."
        yield refused(side, order, words, rule, reason, f"The track has spaces from {first} to {last}.")


def wish(order: Take, side: Side) -> Telling:
    """`take RE1, RE, E`: for the next marker that the side draws."""
    yield WishNoted(side=side, classes=order.classes)


# --- a turn ------------------------------------------------------------------------------------------------


def coalition_opening(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """LUT-5.1 (A), LUT-5.2: the turn begins; night may end it; the French may reveal; the Coalition draws."""
    turn = game.state.turn
    yield TurnBegan(turn=turn, clock=ctx.game.clock(ctx, game.state, turn))
    for side in ctx.game.sides:
        yield from return_markers(game, side)
    yield from division.gather_by_itself(game, ctx)
    yield from random_end(game, ctx, dice)
    if game.state.ending is not None:
        return
    yield SequenceBegan(side=COALITION)
    yield from plays.offer_reveals(game, ctx, FRENCH)
    yield from _run_out_of_munitions(game, ctx)
    yield from track.draw(game, ctx, COALITION)


def _run_out_of_munitions(game: Game[State], ctx: Context) -> Telling:
    """LUT-2.H1: from the turn of Artillery without munitions the Coalition loses an Artillery marker each turn."""
    kind = facts(ctx).munitions.takes
    if lutzen(game.state).munitions is None:
        return
    for marker in losable(game.state, COALITION, kind)[:1]:
        yield ArtilleryRemoved(side=COALITION, marker=marker.id, marker_kind=kind)


def french_opening(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """LUT-5.1 (D): the Coalition may reveal; the French draw; the tests of the hour are made."""
    yield SequenceBegan(side=FRENCH)
    yield from plays.offer_reveals(game, ctx, COALITION)
    yield from track.draw(game, ctx, FRENCH)
    yield from make_tests(game, ctx, dice)


def turn_end(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
    """LUT-5.1, LUT-9.1: the last marker goes unseen, objectives and morale are looked at; after 21.00 it is over."""
    yield from track.discard_the_last(game)
    yield from _rest_the_battery(game, ctx)
    yield from objectives.settle(game, ctx)
    yield from end_of_turn(game, ctx)


def _rest_the_battery(game: Game[State], ctx: Context) -> Telling:
    """LUT-8.8g: Drouot used once of twice is away like any marker that was played."""
    if lutzen(game.state).drouot != game.state.turn:
        return
    for marker in in_hand(game.state, FRENCH, "drouot"):
        back = ctx.game.marker_back(ctx, game.state, marker.kind)
        assert back is not None
        yield BatteryRested(side=FRENCH, marker=marker.id, marker_kind=marker.kind, back=back)


def _movement(side: Side) -> Stage:
    def run(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
        yield from movement.run(game, ctx, orders, side, dice)

    return Stage(f"{side} movement", f"{side} bombardments and movement", "LUT-5.1", side, run)


def _combat(side: Side) -> Stage:
    def run(game: Game[State], ctx: Context, orders: Orders, dice: Dice) -> Telling:
        yield from combat.run(game, ctx, orders, side, dice)

    return Stage(f"{side} combat", f"{side} bombardments and combats", "LUT-5.1", side, run)


STAGES: tuple[Stage, ...] = (
    Stage("set-up", "Set-up", "LUT-2.4b", None, set_up),
    Stage("set-up orders", "Laying the markers", "LUT-2.4b", sides=(COALITION, FRENCH)),
    Stage("set-up markers", "Laying the markers", "LUT-2.4b", None, lay_markers),
    Stage("Coalition opening", "The turn begins: Coalition marker", "LUT-5.1", COALITION, coalition_opening),
    Stage("Coalition orders", "Coalition orders", "LUT-5.1", COALITION),
    _movement(COALITION),
    _combat(COALITION),
    Stage("French opening", "French marker and arrivals", "LUT-5.1", FRENCH, french_opening),
    Stage("French orders", "French orders", "LUT-5.1", FRENCH),
    _movement(FRENCH),
    _combat(FRENCH),
    Stage("end of turn", "End of the turn", "LUT-9.1", None, turn_end),
)
